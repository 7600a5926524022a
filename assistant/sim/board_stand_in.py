"""A LED board in Python that speaks the real protocol, for machines without simavr: same answers, same limits.

`StandInCore` is pure (bytes and milliseconds in, bytes out) and runs the same conversations as the firmware;
`StandInBoard` puts it on a pseudo-terminal.
"""

import os
import select
import threading
import time
from collections import deque
from collections.abc import Callable

from assistant.hw.protocol import (
    ANSWER,
    FILL,
    MAX_PAYLOAD,
    MAX_PING,
    MAX_RUN,
    VERSION,
    BoardState,
    Frame,
    Hello,
    Mode,
    Nak,
    ProtocolError,
    Reason,
    Type,
    decode,
    encode,
    is_later,
    light_budget,
    light_scale,
    pack_hello,
    pack_nak,
    pack_shown,
    pack_state,
    picture_hash,
    scaled,
    unpack_show,
)

SILENCE_MS = 5000
IDLE_EVERY, IDLE_LEVEL = 10, 6
FLASH_SWINGS, FLASH_WINDOW_MS = 6, 1000
LIMIT_MA = 2000
FIRMWARE = (1, 0, 0)
NO_ID = b"\xff" * 8
TOO_LONG_BYTES = 2 * MAX_PAYLOAD


def idle_picture(leds: int) -> bytes:
    """What a board shows after the host has been silent for long: one light in ten, dim."""
    dim, dark = bytes([IDLE_LEVEL]) * 3, bytes(3)
    return b"".join(dim if led % IDLE_EVERY == 0 else dark for led in range(leds))


class FlashGuard:
    """At most three flashes a second: six opposing swings of the light by a tenth of the budget."""

    def __init__(self, budget: int) -> None:
        self._budget = budget
        self._swing = budget // 10
        self._turning_point = 0
        self._rising = False
        self._swings_ms: deque[int] = deque(maxlen=FLASH_SWINGS)

    def _is_swing(self, light: int) -> bool:
        if self._rising:
            return light + self._swing <= self._turning_point
        return light >= self._turning_point + self._swing

    def wait_ms(self, light: int, now_ms: int) -> int:
        """Return how long a picture of this light must wait."""
        if len(self._swings_ms) < FLASH_SWINGS or not self._is_swing(min(light, self._budget)):
            return 0
        return max(FLASH_WINDOW_MS - (now_ms - self._swings_ms[0]), 0)

    def shown(self, light: int, now_ms: int) -> None:
        light = min(light, self._budget)
        if self._is_swing(light):
            self._swings_ms.append(now_ms)
            self._rising = not self._rising
            self._turning_point = light
        elif light > self._turning_point if self._rising else light < self._turning_point:
            self._turning_point = light


class StandInCore:
    """The board's behaviour (docs/protocol.md). `on_latch` gets every picture as the LEDs would show it."""

    def __init__(
        self, leds: int = 150, limit_ma: int = LIMIT_MA, on_latch: Callable[[bytes], None] | None = None
    ) -> None:
        self.leds = leds
        self.limit_ma = limit_ma
        self.protocol = (VERSION, VERSION)
        self._on_latch = on_latch or (lambda picture: None)
        self._budget = light_budget(leds, limit_ma)
        self.start(0)

    def start(self, now_ms: int) -> bytes:
        """Power-on: dark, and the HELLO nobody asked for."""
        self._block = bytearray()
        self._buffer = bytearray(3 * self.leds)
        self._guard = FlashGuard(self._budget)
        self._heard_ms = now_ms
        self._damaged = 0
        self._number = 0
        self._show(Mode.DARK, now_ms)
        return self._hello(0)

    def receive(self, data: bytes, now_ms: int) -> bytes:
        """Return the answers to the frames that `data` completes."""
        answers = b""
        *whole, rest = data.split(b"\0")
        for piece in whole:
            block = bytes(self._block + piece)
            self._block.clear()
            answers += self._on_block(block, now_ms) if block else b""
        self._block += rest[: TOO_LONG_BYTES - len(self._block)]
        return answers

    def poll(self, now_ms: int) -> None:
        """The silence time-out."""
        if self._mode is not Mode.IDLE and now_ms - self._heard_ms >= SILENCE_MS:
            pattern = idle_picture(self.leds)
            self._buffer = bytearray(pattern)
            self._show(Mode.IDLE, now_ms)

    def _show(self, mode: Mode, now_ms: int) -> None:
        light = sum(self._buffer)
        self._mode = mode
        self._scale = light_scale(light, self._budget)
        self._shown_hash = picture_hash(self._buffer)
        self._guard.shown(light, now_ms)
        self._on_latch(scaled(bytes(self._buffer), self._scale))

    def _on_block(self, block: bytes, now_ms: int) -> bytes:
        try:
            frame = decode(block)
        except ProtocolError:
            self._damaged += 1
            # Like the firmware: too long is what decodes past 254 bytes, whole or not.
            reason = Reason.TOO_LONG if len(block) > MAX_PAYLOAD + 6 else Reason.DAMAGED
            return encode(Frame(Type.NAK, 0, pack_nak(Nak(reason, 0, 0))))
        self._heard_ms = now_ms
        if frame.type != Type.HELLO and frame.version != VERSION:
            return self._refuse(frame, Reason.VERSION, VERSION)
        return self._dispatch(frame, now_ms)

    def _dispatch(self, frame: Frame, now_ms: int) -> bytes:
        match frame.type:
            case Type.HELLO if len(frame.payload) >= 2:
                return self._hello(frame.sequence)
            case Type.SET if self._apply(frame.payload):
                return self._answer(frame)
            case Type.SHOW if len(frame.payload) == 6:
                return self._on_show(frame, now_ms)
            case Type.PING if len(frame.payload) <= MAX_PING:
                return self._answer(frame, frame.payload)
            case Type.STATE if not frame.payload:
                return self._answer(frame, self._state())
            case Type.HELLO | Type.SET | Type.SHOW | Type.PING | Type.STATE:
                return self._refuse(frame, Reason.BAD_PAYLOAD)
        return self._refuse(frame, Reason.UNKNOWN_TYPE)

    def _on_show(self, frame: Frame, now_ms: int) -> bytes:
        wanted_hash, number = unpack_show(frame.payload)
        if not is_later(number, self._number) and (number, wanted_hash) != (self._number, self._shown_hash):
            return self._refuse(frame, Reason.LATE, self._number)
        if wanted_hash != picture_hash(self._buffer):
            return self._refuse(frame, Reason.STALE)
        wait_ms = self._guard.wait_ms(sum(self._buffer), now_ms)
        if wait_ms:
            return self._refuse(frame, Reason.TOO_FAST, wait_ms)
        self._number = number
        self._show(Mode.SHOWING, now_ms)
        return self._answer(frame, pack_shown(self._shown_hash, self._scale))

    def _apply(self, payload: bytes) -> bool:
        """Apply a SET's runs if all of them are right."""
        buffer, at = bytearray(self._buffer), 0
        while at + 2 <= len(payload):
            start, count, fill = payload[at], payload[at + 1] & MAX_RUN, payload[at + 1] & FILL
            size = 3 if fill else 3 * count
            colours = payload[at + 2 : at + 2 + size]
            if not count or start + count > self.leds or len(colours) != size:
                return False
            buffer[3 * start : 3 * (start + count)] = colours * (count if fill else 1)
            at += 2 + size
        if not payload or at != len(payload):
            return False
        self._buffer = buffer
        return True

    def _state(self) -> bytes:
        buffer_hash = picture_hash(self._buffer)
        return pack_state(BoardState(self._shown_hash, buffer_hash, self._mode, self._scale, self._damaged, 0, 0))

    def _hello(self, sequence: int) -> bytes:
        hello = Hello(
            *self.protocol, FIRMWARE, 0, self.leds, MAX_PAYLOAD, self.limit_ma, SILENCE_MS, NO_ID, self._number
        )
        return encode(Frame(Type.HELLO | ANSWER, sequence, pack_hello(hello)))

    def _answer(self, frame: Frame, payload: bytes = b"") -> bytes:
        return encode(Frame(frame.type | ANSWER, frame.sequence, payload))

    def _refuse(self, frame: Frame, reason: Reason, detail: int = 0) -> bytes:
        return encode(Frame(Type.NAK, frame.sequence, pack_nak(Nak(reason, frame.type, detail))))


class StandInBoard:
    """A `StandInCore` on a pseudo-terminal, deaf for 30 microseconds a LED after a SHOW like the real one."""

    kind = "stand-in"

    def __init__(self, leds: int = 150) -> None:
        self._picture = bytes(3 * leds)
        self.core = StandInCore(leds, on_latch=self._latch)
        self._master, self._slave = os.openpty()
        _make_raw(self._slave)
        self.port = os.ttyname(self._slave)
        self._closing = False
        self._reset_wanted = True
        self._thread = threading.Thread(target=self._serve, name="stand-in-board", daemon=True)
        self._thread.start()

    def shown_bytes(self) -> bytes:
        """Return the picture the LEDs show, red green blue of LED 0, then of LED 1, ..."""
        return self._picture

    def reset(self) -> None:
        """Press the reset button."""
        self._reset_wanted = True

    def close(self) -> None:
        self._closing = True
        self._thread.join(timeout=2)
        os.close(self._master)
        os.close(self._slave)

    def _latch(self, picture: bytes) -> None:
        self._picture = picture

    def _serve(self) -> None:
        while not self._closing:
            now_ms = int(time.monotonic() * 1000)
            if self._reset_wanted:
                self._reset_wanted = False
                self._send(self.core.start(now_ms))
            if select.select([self._master], [], [], 0.05)[0]:
                self._send(self.core.receive(os.read(self._master, 4096), int(time.monotonic() * 1000)))
            self.core.poll(now_ms)

    def _send(self, answers: bytes) -> None:
        """Nobody may be reading: what does not fit the pseudo-terminal's buffer is lost, as on a real line."""
        if answers and select.select([], [self._master], [], 0)[1]:
            os.write(self._master, answers)


def _make_raw(descriptor: int) -> None:
    import termios  # noqa: PLC0415 - POSIX only
    import tty  # noqa: PLC0415

    tty.setraw(descriptor, termios.TCSANOW)
