"""What the outside may ask of the session, and the answer."""

from dataclasses import dataclass

from assistant.engine.core.verdict import Reason


@dataclass(frozen=True, slots=True)
class PlayMove:
    """Play `move` (engine notation). `seat` is who says so, None for the table's own device.

    `revision` is the last revision the sender has seen; an older one is refused (`stale_revision`).
    """

    move: str
    seat: str | None
    revision: int


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the open question with the id of a choice, or `other`: it was something else."""

    question_id: str
    choice: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back moves; with `whole_turn` back to the beginning of the turn under way, or of the one before."""

    steps: int = 1
    whole_turn: bool = False


@dataclass(frozen=True, slots=True)
class Redo:
    """Repeat moves that were taken back."""

    steps: int = 1


@dataclass(frozen=True, slots=True)
class BranchFrom:
    """Play on from the position after that revision; the other line stays in the log."""

    revision: int


@dataclass(frozen=True, slots=True)
class AcceptAsPlayed:
    """Record what the table shows although no rule allows it; it is flagged as irregular."""


@dataclass(frozen=True, slots=True)
class FixRecord:
    """Set one place of the record by hand.

    `place`: `<seat>/dice` (value `b3 g1`), `<seat>/<cell>` (`blue-cow-3 90` or `empty`), `<seat>/money|fame|karma|boat`
    (a number), `<seat>/levels` (`0 1 0 2`), `display/<stack>` (a tile id, `unknown` or `empty`), `main/<space>`
    (a seat or `empty`).
    """

    place: str
    value: str


@dataclass(frozen=True, slots=True)
class RollFor:
    """Let the program roll, draw or turn up what chance has to decide now."""


@dataclass(frozen=True, slots=True)
class SetMode:
    """Switch the camera's readings on or off in the middle of a game."""

    camera: bool


Command = PlayMove | Answer | Undo | Redo | BranchFrom | AcceptAsPlayed | FixRecord | RollFor | SetMode


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer. `code` is `ok` or why not; `reasons` are the referee's where the rules refuse.

    Codes: ok, stale_revision, unknown_command, invalid_move, illegal_move, unknown_seat, no_such_question,
    no_such_choice, nothing_to_undo, nothing_to_redo, no_such_revision, nothing_to_accept, bad_place, bad_value,
    no_chance, game_over, bad_reading, store_failed.
    """

    ok: bool
    code: str
    revision: int
    reasons: tuple[Reason, ...] = ()
    warnings: tuple[Reason, ...] = ()
    detail: str = ""
