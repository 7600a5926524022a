"""Perft: how many sequences of 1, 2 and 3 moves there are from a position, chance outcomes included.

    pytest tests/engine/test_perft.py --update-golden     counts anew from freshly chosen positions

The file holds blocks of four lines: name, set-up, position, counts. When a count differs, the counts below each first
move are printed; the branch that differs is then easy to find.
"""

import json
import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from assistant.editions import load_edition
from assistant.engine.core.moves import parse_move
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.notation import parse_position, position_text
from assistant.engine.rajas.setup import setup_from_json, setup_to_json
from assistant.players.base import RandomBot, next_move
from assistant.testing.tables import TEST_BOX, game_for
from tests.engine.brute_force import View, canonical_moves
from tests.engine.second_scorer.printed import Printed

PATH = Path(__file__).parents[1] / "golden" / "perft" / "positions.txt"
DEPTH = 3
LARGEST_COUNT = 1200
"""Positions with more sequences than this are not chosen."""
PER_KIND = 3
TWIN_IN_DEFAULT_RUN = 10


@dataclass(frozen=True)
class Block:
    """One position with its counts."""

    name: str
    setup: str
    position: str
    counts: str

    def game(self):
        return RajasGame(load_edition(str(TEST_BOX)), setup_from_json(json.loads(self.setup)))

    def lines(self):
        return [f"name {self.name}", f"setup {self.setup}", f"position {self.position}", f"counts {self.counts}"]


def read_blocks():
    if not PATH.exists():
        return []
    blocks = PATH.read_text(encoding="utf-8").strip().split("\n\n")
    return [Block(*(line.partition(" ")[2] for line in block.split("\n"))) for block in blocks]


def listed(game, state):
    return [str(move) for move in game.legal_moves(state)]


def perft(game, state, depth, moves_of=listed, most=10**9):
    """Number of sequences of exactly `depth` moves; stops counting beyond `most`."""
    moves = moves_of(game, state)
    if depth == 1 or not moves:
        return len(moves) if depth == 1 else 0
    total = 0
    for text in moves:
        total += perft(game, after(game, state, text), depth - 1, moves_of, most)
        if total > most:
            break
    return total


def after(game, state, text):
    return game.apply(state, parse_move(text))


def divided(game, state, depth):
    """Count below each first move, as text."""
    rows = [(text, perft(game, after(game, state, text), depth - 1)) for text in listed(game, state)]
    return "\n".join(f"  {count:8d}  {text}" for text, count in rows)


SOURCES = [
    ("2 players", {"players": 2}, 15), ("3 players", {"players": 3}, 15), ("4 players", {"players": 4}, 15),
    ("pass", {"players": 2, "allow_pass": True}, 2), ("anytime karma", {"players": 2, "karma_anytime": True}, 2),
    ("gains cannot be declined", {"players": 3, "decline_gains": False}, 2),
    ("all modules", {"players": 2, "modules": "navaratna ganga ganga2 mango shalimar tiger fate trader"}, 3),
]  # fmt: skip


def choose_positions():
    """Positions of random games, of as many kinds of decisions as there are, small enough to count."""
    for name, setup, wanted in SOURCES:
        game, rng, kinds = game_for(**setup), random.Random(f"perft/{name}"), Counter()
        while sum(kinds.values()) < wanted:
            state = game.initial()
            while not state.over and sum(kinds.values()) < wanted:
                kind = game.pending(state)
                if kinds[kind] < PER_KIND and rng.random() < 0.08 and is_small(game, state):
                    kinds[kind] += 1
                    yield f"{name}, {kind} {kinds[kind]}", game, state
                state = game.apply(state, next_move(game, state, [RandomBot(rng)] * game.rules.count, rng))


def is_small(game, state):
    return len(game.legal_moves(state)) <= 60 and perft(game, state, DEPTH, most=LARGEST_COUNT) <= LARGEST_COUNT


def write_blocks():
    blocks = [
        Block(name, json.dumps(setup_to_json(game.setup), sort_keys=True), position_text(state),
              " ".join(str(perft(game, state, depth)) for depth in range(1, DEPTH + 1)))
        for name, game, state in choose_positions()
    ]  # fmt: skip
    PATH.parent.mkdir(exist_ok=True)
    PATH.write_text("\n\n".join("\n".join(block.lines()) for block in blocks) + "\n", encoding="utf-8")


def test_the_counts_of_all_positions_are_the_same_as_ever(update_golden):
    if update_golden:
        write_blocks()
    blocks = read_blocks()
    assert len(blocks) >= 40
    for block in blocks:
        game = block.game()
        state = parse_position(game.rules, block.position)
        for depth, count in enumerate(map(int, block.counts.split()), 1):
            found = perft(game, state, depth)
            assert found == count, (
                f"{block.name}: {found} at depth {depth}, not {count}:\n{divided(game, state, depth)}"
            )


def twin_moves(printed):
    return lambda game, state: canonical_moves(View(printed, position_text(state))) if not state.over else []


def twin_agrees(block, depth):
    game = block.game()
    state = parse_position(game.rules, block.position)
    moves_of = twin_moves(Printed(TEST_BOX, game.rules.count))
    return perft(game, state, depth, moves_of) == int(block.counts.split()[depth - 1])


def base_blocks():
    return [block for block in read_blocks() if set(json.loads(block.setup)) == {"seats"}]


def test_the_brute_force_twin_counts_the_same_to_depth_two():
    blocks = base_blocks()
    for block in blocks[:: max(1, len(blocks) // TWIN_IN_DEFAULT_RUN)]:
        assert twin_agrees(block, 2), block.name


@pytest.mark.soak
def test_the_brute_force_twin_counts_the_same_to_depth_three():
    for block in base_blocks():
        assert twin_agrees(block, 3), block.name


def test_a_missing_move_shows_in_the_counts():
    """The counts notice what they are for: one move less somewhere."""
    block = read_blocks()[0]
    game = block.game()
    state = parse_position(game.rules, block.position)
    assert perft(game, state, 2, lambda game, state: listed(game, state)[1:]) != int(block.counts.split()[1])
