"""What a tile shows. An edition may say it; without one it follows from the tile's id, so that any id can be drawn."""

from dataclasses import dataclass

from assistant.sim.art.motifs import ANIMALS, BUILDINGS, GOODS
from assistant.sim.art.noise import rng_of

COLOURS = ("blue", "green", "orange", "purple")
ROAD_SHAPES = (("ns",), ("ne",), ("esw",), ("nesw",), ("ew",), ("sw",), ("nsw",), ("nw",), ("ne", "sw"))


@dataclass(frozen=True, slots=True)
class Symbol:
    """An emblem of the tile; `value` is printed beside it when it is not 0."""

    motif: str
    value: int = 0


@dataclass(frozen=True, slots=True)
class TileContent:
    """Road segments (each the sides it joins: "nes", or "ne" and "sw" apart), up to three symbols, a price (or 0)."""

    colour: str
    animal: str
    roads: tuple[str, ...]
    symbols: tuple[Symbol, ...]
    price: int


def content_of(tile: str) -> TileContent:
    """Return what the tile shows; the same for the same id, whatever the art family."""
    rng = rng_of("content", tile)
    words = tile.split("-")
    colour = next((w for w in words if w in COLOURS), COLOURS[int(rng.integers(4))])
    animal = next((w for w in words if w in ANIMALS), ANIMALS[int(rng.integers(3))])
    roads = ROAD_SHAPES[int(rng.integers(len(ROAD_SHAPES)))]
    pool = {"cow": GOODS, "tiger": BUILDINGS, "snake": GOODS + BUILDINGS}[animal]
    names = rng.choice(pool, size=int(rng.integers(1, 3)), replace=False).tolist()
    symbols = tuple(Symbol(name, int(rng.integers(1, 4)) if name in GOODS else 0) for name in names)
    return TileContent(colour, animal, roads, symbols, int(rng.integers(4, 13)))
