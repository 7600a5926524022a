"""The calibration file: where every camera stands, where every board lies, how good the picture was.

The JSON form is described by `calibration/schema.json`; `VERSION` goes up when a reader of the old form would be wrong.
"""

import base64
import binascii
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import numpy as np

from assistant.vision.layout import (
    DIE_SIDE_MM,
    MarkerCard,
    PlacedBoard,
    Placement,
    Points,
    known_boards,
)
from assistant.vision.pictures import PictureError, PictureLimits, unpack_picture
from assistant.vision.pose import Lens, Pose

FORMAT = "durbar-calibration"
VERSION = 1
EMPTY_LIMITS = PictureLimits(most_megapixels=1.0, most_megabytes=0.5)
"""Of one board's picture in the file; what is made here has a tenth of that."""


class CalibrationError(ValueError):
    """The file cannot be used; the message names the file, what is wrong and the way out."""


@dataclass(frozen=True, slots=True)
class CameraCalibration:
    """One camera: lens, pose and the boards it sees, in the camera's own table axes."""

    name: str
    lens: Lens
    pose: Pose
    boards: tuple[PlacedBoard, ...]
    markers_px: Mapping[int, Points] = field(default_factory=dict)
    """Marker id to its corners in the calibration picture: what the drift check expects to see."""
    found_by: Mapping[str, str] = field(default_factory=dict)
    """Board name to `markers` or `corners`."""
    errors_px: Mapping[str, float] = field(default_factory=dict)
    quality: Mapping[str, Any] = field(default_factory=dict)
    empty: Mapping[str, bytes] = field(default_factory=dict)
    """Board name to the JPEG of its print without dice (`reference.pack_empty`); files made before have none."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """A table: its cameras and the sizes of what lies on it."""

    cameras: tuple[CameraCalibration, ...]
    card: MarkerCard = field(default_factory=MarkerCard)
    die_side_mm: float = DIE_SIDE_MM
    colours: Mapping[str, Any] = field(default_factory=dict)
    """What the dice reader learned about this table's colours; opaque here."""

    def camera(self, name: str | None = None) -> CameraCalibration:
        """Return the camera of that name, the first without a name; raises CalibrationError."""
        for camera in self.cameras:
            if name in (None, camera.name):
                return camera
        raise CalibrationError(f"no camera {name!r} in this calibration; there are {[c.name for c in self.cameras]}")

    @property
    def seats(self) -> tuple[str, ...]:
        """Every seat with a board in view of any camera, in the order of the cameras."""
        names = [b.board.seat for camera in self.cameras for b in camera.boards if b.board.seat]
        return tuple(dict.fromkeys(names))


# --- to JSON ------------------------------------------------------------------------------------------------------


def _board_record(camera: CameraCalibration, placed: PlacedBoard) -> dict[str, Any]:
    name, place = placed.board.name, placed.placement
    return {
        "name": name,
        "x_mm": round(place.x_mm, 3),
        "y_mm": round(place.y_mm, 3),
        "turn_deg": round(place.turn_deg, 4),
        "found_by": camera.found_by.get(name, "markers"),
        "error_px": round(camera.errors_px.get(name, 0.0), 3),
    }


def _lens_record(lens: Lens) -> dict[str, Any]:
    return {
        "size_px": list(lens.size_px),
        "focal_px": lens.focal_px,
        "centre_px": list(lens.centre_px),
        "distortion": list(lens.distortion),
        "source": lens.source,
    }


def _camera_record(camera: CameraCalibration) -> dict[str, Any]:
    return {
        "name": camera.name,
        "lens": _lens_record(camera.lens),
        "pose": {"rotation": list(camera.pose.rotation), "translation_mm": list(camera.pose.translation_mm)},
        "boards": [_board_record(camera, placed) for placed in camera.boards],
        "markers_px": {str(i): np.round(corners, 2).tolist() for i, corners in sorted(camera.markers_px.items())},
        "quality": dict(camera.quality),
        "empty": {name: base64.b64encode(data).decode("ascii") for name, data in camera.empty.items()},
    }


def to_json(calibration: Calibration) -> dict[str, Any]:
    """The document that `from_json` reads back to an equal calibration (pixels rounded to 1/100)."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "die_side_mm": calibration.die_side_mm,
        "card": {"side_mm": calibration.card.side_mm, "quiet_mm": calibration.card.quiet_mm},
        "cameras": [_camera_record(camera) for camera in calibration.cameras],
        "colours": dict(calibration.colours),
    }


def save(calibration: Calibration, path: Path) -> None:
    """Write the file; a reader never sees half of it."""
    text = json.dumps(to_json(calibration), indent=1)
    draft = path.with_name(path.name + ".part")
    draft.write_text(text + "\n", encoding="utf-8")
    draft.replace(path)


# --- from JSON ----------------------------------------------------------------------------------------------------


class _Reader:
    """Takes typed values out of a JSON document and says where it does not fit."""

    def __init__(self, value: Any, where: str) -> None:  # noqa: ANN401 - any JSON value
        self.value, self.where = value, where

    def fail(self, what: str) -> CalibrationError:
        return CalibrationError(f"{self.where}: {what}")

    def at(self, key: str) -> "_Reader":
        if not isinstance(self.value, dict) or key not in self.value:
            raise self.fail(f"{key!r} is missing")
        return _Reader(self.value[key], f"{self.where}.{key}")

    def items(self) -> "list[_Reader]":
        if not isinstance(self.value, list):
            raise self.fail("must be a list")
        return [_Reader(v, f"{self.where}[{i}]") for i, v in enumerate(self.value)]

    def number(self, low: float = -1e9, high: float = 1e9) -> float:
        good = isinstance(self.value, int | float) and not isinstance(self.value, bool)
        if not good or not math.isfinite(self.value) or not low <= self.value <= high:
            raise self.fail(f"must be a number from {low:g} to {high:g}, not {self.value!r:.40}")
        return float(self.value)

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.fail("must be a text")
        return self.value

    def mapping(self) -> dict[str, Any]:
        if not isinstance(self.value, dict):
            raise self.fail("must be an object")
        return cast(dict[str, Any], self.value)

    def numbers(self, count: int) -> tuple[float, ...]:
        found = tuple(one.number() for one in self.items())
        if len(found) != count:
            raise self.fail(f"must hold {count} numbers, not {len(found)}")
        return found


def _lens(reader: _Reader) -> Lens:
    width, height = (int(v) for v in reader.at("size_px").numbers(2))
    if min(width, height) < 16:
        raise reader.fail("the picture size is too small to be one")
    return Lens(
        size_px=(width, height),
        focal_px=reader.at("focal_px").number(1.0, 1e6),
        centre_px=cast(tuple[float, float], reader.at("centre_px").numbers(2)),
        distortion=cast(tuple[float, float, float, float, float], reader.at("distortion").numbers(5)),
        source=reader.at("source").text(),
    )


def _pose(reader: _Reader) -> Pose:
    triple = tuple[float, float, float]
    return Pose(
        cast(triple, reader.at("rotation").numbers(3)),
        cast(triple, reader.at("translation_mm").numbers(3)),
    )


def _board(reader: _Reader) -> PlacedBoard:
    name = reader.at("name").text()
    boards = known_boards()
    if name not in boards:
        raise reader.fail(f"unknown board {name!r}; known are {', '.join(boards)}")
    place = Placement(*(reader.at(key).number() for key in ("x_mm", "y_mm", "turn_deg")))
    return PlacedBoard(boards[name], place)


def _markers(reader: _Reader) -> dict[int, Points]:
    found = {}
    for key in reader.mapping():
        if not key.isdigit():
            raise reader.fail(f"{key!r} is no marker number")
        rows = [one.numbers(2) for one in reader.at(key).items()]
        if len(rows) != 4:
            raise reader.fail(f"marker {key} must have four corners")
        found[int(key)] = np.array(rows, float)
    return found


def _empty(reader: _Reader) -> dict[str, bytes]:
    """The pictures of the empty boards; each is opened once, so that a broken one is refused here."""
    known = known_boards()
    found = {}
    for name in reader.mapping():
        place = reader.at(name)
        if name not in known:
            raise reader.fail(f"unknown board {name!r:.40}")
        text = place.text()
        if len(text) > EMPTY_LIMITS.most_megabytes * 1e6:
            raise place.fail("the picture is too large; calibrate again")
        try:
            found[name] = base64.b64decode(text, validate=True)
            unpack_picture(found[name], place.where, EMPTY_LIMITS)
        except (binascii.Error, ValueError) as error:
            what = error if isinstance(error, PictureError) else f"{place.where}: this is no picture"
            raise CalibrationError(f"{what}; calibrate again") from None
    return found


def _camera(reader: _Reader) -> CameraCalibration:
    boards = reader.at("boards").items()
    if not boards:
        raise reader.fail("no board was found by this camera")
    return CameraCalibration(
        name=reader.at("name").text(),
        lens=_lens(reader.at("lens")),
        pose=_pose(reader.at("pose")),
        boards=tuple(_board(one) for one in boards),
        markers_px=_markers(reader.at("markers_px")),
        found_by={one.at("name").text(): one.at("found_by").text() for one in boards},
        errors_px={one.at("name").text(): one.at("error_px").number(0) for one in boards},
        quality=reader.at("quality").mapping(),
        empty=_empty(reader.at("empty")) if "empty" in reader.mapping() else {},
    )


def from_json(document: Any, source: str = "calibration") -> Calibration:  # noqa: ANN401 - any JSON value
    """Read the document; raises CalibrationError that names the place that does not fit."""
    reader = _Reader(document, source)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise reader.fail("this is no calibration file; make one with `durbar calibrate IMAGE --out FILE`")
    version = reader.at("version").number(0)
    if version > VERSION:
        raise reader.fail(f"made by a newer durbar (version {version:g}, this one knows {VERSION}); update durbar")
    cameras = reader.at("cameras").items()
    if not cameras:
        raise reader.fail("it holds no camera; calibrate again")
    card = reader.at("card")
    return Calibration(
        cameras=tuple(_camera(one) for one in cameras),
        card=MarkerCard(card.at("side_mm").number(2, 500), card.at("quiet_mm").number(0, 500)),
        die_side_mm=reader.at("die_side_mm").number(3, 100),
        colours=reader.at("colours").mapping(),
    )


def load(path: Path) -> Calibration:
    """Read a calibration file; raises CalibrationError with one clear sentence for anything that is none."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CalibrationError(f"{path}: no such file; make one with `durbar calibrate IMAGE --out FILE`") from None
    except OSError as error:
        raise CalibrationError(f"{path}: cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError):
        raise CalibrationError(f"{path}: this is no JSON file; calibrate again") from None
    return from_json(document, str(path))
