"""The LED board as the rest of the house sees it: show a frame, never wait, never fail.

The thread keeps the port, the conversation and the reconnecting; whatever the board does, the table does not notice.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from assistant.hw.background import BackgroundBoard, BoardStatus, Patience
from assistant.hw.link import Link, LinkCounts, LinkState
from assistant.hw.transport import Candidate, PortError, SerialTransport, Transport, candidates

__all__ = ["AUTO", "BoardStatus", "LedBoard", "Patience"]

AUTO = "auto"


class LedBoard(BackgroundBoard):
    """Drives one board on `port`, or on whichever port it is found ("auto")."""

    def __init__(
        self,
        port: str = AUTO,
        *,
        open_transport: Callable[[str], Transport] = SerialTransport,
        find: Callable[[str | None], Sequence[Candidate]] = candidates,
        patience: Patience | None = None,
        seed: int | None = None,
    ) -> None:
        super().__init__(patience, seed)
        self._port = port
        self._open_transport = open_transport
        self._find = find
        self._counts = LinkCounts()
        self._remembered_id: str | None = None
        self._thread.start()

    def counts(self) -> LinkCounts:
        """Return what happened since the last connect."""
        return replace(self._counts)

    def _serve(self) -> None:
        ports = [Candidate(self._port, self._port, 0)] if self._port != AUTO else self._find(self._remembered_id)
        if not ports:
            self._note_lost(None, "no USB serial port is there: plug the board in")
        for candidate in ports:
            if self._closing or self._talk_to(candidate):
                return

    def _talk_to(self, candidate: Candidate) -> bool:
        """Talk to the port until it is lost; return whether it was a board of ours."""
        try:
            transport = self._open_transport(candidate.device)
        except PortError as error:
            self._note_lost(candidate.device, str(error))
            return False
        link = Link(time.monotonic())
        try:
            self._converse(link, transport, candidate)
        except PortError as error:
            self._note_lost(candidate.device, str(error))
        else:
            if not self._closing:
                self._note_lost(candidate.device, f"{candidate.device}: {link.reason}")
        finally:
            transport.close()
        if link.state is LinkState.REFUSED:
            self._retry_s = self._patience.refused_retry_s
        return link.hello is not None

    def _converse(self, link: Link, transport: Transport, candidate: Candidate) -> None:
        """Run the link until it ends. Raises `PortError` when the port goes."""
        greeted = False
        while not self._closing and link.state in (LinkState.GREETING, LinkState.READY):
            if link.state is LinkState.READY and not greeted:
                greeted = True
                self._greeted(link, candidate)
            if self._wanted is not None:
                link.want(self._wanted)
            if burst := link.poll(time.monotonic()):
                transport.write(burst)
            self._listen(link, transport)

    def _greeted(self, link: Link, candidate: Candidate) -> None:
        assert link.hello is not None
        self._counts = link.counts
        self._remembered_id = candidate.stable_id
        self._note_met(candidate.device, link.hello.firmware_text, link.hello.led_count)

    def _listen(self, link: Link, transport: Transport) -> None:
        """Wait for bytes while an answer is due, else for a new frame; both end early when something happens."""
        nap_s = min(max(link.wake_at() - time.monotonic(), 0.0), self._patience.nap_s)
        if link.busy() or link.state is LinkState.GREETING:
            data = transport.read(nap_s)
        else:
            self._wake.wait(nap_s)
            self._wake.clear()
            data = transport.read(0)
        if data:
            link.receive(data, time.monotonic())
