"""Shalimar Gardens: sections SH1 and SH3 of the rules. (SH2 with Navaratna: test_module_navaratna.)"""

import pytest

from assistant.engine.rajas.modules import shalimar
from assistant.engine.rajas.state import remember
from tests.engine.modules.module_table import Table, edition, game_with, random_game


def built(*modules: str, players: int = 2, earlier: tuple[str, ...] = ("forecourt-1",), **house) -> Table:
    """The active player has workers on `earlier` spaces and builds the blue Shalimar Gardens from quarry-1."""
    t = Table("shalimar", *modules, players=players, **house)
    t.top("blue-shalimar-1")
    t.dice("b3 o6")
    spaces = list(t.s.spaces)
    for name in earlier:
        spaces[t.game.rules.space_index[name]] = t.s.seat
    t.s.spaces = tuple(spaces)
    t.set(money=1, idle=3 - len(earlier), karma=0)
    return t


def lay_it(t: Table) -> None:
    t.play("place quarry-1", "buy blue-shalimar-1", "pay b3 o6", "lay r0c1 0")
    t.roll_on()


def test_sh1_1_each_crossing_is_shuffled_into_the_snake_stack_of_its_colour():
    rules = game_with("shalimar").rules
    own = shalimar.tiles(edition())
    assert sorted(tile.colour for tile in own) == ["blue", "green", "orange", "purple"]
    for tile in own:
        assert rules.stacks[rules.stack_of[rules.tile_index[tile.id]]] == f"{tile.colour}-snake"
        assert tile.roads == ("nesw",)


def test_sh1_2_one_die_of_its_colour_and_one_of_any_values_free():
    t = built()
    t.dice("b3 o6 g1")
    t.play("place quarry-1", "buy blue-shalimar-1")
    assert t.moves() == ["pay b3 g1", "pay b3 o6"]
    assert t.keys("pay g1 o6") == ["SH1.2-colour"]
    assert t.keys("pay b3") == ["SH1.2-count"]
    assert t.keys("pay b3 g1 o6") == ["SH1.2-count"]
    assert t.me.money == 0, "the fee as usual"


def test_sh1_2_two_dice_of_its_colour_will_do_and_karma_is_wasted_on_it():
    t = built()
    t.dice("b3 b3")
    t.set(karma=1)
    t.play("place quarry-1", "buy blue-shalimar-1")
    assert t.moves() == ["pay b3 b3"]
    verdict = t.judge("pay b3 b3>4")
    assert verdict.ok and [one.key for one in verdict.warnings] == ["B15.2-pointless"]


def test_sh1_2_a_single_die_is_not_enough():
    t = built()
    t.top("orange-cow-1")
    t.dice("o6")
    t.play("place quarry-1")
    assert t.keys("buy blue-shalimar-1") == ["B3.3-price"]
    t = built()
    t.top("orange-cow-1")
    t.dice("o6 o5")
    t.play("place quarry-1")
    assert t.keys("buy blue-shalimar-1") == ["B3.3-price"]


def test_sh1_3_right_after_building_one_own_worker_may_come_back_once():
    t = built()
    lay_it(t)
    assert t.moves() == ["back forecourt-1", "back quarry-1", "decline"]
    assert t.keys("back terrace-blue-1") == ["SH1.3"]
    assert t.keys("back balcony-blue") == ["SH1.3"]
    assert t.keys("back") == ["SH1.3"]
    seat = t.s.seat
    idle = t.me.idle
    t.play("back forecourt-1")
    assert t.player(seat).idle == idle + 1
    assert t.s.seat != seat, "once only, and the turn is over"


def test_sh1_3_it_may_be_any_of_the_own_workers():
    spaces = ("assorted-1", "balcony-blue", "terrace-purple-1")
    t = built(earlier=spaces)
    t.set(idle=1)
    lay_it(t)
    assert t.with_verb("back") == [f"back {name}" for name in (*spaces[:2], "quarry-1", spaces[2])]


def test_sh1_3_a57_the_player_may_leave_it():
    t = built()
    lay_it(t)
    t.play("decline")
    assert t.pending == "place"
    assert t.s.spaces.count(1 - t.s.seat) == 2


def test_sh1_3_it_is_offered_before_the_edge_yields():
    t = built()
    t.lay("blue-tiger-1", "r0c1", 90)
    t.set(yields=0)
    t.play("place quarry-1", "buy blue-shalimar-1", "pay b3 o6", "lay r0c0 0")
    t.roll_on()
    assert t.pending == "back?"
    t.play("decline")
    assert t.pending == "karma?"


def test_a57_the_worker_that_built_it_may_come_back_unless_the_table_says_no():
    t = built()
    lay_it(t)
    assert t.judge("back quarry-1").ok
    t = built(shalimar_builder=False)
    lay_it(t)
    assert t.moves() == ["back forecourt-1", "decline"]
    assert t.keys("back quarry-1") == ["SH1.3-builder"]
    t = built(shalimar_builder=False, earlier=())
    lay_it(t)
    assert t.pending == "place", "nobody to take back"


def test_sh1_4_the_space_is_free_for_everybody_and_the_worker_can_be_placed_in_a_later_turn():
    t = built()
    lay_it(t)
    seat = t.s.seat
    t.play("back quarry-1")
    assert t.judge("place quarry-1").ok or t.keys("place quarry-1") == ["B5.7-dice"]
    assert t.s.spaces[t.game.rules.space_index["quarry-1"]] == -1
    t.play("place terrace-blue-1")
    while t.s.seat != seat:
        t.step()
    assert t.me.idle > 0


def test_sh1_4_a31_the_great_mogul_stays_with_the_user_whose_worker_came_back():
    t = built(earlier=("chamber-1",))
    t.s = t.s.copy()
    t.s.mogul = t.s.seat
    lay_it(t)
    seat = t.s.seat
    t.play("back chamber-1")
    assert t.s.mogul == seat


def test_sh1_5_the_trader_cannot_be_taken_back():
    t = built("trader")
    remember(t.edit(), "trader", "forecourt-1")
    lay_it(t)
    assert t.moves() == ["back quarry-1", "decline"]
    assert t.keys("back forecourt-1") == ["SH1.5"]


def test_a56_limits_count_placements_or_workers():
    for counts in (True, False):
        t = built("mango", players=3, earlier=("assorted-1", "village-1"), limit_counts_placements=counts)
        t.set(assorted=1)
        remember(t.edit(), "village", 1)
        lay_it(t)
        seat = t.s.seat
        t.play("back assorted-1")
        t.turn_of(seat)
        assert t.keys("place assorted-2") == (["B9.5"] if counts else [])
        assert t.keys("place village-2") == ["MV3.3"]


def test_a56_the_village_limit_follows_the_same_ruling():
    for counts in (True, False):
        t = built("mango", players=3, earlier=("village-1",), limit_counts_placements=counts)
        remember(t.edit(), "village", 1)
        lay_it(t)
        seat = t.s.seat
        t.play("back village-1")
        t.turn_of(seat)
        assert t.keys("place village-2") == (["MV3.3"] if counts else [])


def test_sh3_1_shalimar_gardens_are_never_overbuilt():
    t = Table("shalimar")
    t.lay("blue-shalimar-1", "r0c1", 0)
    t.lay("orange-tiger-1", "r1c2", 0)
    t.top("purple-snake-2")
    t.dice("o5 p6")
    t.play("place chamber-5", "pay o5")
    assert t.keys("cover purple-snake-2 r0c1") == ["SH3.1"]
    assert t.judge("cover purple-snake-2 r1c2").ok


def test_sh3_2_the_master_builder_lays_one_for_a_die_of_its_colour():
    t = Table("shalimar")
    t.lay("orange-tiger-6", "r0c1", 0)
    t.top("green-shalimar-1")
    t.dice("o5 g1 p4")
    t.set(karma=0)
    t.play("place chamber-5", "pay o5", "cover green-shalimar-1 r0c1")
    assert t.moves() == ["pay g1"]
    assert t.keys("pay p4") == ["SH3.2-colour"]
    t.play("pay g1", "lay r0c1 0")
    t.roll_on()
    assert t.moves() == ["back chamber-5", "decline"], "IX4: its benefit comes with covering, too"


def test_inv5_placements_stay_within_workers_and_returns():
    t = built()
    lay_it(t)
    t.play("back quarry-1")
    assert t.sound() == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_with_shalimar_stay_sound(players):
    end, _ = random_game(game_with("shalimar", players=players), players)
    assert end.over
