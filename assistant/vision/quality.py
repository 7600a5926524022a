"""How good a calibration picture is, and in codes what to improve; the sentences are the command's and the page's."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from assistant.vision.calibration import CameraCalibration
from assistant.vision.layout import PlacedBoard, Points
from assistant.vision.markers import Image, to_gray
from assistant.vision.pose import elevation_deg, on_table, project


@dataclass(frozen=True, slots=True)
class QualityLimits:
    """Where a picture stops being good; each pair is (worth a hint, poor)."""

    reprojection_px: tuple[float, float] = (1.0, 2.5)
    """Higher: the markers lie crooked, were printed at another size, or the lens bends more than we model."""
    blur_px: tuple[float, float] = (1.6, 2.3)
    """Width of a sharp edge; higher: pips melt together."""
    die_px: tuple[float, float] = (20.0, 14.0)
    """Lower: the camera is too far away or has too few pixels."""
    elevation_deg: tuple[float, float] = (50.0, 35.0)
    """Lower: dice hide each other and side faces look like tops."""
    dark: tuple[float, float] = (60.0, 35.0)
    """Mean grey on the boards; lower: noise eats the pips."""
    glare_share: tuple[float, float] = (0.02, 0.08)
    """Share of a board that is burnt out."""


LIMITS = QualityLimits()
GLARE_GRID = (8, 12)
BURNT = 250
INK_CONTRAST = 0.65
"""Printed black against white paper in ordinary light."""
LEAST_CONTRAST = 12
"""Grey levels between ink and paper below which nothing is measured."""
EDGE_RIM_PX = 3
SAMPLED_SIDE = 40
"""Of a large marker every second or third pixel says enough: about so many in a row are looked at."""


def _around(gray: Image, corners_px: Points) -> Image:
    """The marker with a rim of three pixels."""
    low = np.floor(corners_px.min(0)).astype(int) - EDGE_RIM_PX
    high = np.ceil(corners_px.max(0)).astype(int) + EDGE_RIM_PX + 1
    return np.ascontiguousarray(gray[max(low[1], 0) : high[1], max(low[0], 0) : high[0]])


def _ink_contrast(patch: Image) -> float | None:
    """Grey levels between ink and paper; None where there is nothing to measure."""
    counts = np.cumsum(np.bincount(patch.ravel(), minlength=256))
    dark, light = np.searchsorted(counts, np.array([0.05, 0.95]) * patch.size)
    return max(float(light - dark), INK_CONTRAST * float(light)) if light - dark >= LEAST_CONTRAST else None


def _steepest(slopes: np.ndarray) -> float:
    """The slope that only one pixel in fifty surpasses, in grey levels per pixel."""
    sizes = np.abs(slopes).ravel()
    at = int(0.98 * (sizes.size - 1))
    return max(float(np.partition(sizes, at)[at]), 1e-3)


def edge_blur_px(gray: Image, corners_px: Points) -> float | None:
    """Standard deviation of the blur at a marker's edges in pixels; None where there is nothing to measure.

    The steepest slope of a step blurred by sigma is contrast / (sigma * sqrt(2 pi)). It is measured across both pairs
    of edges, because a shaken camera leaves those along its way sharp; the mean of the squares is the same whichever
    way that was. Strong blur also eats the contrast of a small marker: at least that of ink on paper is assumed.
    """
    patch = _around(gray, corners_px)
    step = 1 + min(patch.shape) // SAMPLED_SIDE
    contrast = _ink_contrast(patch[::step, ::step]) if min(patch.shape) >= 8 else None
    if contrast is None:
        return None
    right = corners_px[1] + corners_px[2] - corners_px[0] - corners_px[3]
    down = corners_px[2] + corners_px[3] - corners_px[0] - corners_px[1]
    (ax, ay), (bx, by) = right / np.hypot(*right), down / np.hypot(*down)
    dx = cv2.Sobel(patch, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 8)[::step, ::step]
    dy = cv2.Sobel(patch, cv2.CV_32F, 0, 1, ksize=3, scale=1 / 8)[::step, ::step]
    # Seen aslant the two pairs of edges are not square to each other: their slopes appear flatter by this much.
    squareness = max(abs(float(ax * by - ay * bx)), 0.2)
    slopes = _steepest(cv2.addWeighted(dx, ax, dy, ay, 0)), _steepest(cv2.addWeighted(dx, bx, dy, by, 0))
    return contrast * squareness * math.sqrt((slopes[0] ** -2 + slopes[1] ** -2) / 2) / math.sqrt(2 * math.pi)


def blur_px(gray: Image, markers_px: Mapping[int, Points]) -> float | None:
    """Median blur over the markers, or None when there are none to measure."""
    found = [b for corners in markers_px.values() if (b := edge_blur_px(gray, corners)) is not None]
    return float(np.median(found)) if found else None


def board_outline_px(camera: CameraCalibration, placed: PlacedBoard) -> Points:
    """The board's four corners in the picture, shape (4, 2)."""
    shape = placed.board.shape
    corners = np.column_stack([shape.corners_mm, np.full(4, shape.thickness_mm)])
    return project(camera.lens, camera.pose, on_table(placed, corners))


def die_px(camera: CameraCalibration, placed: PlacedBoard, die_side_mm: float) -> float:
    """The shorter picture side of a die's top lying in the middle of the board."""
    shape = placed.board.shape
    x, y, z = shape.width_mm / 2, shape.height_mm / 2, shape.thickness_mm + die_side_mm
    points = np.array([[x, y, z], [x + die_side_mm, y, z], [x, y + die_side_mm, z]])
    shown = project(camera.lens, camera.pose, on_table(placed, points))
    return float(min(np.hypot(*(shown[1] - shown[0])), np.hypot(*(shown[2] - shown[0]))))


def board_mask(shape: tuple[int, ...], outlines: Iterable[Points]) -> Image:
    """255 on the boards, 0 elsewhere."""
    mask = np.zeros(shape[:2], np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(mask, np.round(np.clip(outline, -1e5, 1e5)).astype(np.int32), 255)
    return mask


def glare_map(gray: Image) -> list[list[float]]:
    """Share of burnt-out pixels in each field of a grid of 8 rows and 12 columns over the whole picture."""
    burnt = (gray >= BURNT).astype(np.float32)
    rows, columns = GLARE_GRID
    small = cv2.resize(burnt, (columns, rows), interpolation=cv2.INTER_AREA)
    return [[round(float(v), 3) for v in row] for row in small]


def _advice(code: str, poor: bool, **facts: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON facts
    return {"code": code, "level": "poor" if poor else "hint", "facts": facts}


def _above(code: str, value: float, limits: tuple[float, float], **facts: Any) -> list[dict[str, Any]]:  # noqa: ANN401
    if value <= limits[0]:
        return []
    return [_advice(code, value > limits[1], value=round(value, 2), wanted=limits[0], **facts)]


def _below(code: str, value: float, limits: tuple[float, float], **facts: Any) -> list[dict[str, Any]]:  # noqa: ANN401
    if value >= limits[0]:
        return []
    return [_advice(code, value < limits[1], value=round(value, 2), wanted=limits[0], **facts)]


def _board_figures(camera: CameraCalibration, gray: Image, placed: PlacedBoard, die_mm: float) -> dict[str, Any]:
    outline = board_outline_px(camera, placed)
    inside = gray[board_mask(gray.shape, [outline]) > 0]
    height, width = gray.shape
    visible = bool(((outline >= 0) & (outline < [width, height])).all())
    middle = np.array([[placed.placement.x_mm, placed.placement.y_mm]])
    return {
        "die_px": round(die_px(camera, placed, die_mm), 1),
        "elevation_deg": round(elevation_deg(camera.pose, middle), 1),
        "brightness": round(float(inside.mean()), 1) if inside.size else 0.0,
        "glare_share": round(float((inside >= BURNT).mean()), 4) if inside.size else 0.0,
        "whole": visible,
        "markers": sum(i in camera.markers_px for i in placed.board.marker_ids),
    }


def _board_advice(camera: CameraCalibration, name: str, board: Mapping[str, Any]) -> list[dict[str, Any]]:
    advice = _below("dice_too_small", board["die_px"], LIMITS.die_px, board=name) if name.endswith("/kali") else []
    advice += _below("camera_too_low", board["elevation_deg"], LIMITS.elevation_deg, board=name)
    advice += _below("too_dark", board["brightness"], LIMITS.dark, board=name)
    advice += _above("glare", board["glare_share"], LIMITS.glare_share, board=name)
    advice += _above("markers_do_not_fit", camera.errors_px.get(name, 0.0), LIMITS.reprojection_px, board=name)
    if not board["whole"]:
        advice.append(_advice("board_cut_off", True, board=name))
    if camera.found_by.get(name) == "markers" and board["markers"] < 4:
        advice.append(_advice("markers_missing", board["markers"] < 2, board=name, seen=board["markers"]))
    return advice


def _seat_advice(camera: CameraCalibration) -> list[dict[str, Any]]:
    """A seat needs both its boards."""
    names = {placed.board.name for placed in camera.boards}
    seats = dict.fromkeys(placed.board.seat for placed in camera.boards if placed.board.seat)
    missing = [f"{seat}/{kind}" for seat in seats for kind in ("province", "kali") if f"{seat}/{kind}" not in names]
    return [_advice("board_missing", True, board=name) for name in missing]


def measure_quality(camera: CameraCalibration, image: Image, die_side_mm: float) -> CameraCalibration:
    """The camera with its quality report; `verdict` is good, usable or poor."""
    gray = to_gray(image)
    boards = {p.board.name: _board_figures(camera, gray, p, die_side_mm) for p in camera.boards}
    blur = blur_px(gray, camera.markers_px)
    advice = [hint for name, board in boards.items() for hint in _board_advice(camera, name, board)]
    advice += _seat_advice(camera)
    if blur is not None:
        advice += _above("blurred", blur, LIMITS.blur_px)
    if camera.lens.source == "assumed":
        advice.append(_advice("lens_assumed", False))
    levels = {hint["level"] for hint in advice}
    errors = list(camera.errors_px.values())
    report = {
        "verdict": "poor" if "poor" in levels else "usable" if levels else "good",
        "reprojection_px": round(float(np.sqrt(np.mean(np.square(errors)))) if errors else 0.0, 3),
        "blur_px": None if blur is None else round(blur, 2),
        "brightness": round(float(gray.mean()), 1),
        "over_exposed_share": round(float((gray >= BURNT).mean()), 4),
        "die_px_min": min(board["die_px"] for board in boards.values()),
        "boards": boards,
        "glare_map": glare_map(gray),
        "advice": advice,
    }
    return replace(camera, quality=report)
