"""The disk fails: every write and every sync in turn, torn, full, dying, read-only. Nothing acknowledged is lost."""

import json
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from assistant.engine.rajas.setup import Setup, seats_for
from assistant.engine.rajas.status import status
from assistant.table.session import Session
from assistant.table.store import Store, StoreError
from tests.table.disk_faults import KINDS, one_step

HERE = Path(__file__).parent
COMPILER = shutil.which("gcc") or shutil.which("clang") or shutil.which("cc")
needs_shim = pytest.mark.skipif(
    COMPILER is None or not sys.platform.startswith("linux"), reason="needs a C compiler and LD_PRELOAD"
)


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library that stands before libc."""
    library = tmp_path_factory.mktemp("shim") / "faulty_disk.so"
    command = [str(COMPILER), "-shared", "-fPIC", "-O1", "-o", str(library), str(HERE / "faulty_disk.c"), "-ldl"]
    subprocess.run(command, check=True, capture_output=True)
    return library


def faults(shim: Path, folder: Path, kind: str, first: int, step: int) -> dict[str, Any]:
    """The report of `disk_faults` for one kind."""
    surroundings = {**os.environ, "LD_PRELOAD": str(shim), "DURBAR_FAULTY_PATH": "durbar-faulty"}
    command = [sys.executable, "-m", "tests.table.disk_faults", str(folder), str(first), str(step), kind]
    done = subprocess.run(command, env=surroundings, cwd=HERE.parents[1], check=True, capture_output=True, text=True)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def check(report: dict[str, Any]) -> None:
    """No acknowledged move lost, every state sound, every refusal names its cause, resumed in time."""
    named = ("the disk is full", "the disk refused", "cannot be opened")
    assert report["cases"]
    for case in report["cases"]:
        assert not case["crashed"], case
        assert not case["lost"], case
        assert case["sound"], case
        assert not case["odd"], case
        assert case["resume_s"] < 2.0, case
        assert all(any(cause in text for cause in named) for text in case["refusals"]), case
    refusals = [text for case in report["cases"] for text in case["refusals"]]
    assert any("the disk is full" in text for text in refusals) == (report["kind"] == "full")
    assert refusals


@needs_shim
@pytest.mark.parametrize("kind", list(KINDS))
def test_some_writes_and_syncs_fail_and_nothing_acknowledged_is_lost(shim: Path, tmp_path: Path, kind: str) -> None:
    """A sample of the calls; all of them are tried below."""
    report = faults(shim, tmp_path, kind, 2 + 3 * list(KINDS).index(kind), 23)
    assert report["calls"] > 60
    check(report)


@needs_shim
@pytest.mark.soak
@pytest.mark.parametrize("kind", list(KINDS))
def test_every_write_and_every_sync_fails_in_turn(shim: Path, tmp_path: Path, kind: str) -> None:
    report = faults(shim, tmp_path, kind, 1, 1)
    assert [case["at"] for case in report["cases"]] == list(range(1, len(report["cases"]) + 1))
    check(report)


# Torn writes: what lies in the write-ahead log after the power is back.


@pytest.fixture(scope="module")
def torn(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A store left as by a power cut (its log not merged), and the lines it held."""
    folder = tmp_path_factory.mktemp("torn")
    store = Store(folder / "games.sqlite3")
    rng = random.Random(3)
    session = Session.begin(store, Setup(seats_for(2)), game_id="g", below=rng.randrange)
    while session.revision < 40:
        one_step(session, rng)
    left = folder / "left"
    left.mkdir()
    for path in folder.glob("games.sqlite3*"):
        shutil.copyfile(path, left / path.name)
    lines = session.export().splitlines()
    store.close()
    return left, lines


def resumed_lines(folder: Path) -> list[str]:
    """The lines of what can be resumed there; none when the game itself is not there any more."""
    store = Store(folder / "games.sqlite3")
    try:
        if not store.games():
            return []
        session = Session.resume(store, "g")
        assert status(session.state) == []
        return session.export().splitlines()
    finally:
        store.close()


def damaged(source: Path, folder: Path, cut: int, flip: bool) -> Path:
    """A copy whose write-ahead log ends at `cut`, or has a wrong byte there."""
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(source, folder)
    wal = folder / "games.sqlite3-wal"
    content = bytearray(wal.read_bytes())
    if flip:
        content[cut] ^= 0xFF
    wal.write_bytes(bytes(content) if flip else bytes(content[:cut]))
    return folder


def test_a_log_torn_anywhere_resumes_at_an_earlier_move(torn: tuple[Path, list[str]], tmp_path: Path) -> None:
    left, lines = torn
    size = (left / "games.sqlite3-wal").stat().st_size
    lengths = set()
    for cut in [*range(size - 1, size - 600, -97), *range(size - 600, 0, -9001)]:
        for flip in (False, True):
            found = resumed_lines(damaged(left, tmp_path / "copy", cut, flip))
            assert found == lines[: len(found)]
            lengths.add(len(found))
    assert len(lengths) > 5
    assert resumed_lines(left)[-1] == lines[-1]


@pytest.mark.soak
def test_a_log_torn_at_every_byte_of_its_tail(torn: tuple[Path, list[str]], tmp_path: Path) -> None:
    left, lines = torn
    size = (left / "games.sqlite3-wal").stat().st_size
    for cut in range(size - 1, size - 4200, -1):
        found = resumed_lines(damaged(left, tmp_path / "copy", cut, False))
        assert found == lines[: len(found)]


def test_a_damaged_database_is_refused_with_its_cause(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    store = Store(path)
    Session.begin(store, Setup(seats_for(2)), game_id="g")
    store.close()
    content = bytearray(path.read_bytes())
    content[0:16] = b"not a database!!"
    path.write_bytes(bytes(content))
    with pytest.raises(StoreError, match=r"damaged or no store"):
        Store(path)


def test_resuming_a_long_game_takes_less_than_two_seconds(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite3")
    rng = random.Random(5)
    session = Session.begin(store, Setup(seats_for(4)), game_id="g", below=rng.randrange)
    for _ in range(900):
        if not session.snapshot().actor:
            break
        one_step(session, rng)
    begun = time.process_time()
    assert Session.resume(store, "g").revision == session.revision > 300
    assert time.process_time() - begun < 2.0
