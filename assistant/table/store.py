"""The games on disk: one SQLite file, append-only log lines with their hash chain, one transaction per accepted act.

A line is on the disk (WAL, synchronous FULL) before anybody is told. The lines are those of `engine.core.log`; a game
is rebuilt from them alone, so an exported game is simply its log as text. Times, sources and notes stand beside the
lines and are not part of the chain.
"""

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assistant.engine.core.log import Entry, GameLog, Header, LogError, canonical, parse_log

SCHEMA_VERSION = 1
NOTES_WAITING = 200
"""How many notes wait for the next line at most; older ones are dropped."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
  id TEXT PRIMARY KEY, header TEXT NOT NULL, names TEXT NOT NULL, created_s REAL NOT NULL, box TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS lines (
  game TEXT NOT NULL REFERENCES games(id), rev INTEGER NOT NULL, line TEXT NOT NULL, source TEXT NOT NULL,
  t_s REAL NOT NULL, PRIMARY KEY (game, rev)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notes (
  game TEXT NOT NULL REFERENCES games(id), rev INTEGER NOT NULL, t_s REAL NOT NULL, kind TEXT NOT NULL,
  text TEXT NOT NULL);
CREATE TRIGGER IF NOT EXISTS lines_stay BEFORE UPDATE ON lines BEGIN SELECT RAISE(ABORT, 'lines are append-only'); END;
CREATE TRIGGER IF NOT EXISTS lines_remain BEFORE DELETE ON lines BEGIN SELECT RAISE(ABORT, 'append-only'); END;
"""


class StoreError(RuntimeError):
    """The disk or the file refused. The message names the file, the cause and the way out."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game in the store, for a list."""

    id: str
    header: Header
    names: dict[str, str]
    created_s: float
    revision: int
    last_s: float
    box: str
    """The corrections of the box the game was begun with, as JSON text; empty without."""


def _cause(error: Exception) -> str:
    """SQLite's message in plain words, with the remedy."""
    text = str(error).lower()
    if "full" in text:
        return "the disk is full; free some space, the game goes on from the last recorded move"
    if "readonly" in text or "read-only" in text:
        return "the file or its folder is read-only; make it writable or choose another folder"
    if "unable to open" in text:
        return "it cannot be opened; check the folder and its rights"
    if "not a database" in text or "malformed" in text:
        return "it is damaged or no store of Durbar; choose another file or restore a copy"
    if "locked" in text:
        return "another program holds it; close the other one"
    return f"the disk refused ({error})"


class Store:
    """All games of one file. Safe for several threads; there must be one process that writes.

    `connect` is handed in by tests that break the disk.
    """

    def __init__(
        self,
        path: str | Path,
        connect: Callable[..., sqlite3.Connection] = sqlite3.connect,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.path = str(path)
        self._clock = clock
        self._lock = threading.RLock()
        self._notes: list[tuple[str, int, float, str, str]] = []
        try:
            if self.path != ":memory:":
                Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            self._db = connect(self.path, isolation_level=None, check_same_thread=False, timeout=5.0)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("PRAGMA foreign_keys=ON")
            self._check_version()
            self._db.executescript(_SCHEMA)
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"the store {self.path}: {_cause(error)}") from error

    def _check_version(self) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            raise StoreError(f"the store {self.path} was written by a newer Durbar (format {version}); update first")
        if version < SCHEMA_VERSION:
            self._db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")

    def close(self) -> None:
        """Close the file; further calls raise StoreError."""
        with self._lock:
            self._db.close()

    # Writing.

    def create(self, game_id: str, header: Header, names: dict[str, str], box: str = "") -> None:
        """Begin a game. Raises StoreError when the id exists or the disk refuses."""
        row = (game_id, canonical(header.content()), json.dumps(names), self._clock(), box)
        self._transact([("INSERT INTO games VALUES (?,?,?,?,?)", row)])

    def append(self, game_id: str, entries: Sequence[Entry], source: str) -> None:
        """Write lines in one transaction: all of them or none. Raises StoreError when the disk refuses."""
        now = self._clock()
        rows = [("INSERT INTO lines VALUES (?,?,?,?,?)", (game_id, e.revision, _line(e), source, now)) for e in entries]
        with self._lock:
            waiting = [("INSERT INTO notes VALUES (?,?,?,?,?)", note) for note in self._notes]
            self._transact([*rows, *waiting])
            self._notes.clear()

    def note(self, game_id: str, revision: int, kind: str, text: str) -> None:
        """Keep something that is not part of the game, such as a change of mode.

        It is written with the next line: a wait for the disk at every hand over the table would help nobody.
        """
        with self._lock:
            self._notes.append((game_id, revision, self._clock(), kind, text))
            del self._notes[:-NOTES_WAITING]

    def _transact(self, statements: Sequence[tuple[str, tuple[Any, ...]]]) -> None:
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                for sql, values in statements:
                    self._db.execute(sql, values)
                self._db.execute("COMMIT")
            except (sqlite3.Error, OSError) as error:
                self._roll_back()
                raise StoreError(f"the store {self.path}: {_cause(error)}") from error

    def _roll_back(self) -> None:
        try:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        except sqlite3.Error:
            return

    # Reading.

    def _rows(self, sql: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        with self._lock:
            try:
                with closing(self._db.execute(sql, values)) as cursor:
                    return cursor.fetchall()
            except sqlite3.Error as error:
                raise StoreError(f"the store {self.path}: {_cause(error)}") from error

    def games(self) -> list[GameRow]:
        """All games, the last played first."""
        sql = (
            "SELECT g.id, g.header, g.names, g.created_s, COALESCE(MAX(l.rev), 0), COALESCE(MAX(l.t_s), g.created_s),"
            " g.box FROM games g LEFT JOIN lines l ON l.game = g.id GROUP BY g.id ORDER BY 6 DESC, g.id"
        )
        return [_game_row(row) for row in self._rows(sql)]

    def game(self, game_id: str) -> GameRow:
        """One game's row. Raises StoreError when there is none of that id."""
        for row in self.games():
            if row.id == game_id:
                return row
        raise StoreError(f"the store {self.path} has no game {game_id!r:.60}; `games()` lists what is there")

    def log(self, game_id: str) -> GameLog:
        """The whole log, its chain verified. Raises StoreError naming the first bad line."""
        try:
            return parse_log(self.export(game_id))
        except LogError as error:
            raise StoreError(f"game {game_id} in {self.path}: {error}") from error

    def sources(self, game_id: str) -> dict[int, str]:
        """Revision to where the line came from (page, camera, ...)."""
        return dict(self._rows("SELECT rev, source FROM lines WHERE game=?", (game_id,)))

    def notes(self, game_id: str) -> list[tuple[int, float, str, str]]:
        """Revision, time, kind and text of every note, oldest first."""
        sql = "SELECT rev, t_s, kind, text FROM notes WHERE game=? ORDER BY rowid"
        return self._rows(sql, (game_id,))

    # One file.

    def export(self, game_id: str) -> str:
        """The game as the text of one file: its log, with the players' names in the first line."""
        row = self.game(game_id)
        log = GameLog(row.header)
        first = json.loads(next(iter(log.lines())))
        lines = [canonical({**first, "names": row.names, "box": row.box} if row.names or row.box else first)]
        lines += [line for (line,) in self._rows("SELECT line FROM lines WHERE game=? ORDER BY rev", (game_id,))]
        return "\n".join(lines) + "\n"

    def bring_in(self, text: str, game_id: str) -> GameLog:
        """Import an exported game under a new id. Raises LogError for a damaged file, StoreError for the disk.

        Replaying and judging is the session's part; here the chain is verified and everything written at once.
        """
        log = parse_log(text)
        first = json.loads(text.split("\n", 1)[0])
        names, box = first.get("names", {}), first.get("box", "")
        names = {str(k): str(v) for k, v in names.items()} if isinstance(names, dict) else {}
        now = self._clock()
        values = (game_id, canonical(log.header.content()), json.dumps(names), now, box if isinstance(box, str) else "")
        rows: list[tuple[str, tuple[Any, ...]]] = [("INSERT INTO games VALUES (?,?,?,?,?)", values)]
        rows += [("INSERT INTO lines VALUES (?,?,?,?,?)", (game_id, e.revision, _line(e), "import", now))
                 for e in log.entries]  # fmt: skip
        self._transact(rows)
        return log


def _line(entry: Entry) -> str:
    return canonical({**entry.content(), "hash": entry.hash})


def _game_row(row: tuple[Any, ...]) -> GameRow:
    data = json.loads(row[1])
    header = Header(data["game"], data["edition"], data["fingerprint"], data["setup"])
    return GameRow(row[0], header, json.loads(row[2]), row[3], row[4], row[5], row[6])
