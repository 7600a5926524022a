"""B15: karma. B16: extra workers. B17: track bonuses. B18: order of resolution."""

import pytest

from assistant.engine.rajas.state import WORKER_BRIDGE
from assistant.testing.tables import give, judge, keys, lay, legal, play, show, table


@pytest.mark.parametrize(("die", "turned"), [("b1", 6), ("b2", 5), ("b6", 1), ("b5", 2)])
def test_EX_13_and_B15_1_a_karma_turns_a_die_to_its_opposite_face(die, turned):
    game, state = table(4)
    paying = play(game, give(state, "red", dice=die, karma=1), "place stall-tea")
    assert judge(game, paying, f"pay {die}>{turned}").ok
    assert play(game, paying, f"pay {die}>{turned}").players[0].karma == 0
    assert keys(judge(game, paying, f"pay {die}>{turned % 6 + 1}")) == {"B15.1-face"}
    broke = give(paying, "red", karma=0)
    assert keys(judge(game, broke, f"pay {die}>{turned}")) == {"B15.1-karma"}


def test_B15_2_only_for_a_die_about_to_be_paid():
    game, state = table(4)
    assert keys(judge(game, state, "flip b1")) == {"B15.2-store"}
    anytime, state = table(4, karma_anytime=True)
    state = give(state, "red", dice="b1", karma=1)
    assert "flip b1" in legal(anytime, state)
    after = play(anytime, state, "flip b1")
    assert (after.players[0].dice, after.players[0].karma, anytime.pending(after)) == ((5,), 0, "place")


def test_B15_3_several_karma_in_one_turn():
    game, state = table(4)
    state = give(show(state, "blue-tiger-6"), "red", dice="b1 b2", karma=2, money=9)
    paying = play(game, state, "place quarry-1", "buy blue-tiger-6")
    assert legal(game, paying) == ["pay b1>6 b2>5"]
    assert play(game, paying, "pay b1>6 b2>5").players[0].karma == 0


def test_B15_4_karma_stays_between_zero_and_three():
    game, state = table(4)
    full = give(state, "red", dice="b3", karma=3)
    after = play(game, full, "place chamber-3", "pay b3")
    assert game.pending(after) == "take"
    one = play(game, give(state, "red", dice="b3", karma=2), "place chamber-3", "pay b3")
    assert keys(judge(game, one, "karma 2")) == {"B15.4-amount"}


def test_B16_1_reaching_or_passing_fame_15_money_20_or_the_bridge_activates_a_worker():
    game, state = table(4)
    money = play(game, give(state, "red", dice="", money=18, bonus=1), "place forecourt-1").players[0]
    assert (money.active, money.idle) == (4, 3)
    fame = play(game, give(state, "red", dice="b1", fame=14), "place chamber-1", "pay b1").players[0]
    assert (fame.fame, fame.active) == (16, 4)
    passed = play(game, give(state, "red", dice="", money=19, bonus=1), "place forecourt-1").players[0]
    assert (passed.money, passed.active) == (21, 4)


def test_B16_2_with_the_second_worker_the_third_leaves_the_game():
    game, state = table(4)
    state = give(state, "red", dice="", money=18, bonus=1, active=4, waiting=6)
    player = play(game, state, "place forecourt-1").players[0]
    assert (player.active, player.waiting) == (5, 0)
    third = give(state, "red", dice="b1", boat=20, active=5, waiting=0)
    assert play(game, third, "place harbour-1", "pay b1", "sail 1").players[0].active == 5


def test_B16_3_an_activated_worker_is_never_lost():
    game, state = table(4)
    state = give(state, "red", dice="b6 b6 b6", money=20, active=4, waiting=5, bonus=1)
    assert play(game, state, "place quarry-1").players[0].active == 4
    again = give(state, "red", dice="", money=19)
    assert play(game, again, "place forecourt-1").players[0].active == 4


def test_DV_9_and_B17_1_the_upgrade_of_fame_five_counts_from_the_next_turn():
    game, state = table(4)
    state = give(show(state, "orange-tiger-6"), "red", dice="o6 o4", money=9, fame=4, karma=0)
    state = play(game, state, "place quarry-1", "buy orange-tiger-6", "pay o4 o6", "lay r1c2 0")
    state = play(game, state, legal(game, state)[0])
    assert state.players[0].fame == 8
    after = play(game, state, "upgrade temple")
    assert after.players[0].levels[0] == 1
    assert after.players[0].late == -1  # the turn is over


def test_A_15_within_the_same_turn_the_late_upgrade_does_not_count():
    for delay, fame in ((True, 2), (False, 3)):
        game, state = table(4, fame5_delay=delay)
        # The temple was upgraded by fame 5 earlier in this very turn.
        state = give(state, "red", late=0 if delay else -1, levels={"temple": 3}, money=9, karma=0)
        state = give(show(state, "orange-tiger-2"), "red", dice="o5")
        state = play(game, state, "place quarry-1", "buy orange-tiger-2", "pay o5", "lay r1c2 0")
        state = play(game, state, legal(game, state)[0])
        assert state.players[0].fame == fame


def test_B17_2_fame_24_gives_two_karma():
    game, state = table(4)
    state = play(game, give(state, "red", dice="b1", fame=23, karma=0), "place chamber-1", "pay b1")
    assert legal(game, state) == ["karma 0", "karma 1", "karma 2"]


def test_B17_3_fame_31_moves_the_boat():
    game, state = table(4)
    state = play(game, give(state, "red", dice="b1", fame=30), "place chamber-1", "pay b1")
    assert legal(game, state) == ["decline", "sail 1"]
    assert play(game, state, "sail 1").players[0].money == state.players[0].money + 2


@pytest.mark.parametrize(
    ("bonus", "money", "pending"), [(0, 11, "sail"), (1, 32, "take"), (2, 43, "sail"), (3, 54, "take")]
)
def test_EX_19_and_B17_4_and_B17_5_and_B17_7_money_bonuses_in_order(bonus, money, pending):
    game, state = table(4)
    state = give(state, "red", dice="b1", money=money, bonus=bonus, active=5, waiting=0)
    after = play(game, state, "place forecourt-1")
    assert game.pending(after) == pending
    assert after.players[0].bonus == bonus + 1


def test_B17_6_stopping_on_the_space_is_enough():
    game, state = table(4)
    state = give(state, "red", dice="", money=10)
    after = play(game, state, "place forecourt-1")
    assert after.players[0].money == 12
    assert game.pending(after) == "sail"


def test_DV_3_and_B17_8_a_paid_space_never_pays_again():
    game, state = table(4)
    state = give(state, "red", dice="", money=11)
    first = play(game, state, "place forecourt-1", "decline")
    assert first.players[0].bonus == 1
    again = give(state, "red", money=10, bonus=1)
    assert play(game, again, "place forecourt-1").seat == 1


def test_DV_4_one_jump_over_two_bonuses_pays_both_in_order():
    game, state = table(4)
    # River space 24 gives 7 money: with the marker still on 33, 37 + 7 = 44 reaches both spaces.
    state = give(state, "red", dice="b1", money=37, bonus=1, boat=23, active=5, waiting=0)
    after = play(game, state, "place harbour-1", "pay b1", "sail 1")
    assert after.players[0].bonus == 3
    assert game.pending(after) == "take"
    boat = play(game, after, "take blue", "roll b1")
    assert game.pending(boat) == "sail"


def test_EX_20_and_B17_9_a_bonus_belongs_to_one_track():
    game, state = table(4)
    state = give(state, "red", dice="", money=72, bonus=4, karma=0, active=5, waiting=0)
    # Money 73 and 74 lie beside fame 24.
    after = play(game, state, "place forecourt-1")
    assert after.players[0].karma == 0
    assert after.seat == 1


def test_B17_10_each_fame_bonus_pays_once():
    game, state = table(4)
    state = give(state, "red", dice="b1", fame=23, karma=0, fame_marks=0b10)
    assert play(game, state, "place chamber-1", "pay b1").seat == 1
    twice, state = table(4, fame_bonus_once=False)
    state = give(state, "red", dice="b1", fame=23, karma=0, fame_marks=0b10)
    assert twice.pending(play(twice, state, "place chamber-1", "pay b1")) == "karma?"


def test_B18_1_the_cost_is_paid_before_any_gain():
    game, state = table(4)
    state = give(state, "red", dice="b4", money=0)
    paying = play(game, state, "place chamber-4")
    assert paying.players[0].money == 0
    assert paying.players[0].levels == (0, 0, 0, 0)


def test_B18_2_a_tile_is_one_fame_gain_and_one_money_gain_then_bonuses_then_yields():
    game, state = table(4)
    state = give(show(state, "blue-snake-3"), "red", dice="b6 b1", money=11, fame=4, karma=0)
    state = play(game, state, "place quarry-1", "buy blue-snake-3", "pay b1 b6", "lay r1c2 0")
    state = play(game, state, legal(game, state)[0])
    player = state.players[0]
    assert (player.fame, player.money) == (6, 12)
    assert legal(game, state) == ["first fame-bonus", "first money-bonus"]


def test_B18_3_the_marker_moves_its_full_length_before_bonuses():
    game, state = table(4)
    state = give(state, "red", dice="b1", money=5, boat=11)
    after = play(game, state, "place harbour-1", "pay b1", "sail 1")
    assert after.players[0].money == 10
    state = give(state, "red", money=9)
    after = play(game, state, "place harbour-1", "pay b1", "sail 1")
    assert after.players[0].money == 14
    assert game.pending(after) == "sail"


def test_B18_4_a_bonus_may_trigger_further_bonuses_depth_first():
    game, state = table(4)
    # The boat bonus of money 12 lands on fame 4 (space 20), which passes fame 5 and gives an upgrade.
    state = give(state, "red", dice="b1", money=10, boat=19, fame=3)
    after = play(game, state, "place forecourt-1", "sail 1")
    assert game.pending(after) == "upgrade?"
    done = play(game, after, "upgrade mill")
    assert game.pending(done) == "reroll?"


def test_A_17_by_house_rule_bonuses_wait_for_the_end_of_the_action():
    game, state = table(4, nesting="breadth_first")
    state = give(state, "red", dice="b1", money=10)
    after = play(game, state, "place forecourt-1")
    assert game.pending(after) == "reroll?"
    assert game.pending(play(game, after, "reroll")) == "sail"


def test_A_16_by_house_rule_the_player_orders_bonuses_of_one_move():
    game, state = table(4, bonus_order="player")
    state = give(state, "red", dice="b1", money=37, bonus=1, boat=23, active=5, waiting=0)
    after = play(game, state, "place harbour-1", "pay b1", "sail 1")
    assert legal(game, after) == ["first money-33", "first money-44"]


def test_B18_5_the_end_is_examined_when_the_turn_is_over():
    game, state = table(4)
    state = give(state, "red", dice="b1", money=100, fame=9, bonus=4, active=5, waiting=0)
    during = play(game, state, "place forecourt-1")
    assert (during.players[0].met, during.ending) == (0, -1)
    after = play(game, during, "reroll")
    assert after.ending == -1 or after.players[0].met
    met = give(state, "red", fame=10)
    after = play(game, met, "place forecourt-1", "reroll")
    assert after.players[0].met == after.turn - 1
    assert after.ending == 0


def test_A_26_by_house_rule_meeting_counts_at_once():
    game, state = table(4, end_check="at_once")
    state = give(state, "red", dice="b1", money=100, fame=10, bonus=4, active=5, waiting=0)
    assert play(game, state, "place forecourt-1").players[0].met == state.turn


def test_the_bridge_worker_waits_until_the_bridge_is_crossed():
    _, state = table(4)
    assert state.players[0].waiting & WORKER_BRIDGE
    assert lay(state, "red", "r1c2", "blue-cow-1", 0).players[0].waiting & WORKER_BRIDGE
