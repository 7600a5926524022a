"""What a computer player is: somebody who picks one of the legal moves."""

import random
from typing import Protocol

from assistant.engine.core.moves import CHANCE, Move
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.state import State


class Bot(Protocol):
    """Chooses for the seat whose decision it is. Never called at a chance point."""

    name: str

    def choose(self, game: RajasGame, state: State) -> Move: ...


class RandomBot:
    """Any legal move, all alike."""

    name = "random"

    def __init__(self, rng: random.Random) -> None:
        self.below = rng.randrange

    def choose(self, game: RajasGame, state: State) -> Move:
        moves = game.legal_moves(state)
        return moves[self.below(len(moves))]


def next_move(game: RajasGame, state: State, bots: list[Bot], rng: random.Random) -> Move:
    """The move of whoever is to act: dice and draws from `rng`, seats by their bots."""
    actor = game.actor(state)
    if actor == CHANCE:
        return game.draw(state, rng.randrange)
    return bots[actor].choose(game, state)
