"""What is asked and what is not: only what distinguishes, in few words, and nothing nobody would have done."""

from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import pytest

from assistant.app.bench.table import ALL_MODULES
from assistant.app.evening import Evening, Habits
from assistant.editions import load_edition
from assistant.engine.core.moves import Move, parse_move
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.setup import Setup, seats_for
from assistant.sim.robots import Turn, _cheaper
from assistant.table.options import ANYTHING, SENSIBLE, Options
from assistant.table.propose import Budget, Explanation, after_unseen_turns, propose
from assistant.table.questions import MOST_CHOICES, ask
from assistant.table.snapshot import picture_of, table_key
from assistant.table.watch import Watch
from tests.table.test_propose import seen_after

LONG = Budget(seconds=20.0)


def game_of(modules: tuple[str, ...]) -> RajasGame:
    return RajasGame(load_edition(), Setup(seats_for(4), modules))


@pytest.fixture(scope="module", params=["base", "all modules"])
def played(request: pytest.FixtureRequest) -> tuple[RajasGame, list[Turn]]:
    """Fifty turns of a game, thought through without a camera."""
    modules = () if request.param == "base" else ALL_MODULES
    evening = Evening(3, 4, modules)
    state, found = evening.truth, []
    while len(found) < 50 and not state.over:
        found.append(evening.player.turn(state))
        state = found[-1].after
    return game_of(modules), found


def test_answers_differ_in_their_words_and_stay_short(played: tuple[RajasGame, list[Turn]]) -> None:
    game, turns = played
    asked = 0
    for turn in turns:
        found = propose(game, turn.before, seen_after(turn), LONG).found
        if len(found) < 2:
            continue
        asked += 1
        choices = ask(game, turn.before, found, 1).choices
        words = [dict(choice.facts) for choice in choices]
        assert 1 <= len(choices) <= MOST_CHOICES
        assert len({(one["word"], one["then"]) for one in words}) == len(choices)
        assert all(len(f"{one['word']} {one['then']}".split()) <= 6 for one in words)
    assert asked > 5


def test_two_answers_that_differ_in_one_word_show_only_that_word() -> None:
    game = game_of(())
    evening = Evening(3, 4)
    states = [turn.before for turn in _turns(evening, 20)]
    for state in states:
        for move in game.legal_moves(state):
            if move != Move("place", ("chamber-4",)):
                continue
            paid = game.apply(state, move)
            four = next((one for one in game.legal_moves(paid) if len(one.args) == 1 and one.args[0][1:] == "4"), None)
            if four is None:
                continue
            after = game.apply(paid, four)
            lines = [(move, four, upgrade) for upgrade in game.legal_moves(after) if upgrade.verb == "upgrade"]
            found = [Explanation(line, game.apply(after, line[-1])) for line in lines]
            question = ask(game, state, found, 1)
            assert question.key == "ask-upgrade"
            assert {dict(choice.facts)["word"] for choice in question.choices} <= {"temple", "palace", "fort", "mill"}
            assert all(choice.key == "choose-move" for choice in question.choices)
            return
    raise AssertionError("nobody could go to chamber 4")


def _turns(evening: Evening, count: int) -> list[Turn]:
    state, found = evening.truth, []
    while len(found) < count and not state.over:
        found.append(evening.player.turn(state))
        state = found[-1].after
    return found


def test_a_trader_is_not_believed_to_be_wasted(played: tuple[RajasGame, list[Turn]]) -> None:
    """A trader whose die is not set, placed although a plain worker is left, is neither offered nor recorded."""
    game, turns = played
    for turn in turns:
        for one in propose(game, turn.before, seen_after(turn), LONG).found:
            first = one.moves[0]
            if first.verb != "place" or len(first.args) < 2:
                continue
            uses = any("!" in word for move in one.moves if move.verb == "pay" for word in move.args)
            assert uses or Move("place", first.args[:1]) not in game.legal_moves(turn.before)


def test_karma_spent_on_the_very_same_dice_for_nothing_is_not_offered(played: tuple[RajasGame, list[Turn]]) -> None:
    game, turns = played
    for turn in turns:
        found = propose(game, turn.before, seen_after(turn), LONG).found
        plain = [tuple(word[:2] if move.verb == "pay" else word for move in one.moves for word in str(move).split())
                 for one in found]  # fmt: skip
        karma = [sum(player.karma for player in one.state.players) for one in found]
        for number, line in enumerate(plain):
            twins = [karma[other] for other, one in enumerate(plain) if one == line]
            traders = {str(found[number].moves[0])}
            assert karma[number] == max(twins) or len(traders) > 1 or "!" in str(found[number].moves)


def pairs_with_unseen_first(turns: list[Turn]) -> list[tuple[Turn, Turn]]:
    """Two turns of one round of which the first left nothing to see."""
    return [
        (first, second)
        for first, second in pairwise(turns)
        if picture_of(first.before) == picture_of(first.after)
        and picture_of(second.before) != picture_of(second.after)
        and first.before.round == second.after.round
        and first.before.seat != second.before.seat
    ]


@pytest.mark.parametrize("played", ["base"], indirect=True)
def test_a_turn_nobody_could_see_is_asked_about_with_the_next(played: tuple[RajasGame, list[Turn]]) -> None:
    game, turns = played
    pairs = pairs_with_unseen_first(turns)
    assert pairs
    for first, second in pairs:
        kept = seen_after(second)
        found = propose(game, first.before, kept, replace(LONG, steps=200_000)).found
        assert table_key(second.after) in [table_key(one.state) for one in found]
        question = ask(game, first.before, found, 1)
        for choice in question.choices:
            state = first.before
            for text in choice.moves:
                assert game.judge(state, parse_move(text)).ok
                state = game.apply(state, parse_move(text))


def test_who_seems_to_move_too_early_is_judged_after_the_turn_that_left_no_trace(
    played: tuple[RajasGame, list[Turn]],
) -> None:
    game, turns = played
    for first, second in pairs_with_unseen_first(turns):
        later = after_unseen_turns(game, first.before, seen_after(second), LONG)
        assert later is not None
        assert later.seat == second.before.seat
        assert later.turn > first.before.turn


def pairs_around_the_end_of_a_round(seed: int) -> list[tuple[Turn, Turn]]:
    """The last turn of a round and the first of the next, where that begins with the seat before."""
    evening = Evening(seed, 4)
    state, turns = evening.truth, []
    while not state.over:
        turns.append(evening.player.turn(state))
        state = turns[-1].after
    return [
        (first, second)
        for first, second in pairwise(turns)
        if first.before.round != second.before.round
        and (second.before.seat - first.before.seat) % 4 == 3
        and picture_of(second.before) != picture_of(second.after)
    ]


def test_who_begins_the_next_round_is_thought_of_although_far_away_in_the_order_of_this_one() -> None:
    game = game_of(())
    pairs = pairs_around_the_end_of_a_round(9)
    assert pairs
    for first, second in pairs:
        budget = Budget(seconds=20.0, steps=200_000, turns=3)
        found = propose(game, first.before, picture_of(second.after), budget).found
        assert table_key(second.after) in [table_key(one.state) for one in found]


def test_people_who_play_on_are_understood_with_fewer_taps() -> None:
    """The same evening with spaces tapped at once needs more taps, and both records are true."""
    taps, told = [], []
    for play_on in (0, 2):
        evening = Evening(12, 4)
        evening.habits = Habits(play_on=play_on)
        figures = evening.play(36)
        assert figures.wrong_states == 0
        assert sum(figures.taps_on.values()) == figures.taps
        taps.append(figures.taps)
        told.append(figures.taps_on["tap-place"])
    assert taps[1] < taps[0]
    assert told[1] < told[0]


def upgrades_or_stalls(game: RajasGame, stalls_better_by: int) -> list[Explanation]:
    """Four upgrades after one space, and three other spaces that bring so much more fame."""
    state = Evening(3, 4).truth
    better = state.copy()
    better.edit(state.seat).fame += stalls_better_by
    place, pay = Move("place", ("chamber-4",)), Move("pay", ("b4",))
    upgrades = [Move("upgrade", (name,)) for name in ("temple", "palace", "fort", "mill")]
    found = [Explanation((place, pay, upgrade), state) for upgrade in upgrades]
    return found + [Explanation((Move("place", (f"stall-{good}",)), pay), better) for good in ("silk", "tea", "spices")]


def test_a_space_is_not_likelier_because_more_can_follow_there() -> None:
    """Each upgrade counted as a likelihood of its own would fill the answers with upgrades."""
    game = game_of(())
    found = upgrades_or_stalls(game, 1)
    question = ask(game, found[0].state, found, 1)
    spaces = ("chamber-4", "stall-silk", "stall-tea", "stall-spices")
    assert {choice.moves[0] for choice in question.choices} == {f"place {one}" for one in spaces}
    assert len(question.choices) == MOST_CHOICES


def test_what_would_be_asked_about_twice_is_offered_in_full_before_spaces_that_can_be_tapped() -> None:
    game = game_of(())
    found = upgrades_or_stalls(game, 0)
    question = ask(game, found[0].state, found, 1)
    assert {choice.moves[0] for choice in question.choices} == {"place chamber-4"}
    assert all(choice.moves[-1].startswith("upgrade") for choice in question.choices)


def test_nobody_is_believed_to_visit_villages_without_having_one() -> None:
    game = game_of(("mango",))
    state = Evening(3, 4, ("mango",)).truth
    spaces = {move.args[0] for move in Options(game, picture_of(state), SENSIBLE).at(state) if move.args}
    odd = {move.args[0] for move in Options(game, picture_of(state), ANYTHING).at(state) if move.args}
    assert not any(space.startswith("village") for space in spaces)
    assert any(space.startswith("village") for space in odd)


def test_a_turn_that_waits_for_a_finger_is_asked_about_and_not_complained_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first of two turns left no trace and has something in it that only a finger can tell."""
    monkeypatch.setattr(Options, "must_be_told", lambda self, s: self.game.pending(s) == "score")
    game = game_of(())
    pairs = pairs_with_unseen_first(_turns(Evening(3, 4), 60))
    told = [pair for pair in pairs if any(move.verb == "score" for move in pair[0].moves)]
    assert told
    for first, second in told:
        proposal = propose(game, first.before, seen_after(second), LONG)
        assert proposal.stopped
        assert first.moves[0].args[0][:8] in {str(one.moves[0].args[0])[:8] for one in proposal.found}


@pytest.mark.parametrize("played", ["all modules"], indirect=True)
def test_robots_send_a_plain_worker_where_the_die_does_as_it_lies(played: tuple[RajasGame, list[Turn]]) -> None:
    game, turns = played
    with_trader = [turn for turn in turns if len(turn.moves[0].args) > 1]
    assert with_trader
    for turn in with_trader:
        state, plain = turn.before, (Move("place", turn.moves[0].args[:1]), *turn.moves[1:])
        for move in plain:
            unset = Move(move.verb, tuple(word.split("!")[0] for word in move.args))
            if not game.judge(state, unset).ok:
                break
            state = game.apply(state, unset)
        else:
            raise AssertionError(f"the trader was wasted: {turn.moves}")


def test_robots_spend_nothing_that_nobody_is_believed_to_waste() -> None:
    """A turned die as it lies, a set die before karma, a plain worker before the trader."""
    trader, plain = Move("place", ("chamber-6", "trader")), Move("place", ("chamber-6",))
    paid = [Move("pay", words) for words in (("g1>6",), ("g1",), ("g1!6",))]
    assert list(_cheaper((trader, paid[0]))) == [(trader, paid[1]), (plain, paid[0]), (trader, paid[2])]
    assert list(_cheaper((trader, paid[2]))) == [(plain, paid[1])]
    assert list(_cheaper((plain, paid[0]))) == [(plain, paid[1])]
    assert not list(_cheaper((plain, paid[1])))


def test_a_tile_covered_in_the_same_turn_is_thought_of() -> None:
    """Gone from the display and seen nowhere: it may lie under the tile that is seen."""
    game = game_of(())
    turn = next(turn for turn in _turns(Evening(3, 4), 60) if any(move.verb == "buy" for move in turn.moves))
    bought = next(move.args[0] for move in turn.moves if move.verb == "buy")
    state, seat = turn.before, turn.before.seat
    rules = game.rules
    other = next(top for top, _ in state.stacks if top >= 0 and rules.tiles[top].id != bought)
    goal = picture_of(turn.after)
    laid = tuple(other * 4 if code // 4 == rules.tile_index[bought] else code for code in goal.seats[seat].cells)
    seats = tuple(replace(one, cells=laid) if number == seat else one for number, one in enumerate(goal.seats))
    options = Options(game, replace(goal, seats=seats), SENSIBLE)
    for move in turn.moves:
        if move.verb == "buy":
            assert move in options.at(state)
        if move.verb == "lay":
            assert move in options.at(state)
            return
        state = game.apply(state, move)


def test_a_tie_for_the_first_player_is_asked_about() -> None:
    """Several start players explain the table: each is an answer, although nothing else tells them apart."""
    for seed in range(2000, 2020):
        evening = Evening(seed, 4)
        found = propose(evening.game, evening.session.state, picture_of(evening.truth), LONG).found
        question = ask(evening.game, evening.session.state, found, 0)
        if len(found) > 1:
            assert [choice.moves[-1] for choice in question.choices] == [str(one.moves[-1]) for one in found]
            assert len({dict(choice.facts)["word"] for choice in question.choices}) == len(found)
            assert question.key == "ask-start"
            return
    raise AssertionError("nobody rolled alike")


@pytest.mark.parametrize("verb", ["yield", "use", "karma", "flip"])
def test_answers_that_differ_in_any_move_are_all_offered(verb: str) -> None:
    state = Evening(3, 4).truth
    place = Move("place", ("chamber-2",))
    found = [Explanation((place, Move(verb, (word,))), state) for word in ("1", "2", "3")]
    question = ask(game_of(()), state, found, 1)
    assert [dict(choice.facts)["word"] for choice in question.choices] == ["1", "2", "3"]


@pytest.mark.parametrize("played", ["base"], indirect=True)
def test_odd_turns_that_leave_no_trace_are_not_believed(played: tuple[RajasGame, list[Turn]]) -> None:
    """A die appears before the player after the next: nobody is thought to have refused a gain before it."""
    game, turns = played
    tried = 0
    for turn in turns[::5]:
        later = (turn.before.seat + 1) % 4
        goal = picture_of(turn.before)
        for die in (0, 9, 14, 23):
            dice = tuple(sorted((*goal.seats[later].dice, die)))
            seats = tuple(replace(one, dice=dice, kept=one.dice) if n == later else one
                          for n, one in enumerate(goal.seats))  # fmt: skip
            for one in propose(game, turn.before, replace(goal, seats=seats), LONG).found:
                tried += 1
                first = one.moves[: next(n for n, move in enumerate(one.moves) if n and move.verb == "place")]
                assert Move("take", ()) not in first
                assert not any(move.verb == "decline" for move in first)
    assert tried > 3


def test_which_of_two_unseen_stacks_a_tile_came_from_makes_no_difference() -> None:
    game = RajasGame(load_edition(), Setup(seats_for(3), ("mango",)))
    one = game.initial()
    other = one.copy()
    one.remember("villages", (3, 4))
    other.remember("villages", (4, 3))
    stacks = frozenset(game.rules.stacks.index(name) for name in ("mango-1", "mango-2"))
    assert table_key(one) != table_key(other)
    assert table_key(one, stacks) == table_key(other, stacks)
    other.remember("villages", (4, 4))
    assert table_key(one, stacks) != table_key(other, stacks)


def test_only_what_a_module_declares_as_counts_of_stacks_is_added_up() -> None:
    game = RajasGame(load_edition(), Setup(seats_for(3), ("mango",)))
    stacks = frozenset(game.rules.stacks.index(name) for name in ("mango-1", "mango-2"))
    assert game.rules.stack_counts == {"villages": tuple(sorted(stacks))}
    one = game.initial()
    other = one.copy()
    one.remember("pair", (3, 4))
    other.remember("pair", (4, 3))
    assert table_key(one, stacks) != table_key(other, stacks)


@pytest.mark.parametrize("played", ["all modules"], indirect=True)
def test_who_takes_a_yield_tile_instead_of_placing_a_worker_has_had_a_turn(
    played: tuple[RajasGame, list[Turn]],
) -> None:
    game, turns = played
    evening = Evening(3, 4, ALL_MODULES)
    counted = 0
    for turn in turns:
        state, others = turn.before, 0
        for move in turn.moves:
            others += move.verb == "yield" and state.seat not in (turn.before.seat, turn.after.seat)
            state = game.apply(state, move)
        counted += others
        assert others <= evening._tile_turns(turn) <= sum(move.verb == "yield" for move in turn.moves)
    assert counted


@pytest.mark.parametrize("verb", ["place", "swap", "back", "again"])
def test_people_name_the_twin_of_a_space_where_the_record_holds_that_one_but_no_dearer_space(verb: str) -> None:
    evening = Evening(3, 4, ALL_MODULES)
    fees = {space.id: space.fee for space in evening.game.rules.spaces}
    assert evening._same(Move(verb, ("terrace-blue-1",)), Move(verb, ("terrace-blue-2",)))
    assert not evening._same(Move(verb, ("terrace-blue-1",)), Move(verb, ("terrace-green-1",)))
    assert fees["harbour-1"] != fees["harbour-3"]
    assert not evening._same(Move(verb, ("harbour-1",)), Move(verb, ("harbour-3",)))


def test_nothing_is_taken_back_unasked_while_the_record_waits_for_a_finger(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table looks as before the last turn, but turns after what is to be told may have led there."""
    monkeypatch.setattr(Options, "must_be_told", lambda self, s: self.game.pending(s) != "place")
    game = game_of(())
    turns = _turns(Evening(3, 4), 20)
    first, second = next((a, b) for a, b in pairwise(turns) if picture_of(a.before) != picture_of(a.after))
    nodes = [SimpleNamespace(move="", state=first.before)]
    for move in (*first.moves, second.moves[0]):
        nodes.append(SimpleNamespace(move=str(move), state=game.apply(nodes[-1].state, move)))
    watch = Watch(game, past=lambda: nodes)
    watch._calm_s = 5.0
    waiting = nodes[-1].state
    finding = watch._say(waiting, watch._think(waiting, picture_of(first.before)), 1)
    assert not finding.undo
    assert finding.question is not None
    assert [choice.undo for choice in finding.question.choices] == [len(first.moves) + 1]


def test_what_a_finger_has_told_is_not_taken_back_while_nothing_moves() -> None:
    """The table is still to follow, or looks as before by chance: a finger's word is no takeback."""
    game, verbs = game_of(()), ["place", "pay", "take", "roll"]
    turn = next(one for one in _turns(Evening(3, 4), 80) if [move.verb for move in one.moves] == verbs)
    nodes = [SimpleNamespace(move="", state=turn.before)]
    for move in turn.moves[:3]:
        nodes.append(SimpleNamespace(move=str(move), state=game.apply(nodes[-1].state, move)))
    before = picture_of(turn.before)
    untouched = replace(before, seats=tuple(replace(seat, kept=seat.dice) for seat in before.seats))
    told = nodes[-1].state
    moved, same = Watch(game, past=lambda: nodes), Watch(game, past=lambda: nodes)
    same._at_record = untouched
    for watch in (moved, same):
        watch._calm_s = 5.0
    assert moved._say(told, moved._think(told, untouched), 1).undo == 3
    finding = same._say(told, same._think(told, untouched), 1)
    assert not finding.undo and finding.complaint is None


@pytest.mark.parametrize(("told", "amended"), [("place quarry-1", False), (None, True)])
def test_dice_that_come_late_never_move_a_worker_to_another_space(told: str | None, amended: bool) -> None:
    """An extra die beside a turn somebody has told looks like another turn; only the same one may have gone on."""
    game, verbs = game_of(()), ["place", "pay", "take", "roll"]
    turn = next(one for one in _turns(Evening(3, 4), 80) if [move.verb for move in one.moves] == verbs)
    nodes = [SimpleNamespace(move="", state=turn.before)]
    for move in turn.moves[:2]:
        nodes.append(SimpleNamespace(move=str(move), state=game.apply(nodes[-1].state, move)))
    nodes[1].move = told or nodes[1].move
    watch, picture = Watch(game, past=lambda: nodes), picture_of(turn.after)
    every = propose(game, turn.before, picture, LONG)
    only = [one for one in every.found if one.moves == turn.moves]
    watch._search = lambda *_: replace(every, found=tuple(only), tier=SENSIBLE, stopped=False)  # type: ignore[method-assign]
    moves = tuple(map(str, turn.moves))
    assert watch._amended(nodes[-1].state, picture) == ((2, moves) if amended else (0, ()))


def test_people_name_the_tile_that_turned_up_whichever_stack_beside_the_mat_the_record_took_it_from() -> None:
    evening = Evening(3, 4, ALL_MODULES)
    turned_up = Move("reveal", ("mango-2", "village-7"))
    assert evening._same(Move("reveal", ("mango-1", "village-7")), turned_up)
    assert not evening._same(Move("reveal", ("mango-1", "village-8")), turned_up)
    assert not evening._same(Move("reveal", ("blue-cow", "village-7")), turned_up)


def test_people_know_the_tile_that_turned_up_on_the_mat() -> None:
    evening = Evening(3, 4, ALL_MODULES)
    turned_up = Move("reveal", ("blue-cow", "blue-cow-3"))
    assert evening._same(turned_up, turned_up)
    assert not evening._same(Move("reveal", ("blue-cow", "blue-cow-4")), turned_up)


def test_people_take_an_answer_that_leads_along_the_true_turn_although_it_leaves_a_tile_unnamed() -> None:
    """Nobody sees the stacks beside the mat; what is asked is something else, and a yield tile is told afterwards."""
    evening = Evening(3, 4)
    turn = next(one for one in _turns(evening, 40) if any(move.verb == "reveal" for move in one.moves))
    at = next(number for number, move in enumerate(turn.moves) if move.verb == "reveal")
    stack = turn.moves[at].args[0]
    evening.unseen = frozenset({evening.game.rules.stacks.index(stack)})
    evening.session = SimpleNamespace(state=turn.before)
    path = [*evening._path(turn), ("more follows",)]
    blind = (*map(str, turn.moves[:at]), f"reveal {stack} unknown")
    assert evening._is_right(blind, 0, path, turn)
    elsewhere = [path[0], *(("another way", number) for number, _ in enumerate(turn.moves))]
    assert not evening._is_right(blind, 0, elsewhere, turn)


def ending_with(game: RajasGame, payment: str, effort: int) -> Explanation:
    moves = (Move("place", (f"chamber-{payment[-1]}",)), Move("pay", (payment,)))
    return Explanation(moves, Evening(3, 4).truth, effort)


def test_a_die_set_by_the_trader_is_likelier_than_one_turned_by_karma() -> None:
    """The trader's die costs nothing, once a round."""
    game = game_of(())
    found = [ending_with(game, "b3>4", 1), ending_with(game, "b3!5", 1)]
    question = ask(game, found[0].state, found, 1)
    assert [choice.moves[0] for choice in question.choices] == ["place chamber-5", "place chamber-4"]


def test_what_waits_for_a_finger_is_an_answer_beside_what_explains_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """The finger's answer may bring the dice that are seen: the way up to there is offered, not only `is this all?`."""
    game, told = game_of(()), 0
    plain = [(turn, propose(game, turn.before, seen_after(turn), LONG)) for turn in _turns(Evening(3, 4), 60)]
    monkeypatch.setattr(Options, "must_be_told", lambda self, s: self.game.pending(s) == "sail")
    for turn, before in plain:
        by_boat = [one for one in before.found if any(move.verb == "sail" for move in one.moves)]
        others = [one for one in before.found if one not in by_boat]
        if not others or not by_boat or before.stopped:
            continue
        told += 1
        found = propose(game, turn.before, seen_after(turn), LONG).found
        spaces = {one.moves[0] for one in found}
        assert {one.moves[0] for one in by_boat} <= spaces
        assert {one.moves[0] for one in others} <= spaces
    assert told
