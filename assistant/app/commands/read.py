"""`durbar read IMAGE --calibration FILE --json` and `durbar read IMAGE --loose --json`."""

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from assistant.output import refused

PROBLEMS = {
    "too_dark": "the picture is too dark to be read; switch on a light",
    "over_exposed": "the picture is over-exposed; less light or a shorter exposure",
    "blurred": "the picture is blurred; hold the camera still and focus",
    "green_frame": "the camera delivered a flat or green picture; check its cable",
    "no_markers": "none of the calibrated markers is in its place; calibrate this picture first",
    "drifted": "the camera was moved and the boards are not found again; put it back or calibrate again",
    "no_dice": "no dice were found in this picture; take it closer and from above",
    "wrong_size": "the picture's size differs from the calibrated one; calibrate again",
}

CUT = " (the statue lies partly outside the picture: there may be more dice; move the camera and calibrate again)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    parser.add_argument("--calibration", type=Path, metavar="FILE", help="made by `durbar calibrate`")
    parser.add_argument("--camera-name", default=None, help="which camera of the calibration took the picture")
    parser.add_argument("--gallery", type=Path, metavar="GALLERY", help="also read the tiles, with this gallery")
    parser.add_argument("--loose", action="store_true", help="any photo of dice, no calibration")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout, nothing else")


def die_record(die: Any) -> dict[str, Any]:  # noqa: ANN401 - DieReading, imported lazily
    """A die as the fixed JSON has it."""
    box = [round(float(v), 1) for v in die.box_xyxy]
    return {"colour": die.colour, "value": die.value, "confidence": round(float(die.confidence), 4), "box_xyxy": box}


def tile_record(tile: Any) -> dict[str, Any]:  # noqa: ANN401 - TileReading, imported lazily
    """A cell as the fixed JSON has it."""
    record = {"cell": tile.cell, "tile": tile.tile, "rotation": tile.rotation}
    return {**record, "confidence": round(float(tile.confidence), 4), "empty": tile.empty, "covered": tile.covered}


def seat_record(seat: Any) -> dict[str, Any]:  # noqa: ANN401 - SeatReading, imported lazily
    """A seat as the fixed JSON has it."""
    dice, tiles = [die_record(die) for die in seat.dice], [tile_record(tile) for tile in seat.tiles]
    marks = {"covered": seat.covered, "overfull": seat.overfull, "cut": seat.cut}
    return {"seat": seat.seat, "dice": dice, "tiles": tiles, **marks}


def observation_record(seen: Any) -> dict[str, Any]:  # noqa: ANN401 - Observation, imported lazily
    """What `durbar read --calibration` prints for one picture."""
    record: dict[str, Any] = {"seats": [seat_record(seat) for seat in seen.seats]}
    if seen.display is not None:
        record["display"] = [tile_record(tile) for tile in seen.display]
    if seen.problem is not None:
        record |= {"problem": seen.problem, "message": PROBLEMS.get(seen.problem, seen.problem)}
    return {**record, "ms": dict(seen.ms)}


def no_dice_record(why: str | None) -> dict[str, Any]:
    """What is said of a photograph without dice; `reason` where its light or blur may be why."""
    if why is None:
        return {"problem": "no_dice", "message": PROBLEMS["no_dice"]}
    return {"problem": "no_dice", "reason": str(why), "message": f"no dice were found: {PROBLEMS[why]}"}


def _loose_reader() -> Callable[[Path], dict[str, Any]]:
    from assistant.vision.dice import DiceReader
    from assistant.vision.framecheck import photo_problem
    from assistant.vision.loose import read_loose
    from assistant.vision.pictures import load_picture

    reader = DiceReader.load(sight="loose")

    def read(path: Path) -> dict[str, Any]:
        image = load_picture(path)
        started = time.perf_counter()
        dice = read_loose(image, reader)
        record: dict[str, Any] = {"dice": [die_record(die) for die in dice]}
        if not dice:
            record |= no_dice_record(photo_problem(image) if image.ndim == 3 else None)
        return {**record, "ms": {"total": (time.perf_counter() - started) * 1000}}

    return read


def _table_reader(args: argparse.Namespace) -> Callable[[Path], dict[str, Any]]:
    from assistant.vision import calibration, gallery
    from assistant.vision.dice import DiceReader
    from assistant.vision.pictures import load_picture
    from assistant.vision.pipeline import Eye
    from assistant.vision.tile_net import TileNet
    from assistant.vision.tiles import TileReader

    fitted = calibration.load(args.calibration)
    fitted.camera(args.camera_name)
    tiles = TileReader(TileNet.load(), gallery.load(args.gallery)) if args.gallery else None
    dice = DiceReader.load()

    def read(path: Path) -> dict[str, Any]:
        image = load_picture(path)
        # A fresh eye for every picture: single pictures have no history to compare with.
        return observation_record(Eye(fitted, dice, tiles, camera=args.camera_name).observe(image, 0, 0.0))

    return read


def _refusals() -> tuple[type[Exception], ...]:
    from assistant.vision.calibration import CalibrationError
    from assistant.vision.gallery import GalleryError
    from assistant.vision.pictures import PictureError
    from assistant.vision.tile_net import ModelError

    return (CalibrationError, GalleryError, PictureError, ModelError, FileNotFoundError)


def _show(record: dict[str, Any]) -> str:
    """A picture's readings for people."""
    if "problem" in record:
        return f"  no reading: {record['message']}"
    groups = record.get("seats", [{"seat": "dice", **record}])
    lines = []
    for group in groups:
        dice = " ".join(f"{die['colour'] or '?'}-{die['value'] or '?'}" for die in group["dice"]) or "no dice"
        tiles = " ".join(f"{t['cell']}:{t['tile']}@{t['rotation']}" for t in group.get("tiles", []) if t["tile"])
        hidden = CUT if group.get("cut") else " (partly covered)" if group.get("covered") else ""
        lines.append(f"  {group['seat']}: {dice}{' | ' + tiles if tiles else ''}{hidden}")
    return "\n".join(lines)


def _record(read: Callable[[Path], dict[str, Any]], path: Path, alone: bool) -> dict[str, Any]:
    """One picture's record; among several, a picture that cannot be opened becomes a record with its message."""
    try:
        return {"image": path.name, **read(path)}
    except _refusals() as error:
        if alone:
            raise
        return {"image": path.name, "problem": "no_picture", "message": str(error), "seats": [], "dice": []}


def run(args: argparse.Namespace) -> int:
    """Read every picture; 1 when any of them gives no reading."""
    if bool(args.loose) == bool(args.calibration):
        print("give either --calibration FILE or --loose", file=sys.stderr)
        return 2
    problem = "refused"
    try:
        read = _loose_reader() if args.loose else _table_reader(args)
        problem = "no_picture"
        records = [_record(read, path, alone=len(args.images) == 1) for path in args.images]
    except _refusals() as error:
        return refused(problem, str(error), as_json=args.json)
    if args.json:
        single = {key: value for key, value in records[0].items() if key != "image"}
        print(json.dumps(single if len(records) == 1 else {"pictures": records}))
    else:
        for record in records:
            print(f"{record['image']}:\n{_show(record)}")
    for record in records:
        if "problem" in record:
            print(f"{record['image']}: {record['message']}", file=sys.stderr)
    return 1 if any("problem" in record for record in records) else 0
