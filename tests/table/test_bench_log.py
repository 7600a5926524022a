"""`durbar bench table`: finished games are kept line by line and told again."""

import argparse
import json
from pathlib import Path
from typing import Any

import pytest

from assistant.app.bench import table


def _args(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    table.add_arguments(parser)
    none = ["--games", "0", "--module-games", "0", "--main-games", "0", "--faulty-games", "0"]
    return parser.parse_args([*none, *words])


def _played(log: Path, seed: int) -> dict[str, Any]:
    words = ["--games", "1", "--faulty-games", "1", "--seed", str(seed), "--games-log", str(log)]
    return table.measure(_args(*words))


def test_a_log_of_games_gives_the_very_figures_of_the_run(tmp_path: Path) -> None:
    told = _played(tmp_path / "log", 5)
    assert told["games"] == 2 and told["honest"]["turns"] > 50
    assert table.measure(_args("--from-log", str(tmp_path / "log"))) == told
    first = json.loads((tmp_path / "log").read_text().splitlines()[0])
    assert first["section"] == "honest" and first["seed"] == 5 and first["cpu_s"] > 0


def test_logs_of_several_runs_are_joined_and_a_cut_line_is_left_out(tmp_path: Path) -> None:
    one, other = _line(1, turns=100, taps=40), _line(2, turns=50, taps=20)
    (tmp_path / "a").write_text(one + "\n")
    (tmp_path / "b").write_text(other + "\n" + _line(3)[:90])
    told = table.measure(_args("--from-log", str(tmp_path / "a"), str(tmp_path / "b")))
    assert (told["games"], told["turns"], told["seed"]) == (2, 150, 1)
    assert told["pixel_games"]["taps_per_turn"] == 0.4 and told["honest"]["games"] == 0
    assert told["pixel_games"]["faults"] == {"bump": 4} and told["pixel_games"]["settle_s_p95"] == 0.7


def test_a_game_that_stands_in_the_logs_twice_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(_line(1) + "\n" + _line(1) + "\n")
    with pytest.raises(SystemExit, match="twice"):
        table.measure(_args("--from-log", str(tmp_path / "a")))


@pytest.mark.parametrize("line", ["{}", "[]", "no json", '{"section": 1}'])
def test_a_file_that_is_no_log_is_refused_with_the_line(tmp_path: Path, line: str) -> None:
    (tmp_path / "a").write_text(line + "\n")
    with pytest.raises(SystemExit, match="line 1 is no game"):
        table.measure(_args("--from-log", str(tmp_path / "a")))


def _line(seed: int, turns: int = 10, taps: int = 1) -> str:
    from assistant.app.bench.table_log import Played
    from assistant.app.evening import Figures

    figures = Figures(turns=turns, taps=taps, settle_s=[0.5, 0.7])
    figures.faults["bump"] += 2
    return Played("pixel_games", seed, "greedy", 2, None, 60.0, figures).line()
