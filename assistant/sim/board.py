"""The simulated LED board: the real firmware in simavr where its packages are installed, else a stand-in in Python.

Either way `port` is opened like any serial port, and `shown()` is what a person would see on the strip.
"""

import os

from assistant.hw.leds import Rgb, unflatten
from assistant.sim.board_stand_in import StandInBoard
from assistant.sim.chip import ChipBoard, ChipUnavailableError

KINDS = ("auto", "simavr", "stand-in")


class SimulatedBoard:
    """A running simulated board; close it when done (it is also a context manager)."""

    def __init__(self, board: ChipBoard | StandInBoard) -> None:
        self._board = board
        self.port: str = board.port
        self.kind: str = board.kind

    def shown(self) -> list[Rgb]:
        """Return the colours the LEDs show now."""
        return unflatten(self._board.shown_bytes())

    def reset(self) -> None:
        """Press the board's reset button."""
        self._board.reset()

    def close(self) -> None:
        self._board.close()

    def __enter__(self) -> "SimulatedBoard":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def start_simulated_board(leds: int = 150, kind: str = "auto") -> SimulatedBoard:
    """Start a simulated board of the kind wanted; `auto` takes simavr if it can be had.

    Raises `ValueError` for an unknown kind, `ChipUnavailableError` if simavr is demanded and cannot be had, or if the
    system has no pseudo-terminals.
    """
    if kind not in KINDS:
        raise ValueError(f"a simulated board is one of {', '.join(KINDS)}, not {kind!r}")
    if kind != "stand-in":
        try:
            return SimulatedBoard(ChipBoard(leds))
        except ChipUnavailableError:
            if kind == "simavr":
                raise
    if os.name != "posix":
        raise ChipUnavailableError("a simulated LED board needs pseudo-terminals, which this system does not have")
    return SimulatedBoard(StandInBoard(leds))
