"""How long a full table takes to be read, and where the time goes."""

import time
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.app.bench.eye_footprint import measure_footprint
from assistant.sim.art import SPLITS
from assistant.sim.camera import FastCamera
from assistant.sim.pose import fit_pose
from assistant.sim.scene import Look
from assistant.sim.sensor import Conditions
from assistant.sim.speed import full_scene
from assistant.vision.calibrate import calibrate
from assistant.vision.calibration import Calibration
from assistant.vision.dice import DiceReader
from assistant.vision.gallery import Gallery
from assistant.vision.layout import standard_table
from assistant.vision.pipeline import Eye, EyeSettings
from assistant.vision.tile_net import TileNet
from assistant.vision.tiles import TileReader

TIME_FAMILY = SPLITS["test"][0]
PICTURES = 6
WARM_UP = 2
"""Frames left out: the networks lay out their memory in the first."""


class Clock:
    """Milliseconds of processor time of chosen methods since the last `taken`, whichever thread runs them."""

    def __init__(self) -> None:
        self.ms: dict[str, float] = {}

    def watch(self, owner: object, method: str, stage: str) -> None:
        """Count `owner.method` under `stage` from now on."""
        inner = getattr(owner, method)

        def timed(*args: object, **options: object) -> object:
            started = time.thread_time()
            try:
                return inner(*args, **options)
            finally:
                self.ms[stage] = self.ms.get(stage, 0.0) + (time.thread_time() - started) * 1e3

        setattr(owner, method, timed)

    def taken(self) -> dict[str, float]:
        """What was counted; counting begins again."""
        counted, self.ms = self.ms, {}
        return counted


def _camera() -> FastCamera:
    layout = standard_table()
    return FastCamera(layout, Look(family=TIME_FAMILY), fit_pose(layout, (1920, 1080), 70.0))


def full_frames(count: int = PICTURES) -> list[NDArray[np.uint8]]:
    """Pictures of one full table of four (40 dice, 68 cells and the display), the same but for the noise."""
    camera, scene = _camera(), full_scene()
    return [camera.frame(scene, Conditions(), index).image for index in range(count)]


def bare_frame() -> NDArray[np.uint8]:
    """The same table without dice on its statues, as it is calibrated."""
    scene = full_scene()
    bare = replace(scene, seats=tuple(replace(seat, dice=()) for seat in scene.seats))
    return _camera().frame(bare, Conditions(), PICTURES).image


def _middle(rows: list[dict[str, float]]) -> dict[str, float]:
    """The median of every stage; a stage that is missing took no time."""
    stages = sorted({stage for row in rows for stage in row})
    return {stage: round(float(np.median([row.get(stage, 0.0) for row in rows])), 2) for stage in stages}


def _percentiles(times_ms: list[float]) -> tuple[float, float]:
    return round(float(np.percentile(times_ms, 50)), 2), round(float(np.percentile(times_ms, 95)), 2)


def time_frames(eye: Eye, images: list[NDArray[np.uint8]], repeats: int) -> dict[str, Any]:
    """Wall time of full and of unchanged frames, and of the stages of the full ones."""
    full, still, stages = [], [], []
    for number in range(repeats):
        eye.forget()
        seen = eye.observe(images[number % len(images)], 2 * number, number * 1.0)
        full.append(seen.ms["total"])
        stages.append(dict(seen.ms))
        started = time.perf_counter()
        eye.observe(images[(number + 1) % len(images)], 2 * number + 1, number * 1.0 + 0.1)
        still.append((time.perf_counter() - started) * 1e3)
    p50, p95 = _percentiles(full[WARM_UP:])
    unchanged = _percentiles(still[WARM_UP:])
    return {
        "frame_p50": p50,
        "frame_p95": p95,
        "unchanged_p50": unchanged[0],
        "unchanged_p95": unchanged[1],
        "where": _middle(stages[WARM_UP:]),
    }


def count_work(eye: Eye, images: list[NDArray[np.uint8]], repeats: int, clock: Clock | None = None) -> dict[str, float]:
    """Processor time of full frames, what all threads took together as `whole`, and what the clock counted."""
    rows = []
    for number in range(repeats):
        eye.forget()
        started = time.process_time()
        eye.observe(images[number % len(images)], number, 1000.0 + number)
        rows.append({"whole": (time.process_time() - started) * 1e3, **(clock.taken() if clock else {})})
    return _middle(rows[WARM_UP:])


def watched(eye: Eye, dice: DiceReader, tiles: TileReader) -> Clock:
    """A clock for the stages of an eye that reads with one thread. Leaves the readers watched."""
    clock = Clock()
    clock.watch(eye, "_check", "check")
    clock.watch(eye, "_read_dice", "dice")
    clock.watch(dice, "finder", "dice_finder")
    clock.watch(dice, "reader", "dice_reader")
    clock.watch(dice, "expert", "dice_expert")
    clock.watch(dice, "places", "dice_or_print")
    clock.watch(eye, "_read_tiles", "tiles")
    clock.watch(tiles.net, "marks", "tiles_network")
    clock.watch(tiles, "_looked_over", "tiles_laid_over")
    return clock


def without_display(calibration: Calibration) -> Calibration:
    """The same table with the four seats' 68 cells alone; a display is optional."""
    cameras = (
        replace(one, boards=tuple(placed for placed in one.boards if placed.board.shape.kind != "display"))
        for one in calibration.cameras
    )
    return replace(calibration, cameras=tuple(cameras))


def measure_frames(known: Gallery, repeats: int = 40) -> dict[str, Any]:
    """`frame_*` and `unchanged_*` in ms, `where` (wall) and `cpu` (processor time) by stage, `load`, `rss_mb`.

    The stages of `cpu` are counted with one thread, so that each is whole; its `whole` is of two that share the work.
    Those are of a table with a display, 80 cells; `seats_*` of the four seats alone, 68 cells.
    """
    images = full_frames()
    calibration = calibrate({"camera": bare_frame()})
    dice, tiles = DiceReader.load(), TileReader(TileNet.load(), known)
    eye = Eye(calibration, dice, tiles)
    times = time_frames(eye, images, repeats)
    seats = time_frames(Eye(without_display(calibration), dice, tiles), images, repeats)
    times |= {"seats_p50": seats["frame_p50"], "seats_p95": seats["frame_p95"]}
    work = count_work(eye, images, repeats // 2 + WARM_UP)
    alone = Eye(calibration, dice, tiles, settings=EyeSettings(threads=1))
    times["cpu"] = count_work(alone, images, repeats // 2 + WARM_UP, watched(alone, dice, tiles)) | work
    return {**times, **measure_footprint(images[0], calibration, known)}
