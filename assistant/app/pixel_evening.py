"""Evenings that are really seen: every frame is drawn by the fast camera and read by the eye, nothing is told."""

from functools import lru_cache

from assistant.app.evening import Evening
from assistant.app.sim_eye import PixelEye, SimCamera
from assistant.engine.rajas.game import RajasGame
from assistant.sim.art import TileContent, tile_sized
from assistant.sim.art.content import Symbol
from assistant.sim.scene import Look
from assistant.vision.dice import DiceReader
from assistant.vision.gallery import Gallery, entry_of
from assistant.vision.pipeline import Eye
from assistant.vision.tile_net import TileNet
from assistant.vision.tiles import TileReader

TILE_PX = 192


def printed(game: RajasGame) -> dict[str, TileContent]:
    """What the tiles of the game show, as the edition says."""
    return {
        tile.id: TileContent(
            tile.colour,
            tile.animal,
            tile.roads,
            (*(Symbol(good, value) for good, value in tile.markets), *(Symbol(kind) for kind in tile.buildings)),
            tile.price,
        )
        for tile in game.rules.tiles
        if tile.kind == "province"
    }


def gallery_of(look: Look, contents: dict[str, TileContent]) -> Gallery:
    """One picture of every tile, as the owner of this box would have enrolled them."""
    entries = [
        entry_of(tile, tile_sized(look.family, tile, look.art_seed, TILE_PX, content))
        for tile, content in contents.items()
    ]
    return Gallery(tuple(entries))


@lru_cache(maxsize=1)
def _readers() -> tuple[DiceReader, TileNet]:
    return DiceReader.load(), TileNet.load()


def sim_eye(game: RajasGame, camera: SimCamera, look: Look) -> PixelEye:
    """The eye of a simulated table, with the calibration a perfect measurement would give."""
    dice, net = _readers()
    return PixelEye(camera, Eye(camera.calibration, dice, TileReader(net, gallery_of(look, printed(game)))))


class PixelEvening(Evening):
    """An evening watched through pictures. Slow: about ten frames a second of table time on two cores."""

    def __init__(self, seed: int, players: int = 4, *, bots: str = "greedy") -> None:
        super().__init__(seed, players, bots=bots)
        look = Look()
        camera = SimCamera(self.table, seed, look, printed(self.game))
        self.eye = sim_eye(self.game, camera, look)
