"""Events on their way out: numbered when they happen, delivered in that order when the session's lock is free."""

import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import Any

from assistant.table.events import Event

Listener = Callable[[Event], None]
log = logging.getLogger(__name__)


class Outbox:
    """Numbers and delivers events. A listener that fails is logged and does not hinder the others."""

    def __init__(self) -> None:
        self._delivery = threading.RLock()
        self._listeners: list[Listener] = []
        self._waiting: deque[Event] = deque()
        self.seq = 0

    def put(self, kind: Callable[..., Event], revision: int, **fields: Any) -> None:  # noqa: ANN401
        """Number an event and keep it until `deliver`."""
        self.seq += 1
        self._waiting.append(kind(seq=self.seq, revision=revision, **fields))

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with every event delivered from now on; returns the way to stop that."""
        with self._delivery:
            self._listeners.append(listener)

        def unsubscribe() -> None:
            with self._delivery:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return unsubscribe

    def deliver(self) -> None:
        """Hand out everything that waits. Called without the session's lock."""
        with self._delivery:
            while self._waiting:
                event = self._waiting.popleft()
                for listener in tuple(self._listeners):
                    try:
                        listener(event)
                    except Exception:
                        log.exception("a listener failed on %s", type(event).__name__)
