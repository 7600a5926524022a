"""Straight views of boards: tables that say for every pixel of a view where to look in the frame.

A view lies on a plane of its own height: tiles on top of the board and their own thickness, dice tops one die higher.
The tables hold the lens distortion too, so one remap does everything.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.calibration import CameraCalibration
from assistant.vision.cell_patches import PATCH_PX, Patches, Pictures, unpatched
from assistant.vision.layout import TILE_THICKNESS_MM, Cell, PlacedBoard, Points
from assistant.vision.markers import Image
from assistant.vision.pose import on_table, project

Box = tuple[float, float, float, float]

LONGEST_ROW = 2**15 - 2
"""Pixels to a row that OpenCV looks up at most."""


@dataclass(frozen=True, slots=True)
class LookUp:
    """For every pixel of a picture the frame's pixel, as whole numbers and 32nds: faster than real numbers.

    The picture's rows are joined to few long ones: OpenCV begins each anew, which takes a seventh of the time.
    """

    whole_xy: NDArray[np.int16]
    part: NDArray[np.uint16]

    @staticmethod
    def of(map_xy: NDArray[np.float32]) -> "LookUp":
        """The look-up of real places (h, w, 2)."""
        height, width = map_xy.shape[:2]
        whole, part = cv2.convertMaps(np.ascontiguousarray(map_xy), None, cv2.CV_16SC2)  # type: ignore[call-overload]
        rows = _fewest_rows(height, width)
        return LookUp(whole.reshape(rows, -1, 2), part.reshape(rows, -1))

    def take(self, frame: Image) -> Image:
        """The looked up pixels one after the other, shape (h * w, 3) or (h * w,); beyond the frame's edge black."""
        seen = cv2.remap(frame, self.whole_xy, self.part, cv2.INTER_LINEAR)
        return np.asarray(seen, np.uint8).reshape(-1, *frame.shape[2:])


def _fewest_rows(height: int, width: int) -> int:
    """How few rows, each of some whole ones, hold a picture without any being too long."""
    fewest = -(-height * width // LONGEST_ROW)
    return next((rows for rows in range(max(fewest, 1), height) if height % rows == 0), height)


@dataclass(frozen=True)
class View:
    """One rectified rectangle: x0, y0 in board mm, `px_per_mm`, and the frame pixel of every view pixel."""

    name: str
    x0_mm: float
    y0_mm: float
    px_per_mm: float
    map_xy: NDArray[np.float32]
    """Shape (h, w, 2): x and y in the frame."""

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the view."""
        return self.map_xy.shape[1], self.map_xy.shape[0]

    @cached_property
    def _look_up(self) -> LookUp:
        return LookUp.of(self.map_xy)

    def take(self, frame: Image) -> Image:
        """The straight picture, shape (h, w, 3) or (h, w); beyond the frame's edge it is black."""
        return self._look_up.take(frame).reshape(*self.map_xy.shape[:2], *frame.shape[2:])

    def to_frame_px(self, points_px: Points) -> Points:
        """View pixels to frame pixels, shape (n, 2); points outside are drawn to the view's edge."""
        points = np.asarray(points_px, float).reshape(-1, 2)
        return ViewPlaces([self]).to_frame_px(np.zeros(len(points), int), points)

    def to_board_mm(self, points_px: Points) -> Points:
        """View pixels to board axes, shape (n, 2)."""
        return np.asarray(np.asarray(points_px, float) / self.px_per_mm + np.array([self.x0_mm, self.y0_mm]))

    def outline_px(self) -> Points:
        """The view's four corners in the frame, clockwise from its top left."""
        width, height = self.size_px
        return self.to_frame_px(np.array([[0, 0], [width, 0], [width, height], [0, height]], float))


class ViewPlaces:
    """Where the pixels of several views lie, asked for all views at once; `which` (n,) is the view of every row."""

    def __init__(self, views: Sequence[View]) -> None:
        self._table = np.concatenate([view.map_xy.reshape(-1, 2) for view in views] or [np.zeros((0, 2), np.float32)])
        self._sizes = np.array([view.size_px for view in views], int).reshape(-1, 2)
        areas = self._sizes.prod(1)
        self._starts = np.cumsum(areas) - areas
        self._origin_mm = np.array([(view.x0_mm, view.y0_mm) for view in views], float).reshape(-1, 2)
        self._px_per_mm = np.array([[view.px_per_mm] for view in views], float)

    def to_frame_px(self, which: NDArray[np.int64], points_px: Points) -> Points:
        """View pixels to frame pixels, shape (n, 2); points outside are drawn to the view's edge."""
        inside = np.minimum(np.maximum(points_px, 0), self._sizes[which] - 1.001)
        whole = inside.astype(int)
        fx, fy = (inside - whole).T[..., None]
        width, table = self._sizes[which, 0], self._table
        here = self._starts[which] + whole[:, 1] * width + whole[:, 0]
        below = here + width
        top = table[here] * (1 - fx) + table[here + 1] * fx
        low = table[below] * (1 - fx) + table[below + 1] * fx
        return np.asarray(top * (1 - fy) + low * fy, float)

    def boxes_in_frame(self, which: NDArray[np.int64], boxes_xyxy: Points) -> Points:
        """The upright frame boxes around boxes of the views, both (n, 4)."""
        corners = boxes_xyxy[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 2)
        shown = self.to_frame_px(np.repeat(which, 4), corners).reshape(-1, 4, 2)
        return np.hstack([shown.min(1), shown.max(1)])

    def to_board_mm(self, which: NDArray[np.int64], points_px: Points) -> Points:
        """View pixels to board axes, shape (n, 2)."""
        return np.asarray(points_px / self._px_per_mm[which] + self._origin_mm[which])


def make_view(
    camera: CameraCalibration,
    placed: PlacedBoard,
    rect_mm: Box,
    height_mm: float,
    size_px: tuple[int, int],
    *,
    name: str,
) -> View:
    """A view of `rect_mm` (x0, y0, x1, y1 in board axes) at `height_mm` above the table, `size_px` wide and high."""
    x0, y0, x1, y1 = rect_mm
    width, height = size_px
    xs = x0 + (np.arange(width) + 0.5) * (x1 - x0) / width
    ys = y0 + (np.arange(height) + 0.5) * (y1 - y0) / height
    grid_x, grid_y = np.meshgrid(xs, ys)
    points = np.column_stack([grid_x.ravel(), grid_y.ravel(), np.full(grid_x.size, height_mm)])
    shown = project(camera.lens, camera.pose, on_table(placed, points))
    return View(name, x0, y0, width / (x1 - x0), shown.reshape(height, width, 2).astype(np.float32))


def dice_view(
    camera: CameraCalibration, placed: PlacedBoard, die_side_mm: float, die_px: int, margin_mm: float
) -> View:
    """The plane of the dice's tops over a whole board; a die is `die_px` pixels wide in it."""
    shape = placed.board.shape
    rect = (-margin_mm, -margin_mm, shape.width_mm + margin_mm, shape.height_mm + margin_mm)
    scale = die_px / die_side_mm
    size = (round((rect[2] - rect[0]) * scale), round((rect[3] - rect[1]) * scale))
    return make_view(camera, placed, rect, shape.thickness_mm + die_side_mm, size, name=placed.board.name)


def cell_view(camera: CameraCalibration, placed: PlacedBoard, cell: Cell, side_px: int) -> View:
    """One cell at the height of a tile's upper side."""
    rect = (cell.x_mm, cell.y_mm, cell.x_mm + cell.side_mm, cell.y_mm + cell.side_mm)
    height = placed.board.shape.thickness_mm + TILE_THICKNESS_MM
    name = f"{placed.board.name}/{cell.name}"
    return make_view(camera, placed, rect, height, (side_px, side_px), name=name)


class CellSheet:
    """All cells of all boards as one table, so that one remap cuts out every tile, in the order of patches."""

    def __init__(self, views: list[View], side_px: int) -> None:
        self.views = views
        self.side_px = side_px
        patches = side_px // PATCH_PX
        maps = np.array([view.map_xy for view in views] or np.zeros((1, side_px, side_px, 2)), np.float32)
        by_patch = maps.reshape(-1, patches, PATCH_PX, patches, PATCH_PX, 2).swapaxes(2, 3)
        self._every = LookUp.of(by_patch.reshape(-1, side_px, 2))

    def take(self, frame: Image, which: list[int] | None = None) -> Pictures:
        """The chosen cells (all without a choice), shape (n, side, side, 3)."""
        return unpatched(self.take_patches(frame, which))

    def take_patches(self, frame: Image, which: list[int] | None = None) -> Patches:
        """The same cells as patches."""
        patches = self.side_px // PATCH_PX
        shape = (-1, patches, patches, PATCH_PX**2 * 3)
        if not self.views or (which is not None and not which):
            return np.zeros((0, *shape[1:]), np.uint8)
        return (self._every if which is None else self._some(which)).take(frame).reshape(shape)

    def _some(self, which: list[int]) -> LookUp:
        count = len(self.views)
        whole, part = self._every.whole_xy.reshape(count, -1, 2), self._every.part.reshape(count, -1)
        return LookUp(whole[which], part[which])
