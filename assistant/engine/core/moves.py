"""A move: a verb and its arguments, the same value for players, dice, cameras and logs."""

import re
from dataclasses import dataclass

CHANCE = -1
"""The actor when dice are rolled or a tile is drawn."""
NOBODY = -2
"""The actor when the game is over."""

_WORD = re.compile(r"[a-z0-9][a-z0-9_\-+>!?~.:]*\Z")


class InvalidMoveError(ValueError):
    """The text is no move at all. The message holds the text."""


class IllegalMoveError(ValueError):
    """The move is readable but forbidden. The message holds the move, the rules broken and the position."""


class AmbiguousMoveError(ValueError):
    """Several moves fit. The message lists them."""


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """`verb arg arg ...`; arguments are plain words, so every game writes and reads its moves alike."""

    verb: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.verb, *self.args))


def parse_move(text: str) -> Move:
    """Read `verb arg ...`. Raises InvalidMoveError for anything that is not words separated by single spaces."""
    words = text.split(" ") if isinstance(text, str) else []
    if not words or len(text) > 400 or not all(_WORD.match(word) for word in words):
        raise InvalidMoveError(f"not a move: {text!r:.120}. A move is a verb and words, such as 'place quarry-1'.")
    return Move(words[0], tuple(words[1:]))
