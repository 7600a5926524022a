"""Readings of the very same pixels are remembered, of no others."""

import numpy as np

from assistant.app.seen_before import SeenBefore
from assistant.vision.colour import ColourModel
from assistant.vision.readings import DieReading

VIEW = np.arange(4 * 6 * 3, dtype=np.uint8).reshape(4, 6, 3)


class Counting:
    """Says how often it was asked."""

    def __init__(self) -> None:
        self.calls = 0

    def read_regions(self, regions, die_px, colours=None, turns=None, boards=None):
        self.calls += 1
        return [[DieReading("blue", self.calls, 0.9, (0.0, 0.0, die_px, die_px))] for _ in regions]


def test_the_same_pixels_are_read_once_and_a_caller_cannot_spoil_the_answer() -> None:
    reader = Counting()
    seen = SeenBefore(reader)
    first = seen.read_regions([VIEW], 9.0, None, [1])
    first[0].clear()
    assert [die.value for die in seen.read_regions([VIEW.copy()], 9.0, None, [1])[0]] == [1]
    assert reader.calls == 1


def test_anything_else_is_read_anew() -> None:
    reader = Counting()
    seen = SeenBefore(reader)
    other = VIEW.copy()
    other[3, 5, 2] += 1
    warm = ColourModel({"blue": (40.0, 0.0, -30.0)})
    calls = [([VIEW], 9.0, None, [1]), ([other], 9.0, None, [1]), ([VIEW.reshape(6, 4, 3)], 9.0, None, [1]),
             ([VIEW], 8.0, None, [1]), ([VIEW], 9.0, warm, [1]), ([VIEW], 9.0, None, [2]), ([VIEW], 9.0, None, None),
             ([VIEW, VIEW], 9.0, None, [1, 1])]  # fmt: skip
    for call in calls:
        seen.read_regions(*call)
    assert reader.calls == len(calls)


def test_what_was_not_seen_for_long_is_forgotten() -> None:
    reader = Counting()
    seen = SeenBefore(reader, kept=2)
    for shade in (0, 1, 0, 2, 0, 1):
        seen.read_regions([np.full_like(VIEW, shade)], 9.0)
    assert reader.calls == 4
