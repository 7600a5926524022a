"""The conversation with a board, without a port and without a clock: bytes and times in, bytes out.

`LedBoard` runs it on a serial port in real time; soaks run the same code against the C core and the simulated chip in
simulated time. One burst (`SET`s and a `SHOW`, or a `STATE`) is in flight at a time: a board sending its LEDs is deaf.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from assistant.hw.leds import BoardBuffer, Run, fit, smallest_runs, split_runs
from assistant.hw.protocol import (
    ANSWER,
    BAUD,
    LED_SEND_S,
    MAX_LEDS,
    MAX_PAYLOAD,
    VERSION,
    BoardState,
    Frame,
    FrameReader,
    Hello,
    Nak,
    ProtocolError,
    Reason,
    Type,
    encode,
    hello_payload,
    picture_hash,
    show_payload,
    unpack_hello,
    unpack_nak,
    unpack_shown,
    unpack_state,
)

DARK = b"\0\0\0"
PROBE = b"durbar\0\xff"
BITS_PER_BYTE = 10


@dataclass(frozen=True, slots=True)
class LinkLimits:
    """Times and counts of the conversation."""

    # Lower finds a board sooner after its boot loader, higher disturbs a strange device less.
    hello_every_s: float = 0.15
    # Must outlast a boot loader (1 to 2 s); higher makes the search past strange devices slow.
    hello_for_s: float = 2.5
    # How soon a silent restart or a drift is noticed; must stay well under the board's 5 s of silence.
    state_every_s: float = 0.5
    # Wait for an answer beyond its computed time: adaptive between these. Lower resends too eagerly over USB.
    allowance_min_s: float = 0.010
    allowance_start_s: float = 0.060
    allowance_max_s: float = 0.250
    # After each miss the wait grows by this. Lower recovers sooner on a noisy line, higher on a slow one.
    allowance_growth: float = 1.5
    # Answers missed in a row, without one good frame between them, until the board counts as lost.
    misses_until_lost: int = 6
    # SHOWs refused in a row: then HELLO was misunderstood or the board is broken, and only a new start helps.
    refusals_until_lost: int = 60
    # Bytes without a good frame, or frames nobody asked for, until a device counts as mad.
    garbage_bytes: int = 4096
    unasked_frames: int = 500
    # SETs shrink to this after losses: short frames get through a bad line.
    payload_min: int = 26


class LinkState(StrEnum):
    """Where the conversation stands; `refused` and `lost` are final, `Link.reason` says why."""

    GREETING = "greeting"
    READY = "ready"
    REFUSED = "refused"
    LOST = "lost"


@dataclass(slots=True)
class LinkCounts:
    """What happened so far."""

    pictures_shown: int = 0
    bursts: int = 0
    bytes_sent: int = 0
    misses: int = 0
    stale: int = 0
    held_back: int = 0
    restarts_seen: int = 0
    drifts_seen: int = 0


@dataclass(slots=True)
class _Waiting:
    """The burst in flight."""

    type: Type
    sequence: int
    busy_until: float  # the bytes are out and the board listens again
    deadline: float
    picture: bytes = b""
    hash: int = 0
    sets: dict[int, list[Run]] = field(default_factory=dict)  # not yet acknowledged


class _Allowance:
    """Adaptive time-out: smoothed delay and deviation, longer after each miss."""

    __slots__ = ("_deviation_s", "_factor", "_limits", "_smooth_s")

    def __init__(self, limits: LinkLimits) -> None:
        self._limits = limits
        self._smooth_s: float | None = None
        self._deviation_s = 0.0
        self._factor = 1.0

    def seconds(self) -> float:
        limits = self._limits
        base_s = limits.allowance_start_s if self._smooth_s is None else self._smooth_s + 4 * self._deviation_s
        return min(max(base_s, limits.allowance_min_s) * self._factor, limits.allowance_max_s)

    def answered(self, delay_s: float) -> None:
        delay_s = max(delay_s, 0.0)
        if self._smooth_s is None:
            self._smooth_s, self._deviation_s = delay_s, delay_s / 2
        else:
            self._deviation_s += (abs(delay_s - self._smooth_s) - self._deviation_s) / 4
            self._smooth_s += (delay_s - self._smooth_s) / 8
        self._factor = 1.0

    def missed(self) -> None:
        self._factor *= self._limits.allowance_growth


class Link:
    """One conversation with one board, from the first HELLO to its loss."""

    def __init__(self, now: float, baud: int = BAUD, limits: LinkLimits | None = None) -> None:
        self.limits = limits or LinkLimits()
        self.state = LinkState.GREETING
        self.reason = ""
        self.hello: Hello | None = None
        self.counts = LinkCounts()
        self.board_state: BoardState | None = None
        self._byte_s = BITS_PER_BYTE / baud
        self._reader = FrameReader()
        self._allowance = _Allowance(self.limits)
        self._sequence = 0
        self._number = 0  # of the last SHOW sent
        self._target: bytes | None = None
        self._buffer = BoardBuffer(0)
        self._shown: bytes | None = None  # what the LEDs show, None if not known
        self._probed = False
        self._clean = False  # the last burst went well, so nothing lies on the line before the next
        self._waiting: _Waiting | None = None
        self._misses_in_a_row = 0
        self._refusals_in_a_row = 0
        self._unasked = 0
        self._payload_max = 0
        self._give_up_at = now + self.limits.hello_for_s
        self._next_hello_at = now
        self._next_state_at = now
        self._hold_until = now

    # ---- what the owner calls

    def want(self, picture: bytes) -> None:
        """Show this picture as soon as may be; a newer one replaces it."""
        self._target = picture

    def satisfied(self) -> bool:
        """Return whether the LEDs show what is wanted."""
        return self.state is LinkState.READY and (self._target is None or self._shown == self._fitted())

    def busy(self) -> bool:
        """Return whether an answer is awaited."""
        return self._waiting is not None

    def receive(self, data: bytes, now: float) -> None:
        """Take bytes from the board."""
        for frame in self._reader.feed(data):
            self._on_frame(frame, now)
        if self._reader.bytes_since_frame > self.limits.garbage_bytes:
            self._end(LinkState.LOST, "it sends a flood of bytes that are not the LED board's protocol")

    def poll(self, now: float) -> bytes:
        """Return the bytes to send now, perhaps none."""
        if self.state is LinkState.GREETING:
            return self._greet(now)
        if self._waiting is not None and now >= self._waiting.deadline:
            self._miss()
        if self.state is not LinkState.READY or self._waiting is not None:
            return b""
        if not self._probed:
            return self._probe(now)
        if self._target is not None and now >= self._hold_until and self._shown != self._fitted():
            return self._send_picture(now)
        if now >= self._next_state_at:
            return self._ask_state(now)
        return b""

    def wake_at(self) -> float:
        """Return when `poll` has something to do if nothing arrives and nothing new is wanted."""
        if self.state is LinkState.GREETING:
            return min(self._next_hello_at, self._give_up_at)
        if self._waiting is not None:
            return self._waiting.deadline
        if self._target is not None and self._shown != self._fitted():
            return self._hold_until
        return self._next_state_at

    # ---- sending

    def _greet(self, now: float) -> bytes:
        if now >= self._give_up_at:
            self._end(LinkState.LOST, "it does not answer like a Durbar LED board")
            return b""
        if now < self._next_hello_at:
            return b""
        self._next_hello_at = now + self.limits.hello_every_s
        return self._counted(b"\0" + encode(Frame(Type.HELLO, self._next_sequence(), hello_payload())))

    def _probe(self, now: float) -> bytes:
        """The first question after HELLO: how long does an answer take on this line?"""
        sequence = self._next_sequence()
        burst = b"\0" + encode(Frame(Type.PING, sequence, PROBE))
        self._wait(Type.PING, sequence, now, 2 * len(burst) * self._byte_s)
        return self._counted(burst)

    def _send_picture(self, now: float) -> bytes:
        picture = self._fitted()
        runs = smallest_runs(self._buffer.changed(picture), picture)
        burst, sets = self._set_frames(runs)
        sequence = self._next_sequence()
        wanted_hash = picture_hash(picture)
        self._number = (self._number + 1) % 0x10000
        burst += encode(Frame(Type.SHOW, sequence, show_payload(wanted_hash, self._number)))
        deaf_s = self._buffer.led_count * LED_SEND_S + 0.0005
        self._wait(Type.SHOW, sequence, now, len(burst) * self._byte_s + deaf_s)
        assert self._waiting is not None
        self._waiting.picture, self._waiting.hash = picture, wanted_hash
        self._waiting.sets = sets
        self._shown = None  # until the answer: the LEDs may have either picture
        self._clean = False
        return self._counted(burst)

    def _set_frames(self, runs: list[Run]) -> tuple[bytes, dict[int, list[Run]]]:
        burst, sets = b"" if self._clean else b"\0", {}
        for group in split_runs(runs, self._payload_max):
            sequence = self._next_sequence()
            sets[sequence] = group
            burst += encode(Frame(Type.SET, sequence, b"".join(run.packed() for run in group)))
            for run in group:
                self._buffer.doubt(run)
        return burst, sets

    def _ask_state(self, now: float) -> bytes:
        sequence = self._next_sequence()
        burst = b"\0" + encode(Frame(Type.STATE, sequence))
        answer_bytes = 24
        self._wait(Type.STATE, sequence, now, (len(burst) + answer_bytes) * self._byte_s + 0.002)
        return self._counted(burst)

    def _wait(self, kind: Type, sequence: int, now: float, needed_s: float) -> None:
        busy_until = now + needed_s
        self._waiting = _Waiting(kind, sequence, busy_until, busy_until + self._allowance.seconds())
        self._next_state_at = busy_until + self.limits.state_every_s

    def _counted(self, burst: bytes) -> bytes:
        self.counts.bursts += 1
        self.counts.bytes_sent += len(burst)
        return burst

    def _next_sequence(self) -> int:
        self._sequence = self._sequence % 255 + 1  # 0 is what the board says unasked
        return self._sequence

    def _fitted(self) -> bytes:
        return fit(self._target or b"", self._buffer.led_count)

    # ---- receiving

    def _on_frame(self, frame: Frame, now: float) -> None:
        self._misses_in_a_row = 0
        handlers: dict[int, Callable[[Frame, float], bool]] = {
            Type.HELLO | ANSWER: self._on_hello,
            Type.SET | ANSWER: self._on_set,
            Type.SHOW | ANSWER: self._on_shown,
            Type.PING | ANSWER: self._on_ping,
            Type.STATE | ANSWER: self._on_state,
            Type.NAK: self._on_nak,
        }
        # HELLO is understood in every version, all else only in ours.
        ours = frame.version == VERSION or frame.type == Type.HELLO | ANSWER
        try:
            handler = handlers.get(frame.type) if ours else None
            asked = handler is not None and handler(frame, now)
        except ProtocolError:
            asked = False
        self._unasked = 0 if asked else self._unasked + 1
        if self._unasked > self.limits.unasked_frames:
            self._end(LinkState.LOST, "it talks without being asked")

    def _on_hello(self, frame: Frame, now: float) -> bool:
        if self.state is LinkState.GREETING:
            self._meet(unpack_hello(frame.payload), now)
        elif self.state is LinkState.READY and frame.sequence == 0:
            self._restarted(unpack_hello(frame.payload))
        return frame.sequence != 0

    def _meet(self, hello: Hello, now: float) -> None:
        self.hello = hello
        if not hello.speaks():
            speaks = f"{hello.protocol_min} to {hello.protocol_max}"
            self._end(
                LinkState.REFUSED,
                f"its firmware {hello.firmware_text} speaks protocol {speaks}, this program {VERSION}; flash the"
                " firmware that came with it",
            )
        elif not self._believable(hello):
            self._end(LinkState.REFUSED, f"it claims {hello.led_count} LEDs and payloads of {hello.max_payload} bytes")
        else:
            self.state = LinkState.READY
            self._payload_max = hello.max_payload
            self._number = hello.picture_number
            self._buffer = BoardBuffer(hello.led_count)
            self._next_state_at = now

    def _believable(self, hello: Hello) -> bool:
        return 1 <= hello.led_count <= MAX_LEDS and self.limits.payload_min <= hello.max_payload <= MAX_PAYLOAD

    def _restarted(self, hello: Hello) -> None:
        """The board tells that it just started: all dark, nothing in flight."""
        self.counts.restarts_seen += 1
        self._number = hello.picture_number
        self._shown = DARK * self._buffer.led_count
        self._buffer.learn(self._shown)
        self._waiting = None

    def _on_set(self, frame: Frame, _now: float) -> bool:
        runs = self._waiting.sets.pop(frame.sequence, None) if self._waiting else None
        for run in runs or ():
            self._buffer.confirm(run)
        return runs is not None

    def _on_shown(self, frame: Frame, now: float) -> bool:
        waiting = self._answered(Type.SHOW, frame)
        shown_hash, _scale = unpack_shown(frame.payload)
        if waiting is None or shown_hash != waiting.hash:
            return False
        # The hash is the proof for every SET, also those whose own answer was lost.
        self._buffer.learn(waiting.picture)
        self._shown = waiting.picture
        self._waiting = None
        self._clean = True
        self.counts.pictures_shown += 1
        self._refusals_in_a_row = 0
        self._allowance.answered(now - waiting.busy_until)
        self._grow()
        return True

    def _on_ping(self, frame: Frame, now: float) -> bool:
        waiting = self._answered(Type.PING, frame)
        if waiting is None or frame.payload != PROBE:
            return False
        self._probed = True
        self._waiting = None
        self._allowance.answered(now - waiting.busy_until)
        return True

    def _on_state(self, frame: Frame, now: float) -> bool:
        waiting = self._answered(Type.STATE, frame)
        if waiting is None:
            return False
        self.board_state = state = unpack_state(frame.payload)
        self._waiting = None
        self._allowance.answered(now - waiting.busy_until)
        if self._shown is not None and {state.shown_hash, state.buffer_hash} != {picture_hash(self._shown)}:
            self.counts.drifts_seen += 1
            self._forget()
        return True

    def _on_nak(self, frame: Frame, now: float) -> bool:
        nak, waiting = unpack_nak(frame.payload), self._waiting
        if waiting is None:
            return False
        if nak.reason in (Reason.DAMAGED, Reason.TOO_LONG):
            waiting.deadline = min(waiting.deadline, max(now, waiting.busy_until) + self.limits.allowance_min_s)
            return True
        if frame.sequence != waiting.sequence:
            return frame.sequence in waiting.sets
        self._refused(nak, waiting, now)
        return True

    def _refused(self, nak: Nak, waiting: _Waiting, now: float) -> None:
        """Our SHOW or STATE was understood and refused."""
        self._waiting = None
        if nak.reason == Reason.TOO_FAST:
            self.counts.held_back += 1
            self._hold_until = now + nak.detail / 1000
            return
        if nak.reason == Reason.LATE:
            self._greet_again(now)
            return
        self.counts.stale += 1
        self._refusals_in_a_row += 1
        if self._refusals_in_a_row >= self.limits.refusals_until_lost:
            self._end(LinkState.LOST, "it refuses every picture")
        self._shrink()
        if not waiting.sets:  # every SET arrived and yet the buffer is another: trust nothing
            self._forget()

    def _greet_again(self, now: float) -> None:
        """The board counts pictures from another number than we (it restarted unheard): ask for it."""
        self.state = LinkState.GREETING
        self._give_up_at = now + self.limits.hello_for_s
        self._next_hello_at = now
        self._forget()

    def _answered(self, kind: Type, frame: Frame) -> _Waiting | None:
        waiting = self._waiting
        return waiting if waiting and waiting.type is kind and waiting.sequence == frame.sequence else None

    # ---- knowledge

    def _forget(self) -> None:
        self._buffer.forget()
        self._shown = None

    def _miss(self) -> None:
        self.counts.misses += 1
        self._misses_in_a_row += 1
        self._waiting = None
        self._shown = None
        self._allowance.missed()
        self._shrink()
        if self._misses_in_a_row >= self.limits.misses_until_lost:
            self._end(LinkState.LOST, "it stopped answering")

    def _shrink(self) -> None:
        self._payload_max = max(self._payload_max // 2, self.limits.payload_min)

    def _grow(self) -> None:
        assert self.hello is not None
        self._payload_max = min(self._payload_max * 2, self.hello.max_payload)

    def _end(self, state: LinkState, reason: str) -> None:
        if self.state not in (LinkState.REFUSED, LinkState.LOST):
            self.state, self.reason = state, reason
        self._waiting = None
