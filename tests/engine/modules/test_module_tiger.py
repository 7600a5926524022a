"""The Tiger Expansion: sections TG1 to TG6 of the rules."""

import pytest

from assistant.engine.rajas.modules import tiger
from assistant.engine.rajas.state import remember
from tests.engine.modules.module_table import Table, edition, game_with, random_game

ASHOKA, AKBAR = "green-tiger-ashoka", "blue-tiger-akbar"
MARKET, FLAG = "purple-tiger-market", "orange-tiger-flag"


def with_tile(name: str, *modules: str, players: int = 2, **house) -> Table:
    """The active player has this tile left of the residence; its immediate benefit is long past."""
    t = Table("tiger", *modules, players=players, **house)
    t.lay(name, "r0c1", 90)
    return t


def building(name: str, dice: str, *modules: str, players: int = 2, **house) -> Table:
    """The active player may buy this tile in quarry-1 with two dice."""
    t = Table("tiger", *modules, players=players, **house)
    t.top(name)
    t.dice(dice)
    t.set(money=1, karma=0)
    return t


def lay_it(t: Table, name: str, pay: str) -> None:
    t.play("place quarry-1", f"buy {name}", f"pay {pay}")
    t.play(next(move for move in t.moves() if move.startswith("lay r0c1")))
    t.roll_on()


def test_tg1_1_each_tile_is_shuffled_into_the_tiger_stack_of_its_colour():
    rules = game_with("tiger").rules
    own = tiger.tiles(edition())
    assert sorted(tile.colour for tile in own) == ["blue", "green", "orange", "purple"]
    for tile in own:
        assert rules.stacks[rules.stack_of[rules.tile_index[tile.id]]] == f"{tile.colour}-tiger"
    assert {tile.id.rsplit("-", 1)[-1] for tile in own} == set(tiger.ROLES)


def test_tg1_2_exactly_two_dice_of_its_colour_whatever_their_values():
    t = building(ASHOKA, "g1 g1 g6 b6")
    t.play("place quarry-1", f"buy {ASHOKA}")
    assert t.moves() == ["pay g1 g1", "pay g1 g6"]
    assert t.keys("pay g1 b6") == ["TG1.2-colour"]
    assert t.keys("pay g6") == ["TG1.2-count", "TG1.2-colour"]
    assert t.keys("pay g1 g1 g6") == ["TG1.2-count"]
    assert t.me.money == 0, "the fee as usual"


def test_tg1_3_the_immediate_benefit_comes_once_and_the_permanent_one_stays():
    t = building(ASHOKA, "g1 g1 b2")
    lay_it(t, ASHOKA, "g1 g1")
    seat = 1 - t.s.seat
    assert t.player(seat).money == 1
    t.turn_of(seat)
    t.set(karma=1)
    assert t.game.rules.policy(t.s, seat)
    t.play("place forecourt-1", "reroll")
    assert t.player(seat).money == 3, "only the forecourt's 2 money"


def test_tg2_1_ashoka_gives_one_money_per_province_tile_itself_included():
    t = building(ASHOKA, "g1 g1")
    t.lay("blue-tiger-1", "r1c2", 0)
    t.lay("orange-cow-2", "r0c3", 0)
    seat = t.s.seat
    lay_it(t, ASHOKA, "g1 g1")
    assert t.player(seat).money == 3


@pytest.mark.parametrize(("covered_counts", "money"), [(False, 2), (True, 3)])
def test_tg2_1_a64_visible_tiles_only(covered_counts, money):
    t = building(ASHOKA, "g1 g1", count_covered=covered_counts)
    t.lay("orange-tiger-1", "r1c2", 0)
    t.lay("purple-snake-2", "r1c2", 0)
    seat = t.s.seat
    lay_it(t, ASHOKA, "g1 g1")
    assert t.player(seat).money == money


@pytest.mark.parametrize(
    ("die", "turned"),
    [("b1", "5 6"), ("b2", "4 5 6"), ("b3", "4 5"), ("b4", "2 3"), ("b5", "1 2 3"), ("b6", "1 2")],
)
def test_tg2_2_and_ex27_a_flip_may_be_altered_by_one_without_a_circle(die, turned):
    t = with_tile(ASHOKA)
    t.dice(die)
    t.set(karma=1)
    t.play("place stall-tea")
    allowed = {f"pay {die}>{value}" for value in turned.split()}
    judged = {f"pay {die}>{value}" for value in range(1, 7) if t.judge(f"pay {die}>{value}").ok}
    assert judged == allowed
    assert t.keys(f"pay {die}>{die[1]}") == ["B15.1-face"]


def test_tg2_2_without_the_pillar_only_the_opposite_face():
    t = Table("tiger")
    t.dice("b2")
    t.set(karma=1)
    t.play("place stall-tea")
    assert t.judge("pay b2>5").ok
    assert t.keys("pay b2>4") == ["B15.1-face"]
    assert t.keys("pay b2>6") == ["B15.1-face"]


def test_tg2_2_it_still_costs_karma():
    t = with_tile(ASHOKA)
    t.dice("b2")
    t.set(karma=0)
    t.play("place stall-tea")
    assert t.keys("pay b2>4") == ["B15.1-karma"]


def test_tg3_1_akbar_gives_the_reward_of_the_boats_space_again():
    t = building(AKBAR, "b1 b1")
    t.set(boat=4, money=1)
    seat = t.s.seat
    lay_it(t, AKBAR, "b1 b1")
    assert t.player(seat).money == 3
    assert t.player(seat).boat == 4


def test_tg3_1_a61_nothing_on_the_start_space_and_the_reward_of_the_last_one():
    t = building(AKBAR, "b1 b1")
    seat = t.s.seat
    lay_it(t, AKBAR, "b1 b1")
    assert (t.player(seat).money, t.player(seat).fame) == (0, 0)
    t = building(AKBAR, "b1 b1")
    t.set(boat=30)
    lay_it(t, AKBAR, "b1 b1")
    assert t.player(seat).fame == 7


@pytest.mark.parametrize(("die", "most"), [("b1", 2), ("b2", 3), ("b3", 4)])
def test_tg3_2_and_ix6_harbour_dice_reach_one_space_further(die, most):
    t = with_tile(AKBAR)
    t.dice(die)
    t.play("place harbour-1", f"pay {die}")
    assert t.moves() == [f"sail {n}" for n in range(1, most + 1)]


def test_tg3_2_and_ix6_the_portuguese_moves_6_or_7_and_still_needs_6():
    t = with_tile(AKBAR)
    t.dice("b6")
    t.play("place chamber-6", "pay b6")
    assert t.moves() == ["sail 6", "sail 7"]
    t = with_tile(AKBAR)
    t.dice("b6")
    t.set(boat=24)
    t.play("place chamber-6", "pay b6")
    assert t.moves() == ["sail 6"]
    t = with_tile(AKBAR)
    t.dice("b6")
    t.set(boat=25)
    assert t.keys("place chamber-6") == ["B11.9"]


@pytest.mark.parametrize(("all_moves", "sails"), [(True, ["sail 1", "sail 2"]), (False, ["sail 1"])])
def test_ix6_a60_every_boat_move_or_only_those_the_text_names(all_moves, sails):
    village = with_tile(AKBAR, "mango", akbar_all_moves=all_moves)
    village.lay("village-4", "r1c2", 0)
    village.play("place village-1", "village village-4")
    assert village.with_verb("sail") == sails
    fame = with_tile(AKBAR, akbar_all_moves=all_moves)
    fame.set(fame=30, boat=0, fame_marks=3, karma=0)
    fame.dice("b1")
    fame.play("place chamber-1", "pay b1")
    assert fame.with_verb("sail") == sails
    river = with_tile(AKBAR, "ganga", akbar_all_moves=all_moves)
    river.s.remember("river", ((1, "ganga-8"),))
    river.dice("b1")
    river.play("place harbour-1", "pay b1", "sail 1")
    assert len(river.with_verb("sail")) == (4 if all_moves else 3)
    money = with_tile(AKBAR, akbar_all_moves=all_moves)
    money.set(money=11, boat=0)
    money.play("place forecourt-1")
    while money.pending != "sail":
        money.play(money.moves()[0])
    assert money.with_verb("sail") == ["sail 1", "sail 2"], "the money track is named in the text"


def test_ix6_a60_a_yield_tiles_boat_move_is_longer_too():
    t = with_tile(AKBAR)
    t.lay("blue-tiger-4", "r0c3", 90)
    t.set(yields=0)
    t.top("green-tiger-6")
    t.dice("g6 g4")
    t.set(money=1)
    t.play("place quarry-1", "buy green-tiger-6", "pay g4 g6", "lay r0c4 0")
    t.roll_on()
    while t.pending != "sail":
        t.play(t.moves()[0])
    assert t.with_verb("sail") == ["sail 1", "sail 2"]


def test_tg4_1_the_black_market_gives_two_dice_of_any_colours():
    t = building(MARKET, "p1 p1")
    lay_it(t, MARKET, "p1 p1")
    assert t.judge("take blue green").ok and t.judge("take purple purple").ok
    assert "B4.1-many" in t.keys("take blue blue blue")


def test_tg4_2_every_balcony_takes_any_die_for_two_of_any_colours():
    t = with_tile(MARKET)
    t.dice("g3")
    assert "place balcony-blue" in t.moves()
    t.play("place balcony-blue")
    assert t.moves() == ["pay g3"]
    t.play("pay g3")
    assert t.judge("take orange purple").ok
    assert t.judge("take green green").ok


def test_tg4_2_one_die_is_still_one_die():
    t = with_tile(MARKET)
    t.dice("g3 b1")
    t.play("place balcony-blue")
    assert t.keys("pay b1 g3") == ["TG4.2-one"]
    t = with_tile(MARKET)
    t.dice("")
    assert t.keys("place balcony-blue") == ["TG4.2-dice"]
    assert "place balcony-blue" not in t.moves()


def test_tg4_2_without_the_market_a_balcony_is_as_printed():
    t = Table("tiger")
    t.dice("g3")
    assert t.keys("place balcony-blue") == ["B10.3-dice"]
    assert "place balcony-green" in t.moves()
    t.play("place balcony-green", "pay g3")
    assert t.judge("take blue blue").ok
    assert t.keys("take green") == ["B4.1-colour"]
    t = Table("tiger")
    t.dice("b1")
    t.s.supply = (11, 11, 0, 11)
    assert [one.key for one in t.judge("place balcony-blue").warnings] == ["B4.4"]
    t.lay(MARKET, "r0c1", 90)
    assert t.judge("place balcony-blue").warnings == ()


def test_tg4_3_it_counts_as_a_market_but_has_no_good_and_no_value():
    t = with_tile(MARKET)
    t.lay("blue-cow-1", "r1c2", 0)
    assert t.game.rules.counts["market"](t.s) == 2
    assert t.game.rules.counts["market_tile"](t.s) == 2
    seat = t.s.seat
    t.set(money=0, boat=5)
    t.dice("b1")
    t.play("place harbour-1", "pay b1", "sail 1")
    assert t.player(seat).money == 2, "B14.8: 1 money per market"


def test_tg4_3_a63_market_actions_never_score_it():
    t = with_tile(MARKET)
    verdict = t.judge("place assorted-1")
    assert [one.key for one in verdict.warnings] == ["B9.1-none"]
    t.play("place assorted-1")
    assert t.pending == "place"


def flag_built(*modules: str, earlier: tuple[str, ...] = (), dice: str = "o1 o1", money: int = 1, players=2, **house):
    t = building(FLAG, dice, *modules, players=players, **house)
    spaces = list(t.s.spaces)
    for name in earlier:
        spaces[t.game.rules.space_index[name]] = t.s.seat
    t.s.spaces = tuple(spaces)
    t.set(money=money)
    lay_it(t, FLAG, "o1 o1")
    return t


def test_tg5_1_the_flag_repeats_the_action_of_a_space_with_an_own_worker_for_its_price():
    t = flag_built(earlier=("forecourt-1", "chamber-4"), dice="o1 o1 b4")
    assert t.moves() == ["again chamber-4", "again forecourt-1", "decline"]
    assert t.keys("again terrace-blue-1") == ["TG5.1"]
    assert t.keys("again nowhere") == ["TG5.1"]
    assert t.keys("again") == ["TG5.1"]
    assert "B3.2" in t.keys("again quarry-1")
    t.play("again chamber-4")
    assert t.moves() == ["pay b4"]
    t.play("pay b4")
    assert t.me.money == 3


def test_tg5_1_a58_it_may_be_declined_and_an_unpayable_space_is_not_offered():
    t = flag_built(earlier=("chamber-1",), dice="o1 o1 b4")
    assert t.pending == "place", "neither chamber 1 nor a second quarry fee can be paid"
    t = flag_built(earlier=("forecourt-1",))
    t.play("decline")
    assert t.pending == "place"


def test_tg5_1_a58_the_quarry_just_used_costs_its_fee_again():
    t = flag_built(dice="o1 o1 b6 b6", money=3)
    t.top("blue-cow-1")
    assert "again quarry-1" in t.moves()
    seat = t.s.seat
    t.play("again quarry-1", "buy blue-cow-1")
    assert t.player(seat).money == 1
    t.play("pay b6")
    assert t.pending == "lay"


def test_tg5_1_a58_by_house_rule_not_the_space_of_this_turn():
    t = flag_built(dice="o1 o1 b6 b6", money=3, earlier=("forecourt-1",), flag_any_space=False)
    assert t.keys("again quarry-1") == ["TG5.1-turn"]
    assert t.moves() == ["again forecourt-1", "decline"]


def test_tg5_1_a58_it_is_no_placement_so_limits_per_round_do_not_bind():
    t = flag_built("mango", earlier=("assorted-1", "village-1"), players=3)
    t.set(assorted=1)
    remember(t.edit(), "village", 1)
    assert t.moves() == ["again assorted-1", "again village-1", "decline"]
    t.play("again assorted-1")
    assert t.pending == "place"


def test_tg5_1_a31_the_great_mogul_can_be_used_again():
    t = flag_built(earlier=("chamber-1",), dice="o1 o1 b1")
    seat = t.s.seat
    t.play("again chamber-1", "pay b1")
    assert t.s.mogul == seat
    assert t.player(seat).fame == 2


@pytest.mark.parametrize(
    ("chamber", "circle", "line"),
    [(1, (1, 2, 6), (1, 2)), (2, (1, 2, 3), (1, 2, 3)), (5, (4, 5, 6), (4, 5, 6)), (6, (1, 5, 6), (5, 6))],
)
def test_tg5_2_a59_a_chamber_takes_a_die_one_up_or_down_around_the_circle(chamber, circle, line):
    for wrap, values in ((True, circle), (False, line)):
        t = with_tile(FLAG, flag_wrap=wrap)
        assert t.game.rules.chamber_values(t.s, t.s.seat, chamber) == values
        assert t.game.rules.chamber_values(t.s, 1 - t.s.seat, chamber) == (chamber,)


def test_tg5_2_and_ex28_a_die_of_1_opens_the_mogul_the_dancer_and_the_portuguese():
    t = with_tile(FLAG)
    t.dice("b1")
    t.set(karma=0)
    assert [move for move in t.moves() if "chamber" in move] == [
        "place chamber-1",
        "place chamber-2",
        "place chamber-6",
    ]
    t.play("place chamber-6")
    assert t.moves() == ["pay b1"]


def test_tg5_2_a_die_that_fits_is_not_turned():
    t = with_tile(FLAG)
    t.dice("b1 b4")
    t.set(karma=2)
    t.play("place chamber-1")
    assert t.moves() == ["pay b1"], "4 would turn to 3, and 1 needs no karma"
    t = with_tile(FLAG)
    t.dice("b5")
    t.set(karma=2)
    t.play("place chamber-1")
    assert t.moves() == ["pay b5>2"]


def test_ix5_the_flag_changes_only_the_chamber_die_never_the_five_of_a_village():
    t = with_tile(FLAG, "mango")
    t.lay("blue-tiger-6", "r1c2", 0)
    t.top("village-3")
    t.dice("b4 g6 p5")
    t.set(karma=0)
    t.play("place chamber-5", "pay b4", "cover village-3 r1c2")
    assert t.moves() == ["pay p5"]
    assert t.keys("pay g6") == ["MV5.2-value"]


def test_tg6_1_the_master_builder_lays_a_tiger_tile_for_one_die_of_its_colour():
    t = Table("tiger")
    t.lay("blue-tiger-6", "r0c1", 0)
    t.top(ASHOKA)
    t.dice("b5 g1 p6")
    t.set(karma=0, money=0)
    seat = t.s.seat
    t.play("place chamber-5", "pay b5", f"cover {ASHOKA} r0c1")
    assert t.moves() == ["pay g1"]
    assert t.keys("pay p6") == ["TG6.1-colour"]
    t.play("pay g1")
    t.play(t.moves()[0])
    t.roll_on()
    assert t.player(seat).money == 1, "IX4: the immediate benefit comes with covering, too"


def test_tg6_2_a_tiger_tile_may_be_overbuilt_for_one_die_of_the_new_colour_and_its_benefit_ends():
    t = with_tile(FLAG)
    t.top("blue-tiger-1")
    t.dice("b1 o4 p6")
    t.set(karma=0)
    seat = t.s.seat
    assert t.game.rules.chamber_values(t.s, seat, 5) == (4, 5, 6)
    t.play("place chamber-5", "pay o4", "cover blue-tiger-1 r0c1")
    assert t.moves() == ["pay b1"], "cheaper or dearer does not matter (IX2)"
    assert t.keys("pay p6") == ["TG6.2-colour"]
    t.play("pay b1")
    t.play(t.moves()[0])
    assert t.game.rules.chamber_values(t.s, seat, 5) == (5,)


@pytest.mark.parametrize("counts", [False, True])
def test_tg6_2_a64_a_covered_benefit_stays_only_by_house_rule(counts):
    t = with_tile(AKBAR, count_covered=counts)
    t.lay("green-tiger-1", "r0c1", 90)
    t.dice("b1")
    t.play("place harbour-1", "pay b1")
    assert t.moves() == (["sail 1", "sail 2"] if counts else ["sail 1"])


def test_tg6_2_tiger_on_tiger_is_allowed():
    t = with_tile(FLAG)
    t.top(MARKET)
    t.dice("o5 p1")
    t.play("place chamber-5", "pay o5", f"cover {MARKET} r0c1")
    assert t.moves() == ["pay p1"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_with_tigers_stay_sound(players):
    end, _ = random_game(game_with("tiger", players=players), players)
    assert end.over
