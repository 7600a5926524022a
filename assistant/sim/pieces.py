"""Round things as stacks of slices: workers, boats and markers of the game board, cups and coins beside it."""

from itertools import pairwise

import cv2
import numpy as np

from assistant.sim.lighting import Values, View, ground_light
from assistant.sim.scene import Bgr
from assistant.sim.sprites import TO_LINEAR, Sprite, average, box_around, encode, is_empty

FINE = 3
PAINT: dict[str, Bgr] = {
    "red": (34, 30, 186), "yellow": (40, 190, 232), "white": (224, 230, 232), "black": (44, 40, 40),
    "blue": (176, 84, 28), "green": (62, 132, 34), "orange": (26, 116, 236), "purple": (132, 48, 104),
}  # fmt: skip
PROFILES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "worker": (
        (0, 6, 6),
        (2, 6, 6),
        (3, 5, 5),
        (8, 3.6, 3.6),
        (11, 3, 3),
        (12, 4, 4),
        (14, 4.4, 4.4),
        (16, 3.6, 3.6),
        (17, 2, 2),
    ),
    "boat": ((0, 10, 4), (3, 11, 4.6), (5, 11.5, 5), (6, 7, 3), (10, 5, 2)),
    "marker": ((0, 5, 5), (4, 5, 5), (5, 4.2, 4.2)),
    "coin": ((0, 11, 11), (1.8, 11, 11), (2, 10.4, 10.4)),
    "cup": ((0, 30, 30), (30, 36, 36), (90, 40, 40), (92, 40, 40), (92, 37, 37)),
}
"""Kind to slices from the bottom up: height, half length, half width, in millimetres."""


def slices_mm(kind: str, at_mm: tuple[float, float], ground_mm: float) -> list[Values]:
    """The outline of every slice, each (20, 3); raises ValueError for an unknown kind."""
    if kind not in PROFILES:
        raise ValueError(f"no piece of kind {kind!r}; there are {', '.join(PROFILES)}")
    t = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    circle = np.stack([np.cos(t), np.sin(t)], 1)
    place = np.array(at_mm)
    return [
        np.column_stack([place + circle * (length, width), np.full(20, ground_mm + height)])
        for height, length, width in PROFILES[kind]
    ]


def piece_sprite(kind: str, paint_bgr: Bgr, at_mm: tuple[float, float], ground_mm: float, view: View) -> Sprite | None:
    """Return the piece as the camera sees it, or None when it is out of the picture."""
    outlines = [view.pose.project(one) for one in slices_mm(kind, at_mm, ground_mm)]
    box = box_around(np.concatenate(outlines), 1.0, view.pose.size_wh)
    if is_empty(box):
        return None
    shape = ((box[3] - box[1]) * FINE, (box[2] - box[0]) * FINE)
    layer = np.zeros((*shape, 4), np.float32)
    light = ground_light(view.lighting, view.middle_mm, np.array(at_mm[0]), np.array(at_mm[1]))
    paint = TO_LINEAR[np.array(paint_bgr)] * light
    for index, (below, above) in enumerate(pairwise(outlines)):
        gain = 0.55 + 0.6 * (index + 1) / len(outlines)
        spots = (np.concatenate([below, above]) - np.array(box[:2]) + 0.5) * FINE
        hull = cv2.convexHull(np.round(spots).astype(np.int32).reshape(-1, 1, 2))
        cv2.fillConvexPoly(layer, hull, (*(float(v) for v in paint * gain), 1.0))
    small = average(layer, FINE)
    alpha = small[..., 3:]
    return Sprite(box, encode(small[..., :3] / np.maximum(alpha, 1e-6)), np.asarray(alpha, np.float32))
