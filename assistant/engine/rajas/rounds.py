"""The course of the game: opening, turns, laps, rounds, the end and the ranking (B1, B2, B18.5, B19, B20)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assistant.engine.core.moves import Move
from assistant.engine.core.verdict import because
from assistant.engine.rajas.dice import sum_of
from assistant.engine.rajas.gains import push_in_any_order
from assistant.engine.rajas.prices import Finding
from assistant.engine.rajas.rules import ChanceDecision, Decision, Rules, Step
from assistant.engine.rajas.spaces import can_place
from assistant.engine.rajas.state import (
    IN_NO_TURN,
    NO_TILE,
    WORKER_BRIDGE,
    WORKER_FAME,
    WORKER_MONEY,
    Player,
    State,
    Task,
)


def new_player(rules: Rules, seat: int) -> Player:
    """B1.6-B1.8, B1.12."""
    cells = len(rules.maps[rules.boards[seat]].cells)
    player = Player.__new__(Player)
    player.dice = ()
    player.money = player.fame = player.boat = 0
    player.karma = rules.tracks.start_karma
    player.levels = (0, 0, 0, 0)
    player.late = -1
    player.active = player.idle = rules.edition.workers_active
    player.waiting = WORKER_FAME | WORKER_MONEY | WORKER_BRIDGE
    player.bonus = player.fame_marks = player.yields = player.missed = 0
    player.laid = (-1,) * cells
    player.under = ((),) * cells
    player.markets = ()
    player.assorted = player.met = 0
    player.extra = {}
    player.board = rules.boards[seat]
    return player


def opening(rules: Rules) -> State:
    """The table before anything is rolled or turned up; the agenda holds the set-up (B1)."""
    s = State.__new__(State)
    s.rules = rules
    s.players = [new_player(rules, seat) for seat in range(rules.count)]
    left = rules.edition.dice_per_colour - rules.count
    s.supply = (left, left, left, left)
    s.stacks = tuple((NO_TILE, content) for content in rules.stack_content)
    s.pile = tuple(range(len(rules.white)))
    s.aside = ()
    s.spaces = (-1,) * len(rules.spaces)
    s.seat = IN_NO_TURN
    s.start = s.mogul = s.ending = -1
    s.round, s.lap, s.turn = 1, 1, 0
    s.placed = s.over = False
    s.agenda = s.ledger = None
    s.extra = {}
    s.fresh = (1 << rules.count) - 1
    reveals: list[Task] = [("reveal", stack) for stack in range(len(rules.stacks))]
    rolls: list[Task] = [("roll", (0, 1, 2, 3), seat) for seat in range(rules.count)]
    s.push(*reveals, *rolls, ("start_player",), *rules.opening, ("turn",))
    return s


def find_start_player(s: State, task: Task) -> None:
    """The lowest sum of the four dice begins (B1.10)."""
    sums = [sum_of(player.dice) for player in s.players]
    tied = tuple(seat for seat, total in enumerate(sums) if total == min(sums))
    if len(tied) > 1 and s.rules.house.start_tie == "ask":
        s.push(("start?", tied))
    else:
        begin_with(s, tied[0])


def begin_with(s: State, start: int) -> None:
    """B1.11: start money grows clockwise."""
    s.start = s.seat = start
    for offset in range(s.rules.count):
        seat = (start + offset) % s.rules.count
        amount = s.rules.tracks.start_money + offset
        s.edit(seat).money = amount
        s.book(seat, "money", amount, "start")


class StartTie(ChanceDecision):
    """`start red`: who of those tied had the more recent Indian meal (A-32)."""

    verbs = ("start",)

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        return sorted(Move("start", (s.rules.seats[seat],)) for seat in task[1])

    def draw(self, s: State, task: Task, below: Callable[[int], int]) -> Move:
        return Move("start", (s.rules.seats[task[1][below(len(task[1]))]],))

    def weight(self, s: State, task: Task, move: Move) -> int:
        return 1

    def check(self, s: State, task: Task, move: Move) -> Finding:
        if move in self.moves(s, task):
            return [], []
        tied = " ".join(s.rules.seats[seat] for seat in task[1])
        return [because("B1.10", seat=" ".join(move.args) or "-", tied=tied)], []

    def do(self, s: State, task: Task, move: Move) -> None:
        begin_with(s, s.rules.seats.index(move.args[0]))


def start_turn(s: State, task: Task) -> None:
    """A player who can place must; the others are skipped in this lap (B2.7-B2.9)."""
    for hook in s.rules.on_turn:
        hook(s)
    if s.me.idle > 0 and can_place(s):
        s.turn += 1
        s.push(("place",), ("end_turn",))
        for early in s.rules.before_place:
            early(s)
        return
    if s.rules.house.skip_is_final and s.me.idle:
        s.edit(s.seat).idle = 0
    s.push(("next",))
    for skipped in s.rules.on_skip:
        skipped(s)


def end_turn(s: State, task: Task) -> None:
    """The turn is fully resolved: have the markers met (B18.5, B20.4)?"""
    player = s.me
    if player.late >= 0:
        player = s.edit(s.seat)
        player.late = -1
    if not player.met and gap(s, s.seat) <= 0:
        player = s.edit(s.seat)
        player.met = s.turn
    if player.met and s.ending < 0:
        s.ending = s.seat
    s.push(("next",))


def next_seat(s: State, task: Task) -> None:
    """Clockwise; back at the start player a lap is over (B2.1, B2.10, B20.5, B20.6)."""
    s.seat = (s.seat + 1) % s.rules.count
    if s.seat != s.start:
        s.push(("turn",))
    elif s.ending >= 0:
        s.over = True
        s.agenda = None
    elif not s.placed or all(player.idle <= 0 for player in s.players):
        s.push(("round_end",))
    else:
        s.lap += 1
        s.placed = False
        s.push(("turn",))


def end_round(s: State, task: Task) -> None:
    """B19: the elephant moves on, workers come home."""
    s.start = s.seat = s.mogul if s.mogul >= 0 else (s.start + 1) % s.rules.count
    s.mogul = -1
    s.round += 1
    s.lap = 1
    s.placed = False
    s.spaces = (-1,) * len(s.rules.spaces)
    for seat in range(s.rules.count):
        player = s.edit(seat)
        player.idle = player.active
        player.assorted = 0
    for hook in s.rules.on_round_end:
        hook(s)
    s.push(("turn",))


def order_rest(s: State, task: Task) -> None:
    """What is left of things the player may order."""
    push_in_any_order(s, list(task[1]))


def position_of_money(rules: Rules, money: int) -> int:
    """The fame space beside a money space (B20.1)."""
    return rules.tracks.fame_length + 1 - (money + 1) // 2


def gap(s: State, seat: int) -> int:
    """Fame spaces between the two markers; 0 or less once they have met (B20.2)."""
    player = s.players[seat]
    return position_of_money(s.rules, player.money) - player.fame


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the ranking. `rule` is what decided between this seat and the one before it."""

    seat: str
    place: int
    fame: int
    money: int
    gap: int
    met: int
    rule: str


def ranking(s: State) -> list[Standing]:
    """B20.7-B20.9; during the game, how it would stand now."""
    order = sorted(range(s.rules.count), key=lambda seat: _rank_key(s, seat))
    standings: list[Standing] = []
    for index, seat in enumerate(order):
        player, distance = s.players[seat], gap(s, seat)
        place, rule = index + 1, ""
        if index:
            before = order[index - 1]
            rule = _deciding_rule(s, before, seat)
            if rule == "A-29" and s.rules.house.gap_tie == "shared":
                place = standings[-1].place
        standings.append(Standing(s.rules.seats[seat], place, player.fame, player.money, distance, player.met, rule))
    return standings


def _rank_key(s: State, seat: int) -> tuple[int, int, int]:
    distance = gap(s, seat)
    turn_order = (seat - s.start) % s.rules.count
    met = s.players[seat].met or s.turn + 1
    return (distance, met if distance <= 0 else 0, turn_order)


def _deciding_rule(s: State, ahead: int, behind: int) -> str:
    first, second = gap(s, ahead), gap(s, behind)
    if second > 0:
        return "A-29" if first == second else "B20.9"
    return "B20.7" if first < second else "B20.8"


STEPS: dict[str, Step] = {
    "start_player": find_start_player,
    "turn": start_turn,
    "end_turn": end_turn,
    "next": next_seat,
    "round_end": end_round,
    "order_rest": order_rest,
}
DECISIONS: dict[str, Decision] = {"start?": StartTie()}
