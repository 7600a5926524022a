"""A game shortly before its end, played there by bots."""

import random

from assistant.players.base import next_move
from assistant.players.search import greedy
from assistant.table.commands import PlayMove
from assistant.table.session import Session


def late_game(session: Session, nearest: int = 3, seed: int = 3) -> None:
    """Let bots play until some player's markers are at most `nearest` apart."""
    rng = random.Random(seed)
    seats = session.game.setup.seats
    bots = [greedy(rng) for _ in seats]
    while min(session.game.gap(session.state, seat) for seat in seats) > nearest:
        move = next_move(session.game, session.state, bots, rng)
        session.do(PlayMove(str(move), None, session.revision))
