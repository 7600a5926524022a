"""A table painted flat and seen through a known camera: geometry without the simulated table's cost."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from assistant.vision.layout import TableLayout
from assistant.vision.markers import draw_marker
from assistant.vision.pose import Lens, Pose, project

PX_PER_MM = 2.0


def look_down(layout: TableLayout, elevation_deg: float, distance_mm: float) -> Pose:
    """A camera in front of the table's middle, looking at it from that elevation."""
    target = np.array([layout.width_mm / 2, layout.height_mm / 2, 0.0])
    angle = math.radians(elevation_deg)
    eye = target + distance_mm * np.array([0.0, math.cos(angle), -math.sin(angle)])
    forward = (target - eye) / np.linalg.norm(target - eye)
    right = np.array([1.0, 0.0, 0.0])
    turn = np.stack([right, np.cross(forward, right), forward])
    rotation, _ = cv2.Rodrigues(turn)
    return Pose(tuple(map(float, rotation.ravel())), tuple(map(float, -turn @ eye)))


def flat_table(layout: TableLayout, margin_mm: float = 120.0) -> np.ndarray:
    """The table from above: grey cloth, brown boards, white cards with markers."""
    size = (round((layout.height_mm + 2 * margin_mm) * PX_PER_MM), round((layout.width_mm + 2 * margin_mm) * PX_PER_MM))
    rng = np.random.default_rng(3)
    paper = np.clip(rng.normal(120, 6, (*size, 1)), 0, 255).repeat(3, 2).astype(np.uint8)

    def to_px(points_mm):
        return (np.asarray(points_mm) + margin_mm) * PX_PER_MM

    for placed in layout.boards:
        outline = to_px(placed.to_table_mm(placed.board.shape.corners_mm))
        cv2.fillConvexPoly(paper, outline.round().astype(np.int32), (60, 90, 120))
        for corner, marker_id in enumerate(placed.board.marker_ids):
            place = to_px(placed.to_table_mm(placed.board.marker_corners_mm(corner, layout.card)))
            quiet = layout.card.quiet_mm * PX_PER_MM
            side = 120
            rim = round(side * quiet / (layout.card.side_mm * PX_PER_MM))
            card = cv2.copyMakeBorder(draw_marker(marker_id, side), rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=255)
            low = np.floor(place.min(0)).astype(int) - rim - 8
            size = np.ceil(place.max(0)).astype(int) + rim + 8 - low
            square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) + rim
            bend = cv2.getPerspectiveTransform(square, (place - low).astype(np.float32))
            pasted = cv2.warpPerspective(card, bend, tuple(map(int, size)), flags=cv2.INTER_AREA)
            mask = cv2.warpPerspective(np.full_like(card, 255), bend, tuple(map(int, size))) > 127
            here = paper[low[1] : low[1] + size[1], low[0] : low[0] + size[0]]
            here[mask] = pasted[mask][:, None]
    return paper


@dataclass(frozen=True)
class Photo:
    """A picture of a flat table and the truth about the camera."""

    image: np.ndarray
    lens: Lens
    pose: Pose
    layout: TableLayout


def photograph(layout, elevation_deg=70.0, distance_mm=1250.0, size=(1920, 1080), focal=1450.0, paper=None, pose=None):
    """A photo of the flat table (or of the given paper) without distortion."""
    margin = 120.0
    paper = flat_table(layout, margin) if paper is None else paper
    lens = Lens(size, focal * size[0] / 1920, (size[0] / 2 - 0.5, size[1] / 2 - 0.5))
    pose = pose or look_down(layout, elevation_deg, distance_mm)
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * [layout.width_mm, layout.height_mm]
    seen = project(lens, pose, np.column_stack([corners, np.zeros(4)]))
    flat = (corners + margin) * PX_PER_MM - 0.5
    bend = cv2.getPerspectiveTransform(flat.astype(np.float32), seen.astype(np.float32))
    image = cv2.warpPerspective(paper, bend, size, flags=cv2.INTER_AREA, borderValue=(118, 120, 122))
    return Photo(cv2.GaussianBlur(image, (3, 3), 0.7), lens, pose, layout)
