"""What a calibrated camera has to read: one dice view per Kali board, one small view per cell."""

from dataclasses import dataclass

import cv2
import numpy as np

from assistant.vision.calibration import Calibration, CameraCalibration
from assistant.vision.dice_squares import FINDER_SQUARE, REGION_EDGE_PX
from assistant.vision.layout import PlacedBoard, Points
from assistant.vision.pose import camera_place_mm, on_table, project
from assistant.vision.quality import board_outline_px, die_px
from assistant.vision.rectify import CellSheet, View, cell_view, dice_view


@dataclass(frozen=True, slots=True)
class RegionSettings:
    """Sizes of the views."""

    die_px: tuple[float, float] = (20.0, 30.0)
    """A die is drawn as large as the camera shows it on the middle board, within these bounds; all boards alike."""
    margin_mm: tuple[float, float] = (10.0, 12.0)
    """Room around a Kali board, so that a die on its edge is seen whole: within these bounds as much as the finder's
    squares leave. More costs time, less cuts off dice that lie over the edge."""
    owner_mm: float = 8.0
    """A die whose middle lies further outside the board belongs to nobody."""


@dataclass(frozen=True, slots=True)
class DiceRegion:
    """The Kali board of one seat."""

    name: str
    seat: str
    placed: PlacedBoard
    view: View
    die_px: float
    turns: int
    """Quarter turns counter-clockwise that bring away-from-the-camera up in the view."""
    cut: bool = False
    """A die in one of the statue's hands is not wholly in the picture."""


@dataclass(frozen=True, slots=True)
class CellRegion:
    """One cell of a province or of the display (`seat` None)."""

    name: str
    seat: str | None
    cell: str


@dataclass(frozen=True, slots=True)
class Regions:
    """Everything to read in one camera's frames."""

    dice: tuple[DiceRegion, ...]
    cells: tuple[CellRegion, ...]
    sheet: CellSheet
    outlines_px: dict[str, Points]
    """Region name to its outline in the frame."""
    boards_px: tuple[Points, ...]
    """Outlines of all boards, and of the plane of the dice's tops above them."""
    cell_px: float
    """Median side of a cell in the frame."""
    die_px: float
    """Smallest side of a die in the frame; 0 without a Kali board."""


def _raised_outline(camera: CameraCalibration, placed: PlacedBoard, height_mm: float) -> Points:
    corners = np.column_stack([placed.board.shape.corners_mm, np.full(4, height_mm)])
    return project(camera.lens, camera.pose, on_table(placed, corners))


def _hull(*outlines: Points) -> Points:
    return np.asarray(cv2.convexHull(np.concatenate(outlines).astype(np.float32)), float).reshape(-1, 2)


def turns_upright(camera: CameraCalibration, placed: PlacedBoard) -> int:
    """Quarter turns counter-clockwise after which the far side of a board's view is up, 0..3."""
    x, y = placed.board.shape.width_mm / 2, placed.board.shape.height_mm / 2
    axes = placed.to_table_mm(np.array([[x, y], [x + 1, y], [x, y + 1]]))
    away = axes[0] - camera_place_mm(camera.pose)[:2]
    right, down = float((axes[1] - axes[0]) @ away), float((axes[2] - axes[0]) @ away)
    if abs(down) >= abs(right):
        return 0 if down <= 0 else 2
    return 1 if right > 0 else 3


def _shown_die_px(camera: CameraCalibration, die_mm: float, settings: RegionSettings) -> int:
    """One size for the dice of all boards, so that they can be read together."""
    sizes = [die_px(camera, placed, die_mm) for placed in camera.boards if placed.board.shape.kind == "kali"]
    return round(float(np.clip(np.median(sizes), *settings.die_px))) if sizes else round(settings.die_px[0])


def margin_for(sides_mm: tuple[float, float], die_mm: float, bounds_mm: tuple[float, float]) -> float:
    """The largest margin within bounds with which no side of a board reaches into one more of the finder's squares."""
    px_per_mm = REGION_EDGE_PX / die_mm
    least, most = bounds_mm
    margins = [most]
    for side in sides_mm:
        squares = int((side + 2 * most) * px_per_mm / FINDER_SQUARE)
        # Views have whole pixels: one less, so that rounding twice does not reach over.
        margin = ((squares * FINDER_SQUARE - 1) / px_per_mm - side) / 2
        margins += [margin] if margin >= least else []
    return min(margins)


def _dice_region(
    camera: CameraCalibration, placed: PlacedBoard, die_mm: float, shown_px: int, settings: RegionSettings
) -> DiceRegion:
    shape = placed.board.shape
    margin_mm = margin_for((shape.width_mm, shape.height_mm), die_mm, settings.margin_mm)
    view = dice_view(camera, placed, die_mm, shown_px, margin_mm)
    turns, cut = turns_upright(camera, placed), is_cut(camera, placed, die_mm)
    return DiceRegion(placed.board.name, placed.board.seat or "", placed, view, float(shown_px), turns, cut)


def is_cut(camera: CameraCalibration, placed: PlacedBoard, die_mm: float) -> bool:
    """Whether a die in one of the statue's hands would not be wholly in the picture."""
    shape = placed.board.shape
    slots = np.array(shape.die_slots_mm)
    corners = np.concatenate([slots + die_mm / 2 * np.array(way) for way in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    points = np.column_stack([corners, np.full(len(corners), shape.thickness_mm + die_mm)])
    shown = project(camera.lens, camera.pose, on_table(placed, points))
    return bool(((shown < 0) | (shown >= np.array(camera.lens.size_px))).any())


def make_regions(
    calibration: Calibration, camera: CameraCalibration, cell_side_px: int, settings: RegionSettings | None = None
) -> Regions:
    """Cut up the table of one camera; takes some ten milliseconds and is done again only after a bump."""
    chosen = settings or RegionSettings()
    die_mm = calibration.die_side_mm
    shown_px = _shown_die_px(camera, die_mm, chosen)
    dice, cells, views = [], [], []
    outlines: dict[str, Points] = {}
    boards = []
    for placed in camera.boards:
        base = board_outline_px(camera, placed)
        raised = _raised_outline(camera, placed, placed.board.shape.thickness_mm + die_mm)
        boards.append(_hull(base, raised))
        if placed.board.shape.kind == "kali":
            dice.append(_dice_region(camera, placed, die_mm, shown_px, chosen))
            outlines[placed.board.name] = boards[-1]
        for cell in placed.board.shape.cells:
            view = cell_view(camera, placed, cell, cell_side_px)
            cells.append(CellRegion(view.name, placed.board.seat, cell.name))
            views.append(view)
            outlines[view.name] = view.outline_px()
    sides = [float(np.hypot(*(outlines[c.name][1] - outlines[c.name][0]))) for c in cells]
    smallest = [die_px(camera, region.placed, die_mm) for region in dice]
    return Regions(
        dice=tuple(dice),
        cells=tuple(cells),
        sheet=CellSheet(views, cell_side_px),
        outlines_px=outlines,
        boards_px=tuple(boards),
        cell_px=float(np.median(sides)) if sides else 40.0,
        die_px=min(smallest, default=0.0),
    )
