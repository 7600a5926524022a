"""With all modules in play the engine keeps more than 60 % of the base game's decisions per second."""

import random
import time

import pytest

from assistant.editions import load_edition
from assistant.engine.core.moves import CHANCE, NOBODY
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.setup import MODULES
from tests.engine.modules.module_table import game_with


def play(game: RajasGame, seed: int) -> tuple[int, float]:
    """Decisions and processor seconds of one random game."""
    rng, state, count = random.Random(seed), game.initial(), 0
    started = time.process_time()
    while (actor := game.actor(state)) != NOBODY:
        move = game.draw(state, rng.randrange) if actor == CHANCE else rng.choice(game.legal_moves(state))
        state = game.apply(state, move)
        count += 1
    return count, time.process_time() - started


def decisions_per_s(games: int) -> tuple[float, float]:
    """Base game and all modules, game by game in turn, so that both see the same machine."""
    base = game_with(players=3, box=load_edition())
    full = game_with(*MODULES, players=3, box=load_edition())
    totals = {id(base): [0, 0.0], id(full): [0, 0.0]}
    for seed in range(games):
        for game in (base, full):
            count, seconds = play(game, seed)
            totals[id(game)][0] += count
            totals[id(game)][1] += seconds
    slow, quick = totals[id(full)], totals[id(base)]
    return quick[0] / quick[1], slow[0] / slow[1]


@pytest.mark.soak
def test_all_modules_keep_more_than_60_percent_of_the_speed():
    decisions_per_s(2)
    base, full = decisions_per_s(60)
    print(f"base {base:.0f}, all modules {full:.0f} decisions per s, {full / base:.2f} of it")
    assert full / base > 0.6
