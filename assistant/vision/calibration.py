"""The calibration file: where every camera stands, where every board lies, how good the picture was.

The JSON form is described by `calibration/schema.json`; `VERSION` goes up when a reader of the old form would be wrong.
"""

import base64
import binascii
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import numpy as np

from assistant.vision.colour import COLOURS
from assistant.vision.layout import (
    DIE_SIDE_MM,
    MarkerCard,
    PlacedBoard,
    Placement,
    Points,
    known_boards,
)
from assistant.vision.pictures import PictureError, PictureLimits, unpack_picture
from assistant.vision.plausible import geometry_fault
from assistant.vision.pose import Lens, Pose
from assistant.writing import write_whole

FORMAT = "durbar-calibration"
VERSION = 1
LENS_SOURCES = ("assumed", "estimated", "charuco")
FOUND_BY = ("markers", "corners")


@dataclass(frozen=True, slots=True)
class FileLimits:
    """What a file may say; pairs are least and most. All far beyond what any table needs."""

    most_megabytes: float = 64.0
    """A hundred boards' pictures; a larger file was not made by `durbar calibrate`."""
    die_mm: tuple[float, float] = (3.0, 100.0)
    marker_mm: tuple[float, float] = (2.0, 500.0)
    quiet_mm: tuple[float, float] = (0.0, 500.0)
    side_px: tuple[float, float] = (16.0, 30_000.0)
    """Of a picture; larger ones do not fit OpenCV's tables."""
    focal: tuple[float, float] = (0.05, 50.0)
    """In longer picture sides: from a fisheye to a telescope."""
    centre: tuple[float, float] = (-1.0, 2.0)
    """Of the lens, in picture sides; a cut-out picture may have it outside."""
    bend: float = 1e3
    """Most of a term of distortion, either way."""
    turn_rad: float = 20.0
    turn_deg: float = 3600.0
    """A fit may go round more than once."""
    far_mm: float = 1e5
    """Most from the table's origin; a hundred metres."""
    marker_px: float = 1e5
    error_px: float = 1e5
    lightness: tuple[float, float] = (0.0, 100.0)
    tint: tuple[float, float] = (-128.0, 128.0)


LIMITS = FileLimits()
EMPTY_LIMITS = PictureLimits(most_megapixels=1.0, most_megabytes=0.5)
"""Of one board's picture in the file; what is made here has a tenth of that."""


class CalibrationError(ValueError):
    """The file or picture cannot be used; the message names it, what is wrong and the way out.

    `code` is one of the page's own words for it (`bad_corners`, `bad_fit`, `dark_picture`, `bright_picture`,
    `no_markers`), or empty.
    """

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.code = code


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
    """Write the file; a reader never sees half of it. Raises OSError, or CalibrationError for what is no number."""
    try:
        text = json.dumps(to_json(calibration), indent=1, allow_nan=False)
    except ValueError:
        raise CalibrationError("this calibration holds what is no number; calibrate again") from None
    write_whole(path, (text + "\n").encode())


# --- from JSON ----------------------------------------------------------------------------------------------------


class _Reader:
    """Takes typed values out of a JSON document and says where it does not fit."""

    def __init__(self, value: Any, where: str) -> None:  # noqa: ANN401 - any JSON value
        self.value, self.where = value, where

    def fail(self, what: str, way_out: str = "calibrate again") -> CalibrationError:
        return CalibrationError(f"{self.where}: {what}; {way_out}")

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
        # NaN is never between two numbers.
        if not good or not low <= self.value <= high:
            raise self.fail(f"must be a number from {low:g} to {high:g}, not {self.value!r:.40}")
        return float(self.value)

    def whole(self, low: float, high: float) -> int:
        if self.number(low, high) % 1:
            raise self.fail(f"must be a whole number, not {self.value!r:.40}")
        return int(self.value)

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.fail("must be a text")
        return self.value

    def one_of(self, words: Sequence[str]) -> str:
        if self.value not in words:
            raise self.fail(f"must be one of {', '.join(words)}, not {self.value!r:.40}")
        return cast(str, self.value)

    def mapping(self) -> dict[str, Any]:
        if not isinstance(self.value, dict):
            raise self.fail("must be an object")
        return cast(dict[str, Any], self.value)

    def some(self, count: int) -> "list[_Reader]":
        found = self.items()
        if len(found) != count:
            raise self.fail(f"must hold {count} values, not {len(found)}")
        return found

    def numbers(self, count: int, low: float = -1e9, high: float = 1e9) -> tuple[float, ...]:
        return tuple(one.number(low, high) for one in self.some(count))

    def refuse_endless(self) -> None:
        """Raise for a number anywhere inside that JSON does not know: NaN or infinite."""
        if isinstance(self.value, float) and not math.isfinite(self.value):
            raise self.fail(f"{self.value} is no number")
        inside = self.value if isinstance(self.value, dict) else {}
        for one in [self.at(key) for key in inside] + (self.items() if isinstance(self.value, list) else []):
            one.refuse_endless()


def _lens(reader: _Reader) -> Lens:
    width, height = (side.whole(*LIMITS.side_px) for side in reader.at("size_px").some(2))
    longer, (least, most) = max(width, height), LIMITS.centre
    x, y = reader.at("centre_px").some(2)
    bend = reader.at("distortion").numbers(5, -LIMITS.bend, LIMITS.bend)
    return Lens(
        size_px=(width, height),
        focal_px=reader.at("focal_px").number(LIMITS.focal[0] * longer, LIMITS.focal[1] * longer),
        centre_px=(x.number(least * width, most * width), y.number(least * height, most * height)),
        distortion=cast(tuple[float, float, float, float, float], bend),
        source=reader.at("source").one_of(LENS_SOURCES),
    )


def _pose(reader: _Reader) -> Pose:
    triple = tuple[float, float, float]
    return Pose(
        cast(triple, reader.at("rotation").numbers(3, -LIMITS.turn_rad, LIMITS.turn_rad)),
        cast(triple, reader.at("translation_mm").numbers(3, -LIMITS.far_mm, LIMITS.far_mm)),
    )


def _board(reader: _Reader) -> PlacedBoard:
    boards = known_boards()
    name = reader.at("name").one_of(list(boards))
    x_mm, y_mm = (reader.at(key).number(-LIMITS.far_mm, LIMITS.far_mm) for key in ("x_mm", "y_mm"))
    turn_deg = reader.at("turn_deg").number(-LIMITS.turn_deg, LIMITS.turn_deg)
    return PlacedBoard(boards[name], Placement(x_mm, y_mm, turn_deg))


def _boards(readers: Sequence[_Reader]) -> tuple[PlacedBoard, ...]:
    found: dict[str, PlacedBoard] = {}
    for reader in readers:
        placed = _board(reader)
        if placed.board.name in found:
            raise reader.at("name").fail(f"{placed.board.name} is there twice")
        found[placed.board.name] = placed
    return tuple(found.values())


def _markers(reader: _Reader) -> dict[int, Points]:
    known = {str(i): i for board in known_boards().values() for i in board.marker_ids}
    found = {}
    for key in reader.mapping():
        if key not in known:
            raise reader.fail(f"{key!r:.40} is no marker number; they go from 0 to {max(known.values())}")
        rows = [one.numbers(2, -LIMITS.marker_px, LIMITS.marker_px) for one in reader.at(key).some(4)]
        found[known[key]] = np.array(rows, float)
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
            raise place.fail("the picture is too large")
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
    reader.at("quality").refuse_endless()
    camera = CameraCalibration(
        name=reader.at("name").text(),
        lens=_lens(reader.at("lens")),
        pose=_pose(reader.at("pose")),
        boards=_boards(boards),
        markers_px=_markers(reader.at("markers_px")),
        found_by={one.at("name").text(): one.at("found_by").one_of(FOUND_BY) for one in boards},
        errors_px={one.at("name").text(): one.at("error_px").number(0, LIMITS.error_px) for one in boards},
        quality=reader.at("quality").mapping(),
        empty=_empty(reader.at("empty")) if "empty" in reader.mapping() else {},
    )
    if fault := geometry_fault(camera.lens, camera.pose, camera.boards):
        raise reader.fail(f"by `lens`, `pose` and `boards`, {fault}")
    return camera


def _cameras(reader: _Reader) -> tuple[CameraCalibration, ...]:
    found: dict[str, CameraCalibration] = {}
    for one in reader.items():
        camera = _camera(one)
        if camera.name in found:
            raise one.at("name").fail(f"{camera.name!r:.40} is there twice")
        found[camera.name] = camera
    if not found:
        raise reader.fail("it holds no camera")
    return tuple(found.values())


def _colours(reader: _Reader) -> dict[str, Any]:
    """What was learned of the colours, as it is; nothing, or `lab` with three numbers for each colour."""
    if not reader.mapping():
        return {}
    lab = reader.at("lab")
    for name in lab.mapping():
        if name not in COLOURS:
            raise lab.fail(f"unknown colour {name!r:.40}; known are {', '.join(COLOURS)}")
        lightness, *tints = lab.at(name).some(3)
        lightness.number(*LIMITS.lightness)
        for tint in tints:
            tint.number(*LIMITS.tint)
    return reader.mapping()


def from_json(document: Any, source: str = "calibration") -> Calibration:  # noqa: ANN401 - any JSON value
    """Read the document; raises CalibrationError that names the place that does not fit."""
    reader = _Reader(document, source)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise reader.fail("this is no calibration file", "make one with `durbar calibrate IMAGE --out FILE`")
    version = reader.at("version").whole(1, 1e9)
    if version > VERSION:
        raise reader.fail(f"made by a newer durbar (version {version}, this one knows {VERSION})", "update durbar")
    card = reader.at("card")
    return Calibration(
        cameras=_cameras(reader.at("cameras")),
        card=MarkerCard(card.at("side_mm").number(*LIMITS.marker_mm), card.at("quiet_mm").number(*LIMITS.quiet_mm)),
        die_side_mm=reader.at("die_side_mm").number(*LIMITS.die_mm),
        colours=_colours(reader.at("colours")),
    )


def load(path: Path) -> Calibration:
    """Read a calibration file; raises CalibrationError with one clear sentence for anything that is none."""
    text = _text_of(path)
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise CalibrationError(f"{path}: this is no JSON file; calibrate again") from None
    try:
        return from_json(document, str(path))
    except RecursionError:
        raise CalibrationError(f"{path}: this is no calibration file; calibrate again") from None


def _text_of(path: Path) -> str:
    try:
        if not path.is_file():
            what = "no ordinary file" if path.exists() else "no such file"
            raise CalibrationError(f"{path}: {what}; make one with `durbar calibrate IMAGE --out FILE`")
        if path.stat().st_size > LIMITS.most_megabytes * 1e6:
            raise CalibrationError(f"{path}: too large for a calibration; calibrate again")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise CalibrationError(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise CalibrationError(f"{path}: this is no JSON file; calibrate again") from None
