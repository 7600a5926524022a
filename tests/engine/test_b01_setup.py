"""B1: set-up."""

import random

import pytest

from assistant.engine.core.moves import CHANCE
from assistant.engine.rajas.house import SetupError
from assistant.engine.rajas.setup import Setup, seats_for
from assistant.engine.rajas.state import WORKER_BRIDGE, WORKER_FAME, WORKER_MONEY
from assistant.testing.tables import game_for, give, judge, keys, opened, play, rules_broken, table


@pytest.mark.parametrize("players", [1, 5])
def test_B1_1_the_game_is_for_two_to_four(players):
    with pytest.raises(SetupError, match="B1.1"):
        seats_for(players)
    with pytest.raises(SetupError, match="B1.1"):
        Setup(("red",) * players)


def test_B1_1_two_players_use_the_smaller_side_of_the_board():
    two, four = game_for(2).rules, game_for(4).rules
    assert two.side != four.side
    assert len(two.spaces) < len(four.spaces)
    assert game_for(3).rules.side.quarry_fees == four.side.quarry_fees


def test_B1_2_cover_tiles_close_two_spaces_with_three_players():
    three = {space.id for space in game_for(3).rules.spaces}
    four = {space.id for space in game_for(4).rules.spaces}
    closed = four - three
    assert closed == set(game_for(3).rules.side.covered[3])
    assert closed
    game, state = table(3)
    assert rules_broken(game, state, f"place {min(closed)}") == {"X.space"}


def test_B1_3_the_supply_holds_twelve_dice_of_each_colour():
    state = game_for(4).initial()
    assert state.supply == (8, 8, 8, 8)
    assert [12 - state.rules.count] * 4 == list(state.supply)


def test_B1_4_twelve_stacks_and_only_the_top_can_be_bought():
    game, state = table(4)
    assert len(state.stacks) == 12
    rich = give(table(4)[1], "red", dice="b6 b6 g6 g6 o6 o6 p6 p6", money=9)
    buying = play(game, rich, "place quarry-1")
    hidden = game.rules.tiles[buying.stacks[0][1][0]].id
    assert "B1.4" in keys(judge(game, buying, f"buy {hidden}"))


def test_B1_5_eight_white_tiles_lie_face_down_and_no_other_yield_tile_is_used():
    state = opened(game_for(3))
    assert len(state.pile) == 8
    assert {tile.colour for tile in state.rules.white} == {"white"}


def test_B1_6_every_player_owns_a_base_province_and_four_upgrade_markers():
    state = opened(game_for(4))
    for player in state.players:
        assert player.board == 0
        assert len(player.levels) == 4
        assert player.bonus == 0


def test_B1_7_three_workers_are_active_and_three_wait():
    state = opened(game_for(4))
    for player in state.players:
        assert (player.active, player.idle) == (3, 3)
        assert player.waiting == WORKER_FAME | WORKER_MONEY | WORKER_BRIDGE


def test_B1_8_start_values():
    state = opened(game_for(2))
    for player in state.players:
        assert (player.boat, player.karma, player.fame, player.levels) == (0, 1, 0, (0, 0, 0, 0))
        assert state.rules.columns[player.levels[0]] == 2


def test_B1_9_everybody_rolls_one_die_of_each_colour():
    for player in opened(game_for(4), seed=3).players:
        assert [die // 6 for die in player.dice] == [0, 1, 2, 3]


def opening_with(rolls, **house):
    """The game after the stacks are turned up and the players rolled these values."""
    game, _ = table(len(rolls), **house)
    state, rng = game.initial(), random.Random(1)
    while game.pending(state) == "reveal":
        state = game.draw_and_apply(state, rng.randrange)
    for blue, green, orange, purple in rolls:
        state = play(game, state, f"roll b{blue} g{green} o{orange} p{purple}")
    return game, state


def test_B1_10_the_lowest_sum_starts():
    game, state = opening_with([(6, 6, 6, 6), (1, 2, 1, 1), (2, 2, 2, 2)])
    assert game.rules.seats[state.start] == "yellow"


def test_B1_10_a_tie_is_broken_by_the_table():
    game, state = opening_with([(1, 1, 1, 1), (6, 6, 6, 6), (1, 1, 1, 1)])
    assert game.actor(state) == CHANCE
    assert [str(move) for move in game.legal_moves(state)] == ["start red", "start white"]
    assert keys(judge(game, state, "start yellow")) == {"B1.10"}
    assert game.rules.seats[play(game, state, "start white").start] == "white"


def test_B1_11_start_money_grows_clockwise_from_the_start_player():
    game, state = opening_with([(6, 6, 6, 6), (6, 6, 6, 5), (1, 1, 1, 1), (5, 5, 5, 5)])
    assert game.rules.seats[state.start] == "white"
    assert [player.money for player in state.players] == [5, 6, 3, 4]


def test_B1_12_the_bonus_marker_starts_on_the_first_money_bonus():
    game, state = table(2)
    assert game.rules.money_marks[state.players[0].bonus][0] == 12
