"""B11: chambers. B12: the Master Builder."""

from assistant.testing.tables import give, judge, keys, lay, legal, play, rules_broken, show, table


def chamber(number, dice, **more):
    game, state = table(4)
    state = give(state, "red", dice=dice, money=0, **more)
    return game, play(game, state, f"place chamber-{number}")


def test_B11_1_a_chamber_costs_one_die_of_exactly_its_value():
    game, state = chamber(3, "b3 g3 o4 p1", karma=1)
    assert legal(game, state) == ["pay b3", "pay g3", "pay o4>3"]
    assert keys(judge(game, state, "pay p1")) == {"B11.1-value"}
    assert keys(judge(game, state, "pay b3 g3")) == {"B11.1-one"}
    none = give(table(4)[1], "red", dice="b1", karma=0)
    assert rules_broken(game, none, "place chamber-3") == {"B11.1"}


def test_B11_2_the_great_mogul_gives_two_fame_and_the_elephant_at_the_end_of_the_round():
    game, state = chamber(1, "b1", idle=1)
    after = play(game, state, "pay b1")
    assert after.players[0].fame == 2
    assert after.mogul == 0
    assert after.start == state.start


def test_B11_3_the_dancer_gives_two_dice_then_a_white_tile():
    game, state = chamber(2, "b2")
    after = play(game, state, "pay b2", "take blue purple", "roll b1 p1")
    assert game.pending(after) == "draw"
    assert len(legal(game, after)) == 8
    drawn = play(game, after, "draw white-3")
    assert drawn.players[0].money == 3
    assert len(drawn.pile) == 7
    assert len(drawn.aside) == 1
    assert keys(judge(game, after, "draw white-99")) == {"B11.3-pile"}


def test_B11_4_white_tiles_give_a_die_money_an_upgrade_or_karma():
    game, _ = table(4)
    kinds = {part[0] for tile in game.rules.white for part in tile.reward}
    assert kinds == {"dice", "money", "upgrade", "karma"}


def test_B11_5_the_used_pile_is_shuffled_again_when_it_is_empty():
    game, state = chamber(2, "b2")
    state = state.copy()
    state.pile, state.aside = (), state.pile
    after = play(game, state, "pay b2", "take")
    assert len(legal(game, after)) == 8
    assert after.aside == ()


def test_B11_6_the_yogi_gives_two_karma_and_a_die():
    game, state = chamber(3, "b3", karma=0)
    after = play(game, state, "pay b3", "karma 2", "take green", "roll g5")
    assert after.players[0].karma == 2
    assert after.players[0].dice == (10,)


def test_B11_7_raja_man_singh_gives_three_money_and_an_upgrade():
    game, state = chamber(4, "b4")
    after = play(game, state, "pay b4", "upgrade fort")
    assert after.players[0].money == 3
    assert after.players[0].levels == (0, 0, 1, 0)


def test_A_43_the_order_is_the_players_where_it_can_matter():
    game, state = chamber(4, "b4")
    state = give(state, "red", money=10)
    after = play(game, state, "pay b4")
    assert legal(game, after) == ["first money", "first upgrade"]
    assert game.pending(play(game, after, "first upgrade")) == "upgrade?"
    printed, state = table(4, reward_order="printed")
    state = give(state, "red", dice="b4", money=10)
    assert printed.pending(play(printed, state, "place chamber-4", "pay b4")) == "sail"


def test_B11_8_the_portuguese_sails_exactly_six_free_spaces():
    game, state = chamber(6, "b6")
    paid = play(game, state, "pay b6")
    assert legal(game, paid) == ["sail 6"]
    assert keys(judge(game, paid, "sail 5")) == {"B13.3-distance"}
    assert play(game, paid, "sail 6").players[0].boat == 6


def test_DV_7_and_B11_9_the_portuguese_needs_six_spaces_ahead():
    game, state = table(4)
    state = give(state, "red", dice="b6", boat=24, karma=0)
    assert judge(game, state, "place chamber-6").ok
    assert play(game, state, "place chamber-6", "pay b6", "sail 6").players[0].boat == 30
    assert keys(judge(game, give(state, "red", boat=25), "place chamber-6")) == {"B11.9"}
    blocked = give(state, "yellow", boat=27)
    assert keys(judge(game, blocked, "place chamber-6")) == {"B11.9"}


def test_A_23_by_house_rule_the_portuguese_may_move_less():
    game, state = table(4, portuguese_partial=True)
    state = give(state, "red", dice="b6", boat=27)
    assert legal(game, play(game, state, "place chamber-6", "pay b6")) == ["sail 3"]


ORANGE_4, PURPLE_6 = "orange-cow-2", "purple-snake-2"


def builder(dice, target=ORANGE_4, rotation=180, new=PURPLE_6, **more):
    """An orange 4 below the residence, a purple 6 on display, and the chamber die to pay."""
    game, state = table(4)
    state = lay(state, "red", "r1c2", target, rotation)
    state = give(show(state, new), "red", dice=dice, money=0, karma=0, **more)
    return game, state


def test_EX_11_a_purple_two_is_enough_for_a_purple_six_on_an_orange_four():
    game, state = builder("g5 p2 o6")
    paying = play(game, state, "place chamber-5", "pay g5", f"cover {PURPLE_6} r1c2")
    assert legal(game, paying) == ["pay p2"]
    assert keys(judge(game, paying, "pay o6")) == {"B12.3-colour", "B12.3-sum"}
    game, state = builder("g5 p1 o6 p6")
    paying = play(game, state, "place chamber-5", "pay g5", f"cover {PURPLE_6} r1c2")
    assert keys(judge(game, paying, "pay p1")) == {"B12.3-sum"}


def test_B12_1_a_display_tile_goes_on_an_own_tile_without_fee():
    game, state = builder("g5 p2")
    covering = play(game, state, "place chamber-5", "pay g5")
    assert legal(game, covering) == [f"cover {PURPLE_6} r1c2"]
    assert keys(judge(game, covering, f"cover {PURPLE_6} r0c1")) == {"B12.1"}
    assert keys(judge(game, covering, "cover ruby r1c2")) == {"X.tile"}
    assert keys(judge(game, covering, f"cover {PURPLE_6} r9c9")) == {"X.cell"}
    laying = play(game, covering, f"cover {PURPLE_6} r1c2", "pay p2")
    assert keys(judge(game, laying, "lay r0c1 0")) == {"B12.1-other"}


def test_B12_2_the_new_tile_must_be_strictly_dearer():
    game, state = builder("g5 p6 b6", target="orange-snake-2", rotation=0)
    covering = play(game, give(state, "red", dice="g5 p6 p6 p6"), "place chamber-5", "pay g5")
    assert keys(judge(game, covering, f"cover {PURPLE_6} r1c2")) == {"B12.2"}


def test_B12_3_at_least_one_die_of_the_new_colour():
    game, state = builder("g5 p1 p1")
    paying = play(game, state, "place chamber-5", "pay g5", f"cover {PURPLE_6} r1c2")
    assert legal(game, paying) == ["pay p1 p1"]
    assert keys(judge(game, paying, "pay")) == {"B12.3-sum"}


def test_B12_3_the_difference_must_be_affordable():
    game, state = builder("g5 p1 o6")
    state = show(state, "orange-tiger-2")
    covering = play(game, state, "place chamber-5", "pay g5")
    assert "B12.3-short" in keys(judge(game, covering, f"cover {PURPLE_6} r1c2"))


def test_B12_4_every_tile_must_keep_its_road_home():
    game, state = builder("g5 p2", target="orange-snake-1", rotation=0)
    state = lay(state, "red", "r2c2", "green-cow-1", 0)
    # The straight below hangs on this cell: the new straight must run north to south.
    laying = play(game, state, "place chamber-5", "pay g5", f"cover {PURPLE_6} r1c2", "pay p2")
    assert legal(game, laying) == ["lay r1c2 0", "lay r1c2 180"]
    assert keys(judge(game, laying, "lay r1c2 90")) == {"B12.4"}


def test_B12_5_the_new_tile_is_scored_in_full():
    game, state = builder("g5 p2", levels={"temple": 3})
    laying = play(game, state, "place chamber-5", "pay g5", f"cover {PURPLE_6} r1c2", "pay p2", "lay r1c2 0")
    after = play(game, laying, legal(game, laying)[0])
    assert (after.players[0].fame, after.players[0].money) == (3, 2)


def test_B12_6_no_edge_yield_is_gained():
    game, state = table(4)
    for cell, tile, rotation in (("r0c1", "green-cow-1", 90), ("r0c0", "green-cow-3", 90)):
        state = lay(state, "red", cell, tile, rotation)
    state = give(show(state, "purple-snake-5"), "red", dice="g5 p6", money=0, karma=0)
    laying = play(game, state, "place chamber-5", "pay g5", "cover purple-snake-5 r0c0", "pay p6", "lay r0c0 0")
    after = play(game, laying, legal(game, laying)[0])
    assert after.players[0].yields == 0
    assert after.seat == 1


def test_B12_7_at_most_two_tiles_lie_on_a_cell():
    game, state = builder("g5 p2")
    state = lay(state, "red", "r1c2", "green-cow-3", 0)
    assert state.players[0].under[game.rules.maps[0].index["r1c2"]]
    assert "B12.9" in rules_broken(game, state, "place chamber-5")
    tall, other = table(4, overbuild_height=3)
    other = lay(lay(other, "red", "r1c2", "green-cow-1", 0), "red", "r1c2", ORANGE_4, 180)
    other = give(show(other, PURPLE_6), "red", dice="g5 p2")
    assert judge(tall, other, "place chamber-5").ok


def test_B12_8_what_is_covered_no_longer_counts():
    game, state = builder("g5 p2")
    assert state.players[0].markets == (2,)
    laying = play(game, state, "place chamber-5", "pay g5", f"cover {PURPLE_6} r1c2", "pay p2", "lay r1c2 0")
    assert laying.players[0].markets == (12,)


def test_A_35_by_house_rule_covered_markets_count():
    game, state = table(4, count_covered=True)
    state = lay(lay(state, "red", "r1c2", "green-cow-1", 0), "red", "r1c2", "orange-snake-1", 0)
    state = give(state, "red", dice="b1", boat=5, money=0)
    assert play(game, state, "place harbour-1", "pay b1", "sail 1").players[0].money == 2


def test_B12_9_without_tile_or_dice_the_chamber_cannot_be_chosen():
    game, state = builder("g5")
    assert rules_broken(game, state, "place chamber-5") == {"B12.9"}
    game, state = builder("p5")
    # The only purple die is the chamber die.
    assert rules_broken(game, state, "place chamber-5") == {"B12.9"}
    # Only a ten can cover a nine, and the only ten on display is purple: the purple die must be kept for it.
    game, state = builder("p5 g5", target="orange-cow-5", rotation=0, new="purple-tiger-6")
    state = show(show(show(state, "green-tiger-1"), "blue-tiger-1"), "orange-tiger-1")
    paying = play(game, state, "place chamber-5")
    assert legal(game, paying) == ["pay g5"]
    assert keys(judge(game, paying, "pay p5")) == {"B12.9"}
