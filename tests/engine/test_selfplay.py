"""`durbar selfplay`: no illegal move, no broken invariant, and the same log hash on every run and machine."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from assistant.cli import main
from assistant.testing.tables import TEST_BOX

GOLDEN = Path(__file__).parents[1] / "golden" / "selfplay.json"
SIZES = (2, 3, 4)


def words(players, games):
    sizes = ["--players", str(players), "--games", str(games), "--seed", "7"]
    return ["selfplay", *sizes, "--edition", str(TEST_BOX), "--json"]


def tally_of(capsys, players, games):
    assert main(words(players, games)) == 0
    tally = json.loads(capsys.readouterr().out)
    assert (tally["illegal_accepted"], tally["invariant_failures"], tally["first_failure"]) == (0, 0, "")
    assert tally["games"] == games
    return tally


@pytest.mark.parametrize("players", SIZES)
def test_the_log_hash_of_a_few_games_is_the_same_as_ever(capsys, update_golden, players):
    found = tally_of(capsys, players, 2)["log_sha256"]
    known = json.loads(GOLDEN.read_text()) if GOLDEN.exists() else {}
    if update_golden:
        GOLDEN.write_text(json.dumps({**known, str(players): found}, indent=1, sort_keys=True) + "\n")
        return
    assert found == known[str(players)], "a rule, the test box or the order of legal moves has changed"


def test_the_log_hash_does_not_depend_on_the_process():
    """Python hashes words differently in every process; nothing may depend on that."""
    found = set()
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-m", "assistant.cli", *words(2, 1)]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
        found.add(json.loads(done.stdout)["log_sha256"])
    assert len(found) == 1


@pytest.mark.soak
@pytest.mark.parametrize("players", SIZES)
def test_a_thousand_games_without_an_illegal_move_or_a_broken_invariant(capsys, players):
    tally = tally_of(capsys, players, 1000)
    assert sum(tally["wins_by_seat"].values()) >= 1000
