"""B9: market place. B10: terraces and balconies."""

import pytest

from assistant.testing.tables import give, judge, keys, lay, legal, play, rules_broken, table

# EX-6 and EX-7: three teas that add up to 7 (2, 2, 3) and one silk of 2.
TEAS = (("r1c2", "green-cow-1", 0), ("r0c1", "blue-cow-2", 90), ("r0c3", "purple-snake-5", 0))
SILK = ("r2c2", "purple-cow-1", 0)


def province(game, state, tiles=(*TEAS, SILK)):
    for cell, tile, rotation in tiles:
        state = lay(state, "red", cell, tile, rotation)
    return state


def market(**house):
    game, state = table(4, **house)
    return game, give(province(game, state), "red", dice="b4", money=0, karma=0)


def test_EX_6_assorted_goods_score_one_tea_and_one_silk():
    game, state = market()
    assert state.players[0].markets == (2, 12, 12, 13)
    choosing = play(game, state, "place assorted-1")
    after = play(game, choosing, "score silk2 tea3")
    assert after.players[0].money == 5


def test_EX_7_a_four_scores_all_three_teas():
    game, state = market()
    after = play(game, state, "place stall-tea", "pay b4", "score tea2 tea2 tea3")
    assert after.players[0].money == 7
    assert after.players[0].dice == ()


def test_B9_1_at_most_one_market_of_each_good_and_fewer_if_the_player_likes():
    game, state = market()
    choosing = play(game, state, "place assorted-1")
    assert legal(game, choosing) == [
        "score",
        "score silk2",
        "score silk2 tea2",
        "score silk2 tea3",
        "score tea2",
        "score tea3",
    ]
    assert keys(judge(game, choosing, "score tea2 tea3")) == {"B9.1-same"}
    assert play(game, choosing, "score").players[0].money == 0
    assert keys(judge(game, choosing, "score gold4")) == {"X.market"}


def test_B9_2_one_die_and_up_to_as_many_markets_of_one_good_as_it_shows():
    game, state = market()
    state = give(state, "red", dice="b2")
    choosing = play(game, state, "place stall-tea", "pay b2")
    assert keys(judge(game, choosing, "score tea2 tea2 tea3")) == {"B9.2-many"}
    assert keys(judge(game, choosing, "score silk2 tea2")) == {"B9.2-good"}
    assert play(game, choosing, "score tea2 tea3").players[0].money == 5
    assert rules_broken(game, give(state, "red", dice=""), "place stall-tea") == {"B9.2"}


def test_B9_3_each_scored_market_pays_its_money():
    game, state = market()
    after = play(game, state, "place stall-silk", "pay b4", "score silk2")
    assert after.players[0].money == 2


def test_B9_4_a_market_is_scored_once_and_a_covered_one_never():
    game, state = market()
    choosing = play(game, state, "place stall-tea", "pay b4")
    assert keys(judge(game, choosing, "score tea3 tea3")) == {"B9.4"}
    covered = lay(state, "red", "r0c1", "orange-tiger-2", 90)
    assert covered.players[0].markets == (2, 12, 13)
    assert keys(judge(game, play(game, covered, "place stall-tea", "pay b4"), "score tea2 tea2")) == {"B9.4"}


def test_EX_8_and_B9_5_one_assorted_space_per_round_with_three_or_four_players():
    game, state = market()
    state = give(state, "red", assorted=1)
    assert keys(judge(game, state, "place assorted-2")) == {"B9.5"}
    assert judge(game, state, "place stall-tea").ok
    after = play(game, give(state, "red", assorted=0), "place assorted-1", "score")
    assert after.players[0].assorted == 1


def test_B9_6_each_stall_has_its_good():
    game, state = market()
    choosing = play(game, state, "place stall-silk", "pay b4")
    assert keys(judge(game, choosing, "score tea2")) == {"B9.2-good"}


def test_A_33_by_house_rule_a_stall_scores_any_good():
    game, state = market(stall_fixed=False)
    choosing = play(game, state, "place stall-silk", "pay b4")
    assert judge(game, choosing, "score tea2 tea3").ok


def test_a_market_without_markets_is_allowed_with_a_warning():
    game, state = table(4)
    verdict = judge(game, state, "place assorted-1")
    assert verdict.ok
    assert [warning.key for warning in verdict.warnings] == ["B9.1-none"]
    assert play(game, state, "place assorted-1").seat == 1


def test_B10_1_the_forecourt_gives_two_money_then_a_reroll():
    game, state = table(4)
    state = give(state, "red", dice="b1 b1 o3", money=1)
    after = play(game, state, "place forecourt-1")
    assert after.players[0].money == 3
    assert legal(game, after) == [
        "reroll", "reroll b1", "reroll b1 b1", "reroll b1 b1 o3", "reroll b1 o3", "reroll o3",
    ]  # fmt: skip
    rolling = play(game, after, "reroll b1 o3")
    assert legal(game, rolling)[0] == "roll b1 o1"
    assert len(legal(game, rolling)) == 36
    assert play(game, rolling, "roll b6 o6").players[0].dice == (0, 5, 17)
    assert keys(judge(game, after, "reroll g1")) == {"B3.3-owned"}


def test_A_13_by_house_rule_dice_may_be_rerolled_twice():
    game, state = table(4, reroll_times=2)
    state = give(state, "red", dice="b1")
    again = play(game, state, "place forecourt-1", "reroll b1", "roll b2")
    assert game.pending(again) == "reroll?"
    assert play(game, again, "reroll b2", "roll b3").seat == 1


def test_EX_9_and_B10_2_a_high_terrace_gives_one_die_of_its_colour():
    game, state = table(4)
    state = give(state, "red", dice="")
    after = play(game, state, "place terrace-orange-2", "take orange", "roll o3")
    assert after.players[0].dice == (14,)


def test_EX_10_and_B10_3_a_balcony_trades_one_die_for_two():
    game, state = table(4)
    state = give(state, "red", dice="b1")
    paying = play(game, state, "place balcony-blue")
    assert legal(game, paying) == ["pay b1"]
    verdict = judge(game, paying, "pay b1>6")
    assert verdict.ok
    assert [warning.key for warning in verdict.warnings] == ["B15.2-pointless"]
    after = play(game, paying, "pay b1", "take orange orange", "roll o2 o5")
    assert after.players[0].dice == (13, 16)
    assert after.supply[0] == state.supply[0] + 1
    assert keys(judge(game, play(game, give(state, "red", dice="b1 g2"), "place balcony-blue"), "pay g2")) == {
        "B10.3-colour"
    }


@pytest.mark.parametrize(
    ("given", "taken"), [("blue", "orange"), ("orange", "purple"), ("purple", "green"), ("green", "blue")]
)
def test_B10_4_the_four_balconies(given, taken):
    game, state = table(4)
    state = give(state, "red", dice=f"{given[0]}2")
    after = play(game, state, f"place balcony-{given}", f"pay {given[0]}2")
    assert legal(game, after)[-1] == f"take {taken} {taken}"
