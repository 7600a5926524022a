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
    build = ("place quarry-1", "buy blue-tiger-1", "pay b6", "lay r1c2 0", "reveal blue-tiger unknown")
    after = play(game, state, *build)
    assert game.rules.maps[0].network(after.players[0].laid).linked
    assert (after.players[0].yields, game.pending(after), after.turn) == (0, "place", state.turn + 1)


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


def space_with(game, kind, least=1):
    """The first river space from `least` on whose reward has a part of this kind."""
    rewards = enumerate(game.rules.river)
    return next(space for space, reward in rewards if space >= least and reward and reward[0][0] == kind)


def arriving(game, state, space):
    """Red's boat moves by one onto this river space."""
    state = give(state, "red", dice="b1", boat=space - 1, waiting=0)
    return play(game, state, "place harbour-1", "pay b1", "sail 1")


def with_markets(state, *tiles):
    for cell, tile in zip(("r1c2", "r2c2", "r3c2", "r1c1"), tiles, strict=False):
        state = lay(state, "red", cell, tile, 0)
    return state


def markets_tile(game, good, value):
    return next(tile.id for tile in game.rules.tiles if tile.markets == ((good, value),))


def test_A_05_where_gains_must_be_taken_decline_is_refused():
    game, state = table(2, decline_gains=False)
    due = play(game, give(state, "red", dice="b4", money=0), "place chamber-4", "pay b4")
    assert keys(judge(game, due, "decline")) == {"X.decline"}


def test_A_15_only_the_upgrade_of_the_fame_track_waits_for_the_next_turn():
    game, state = table(2)
    due = play(game, give(state, "red", dice="b4", money=10), "place chamber-4", "pay b4")
    after = play(game, due, "first upgrade", "upgrade temple")
    assert game.pending(after) == "sail"
    assert after.players[0].late == -1


def test_A_24_a_free_chamber_that_is_impossible_cannot_be_chosen():
    game, state = table(3)
    space = space_with(game, "chamber", 20)
    crowded_river = give(give(state, "yellow", boat=space + 1), "white", boat=space + 2)
    assert len(game.rules.river) - 1 - space - 2 < 6
    free = arriving(game, crowded_river, space)
    assert game.pending(free) == "chamber?"
    assert "chamber 6" not in legal(game, free)
    assert "chamber 6" in legal(game, arriving(game, state, space_with(game, "chamber")))


def test_B14_10_markets_of_one_good_may_be_of_any_good():
    game, state = table(2)
    tea, silk = markets_tile(game, "tea", 3), markets_tile(game, "silk", 2)
    due = arriving(game, with_markets(state, tea, silk), space_with(game, "markets_one"))
    assert legal(game, due) == ["score", "score silk2", "score tea3"]


def test_B14_9_markets_of_different_goods_are_never_two_of_one():
    game, state = table(2)
    teas = [markets_tile(game, "tea", 2), markets_tile(game, "tea", 3)]
    due = arriving(game, with_markets(state, *teas), space_with(game, "markets_different"))
    assert legal(game, due) == ["score", "score tea2", "score tea3"]


def test_B9_1_assorted_goods_are_up_to_three_markets():
    game, state = table(2)
    tiles = [markets_tile(game, "silk", 2), markets_tile(game, "spices", 2), markets_tile(game, "tea", 2)]
    due = play(game, give(with_markets(state, *tiles), "red", money=1), "place assorted-1")
    assert "score silk2 spices2 tea2" in legal(game, due)


def test_B9_5_a_second_assorted_space_is_not_offered_to_three_or_four_but_free_with_two():
    game, state = table(4)
    assert "place assorted-1" in legal(game, state)
    assert not [move for move in legal(game, give(state, "red", assorted=1)) if "assorted" in move]
    two, state = table(2)
    again = give(state, "red", assorted=1)
    assert "place assorted-1" in legal(two, again)
    assert judge(two, again, "place assorted-1").ok


def test_B13_7_the_harbour_is_not_offered_to_a_boat_on_the_last_space():
    game, state = table(2)
    state = give(state, "red", dice="b1", boat=game.rules.river_end)
    assert "place harbour-1" not in legal(game, state)


def test_B3_2_the_whole_fee_is_paid():
    game, state = table(2)
    fee, name = next((space.fee, space.id) for space in game.rules.spaces if space.area == "quarry" and space.fee > 1)
    others = {space.id for space in game.rules.spaces} - {one.id for one in game.rules.spaces if one.area == "quarry"}
    later = {one.id for one in game.rules.spaces if one.area == "quarry" and one.id >= name}
    state = give(show(state, "blue-tiger-1"), "red", dice="b6", money=9)
    assert play(game, crowded(state, others | later), f"place {name}").players[0].money == 9 - fee


def test_B9_6_a_stall_without_own_markets_of_its_good_is_refused_where_null_actions_are():
    game, state = table(2, allow_null_action=False)
    state = give(with_markets(state, markets_tile(game, "silk", 2)), "red", dice="b6")
    assert "place stall-silk" in legal(game, state)
    assert "place stall-tea" not in legal(game, state)
    assert keys(judge(game, state, "place stall-tea")) == {"B9.2-none"}
