"""Seeds, random fields and small picture helpers shared by every art family. Nothing here depends on the clock."""

import hashlib
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""Height x width x 3, BGR."""
Field = NDArray[np.float32]
"""Height x width, usually 0..1."""
Values = NDArray[Any]
"""A picture or a field of any number type, as OpenCV returns it."""
Bgr = tuple[int, int, int]


def seed_of(*words: str | int) -> int:
    """Return a 64-bit number that depends on the words only, the same on every machine."""
    digest = hashlib.blake2b("\x1f".join(map(str, words)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def rng_of(*words: str | int) -> np.random.Generator:
    return np.random.default_rng(seed_of(*words))


def smooth_field(rng: np.random.Generator, shape: tuple[int, int], cells: float) -> Field:
    """Return smooth noise in 0..1 with about `cells` bumps along the longer side."""
    height, width = shape
    step = max(shape) / max(cells, 1.0)
    coarse = rng.random((int(height / step) + 3, int(width / step) + 3), dtype=np.float32)
    big = cv2.resize(coarse, None, fx=step, fy=step, interpolation=cv2.INTER_CUBIC)
    return np.clip(big[:height, :width], 0, 1).astype(np.float32)


def fractal_field(rng: np.random.Generator, shape: tuple[int, int], cells: float, octaves: int = 4) -> Field:
    """Return noise in 0..1 in which each octave is twice as fine and half as strong."""
    total = np.zeros(shape, np.float32)
    for octave in range(octaves):
        total += smooth_field(rng, shape, cells * 2**octave) * 0.5**octave
    low, high = float(total.min()), float(total.max())
    return ((total - low) / max(high - low, 1e-6)).astype(np.float32)


def mix(a: Bgr, b: Bgr, share: float) -> Bgr:
    """Return the colour `share` of the way from a to b."""
    blue, green, red = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return blue, green, red


def hsv(hue_deg: float, saturation: float, value: float) -> Bgr:
    """Return a BGR colour from hue in degrees and saturation and value in 0..1."""
    one = np.array([[[hue_deg % 360, saturation, value]]], np.float32)
    blue, green, red = (cv2.cvtColor(one, cv2.COLOR_HSV2BGR)[0, 0] * 255).round().astype(int).tolist()
    return blue, green, red


def to_picture(values: Values) -> Picture:
    """Return the values cut to 0..255 as bytes."""
    return np.asarray(np.clip(values, 0, 255), np.uint8)


def blend(base: Values, over: Values | Bgr, alpha: Values) -> Picture:
    """Return `over` laid on `base` where `alpha` is 1; neither input is changed."""
    top = np.asarray(over, np.float32)
    share = np.asarray(alpha, np.float32)[..., None]
    return to_picture(base + (top - base) * share)


def shade(picture: Values, gain: Values) -> Picture:
    """Return the picture with every pixel's three channels multiplied by `gain`."""
    return to_picture(picture * np.asarray(gain, np.float32)[..., None])


def fill(picture: Picture, points: NDArray[np.float64] | Sequence[Sequence[float]], colour: Bgr) -> None:
    """Draw a filled polygon into `picture`, with quarter-pixel edges."""
    fixed = np.round(np.asarray(points, np.float64) * 16).astype(np.int32)
    cv2.fillPoly(picture, [fixed.reshape(-1, 1, 2)], colour, cv2.LINE_AA, 4)


def outline(picture: Picture, points: NDArray[np.float64], colour: Bgr, width_px: int, closed: bool = True) -> None:
    """Draw a line through the points into `picture`."""
    fixed = np.round(points * 16).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(picture, [fixed], closed, colour, max(1, width_px), cv2.LINE_AA, 4)
