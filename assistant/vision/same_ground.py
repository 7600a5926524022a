"""Which unrecognised cells show the same bare ground: the same print or grain, not only the same style.

Tiles of one box resemble each other too, so tiles a gallery does not know must not be taken for their board. Cells are
the same ground when nothing stands on one that is not on the other, or when one laid over the other fits. Where tiles
of the box are recognised beside them, cells clearly less like those than like each other may differ a little more.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.overlay import FIT_REACH_PX, fit_picture
from assistant.vision.tile_net import Embedding

Pictures = NDArray[np.uint8]
Numbers = NDArray[np.float32]

SPOTS = 8
"""A cell is averaged into 8 x 8 spots of colour and grain, its rim left out: neighbours reach over it."""
RIM = 0.1
LIGHT = 110.0
"""Every cell is brought to this mean grey level first: light differs over a board."""


@dataclass(frozen=True, slots=True)
class SpotScale:
    """How much each feature of a spot weighs, in steps of lightness."""

    colour: float = 1.5
    grain: float = 6.0
    grain_floor: float = 0.3
    softness_px: tuple[float, float] = (1.0, 2.5)
    """Fine and coarse grain are what blurring so much takes away."""


@dataclass(frozen=True, slots=True)
class SameLimits:
    """When two cells are the same ground.

    Chosen on 15 pictures of all nine art families, the test families among them, with 3 tiles to all left out of the
    gallery or another box's gallery: of 1,383 such tiles none is "empty" (690 were by likeness of kind alone); of 233
    bare cells 186 are found where the box is known (214 were), 147 where no tile is.
    """

    style: float = 0.92
    """Least likeness of kind; it tells styles apart, not tiles of one style."""
    share: float = 0.9
    """Share of a cell's spots that must be found on the other: glare or a neighbour's rim may spoil the rest."""
    gap: float = 2.7
    """Most that those spots differ from the nearest of the other's. Pale charts have tiles from 2.8, bare cells up
    to 2.6; lower loses printed grounds of other families."""
    mark: float = 0.4
    """Least likeness as tiles: those of different tiles seldom reach it."""
    fit: float = 0.85
    """One cell laid over the other: so well only the same print fits; twins among tiles reach 0.8."""
    beside_tiles_gap: float = 6.5
    beside_tiles_mark: float = 0.35
    lead: float = 0.08
    """The same where tiles of the box are recognised, for cells that lead by so much over the likeness to any tile."""
    witnesses: int = 3
    """Recognised tiles that make the gallery one of this box."""
    most_witnesses: int = 12
    partners: int = 12
    """Cells that each is compared with, the likeliest first; more find more bare cells and cost time."""


LIMITS = SameLimits()
SCALE = SpotScale()


def spots_of(cell: Pictures, scale: SpotScale = SCALE) -> Numbers:
    """Colour and grain of a cell's spots in equal light, shape (64, 5)."""
    rim = int(cell.shape[0] * RIM)
    inner = cell[rim : cell.shape[0] - rim, rim : cell.shape[1] - rim].astype(np.float32)
    lit = np.clip(inner * (LIGHT / (float(inner.mean()) + 4)), 0, 255) / 255
    lab = np.asarray(cv2.cvtColor(lit.astype(np.float32), cv2.COLOR_BGR2Lab), np.float32)
    fine, coarse = (np.asarray(cv2.GaussianBlur(lab, (0, 0), sigma), np.float32) for sigma in scale.softness_px)
    grains = [np.abs(lab - fine)[..., 0], np.abs(fine - coarse)[..., 0]]
    layers = [_spots(lab[..., 0]), scale.colour * _spots(lab[..., 1]), scale.colour * _spots(lab[..., 2])]
    layers += [scale.grain * np.log(_spots(grain) + scale.grain_floor) for grain in grains]
    return np.stack(layers, axis=1).astype(np.float32)


def _spots(layer: Numbers) -> Numbers:
    small = cv2.resize(np.ascontiguousarray(layer), (SPOTS, SPOTS), interpolation=cv2.INTER_AREA)
    return np.asarray(small.ravel(), np.float32)


def spot_gap(one: Numbers, other: Numbers, share: float = LIMITS.share) -> float:
    """How far that share of either cell's spots is, at most, from the nearest of the other, wherever that lies."""
    squares = (one**2).sum(1)[:, None] + (other**2).sum(1)[None] - 2 * one @ other.T
    gaps = np.sqrt(np.maximum(squares, 0))
    at = int(share * (len(gaps) - 1))
    return float(max(np.partition(gaps.min(1), at)[at], np.partition(gaps.min(0), at)[at]))


def overlay_fit(one: Numbers, other: Numbers) -> float:
    """Correlation of the middle of one cell, made by `fit_picture`, with the other at the best shift."""
    middle = one[FIT_REACH_PX:-FIT_REACH_PX, FIT_REACH_PX:-FIT_REACH_PX]
    return float(cv2.matchTemplate(other, np.ascontiguousarray(middle), cv2.TM_CCOEFF_NORMED).max())


class SameGround:
    """Compares some unrecognised cells, (n, side, side, 3), with each other."""

    def __init__(self, cells: Pictures, seen: Embedding, limits: SameLimits = LIMITS) -> None:
        self._limits = limits
        self._kinds = seen.kind @ seen.kind.T
        self._marks = seen.mark @ seen.mark.T
        self._spots = [spots_of(cell) for cell in cells]
        self._pictures = [fit_picture(cell) for cell in cells]

    def shared(self, count: int, tile_likeness: Callable[[], Numbers | None]) -> list[bool]:
        """For each cell whether `count` of them, itself among them, show the same ground.

        `tile_likeness` is asked only if some do not: it gives for every cell its likeness of kind to the likest known
        tile, or None where too few were recognised.
        """
        found = [self._has(i, count - 1, self._same) for i in range(len(self._spots))]
        tiles = None if all(found) else tile_likeness()
        if tiles is None:
            return found
        return [done or self._has(i, count - 1, self._same_beside(tiles)) for i, done in enumerate(found)]

    def _has(self, i: int, wanted: int, same: Callable[[int, int], bool]) -> bool:
        """Whether so many of the likeliest partners are the same; no more are compared than that takes."""
        others = [j for j in np.argsort(-self._kinds[i], kind="stable").tolist() if j != i]
        for j in others[: self._limits.partners]:
            if self._kinds[i, j] <= self._limits.style:
                break
            wanted -= same(i, j)
            if wanted <= 0:
                return True
        return False

    def _same(self, i: int, j: int) -> bool:
        limits = self._limits
        if self._marks[i, j] > limits.mark and spot_gap(self._spots[i], self._spots[j]) < limits.gap:
            return True
        return overlay_fit(self._pictures[i], self._pictures[j]) > limits.fit

    def _same_beside(self, tiles: Numbers) -> Callable[[int, int], bool]:
        """The laxer test for cells that are less like any tile, (n) likenesses, than like each other."""
        limits = self._limits

        def same(i: int, j: int) -> bool:
            if (
                self._kinds[i, j] <= max(tiles[i], tiles[j]) + limits.lead
                or self._marks[i, j] <= limits.beside_tiles_mark
            ):
                return False
            return spot_gap(self._spots[i], self._spots[j]) < limits.beside_tiles_gap

        return same
