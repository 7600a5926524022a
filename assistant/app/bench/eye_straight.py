"""Rendered pictures as the eye reads a statue: straightened to the plane of the dice's tops, where all are of one size.

A record tells where its camera stands by `tops_to_px`, the 3x3 map from that plane (in edges of a die, x to the right
and y towards the camera) to pixels: what a calibration knows of a table.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.regions import RegionSettings

Pixels = NDArray[np.uint8]
Map = NDArray[np.float64]
Points = Sequence[Sequence[float]]

BEYOND_BGR = (110, 110, 110)
"""Where the straight view looks past the picture's edge."""


def straight(image: Pixels, record: Mapping[str, Any]) -> tuple[Pixels, dict[str, Any]]:
    """Return the straight view (H, W, 3) and the record in its pixels; `die_px` is the edge of every die in it.

    `to_view` maps the picture's pixels to the view's.
    The size is chosen and the pixels are looked up as `assistant.vision.regions` does it for a statue.
    """
    edge_px = round(float(np.clip(record["die_px"], *RegionSettings().die_px)))
    to_view, size = view_of(record, (image.shape[1], image.shape[0]), edge_px)
    told = {"die_px": float(edge_px), "to_view": to_view.tolist()}
    return seen_straight(image, to_view, size), moved(record, to_view) | told


def eye_over(record: Mapping[str, Any], size_wh: tuple[int, int], edge_px: float) -> tuple[float, float, float]:
    """Return the straight view's pixel the camera is above, and its height in pixels above the plane of the tops."""
    to_view, _ = view_of(record, size_wh, edge_px)
    away = size_wh[0] / 2 / np.tan(np.radians(record["fov_deg"]) / 2) / record["die_px"]
    rises = np.radians(record["elevation_deg"])
    from_plane = to_view @ np.array(record["tops_to_px"], np.float64)
    x, y = _mapped([[0.0, float(away * np.cos(rises))]], from_plane)[0]
    return float(x), float(y), float((away * np.sin(rises) - 1) * edge_px)


def view_of(record: Mapping[str, Any], size_wh: tuple[int, int], edge_px: float) -> tuple[Map, tuple[int, int]]:
    """Return the map from the picture's pixels to the straight view's, and the view's width and height."""
    to_plane = np.linalg.inv(np.array(record["tops_to_px"], np.float64))
    width, height = size_wh
    corners = _mapped([[0, 0], [width, 0], [width, height], [0, height]], to_plane)
    low, high = corners.min(0), corners.max(0)
    scale = np.array([[edge_px, 0, -low[0] * edge_px], [0, edge_px, -low[1] * edge_px], [0, 0, 1]])
    wide, tall = (int(v) for v in np.ceil((high - low) * edge_px))
    return scale @ to_plane, (wide, tall)


def seen_straight(image: Pixels, to_view: Map, size_wh: tuple[int, int]) -> Pixels:
    """Return the picture in the straight view."""
    out = cv2.warpPerspective(image, to_view, size_wh, borderMode=cv2.BORDER_CONSTANT, borderValue=BEYOND_BGR)
    return np.asarray(out, np.uint8)


def moved(record: Mapping[str, Any], to_view: Map) -> dict[str, Any]:
    """Return the record with all places mapped; `seen_quad_xy` keeps the top faces as the camera sees them."""
    return {
        **record,
        **{kind: [_moved(thing, to_view) for thing in record.get(kind, ())] for kind in ("dice", "blocks")},
    }


def _moved(thing: Mapping[str, Any], to_view: Map) -> dict[str, Any]:
    quad, middle = _mapped(thing["top_quad_xy"], to_view), _mapped([thing["top_xy"]], to_view)[0]
    outline = _mapped(thing.get("outline_xy") or _corners(thing["box_xyxy"]), to_view)
    places = {
        "seen_quad_xy": thing["top_quad_xy"],
        "top_quad_xy": quad.tolist(),
        "top_xy": middle.tolist(),
        "top_box_xyxy": [*quad.min(0).tolist(), *quad.max(0).tolist()],
        "outline_xy": outline.tolist(),
        "box_xyxy": [*outline.min(0).tolist(), *outline.max(0).tolist()],
    }
    return {**thing, **places}


def _corners(box_xyxy: Sequence[float]) -> Points:
    x0, y0, x1, y1 = box_xyxy
    return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]


def _mapped(points: Points, by: Map) -> NDArray[np.float64]:
    return np.asarray(cv2.perspectiveTransform(np.array(points, np.float64)[None], by)[0])
