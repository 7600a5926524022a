"""Every connected page gets the newest moment. A page that stops reading misses some, and harms nobody.

Each connection owns one slot, not a queue: "there is something newer". The sender wakes, takes one message (made once
for all pages that have seen the same) and sends it. Memory per page is therefore constant. Pages are woken in small
batches, players first, with a breath between: a crowd of spectators must not keep the table from its work.
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


@dataclass(frozen=True, slots=True)
class Pace:
    """How news are spread."""

    gather_s: float = 0.008
    """A move tells several things at once: wait this long, then tell them together. Higher is later, lower busier."""
    batch: int = 40
    """Pages woken at once; more is sooner for all, fewer leaves more of the processor to the table."""
    breath_s: float = 0.003
    """Pause between batches, for the table's thread."""


@dataclass(eq=False, slots=True)
class Page:
    """One connected page."""

    wake: asyncio.Event = field(default_factory=asyncio.Event)
    seen: int = -1
    """Sequence number of the last event sent."""
    shown: int = -1
    """Sequence number of the last moment sent."""
    first: bool = False
    """Whether this is somebody at the table, who is told before those who only look."""
    sending_since_s: float | None = None
    """When the message under way was begun (loop time), None while nothing is."""


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
    """Knows the pages and what is new. `notify` may be called from any thread, everything else in the server's loop."""

    def __init__(self, desk: Desk, events_kept: int, pace: Pace | None = None) -> None:
        self._desk = desk
        self._pace = pace or Pace()
        self._pages: dict[Page, None] = {}
        self._events: deque[tuple[int, str]] = deque(maxlen=events_kept)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._seq = -1
        self._text = ""
        self._messages: dict[int, str] = {}
        self._stale = True
        self._spreading = False
        self._again = False
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
            loop.call_soon_threadsafe(self._take, event)

    def _take(self, event: dict[str, Any]) -> None:
        self._events.append((event["seq"], json.dumps(event)))
        self._stale = True
        if self._spreading:
            self._again = True
            return
        self._spreading = True
        self._later(self._pace.gather_s, self._spread)

    def _later(self, delay_s: float, what: Callable[..., None], *args: object) -> None:
        assert self._loop is not None
        self._loop.call_later(delay_s, what, *args)

    def _spread(self) -> None:
        """Begin a round: everybody is woken once, players first."""
        self._again = False
        self._wake(deque(sorted(self._pages, key=lambda page: not page.first)))

    def _wake(self, waiting: deque[Page]) -> None:
        for _ in range(min(self._pace.batch, len(waiting))):
            waiting.popleft().wake.set()
        if waiting:
            self._later(self._pace.breath_s, self._wake, waiting)
        elif self._again:
            self._later(self._pace.gather_s, self._spread)
        else:
            self._spreading = False

    def join(self, seen: int, first: bool = False) -> Page:
        page = Page(seen=seen, first=first)
        page.wake.set()
        self._pages[page] = None
        return page

    def part(self, page: Page) -> None:
        self._pages.pop(page, None)

    def news(self, page: Page) -> str | None:
        """What this page has not had yet, as one message: the moment and what happened; None when there is nothing."""
        self._refresh()
        if self._seq == page.shown:
            return None
        seen, page.shown, page.seen = self._known(page.seen), self._seq, self._seq
        if seen not in self._messages:
            self._messages[seen] = self._message(seen)
        return self._messages[seen]

    def _known(self, seen: int) -> int:
        """What a page has seen, as one of the few numbers that make a difference.

        A page tells any number it likes: one of an earlier run of the program knows nothing of this one, and those
        before the oldest event kept are all alike. So there are never more messages than events.
        """
        if seen > self._seq:
            return -1
        oldest = self._events[0][0] if self._events else self._seq + 1
        return seen if seen < 0 else max(seen, oldest - 1)

    def _refresh(self) -> None:
        """Make the moment's text, once per change for all pages."""
        if self._stale:
            self._stale = False
            table = table_of(self._desk)
            self._seq, self._text = table.seq, table.model_dump_json()
            self._messages = {}

    def _message(self, seen: int) -> str:
        """The message for all pages that know of everything up to `seen`; a new page (-1) needs no past events."""
        events: list[str] = []
        for number, text in reversed(self._events):
            if seen < 0 or number <= seen:
                break
            events.append(text)
        return '{"type":"table","table":' + self._text + ',"events":[' + ",".join(reversed(events)) + "]}"
