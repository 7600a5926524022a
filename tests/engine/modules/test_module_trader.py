"""The Gemstone Trader: sections GT1 and GT2 of the rules."""

import pytest

from assistant.engine.rajas.game import settle
from assistant.engine.rajas.modules import trader
from assistant.engine.rajas.state import remember
from tests.engine.modules.module_table import Table, game_with, random_game


def about_to_win(*modules: str, fame: int = 9, idle: int = 3, players: int = 2, **house) -> Table:
    """The active player can reach fame 10 with the Great Mogul."""
    t = Table("trader", *modules, players=players, **house)
    t.set(fame=fame, idle=idle, fame_marks=1)
    t.dice("b1")
    return t


def waiting(*modules: str, dice: str = "b1", idle: int = 3, players: int = 2, **house) -> Table:
    """The active player's trader stands at Kali."""
    t = Table("trader", *modules, players=players, **house)
    remember(t.edit(), "trader", "kali")
    t.set(idle=idle, karma=0)
    t.dice(dice)
    return t


def test_gt1_1_reaching_or_passing_fame_10_gives_the_trader_at_once():
    for fame in (8, 9):
        t = about_to_win(fame=fame)
        seat = t.s.seat
        t.play("place chamber-1", "pay b1")
        assert t.player(seat).fame >= 10
        assert t.player(seat).extra["trader"] == "kali"
    for fame in (7, 10):
        t = about_to_win(fame=fame)
        seat = t.s.seat
        t.play("place chamber-1", "pay b1")
        assert "trader" not in t.player(seat).extra


def test_gt1_1_it_comes_only_once_even_if_fame_fell_and_rose_again():
    t = about_to_win()
    seat = t.s.seat
    remember(t.edit(), "trader", "harbour-1")
    t.play("place chamber-1", "pay b1")
    assert t.player(seat).extra["trader"] == "harbour-1"


def test_gt1_1_money_10_gives_no_trader():
    t = Table("trader")
    seat = t.s.seat
    t.set(money=9)
    t.play("place forecourt-1", "reroll")
    assert "trader" not in t.player(seat).extra


def test_gt1_2_an_unplaced_worker_leaves_and_the_trader_can_be_placed_this_round():
    t = about_to_win()
    seat = t.s.seat
    t.play("place chamber-1", "pay b1")
    player = t.player(seat)
    assert (player.active, player.idle) == (3, 2)
    t.turn_of(seat)
    assert "place forecourt-1 trader" in t.moves() and "place forecourt-1" in t.moves()


def test_gt1_3_a69_without_an_unplaced_worker_a_placed_one_of_choice_is_swapped():
    t = about_to_win(idle=1)
    spaces = list(t.s.spaces)
    spaces[t.game.rules.space_index["harbour-1"]] = t.s.seat
    t.s.spaces = tuple(spaces)
    seat = t.s.seat
    t.play("place chamber-1", "pay b1")
    assert t.moves() == ["swap chamber-1", "swap harbour-1"]
    assert t.keys("swap forecourt-1") == ["GT1.3"]
    assert t.keys("swap") == ["GT1.3"]
    t.play("swap harbour-1")
    assert t.player(seat).extra["trader"] == "harbour-1"
    assert t.player(seat).active == 3
    t.turn_of(seat)
    t.set(idle=1)
    assert "GT2.2" in t.keys("place forecourt-1 trader"), "used up for this round"


@pytest.mark.parametrize("after_workers", [True, False])
def test_gt1_3_a69_a_worker_won_in_the_same_move_is_picked_up_first(after_workers):
    t = Table("trader", trader_after_workers=after_workers)
    t.top("blue-tiger-6")
    t.set(fame=8, fame_marks=1, idle=1, money=1)
    t.levels(fort=4)
    t.dice("b6 b4")
    seat = t.s.seat
    t.play("place quarry-1", "buy blue-tiger-6", "pay b4 b6")
    t.play(next(move for move in t.moves() if move.startswith("lay r0c1")))
    t.roll_on()
    assert t.player(seat).fame == 16
    assert t.player(seat).active == 4
    if after_workers:
        assert t.player(seat).extra["trader"] == "kali"
        assert t.player(seat).idle == 1
    else:
        assert t.moves() == ["swap quarry-1"]
        t.play("swap quarry-1")
        assert t.player(seat).idle == 1
        assert t.player(seat).extra["trader"] == "quarry-1"


def test_gt1_4_the_trader_is_placed_limited_and_counted_like_any_worker():
    t = waiting(players=3)
    seat = t.s.seat
    t.play("place assorted-1 trader")
    t.turn_of(seat)
    assert t.keys("place assorted-2") == ["B9.5"]
    assert t.player(seat).idle == 2 and t.player(seat).active == 3
    assert t.s.spaces[t.game.rules.space_index["assorted-1"]] == seat


def test_gt1_4_occupied_and_unpayable_spaces_are_closed_to_the_trader_too():
    t = waiting()
    seat = t.s.seat
    t.turn_of(1 - seat)
    t.play("place forecourt-1", "reroll")
    t.turn_of(seat)
    t.set(money=0)
    assert t.keys("place forecourt-1 trader") == ["B2.4"]
    assert "B3.2" in t.keys("place quarry-1 trader")
    assert t.keys("place nowhere trader") == ["X.space"]
    assert t.keys("place forecourt-1 gem") == ["X.space"]


def test_gt2_1_in_the_traders_turn_one_die_may_be_set_to_any_value():
    t = waiting(dice="b1")
    assert "place chamber-4 trader" in t.moves()
    assert "place chamber-4" not in t.moves()
    t.play("place chamber-4 trader")
    assert t.moves() == ["pay b1!4"]
    t.play("pay b1!4")
    assert t.s.extra["gem"] == 0


def test_gt2_1_a_plain_workers_turn_sets_nothing():
    t = waiting(dice="b1 g4")
    t.play("place chamber-4")
    assert t.keys("pay b1!4") == ["B4.5-set"]
    assert t.moves() == ["pay g4"]


def test_gt2_1_at_most_one_die():
    t = waiting(dice="b1 b1")
    t.top("blue-tiger-6")
    t.set(money=1)
    t.play("place quarry-1 trader")
    assert "buy blue-tiger-6" not in t.moves(), "6 + 1 is 7, the tile costs 10"
    t.top("blue-tiger-3")
    t.play("buy blue-tiger-3")
    assert t.moves() == ["pay b1 b1!6"]
    assert t.keys("pay b1!6 b1!6") == ["B4.5-set"]


def test_gt2_1_a68_any_payment_of_the_turn_or_only_the_first():
    for anywhere in (True, False):
        t = waiting("ganga", dice="b1 o1", trader_any_payment=anywhere)
        t.s.remember("river", ((1, "ganga-6"),))
        t.lay("orange-tiger-1", "r0c1", 90)
        t.top("orange-tiger-6")
        t.dice("b1 o1")
        t.play("place harbour-1 trader", "pay b1", "sail 1")
        if anywhere:
            t.play("chamber 5", "cover orange-tiger-6 r0c1")
            assert t.moves() == ["pay o1!6"]
        else:
            assert t.pending == "place", "the difference of 6 cannot be paid with a 1"


def test_gt2_1_the_power_ends_with_the_turn():
    t = waiting(dice="b1 g2")
    seat = t.s.seat
    t.play("place forecourt-1 trader", "reroll")
    assert t.s.extra["gem"] == 0
    t.turn_of(seat)
    assert "place chamber-4" not in t.moves()


def test_gt2_1_the_trader_may_be_the_only_one_who_can_place():
    t = waiting(dice="b1", idle=1)
    seat = t.s.seat
    full = [1 - seat] * len(t.s.spaces)
    full[t.game.rules.space_index["chamber-4"]] = -1
    t.s = t.s.copy()
    t.s.spaces = tuple(full)
    assert t.moves() == ["place chamber-4 trader"]
    t.s.agenda = (("turn",), None)
    settle(t.s)
    assert t.pending == "place" and t.s.seat == seat


def test_gt2_2_the_trader_is_used_once_per_round_and_comes_home_with_the_round():
    t = waiting()
    seat = t.s.seat
    t.play("place forecourt-1 trader", "reroll")
    t.turn_of(seat)
    assert t.keys("place assorted-1 trader") == ["GT2.2"]
    assert not [move for move in t.moves() if move.endswith("trader")]
    while t.s.round == 1:
        t.step()
    assert t.player(seat).extra["trader"] == "kali"


def test_gt1_2_with_one_other_worker_left_both_may_go():
    t = waiting(idle=2)
    assert {"place forecourt-1", "place forecourt-1 trader"} <= set(t.moves())
    assert t.keys("place forecourt-1") == []
    assert trader.trader_space(t.me) == ""


def test_gt1_2_when_only_the_trader_is_left_it_is_the_trader_that_is_placed():
    t = waiting(idle=1)
    assert all(move.endswith(" trader") for move in t.with_verb("place"))
    assert t.keys("place forecourt-1") == ["GT1.2"]


def test_ix8_trader_karma_and_ashoka_work_together_on_different_dice():
    t = waiting("tiger", dice="b1 b2 b3")
    t.lay("green-tiger-ashoka", "r0c1", 90)
    t.top("blue-tiger-6")
    t.set(money=1, karma=1)
    t.dice("b1 b2 b3")
    t.play("place quarry-1 trader", "buy blue-tiger-6")
    assert t.judge("pay b1!3 b2>4 b3").ok
    assert t.judge("pay b1!6 b2>4").ok
    assert t.judge("pay b1!5 b2>5").ok
    assert t.keys("pay b1!5 b2>4 b3>4") == ["B15.1-karma"]


def test_ix8_on_one_die_the_traders_value_is_final():
    t = waiting(dice="b1")
    t.set(karma=1)
    t.play("place chamber-4 trader")
    assert t.keys("pay b1!4>3") == ["X.die"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_with_traders_stay_sound(players):
    end, _ = random_game(game_with("trader", players=players), players)
    assert end.over


def test_reasons_are_declared():
    assert {"GT1.2", "GT1.3", "GT2.2"} <= set(trader.REASONS)
