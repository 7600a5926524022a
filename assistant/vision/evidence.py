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
QUARTERS = np.array([[5 * (y + k // 3) + x + k % 3 for k in range(9)] for y in (0, 2) for x in (0, 2)])
"""The cells of the four quarters of such a patch, row by row; they share the middle."""
DARK = 12.0
"""Added to grey levels before logarithms: below it noise would look like tint."""
LOGARITHM = np.log(np.arange(256, dtype=np.float32) + np.float32(DARK))
"""Of every grey level: looked up where it is needed, on a sixth of a board."""
USUAL = 0.15
FAINT = 0.03
"""Changes are told in logarithms relative to the first; the second is the noise of a good camera."""
SHIFT_ROUNDS = 2
STIFF = 1.0
MOST_ASIDE = 0.4
"""The print may lie up to so many cells beside its place, found in as many rounds; plain print keeps its place."""
SOME_CELLS = (slice(1, -1, 2), slice(1, -1, 2))
"""Every fourth cell tells enough of that."""
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
        return np.asarray(LOGARITHM[_cells(self.picture, self.die_px)], np.float32)

    @cached_property
    def slopes(self) -> tuple[Numbers, Numbers]:
        """How these change from cell to cell, down and across."""
        if min(self.light.shape[:2]) < 2:
            return np.zeros_like(self.light), np.zeros_like(self.light)
        return np.asarray(np.gradient(self.light, axis=0)), np.asarray(np.gradient(self.light, axis=1))

    @cached_property
    def some_slopes(self) -> tuple[Numbers, NDArray[np.bool_]]:
        """The slopes of `SOME_CELLS`, (rows, columns, 2), and where there are none."""
        down, across = (one[SOME_CELLS] for one in self.slopes)
        return np.stack([down.mean(-1), across.mean(-1)], -1), (down[..., 1] == 0) & (across[..., 1] == 0)

    def patches(self, region: Pixels, centre_xy: Numbers) -> tuple[Numbers, Numbers]:
        """Return the cells around places (N, 2) of the region, now and empty, in one light: twice (N, 5, 5, 3)."""
        now, then = _cells(region, self.die_px), self.light
        change = LOGARITHM[now[SOME_CELLS]] - then[SOME_CELLS]
        told = change[::2, ::2][change[::2, ::2, 1] != 0]  # beyond the frame's edge both are filled alike
        rows, columns = _windows(centre_xy / np.float32(_cell_px(self.die_px)), now.shape)
        seen, empty = LOGARITHM[now[rows, columns]], then[rows, columns]
        if len(told):
            light = _medians(told)  # exposure and white balance; dice cover less than half
            seen -= light
            down, across = self.aside(change, light).tolist()
            empty += down * self.slopes[0][rows, columns] + across * self.slopes[1][rows, columns]
        return seen, empty

    def aside(self, change: Numbers, light: Numbers) -> Numbers:
        """Return how many cells down and across of a place its print lay when empty; dice are outliers in that.

        A calibration is right to a pixel, and a pixel of contrasty print would look like something new. `change` is
        that of `SOME_CELLS`, `light` what of it is exposure and white balance.
        """
        slopes, none = self.some_slopes
        inside = slice(None)
        filled = (change[..., 1] == 0) & none
        if filled.any():  # beyond the frame's edge
            inside = cv2.dilate(filled.astype(np.uint8), np.ones((3, 3), np.uint8)) == 0
        slopes, changed = slopes[inside].reshape(-1, 2), (change[inside].reshape(-1, 3) - light).mean(1)
        shift = np.zeros(2, np.float32)
        for _ in range(SHIFT_ROUNDS if len(slopes) else 0):
            left = np.abs(changed - slopes @ shift)
            usual = _medians(left[:, None]) + FAINT
            weighed = slopes / (1 + (left / usual) ** 2)[:, None]
            shift = np.linalg.solve(weighed.T @ slopes + STIFF * np.eye(2), weighed.T @ changed)
        return np.clip(shift, -MOST_ASIDE, MOST_ASIDE).astype(np.float32)

    def sides(self, centre_xy: Numbers) -> Numbers:
        """Return (N, N) how likely the place of a row is where a die with its top at a column's shows a side."""
        return _likely_sides(centre_xy, np.array([self.eye_xyh]), np.array([self.die_px]))


def sides_on(boards: Sequence[EmptyBoard | None], board: NDArray[np.int64], centre_xy: Numbers) -> Numbers:
    """Return `EmptyBoard.sides` of places (N, 2) on numbered boards, (N, N); 0 between boards and on unknown ones."""
    eyes = np.array([(0.0, 0.0, 1.0) if one is None else one.eye_xyh for one in boards])
    edges = np.array([1.0 if one is None else one.die_px for one in boards])
    unknown = np.array([one is None for one in boards])
    sides = _likely_sides(centre_xy, eyes[board], edges[board])
    sides[(board[:, None] != board) | unknown[board]] = 0
    return sides


def _likely_sides(centre_xy: Numbers, eye_xyh: NDArray[np.float64], die_px: NDArray[np.float64]) -> Numbers:
    """Return `EmptyBoard.sides` of places (N, 2) on several boards; eyes (N, 3) and edges (N,) are of their boards.

    Half a die's height below the tops a point appears nearer to the camera's foot by that share of the way.
    """
    deep, edge = die_px / 2, die_px.astype(np.float32)
    share = (deep / (eye_xyh[:, 2] + deep)).astype(np.float32)
    towards = (eye_xyh[:, :2].astype(np.float32) - centre_xy) * share[:, None]
    ahead_x, ahead_y = (towards / np.maximum(np.hypot(*towards.T), 1e-6)[:, None]).T
    off_x, off_y = ((one[:, None] - one - aim) / edge for one, aim in zip(centre_xy.T, towards.T, strict=True))
    along = off_x * ahead_x + off_y * ahead_y
    aside = off_x * ahead_y - off_y * ahead_x
    fit = ((along - SIDE_MIDDLE) / SIDE_SPREAD) ** 2 + (aside / SIDE_ASIDE) ** 2
    return np.asarray(np.exp(-0.5 * fit), np.float32)


def changes(now: Numbers, then: Numbers) -> Numbers:
    """Return how much is new in patches (N, 5, 5, 3), shape (N, 4).

    The tint, the tint of the quarter where it changed least (a neighbour covers some of print, a die all of it), the
    light, and the pattern.
    """
    now, then = _planes(now), _planes(then)
    change = now - then
    lighter = change.mean(0)
    tint = np.abs(change - lighter).max(0)
    levels = np.stack([tint.mean(1), _least_quarter(tint), lighter.std(1)], 1)
    pattern = _correlation(now.mean(0), then.mean(0))
    return np.column_stack([np.log((levels + FAINT) / USUAL), 0.5 - pattern]).astype(np.float32)


def _planes(patches: Numbers) -> Numbers:
    """Return patches (N, 5, 5, 3) colour by colour, (3, N, 25): what joins three colours takes a tenth of the time."""
    return np.ascontiguousarray(patches.reshape(-1, len(WINDOW) ** 2, 3).transpose(2, 0, 1))


def _cell_px(die_px: float) -> int:
    return max(1, round(die_px / CELLS))


def _cells(picture: Pixels, die_px: float) -> Pixels:
    """Return the mean of every cell of a picture."""
    side = _cell_px(die_px)
    rows, columns = (max(1, length // side) for length in picture.shape[:2])
    # Whole pixels to a cell: averaged in a quarter of the time.
    small = cv2.resize(picture[: rows * side, : columns * side], (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _medians(rows: Numbers) -> Numbers:
    """The median of every column, in a fraction of the time of `numpy.median`."""
    half = len(rows) // 2
    return np.ascontiguousarray(np.partition(rows.T, half, axis=1)[:, half])


def _windows(cell_xy: Numbers, grid: tuple[int, ...]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return rows (N, 5, 1) and columns (N, 1, 5) of the cells around places; beyond the rim its cells are repeated."""
    middle = np.floor(cell_xy).astype(np.int64)
    last = np.array([[grid[1] - 1], [grid[0] - 1]])
    columns, rows = np.minimum(np.maximum(middle[..., None] + WINDOW, 0), last).transpose(1, 0, 2)
    return rows[:, :, None], columns[:, None, :]


def _least_quarter(cells: Numbers) -> Numbers:
    """Return the least mean of the four quarters (they share the middle) of patches (N, 25)."""
    return np.asarray(np.take(cells, QUARTERS, axis=1).mean(2).min(1), np.float32)


def _correlation(a: Numbers, b: Numbers) -> Numbers:
    """Return the correlation of patches (N, 25); of plain ones it is near zero."""
    a, b = (one - one.mean(1, keepdims=True) for one in (a, b))
    size = np.sqrt((a**2).sum(1) * (b**2).sum(1) + 1e-3)
    result: Numbers = (a * b).sum(1) / size
    return result
