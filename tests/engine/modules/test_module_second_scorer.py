"""The independent second scorer agrees with the engine about games with variants and modules."""

import random
from pathlib import Path

import pytest

import assistant.editions
from assistant.editions import load_edition
from assistant.engine.core.moves import CHANCE, NOBODY
from assistant.engine.rajas.box import SEATS
from assistant.engine.rajas.dice import names
from assistant.engine.rajas.setup import MODULES
from tests.engine.modules.bookkeeping import ModuleBookkeeper
from tests.engine.modules.module_table import game_with
from tests.engine.second_scorer import BookkeepingError
from tests.engine.second_scorer import scorer as base_scorer

EDITION = Path(assistant.editions.__file__).with_name("rajas-2017.json")
GOODS = ("silk", "tea", "spices")


@pytest.fixture(autouse=True)
def base_capacity_afterwards():
    yield
    base_scorer.MOST_DICE = 10


def played(modules, players, mixed, seed):
    """A random game: its last state and the moves as (by, verb, words)."""
    game = game_with(*modules, players=players, mixed=mixed, box=load_edition())
    rng, state, moves = random.Random(seed), game.initial(), []
    while (actor := game.actor(state)) != NOBODY:
        move = game.draw(state, rng.randrange) if actor == CHANCE else rng.choice(game.legal_moves(state))
        by = "chance" if actor == CHANCE else game.setup.seats[actor]
        moves.append((by, move.verb, list(move.args)))
        state = game.apply(state, move)
    return game, state, moves


def engine_books(state, seat):
    player = state.players[state.rules.seats.index(seat)]
    board = state.rules.map_of(player)
    return {
        "fame": player.fame,
        "money": player.money,
        "karma": player.karma,
        "boat": player.boat,
        "columns": list(player.levels),
        "workers": player.active,
        "dice": sorted(names(player.dice)),
        "yields": sorted(one.id for number, one in enumerate(board.yields) if player.yields >> number & 1),
        "markets": sorted(f"{GOODS[market // 10]}{market % 10}" for market in player.markets),
        "slots": sorted((slot, tile) for slot, tile, _ in player.extra.get("slots", ())),
        "trader": player.extra.get("trader"),
        "fate": {track: player.extra.get(f"fate_{track}", "front") for track in ("fame", "money")},
    }


def compare(modules, players, mixed, seed):
    game, state, moves = played(modules, players, mixed, seed)
    keeper = ModuleBookkeeper(EDITION, list(game.setup.seats), modules, mixed, moves)
    keeper.run()
    for seat in game.setup.seats:
        assert keeper.books(seat) == engine_books(state, seat), f"{modules} {players} {mixed} seed {seed} {seat}"
    rows = [(row.place, row.seat, row.fame, row.money) for row in game.ranking(state)]
    assert sorted(keeper.results()) == sorted(rows)


def random_setup(number):
    """Modules, players and mixed seats of one random combination."""
    rng = random.Random(number)
    modules = tuple(name for name in MODULES if rng.random() < 0.5)
    players = rng.randint(2, 4)
    mixed = SEATS[: rng.randint(1, players)] if "navaratna" not in modules and rng.random() < 0.3 else ()
    return modules, players, mixed


@pytest.mark.parametrize("name", MODULES)
def test_the_second_scorer_agrees_about_each_module(name):
    compare((name,), 3, (), 11)


def test_the_second_scorer_agrees_about_all_modules_together():
    for players in (2, 3, 4):
        compare(MODULES, players, (), 5)


@pytest.mark.parametrize("number", range(8))
def test_the_second_scorer_agrees_about_random_combinations(number):
    compare(*random_setup(number), number)


@pytest.mark.soak
@pytest.mark.timeout(3 * 3600)
def test_the_second_scorer_agrees_about_1000_games_with_random_combinations():
    for number in range(1000, 2000):
        compare(*random_setup(number), number)


def test_the_second_scorer_finds_a_wrong_log():
    """A scorer that accepts everything proves nothing."""
    game, _, moves = played(MODULES, 3, (), 2)
    at = next(n for n, (_, verb, _) in enumerate(moves) if verb == "lay")
    with pytest.raises((BookkeepingError, KeyError, ValueError)):
        ModuleBookkeeper(EDITION, list(game.setup.seats), MODULES, (), moves[:at] + moves[at + 1 :]).run()


def test_the_second_scorer_shares_no_code_with_the_engine():
    for name in ("bookkeeping.py", "bookkeeping_fate.py", "possible.py"):
        assert "assistant" not in Path(__file__).with_name(name).read_text(encoding="utf-8")
