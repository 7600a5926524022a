"""The demo table: robots play a game live, a session watches them, and pages may look on or play along."""

import logging
import threading
import time
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from assistant.app.config import AppConfig
from assistant.app.evening import Evening, Habits
from assistant.app.sim_eye import SimCamera
from assistant.sim.evening import Frame
from assistant.table.session import Session
from assistant.vision.dice import DiceReader
from assistant.vision.pipeline import Eye

log = logging.getLogger(__name__)
PICTURE_EVERY_S = 1.0
BETWEEN_GAMES_S = 25.0


class LiveEvening(Evening):
    """An evening at the pace of the clock; stops when asked to."""

    def __init__(self, session: Session, seed: int, speed: float, show: Any = None) -> None:  # noqa: ANN401
        super().__init__(seed, len(session.game.setup.seats), session=session)
        self.habits = replace(Habits(), answer_s=3.0, tap_s=4.0)
        self.speed = speed
        self.stop = threading.Event()
        self.show = show
        self.camera = SimCamera(self.table, seed) if show else None
        self.reader = real_eye(self.camera) if self.camera else None
        self._next_s = time.monotonic()
        self._picture_s = 0.0

    def watch_frames(self, frames: Iterable[Frame]) -> None:
        for frame in frames:
            if self.stop.is_set():
                raise StoppedError
            super().watch_frames([frame])
            self._show(frame)
            self._next_s = max(self._next_s + 1 / (self.clock.fps * self.speed), time.monotonic() - 0.5)
            time.sleep(max(0.0, self._next_s - time.monotonic()))

    def _show(self, frame: Frame) -> None:
        """A picture for the page now and then, with what the real eye reads in it.

        The robots' moves are understood from simulated readings at ten a second; drawing and reading as many pictures
        would keep a small machine from doing anything else.
        """
        now = time.monotonic()
        if self.camera and self.show and now - self._picture_s > PICTURE_EVERY_S:
            self._picture_s = now
            picture = self.camera.picture(frame)
            self.show(picture, self.reader.observe(picture, frame.seq, frame.t_s) if self.reader else None)


def real_eye(camera: SimCamera) -> Eye | None:
    """The eye that reads real tables, fitted to the simulated camera; None where its models are missing."""
    try:
        return Eye(camera.calibration, DiceReader.load(), None)
    except (OSError, ValueError) as error:
        log.warning("the camera view shows no readings: %s", error)
        return None


class StoppedError(Exception):
    """The evening was asked to end."""


class DemoTable:
    """Robots at the desk's session, one game after the other; follows when a page begins a new game."""

    def __init__(self, config: AppConfig, desk: Any, show: Any = None, follow: Any = None) -> None:  # noqa: ANN401
        self.config = config
        self.desk = desk
        self.show = show
        self.follow = follow
        self.evening: LiveEvening | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="robots", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def _run(self) -> None:
        number = 0
        while not self._stop.is_set():
            session = self.desk.session
            if self.follow:
                self.follow(session)
            self.evening = LiveEvening(session, self.config.seed + number, self.config.speed, self.show)
            watcher = threading.Thread(target=self._notice_new_game, args=(session,), daemon=True)
            watcher.start()
            try:
                self.evening.play()
                self._stop.wait(BETWEEN_GAMES_S / self.config.speed)
            except StoppedError:
                pass
            except Exception:
                log.exception("the robots stumbled; they begin another game")
                self._stop.wait(2.0)
            number += 1
            if not self._stop.is_set() and self.desk.session is session:
                self._another_game(session)

    def _another_game(self, session: Session) -> None:
        from assistant.web.schemas import NewGameRequest

        setup = session.game.setup
        self.desk.new_game(NewGameRequest(seats=list(setup.seats), modules=list(setup.modules), names=dict(NAMES)))

    def _notice_new_game(self, session: Session) -> None:
        while not self._stop.wait(0.5):
            if self.desk.session is not session and self.evening is not None:
                self.evening.stop.set()
                return

    def close(self) -> None:
        self._stop.set()
        if self.evening is not None:
            self.evening.stop.set()
        self._thread.join(3.0)


NAMES = {"red": "Leila", "yellow": "Arjun", "white": "Mira", "black": "Kabir"}
