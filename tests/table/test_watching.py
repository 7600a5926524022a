"""The camera's side of a real table: threads that read, cameras that go and come back, several joined into one."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from assistant.app import cameras as cameras_module
from assistant.app import runtime
from assistant.app.cameras import Cameras, join
from assistant.app.evening import Evening
from assistant.app.recording import Recorder
from assistant.app.replaying import Replay
from assistant.app.runtime import Watching
from assistant.sim.evening import Noise, still
from assistant.table.commands import PlayMove, SetMode
from assistant.table.events import Mode
from assistant.table.watch import Watch
from assistant.vision.capture import CameraError, Frame
from assistant.vision.readings import DieReading, Observation, Problem, SeatReading

PICTURE = np.zeros((8, 8, 3), np.uint8)


class Reel:
    """A camera that delivers what it is given, then ends, fails or waits."""

    def __init__(self, frames: int, then: Exception | None = None) -> None:
        self.frames = frames
        self.then = then
        self.given = 0
        self.closed = threading.Event()

    def next(self, timeout_s: float = 2.0) -> Frame | None:
        if self.given >= self.frames:
            if self.then is not None:
                raise self.then
            return None
        self.given += 1
        return Frame(PICTURE, self.given, time.monotonic())

    def close(self) -> None:
        self.closed.set()


class Listener:
    """Stands in for the session."""

    def __init__(self) -> None:
        self.seen: list[Observation] = []

    def observe(self, seen: Observation) -> None:
        self.seen.append(seen)


class Reader:
    """An eye that sees an empty table, and stumbles where told."""

    def __init__(self, stumbles: tuple[int, ...] = ()) -> None:
        self.stumbles = stumbles

    def observe(self, image: Any, seq: int, t_s: float) -> Observation:
        if seq in self.stumbles:
            raise ValueError("a broken picture")
        return Observation(seq, t_s, (), None, None, None)


def wait_for(what: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait for a thread; fails when it takes too long."""
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "the camera's thread did not come to it"
        time.sleep(0.01)


def watching(source: Reel, eye: Reader | None, heard: Listener, **more: Any) -> Watching:
    one = Watching(source, eye, lambda: heard, lambda *_: None, **more)
    one.start()
    return one


def test_every_frame_is_read_shown_and_handed_to_the_session() -> None:
    heard, shown = Listener(), []
    one = Watching(Reel(3), Reader(), lambda: heard, lambda image, seen: shown.append(seen.seq))
    one.start()
    wait_for(lambda: len(heard.seen) >= 4)
    one.close()
    assert [seen.seq for seen in heard.seen[:3]] == shown == [1, 2, 3]
    assert heard.seen[3].problem == Problem.CAMERA_LOST


def test_without_a_calibration_pictures_are_shown_and_nothing_is_read() -> None:
    heard, shown = Listener(), []
    one = Watching(Reel(2), None, lambda: heard, lambda image, seen: shown.append(seen))
    one.start()
    wait_for(lambda: bool(heard.seen))
    one.close()
    assert shown == [None, None]
    assert {seen.problem for seen in heard.seen} == {Problem.CAMERA_LOST}


def test_a_picture_the_eye_stumbles_over_does_not_end_the_watching() -> None:
    heard = Listener()
    one = watching(Reel(4), Reader(stumbles=(2,)), heard)
    wait_for(lambda: len(heard.seen) >= 4)
    one.close()
    assert [seen.seq for seen in heard.seen[:3]] == [1, 3, 4]


def test_an_ended_film_is_not_asked_in_a_hurry() -> None:
    heard = Listener()
    one = watching(Reel(0), Reader(), heard)
    time.sleep(0.7)
    one.close()
    assert 1 <= len(heard.seen) <= 3


def test_a_lost_camera_is_logged_once_and_comes_back(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(runtime, "REOPEN_AFTER_S", 0.2)
    heard, first, second = Listener(), Reel(2, CameraError("unplugged")), Reel(2, CameraError("again"))
    tries: list[int] = []

    def reopen() -> Reel:
        tries.append(1)
        if len(tries) < 2:
            raise CameraError("still gone")
        return second

    one = watching(first, Reader(), heard, reopen=reopen)
    wait_for(lambda: second.given == 2)
    one.close()
    assert first.closed.is_set()
    assert len(tries) >= 2
    messages = [record.message for record in caplog.records]
    assert messages.count("the camera is back") == 1
    assert sum("the camera is gone" in message for message in messages) <= 2


def seat(name: str, value: int) -> SeatReading:
    return SeatReading(name, (DieReading("blue", value, 0.99, (0, 0, 20, 20)),), ())


def test_readings_of_two_cameras_become_one() -> None:
    left = Observation(5, 1.0, (seat("red", 1),), None, None, None)
    right = Observation(9, 1.1, (seat("white", 2),), (), None, None)
    both = join([left, right])
    assert [one.seat for one in both.seats] == ["red", "white"]
    assert (both.t_s, both.display, both.problem) == (1.1, (), None)


def test_one_blind_camera_of_two_leaves_what_the_other_sees() -> None:
    good = Observation(5, 1.0, (seat("red", 1),), None, None, None)
    blind = Observation(6, 1.2, (), None, None, Problem.TOO_DARK.value)
    assert [one.seat for one in join([good, blind]).seats] == ["red"]
    assert join([good, blind]).problem is None
    assert join([replace(good, seats=(), problem="blurred"), blind]).problem == Problem.TOO_DARK


class Projector:
    """A camera and an eye in one: shows the frames of a simulated evening, one for every picture asked for."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.lock = threading.Lock()
        self.gone = False

    def next(self, timeout_s: float = 2.0) -> Frame | None:
        if self.gone:
            raise CameraError("unplugged")
        with self.lock:
            moment = next(iter(still(0.1, self.evening.clock)))
        time.sleep(0.002)
        return Frame(PICTURE, moment.seq, moment.t_s)

    def observe(self, image: Any, seq: int, t_s: float) -> Observation:
        with self.lock:
            moment = SimpleNamespace(seq=seq, t_s=t_s, problem=None, over=(), edge=(), moving=False)
            return self.evening.eye.observe(moment)  # type: ignore[arg-type]

    def close(self) -> None:
        pass


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A session watched through `Cameras` by a thread, as `durbar play` does it."""
    evening = Evening(8, 2)
    evening.table.lay_out(evening.truth)
    projector = Projector(evening)
    monkeypatch.setattr(cameras_module, "open_source", lambda name: projector)
    cameras = Cameras(["0"], tmp_path / "calibration.json", tmp_path / "gallery")
    cameras.eyes = [projector]  # type: ignore[list-item]
    parts = SimpleNamespace(evening=evening, session=evening.session, cameras=cameras, projector=projector)
    yield parts
    cameras.close()


def test_the_camera_is_switched_off_and_on_in_the_middle_of_a_game(table: Any) -> None:
    """While it is off the page plays on; back on, the table is laid as the record says and all agree."""
    session, evening = table.session, table.evening
    table.cameras.watch(lambda: session)
    wait_for(lambda: evening.key(session.state) == evening.key(evening.truth))
    session.do(SetMode(camera=False))
    assert session.snapshot().mode is Mode.MANUAL
    turn = evening.player.turn(session.state)
    for move in turn.moves:
        assert session.do(PlayMove(str(move), None, session.revision)).ok
    revision = session.revision
    time.sleep(0.3)
    assert session.revision == revision
    with table.projector.lock:
        evening.table.lay_out(turn.after)
    session.do(SetMode(camera=True))
    wait_for(lambda: session.snapshot().mode is Mode.SYNCED)
    assert session.revision == revision


def test_a_pulled_cable_means_manual_until_it_is_back(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "REOPEN_AFTER_S", 0.2)
    session, evening = table.session, table.evening
    table.cameras.watch(lambda: session)
    wait_for(lambda: evening.key(session.state) == evening.key(evening.truth))
    session.watch.patience = replace(session.watch.patience, lost_s=0.0)
    table.projector.gone = True
    wait_for(lambda: session.snapshot().mode is Mode.MANUAL)
    table.projector.gone = False
    wait_for(lambda: session.snapshot().mode is not Mode.MANUAL)


def test_what_the_cameras_saw_can_be_recorded_and_replayed(table: Any, tmp_path: Path) -> None:
    session, evening = table.session, table.evening
    evening.eye.noise = Noise(seat_share=0.0)
    recorder = Recorder(tmp_path / "tape", session)
    recorder.tape_all(table.cameras)
    table.cameras.watch(lambda: session)
    wait_for(lambda: evening.key(session.state) == evening.key(evening.truth))
    table.cameras.close()
    recorder.close()
    assert list((tmp_path / "tape").glob("*.jpg"))
    came_to = Replay(tmp_path / "tape", [Projector(evening)]).run()
    assert came_to.complete
    assert came_to.identical
    assert came_to.revision == session.revision > 0


def test_a_statue_one_camera_sees_whole_is_not_taken_from_one_that_sees_a_part() -> None:
    whole = Observation(5, 1.0, (seat("red", 1),), None, None, None)
    part = Observation(9, 1.1, (replace(seat("red", 2), covered=True, cut=True),), None, None, None)
    for readings in ([whole, part], [part, whole]):
        assert join(readings).seats == whole.seats


def test_a_statue_partly_outside_the_picture_is_said_and_nothing_is_concluded() -> None:
    """However long it stays so: what is not seen is not "no dice"."""
    evening = Evening(1001, 4)
    watch = Watch(evening.game)
    cut = SeatReading("red", (), (), covered=True, cut=True)
    found = [watch.look(evening.truth, Observation(k, k * 0.1, (cut,), None, None, None)) for k in range(60)]
    assert {(one.mode, one.why) for one in found if one} == {(Mode.SETTLING, "mode-cut")}
