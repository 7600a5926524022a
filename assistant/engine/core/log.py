"""The log of a game: append-only lines with revision numbers and a hash chain.

One line is one JSON object. The first is the header (game, edition, set-up); every other records a move, an undo, a
redo, a branch or a correction. Each line's `hash` covers the line and the hash before it, so that a lost, changed or
reordered line is found. The format has a version; readers for old versions stay for ever.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

VERSION = 1
KINDS = ("move", "undo", "redo", "branch", "correct")
Json = dict[str, Any]


class LogError(ValueError):
    """A log that cannot be read. `line` counts from 1; the message names it and the remedy."""

    def __init__(self, line: int, what: str, remedy: str = "") -> None:
        self.line = line
        super().__init__(f"line {line}: {what}" + (f"; {remedy}" if remedy else ""))


def canonical(data: Mapping[str, Any]) -> str:
    """The one way to write a line."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def chained(previous: str, data: Mapping[str, Any]) -> str:
    """Hash of a line that follows the line with hash `previous`."""
    return hashlib.sha256(f"{previous}\n{canonical(data)}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Entry:
    """One line after the header.

    `by` is a seat, "chance" or "table". `number` is the count of an undo or redo, or the revision a branch starts
    from. `position` is the state set by a correction. `flag` marks what was accepted although it was irregular.
    """

    revision: int
    kind: str
    by: str = ""
    move: str = ""
    number: int = 0
    position: Json | None = None
    flag: str = ""
    hash: str = ""

    def content(self) -> Json:
        """The line without its hash; empty fields are left out."""
        data: Json = {"rev": self.revision, "do": self.kind}
        if self.by:
            data["by"] = self.by
        if self.move:
            data["move"] = self.move
        if self.kind in ("undo", "redo", "branch"):
            data["n"] = self.number
        if self.position is not None:
            data["position"] = self.position
        if self.flag:
            data["flag"] = self.flag
        return data


@dataclass(frozen=True, slots=True)
class Header:
    """What the log is about. `fingerprint` is the edition's, `setup` is plain data of the game."""

    game: str
    edition: str
    fingerprint: str
    setup: Json = field(hash=False)

    def content(self) -> Json:
        return {
            "durbar": "log",
            "version": VERSION,
            "game": self.game,
            "edition": self.edition,
            "fingerprint": self.fingerprint,
            "setup": self.setup,
        }


@dataclass(slots=True)
class GameLog:
    """A header and the entries after it. Entries are only ever appended."""

    header: Header
    entries: list[Entry] = field(default_factory=list)

    @property
    def head(self) -> str:
        """Hash of the last line."""
        return self.entries[-1].hash if self.entries else chained("", self.header.content())

    def append(self, kind: str, by: str = "", move: str = "", number: int = 0, **more: Any) -> Entry:  # noqa: ANN401
        """Add a line with the next revision number and the right hash."""
        draft = Entry(len(self.entries) + 1, kind, by, move, number, more.get("position"), more.get("flag", ""))
        entry = Entry(**{**_fields(draft), "hash": chained(self.head, draft.content())})
        self.entries.append(entry)
        return entry

    def lines(self) -> Iterable[str]:
        """The log as text, line by line."""
        yield canonical({**self.header.content(), "hash": chained("", self.header.content())})
        for entry in self.entries:
            yield canonical({**entry.content(), "hash": entry.hash})

    def text(self) -> str:
        return "\n".join(self.lines()) + "\n"


def _fields(entry: Entry) -> Json:
    return {name: getattr(entry, name) for name in Entry.__slots__}


def parse_log(text: str) -> GameLog:
    """Read a log and verify its chain. Raises LogError naming the first bad line."""
    lines = text.split("\n")
    if lines and lines[-1] == "":
        lines.pop()
    if not lines:
        raise LogError(1, "the log is empty", "a log begins with a header line")
    header = _read_header(_read_line(lines[0], 1))
    log = GameLog(header)
    for number, line in enumerate(lines[1:], 2):
        log.entries.append(_read_entry(_read_line(line, number), number, log))
    return log


def _read_line(line: str, number: int) -> Json:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise LogError(number, f"not a JSON line ({line[:60]!r})", "the log was cut or edited here") from error
    if not isinstance(data, dict):
        raise LogError(number, f"not an object but {type(data).__name__}", "every line is one JSON object")
    return data


def _chained_or_refused(previous: str, data: Json, number: int) -> str:
    """The hash, or a refusal of what JSON can carry but no log can: half characters, nests without end."""
    try:
        return chained(previous, data)
    except (UnicodeEncodeError, RecursionError) as error:
        raise LogError(number, "the line holds text no log can hold", "the log was edited here") from error


def _read_header(data: Json) -> Header:
    if data.get("durbar") != "log":
        raise LogError(1, "this is not a Durbar log", "the first line must be the header")
    if data.get("version") != VERSION:
        raise LogError(1, f"log version {data.get('version')!r} is not known", f"this program reads up to {VERSION}")
    words = {key: data.get(key) for key in ("game", "edition", "fingerprint")}
    if not all(isinstance(word, str) for word in words.values()) or not isinstance(data.get("setup"), dict):
        raise LogError(1, "the header lacks game, edition, fingerprint or setup")
    header = Header(data["game"], data["edition"], data["fingerprint"], data["setup"])
    if data.get("hash") != _chained_or_refused("", header.content(), 1):
        raise LogError(1, "the header was changed: its hash does not fit", "use an untouched copy of the log")
    return header


def _read_entry(data: Json, number: int, log: GameLog) -> Entry:
    expected = len(log.entries) + 1
    if data.get("rev") != expected:
        raise LogError(number, f"revision {data.get('rev')!r} where {expected} is due", "a line is missing or moved")
    if data.get("do") not in KINDS:
        raise LogError(number, f"unknown kind of line {data.get('do')!r}", f"known are {', '.join(KINDS)}")
    entry = Entry(
        expected,
        data["do"],
        _word(data, "by", number),
        _word(data, "move", number),
        _whole(data, number),
        _position(data, number),
        _word(data, "flag", number),
        _word(data, "hash", number),
    )
    if _chained_or_refused(log.head, entry.content(), number) != entry.hash or entry.content() != {
        k: v for k, v in data.items() if k != "hash"
    }:
        raise LogError(number, "the hash does not fit", "this line or one before it was changed")
    return entry


def _word(data: Json, key: str, number: int) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise LogError(number, f"{key} must be a word, not {value!r:.40}")
    return value


def _whole(data: Json, number: int) -> int:
    value = data.get("n", 0)
    if not isinstance(value, int) or isinstance(value, bool):
        raise LogError(number, f"n must be a whole number, not {value!r:.40}")
    return value


def _position(data: Json, number: int) -> Json | None:
    value = data.get("position")
    if value is not None and not isinstance(value, dict):
        raise LogError(number, "position must be an object")
    return value
