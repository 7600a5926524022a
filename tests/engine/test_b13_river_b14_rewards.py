"""B13: harbour and boats. B14: river rewards."""

import pytest

from assistant.engine.rajas.status import status
from assistant.testing.tables import give, judge, keys, lay, legal, play, rules_broken, table


def sailing(boat, die="b1", **more):
    game, state = table(4)
    state = give(state, "red", **{"dice": die, "boat": boat, "money": 5, "karma": 0, **more})
    return game, play(game, state, "place harbour-1")


def landing(space, **more):
    """Sail onto a river space with a die of one."""
    game, state = sailing(space - 1, **more)
    return game, play(game, state, "pay b1", "sail 1")


def test_B13_1_the_first_harbour_space_is_free_and_later_ones_cost_one_or_two():
    for players in (2, 3, 4):
        fees = [space.fee for space in table(players)[0].rules.spaces if space.area == "harbour"]
        assert fees[0] == 0
        assert set(fees[1:]) == {1, 2}


def test_B13_2_one_die_of_one_two_or_three():
    game, state = sailing(0, "b1 g2 o3 p4 p6", karma=1)
    assert legal(game, state) == ["pay b1", "pay g2", "pay o3", "pay p4>3", "pay p6>1"]
    assert keys(judge(game, state, "pay p4")) == {"B13.2-value"}
    closed = give(table(4)[1], "red", dice="b4", karma=0)
    assert rules_broken(game, closed, "place harbour-1") == {"B13.2"}


@pytest.mark.parametrize(("die", "distances"), [("b1", "1"), ("b2", "1 2"), ("b3", "1 2 3")])
def test_B13_3_one_up_to_the_value_of_the_die(die, distances):
    game, state = sailing(0, die)
    paid = play(game, state, f"pay {die}")
    assert legal(game, paid) == [f"sail {n}" for n in distances.split()]
    assert keys(judge(game, paid, "sail 0")) == {"B13.3-distance"}
    assert keys(judge(game, paid, "decline")) == {"B13.3-must"}


def test_A_22_by_house_rule_the_boat_may_stay():
    game, state = table(4, harbour_zero=True)
    paid = play(game, give(state, "red", dice="b1"), "place harbour-1", "pay b1")
    assert legal(game, paid) == ["sail 0", "sail 1"]
    assert play(game, paid, "sail 0").players[0].boat == 0


def test_DV_8_and_B13_4_occupied_spaces_are_not_counted():
    game, state = table(4)
    state = give(give(give(state, "red", dice="b2", boat=10), "yellow", boat=11), "white", boat=13)
    paid = play(game, state, "place harbour-1", "pay b2")
    assert {play(game, paid, move).players[0].boat for move in legal(game, paid)} == {12, 14}


def test_EX_12_a_boat_jumps_over_the_yellow_boat_to_the_upgrade():
    game, state = table(4)
    state = give(state, "red", dice="b2", boat=2, money=4, levels={"mill": 3})
    state = give(state, "yellow", boat=4)
    spaces = list(state.spaces)
    spaces[game.rules.space_index["harbour-1"]] = 2
    state = give(state, "white", idle=2).copy()
    state.spaces = tuple(spaces)
    after = play(game, state, "place harbour-2", "pay b2", "sail 2", "upgrade mill")
    player = after.players[0]
    assert (player.boat, player.money, player.levels) == (5, 3, (0, 0, 0, 2))
    assert after.supply[0] == state.supply[0] + 1


def test_B13_5_only_the_start_and_the_last_space_hold_several_boats():
    game, state = table(4)
    state = give(give(state, "red", dice="b1", boat=29), "yellow", boat=30)
    after = play(game, state, "place harbour-1", "pay b1", "sail 1")
    assert [player.boat for player in after.players[:2]] == [30, 30]
    assert status(after) == []
    assert [defect.key for defect in status(give(state, "yellow", boat=29))] == ["B13.5"]


def test_B13_6_only_the_reward_of_the_stop_is_gained():
    game, state = sailing(0, "b3")
    assert play(game, state, "pay b3", "sail 1").players[0].money == 5 + 2
    assert game.pending(play(game, state, "pay b3", "sail 3")) == "take"


def test_B13_7_a_boat_on_the_last_space_stays_there():
    game, state = table(4)
    state = give(state, "red", dice="b1", boat=30)
    assert rules_broken(game, state, "place harbour-1") == {"B13.7"}
    bonus = play(game, give(state, "red", money=10), "place forecourt-1")
    assert game.pending(bonus) == "reroll?"


def test_A_21_by_house_rule_the_last_space_rewards_again():
    game, state = table(4, last_space_repeat=True)
    state = give(state, "red", dice="", boat=30, money=10)
    assert play(game, state, "place forecourt-1").players[0].fame == 7


def test_B13_8_crossing_the_bridge_wins_the_worker_by_any_move():
    game, state = sailing(20)
    after = play(game, state, "pay b1", "sail 1")
    assert after.players[0].active == 4
    bonus = give(table(4)[1], "red", dice="", boat=20, money=11)
    bonus = play(game, bonus, "place forecourt-1", "sail 1")
    assert bonus.players[0].active == 4
    assert play(game, sailing(19)[1], "pay b1", "sail 1").players[0].active == 3


def find(kind, side=4):
    """The first river space with this kind of reward, and the reward's details."""
    for number, reward in enumerate(table(side)[0].rules.river):
        if reward and reward[0][0] == kind:
            return number, reward[0][1:]
    raise LookupError(kind)


def test_B14_1_two_dice_of_any_colours():
    space, _ = find("dice")
    game, state = landing(space)
    assert "take blue blue" in legal(game, state)
    assert "take green purple" in legal(game, state)


def test_B14_2_two_karma_up_to_three():
    game, state = landing(2, karma=2)
    assert find("karma")[0] == 2
    assert legal(game, state) == ["karma 0", "karma 1"]
    assert play(game, state, "karma 1").players[0].karma == 3


def test_B14_3_the_shown_money():
    space, (amount,) = find("money")
    assert landing(space)[1].players[0].money == 5 + amount


def test_B14_4_one_of_the_chambers_two_to_six_without_die_or_worker():
    space, _ = find("chamber")
    game, state = landing(space)
    # Nothing to cover and no dice: the Master Builder cannot be chosen.
    assert legal(game, state) == ["chamber 2", "chamber 3", "chamber 4", "chamber 6"]
    assert keys(judge(game, state, "chamber 5")) == {"B14.4-impossible"}
    assert keys(judge(game, state, "chamber 1")) == {"B14.4-choice"}
    after = play(game, state, "chamber 4", "upgrade fort")
    assert after.players[0].money == 8
    assert after.players[0].idle == 2


def test_B14_5_a_die_of_the_colour_per_karma():
    space, (colour,) = find("dice_per_karma")
    game, state = landing(space, karma=2)
    assert legal(game, state) == ["take", f"take {colour}", f"take {colour} {colour}"]
    assert landing(space, karma=0)[1].seat == 1


def test_B14_6_the_shown_fame():
    space, (amount,) = find("fame")
    assert landing(space)[1].players[0].fame == amount


def test_EX_18_and_B14_7_one_upgrade():
    space, _ = find("upgrade")
    game, state = landing(space)
    after = play(game, state, "upgrade temple")
    assert game.rules.columns[after.players[0].levels[0]] == 3


def with_markets(state, *tiles):
    for cell, tile in zip(("r1c2", "r0c1", "r0c3", "r2c2"), tiles, strict=False):
        state = lay(state, "red", cell, tile, 0)
    return state


def test_EX_14_and_B14_8_one_money_per_market():
    space, _ = find("money_per_market")
    game, state = table(4)
    state = with_markets(state, "blue-cow-3", "green-cow-3", "orange-cow-1")
    state = give(state, "red", dice="b1", boat=space - 1, money=0)
    assert play(game, state, "place harbour-1", "pay b1", "sail 1").players[0].money == 5


def test_B14_9_up_to_three_markets_of_different_goods():
    space, _ = find("markets_different")
    game, state = table(4)
    state = with_markets(state, "blue-cow-3", "green-cow-3")
    state = give(state, "red", dice="b1", boat=space - 1, money=0)
    state = play(game, state, "place harbour-1", "pay b1", "sail 1")
    assert "score silk2 spices2 tea2" in legal(game, state)
    assert play(game, state, "score silk2 spices2 tea2").players[0].money == 6


def test_EX_15_and_B14_10_up_to_the_shown_number_of_one_good_without_a_die():
    game, state = table(4)
    space = 22
    assert game.rules.river[space] == (("markets_one", 4),)
    state = with_markets(state, "blue-cow-3", "green-cow-3", "purple-cow-1", "blue-cow-1")
    state = give(state, "red", dice="b1", boat=space - 1, money=0, waiting=0)
    state = play(game, state, "place harbour-1", "pay b1", "sail 1")
    assert play(game, state, "score silk2 silk2 silk2 silk2").players[0].money == 8
    assert keys(judge(game, state, "score silk2 tea2")) == {"B9.2-good"}


@pytest.mark.parametrize(("kind", "fame", "money"), [("fame_per_upgrade", 3, 0), ("money_per_upgrade", 0, 6)])
def test_EX_16_and_B14_11_and_B14_12_fame_or_money_per_upgrade(kind, fame, money):
    space, _ = find(kind)
    state = landing(space, money=0, levels={"temple": 4, "mill": 3})[1]
    assert (state.players[0].fame, state.players[0].money) == (fame, money)


def test_EX_17_and_B14_13_two_fame_per_karma():
    space, _ = find("fame_per_karma")
    assert landing(space, karma=2)[1].players[0].fame == 4
