"""The cameras of a real table: each read by its own eye, their readings joined for the session."""

import logging
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
from assistant.vision.calibration import Calibration, CalibrationError
from assistant.vision.capture import CameraError, open_source
from assistant.vision.devices import found_devices
from assistant.vision.dice import DiceReader
from assistant.vision.gallery import GalleryError
from assistant.vision.pipeline import Eye
from assistant.vision.readings import Observation
from assistant.vision.tile_net import TileNet
from assistant.vision.tiles import TileReader
from assistant.web.camera import EyeCamera
from assistant.web.schemas_setup import CameraOffer

log = logging.getLogger(__name__)


def join(readings: list[Observation]) -> Observation:
    """One observation of several cameras: all seats, whichever display is seen; a problem only when all have one."""
    newest = max(readings, key=lambda one: one.t_s)
    good = [one for one in readings if one.problem is None]
    if not good:
        return newest
    # A statue that one camera sees whole is not taken from one that sees a part of it.
    seats = {seat.seat: seat for seat in sorted((s for one in good for s in one.seats), key=lambda seat: not seat.cut)}
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


def known_boards(path: Path, needed: bool) -> Calibration | None:
    """The calibration kept; None when there is none. Raises CalibrationError for a bad file if it is needed now."""
    try:
        return calibrations.load(path) if path.is_file() else None
    except CalibrationError as error:
        if needed:
            raise
        log.warning("%s; the boards are to be found again on the page", error)
        return None


class Cameras:
    """Opens the sources at once (raises CameraError); reads once there is a calibration. The page shows the first.

    Without a source none is chosen yet; `choose` opens one, or another in the place of the first.
    """

    def __init__(self, sources: list[str], calibration: Path, gallery: Path) -> None:
        self.calibration_path = calibration
        self.gallery_path = gallery
        known = known_boards(calibration, needed=bool(sources))
        self.taped: Callable[[int, Any], Any] = lambda number, source: source
        """What a recorder does with every source that is opened."""
        self.names = list(sources)
        self._given = tuple(sources)
        self.openers: list[Callable[[], Any]] = [partial(self._open, *one) for one in enumerate(sources)]
        """Open each source, again when it was lost."""
        self.sources = [opened() for opened in self.openers]
        self.page = EyeCamera(known, self._calibrated, gallery, on_tiles=self._tiles_learned)
        self.page.colour_teacher = learn_colours
        self.eyes: list[Eye | None] = self._eyes(known)
        self._latest: dict[int, Observation] = {}
        self._lock = threading.Lock()
        self._choosing = threading.Lock()
        self._session: Callable[[], Session] | None = None
        self._watching: list[Watching] = []

    def _open(self, number: int, source: str) -> Any:  # noqa: ANN401 - a vision FrameSource
        return self.taped(number, open_source(source))

    def _eyes(self, known: Calibration | None) -> list[Eye | None]:
        if known is None or not self.sources:
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
        self._session = session
        if any(self.eyes):
            session().do(SetMode(camera=True))
        for number in range(len(self.sources)):
            self._watching.append(self._start(number, session))

    def _start(self, number: int, session: Callable[[], Session]) -> Watching:
        show = self.page.see if number == 0 else _unseen
        joined = _Joined(self, number, session)
        watching = Watching(self.sources[number], self.eyes[number], joined.itself, show, self.openers[number])
        watching.start()
        return watching

    # Choosing on the page.

    def offers(self) -> list[CameraOffer]:
        """What can be chosen: the cameras of this computer, those the program was started with, and the chosen one."""
        names = {str(one.number): one.name for one in found_devices()}
        names |= {source: "" for source in (*self._given, *self.names) if source not in names}
        chosen = self.names[0] if self.names else None
        return [CameraOffer(source=source, name=name, chosen=source == chosen) for source, name in names.items()]

    def choose(self, source: str) -> str:
        """Watch through this source instead of the first; returns an empty text, or why the former one stays."""
        with self._choosing:
            if self.names and self.names[0] == source:
                return ""  # a second tap; a lost camera is opened again by whoever watches it
            try:
                eyes = self._eye_of_first()
                opened = self._open(0, source)
            except (CameraError, GalleryError) as error:
                return str(error)
            self._replace_first(source, opened, eyes)
        return ""

    def _eye_of_first(self) -> list[Eye | None]:
        known = self.page.calibration
        return [None] if known is None else [*open_eyes(known, self.gallery_path, 1)]

    def _replace_first(self, source: str, opened: Any, eyes: list[Eye | None]) -> None:  # noqa: ANN401
        for former in self._watching[:1] or self.sources[:1]:
            former.close()
        self.page.forget()
        with self._lock:
            self._latest.pop(0, None)
        self.names[:1], self.sources[:1], self.eyes[:1] = [source], [opened], eyes
        self.openers[:1] = [partial(self._open, 0, source)]
        if self._session is None:
            return
        if any(eyes):
            self._session().do(SetMode(camera=True))
        self._watching[:1] = [self._start(0, self._session)]

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
