"""The LED board's wire format (docs/protocol.md): pure functions from values to bytes and back, no ports, no clock.

The C core in `firmware/src` is the other half; both are tested on the vectors in `tests/golden/protocol`.
"""

import struct
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from cobs import cobs
from fastcrc import crc16

VERSION = 1
BAUD = 500_000
MAX_BODY = 254
OVERHEAD_BYTES = 5  # version, type, sequence, CRC
MAX_PAYLOAD = MAX_BODY - OVERHEAD_BYTES
MAX_LEDS = 255
MAX_RUN = 127
MAX_PING = 32
FILL = 0x80
ANSWER = 0x80
LED_SEND_S = 30e-6  # an AVR is deaf this long per LED while it sends them
MA_PER_CHANNEL = 20
FULL = 255

_HELLO = struct.Struct("<BBBBBIHHHH8sH")
_SHOW = struct.Struct("<IH")
_STATE = struct.Struct("<IIBBHHBB")
_NAK = struct.Struct("<BBH")
_SHOWN = struct.Struct("<IB")


class Type(IntEnum):
    """Message types a host may send; an answer has `ANSWER` added."""

    HELLO = 0x01
    SET = 0x02
    SHOW = 0x03
    PING = 0x04
    STATE = 0x05
    NAK = 0xFF


class Reason(IntEnum):
    """Why a board refused a frame."""

    DAMAGED = 1
    TOO_LONG = 2
    VERSION = 3
    UNKNOWN_TYPE = 4
    BAD_PAYLOAD = 5
    STALE = 6
    TOO_FAST = 7
    LATE = 8


class Mode(IntEnum):
    """What a board is doing with its LEDs."""

    DARK = 0
    SHOWING = 1
    IDLE = 2


class ProtocolError(ValueError):
    """Bytes that are not what the protocol promises; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One message: `type` as on the wire (a known `Type`, an answer, or anything at all)."""

    type: int
    sequence: int
    payload: bytes = b""
    version: int = VERSION


@dataclass(frozen=True, slots=True)
class Hello:
    """What a board says about itself."""

    protocol_min: int
    protocol_max: int
    firmware: tuple[int, int, int]
    build: int
    led_count: int
    max_payload: int
    max_current_ma: int
    silence_ms: int
    board_id: bytes
    picture_number: int = 0  # of the last picture shown

    @property
    def firmware_text(self) -> str:
        return ".".join(map(str, self.firmware))

    def speaks(self, version: int = VERSION) -> bool:
        """Return whether the board's protocol range holds `version`."""
        return self.protocol_min <= version <= self.protocol_max


@dataclass(frozen=True, slots=True)
class BoardState:
    """The answer to STATE."""

    shown_hash: int
    buffer_hash: int
    mode: int
    scale: int
    damaged_frames: int
    lost_bytes: int
    reset_cause: int


@dataclass(frozen=True, slots=True)
class Nak:
    """A refusal: `reason` as on the wire, `refused_type` 0 when unknown, `detail` in the reason's unit."""

    reason: int
    refused_type: int
    detail: int


def encode(frame: Frame) -> bytes:
    """Return the frame as bytes on the wire, delimiter included. Raises `ProtocolError` if the payload is too long."""
    if len(frame.payload) > MAX_PAYLOAD:
        raise ProtocolError(f"a payload of {len(frame.payload)} bytes does not fit, {MAX_PAYLOAD} is the most")
    body = bytes((frame.version, frame.type, frame.sequence)) + frame.payload
    body += struct.pack("<H", crc16.mcrf4xx(body))
    return bytes(cobs.encode(body)) + b"\0"


def decode(block: bytes) -> Frame:
    """Return the frame in one COBS block (without its delimiter). Raises `ProtocolError` if it is damaged."""
    try:
        body = bytes(cobs.decode(block))
    except cobs.DecodeError as error:
        raise ProtocolError(f"not COBS: {block.hex()}") from error
    if not OVERHEAD_BYTES <= len(body) <= MAX_BODY:
        raise ProtocolError(f"a body of {len(body)} bytes, expected {OVERHEAD_BYTES} to {MAX_BODY}")
    if crc16.mcrf4xx(body[:-2]) != int.from_bytes(body[-2:], "little"):
        raise ProtocolError(f"wrong CRC: {body.hex()}")
    return Frame(body[1], body[2], body[3:-2], body[0])


class FrameReader:
    """Cuts a byte stream into frames; damaged ones are counted and dropped. Holds at most one frame's bytes."""

    __slots__ = ("_block", "_overflow", "bytes_since_frame", "damaged")

    def __init__(self) -> None:
        self._block = bytearray()
        self._overflow = False
        self.damaged = 0
        self.bytes_since_frame = 0

    def feed(self, data: bytes) -> list[Frame]:
        """Return the good frames that `data` completes."""
        frames: list[Frame] = []
        *whole, rest = data.split(b"\0")
        for piece in whole:
            self._take(piece)
            frames.extend(self._finish())
        self._take(rest)
        return frames

    def _take(self, piece: bytes) -> None:
        self.bytes_since_frame += len(piece) + 1
        if len(self._block) + len(piece) > MAX_BODY + 1:
            self._overflow = True
        else:
            self._block += piece

    def _finish(self) -> list[Frame]:
        block, overflow = bytes(self._block), self._overflow
        self._block.clear()
        self._overflow = False
        if not block and not overflow:
            return []
        try:
            if overflow:
                raise ProtocolError("frame too long")
            frame = decode(block)
        except ProtocolError:
            self.damaged += 1
            return []
        self.bytes_since_frame = 0
        return [frame]


def show_payload(picture_hash: int, number: int) -> bytes:
    """Return the payload of a SHOW: `number` rises with every SHOW, modulo 65,536."""
    return _SHOW.pack(picture_hash, number)


def unpack_show(payload: bytes) -> tuple[int, int]:
    """Return (hash, number). Raises `ProtocolError` if the payload is not a SHOW's."""
    if len(payload) != _SHOW.size:
        raise ProtocolError(f"a SHOW of {len(payload)} bytes, expected {_SHOW.size}")
    picture_hash, number = _SHOW.unpack(payload)
    return picture_hash, number


def is_later(number: int, than: int) -> bool:
    """Return whether a picture's number comes after another, counted modulo 65,536."""
    return 0 < (number - than) % 0x10000 < 0x8000


def hello_payload(lowest: int = VERSION, highest: int = VERSION) -> bytes:
    return bytes((lowest, highest))


def pack_hello(hello: Hello) -> bytes:
    """Return the payload of a HELLO answer (for stand-ins of a board)."""
    return _HELLO.pack(
        hello.protocol_min,
        hello.protocol_max,
        *hello.firmware,
        hello.build,
        hello.led_count,
        hello.max_payload,
        hello.max_current_ma,
        hello.silence_ms,
        hello.board_id,
        hello.picture_number,
    )


def unpack_hello(payload: bytes) -> Hello:
    """Raises `ProtocolError` if the payload is shorter than version 1 promises; later versions may add bytes."""
    if len(payload) < _HELLO.size:
        raise ProtocolError(f"a HELLO answer of {len(payload)} bytes, expected at least {_HELLO.size}")
    low, high, major, minor, patch, *rest = _HELLO.unpack_from(payload)
    return Hello(low, high, (major, minor, patch), *rest)


def pack_state(state: BoardState) -> bytes:
    return _STATE.pack(
        state.shown_hash,
        state.buffer_hash,
        state.mode,
        state.scale,
        state.damaged_frames & 0xFFFF,
        state.lost_bytes & 0xFFFF,
        state.reset_cause,
        0,
    )


def unpack_state(payload: bytes) -> BoardState:
    """Raises `ProtocolError` if the payload is not a STATE answer."""
    if len(payload) != _STATE.size:
        raise ProtocolError(f"a STATE answer of {len(payload)} bytes, expected {_STATE.size}")
    return BoardState(*_STATE.unpack(payload)[:7])


def pack_nak(nak: Nak) -> bytes:
    return _NAK.pack(nak.reason, nak.refused_type, nak.detail)


def unpack_nak(payload: bytes) -> Nak:
    """Raises `ProtocolError` if the payload is not a NAK's."""
    if len(payload) != _NAK.size:
        raise ProtocolError(f"a NAK of {len(payload)} bytes, expected {_NAK.size}")
    return Nak(*_NAK.unpack(payload))


def pack_shown(picture_hash: int, scale: int) -> bytes:
    return _SHOWN.pack(picture_hash, scale)


def unpack_shown(payload: bytes) -> tuple[int, int]:
    """Return (hash, scale). Raises `ProtocolError` if the payload is not a SHOW answer."""
    if len(payload) != _SHOWN.size:
        raise ProtocolError(f"a SHOW answer of {len(payload)} bytes, expected {_SHOWN.size}")
    picture_hash, scale = _SHOWN.unpack(payload)
    return picture_hash, scale


def _key(index: int) -> int:
    x = index + 1
    x ^= x >> 16
    x = x * 0x85EBCA6B & 0xFFFFFFFF
    x ^= x >> 13
    x = x * 0xC2B2AE35 & 0xFFFFFFFF
    return x ^ x >> 16 | 1


HASH_KEYS = np.array([_key(index) for index in range(3 * MAX_LEDS)], np.uint32)
"""The key of every channel of the longest strip."""


def picture_hash(picture: bytes | bytearray) -> int:
    """Return the 32-bit hash of a picture (red, green, blue of LED 0, then of LED 1, ...)."""
    values = np.frombuffer(picture, np.uint8).astype(np.uint32)
    return int((values * HASH_KEYS[: values.size]).sum(dtype=np.uint32))


def light_budget(led_count: int, limit_ma: int) -> int:
    """Return the largest sum of all channels that stays within the current limit."""
    return (limit_ma - led_count) * FULL // MA_PER_CHANNEL


def light_scale(light: int, budget: int) -> int:
    """Return the board's scale for a picture whose channels sum to `light`; 255 means: sent as it is."""
    return FULL if light <= budget else budget * 256 // light - 1


def scaled(picture: bytes, scale: int) -> bytes:
    """Return the picture as the board sends it to the LEDs."""
    return picture if scale == FULL else bytes((value * scale + value) >> 8 for value in picture)
