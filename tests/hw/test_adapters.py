"""WLED and Adalight: what they are sent, and what happens when they are not there."""

import json
import os
import threading
import time
import tty
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from assistant.hw.adapters import AdalightBoard, WledBoard, adalight_frame, wled_bodies
from tests.hw.test_board import wait_for

FRAME = [(255, 0, 0)] * 3 + [(0, 0, 1)] + [(0, 0, 0)] * 6
PICTURE = bytes(channel for colour in FRAME for channel in colour)


def test_an_adalight_frame_has_its_header_and_check_byte():
    assert adalight_frame(bytes(450))[:6] == b"Ada" + bytes((0, 149, 0 ^ 149 ^ 0x55))
    assert adalight_frame(bytes(900))[:6] == b"Ada" + bytes((1, 43, 1 ^ 43 ^ 0x55))
    assert len(adalight_frame(bytes(450))) == 456


def test_wled_gets_ranges_for_equal_colours_and_only_what_changed():
    (body,) = wled_bodies(None, PICTURE)
    assert json.loads(body)["seg"]["i"] == [0, 3, "FF0000", 3, "000001", 4, 10, "000000"]
    (body,) = wled_bodies(PICTURE, b"\1\2\3" + PICTURE[3:])
    assert json.loads(body)["seg"]["i"] == [0, "010203"]
    assert wled_bodies(PICTURE, PICTURE) == []


def test_a_long_strip_is_sent_to_wled_in_several_requests():
    rainbow = bytes(value % 251 for value in range(3 * 250))
    bodies = wled_bodies(None, rainbow)
    leds = [entry for body in bodies for entry in json.loads(body)["seg"]["i"] if isinstance(entry, int)]
    assert len(bodies) == 2
    assert sorted(leds) == list(range(250))


class FakeWled(BaseHTTPRequestHandler):
    def do_GET(self):
        self._answer({"ver": "0.15.0", "leds": {"count": 10}})

    def do_POST(self):
        self.server.states.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self._answer({"success": True})

    def _answer(self, content):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(content).encode())

    def log_message(self, *args):
        pass


@pytest.fixture
def wled():
    server = HTTPServer(("127.0.0.1", 0), FakeWled)
    server.states = []
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


def test_wled_is_fed_over_http_and_named_in_the_status(wled):
    board = WledBoard(f"127.0.0.1:{wled.server_port}")
    board.show(FRAME)
    assert wait_for(lambda: wled.states)
    board.close()
    assert wled.states[0]["seg"]["i"][:3] == [0, 3, "FF0000"]
    assert board.status().firmware == "WLED 0.15.0"
    assert board.status().led_count == 10


def test_a_wled_that_is_not_there_blocks_nobody():
    board = WledBoard("127.0.0.1:9")
    started = time.perf_counter()
    board.show(FRAME)
    assert time.perf_counter() - started < 0.05
    assert wait_for(lambda: "does not answer" in (board.status().last_error or ""))
    board.close()


@pytest.mark.parametrize("answer", [b"", b"[]", b'{"ver": "1"}', b'{"ver": "1", "leds": {"count": null}}'])
def test_a_web_server_that_is_no_wled_is_not_taken_for_one(answer):
    board = WledBoard("x", get=lambda url, body: answer)
    assert wait_for(lambda: board.status().last_error is not None)
    board.close()
    assert not board.status().connected


def test_an_adalight_device_gets_whole_frames():
    master, slave = os.openpty()
    tty.setraw(slave)
    board = AdalightBoard(os.ttyname(slave), 500_000)
    board.show(FRAME)
    got = b""
    deadline = time.monotonic() + 5
    while len(got) < 36 and time.monotonic() < deadline:
        got += os.read(master, 100)
    assert got[:36] == adalight_frame(PICTURE)
    assert board.status().connected
    board.close()
    os.close(master)
    os.close(slave)


def test_a_missing_adalight_port_is_told_and_blocks_nobody():
    board = AdalightBoard("/dev/nowhere")
    board.show(FRAME)
    assert wait_for(lambda: "/dev/nowhere is not there" in (board.status().last_error or ""))
    board.close()
