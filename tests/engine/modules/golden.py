"""Golden games: one whole game per module, move by move, as text a person can read and a test can compare.

python -m tests.engine.modules.golden        writes them again; the difference is the review
"""

import random
import sys
from pathlib import Path

from assistant.engine.core.moves import CHANCE, NOBODY, Move, parse_move
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.setup import MODULES
from assistant.engine.rajas.state import State
from tests.engine.modules.module_table import game_with

FOLDER = Path(__file__).parents[2] / "golden" / "modules"
GAMES: dict[str, tuple[tuple[str, ...], int, tuple[str, ...]]] = {
    **{name: ((name,), 2 + number % 3, ()) for number, name in enumerate(MODULES)},
    "mixed": ((), 3, ("red", "white")),
    "all": (MODULES, 3, ()),
}
"""Per golden game: modules, number of players, advanced seats of a mixed group."""


def game_of(name: str) -> RajasGame:
    modules, players, mixed = GAMES[name]
    return game_with(*modules, players=players, mixed=mixed)


def score_line(state: State) -> str:
    parts = [
        f"{seat} money {player.money} fame {player.fame} karma {player.karma} boat {player.boat}"
        for seat, player in zip(state.rules.seats, state.players, strict=True)
    ]
    return "= " + ", ".join(parts)


def step_line(game: RajasGame, state: State, move: Move) -> str:
    """Who, at which decision, out of how many possibilities, did what."""
    actor = game.actor(state)
    who = "chance" if actor == CHANCE else game.setup.seats[actor]
    return f"{who} {game.pending(state)} {len(game.legal_moves(state))}: {move}"


def lines_of(game: RajasGame, moves: list[Move]) -> list[str]:
    """The playthrough of these moves; the score after every turn, the ranking at the end."""
    state, lines, turn = game.initial(), [], 0
    for move in moves:
        lines.append(step_line(game, state, move))
        state = game.play(state, move)
        if state.turn != turn or state.over:
            turn = state.turn
            lines.append(score_line(state))
    return lines + [f"# {one.place} {one.seat} gap {one.gap} {one.rule}".rstrip() for one in game.ranking(state)]


def moves_in(lines: list[str]) -> list[Move]:
    return [parse_move(line.split(": ", 1)[1]) for line in lines if line[0] not in "=#"]


def record(game: RajasGame, seed: int) -> list[Move]:
    rng, state, moves = random.Random(seed), game.initial(), []
    while (actor := game.actor(state)) != NOBODY:
        move = game.draw(state, rng.randrange) if actor == CHANCE else rng.choice(game.legal_moves(state))
        moves.append(move)
        state = game.apply(state, move)
    return moves


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(GAMES):
        game = game_of(name)
        lines = lines_of(game, record(game, number))
        (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{name}: {len(lines)} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main())
