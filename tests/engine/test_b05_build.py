"""B5: the build action."""

from assistant.testing.tables import give, judge, keys, lay, legal, play, rules_broken, show, table

BLUE_7 = "blue-snake-3"
ORANGE_9 = "orange-cow-5"


def buying(dice, tile=BLUE_7, money=9, **more):
    game, state = table(4)
    state = give(show(state, tile), "red", dice=dice, money=money, **more)
    return game, play(game, state, "place quarry-1")


def test_B5_1_the_fee_of_a_quarry_space_is_between_one_and_four():
    for players in (2, 3, 4):
        fees = {space.fee for space in table(players)[0].rules.spaces if space.area == "quarry"}
        assert fees <= {1, 2, 3, 4}
    _, state = buying("b6 b6")
    assert state.players[0].money == 8


def test_B5_2_exactly_one_tile_on_top_is_bought():
    game, state = buying("b6 b6 b6 b6")
    after = play(game, state, f"buy {BLUE_7}")
    assert game.pending(after) == "pay"
    assert keys(judge(game, after, f"buy {BLUE_7}")) == {"X.phase"}
    assert keys(judge(game, state, "buy blue-cow-99")) == {"X.tile"}


def test_EX_1_three_and_five_pay_seven_without_change():
    game, state = buying("b3 b5", karma=0)
    paying = play(game, state, f"buy {BLUE_7}")
    assert legal(game, paying) == ["pay b3 b5"]
    after = play(game, paying, "pay b3 b5")
    assert after.players[0].dice == ()
    game, state = buying("b3 b5 b3", karma=0)
    verdict = judge(game, play(game, state, f"buy {BLUE_7}"), "pay b3 b3")
    (reason,) = verdict.reasons
    assert reason.key == "B5.3-sum"
    assert (reason.fact("addends"), reason.fact("total"), reason.fact("need")) == ("3 + 3", 6, 7)


def test_EX_2_an_orange_nine_costs_the_fee_and_two_dice():
    game, state = table(4)
    state = give(show(lay(state, "red", "r1c2", "green-tiger-2", 180), ORANGE_9), "red", dice="o4 o5", money=3, karma=0)
    after = play(game, state, "place quarry-1", f"buy {ORANGE_9}", "pay o4 o5")
    assert after.players[0].money == 2
    assert after.supply[2] == state.supply[2] + 2
    cell = legal(game, after)[0]
    laid = play(game, after, cell)
    assert ORANGE_9 in {game.rules.tiles[code // 4].id for code in laid.players[0].laid if code >= 0}


def test_B5_3_only_dice_of_the_tiles_colour_count():
    game, state = buying("b6 b6 g6")
    paying = play(game, state, f"buy {BLUE_7}")
    assert keys(judge(game, paying, "pay b6 g6")) == {"B5.3-colour", "B5.3-sum"}
    assert keys(judge(game, paying, "pay")) == {"B5.3-sum"}


def test_B5_3_a_tile_that_cannot_be_paid_is_refused_with_the_best_sum():
    game, state = buying("b1 b2 g6 g6", karma=0)
    verdict = judge(game, state, f"buy {BLUE_7}")
    (reason,) = verdict.reasons
    assert (reason.key, reason.fact("best"), reason.fact("need")) == ("B5.3-short", 3, 7)


def test_B5_4_overpaying_is_legal_and_gives_no_change():
    game, state = buying("b6 b6 b1", karma=0)
    paying = play(game, state, f"buy {BLUE_7}")
    assert legal(game, paying) == ["pay b1 b6", "pay b6 b6"]
    verdict = judge(game, paying, "pay b1 b6 b6")
    assert verdict.ok
    assert [warning.key for warning in verdict.warnings] == ["B5.4-superfluous"]
    assert play(game, paying, "pay b1 b6 b6").players[0].dice == ()


def test_A_14_by_house_rule_superfluous_dice_are_refused():
    game, state = table(4, superfluous_dice=False)
    state = give(show(state, BLUE_7), "red", dice="b6 b6 b1", money=9, karma=0)
    paying = play(game, state, "place quarry-1", f"buy {BLUE_7}")
    assert keys(judge(game, paying, "pay b1 b6 b6")) == {"B5.4-superfluous"}


def test_B5_5_a_bought_tile_is_laid_at_once():
    game, state = buying("b6 b6")
    after = play(game, state, f"buy {BLUE_7}", "pay b6 b6")
    assert game.pending(after) == "lay"
    assert {move.split()[0] for move in legal(game, after)} == {"lay"}


def test_B5_6_the_tile_below_becomes_available_and_an_empty_stack_stays_empty():
    game, state = buying("b6 b6")
    after = play(game, state, f"buy {BLUE_7}", "pay b6 b6", "lay r1c2 0")
    assert game.pending(after) == "reveal"
    hidden = legal(game, after)
    assert len(hidden) == 4
    shown = play(game, after, hidden[2])
    assert hidden[2].split()[2] in {game.rules.tiles[top].id for top, _ in shown.stacks if top >= 0}


def test_B5_6_the_last_tile_of_a_stack_leaves_nothing():
    game, state = table(4)
    for number, cell in enumerate(("r0c1", "r0c3", "r1c2", "r0c0"), 1):
        if f"blue-snake-{number}" != BLUE_7:
            state = lay(state, "yellow", cell, f"blue-snake-{number}")
    state = lay(state, "yellow", "r0c4", "blue-snake-5")
    state = give(state, "red", dice="b6 b6", money=9)
    after = play(game, state, "place quarry-1", f"buy {BLUE_7}", "pay b6 b6", "lay r1c2 0")
    assert after.stacks[game.rules.stack_index["blue-snake"]] == (-1, ())


def test_B5_6_while_nobody_has_said_which_tile_is_on_top_any_of_the_stack_may_be_it():
    game, state = buying("b6 b6")
    after = play(game, state, f"buy {BLUE_7}", "pay b6 b6", "lay r1c2 0", "reveal blue-snake unknown")
    rich = give(after, "yellow", dice="b6 b6", money=9)
    rich = play(game, rich, "place quarry-2")
    assert {"buy blue-snake-1", "buy blue-snake-4"} <= set(legal(game, rich))
    assert keys(judge(game, rich, f"buy {BLUE_7}")) == {"B1.4"}


def test_B5_7_without_an_affordable_tile_the_quarry_is_closed():
    game, state = table(4)
    state = give(state, "red", dice="b1", money=9, karma=0)
    assert rules_broken(game, state, "place quarry-1") == {"B5.7"}
    assert "place quarry-1" not in legal(game, state)


def test_B5_7_without_a_legal_cell_the_quarry_is_closed():
    game, state = table(4)
    state = lay(state, "red", "r0c1", "blue-cow-1", 90)
    state = lay(state, "red", "r0c3", "green-cow-1", 0)
    state = lay(state, "red", "r1c2", "green-cow-3", 0)
    board = game.rules.map_of(state.players[0])
    if any(board.network(state.players[0].laid).open):
        # Turn the three tiles so that every road runs into a wall of the board or a roadless side.
        state = give(state, "red", laid=tuple(code if code < 0 else code // 4 * 4 for code in state.players[0].laid))
    blocked = give(state, "red", laid=(0,) * len(board.cells), dice="b6 b6", money=9)
    assert keys(judge(game, blocked, "place quarry-1")) == {"B5.7-full"}


def test_B5_8_order_of_a_build():
    game, state = table(4)
    state = give(show(state, "blue-tiger-2"), "red", dice="b5", money=9, karma=0)
    seen = []
    for move in ("place quarry-1", "buy blue-tiger-2", "pay b5", "lay r1c2 0"):
        state = play(game, state, move)
        seen.append((game.pending(state), state.players[0].money, len(state.players[0].dice), state.players[0].fame))
    assert seen == [("buy", 8, 1, 0), ("pay", 8, 1, 0), ("lay", 8, 0, 0), ("reveal", 8, 0, 0)]
    assert play(game, state, legal(game, state)[0]).players[0].fame == 2
