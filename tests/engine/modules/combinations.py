"""Random games over combinations of modules, as a table. Also a command:

python -m tests.engine.modules.combinations all 3       every combination, 2 to 4 players, 3 games each
python -m tests.engine.modules.combinations pairs 200   every pair of modules, 200 games each
"""

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from assistant.editions import load_edition
from assistant.engine.rajas.box import SEATS
from assistant.engine.rajas.setup import MODULES
from tests.engine.modules.module_table import game_with, random_game
from tests.engine.modules.soundness import Soundness


@dataclass(frozen=True, slots=True)
class Cell:
    """The games of one combination and number of players."""

    modules: tuple[str, ...]
    players: int
    mixed: tuple[str, ...]
    games: int
    moves: int
    rounds: int
    problems: tuple[str, ...]


def every_combination() -> Iterator[tuple[str, ...]]:
    for size in range(len(MODULES) + 1):
        yield from combinations(MODULES, size)


def play(modules: tuple[str, ...], players: int, games: int, mixed: tuple[str, ...] = (), first_seed: int = 0) -> Cell:
    """Play some random games, checking every move."""
    game = game_with(*modules, players=players, mixed=mixed, box=load_edition())
    moves = rounds = 0
    problems: list[str] = []
    for seed in range(first_seed, first_seed + games):
        check = Soundness(game, judge_every=3, notate_every=97)
        end, log = random_game(game, seed, check)
        moves += len(log)
        rounds += end.round
        problems += [f"seed {seed}: {one}" for one in check.problems]
    return Cell(modules, players, mixed, games, moves, rounds, tuple(problems))


def cells_of_all(games: int) -> Iterator[Cell]:
    """Every combination with 2, 3 and 4 players, and mixed groups for those without Navaratna."""
    for number, modules in enumerate(every_combination()):
        for players in (2, 3, 4):
            yield play(modules, players, games, first_seed=number * 100)
            if "navaratna" not in modules:
                yield play(modules, players, games, mixed=SEATS[: 1 + number % (players - 1)], first_seed=number * 100)


def cells_of_pairs(games: int) -> Iterator[Cell]:
    for number, pair in enumerate(combinations(MODULES, 2)):
        for players in (2, 3, 4):
            share = games // 3 + (1 if players - 2 < games % 3 else 0)
            yield play(pair, players, share, first_seed=1_000_000 + number * 1000)


def line(cell: Cell) -> str:
    names = "+".join(cell.modules) or "base"
    mixed = f" mixed {'+'.join(cell.mixed)}" if cell.mixed else ""
    wrong = f"{len(cell.problems)} PROBLEMS" if cell.problems else "sound"
    rounds = cell.rounds / cell.games if cell.games else 0.0
    return f"{names}{mixed:s} | {cell.players} | {cell.games} | {cell.moves} | {rounds:.1f} | {wrong}"


def main(kind: str, games: int) -> int:
    started = time.perf_counter()
    print("modules | players | games | moves | rounds | result")
    total = moves = 0
    problems: list[str] = []
    for cell in cells_of_all(games) if kind == "all" else cells_of_pairs(games):
        print(line(cell), flush=True)
        total += cell.games
        moves += cell.moves
        problems += cell.problems
    for one in problems[:50]:
        print(one)
    print(f"{total} games, {moves} moves, {len(problems)} problems, {time.perf_counter() - started:.0f} s")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
