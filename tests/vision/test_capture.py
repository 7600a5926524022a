"""Sources: the newest frame wins, and a dying camera says so instead of hanging."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import cv2
import numpy as np
import pytest

from assistant.vision.capture import CameraError, CaptureSettings, FolderSource, LiveSource, frames, open_source

QUICK = CaptureSettings(failures=2, pause_s=0.001)


class ScriptedGrabber:
    """Delivers what the script says, then fails for ever; waits for a turn when told to."""

    def __init__(self, script, gate=None):
        self.script, self.gate, self.released = list(script), gate, False

    def isOpened(self):
        return True

    def read(self):
        if self.gate is not None:
            self.gate.acquire()
        if not self.script:
            return False, None
        item = self.script.pop(0)
        if isinstance(item, Exception):
            raise item
        return item is not None, item

    def release(self):
        self.released = True


def picture(level):
    return np.full((8, 8, 3), level, np.uint8)


def test_a_slow_reader_gets_the_newest_frame_only():
    gate = threading.Semaphore(3)
    source = LiveSource("0", ScriptedGrabber([picture(1), picture(2), picture(3)], gate), QUICK)
    while source._frame is None or source._frame.seq < 2:
        pass
    assert source.next().image[0, 0, 0] == 3
    gate.release(10)
    source.close()


def test_a_camera_that_dies_raises_once_its_frames_are_used_up():
    grabber = ScriptedGrabber([picture(1), None, picture(2)])
    source = LiveSource("0", grabber, QUICK)
    with pytest.raises(CameraError, match="delivers no more pictures"):
        for _ in range(5):
            source.next(timeout_s=2.0)
    source.close()
    assert grabber.released


def test_a_driver_that_throws_is_reported_in_one_sentence():
    source = LiveSource("0", ScriptedGrabber([RuntimeError("usb gone")]), QUICK)
    with pytest.raises(CameraError, match="usb gone"):
        source.next(timeout_s=2.0)
    source.close()


def test_a_silent_camera_does_not_hang_the_reader():
    gate = threading.Semaphore(0)
    source = LiveSource("0", ScriptedGrabber([picture(1)], gate), QUICK)
    with pytest.raises(CameraError, match="silent"):
        source.next(timeout_s=0.05)
    gate.release(10)
    source.close()


def test_a_folder_plays_its_pictures_by_name(tmp_path):
    for name, level in (("b.png", 2), ("a.png", 1)):
        cv2.imwrite(str(tmp_path / name), np.full((32, 32, 3), level, np.uint8))
    levels = [int(frame.image[0, 0, 0]) for frame in frames(FolderSource(tmp_path))]
    assert levels == [1, 2]


def test_a_video_plays_to_its_end(tmp_path):
    path = tmp_path / "evening.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    if not writer.isOpened():
        pytest.skip("this OpenCV writes no MJPG video")
    for level in (10, 60, 110):
        writer.write(np.full((48, 64, 3), level, np.uint8))
    writer.release()
    played = list(frames(open_source(str(path))))
    assert [frame.seq for frame in played] == [0, 1, 2]
    assert played[1].t_s == pytest.approx(0.1)


@pytest.mark.parametrize("what", ["nothing.mp4", "text.mp4", "empty"])
def test_what_is_no_source_is_refused(tmp_path, what):
    (tmp_path / "text.mp4").write_text("no video")
    (tmp_path / "empty").mkdir()
    with pytest.raises(CameraError, match=what.split(".")[0]):
        open_source(str(tmp_path / what))


def test_a_torn_video_is_refused_without_the_decoders_own_words(tmp_path, capfd):
    (tmp_path / "torn.mp4").write_bytes(b"\x00\x00\x00\x18ftypmp42" + bytes(500))
    with pytest.raises(CameraError, match="torn"):
        open_source(str(tmp_path / "torn.mp4"))
    assert capfd.readouterr().err == ""


class Elsewhere(BaseHTTPRequestHandler):
    """A camera in the house that sends everybody to another address."""

    asked: ClassVar[list[str]] = []

    def do_GET(self):
        self.asked.append(self.path)
        host, port = self.server.server_address[:2]
        self.send_response(302 if self.path == "/video" else 404)
        self.send_header("location", f"http://{host}:{port}/away")
        self.end_headers()

    def log_message(self, *words):
        pass


def test_a_camera_cannot_send_the_program_to_another_address():
    Elsewhere.asked.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with pytest.raises(CameraError, match="cannot be opened"):
        open_source(f"http://127.0.0.1:{server.server_address[1]}/video")
    server.shutdown()
    server.server_close()
    assert Elsewhere.asked == ["/video"]
