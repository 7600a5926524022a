"""Games from the command line: editions, set-ups and logs, with errors a player can use."""

import argparse
from pathlib import Path

from assistant.editions import load_edition
from assistant.engine.core.history import History, replay
from assistant.engine.core.log import GameLog, LogError, parse_log
from assistant.engine.rajas.game import RajasGame, game_of_log
from assistant.engine.rajas.house import HouseRules, SetupError, house_rules
from assistant.engine.rajas.setup import Setup, seats_for
from assistant.engine.rajas.state import State


class Refusal(Exception):  # noqa: N818 - not an error of the program: an answer
    """Something the user asked for cannot be done; the message says why and what would help."""


def add_setup_arguments(parser: argparse.ArgumentParser, players: int = 4) -> None:
    parser.add_argument("--players", type=int, default=players, metavar="N", help="2, 3 or 4")
    parser.add_argument("--modules", default="", metavar="A,B", help="modules, separated by commas")
    parser.add_argument("--mixed", default="", metavar="SEATS", help="advanced seats of a mixed group")
    parser.add_argument("--house", action="append", default=[], metavar="KEY=VALUE", help="a house rule; repeatable")
    parser.add_argument("--edition", default="rajas-2017", help="name or file of an edition")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed of dice and bots")


def game_from(args: argparse.Namespace) -> RajasGame:
    """The game described by the arguments. Raises Refusal."""
    try:
        setup = Setup(seats_for(args.players), _words(args.modules), _words(args.mixed), _house(args.house))
        return RajasGame(load_edition(args.edition), setup)
    except (SetupError, ValueError, OSError) as error:
        raise Refusal(str(error)) from error


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _house(pairs: list[str]) -> HouseRules:
    changes: dict[str, bool | int | str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise SetupError(f"house rule {pair!r} is not key=value")
        truth = {"true": True, "false": False}.get(value)
        changes[key] = truth if truth is not None else int(value) if value.isdecimal() else value
    return house_rules(changes)


def read_log(path: str) -> GameLog:
    """Read a log file. Raises Refusal naming file, line and remedy; the file is only read."""
    try:
        return parse_log(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise Refusal(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise Refusal(f"{path}: not a text file; a log is JSON lines in UTF-8") from error
    except LogError as error:
        raise Refusal(f"{path}: {error}") from error


def history_of(path: str, edition: str) -> tuple[RajasGame, History[State]]:
    """A log file replayed and verified."""
    log = read_log(path)
    try:
        game = game_of_log(log, load_edition(edition))
        return game, replay(game, log)
    except LogError as error:
        raise Refusal(f"{path}: {error}") from error
    except (ValueError, OSError) as error:
        raise Refusal(str(error)) from error
