"""Logs of version 1 stay readable for ever: they lead to the same table, with the box they were played with.

The files are never written anew. `--update-golden` only adds those that are missing, for a new version of the format.
"""

import json
import random
import shutil
from pathlib import Path

import pytest

from assistant.cli import main
from assistant.editions import load_edition
from assistant.engine.core.history import History, replay
from assistant.engine.core.log import parse_log
from assistant.engine.core.moves import Move
from assistant.engine.rajas.game import RajasGame, game_of_log
from assistant.engine.rajas.house import house_rules
from assistant.engine.rajas.notation import parse_position, position_text
from assistant.engine.rajas.setup import MODULES, Setup
from assistant.players.base import next_move
from assistant.players.roster import make_bots
from assistant.testing.tables import TEST_BOX

FOLDER = Path(__file__).parents[1] / "golden" / "logs"
BOX = FOLDER / "box-1.json"
ALL = ("red", "yellow", "white", "black")
HOUSE = {"allow_pass": True, "karma_anytime": True, "bonus_order": "player", "nesting": "breadth_first",
         "dice_batch": False, "end_check": "at_once", "overbuild_height": 3, "reroll_times": 2}  # fmt: skip


def play_on(history, bots, rng, moves=100_000, unknown=False):
    """Let bots play; with `unknown`, nobody tells which tile is turned up during the game."""
    for _ in range(moves):
        if history.state.over:
            return
        move = next_move(history.game, history.state, bots, rng)
        if unknown and move.verb == "reveal" and history.state.turn:
            move = Move("reveal", (move.args[0], "unknown"))
        history.record(move)


def begun(setup, names, seed):
    """An empty history, its bots and their dice."""
    rng, game = random.Random(seed), RajasGame(load_edition(str(BOX)), setup)
    return History(game, game.new_log()), make_bots(names, len(setup.seats), rng), rng


def whole_game(setup, names, seed, unknown=False):
    history, bots, rng = begun(setup, names, seed)
    play_on(history, bots, rng, unknown=unknown)
    return history


def wild_history():
    """Undo, redo, branches, a correction and an irregular move, and then the game goes on to its end."""
    history, bots, rng = begun(Setup(ALL[:2]), "greedy,random", 6)
    play_on(history, bots, rng, 60)
    history.undo(12)
    history.redo(5)
    play_on(history, bots, rng, 20)
    history.branch(40)
    play_on(history, bots, rng, 15)
    history.undo()
    history.undo(2)
    history.correct(history.game.to_json(history.state_after(50)))
    play_on(history, bots, rng, 10)
    history.branch(61)
    history.record(next_move(history.game, history.state, bots, rng), flag="irregular")
    play_on(history, bots, rng)
    history.undo(3)
    history.redo(3)
    return history


FIXTURES = {
    "base-two": lambda: whole_game(Setup(ALL[:2]), "greedy", 1),
    "base-four": lambda: whole_game(Setup(ALL), "greedy", 2),
    "house-rules": lambda: whole_game(Setup(ALL[:3], (), (), house_rules(HOUSE)), "greedy,random", 3),
    "all-modules": lambda: whole_game(Setup(("black", "white"), MODULES), "greedy", 4),
    "mixed-group": lambda: whole_game(Setup(ALL[:3], (), ("yellow",)), "greedy", 5),
    "unknown-tops": lambda: whole_game(Setup(ALL[1:3]), "greedy", 7, unknown=True),
    "undo-redo-branch-correct": wild_history,
}


def facts(history):
    """What a log leads to."""
    state, game = history.state, history.game
    return {
        "entries": history.revision,
        "moves": len(history.line()),
        "head": history.log.head,
        "over": state.over,
        "ranking": [[row.place, row.seat, row.fame, row.money] for row in game.ranking(state)],
        "position": position_text(state),
    }


def write_missing():
    FOLDER.mkdir(exist_ok=True)
    if not BOX.exists():
        shutil.copy(TEST_BOX, BOX)
    for name, make in FIXTURES.items():
        if not (FOLDER / f"{name}.jsonl").exists():
            history = make()
            (FOLDER / f"{name}.jsonl").write_text(history.log.text(), encoding="utf-8")
            expected = json.dumps(facts(history), indent=1) + "\n"
            (FOLDER / f"{name}.expected.json").write_text(expected, encoding="utf-8")


@pytest.fixture(autouse=True)
def fixtures_written(update_golden):
    if update_golden:
        write_missing()


@pytest.mark.parametrize("name", FIXTURES)
def test_an_old_log_still_leads_to_the_same_table(name):
    text = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")
    expected = json.loads((FOLDER / f"{name}.expected.json").read_text(encoding="utf-8"))
    log = parse_log(text)
    assert log.text() == text
    game = game_of_log(log, load_edition(str(BOX)))
    found = facts(replay(game, log))
    assert parse_position(game.rules, expected.pop("position")) == parse_position(game.rules, found.pop("position"))
    assert found == expected


@pytest.mark.parametrize("name", FIXTURES)
def test_an_old_log_can_be_replayed_from_the_command_line(name, capsys):
    assert main(["replay", str(FOLDER / f"{name}.jsonl"), "--edition", str(BOX), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    expected = json.loads((FOLDER / f"{name}.expected.json").read_text(encoding="utf-8"))
    assert report["ok"] is True
    assert report["defects"] == []
    assert report["head"] == expected["head"]
    assert [[row["place"], row["seat"], row["fame"], row["money"]] for row in report["ranking"]] == expected["ranking"]


def test_the_fixtures_hold_every_kind_of_line():
    kinds = set()
    for path in FOLDER.glob("*.jsonl"):
        kinds |= {entry.kind for entry in parse_log(path.read_text(encoding="utf-8")).entries}
    assert kinds == {"move", "undo", "redo", "branch", "correct"}
    assert {path.stem for path in FOLDER.glob("*.jsonl")} >= set(FIXTURES)
