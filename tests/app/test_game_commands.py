"""The commands around the engine: exit codes, one JSON document, one clear sentence for bad input."""

import json

import pytest

from assistant.cli import COMMANDS, load, main


def run(capsys, *words):
    """Exit code, stdout and stderr of a command."""
    try:
        code = main(list(words))
    except SystemExit as leaving:
        code = leaving.code
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_named_in_the_help_exists(name):
    command = load(name)
    assert callable(command.add_arguments)
    assert callable(command.run)


def test_selfplay_prints_one_document_with_the_fixed_keys(capsys):
    code, out, _ = run(capsys, "selfplay", "--players", "2", "--games", "1", "--seed", "7", "--json")
    figures = json.loads(out)
    assert code == 0
    fixed = "games players decisions seconds decisions_per_s rounds_mean illegal_accepted invariant_failures log_sha256"
    assert set(fixed.split()) <= set(figures)
    assert (figures["illegal_accepted"], figures["invariant_failures"]) == (0, 0)


def test_selfplay_gives_the_same_log_hash_again(capsys):
    words = ("selfplay", "--players", "3", "--games", "1", "--seed", "9", "--json")
    first, second = (json.loads(run(capsys, *words)[1])["log_sha256"] for _ in range(2))
    assert first == second


BAD = [
    (("selfplay", "--players", "9", "--games", "1"), "9 players"),
    (("selfplay", "--games", "0"), "--games 0"),
    (("selfplay", "--modules", "chess", "--games", "1"), "'chess'"),
    (("selfplay", "--bots", "clever", "--games", "1"), "'clever'"),
    (("selfplay", "--house", "allow_pass=maybe", "--games", "1"), "allow_pass"),
    (("selfplay", "--house", "allow_pass", "--games", "1"), "key=value"),
    (("selfplay", "--edition", "nowhere.json", "--games", "1"), "nowhere.json"),
    (("replay", "nowhere.jsonl"), "nowhere.jsonl"),
    (("judge", "nowhere.jsonl", "pass"), "nowhere.jsonl"),
]


@pytest.mark.parametrize(("words", "named"), BAD)
def test_bad_input_is_one_sentence_that_names_it(capsys, words, named):
    code, out, err = run(capsys, *words)
    assert code == 1
    assert out == ""
    assert named in err
    assert "Traceback" not in err
    assert len(err.strip().splitlines()) == 1


@pytest.fixture
def log_file(tmp_path, capsys):
    run(capsys, "selfplay", "--players", "2", "--games", "1", "--seed", "2", "--logs", str(tmp_path))
    return tmp_path / "game-00000.jsonl"


def test_a_log_is_replayed_and_a_move_judged(capsys, log_file):
    code, out, _ = run(capsys, "replay", str(log_file), "--json")
    assert code == 0
    assert json.loads(out)["over"] is True
    code, out, _ = run(capsys, "judge", str(log_file), "place quarry-1", "--json", "--language", "de")
    verdict = json.loads(out)
    assert code == 1
    assert verdict["legal"] is False
    assert verdict["reasons"][0]["text"] == "Das Spiel ist zu Ende."


def test_a_cut_log_names_file_and_line_and_is_left_alone(capsys, log_file):
    whole = log_file.read_text(encoding="utf-8")
    log_file.write_text(whole[: len(whole) // 2], encoding="utf-8")
    before = log_file.read_bytes()
    code, _, err = run(capsys, "replay", str(log_file))
    assert code == 1
    assert log_file.name in err
    assert "line" in err
    assert log_file.read_bytes() == before


def test_a_verdict_in_the_middle_of_a_game(capsys, log_file):
    lines = log_file.read_text(encoding="utf-8").splitlines()
    log_file.write_text("\n".join(lines[:16]) + "\n", encoding="utf-8")
    code, out, _ = run(capsys, "judge", str(log_file), "place quarry-5", "--json")
    verdict = json.loads(out)
    assert code in (0, 1)
    assert verdict["legal"] == (not verdict["reasons"])


def test_the_doctor_speaks_plainly_and_as_json(capsys):
    code, out, _ = run(capsys, "doctor", "--json")
    found = json.loads(out)
    assert code == (0 if found["ok"] else 1)
    assert {"Python", "edition", "store"} <= {one["what"] for one in found["findings"]}
    assert run(capsys, "doctor")[1].startswith("Durbar")


def test_an_unknown_command_is_bad_usage(capsys):
    assert run(capsys, "frobnicate")[0] == 2
