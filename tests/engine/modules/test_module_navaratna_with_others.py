"""Mixed groups (H), and what other modules say about Navaratna (MV2.6, MV4.1, SH2, IX9)."""

import pytest

from assistant.engine.rajas.gains import activate
from assistant.engine.rajas.house import SetupError
from assistant.engine.rajas.state import WORKER_BRIDGE, WORKER_FAME, WORKER_MONEY, remember
from tests.engine.modules.module_table import Table, game_with, random_game
from tests.engine.modules.navaratna_table import ALL_BITS, brown, clear_slots, link, put, turn_again

# H


def test_h1_1_advanced_players_use_the_back_beginners_the_front():
    t = Table(mixed=("red",), players=3)
    rules = t.game.rules
    assert [rules.capacity(player) for player in t.s.players] == [8, 10, 10]
    assert rules.map_of(t.player(0)) is rules.maps[1]
    assert rules.map_of(t.player(1)) is rules.maps[0]


def test_h1_2_everybody_has_at_most_five_workers():
    t = Table(mixed=("red",))
    for worker in (WORKER_FAME, WORKER_MONEY, WORKER_BRIDGE):
        t.s = t.s.copy()
        activate(t.s, 0, worker)
        activate(t.s, 1, worker)
    assert [player.active for player in t.s.players] == [5, 5]


def test_h1_3_coloured_slots_keep_their_printed_yields():
    t = Table(mixed=("red", "yellow"))
    t.set(money=0)
    link(t, "bottom-3")
    assert t.me.money == 2
    assert "open_yields" not in t.s.extra


def test_h1_4_the_dancer_works_as_in_the_base_game_for_all():
    t = Table(mixed=("red",))
    t.turn_of(0)
    t.dice("b2", 0)
    t.play("place chamber-2", "pay b2", "take")
    assert t.pending == "draw"


def test_h1_4_mixed_groups_and_the_variant_exclude_each_other():
    with pytest.raises(SetupError, match=r"H1\.4"):
        game_with("navaratna", mixed=("red",))


def test_h1_5_there_is_no_compensation_tile():
    t = Table(mixed=("red",))
    me = t.s.seat
    t.set(me, idle=0)
    t.set(1 - me, active=5, idle=2)
    turn_again(t, me)
    assert t.s.seat == 1 - me and t.pending == "place"


# Mango Village with Navaratna


def visiting(*whites: str) -> Table:
    t = Table("navaratna", "mango")
    clear_slots(t)
    for slot, tile in zip(("left-1", "right-1"), whites, strict=False):
        put(t, slot, tile)
    t.lay("village-9", "r1c2", 0)
    t.dice("b1")
    t.set(money=0, karma=0, yields=ALL_BITS, waiting=0)
    t.play("place village-1", "village village-9", "first fame")
    return t


def test_mv2_6_with_navaratna_a_white_tile_of_the_own_province_is_gained_again():
    t = visiting("white-3", "white-7")
    assert t.moves() == ["use money", "use white-3", "use white-7"]
    assert t.keys("use white-1") == ["MV2.6"]
    assert t.keys("use") == ["MV2.6"]
    seat = t.s.seat
    t.play("use white-3")
    assert (t.player(seat).money, t.player(seat).fame) == (3, 1)
    assert len(t.player(seat).extra["slots"]) == 2, "the tile stays"
    assert t.s.pile == ()


def test_mv2_6_with_navaratna_2_money_instead():
    t = visiting("white-7")
    seat = t.s.seat
    t.play("use money")
    assert t.player(seat).money == 2
    t = visiting()
    assert t.player(seat).money == 2, "without a white tile there is no choice"


def test_mv4_1_the_brown_village_tile_is_shuffled_in_only_with_mango():
    with_mango = Table("navaratna", "mango", open_by="brown")
    assert "deal brown-village" in with_mango.moves() and len(with_mango.moves()) == 8
    assert "deal brown-village" not in Table("navaratna", open_by="brown").moves()


def test_mv4_1_and_ex26_three_money_per_village_at_the_moment_of_linking():
    t = brown("brown-upgrades", "mango")
    put(t, "corner-left", "brown-village")
    for village, cell, rotation in (
        ("village-5", "r1c2", 0),
        ("village-6", "r2c2", 0),
        ("village-7", "r3c2", 0),
        ("village-8", "r0c1", 90),
    ):
        t.lay(village, cell, rotation)
    t.set(bonus=4)
    link(t, "corner-left")
    assert t.me.money == 12


# Shalimar with Navaratna


def with_returned(own: int, other: int, returned: int = 1, idle: int = 1, **house) -> Table:
    t = Table("navaratna", "shalimar", **house)
    clear_slots(t)
    me = t.s.seat
    t.set(me, active=own, idle=idle)
    remember(t.edit(me), "returned", returned)
    t.set(1 - me, active=other, idle=0)
    turn_again(t, me)
    return t


def test_sh2_1_a_worker_taken_back_lies_down_until_the_round_ends():
    t = Table("navaratna", "shalimar")
    t.top("blue-shalimar-1")
    t.dice("b3 o6")
    t.set(money=1)
    seat = t.s.seat
    t.play("place quarry-1", "buy blue-shalimar-1", "pay b3 o6", "lay r0c1 0")
    t.roll_on()
    t.play("back quarry-1")
    assert t.player(seat).extra["returned"] == 1
    while t.s.round == 1:
        t.step()
    assert t.player(seat).extra["returned"] == 0


def test_sh2_1_the_trader_goes_before_a_worker_that_lies_down():
    t = Table("navaratna", "shalimar", "trader")
    remember(t.edit(), "trader", "kali")
    remember(t.edit(), "returned", 1)
    t.set(idle=2)
    assert all(move.endswith(" trader") for move in t.with_verb("place"))
    assert t.keys("place forecourt-1") == ["SH2.1"]


def test_sh2_2_the_tile_first_then_the_returned_worker_in_the_same_turn():
    t = with_returned(4, 5)
    me = t.s.seat
    assert t.pending == "yield?"
    t.play("yield white-1 left-1")
    assert t.s.seat == me and t.pending == "place"


def test_sh2_2_not_while_other_workers_are_left():
    t = with_returned(4, 5, idle=2)
    assert t.pending == "place"


def test_sh2_2_a_returned_worker_without_a_space_does_not_cost_the_tile():
    t = Table("navaratna", "shalimar")
    clear_slots(t)
    me = t.s.seat
    t.set(me, active=4, idle=1)
    remember(t.edit(me), "returned", 1)
    t.set(1 - me, active=5, idle=0)
    t.s.spaces = tuple(1 - me for _ in t.s.spaces)
    turn_again(t, me)
    assert t.pending == "yield?"


def test_sh2_3_an_extra_turn_by_a_returned_worker_compensates_nobody():
    t = with_returned(4, 4)
    me = t.s.seat
    assert t.pending == "place", "nobody is behind"
    t.play("place forecourt-1", "reroll")
    assert t.pending != "yield?"
    assert t.s.seat == me or t.s.round == 2 or t.pending == "place"


def test_sh2_1_without_navaratna_workers_taken_back_do_not_lie_down():
    t = Table("shalimar")
    t.top("blue-shalimar-1")
    t.dice("b3 o6")
    t.set(money=1)
    seat = t.s.seat
    t.play("place quarry-1", "buy blue-shalimar-1", "pay b3 o6", "lay r0c1 0")
    t.roll_on()
    t.play("back quarry-1")
    assert "returned" not in t.player(seat).extra


def test_ix9_the_trader_leaves_the_count_of_workers_for_compensation_alone():
    t = Table("navaratna", "trader")
    clear_slots(t)
    me = t.s.seat
    t.set(me, active=4, idle=2, fame=9, fame_marks=7, waiting=0)
    t.set(1 - me, active=5, idle=5)
    t.dice("b1")
    t.play("place chamber-1", "pay b1")
    assert t.player(me).active == 4
    t.set(me, idle=0)
    turn_again(t, me)
    assert t.pending == "yield?"


def test_ix9_a_returned_worker_is_the_one_given_up_when_no_other_is_left():
    t = Table("navaratna", "shalimar", "trader")
    me = t.s.seat
    t.set(me, idle=2, fame=9, fame_marks=7, waiting=0)
    remember(t.edit(me), "returned", 1)
    t.dice("b1")
    t.play("place chamber-1", "pay b1")
    assert t.player(me).extra["trader"] == "kali"
    assert t.player(me).extra["returned"] == 0


@pytest.mark.parametrize("mixed", [("red",), ("red", "yellow")])
def test_whole_games_of_mixed_groups_end(mixed):
    end, _ = random_game(game_with(players=3, mixed=mixed), 1)
    assert end.over
