"""B6: laying tiles and roads."""

import pytest

from assistant.engine.rajas.province import is_curve, road_masks, turned
from assistant.engine.rajas.status import status
from assistant.testing.tables import give, judge, keys, lay, legal, play, show, table

STRAIGHT, CURVE, FORK, CROSS = "blue-cow-3", "blue-cow-1", "blue-cow-2", "blue-snake-5"


def laying(tile, *laid):
    game, state = table(4)
    for cell, name, rotation in laid:
        state = lay(state, "red", cell, name, rotation)
    state = give(show(state, tile), "red", dice="b6 b6", money=9)
    state = play(game, state, "place quarry-1", f"buy {tile}")
    return game, play(game, state, legal(game, state)[-1])


def test_B6_1_an_empty_buildable_cell_in_any_rotation():
    game, state = laying(CROSS)
    cells = {move.split()[1] for move in legal(game, state)}
    assert cells == {"r0c1", "r0c3", "r1c2"}
    assert [move for move in legal(game, state) if "r1c2" in move] == [f"lay r1c2 {turn}" for turn in (0, 180, 270, 90)]
    assert keys(judge(game, state, "lay r0c2 0")) == {"X.cell"}
    assert keys(judge(game, state, "lay r1c2 45")) == {"X.rotation"}


def test_B6_1_an_occupied_cell_is_refused():
    game, state = laying(CROSS, ("r1c2", "green-snake-5", 0))
    assert keys(judge(game, state, "lay r1c2 0")) == {"B6.1"}


def test_B6_2_a_road_end_must_meet_a_road_from_the_residence():
    game, state = laying(STRAIGHT)
    assert judge(game, state, "lay r1c2 0").ok
    assert keys(judge(game, state, "lay r1c2 90")) == {"B6.2-turn"}
    assert keys(judge(game, state, "lay r2c2 0")) == {"B6.2-far"}


def test_B6_3_three_roads_leave_the_residence():
    game, state = laying(CROSS)
    board = game.rules.map_of(state.players[0])
    network = board.network(state.players[0].laid)
    assert {board.cells[i] for i, mask in enumerate(network.open) if mask} == {"r0c1", "r0c3", "r1c2"}


def test_B6_4_other_road_ends_may_stay_open_or_run_into_a_roadless_side():
    game, state = laying(CROSS, ("r1c2", "green-cow-1", 0))
    # The crossing beside a straight road: its end towards the straight's roadless side is simply closed.
    state = play(game, state, "lay r0c1 0")
    assert status(play(game, state, legal(game, state)[0])) == []


def test_B6_5_one_link_is_enough():
    game, state = laying(CURVE, ("r1c2", "green-snake-5", 0))
    assert judge(game, state, "lay r2c2 0").ok
    assert judge(game, state, "lay r1c1 0").ok


def test_B6_6_a_laid_tile_is_never_moved():
    game, state = table(4)
    assert keys(judge(game, state, "lay r1c2 90")) == {"X.phase"}


def test_B6_7_separate_segments_do_not_join():
    assert road_masks(("ne", "sw"))[0] == (3, 12)
    assert [turned(1, quarter) for quarter in range(4)] == [1, 2, 4, 8]


@pytest.mark.parametrize(
    ("roads", "curve"), [(("ne",), True), (("ns",), False), (("nes",), False), (("ne", "sw"), False)]
)
def test_a_curve_joins_two_neighbouring_sides(roads, curve):
    assert is_curve(roads) is curve


def test_a_tile_without_a_road_home_is_a_defect():
    _, state = table(4)
    state = lay(state, "red", "r2c2", STRAIGHT, 0)
    assert [defect.key for defect in status(state)] == ["B6.2-cut"]
