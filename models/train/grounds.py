"""Real surfaces without dice: cut from the training photographs away from their dice, and from pictures of boards."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from .bank import Item

SIDE_PX = 220


def ground_pictures(photos: list[Item], boards: Path | None, per_photo: int = 2) -> list[NDArray[np.uint8]]:
    """Return squares of real surfaces; the same photographs give the same squares."""
    rng = np.random.default_rng(5)
    squares = [square for item in photos for square in _free_squares(rng, item, per_photo)]
    if boards is not None:
        squares += [
            picture for path in sorted(boards.rglob("*.[jp][pn]*g")) if (picture := cv2.imread(str(path))) is not None
        ]
    return squares


def _free_squares(rng: np.random.Generator, item: Item, wanted: int) -> list[NDArray[np.uint8]]:
    height, width = item.picture.shape[:2]
    found = []
    for _ in range(30):
        left, top = int(rng.integers(0, width - SIDE_PX)), int(rng.integers(0, height - SIDE_PX))
        middle, reach = item.truth.centre_xy, 1.6 * item.truth.edge_px
        outside = (
            (middle[:, 0] + reach < left)
            | (middle[:, 0] - reach > left + SIDE_PX)
            | (middle[:, 1] + reach < top)
            | (middle[:, 1] - reach > top + SIDE_PX)
        )
        if outside.all():
            found.append(np.ascontiguousarray(item.picture[top : top + SIDE_PX, left : left + SIDE_PX]))
        if len(found) == wanted:
            break
    return found
