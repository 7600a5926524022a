"""Pictures of tiles: any id in any family, cached."""

from functools import lru_cache

import cv2

from assistant.sim.art.content import TileContent, content_of
from assistant.sim.art.families import family_named
from assistant.sim.art.noise import Picture, rng_of
from assistant.sim.art.sketch import sketch_tile


@lru_cache(maxsize=512)
def tile_picture(family: str, tile: str, seed: int = 0, content: TileContent | None = None) -> Picture:
    """Return the tile's picture, UNIT_PX square, read-only, north up; raises ValueError for an unknown family.

    The same family, tile, seed and content give the same bytes. `seed` is the print run: another seed is another game.
    """
    look = family_named(family)
    rng = rng_of("tile", family, tile, seed)
    picture = look.finish(sketch_tile(content or content_of(tile), look.style, look.ink, rng), look.ink, rng)
    picture.setflags(write=False)
    return picture


@lru_cache(maxsize=512)
def tile_sized(family: str, tile: str, seed: int, size_px: int, content: TileContent | None = None) -> Picture:
    """Return the same picture at another size, read-only."""
    picture = tile_picture(family, tile, seed, content)
    way = cv2.INTER_AREA if size_px < picture.shape[0] else cv2.INTER_CUBIC
    sized: Picture = cv2.resize(picture, (size_px, size_px), interpolation=way).astype("uint8")
    sized.setflags(write=False)
    return sized


def example_tiles(count: int = 64) -> tuple[str, ...]:
    """Return tile ids as in a box: four colours, three animals, numbered within each."""
    colours, animals = ("blue", "green", "orange", "purple"), ("cow", "snake", "tiger")
    kinds = [f"{colour}-{animal}" for colour in colours for animal in animals]
    return tuple(f"{kinds[i % 12]}-{i // 12 + 1}" for i in range(count))
