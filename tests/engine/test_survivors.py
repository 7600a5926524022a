"""Rules whose mutations once went unnoticed: one test for each."""

import pytest

from assistant.testing.tables import give, play, table


def crowded(state, free):
    """The same table with a worker on every space but these."""
    new = state.copy()
    new.spaces = tuple(-1 if space.id in free else 1 for space in new.rules.spaces)
    return new


def test_B2_10_a_lap_in_which_nobody_can_place_ends_the_round_although_workers_are_left():
    game, state = table(2)
    state = give(give(state, "red", dice="", money=0, idle=2), "yellow", dice="", money=0, idle=2)
    after = play(game, crowded(state, {"forecourt-1"}), "place forecourt-1")
    assert (after.round, after.lap, game.pending(after)) == (2, 1, "place")
    assert [player.idle for player in after.players] == [3, 3]


@pytest.mark.parametrize(("before", "asked"), [(3, "upgrade?"), (22, "karma?"), (29, "sail")])
def test_B17_6_a_marker_that_stops_exactly_on_a_fame_bonus_gains_it(before, asked):
    game, state = table(2)
    marks = (1 if before > 5 else 0) | (2 if before > 24 else 0)
    state = give(state, "red", dice="b1", fame=before, fame_marks=marks, waiting=0, karma=1)
    after = play(game, state, "place chamber-1", "pay b1")
    assert after.players[0].fame == before + 2
    assert game.pending(after) == asked


def test_B17_10_a_fame_bonus_is_gained_once_even_if_fame_should_fall():
    game, state = table(2)
    after = play(game, give(state, "red", dice="b1", fame=4), "place chamber-1", "pay b1", "decline")
    assert after.players[0].fame_marks == 1
    again = give(after, "red", dice="b1", fame=4, idle=3)
    again.seat = 0
    again.agenda = (("place",), (("end_turn",), None))
    again.spaces = (-1,) * len(again.spaces)
    assert game.pending(play(game, again, "place chamber-1", "pay b1")) == "place"
