"""Rules whose mutations once went unnoticed: one test for each."""

import pytest

from assistant.testing.tables import give, judge, keys, lay, legal, play, show, table, tile_like


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


def test_B7_6_a_yield_that_was_reachable_before_the_build_is_not_gained_by_it():
    """Such a table comes from a correction by hand: the road is there, the yield was never gained."""
    game, state = table(2)
    straight = [tile.id for tile in game.rules.tiles if tile.roads == ("ns",)][:2]
    state = lay(lay(state, "red", "r0c1", straight[0], 90), "red", "r0c0", straight[1], 90)
    state = give(show(state, "blue-tiger-1"), "red", dice="b6", money=5)
    after = play(game, state, "place quarry-1", "buy blue-tiger-1", "pay b6", "lay r1c2 0")
    assert game.rules.maps[0].network(after.players[0].laid).linked
    assert after.players[0].yields == 0


def test_B12_4_a_tile_that_would_cut_off_another_is_not_offered_for_covering():
    game, state = table(2)
    upper, lower = [tile.id for tile in game.rules.tiles if tile.roads == ("ns",) and tile.colour == "blue"][:2]
    state = lay(lay(state, "red", "r1c2", upper, 0), "red", "r2c2", lower, 0)
    curve = tile_like(game, roads=("ne",), colour="green", animal="tiger", price=8)
    crossing = tile_like(game, roads=("nesw",), colour="green", animal="snake")
    state = give(show(show(state, curve), crossing), "red", dice="b5 g6 g6", karma=0)
    covering = play(game, state, "place chamber-5", "pay b5")
    assert f"cover {crossing} r1c2" in legal(game, covering)
    assert f"cover {curve} r2c2" in legal(game, covering)
    assert f"cover {curve} r1c2" not in legal(game, covering)


def test_B6_7_a_road_goes_on_only_where_both_tiles_have_a_road_end():
    game, state = table(2)
    straight = tile_like(game, roads=("ns",), colour="blue", animal="tiger")
    across = lay(state, "red", "r1c2", straight, 90)
    network = game.rules.maps[0].network(across.players[0].laid)
    assert network.joined == 0
    across = give(show(across, "green-tiger-1"), "red", dice="g6", money=5)
    laying = play(game, across, "place quarry-1", "buy green-tiger-1", "pay g6")
    assert keys(judge(game, laying, "lay r1c1 0")) == {"B6.2-far"}
