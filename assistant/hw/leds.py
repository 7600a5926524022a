"""From two pictures to the fewest bytes that turn one into the other.

A picture is `bytes`, red green blue of LED 0, then of LED 1 and so on.
"""

from collections.abc import Sequence
from dataclasses import dataclass

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
        picture = bytes([channel for red, green, blue in frame for channel in (red, green, blue)])
    except (TypeError, ValueError) as error:
        raise ValueError(f"a frame is a list of (red, green, blue) from 0 to 255: {error}") from error
    return picture if led_count is None else fit(picture, led_count)


def fit(picture: bytes, led_count: int) -> bytes:
    """Return the picture cut or filled up with dark to `led_count` LEDs."""
    return picture[: led_count * COLOUR_BYTES].ljust(led_count * COLOUR_BYTES, b"\0")


def unflatten(picture: bytes) -> list[Rgb]:
    """Return the picture as a list of colours."""
    return [(picture[at], picture[at + 1], picture[at + 2]) for at in range(0, len(picture), 3)]


def changed_leds(old: Sequence[bytes | None], new: bytes) -> list[bool]:
    """Return per LED whether it must be sent; None in `old` is a LED whose colour is not known."""
    return [known != new[3 * led : 3 * led + 3] for led, known in enumerate(old)]


def _stretch_ends(new: bytes, count: int) -> list[int]:
    """Return per LED where the stretch of its colour ends (the first LED that differs), at most `MAX_RUN` away."""
    ends = [count] * count
    for led in range(count - 2, -1, -1):
        same = new[3 * led : 3 * led + 3] == new[3 * led + 3 : 3 * led + 6]
        ends[led] = ends[led + 1] if same else led + 1
    return [min(end, led + MAX_RUN) for led, end in enumerate(ends)]


def smallest_runs(changed: Sequence[bool], new: bytes) -> list[Run]:
    """Return the runs with the fewest bytes that send every changed LED its colour in `new`.

    Dynamic programming from the last LED back: what is left costs least when skipped (unchanged), filled to the end of
    its stretch, or sent singly, in a run already open or a new one.
    """
    count = len(changed)
    ends = _stretch_ends(new, count)
    closed = [0] * (count + 1)  # bytes for the rest when no run is open before this LED
    opened = [0] * (count + 1)  # ... when a run of single colours is open
    for led in range(count - 1, -1, -1):
        fill = HEADER_BYTES + COLOUR_BYTES + closed[ends[led]]
        single = COLOUR_BYTES + opened[led + 1]
        skip = closed[led + 1] if not changed[led] else fill
        closed[led] = min(skip, fill, HEADER_BYTES + single)
        opened[led] = min(closed[led], single)
    return _follow(changed, new, ends, closed, opened)


def _follow(changed: Sequence[bool], new: bytes, ends: list[int], closed: list[int], opened: list[int]) -> list[Run]:
    """Walk the cheapest way through the tables of `smallest_runs`."""
    runs: list[Run] = []
    led, count = 0, len(changed)
    while led < count:
        if not changed[led] and closed[led] == closed[led + 1]:
            led += 1
        elif closed[led] == HEADER_BYTES + COLOUR_BYTES + closed[ends[led]]:
            runs.append(Run(led, ends[led] - led, new[3 * led : 3 * led + 3], fill=True))
            led = ends[led]
        else:
            end = _end_of_singles(led, opened, count)
            runs.append(Run(led, end - led, new[3 * led : 3 * end], fill=False))
            led = end
    return runs


def _end_of_singles(start: int, opened: list[int], count: int) -> int:
    end = start + 1
    while end < count and end - start < MAX_RUN and opened[end] == COLOUR_BYTES + opened[end + 1]:
        end += 1
    return end


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
