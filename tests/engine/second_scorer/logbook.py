"""The moves of a log file, and what is said when they cannot be believed."""

import json
from pathlib import Path


class BookkeepingError(AssertionError):
    """The log says something the rulebook does not allow, or something is missing."""


def read_moves(path):
    """Seats and moves (by, verb, words) of a log file of the base game."""
    header, *lines = (json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines())
    if set(header["setup"]) != {"seats"}:
        raise BookkeepingError(f"{path}: only the base game with default rulings can be scored")
    moves = []
    for line in lines:
        if line["do"] != "move":
            raise BookkeepingError(f"{path}: line {line['rev']} is no move")
        verb, *words = line["move"].split(" ")
        moves.append((line["by"], verb, words))
    return list(header["setup"]["seats"]), moves
