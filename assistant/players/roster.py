"""All computer players by name."""

import random
from collections.abc import Callable

from assistant.players.base import Bot, RandomBot
from assistant.players.search import greedy, thoughtful

BOTS: dict[str, Callable[[random.Random], Bot]] = {
    "random": RandomBot,
    "greedy": greedy,
    "thoughtful": thoughtful,
}


def make_bots(names: str, count: int, rng: random.Random, game_number: int = 0) -> list[Bot]:
    """One bot per seat from "greedy" or "greedy,random,..."; several names change seats from game to game.

    Raises ValueError naming the unknown bot.
    """
    wanted = [name.strip() for name in names.split(",") if name.strip()] or ["random"]
    unknown = [name for name in wanted if name not in BOTS]
    if unknown:
        raise ValueError(f"unknown bot {unknown[0]!r}; known are: {', '.join(BOTS)}")
    return [BOTS[wanted[(seat + game_number) % len(wanted)]](rng) for seat in range(count)]
