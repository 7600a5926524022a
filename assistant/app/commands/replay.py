"""`durbar replay LOG`: a log replayed and verified, with the score it leads to.

`durbar replay RECORDING`: the pictures of a recorded evening read again with today's models, the logs compared.
"""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from assistant.app.games import Refusal, history_of
from assistant.engine.rajas.notation import position_text
from assistant.engine.rajas.status import status


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", help="a log file, or the folder of a recording")
    parser.add_argument("--edition", default="rajas-2017")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """0 when every line fits (or the recording leads to the same log), 1 otherwise."""
    if Path(args.log).is_dir():
        return _recording(args)
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


def _recording(args: argparse.Namespace) -> int:
    """Replay a recording; 0 when today's models lead to the same log."""
    from assistant.app.replaying import RecordingError, Replay
    from assistant.vision.calibration import CalibrationError
    from assistant.vision.gallery import GalleryError
    from assistant.vision.infer import ModelError

    try:
        came_to = Replay(Path(args.log)).run()
    except (RecordingError, CalibrationError, GalleryError, ModelError) as refusal:
        sys.stderr.write(f"durbar replay: {refusal}\n")
        return 1
    if args.json:
        sys.stdout.write(json.dumps({"ok": came_to.identical, **asdict(came_to)}) + "\n")
    else:
        words = "the same log" if came_to.identical else f"another log from revision {came_to.first_difference} on"
        whole = "" if came_to.complete else "; the recording was not closed, so its end is not compared"
        sys.stdout.write(
            f"{came_to.frames} frames, {came_to.pictures} pictures, {came_to.moves} moves: {words}{whole}\n"
        )
    return 0 if came_to.identical else 1
