"""A real table: cameras read by eyes of their own, one session, lamps and a page."""

import logging
import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from assistant.table.session import Session
from assistant.table.store import Store, StoreError
from assistant.vision.calibration import Calibration, CalibrationError
from assistant.vision.calibration import load as load_calibration
from assistant.vision.calibration import save as save_calibration
from assistant.vision.capture import FrameSource
from assistant.vision.gallery import Gallery, GalleryError
from assistant.vision.gallery import load as load_gallery
from assistant.vision.pipeline import Eye
from assistant.vision.readings import Observation, SeatReading

log = logging.getLogger(__name__)


class EyeSocket:
    """Where the eye of one camera sits; empty until the table is calibrated, changed when it is calibrated again."""

    def __init__(self, name: str | None) -> None:
        self.name = name
        self._eye: Eye | None = None
        self._lock = threading.Lock()

    def fit(self, eye: Eye | None) -> None:
        with self._lock:
            self._eye = eye

    def observe(self, frame_bgr: Any, seq: int, t_s: float) -> Observation | None:  # noqa: ANN401 - an image
        """The reading of a frame, or None while there is no eye."""
        with self._lock:
            return self._eye.observe(frame_bgr, seq, t_s) if self._eye else None


class EyeDoctor:
    """Fits eyes to calibration and gallery, and fits them anew when either changes."""

    def __init__(self, sockets: Sequence[EyeSocket], calibration: Path, gallery: Path) -> None:
        self.sockets = sockets
        self.calibration_path = calibration
        self.gallery_path = gallery
        self._dice_reader: Any = None

    def stored(self) -> Calibration | None:
        """The calibration on disk; None when there is none. Raises CalibrationError for a file that is no good."""
        return load_calibration(self.calibration_path) if self.calibration_path.exists() else None

    def fit(self, calibration: Calibration) -> None:
        """Give every camera named in the calibration its eye."""
        gallery = self._gallery()
        for number, place in enumerate(self.sockets):
            name = place.name if len(self.sockets) > 1 else None
            try:
                place.fit(Eye(calibration, self._reader(), gallery, camera=name))
            except (CalibrationError, OSError, ValueError) as error:
                log.warning("camera %s reads nothing: %s", number, error)
                place.fit(None)

    def renew(self, calibration: Calibration) -> None:
        """Keep a new calibration and use it from the next frame on."""
        self.calibration_path.parent.mkdir(parents=True, exist_ok=True)
        save_calibration(calibration, self.calibration_path)
        self.fit(calibration)

    def _reader(self) -> Any:  # noqa: ANN401 - the dice reader
        if self._dice_reader is None:
            from assistant.vision.dice import DiceReader

            self._dice_reader = DiceReader.load()
        return self._dice_reader

    def _gallery(self) -> Gallery | None:
        if not self.gallery_path.exists():
            return None
        try:
            return load_gallery(self.gallery_path)
        except GalleryError as error:
            log.warning("tiles are not read: %s", error)
            return None


class Together:
    """The newest readings of several cameras as one: a board belongs to the first camera that sees it."""

    def __init__(self, count: int) -> None:
        self.newest: list[Observation | None] = [None] * count

    def with_reading(self, camera: int, seen: Observation) -> Observation:
        """The table as all cameras see it, now that one of them has a new reading."""
        self.newest[camera] = seen
        known = [one for one in self.newest if one is not None]
        trouble = next((one for one in known if one.problem), None)
        if trouble is not None or len(known) == 1:
            return trouble or seen
        seats: dict[str, SeatReading] = {}
        for one in known:
            for seat in one.seats:
                seats.setdefault(seat.seat, seat)
        display = next((one.display for one in known if one.display is not None), None)
        return replace(seen, seats=tuple(seats.values()), display=display)


def take_up_game(store: Store, fresh: Callable[[], Session], game_id: str | None, new: bool) -> Session:
    """The game named, else the last unfinished one, else a new one. Raises StoreError for an unknown id."""
    if game_id:
        return Session.resume(store, game_id)
    if not new:
        for row in sorted(store.games(), key=lambda one: -one.last_s):
            session = _unfinished(store, row.id)
            if session is not None:
                return session
    return fresh()


def _unfinished(store: Store, game_id: str) -> Session | None:
    try:
        session = Session.resume(store, game_id)
    except StoreError as error:
        log.warning("%s", error)
        return None
    return None if session.snapshot().state.over else session


def lan_address() -> str:
    """The address other devices in the house reach this one at; loopback when there is no network.

    Nothing is sent: choosing a route for a datagram socket is enough to learn the own address.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


Sources = Sequence[tuple[str, FrameSource]]
