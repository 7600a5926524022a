"""Small pictures with coverage that are laid over a frame, and shadows that darken it; display values 0..255."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Values = NDArray[Any]
Box = tuple[int, int, int, int]
"""x0 y0 x1 y1 in whole pixels, the last ones outside."""
GAMMA = 2.2
_DISPLAY: NDArray[np.float32] = ((np.arange(65536) / 65535.0) ** (1 / GAMMA) * 255).astype(np.float32)
TO_LINEAR: NDArray[np.float32] = ((np.arange(256) / 255.0) ** GAMMA).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Sprite:
    """A picture and its coverage 0..1 (height, width, 1) at a box of the frame."""

    box_xyxy: Box
    colour: NDArray[np.float32]
    alpha: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Shade:
    """Factors 0..1 on display values, (height, width, 1), at a box of the frame."""

    box_xyxy: Box
    gain: NDArray[np.float32]


def encode(radiance: Values) -> NDArray[np.float32]:
    """Linear light (1 is white) to display values 0..255."""
    return np.asarray(_DISPLAY[(np.clip(radiance, 0, 1) * 65535).astype(np.uint16)])


def _thrice(one: NDArray[np.float32]) -> NDArray[np.float32]:
    """One channel as three: numpy works three times as fast on alike shapes."""
    return np.asarray(cv2.merge([one, one, one]), np.float32)


def lay(frame: Picture, sprite: Sprite) -> None:
    """Lay a sprite over the frame, in place."""
    x0, y0, x1, y1 = sprite.box_xyxy
    under = frame[y0:y1, x0:x1]
    below = under.astype(np.float32)
    mixed = sprite.colour - below
    mixed *= _thrice(sprite.alpha)
    mixed += below
    mixed += np.float32(0.5)
    under[:] = mixed.astype(np.uint8)


def darken(frame: Picture, shade: Shade) -> None:
    """Multiply the frame by a shadow, in place."""
    x0, y0, x1, y1 = shade.box_xyxy
    under = frame[y0:y1, x0:x1]
    dark = under.astype(np.float32)
    dark *= _thrice(shade.gain)
    under[:] = dark.astype(np.uint8)


def box_around(points_px: Values, margin_px: float, size_wh: tuple[int, int]) -> Box:
    """The whole-pixel box around points, widened and cut to the frame; may be empty (x1 <= x0)."""
    low = np.floor(points_px.min(0) - margin_px).astype(int)
    high = np.ceil(points_px.max(0) + margin_px).astype(int) + 1
    x0, y0 = (int(v) for v in np.clip(low, 0, size_wh))
    x1, y1 = (int(v) for v in np.clip(high, 0, size_wh))
    return x0, y0, x1, y1


def is_empty(box: Box) -> bool:
    return box[2] <= box[0] or box[3] <= box[1]


def average(values: Values, fine: int) -> Values:
    """Mean over fine x fine sub-pixels; (h * fine, w * fine, c) in, (h, w, c) out."""
    height, width, channels = values.shape
    return np.asarray(values.reshape(height // fine, fine, width // fine, fine, channels).mean(axis=(1, 3)))
