"""The Ganga module and Ganga module 2: sections G1 to G3 of the rules."""

import random
from collections import Counter

import pytest

from assistant.engine.core.moves import CHANCE, parse_move
from assistant.engine.rajas.modules import ganga, ganga2
from tests.engine.modules.module_table import Table, edition, game_with, random_game

FIRST = ("ganga",)
SECOND = ("ganga2",)
BOTH = ("ganga", "ganga2")


def opening(*modules: str) -> Table:
    return Table(*modules, open_by="river_choice" if modules == SECOND else "river_tile")


def on_river(t: Table, space: int, tile: str) -> None:
    t.s = t.s.copy()
    others = tuple(row for row in t.s.extra.get("river", ()) if row[0] != space and row[1] != tile)
    t.s.remember("river", (*others, (space, tile)))


def sail_to(t: Table, space: int) -> None:
    """The boat one space before, a harbour die of 1 and a clear river."""
    t.set(boat=space - 1)
    t.dice("b1 g4")
    t.play("place harbour-1", "pay b1", "sail 1")


def test_g1_1_the_die_counts_from_the_first_space_and_any_of_the_eight_tiles_may_be_drawn():
    t = opening("ganga")
    assert len(t.s.agenda[0][2]) == 8
    spaces = {move.split(" ")[1] for move in t.moves()}
    assert spaces == {"1", "2", "3", "4", "5", "6"}
    assert len(t.moves()) == 48
    assert t.keys("river 7 ganga-1") == ["G1.1"]
    assert t.judge("river 7 ganga-1").reasons[0].facts == (("space", "7"), ("least", 1), ("most", 6))
    assert t.keys("river 2 ganga-9") == ["G1.1-drawn"]
    assert t.keys("river 2") == ["G1.1-drawn"]


def test_g1_2_the_next_die_counts_on_from_the_space_just_covered():
    t = opening("ganga").play("river 2 ganga-4")
    assert {move.split(" ")[1] for move in t.moves()} == {"3", "4", "5", "6", "7", "8"}
    assert len(t.moves()) == 42
    t.play("river 8 ganga-1")
    assert t.s.extra["river"] == ((2, "ganga-4"), (8, "ganga-1"))


def test_g1_3_the_last_space_is_never_covered_and_unused_tiles_leave_the_game():
    t = opening("ganga").play("river 6 ganga-1", "river 12 ganga-2", "river 18 ganga-3", "river 24 ganga-4")
    assert t.keys("river 30 ganga-5") == ["G1.3"]
    assert t.keys("river end") == []
    assert {move.split(" ")[1] for move in t.moves()} == {"25", "26", "27", "28", "29", "end"}
    t.play("river end")
    assert t.pending == "place"
    assert len(t.s.extra["river"]) == 4


def test_g1_3_the_end_cannot_be_claimed_before_the_die_can_reach_it():
    assert opening("ganga").keys("river end") == ["G1.3"]


def test_a50_after_a_tile_on_the_last_but_one_space_nothing_more_is_rolled():
    t = opening("ganga").play("river 6 ganga-1", "river 12 ganga-2", "river 18 ganga-3", "river 24 ganga-4")
    t.play("river 29 ganga-5")
    assert t.pending == "place"


def test_g1_3_all_eight_tiles_may_find_a_place():
    t = opening("ganga")
    for number in range(1, 9):
        t.play(f"river {number} ganga-{number}")
    assert t.pending == "place"
    assert [space for space, _ in t.s.extra["river"]] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_g1_1_outcomes_come_with_their_true_likelihood():
    t = opening("ganga").play("river 6 ganga-1", "river 12 ganga-2", "river 18 ganga-3", "river 24 ganga-4")
    t.play("river 26 ganga-5")
    weights = {str(move): t.game.weight(t.s, move) for move in t.game.legal_moves(t.s)}
    assert sum(weights.values()) == 6 * 3
    assert weights["river end"] == 3 * 3
    rng = random.Random(3)
    drawn = Counter(str(t.game.draw(t.s, rng.randrange)) for _ in range(4000))
    assert abs(drawn["river end"] / 4000 - 0.5) < 0.04
    assert set(drawn) == set(weights)


def test_g1_4_and_ex23_a_tile_on_space_2_replaces_the_2_karma():
    t = opening("ganga").play("river 2 ganga-2")
    while t.pending != "place":
        t.step()
    on_river(t, 2, "ganga-2")
    t.set(karma=1)
    sail_to(t, 2)
    assert t.pending == "take"
    assert t.me.karma == 1
    assert "take blue green orange" in t.moves()


def test_g1_4_a_space_without_a_tile_keeps_its_printed_reward():
    t = Table("ganga")
    t.s = t.s.copy()
    t.s.remember("river", ((5, "ganga-1"),))
    t.set(karma=0)
    sail_to(t, 2)
    assert t.pending == "karma?"


@pytest.mark.parametrize("karma", [0, 1, 2, 3])
def test_g3_1_one_die_of_any_colour_per_karma_owned_now(karma):
    t = Table("ganga")
    on_river(t, 4, "ganga-1")
    t.set(karma=karma)
    sail_to(t, 4)
    if karma == 0:
        assert t.pending == "place"
        return
    most = max(t.moves(), key=lambda move: len(move.split(" ")))
    assert len(most.split(" ")) == karma + 1
    assert t.judge("take " + " ".join(["purple"] * karma)).ok


def test_g3_2_three_dice_one_of_each_shown_colour():
    t = Table("ganga")
    on_river(t, 4, "ganga-3")
    sail_to(t, 4)
    assert t.judge("take blue orange purple").ok
    assert t.keys("take blue blue purple") == ["B4.1-colour"]
    assert t.keys("take green") == ["B4.1-colour"]


def test_g3_3_the_shown_chamber_is_free_and_needs_no_die():
    t = Table("ganga")
    on_river(t, 4, "ganga-5")
    t.set(boat=3, money=0)
    t.dice("b1")
    t.play("place harbour-1", "pay b1", "sail 1")
    assert t.moves() == ["chamber 4"]
    assert t.keys("chamber 3") == ["B14.4-choice"]
    t.play("chamber 4")
    assert t.me.money == 3
    assert t.pending == "upgrade?"
    assert not t.me.dice


def test_a51_a_table_may_want_the_chamber_die_for_a_river_tile():
    t = Table("ganga", river_tile_chamber_free=False)
    on_river(t, 4, "ganga-5")
    t.set(boat=3)
    t.dice("b1 o4")
    t.play("place harbour-1", "pay b1", "sail 1")
    assert t.moves() == ["chamber 4", "decline"]
    assert t.keys("chamber 2") == ["B14.4-impossible"]
    assert t.judge("chamber 2").reasons[0].fact("chamber") == "2"
    assert t.judge("chamber").reasons[0].fact("chamber") == "-"
    t.play("chamber 4")
    assert t.moves() == ["pay o4"]


def test_a51_other_river_tiles_are_not_touched_by_that_ruling():
    t = Table("ganga", river_tile_chamber_free=False)
    on_river(t, 4, "ganga-8")
    sail_to(t, 4)
    assert t.with_verb("sail") == ["sail 1", "sail 2", "sail 3"]


def test_a51_without_the_die_the_paid_chamber_is_void():
    t = Table("ganga", river_tile_chamber_free=False)
    on_river(t, 4, "ganga-5")
    t.set(boat=3, karma=0)
    seat = t.s.seat
    t.dice("b1 o2")
    t.play("place harbour-1", "pay b1", "sail 1")
    assert t.pending == "place" and t.s.seat != seat


def test_a51_no_river_tile_of_the_box_shows_the_great_mogul():
    chambers = [n for tile in edition().river_tiles for part in tile.reward if part[0] == "chamber" for n in part[1]]
    assert chambers and 1 not in chambers


def test_g3_3_the_free_master_builder_still_costs_the_difference():
    t = Table("ganga")
    on_river(t, 4, "ganga-6")
    t.lay("orange-tiger-1", "r0c1", 90)
    t.top("purple-snake-2")
    t.set(boat=3)
    t.dice("b1 p3")
    t.play("place harbour-1", "pay b1", "sail 1", "chamber 5")
    assert "cover purple-snake-2 r0c1" in t.moves()
    t.play("cover purple-snake-2 r0c1")
    assert t.moves() == ["pay p3"]


def test_g3_4_up_to_three_markets_of_one_good_without_a_die():
    t = Table("ganga")
    on_river(t, 4, "ganga-7")
    for name, cell, turn in (("blue-cow-2", "r0c1", 90), ("green-cow-1", "r1c2", 0), ("orange-cow-3", "r2c2", 0)):
        t.lay(name, cell, turn)
    t.set(money=0)
    seat = t.s.seat
    sail_to(t, 4)
    assert t.judge("score tea2 tea2 tea2").ok
    assert t.keys("score spices2 tea2") == ["B9.2-good"]
    t.play("score tea2 tea2 tea2")
    assert t.player(seat).money == 6


def test_g3_5_up_to_three_free_spaces_on_with_the_reward_of_the_stop():
    t = Table("ganga")
    on_river(t, 4, "ganga-8")
    other = 1 - t.s.seat
    t.set(other, boat=5)
    t.s = t.s.copy()
    t.s.remember("river", ((4, "ganga-8"),))
    seat = t.s.seat
    sail_to(t, 4)
    assert t.moves() == ["decline", "sail 1", "sail 2", "sail 3"]
    t.set(money=0)
    t.play("sail 3")
    assert t.player(seat).boat == 8
    assert t.player(seat).fame == 2


def test_a52_zero_spaces_are_allowed_and_give_nothing_unless_the_table_says_otherwise():
    for allowed in (True, False):
        t = Table("ganga", g35_zero=allowed)
        on_river(t, 4, "ganga-8")
        sail_to(t, 4)
        assert ("decline" in t.moves()) is allowed
        assert t.keys("decline") == ([] if allowed else ["B13.3-must"])


def test_g2_1_with_the_first_module_ten_tiles_are_shuffled():
    t = opening("ganga", "ganga2")
    assert len(t.s.agenda[0][2]) == 10
    assert t.judge("river 3 ganga2-dolphin").ok


def test_g2_1_without_the_first_module_the_table_covers_two_spaces_of_its_choice():
    t = opening("ganga2")
    assert t.game.actor(t.s) == CHANCE
    assert len(t.moves()) == 29 * 2
    assert {t.game.weight(t.s, move) for move in t.game.legal_moves(t.s)} == {1}
    assert t.keys("river 30 ganga2-dolphin") == ["G2.1-space"]
    assert t.keys("river 0 ganga2-dolphin") == ["G2.1-space"]
    assert t.keys("river 9 ganga-1") == ["G2.1-tile"]
    assert t.keys("river 9 ganga2-dolphin 9") == ["G2.1-space"]
    assert t.keys("river") == ["G2.1-space", "G2.1-tile"]
    t.play("river 9 ganga2-dolphin")
    assert t.keys("river 9 ganga2-upgrades") == ["G2.1-space"]
    t.play("river 4 ganga2-upgrades")
    assert t.pending == "place"
    assert t.game.weight(t.s, parse_move("place quarry-1")) == 1


def test_g3_6_two_upgrades_on_one_or_two_kinds():
    for second, levels in (("temple", (2, 0, 0, 0)), ("mill", (1, 0, 0, 1))):
        t = Table("ganga2")
        on_river(t, 4, "ganga2-upgrades")
        seat = t.s.seat
        sail_to(t, 4)
        t.play("upgrade temple", f"upgrade {second}")
        assert t.player(seat).levels == levels


def dolphin(**house) -> Table:
    t = Table("ganga2", players=3, **house)
    t.s = t.s.copy()
    t.s.remember("river", ((10, "ganga2-dolphin"), (20, "ganga2-upgrades")))
    ahead, behind = [seat for seat in range(3) if seat != t.s.seat]
    t.set(ahead, boat=12)
    t.set(behind, boat=3)
    sail_to(t, 10)
    return t


def test_g3_7_the_dolphin_gives_the_reward_of_any_free_space_ahead_or_behind():
    t = dolphin()
    allowed = {int(move.split(" ")[1]) for move in t.with_verb("dolphin")}
    assert allowed == set(range(1, 30)) - {3, 10, 12}
    seat = t.s.seat
    money = t.player(seat).money
    t.play("dolphin 4")
    assert t.player(seat).money == money + 3
    assert t.player(seat).boat == 10


def test_g3_7_a53_neither_the_last_space_nor_the_start_nor_an_occupied_one():
    t = dolphin()
    assert t.keys("dolphin 30") == ["G3.7"]
    assert t.keys("dolphin 0") == ["G3.7"]
    assert t.keys("dolphin") == ["G3.7"]
    assert t.keys("dolphin 12") == ["G3.7-boat"]
    assert t.keys("dolphin 10") == ["G3.7-boat"]


def test_g3_7_river_tiles_count_for_the_dolphin_too():
    t = dolphin()
    t.play("dolphin 20", "upgrade mill", "upgrade mill")


def test_a53_a_boat_move_won_by_the_dolphin_starts_from_the_dolphin():
    t = Table("ganga", "ganga2")
    t.s = t.s.copy()
    t.s.remember("river", ((10, "ganga2-dolphin"), (25, "ganga-8")))
    seat = t.s.seat
    sail_to(t, 10)
    t.play("dolphin 25", "sail 2")
    assert t.player(seat).boat == 12


def test_g3_7_the_dolphin_may_be_left_alone_where_gains_may_be_declined():
    assert "decline" in dolphin().moves()
    t = dolphin(decline_gains=False)
    assert "decline" not in t.moves()
    assert t.keys("decline") == ["X.decline"]


def test_the_river_is_part_of_what_the_page_can_show():
    t = Table("ganga")
    assert t.game.rules.module_views[0](t.s)["river"] == dict(t.s.extra["river"])


def test_reasons_are_declared():
    assert "G1.3" in ganga.REASONS
    assert "G3.7-boat" in ganga2.REASONS


@pytest.mark.parametrize("modules", [FIRST, SECOND, BOTH])
def test_whole_games_with_river_tiles_stay_sound(modules):
    for seed, players in enumerate((2, 3, 4)):
        game = game_with(*modules, players=players)
        end, _ = random_game(game, seed)
        assert end.over
