"""Where every fame point and coin came from: the ledger, sorted and added up."""

from dataclasses import dataclass

from assistant.engine.rajas.rounds import Standing, gap, ranking
from assistant.engine.rajas.state import Entry, State


@dataclass(frozen=True, slots=True)
class Line:
    """One gain or payment."""

    turn: int
    seat: str
    track: str
    amount: int
    source: str


@dataclass(frozen=True, slots=True)
class Breakdown:
    """Everything that moved the markers, oldest first, with the ranking as it stands."""

    lines: tuple[Line, ...]
    ranking: tuple[Standing, ...]
    gaps: tuple[int, ...]

    def by_source(self, seat: str, track: str) -> dict[str, int]:
        """Sum per source for one seat and track."""
        totals: dict[str, int] = {}
        for line in self.lines:
            if line.seat == seat and line.track == track:
                totals[line.source] = totals.get(line.source, 0) + line.amount
        return totals


def entries(s: State) -> list[Entry]:
    """The ledger, oldest first."""
    found, ledger = [], s.ledger
    while ledger:
        found.append(ledger[0])
        ledger = ledger[1]
    return found[::-1]


def breakdown(s: State) -> Breakdown:
    seats = s.rules.seats
    lines = tuple(Line(turn, seats[seat], track, amount, source) for turn, seat, track, amount, source in entries(s))
    return Breakdown(lines, tuple(ranking(s)), tuple(gap(s, seat) for seat in range(s.rules.count)))
