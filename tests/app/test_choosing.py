"""Choosing another camera while the table runs: the new one is watched, the old one given back, or nothing changes."""

import time
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from assistant.app import cameras as cameras_module
from assistant.app.cameras import Cameras
from assistant.app.recording import Recorder, TapedSource
from assistant.table.commands import SetMode
from assistant.testing.evening import new_session
from assistant.vision.capture import CameraError, FolderSource, Frame
from assistant.vision.devices import Device
from assistant.vision.readings import Observation


class Endless:
    """A camera that shows one grey for ever."""

    def __init__(self, level: int) -> None:
        self.level, self.seq, self.closed = level, 0, False

    def next(self, timeout_s: float = 2.0) -> Frame:
        time.sleep(0.005)
        self.seq += 1
        return Frame(np.full((8, 8, 3), self.level, np.uint8), self.seq, time.monotonic())

    def close(self) -> None:
        self.closed = True


def seeing(cameras: Cameras, level: int, seconds: float = 20.0) -> bool:
    """Whether the page comes to see that grey."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        frame, _ = cameras.page._newest()
        if frame is not None and abs(int(frame.mean()) - level) < 3:
            return True
        time.sleep(0.01)
    return False


@pytest.fixture
def shop(monkeypatch):
    """Sources by name; a name that is not there cannot be opened."""
    sources = {"0": Endless(60), "1": Endless(120)}

    def opened(name: str) -> object:
        if name not in sources:
            raise CameraError(f"camera {name} cannot be opened")
        return sources[name]

    monkeypatch.setattr(cameras_module, "open_source", opened)
    monkeypatch.setattr(cameras_module, "found_devices", lambda: [Device(0, "Webcam"), Device(1, "")])
    return sources


@pytest.fixture
def table(tmp_path: Path, shop):
    """A session and no camera yet, as `durbar play` begins."""
    session = new_session(tmp_path, 2)
    cameras = Cameras([], tmp_path / "calibration.json", tmp_path / "gallery")
    cameras.watch(lambda: session)
    yield SimpleNamespace(session=session, cameras=cameras, shop=shop)
    cameras.close()


def chosen(cameras: Cameras) -> list[str]:
    return [one.source for one in cameras.offers() if one.chosen]


def test_without_a_source_nothing_is_watched_and_the_cameras_are_offered(table):
    assert table.cameras.page.preview_jpeg() is None
    assert not table.session.snapshot().camera
    assert [(one.source, one.name) for one in table.cameras.offers()] == [("0", "Webcam"), ("1", "")]
    assert chosen(table.cameras) == []


def test_the_chosen_camera_is_seen_and_the_next_takes_its_place(table):
    assert table.cameras.choose("0") == ""
    assert seeing(table.cameras, 60)
    assert not table.session.snapshot().camera  # no calibration: the page alone
    assert table.cameras.choose("1") == ""
    assert seeing(table.cameras, 120)
    assert table.shop["0"].closed
    assert not table.shop["1"].closed
    assert chosen(table.cameras) == ["1"]
    table.cameras.close()
    assert table.shop["1"].closed


def test_a_camera_that_cannot_be_opened_leaves_the_old_one(table):
    assert table.cameras.choose("7") == "camera 7 cannot be opened"
    assert chosen(table.cameras) == []
    table.cameras.choose("0")
    assert table.cameras.choose("7") == "camera 7 cannot be opened"
    assert chosen(table.cameras) == ["0"]
    assert seeing(table.cameras, 60)
    assert not table.shop["0"].closed


def test_a_second_tap_on_the_same_camera_does_not_open_it_twice(table):
    assert table.cameras.choose("0") == table.cameras.choose("0") == ""
    assert not table.shop["0"].closed


def test_a_folder_of_pictures_is_watched_like_a_camera(table, tmp_path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    cv2.imwrite(str(folder / "a.png"), np.full((40, 60, 3), 200, np.uint8))
    table.shop[str(folder)] = FolderSource(folder)
    assert table.cameras.choose(str(folder)) == ""
    assert seeing(table.cameras, 200)
    assert table.cameras.page.report().width == 60


def test_with_a_calibration_the_session_watches_as_soon_as_a_camera_is_chosen(table, monkeypatch):
    class Reader:
        def observe(self, image: object, seq: int, t_s: float) -> Observation:
            return Observation(seq, t_s, (), None, None, None)

    monkeypatch.setattr(cameras_module, "open_eyes", lambda known, gallery, count: [Reader()] * count)
    table.cameras.page.calibration = object()
    assert table.cameras.choose("0") == ""
    assert table.session.snapshot().camera
    table.session.do(SetMode(camera=False))
    assert table.cameras.choose("7")
    assert not table.session.snapshot().camera  # a failed choice changes nothing


def test_the_second_of_two_cameras_stays(tmp_path, shop):
    cameras = Cameras(["1", "0"], tmp_path / "calibration.json", tmp_path / "gallery")
    session = new_session(tmp_path, 2)
    cameras.watch(lambda: session)
    shop["http://phone.local/"] = Endless(180)
    assert cameras.choose("http://phone.local/") == ""
    assert seeing(cameras, 180)
    assert (shop["1"].closed, shop["0"].closed) == (True, False)
    assert [one.source for one in cameras.offers()] == ["0", "1", "http://phone.local/"]
    cameras.close()


def test_a_camera_chosen_later_is_recorded_as_well(table, tmp_path):
    recorder = Recorder(tmp_path / "tape", table.session)
    recorder.tape_all(table.cameras)
    assert table.cameras.choose("0") == ""
    assert isinstance(table.cameras.sources[0], TapedSource)
    assert isinstance(table.cameras.openers[0](), TapedSource)  # opened again after it was lost
    recorder.close()


def test_a_broken_calibration_stops_the_program_only_when_a_camera_is_given(tmp_path, shop):
    from assistant.vision.calibration import CalibrationError

    bad = tmp_path / "calibration.json"
    bad.write_text("{")
    assert Cameras([], bad, tmp_path / "gallery").page.calibration is None
    with pytest.raises(CalibrationError):
        Cameras(["0"], bad, tmp_path / "gallery")
