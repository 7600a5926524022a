"""Golden games: whole games as readable text, replayed move by move and compared line by line.

    pytest tests/engine/test_golden_games.py --update-golden     writes the files anew; read the diff before committing

A file does not depend on the bots that once played it: the moves are in it. Only the rules can change a line.
"""

import random
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from assistant.editions import load_edition
from assistant.engine.core.moves import CHANCE, parse_move
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.house import house_rules
from assistant.engine.rajas.setup import Setup
from assistant.players.base import next_move
from assistant.players.roster import make_bots
from assistant.testing.tables import TEST_BOX

FOLDER = Path(__file__).parents[1] / "golden" / "games"
MOST_BYTES = 1_500_000


@dataclass(frozen=True)
class Config:
    """One golden game."""

    name: str
    seats: str
    bots: str
    seed: int
    house: dict = field(default_factory=dict)
    mixed: str = ""

    def game(self):
        setup = Setup(tuple(self.seats.split()), (), tuple(self.mixed.split()), house_rules(self.house))
        return RajasGame(load_edition(str(TEST_BOX)), setup)

    @property
    def path(self):
        return FOLDER / f"{self.name}.txt"


BASE = [
    Config("two-random", "red yellow", "random", 1),
    Config("two-greedy", "red yellow", "greedy", 2),
    Config("two-other-seats", "black white", "greedy", 3),
    Config("two-greedy-against-random", "yellow black", "greedy,random", 4),
    Config("three-random", "red yellow white", "random", 5),
    Config("three-greedy", "red yellow white", "greedy", 6),
    Config("three-other-seats", "white red black", "greedy,random", 7),
    Config("four-random", "red yellow white black", "random", 8),
    Config("four-greedy", "red yellow white black", "greedy", 9),
    Config("four-other-seats", "black white yellow red", "greedy,random", 10),
    Config("mixed-one-of-two", "red yellow", "greedy", 11, mixed="yellow"),
    Config("mixed-two-of-three", "red yellow white", "greedy,random", 12, mixed="red white"),
]
RULINGS = [
    ("allow_pass", True), ("skip_is_final", True), ("allow_null_action", False), ("decline_gains", False),
    ("colour_substitute", True), ("dice_batch", False), ("free_discard", True), ("karma_anytime", True),
    ("reroll_times", 2), ("superfluous_dice", False), ("fame5_delay", False), ("bonus_order", "player"),
    ("nesting", "breadth_first"), ("last_space_repeat", True), ("harbour_zero", True), ("portuguese_partial", True),
    ("end_check", "at_once"), ("final_turn_optional", False), ("gap_tie", "turn_order"), ("track_cap", "hard"),
    ("mogul_last", False), ("start_tie", "first_seat"), ("stall_fixed", False), ("count_covered", True),
    ("overbuild_height", 3), ("reward_order", "printed"),
]  # fmt: skip
SEATS = ("red yellow", "red yellow white", "red black")
HOUSE = [
    Config(f"house-{key}".replace("_", "-"), SEATS[number % 3], "greedy,random", 100 + number, {key: value})
    for number, (key, value) in enumerate(RULINGS)
]
CONFIGS = [*BASE, *HOUSE]


def turn_line(game, state):
    """Where everybody stands at the beginning of a turn: fame, money, karma, boat, dice, workers."""
    head = f"== turn {state.turn} round {state.round} lap {state.lap} {game.seat_name(state.seat)}"
    rows = [
        f"{seat} F{one.fame} M{one.money} K{one.karma} R{one.boat} D{len(one.dice)} W{one.idle}/{one.active}"
        for seat, one in zip(game.setup.seats, state.players, strict=True)
    ]
    return " | ".join([head, *rows])


def end_lines(game, state):
    yield "== over"
    for row in game.ranking(state):
        line = f"{row.place}. {row.seat} fame {row.fame} money {row.money} gap {row.gap} met {row.met} {row.rule}"
        yield line.rstrip()


def told(game, choose):
    """The lines of a game; `choose(state)` gives the next move, or None to stop."""
    state, turn = game.initial(), 0
    while not state.over:
        if state.turn != turn:
            turn = state.turn
            yield turn_line(game, state)
        move = choose(state)
        if move is None:
            return
        actor = game.actor(state)
        who = "chance" if actor == CHANCE else game.seat_name(actor)
        verdict = game.judge(state, move)
        yield f"{who} {move}" if verdict.ok else f"{who} {move} ILLEGAL {[reason.key for reason in verdict.reasons]}"
        if not verdict.ok:
            return
        state = game.apply(state, move)
    yield from end_lines(game, state)


def header(config):
    words = [f"seats {config.seats}", f"bots {config.bots}", f"seed {config.seed}"]
    words += [f"mixed {config.mixed}"] if config.mixed else []
    words += [f"{key}={value}" for key, value in config.house.items()]
    return f"# {config.name}: " + ", ".join(words)


def by_bots(config, game):
    rng = random.Random(f"golden/{config.seed}")
    bots = make_bots(config.bots, game.rules.count, rng)
    return lambda state: next_move(game, state, bots, rng)


def from_file(lines):
    """The moves of a golden file, one after the other."""
    moves = (line.partition(" ")[2] for line in lines if not line.startswith(("#", "==")) and line[0] not in "1234")
    return lambda state: parse_move(text) if (text := next(moves, "")) else None


@pytest.mark.parametrize("config", CONFIGS, ids=lambda config: config.name)
def test_a_golden_game_is_played_again_line_by_line(config, update_golden):
    game = config.game()
    if update_golden:
        text = "\n".join([header(config), *told(game, by_bots(config, game))]) + "\n"
        config.path.write_text(text, encoding="utf-8")
    assert config.path.exists(), f"{config.path.name} is missing: write it with --update-golden"
    lines = config.path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == header(config)
    expected = lines[1:]
    for number, line in enumerate(told(game, from_file(expected))):
        assert line == (expected[number] if number < len(expected) else None), f"{config.path.name} line {number + 2}"
    assert number == len(expected) - 1, f"{config.path.name} goes on after the game's end"


def test_there_are_enough_golden_games_and_no_stray_ones():
    assert len(CONFIGS) >= 30
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(config.path.name for config in CONFIGS)
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < MOST_BYTES


def test_a_changed_line_of_a_golden_game_is_noticed():
    """The comparison itself can fail: one coin more in the third turn."""
    config = CONFIGS[1]
    lines = config.path.read_text(encoding="utf-8").splitlines()[1:]
    at = [number for number, line in enumerate(lines) if line.startswith("== turn")][2]
    again = list(told(config.game(), from_file(lines)))
    assert again == lines
    lines[at] = lines[at].replace(" M", " M9")
    assert again != lines
