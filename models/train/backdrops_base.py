"""What every art family draws with: colours, smooth noise, colour ramps."""

from __future__ import annotations

import colorsys
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.float32]
Family = Callable[[np.random.Generator, int, int], Picture]


def any_colour(rng: np.random.Generator, strength: float = 1.0) -> NDArray[np.float32]:
    """Return one RGB colour (3,), from pale to saturated."""
    hsv = (rng.random(), rng.random() * strength, rng.uniform(0.12, 0.98))
    return np.array(colorsys.hsv_to_rgb(*hsv), np.float32)


def noise(rng: np.random.Generator, height: int, width: int, cell_px: float, octaves: int = 4) -> Picture:
    """Return smooth noise (height, width) in 0..1; `cell_px` is the size of its largest blobs."""
    out = np.zeros((height, width), np.float32)
    for octave in range(octaves):
        step = max(1.5, cell_px / 2**octave)
        small = rng.random((max(2, int(height / step) + 1), max(2, int(width / step) + 1))).astype(np.float32)
        out += cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC) / 2**octave
    low, high = float(out.min()), float(out.max())
    return (out - low) / max(high - low, 1e-6)


def between(rng: np.random.Generator, field: Picture, colours: int = 3, strength: float = 1.0) -> Picture:
    """Colour a 0..1 field with a random ramp of that many colours."""
    stops = np.stack([any_colour(rng, strength) for _ in range(colours)])
    at = np.linspace(0, 1, colours)
    return np.stack([np.interp(field, at, stops[:, c]) for c in range(3)], -1).astype(np.float32)
