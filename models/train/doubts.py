"""The places of training pictures the shipped pair marks, and which of them it doubts: what the expert learns from.

An expert that is asked about doubtful faces only wants to have seen mostly such. They are marked, cut out and doubted
here by the very code that asks it later, so that it meets what it will be shown.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.vision.dice import DiceReader
from assistant.vision.dice_squares import REGION_EDGE_PX, cut_squares

from .bank import UNKNOWN, Item

WITHIN = 0.45  # a mark so near to the middle of a top, in edges, is that die; farther than TOUCHING it is none
TOUCHING = 0.5
FAINTEST = 0.05  # what is marked less is never looked at
LIKELY = 0.005  # nor is what is less likely a die; where an empty board is known fainter marks count, so this is low


@dataclass(frozen=True, slots=True)
class Marks:
    """Marked places of many pictures; row i of every array is place i."""

    item: NDArray[np.int64]
    at_xy: NDArray[np.float32]
    edge_px: NDArray[np.float32]
    value: NDArray[np.int64]  # 0 = nothing
    colour: NDArray[np.int64]
    doubtful: NDArray[np.bool_]


def marked(items: list[Item], pair: DiceReader) -> Marks:
    """Return every place of the pictures the pair marks, with what it really is."""
    parts = [_of(k, item, pair) for k, item in enumerate(items) if len(item.truth.value)]
    return Marks(*(np.concatenate([getattr(part, name) for part in parts]) for name in Marks.__slots__))


def _of(k: int, item: Item, pair: DiceReader) -> Marks:
    truth, die_px = item.truth, float(np.median(item.truth.edge_px))
    found = pair.find([item.picture], REGION_EDGE_PX / die_px, FAINTEST)
    low, high = pair.limits.size_range
    found = pair.apart(found.only((found.edge_px > low * die_px) & (found.edge_px < high * die_px)))
    squares = cut_squares([item.picture], found, pair.square_px)
    gap = np.hypot(*(found.centre_xy[:, None] - truth.centre_xy[None]).transpose(2, 0, 1)) / truth.edge_px
    which, near = gap.argmin(1), gap.min(1)
    own = (near < WITHIN) & (near <= gap.min(0)[which])  # of two marks on one die the nearer one is it
    told = own | (near > TOUCHING)
    likely = pair.judge([item.picture], found, None, most_again=0).exists > LIKELY
    doubtful = pair.doubted(squares, found) & likely
    rows = Marks(
        np.full(len(own), k),
        found.centre_xy,
        found.edge_px,
        np.where(own, truth.value[which], 0),
        np.where(own, truth.colour[which], UNKNOWN),
        doubtful,
    )
    return Marks(*(getattr(rows, name)[told] for name in Marks.__slots__))
