"""The `durbar` command: finds the sub-command's module and lets it do the work.

A sub-command lives in `assistant/app/commands/<module>.py` and offers `add_arguments(parser)` and `run(args) -> int`
(0 ok, 1 refused or failed, 2 bad usage). Modules are imported only when called, so that `durbar --help` is instant.
"""

import argparse
import importlib
import sys
from collections.abc import Sequence
from typing import Protocol, cast

from assistant import __version__
from assistant.output import printed


class Command(Protocol):
    """What a module in `assistant.app.commands` offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


COMMANDS: dict[str, str] = {
    "demo": "the simulated table, live on a local page",
    "play": "a real table with a camera",
    "markers": "marker sheets to print",
    "calibrate": "find the boards in a picture",
    "read": "one picture to readings of every seat",
    "tiles": "enrol tiles and read a board picture",
    "sim": "render pictures of the simulated table",
    "selfplay": "bots play many games",
    "judge": "verdict on a move after a log",
    "replay": "replay and verify a log",
    "bench": "the figures the project publishes",
    "doctor": "what works on this machine and what does not",
}


def load(name: str) -> Command:
    return cast(Command, importlib.import_module(f"assistant.app.commands.{name}"))


def overview() -> argparse.ArgumentParser:
    """The parser that only knows the names; each command brings its own arguments."""
    width = max(map(len, COMMANDS))
    listing = "\n".join(f"  {name:<{width}}  {what}" for name, what in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="durbar",
        description="A table assistant for Rajas of the Ganges.",
        epilog=f"commands:\n{listing}\n\n`durbar COMMAND --help` tells more.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"durbar {__version__}")
    parser.add_argument("command", choices=list(COMMANDS), metavar="COMMAND")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one sub-command and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    return printed(lambda: _run(words))


def _run(words: list[str]) -> int:
    name = overview().parse_args(words[:1]).command
    command = load(name)
    parser = argparse.ArgumentParser(prog=f"durbar {name}", description=COMMANDS[name])
    command.add_arguments(parser)
    args = parser.parse_args(words[1:])
    try:
        return command.run(args)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
