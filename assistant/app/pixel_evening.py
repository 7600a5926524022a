"""Evenings that are really seen: every frame is drawn by the fast camera and read by the eye, nothing is told.

The table is set up as its owner does it: the boards are found by their markers in a picture of the bare table, and
each tile is laid on a cell, seen by the camera and learned, by the same code as the page uses.
"""

import tempfile
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from assistant.app.evening import Evening
from assistant.app.evening_faults import KINDS, FaultyEvening
from assistant.app.recording import CALIBRATION, GALLERY, Limits, Packed, Recorder
from assistant.app.seen_before import SeenBefore
from assistant.app.sim_eye import Picture, PixelEye, SimCamera
from assistant.editions import load_edition
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.setup import Setup
from assistant.sim.art import TileContent
from assistant.sim.art.content import Symbol
from assistant.sim.evening import Clock
from assistant.sim.robots import PhysicalTable
from assistant.sim.scene import Look, lay_tile
from assistant.sim.sensor import Conditions
from assistant.sim.steady import EXPOSURES
from assistant.vision import calibration as calibrations
from assistant.vision import gallery as galleries
from assistant.vision.dice import DiceReader
from assistant.vision.gallery import Gallery
from assistant.vision.pipeline import Eye
from assistant.vision.tile_net import TileNet
from assistant.vision.tiles import TileReader
from assistant.web.camera import ENROL_CELL, EyeCamera

JPEG_QUALITY = 88
"""Of the camera; when an evening is recorded, the recording keeps what the camera delivers."""


def printed(game: RajasGame) -> dict[str, TileContent]:
    """What the province tiles of the game show, as the edition says."""
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


@dataclass(frozen=True, slots=True)
class Learned:
    """What an owner has taught the program about the table."""

    calibration: calibrations.Calibration
    gallery: Gallery

    def save(self, folder: Path) -> None:
        """Write both where a recording looks for them. Raises OSError."""
        folder.mkdir(parents=True, exist_ok=True)
        calibrations.save(self.calibration, folder / CALIBRATION)
        galleries.save(self.gallery, folder / GALLERY)


class SetUpError(RuntimeError):
    """The simulated table could not be set up; the message says at which step."""


def learn(game: RajasGame, look: Look, seed: int = 0) -> Learned:
    """Set the table up by the page's own camera code: boards by their markers, then tile after tile on a cell."""
    rng = np.random.default_rng(seed)
    table = PhysicalTable(game.setup.seats, rng)
    camera, clock = SimCamera(table, seed, look, printed(game)), Clock()
    page = EyeCamera()
    page.see(camera.picture(clock.tick()))
    if why := page.calibrate({}):
        raise SetUpError(f"the boards were not found: {why}")
    assert page.calibration is not None
    boards = page.calibration.camera().boards
    home = next(one.board.seat for one in boards if one.board.seat and one.board.name.endswith("/province"))
    for tile in game.rules.tiles:
        table.seats[home] = replace(table.seats[home], tiles=(lay_tile(ENROL_CELL, tile.id, 0, rng),))
        page.see(camera.picture(clock.tick()))
        if why := page.enrol(tile.id):
            raise SetUpError(f"{tile.id} was not learned: {why}")
    return Learned(page.calibration, page.lessons.gallery)


@lru_cache(maxsize=4)
def _set_up(setup: Setup, look: Look) -> tuple[Learned, SeenBefore, TileReader]:
    """One owner's set-up and the readers that go with it; they serve all evenings at this table."""
    learned = learn(RajasGame(load_edition(), setup), look)
    return learned, SeenBefore(DiceReader.load()), TileReader(TileNet.load(), learned.gallery)


class PixelTable:
    """Gives an evening its camera and eye, and keeps it as a recording when there is a folder for it."""

    def __init__(self, evening: Evening, seed: int, folder: Path | None = None, look: Look | None = None) -> None:
        box = look or Look()
        self.learned, dice, tiles = _set_up(evening.game.setup, box)
        self.recorder = self._recorder(evening, folder) if folder is not None else None
        self._packed: deque[tuple[Picture, Packed | None]] = deque(maxlen=2 * EXPOSURES)
        # What a recording keeps is the JPEG the camera delivers: it is packed once only.
        conditions = Conditions(jpeg_quality=None if self.recorder else JPEG_QUALITY)
        camera = SimCamera(evening.table, seed, box, printed(evening.game), conditions)
        eye = Eye(self.learned.calibration, dice, tiles)
        self.eye = evening.eye = PixelEye(camera, eye, self._kept if self.recorder else None)

    def _recorder(self, evening: Evening, folder: Path) -> Recorder:
        with tempfile.TemporaryDirectory() as place:
            self.learned.save(Path(place))
            kept = (Path(place) / CALIBRATION, Path(place) / GALLERY)
            return Recorder(folder, evening.session, Limits(jpeg_quality=JPEG_QUALITY), kept)

    def _kept(self, picture: Picture) -> Picture:
        """The picture as it is recorded; exposures that take turns are packed once."""
        assert self.recorder is not None
        packed = next((known for shown, known in self._packed if shown is picture), None)
        if packed is None:
            packed = self.recorder.packed(0, picture)
            self._packed.append((picture, packed))
        return picture if packed is None else self.recorder.hold(packed)

    def close(self) -> None:
        if self.recorder is not None:
            self.recorder.close()


class PixelEvening(Evening):
    """An honest evening watched through pictures; kept as a recording when a folder is given."""

    def __init__(self, seed: int, players: int = 4, modules: tuple[str, ...] = (), *, bots: str = "greedy",
                 main_camera: bool = False, folder: Path | None = None) -> None:  # fmt: skip
        super().__init__(seed, players, modules, bots=bots, main_camera=main_camera)
        self.pixels = PixelTable(self, seed, folder)


class FaultyPixelEvening(FaultyEvening):
    """An evening with faults watched through pictures."""

    def __init__(self, seed: int, players: int = 4, *, kinds: Sequence[str] = KINDS, bots: str = "greedy",
                 folder: Path | None = None) -> None:  # fmt: skip
        super().__init__(seed, players, kinds=kinds, bots=bots)
        self.pixels = PixelTable(self, seed, folder)
