"""Figures of single games, one JSON line each: long runs can be cut short, or played in parts and joined later."""

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from assistant.app.evening import Figures

COUNTED = ("taps_on", "faults", "missed", "wrong_rule")
"""The fields of `Figures` that count by kind."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: which one it was, what it gave and what it cost."""

    section: str
    seed: int
    bots: str
    play_on: int
    turns_most: int | None
    """Where the game was ended early; None: nowhere."""
    cpu_s: float
    """Processor time of the game, with the set-up of its table."""
    figures: Figures

    @property
    def game(self) -> tuple[object, ...]:
        """What makes it this game and no other."""
        return self.section, self.seed, self.bots, self.play_on, self.turns_most

    def line(self) -> str:
        """The game as one line of a log."""
        figures = {one.name: getattr(self.figures, one.name) for one in fields(Figures)}
        own = {one.name: getattr(self, one.name) for one in fields(Played) if one.name != "figures"}
        return json.dumps({**own, **figures})


def _played(values: dict[str, Any]) -> Played:
    own = {one.name: values.pop(one.name) for one in fields(Played) if one.name != "figures"}
    figures = Figures(**values)
    for name in COUNTED:
        setattr(figures, name, type(getattr(Figures(), name))(getattr(figures, name)))
    return Played(**own, figures=figures)


def write(path: Path | None, played: Played) -> None:
    """Add a game to a log; without a path nothing happens. Raises OSError."""
    if path is not None:
        with path.open("a", encoding="utf-8") as log:
            log.write(played.line() + "\n")


def read(paths: Sequence[Path]) -> list[Played]:
    """The games of all logs in the order of their seeds; a line that was cut off while it was written is left out.

    A game that stands in them twice would be counted twice: raises SystemExit, as for a file that is no such log.
    """
    games: dict[tuple[object, ...], Played] = {}
    for path in paths:
        for played in _lines(path):
            if played.game in games:
                raise SystemExit(f"{path}: {played.section} with seed {played.seed} is in the logs twice")
            games[played.game] = played
    return sorted(games.values(), key=lambda played: (played.section, played.seed))


def _lines(path: Path) -> Iterable[Played]:
    text = path.read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if not line.endswith("\n"):
            sys.stderr.write(f"{path}: line {number} was cut off and is left out\n")
            continue
        try:
            yield _played(json.loads(line))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise SystemExit(f"{path}: line {number} is no game of `bench table --games-log` ({error!r})") from error
