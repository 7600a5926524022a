"""`durbar replay LOG`: a log replayed and verified, with the score it leads to."""

import argparse
import json
import sys
from dataclasses import asdict

from assistant.app.games import Refusal, history_of
from assistant.engine.rajas.notation import position_text
from assistant.engine.rajas.status import status


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", help="a log file")
    parser.add_argument("--edition", default="rajas-2017")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """0 when every line fits, 1 otherwise."""
    try:
        game, history = history_of(args.log, args.edition)
    except Refusal as refusal:
        sys.stderr.write(f"durbar replay: {refusal}\n")
        return 1
    state = history.state
    report = {
        "ok": True,
        "entries": history.revision,
        "moves": len(history.line()),
        "head": history.log.head,
        "over": state.over,
        "round": state.round,
        "turn": state.turn,
        "defects": [reason.key for reason in status(state)],
        "ranking": [asdict(one) for one in game.ranking(state)],
        "position": position_text(state),
    }
    if args.json:
        sys.stdout.write(json.dumps(report) + "\n")
    else:
        rows = [f"  {row.place}. {row.seat}: fame {row.fame}, money {row.money}" for row in game.ranking(state)]
        words = f"{report['moves']} moves, round {state.round}: every line fits"
        sys.stdout.write("\n".join([words, *rows]) + "\n")
    return 0
