"""Sessions on a throw-away store, with fixed dice."""

import random
from pathlib import Path

import pytest

from assistant.engine.rajas.setup import Setup, seats_for
from assistant.table.commands import PlayMove, RollFor
from assistant.table.session import Session
from assistant.table.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "games.sqlite3")


@pytest.fixture
def session(store: Store) -> Session:
    return new_session(store)


def new_session(store: Store, players: int = 3, seed: int = 5) -> Session:
    return Session.begin(store, Setup(seats_for(players)), below=random.Random(seed).randrange, names={"red": "Leila"})


def play_some(session: Session, moves: int, seed: int = 7) -> None:
    """Random legal play through the public commands."""
    rng = random.Random(seed)
    for _ in range(moves):
        shot = session.snapshot()
        if not shot.actor:
            return
        if shot.actor == "chance":
            assert session.do(RollFor()).ok
            continue
        legal = session.game.legal_moves(shot.state)
        outcome = session.do(PlayMove(str(legal[rng.randrange(len(legal))]), shot.actor, shot.revision))
        assert outcome.ok, outcome
