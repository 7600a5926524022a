"""Every connected page gets the newest moment. A page that stops reading misses some, and harms nobody.

Each connection owns one slot, not a queue: "there is something newer". The sender wakes, takes the newest bytes (made
once for all) and the events it has not seen, and sends. Memory per page is therefore constant.
"""

import asyncio
import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from assistant.web import schemas as wire
from assistant.web.desk import Desk
from assistant.web.view import board_view


@dataclass(eq=False, slots=True)
class Page:
    """One connected page."""

    wake: asyncio.Event = field(default_factory=asyncio.Event)
    seen: int = -1
    """Sequence number of the last event sent."""
    shown: int = -1
    """Sequence number of the last moment sent."""


def table_of(desk: Desk) -> wire.Table:
    """The moment as a wire model."""
    now = desk.moment()
    return wire.Table(
        seq=now.seq,
        revision=now.revision,
        game=now.game_id,
        last=list(now.last),
        sync=now.sync,  # type: ignore[arg-type]
        parts=list(now.parts),
        question=now.question,
        differences=list(now.differences),
        notes=[wire.ReasonWire(key=one.key, rule=one.rule, facts=dict(one.facts)) for one in now.notes],
        can_undo=now.can_undo,
        can_redo=now.can_redo,
        lights=list(now.lights),
        **board_view(desk.game, now.state, dict(now.names)),
    )


class Hub:
    """Knows the pages and what is new. `notify` may be called from any thread."""

    def __init__(self, desk: Desk, events_kept: int) -> None:
        self._desk = desk
        self._pages: set[Page] = set()
        self._events: deque[dict[str, Any]] = deque(maxlen=events_kept)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bytes: tuple[int, str] = (-1, "")
        self._stale = True
        self._leave: Callable[[], None] | None = None

    def __len__(self) -> int:
        return len(self._pages)

    def start(self) -> None:
        """Begin to listen. Called inside the server's loop."""
        self._loop = asyncio.get_running_loop()
        self._leave = self._desk.subscribe(self.notify)

    def stop(self) -> None:
        if self._leave:
            self._leave()

    def notify(self, event: dict[str, Any]) -> None:
        loop = self._loop
        if loop and not loop.is_closed():
            loop.call_soon_threadsafe(self._wake, event)

    def _wake(self, event: dict[str, Any]) -> None:
        self._events.append(event)
        self._stale = True
        for page in self._pages:
            page.wake.set()

    def join(self, seen: int) -> Page:
        page = Page(seen=seen)
        page.wake.set()
        self._pages.add(page)
        return page

    def part(self, page: Page) -> None:
        self._pages.discard(page)

    def news(self, page: Page) -> list[str]:
        """The messages this page has not had yet: events first, then the moment."""
        fresh = [event for event in self._events if event["seq"] > page.seen >= 0]
        messages = [json.dumps({"type": "event", **event}) for event in fresh]
        seq, text = self._current()
        if seq != page.shown:
            messages.append(text)
        page.shown = seq
        page.seen = max(page.seen, seq)
        return messages

    def _current(self) -> tuple[int, str]:
        """The moment as text, made once per change for all pages."""
        if self._stale:
            self._stale = False
            table = table_of(self._desk)
            self._bytes = (table.seq, '{"type":"table","table":' + table.model_dump_json() + "}")
        return self._bytes
