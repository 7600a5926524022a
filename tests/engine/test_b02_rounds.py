"""B2: round, lap, turn."""

import pytest

from assistant.testing.tables import give, judge, keys, legal, play, rules_broken, table, turn_of


def seat(game, state):
    return game.rules.seats[state.seat]


def test_B2_1_turns_go_clockwise_from_the_start_player():
    game, state = table(3)
    order = []
    for _ in range(4):
        order.append(seat(game, state))
        free = next(move for move in legal(game, state, "place") if "terrace" in move)
        state = play(game, state, free, "take")
    assert order == ["red", "yellow", "white", "red"]
    assert state.lap == 2


def test_B2_1_another_seat_cannot_move_now():
    game, state = table(3)
    assert keys(judge(game, state, "place forecourt-1", "white")) == {"B2.1-known"}
    assert keys(judge(game, state, "place forecourt-1", "nobody")) == {"B2.1-stranger"}
    assert judge(game, state, "place forecourt-1", "red").ok


def test_B2_2_a_turn_is_one_worker():
    game, state = table(2)
    after = play(game, state, "place terrace-blue-1", "take")
    assert after.players[0].idle == 2
    assert seat(game, after) == "yellow"


def test_B2_2_without_an_unplaced_worker_no_space_is_open():
    game, state = table(2)
    state = give(state, "red", idle=0)
    assert "B2.2" in rules_broken(game, state, "place forecourt-1")


def test_B2_3_the_cost_is_paid_before_the_action():
    game, state = table(4)
    state = give(state, "red", dice="b1 g2")
    placed = play(game, state, "place balcony-blue")
    assert game.pending(placed) == "pay"
    assert game.pending(play(game, placed, "pay b1")) == "take"


def test_B2_4_a_space_holds_one_worker():
    game, state = table(4)
    state = play(game, state, "place forecourt-1", "reroll")
    assert keys(judge(game, state, "place forecourt-1")) == {"B2.4"}
    assert "place forecourt-1" not in legal(game, state)


def test_B2_5_in_quarry_and_harbour_the_first_vacant_space_is_forced():
    game, state = table(4)
    state = give(state, "red", dice="b6 b6 b6 o1", money=9)
    assert legal(game, state, "place").count("place quarry-1") == 1
    assert keys(judge(game, state, "place quarry-2")) == {"B2.5"}
    assert keys(judge(game, state, "place harbour-2")) == {"B2.5"}


def test_B2_5_a_vacated_cheap_space_is_next():
    game, state = table(4)
    state = give(state, "red", dice="o1", money=9)
    index = game.rules.space_index
    spaces = list(state.spaces)
    spaces[index["harbour-2"]] = 1
    state = state.copy()
    state.spaces = tuple(spaces)
    assert "place harbour-1" in legal(game, state)
    assert "place harbour-3" not in legal(game, state)


def test_B2_6_market_and_palace_spaces_are_chosen_freely():
    game, state = table(4)
    state = give(state, "red", dice="b1 g1 o2 p3")
    free = legal(game, state, "place")
    assert {"place assorted-1", "place assorted-2", "place stall-tea", "place terrace-green-2"} <= set(free)


def test_B2_7_a_player_without_workers_is_skipped():
    game, state = table(3)
    state = give(state, "yellow", idle=0)
    state = play(game, state, "place terrace-blue-1", "take")
    assert seat(game, state) == "white"


def test_B2_8_a_player_with_workers_but_no_legal_space_is_skipped_and_asked_again():
    game, state = table(2, allow_null_action=False)
    blocked = list(state.spaces)
    for space in game.rules.spaces:
        if space.area != "harbour":
            blocked[space.index] = 0
    state = state.copy()
    state.spaces = tuple(blocked)
    state = give(give(state, "red", dice="b1 b1 b2", idle=2), "yellow", dice="o6", karma=0)
    state = play(game, state, "place harbour-1", "pay b1", "sail 1")
    # Yellow has workers but nothing to do: red is asked again in the next lap, yellow too.
    assert state.players[1].idle == 3
    assert seat(game, state) == "red"
    assert state.lap == 2


def test_B2_8_by_house_rule_a_skip_is_final():
    game, state = table(2, allow_null_action=False, skip_is_final=True)
    state = state.copy()
    state.spaces = tuple(-1 if one.area == "harbour" else 0 for one in game.rules.spaces)
    state = give(give(state, "red", dice="b1 b1 b2", idle=2), "yellow", dice="o6", karma=0)
    state = play(game, state, "place harbour-1", "pay b1", "sail 1")
    assert state.players[1].idle == 0


def test_B2_9_nobody_may_pass_who_can_place():
    game, state = table(2)
    assert keys(judge(game, state, "pass")) == {"B2.9"}
    assert "pass" not in legal(game, state)


def test_B2_9_by_house_rule_passing_is_allowed():
    game, state = table(2, allow_pass=True)
    assert "pass" in legal(game, state)
    after = play(game, state, "pass")
    assert seat(game, after) == "yellow"
    assert after.players[0].idle == 3


def test_B2_10_the_round_ends_when_nobody_can_place():
    game, state = table(2)
    state = give(give(state, "red", idle=1), "yellow", idle=0)
    state = play(game, state, "place terrace-blue-1", "take")
    assert state.round == 2
    assert [player.idle for player in state.players] == [3, 3]


def test_B2_11_a_worker_won_in_the_round_can_be_placed_at_once():
    game, state = table(2)
    state = give(state, "red", money=18, idle=1)
    state = play(game, state, "place forecourt-1")
    assert state.players[0].money == 20
    assert (state.players[0].idle, state.players[0].active) == (1, 4)


@pytest.mark.parametrize("move", ["lay r0c0 0", "roll b1", "buy blue-cow-1", "dance"])
def test_a_move_of_another_phase_is_refused_with_what_is_due(move):
    game, state = table(2)
    verdict = judge(game, state, move)
    assert keys(verdict) == {"X.phase"}
    assert "place" in str(verdict.reasons[0].fact("due"))


def test_a_move_after_the_end_is_refused():
    game, state = table(2)
    state = give(turn_of(state, "yellow"), "yellow", money=119, fame=10)
    state = play(game, state, "place terrace-blue-1", "take", "place terrace-green-1", "take")
    assert state.over
    assert keys(judge(game, state, "place forecourt-1")) == {"X.over"}
    assert list(game.legal_moves(state)) == []
