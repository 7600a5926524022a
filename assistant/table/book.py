"""The record of one game: history in memory and lines on disk, kept equal. Whatever fails, the disk is right."""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.engine.core.history import History, Node, replay
from assistant.engine.core.log import Entry, GameLog
from assistant.engine.core.moves import IllegalMoveError, Move
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.state import State
from assistant.table.events import Source
from assistant.table.store import Store


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """A move of the line that led here."""

    revision: int
    by: str
    move: str
    source: str
    flag: str


class Book:
    """Appends to history and store together: a line that cannot be stored is not in the history either."""

    def __init__(self, store: Store, game_id: str, game: RajasGame, history: History[State]) -> None:
        self.store = store
        self.game_id = game_id
        self.game = game
        self.history = history
        self.names = store.game(game_id).names
        self._sources = store.sources(game_id)

    @property
    def state(self) -> State:
        return self.history.state

    @property
    def revision(self) -> int:
        """Number of the last line."""
        return self.history.revision

    def record(self, moves: Sequence[Move], source: Source) -> list[Entry]:
        """Record moves in one transaction. Raises IllegalMoveError or StoreError, then nothing is recorded."""
        before = self.revision
        for move in moves:
            if not self.game.judge(self.state, move).ok:
                self._rebuild(before)
                raise IllegalMoveError(f"'{move}' is not legal after revision {self.revision}")
            self.history.record(move)
        return self._keep(before, source)

    def travel(self, what: str, number: int) -> list[Entry]:
        """`undo`, `redo` or `branch`. Raises HistoryError when it leads nowhere, StoreError when the disk refuses."""
        before = self.revision
        if what == "undo":
            self.history.undo(number)
        elif what == "redo":
            self.history.redo(number)
        else:
            self.history.branch(number)
        return self._keep(before, Source.PAGE)

    def correct(self, state: State) -> list[Entry]:
        """Set the position by hand, flagged as irregular. Raises StoreError when the disk refuses."""
        before = self.revision
        self.history.correct(self.game.to_json(state))
        return self._keep(before, Source.CORRECTION)

    def _keep(self, before: int, source: Source) -> list[Entry]:
        """Store the lines after revision `before`; when that fails, the history goes back to what is on the disk."""
        entries = self.history.log.entries[before:]
        try:
            self.store.append(self.game_id, entries, source.value)
        except Exception:
            self._rebuild(before)
            raise
        self._sources.update({entry.revision: source.value for entry in entries})
        return entries

    def _rebuild(self, revision: int) -> None:
        kept = GameLog(self.history.log.header, self.history.log.entries[:revision])
        self.history = replay(self.game, kept)

    # Looking back.

    def line(self) -> list[Node[State]]:
        """The nodes that led to where the game stands."""
        return self.history.line()

    def logged(self, revision: int) -> LoggedMove:
        """What the log says of a revision, with its source."""
        entry = self.history.log.entries[revision - 1]
        return LoggedMove(revision, entry.by, entry.move, self._sources.get(revision, ""), entry.flag)

    def turn_length(self) -> int:
        """Moves since the turn under way began; at a turn's beginning those of the turn before. At least 1."""
        steps = 0
        for node in reversed(self.line()):
            steps += 1
            if node.move.startswith(("place ", "pass")):
                break
        return max(steps, 1)
