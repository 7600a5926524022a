"""`durbar calibrate IMAGE --out FILE`: find the boards, say how good the picture is and what to improve."""

import argparse
import json
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from assistant.output import refused

ADVICE = {
    "dice_too_small": "{board}: a die is only {value} pixels wide; move the camera closer (wanted: {wanted})",
    "camera_too_low": "{board}: the camera looks from {value} degrees; raise it above {wanted}",
    "too_dark": "{board}: too dark ({value} of 255); more light, wanted is {wanted}",
    "glare": "{board}: {value:.0%} of it is burnt out by glare; move the lamp or the camera",
    "markers_do_not_fit": "{board}: the markers fit only to {value} px; push the cards against the board's edge",
    "board_cut_off": "{board}: lies partly outside the picture; move the camera back or turn it",
    "markers_missing": "{board}: {seen} of 4 markers seen; uncover the others or lay them flat",
    "board_missing": "{board}: not found; its seat cannot be read without it",
    "blurred": "the picture is blurred ({value} px at an edge, wanted {wanted}); focus, or hold the camera still",
    "lens_assumed": "too few markers to measure the lens; lay out more boards, or calibrate it with --lens",
}


DIE_MM = (8.0, 50.0)
"""Sides of a die that are believed: small pocket dice to large soft ones. With smaller ones the kept pictures of the
empty statues would be many times as large."""
MARKER_MM = (5.0, 200.0)
"""Sides of a printed marker; smaller ones no camera sees, larger ones fit on no sheet."""
CORNER_LIMIT_PX = 1e5
CORNERS_FORM = "BOARD=x,y,x,y,x,y,x,y, as in red/kali=310,220,470,225,480,440,300,436"


class UsageError(ValueError):
    """The options do not go together; the message says how they do."""


@dataclass(frozen=True, slots=True)
class GivenCorners:
    """One `--corners`: a board's corners in the picture of a camera, of the only one without a name."""

    camera: str | None
    board: str
    corners_px: Any
    """Shape (4, 2), clockwise from the owner's top left."""


def _length(limits: tuple[float, float], what: str) -> Callable[[str], float]:
    """A parser of millimetres within limits."""

    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not limits[0] <= value <= limits[1]:
            raise argparse.ArgumentTypeError(f"{text!r:.40} is no {what}; give {limits[0]:g} to {limits[1]:g} mm")
        return value

    return parse


def _corners(text: str) -> GivenCorners:
    """`[CAMERA:]BOARD=` and eight numbers; the name of a camera may be an address with `:` and `=` of its own."""
    from assistant.vision.layout import known_boards

    name, _, numbers = text.rpartition("=")
    camera, _, board = name.rpartition(":")
    if board not in known_boards():
        known = ", ".join(known_boards())
        raise argparse.ArgumentTypeError(f"{board!r:.40} is no board; give {CORNERS_FORM}; boards are {known}")
    try:
        corners = np.array([float(word) for word in numbers.split(",")]).reshape(4, 2)
    except ValueError:
        corners = np.full((4, 2), np.nan)
    if not (np.abs(corners) <= CORNER_LIMIT_PX).all():
        raise argparse.ArgumentTypeError(f"{text!r:.60}: eight numbers are needed, {CORNERS_FORM}")
    return GivenCorners(camera or None, board, corners)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("images", nargs="*", type=Path, metavar="IMAGE", help="one picture per camera")
    parser.add_argument("--camera", action="append", default=[], metavar="SRC", help="take the picture from a camera")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the calibration to write (JSON)")
    corners = "four corners clockwise from its owner's top left, for a board without markers: BOARD=x,y,x,y,x,y,x,y; "
    corners += "with several pictures begin with the camera's name, as in camera1:red/kali=..."
    parser.add_argument(
        "--corners", action="append", type=_corners, default=[], metavar="[CAMERA:]BOARD=...", help=corners
    )
    die, marker = _length(DIE_MM, "side of a die"), _length(MARKER_MM, "side of a marker")
    parser.add_argument("--die-mm", type=die, default=None, metavar="MM", help="side of a die (14)")
    parser.add_argument("--marker-mm", type=marker, default=None, metavar="MM", help="side of a printed marker (22)")
    parser.add_argument("--lens", nargs="+", type=Path, metavar="IMAGE", help="pictures of the ChArUco board")
    parser.add_argument("--json", action="store_true", help="print the quality report as JSON")
    colours = "learn the dice colours from a picture of four dice, one of each colour, on a statue; needs --calibration"
    parser.add_argument("--colours", action="store_true", help=colours)
    parser.add_argument(
        "--calibration", type=Path, metavar="FILE", help="with --colours: the file they are written into"
    )
    parser.add_argument("--camera-name", metavar="NAME", help="with --colours: which of its cameras took the picture")


def _camera_names(args: argparse.Namespace) -> dict[str, str]:
    """Every camera's name and where its picture comes from."""
    return {f"camera{i}": str(path) for i, path in enumerate(args.images)} | {name: name for name in args.camera}


def _corners_by_camera(given: Sequence[GivenCorners], cameras: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Corners by camera and board; raises UsageError where it is not said, or not known, whose they are."""
    found: dict[str, dict[str, Any]] = {}
    for one in given:
        camera = one.camera or (next(iter(cameras)) if len(cameras) == 1 else "")
        if camera not in cameras:
            what = "is no camera here" if camera else "there are several pictures"
            there = ", ".join(name if name == source else f"{name} ({source})" for name, source in cameras.items())
            form = f"--corners {list(cameras)[-1]}:{one.board}=..."
            raise UsageError(
                f"--corners {camera or one.board}: {what}; name the camera as in {form}; there are {there}"
            )
        if one.board in found.setdefault(camera, {}):
            raise UsageError(f"--corners {one.board}: given twice for {camera}; give four corners once")
        found[camera][one.board] = one.corners_px
    return found


def _pictures(args: argparse.Namespace) -> dict[str, Any]:
    """Pictures by camera name, from files or live."""
    from assistant.vision.capture import good_frame, open_source
    from assistant.vision.pictures import load_picture

    pictures = {f"camera{i}": load_picture(path) for i, path in enumerate(args.images)}
    for source in args.camera:
        opened = open_source(source)
        try:
            pictures[source] = good_frame(opened, f"camera {source}").image
        finally:
            opened.close()
    return pictures


def _wish(args: argparse.Namespace) -> Any:  # noqa: ANN401 - imported lazily
    from assistant.vision.calibrate import CalibrationWish
    from assistant.vision.layout import DIE_SIDE_MM, MarkerCard
    from assistant.vision.lens import calibrate_lens
    from assistant.vision.pictures import load_picture

    lens = None
    if args.lens:
        lens, error = calibrate_lens([load_picture(path) for path in args.lens])
        print(f"lens: {error:.2f} px", file=sys.stderr)
    card = MarkerCard(args.marker_mm, args.marker_mm / 4) if args.marker_mm else MarkerCard()
    return CalibrationWish(card=card, die_side_mm=args.die_mm or DIE_SIDE_MM, lens=lens)


def _by_file(message: str, images: list[Path]) -> str:
    """What went wrong, by the name of the picture instead of the name its camera would have got."""
    for i, path in enumerate(images):
        message = message.replace(f"camera{i}: ", f"{path}: ", 1) if message.startswith(f"camera{i}: ") else message
    return message


def sentence(hint: Mapping[str, Any]) -> str:
    """One piece of advice in English; an unknown code is shown as it is."""
    text = ADVICE.get(hint["code"])
    return text.format(**hint["facts"]) if text else f"{hint['code']}: {json.dumps(hint['facts'])}"


def with_words(quality: Mapping[str, Any]) -> dict[str, Any]:
    """The report with the sentence beside the code of every advice."""
    return {**quality, "advice": [{**hint, "message": sentence(hint)} for hint in quality["advice"]]}


def report_lines(name: str, quality: Mapping[str, Any], boards: int) -> list[str]:
    """The report of one camera in words."""
    head = f"{name}: {quality['verdict']}. {boards} boards, markers fit to {quality['reprojection_px']} px, "
    head += f"smallest die {quality['die_px_min']} px"
    return [head, *(f"  - {sentence(hint)}" for hint in quality["advice"])]


def calibrated(args: argparse.Namespace) -> Any:  # noqa: ANN401 - Calibration, imported lazily
    """Find the boards of every picture and write the file; raises what `run` tells."""
    from assistant.vision.calibrate import calibrate
    from assistant.vision.calibration import save
    from assistant.writing import writable_place

    corners = _corners_by_camera(args.corners, _camera_names(args))
    writable_place(args.out)
    calibration = calibrate(_pictures(args), _wish(args), corners)
    save(calibration, args.out)
    return calibration


def _tell(calibration: Any, args: argparse.Namespace) -> None:  # noqa: ANN401 - Calibration
    """The report on stdout."""
    if args.json:
        cameras = [{"camera": c.name, **with_words(c.quality)} for c in calibration.cameras]
        print(json.dumps({"out": str(args.out), "cameras": cameras}, allow_nan=False))
        return
    for camera in calibration.cameras:
        print("\n".join(report_lines(camera.name, camera.quality, len(camera.boards))))


def _misuse(args: argparse.Namespace) -> str:
    """What is missing or does not go together, or an empty text."""
    if not args.colours:
        if args.calibration or args.camera_name:
            return "--calibration and --camera-name go with --colours only"
        if not args.out:
            return "give --out FILE, the calibration to write"
        return "" if args.images or args.camera else "give a picture or --camera SRC"
    if args.calibration is None or len(args.images) != 1:
        return "--colours needs one picture and --calibration FILE, the file the colours are written into"
    others = args.camera or args.corners or args.lens or args.die_mm or args.marker_mm
    return "--colours goes with --calibration, --camera-name, --out and --json only" if others else ""


def _run(args: argparse.Namespace) -> None:
    """Do it and print the report; raises what `run` tells."""
    if args.colours:
        from assistant.app.colour_command import learn_into_file

        print(learn_into_file(args))
    else:
        _tell(calibrated(args), args)


def run(args: argparse.Namespace) -> int:
    """Calibrate, write the file, print the report."""
    from assistant.vision.calibration import CalibrationError
    from assistant.vision.capture import CameraError
    from assistant.vision.infer import ModelError
    from assistant.vision.pictures import PictureError

    if misuse := _misuse(args):
        print(misuse, file=sys.stderr)
        return 2
    try:
        _run(args)
    except UsageError as error:
        print(error, file=sys.stderr)
        return 2
    except (CalibrationError, PictureError, CameraError, ModelError) as error:
        return refused("refused", _by_file(str(error), args.images), as_json=args.json)
    except OSError as error:
        if error.filename is None:
            raise
        why = f"{error.filename}: cannot be written ({error.strerror}); choose another --out"
        return refused("refused", why, as_json=args.json)
    return 0
