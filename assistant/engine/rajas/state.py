"""One moment of the game. States are values: `apply` copies, changes the copy, and nobody changes it afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assistant.engine.rajas.rules import Rules

Task = tuple[Any, ...]
"""`(name, *details)`; details are words, numbers and tuples of them, so that a state can be written down."""
Agenda = tuple[Task, "Agenda"] | None
"""What is still to be done, next thing first, as a linked list that states can share."""
Entry = tuple[int, int, str, int, str]
"""One line of the ledger: turn, seat, "fame" or "money", amount, source."""
Ledger = tuple[Entry, "Ledger"] | None

NO_TILE = -1
UNKNOWN_TOP = -2
"""A stack's top tile nobody has told us yet; any tile left in the stack may be it."""
IN_NO_TURN = -1

WORKER_FAME, WORKER_MONEY, WORKER_BRIDGE = 1, 2, 4


class Player:
    """Everything that belongs to one seat."""

    __slots__ = (
        "active",
        "assorted",
        "board",
        "boat",
        "bonus",
        "dice",
        "extra",
        "fame",
        "fame_marks",
        "idle",
        "karma",
        "laid",
        "late",
        "levels",
        "markets",
        "met",
        "missed",
        "money",
        "under",
        "waiting",
        "yields",
    )  # fmt: skip
    dice: tuple[int, ...]
    """Dice on the Kali statue, sorted."""
    money: int
    fame: int
    karma: int
    boat: int
    """River space, 0 is the start space."""
    levels: tuple[int, int, int, int]
    """Steps made with the upgrade markers of temple, palace, fort, mill: 0..2."""
    late: int
    """Kind upgraded by fame 5 in this turn (its buildings still count one step less), or -1."""
    active: int
    """Workers won so far, placed or not."""
    idle: int
    """Active workers not placed yet in this round."""
    waiting: int
    """Bits of the inactive workers: WORKER_FAME, WORKER_MONEY, WORKER_BRIDGE."""
    bonus: int
    """How many money bonuses are behind the bonus marker."""
    fame_marks: int
    """Bit per fame bonus already gained."""
    laid: tuple[int, ...]
    """Per cell: visible tile * 4 + quarter turns, -1 empty."""
    under: tuple[tuple[int, ...], ...]
    """Per cell: the covered tiles, lowest first, coded like `laid`."""
    markets: tuple[int, ...]
    """Visible markets, sorted: good * 10 + value."""
    yields: int
    """Bit per edge yield gained."""
    missed: int
    """Bit per edge yield that can never be gained any more (A-38)."""
    assorted: int
    """Placements on assorted spaces this round."""
    met: int
    """Turn in which the two markers had met at the end of the turn, 0 not yet."""
    extra: dict[str, Any]
    """What modules remember of this seat; never changed in place."""
    board: int
    """Index of the province map in the rules (base or Navaratna side)."""

    def copy(self) -> Player:
        new = Player.__new__(Player)
        new.dice = self.dice
        new.money = self.money
        new.fame = self.fame
        new.karma = self.karma
        new.boat = self.boat
        new.levels = self.levels
        new.late = self.late
        new.active = self.active
        new.idle = self.idle
        new.waiting = self.waiting
        new.bonus = self.bonus
        new.fame_marks = self.fame_marks
        new.laid = self.laid
        new.under = self.under
        new.markets = self.markets
        new.yields = self.yields
        new.missed = self.missed
        new.assorted = self.assorted
        new.met = self.met
        new.extra = self.extra
        new.board = self.board
        return new

    def key(self) -> tuple[Any, ...]:
        """Everything, in a fixed order, for comparison."""
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Player) and self.key() == other.key()

    __hash__ = None  # type: ignore[assignment]


class State:
    """The whole table. Two states are equal when everything but the ledger is."""

    __slots__ = (
        "agenda", "aside", "ending", "extra", "fresh", "lap", "ledger", "mogul", "over", "pile", "placed", "players",
        "round", "rules", "seat", "spaces", "stacks", "start", "supply", "turn",
    )  # fmt: skip
    rules: Rules
    players: list[Player]
    supply: tuple[int, int, int, int]
    """Dice in the general supply per colour."""
    stacks: tuple[tuple[int, tuple[int, ...]], ...]
    """Per stack: visible top tile (or NO_TILE, UNKNOWN_TOP) and the tiles below it in no known order."""
    pile: tuple[int, ...]
    """White yield tiles still face down."""
    aside: tuple[int, ...]
    """White yield tiles used."""
    spaces: tuple[int, ...]
    """Per action space: seat of the worker there, or -1."""
    seat: int
    """Whose turn it is; -1 before the first turn."""
    start: int
    mogul: int
    """Last user of the Great Mogul in this round, or -1."""
    round: int
    lap: int
    turn: int
    placed: bool
    """Whether anybody placed a worker in this lap."""
    ending: int
    """Seat that triggered the end, or -1."""
    over: bool
    agenda: Agenda
    ledger: Ledger
    extra: dict[str, Any]
    """What modules remember of the table; never changed in place."""
    fresh: int
    """Bit per player already copied for this state."""

    def copy(self) -> State:
        new = State.__new__(State)
        new.rules = self.rules
        new.players = self.players.copy()
        new.supply = self.supply
        new.stacks = self.stacks
        new.pile = self.pile
        new.aside = self.aside
        new.spaces = self.spaces
        new.seat = self.seat
        new.start = self.start
        new.mogul = self.mogul
        new.round = self.round
        new.lap = self.lap
        new.turn = self.turn
        new.placed = self.placed
        new.ending = self.ending
        new.over = self.over
        new.agenda = self.agenda
        new.ledger = self.ledger
        new.extra = self.extra
        new.fresh = 0
        return new

    def key(self) -> tuple[Any, ...]:
        return tuple(
            getattr(self, name) for name in self.__slots__ if name not in ("rules", "ledger", "fresh", "players")
        ) + tuple(player.key() for player in self.players)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key() == other.key()

    __hash__ = None  # type: ignore[assignment]

    @property
    def me(self) -> Player:
        """The player whose turn it is, for reading."""
        return self.players[self.seat]

    def edit(self, seat: int) -> Player:
        """The player of a seat, for changing: copied once per state."""
        player = self.players[seat]
        if not self.fresh >> seat & 1:
            player = player.copy()
            self.players[seat] = player
            self.fresh |= 1 << seat
        return player

    def push(self, *tasks: Task) -> None:
        """Put tasks on top of the agenda; the first named is done first."""
        agenda = self.agenda
        for task in reversed(tasks):
            agenda = (task, agenda)
        self.agenda = agenda

    def remember(self, key: str, value: Any) -> None:  # noqa: ANN401
        """Set a module's word about the table."""
        self.extra = {**self.extra, key: value}

    def book(self, seat: int, track: str, amount: int, source: str) -> None:
        """Write a gain (or payment, negative) into the ledger."""
        self.ledger = ((self.turn, seat, track, amount, source), self.ledger)


def remember(player: Player, key: str, value: Any) -> None:  # noqa: ANN401
    """Set a module's word about a seat (on a player obtained from `edit`)."""
    player.extra = {**player.extra, key: value}
