"""Boats and chambers as rewards (B11.8, B13, B14, B17)."""

from collections.abc import Sequence

from assistant.engine.core.moves import Move
from assistant.engine.core.verdict import because
from assistant.engine.rajas.building import can_cover
from assistant.engine.rajas.choices import DECLINE, no_arguments, offer_markets
from assistant.engine.rajas.gains import cross_bridge, push_reward
from assistant.engine.rajas.prices import Finding
from assistant.engine.rajas.rules import Decision, Step
from assistant.engine.rajas.state import State, Task


def spaces_ahead(s: State, seat: int) -> list[int]:
    """Free river spaces in front of the boat, nearest first; the last space is always free (B13.4, B13.5)."""
    boat, end = s.players[seat].boat, s.rules.river_end
    taken = {player.boat for player in s.players}
    return [space for space in range(boat + 1, end + 1) if space == end or space not in taken]


def reach(s: State, source: str) -> int:
    """Free spaces a boat may go beyond what is stated."""
    return sum(hook(s, s.seat, source) for hook in s.rules.boat_reach)


def portuguese_possible(s: State, seat: int, distance: int) -> bool:
    """B11.9, A-23."""
    ahead = len(spaces_ahead(s, seat))
    return ahead >= distance or (s.rules.house.portuguese_partial and ahead > 0)


class Sail(Decision):
    """`sail 2`: how many free spaces the boat moves. Task: `(_, least, most, optional, source)`."""

    verbs = ("decline", "sail")

    def _distances(self, s: State, task: Task) -> range:
        _, least, most, _, _ = task
        return range(least, min(most, len(spaces_ahead(s, s.seat))) + 1)

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        refusal = [DECLINE] if task[3] else []
        return [*refusal, *(Move("sail", (str(n),)) for n in self._distances(s, task))]

    def check(self, s: State, task: Task, move: Move) -> Finding:
        if move.verb == "decline":
            return (no_arguments(move) if task[3] else [because("B13.3", "must")]), []
        if move in self.moves(s, task):
            return [], []
        allowed = self._distances(s, task)
        word, least, most = " ".join(move.args) or "-", allowed.start, allowed.stop - 1
        return [because("B13.3", "distance", distance=word, least=least, most=most)], []

    def do(self, s: State, task: Task, move: Move) -> None:
        if move.verb == "decline" or move.args[0] == "0":
            return
        target = spaces_ahead(s, s.seat)[int(move.args[0]) - 1]
        player = s.edit(s.seat)
        old, player.boat = player.boat, target
        cross_bridge(s, s.seat, old, target)
        push_reward(s, s.rules.river_reward(s, target), f"river-{target}")


def harbour_sail(s: State, task: Task) -> None:
    """`("harbour_sail", source, paid)`: 1 up to the value of the die (B13.3)."""
    least = 0 if s.rules.house.harbour_zero else 1
    s.push(("sail", least, task[2] + reach(s, task[1]), False, task[1]))


def bonus_boat(s: State, task: Task) -> None:
    """`("boat", n, source)`: the boat may move to the next free space (B17.3, B17.4, A-21)."""
    if spaces_ahead(s, s.seat):
        s.push(("sail", 1, task[1] + reach(s, task[-1]), s.rules.house.decline_gains, task[-1]))
    elif s.rules.house.last_space_repeat:
        push_reward(s, s.rules.river_reward(s, s.me.boat), f"river-{s.me.boat}")


def portuguese(s: State, task: Task) -> None:
    """`("portuguese", 6, source)`: exactly that many free spaces (B11.8)."""
    ahead = len(spaces_ahead(s, s.seat))
    if portuguese_possible(s, s.seat, task[1]):
        least = min(task[1], ahead)
        s.push(("sail", least, least + reach(s, task[-1]), False, task[-1]))


def sail_up_to(s: State, task: Task) -> None:
    """`("sail_up_to", n, source)` (G3.5, A-52)."""
    if spaces_ahead(s, s.seat):
        s.push(("sail", 1, task[1] + reach(s, task[-1]), s.rules.house.g35_zero, task[-1]))


class Chamber(Decision):
    """`chamber 3`: one of the chambers shown, without worker and die (B14.4, A-24)."""

    verbs = ("chamber",)

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        return [Move("chamber", (str(n),)) for n in task[1] if chamber_possible(s, n)]

    def check(self, s: State, task: Task, move: Move) -> Finding:
        if move in self.moves(s, task):
            return [], []
        word = " ".join(move.args) or "-"
        case = "impossible" if word in {str(n) for n in task[1]} else "choice"
        return [because("B14.4", case, chamber=word)], []

    def do(self, s: State, task: Task, move: Move) -> None:
        number = int(move.args[0])
        push_reward(s, s.rules.chambers[number], f"chamber-{number}")


def chamber_possible(s: State, number: int) -> bool:
    """Whether a free chamber can be carried out at all (A-24)."""
    for part in s.rules.chambers[number]:
        if part[0] == "overbuild" and not can_cover(s, s.me, s.rules.purse(s, s.seat)):
            return False
        if part[0] == "portuguese" and not portuguese_possible(s, s.seat, int(str(part[1]))):
            return False
    return True


def offer_chambers(s: State, task: Task) -> None:
    if any(chamber_possible(s, number) for number in task[1]):
        s.push(("chamber?", task[1], task[-1]))


def markets_different(s: State, task: Task) -> None:
    offer_markets(s, "different", -1, task[1], task[-1])


def markets_one(s: State, task: Task) -> None:
    offer_markets(s, "one", -1, task[1], task[-1])


def markets_any(s: State, task: Task) -> None:
    offer_markets(s, "any", -1, task[1], task[-1])


STEPS: dict[str, Step] = {
    "harbour_sail": harbour_sail,
    "boat": bonus_boat,
    "portuguese": portuguese,
    "sail_up_to": sail_up_to,
    "chamber": offer_chambers,
    "markets_different": markets_different,
    "markets_one": markets_one,
    "markets_any": markets_any,
}
DECISIONS: dict[str, Decision] = {"sail": Sail(), "chamber?": Chamber()}
