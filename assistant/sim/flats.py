"""Printed card that lies flat: marker cards, boards and tiles, with their cut edges, warped into the picture."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.sim.lighting import View, glare, ground_light
from assistant.sim.sprites import TO_LINEAR, Picture, Sprite, average, box_around, encode, is_empty

Values = NDArray[Any]
FINE = 2
"""Sub-pixels along each side of a pixel."""
EDGE_BGR = (150, 166, 176)
"""The grey board inside printed card, seen where it is cut."""


@dataclass(frozen=True, slots=True)
class Flat:
    """A rectangle of printed card: its top left corner on the table, turn, size, thickness, height of its underside."""

    x_mm: float
    y_mm: float
    turn_deg: float
    width_mm: float
    height_mm: float
    bottom_mm: float
    thickness_mm: float
    gloss: float = 0.0

    @property
    def top_mm(self) -> float:
        return self.bottom_mm + self.thickness_mm

    def axes(self) -> Values:
        """Columns: unit vectors to the right and down, in table axes."""
        turn = np.radians(self.turn_deg)
        return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])

    def corners_mm(self, height_mm: float) -> Values:
        """The four corners at a height, clockwise from the top left, shape (4, 3)."""
        size = np.array([[0, 0], [self.width_mm, 0], [self.width_mm, self.height_mm], [0, self.height_mm]])
        flat = size @ self.axes().T + np.array([self.x_mm, self.y_mm])
        return np.column_stack([flat, np.full(4, height_mm)])


def lit(view: View, albedo: Values, x_mm: Values, y_mm: Values, gloss: float) -> NDArray[np.float32]:
    """Display values of a flat surface of that linear colour at those places."""
    light = ground_light(view.lighting, view.middle_mm, x_mm, y_mm)
    shine = glare(view.lighting, view.pose, view.middle_mm, x_mm, y_mm)[..., None] * gloss
    return encode(albedo * light + shine)


def plane_places(view: View, box: tuple[int, int, int, int], fine: int, height_mm: float) -> tuple[Values, Values]:
    """Table coordinates seen by every sub-pixel of a box on the plane at that height."""
    rx, ry = view.pose.rays(box, fine)
    m = view.pose.plane_from_rays(height_mm).astype(np.float32)
    w = m[2, 0] * rx + m[2, 1] * ry + m[2, 2]
    return (m[0, 0] * rx + m[0, 1] * ry + m[0, 2]) / w, (m[1, 0] * rx + m[1, 1] * ry + m[1, 2]) / w


def _edge_layer(flat: Flat, view: View, box: tuple[int, int, int, int]) -> NDArray[np.float32]:
    """Coverage of the whole slab, with the colour of its cut sides; (h * FINE, w * FINE, 4)."""
    shape = ((box[3] - box[1]) * FINE, (box[2] - box[0]) * FINE)
    layer = np.zeros((*shape, 4), np.float32)
    if flat.thickness_mm <= 0:
        return layer
    corners = np.concatenate([flat.corners_mm(flat.bottom_mm), flat.corners_mm(flat.top_mm)])
    spots = (view.pose.project(corners) - np.array(box[:2]) + 0.5) * FINE - 0.5
    hull = cv2.convexHull(np.round(spots * 16).astype(np.int32).reshape(-1, 1, 2))
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_8, 4)
    layer[mask > 0] = (*(TO_LINEAR[np.array(EDGE_BGR)] * 0.7), 1.0)
    return layer


def flat_sprite(flat: Flat, print_bgr: Picture, view: View) -> Sprite | None:
    """Return the card as the camera sees it, or None when it is out of the picture."""
    outline = np.concatenate([flat.corners_mm(flat.bottom_mm), flat.corners_mm(flat.top_mm)])
    box = box_around(view.pose.project(outline), 1.0, view.pose.size_wh)
    if is_empty(box):
        return None
    x, y = plane_places(view, box, FINE, flat.top_mm)
    axes = flat.axes()
    dx, dy = x - flat.x_mm, y - flat.y_mm
    scale_x, scale_y = print_bgr.shape[1] / flat.width_mm, print_bgr.shape[0] / flat.height_mm
    u = ((dx * axes[0, 0] + dy * axes[1, 0]) * scale_x).astype(np.float32)
    v = ((dx * axes[0, 1] + dy * axes[1, 1]) * scale_y).astype(np.float32)
    inside = (u >= 0) & (v >= 0) & (u <= print_bgr.shape[1]) & (v <= print_bgr.shape[0])
    top = cv2.remap(print_bgr, u - 0.5, v - 0.5, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    layer = _edge_layer(flat, view, box)
    layer[inside, :3] = TO_LINEAR[np.asarray(top)[inside]]
    layer[inside, 3] = 1
    small = average(layer, FINE)
    alpha = small[..., 3:]
    middle = slice(FINE // 2, None, FINE)
    colour = lit(view, small[..., :3] / np.maximum(alpha, 1e-6), x[middle, middle], y[middle, middle], flat.gloss)
    return Sprite(box, colour, np.asarray(alpha, np.float32))
