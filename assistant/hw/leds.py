"""From two pictures to the fewest bytes that turn one into the other.

A picture is `bytes`, red green blue of LED 0, then of LED 1 and so on.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from assistant.hw.protocol import FILL, MAX_RUN

Rgb = tuple[int, int, int]
HEADER_BYTES = 2
COLOUR_BYTES = 3


@dataclass(frozen=True, slots=True)
class Run:
    """`count` LEDs from `start`: `colours` has one triple for each of them, or a single one for all (`fill`)."""

    start: int
    count: int
    colours: bytes
    fill: bool

    def packed(self) -> bytes:
        """Return the run as it stands in a SET payload."""
        return bytes((self.start, self.count | (FILL if self.fill else 0))) + self.colours


def flatten(frame: Sequence[Rgb], led_count: int | None = None) -> bytes:
    """Return the frame as a picture, cut or filled up with dark to `led_count` LEDs.

    Raises `ValueError` if a colour is not three numbers from 0 to 255.
    """
    try:
        picture = bytes(chain.from_iterable(frame))
    except (TypeError, ValueError) as error:
        raise ValueError(f"a frame is a list of (red, green, blue) from 0 to 255: {error}") from error
    if len(picture) != COLOUR_BYTES * len(frame):
        raise ValueError(f"a frame is a list of (red, green, blue): {len(frame)} colours have {len(picture)} values")
    return picture if led_count is None else fit(picture, led_count)


def fit(picture: bytes, led_count: int) -> bytes:
    """Return the picture cut or filled up with dark to `led_count` LEDs."""
    return picture[: led_count * COLOUR_BYTES].ljust(led_count * COLOUR_BYTES, b"\0")


def unflatten(picture: bytes) -> list[Rgb]:
    """Return the picture as a list of colours."""
    return [(picture[at], picture[at + 1], picture[at + 2]) for at in range(0, len(picture), 3)]


class BoardBuffer:
    """What a board's buffer holds as far as it is known: a colour per LED, sure or not."""

    def __init__(self, led_count: int) -> None:
        self.led_count = led_count
        self._colours = np.zeros((led_count, COLOUR_BYTES), np.uint8)
        self._sure = np.zeros(led_count, np.bool_)

    def changed(self, picture: bytes) -> list[int]:
        """Return the LEDs that must be sent so that the board has `picture`, in order."""
        wanted = np.frombuffer(picture, np.uint8).reshape(self.led_count, COLOUR_BYTES)
        same = (self._colours == wanted).all(axis=1) & self._sure
        found: list[int] = np.flatnonzero(~same).tolist()
        return found

    def learn(self, picture: bytes) -> None:
        """All of it is known to be this."""
        self._colours = np.frombuffer(picture, np.uint8).reshape(self.led_count, COLOUR_BYTES).copy()
        self._sure[:] = True

    def doubt(self, run: "Run") -> None:
        """The run is on its way: its LEDs have their old colour or the new."""
        self._sure[run.start : run.start + run.count] = False

    def confirm(self, run: "Run") -> None:
        """The run has arrived."""
        colours = np.frombuffer(run.colours, np.uint8).reshape(-1, COLOUR_BYTES)
        self._colours[run.start : run.start + run.count] = colours
        self._sure[run.start : run.start + run.count] = True

    def forget(self) -> None:
        """Nothing is known any more."""
        self._sure[:] = False


def smallest_runs(leds: list[int], new: bytes) -> list[Run]:
    """Return the runs with the fewest bytes that send each of `leds` (rising numbers) its colour in `new`.

    A run of single colours never bridges a gap (an unchanged LED costs 3 bytes, a new run 2); a fill may, where the
    LEDs between have its colour. So only changed LEDs are decided on, from the last back: fill to the end of the
    stretch of one colour, or send singly, in a run already open or a new one.
    """
    ends = _fill_ends(leds, new)
    count = len(leds)
    closed = [0] * (count + 1)  # bytes for the rest when no run is open before this LED
    single = [0] * (count + 1)  # ... when this LED is sent singly, without the run's header
    for at in range(count - 1, -1, -1):
        in_line = at + 1 < count and leds[at + 1] == leds[at] + 1
        single[at] = COLOUR_BYTES + (min(closed[at + 1], single[at + 1]) if in_line else closed[at + 1])
        fill = HEADER_BYTES + COLOUR_BYTES + closed[bisect_left(leds, ends[at], at)]
        closed[at] = min(fill, HEADER_BYTES + single[at])
    return _follow(leds, new, ends, closed, single)


def _fill_ends(leds: list[int], new: bytes) -> list[int]:
    """Return per changed LED where a fill from it ends: at the first LED of another colour, or `MAX_RUN` away."""
    ends = []
    end = 0
    for led in leds:
        colour = new[3 * led : 3 * led + 3]
        if end <= led or new[3 * end - 3 : 3 * end] != colour:
            end = led + 1
            while new[3 * end : 3 * end + 3] == colour:
                end += 1
        ends.append(min(end, led + MAX_RUN))
    return ends


def _follow(leds: list[int], new: bytes, ends: list[int], closed: list[int], single: list[int]) -> list[Run]:
    """Walk the cheapest way through the tables of `smallest_runs`."""
    runs: list[Run] = []
    at = 0
    while at < len(leds):
        led, end = leds[at], ends[at]
        after_fill = bisect_left(leds, end, at)
        if closed[at] == HEADER_BYTES + COLOUR_BYTES + closed[after_fill]:
            last = leds[after_fill - 1]  # no need to fill beyond the last changed LED
            runs.append(Run(led, last + 1 - led, new[3 * led : 3 * led + 3], fill=True))
            at = after_fill
        else:
            stop = _end_of_singles(at, leds, closed, single)
            runs.append(Run(led, stop - at, new[3 * led : 3 * (led + stop - at)], fill=False))
            at = stop
    return runs


def _end_of_singles(start: int, leds: list[int], closed: list[int], single: list[int]) -> int:
    at = start + 1
    while at < len(leds) and at - start < MAX_RUN and leds[at] == leds[at - 1] + 1 and single[at] <= closed[at]:
        at += 1
    return at


def split_runs(runs: Sequence[Run], max_payload: int) -> list[list[Run]]:
    """Return the runs in groups whose bytes fit `max_payload` each; long runs are cut.

    Raises `ValueError` if not even one LED fits.
    """
    if max_payload < HEADER_BYTES + COLOUR_BYTES:
        raise ValueError(f"a payload of {max_payload} bytes cannot hold a LED")
    groups: list[list[Run]] = [[]]
    room = max_payload
    for run in runs:
        rest: Run | None = run
        while rest is not None:
            if room < HEADER_BYTES + COLOUR_BYTES:
                groups.append([])
                room = max_payload
            head, rest = _cut(rest, room)
            groups[-1].append(head)
            room -= len(head.packed())
    return [group for group in groups if group]


def _cut(run: Run, room: int) -> tuple[Run, Run | None]:
    """Return the part of the run that fits `room` bytes and the rest."""
    fits = run.count if run.fill else min(run.count, (room - HEADER_BYTES) // COLOUR_BYTES)
    if fits == run.count:
        return run, None
    cut = fits * COLOUR_BYTES
    return (
        Run(run.start, fits, run.colours[:cut], fill=False),
        Run(run.start + fits, run.count - fits, run.colours[cut:], fill=False),
    )
