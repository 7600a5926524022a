"""Bare cells of provinces and display as the calibration saw them: where a tile was lifted, nothing lies.

The print of one cell may look like that of no other (rays meet in it, a river begins there), so cells alone do not tell
whether one is bare. Its own picture does. Only cells on which no tile was recognised are compared: at worst a tile the
gallery does not know, that lay there at the calibration already, is taken for the board.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.calibration import CameraCalibration
from assistant.vision.layout import TILE_THICKNESS_MM, Cell, PlacedBoard
from assistant.vision.markers import Image
from assistant.vision.pictures import unpack_picture
from assistant.vision.rectify import View, make_view
from assistant.vision.reference import JPEG_QUALITY

Pixels = NDArray[np.uint8]
Numbers = NDArray[np.float32]

PX_PER_MM = 0.8
"""Of a kept board: a cell has 34 pixels, three times what is compared."""
SIDE, REACH, FIELDS = 12, 2, 4
"""A cell is compared as 12 x 12 pixels, up to two of them aside, and by the means of 4 x 4 fields."""
INNER = 0.8
"""Share of a cell that is compared: tiles beside it reach over its rim, and so do their shadows."""


@dataclass(frozen=True, slots=True)
class BareLimits:
    """When a cell is as it was. Nothing is hidden by an error: a tile that is recognised is not compared."""

    alike: float = 0.72
    """Least correlation of the pattern. On drawn tables of six looks in two lights whole bare cells had 0.77 or more
    and cells with a tile 0.63 or less."""
    field_gap: float = 0.35
    """Most that any field may differ, as a share of the mean."""
    structure: float = 0.02
    structure_levels: float = 2.0
    """Deviation a bare cell must have, as a share of its mean and in grey levels: a plain one tells nothing."""


LIMITS = BareLimits()


def pack_bare(image: Image, camera: CameraCalibration) -> dict[str, bytes]:
    """Return every board with cells as JPEG, straight on the plane of the tiles' upper sides, by the board's name."""
    packed = {}
    for placed in camera.boards:
        if placed.board.shape.cells:
            straight = _view(camera, placed).take(image)
            done, data = cv2.imencode(".jpg", straight, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
            if done:
                packed[placed.board.name] = bytes(data.tobytes())
    return packed


def _view(camera: CameraCalibration, placed: PlacedBoard) -> View:
    """The whole board on the plane in which the eye cuts out cells, so that both show the print alike."""
    shape = placed.board.shape
    size = (round(shape.width_mm * PX_PER_MM), round(shape.height_mm * PX_PER_MM))
    rect = (0.0, 0.0, shape.width_mm, shape.height_mm)
    return make_view(camera, placed, rect, shape.thickness_mm + TILE_THICKNESS_MM, size, name=placed.board.name)


class BareCells:
    """What the cells of a camera looked like with nothing on them, by the names the eye gives them."""

    def __init__(self, packed: Mapping[str, bytes], boards: Sequence[PlacedBoard]) -> None:
        """Raises PictureError for bytes that are no picture."""
        self._then: dict[str, Numbers] = {}
        for placed in boards:
            if placed.board.shape.cells and placed.board.name in packed:
                self._keep(placed, unpack_picture(packed[placed.board.name], placed.board.name))

    def _keep(self, placed: PlacedBoard, board: Pixels) -> None:
        scale = board.shape[1] / placed.board.shape.width_mm
        for cell in placed.board.shape.cells:
            self._then[f"{placed.board.name}/{cell.name}"] = _patch(board, cell, scale)

    def same(self, names: Sequence[str], cells: Pixels) -> NDArray[np.bool_]:
        """Return for every named cell, shape (n, side, side, 3), whether it looks as it did when it was bare."""
        return np.array([self._is_same(name, cell) for name, cell in zip(names, cells, strict=True)], bool)

    def _is_same(self, name: str, cell: Pixels) -> bool:
        then = self._then.get(name)
        if then is None:
            return False
        now = _square(_inner(cell), SIDE)
        # The pattern tells bare cells from others; their light is their own, as a lamp may stand to one side.
        gain = (now.mean((0, 1)) + 4) / (then.mean((0, 1)) + 4)
        return _same_pattern(np.asarray(now / gain, np.float32), then, LIMITS)


def _inner(cell: Pixels) -> Pixels:
    rim = round(cell.shape[0] * (1 - INNER) / 2)
    return cell[rim:-rim, rim:-rim]


def _patch(board: Pixels, cell: Cell, scale: float) -> Numbers:
    """The inner part of a cell and what it may be moved by, shape (SIDE + 2 REACH, SIDE + 2 REACH, 3)."""
    side_mm = cell.side_mm * INNER * (SIDE + 2 * REACH) / SIDE
    middle = (np.array([cell.x_mm, cell.y_mm]) + cell.side_mm / 2) * scale
    size = round(side_mm * scale)
    cut = cv2.getRectSubPix(board, (size, size), tuple((middle - 0.5).tolist()))
    return _square(np.asarray(cut, np.uint8), SIDE + 2 * REACH)


def _square(cut: Pixels, side: int) -> Numbers:
    return np.asarray(cv2.resize(cut, (side, side), interpolation=cv2.INTER_AREA), np.float32)


def _same_pattern(now: Numbers, then: Numbers, limits: BareLimits) -> bool:
    """Whether a patch, in the light of the other, looks as the larger one did somewhere near its middle."""
    fits = cv2.matchTemplate(then, now, cv2.TM_CCOEFF_NORMED)
    _, best, _, (x, y) = cv2.minMaxLoc(fits)
    return best >= limits.alike and _same_paint(now, then[y : y + SIDE, x : x + SIDE], limits)


def _same_paint(seen: Numbers, known: Numbers, limits: BareLimits) -> bool:
    """Whether two patches that correlate have the same colours everywhere, and enough of a pattern to tell."""
    means = known.mean((0, 1))
    level = float(means.mean())
    spread = float(np.sqrt(((known - means) ** 2).mean()))
    if spread < max(limits.structure * level, limits.structure_levels):
        return False
    gaps = np.abs(_fields(seen) * ((level + 6) / (float(seen.mean()) + 6)) - _fields(known))
    return float(gaps.max()) <= limits.field_gap * (level + 8)


def _fields(patch: Numbers) -> Numbers:
    size = SIDE // FIELDS
    return np.asarray(patch.reshape(FIELDS, size, FIELDS, size, 3).mean((1, 3)), np.float32)
