"""Bytes and LEDs. Knows no rules."""

from assistant.hw.adapters import ADALIGHT_BAUD, AdalightBoard, WledBoard
from assistant.hw.background import BackgroundBoard, BoardStatus
from assistant.hw.board import AUTO, LedBoard

__all__ = ["BackgroundBoard", "BoardStatus", "LedBoard", "open_board"]


def open_board(spec: str = AUTO) -> BackgroundBoard:
    """Return a board that is being connected in the background; this never waits.

    `spec`: "auto", a port (`/dev/ttyUSB0`, `COM3`, a simulated board's), "wled:HOST" or "adalight:PORT[@BAUD]".
    Raises `ValueError` if it is none of these.
    """
    kind, _, rest = spec.partition(":")
    if kind == "wled" and rest:
        return WledBoard(rest)
    if kind == "adalight" and rest:
        port, _, baud = rest.partition("@")
        if baud and not baud.isdecimal():
            raise ValueError(f"LED board {spec!r}: the speed after @ is a number, such as 115200")
        return AdalightBoard(port, int(baud or ADALIGHT_BAUD))
    if not spec or kind in ("wled", "adalight", "sim"):
        raise ValueError(f"LED board {spec!r} is not known: use auto, a port, wled:HOST or adalight:PORT[@BAUD]")
    return LedBoard(spec)
