"""What the tiles of a box show, for the simulated table's art: roads, markets, buildings and prices of an edition."""

from assistant.engine.rajas.box import Reward, Tile
from assistant.sim.art import Symbol, TileContent

REWARD_MOTIFS = {
    "money": "coin",
    "karma": "lotus",
    "upgrade": "star",
    "boat": "boat",
    "fame": "elephant",
    "dice": "hand",
}
"""Kind of a printed reward to the emblem that stands for it; others show a flower."""


def _reward_symbols(reward: Reward) -> tuple[Symbol, ...]:
    amounts = [next((v for v in part[1:] if isinstance(v, int)), 0) for part in reward]
    return tuple(Symbol(REWARD_MOTIFS.get(str(p[0]), "flower"), n) for p, n in zip(reward, amounts, strict=True))


def content_of_tile(tile: Tile) -> TileContent:
    """Return what one tile of the box shows."""
    markets = tuple(Symbol(good, value) for good, value in tile.markets)
    buildings = tuple(Symbol(building) for building in tile.buildings)
    symbols = markets + buildings + _reward_symbols(tile.reward)
    return TileContent(tile.colour or "stone", tile.animal, tile.roads, symbols, tile.price)


def contents_of(tiles: tuple[Tile, ...]) -> dict[str, TileContent]:
    """Return tile id to content, as `FastCamera(contents=...)` takes it: `contents_of(load_edition().tiles)`."""
    return {tile.id: content_of_tile(tile) for tile in tiles}
