"""With all modules, the referee and the list of moves say the same, and no words make the referee stumble."""

import random

import pytest

from assistant.editions import load_edition
from assistant.engine.core.moves import CHANCE, NOBODY, Move
from assistant.engine.rajas.setup import MODULES
from tests.engine.modules.module_table import game_with

LISTED_IN_FULL = {
    "place", "buy", "lay", "cover", "sail", "dolphin", "river", "yield", "slot", "deal", "back", "swap", "again",
    "free", "village", "use", "upgrade", "karma", "chamber", "decline", "first", "draw",
}  # fmt: skip
"""Verbs whose legal moves are all listed; dice and markets may also be named in other ways."""
GARBAGE = [(), ("-",), ("quarry-1",), ("village-1",), ("r0c0", "90"), ("0",), ("99",), ("end",), ("trader",),
           ("quarry-1", "trader", "trader"), ("b1", "b1", "b1"), ("brown-river", "corner-left"), ("b1!6",),
           ("b1>1",), ("red-1", "left-1"), ("30", "ganga-1"), ("ganga-1", "3"), ("mango-1", "unknown"), ("1.5",),
           ("blue-shalimar-1", "r0c1")]  # fmt: skip


def compare_at(game, state, pool, rng):
    """Judge known moves and garbage at one decision; returns how many were compared."""
    decision, _ = game._waiting(state)
    legal = set(map(str, game.legal_moves(state))) if game.pending(state) != "roll" else set()
    compared = 0
    for verb in decision.verbs:
        known = [Move(verb, words) for words in GARBAGE]
        known += rng.sample(pool[verb], min(len(pool[verb]), 12)) if verb in pool else []
        for move in known:
            verdict = game.judge(state, move)
            facts = [fact for one in (*verdict.reasons, *verdict.warnings) for _, fact in one.facts]
            assert "" not in facts, f"{move} at {game.pending(state)}: {verdict}"
            if verb in LISTED_IN_FULL:
                assert verdict.ok is (str(move) in legal), f"{move} at {game.pending(state)}: {verdict}"
                compared += 1
    return compared


@pytest.mark.parametrize("seed", range(3))
def test_a_move_is_allowed_exactly_when_it_is_listed(seed):
    game = game_with(*MODULES, players=2 + seed, box=load_edition())
    rng, state, pool, compared = random.Random(seed), game.initial(), {}, 0
    while (actor := game.actor(state)) != NOBODY:
        if rng.random() < 0.25:
            compared += compare_at(game, state, pool, rng)
        move = game.draw(state, rng.randrange) if actor == CHANCE else rng.choice(game.legal_moves(state))
        seen = pool.setdefault(move.verb, [])
        if move not in seen:
            seen.append(move)
        state = game.apply(state, move)
    assert compared > 1000
