"""A camera as the page may see it: the newest frame, masked to the boards; set-up by markers, corners and still tiles.

Whoever runs the camera calls `see` with every frame. Nothing outside the calibrated boards leaves through `frame_jpeg`
and `crop_jpeg`; only the operator's preview during set-up shows the whole picture.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from assistant.vision.calibrate import CalibrationWish, calibrate
from assistant.vision.calibration import Calibration, CalibrationError, CameraCalibration
from assistant.vision.colour import ColourModel
from assistant.vision.colour_lesson import Teacher, learn_table_colours
from assistant.vision.markers import Image
from assistant.vision.quality import board_mask, board_outline_px
from assistant.vision.readings import Observation
from assistant.vision.rectify import cell_view
from assistant.vision.reference import with_earlier_empty
from assistant.web import schemas_setup as wire
from assistant.web.enrol import TileLessons

ENROL_CELL = "r1c2"
"""Where a tile is laid to be learned: the middle of the first province in sight."""
NO_PICTURE = "The camera shows nothing yet."
NOT_CALIBRATED = "Calibrate the camera first."
NO_TEACHER = "This camera cannot learn colours."
NO_FOUR_DICE = "Four dice, one of each colour, were not found on a statue."
REFUSED = {
    "bad_corners": "The four corners of a board do not go clockwise from its owner's top left.",
    "bad_fit": "The markers fit no table; lay each card beside its own board, at the corner printed on it.",
    "dark_picture": "The picture is too dark to find markers in.",
    "bright_picture": "The picture is over-exposed, so no markers were found.",
    "no_markers": "No markers are in sight.",
}
"""Pictures the calibration refuses, by its code; the page has its own words for each."""


@dataclass(frozen=True, slots=True)
class PictureSettings:
    """How pictures leave: smaller and rougher saves the network, finer helps to see pips."""

    quality: int = 80
    widest_px: int = 1280
    crop_margin_px: int = 12


def to_jpeg(picture: Image, settings: PictureSettings) -> bytes:
    """The picture as JPEG, not wider than the settings say."""
    height, width = picture.shape[:2]
    if width > settings.widest_px:
        size = (settings.widest_px, round(height * settings.widest_px / width))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, settings.quality])
    return bytes(data.tobytes())


class EyeCamera:
    """Holds the newest frame and what was read in it."""

    def __init__(
        self,
        calibration: Calibration | None = None,
        on_calibration: Callable[[Calibration], None] | None = None,
        gallery_path: Path | None = None,
        settings: PictureSettings | None = None,
        on_tiles: Callable[[], None] | None = None,
    ) -> None:
        self.calibration = calibration
        self.settings = settings or PictureSettings()
        self._on_calibration = on_calibration
        self.lessons = TileLessons(gallery_path, on_tiles)
        self._lock = threading.Lock()
        self._frame: Image | None = None
        self._observation: Observation | None = None
        self.colour_teacher: Teacher | None = None
        """Learns from a statue with four dice (picture, pixels per die), as `DiceReader.learn_colours` does."""

    def see(self, frame_bgr: Image, observation: Observation | None = None) -> None:
        """Take over a frame (not copied: the caller hands it over) and its reading."""
        with self._lock:
            self._frame, self._observation = frame_bgr, observation

    def forget(self) -> None:
        """Another camera takes over: what the former one saw is shown no more."""
        with self._lock:
            self._frame = self._observation = None

    def _newest(self) -> tuple[Image | None, Observation | None]:
        with self._lock:
            return self._frame, self._observation

    def _view(self) -> CameraCalibration | None:
        return self.calibration.camera() if self.calibration else None

    def frame_jpeg(self) -> bytes | None:
        """The newest frame with everything outside the boards blacked out; None before calibration."""
        frame, _ = self._newest()
        camera = self._view()
        if frame is None or camera is None:
            return None
        outlines = [board_outline_px(camera, placed) for placed in camera.boards]
        masked = np.where(board_mask(frame.shape, outlines)[..., None] > 0, frame, 12).astype(np.uint8)
        return to_jpeg(masked, self.settings)

    def preview_jpeg(self) -> bytes | None:
        """The whole frame, for the operator's set-up."""
        frame, _ = self._newest()
        return None if frame is None else to_jpeg(frame, self.settings)

    def crop_jpeg(self, region: str) -> bytes | None:
        """The board a region belongs to (`red`, `red.dice`, `red.r1c2`): the statue for dice, else the province."""
        frame, _ = self._newest()
        camera = self._view()
        if frame is None or camera is None:
            return None
        seat, _, place = region.replace("/", ".").partition(".")
        kind = "province" if place.startswith("r") else "kali"
        for placed in camera.boards:
            if placed.board.name == f"{seat}/{kind}":
                return to_jpeg(self._cut(frame, board_outline_px(camera, placed)), self.settings)
        return None

    def _cut(self, frame: Image, outline: Any) -> Image:  # noqa: ANN401 - points, shape (4, 2)
        height, width = frame.shape[:2]
        margin = self.settings.crop_margin_px
        x0, y0 = np.clip(np.floor(outline.min(0)) - margin, 0, [width - 8, height - 8]).astype(int)
        x1, y1 = np.clip(np.ceil(outline.max(0)) + margin, 8, [width, height]).astype(int)
        mask = board_mask(frame.shape, [outline])
        cut = np.where(mask[..., None] > 0, frame, 12)[y0:y1, x0:x1]
        return np.ascontiguousarray(cut, np.uint8)

    def readings(self) -> dict[str, Any]:
        """Boxes with labels and confidences of the newest reading, in pixels of a frame of `width` by `height`."""
        frame, seen = self._newest()
        if frame is None:
            return {}
        found: dict[str, Any] = {"width": frame.shape[1], "height": frame.shape[0], "boxes": []}
        if seen is None:
            return found
        found |= {"ms": seen.ms.get("total", 0.0), "quiet": not seen.covered, "note": seen.problem or ""}
        found["boxes"] = [
            {
                "box_xyxy": [round(v, 1) for v in die.box_xyxy],
                "label": "?" if die.value is None else str(die.value),
                "colour": die.colour,
                "confidence": round(die.confidence, 3),
            }
            for seat in seen.seats
            for die in seat.dice
        ]
        return found

    # Set-up.

    def report(self) -> wire.CameraReport:
        """What the newest frame shows: boards found, light, focus, pixels per die, and what to improve."""
        frame, _ = self._newest()
        if frame is None:
            return wire.CameraReport(camera=False)
        size: dict[str, Any] = {"width": frame.shape[1], "height": frame.shape[0]}
        size |= {"calibrated": self.calibration is not None, "colours": self.colours()}
        try:
            camera = calibrate({"camera0": frame}, CalibrationWish(keep_empty=False)).camera()
        except CalibrationError as error:
            advice = [wire.Advice(code=error.code or "no_markers", level="poor", facts={})]
            return wire.CameraReport(camera=True, verdict="poor", advice=advice, **size)
        boards = [
            wire.FoundBoard(name=one.board.name, outline=board_outline_px(camera, one).round(1).tolist())
            for one in camera.boards
        ]
        return wire.CameraReport(
            camera=True,
            boards=boards,
            verdict=camera.quality["verdict"],
            die_px=camera.quality["die_px_min"],
            blur_px=camera.quality["blur_px"],
            brightness=camera.quality["brightness"],
            advice=[
                wire.Advice(code=one["code"], level=one["level"], facts=one["facts"])
                for one in camera.quality["advice"]
            ],
            **size,
        )

    def calibrate(self, corners: dict[str, list[tuple[float, float]]]) -> str:
        """Keep the boards of the newest frame; returns an empty text, or why it cannot be done."""
        frame, seen = self._newest()
        if frame is None:
            return NO_PICTURE
        wish = CalibrationWish({name: np.array(points, float) for name, points in corners.items()})
        try:
            fresh = calibrate({"camera0": frame}, wish)
        except CalibrationError as error:
            return REFUSED.get(error.code, str(error))
        if self.calibration is not None:
            fresh = replace(with_earlier_empty(fresh, self.calibration, seen), colours=self.calibration.colours)
        self._keep(fresh)
        return ""

    def _enrol_picture(self) -> Image | None:
        frame, _ = self._newest()
        camera = self._view()
        if frame is None or camera is None:
            return None
        for placed in camera.boards:
            for cell in placed.board.shape.cells:
                if placed.board.name.endswith("/province") and cell.name == ENROL_CELL:
                    view = cell_view(camera, placed, cell, self.lessons.settings.side_px)
                    return np.asarray(view.take(frame), np.uint8)
        return None

    def enrol_state(self) -> wire.EnrolState:
        """Which tiles are known, and what happens on the cell."""
        picture = self._enrol_picture()
        phase: wire.EnrolPhase = "none" if picture is None else self.lessons.watch.look(picture)
        return wire.EnrolState(done=self.lessons.names(), phase=phase)

    def enrol(self, tile: str) -> str:
        """Learn the tile that lies on the cell; returns an empty text, or why not."""
        picture = self._enrol_picture()
        return NOT_CALIBRATED if picture is None else self.lessons.learn(tile, picture)

    def enrol_jpeg(self, tile: str | None = None) -> bytes | None:
        """The cell as it is seen now, or what was learned for a tile."""
        picture = self._enrol_picture() if tile is None else self.lessons.picture(tile)
        return None if picture is None else to_jpeg(picture, self.settings)

    def enrol_restart(self) -> None:
        self.lessons.watch.restart()

    def enrol_done(self) -> None:
        self.lessons.done()

    def learn_colours(self) -> str:
        """Learn the colours of four dice on one statue by the function handed in; returns an empty text, or why not."""
        frame, _ = self._newest()
        camera = self._view()
        if frame is None or self.calibration is None or camera is None:
            return NOT_CALIBRATED
        if self.colour_teacher is None:
            return NO_TEACHER
        lesson = learn_table_colours(frame, self.calibration, camera, self.colour_teacher)
        if lesson is None:
            return NO_FOUR_DICE
        self._keep(replace(self.calibration, colours=lesson.colours.to_json()))
        return ""

    def _keep(self, calibration: Calibration) -> None:
        self.calibration = calibration
        if self._on_calibration:
            self._on_calibration(calibration)

    def colours(self) -> dict[str, str]:
        """The colours learned at this table as `#rrggbb`, none before."""
        known = self.calibration.colours if self.calibration else {}
        return {name: _hex(lab) for name, lab in ColourModel.from_json(known).lab.items()} if known else {}


def _hex(lab: tuple[float, float, float]) -> str:
    bgr = cv2.cvtColor(np.array([[lab]], np.float32), cv2.COLOR_LAB2BGR)[0, 0]
    blue, green, red = (round(float(np.clip(part, 0, 1)) * 255) for part in bgr)
    return f"#{red:02x}{green:02x}{blue:02x}"
