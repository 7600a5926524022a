"""`legal_moves` and `judge` agree with a naive twin that tries everything that can be spelled."""

import random
from collections import Counter

import pytest

from assistant.engine.core.moves import parse_move
from assistant.engine.rajas.notation import position_text
from assistant.players.base import RandomBot, next_move
from assistant.testing.tables import TEST_BOX, game_for, give, lay, table
from tests.engine.brute_force import DECISIONS, View, canonical_moves, every_move
from tests.engine.second_scorer.printed import Printed

LARGEST_HAND = 7
"""Payments and rerolls are tried in all ways; more dice than this would take minutes."""
JUDGED = 40
"""So many of the spelled moves of a position are also put to `judge`."""


def small_enough(state, kind):
    if kind in ("roll", "reroll?", "pay", "buy", "cover"):
        return len(state.me.dice) <= LARGEST_HAND if state.seat >= 0 else True
    return kind != "score" or len(state.me.markets) <= 12


class GrabbingBot(RandomBot):
    """Like the random bot, but takes what it can get: full hands and late phases are met more often."""

    def choose(self, game, state):
        moves = game.legal_moves(state)
        if game.pending(state) in ("take", "upgrade?", "karma?", "sail"):
            return max(moves, key=lambda move: (len(move.args), move.args))
        return moves[self.below(len(moves))]


RARE = ("overflow", "order", "start?", "chamber?", "cover", "lay_on", "draw")


def positions(players, seed, per_kind, limit):
    """Positions of random games, at most `per_kind` of each decision and `limit` in all."""
    game, rng = game_for(players), random.Random(seed)
    found = Counter()
    while sum(found.values()) < limit:
        state = game.initial()
        bots = [GrabbingBot(rng), RandomBot(rng)] * 2
        while not state.over:
            kind = game.pending(state)
            asked = kind in RARE or rng.random() < 0.2
            if found[kind] < per_kind and asked and small_enough(state, kind):
                found[kind] += 1
                yield game, state, kind
                if sum(found.values()) >= limit:
                    return
            state = game.apply(state, next_move(game, state, bots, rng))


def agree(game, state, printed, rng):
    """The lists are the same; `judge` says the same of a sample of everything that was tried."""
    view = View(printed, position_text(state))
    assert sorted(map(str, game.legal_moves(state))) == canonical_moves(view), position_text(state)
    tried = sorted(every_move(view).items())
    for text, (legal, _) in rng.sample(tried, min(JUDGED, len(tried))):
        verdict = game.judge(state, parse_move(text))
        assert verdict.ok == legal, f"{text}: {verdict} in {position_text(state)}"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_twin_agrees_on_positions_of_random_games(players):
    printed, rng = Printed(TEST_BOX, players), random.Random(players)
    for game, state, _ in positions(players, 40 + players, per_kind=4, limit=50):
        agree(game, state, printed, rng)


@pytest.mark.soak
@pytest.mark.parametrize(("players", "count"), [(2, 700), (3, 650), (4, 650)])
def test_the_twin_agrees_on_2000_random_positions(players, count):
    printed, rng = Printed(TEST_BOX, players), random.Random(players)
    kinds = Counter()
    for game, state, kind in positions(players, 1000 + players, per_kind=55, limit=count):
        agree(game, state, printed, rng)
        kinds[kind] += 1
    assert sum(kinds.values()) == count
    assert len(kinds) >= len(DECISIONS) - 1, f"only {sorted(kinds)} were met"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_twin_agrees_on_full_hands_and_grown_provinces(players):
    """Positions random games seldom reach: ten dice, karma, tiles to cover."""
    printed, rng = Printed(TEST_BOX, players), random.Random(9)
    game, state = table(players)
    state = give(state, "red", dice="b3 b5 b6 g1 g5 o2 p4", karma=2, money=14, boat=24)
    state = lay(state, "red", "r1c2", "orange-snake-1", 0)
    state = lay(state, "red", "r0c1", "green-cow-1", 90)
    state = give(state, "yellow", boat=25)
    for _ in range(12):
        agree(game, state, printed, rng)
        moves = game.legal_moves(state)
        state = game.apply(state, moves[rng.randrange(len(moves))])
