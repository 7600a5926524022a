"""Mango Village: sections MV1 to MV5 of the rules. (MV2.6 and MV4.1 with Navaratna: test_module_navaratna.)"""

import random
from collections import Counter

import pytest

from assistant.engine.rajas.building import leave_stack
from assistant.engine.rajas.dice import CODES
from assistant.engine.rajas.modules import mango
from assistant.engine.rajas.prices import OFFSET, WILD, Purse
from tests.engine.modules.module_table import Table, edition, game_with, random_game

KINDS = {
    "MV2.1": "village-1",
    "MV2.2": "village-2",
    "MV2.3": "village-3",
    "MV2.4": "village-4",
    "MV2.5": "village-6",
    "MV2.6": "village-9",
    "MV2.7": "village-10",
}


def purse(text: str, karma: int = 0, policy: int = 0) -> Purse:
    return Purse(tuple(sorted(CODES[word] for word in text.split())), karma, policy)


def payments(text: str, karma: int = 0, policy: int = 0) -> list[str]:
    moves = mango.DoublePrice().payments(purse(text, karma, policy), ("double", "MV1.2"))
    return [" ".join(move.args) for move in moves]


def build(village: str, dice: str = "b3 o3", players: int = 2, **house) -> Table:
    """The active player builds this village left of the residence and has just gained it."""
    t = Table("mango", players=players, **house)
    t.top(village)
    t.dice(dice)
    t.set(money=1, karma=0)
    t.play("place quarry-1", f"buy {village}", "pay b3 o3")
    t.play(next(move for move in t.moves() if move.startswith("lay r0c1")))
    while t.pending == "reveal":
        t.step()
    return t


def own(t: Table, *villages: str) -> None:
    """Villages already in the province of the active player, without any gain."""
    cells = ["r0c1", "r1c2", "r0c3", "r2c2"]
    for village, cell in zip(villages, cells, strict=False):
        for rotation in (0, 90, 180, 270):
            before = t.s
            t.lay(village, cell, rotation)
            if not t.sound():
                break
            t.s = before
    t.set(yields=0)


def test_mv1_1_ten_villages_in_two_open_stacks_of_five():
    t = Table("mango")
    rules = t.game.rules
    stacks = [t.s.stacks[rules.stack_index[name]] for name in mango.STACKS]
    tops = [rules.tiles[top].id for top, _ in stacks]
    assert len(set(tops)) == 2 and all(top.startswith("village-") for top in tops)
    assert sorted(map(len, (hidden for _, hidden in stacks))) == [0, 8]
    assert t.sound() == []


def test_mv1_1_each_stack_is_empty_after_five_tiles():
    t = Table("mango")
    rules = t.game.rules
    number = rules.stack_index["mango-2"]
    gone = []
    for count in range(5, 0, -1):
        top = t.s.stacks[number][0]
        assert top >= 0, f"{count} tiles should be left"
        gone.append(top)
        t.top("blue-cow-1")
        t.s = t.s.copy()
        tasks = leave_stack(t.s, top)
        assert bool(tasks) is (count > 1)
        t.s.push(*tasks)
        t.s.players[0].under = ((*t.s.players[0].under[0], top * 4), *t.s.players[0].under[1:])
        t.roll_on()
    assert t.s.stacks[number][0] == -1
    assert len(set(gone)) == 5
    assert t.s.stacks[rules.stack_index["mango-1"]][0] >= 0


def test_mv1_1_what_lies_below_comes_from_the_common_pile_with_equal_likelihood():
    t = Table("mango", open_by="reveal")
    while t.s.agenda[0][1] != t.game.rules.stack_index["mango-1"]:
        t.step()
    rng = random.Random(1)
    drawn = Counter(t.game.draw(t.s, rng.randrange).args[1] for _ in range(3000))
    assert len(drawn) == 10 and min(drawn.values()) > 220
    t.play("reveal mango-1 village-7")
    assert "reveal mango-2 village-7" not in t.moves()


def test_mv1_1_an_unknown_top_may_be_any_village_of_the_pile():
    t = Table("mango", open_by="reveal")
    while t.pending == "reveal":
        stack = t.game.rules.stacks[t.s.agenda[0][1]]
        if stack.startswith("mango"):
            t.play(f"reveal {stack} unknown")
        else:
            t.step()
    while t.pending != "place":
        t.step()
    t.dice("b3 o3")
    t.play("place quarry-1")
    assert len([move for move in t.moves() if "village" in move]) == 20
    t.play("buy village-5", "pay b3 o3")
    t.play(t.moves()[0])
    assert t.pending == "reveal" and t.moves()[0].startswith("reveal mango-1")


def test_mv1_2_and_ex25_two_dice_of_equal_value_whatever_their_colours():
    t = Table("mango")
    t.top("village-3")
    t.dice("b3 o3 g4")
    t.set(money=1, karma=0)
    t.play("place quarry-1", "buy village-3")
    assert t.moves() == ["pay b3 o3"]
    assert t.keys("pay b3 g4") == ["MV1.2-values"]
    assert t.keys("pay b3") == ["MV1.2-count"]
    assert t.keys("pay b3 o3 g4") == ["MV1.2-count"]
    seat = t.s.seat
    t.play("pay b3 o3")
    assert t.player(seat).money == 0, "the quarry fee is due as usual"
    assert t.dice_of(seat) == "g4"


def test_mv1_2_without_a_double_the_village_cannot_be_bought():
    t = Table("mango")
    t.top("village-3")
    t.dice("b3 o4 b6 b6")
    t.set(money=1, karma=0)
    t.play("place quarry-1")
    assert t.judge("buy village-3").ok
    t = Table("mango")
    t.top("village-3")
    t.top("blue-cow-1")
    t.dice("b3 o4")
    t.set(money=1, karma=0)
    t.play("place quarry-1")
    assert t.keys("buy village-3") == ["B3.3-price"]


@pytest.mark.parametrize(
    ("dice", "karma", "policy", "expected"),
    [
        ("", 3, WILD, []),  # nothing to pay with
        ("b3", 3, WILD, []),  # one die is no double
        ("b3 o3", 0, 0, ["b3 o3"]),
        ("b3 o3", 2, 0, ["b3 o3"]),  # turning both would only waste karma
        ("b2 o5", 0, 0, []),
        ("b2 o5", 1, 0, ["b2 o5>2", "b2>5 o5"]),  # a double made with karma
        ("b1 o2", 1, OFFSET, []),  # two karma are needed, see the next row
        ("b1 o2", 2, OFFSET, ["b1>5 o2>5", "b1>6 o2>6"]),
        ("b1 o2", 0, WILD, ["b1 o2!1", "b1!2 o2"]),  # or with the trader
        ("b1 o2 p3", 0, WILD, ["b1 o2!1", "b1 p3!1", "b1!2 o2", "b1!3 p3", "o2 p3!2", "o2!3 p3"]),
    ],
)
def test_mv1_2_a54_all_doubles_and_no_wasted_change(dice, karma, policy, expected):
    assert payments(dice, karma, policy) == expected
    assert mango.DoublePrice().affordable(purse(dice, karma, policy), ("double", "MV1.2")) is bool(expected)


def test_mv1_2_wasted_karma_is_a_warning_not_a_refusal():
    t = Table("mango")
    t.top("village-3")
    t.dice("b3 o3")
    t.set(money=1, karma=2)
    t.play("place quarry-1", "buy village-3")
    verdict = t.judge("pay b3>4 o3>4")
    assert verdict.ok
    assert [one.key for one in verdict.warnings] == ["B15.2-pointless"]


def test_mv1_3_the_yield_comes_with_laying_and_edge_yields_follow():
    t = Table("mango")
    t.lay("blue-tiger-1", "r0c1", 90)
    t.top("village-5")
    t.dice("b3 o3")
    t.set(money=1, karma=0)
    t.play("place quarry-1", "buy village-5", "pay b3 o3", "lay r0c0 90")
    t.roll_on()
    assert t.me.money == 2
    t.play("take blue", "roll b6")
    assert t.pending == "karma?", "the edge yield left-1 gives karma after the tile itself"
    assert t.moves()[-1] == "karma 2"


def test_mv2_1_one_money_and_a_die_of_any_colour():
    t = build("village-1")
    assert t.me.money == 1
    assert t.judge("take purple").ok and t.judge("take blue").ok


def test_mv2_2_one_money_and_an_upgrade():
    t = build("village-2")
    assert t.me.money == 1
    t.play("upgrade fort")


def test_mv2_3_three_money_and_one_karma():
    t = build("village-3")
    assert t.me.money == 3
    assert t.moves() == ["karma 0", "karma 1"]


def test_mv2_4_the_boat_moves_to_the_next_free_space_with_its_reward():
    t = build("village-4")
    assert t.moves() == ["decline", "sail 1"]
    seat = t.s.seat
    t.play("sail 1")
    assert (t.player(seat).boat, t.player(seat).money) == (1, 2)


def test_mv2_5_two_money_and_a_die_of_the_shown_colour():
    t = build("village-6")
    assert t.me.money == 2
    assert t.judge("take green").ok
    assert t.keys("take blue") == ["B4.1-colour"]


def test_mv2_6_one_fame_and_a_white_tile_from_the_pile():
    t = build("village-9")
    seat = t.s.seat
    t.play("first fame")
    assert t.me.fame == 1
    assert t.pending == "draw"
    t.play("draw white-3")
    assert t.s.aside == (2,)
    assert t.player(seat).money == 3


def test_mv2_6_the_order_is_the_players_because_the_tile_can_matter():
    t = build("village-9")
    assert t.moves() == ["first fame", "first village_white"]


def test_mv2_7_up_to_two_own_markets_of_any_kind():
    t = Table("mango")
    t.lay("blue-cow-5", "r1c2", 0)
    t.lay("green-cow-4", "r0c3", 0)
    t.top("village-10")
    t.dice("b3 o3")
    t.set(money=1, karma=0, yields=(1 << 11) - 1)
    t.play("place quarry-1", "buy village-10", "pay b3 o3")
    t.play(next(move for move in t.moves() if move.startswith("lay r0c1")))
    t.roll_on()
    assert t.judge("score silk3 spices3").ok
    assert t.judge("score spices3 spices3").ok, "two of one kind are fine too"
    assert t.judge("score").ok
    assert t.keys("score silk2 silk3 spices3") == ["B9.2-many"]
    seat = t.s.seat
    t.play("score silk3 spices3")
    assert t.player(seat).money == 6


def test_the_box_prints_every_kind_of_village():
    kinds = {tile.reward for tile in mango.tiles(edition())}
    assert len(mango.tiles(edition())) == 10
    assert all(edition_tile(name).reward in kinds for name in KINDS.values())
    assert edition_tile("village-6").reward == (("money", 2), ("dice_of", ("green",)))


def edition_tile(name: str):
    return next(tile for tile in edition().tiles if tile.id == name)


@pytest.mark.parametrize(("players", "spaces"), [(2, 1), (3, 2), (4, 2)])
def test_mv3_1_one_village_space_with_two_players_two_with_more_and_free(players, spaces):
    game = game_with("mango", players=players)
    found = [space for space in game.rules.spaces if space.area == "village"]
    assert [space.id for space in found] == [f"village-{n}" for n in range(1, spaces + 1)]
    assert all(space.fee == 0 for space in found)


def test_a55_a_table_may_take_money_for_the_village():
    t = Table("mango", village_cost=2)
    t.set(money=1)
    assert t.keys("place village-1") == ["B3.2"]
    assert "place village-1" not in t.moves()
    t.set(money=2)
    assert "place village-1" in t.moves()


def test_mv3_2_and_ex24_two_villages_are_scored_again_in_any_order():
    for first, second in (("village-4", "village-6"), ("village-6", "village-4")):
        t = Table("mango")
        own(t, "village-4", "village-6")
        t.dice("b1")
        t.set(money=0)
        seat = t.s.seat
        t.play("place village-1", f"village {first}")
        answers = {"village-4": ["sail 1"], "village-6": ["take green", "roll g2"]}
        t.play(*answers[first])
        assert t.keys(f"village {first}") == ["MV3.2"], "each village once"
        t.play(f"village {second}", *answers[second])
        player = t.player(seat)
        assert (player.boat, player.money, t.dice_of(seat)) == (1, 2 + 2, "b1 g2")


def test_mv3_2_at_most_two_of_three_villages_and_fewer_if_one_likes():
    t = Table("mango")
    own(t, "village-6", "village-5", "village-7")
    t.dice("b1")
    t.play("place village-1")
    assert t.moves() == ["decline", "village village-5", "village village-6", "village village-7"]
    t.play("village village-7", "take orange", "roll o1", "village village-5", "take")
    assert t.pending == "place", "two villages are all"
    t = Table("mango")
    own(t, "village-6", "village-5")
    t.play("place village-1", "decline")
    assert t.pending == "place"


def test_mv3_2_a55_without_villages_the_space_is_a_null_action_with_a_warning():
    t = Table("mango")
    verdict = t.judge("place village-1")
    assert verdict.ok and [one.key for one in verdict.warnings] == ["MV3.2-none"]
    t.play("place village-1")
    assert t.pending == "place"
    t = Table("mango", allow_null_action=False)
    assert t.keys("place village-1") == ["MV3.2-none"]
    own(t, "village-6")
    assert t.keys("place village-1") == []


def test_mv3_3_with_three_or_four_players_one_worker_per_round():
    t = Table("mango", players=3)
    seat = t.s.seat
    t.play("place village-1")
    t.turn_of(seat)
    assert t.me.extra["village"] == 1
    assert t.keys("place village-2") == ["MV3.3"]
    assert "place village-2" not in t.moves()
    t.turn_of((seat + 1) % 3)
    assert t.keys("place village-2") == []


def test_mv3_3_the_limit_ends_with_the_round():
    t = Table("mango", players=3)
    seat = t.s.seat
    t.play("place village-1")
    while t.s.round == 1:
        t.step()
    while t.s.seat != seat:
        t.step()
    assert t.keys("place village-1") in ([], ["B2.4"])
    assert t.player(seat).extra["village"] == 0


def test_mv5_1_villages_are_never_overbuilt():
    t = Table("mango")
    own(t, "village-6")
    t.top("blue-tiger-6")
    t.dice("o5 b6")
    assert "place chamber-5" not in t.moves(), "nothing can be covered, so the Master Builder is closed"
    assert t.keys("place chamber-5") == ["B12.9"]


def master_builder(*laid: tuple[str, str, int]) -> Table:
    t = Table("mango")
    for name, cell, rotation in laid:
        t.lay(name, cell, rotation)
    return t


def test_mv5_1_the_reason_names_the_rule():
    t = master_builder(("orange-tiger-1", "r0c1", 90))
    t.lay("village-6", "r1c2", 0)
    t.top("purple-snake-2")
    t.dice("o5 p6")
    t.play("place chamber-5", "pay o5")
    assert t.keys("cover purple-snake-2 r1c2") == ["MV5.1"]


def test_mv5_2_a_village_covers_any_other_tile_for_a_five_of_any_colour():
    t = master_builder(("orange-tiger-6", "r0c1", 0))
    t.top("village-4")
    t.dice("o5 g5 p4")
    t.set(karma=0)
    t.play("place chamber-5", "pay o5", "cover village-4 r0c1")
    assert t.moves() == ["pay g5"]
    assert t.keys("pay p4") == ["MV5.2-value"]
    assert t.keys("pay g5 p4") == ["MV5.2-one", "MV5.2-value"]
    t.play("pay g5")
    t.play(t.moves()[0])
    t.roll_on()
    assert t.moves() == ["decline", "sail 1"], "IX4: the village's yield comes with covering, too"


def test_mv5_2_the_second_five_must_be_left_after_the_chamber_die():
    t = master_builder(("orange-tiger-6", "r0c1", 0))
    for stack in t.game.rules.stacks:
        if not stack.startswith("mango"):
            number = t.game.rules.stack_index[stack]
            stacks = list(t.s.stacks)
            stacks[number] = (-1, (*stacks[number][1], stacks[number][0]) if stacks[number][0] >= 0 else ())
            t.s = t.s.copy()
            t.s.stacks = tuple(stacks)
    t.dice("o5 p4")
    t.set(karma=0)
    assert t.keys("place chamber-5") == ["B12.9"]
    t.dice("o5 p5")
    assert t.keys("place chamber-5") == []


def test_reasons_are_declared():
    assert {"MV1.2-values", "MV3.3", "MV5.1", "MV5.2-value"} <= set(mango.REASONS)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_with_villages_stay_sound(players):
    end, _ = random_game(game_with("mango", players=players), players)
    assert end.over
