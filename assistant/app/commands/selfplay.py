"""`durbar selfplay`: bots play many games; every move is judged and every invariant checked."""

import argparse
import hashlib
import json
import random
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

from assistant.app.games import Refusal, add_setup_arguments, game_from
from assistant.engine.core.history import History
from assistant.engine.core.log import GameLog
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.invariants import broken_invariants
from assistant.engine.rajas.state import State
from assistant.players.base import Bot, next_move
from assistant.players.roster import BOTS, make_bots

MOST_DECISIONS = 100_000
"""A game longer than this is reported as endless instead of hanging."""


@dataclass(slots=True)
class Tally:
    """What is counted over all games."""

    games: int = 0
    players: int = 0
    decisions: int = 0
    seconds: float = 0.0
    decisions_per_s: float = 0.0
    games_per_s: float = 0.0
    rounds_mean: float = 0.0
    illegal_accepted: int = 0
    invariant_failures: int = 0
    log_sha256: str = ""
    wins_by_seat: dict[str, int] = field(default_factory=dict)
    wins_by_bot: dict[str, int] = field(default_factory=dict)
    first_failure: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_setup_arguments(parser)
    parser.add_argument("--games", type=int, default=100, metavar="N")
    parser.add_argument("--bots", default="random", help=f"one name, or one per seat: {', '.join(BOTS)}")
    parser.add_argument("--no-checks", action="store_true", help="only play: no judging, no invariants, no log")
    parser.add_argument("--logs", default="", metavar="DIR", help="keep the logs in this folder")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    try:
        game = game_from(args)
        if args.games < 1:
            raise Refusal(f"--games {args.games}: at least 1")
        tally = play_games(game, args)
    except Refusal as refusal:
        sys.stderr.write(f"durbar selfplay: {refusal}\n")
        return 1
    sys.stdout.write(json.dumps(asdict(tally), indent=None if args.json else 2) + "\n")
    return 1 if tally.illegal_accepted or tally.invariant_failures else 0


@dataclass(slots=True)
class Table:
    """One game being played, and where its results go."""

    game: RajasGame
    bots: list[Bot]
    rng: random.Random
    tally: Tally
    number: int
    log: GameLog | None = None


def play_games(game: RajasGame, args: argparse.Namespace) -> Tally:
    tally = Tally(games=args.games, players=game.rules.count)
    digest, rounds = hashlib.sha256(), 0
    begun = time.perf_counter()
    for number in range(args.games):
        rng = random.Random(f"{args.seed}/{number}")
        table = Table(game, _bots(args.bots, game, rng, number), rng, tally, number)
        state = play_fast(table) if args.no_checks else play_checked(table)
        digest.update(f"{state.turn} {table.log.head if table.log else ''}".encode())
        if args.logs and table.log:
            _keep(Path(args.logs), number, table.log.text())
        rounds += state.round
        _count_winner(table, state)
        if sys.stderr.isatty() and number % 10 == 0:
            sys.stderr.write(f"\r{number + 1}/{args.games} games")
    tally.seconds = round(time.perf_counter() - begun, 3)
    tally.decisions_per_s = round(tally.decisions / max(tally.seconds, 1e-9), 1)
    tally.games_per_s = round(args.games / max(tally.seconds, 1e-9), 2)
    tally.rounds_mean = round(rounds / args.games, 3)
    tally.log_sha256 = digest.hexdigest()
    return tally


def _bots(names: str, game: RajasGame, rng: random.Random, number: int) -> list[Bot]:
    try:
        return make_bots(names, game.rules.count, rng, number)
    except ValueError as error:
        raise Refusal(str(error)) from error


def _count_winner(table: Table, state: State) -> None:
    seats, tally = table.game.setup.seats, table.tally
    for seat in [one.seat for one in table.game.ranking(state) if one.place == 1]:
        tally.wins_by_seat[seat] = tally.wins_by_seat.get(seat, 0) + 1
        name = table.bots[seats.index(seat)].name
        tally.wins_by_bot[name] = tally.wins_by_bot.get(name, 0) + 1


def play_fast(table: Table) -> State:
    state = table.game.initial()
    for _ in range(MOST_DECISIONS):
        if state.over:
            return state
        state = table.game.apply(state, next_move(table.game, state, table.bots, table.rng))
        table.tally.decisions += 1
    raise Refusal(f"a game did not end within {MOST_DECISIONS} decisions")


def play_checked(table: Table) -> State:
    """Every move judged before, every invariant checked after, everything logged."""
    game, tally = table.game, table.tally
    history = History(game, game.new_log())
    table.log = history.log
    for _ in range(MOST_DECISIONS):
        before = history.state
        if before.over:
            return before
        move = next_move(game, before, table.bots, table.rng)
        if not game.judge(before, move).ok:
            tally.illegal_accepted += 1
            tally.first_failure = tally.first_failure or f"game {table.number}: {move} is illegal"
        history.record(move)
        tally.decisions += 1
        broken = broken_invariants(before, history.state)
        if broken:
            tally.invariant_failures += len(broken)
            tally.first_failure = tally.first_failure or f"game {table.number} after {move}: {broken[0]}"
    raise Refusal(f"a game did not end within {MOST_DECISIONS} decisions")


def _keep(folder: Path, number: int, text: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"game-{number:05d}.jsonl").write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refusal(f"{folder}: cannot be written: {error.strerror}") from error
