"""What sort of ground a tile shows, without learning: patches of colour and grain, compared as sets.

Two pictures of the same land share most of their patches, wherever houses, mills or crowns stand on them.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Patches = NDArray[np.float32]

SIDE_PX = 96
FIELDS = 12
"""The picture is averaged into 12 x 12 fields, the rim left out, and joined two by two: 25 patches."""
PATCHES = 25
FEATURES = 7


@dataclass(frozen=True, slots=True)
class GroundScale:
    """How much each feature of a patch weighs; fixed by eye on colour and grain, not fitted to one game."""

    lightness: float = 0.021
    """Low: light changes more than paint."""
    colour: float = 0.05
    grain: float = 0.6
    grain_floor: float = 0.15
    reach: float = 0.6
    """Distance at which two patches stop being alike."""
    towards_query: float = 0.7
    """Weight of "every patch of the cell is found in the picture" against the other way round."""


SCALE = GroundScale()


def _shrunk(layer: NDArray[np.float32]) -> NDArray[np.float32]:
    fields = np.asarray(cv2.resize(layer, (FIELDS, FIELDS), interpolation=cv2.INTER_AREA), np.float32)[1:-1, 1:-1]
    pairs = fields[::2, ::2] + fields[1::2, ::2] + fields[::2, 1::2] + fields[1::2, 1::2]
    return np.asarray(pairs.ravel() / 4, np.float32)


def patches_of(picture: Picture, scale: GroundScale = SCALE) -> Patches:
    """Colour and grain of 25 patches, shape (25, 7)."""
    small = cv2.resize(picture, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2Lab), np.float32)
    soft = [lab, *(np.asarray(cv2.GaussianBlur(lab, (0, 0), sigma), np.float32) for sigma in (0.8, 1.6, 3.2))]
    bands = [np.abs(soft[i] - soft[i + 1]) for i in range(3)]
    grains = [band[..., 0] * 0.7 for band in bands]
    grains.append(bands[1][..., 1] + bands[1][..., 2])
    colours = [lab[..., 0] * scale.lightness, lab[..., 1] * scale.colour, lab[..., 2] * scale.colour]
    layers = [_shrunk(np.ascontiguousarray(layer)) for layer in colours]
    layers += [scale.grain * np.log(_shrunk(np.ascontiguousarray(g)) + scale.grain_floor) for g in grains]
    return np.stack(layers, axis=1).astype(np.float32)


def ground_likeness(cells: Patches, gallery: Patches, scale: GroundScale = SCALE) -> NDArray[np.float32]:
    """How alike the grounds are, 0..1, for cells (n, 25, 7) against gallery pictures (m, 25, 7): shape (n, m)."""
    flat = gallery.reshape(-1, gallery.shape[2])
    square = (flat**2).sum(1)
    likeness = np.zeros((len(cells), len(gallery)), np.float32)
    for i, cell in enumerate(cells):
        gaps = (cell**2).sum(1)[:, None] + square[None] - 2 * cell @ flat.T
        gaps = gaps.reshape(len(cell), len(gallery), -1)
        there = np.exp(-gaps.min(2) / (2 * scale.reach**2)).mean(0)
        back = np.exp(-gaps.min(0) / (2 * scale.reach**2)).mean(1)
        likeness[i] = scale.towards_query * there + (1 - scale.towards_query) * back
    return likeness
