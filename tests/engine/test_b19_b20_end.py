"""B19: end of round. B20: end of game and ranking."""

import pytest

from assistant.engine.rajas.rounds import gap, position_of_money
from assistant.testing.tables import give, judge, keys, legal, play, table, turn_of


def last_worker(players=3):
    """Only red has a worker left."""
    game, state = table(players)
    for seat in game.rules.seats:
        state = give(state, seat, idle=1 if seat == "red" else 0)
    return game, give(state, "red", dice="b1")


def test_B19_1_the_elephant_goes_to_the_left_neighbour():
    game, state = last_worker()
    after = play(game, state, "place terrace-blue-1", "take")
    assert game.rules.seats[after.start] == "yellow"
    assert after.seat == after.start


def test_B19_1_or_to_the_user_of_the_great_mogul():
    game, state = last_worker()
    after = play(game, state, "place chamber-1", "pay b1")
    assert game.rules.seats[after.start] == "red"
    assert after.mogul == -1


@pytest.mark.parametrize(("last", "winner"), [(True, 0), (False, 2)])
def test_A_31_of_two_users_of_the_great_mogul_the_last_or_the_first_by_house_rule(last, winner):
    game, state = table(3, mogul_last=last)
    state = give(state, "red", dice="b1").copy()
    state.mogul = 2
    assert play(game, state, "place chamber-1", "pay b1").mogul == winner


def test_B19_2_all_workers_come_home():
    game, state = last_worker()
    state = give(state, "white", active=5, waiting=0)
    after = play(game, state, "place terrace-blue-1", "take")
    assert [player.idle for player in after.players] == [3, 3, 5]
    assert set(after.spaces) == {-1}


def test_B19_3_everything_else_stays():
    game, state = last_worker()
    state = give(state, "yellow", dice="g4 p2", karma=2, boat=7, assorted=1)
    after = play(game, state, "place terrace-blue-1", "take")
    yellow = after.players[1]
    assert (yellow.dice, yellow.karma, yellow.boat, yellow.assorted) == ((9, 19), 2, 7, 0)
    assert (after.round, after.lap) == (2, 1)


MONEY = [1, 2, 12, 64, 65, 66, 119, 120]
POSITIONS = [60, 60, 55, 29, 28, 28, 1, 1]


@pytest.mark.parametrize(("money", "position"), list(zip(MONEY, POSITIONS, strict=True)))
def test_DV_1_and_B20_1_two_money_spaces_lie_beside_each_fame_space(money, position):
    assert position_of_money(table(2)[0].rules, money) == position


GAPS = [
    ((64, 28), 1),
    ((65, 28), 0),
    ((66, 28), 0),
    ((67, 27), 0),
    ((1, 59), 1),
    ((1, 60), 0),
    ((118, 1), 1),
    ((119, 1), 0),
]


@pytest.mark.parametrize(("markers", "distance"), GAPS)
def test_DV_2_and_B20_2_the_gap_between_the_markers(markers, distance):
    _, state = table(2)
    assert gap(give(state, "red", money=markers[0], fame=markers[1]), 0) == distance


def test_B20_3_which_of_the_two_money_spaces_makes_no_difference():
    _, state = table(2)
    assert gap(give(state, "red", money=65, fame=28), 0) == gap(give(state, "red", money=66, fame=28), 0)


def ending(players, trigger):
    """Everybody has workers; the trigger has met the markers and places now."""
    game, state = table(players)
    state = turn_of(state, "red")
    state = give(state, trigger, money=119, fame=10, bonus=4, active=5, waiting=0, fame_marks=7)
    state = state.copy()
    state.seat = game.rules.seats.index(trigger)
    return game, state


def turns_until_over(game, state):
    """Play cheap turns until the game is over; return whose turns they were."""
    seats = []
    while not state.over:
        seats.append(game.rules.seats[state.seat])
        free = next(move for move in legal(game, state, "place") if "terrace" in move)
        state = play(game, state, free, "take")
    return seats, state


def test_DV_10_and_B20_4_and_B20_5_the_lap_is_finished_not_the_round():
    game, state = ending(4, "red")
    seats, state = turns_until_over(game, state)
    assert seats == ["red", "yellow", "white", "black"]
    assert state.round == 1


def test_DV_10_and_B20_6_if_the_last_of_the_lap_triggers_the_game_ends_at_once():
    game, state = ending(4, "black")
    seats, _ = turns_until_over(game, state)
    assert seats == ["black"]


def test_B20_5_a_player_without_a_worker_gets_no_last_turn():
    game, state = ending(4, "red")
    state = give(state, "yellow", idle=0)
    assert turns_until_over(game, state)[0] == ["red", "white", "black"]


def test_A_28_the_last_turn_may_be_declined():
    game, state = ending(2, "red")
    last = play(game, state, "place terrace-blue-1", "take")
    assert "pass" in legal(game, last)
    assert play(game, last, "pass").over
    strict, state = table(2, final_turn_optional=False)
    state = give(state, "red", money=119, fame=10, bonus=4, active=5, waiting=0, fame_marks=7)
    last = play(strict, state, "place terrace-blue-1", "take")
    assert keys(judge(strict, last, "pass")) == {"B2.9"}


def ranked(*players, **house):
    """Ranking of seats with (money, fame, met)."""
    game, state = table(len(players), **house)
    for seat, (money, fame, met) in zip(game.rules.seats, players, strict=True):
        state = give(state, seat, money=money, fame=fame, met=met)
    return [(one.seat, one.place, one.rule) for one in game.ranking(state)]


def test_B20_7_the_larger_overlap_wins():
    assert ranked((65, 29, 5), (65, 31, 6)) == [("yellow", 1, ""), ("red", 2, "B20.7")]


def test_EX_21_and_B20_8_equal_overlap_goes_to_the_earlier():
    assert ranked((65, 30, 5), (52, 37, 6)) == [("red", 1, ""), ("yellow", 2, "B20.8")]
    assert ranked((65, 30, 7), (52, 37, 6)) == [("yellow", 1, ""), ("red", 2, "B20.8")]


def test_B20_9_those_who_did_not_meet_follow_by_their_gap():
    assert ranked((65, 20, 0), (65, 30, 3), (65, 25, 0)) == [
        ("yellow", 1, ""), ("white", 2, "B20.9"), ("red", 3, "B20.9"),
    ]  # fmt: skip


def test_A_29_an_equal_gap_is_a_shared_place():
    shared = ranked((65, 20, 0), (65, 30, 3), (66, 20, 0))
    assert [place for _, place, _ in shared] == [1, 2, 2]
    assert shared[2][2] == "A-29"
    by_turn = ranked((65, 20, 0), (65, 30, 3), (66, 20, 0), gap_tie="turn_order")
    assert [place for _, place, _ in by_turn] == [1, 2, 3]


def test_A_30_the_tracks_go_on_beyond_their_end_or_stop_there_by_house_rule():
    game, state = table(2)
    state = give(state, "red", dice="b1", fame=60, fame_marks=7)
    assert play(game, state, "place chamber-1", "pay b1").players[0].fame == 62
    hard, state = table(2, track_cap="hard")
    state = give(state, "red", dice="b1", fame=59, fame_marks=7)
    assert play(hard, state, "place chamber-1", "pay b1").players[0].fame == 60
    assert gap(give(state, "red", money=0, fame=60), 0) == 1


def test_A_32_by_house_rule_the_first_seat_wins_the_start_tie():
    from tests.engine.test_b01_setup import opening_with

    _, state = opening_with([(1, 1, 1, 1), (1, 1, 1, 1)], start_tie="first_seat")
    assert state.start == 0
