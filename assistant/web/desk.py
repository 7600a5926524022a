"""What the page needs of a table, whatever stands behind it: a camera, a simulation, or plain play."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from assistant.engine.core.verdict import Reason
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.state import State
from assistant.web import schemas as wire

Unsubscribe = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Moment:
    """Now, as the session knows it. `last` holds the moves of the log's end, oldest first."""

    state: State
    revision: int
    seq: int
    game_id: str
    names: Mapping[str, str] = field(default_factory=dict)
    last: tuple[wire.Played, ...] = ()
    sync: str = "manual"
    parts: tuple[wire.PartState, ...] = ()
    question: wire.QuestionNow | None = None
    differences: tuple[wire.DifferenceNow, ...] = ()
    notes: tuple[Reason, ...] = ()
    lights: tuple[tuple[str, str], ...] = ()
    can_undo: bool = False
    can_redo: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a request. `code` is empty when it was done."""

    revision: int
    seq: int
    code: str = ""
    message: str = ""
    reasons: tuple[Reason, ...] = ()
    warnings: tuple[Reason, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.code


class Desk(Protocol):
    """The face the web room works with. Calls may block for a disk write; they never raise for bad input."""

    @property
    def game(self) -> RajasGame: ...

    def moment(self) -> Moment: ...

    def at(self, revision: int) -> State | None:
        """The state after that many moves, or None when the log is shorter."""
        ...

    def history(self) -> wire.History: ...

    def play(self, move: str, seat: str | None, revision: int) -> Answer: ...

    def chance(self, revision: int) -> Answer:
        """Let the machine roll or draw what is due."""
        ...

    def undo(self, revision: int) -> Answer: ...

    def redo(self, revision: int) -> Answer: ...

    def goto(self, target: int, revision: int) -> Answer: ...

    def answer(self, question: str, choice: str, revision: int) -> Answer: ...

    def fix(self, place: str, value: str, revision: int) -> Answer:
        """Set one place of the record by hand."""
        ...

    def accept(self, revision: int) -> Answer:
        """Take the table as it is, although no rule allows it."""
        ...

    def watch(self, watching: bool) -> Answer: ...

    def new_game(self, request: wire.NewGameRequest) -> Answer: ...

    def hints(self, count: int) -> list[wire.Hint]: ...

    def game_file(self) -> bytes: ...

    def camera_frame(self) -> bytes | None:
        """The newest masked picture as JPEG, or None without a camera."""
        ...

    def picture(self, name: str) -> bytes | None:
        """The crop a question or a difference is about, as JPEG."""
        ...

    def readings(self) -> dict[str, Any]: ...

    def subscribe(self, listener: Callable[[dict[str, Any]], None]) -> Unsubscribe:
        """Call the listener after every change, from any thread, with the event (kind, seq, facts)."""
        ...
