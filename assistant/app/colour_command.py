"""`durbar calibrate IMAGE --colours --calibration FILE`: the dice colours of a table into its calibration."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from assistant.vision.calibration import Calibration, CalibrationError, CameraCalibration, load, save
from assistant.vision.colour_lesson import Lesson, learn_table_colours
from assistant.vision.dice import DiceReader
from assistant.vision.framecheck import light_problem, measure_light
from assistant.vision.pictures import load_picture
from assistant.writing import writable_place

NO_FOUR_DICE = (
    "four dice, one of each colour, were not found on a statue; lay exactly these four on one statue, apart from each "
    "other, and take the picture again"
)


def _fitting_picture(path: Path, camera: CameraCalibration) -> Any:  # noqa: ANN401 - a picture
    """The picture, if it can be one of this camera; raises CalibrationError."""
    image = load_picture(path)
    height, width = image.shape[:2]
    if (width, height) != camera.lens.size_px:
        wanted = "x".join(map(str, camera.lens.size_px))
        raise CalibrationError(f"{path}: {width}x{height} pixels, but {camera.name} has {wanted}; use its own picture")
    if problem := light_problem(measure_light(image)):
        raise CalibrationError(
            f"{path}: no colours can be learned from it ({problem}); change the light, take it again"
        )
    return image


def learn(path: Path, calibration: Calibration, camera_name: str | None) -> Lesson:
    """Learn from one picture; raises CalibrationError when it shows no such four dice."""
    camera = calibration.camera(camera_name)
    image = _fitting_picture(path, camera)
    lesson = learn_table_colours(image, calibration, camera, DiceReader.load().learn_colours)
    if lesson is None:
        raise CalibrationError(f"{path}: {NO_FOUR_DICE}")
    return lesson


def learn_into_file(args: argparse.Namespace) -> str:
    """Learn and write; returns what to print. The file is `--out`, or the calibration itself."""
    out: Path = args.out or args.calibration
    calibration = load(args.calibration)
    writable_place(out)
    lesson = learn(args.images[0], calibration, args.camera_name)
    colours = lesson.colours.to_json()
    save(replace(calibration, colours=colours), out)
    if args.json:
        return json.dumps({"out": str(out), "seat": lesson.seat, "colours": colours}, allow_nan=False)
    return f"{out}: the colours of the four dice on the statue of {lesson.seat} are learned"
