"""Figures of the eye: dice on rendered and real pictures, the classical baseline, tiles, time and memory."""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.app.bench import eye_dice, eye_tiles
from assistant.app.bench.eye_straight import eye_over, straight
from assistant.resources import resource
from assistant.vision.classical import read_classical
from assistant.vision.dice import DiceReader
from assistant.vision.evidence import EmptyBoard
from assistant.vision.loose import read_loose
from assistant.vision.readings import DieReading

Pixels = NDArray[np.uint8]
Items = list[tuple[Path, dict[str, Any]]]
Read = tuple[Mapping[str, Any], Mapping[str, Any], list[DieReading]]
"""The record of a picture, the record in the straight view, and what was read there."""
FULL_SET = Path(".cache") / "dice-test"
"""Made by `make -C models test-set`: fixed seeds, so every machine renders the same pictures."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where the pictures are."""
    parser.add_argument(
        "--photos", type=Path, action="append", default=[], metavar="DIR", help="real dice (repeatable)"
    )
    parser.add_argument("--boards", type=Path, default=None, metavar="DIR", help="real Kingdomino boards")
    parser.add_argument(
        "--rendered", type=Path, default=None, metavar="DIR", help="another folder of rendered pictures"
    )
    parser.add_argument("--limit", type=int, default=None, metavar="N", help="only the first N rendered pictures")
    parser.add_argument("--dice-only", action="store_true", help="leave out tiles and whole frames")
    parser.add_argument("--no-baseline", action="store_true", help="leave out the classical reader")
    eye_tiles.add_arguments(parser)


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Return the figures under the keys that stay fixed; what was not asked for or is not there is null."""
    reader = DiceReader.load()
    figures: dict[str, Any] = {"set": None, "photoreal": None, "real": None, "baseline": None, "tiles": None}
    figures |= {"tiles_photoreal": None, "tiles_real": None, "rss_mb": None}
    figures.update(measure_rendered(args, reader))
    figures["real"], figures["real_sets"] = measure_photos(args.photos, DiceReader.load(sight="loose"))
    limits = reader.limits
    figures["thresholds"] = {"value": limits.value_sure, "colour": limits.colour_sure, "confident": limits.confident}
    figures["ms"] = {"frame_p50": None, "frame_p95": None, "unchanged_p50": None, "load": None}
    figures["ms"]["dice_regions_p50"] = measure_regions(reader)
    figures["ms"]["dice_expert_most"] = measure_expert(reader)
    if not args.dice_only:
        _merge(figures, eye_tiles.measure_tiles(args))
    return figures


def rendered_folder(given: Path | None) -> tuple[Path, str] | None:
    """Return the folder of rendered test pictures and which set it is: `given`, `full` or `sample`."""
    full = resource("models").parent / FULL_SET
    for folder, name in ((given, "given"), (full, "full"), (resource("models") / "dice-sample", "sample")):
        if folder is not None and (folder / "truth.json").is_file():
            return folder, name
    return None


def measure_rendered(args: argparse.Namespace, reader: DiceReader) -> dict[str, Any]:
    """Return `set`, `photoreal` (inside the bar), the curves over everything, and `baseline` on the same pictures."""
    place = rendered_folder(args.rendered)
    if place is None:
        return {}
    items = eye_dice.rendered_set(place[0])[: args.limit]
    _say(f"{len(items)} rendered pictures ({place[1]} set)")

    read, alone, known = _read_all(items, reader)
    sure = reader.limits.confident
    scored = _scored(read, sure)
    figures: dict[str, Any] = {
        "set": place[1],
        "photoreal": _bar(scored),
        "photoreal_own_view": _own_view(read, sure),
        "photoreal_empty_boards": known,
        "photoreal_without_reference": _bar(_scored(alone, sure)),
        "photoreal_own_view_without_reference": _own_view(alone, sure),
        "photoreal_by_material": eye_dice.by_material(
            [(view["dice"], dice) for record, view, dice in read if eye_dice.in_bar(record)], sure
        ),
        "photoreal_by_die_px": eye_dice.curve(scored, "die_px", eye_dice.PIXEL_BINS),
        "photoreal_by_elevation": eye_dice.curve(scored, "elevation_deg", eye_dice.ELEVATION_BINS),
    }
    if not args.no_baseline:
        counted = [(record, view, read_classical(image, view["die_px"])) for record, image, view in _views(items)]
        figures["baseline"] = _bar(_scored(counted, 0.0))
    return figures


def _views(items: Items) -> Iterator[tuple[Mapping[str, Any], Pixels, Mapping[str, Any]]]:
    """Yield every record, its picture as the eye reads a statue (straightened), and the record in those pixels."""
    for image, record in eye_dice.loaded(items):
        if "tops_to_px" not in record:
            why = "a rendered picture without its camera (tops_to_px), made by an older renderer"
            raise SystemExit(f"seed {record.get('seed')}: {why}; render the set again: make -C models test-set")
        yield record, *straight(image, record)


def _by_network(image: Pixels, view: Mapping[str, Any], reader: DiceReader) -> list[DieReading]:
    return reader.read_regions([image], view["die_px"])[0]


def _read_all(items: Items, reader: DiceReader) -> tuple[list[Read], list[Read], int]:
    """Return what is read where the empty table is known, what without that, and of how many pictures it is known.

    As at a table: the empty board tells where something lies, and where the camera stands which side of a die it sees.
    """
    read, alone, known = [], [], 0
    for (path, _), (record, image, view) in zip(items, _views(items), strict=True):
        dice = _by_network(image, view, reader)
        alone.append((record, view, dice))
        empty = eye_dice.empty_board(path)
        if empty is not None:
            known += 1
            board = known_board(empty, record, view, reader)
            dice = reader.read_regions([image], view["die_px"], boards=[board])[0]
        read.append((record, view, dice))
    return read, alone, known


def known_board(empty: Pixels, record: Mapping[str, Any], view: Mapping[str, Any], reader: DiceReader) -> EmptyBoard:
    """Return what a calibration knows of a rendered table, of its empty companion."""
    then, _ = straight(empty, record)
    over = eye_over(record, (empty.shape[1], empty.shape[0]), view["die_px"])
    return EmptyBoard(then, view["die_px"], over, partial(_by_network, then, view, reader))


def _scored(read: list[Read], confident: float) -> list[eye_dice.Scored]:
    return [(record, eye_dice.score_picture(view["dice"], dice, confident)) for record, view, dice in read]


def _bar(scored: list[eye_dice.Scored]) -> dict[str, Any]:
    return dict(eye_dice.total(score for record, score in scored if eye_dice.in_bar(record)).shares())


def _own_view(read: list[Read], confident: float) -> dict[str, Any]:
    """The bar's pictures again, counting only dice that are large and steep enough where they lie.

    With a wide lens a far die is half as large as one in the middle, and seen flatter: straightened, it is blurred.
    """
    clear = [eye_dice.only_clear(view, dice) for record, view, dice in read if eye_dice.in_bar(record)]
    return dict(eye_dice.total(eye_dice.score_picture(*row, confident) for row in clear).shares())


def measure_photos(folders: list[Path], reader: DiceReader) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
    """Return the figures over all folders together and one row a folder, saying whether only the test list counts."""
    names = {name for part in json.loads((resource("models") / "real-test.json").read_text()).values() for name in part}
    rows, whole = [], eye_dice.Score()
    for folder in folders:
        if not (folder / "labels.json").is_file():
            raise SystemExit(f"{folder}: no labels.json there; --photos takes folders with pictures/ and labels.json")
        items, cut = eye_dice.photo_set(folder, names)
        _say(f"{len(items)} photographs of {folder.name}" + (" (the committed test list only)" if cut else ""))
        sure = reader.limits.confident
        scored = eye_dice.score_all(eye_dice.loaded(items), lambda image, _: read_loose(image, reader), sure)
        part = eye_dice.total(score for _, score in scored)
        rows.append({"folder": folder.name, "test_list_only": cut, **part.shares()})
        whole += part
    return (dict(whole.shares()) if folders else None), rows


def measure_regions(reader: DiceReader) -> float | None:
    """Return the middle time in ms for four regions of 240x240 pixels, cut from rendered pictures of 30 px dice."""
    place = rendered_folder(None)
    if place is None:
        return None
    regions = _regions(place[0])
    return _middle_ms(lambda: reader.read_regions(regions, 30.0))


def measure_expert(reader: DiceReader) -> float | None:
    """Return the middle time in ms of the expert asked about as many faces as it ever is in a frame, each twice."""
    if reader.expert is None:
        return None
    side = reader.expert.packed_side
    expert, squares = reader.expert, np.zeros((2 * reader.limits.most_asked, side, side, 12), np.uint8)
    return _middle_ms(lambda: expert(squares))


def _middle_ms(run: Callable[[], object], rounds: int = 15) -> float:
    took = []
    for _ in range(rounds):
        started = time.perf_counter()
        run()
        took.append((time.perf_counter() - started) * 1e3)
    return round(float(np.median(took)), 2)


def _regions(folder: Path) -> list[Pixels]:
    """Return four squares of pictures whose dice are about 30 pixels."""
    items = [item for item in eye_dice.rendered_set(folder) if 26 <= item[1]["die_px"] <= 34][:4]
    out = []
    for image, record in eye_dice.loaded(items):
        x, y = (int(v) for v in record["dice"][0]["top_xy"])
        left, top = min(max(0, x - 120), 400), min(max(0, y - 120), 240)
        out.append(image[top : top + 240, left : left + 240])
    return out


def _merge(figures: dict[str, Any], more: Mapping[str, Any]) -> None:
    """Add figures; dictionaries such as `ms` are joined."""
    for key, value in more.items():
        if isinstance(value, Mapping) and isinstance(figures.get(key), dict):
            figures[key].update(value)
        else:
            figures[key] = value


def _say(text: str) -> None:
    sys.stderr.write(f"bench eye: {text}\n")
