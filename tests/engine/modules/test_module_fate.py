"""The Test of Fate: sections TF1 to TF4 of the rules."""

import pytest

from assistant.engine.rajas.modules import fate
from assistant.engine.rajas.state import remember
from tests.engine.modules.module_table import Table, game_with, random_game


def scoring(tea_and_silk: bool = True, *modules: str, money: int = 23, **house) -> Table:
    """EX-29: three own tiles with markets (tea 2, silk 3, spices 2) and two players behind."""
    t = Table("fate", *modules, players=3, **house)
    for seat in range(3):
        t.set(seat, money=5, bonus=2, waiting=0)
    t.lay("blue-cow-2", "r0c1", 90)  # tea 2
    t.lay("green-snake-5", "r1c2", 0)  # silk 3 and a palace
    t.lay("orange-cow-1", "r0c3", 270)  # spices 2
    t.set(money=money, yields=(1 << 11) - 1)
    return t


def mogul(fame: int, *modules: str, others: int = 0, **house) -> Table:
    """The active player is about to gain 2 fame at the Great Mogul."""
    t = Table("fate", *modules, players=3, **house)
    for seat in range(3):
        t.set(seat, fame=others, waiting=0, fame_marks=7)
    t.set(fame=fame)
    t.dice("b1")
    return t


def go(t: Table) -> int:
    seat = t.s.seat
    t.play("place chamber-1", "pay b1")
    return seat


def test_tf1_1_a_fate_tile_lies_front_up_on_fame_18_and_money_24_for_everybody():
    t = Table("fate")
    assert fate.fate_space(t.game.rules, "fame") == 18
    assert fate.fate_space(t.game.rules, "money") == 24
    assert all(fate.side_up(player, track) == "front" for player in t.s.players for track in ("fame", "money"))


def test_tf1_2_fame_18_costs_1_per_player_behind_and_1_per_own_tile_with_a_building():
    t = mogul(17, others=3)
    t.lay("blue-tiger-6", "r0c1", 0)  # two forts, one tile
    t.lay("green-snake-1", "r1c2", 0)  # palace and market
    t.lay("orange-cow-1", "r0c3", 270)  # no building
    seat = go(t)
    assert t.player(seat).fame == 19 - 2 - 2
    assert fate.side_up(t.player(seat), "fame") == "turned"


def test_tf1_3_money_24_costs_1_per_player_behind_and_1_per_own_tile_with_a_market():
    t = scoring()
    t.set(0 if t.s.seat else 1, money=28)
    seat = t.s.seat
    t.play("place assorted-1", "score silk3 tea2")
    assert t.player(seat).money == 28 - 1 - 3, "a player with the same money is not behind (A-65)"


def test_tf1_2_the_test_comes_once_only():
    t = mogul(17, others=3)
    remember(t.edit(), "fate_fame", "gone")
    seat = go(t)
    assert t.player(seat).fame == 19


@pytest.mark.parametrize("fame", [15, 18, 25])
def test_tf1_2_only_reaching_or_passing_18_counts(fame):
    t = mogul(fame, others=3)
    seat = go(t)
    assert t.player(seat).fame == fame + 2
    assert fate.side_up(t.player(seat), "fame") == "front"


def test_tf1_4_a65_position_and_counts_after_the_full_move_with_the_tile_just_laid():
    t = Table("fate", players=3)
    for seat in range(3):
        t.set(seat, fame=18, waiting=0, fame_marks=7)
    t.set(fame=16, money=1)
    t.top("blue-tiger-6")
    t.dice("b6 b4")
    seat = t.s.seat
    t.play("place quarry-1", "buy blue-tiger-6", "pay b4 b6")
    t.play(next(move for move in t.moves() if move.startswith("lay r0c1")))
    t.roll_on()
    assert t.player(seat).fame == 20 - 2 - 1


def test_tf2_1_and_ex29_behind_the_fate_space_the_tile_is_turned_over():
    t = scoring()
    seat = t.s.seat
    t.play("place assorted-1", "score silk3 tea2")
    assert t.player(seat).money == 23
    assert fate.side_up(t.player(seat), "money") == "turned"
    assert t.pending == "place", "nothing is built yet"


def test_tf2_2_exactly_on_the_fate_space_the_free_tile_may_be_built_at_once():
    t = scoring(money=24 - 2)
    seat = t.s.seat
    t.play("place assorted-1", "score silk3 spices2 tea2")
    assert t.player(seat).money == 24
    assert t.pending == "free?"
    assert fate.side_up(t.player(seat), "money") == "gone"
    t.play("decline")
    assert t.pending == "place"


def test_tf2_3_still_beyond_it_the_tile_leaves_without_reward():
    t = mogul(17, others=30)
    seat = go(t)
    assert t.player(seat).fame == 19
    assert fate.side_up(t.player(seat), "fame") == "gone"
    assert t.pending == "place"


def test_tf2_4_and_ex30_passing_a_turned_tile_again_gives_the_free_tile():
    t = scoring()
    remember(t.edit(), "fate_money", "turned")
    t.top("blue-cow-4")
    seat = t.s.seat
    t.play("place assorted-1", "score silk3 tea2")
    assert t.player(seat).money == 28, "nothing is lost the second time"
    assert t.judge("free blue-cow-4").ok
    yields = t.player(seat).yields
    t.set(yields=0)
    t.play("free blue-cow-4", "lay r2c2 0")
    t.roll_on()
    assert t.player(seat).money == 28 + 5
    assert t.player(seat).yields == 0 and yields
    assert fate.side_up(t.player(seat), "money") == "gone"


def test_tf3_1_money_gives_a_market_from_cow_or_snake_fame_a_building_from_tiger_or_snake():
    t = scoring()
    remember(t.edit(), "fate_money", "turned")
    t.play("place assorted-1", "score silk3 tea2")
    names = [move.split(" ")[1] for move in t.with_verb("free")]
    assert names and all("-cow-" in name or "-snake-" in name for name in names)
    tiger_top = next(t.game.rules.tiles[top].id for top, _ in t.s.stacks if "tiger" in t.game.rules.tiles[top].id)
    assert t.keys(f"free {tiger_top}") == ["TF3.1"]
    hidden = next(t.game.rules.tiles[below[0]].id for top, below in t.s.stacks if "cow" in t.game.rules.tiles[top].id)
    assert t.keys(f"free {hidden}") == ["B1.4"]
    assert t.keys("free nothing") == ["X.tile"]
    assert t.keys("free") == ["X.tile"]
    t = mogul(17)
    remember(t.edit(), "fate_fame", "turned")
    go(t)
    names = [move.split(" ")[1] for move in t.with_verb("free")]
    assert names and all("-tiger-" in name or "-snake-" in name for name in names)


def test_ix10_shalimar_and_tiger_expansion_tiles_are_never_the_reward():
    t = mogul(17, "shalimar", "tiger")
    remember(t.edit(), "fate_fame", "turned")
    for name in ("blue-shalimar-1", "blue-tiger-akbar"):
        t.top(name)
    go(t)
    assert t.keys("free blue-shalimar-1") == ["TF3.1"]
    assert t.keys("free blue-tiger-akbar") == ["TF3.1"]


def test_ix10_and_tg4_3_the_black_market_counts_in_the_loss():
    t = scoring(True, "tiger")
    t.lay("purple-tiger-market", "r2c2", 0)
    t.set(yields=(1 << 11) - 1)
    seat = t.s.seat
    t.play("place assorted-1", "score silk3 tea2")
    assert t.player(seat).money == 28 - 2 - 4


def test_tf3_2_the_free_tile_is_scored_in_full_without_price_and_without_edge_yields():
    t = mogul(17)
    remember(t.edit(), "fate_fame", "turned")
    t.lay("green-tiger-3", "r0c1", 90)
    t.set(yields=0, money=0)
    t.top("blue-snake-5")
    seat = go(t)
    dice = t.dice_of(seat)
    t.play("free blue-snake-5", "lay r0c0 0")
    t.roll_on()
    player = t.player(seat)
    assert (player.fame, player.money) == (19 + 2, 3)
    assert t.dice_of(seat) == dice
    assert player.karma == 1 and player.yields == 0
    assert player.missed == 1 << [one.id for one in t.game.rules.maps[0].yields].index("left-1"), "A-38: lost for good"


def test_tf3_2_it_obeys_the_rules_of_laying():
    t = mogul(17)
    remember(t.edit(), "fate_fame", "turned")
    t.top("blue-snake-5")
    go(t)
    t.play("free blue-snake-5")
    assert t.keys("lay r3c3 0") == ["B6.2-far"]


def test_tf4_1_and_ex31_money_is_taken_in_full():
    t = Table("fate")
    t.set(money=23, bonus=2, waiting=0, boat=23)
    t.dice("b1")
    seat = t.s.seat
    t.play("place harbour-1", "pay b1", "sail 1")
    assert t.s.ledger is not None
    gains = []
    entry = t.s.ledger
    while entry:
        gains.append(entry[0][2:4])
        entry = entry[1]
    assert ("money", 7) in gains, "river space 24 gives 7 money, all of it"
    assert t.player(seat).money == 30 - 1, "one player is behind"


def test_tf4_2_the_market_place_leaves_the_choice_of_markets():
    t = scoring()
    t.play("place assorted-1")
    assert t.judge("score tea2").ok and t.judge("score").ok
    t = scoring()
    t.dice("b4")
    t.play("place stall-tea", "pay b4")
    assert t.judge("score").ok


@pytest.mark.parametrize("free", [True, False])
def test_tf4_2_a70_on_the_river_the_table_decides(free):
    t = scoring(choose_markets_on_river=free)
    t.set(boat=8)
    t.dice("b1")
    t.play("place harbour-1", "pay b1", "sail 1")
    assert t.pending == "score"
    assert t.keys("score tea2") == ([] if free else ["TF4.2"])
    if not free:
        assert t.judge("score").reasons[0].fact("markets") == "-"
        assert t.judge("score silk3 tea2").reasons[0].fact("markets") == "silk3 tea2"
    assert t.keys("score silk3 spices2 tea2") == []
    assert t.keys("score silk3 silk3") == ["B9.4", "B9.1-same"]
    assert (len(t.moves()) == 1) is not free
    t = scoring(choose_markets_on_river=free)
    t.play("place assorted-1")
    assert t.judge("score tea2").ok


@pytest.mark.parametrize("first", [True, False])
def test_a66_bonuses_passed_are_kept_and_come_after_the_loss(first):
    t = Table("fate", players=2, fate_first=first)
    t.set(0, money=0, waiting=0)
    t.set(1, money=0, waiting=0)
    t.set(money=23, bonus=0, boat=3, karma=0)
    t.lay("blue-cow-1", "r0c1", 0)
    t.set(yields=(1 << 11) - 1)
    seat = t.s.seat
    t.play("place forecourt-1")
    # money 25 passes 12 (boat, still due) and 24 (fate): 1 behind + 1 market tile
    assert t.player(seat).money == (23 if first else 25)
    assert t.pending == "sail"
    t.play("decline")
    assert t.player(seat).money == 23
    assert fate.side_up(t.player(seat), "money") == "turned"


def test_a66_the_loss_stops_at_zero():
    t = Table("fate", players=2)
    s = t.s.copy()
    s.edit(s.seat).money = 1
    s.edit(1 - s.seat).money = 0
    for cell, name in (("r0c1", "blue-cow-1"), ("r1c2", "blue-cow-2")):
        t.s = s
        t.lay(name, cell, 0)
        s = t.s
    s = t.s.copy()
    assert fate.give_back(s, s.seat, "money") == ()
    assert s.players[s.seat].money == 0


@pytest.mark.parametrize(("keep", "side"), [(False, "gone"), (True, "turned")])
def test_a67_declined_or_impossible_the_fate_tile_leaves_unless_the_table_keeps_it(keep, side):
    t = mogul(17, fate_keep_if_impossible=keep)
    remember(t.edit(), "fate_fame", "turned")
    seat = go(t)
    t.play("decline")
    assert fate.side_up(t.player(seat), "fame") == side
    t = mogul(17, fate_keep_if_impossible=keep)
    remember(t.edit(), "fate_fame", "turned")
    stacks = tuple((-1, ()) for _ in t.s.stacks)
    t.s = t.s.copy()
    t.s.stacks = stacks
    seat = go(t)
    assert t.pending == "place"
    assert fate.side_up(t.player(seat), "fame") == side


def test_a67_the_score_of_the_free_tile_can_trigger_other_bonuses():
    t = scoring()
    remember(t.edit(), "fate_money", "turned")
    t.set(money=29 - 5 - 1, bonus=1, fame=23)
    t.set(fame_marks=1)
    t.top("purple-snake-5")
    t.play("place assorted-1", "score silk3 tea2")
    seat = t.s.seat
    t.play("free purple-snake-5")
    t.play(t.moves()[0])
    t.roll_on()
    assert t.player(seat).fame > 23
    assert t.player(seat).fame_marks & 2, "fame 24 passed by the free tile"


@pytest.mark.parametrize(("keep", "side"), [(False, "gone"), (True, "turned")])
def test_a67_landing_exactly_on_it_with_nothing_to_build(keep, side):
    t = mogul(17, fate_keep_if_impossible=keep)
    t.lay("blue-tiger-6", "r0c1", 0)
    for seat in range(3):
        if seat != t.s.seat:
            t.set(seat, fame=30)
    t.s.stacks = tuple((-1, ()) for _ in t.s.stacks)
    seat = go(t)
    assert t.player(seat).fame == 18
    assert fate.side_up(t.player(seat), "fame") == side


def test_a16_a_free_tile_and_a_bonus_of_the_other_track_are_the_players_to_order():
    t = Table("fate")
    remember(t.edit(), "fate_fame", "turned")
    t.set(fame=17, fame_marks=7, money=31, bonus=1, waiting=0)
    t.top("blue-snake-5")
    t.dice("b6 b3")
    t.play("place quarry-1", "buy blue-snake-5", "pay b3 b6", "lay r0c1 0")
    t.roll_on()
    assert t.moves() == ["first fame-bonus", "first money-bonus"]


def test_inv2_fame_falls_only_through_fate():
    t = mogul(17, others=3)
    t.lay("blue-tiger-6", "r0c1", 0)
    seat = go(t)
    assert t.s.ledger[0][2:] == ("fame", -3, "fate-fame")
    assert t.s.ledger[0][1] == seat


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_with_fate_stay_sound(players):
    end, _ = random_game(game_with("fate", players=players), players)
    assert end.over
