"""Places the finder marks: the peaks of its maps, which of them are neighbours, where they lie in a turned picture."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.vision.infer import sigmoid

Pixels = NDArray[np.uint8]
Numbers = NDArray[np.float32]

STRIDE = 4
NOMINAL_EDGE_PX = 20.0
"""The finder's sizes are logarithms relative to this."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Marked places of a batch of pictures; row i of every array is candidate i, pixels are the input's own."""

    picture: NDArray[np.int64]
    centre_xy: Numbers
    edge_px: Numbers
    box_wh: Numbers
    heat: Numbers
    value_logits: Numbers
    colour_logits: Numbers

    def only(self, keep: NDArray[Any]) -> "Candidates":
        """Return some of the rows, by mask or index."""
        return Candidates(*(getattr(self, name)[keep] for name in Candidates.__slots__))


def decoded(maps: Numbers, scale: float, least_heat: float) -> Candidates:
    """Return the peaks of the finder's maps (N, H/4, W/4, 17) of pictures that had been scaled by `scale`."""
    limit = float(np.log(least_heat / (1 - least_heat)))
    n, row, column = peaks(maps[..., 0], limit)
    said = maps[n, row, column]
    centre = (np.stack([column, row], -1) + 0.5 + said[:, 4:6]) * STRIDE / scale
    sizes = (np.exp(np.clip(said[:, 1:4], -2, 2)) * NOMINAL_EDGE_PX / scale).astype(np.float32)
    return Candidates(
        n, centre.astype(np.float32), sizes[:, 0], sizes[:, 1:], sigmoid(said[:, 0]), said[:, 6:12], said[:, 12:17]
    )


def peaks(heat: Numbers, limit: float) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return picture, row and column of the places (N, H, W) that reach the limit and that no neighbour exceeds."""
    count, height, width = heat.shape
    rimmed = np.full((count, height + 2, width + 2), -np.inf, np.float32)
    rimmed[:, 1:-1, 1:-1] = heat
    flat, below = rimmed.ravel(), width + 2
    at = np.flatnonzero(flat >= limit)
    around = np.array([-below - 1, -below, -below + 1, -1, 1, below - 1, below, below + 1])
    n, row, column = np.unravel_index(at[flat[at] >= flat[at[:, None] + around].max(1)], rimmed.shape)
    return n, row - 1, column - 1


def neighbours(found: Candidates, edges: float) -> tuple[NDArray[np.int64], NDArray[np.int64], Numbers]:
    """Return all pairs of candidates of one picture, both ways round, that may be so many edges apart, and their gaps.

    Few are: what follows is reckoned for those alone.
    """
    x, y = found.centre_xy.T
    far = 1.01 * edges * found.edge_px.max(initial=0)  # a little further, for rounding
    across, down = x[:, None] - x, y[:, None] - y
    near = (np.abs(across) <= far) & (np.abs(down) <= far) & (found.picture[:, None] == found.picture)
    np.fill_diagonal(near, False)
    one, other = np.nonzero(near)
    return one, other, np.hypot(across[near], down[near])


def joined(parts: Sequence[Candidates]) -> Candidates:
    return Candidates(*(np.concatenate([getattr(part, name) for part in parts]) for name in Candidates.__slots__))


def turned_back(found: Candidates, upright: Sequence[Pixels], quarters: Sequence[int]) -> Candidates:
    """Return candidates of pictures that had been turned by quarters, in the pixels they had before."""
    if not any(quarters):
        return found
    turn = np.array(quarters)[found.picture]
    height, width = np.array([picture.shape[:2] for picture in upright], np.float32)[found.picture].T
    x, y = found.centre_xy.T
    own_x = np.choose(turn, (x, height - y, width - x, y))
    own_y = np.choose(turn, (y, x, height - y, width - x))
    sizes = np.where((turn % 2 == 1)[:, None], found.box_wh[:, ::-1], found.box_wh)
    return replace(found, centre_xy=np.stack([own_x, own_y], -1), box_wh=sizes)
