"""B3: costs."""

from assistant.testing.tables import give, judge, keys, legal, play, rules_broken, show, table, tile_like


def test_B3_1_the_printed_cost_is_asked():
    game, state = table(4)
    state = give(state, "red", dice="b1", money=5)
    fee = game.rules.spaces[game.rules.space_index["harbour-1"]].fee
    after = play(game, state, "place harbour-1")
    assert after.players[0].money == 5 - fee
    assert game.pending(after) == "pay"


def test_B3_2_a_fee_above_the_own_money_is_refused():
    game, state = table(4)
    state = give(state, "red", dice="b6 b6 b6", money=0)
    verdict = judge(game, state, "place quarry-1")
    assert keys(verdict) == {"B3.2"}
    assert dict(verdict.reasons[0].facts) == {"fee": 1, "money": 0}
    assert "place quarry-1" not in legal(game, state)


def test_B3_2_each_coin_moves_the_marker_back_one():
    game, state = table(4)
    state = give(state, "red", dice="b6 b6 b6", money=4)
    assert play(game, state, "place quarry-1").players[0].money == 3


def test_B3_3_missing_dice_make_the_placement_illegal():
    game, state = table(4)
    state = give(state, "red", dice="g6", karma=0, money=9)
    assert rules_broken(game, state, "place balcony-blue") == {"B10.3"}
    assert rules_broken(game, state, "place chamber-1") == {"B11.1"}
    paying = play(game, give(state, "red", dice="b2"), "place balcony-blue")
    assert keys(judge(game, paying, "pay b3")) == {"B3.3-owned"}
    assert "B3.3-twice" in keys(judge(game, paying, "pay b2 b2"))


def test_B3_4_paid_dice_return_to_the_supply_at_once():
    game, state = table(4)
    state = give(state, "red", dice="b2")
    before = state.supply
    after = play(game, state, "place balcony-blue", "pay b2")
    assert after.supply[0] == before[0] + 1
    assert after.players[0].dice == ()


def test_B3_5_only_quarry_and_harbour_charge_money():
    for players in (2, 3, 4):
        game, _ = table(players)
        charging = {space.area for space in game.rules.spaces if space.fee}
        assert charging == {"quarry", "harbour"}


def test_B3_6_moving_backwards_triggers_nothing_and_takes_nothing_back():
    game, state = table(4)
    tile = tile_like(game, colour="blue", animal="cow")
    state = give(show(state, tile), "red", dice="b6 b6 b6", money=20, active=4, idle=2, bonus=1, waiting=5)
    after = play(game, state, "place quarry-1")
    player = after.players[0]
    assert player.money == 19
    assert (player.active, player.bonus) == (4, 1)
