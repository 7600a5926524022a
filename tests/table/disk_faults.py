"""Run with `faulty_disk.so` loaded first: play a little while the n-th write or sync of the store fails, for every n.

`python -m tests.table.disk_faults FOLDER FIRST STEP KIND`; prints one JSON document. Each case plays in a fork of its
own, so that the disk's fault meets a fresh store; the parent then resumes what is on the disk and judges it.
"""

import ctypes
import errno
import json
import os
import random
import shutil
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

from assistant.engine.rajas.setup import Setup, seats_for
from assistant.engine.rajas.status import status
from assistant.table.commands import Outcome, PlayMove, RollFor, Undo
from assistant.table.session import Session
from assistant.table.store import Store, StoreError

KINDS: dict[str, tuple[int, int, int]] = {
    "broken": (errno.EIO, 0, 0),
    "torn": (errno.EIO, 0, 1),
    "dying": (errno.EIO, 1, 0),
    "full": (errno.ENOSPC, 1, 1),
}
"""Error number, whether the disk stays broken, whether half of the bytes are written."""
MOVES = 14
SETUP = Setup(seats_for(2))


def arm(at: int, kind: str) -> None:
    """Let call number `at` of the store's file fail from now on; 0 heals the disk."""
    ctypes.CDLL(None).faulty_arm(ctypes.c_long(at), *map(ctypes.c_int, KINDS[kind]))


def calls() -> int:
    """Writes and syncs of the store since `arm`."""
    counter = ctypes.CDLL(None).faulty_calls
    counter.restype = ctypes.c_long
    return int(counter())


def one_step(session: Session, rng: random.Random) -> Outcome:
    shot = session.snapshot()
    if shot.undo_depth > 9 and rng.random() < 0.2:
        return session.do(Undo(2))
    if shot.actor == "chance":
        return session.do(RollFor())
    legal = session.game.legal_moves(shot.state)
    return session.do(PlayMove(str(legal[rng.randrange(len(legal))]), shot.actor, shot.revision))


def play(path: Path, at: int, kind: str, out: int) -> NoReturn:
    """Begin a game and play; says every acknowledged revision, every refusal, and at last the calls made."""

    def say(*words: object) -> None:
        os.write(out, (json.dumps(words) + "\n").encode())

    arm(at, kind)
    rng = random.Random(7)
    try:
        session = Session.begin(Store(path), SETUP, game_id="g", below=rng.randrange)
        say("begun", 0)
        for _ in range(MOVES):
            outcome = one_step(session, rng)
            say("ok" if outcome.ok else outcome.code, outcome.revision, outcome.detail)
    except StoreError as error:
        say("refused", 0, str(error))
    say("calls", calls())
    # No goodbye to the store: as if the plug were pulled.
    os._exit(0)


def child(path: Path, at: int, kind: str) -> list[list[Any]]:
    """What a player in a process of its own said."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        try:
            play(path, at, kind, write)
        finally:
            os._exit(9)
    os.close(write)
    with os.fdopen(read) as pipe:
        said = [json.loads(line) for line in pipe]
    os.waitpid(pid, 0)
    return said


def judge(path: Path, said: list[list[Any]]) -> dict[str, Any]:
    """Whether everything acknowledged is there again, in a sound state."""
    kinds = [one[0] for one in said]
    acknowledged = max((int(one[1]) for one in said if one[0] in ("ok", "begun")), default=-1)
    refusals = [str(one[2]) for one in said if one[0] in ("store_failed", "refused")]
    begun_s = time.process_time()
    store = Store(path)
    there = [row.id for row in store.games()]
    revision, sound = -1, True
    if there:
        session = Session.resume(store, there[0])
        revision, sound = session.revision, status(session.state) == []
    store.close()
    return {
        "crashed": "calls" not in kinds,
        "lost": revision < acknowledged,
        "sound": sound,
        "resume_s": time.process_time() - begun_s,
        "refusals": refusals,
        "odd": [one for one in said if one[0] not in ("ok", "begun", "calls", "store_failed", "refused")],
    }


def run(folder: Path, first: int, step: int, kind: str) -> dict[str, Any]:
    """Every case from `first` in steps, until the fault comes later than the last call."""
    cases, at = [], first
    while True:
        place = folder / str(at)
        place.mkdir(parents=True)
        said = child(place / "durbar-faulty.sqlite3", at, kind)
        made = next((int(one[1]) for one in said if one[0] == "calls"), at)
        if made < at:
            break
        cases.append({"at": at, **judge(place / "durbar-faulty.sqlite3", said)})
        shutil.rmtree(place)
        at += step
    return {"kind": kind, "calls": made, "cases": cases}


if __name__ == "__main__":
    print(json.dumps(run(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])))
