"""A dice reader that knows the very same pixels again: exposures of the simulated table take turns."""

from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from assistant.vision.colour import ColourModel
from assistant.vision.evidence import EmptyBoard
from assistant.vision.pipeline import DiceReading
from assistant.vision.readings import DieReading

KEPT = 64
"""Calls remembered; each holds the bytes of its views, some hundred kilobytes."""

Call = tuple[object, ...]
Boards = Sequence[EmptyBoard | None] | None


class SeenBefore:
    """Asks another reader, once for every different call. Calls are compared byte by byte, so no answer is guessed."""

    def __init__(self, reader: DiceReading, kept: int = KEPT) -> None:
        self.reader = reader
        self._kept = kept
        self._answers: OrderedDict[Call, tuple[Boards, list[list[DieReading]]]] = OrderedDict()
        """With the empty boards asked with, so that none of them goes and another gets its number."""

    def read_regions(
        self,
        regions: Sequence[NDArray[np.uint8]],
        die_px: float,
        colours: ColourModel | None = None,
        turns: Sequence[int] | None = None,
        boards: Boards = None,
    ) -> list[list[DieReading]]:
        """The dice of every region, as the other reader says or said."""
        views = tuple((view.shape, view.tobytes()) for view in regions)
        known = None if colours is None else tuple(sorted(colours.lab.items()))
        empty = None if boards is None else tuple(map(id, boards))
        call = views, die_px, known, None if turns is None else tuple(turns), empty
        if call not in self._answers:
            self._answers[call] = boards, self.reader.read_regions(regions, die_px, colours, turns, boards)
            if len(self._answers) > self._kept:
                self._answers.popitem(last=False)
        self._answers.move_to_end(call)
        return [list(dice) for dice in self._answers[call][1]]
