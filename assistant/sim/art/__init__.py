"""Procedural art of boards, tiles and table tops: unrelated families, split for training and testing."""

from assistant.sim.art.boards import PX_PER_MM, board_picture
from assistant.sim.art.content import Symbol, TileContent, content_of
from assistant.sim.art.families import FAMILIES, SPLITS, Family, family_named
from assistant.sim.art.surfaces import SURFACES, surface
from assistant.sim.art.tiles import example_tiles, tile_picture, tile_sized

__all__ = [
    "FAMILIES",
    "PX_PER_MM",
    "SPLITS",
    "SURFACES",
    "Family",
    "Symbol",
    "TileContent",
    "board_picture",
    "content_of",
    "example_tiles",
    "family_named",
    "surface",
    "tile_picture",
    "tile_sized",
]
