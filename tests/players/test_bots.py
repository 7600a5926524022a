"""The computer players: legal, repeatable, sensible."""

import random

import pytest

from assistant.editions import load_edition
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.setup import MODULES, Setup, seats_for
from assistant.players.base import next_move
from assistant.players.policy import quick_choice
from assistant.players.roster import BOTS, make_bots
from assistant.testing.tables import give, lay, play, show, table


def played(game, names, seed):
    """Final state of one game between bots."""
    rng = random.Random(seed)
    bots = make_bots(names, game.rules.count, rng)
    state = game.initial()
    while not state.over:
        move = next_move(game, state, bots, rng)
        assert game.judge(state, move).ok
        state = game.apply(state, move)
    return state


@pytest.mark.parametrize("modules", [(), MODULES])
def test_greedy_bots_finish_a_legal_game(modules):
    game = RajasGame(load_edition(), Setup(seats_for(2), modules))
    state = played(game, "greedy", 3)
    assert game.ranking(state)[0].gap <= 0


def test_the_same_seed_gives_the_same_game():
    game = RajasGame(load_edition(), Setup(seats_for(2)))
    assert played(game, "greedy,random", 5) == played(game, "greedy,random", 5)


def test_an_unknown_bot_is_refused_by_name():
    with pytest.raises(ValueError, match="clever"):
        make_bots("clever", 2, random.Random(1))


def test_bots_change_seats_from_game_to_game():
    first = [bot.name for bot in make_bots("greedy,random", 2, random.Random(1), 0)]
    second = [bot.name for bot in make_bots("greedy,random", 2, random.Random(1), 1)]
    assert first == second[::-1]


def test_the_thoughtful_bot_takes_the_winning_tile():
    """One fame short of meeting, with a tile in reach: it builds."""
    game, state = table(2)
    state = give(show(state, "blue-tiger-6"), "red", dice="b6 b6 g1", money=60, fame=28, bonus=4, active=5, waiting=0)
    move = BOTS["thoughtful"](random.Random(1)).choose(game, state)
    assert str(move) == "place quarry-1"


def test_rules_of_thumb_take_the_better_tile_and_the_cheaper_payment():
    game, state = table(4)
    state = give(show(show(state, "blue-tiger-6"), "blue-cow-1"), "red", dice="b6 b6 b4 b1", money=9, karma=0)
    buying = play(game, state, "place quarry-1")
    assert str(quick_choice(game, buying)) != "buy blue-cow-1"
    paying = play(game, buying, "buy blue-tiger-6")
    assert str(quick_choice(game, paying)) == "pay b4 b6"


def test_the_master_builder_is_used_where_it_pays():
    game, state = table(4)
    state = lay(state, "red", "r1c2", "orange-cow-1", 0)
    state = give(show(state, "purple-tiger-6"), "red", dice="g5 p6 p1", money=0, karma=0)
    covering = play(game, state, "place chamber-5", "pay g5")
    assert quick_choice(game, covering).verb == "cover"


@pytest.mark.soak
def test_thoughtful_beats_greedy_in_seventy_of_a_hundred():
    game = RajasGame(load_edition(), Setup(seats_for(2)))
    wins = 0
    for number in range(400):
        rng = random.Random(f"duel/{number}")
        bots = make_bots("thoughtful,greedy", 2, rng, number)
        state = game.initial()
        while not state.over:
            state = game.apply(state, next_move(game, state, bots, rng))
        seat = game.setup.seats.index(game.ranking(state)[0].seat)
        wins += bots[seat].name == "thoughtful"
    assert wins >= 280
