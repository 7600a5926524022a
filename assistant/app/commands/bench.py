"""`durbar bench engine|eye|table|leds`: each subject measures itself in `assistant/app/bench/<subject>.py`."""

import argparse
import importlib
import json
import sys
from typing import Any

SUBJECTS = ("engine", "eye", "table", "leds")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    subjects = parser.add_subparsers(dest="subject", required=True)
    for subject in SUBJECTS:
        sub = subjects.add_parser(subject)
        sub.add_argument("--json", action="store_true", help="one JSON document on stdout, nothing else")
        importlib.import_module(f"assistant.app.bench.{subject}").add_arguments(sub)


def run(args: argparse.Namespace) -> int:
    """Measure and print; progress goes to stderr."""
    figures: dict[str, Any] = importlib.import_module(f"assistant.app.bench.{args.subject}").measure(args)
    text = json.dumps(figures, indent=None if args.json else 2)
    sys.stdout.write(text + "\n")
    return 0
