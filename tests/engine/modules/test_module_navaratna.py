"""The Navaratna variant: sections N1 to N4 of the rules."""

import random
from collections import Counter

import pytest

from assistant.engine.core.moves import CHANCE
from assistant.engine.rajas.gains import activate
from assistant.engine.rajas.modules import navaratna
from assistant.engine.rajas.state import WORKER_BRIDGE, WORKER_FAME, WORKER_MONEY, remember
from tests.engine.modules.module_table import Table, game_with, random_game
from tests.engine.modules.navaratna_table import ALL_BITS, brown, clear_slots, link, number_of, put, turn_again

# N1


def test_n1_1_all_three_inactive_workers_can_be_won():
    t = Table("navaratna")
    for worker in (WORKER_FAME, WORKER_MONEY, WORKER_BRIDGE):
        t.s = t.s.copy()
        activate(t.s, 0, worker)
    assert t.player(0).active == 6 == t.game.rules.worker_limit
    base = Table()
    for worker in (WORKER_FAME, WORKER_MONEY, WORKER_BRIDGE):
        base.s = base.s.copy()
        activate(base.s, 0, worker)
    assert base.player(0).active == 5


def test_n1_2_the_back_of_kali_holds_eight_dice():
    t = Table("navaratna")
    assert t.game.rules.capacity(t.me) == 8
    t.dice("b1 b2 b3 b4 b5 b6 g1 g2")
    t.play("place terrace-orange-1")
    assert t.pending == "overflow"
    assert Table().game.rules.capacity(Table().me) == 10


def test_n1_3_the_back_of_the_province_has_weaker_yields_and_two_brown_slots():
    t = Table("navaratna")
    board = t.game.rules.map_of(t.me)
    assert [one.slot for one in board.yields].count("brown") == 2
    assert board is t.game.rules.maps[1]
    t.set(money=0)
    link(t, "left-2")
    assert t.me.money == 2


def test_n1_4_each_player_draws_a_brown_tile_unseen_and_lays_it_on_one_of_two_brown_slots():
    t = Table("navaratna", open_by="brown", players=3)
    assert t.game.actor(t.s) == CHANCE
    assert len(t.moves()) == 7 and all(move.startswith("deal brown-") for move in t.moves())
    assert t.keys("deal red-1") == ["N1.4-tile"]
    first = t.s.agenda[0][1]
    assert first == t.s.start
    t.play("deal brown-river")
    assert t.game.actor(t.s) == first
    assert t.moves() == ["slot corner-left", "slot corner-right"]
    assert t.keys("slot left-1") == ["N1.4-slot"]
    t.play("slot corner-right")
    assert t.player(first).extra["slots"] == (("corner-right", "brown-river", 1),)
    assert "deal brown-river" not in t.moves()
    assert t.s.agenda[0][1] == (first + 1) % 3
    while t.pending != "place":
        t.step()
    assert all(len(player.extra["slots"]) == 1 for player in t.s.players)


def test_n1_4_every_brown_tile_is_equally_likely():
    t = Table("navaratna", open_by="brown")
    rng = random.Random(5)
    drawn = Counter(str(t.game.draw(t.s, rng.randrange)) for _ in range(3500))
    assert len(drawn) == 7 and min(drawn.values()) > 400
    assert {t.game.weight(t.s, move) for move in t.game.legal_moves(t.s)} == {1}


def test_n1_5_all_other_yield_tiles_lie_open_and_there_is_no_white_pile():
    t = Table("navaratna", players=4)
    opened = t.s.extra["open_yields"]
    assert len(opened) == 30 - 4
    assert sum(name.startswith("white") for name in opened) == 8
    assert t.s.pile == () and t.s.aside == ()
    assert t.sound() == []
    assert t.game.rules.module_views[0](t.s) == {"open_yields": opened}


# N2


def test_n2_1_a_yield_tile_replaces_the_printed_yield_and_comes_after_the_tile_score():
    t = Table("navaratna")
    clear_slots(t)
    put(t, "left-1", "white-3")
    t.lay("green-tiger-3", "r0c1", 90)
    t.top("blue-snake-5")
    t.set(yields=0, money=1, karma=0)
    t.dice("b6 b3")
    seat = t.s.seat
    t.play("place quarry-1", "buy blue-snake-5", "pay b3 b6", "lay r0c0 0")
    t.roll_on()
    assert t.player(seat).money == 3 + 3, "spices 3 for the tile, then 3 money instead of 1 karma"
    assert t.player(seat).karma == 0


def test_n2_2_colours_must_match_and_a_slot_holds_one_tile():
    t = Table("navaratna")
    clear_slots(t)
    put(t, "left-2", "yellow-4")
    t.dice("b2")
    t.set(karma=0)
    t.play("place chamber-2", "pay b2", "take")
    assert t.judge("yield white-1 left-1").ok
    assert t.keys("yield white-1 left-2") == ["N2.2-colour", "N2.2-taken"]
    assert t.keys("yield yellow-5 left-2") == ["N2.2-taken"]
    assert t.keys("yield red-1 left-1") == ["N2.2-colour"]
    assert t.keys("yield yellow-4 bottom-2") == ["N1.5"]
    assert t.keys("yield white-1 left-3") == ["N2.2-slot"]
    assert t.keys("yield white-1 nowhere") == ["N2.2-slot"]
    assert t.keys("yield") == ["N1.5", "N2.2-slot"]
    assert t.keys("yield white-1 left-1 left-1") == ["X.words"]


def test_n2_3_only_colours_with_a_free_slot_are_offered_and_a_tile_may_be_refused():
    t = Table("navaratna")
    clear_slots(t)
    put(t, "left-1", "white-1")
    put(t, "right-1", "white-2")
    t.dice("b2")
    t.play("place chamber-2", "pay b2", "take")
    names = {move.split(" ")[1].split("-")[0] for move in t.with_verb("yield")}
    assert names == {"yellow", "red", "brown"}
    t.play("decline")
    assert t.pending == "place"


@pytest.mark.parametrize(
    ("tile", "slot", "pending"),
    [
        ("yellow-1", "left-2", "take"),  # dice of shown colours
        ("red-1", "bottom-1", "take"),  # dice of any colours
        ("yellow-6", "left-2", "upgrade?"),
        ("red-5", "bottom-1", "sail"),
        ("yellow-9", "left-2", "karma?"),
        ("white-7", "left-1", "karma?"),
        ("red-3", "bottom-1", "place"),  # money needs no choice
    ],
)
def test_n2_4_white_yellow_and_red_tiles_give_dice_money_upgrade_boat_or_karma(tile, slot, pending):
    t = Table("navaratna")
    clear_slots(t)
    put(t, slot, tile)
    t.dice("b1")
    t.set(money=0, karma=0)
    link(t, slot)
    assert t.pending == pending
    if tile == "red-3":
        assert t.me.money == 6


# N3


def test_n3_1_one_fame_per_own_tile_with_a_market():
    t = brown("brown-market-tiles")
    t.lay("blue-cow-3", "r1c2", 0)  # two markets on one tile count once
    t.lay("green-snake-1", "r0c1", 90)
    t.lay("blue-tiger-1", "r0c3", 90)
    link(t, "corner-left")
    assert t.me.fame == 2


def test_n3_1_and_tg4_3_the_black_market_is_a_market_tile():
    t = brown("brown-market-tiles", "tiger")
    t.lay("purple-tiger-market", "r1c2", 0)
    link(t, "corner-left")
    assert t.me.fame == 1


@pytest.mark.parametrize(("boat", "fame"), [(0, 0), (2, 0), (3, 1), (11, 3), (30, 10)])
def test_n3_2_a47_one_fame_per_three_river_spaces(boat, fame):
    t = brown("brown-river")
    t.set(boat=boat, fame_marks=7)
    link(t, "corner-left")
    assert t.me.fame == fame


def test_n3_3_one_money_per_building():
    t = brown("brown-buildings")
    t.lay("blue-tiger-6", "r1c2", 0)
    t.lay("green-snake-1", "r0c1", 90)
    link(t, "corner-left")
    assert t.me.money == 3


def test_n3_4_a46_two_money_per_yield_tile_linked_itself_included():
    for includes, money in ((True, 4), (False, 2)):
        t = brown("brown-yields", n34_includes_self=includes)
        put(t, "left-1", "white-3")
        put(t, "left-2", "yellow-4")
        t.set(yields=1 << number_of(t, "left-1"))
        link(t, "corner-left")
        assert t.me.money == money


def test_n3_4_a45_a_tile_laid_on_a_linked_slot_does_not_count():
    t = brown("brown-yields")
    player = t.edit()
    player.yields |= 1 << number_of(t, "left-1")
    navaratna.lay_yield(t.s, t.s.seat, "white-3", "left-1")
    link(t, "corner-left")
    assert t.me.money == 2


def test_n3_5_two_fame_per_curve():
    t = brown("brown-curves")
    t.lay("blue-tiger-3", "r1c2", 0)  # curve
    t.lay("green-tiger-4", "r0c1", 90)  # curve
    t.lay("blue-tiger-1", "r0c3", 90)  # straight
    link(t, "corner-left")
    assert t.me.fame == 4


def test_n3_6_two_money_per_upgrade():
    t = brown("brown-upgrades")
    t.levels(temple=4, mill=3)
    link(t, "corner-left")
    assert t.me.money == 6


def test_n3_7_one_fame_per_active_worker():
    t = brown("brown-workers")
    t.set(active=5)
    link(t, "corner-left")
    t.play("upgrade mill")
    assert t.me.fame == 5


def test_n3_8_brown_tiles_are_counted_at_the_moment_of_linking_after_the_tile_score():
    t = brown("brown-market-tiles")
    t.lay("green-tiger-6", "r1c2", 0)
    t.lay("blue-tiger-6", "r1c1", 0)
    t.lay("orange-tiger-6", "r1c0", 0)
    t.top("blue-snake-5")
    t.set(yields=ALL_BITS ^ (1 << number_of(t, "corner-left")), money=1, fame_marks=7)
    t.dice("b6 b3")
    seat = t.s.seat
    t.play("place quarry-1", "buy blue-snake-5", "pay b3 b6", "lay r2c0 0")
    t.roll_on()
    assert t.player(seat).fame == 2 + 1, "temple 2, then 1 for the one market tile: the tile just laid"


# N4


def test_n4_1_the_dancer_gives_two_dice_and_a_face_up_tile_that_pays_only_when_linked():
    t = Table("navaratna")
    clear_slots(t)
    t.dice("b2")
    t.set(money=0, karma=0)
    seat = t.s.seat
    t.play("place chamber-2", "pay b2", "take green orange", "roll g3 o3")
    assert t.pending == "yield?"
    t.play("yield red-4 bottom-3")
    assert t.player(seat).extra["slots"] == (("bottom-3", "red-4", 1),)
    assert t.player(seat).money == 0
    assert "red-4" not in t.s.extra["open_yields"]


def test_n4_1_a49_without_a_usable_tile_only_the_dice():
    t = Table("navaratna")
    t.s.remember("open_yields", ())
    t.dice("b2")
    t.play("place chamber-2", "pay b2", "take")
    assert t.pending == "place"


@pytest.mark.parametrize(("ruling", "money"), [("pays_nothing", 0), ("pays_at_once", 6)])
def test_a45_a_tile_on_a_slot_that_is_already_linked(ruling, money):
    t = Table("navaratna", linked_slot=ruling)
    clear_slots(t)
    t.dice("b2")
    t.set(money=0, yields=1 << number_of(t, "bottom-1"), waiting=0)
    seat = t.s.seat
    t.play("place chamber-2", "pay b2", "take", "yield red-3 bottom-1")
    assert t.player(seat).money == money
    assert t.player(seat).yields == 1 << number_of(t, "bottom-1")


def skipped(own: int, other: int, **house) -> Table:
    t = Table("navaratna", **house)
    clear_slots(t)
    me = t.s.seat
    t.set(me, active=own, idle=0)
    t.set(1 - me, active=other, idle=max(1, other - own))
    turn_again(t, me)
    return t


def test_n4_2_and_ex22_who_has_fewer_workers_may_take_a_tile_when_skipped():
    t = skipped(4, 5)
    assert t.pending == "yield?"
    me = t.s.seat
    t.play("yield white-1 left-1")
    assert t.player(me).extra["comp"] == 1
    assert t.s.seat != me and t.pending == "place"
    for other in (3, 4):
        t = skipped(4, other)
        assert t.s.seat != me and t.pending == "place"


def test_n4_2_the_offer_may_be_refused_and_then_does_not_count_as_taken():
    t = skipped(4, 5)
    me = t.s.seat
    t.play("decline")
    assert not t.player(me).extra.get("comp")


def test_n4_3_n4_4_and_ex22_a_second_tile_at_the_second_skipped_turn_with_two_workers_behind():
    t = skipped(4, 6)
    me = t.s.seat
    t.play("yield white-1 left-1")
    turn_again(t, me)
    assert t.pending == "yield?"
    t.play("yield white-2 right-1")
    turn_again(t, me)
    assert t.s.seat != me, "two tiles, two workers behind: no third"
    t = skipped(4, 5)
    t.play("yield white-1 left-1")
    turn_again(t, me)
    assert t.s.seat != me


@pytest.mark.parametrize(("limit", "third"), [(99, True), (2, False)])
def test_n4_4_a48_a_third_tile_with_three_workers_behind(limit, third):
    t = skipped(3, 6, comp_max=limit)
    me = t.s.seat
    remember(t.edit(me), "comp", 2)
    turn_again(t, me)
    assert (t.pending == "yield?") is third


def test_n4_2_a44_workers_without_a_space_earn_no_tile():
    t = Table("navaratna")
    me = t.s.seat
    t.set(me, idle=1)
    t.set(1 - me, active=5, idle=0)
    t.s.spaces = tuple(1 - me for _ in t.s.spaces)
    turn_again(t, me)
    assert t.s.seat != me or t.s.round == 2


def test_n4_2_a27_no_compensation_in_the_last_lap():
    t = Table("navaratna")
    me = t.s.seat
    t.set(me, idle=0)
    t.set(1 - me, active=5, idle=2)
    t.s.ending = 1 - me
    turn_again(t, me)
    assert t.pending != "yield?"


def test_n4_2_compensation_starts_anew_with_the_round():
    t = skipped(4, 5)
    me = t.s.seat
    t.play("yield white-1 left-1")
    while t.s.round == 1:
        t.step()
    assert t.player(me).extra["comp"] == 0


def test_n4_5_only_active_workers_count_never_the_turns_others_still_have():
    t = Table("navaratna")
    clear_slots(t)
    me = t.s.seat
    t.set(me, active=4, idle=0)
    t.set(1 - me, active=4, idle=3)
    turn_again(t, me)
    assert t.s.seat == 1 - me and t.pending == "place"
    t.set(1 - me, active=5, idle=0)
    turn_again(t, me)
    assert t.pending == "yield?"


def test_n4_6_the_lap_is_completed_so_a_skipped_player_after_the_last_placer_gets_the_tile():
    t = Table("navaratna")
    clear_slots(t)
    first = t.s.start
    t.turn_of(first)
    t.set(first, active=5, idle=1)
    t.set(1 - first, active=4, idle=0)
    t.play("place forecourt-1", "reroll")
    assert t.s.round == 1
    assert t.s.seat == 1 - first and t.pending == "yield?"
    t.play("yield white-1 left-1")
    assert t.s.round == 2


def test_slot_defects_are_found():
    t = Table("navaratna")
    assert t.sound() == []
    remember(t.edit(), "slots", (("left-1", "red-1", 1),))
    assert len(t.sound()) == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_with_navaratna_stay_sound(players):
    end, _ = random_game(game_with("navaratna", players=players), players)
    assert end.over
