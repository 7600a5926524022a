"""How fast the fast camera is: a full table of four with things moving, on one thread."""

import time
from dataclasses import dataclass, replace

import cv2
import numpy as np

from assistant.sim.art import example_tiles
from assistant.sim.camera import FastCamera
from assistant.sim.pose import fit_pose
from assistant.sim.scene import COLOURS, Hand, PieceOnBoard, Scene, SeatScene, lay_dice, lay_tile
from assistant.sim.sensor import Conditions, drifted
from assistant.sim.spots import grid_mm
from assistant.vision.layout import SEATS, display_shape, province_cells, standard_table

FRAMES_PER_S = 10.0


@dataclass(frozen=True, slots=True)
class Speed:
    """Frames per second of processor time and of the clock, and the slowest frame; the first frame is apart."""

    frames: int
    size_wh: tuple[int, int]
    fps_processor: float
    fps_clock: float
    slowest_ms: float
    first_s: float


def full_scene(seed: int = 0) -> Scene:
    """Forty dice, 68 tiles in the provinces, twelve on display, sixteen pieces."""
    rng = np.random.default_rng(seed)
    tiles = example_tiles(80)
    seats = []
    for index, seat in enumerate(SEATS):
        faces = [(COLOURS[int(rng.integers(4))], int(rng.integers(1, 7))) for _ in range(10)]
        cells = enumerate(province_cells())
        laid = tuple(lay_tile(c.name, tiles[(17 * index + i) % 80], 90 * (i % 4), rng) for i, c in cells)
        seats.append(SeatScene(seat, lay_dice(faces, rng), laid))
    display = tuple(lay_tile(c.name, tiles[i], 0, rng) for i, c in enumerate(display_shape().cells))
    discs = grid_mm()
    pieces = tuple(PieceOnBoard("worker", SEATS[i % 4], *discs[5 * i]) for i in range(16))
    return Scene(tuple(seats), display, pieces)


def moved(scene: Scene, frame: int) -> Scene:
    """The scene at a frame: a hand passes, and every fifth frame a die and a tile lie otherwise."""
    red, step = scene.seat("red"), frame // 5
    die = replace(red.dice[0], angle_deg=float(37 * step), value=step % 6 + 1)
    tile = replace(red.tiles[0], dx_mm=0.1 * (step % 10))
    changed = scene.with_seat(replace(red, dice=(die, *red.dice[1:]), tiles=(tile, *red.tiles[1:])))
    return replace(changed, hands=(Hand(120.0 + 6 * (frame % 60), 430.0, 95.0),))


def measure_speed(size_wh: tuple[int, int] = (1280, 720), frames: int = 60, family: str = "poster") -> Speed:
    """Return how fast frames come on one OpenCV thread; the thread count is put back afterwards."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return _measure(size_wh, frames, family)
    finally:
        cv2.setNumThreads(threads)


def _measure(size_wh: tuple[int, int], frames: int, family: str) -> Speed:
    layout = standard_table()
    camera = FastCamera(layout, pose=fit_pose(layout, size_wh, 70.0))
    camera.look = replace(camera.look, family=family)
    scene = full_scene()
    start = time.perf_counter()
    camera.frame(moved(scene, 0))
    first_s = time.perf_counter() - start
    clock, processor = [], []
    for frame in range(frames):
        c, p = time.perf_counter(), time.process_time()
        camera.frame(moved(scene, frame), drifted(Conditions(), frame / FRAMES_PER_S), frame)
        clock.append(time.perf_counter() - c)
        processor.append(time.process_time() - p)
    fps = round(frames / sum(processor), 1), round(frames / sum(clock), 1)
    return Speed(frames, size_wh, *fps, slowest_ms=round(max(clock) * 1000, 1), first_s=round(first_s, 2))
