"""B7: edge yields. B8: scoring a tile, upgrades."""

import pytest

from assistant.testing.tables import give, judge, keys, lay, legal, play, show, table, turn_of

FORK = "blue-tiger-2"  # nes, one fort, price 5
TEMPLE_MILL = "blue-tiger-5"  # nes, mill and temple, price 9


def at_corner(game, state, tile, *more):
    """Roads down the left side to the corner cell r2c0, and the tile bought and paid, ready to be laid."""
    for cell, name, rotation in (
        ("r0c1", "green-cow-1", 90),
        ("r0c0", "green-cow-3", 90),
        ("r1c0", "orange-cow-3", 0),
        *more,
    ):
        state = lay(state, "red", cell, name, rotation)
    return play(game, show(state, tile), "place quarry-1", f"buy {tile}")


def finish(game, state):
    """Let chance turn up the next tile."""
    while game.pending(state) == "reveal":
        state = play(game, state, legal(game, state)[0])
    return state


def corner_game(tile=FORK, dice="b5", money_already=False):
    game, state = table(4)
    state = give(state, "red", dice=dice, money=9 if money_already else 3, karma=0)
    state = at_corner(game, state, tile)
    return game, play(game, state, legal(game, state)[0])


def test_EX_3_a_fork_in_the_left_corner_gains_the_die_and_five_money():
    game, state = corner_game()
    after = finish(game, play(game, state, "lay r2c0 180"))
    before = state.players[0]
    assert game.pending(after) == "take"
    after = play(game, after, "take green", "roll g4")
    assert after.players[0].money == before.money + 5
    assert after.players[0].fame == 2


def test_EX_3_turned_the_other_way_it_gains_nothing_extra():
    game, state = corner_game()
    options = [move for move in legal(game, state) if "r2c0" in move]
    assert "lay r2c0 0" in options
    gained = {}
    for move in options:
        after = finish(game, play(game, state, move))
        gained[move] = (after.players[0].yields.bit_count(), after.players[0].money - state.players[0].money)
    assert gained["lay r2c0 180"][0] == 2
    assert min(count for count, _ in gained.values()) < 2


def test_B7_1_a_yield_is_gained_once_when_first_linked():
    game, state = corner_game()
    after = finish(game, play(game, state, "lay r2c0 180"))
    gained = after.players[0].yields
    assert gained.bit_count() == 2
    after = play(game, after, "take")
    again = give(turn_of(after, "red"), "red", dice="b6 b6 o6 g6 p6 p6", money=9)
    again = play(game, again, "place quarry-2")
    tile = next(move for move in legal(game, again))
    again = play(game, again, tile)
    again = play(game, again, legal(game, again)[0])
    spot = next(move for move in legal(game, again) if "r1c2" in move or "r0c3" in move)
    again = finish(game, play(game, again, spot))
    assert again.players[0].yields & gained == gained


def test_B7_2_the_tile_is_scored_before_its_yields():
    game, state = corner_game(TEMPLE_MILL, "b6 b3")
    after = finish(game, play(game, state, "lay r2c0 180"))
    assert game.pending(after) == "take"
    assert after.players[0].fame == 4


def test_B7_3_several_yields_come_in_the_players_order():
    game, state = corner_game(money_already=True)
    state = finish(game, play(game, state, "lay r2c0 180"))
    # The five money reach the bonus on 12, so that their place in the order can matter.
    assert legal(game, state) == ["first corner-left", "first left-3"]
    first_die = play(game, state, "first left-3")
    assert game.pending(first_die) == "take"
    assert first_die.players[0].money == state.players[0].money
    first_money = play(game, state, "first corner-left")
    assert first_money.players[0].money == state.players[0].money + 5
    assert keys(judge(game, state, "first bottom-1")) == {"X.first"}


def test_B7_4_without_a_road_end_towards_it_a_yield_is_not_gained():
    game, state = corner_game("blue-cow-3", "b6")
    after = finish(game, play(game, state, "lay r2c0 0"))
    # A straight road touches the corner below, not the yield at the left.
    yields = [one.id for one in game.rules.maps[0].yields]
    left = yields.index("left-3")
    assert not after.players[0].yields >> left & 1


def test_B7_5_and_B7_6_overbuilding_gains_no_edge_yield_now_or_later():
    game, state = table(4)
    state = lay(state, "red", "r0c1", "green-cow-1", 90)
    state = lay(state, "red", "r0c0", "green-cow-3", 90)
    state = give(show(state, "orange-snake-5"), "red", dice="b5 o6", money=9, karma=0)
    state = play(game, state, "place chamber-5", "pay b5", "cover orange-snake-5 r0c0", "pay o6")
    state = finish(game, play(game, state, legal(game, state)[0]))
    player = state.players[0]
    left = [one.id for one in game.rules.maps[0].yields].index("left-1")
    assert not player.yields >> left & 1
    assert player.missed >> left & 1


def test_B8_1_a_tile_shows_one_or_two_symbols():
    game, _ = table(4)
    assert {len(tile.markets) + len(tile.buildings) for tile in game.rules.tiles} == {1, 2}


def score_of(tile, dice, **more):
    game, state = table(4)
    state = give(show(state, tile), "red", dice=dice, money=3, karma=0, **more)
    state = play(game, state, "place quarry-1", f"buy {tile}")
    state = play(game, state, legal(game, state)[0])
    state = finish(game, play(game, state, legal(game, state)[0]))
    return state.players[0]


def test_B8_2_each_market_pays_its_printed_money():
    assert score_of("blue-cow-4", "b6 b2").money == 2 + 3 + 2


def test_B8_3_each_building_gives_fame_by_its_column():
    assert score_of("blue-tiger-1", "b4", levels={"palace": 4}).fame == 4
    assert score_of("blue-tiger-1", "b4", levels={"palace": 3}).fame == 3
    assert score_of("blue-tiger-1", "b4", levels={"temple": 4}).fame == 2


@pytest.mark.parametrize(("tile", "dice", "fame"), [("blue-tiger-1", "b4", 2), ("blue-tiger-4", "b6 b2", 4)])
def test_EX_5_one_building_gives_two_and_two_give_four(tile, dice, fame):
    assert score_of(tile, dice).fame == fame


def upgrading(**more):
    game, state = table(4)
    state = give(state, "red", dice="b4", money=3, **more)
    state = play(game, state, "place chamber-4", "pay b4")
    return game, state


def test_B8_4_an_upgrade_moves_one_marker_one_column():
    game, state = upgrading()
    assert legal(game, state) == ["decline", "upgrade fort", "upgrade mill", "upgrade palace", "upgrade temple"]
    after = play(game, state, "upgrade mill")
    assert after.players[0].levels == (0, 0, 0, 1)
    assert keys(judge(game, state, "upgrade shed")) == {"X.building"}


def test_B8_5_column_four_is_the_maximum_and_a_further_upgrade_is_void():
    game, state = upgrading(levels={"temple": 4})
    assert keys(judge(game, state, "upgrade temple")) == {"B8.5-top"}
    game, state = upgrading(levels={"temple": 4, "palace": 4, "fort": 4, "mill": 4})
    assert state.seat == 1


def test_B8_6_and_EX_4_an_upgrade_counts_only_for_later_buildings():
    game, state = table(4)
    state = give(state, "red", dice="b6 b3", money=3, fame=6, karma=0, levels={"mill": 3})
    for cell, name, rotation in (
        ("r0c3", "green-cow-1", 90),
        ("r0c4", "green-cow-3", 180),
        ("r1c4", "orange-cow-3", 0),
    ):
        state = lay(state, "red", cell, name, rotation)
    state = play(game, show(state, TEMPLE_MILL), "place quarry-1", f"buy {TEMPLE_MILL}", "pay b3 b6", "lay r2c4 0")
    state = finish(game, state)
    assert state.players[0].fame == 6 + 5
    gained = {one.id for n, one in enumerate(game.rules.maps[0].yields) if state.players[0].yields >> n & 1}
    assert gained == {"corner-right", "right-3"}
    while state.seat == 0:
        moves = legal(game, state)
        state = play(game, state, next((one for one in moves if one.startswith("upgrade")), moves[-1]))
    assert state.players[0].fame == 6 + 5
    assert sum(state.players[0].levels) == 2


def test_B8_7_sources_of_upgrades():
    game, _ = table(4)
    rules = game.rules
    assert ("upgrade", 1) in rules.chambers[4]
    assert any(("upgrade", 1) in reward for reward in rules.river)
    assert (5, (("upgrade", 1),)) in rules.fame_marks
    assert any(("upgrade", 1) in one.reward for one in rules.maps[0].yields)
    assert any(("upgrade", 1) in tile.reward for tile in rules.white)


def test_B8_8_upgrades_made_are_counted_over_all_kinds():
    game, state = table(4)
    state = give(state, "red", dice="b1", boat=12, money=0, levels={"temple": 4, "fort": 3})
    after = play(game, state, "place harbour-1", "pay b1", "sail 1")
    assert after.players[0].fame == 3
