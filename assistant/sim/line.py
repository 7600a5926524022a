"""A serial line that does harm: the driver's conversation against a simulated board, in simulated time, with faults.

The driver (`assistant.hw.link.Link`) is the real one; the board is the firmware on the PC, the firmware in simavr, or
the stand-in. Every latched picture is compared with what was asked for.
"""

import heapq
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from assistant.hw.link import Link, LinkCounts, LinkState
from assistant.hw.protocol import ProtocolError, decode, encode
from assistant.sim.board_stand_in import StandInCore
from assistant.sim.chip import Latch, Progress

LONG_DELAY_S = 0.3  # longer than the driver waits: the answer comes when nobody expects it any more
SHORT_DELAY_S = 0.02
BYTE_S = 20e-6
FLOOD_BYTES = 6000
UNPLUGGED_S = 0.3


class SteppedBoard(Protocol):
    """A board whose time passes only when told."""

    @property
    def seconds(self) -> float: ...

    def write(self, data: bytes) -> None: ...

    def run_until_frame(self, seconds: float) -> Progress: ...

    def reset(self) -> None: ...


class SteppedStandIn:
    """The stand-in with the face of the lockstep boards."""

    def __init__(self, leds: int = 150) -> None:
        self._latches: list[Latch] = []
        self.core = StandInCore(leds, on_latch=lambda picture: self._latches.append(Latch(0, 0, 0, (), picture)))
        self._outbox = self.core.start(0)
        self.seconds = 0.0

    def write(self, data: bytes) -> None:
        self._outbox += self.core.receive(data, int(self.seconds * 1000))

    def run_until_frame(self, seconds: float) -> Progress:
        if not self._outbox:
            self.seconds += seconds
            self.core.poll(int(self.seconds * 1000))
        sent, self._outbox = self._outbox, b""
        latches, self._latches = tuple(self._latches), []
        return Progress(sent, 0, latches, 0)

    def reset(self) -> None:
        self._outbox = self.core.start(int(self.seconds * 1000))


class Fault(StrEnum):
    """What can happen to bytes; the last two need a whole frame or a mad device."""

    LOST = "lost"
    DOUBLED = "doubled"
    FLIPPED = "flipped"
    CUT = "cut"
    DELAYED = "delayed"
    REORDERED = "reordered"
    FLOODED = "flooded"
    OTHER_VERSION = "other-version"

    @property
    def of_the_line(self) -> bool:
        """Whether a bad line alone can do it."""
        return self not in (Fault.FLOODED, Fault.OTHER_VERSION)


LINE_FAULTS = tuple(fault for fault in Fault if fault.of_the_line)

Piece = tuple[float, bytes]  # seconds late, bytes


def damage(data: bytes, fault: Fault, at: int, dice: random.Random) -> list[Piece]:
    """Return what arrives of `data` when `fault` strikes the byte at `at`."""
    before, byte, after = data[:at], data[at : at + 1], data[at + 1 :]
    match fault:
        case Fault.LOST:
            return [(0.0, before + after)]
        case Fault.DOUBLED:
            return [(0.0, before + byte + byte + after)]
        case Fault.FLIPPED:
            return [(0.0, before + bytes([byte[0] ^ 1 << dice.randrange(8)]) + after)]
        case Fault.CUT:
            return [(0.0, before)]
        case Fault.REORDERED:
            return [(0.0, before + after[:1] + byte + after[1:])]
        case Fault.DELAYED:
            return [(0.0, before), (dice.choice((SHORT_DELAY_S, LONG_DELAY_S)), byte + after)]
        case Fault.FLOODED:
            return [(0.0, before + byte + dice.randbytes(FLOOD_BYTES) + after)]
        case Fault.OTHER_VERSION:
            return [(0.0, encode(replace(decode(data[:-1]), version=2)))]


class Faults(Protocol):
    """Decides what happens to bytes on their way."""

    struck: int

    def pass_on(self, data: bytes) -> list[Piece]: ...


class NoFaults:
    """A perfect line."""

    struck = 0

    def pass_on(self, data: bytes) -> list[Piece]:
        return [(0.0, data)]


class RandomFaults:
    """Each byte is struck with probability `rate` by one of the kinds."""

    def __init__(self, rate: float, seed: int, kinds: tuple[Fault, ...] = LINE_FAULTS) -> None:
        self._rate = rate
        self._dice = random.Random(seed)
        self._kinds = kinds
        self._next_in = self._gap()
        self.struck = 0

    def _gap(self) -> int:
        """Return how many bytes pass unharmed: geometric, one draw a fault instead of one a byte."""
        return int(self._dice.expovariate(self._rate)) if self._rate else 1 << 62

    def pass_on(self, data: bytes) -> list[Piece]:
        pieces: list[Piece] = []
        late_s = 0.0
        while self._next_in < len(data):
            at, self._next_in = self._next_in, self._gap()
            self.struck += 1
            struck = damage(data[: at + 2], self._dice.choice(self._kinds), at, self._dice)
            rest = data[at + 2 :]
            pieces += [(late_s + later, piece) for later, piece in struck]
            late_s = pieces[-1][0]  # a line does not overtake itself
            data = rest
        self._next_in -= len(data)
        return [*pieces, (late_s, data)]


class OneFault:
    """Strikes the frames of one type: the byte at `at`, in the first `times` of them."""

    def __init__(self, fault: Fault, frame_type: int, at: int, times: int = 1, seed: int = 0) -> None:
        self._fault = fault
        self._type = frame_type
        self._at = at
        self._times = times
        self._dice = random.Random(seed)
        self.struck = 0

    def pass_on(self, data: bytes) -> list[Piece]:
        pieces: list[Piece] = []
        late_s = 0.0
        for frame in _frames(data):
            struck = [(0.0, frame)]
            if self.struck < self._times and _type_of(frame) == self._type:
                self.struck += 1
                struck = damage(frame, self._fault, min(self._at, len(frame) - 1), self._dice)
            pieces += [(late_s + later, piece) for later, piece in struck]
            late_s = pieces[-1][0]
        return pieces


def _frames(data: bytes) -> Iterator[bytes]:
    *whole, rest = data.split(b"\0")
    yield from (piece + b"\0" for piece in whole)
    if rest:
        yield rest


def _type_of(frame: bytes) -> int | None:
    try:
        return decode(frame[:-1]).type
    except ProtocolError:
        return None


@dataclass(slots=True)
class LineResult:
    """What came of it: `wrong_leds` counts LEDs that ever showed what nobody had asked for."""

    pictures: int = 0
    latches: int = 0
    wrong_leds: int = 0
    bad_edges: int = 0
    bad_lengths: int = 0
    reconnects: int = 0
    faults: int = 0
    settle_s_max: float = 0.0
    bytes_sent: int = 0
    overruns: int = 0
    stack_bytes: int = 0
    misses: int = 0
    stale: int = 0


class HarmfulLine:
    """The driver and a board with a line of faults between them."""

    def __init__(self, board: SteppedBoard, to_board: Faults, to_host: Faults, led_count: int = 150) -> None:
        self.board = board
        self.to_board = to_board
        self.to_host = to_host
        self.link = Link(board.seconds)
        self.result = LineResult()
        self.allowed = {bytes(3 * led_count)}  # dark at power-on
        self.reset_during: int | None = None  # the board restarts in the middle of the next frame of this type
        self.unplug_during: int | None = None  # ... or is pulled out and plugged in again
        self.replugged_at = 0.0
        self._late: list[tuple[float, int, bool, bytes]] = []
        self._order = 0
        self._past_counts: list[LinkCounts] = []

    def show(self, picture: bytes, give_up_s: float = 30.0) -> float:
        """Ask for the picture and run until the driver knows it is shown; return the seconds it took.

        Raises `TimeoutError` after `give_up_s` simulated seconds.
        """
        started = self.board.seconds
        self.allowed.add(picture)
        self.link.want(picture)
        while not self.link.satisfied():
            self.step(picture)
            if self.board.seconds - started > give_up_s:
                raise TimeoutError(f"not shown after {give_up_s} s: {self.link.state} {self.link.reason}")
        self.allowed = {picture, bytes(len(picture))}
        took_s = self.board.seconds - started
        self.result.pictures += 1
        self.result.settle_s_max = max(self.result.settle_s_max, took_s)
        return took_s

    def wait(self, seconds: float) -> None:
        """Let time pass with the driver at work."""
        until = self.board.seconds + seconds
        while self.board.seconds < until:
            self.step(None)

    def step(self, picture: bytes | None) -> None:
        """One turn: send what is due, let the board run, hear what it says."""
        if self.link.state in (LinkState.LOST, LinkState.REFUSED):
            self._reconnect(picture)
        now = self.board.seconds
        burst = self.link.poll(now)
        if self.reset_during is not None or self.unplug_during is not None:
            burst = self._interrupt(burst, picture)
        self._post(self.to_board.pass_on(burst), to_board=True)
        self._deliver_late()
        until = min([self.link.wake_at(), *(entry[0] for entry in self._late[:1])])
        progress = self.board.run_until_frame(max(until - self.board.seconds, 0.0005))
        self._judge(progress)
        self._post(self.to_host.pass_on(progress.sent), to_board=False)

    def finish(self) -> LineResult:
        """Return the result with the driver's counts."""
        counts = [*self._past_counts, self.link.counts]
        self.result.faults = self.to_board.struck + self.to_host.struck
        self.result.bytes_sent = sum(one.bytes_sent for one in counts)
        self.result.misses = sum(one.misses for one in counts)
        self.result.stale = sum(one.stale for one in counts)
        return self.result

    def _interrupt(self, burst: bytes, picture: bytes | None) -> bytes:
        """Reset or pull the board when half of the frame has arrived; return what is sent to it after that."""
        at = 0
        for frame in _frames(burst):
            kind = _type_of(frame)
            if kind is not None and kind in (self.reset_during, self.unplug_during):
                half = at + len(frame) // 2
                self.board.write(burst[:half])
                self._judge(self.board.run_until_frame(half * BYTE_S))
                return self._unplug(picture) if kind == self.unplug_during else self._reset(burst[half:])
            at += len(frame)
        return burst

    def _reset(self, rest: bytes) -> bytes:
        self.reset_during = None
        self.board.reset()
        return rest

    def _unplug(self, picture: bytes | None) -> bytes:
        """No power and no port for a while; then both are back and the driver opens the port anew."""
        self.unplug_during = None
        until = self.board.seconds + UNPLUGGED_S
        while self.board.seconds < until:
            self._judge(self.board.run_until_frame(until - self.board.seconds))
        self.board.reset()
        self._late.clear()
        self._reconnect(picture)
        self.replugged_at = self.board.seconds
        return b""

    def _reconnect(self, picture: bytes | None) -> None:
        self._past_counts.append(self.link.counts)
        self.result.reconnects += 1
        self.link = Link(self.board.seconds)
        if picture is not None:
            self.link.want(picture)

    def _post(self, pieces: list[Piece], *, to_board: bool) -> None:
        for late_s, data in pieces:
            if late_s:
                self._order += 1
                heapq.heappush(self._late, (self.board.seconds + late_s, self._order, to_board, data))
            elif data:
                self._hand_over(data, to_board=to_board)

    def _deliver_late(self) -> None:
        while self._late and self._late[0][0] <= self.board.seconds:
            _, _, to_board, data = heapq.heappop(self._late)
            self._hand_over(data, to_board=to_board)

    def _hand_over(self, data: bytes, *, to_board: bool) -> None:
        if to_board:
            self.board.write(data)
        else:
            self.link.receive(data, self.board.seconds)

    def _judge(self, progress: Progress) -> None:
        result = self.result
        result.stack_bytes = max(result.stack_bytes, progress.stack_bytes)
        result.overruns = progress.overruns
        for latch in progress.latches:
            result.latches += 1
            result.bad_edges += latch.bad_edges
            result.bad_lengths += latch.bits not in (0, 8 * len(latch.picture))
            if latch.picture not in self.allowed:
                result.wrong_leds += min(_differing_leds(latch.picture, one) for one in self.allowed)


def _differing_leds(one: bytes, other: bytes) -> int:
    count = max(len(one), len(other)) // 3
    return max(sum(one[3 * led : 3 * led + 3] != other[3 * led : 3 * led + 3] for led in range(count)), 1)


def pictures(seed: int, led_count: int = 150, full_share: float = 0.2) -> Iterator[bytes]:
    """Yield endless random pictures of the same total light, so that the flash limit has nothing to hold back.

    Channels come in pairs that add up to 255. Most pictures move up to ten LEDs of the last; a share is new all over.
    """
    dice = random.Random(seed)
    picture = _fresh(dice, led_count)
    while True:
        yield picture
        picture = _fresh(dice, led_count) if dice.random() < full_share else _moved(dice, picture)


def _fresh(dice: random.Random, led_count: int) -> bytes:
    channels = 3 * led_count
    values = bytearray(channels)
    places = dice.sample(range(channels), channels // 3 // 2 * 2)
    for one, other in zip(places[::2], places[1::2], strict=True):
        values[one] = dice.randrange(256)
        values[other] = 255 - values[one]
    return bytes(values)


def _moved(dice: random.Random, picture: bytes) -> bytes:
    """Swap the colours of up to five pairs of LEDs."""
    values = bytearray(picture)
    count = len(picture) // 3
    for _ in range(dice.randint(1, 5)):
        one, other = 3 * dice.randrange(count), 3 * dice.randrange(count)
        values[one : one + 3], values[other : other + 3] = values[other : other + 3], values[one : one + 3]
    return bytes(values)


def soak(
    board: SteppedBoard, count: int, rate: float, seed: int, *, led_count: int = 150, full_share: float = 0.02
) -> LineResult:
    """Show `count` random pictures over a line that strikes each byte with probability `rate`, both ways."""
    line = HarmfulLine(board, RandomFaults(rate, seed), RandomFaults(rate, seed + 1), led_count)
    source = pictures(seed + 2, led_count, full_share)
    for _ in range(count):
        line.show(next(source))
    return line.finish()
