"""What every kind of LED board shares: a slot with the newest frame, a thread that empties it, a status, two log lines.

`show` only leaves the frame in the slot, so that no device can ever hold up the table. A lost device is logged once
and its return once.
"""

import logging
import random
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from assistant.hw.leds import Rgb, flatten

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BoardStatus:
    """How a board is: `since` is the wall-clock time (seconds of the epoch) at which `connected` last changed."""

    connected: bool
    port: str | None
    firmware: str | None
    led_count: int | None
    last_error: str | None
    since: float


@dataclass(frozen=True, slots=True)
class Patience:
    """Times of a board's thread."""

    # Longest sleep of the thread; lower costs processor time, higher delays closing.
    nap_s: float = 0.02
    # Wait before the next try to connect: from, growing to. Lower finds a replugged board sooner (bar: 1 s).
    retry_first_s: float = 0.1
    retry_most_s: float = 0.5
    # A board we must not use (wrong firmware) is asked again this seldom.
    refused_retry_s: float = 5.0


class BackgroundBoard(ABC):
    """Safe to use from any thread; every method but `close` and `wait_connected` returns at once."""

    def __init__(self, patience: Patience | None = None, seed: int | None = None) -> None:
        self._patience = patience or Patience()
        self._dice = random.Random(seed)
        self._wanted: bytes | None = None
        self._wake = threading.Event()
        self._closing = False
        self._status = BoardStatus(False, None, None, None, None, time.time())
        self._said_lost = False
        self._retry_s = self._patience.retry_first_s
        self._thread = threading.Thread(target=self._run, name=type(self).__name__, daemon=True)

    @abstractmethod
    def _serve(self) -> None:
        """Connect and show until the board is lost or `_closing`; tell by `_note_met` and `_note_lost`."""

    def show(self, frame: Sequence[Rgb]) -> None:
        """Show this frame as soon as the board can. Raises `ValueError` if it is not a list of colours."""
        self._wanted = flatten(frame)
        self._wake.set()

    def status(self) -> BoardStatus:
        """Return how the board is now."""
        return self._status

    def wait_connected(self, timeout_s: float) -> bool:
        """Wait until the board answers; return whether it does. For tests and tools, not for the table's loop."""
        deadline = time.monotonic() + timeout_s
        while not self._status.connected and time.monotonic() < deadline:
            time.sleep(0.005)
        return self._status.connected

    def close(self) -> None:
        """Stop the thread and give the device back."""
        self._closing = True
        self._wake.set()
        self._thread.join(timeout=3)

    def _run(self) -> None:
        while not self._closing:
            try:
                self._serve()
            except Exception as error:  # a bug here must not end the lights for the evening
                log.exception("LED board: unexpected error")
                self._note_lost(self._status.port, f"unexpected error: {error}")
            self._pause()

    def _pause(self) -> None:
        """Wait before the next try, growing and jittered so that two programs do not collide for ever."""
        until = time.monotonic() + self._retry_s * self._dice.uniform(0.5, 1.0)
        self._retry_s = min(self._retry_s * 2, self._patience.retry_most_s)
        while not self._closing and time.monotonic() < until:
            time.sleep(self._patience.nap_s)

    def _note_met(self, port: str, firmware: str | None, led_count: int | None) -> None:
        self._retry_s = self._patience.retry_first_s
        self._status = BoardStatus(True, port, firmware, led_count, None, time.time())
        again = "is back" if self._said_lost else "is there"
        log.info("LED board %s on %s, firmware %s", again, port, firmware or "unknown")
        self._said_lost = False

    def _note_lost(self, port: str | None, why: str) -> None:
        since = time.time() if self._status.connected else self._status.since
        self._status = BoardStatus(False, port, None, None, why, since)
        if not self._said_lost:
            log.warning("LED board not available: %s", why)
            self._said_lost = True
