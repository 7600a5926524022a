"""Pictures of random worlds on disk: each with its truth as JSON and the calibration that fits it exactly."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from assistant.sim.art import FAMILIES, example_tiles, family_named, tile_sized
from assistant.sim.art.noise import rng_of
from assistant.sim.camera import FastCamera, Frame
from assistant.sim.pose import Pose
from assistant.sim.scatter import Wishes, World, random_world
from assistant.sim.truth import DieTruth, TileTruth, Truth
from assistant.vision import calibration as files
from assistant.vision import pose as eye
from assistant.vision.layout import TableLayout

TILE_PICTURE_PX = 192
FORMAT = "durbar-sim-truth"
VERSION = 1


def eye_lens(pose: Pose) -> eye.Lens:
    """The camera's lens as the eye writes it."""
    matrix = pose.matrix
    centre = (float(matrix[0, 2]), float(matrix[1, 2]))
    return eye.Lens(pose.size_wh, float(matrix[0, 0]), centre, pose.lens.distortion, "charuco")


def exact_calibration(layout: TableLayout, pose: Pose, die_side_mm: float | None = None) -> files.Calibration:
    """Return the calibration a perfect measurement of this camera and table would give."""
    markers = {}
    for placed in layout.boards:
        for corner, marker_id in enumerate(placed.board.marker_ids):
            flat = placed.to_table_mm(placed.board.marker_corners_mm(corner, layout.card))
            markers[marker_id] = pose.project(np.column_stack([flat, np.zeros(4)]))
    names = [placed.board.name for placed in layout.boards]
    camera = files.CameraCalibration(
        name="camera",
        lens=eye_lens(pose),
        pose=eye.Pose(pose.rvec, pose.tvec_mm),
        boards=layout.boards,
        markers_px=markers,
        found_by=dict.fromkeys(names, "markers"),
        errors_px=dict.fromkeys(names, 0.0),
    )
    return files.Calibration((camera,), layout.card, die_side_mm or layout.die_side_mm)


def _die_record(die: DieTruth) -> dict[str, Any]:
    record = asdict(die)
    del record["seat"]
    return record


def _tile_record(tile: TileTruth) -> dict[str, Any]:
    record = asdict(tile)
    del record["board"]
    return record


def seats_record(truth: Truth, seats: tuple[str, ...]) -> list[dict[str, Any]]:
    """The truth per seat in the shape `durbar read` prints, with a few more keys per die and tile.

    A die's `box_xyxy` holds its whole body, not its top face alone as in a reading.
    """
    return [
        {
            "seat": seat,
            "dice": [_die_record(die) for die in truth.dice if die.seat == seat],
            "tiles": [_tile_record(tile) for tile in truth.tiles if tile.board == f"{seat}/province"],
        }
        for seat in seats
    ]


def truth_record(world: World, frame: Frame, picture: str) -> dict[str, Any]:
    """The JSON document beside a picture."""
    truth = frame.truth
    return {
        "format": FORMAT,
        "version": VERSION,
        "picture": picture,
        "family": world.look.family,
        "split": FAMILIES[world.look.family].split,
        "condition": world.condition,
        "seats": seats_record(truth, tuple(seat.seat for seat in world.scene.seats)),
        "display": [_tile_record(tile) for tile in truth.tiles if tile.board == "display"],
        "loose_dice": [_die_record(die) for die in truth.dice if die.seat is None],
        "pieces": [asdict(piece) for piece in truth.pieces],
        "boards": [asdict(board) for board in truth.boards],
        "camera": asdict(truth.camera),
        "look": asdict(world.look),
        "lighting": asdict(world.scene.lighting),
        "hands": [asdict(hand) for hand in world.scene.hands],
        "conditions": asdict(world.conditions),
    }


@dataclass(frozen=True, slots=True)
class Rendered:
    """One written picture and its two companions."""

    picture: Path
    truth: Path
    calibration: Path
    dice: int
    tiles: int


def world_of(seed: int, index: int, wishes: Wishes) -> World:
    """Scene number `index` of a run; does not depend on how many others are drawn."""
    return random_world(rng_of("world", seed, index), wishes)


def render_world(world: World, seed: int = 0, index: int = 0) -> Frame:
    """Return the picture of a world and its truth."""
    camera = FastCamera(world.layout, world.look, world.pose, seed=seed)
    return camera.frame(world.scene, world.conditions, index)


def _write(out: Path, index: int, world: World, frame: Frame) -> Rendered:
    stem = f"scene-{index:05d}"
    paths = out / f"{stem}.png", out / f"{stem}.json", out / f"{stem}.calibration.json"
    good, data = cv2.imencode(".png", frame.image)
    if not good:
        raise OSError(f"the picture {paths[0]} could not be encoded")
    paths[0].write_bytes(data.tobytes())
    paths[1].write_text(json.dumps(truth_record(world, frame, paths[0].name), indent=1) + "\n", encoding="utf-8")
    files.save(exact_calibration(world.layout, world.pose, world.look.dice.side_mm), paths[2])
    return Rendered(*paths, dice=len(frame.truth.dice), tiles=len(frame.truth.tiles))


def render_scenes(out: Path, scenes: int, seed: int, wishes: Sequence[Wishes]) -> Iterator[Rendered]:
    """Write scenes one by one into a folder (made when missing), the wishes taken in turn.

    Raises OSError when the folder cannot be written to, ValueError when no camera sees the table as wished.
    """
    out.mkdir(parents=True, exist_ok=True)
    for index in range(scenes):
        world = world_of(seed, index, wishes[index % len(wishes)])
        yield _write(out, index, world, render_world(world, seed, index))


def write_tiles(out: Path, family: str, art_seed: int, tiles: tuple[str, ...] | None = None) -> Path:
    """Write `<tile>.png` of every tile into `tiles-<family>`, for `durbar tiles enrol`; returns that folder."""
    folder = out / f"tiles-{family_named(family).name}"
    folder.mkdir(parents=True, exist_ok=True)
    for tile in tiles or example_tiles():
        cv2.imwrite(str(folder / f"{tile}.png"), tile_sized(family, tile, art_seed, TILE_PICTURE_PX))
    return folder
