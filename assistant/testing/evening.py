"""A real session in a throw-away store, and a random hand that plays it. For tests of the page and for drawing it."""

import random
from pathlib import Path

from assistant.engine.core.moves import CHANCE
from assistant.engine.rajas.setup import Setup, seats_for
from assistant.table.commands import PlayMove
from assistant.table.session import Session
from assistant.table.store import Store

NAMES = {"red": "Leila", "yellow": "Arjun", "white": "Mira", "black": "Tom"}


def new_session(folder: Path, players: int = 4, seed: int = 1, modules: tuple[str, ...] = ()) -> Session:
    """A new game whose dice come from the seed."""
    seats = seats_for(players)
    names = {seat: NAMES[seat] for seat in seats}
    dice = random.Random(seed)
    return Session.begin(Store(folder / "games.sqlite"), Setup(seats, modules), names=names, below=dice.randrange)


def play_some(session: Session, moves: int, seed: int = 1) -> int:
    """Let a random hand make up to `moves` moves; returns how many there were before the game was over."""
    hand = random.Random(seed)
    for made in range(moves):
        state = session.state
        if state.over:
            return made
        if session.game.actor(state) == CHANCE:
            move = session.game.draw(state, hand.randrange)
        else:
            move = hand.choice(session.game.legal_moves(state))
        outcome = session.do(PlayMove(str(move), None, session.revision))
        assert outcome.ok, (outcome, str(move))
    return moves
