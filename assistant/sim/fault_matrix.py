"""Every fault against every message, both ways; a reset and an unplugging in the middle of every message.

Each case: connect, show a picture, idle long enough for STATE, show another. It is won if no LED ever showed what
nobody had asked for and both pictures were there within the bar of one second.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from assistant.hw.protocol import ANSWER, Type
from assistant.sim.line import Fault, Faults, HarmfulLine, NoFaults, OneFault, SteppedBoard, pictures

TO_BOARD = (Type.HELLO, Type.PING, Type.SET, Type.SHOW, Type.STATE)
TO_HOST = (*(kind | ANSWER for kind in TO_BOARD), int(Type.NAK))
IDLE_S = 0.7
EVERYWHERE = (0, 1, 2, 3, 4, 5, 6, 7, 1000)  # 1000: the delimiter
PLACES = (0, 3, 1000)


class Interruption(StrEnum):
    """What can happen to a board in the middle of a message."""

    RESET = "reset"
    UNPLUGGED = "unplugged"


@dataclass(frozen=True, slots=True)
class Case:
    """One cell of the matrix."""

    fault: Fault | Interruption
    message: int
    at: int
    times: int

    def __str__(self) -> str:
        side = "board" if self.message in TO_BOARD else "host"
        return f"{self.fault} {self.message:#04x} to {side}, byte {self.at}, {self.times} times"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a case; `recovery_s` is the longer of the two pictures' times."""

    case: Case
    wrong_leds: int
    bad_edges: int
    recovery_s: float
    struck: int
    reconnects: int


def cases(places: tuple[int, ...] = PLACES, times: tuple[int, ...] = (1, 3)) -> Iterator[Case]:
    """Yield the matrix."""
    for message in (*TO_BOARD, *TO_HOST):
        for fault in Fault:
            for at in places:
                yield from (Case(fault, message, at, count) for count in times)
    yield from (Case(what, message, 0, 1) for what in Interruption for message in TO_BOARD)


def run_case(case: Case, board: SteppedBoard, led_count: int = 150) -> Outcome:
    """Run one case on a board that was just reset."""
    to_board, to_host = _faults(case)
    line = HarmfulLine(board, to_board, to_host, led_count)
    if case.fault is Interruption.RESET:
        line.reset_during = case.message
    elif case.fault is Interruption.UNPLUGGED:
        line.unplug_during = case.message
    source = pictures(case.at + 1, led_count)
    recovery_s = _shown_s(line, next(source))
    line.wait(IDLE_S)
    recovery_s = max(recovery_s, _shown_s(line, next(source)))
    result = line.finish()
    interrupted = isinstance(case.fault, Interruption) and line.reset_during is None and line.unplug_during is None
    return Outcome(
        case, result.wrong_leds, result.bad_edges, recovery_s, result.faults + interrupted, result.reconnects
    )


def _shown_s(line: HarmfulLine, picture: bytes) -> float:
    """Show a picture; return how long it took, counted from the replugging if there was one."""
    took_s = line.show(picture)
    return min(took_s, line.board.seconds - line.replugged_at) if line.replugged_at else took_s


def _faults(case: Case) -> tuple[Faults, Faults]:
    if isinstance(case.fault, Interruption):
        return NoFaults(), NoFaults()
    strike = OneFault(case.fault, case.message, case.at, case.times)
    if case.message in TO_BOARD:
        return strike, NoFaults()
    # A NAK has to be provoked: the first SHOW is damaged.
    provoke: Faults = OneFault(Fault.FLIPPED, Type.SHOW, 3) if case.message == Type.NAK else NoFaults()
    return provoke, strike


def run_matrix(make_board: Callable[[], SteppedBoard], places: tuple[int, ...] = PLACES) -> list[Outcome]:
    """Run all cases on one board, reset before each."""
    board = make_board()
    outcomes = []
    for case in cases(places):
        board.reset()
        outcomes.append(run_case(case, board))
    return outcomes
