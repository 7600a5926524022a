"""From readings to findings: stabilise, propose, complain. Holds no record; the session does."""

from dataclasses import dataclass

from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.state import State
from assistant.table.events import Complaint, Mode, Question


@dataclass(frozen=True, slots=True)
class Finding:
    """What the session should do: record `moves`, take back `undo` moves, ask, complain, or just show the mode."""

    mode: Mode
    why: str
    moves: tuple[str, ...] = ()
    undo: int = 0
    question: Question | None = None
    complaint: Complaint | None = None


class Watch:
    """The camera's side of the session."""

    def __init__(self, game: RajasGame) -> None:
        self.game = game

    def look(self, state: State, observation: object) -> Finding | None:
        """The finding after one more reading; None for something that is no reading."""
        return None

    def again(self, state: State) -> Finding | None:
        """The finding about the last calm picture after the record has changed."""
        return None

    def as_seen(self, state: State, complaint: Complaint) -> State | None:
        """The state with every difference taken over from the table; None when something cannot be read."""
        return None

    def see_main(self, reading: object) -> None:
        """Take in a reading of the game board."""

    def record_changed(self) -> None:
        """The record moved on: old findings are void."""

    def dismiss(self) -> None:
        """The question was no good: do not ask it again for this picture."""

    def forget(self) -> None:
        """Start from nothing, as after switching the camera on."""
