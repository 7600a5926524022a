"""B4: dice, the statue's capacity, the supply."""

from assistant.engine.core.moves import CHANCE
from assistant.engine.rajas.status import status
from assistant.testing.tables import give, judge, keys, legal, play, table

TEN = "b1 b2 b3 g1 g2 g3 o1 o2 o3 p1"
NINE = "b1 b2 b3 g1 g2 g3 o1 o2 o3"


def names(state, seat=0):
    from assistant.engine.rajas.dice import NAMES

    return " ".join(NAMES[die] for die in state.players[seat].dice)


def emptied(state, colour, left=0):
    """The supply with only `left` dice of a colour; the others go to black's statue."""
    index = ["blue", "green", "orange", "purple"].index(colour)
    gone = state.supply[index] - left
    letter = "bgop"[index]
    return give(state, "black", dice=" ".join([f"{letter}1"] * (gone + 1)))


def test_B4_1_a_die_taken_is_rolled_at_once_and_kept():
    game, state = table(4)
    state = give(state, "red", dice="p1")
    taken = play(game, state, "place terrace-orange-1", "take orange")
    assert game.actor(taken) == CHANCE
    assert legal(game, taken) == ["roll o1", "roll o2", "roll o3", "roll o4", "roll o5", "roll o6"]
    assert names(play(game, taken, "roll o4")) == "o4 p1"


def test_B4_1_only_the_dice_due_can_be_taken_and_rolled():
    game, state = table(4)
    state = play(game, state, "place terrace-orange-1")
    assert keys(judge(game, state, "take blue")) == {"B4.1-colour"}
    assert "B4.1-many" in keys(judge(game, state, "take orange orange"))
    assert keys(judge(game, play(game, state, "take orange"), "roll b3")) == {"B4.1-rolled"}
    assert keys(judge(game, state, "take silver")) == {"X.colour"}


def test_B4_2_nobody_holds_more_than_the_statue_can():
    game, state = table(4)
    state = give(state, "red", dice=TEN)
    assert game.rules.capacity(state.players[0]) == 10
    full = play(game, state, "place terrace-orange-1", "return")
    assert legal(game, full) == ["take"]
    assert keys(judge(game, full, "take orange")) == {"B4.2"}


def test_B4_3_an_overflow_is_settled_before_anything_is_rolled():
    game, state = table(4)
    state = give(state, "red", dice=TEN)
    over = play(game, state, "place terrace-orange-1")
    assert game.pending(over) == "overflow"
    assert keys(judge(game, over, "return b1 b2")) == {"B4.3-returned"}
    assert keys(judge(game, over, "return p6")) == {"B3.3-owned"}
    room = play(game, over, "return p1")
    assert room.supply[3] == state.supply[3] + 1
    assert keys(judge(game, room, "take")) == {"B4.3-fewer"}
    assert names(play(game, room, "take orange", "roll o6")) == "b1 b2 b3 g1 g2 g3 o1 o2 o3 o6"


def test_DV_5_with_nine_dice_two_any_mean_take_one_or_return_one():
    game, state = table(4)
    state = give(state, "red", dice=NINE, boat=2)
    at_three = play(game, state, "place harbour-1", "pay b1", "sail 1")
    # One die was paid: eight held, two fit without a question.
    assert game.pending(at_three) == "take"
    state = give(state, "red", dice=TEN, boat=2)
    over = play(game, state, "place harbour-1", "pay b1", "sail 1")
    assert game.pending(over) == "overflow"
    assert "return" in legal(game, over)
    one = play(game, over, "return")
    assert max(len(move.split()) - 1 for move in legal(game, one)) == 1
    two = play(game, over, "return g1")
    assert {len(move.split()) - 1 for move in legal(game, two)} == {2}


def test_B4_3_a_returned_die_can_be_taken_again_in_its_colour():
    game, state = table(4)
    state = emptied(give(state, "red", dice=TEN.replace("p1", "o4"), boat=2), "purple")
    assert state.supply[3] == 0
    over = play(game, state, "place harbour-1", "pay b1", "sail 1", "return o1")
    assert "take orange orange" in legal(game, over)
    assert not any("purple" in move for move in legal(game, over))


def test_B4_3_by_house_rule_any_number_may_be_returned():
    game, state = table(4, free_discard=True)
    state = give(state, "red", dice=TEN)
    over = play(game, state, "place terrace-orange-1")
    assert judge(game, over, "return b1 b2 b3").ok
    strict, state = table(4)
    over = play(strict, give(state, "red", dice=TEN), "place terrace-orange-1")
    assert keys(judge(strict, over, "return b1 b2 b3")) == {"B4.3-returned"}


def test_B4_4_a_colour_not_in_the_supply_cannot_be_taken_and_the_claim_is_void():
    game, state = table(4)
    state = emptied(state, "orange")
    verdict = judge(game, state, "place terrace-orange-1")
    assert verdict.ok
    assert [reason.key for reason in verdict.warnings] == ["B4.4"]
    after = play(game, state, "place terrace-orange-1")
    assert after.seat == 1
    poor = emptied(give(table(4)[1], "red", dice="b1", boat=2), "orange")
    any_colour = play(game, poor, "place harbour-1", "pay b1", "sail 1")
    assert keys(judge(game, any_colour, "take orange")) == {"B4.4"}


def test_DV_6_a_balcony_whose_colour_is_gone_takes_the_die_and_gives_what_is_there():
    game, state = table(4)
    none = emptied(give(state, "red", dice="b3"), "orange")
    after = play(game, none, "place balcony-blue", "pay b3")
    assert names(after) == ""
    assert after.seat == 1
    one = emptied(give(state, "red", dice="b3"), "orange", left=1)
    assert one.supply[2] == 1
    offered = play(game, one, "place balcony-blue", "pay b3")
    assert legal(game, offered) == ["take", "take orange"]


def test_B4_4_by_house_rule_another_colour_may_stand_in():
    game, state = table(4, colour_substitute=True)
    state = emptied(state, "orange")
    after = play(game, state, "place terrace-orange-1")
    assert "take blue" in legal(game, after)


def test_A_03_by_house_rule_a_placement_without_effect_is_refused():
    game, state = table(4, allow_null_action=False)
    state = emptied(give(state, "red", dice="b1 g1"), "orange")
    assert keys(judge(game, state, "place terrace-orange-1")) == {"B4.4"}
    assert "place terrace-orange-1" not in legal(game, state)
    assert keys(judge(game, state, "place balcony-blue")) == {"B4.4"}
    assert keys(judge(game, state, "place assorted-1")) == {"B9.1-none"}
    assert keys(judge(game, state, "place stall-tea")) == {"B9.2-none"}


def test_A_05_by_house_rule_gains_cannot_be_declined():
    game, state = table(4, decline_gains=False)
    assert legal(game, play(game, state, "place terrace-orange-1")) == ["take orange"]
    assert keys(judge(game, play(game, state, "place terrace-orange-1"), "take")) == {"B4.3-fewer"}


def test_A_09_by_house_rule_dice_are_taken_one_by_one():
    game, state = table(4, dice_batch=False)
    state = give(state, "red", dice="b3")
    first = play(game, state, "place balcony-blue", "pay b3", "take orange", "roll o1")
    assert game.pending(first) == "take"
    assert legal(game, first) == ["take", "take orange"]


def test_B4_5_values_change_only_by_reroll_or_karma():
    game, state = table(4)
    state = give(state, "red", dice="b3")
    paying = play(game, state, "place stall-tea")
    assert keys(judge(game, paying, "pay b3!6")) == {"B4.5-set"}
    assert judge(game, paying, "pay b3>4").ok


def test_B4_6_supply_and_statues_always_hold_twelve_of_a_colour():
    game, state = table(4)
    assert status(state) == []
    wrong = state.copy()
    wrong.supply = (9, *state.supply[1:])
    (defect,) = status(wrong)
    assert (defect.rule, defect.fact("colour"), defect.fact("count")) == ("B4.6", "blue", 13)
    rolling = play(game, state, "place terrace-orange-1", "take orange")
    assert status(rolling) == []
