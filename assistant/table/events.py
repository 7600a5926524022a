"""What the session tells the outside: typed messages with a sequence number, and the small values they carry.

Every text is a key with facts; `assistant.texts` makes the sentence in English, German or Dutch. A listener that joins
late asks for `Session.snapshot()` and then follows the events with a higher `seq`.
"""

from dataclasses import dataclass
from enum import StrEnum

from assistant.engine.core.verdict import Fact, Reason
from assistant.engine.rajas.rounds import Standing

Facts = tuple[tuple[str, Fact], ...]


class Mode(StrEnum):
    """How table and record stand to each other."""

    SYNCED = "synced"
    """The last calm picture agrees with the record, or shows a legal turn under way."""
    SETTLING = "settling"
    """Hands, movement or a bad picture: waiting."""
    AMBIGUOUS = "ambiguous"
    """Several legal explanations: a question is open."""
    DESYNC = "desync"
    """No legal explanation: the corrections say what differs."""
    MANUAL = "manual"
    """No camera, or it was switched off: moves come from the page."""


class Source(StrEnum):
    """Where a recorded move came from."""

    PAGE = "page"
    CAMERA = "camera"
    ANSWER = "answer"
    """Seen by the camera and chosen by a person among several explanations."""
    MACHINE = "machine"
    """Rolled or drawn by the program on request, or a step without a choice."""
    CORRECTION = "correction"


class Meaning(StrEnum):
    """What a light on a place wants to say; colours are chosen by who owns the lamps."""

    LEGAL = "legal"
    LAST = "last"
    ACTIVE = "active"
    ASK = "ask"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class LedIntent:
    """`place` is an action space, a stack, `boat/<seat>`, `fame/<n>`, `money/<n>` or `seat/<seat>`."""

    place: str
    meaning: Meaning


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question: the moves it stands for, and what to write on the button."""

    id: str
    moves: tuple[str, ...]
    key: str
    facts: Facts = ()
    undo: int = 0
    """Moves to take back first (or only): the answer "we took that back"."""


@dataclass(frozen=True, slots=True)
class Question:
    """One sentence and two to four answers; `other` is always accepted as an answer besides."""

    id: str
    seat: str
    key: str
    facts: Facts
    choices: tuple[Choice, ...]
    revision: int


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where table and record differ.

    `place` is `<seat>/dice`, `<seat>/<cell>`, `display/<stack>` or `main/<space>`; `seen` and `expected` are written
    like the values of `FixRecord`. `crop` names the region of the camera picture, empty without a camera.
    """

    place: str
    seen: str
    expected: str
    crop: str = ""
    sure: float = 1.0


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is wrong on the table: the move that was attempted, the rules against it, the places, the repair.

    `kind` is `illegal` (no legal turn looks like this), `incomplete` (something is still to be done), or `strange`
    (things changed that no turn changes). `repair` is a list of text keys with facts.
    """

    kind: str
    seat: str
    attempted: tuple[str, ...]
    reasons: tuple[Reason, ...]
    differences: tuple[Difference, ...]
    repair: tuple[tuple[str, Facts], ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """Every message: `seq` grows by one, `revision` is the last line of the log it knows of."""

    seq: int
    revision: int


@dataclass(frozen=True, slots=True)
class MoveRecorded(Event):
    """A move is safely stored. `flag` is `irregular` for what was accepted as played."""

    move: str
    by: str
    source: Source
    flag: str = ""


@dataclass(frozen=True, slots=True)
class QuestionAsked(Event):
    """Several explanations fit; somebody has to tap."""

    question: Question


@dataclass(frozen=True, slots=True)
class QuestionGone(Event):
    """Answered, or no longer needed."""

    question_id: str


@dataclass(frozen=True, slots=True)
class ModeChanged(Event):
    """`why` is a text key, such as `mode-hand` or `mode-camera-lost`."""

    old: Mode
    new: Mode
    why: str


@dataclass(frozen=True, slots=True)
class DesyncFound(Event):
    """The table shows something no legal turn explains; repeated when the complaint changes."""

    complaint: Complaint


@dataclass(frozen=True, slots=True)
class DesyncGone(Event):
    """Table and record agree again."""


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """Moves were taken back (`undo`), repeated (`redo`) or a branch was begun (`branch`)."""

    what: str
    moves: int


@dataclass(frozen=True, slots=True)
class RecordFixed(Event):
    """The record was set by hand at these places; the log keeps what it was."""

    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The last turn is played."""

    ranking: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Announcement(Event):
    """A sentence for eye and ear: key and facts for `assistant.texts`."""

    key: str
    facts: Facts = ()


@dataclass(frozen=True, slots=True)
class LedIntents(Event):
    """All lights that mean something now; everything else is dark."""

    intents: tuple[LedIntent, ...]
