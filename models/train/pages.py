"""Pages of printed tiles without dice, in the art families the simulated table keeps for training and validation."""

from __future__ import annotations

import numpy as np

from assistant.sim.art import SPLITS, example_tiles, tile_sized

from .bank import Item
from .composer import joined

ACROSS = 4


def art_pages(split: str, seeds: range) -> list[Item]:
    """Return one page a family and seed; a tile is 128 pixels wide, as three or four dice would be."""
    items = []
    for family in SPLITS[split]:
        for seed in seeds:
            tiles = [tile_sized(family, name, seed, 128) for name in example_tiles(ACROSS**2)]
            page = np.vstack([np.hstack(tiles[k : k + ACROSS]) for k in range(0, ACROSS**2, ACROSS)])
            items.append(Item(f"{family}-{seed}", page, joined([]), [], "page", np.zeros((0, 3), np.float32)))
    return items
