"""Other people's hardware with the same face as `LedBoard`: WLED over the network, Adalight over a serial port.

Neither acknowledges what it shows, so these can only promise to have sent it.
"""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

from assistant.hw.background import BackgroundBoard, Patience
from assistant.hw.leds import BoardBuffer, fit, smallest_runs
from assistant.hw.transport import PortError, SerialTransport, Transport

WLED_TIMEOUT_S = 1.0
WLED_FRAME_S = 1 / 15  # an ESP takes no more JSON than this without falling behind
WLED_COLOURS_MOST = 200  # colours in one request; firmware limits are 256 on the small chips
REFRESH_S = 2.0  # sent again though nothing changed: WLED's live time-out is 2.5 s by default
ADALIGHT_BAUD = 115_200
BITS_PER_BYTE = 10

Fetch = Callable[[str, bytes | None], bytes]


def fetch(url: str, body: bytes | None) -> bytes:
    """GET, or POST the JSON body. Raises `OSError`."""
    request = urllib.request.Request(url, data=body, headers={"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=WLED_TIMEOUT_S) as answer:
        return bytes(answer.read(1 << 16))


def wled_bodies(old: bytes | None, new: bytes) -> list[bytes]:
    """Return the JSON requests that turn `old` (None: not known) into `new`: ranges of colours for segment 0."""
    known = BoardBuffer(len(new) // 3)
    if old is not None:
        known.learn(old)
    items: list[list[Any]] = []
    for run in smallest_runs(known.changed(new), new):
        if run.fill and run.count > 1:
            items.append([run.start, run.start + run.count, run.colours.hex().upper()])
        else:
            items += [[run.start + n, run.colours[3 * n : 3 * n + 3].hex().upper()] for n in range(run.count)]
    parts = [items[at : at + WLED_COLOURS_MOST] for at in range(0, len(items), WLED_COLOURS_MOST)]
    return [_wled_body([value for item in part for value in item]) for part in parts]


def _wled_body(individual: list[Any]) -> bytes:
    return json.dumps({"on": True, "bri": 255, "seg": {"id": 0, "i": individual}}, separators=(",", ":")).encode()


class WledBoard(BackgroundBoard):
    """A WLED controller, by its JSON interface."""

    def __init__(self, host: str, *, get: Fetch = fetch, patience: Patience | None = None) -> None:
        super().__init__(patience)
        self._host = host
        self._get = get
        self._thread.start()

    def _serve(self) -> None:
        try:
            info = json.loads(self._get(f"http://{self._host}/json/info", None))
            led_count, version = int(info["leds"]["count"]), str(info["ver"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            self._note_lost(self._host, f"WLED at {self._host} does not answer: {error}")
            return
        self._note_met(self._host, f"WLED {version}", led_count)
        try:
            self._feed(led_count)
        except OSError as error:
            self._note_lost(self._host, f"WLED at {self._host} was lost: {error}")

    def _feed(self, led_count: int) -> None:
        sent: bytes | None = None
        sent_at = 0.0
        while not self._closing:
            self._wake.wait(self._patience.nap_s)
            self._wake.clear()
            wanted = None if self._wanted is None else fit(self._wanted, led_count)
            due = time.monotonic() - sent_at >= REFRESH_S
            if wanted is None or (wanted == sent and not due):
                continue
            for body in wled_bodies(None if due else sent, wanted):
                self._get(f"http://{self._host}/json/state", body)
            sent, sent_at = wanted, time.monotonic()
            time.sleep(WLED_FRAME_S)


def adalight_frame(picture: bytes) -> bytes:
    """Return the picture as an Adalight frame: "Ada", LEDs less one, check byte, colours."""
    high, low = divmod(len(picture) // 3 - 1, 256)
    return b"Ada" + bytes((high, low, high ^ low ^ 0x55)) + picture


class AdalightBoard(BackgroundBoard):
    """An Adalight device on a serial port; it tells nothing, so the LED count is that of the frames."""

    def __init__(
        self,
        port: str,
        baud: int = ADALIGHT_BAUD,
        *,
        open_transport: Callable[[str, int], Transport] = SerialTransport,
        patience: Patience | None = None,
    ) -> None:
        super().__init__(patience)
        self._port = port
        self._baud = baud
        self._open_transport = open_transport
        self._thread.start()

    def _serve(self) -> None:
        try:
            transport = self._open_transport(self._port, self._baud)
        except PortError as error:
            self._note_lost(self._port, str(error))
            return
        self._note_met(self._port, "Adalight", None)
        try:
            self._feed(transport)
        except PortError as error:
            self._note_lost(self._port, str(error))
        finally:
            transport.close()

    def _feed(self, transport: Transport) -> None:
        sent: bytes | None = None
        sent_at = 0.0
        while not self._closing:
            self._wake.wait(self._patience.nap_s)
            self._wake.clear()
            wanted = self._wanted
            due = time.monotonic() - sent_at >= REFRESH_S
            if wanted and (wanted != sent or due):
                frame = adalight_frame(wanted)
                transport.write(frame)
                sent, sent_at = wanted, time.monotonic()
                time.sleep(len(frame) * BITS_PER_BYTE / self._baud)
            transport.read(0)  # the device says "Ada" now and then; nobody wants it
