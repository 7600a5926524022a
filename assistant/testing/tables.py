"""Tables laid out for a test in one line each: `table(3)`, `give(s, "red", dice="b3 b5", money=7)`, `lay(...)`.

Everything returned is a new state; the dice supply is kept right, so that a laid-out table passes `status`.
"""

import random
from functools import lru_cache
from pathlib import Path
from typing import Any

from assistant.editions import load_edition
from assistant.engine.core.moves import CHANCE, Move, parse_move
from assistant.engine.core.verdict import Verdict
from assistant.engine.rajas.box import BUILDINGS
from assistant.engine.rajas.building import put_tile
from assistant.engine.rajas.dice import CODES, COLOUR_OF
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.house import house_rules
from assistant.engine.rajas.setup import Setup, seats_for
from assistant.engine.rajas.state import State

TEST_BOX = Path(__file__).with_name("test-box.json")
"""A box of its own for tests of the rules: the shipped edition may be balanced without touching them."""


@lru_cache(maxsize=64)
def _game(players: int, modules: tuple[str, ...], mixed: tuple[str, ...], house: tuple[Any, ...]) -> RajasGame:
    return RajasGame(load_edition(str(TEST_BOX)), Setup(seats_for(players), modules, mixed, house_rules(dict(house))))


def game_for(players: int = 4, modules: str = "", mixed: str = "", **house: bool | int | str) -> RajasGame:
    """A game with the tests' own box; modules and mixed seats as words separated by spaces."""
    return _game(players, tuple(modules.split()), tuple(mixed.split()), tuple(sorted(house.items())))


def opened(game: RajasGame, seed: int = 1) -> State:
    """The first decision of the first turn: chance has played the set-up."""
    rng, state = random.Random(seed), game.initial()
    while game.actor(state) == CHANCE:
        state = game.draw_and_apply(state, rng.randrange)
    return state


def table(players: int = 4, modules: str = "", seed: int = 1, **house: bool | int | str) -> tuple[RajasGame, State]:
    """A game and its first turn, red to place."""
    game = _game(players, tuple(modules.split()), (), tuple(sorted(house.items())))
    return game, turn_of(opened(game, seed), "red")


def turn_of(state: State, seat: str) -> State:
    """The same table with somebody else starting and to move, at the beginning of a turn."""
    new = state.copy()
    new.seat = new.start = new.rules.seats.index(seat)
    new.agenda = (("place",), (("end_turn",), None))
    return new


def give(state: State, seat: str, **what: Any) -> State:  # noqa: ANN401
    """Set things of a seat: dice="b3 b5", levels={"temple": 3}, money=, fame=, karma=, boat=, idle=, bonus=, ..."""
    new = state.copy()
    player = new.edit(new.rules.seats.index(seat))
    if "dice" in what:
        _set_dice(new, seat, what.pop("dice"))
    for kind, column in what.pop("levels", {}).items():
        levels = list(player.levels)
        levels[BUILDINGS.index(kind)] = new.rules.columns.index(column)
        player.levels = tuple(levels)  # type: ignore[assignment]
    for name, value in what.items():
        setattr(player, name, value)
    return new


def _set_dice(state: State, seat: str, words: str) -> None:
    """Swap a seat's dice; what is given up returns to the supply, what is new comes from there."""
    player = state.players[state.rules.seats.index(seat)]
    supply = list(state.supply)
    for die in player.dice:
        supply[COLOUR_OF[die]] += 1
    player.dice = tuple(sorted(CODES[word] for word in words.split()))
    for die in player.dice:
        supply[COLOUR_OF[die]] -= 1
    state.supply = tuple(supply)  # type: ignore[assignment]


def tile_like(game: RajasGame, **wanted: Any) -> str:  # noqa: ANN401
    """Id of the first tile with these printed things, e.g. colour="blue", price=7. Raises LookupError."""
    for tile in game.rules.tiles:
        if all(getattr(tile, name) == value for name, value in wanted.items()):
            return tile.id
    raise LookupError(f"no tile with {wanted}")


def show(state: State, tile: str) -> State:
    """Put a tile on top of its stack (out of a province if it lies there is not supported)."""
    new = state.copy()
    rules, index = new.rules, new.rules.tile_index[tile]
    number = rules.stack_of[index]
    top, hidden = new.stacks[number]
    rest = tuple(sorted(one for one in (*hidden, top) if one >= 0 and one != index))
    new.stacks = (*new.stacks[:number], (index, rest), *new.stacks[number + 1 :])
    return new


def lay(state: State, seat: str, cell: str, tile: str, rotation: int = 0) -> State:
    """Lay a tile of the box in a province without cost, score or check; it leaves its stack."""
    new = state.copy()
    rules, index = new.rules, new.rules.tile_index[tile]
    number = rules.stack_of[index]
    top, hidden = new.stacks[number]
    rest = tuple(one for one in hidden if one != index)
    if top == index:
        top, rest = (rest[0], rest[1:]) if rest else (-1, ())
    new.stacks = (*new.stacks[:number], (top, rest), *new.stacks[number + 1 :])
    player = new.edit(rules.seats.index(seat))
    put_tile(new, player, index, rules.map_of(player).index[cell], rotation // 90)
    return new


def play(game: RajasGame, state: State, *moves: str) -> State:
    """Play moves in order; each must be legal. Raises IllegalMoveError naming the first that is not."""
    for text in moves:
        state = game.play(state, parse_move(text))
    return state


def judge(game: RajasGame, state: State, move: str, seat: str | None = None) -> Verdict:
    return game.judge(state, parse_move(move), seat)


def keys(verdict: Verdict) -> set[str]:
    """The keys of all reasons against a move."""
    return {reason.key for reason in verdict.reasons}


def rules_broken(game: RajasGame, state: State, move: str) -> set[str]:
    """Rule ids of all reasons against a move."""
    return {reason.rule for reason in judge(game, state, move).reasons}


def legal(game: RajasGame, state: State, verb: str = "") -> list[str]:
    """Legal moves as texts, all or those with one verb."""
    return [str(move) for move in game.legal_moves(state) if not verb or move.verb == verb]


def moves_with(game: RajasGame, state: State, verb: str) -> list[Move]:
    return [move for move in game.legal_moves(state) if move.verb == verb]
