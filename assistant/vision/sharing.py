"""Two threads that share the reading of a frame: whoever is free takes the next piece.

The networks leave Python's lock alone while they run, so their batches are what is shared. The answers do not depend on
who took which piece.
"""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

Piece = TypeVar("Piece")
Answer = TypeVar("Answer")

_own = threading.local()
"""`team`: the team whose job this thread is doing; not there in other threads."""


class Team:
    """Two threads that do jobs; who has none helps the other. A team of one is the caller alone."""

    def __init__(self, threads: int = 2) -> None:
        self._pool = ThreadPoolExecutor(2, "eye") if threads > 1 else None

    def run(self, jobs: Sequence[Callable[[], Answer]]) -> list[Answer]:
        """Return what the jobs return, in order. Raises what one of them raised, after all have ended."""
        if self._pool is None:
            return [job() for job in jobs]
        begun = [self._pool.submit(self._member, job) for job in jobs]
        wait(begun)
        return [one.result() for one in begun]

    def _member(self, job: Callable[[], Answer]) -> Answer:
        _own.team = self
        try:
            return job()
        finally:
            del _own.team

    def each(self, work: Callable[[Piece], Answer], pieces: Sequence[Piece]) -> list[Answer]:
        """Return the work of every piece, in order; the other thread takes pieces as soon as it has no job."""
        left, done = deque(enumerate(pieces)), dict[int, Answer]()

        def take() -> None:
            while left:
                try:
                    number, piece = left.popleft()
                except IndexError:  # the other was quicker
                    return
                done[number] = work(piece)

        other = self._pool.submit(take) if self._pool else None
        try:
            take()
        finally:
            # One that has not begun is not waited for: the other thread may be busy for long.
            if other is not None and not other.cancel():
                other.result()
        return [done[number] for number in range(len(pieces))]


def own_team() -> Team | None:
    """The team this thread is doing a job of."""
    return getattr(_own, "team", None)
