"""Two threads that share the reading of a frame: whoever is free takes the next piece.

The networks leave Python's lock alone while they run, so their batches are what is shared. The answers do not depend on
who took which piece.
"""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

Piece = TypeVar("Piece")
Answer = TypeVar("Answer")

LEND_WAIT_S = 0.01
"""How long a thread that would help waits for something to help with; a job need not share anything."""

_own = threading.local()
"""`team`: the team whose job this thread is doing; not there in other threads."""


class Offer(Generic[Piece, Answer]):
    """Pieces of work that any thread may take."""

    def __init__(self, work: Callable[[Piece], Answer], pieces: Sequence[Piece]) -> None:
        self._work, self._left = work, deque(enumerate(pieces))
        self._done: list[Answer | None] = [None] * len(pieces)
        self._missing = len(pieces)
        self._broken: list[Exception] = []
        self._change = threading.Condition()

    def take(self) -> None:
        """Do pieces until none is left."""
        while self._left:
            try:
                number, piece = self._left.popleft()
            except IndexError:  # the other thread was quicker
                return
            try:
                self._done[number] = self._work(piece)
            except Exception as error:
                self._broken.append(error)
            with self._change:
                self._missing -= 1
                self._change.notify_all()

    def answers(self) -> list[Answer]:
        """Do what is left, wait for what others took, and return the work of all pieces in order."""
        self.take()
        with self._change:
            self._change.wait_for(lambda: self._missing == 0)
        if self._broken:
            raise self._broken[0]
        return self._done  # type: ignore[return-value]


class Team:
    """The caller and a helper, who do jobs side by side; who is done helps the other. Without a helper: one by one."""

    def __init__(self, threads: int = 2) -> None:
        self._helper = ThreadPoolExecutor(1, "eye") if threads > 1 else None
        self._offers: SimpleQueue[Offer[Any, Any]] = SimpleQueue()

    def run(self, jobs: Sequence[Callable[[], Answer]]) -> list[Answer]:
        """Return what the jobs return, in order; the first runs in this thread. Raises what one of them raised."""
        if self._helper is None or not jobs:
            return [job() for job in jobs]
        self._offers = SimpleQueue()
        begun = [self._helper.submit(self._member, job) for job in jobs[1:]]
        for one in begun:
            one.add_done_callback(lambda _: self._offers.put(Offer(id, ())))  # wakes who waits for work
        try:
            first = self._member(jobs[0])
        finally:
            while not all(one.done() for one in begun):
                self.lend()
        return [first, *(one.result() for one in begun)]

    def _member(self, job: Callable[[], Answer]) -> Answer:
        _own.team = self
        try:
            return job()
        finally:
            del _own.team

    def each(self, work: Callable[[Piece], Answer], pieces: Sequence[Piece]) -> list[Answer]:
        """Return the work of every piece, in order; the other thread takes some when it has no job or lends itself."""
        offer = Offer(work, pieces)
        self._offers.put(offer)
        if self._helper is not None:
            self._helper.submit(offer.take)
        return offer.answers()

    def lend(self) -> None:
        """Help with the first pieces another job shares, before going on with the own job."""
        try:
            self._offers.get(timeout=LEND_WAIT_S).take()
        except Empty:
            return


def each(work: Callable[[Piece], Answer], pieces: Sequence[Piece]) -> list[Answer]:
    """Return the work of every piece, in order, shared where this thread is doing a job of a team."""
    team = own_team()
    return [work(piece) for piece in pieces] if team is None else team.each(work, pieces)


def lend() -> None:
    """Let the other job of this thread's team go first: the longer way is begun with both threads."""
    team = own_team()
    if team is not None:
        team.lend()


def own_team() -> Team | None:
    """The team this thread is doing a job of."""
    return getattr(_own, "team", None)
