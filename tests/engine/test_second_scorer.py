"""The independent second scorer agrees with the engine on logged games: fame, money, ranking and all other books."""

import argparse
from pathlib import Path

import pytest

import assistant.editions
from assistant.app.commands import selfplay
from assistant.app.games import history_of
from assistant.engine.rajas.dice import names
from assistant.testing.tables import game_for
from tests.engine.second_scorer import BookkeepingError, score_log
from tests.engine.second_scorer.raja import KINDS

EDITION = Path(assistant.editions.__file__).with_name("rajas-2017.json")


def logs_of(folder, *words):
    """Logs written by `durbar selfplay` with these arguments."""
    parser = argparse.ArgumentParser()
    selfplay.add_arguments(parser)
    assert selfplay.run(parser.parse_args([*words, "--logs", str(folder), "--json"])) == 0
    return sorted(folder.glob("*.jsonl"))


def engine_books(state, seat):
    player = state.players[state.rules.seats.index(seat)]
    board = state.rules.map_of(player)
    goods = ("silk", "tea", "spices")
    return {
        "fame": player.fame,
        "money": player.money,
        "karma": player.karma,
        "boat": player.boat,
        "columns": [player.levels[("temple", "palace", "fort", "mill").index(kind)] for kind in KINDS],
        "workers": player.active,
        "dice": sorted(names(player.dice)),
        "yields": sorted(one.id for number, one in enumerate(board.yields) if player.yields >> number & 1),
        "markets": sorted(f"{goods[market // 10]}{market % 10}" for market in player.markets),
    }


def compare(path):
    """Both scorers on one log."""
    game, history = history_of(str(path), "rajas-2017")
    keeper = score_log(path, EDITION)
    for seat in keeper.seats:
        assert keeper.books(seat) == engine_books(history.state, seat), f"{path.name}, {seat}"
    rows = [(row.place, row.seat, row.fame, row.money) for row in game.ranking(history.state)]
    assert sorted(keeper.results()) == sorted(rows), path.name
    assert [row[0] for row in keeper.results()] == [row[0] for row in rows]


@pytest.mark.parametrize(
    ("players", "bots", "games", "seed"),
    [(2, "random", 5, 31), (3, "random", 5, 32), (4, "random", 5, 33), (2, "greedy", 5, 34),
     (3, "greedy,random", 3, 35), (4, "greedy", 2, 36)],
)  # fmt: skip
def test_the_second_scorer_agrees_on_games_of_all_sizes(tmp_path, capsys, players, bots, games, seed):
    words = ["--players", str(players), "--bots", bots, "--games", str(games), "--seed", str(seed)]
    for path in logs_of(tmp_path, *words):
        compare(path)


@pytest.mark.soak
@pytest.mark.parametrize(("players", "bots", "games"), [(2, "random", 250), (3, "random", 200), (4, "random", 200),
    (2, "greedy", 150), (3, "greedy,random", 100), (4, "greedy", 100)])  # fmt: skip
def test_the_second_scorer_agrees_on_1000_games(tmp_path, capsys, players, bots, games):
    words = ["--players", str(players), "--bots", bots, "--games", str(games), "--seed", "2017"]
    paths = logs_of(tmp_path, *words)
    assert len(paths) == games
    for path in paths:
        compare(path)


def test_the_second_scorer_finds_a_move_that_breaks_the_rules(tmp_path, capsys):
    """A scorer that accepts everything proves nothing."""
    path = logs_of(tmp_path, "--players", "2", "--games", "1", "--seed", "3")[0]
    lines = path.read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if '"move":"lay ' in line)
    cut = tmp_path / "cut.jsonl"
    cut.write_text("\n".join(lines[: at + 1] + lines[at + 2 :]) + "\n")
    with pytest.raises(BookkeepingError):
        score_log(cut, EDITION)


def test_the_second_scorer_refuses_logs_it_does_not_understand(tmp_path):
    path = tmp_path / "house.jsonl"
    path.write_text(game_for(2, allow_pass=True).new_log().text())
    with pytest.raises(BookkeepingError, match="default rulings"):
        score_log(path, EDITION)


def test_the_second_scorer_shares_no_code_with_the_engine():
    for path in (Path(__file__).parent / "second_scorer").glob("*.py"):
        assert "assistant" not in path.read_text(encoding="utf-8")
