"""Undo, redo, branches and corrections at every point of a game; a log that was tampered with is found out."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.engine.core.history import History, HistoryError, replay
from assistant.engine.core.log import GameLog, Header, LogError, chained, parse_log
from assistant.engine.core.moves import parse_move
from assistant.engine.rajas.game import game_of_log
from assistant.players.base import RandomBot, next_move
from assistant.testing.tables import game_for


def played(game, moves, seed=1):
    """A history with so many random moves in it (fewer when the game ends), and the states on the way."""
    history, rng = History(game, game.new_log()), random.Random(seed)
    states = [history.state]
    while len(states) <= moves and not history.state.over:
        history.record(next_move(game, history.state, [RandomBot(rng)] * game.rules.count, rng))
        states.append(history.state)
    return history, states


@pytest.mark.parametrize("players", [2, 3, 4])
def test_undo_to_the_beginning_and_redo_to_the_end_of_a_whole_game(players):
    history, states = played(game_for(players), 10_000, players)
    assert history.state.over
    for state in states[-2::-1]:
        history.undo()
        assert history.state is state
    assert history.undo_depth == 0
    for state in states[1:]:
        history.redo()
        assert history.state is state
    assert history.redo_depth == 0
    assert replay(history.game, parse_log(history.log.text())).state == states[-1]


def test_from_every_ply_one_can_go_back_to_the_start_in_one_step():
    game = game_for(2)
    history, states = played(game, 80)
    for ply in range(1, len(states)):
        history.branch(ply)
        assert history.undo_depth == ply
        history.undo(ply)
        assert history.state == states[0]
        history.redo(ply)
        assert history.state == states[ply]


def test_undo_and_redo_of_several_moves_at_once():
    history, states = played(game_for(3), 60)
    history.undo(37)
    assert history.state == states[-38]
    history.redo(20)
    assert history.state == states[-18]
    assert (history.undo_depth, history.redo_depth) == (len(states) - 18, 17)


def test_going_beyond_either_end_is_refused_and_changes_nothing():
    history, states = played(game_for(2), 20)
    lines = history.log.text()
    for step in (lambda: history.undo(21), lambda: history.undo(0), lambda: history.undo(-1), history.redo):
        with pytest.raises(HistoryError, match="cannot"):
            step()
    with pytest.raises(HistoryError, match="there is no revision 99: the last is 20"):
        history.branch(99)
    with pytest.raises(HistoryError, match="there is no revision 21"):
        history.state_after(21)
    assert history.log.text() == lines
    assert history.state == states[-1]


def test_a_new_move_after_undo_ends_redo_but_the_other_line_stays_in_the_log():
    game = game_for(2)
    history, states = played(game, 40)
    history.undo(15)
    rng = random.Random(99)
    history.record(next_move(game, history.state, [RandomBot(rng)] * 2, rng))
    assert history.redo_depth == 0
    history.branch(40)
    assert history.state == states[-1]
    assert history.undo_depth == 40
    assert history.state_after(12) == states[12]


def test_a_correction_can_be_undone_and_is_replayed():
    game = game_for(2)
    history, states = played(game, 30)
    other = json.loads(json.dumps(game.to_json(states[12])))
    entry = history.correct(other)
    assert entry.flag == "irregular"
    assert history.state == states[12]
    history.undo()
    assert history.state == states[-1]
    history.redo()
    again = replay(game, parse_log(history.log.text()))
    assert again.state == states[12]
    assert again.revision == history.revision


def test_a_correction_keeps_where_the_points_came_from_and_books_the_difference():
    game = game_for(2)
    history, states = played(game, 60)
    other = json.loads(json.dumps(game.to_json(history.state)))
    other["players"][1]["money"] += 3
    history.correct(other)
    after = replay(game, parse_log(history.log.text())).state
    assert after.ledger == ((after.turn, 1, "money", 3, "correction"), states[-1].ledger)


def test_a_log_that_names_the_wrong_seat_is_refused_with_its_line():
    game = game_for(2)
    history, _ = played(game, 12)
    forged = GameLog(history.log.header)
    for entry in history.log.entries:
        by = "yellow" if entry.revision == 5 and entry.by != "yellow" else entry.by
        by = "red" if entry.revision == 5 and entry.by == "yellow" else by
        forged.append(entry.kind, by, entry.move)
    with pytest.raises(LogError, match=r"line 6: says '\w+' moved where '\w+' is to act"):
        replay(game, parse_log(forged.text()))


def test_every_state_is_reached_again_by_its_revision_after_reading_the_log():
    game = game_for(4)
    history, states = played(game, 70)
    again = replay(game, parse_log(history.log.text()))
    for revision, state in enumerate(states):
        assert again.state_after(revision) == state


STEPS = st.lists(st.tuples(st.sampled_from(["move", "undo", "redo", "branch", "correct"]), st.integers(0, 10_000)),
                 max_size=25)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(STEPS, st.integers(0, 50))
def test_whatever_is_done_the_log_leads_to_the_same_table(steps, seed):
    game, rng = game_for(2), random.Random(seed)
    history, _ = played(game, 5, seed)
    for step, number in steps:
        take_step(game, history, step, number, rng)
    again = replay(game, parse_log(history.log.text()))
    assert again.state == history.state
    assert again.log.text() == history.log.text()
    assert (again.undo_depth, again.redo_depth, again.revision) == (
        history.undo_depth, history.redo_depth, history.revision)  # fmt: skip
    assert [node.move for node in again.line()] == [node.move for node in history.line()]


def take_step(game, history, step, number, rng):
    if step == "undo" and history.undo_depth:
        history.undo(1 + number % history.undo_depth)
    elif step == "redo" and history.redo_depth:
        history.redo(1 + number % history.redo_depth)
    elif step == "branch":
        history.branch(number % (history.revision + 1))
    elif step == "correct":
        history.correct(game.to_json(history.nodes[number % len(history.nodes)].state))
    elif not history.state.over:
        history.record(next_move(game, history.state, [RandomBot(rng)] * 2, rng))


# Tampering.


@pytest.fixture(scope="module")
def lines():
    history, _ = played(game_for(2), 40)
    history.undo(3)
    history.redo(2)
    history.branch(10)
    return history.log.text().splitlines()


def broken_line(lines):
    """Number of the line the reader complains about."""
    with pytest.raises(LogError) as caught:
        parse_log("\n".join(lines) + "\n")
    assert str(caught.value).startswith(f"line {caught.value.line}: ")
    return caught.value.line


def test_a_changed_line_is_found_wherever_it_is(lines):
    for number in range(1, len(lines)):
        data = json.loads(lines[number])
        data["by"] = "yellow" if data["by"] == "red" else "red"
        changed = [*lines[:number], json.dumps(data), *lines[number + 1 :]]
        assert broken_line(changed) == number + 1


def test_a_changed_move_with_a_new_hash_breaks_the_line_after_it(lines):
    for number in range(1, len(lines) - 1):
        data = json.loads(lines[number])
        previous = json.loads(lines[number - 1])["hash"]
        data["flag"] = "forged"
        data["hash"] = chained(previous, {key: value for key, value in data.items() if key != "hash"})
        changed = [*lines[:number], json.dumps(data), *lines[number + 1 :]]
        assert broken_line(changed) == number + 2


def test_lost_doubled_and_swapped_lines_are_found(lines):
    for number in range(1, len(lines) - 1):
        assert broken_line(lines[:number] + lines[number + 1 :]) == number + 1
        assert broken_line(lines[: number + 1] + lines[number:]) == number + 2
        swapped = [*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]]
        assert broken_line(swapped) == number + 1


def test_a_log_cut_within_a_line_is_found_and_cut_after_a_line_is_a_shorter_log(lines):
    for number in range(1, len(lines)):
        assert broken_line([*lines[:number], lines[number][:-3]]) == number + 1
        assert len(parse_log("\n".join(lines[:number]) + "\n").entries) == number - 1


def test_every_part_of_the_header_is_under_the_hash(lines):
    header = json.loads(lines[0])
    for key, value in {
        "game": "chess",
        "edition": "x",
        "fingerprint": "0",
        "setup": {"seats": ["red", "black"]},
    }.items():
        assert broken_line([json.dumps({**header, key: value}), *lines[1:]]) == 1
    assert broken_line([json.dumps({**header, "version": 99}), *lines[1:]]) == 1
    assert broken_line(lines[1:]) == 1


def test_a_forged_log_with_a_fresh_chain_is_caught_by_the_rules(lines):
    """Hashes can be computed by anybody; that the moves are legal cannot be faked."""
    log = parse_log("\n".join(lines))
    for number, entry in enumerate(log.entries):
        if entry.kind != "move" or not entry.move.startswith("place"):
            continue
        forged = GameLog(log.header)
        for one in log.entries[:number]:
            forged.append(one.kind, one.by, one.move, one.number)
        forged.append("move", entry.by, "place palace-99")
        with pytest.raises(LogError, match=rf"line {number + 2}: 'place palace-99' is not legal there \(X.space\)"):
            replay(game_for(2), parse_log(forged.text()))


@pytest.mark.parametrize(("kind", "number"), [("undo", 99), ("redo", 1), ("undo", 0), ("branch", 99), ("branch", -1)])
def test_a_forged_undo_redo_or_branch_that_leads_nowhere_is_a_log_error(lines, kind, number):
    log = parse_log("\n".join(lines[:20]))
    log.append(kind, "table", number=number)
    with pytest.raises(LogError, match="line 21: "):
        replay(game_for(2), parse_log(log.text()))


def test_a_log_of_another_game_or_box_is_refused_at_its_first_line(lines):
    game = game_for(2)
    log = parse_log("\n".join(lines))
    assert game_of_log(log, game.edition).setup == game.setup
    for header in (
        Header("chess", log.header.edition, log.header.fingerprint, log.header.setup),
        Header("rajas", log.header.edition, "0" * 64, log.header.setup),
        Header("rajas", log.header.edition, log.header.fingerprint, {"seats": ["red"]}),
        Header("rajas", log.header.edition, log.header.fingerprint, {"seats": ["red", "blue"], "x": 1}),
    ):
        with pytest.raises(LogError, match="line 1: "):
            game_of_log(GameLog(header), game.edition)


def test_a_move_by_nobody_after_the_end_is_a_log_error():
    history, _ = played(game_for(2), 10_000)
    assert history.state.over
    verdict = history.game.judge(history.state, parse_move("place quarry-1"))
    assert [reason.rule for reason in verdict.reasons] == ["X.over"]
    history.log.append("move", "red", "place quarry-1")
    with pytest.raises(LogError, match="X.over"):
        replay(history.game, parse_log(history.log.text()))
