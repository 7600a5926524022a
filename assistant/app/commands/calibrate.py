"""`durbar calibrate IMAGE --out FILE`: find the boards, say how good the picture is and what to improve."""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("images", nargs="*", type=Path, metavar="IMAGE", help="one picture per camera")
    parser.add_argument("--camera", action="append", default=[], metavar="SRC", help="take the picture from a camera")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the calibration to write (JSON)")
    corners = "BOARD=x,y,x,y,x,y,x,y: four corners clockwise from its owner's top left, for a board without markers"
    parser.add_argument("--corners", action="append", default=[], metavar="BOARD=...", help=corners)
    parser.add_argument("--die-mm", type=float, default=None, help="side of a die (14)")
    parser.add_argument("--marker-mm", type=float, default=None, help="side of a printed marker (22)")
    parser.add_argument("--lens", nargs="+", type=Path, metavar="IMAGE", help="pictures of the ChArUco board")
    parser.add_argument("--json", action="store_true", help="print the quality report as JSON")


def _corners(words: list[str]) -> dict[str, Any]:
    from assistant.vision.calibration import CalibrationError

    found = {}
    for word in words:
        name, _, numbers = word.partition("=")
        try:
            found[name] = np.array([float(v) for v in numbers.split(",")]).reshape(4, 2)
        except ValueError:
            raise CalibrationError(
                f"--corners {word!r:.60}: eight numbers are needed, as in red/kali=10,10,..."
            ) from None
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
    return CalibrationWish(_corners(args.corners), card, args.die_mm or DIE_SIDE_MM, lens)


def _by_file(message: str, images: list[Path]) -> str:
    """What went wrong, by the name of the picture instead of the name its camera would have got."""
    for i, path in enumerate(images):
        message = message.replace(f"camera{i}: ", f"{path}: ", 1) if message.startswith(f"camera{i}: ") else message
    return message


def sentence(hint: Mapping[str, Any]) -> str:
    """One piece of advice in English; an unknown code is shown as it is."""
    text = ADVICE.get(hint["code"])
    return text.format(**hint["facts"]) if text else f"{hint['code']}: {json.dumps(hint['facts'])}"


def report_lines(name: str, quality: Mapping[str, Any], boards: int) -> list[str]:
    """The report of one camera in words."""
    head = f"{name}: {quality['verdict']}. {boards} boards, markers fit to {quality['reprojection_px']} px, "
    head += f"smallest die {quality['die_px_min']} px"
    return [head, *(f"  - {sentence(hint)}" for hint in quality["advice"])]


def run(args: argparse.Namespace) -> int:
    """Calibrate, write the file, print the report."""
    from assistant.vision.calibrate import calibrate
    from assistant.vision.calibration import CalibrationError, save
    from assistant.vision.capture import CameraError
    from assistant.vision.pictures import PictureError

    if not args.images and not args.camera:
        print("give a picture or --camera SRC", file=sys.stderr)
        return 2
    try:
        calibration = calibrate(_pictures(args), _wish(args))
        save(calibration, args.out)
    except (CalibrationError, PictureError, CameraError) as error:
        print(_by_file(str(error), args.images), file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{args.out}: cannot be written ({error.strerror})", file=sys.stderr)
        return 1
    if args.json:
        cameras = [{"camera": c.name, **c.quality} for c in calibration.cameras]
        print(json.dumps({"out": str(args.out), "cameras": cameras}))
    else:
        for camera in calibration.cameras:
            print("\n".join(report_lines(camera.name, camera.quality, len(camera.boards))))
    return 0
