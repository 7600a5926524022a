"""Figures of the rules engine: decisions per second, time to list legal moves, time to copy a state, and a peer."""

import argparse
import importlib
import random
import statistics
import sys
import time
from typing import Any

from assistant.editions import load_edition
from assistant.engine.core.moves import CHANCE
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.setup import MODULES, Setup, seats_for
from assistant.engine.rajas.state import State

PEER = "catanatron"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=60, help="random games to time")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--modules", default="", help="modules by name, or 'all'")


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Own figure and the peer's, measured turn by turn in one run so that a busy machine slows both alike.

    The middle of the six parts is the figure; the best part tells what the machine can do when nobody disturbs it.
    """
    names = MODULES if args.modules == "all" else tuple(word for word in args.modules.split(",") if word)
    game = RajasGame(load_edition(), Setup(seats_for(args.players), tuple(names)))
    peer = peer_game()
    own_rates, peer_rates = [], []
    random_game(game, random.Random(0))  # warm the caches of the rules
    chunk = max(args.games // 6, 1)
    for part in range(6):
        sys.stderr.write(f"\rengine {part + 1}/6")
        own_rates.append(rate(lambda number: random_game(game, random.Random(number)), part * chunk, chunk))
        if peer:
            peer_rates.append(rate(peer, part, 2))
    sys.stderr.write("\n")
    own = statistics.median(own_rates)
    other = statistics.median(peer_rates) if peer_rates else None
    p50, p99 = legal_times(game, random.Random(5))
    return {
        "decisions_per_s": round(own),
        "decisions_per_s_best": round(max(own_rates)),
        "legal_ms_p50": round(p50 * 1000, 4),
        "legal_ms_p99": round(p99 * 1000, 4),
        "copy_us": round(copy_time(game) * 1e6, 3),
        "peer": {"name": PEER, "actions_per_s": round(other), "best": round(max(peer_rates))} if other else None,
        "ratio_to_peer": round(own / other, 3) if other else None,
        "games": chunk * 6,
        "players": args.players,
        "modules": list(names),
    }


def rate(play: Any, first: int, count: int) -> float:  # noqa: ANN401
    """Decisions per second of processor time."""
    begun = time.process_time()
    decisions = sum(play(number) for number in range(first, first + count))
    return float(decisions / (time.process_time() - begun))


def random_game(game: RajasGame, rng: random.Random) -> int:
    """Play one game at random, legal moves generated for every decision; return the number of decisions."""
    below, state, decisions = rng.randrange, game.initial(), 0
    while not state.over:
        if game.actor(state) == CHANCE:
            move = game.draw(state, below)
        else:
            moves = game.legal_moves(state)
            move = moves[below(len(moves))]
        state = game.apply(state, move)
        decisions += 1
    return decisions


def some_states(game: RajasGame, rng: random.Random, count: int) -> list[State]:
    states: list[State] = []
    while len(states) < count:
        state = game.initial()
        while not state.over and len(states) < count:
            if game.actor(state) == CHANCE:
                move = game.draw(state, rng.randrange)
            else:
                states.append(state)
                moves = game.legal_moves(state)
                move = moves[rng.randrange(len(moves))]
            state = game.apply(state, move)
    return states


def legal_times(game: RajasGame, rng: random.Random) -> tuple[float, float]:
    """Median and 99th percentile of listing all legal moves, in seconds."""
    times = []
    for state in some_states(game, rng, 3000):
        begun = time.perf_counter()
        len(game.legal_moves(state))
        times.append(time.perf_counter() - begun)
    times.sort()
    return times[len(times) // 2], times[int(len(times) * 0.99)]


def copy_time(game: RajasGame) -> float:
    state = some_states(game, random.Random(1), 200)[-1]
    begun = time.process_time()
    for _ in range(20_000):
        state.copy()
    return (time.process_time() - begun) / 20_000


def peer_game() -> Any:  # noqa: ANN401
    """A random 4-player game of the peer, returning its number of actions; None where it is not installed."""
    try:
        catanatron = importlib.import_module(PEER)
    except ImportError:
        return None
    colours = [catanatron.Color.RED, catanatron.Color.BLUE, catanatron.Color.WHITE, catanatron.Color.ORANGE]

    def play(number: int) -> int:
        random.seed(number)
        game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours], seed=number)
        game.play()
        state = game.state
        return len(getattr(state, "action_records", None) or state.actions)

    return play
