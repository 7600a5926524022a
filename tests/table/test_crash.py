"""Kill -9 at any moment: every acknowledged move is there again, the state is sound, and resuming is quick."""

import os
import random
import signal
import time
from pathlib import Path
from typing import NoReturn

import pytest

from assistant.engine.rajas.setup import Setup, seats_for
from assistant.engine.rajas.status import status
from assistant.table.commands import PlayMove, RollFor, Undo
from assistant.table.events import Event, MoveRecorded, TakenBack
from assistant.table.session import Session
from assistant.table.store import Store

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a forked player")


def play_for_ever(path: Path, seed: int, out: int) -> NoReturn:
    """Play at random, undo now and then, and write every acknowledged revision to the pipe."""
    rng = random.Random(seed)
    store = Store(path)
    games = store.games()
    session = Session.resume(store, games[0].id) if games else Session.begin(store, Setup(seats_for(3)))

    def acknowledge(event: Event) -> None:
        if isinstance(event, MoveRecorded | TakenBack):
            os.write(out, f"{event.revision}\n".encode())

    session.subscribe(acknowledge)
    os.write(out, b"ready\n")
    while True:
        shot = session.snapshot()
        if not shot.actor or (shot.undo_depth > 5 and rng.random() < 0.03):
            session.do(Undo(min(5, shot.undo_depth)))
        elif shot.actor == "chance":
            session.do(RollFor())
        else:
            legal = session.game.legal_moves(shot.state)
            session.do(PlayMove(str(legal[rng.randrange(len(legal))]), shot.actor, shot.revision))


def kill_once(path: Path, seed: int, rng: random.Random) -> int:
    """Let a player run, kill it at a random moment, and return the last revision it acknowledged."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        try:
            play_for_ever(path, seed, write)
        finally:
            os._exit(1)
    os.close(write)
    with os.fdopen(read) as pipe:
        assert pipe.readline() == "ready\n"
        time.sleep(rng.uniform(0.0, 0.06))
        os.kill(child, signal.SIGKILL)
        text = pipe.read()
    os.waitpid(child, 0)
    whole = [int(line) for line in text.split("\n")[:-1]]
    return whole[-1] if whole else 0


def check(path: Path, acknowledged: int) -> tuple[int, float]:
    """Resume and compare; returns the revision found and how long it took."""
    begun = time.process_time()
    store = Store(path)
    session = Session.resume(store, store.games()[0].id)
    took_s = time.process_time() - begun
    assert session.revision >= acknowledged
    assert status(session.state) == []
    store.close()
    return session.revision, took_s


def crash(path: Path, times: int, seed: int) -> float:
    """Kill a game again and again; returns the longest time to resume, in seconds of one core."""
    rng = random.Random(seed)
    before, longest_s = 0, 0.0
    for number in range(times):
        acknowledged = kill_once(path, seed + number, rng)
        before, took_s = check(path, max(acknowledged, before))
        longest_s = max(longest_s, took_s)
    return longest_s


def test_nothing_acknowledged_is_lost_when_the_program_is_killed(tmp_path: Path) -> None:
    assert crash(tmp_path / "games.sqlite3", 12, 11) < 2.0


@pytest.mark.soak
def test_two_thousand_kills_lose_nothing(tmp_path: Path) -> None:
    """Bar 4; a game is left after 40 kills so that games of every length are met."""
    assert max(crash(tmp_path / f"games-{game}.sqlite3", 40, 1000 * game) for game in range(50)) < 2.0
