"""The store: nothing acknowledged is lost, nothing damaged is believed, every failure names its cause."""

import json
import sqlite3
from pathlib import Path

import pytest

from assistant.engine.core.log import LogError
from assistant.table.commands import PlayMove, RollFor, Undo
from assistant.table.events import Event, MoveRecorded
from assistant.table.session import Session
from assistant.table.store import Store, StoreError
from tests.table.conftest import new_session, play_some


def test_a_game_is_resumed_as_it_was(store: Store) -> None:
    session = new_session(store)
    play_some(session, 150)
    session.do(Undo(7))
    again = Session.resume(Store(store.path), session.game_id)
    assert again.state == session.state
    assert again.snapshot().redo_depth == 7
    assert again.line() == session.line()


def test_several_games_live_in_one_store(store: Store) -> None:
    first, second = new_session(store, 2), new_session(store, 4, seed=9)
    play_some(first, 20)
    play_some(second, 30)
    rows = {row.id: row for row in store.games()}
    assert rows[first.game_id].revision == 20
    assert rows[second.game_id].revision == 30
    assert rows[first.game_id].names == {"red": "Leila"}


def test_a_game_travels_as_one_file(store: Store, tmp_path: Path) -> None:
    session = new_session(store)
    play_some(session, 90)
    other = Store(tmp_path / "other.sqlite3")
    brought = Session.bring_in(other, session.export())
    assert brought.state == session.state
    assert brought.snapshot().names == (("red", "Leila"),)
    assert brought.export().splitlines()[1:] == session.export().splitlines()[1:]


@pytest.mark.parametrize("damage", ["cut", "swap", "edit", "empty", "noise"])
def test_a_damaged_file_is_refused_and_leaves_no_game(store: Store, tmp_path: Path, damage: str) -> None:
    session = new_session(store)
    play_some(session, 40)
    lines = session.export().splitlines()
    damaged = {
        "cut": lines[:20] + [lines[20][:30]],
        "swap": [*lines[:10], lines[11], lines[10], *lines[12:]],
        "edit": [line.replace('"b1', '"b2') if '"roll b1' in line else line for line in lines[:-1]] + lines[-1:],
        "empty": [],
        "noise": ["\x00\x01 nothing"],
    }[damage]
    if damage == "edit":
        damaged = [line.replace("place ", "place x") for line in lines]
    other = Store(tmp_path / "other.sqlite3")
    with pytest.raises(LogError, match="line"):
        Session.bring_in(other, "\n".join(damaged))
    assert other.games() == []


def test_lines_on_the_disk_cannot_be_changed_or_removed(store: Store) -> None:
    session = new_session(store)
    play_some(session, 10)
    database = sqlite3.connect(store.path)
    with pytest.raises(sqlite3.Error, match="append-only"):
        database.execute("UPDATE lines SET line='{}' WHERE rev=3")
    with pytest.raises(sqlite3.Error, match="append-only"):
        database.execute("DELETE FROM lines WHERE rev=3")


def test_a_line_changed_behind_our_back_is_found(store: Store) -> None:
    session = new_session(store)
    play_some(session, 30)
    database = sqlite3.connect(store.path, isolation_level=None)
    database.execute("DROP TRIGGER lines_stay")
    (text,) = database.execute("SELECT line FROM lines WHERE rev=12").fetchone()
    data = json.loads(text)
    database.execute("UPDATE lines SET line=? WHERE rev=12", (json.dumps({**data, "by": "yellow"}),))
    with pytest.raises(StoreError, match="line 13"):
        Session.resume(Store(store.path), session.game_id)


def test_a_store_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "new.sqlite3"
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version=99")
    database.close()
    with pytest.raises(StoreError, match="newer"):
        Store(path)


def test_a_file_that_is_no_store_is_named(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear grandmother, " * 100)
    with pytest.raises(StoreError, match=r"letter\.txt.*damaged or no store"):
        Store(path)


def test_a_folder_that_cannot_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="games"):
        Store(tmp_path / "file" / "games.sqlite3")


def test_an_unknown_game_is_named(store: Store) -> None:
    with pytest.raises(StoreError, match="no game 'nobody'"):
        Session.resume(store, "nobody")


class BreakingConnection(sqlite3.Connection):
    """A disk that fails at the n-th statement of a kind."""

    fail_at = -1
    message = "database or disk is full"
    count = 0

    def execute(self, sql: str, *args: object) -> sqlite3.Cursor:  # type: ignore[override]
        if sql.startswith(("BEGIN", "INSERT", "COMMIT")):
            cls = type(self)
            cls.count += 1
            if cls.count == cls.fail_at:
                raise sqlite3.OperationalError(cls.message)
        return super().execute(sql, *args)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("message", "named"),
    [
        ("database or disk is full", "the disk is full"),
        ("attempt to write a readonly database", "read-only"),
        ("disk I/O error", "the disk refused"),
        ("database is locked", "another program"),
    ],
)
def test_a_write_that_fails_is_told_and_undone(tmp_path: Path, message: str, named: str) -> None:
    """For every statement of a move's transaction in turn: refused with the cause, state untouched, then on."""

    class Breaking(BreakingConnection):
        pass

    Breaking.message = message
    store = Store(tmp_path / "games.sqlite3", connect=lambda *a, **k: sqlite3.connect(*a, factory=Breaking, **k))
    session = new_session(store)
    play_some(session, 40)
    events: list[Event] = []
    session.subscribe(events.append)
    for step in (1, 2, 3):
        shot = session.snapshot()
        heard = len(events)
        Breaking.count, Breaking.fail_at = 0, step
        outcome = failing_command(session)
        Breaking.fail_at = -1
        assert (outcome.ok, outcome.code) == (False, "store_failed")
        assert named in outcome.detail
        assert session.state == shot.state
        assert session.revision == shot.revision
        assert not [event for event in events[heard:] if isinstance(event, MoveRecorded)]
        play_some(session, 3)
    assert Session.resume(Store(store.path), session.game_id).state == session.state


def failing_command(session: Session):
    shot = session.snapshot()
    if shot.actor == "chance":
        return session.do(RollFor())
    return session.do(PlayMove(str(session.game.legal_moves(shot.state)[0]), shot.actor, shot.revision))
