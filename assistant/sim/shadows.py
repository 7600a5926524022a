"""Soft shadows of upright bodies on the plane below them: one per light, and the dark seam where a body stands."""

import cv2
import numpy as np

from assistant.sim.lighting import Values, View, shadow_share, towards
from assistant.sim.scene import Light
from assistant.sim.sprites import GAMMA, Shade, box_around, is_empty

SEAM_STRENGTH = 0.45
SEAM_BLUR_SHARE = 0.22
"""Blur of the seam as a share of the body's height."""


def _thrown(points_mm: Values, ground_mm: float, light: Light) -> Values:
    """Where points (n, 3; x, y, z up) throw their shadow on the ground, shape (n, 3)."""
    to = towards(light)
    reach = (points_mm[:, 2] - ground_mm) / max(-to[2], 0.2)
    flat = points_mm[:, :2] - to[:2] * reach[:, None]
    return np.column_stack([flat, np.full(len(flat), ground_mm)])


def _soft_mask(spots_px: Values, box: tuple[int, int, int, int], blur_px: float) -> Values:
    """A filled hull with soft edges, 0..1, over a box."""
    mask = np.zeros((box[3] - box[1], box[2] - box[0]), np.uint8)
    local = np.round((spots_px - np.array(box[:2])) * 16).astype(np.int32).reshape(-1, 1, 2)
    cv2.fillConvexPoly(mask, cv2.convexHull(local), 255, cv2.LINE_AA, 4)
    return cv2.GaussianBlur(mask, (0, 0), max(blur_px, 0.5)).astype(np.float32) / 255


def body_shade(points_mm: Values, ground_mm: float, view: View, seam: bool = True) -> Shade | None:
    """Return the shadows of a convex body given by its corners (n, 3; x, y, z up), or None when out of the picture."""
    height = float(points_mm[:, 2].max()) - ground_mm
    scale = view.pose.px_per_mm(float(points_mm[:, 0].mean()), float(points_mm[:, 1].mean()))
    casts = [view.pose.project(np.concatenate([_thrown(points_mm, ground_mm, one)])) for one in view.lighting.lights]
    blurs = [max(0.6, scale * height * 0.35 * one.softness) for one in view.lighting.lights]
    foot = view.pose.project(np.column_stack([points_mm[:, :2], np.full(len(points_mm), ground_mm)]))
    widest = max([*blurs, scale * height * SEAM_BLUR_SHARE])
    box = box_around(np.concatenate([*casts, foot]), 3 * widest, view.pose.size_wh)
    if is_empty(box):
        return None
    kept = np.ones((box[3] - box[1], box[2] - box[0]), np.float32)
    for light, spots, blur in zip(view.lighting.lights, casts, blurs, strict=True):
        kept -= shadow_share(light, view.lighting) * _soft_mask(spots, box, blur)
    if seam:
        kept *= 1 - SEAM_STRENGTH * _soft_mask(foot, box, scale * height * SEAM_BLUR_SHARE)
    return Shade(box, np.asarray(np.clip(kept, 0.02, 1) ** (1 / GAMMA), np.float32)[..., None])
