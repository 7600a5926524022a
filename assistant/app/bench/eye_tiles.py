"""Figures of the tile reader: art never trained on, real boards of another game; with the time of whole frames.

`measure_tiles` draws its pictures with the fast camera (fixed seeds) and reads path-traced ones where they are there
(`make -C models/train/tiles test-set`); `--boards DIR` adds real boards (`boards/*.jpg` and `labels.json`), support and
query always from different boards.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.app.bench.eye_time import TIME_FAMILY, measure_frames
from assistant.resources import resource
from assistant.sim.art import SPLITS, example_tiles, tile_sized
from assistant.sim.render import render_world, world_of
from assistant.sim.scatter import Wishes, World
from assistant.sim.scene import SeatScene, lay_tile
from assistant.vision.calibrate import calibrate
from assistant.vision.calibration import CalibrationError
from assistant.vision.gallery import Gallery, entry_of
from assistant.vision.layout import province_cells
from assistant.vision.pictures import load_picture
from assistant.vision.pipeline import Eye
from assistant.vision.readings import Observation, TileReading
from assistant.vision.split import split_grid
from assistant.vision.tile_net import TileNet
from assistant.vision.tiles import DEFAULT_LIMITS, CellAnswer, TileReader

SEED = 9107
ART_SEED = 3
"""The print run of the test families: drawn for this figure, unlike the run the thresholds were looked at with."""
GALLERY_TILES = 80
SCENES = 12
"""Scenes per family without `--tile-scenes`: more than 2,000 cells with a tile."""
RENDERED = Path(".cache") / "tiles-photoreal"
"""Made by `make -C models/train/tiles test-set`: fixed seeds, so every machine renders the same pictures."""
Score = dict[str, int]
Truth = Mapping[str, tuple[str, int]]
DRAWS = 20
SHOTS = (1, 5)
TERRAIN = ("field", "forest", "grassland", "lake", "mine", "swamp")
"""The terrains proper; `home` and `table` are no terrain and are reported with the rest under `all_labels`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the tile part, for `durbar bench eye`."""
    parser.add_argument("--tile-scenes", type=int, default=SCENES, metavar="N", help="fast pictures per family")
    parser.add_argument(
        "--tiles-rendered", type=Path, default=None, metavar="DIR", help="another folder of rendered tiles"
    )


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def gallery_of(family: str, seed: int = 0) -> Gallery:
    """One flat picture for each of 80 tiles."""
    return Gallery(tuple(entry_of(n, tile_sized(family, n, seed, 128)) for n in example_tiles(GALLERY_TILES)))


# --- art never trained on ------------------------------------------------------------------------------------------


def cells_of(seen: Observation) -> dict[str, TileReading]:
    """Every cell that was read, by board and cell name."""
    cells = {f"{seat.seat}/province/{tile.cell}": tile for seat in seen.seats for tile in seat.tiles}
    return cells | {f"display/{tile.cell}": tile for tile in seen.display or ()}


def new_score() -> Score:
    keys = ("cells", "right", "unknown", "confident_wrong", "empty_cells", "empty_right", "frames_refused")
    return dict.fromkeys(keys, 0)


def count_cells(read: Mapping[str, TileReading], truth: Truth, score: Score) -> None:
    """Add the cells of one picture to the score; to call a tile an empty place is as wrong as to call it another."""
    for name, tile in read.items():
        claimed = tile.tile is not None or tile.empty
        sure = claimed and tile.confidence >= DEFAULT_LIMITS.confident
        if name in truth:
            right = (tile.tile, tile.rotation) == truth[name]
            score["cells"] += 1
            score["right"] += right
            score["unknown"] += tile.tile is None
        else:
            right = tile.tile is None
            score["empty_cells"] += 1
            score["empty_right"] += right
        score["confident_wrong"] += sure and not right


def summed(families: Mapping[str, Score], camera: str) -> dict[str, Any]:
    """The published keys over all families."""
    total: dict[str, Any] = {key: sum(score[key] for score in families.values()) for key in new_score()}
    share = round(total["right"] / max(total["cells"], 1), 5)
    return {**total, "correct": share, "families": dict(families), "camera": camera, "gallery_tiles": GALLERY_TILES}


def full_provinces(world: World, seed: int) -> World:
    """The world with a tile in every cell of every province."""
    rng, names = np.random.default_rng(seed), example_tiles(GALLERY_TILES)

    def full(seat: SeatScene) -> SeatScene:
        picked = rng.permutation(len(names))
        cells = enumerate(province_cells())
        laid = (lay_tile(cell.name, names[int(picked[i])], 90 * int(rng.integers(4)), rng) for i, cell in cells)
        return replace(seat, tiles=tuple(laid))

    return replace(world, scene=replace(world.scene, seats=tuple(full(seat) for seat in world.scene.seats)))


def family_scenes(family: str, scenes: int) -> Iterator[tuple[Observation, Truth]]:
    """Fast pictures of one family, each calibrated from its own markers and read with a one-shot gallery."""
    reader = TileReader(TileNet.load(), gallery_of(family, ART_SEED))
    for index in range(scenes):
        table = "standard" if index % 2 else "compact"
        wishes = Wishes(family=family, size_wh=(1920, 1080), table=table, hands=False, art_seed=ART_SEED)
        world = world_of(SEED, index, wishes)
        frame = render_world(full_provinces(world, SEED + index) if index % 3 else world, SEED, index)
        try:
            seen = Eye(calibrate({"camera": frame.image}), None, reader).observe(frame.image, 0, 0.0)
        except CalibrationError as error:
            _say(f"{family} {index}: {error}")
            continue
        _say(f"tiles {family} {index + 1}/{scenes} {seen.problem or ''}")
        yield seen, {f"{t.board}/{t.cell}": (t.tile, t.rotation) for t in frame.truth.tiles}


def measure_families(scenes: int) -> dict[str, Any]:
    """The test families: cells with a tile, the share read right (tile and rotation), confidently wrong ones."""
    families = {}
    for family in SPLITS["test"]:
        families[family] = new_score()
        for seen, truth in family_scenes(family, scenes):
            families[family]["frames_refused"] += seen.problem is not None
            count_cells(cells_of(seen), truth, families[family])
    return summed(families, "fast")


# --- path-traced boards --------------------------------------------------------------------------------------------


def cut_cells(image: NDArray[np.uint8], corners_xy: list[Any], side_px: int) -> NDArray[np.uint8]:
    """Straight pictures of cells given by their corners, clockwise from the top left; (n, side, side, 3)."""
    square = (np.array([[0, 0], [side_px, 0], [side_px, side_px], [0, side_px]]) - 0.5).astype(np.float32)
    cut = []
    for corners in corners_xy:
        bend = cv2.getPerspectiveTransform(square, (np.array(corners) - 0.5).astype(np.float32))
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        cut.append(cv2.warpPerspective(image, bend, (side_px, side_px), flags=flags))
    return np.asarray(cut, np.uint8)


def measure_rendered(folder: Path) -> dict[str, Any]:
    """Path-traced pictures with the corners of their cells known; the same keys as the fast pictures."""
    records = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    net = TileNet.load()
    readers: dict[str, TileReader] = {}
    families: dict[str, Score] = {}
    _say(f"{len(records)} rendered pictures of tiles")
    for name, record in records.items():
        family = record["family"]
        reader = readers.setdefault(family, readers.get(family) or TileReader(net, gallery_of(family)))
        image, cells = load_picture(folder / "pictures" / name), record["cells"]
        answers = reader.read(cut_cells(image, [cell["corners_xy"] for cell in cells], net.side_px))
        read = {cell["cell"]: answer.reading(cell["cell"]) for cell, answer in zip(cells, answers, strict=True)}
        truth = {cell["cell"]: (cell["tile"], cell["rotation"]) for cell in cells if cell["tile"]}
        count_cells(read, truth, families.setdefault(family, new_score()))
    return {**summed(families, "path-traced"), "pictures": len(records)}


def rendered_folder(given: Path | None) -> tuple[Path, str] | None:
    """The folder of rendered boards and which set it is: `given`, else `full` (documented command), else `sample`."""
    models = resource("models")
    known = [(models.parent / RENDERED, "full"), (models / "tiles-sample", "sample")]
    for folder, name in [(given, "given")] if given else known:
        if (folder / "truth.json").is_file():
            return folder, name
    return None


# --- real boards of another game -----------------------------------------------------------------------------------


def load_boards(folder: Path) -> tuple[list[NDArray[np.uint8]], list[str], list[str]]:
    """Every labelled cell of a folder of boards: pictures, labels, board names."""
    labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    cells, names, boards = [], [], []
    for board, wanted in labels.items():
        found = sorted((folder / "boards").glob(f"{board}.*"))
        if not found:
            continue
        side = 1 + max(int(cell[1]) for cell in wanted)
        fields = split_grid(load_picture(found[0]), side, side)
        for cell, label in wanted.items():
            cells.append(fields[int(cell[1]) * side + int(cell[3])])
            names.append(label)
            boards.append(board)
    return cells, names, boards


def draw_support(
    rng: np.random.Generator, names: list[str], boards: list[str], shots: int, classes: list[str]
) -> tuple[list[int], list[int]]:
    """Indices of the support pictures (half of the boards) and of the queries (the other half)."""
    halves = set(rng.permutation(sorted(set(boards)))[: len(set(boards)) // 2])
    support: list[int] = []
    for wanted in classes:
        there = [i for i, name in enumerate(names) if name == wanted and boards[i] in halves]
        support += [int(i) for i in rng.choice(there, min(shots, len(there)), replace=False)] if there else []
    queries = [i for i, name in enumerate(names) if boards[i] not in halves and name in classes]
    return support, queries


def score_draw(answers: list[CellAnswer], truth: list[str]) -> tuple[int, int]:
    """How many are right, and how many are confidently wrong."""
    right = sum(a.tile == name for a, name in zip(answers, truth, strict=True))
    bad = sum(
        a.tile not in (None, name) and a.confidence >= DEFAULT_LIMITS.confident
        for a, name in zip(answers, truth, strict=True)
    )
    return right, bad


def measure_shots(boards_dir: Path, shots: int, classes: list[str] | None) -> dict[str, Any]:
    """Twenty draws of `shots` pictures per class; the mean share of right cells."""
    net = TileNet.load()
    cells, names, boards = load_boards(boards_dir)
    chosen = sorted(set(names)) if classes is None else classes
    rng = np.random.default_rng(SEED)
    fitted = np.stack([net.fit(cell) for cell in cells])
    shares, wrong, count = [], 0, 0
    for _ in range(DRAWS):
        support, queries = draw_support(rng, names, boards, shots, chosen)
        reader = TileReader(net, Gallery(tuple(entry_of(names[i], cells[i]) for i in support)))
        right, bad = score_draw(reader.read(fitted[queries]), [names[i] for i in queries])
        shares.append(right / len(queries))
        wrong, count = wrong + bad, count + len(queries)
    return {"cells": count, "correct": round(float(np.mean(shares)), 4), "confident_wrong": wrong}


def measure_boards(boards_dir: Path) -> dict[str, Any]:
    """Terrain with one and five pictures per class, and the same with every label of the folder."""
    figures: dict[str, Any] = {}
    for shots in SHOTS:
        _say(f"real boards, {shots} pictures per class")
        known = set(load_boards(boards_dir)[1])
        terrain = [name for name in TERRAIN if name in known] or None
        figures[f"shots_{shots}"] = measure_shots(boards_dir, shots, terrain)
        figures[f"shots_{shots}_all_labels"] = measure_shots(boards_dir, shots, None)
    first = figures["shots_1"]
    return {**first, "draws": DRAWS, **figures}


# --- all of it -----------------------------------------------------------------------------------------------------


def measure_tiles(args: argparse.Namespace | Path | None) -> dict[str, Any]:
    """`tiles`, `tiles_photoreal` and `tiles_real` (null where there are no pictures), `ms` and `rss_mb`.

    A path stands for --boards.
    """
    boards = args if isinstance(args, Path) else getattr(args, "boards", None)
    scenes = getattr(args, "tile_scenes", None) or SCENES
    rendered = rendered_folder(getattr(args, "tiles_rendered", None))
    ms = measure_frames(gallery_of(TIME_FAMILY))
    return {
        "rss_mb": ms.pop("rss_mb"),
        "ms": ms,
        "tiles": measure_families(scenes),
        "tiles_photoreal": {**measure_rendered(rendered[0]), "set": rendered[1]} if rendered else None,
        "tiles_real": measure_boards(boards) if boards else None,
    }
