"""The cameras of a real table: each read by its own eye, their readings joined for the session."""

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from assistant.app.runtime import Watching
from assistant.table.commands import SetMode
from assistant.table.session import Session
from assistant.vision import calibration as calibrations
from assistant.vision import gallery as galleries
from assistant.vision.calibration import Calibration
from assistant.vision.capture import open_source
from assistant.vision.dice import DiceReader
from assistant.vision.pipeline import Eye
from assistant.vision.readings import Observation
from assistant.vision.tile_net import TileNet
from assistant.vision.tiles import TileReader
from assistant.web.camera import EyeCamera


def join(readings: list[Observation]) -> Observation:
    """One observation of several cameras: all seats, whichever display is seen; a problem only when all have one."""
    newest = max(readings, key=lambda one: one.t_s)
    good = [one for one in readings if one.problem is None]
    if not good:
        return newest
    seats = {seat.seat: seat for one in good for seat in one.seats}
    display = next((one.display for one in good if one.display is not None), None)
    return replace(newest, seats=tuple(seats.values()), display=display, problem=None)


def learn_colours(statue: Any, die_px: float) -> Any:  # noqa: ANN401 - a picture; a ColourModel or None
    """The table's colours from four dice on a statue. A reader of its own: the page asks from another thread."""
    return DiceReader.load().learn_colours(statue, die_px)


def open_eyes(known: Calibration, gallery: Path, count: int) -> list[Eye]:
    """An eye with today's models for each of so many cameras; tiles are read when there is a gallery."""
    dice = DiceReader.load()
    tiles = TileReader(TileNet.load(), galleries.load(gallery)) if gallery.is_file() else None
    names: list[str | None] = [camera.name for camera in known.cameras]
    names += [None] * count
    return [Eye(known, dice, tiles, camera=name) for name in names[:count]]


class Cameras:
    """Opens the sources at once (raises CameraError); reads once there is a calibration. The page shows the first."""

    def __init__(self, sources: list[str], calibration: Path, gallery: Path) -> None:
        self.calibration_path = calibration
        self.gallery_path = gallery
        known = calibrations.load(calibration) if calibration.is_file() else None
        self.openers: list[Callable[[], Any]] = [partial(open_source, source) for source in sources]
        """Open each source, again when it was lost."""
        self.sources = [opened() for opened in self.openers]
        self.page = EyeCamera(known, self._calibrated, gallery, on_tiles=self._tiles_learned)
        self.page.colour_teacher = learn_colours
        self.eyes: list[Eye | None] = self._eyes(known)
        self._latest: dict[int, Observation] = {}
        self._lock = threading.Lock()
        self._watching: list[Watching] = []

    def _eyes(self, known: Calibration | None) -> list[Eye | None]:
        if known is None:
            return [None] * len(self.sources)
        return [*open_eyes(known, self.gallery_path, len(self.sources))]

    def _calibrated(self, calibration: Calibration) -> None:
        """The page has found the boards: keep that and begin to read."""
        self.calibration_path.parent.mkdir(parents=True, exist_ok=True)
        calibrations.save(calibration, self.calibration_path)
        self._open_eyes(calibration)

    def _tiles_learned(self) -> None:
        """The page has learned tiles: read them from now on."""
        if self.page.calibration is not None:
            self._open_eyes(self.page.calibration)

    def _open_eyes(self, calibration: Calibration) -> None:
        self.eyes = self._eyes(calibration)
        for number, watching in enumerate(self._watching):
            watching.eye = self.eyes[number]

    def watch(self, session: Callable[[], Session]) -> None:
        """Start reading; the session's camera mode is switched on when there is something to read with."""
        if any(self.eyes):
            session().do(SetMode(camera=True))
        for number, source in enumerate(self.sources):
            show = self.page.see if number == 0 else _unseen
            joined = _Joined(self, number, session)
            watching = Watching(source, self.eyes[number], joined.itself, show, self.openers[number])
            self._watching.append(watching)
            watching.start()

    def take(self, number: int, seen: Observation, session: Session) -> None:
        """Join one camera's reading with the others' latest and hand it to the session."""
        with self._lock:
            self._latest[number] = seen
            session.observe(join(list(self._latest.values())))

    def close(self) -> None:
        for watching in self._watching:
            watching.close()


class _Joined:
    """Stands in for the session towards one camera."""

    def __init__(self, cameras: Cameras, number: int, session: Callable[[], Session]) -> None:
        self.cameras = cameras
        self.number = number
        self.session = session

    def itself(self) -> "_Joined":
        return self

    def observe(self, seen: Observation) -> None:
        self.cameras.take(self.number, seen, self.session())


def _unseen(*_: Any) -> None:  # noqa: ANN401
    """Pictures of further cameras are read but not shown."""
