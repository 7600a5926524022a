"""`durbar judge LOG MOVE`: the verdict on a move where a log ends."""

import argparse
import json
import sys

from assistant.app.games import Refusal, history_of
from assistant.engine.core.moves import InvalidMoveError, parse_move
from assistant.engine.core.verdict import Reason
from assistant.texts import LANGUAGES, reason_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", help="a log file")
    parser.add_argument("move", metavar="MOVE", help="e.g. 'place quarry-1'")
    parser.add_argument("--seat", default=None, help="who makes the move")
    parser.add_argument("--edition", default="rajas-2017")
    parser.add_argument("--language", default="en", choices=LANGUAGES)
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """0 legal, 1 refused."""
    try:
        game, history = history_of(args.log, args.edition)
        verdict = game.judge(history.state, parse_move(args.move), args.seat)
    except (Refusal, InvalidMoveError) as refusal:
        sys.stderr.write(f"durbar judge: {refusal}\n")
        return 1
    reasons = [_plain(reason, args.language) for reason in verdict.reasons]
    warnings = [_plain(reason, args.language) for reason in verdict.warnings]
    if args.json:
        answer = {"legal": verdict.ok, "move": args.move, "reasons": reasons, "warnings": warnings}
        sys.stdout.write(json.dumps({**answer, "revision": history.revision}) + "\n")
    else:
        lines = ["legal" if verdict.ok else "not legal"]
        lines += [f"  {row['rule']}: {row['text']}" for row in reasons + warnings]
        sys.stdout.write("\n".join(lines) + "\n")
    return 0 if verdict.ok else 1


def _plain(reason: Reason, language: str) -> dict[str, object]:
    return {
        "rule": reason.rule,
        "key": reason.key,
        "facts": dict(reason.facts),
        "text": reason_text(reason.key, dict(reason.facts), language),
    }
