"""The classical reader: pips are round spots, spots of one size lie close together, their number is the value.

It is the baseline the networks are compared with, and no more.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.colour import COLOURS
from assistant.vision.readings import DieReading

Pixels = NDArray[np.uint8]
Spots = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ClassicalLimits:
    """What counts as a pip and as one die's pips."""

    roundness: float = 0.62
    """Area over the area of the spot's circle; higher loses pips seen flat."""
    pip_share: tuple[float, float] = (0.09, 0.3)
    """Diameter of a pip in edges of a die."""
    reach: float = 0.8
    """Largest distance between any two pips of one face, in edges."""
    most_spots: int = 1500
    """Busy prints have thousands of spots; more than this many are not grouped."""
    likeness: float = 1.7
    """Largest ratio of two pips' sizes on one face."""


LIMITS = ClassicalLimits()
_HUES = {"orange": (3, 22), "green": (35, 88), "blue": (92, 122), "purple": (123, 165)}


def read_classical(image: Pixels, die_px: float | None = None) -> list[DieReading]:
    """Return the dice whose pips can be counted in (H, W, 3) BGR; without `die_px` the spots tell the size."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    dice: list[DieReading] = []
    for picture in (grey, 255 - grey):
        spots = _spots(picture, die_px)  # type: ignore[arg-type]
        edge = die_px or (float(np.median(spots[:, 2])) / 0.19 if len(spots) else 1.0)
        dice += [_reading(image, spots[group], edge) for group in _groups(spots, edge)]
    return sorted(_without_doubles(dice), key=lambda die: die.box_xyxy[0])


def _spots(grey: NDArray[np.uint8], die_px: float | None) -> Spots:
    """Return round dark spots (N, 3): x, y, diameter."""
    block = max(5, round((die_px or 40) * 0.55)) | 1
    dark = cv2.adaptiveThreshold(grey, 1, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, block, 12)
    _, _, stats, middles = cv2.connectedComponentsWithStats(dark, connectivity=4)
    width, height, area = (
        stats[1:, k].astype(np.float32) for k in (cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT, cv2.CC_STAT_AREA)
    )
    long, short = np.maximum(width, height), np.minimum(width, height)
    round_enough = area / (np.pi / 4 * width * height + 1e-6) > LIMITS.roundness
    low, high = (share * die_px for share in LIMITS.pip_share) if die_px else (2.5, 60.0)
    keep = round_enough & (short > 0.5 * long) & (long >= max(low, 2)) & (long <= high)
    found = np.column_stack([middles[1:], np.sqrt(width * height)]).astype(np.float32)[keep]
    return found[: LIMITS.most_spots]


def _groups(spots: Spots, edge: float) -> list[list[int]]:
    """Return groups of like spots that fit on one face; more than six are no face."""
    gap = np.hypot(*(spots[:, None, :2] - spots[None, :, :2]).transpose(2, 0, 1))
    ratio = spots[:, None, 2] / spots[None, :, 2]
    together = (gap <= LIMITS.reach * edge) & (np.maximum(ratio, 1 / ratio) <= LIMITS.likeness)
    free, groups = np.ones(len(spots), bool), []
    for first in range(len(spots)):
        if not free[first]:
            continue
        group, fits = [first], together[first] & free
        for k in np.argsort(gap[first])[1:40]:
            if fits[k]:
                group.append(int(k))
                fits &= together[k]
        free[group] = False
        if len(group) <= 6:
            groups.append(group)
    return groups


def _reading(image: Pixels, spots: Spots, edge: float) -> DieReading:
    middle = spots[:, :2].mean(0)
    low, high = middle - edge / 2, middle + edge / 2
    box = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
    return DieReading(_hue(image, box), len(spots), 0.5, box)


def _hue(image: Pixels, box: tuple[float, float, float, float]) -> str | None:
    x0, y0, x1, y1 = (max(0, int(v)) for v in box)
    patch = image[y0:y1, x0:x1]
    if patch.size == 0:
        return None
    hsv = cv2.cvtColor(patch, cv2.COLOR_BGR2HSV).reshape(-1, 3)
    hue = float(np.median(hsv[hsv[:, 1] >= np.median(hsv[:, 1]), 0]))
    return next((name for name in COLOURS if _HUES[name][0] <= hue <= _HUES[name][1]), None)


def _without_doubles(dice: list[DieReading]) -> list[DieReading]:
    """Keep the die with more pips where two readings lie on one another."""
    kept: list[DieReading] = []
    for die in sorted(dice, key=lambda d: -(d.value or 0)):
        x, y = (die.box_xyxy[0] + die.box_xyxy[2]) / 2, (die.box_xyxy[1] + die.box_xyxy[3]) / 2
        if not any(k.box_xyxy[0] < x < k.box_xyxy[2] and k.box_xyxy[1] < y < k.box_xyxy[3] for k in kept):
            kept.append(die)
    return kept
