"""Hints: the bot's best moves, each with what the turn would bring if played on sensibly."""

import random

from assistant.engine.core.moves import CHANCE, NOBODY, Move
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.state import State
from assistant.players.search import finish_turn, greedy
from assistant.web import schemas as wire


def best_moves(game: RajasGame, state: State, count: int) -> list[wire.Hint]:
    """The best moves for the seat that decides now, best first; empty at a chance point and after the end.

    The same position gives the same hints: the bot's dice come from a fixed seed.
    """
    seat = game.actor(state)
    if seat in (CHANCE, NOBODY):
        return []
    bot = greedy(random.Random(1))
    ranked = _without_twins(game, sorted(bot.ranked(game, state), key=lambda pair: -pair[1]))
    return [
        wire.Hint(
            move=str(move), key="page-hint", facts=_facts(game, state, game.apply(state, move), seat), value=value
        )
        for move, value in ranked[:count]
    ]


def _without_twins(game: RajasGame, ranked: list[tuple[Move, float]]) -> list[tuple[Move, float]]:
    """Of spaces that are the same to a player (two terraces of one colour) only the first."""
    alike = {space.id: f"{space.area} {space.detail} {space.fee}" for space in game.rules.spaces}
    found: dict[str, tuple[Move, float]] = {}
    for move, value in ranked:
        found.setdefault(" ".join(alike.get(word, word) for word in str(move).split()), (move, value))
    return list(found.values())


def _facts(game: RajasGame, before: State, after: State, seat: int) -> dict[str, wire.Fact]:
    """What this turn is likely to bring: fame, money, dice and karma."""
    end = finish_turn(game, after, seat, random.Random(1))
    old, new = before.players[seat], end.players[seat]
    return {
        "fame": new.fame - old.fame,
        "money": new.money - old.money,
        "dice": len(new.dice) - len(old.dice),
        "karma": new.karma - old.karma,
    }
