"""What a calibration tells of a place where a die may lie: whether it is as bare as it was, and whose side it may be.

A die covers the print and changes tint, light and pattern of a face-sized patch; a shadow darkens it and leaves tint
and pattern. The side of a die lies beside its top, towards the camera, as far as the camera's place says. Neither says
that there is a die, only that there is none: a block changes the patch too.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.readings import DieReading

Pixels = NDArray[np.uint8]
Numbers = NDArray[np.float32]

CELLS = 6
"""Cells along a die's edge, about: a cell has whole pixels. Smaller ones would take a slight shift for a change."""
WINDOW = np.arange(-2, 3)
"""Five by five cells are compared; they lie within the face, whichever way it is turned, but for the corners."""
DARK = 12.0
"""Added to grey levels before logarithms: below it noise would look like tint."""
USUAL = 0.15
FAINT = 0.03
"""Changes are told in logarithms relative to the first; the second is the noise of a good camera."""
SHIFT_ROUNDS = 2
STIFF = 1.0
MOST_ASIDE = 0.4
"""The print may lie up to so many cells beside its place, found in as many rounds; plain print keeps its place."""
SOME_CELLS = (slice(1, -1, 2), slice(1, -1, 2))
"""Every fourth cell tells enough of that."""
NO_SLOPE = np.zeros((1, 1, 3, 2), np.float32)
SIDE_MIDDLE, SIDE_SPREAD, SIDE_ASIDE = 0.46, 0.1, 0.25
"""In edges: where the middle of a side appears beyond half a die's height of parallax (half an edge, less the rounded
rim), how far that varies, and how far to the left and right. Sides the networks take for tops face the camera."""


@dataclass(frozen=True)
class EmptyBoard:
    """What is known of a region: its picture before anything lay there, and where the camera stands."""

    picture: Pixels
    """As large as the region (H, W, 3)."""
    die_px: float
    eye_xyh: tuple[float, float, float]
    """The camera, in the region's pixels: the point it is above, and how high above the plane of the dice's tops."""
    read: Callable[[], Sequence[DieReading]]
    """Reads the empty picture; asked only when it would hide a die, which somebody may have forgotten there."""

    @cached_property
    def light(self) -> Numbers:
        """Logarithms of its cells."""
        return _light(self.picture, self.die_px)

    @cached_property
    def slopes(self) -> Numbers:
        """How these change from cell to cell, down and across: (rows, columns, 3, 2)."""
        if min(self.light.shape[:2]) < 2:
            return NO_SLOPE
        down, across = np.gradient(self.light, axis=(0, 1))
        return np.stack([down, across], -1)

    def patches(self, region: Pixels, centre_xy: Numbers) -> tuple[Numbers, Numbers]:
        """Return the cells around places (N, 2) of the region, now and empty, in one light: twice (N, 5, 5, 3)."""
        now, then = _light(region, self.die_px), self.light
        change = now - then
        some = change[1::4, 1::4]
        told = some[some[..., 1] != 0]  # beyond the frame's edge both are filled alike
        rows, columns = _windows(centre_xy / np.float32(_cell_px(self.die_px)), now.shape)
        seen, empty = now[rows, columns], then[rows, columns]
        if len(told):
            light = _medians(told)  # exposure and white balance; dice cover less than half
            seen -= light
            empty += self.slopes[rows, columns] @ self.aside(change, light)
        return seen, empty

    def aside(self, change: Numbers, light: Numbers) -> Numbers:
        """Return how many cells down and across of a place its print lay when empty; dice are outliers in that.

        A calibration is right to a pixel, and a pixel of contrasty print would look like something new.
        """
        filled = (change[..., 1] == 0) & (self.slopes[..., 1, :] == 0).all(-1)  # beyond the frame's edge
        inside = cv2.dilate(filled.astype(np.uint8), np.ones((3, 3), np.uint8))[SOME_CELLS] == 0
        slopes = self.slopes[SOME_CELLS][inside].mean(1)
        changed = (change[SOME_CELLS][inside] - light).mean(1)
        shift = np.zeros(2, np.float32)
        for _ in range(SHIFT_ROUNDS if len(slopes) else 0):
            left = np.abs(changed - slopes @ shift)
            weighed = slopes / (1 + (left / (np.median(left) + FAINT)) ** 2)[:, None]
            shift = np.linalg.solve(weighed.T @ slopes + STIFF * np.eye(2), weighed.T @ changed)
        return np.clip(shift, -MOST_ASIDE, MOST_ASIDE).astype(np.float32)

    def sides(self, centre_xy: Numbers) -> Numbers:
        """Return (N, N) how likely the place of a row is where a die with its top at a column's shows a side.

        Half a die's height below the tops a point appears nearer to the camera's foot by that share of the way.
        """
        x, y, height = self.eye_xyh
        edge, deep = self.die_px, self.die_px / 2
        towards = (np.array([x, y], np.float32) - centre_xy) * np.float32(deep / (height + deep))
        length = np.hypot(*towards.T)
        ahead = towards / np.maximum(length, 1e-6)[:, None]
        off = (centre_xy[:, None] - centre_xy[None] - towards[None]) / np.float32(edge)
        along = (off * ahead[None]).sum(-1)
        aside = off[..., 0] * ahead[None, :, 1] - off[..., 1] * ahead[None, :, 0]
        fit = ((along - SIDE_MIDDLE) / SIDE_SPREAD) ** 2 + (aside / SIDE_ASIDE) ** 2
        return np.asarray(np.exp(-0.5 * fit), np.float32)


def changes(now: Numbers, then: Numbers) -> Numbers:
    """Return how much is new in patches (N, 5, 5, 3), shape (N, 4).

    The tint, the tint of the quarter where it changed least (a neighbour covers some of print, a die all of it), the
    light, and the pattern.
    """
    change = now - then
    lighter = change.mean(-1)
    tint = np.abs(change - lighter[..., None]).max(-1)
    levels = np.stack([tint.mean((1, 2)), _least_quarter(tint), lighter.std((1, 2))], 1)
    pattern = _correlation(now.mean(-1), then.mean(-1))
    return np.column_stack([np.log((levels + FAINT) / USUAL), 0.5 - pattern]).astype(np.float32)


def _cell_px(die_px: float) -> int:
    return max(1, round(die_px / CELLS))


def _light(picture: Pixels, die_px: float) -> Numbers:
    side = _cell_px(die_px)
    rows, columns = (max(1, length // side) for length in picture.shape[:2])
    # Whole pixels to a cell: averaged in a quarter of the time.
    small = cv2.resize(picture[: rows * side, : columns * side], (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(np.log(small.astype(np.float32) + np.float32(DARK)), np.float32)


def _medians(rows: Numbers) -> Numbers:
    """The median of every column, in a fraction of the time of `numpy.median`."""
    half = len(rows) // 2
    return np.ascontiguousarray(np.partition(rows.T, half, axis=1)[:, half])


def _windows(cell_xy: Numbers, grid: tuple[int, ...]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return rows (N, 5, 1) and columns (N, 1, 5) of the cells around places; beyond the rim its cells are repeated."""
    middle = np.floor(cell_xy).astype(np.int64)
    columns = np.clip(middle[:, 0, None] + WINDOW, 0, grid[1] - 1)
    rows = np.clip(middle[:, 1, None] + WINDOW, 0, grid[0] - 1)
    return rows[:, :, None], columns[:, None, :]


def _least_quarter(cells: Numbers) -> Numbers:
    """Return the least mean of the four quarters (they share the middle) of patches (N, 5, 5)."""
    halves = (slice(0, 3), slice(2, 5))
    means = [cells[:, rows, columns].mean((1, 2)) for rows in halves for columns in halves]
    return np.asarray(np.min(means, axis=0), np.float32)


def _correlation(a: Numbers, b: Numbers) -> Numbers:
    """Return the correlation of patches (N, 5, 5); of plain ones it is near zero."""
    a, b = (one - one.mean((1, 2), keepdims=True) for one in (a, b))
    size = np.sqrt((a**2).sum((1, 2)) * (b**2).sum((1, 2)) + 1e-3)
    result: Numbers = (a * b).sum((1, 2)) / size
    return result
