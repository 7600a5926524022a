"""A game with a past: the log folded into states, with unlimited undo, redo and branches."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from assistant.engine.core.log import Entry, GameLog, Json, LogError
from assistant.engine.core.moves import CHANCE, InvalidMoveError, Move, parse_move
from assistant.engine.core.verdict import Verdict

S = TypeVar("S")


class Game(Protocol[S]):
    """What a game offers so that its past can be kept."""

    def initial(self) -> S: ...

    def actor(self, state: S) -> int: ...

    def judge(self, state: S, move: Move, seat: str | None = None) -> Verdict: ...

    def apply(self, state: S, move: Move) -> S: ...

    def corrected(self, before: S, position: Json) -> S: ...

    def seat_name(self, seat: int) -> str: ...


@dataclass(frozen=True, slots=True)
class Node(Generic[S]):
    """A state that was reached: by which revision, from which node."""

    revision: int
    parent: int
    move: str
    by: str
    state: S


class HistoryError(ValueError):
    """An undo, redo or branch that is not possible; the message says how far it could go."""


class History(Generic[S]):
    """The states of a log. Node 0 is the beginning; the cursor is where the game stands."""

    def __init__(self, game: Game[S], log: GameLog) -> None:
        self.game = game
        self.log = log
        self.nodes: list[Node[S]] = [Node(0, -1, "", "", game.initial())]
        self.cursor = 0
        self._ahead: list[int] = []
        self._node_of_revision: dict[int, int] = {0: 0}

    @property
    def state(self) -> S:
        return self.nodes[self.cursor].state

    @property
    def revision(self) -> int:
        """Number of the last log line."""
        return len(self.log.entries)

    def line(self) -> list[Node[S]]:
        """The nodes from the beginning to where the game stands, without the beginning itself."""
        found, index = [], self.cursor
        while index > 0:
            found.append(self.nodes[index])
            index = self.nodes[index].parent
        return found[::-1]

    @property
    def undo_depth(self) -> int:
        return len(self.line())

    @property
    def redo_depth(self) -> int:
        return len(self._ahead)

    def record(self, move: Move, flag: str = "") -> Entry:
        """Log a move that has been judged, and apply it."""
        state = self.game.apply(self.state, move)
        entry = self.log.append("move", _actor_name(self.game, self.state), str(move), flag=flag)
        self._reach(entry, state)
        return entry

    def correct(self, position: Json, flag: str = "irregular") -> Entry:
        """Set the position by hand; the log keeps what it was."""
        state = self.game.corrected(self.state, position)
        entry = self.log.append("correct", "table", position=position, flag=flag)
        self._reach(entry, state)
        return entry

    def undo(self, steps: int = 1) -> Entry:
        """Go back some moves. Raises HistoryError beyond the beginning."""
        if not 1 <= steps <= self.undo_depth:
            raise HistoryError(f"cannot take back {steps} moves: there are {self.undo_depth}")
        entry = self.log.append("undo", "table", number=steps)
        self._step_back(steps)
        self._node_of_revision[entry.revision] = self.cursor
        return entry

    def _step_back(self, steps: int) -> None:
        for _ in range(steps):
            self._ahead.append(self.cursor)
            self.cursor = self.nodes[self.cursor].parent

    def redo(self, steps: int = 1) -> Entry:
        """Go forward again over moves taken back."""
        if not 1 <= steps <= self.redo_depth:
            raise HistoryError(f"cannot repeat {steps} moves: there are {self.redo_depth}")
        entry = self.log.append("redo", "table", number=steps)
        self._step_forward(steps)
        self._node_of_revision[entry.revision] = self.cursor
        return entry

    def _step_forward(self, steps: int) -> None:
        for _ in range(steps):
            self.cursor = self._ahead.pop()

    def branch(self, revision: int) -> Entry:
        """Go to the position after any revision and play on from there; the other line stays in the log."""
        if revision not in self._node_of_revision:
            raise HistoryError(f"there is no revision {revision}: the last is {self.revision}")
        entry = self.log.append("branch", "table", number=revision)
        self._jump(entry)
        return entry

    def _jump(self, entry: Entry) -> None:
        self.cursor = self._node_of_revision[entry.number]
        self._ahead.clear()
        self._node_of_revision[entry.revision] = self.cursor

    def _reach(self, entry: Entry, state: S) -> None:
        self.nodes.append(Node(entry.revision, self.cursor, entry.move, entry.by, state))
        self.cursor = len(self.nodes) - 1
        self._ahead.clear()
        self._node_of_revision[entry.revision] = self.cursor

    def state_after(self, revision: int) -> S:
        """The state as it stood after a revision."""
        if revision not in self._node_of_revision:
            raise HistoryError(f"there is no revision {revision}: the last is {self.revision}")
        return self.nodes[self._node_of_revision[revision]].state


def replay(game: Game[S], log: GameLog, check: Callable[[S], None] | None = None) -> History[S]:
    """Fold a log into its history, judging every move again. Raises LogError naming the first line that fails."""
    history = History(game, GameLog(log.header))
    for entry in log.entries:
        _follow(game, history, entry)
        if check:
            check(history.state)
    return history


def _follow(game: Game[S], history: History[S], entry: Entry) -> None:
    line = entry.revision + 1
    history.log.entries.append(entry)
    try:
        if entry.kind == "move":
            history._reach(entry, _judged(game, history.state, entry, line))
        elif entry.kind == "correct":
            history._reach(entry, game.corrected(history.state, entry.position or {}))
        elif entry.kind == "branch":
            history._jump(entry)
        else:
            _travel(history, entry)
    except (KeyError, IndexError) as error:
        raise LogError(line, f"{entry.kind} {entry.number} leads nowhere") from error
    except LogError:
        raise
    except (ValueError, TypeError, AttributeError) as error:
        raise LogError(line, str(error)) from error


def _travel(history: History[S], entry: Entry) -> None:
    depth = history.undo_depth if entry.kind == "undo" else history.redo_depth
    if not 1 <= entry.number <= depth:
        raise LogError(entry.revision + 1, f"{entry.kind} of {entry.number} where {depth} are possible")
    if entry.kind == "undo":
        history._step_back(entry.number)
    else:
        history._step_forward(entry.number)
    history._node_of_revision[entry.revision] = history.cursor


def _actor_name(game: Game[S], state: S) -> str:
    """Whose decision it is, as the log writes it."""
    actor = game.actor(state)
    return "chance" if actor == CHANCE else game.seat_name(actor)


def _judged(game: Game[S], state: S, entry: Entry, line: int) -> S:
    try:
        move = parse_move(entry.move)
    except InvalidMoveError as error:
        raise LogError(line, str(error)) from error
    verdict = game.judge(state, move, None)
    if not verdict.ok:
        broken = ", ".join(reason.key for reason in verdict.reasons)
        raise LogError(line, f"'{entry.move}' is not legal there ({broken})", "the log is of another game or edition")
    if entry.by != (due := _actor_name(game, state)):
        raise LogError(line, f"says {entry.by or 'nobody'!r} moved where {due!r} is to act", "the log was edited here")
    return game.apply(state, move)
