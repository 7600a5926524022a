"""Small checks that say what an edition's values look like; each raises `DefectError` at the exact path."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Protocol

from assistant.editions.errors import DefectError, Path, printable
from assistant.editions.source_text import Json

SOURCES = ("rulebook", "attested", "derived", "reconstructed")
PLAYER = "player"
"""Source of an entry that a player corrected on his own box."""
_ID = re.compile(r"[a-z0-9-]{1,40}")
CONSTRAINTS = tuple(f"K{n}" for n in range(1, 13))


class Shape(Protocol):
    """What a value must look like."""

    def check(self, value: Json, path: Path) -> None:
        """Raise `DefectError` at `path` or below it when the value does not fit."""


def brief(value: Json) -> str:
    """Return the value as JSON for a message, cut when long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "..."


def one_of(words: Sequence[str]) -> str:
    return ", ".join(words)


def unknown(path: Path, word: str, known: Sequence[str], what: str) -> DefectError:
    """Return the defect for a word that is not known, with the most similar known one as remedy."""
    near = get_close_matches(word, known, 1)
    remedy = f'write "{near[0]}"' if near else f"use one of: {one_of(known)}"
    return DefectError(path, f'"{printable(word)}" is not {what}', remedy)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def check(self, value: Json, path: Path) -> None:
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise DefectError(
                path, f"{brief(value)} does not fit", f"write a whole number from {self.low} to {self.high}"
            )


@dataclass(frozen=True, slots=True)
class Word:
    """One of the known words."""

    known: tuple[str, ...]
    what: str

    def check(self, value: Json, path: Path) -> None:
        if not isinstance(value, str):
            raise DefectError(path, f"{brief(value)} is not {self.what}", f"use one of: {one_of(self.known)}")
        if value not in self.known:
            raise unknown(path, value, self.known, self.what)


@dataclass(frozen=True, slots=True)
class Text:
    """Any words, at most `longest` characters."""

    longest: int = 200

    def check(self, value: Json, path: Path) -> None:
        if not isinstance(value, str) or len(value) > self.longest:
            raise DefectError(
                path, f"{brief(value)} is not a text", f'write words in "...", at most {self.longest} characters'
            )


@dataclass(frozen=True, slots=True)
class Sides:
    """Sides of a square, each at most once: "ns", "nes"."""

    def check(self, value: Json, path: Path) -> None:
        if not isinstance(value, str) or not value or set(value) - set("nesw") or len(set(value)) < len(value):
            raise DefectError(
                path, f"{brief(value)} are not sides of a tile", 'write the letters n, e, s, w, e.g. "nes"'
            )


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list with `low` to `high` members."""

    member: Shape
    low: int
    high: int
    distinct: bool = False

    def check(self, value: Json, path: Path) -> None:
        if not isinstance(value, list):
            raise DefectError(path, f"{brief(value)} is not a list", "write [ ... ]")
        if not self.low <= len(value) <= self.high:
            wanted = str(self.low) if self.low == self.high else f"{self.low} to {self.high}"
            raise DefectError(path, f"this list has {len(value)} members", f"give {wanted}")
        for index, member in enumerate(value):
            self.member.check(member, (*path, str(index)))
            if self.distinct and member in value[:index]:
                raise DefectError((*path, str(index)), f"{brief(member)} stands here twice", "keep one of the two")


@dataclass(frozen=True, slots=True)
class Row:
    """A list with one shape for each place: ["tea", 2]."""

    places: tuple[Shape, ...]

    def check(self, value: Json, path: Path) -> None:
        ListOf(_Anything(), len(self.places), len(self.places)).check(value, path)
        for index, (place, member) in enumerate(
            zip(self.places, value if isinstance(value, list) else [], strict=True)
        ):
            place.check(member, (*path, str(index)))


@dataclass(frozen=True, slots=True)
class _Anything:
    def check(self, value: Json, path: Path) -> None:
        """Fits always."""


def members(value: Json, path: Path) -> dict[str, Json]:
    """Return the value as an object; raise `DefectError` when it is something else."""
    if not isinstance(value, dict):
        raise DefectError(path, f"{brief(value)} is not an object", "write { ... }")
    return value


@dataclass(frozen=True, slots=True)
class Record:
    """An object with fixed keys."""

    required: Mapping[str, Shape]
    optional: Mapping[str, Shape] = field(default_factory=dict)

    def check(self, value: Json, path: Path) -> None:
        found = members(value, path)
        known = {**self.required, **self.optional}
        for key in found:
            if key not in known:
                raise unknown((*path, key), key, tuple(known), "a known key here")
        for key in self.required:
            if key not in found:
                raise DefectError((*path, key), f'"{key}" is missing', "add it, or start again from a copy")
        for key, inner in found.items():
            known[key].check(inner, (*path, key))


@dataclass(frozen=True, slots=True)
class Table:
    """An object whose keys are ids or numbers, all values alike."""

    member: Shape

    def check(self, value: Json, path: Path) -> None:
        for key, inner in members(value, path).items():
            if not _ID.fullmatch(key) or key == "value":
                raise DefectError((*path, key), f'"{printable(key)}" is not an id', "use letters, figures and hyphens")
            self.member.check(inner, (*path, key))


@dataclass(frozen=True, slots=True)
class Entry:
    """A value with its source and, where it is a guess, the constraints it satisfies."""

    shape: Shape

    def check(self, value: Json, path: Path) -> None:
        frame: dict[str, Shape] = {"value": _Anything(), "source": Word((*SOURCES, PLAYER), "a source")}
        note: dict[str, Shape] = {
            "satisfies": ListOf(Word(CONSTRAINTS, "a constraint"), 1, 12, distinct=True),
            "note": Text(),
        }
        Record(frame, note).check(value, path)
        entry = members(value, path)
        if entry["source"] == "reconstructed" and "satisfies" not in entry:
            raise DefectError(
                (*path, "satisfies"), "a reconstructed value names no constraint", 'add "satisfies": ["K..."]'
            )
        self.shape.check(entry["value"], path)
