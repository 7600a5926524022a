"""Straight views of boards: tables that say for every pixel of a view where to look in the frame.

A view lies on a plane of its own height: tiles on top of the board and their own thickness, dice tops one die higher.
The tables hold the lens distortion too, so one remap does everything.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.calibration import CameraCalibration
from assistant.vision.layout import TILE_THICKNESS_MM, Cell, PlacedBoard, Points
from assistant.vision.markers import Image
from assistant.vision.pose import on_table, project

Box = tuple[float, float, float, float]


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
    def _fixed(self) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
        whole, part = cv2.convertMaps(self.map_xy, None, cv2.CV_16SC2)  # type: ignore[call-overload]
        return whole, part

    def take(self, frame: Image) -> Image:
        """The straight picture, shape (h, w, 3) or (h, w); beyond the frame's edge it is black."""
        whole, part = self._fixed
        return np.asarray(cv2.remap(frame, whole, part, cv2.INTER_LINEAR), np.uint8)

    def to_frame_px(self, points_px: Points) -> Points:
        """View pixels to frame pixels, shape (n, 2); points outside are drawn to the view's edge."""
        width, height = self.size_px
        points = np.asarray(points_px, float).reshape(-1, 2)
        x = np.clip(points[:, 0], 0, width - 1.001)
        y = np.clip(points[:, 1], 0, height - 1.001)
        column, row = x.astype(int), y.astype(int)
        fx, fy = (x - column)[:, None], (y - row)[:, None]
        top = self.map_xy[row, column] * (1 - fx) + self.map_xy[row, column + 1] * fx
        low = self.map_xy[row + 1, column] * (1 - fx) + self.map_xy[row + 1, column + 1] * fx
        return np.asarray(top * (1 - fy) + low * fy, float)

    def boxes_in_frame(self, boxes_xyxy: Points) -> Points:
        """The upright frame boxes around boxes of the view, both (n, 4)."""
        corners = np.asarray(boxes_xyxy, float)[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 2)
        shown = self.to_frame_px(corners).reshape(-1, 4, 2)
        return np.hstack([shown.min(1), shown.max(1)])

    def to_board_mm(self, points_px: Points) -> Points:
        """View pixels to board axes, shape (n, 2)."""
        return np.asarray(np.asarray(points_px, float) / self.px_per_mm + np.array([self.x0_mm, self.y0_mm]))

    def outline_px(self) -> Points:
        """The view's four corners in the frame, clockwise from its top left."""
        width, height = self.size_px
        return self.to_frame_px(np.array([[0, 0], [width, 0], [width, height], [0, height]], float))


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
    """All cells of all boards as one tall table, so that one remap cuts out every tile."""

    def __init__(self, views: list[View], side_px: int) -> None:
        self.views = views
        self.side_px = side_px
        stacked = np.concatenate([view.map_xy for view in views]) if views else np.zeros((1, side_px, 2), np.float32)
        # Whole numbers and 32nds of pixels: looked up faster than real numbers.
        self._whole, self._part = cv2.convertMaps(np.ascontiguousarray(stacked), None, cv2.CV_16SC2)  # type: ignore[call-overload]

    def take(self, frame: Image, which: list[int] | None = None) -> NDArray[np.uint8]:
        """The chosen cells (all without a choice), shape (n, side, side, 3)."""
        side = self.side_px
        if not self.views or (which is not None and not which):
            return np.zeros((0, side, side, frame.shape[2]), np.uint8)
        whole, part = (self._whole, self._part) if which is None else self._rows(which)
        cut = cv2.remap(frame, whole, part, cv2.INTER_LINEAR)
        return np.asarray(cut, np.uint8).reshape(-1, side, side, frame.shape[2])

    def _rows(self, which: list[int]) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
        side = self.side_px
        whole = self._whole.reshape(-1, side, side, 2)[which].reshape(-1, side, 2)
        return np.ascontiguousarray(whole), np.ascontiguousarray(
            self._part.reshape(-1, side, side)[which].reshape(-1, side)
        )
