"""`LedBoard` in real time on pseudo-terminals: it never blocks, never gives up, and says things once."""

import contextlib
import logging
import os
import threading
import time
import tty
from types import SimpleNamespace

import pytest

from assistant.hw import LedBoard, open_board
from assistant.hw.adapters import AdalightBoard, WledBoard
from assistant.hw.transport import Candidate, PortError, SerialTransport, candidates
from assistant.sim.board_stand_in import StandInBoard

LEDS = 30
FRAME = [(9, 0, 0)] * LEDS
OTHER = [(0, 9, 0)] * LEDS


def wait_for(done, timeout_s=5.0):
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        if done():
            return True
        time.sleep(0.005)
    return bool(done())


@pytest.fixture
def plug(tmp_path):
    """A port with a fixed name into which boards are plugged; everything is closed at the end."""
    path, opened = tmp_path / "port", []

    class Plug:
        port = str(path)

        def insert(self, device):
            opened.append(device)
            path.unlink(missing_ok=True)
            path.symlink_to(device.port)
            return device

        def pull(self, device):
            path.unlink()
            opened.remove(device)
            device.close()

        def drive(self, **options):
            board = LedBoard(self.port, seed=1, **options)
            opened.insert(0, board)
            return board

    yield Plug()
    for device in opened:
        device.close()


def shows(device, frame):
    return lambda: device.shown_bytes() == bytes(channel for colour in frame for channel in colour)


class Stranger:
    """A device on a pseudo-terminal that is not a board: says `greeting` on and on, `pause_s` apart."""

    def __init__(self, greeting, pause_s=0.05):
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.port = os.ttyname(self._slave)
        self.heard = bytearray()
        self._greeting, self._pause_s, self._closing = greeting, pause_s, False
        self._thread = threading.Thread(target=self._talk, daemon=True)
        self._thread.start()

    def _talk(self):
        while not self._closing:
            for action in (lambda: os.write(self._master, self._greeting), self._hear):
                with contextlib.suppress(BlockingIOError):
                    action()
            time.sleep(self._pause_s)

    def _hear(self):
        self.heard += os.read(self._master, 4096)

    def close(self):
        self._closing = True
        self._thread.join()
        os.close(self._master)
        os.close(self._slave)


def test_a_frame_reaches_the_leds_and_the_status_tells_about_the_board(plug):
    device = plug.insert(StandInBoard(LEDS))
    board = plug.drive()
    board.show(FRAME)
    assert wait_for(shows(device, FRAME))
    status = board.status()
    assert (status.connected, status.port, status.firmware, status.led_count) == (True, plug.port, "1.0.0", LEDS)
    assert status.last_error is None
    assert abs(status.since - time.time()) < 10


def test_a_board_pulled_and_plugged_in_again_shows_the_newest_frame_within_a_second(plug, caplog):
    caplog.set_level(logging.INFO, logger="assistant.hw")
    device = plug.insert(StandInBoard(LEDS))
    board = plug.drive()
    assert board.wait_connected(3)
    board.show(FRAME)
    assert wait_for(shows(device, FRAME))
    plug.pull(device)
    assert wait_for(lambda: not board.status().connected)
    board.show(OTHER)
    time.sleep(1.2)  # several vain tries
    device = plug.insert(StandInBoard(LEDS))
    plugged_at = time.monotonic()
    assert wait_for(shows(device, OTHER))
    assert time.monotonic() - plugged_at < 1.0
    told = [record.getMessage() for record in caplog.records if record.name.startswith("assistant.hw")]
    assert ["is there" in told[0], "not available" in told[1], "is back" in told[2], len(told)] == [True, True, True, 3]


def test_a_board_that_restarts_shows_its_frame_again_within_a_second(plug):
    device = plug.insert(StandInBoard(LEDS))
    board = plug.drive()
    board.show(FRAME)
    assert wait_for(shows(device, FRAME))
    device.reset()
    assert wait_for(shows(device, [(0, 0, 0)] * LEDS), 1.0) or shows(device, FRAME)()
    assert wait_for(shows(device, FRAME), 1.0)


STRANGERS = {
    "silent": lambda: Stranger(b""),
    "modem": lambda: Stranger(b"OK\r\n"),
    "flood": lambda: Stranger(os.urandom(4000), pause_s=0.0005),
    "zeros": lambda: Stranger(bytes(4000), pause_s=0.0005),
}


@pytest.mark.parametrize("kind", STRANGERS)
def test_a_strange_device_costs_the_table_nothing_and_a_real_board_is_found_after_it(plug, kind):
    stranger = plug.insert(STRANGERS[kind]())
    board = plug.drive()
    took_s = []
    for _ in range(100):
        started = time.thread_time()
        board.show(FRAME)
        took_s.append(time.thread_time() - started)
        time.sleep(0.005)
    assert sorted(took_s)[98] < 0.001
    assert not board.status().connected
    plug.pull(stranger)
    device = plug.insert(StandInBoard(LEDS))
    assert wait_for(shows(device, FRAME), 4.0)


def test_a_board_with_another_protocol_is_named_in_the_status_and_gets_no_picture(plug):
    device = StandInBoard(LEDS)
    device.core.protocol = (7, 9)
    plug.insert(device)
    board = plug.drive()
    board.show(FRAME)
    assert wait_for(lambda: "protocol 7 to 9" in (board.status().last_error or ""))
    time.sleep(0.3)
    assert device.shown_bytes() == bytes(3 * LEDS)
    assert not board.status().connected


def test_show_never_blocks_whatever_the_transport_does():
    class Stuck:
        name = "stuck"

        def read(self, timeout_s):
            time.sleep(0.2)
            return b""

        def write(self, data):
            time.sleep(0.2)

        def close(self):
            pass

    board = LedBoard("stuck", open_transport=lambda port: Stuck())
    took_s = []
    for _ in range(200):
        started = time.perf_counter()
        board.show(FRAME)
        took_s.append(time.perf_counter() - started)
        time.sleep(0.001)
    board.close()
    assert sorted(took_s)[190] < 0.001


def test_a_bug_in_the_transport_is_survived(caplog):
    calls = []

    def broken(port):
        calls.append(port)
        raise RuntimeError("boom")

    board = LedBoard("x", open_transport=broken)
    assert wait_for(lambda: len(calls) >= 2)
    assert "boom" in (board.status().last_error or "")
    board.close()
    assert not board._thread.is_alive()


def test_auto_takes_the_first_port_that_is_a_board_and_remembers_it(tmp_path):
    stranger, device = Stranger(b"OK\r\n", pause_s=0.001), StandInBoard(LEDS)
    asked = []

    def find(remembered):
        asked.append(remembered)
        return [Candidate(stranger.port, "a", 0), Candidate(device.port, "b", 1)]

    board = LedBoard("auto", find=find)
    board.show(FRAME)
    assert wait_for(shows(device, FRAME), 6.0)
    assert board.status().port == device.port
    device.reset()
    board.close()
    assert board._remembered_id == "b"
    stranger.close()
    device.close()


def test_auto_without_any_port_says_so():
    board = LedBoard("auto", find=lambda remembered: [])
    assert wait_for(lambda: board.status().last_error is not None)
    board.close()
    assert board.status().last_error == "no USB serial port is there: plug the board in"


# ---- ports


def test_candidates_put_the_remembered_board_first_then_likely_vendors_and_skip_ports_without_usb():
    def port(device, vid, serial):
        return SimpleNamespace(device=device, vid=vid, pid=1, serial_number=serial, location="1-2")

    ports = [
        port("/dev/ttyS0", None, None),
        port("/dev/ttyUSB2", 0x9999, "c"),
        port("/dev/ttyUSB1", 0x1A86, None),
        port("/dev/ttyACM0", 0x2341, "a"),
    ]
    assert [one.device for one in candidates(ports=lambda: ports)] == ["/dev/ttyACM0", "/dev/ttyUSB1", "/dev/ttyUSB2"]
    assert candidates("9999:0001:c", lambda: ports)[0].device == "/dev/ttyUSB2"
    assert candidates("1a86:0001:1-2", lambda: ports)[0].device == "/dev/ttyUSB1"


def test_a_port_in_use_is_not_shared():
    device = StandInBoard(LEDS)
    first = SerialTransport(device.port)
    with pytest.raises(PortError, match="in use by another program"):
        SerialTransport(device.port)
    first.close()
    SerialTransport(device.port).close()
    device.close()


def test_a_missing_port_is_named_with_the_way_out():
    with pytest.raises(PortError, match="/dev/nowhere is not there: plug the board in or name another port"):
        SerialTransport("/dev/nowhere")


@pytest.mark.parametrize(
    ("spec", "kind"),
    [
        ("auto", LedBoard),
        ("/dev/nowhere", LedBoard),
        ("wled:127.0.0.1:9", WledBoard),
        ("adalight:/dev/nowhere@500000", AdalightBoard),
    ],
)
def test_open_board_understands_every_kind(spec, kind):
    board = open_board(spec)
    assert isinstance(board, kind)
    board.close()


@pytest.mark.parametrize("spec", ["", "wled:", "adalight:", "adalight:/dev/x@fast", "sim:"])
def test_open_board_refuses_what_it_does_not_know(spec):
    with pytest.raises(ValueError, match="LED board"):
        open_board(spec)
