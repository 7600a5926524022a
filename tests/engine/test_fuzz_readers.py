"""Readers of moves, positions and logs: whatever comes in, only the documented errors come out, and nothing hangs."""

import copy
import json
import os
import random
import string
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant.cli import main
from assistant.engine.core.history import replay
from assistant.engine.core.log import GameLog, Header, LogError, parse_log
from assistant.engine.core.moves import InvalidMoveError, Move, parse_move
from assistant.engine.rajas.codec import PositionError, state_from_json, state_to_json
from assistant.engine.rajas.game import game_of_log
from assistant.engine.rajas.notation import parse_position, position_text
from assistant.engine.rajas.status import status
from assistant.players.base import RandomBot, next_move
from assistant.testing.tables import TEST_BOX, game_for
from tests.engine.test_log_and_history import played

FUZZ = settings(max_examples=150, deadline=20_000, suppress_health_check=list(HealthCheck))
GAME = game_for(3)
ALL_MODULES = "navaratna ganga ganga2 mango shalimar tiger fate trader"

WORDS = st.sampled_from(
    "place pass buy pay lay cover reveal take return roll reroll draw start score upgrade karma sail chamber first"
    " decline flip quarry-1 harbour-1 chamber-5 b3 b1>6 g2!5 r1c2 90 blue green blue-cow-3 unknown tea3 temple red 0 1"
    " 2 -1 99999999999999999999 a~b".split()
)  # fmt: skip
JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 70)
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=6)
    | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


def some_states(game, seed):
    """A few states of one random game, of different decisions."""
    rng, state, found = random.Random(seed), game.initial(), {}
    while not state.over:
        if rng.random() < 0.5:
            found[game.pending(state)] = state
        state = game.apply(state, next_move(game, state, [RandomBot(rng)] * game.rules.count, rng))
    return [*found.values(), state]


STATES = some_states(GAME, 5)
LINES = [position_text(state) for state in STATES]
DOCUMENTS = [json.loads(json.dumps(state_to_json(state))) for state in STATES]
HISTORY, _ = played(game_for(2), 60)
HISTORY.undo(7)
HISTORY.correct(HISTORY.game.to_json(HISTORY.state))
LOG = HISTORY.log.text()


@FUZZ
@given(st.text() | st.lists(WORDS, max_size=6).map(" ".join) | st.text(string.printable))
def test_any_text_is_a_move_or_an_invalid_move(text):
    try:
        move = parse_move(text)
    except InvalidMoveError as error:
        assert repr(text)[:20] in str(error)
    else:
        assert str(move) == text
        assert parse_move(str(move)) == move


@pytest.mark.parametrize("nonsense", [None, 5, b"place", [], "", " ", "place  x", "place\n", "Place", "x" * 401, "é"])
def test_what_is_no_text_of_words_is_an_invalid_move(nonsense):
    with pytest.raises(InvalidMoveError):
        parse_move(nonsense)


@FUZZ
@given(st.sampled_from(STATES), st.lists(WORDS | st.text(max_size=5), max_size=5), st.none() | WORDS)
def test_judge_answers_whatever_is_asked(state, words, seat):
    verdict = GAME.judge(state, Move(words[0] if words else "", tuple(words[1:])), seat)
    assert verdict.ok or all(reason.rule for reason in verdict.reasons)


def changed_text(text, at, length, new):
    at %= len(text) + 1
    return text[:at] + new + text[at + length :]


@FUZZ
@given(
    st.sampled_from(LINES),
    st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 5), st.text(max_size=3)), max_size=3),
)
def test_a_changed_position_line_is_read_exactly_or_refused(line, changes):
    for at, length, new in changes:
        line = changed_text(line, at, length, new)
    check_line(GAME, line)


def check_line(game, line):
    try:
        state = parse_position(game.rules, line)
    except PositionError as error:
        assert str(error)
    else:
        assert parse_position(game.rules, position_text(state)) == state


@FUZZ
@given(st.text())
def test_any_text_is_a_position_or_refused(text):
    check_line(GAME, text)
    check_line(GAME, "rajas/1 red,yellow,white " + text)


@FUZZ
@given(
    st.sampled_from(LINES),
    st.integers(0, 10**6),
    st.sampled_from(["", "=", "null", "[]", "-1", "[[[]]]", '"x"', "9" * 30]),
)
def test_a_word_of_a_position_with_another_value_is_read_or_refused(line, at, value):
    words = line.split(" ")
    at = 2 + at % (len(words) - 2)
    words[at] = words[at].partition("=")[0] + "=" + value
    check_line(GAME, " ".join(words))


def leaves(data, path=()):
    """Paths of everything inside a JSON value."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield (*path, key)
        yield from leaves(value, (*path, key))


PATHS = [list(leaves(document)) for document in DOCUMENTS]
TASK_PATHS = [[path for path in paths if path[0] == "agenda"] or paths for paths in PATHS]
"""What is to be done next is the most delicate part of a position."""


def changed_document(number, path, value, remove):
    document = copy.deepcopy(DOCUMENTS[number])
    target = document
    for step in path[:-1]:
        target = target[step]
    if remove:
        del target[path[-1]]
    else:
        target[path[-1]] = value
    return document


@FUZZ
@given(st.integers(0, len(DOCUMENTS) - 1), st.integers(0, 10**6), JSON_VALUES, st.booleans())
def test_a_changed_json_position_is_read_exactly_or_refused(number, at, value, remove):
    for paths in (PATHS[number], TASK_PATHS[number]):
        check_document(GAME, changed_document(number, paths[at % len(paths)], value, remove))


def check_document(game, document):
    """The reader refuses, or what it has read can be looked at, written and read again."""
    try:
        state = state_from_json(game.rules, document)
    except PositionError as error:
        assert str(error)
        return
    assert state_from_json(game.rules, state_to_json(state)) == state
    assert parse_position(game.rules, position_text(state)) == state
    status(state)
    game.actor(state)
    game.ranking(state)
    moves = game.legal_moves(state)
    game.judge(state, moves[0] if len(moves) else Move("pass"))


@FUZZ
@given(JSON_VALUES)
def test_any_json_is_a_position_or_refused(value):
    check_document(GAME, value)


@FUZZ
@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 5), st.text(max_size=3)), min_size=1, max_size=3))
def test_a_changed_log_is_refused_or_says_the_same(changes):
    text = LOG
    for at, length, new in changes:
        text = changed_text(text, at, length, new)
    check_log(text)


def check_log(text):
    try:
        log = parse_log(text)
    except LogError as error:
        assert error.line >= 1
        assert f"line {error.line}" in str(error)
    else:
        assert parse_log(log.text()).text() == log.text()


@FUZZ
@given(st.text() | st.lists(JSON_VALUES.map(json.dumps), max_size=4).map("\n".join))
def test_any_text_is_a_log_or_refused(text):
    check_log(text)
    check_log(LOG.split("\n", 1)[0] + "\n" + text)


ENTRIES = st.lists(
    st.tuples(
        st.sampled_from(["move", "undo", "redo", "branch", "correct"]),
        st.sampled_from(["red", "table", "chance", ""]),
        st.lists(WORDS, max_size=4).map(" ".join) | st.text(max_size=8),
        st.integers(-3, 60),
        st.none() | st.dictionaries(st.sampled_from(["version", "players", "agenda"]), JSON_VALUES, max_size=3),
    ),
    max_size=5,
)


@FUZZ
@given(st.integers(0, 50), ENTRIES)
def test_a_log_with_any_entries_and_a_right_chain_is_replayed_or_refused(kept, entries):
    log = parse_log("\n".join(LOG.splitlines()[: kept + 1]))
    for kind, by, move, number, position in entries:
        log.append(kind, by, move, number, position=position)
    try:
        replay(HISTORY.game, parse_log(log.text()))
    except LogError as error:
        assert 1 < error.line <= len(log.entries) + 1


SETUP_WORDS = st.lists(st.sampled_from(["red", "black", "white", *ALL_MODULES.split()]), max_size=4)
SETUP_HOUSE = st.dictionaries(st.sampled_from(["allow_pass", "reroll_times", "nesting"]), JSON_VALUES, max_size=2)
SETUPS = st.dictionaries(
    st.sampled_from(["seats", "modules", "mixed", "house", "x"]), JSON_VALUES | SETUP_WORDS | SETUP_HOUSE, max_size=4
)


@FUZZ
@given(SETUPS)
def test_a_log_with_any_set_up_is_playable_or_refused(setup):
    header = HISTORY.log.header
    try:
        game = game_of_log(GameLog(Header("rajas", header.edition, header.fingerprint, setup)), GAME.edition)
    except LogError as error:
        assert error.line == 1
    else:
        game.initial()


def test_lone_surrogates_deep_nests_and_huge_numbers_are_refused():
    header = LOG.split("\n", 1)[0]
    for line in (
        '{"rev":1,"do":"move","by":"\\ud800","move":"x","hash":""}',
        '{"rev":1,"do":"correct","position":' + '{"a":' * 900 + "1" + "}" * 900 + ',"hash":""}',
        '{"rev":1,"do":"correct","position":' + '{"a":' * 100_000,
        '{"rev":1,"do":"undo","n":' + "9" * 5000 + "}",
        '{"rev":1,"do":"undo","n":1e999}',
        '{"rev":1,"do":"correct","position":{"a":NaN},"hash":"x"}',
    ):
        with pytest.raises(LogError, match="line 2: "):
            parse_log(f"{header}\n{line}\n")
    deep = json.loads("[" * 900 + "]" * 900)
    with pytest.raises(PositionError):
        state_from_json(GAME.rules, {**DOCUMENTS[0], "extra": deep})


@pytest.mark.parametrize("modules", ["", "navaratna", "ganga ganga2", "mango shalimar tiger fate trader", ALL_MODULES])
def test_positions_with_modules_round_trip_through_both_readers(modules):
    game = game_for(2, modules)
    for state in some_states(game, 3):
        assert parse_position(game.rules, position_text(state)) == state
        assert state_from_json(game.rules, json.loads(json.dumps(state_to_json(state)))) == state


# Bad input at the command line: one clear message naming file, line and remedy; exit 1; the file is untouched.


def refused(capsys, path, *words):
    """The message of a command that must fail on this file."""
    before = path.read_bytes()
    assert main([words[0], str(path), *words[1:], "--edition", str(TEST_BOX)]) == 1
    _, err = capsys.readouterr()
    assert path.read_bytes() == before
    assert err.count("\n") == 1, err
    assert "Traceback" not in err
    assert str(path) in err
    return err


@pytest.mark.parametrize("words", [("replay",), ("judge", "place quarry-1")])
def test_a_cut_log_is_refused_with_file_line_and_remedy(tmp_path, capsys, words):
    path = tmp_path / "cut.jsonl"
    path.write_text(LOG[:-20])
    message = refused(capsys, path, *words)
    assert f"line {LOG.count(chr(10))}: " in message
    assert "cut or edited" in message


@pytest.mark.parametrize("words", [("replay",), ("judge", "place quarry-1")])
def test_a_log_of_another_edition_is_refused_with_file_line_and_remedy(tmp_path, capsys, words):
    header = Header("rajas", "rajas-1999", "ab" * 32, {"seats": ["red", "black"]})
    path = tmp_path / "old.jsonl"
    path.write_text(GameLog(header).text())
    message = refused(capsys, path, *words)
    assert "line 1: this log was played with edition 'rajas-1999' (abababab)" in message
    assert "load the edition it was played with" in message


def test_a_log_with_a_move_after_the_end_is_refused_with_its_line(tmp_path, capsys):
    history, _ = played(game_for(2), 10_000)
    history.log.append("move", "red", "place quarry-1")
    path = tmp_path / "over.jsonl"
    path.write_text(history.log.text())
    message = refused(capsys, path, "replay")
    assert f"line {len(history.log.entries) + 1}: 'place quarry-1'" in message
    assert "X.over" in message


def test_a_move_for_a_finished_game_is_judged_as_over(tmp_path, capsys):
    history, _ = played(game_for(2), 10_000)
    path = tmp_path / "done.jsonl"
    path.write_text(history.log.text())
    before = path.read_bytes()
    assert main(["judge", str(path), "place quarry-1", "--json", "--edition", str(TEST_BOX)]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["legal"] is False
    assert [reason["rule"] for reason in answer["reasons"]] == ["X.over"]
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"hello", b"{}", b"[]\n", b"null\n"])
def test_a_file_that_is_no_log_is_refused_in_one_line(tmp_path, capsys, content):
    path = tmp_path / "nonsense.jsonl"
    path.write_bytes(content)
    refused(capsys, path, "replay")


def test_a_missing_log_or_edition_is_refused_in_one_line(tmp_path, capsys):
    assert main(["replay", str(tmp_path / "gone.jsonl")]) == 1
    assert "gone.jsonl" in capsys.readouterr().err
    path = tmp_path / "log.jsonl"
    path.write_text(LOG)
    assert main(["replay", str(path), "--edition", "rajas-1999"]) == 1
    assert "rajas-1999" in capsys.readouterr().err


def test_an_unreadable_move_is_refused_in_one_line(tmp_path, capsys):
    path = tmp_path / "log.jsonl"
    path.write_text(LOG)
    assert main(["judge", str(path), "Place  it!", "--edition", str(TEST_BOX)]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "not a move" in err


ATHERIS = """
import sys, atheris
with atheris.instrument_imports(include=["assistant.engine"]):
    from tests.engine import test_fuzz_readers as fuzz

def one(data):
    provider = atheris.FuzzedDataProvider(data)
    reader = provider.ConsumeIntInRange(0, 2)
    text = provider.ConsumeUnicode(4000)
    if reader == 0:
        fuzz.check_log(text)
    elif reader == 1:
        fuzz.check_line(fuzz.GAME, text)
    else:
        try:
            fuzz.parse_move(text)
        except fuzz.InvalidMoveError:
            pass

atheris.Setup([sys.argv[0], sys.argv[1], "-runs=200000", "-max_total_time=120", "-timeout=5"], one)
atheris.Fuzz()
"""


@pytest.mark.soak
def test_coverage_guided_fuzzing_finds_nothing_either(tmp_path):
    """Atheris drives the readers from real lines for two minutes; any other error or a hang of 5 s ends it."""
    pytest.importorskip("atheris")
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "log").write_text("\x00" + LOG[:3900])
    (corpus / "line").write_text("\x01" + LINES[3][:3900])
    (corpus / "move").write_text("\x02pay b3 b1>6")
    script = tmp_path / "drive.py"
    script.write_text(ATHERIS)
    root = Path(__file__).parents[2]
    env = {**os.environ, "PYTHONPATH": str(root)}
    command = [sys.executable, str(script), str(corpus)]
    done = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
