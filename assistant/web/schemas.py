"""What travels between server and page. Nothing of the engine leaks: every model here is filled by construction.

The page's TypeScript types are generated from these models (`python -m assistant.web.typescript`).
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Word = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_\-+>!?~.:]*$", max_length=60)]
MoveText = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_\-+>!?~.: ]*$", max_length=400)]
Language = Literal["en", "de", "nl"]
Role = Literal["operator", "seat", "spectator", "display"]
Fact = str | int
RewardPart = list[str | int | list[str] | list[int]]
Reward = list[RewardPart]


class Wire(BaseModel):
    """Strict: unknown fields are refused when they come in."""

    model_config = ConfigDict(extra="forbid")


# What is printed on the components in play: sent once per game.


class TileFace(Wire):
    id: str
    kind: str
    colour: str
    animal: str
    price: int
    roads: list[str]
    markets: list[tuple[str, int]]
    buildings: list[str]
    reward: Reward


class BoardSpace(Wire):
    id: str
    area: str
    fee: int
    detail: str


class YieldPort(Wire):
    id: str
    ports: list[tuple[str, str]]
    reward: Reward
    slot: str


class Province(Wire):
    cells: list[str]
    residence: str
    residence_roads: str
    yields: list[YieldPort]
    capacity: int


class TrackMark(Wire):
    space: int
    reward: Reward


class Tracks(Wire):
    fame_length: int
    money_length: int
    karma_max: int
    fame_marks: list[TrackMark]
    money_marks: list[TrackMark]
    fate: tuple[int, int] | None = None
    """Fame and money space of the tests of fate, where that module is in play."""
    trader: int | None = None
    """Fame space on which the gemstone trader is won, where he is in play."""


class Box(Wire):
    """Everything that does not change during a game."""

    edition: str
    name: str
    seats: list[str]
    modules: list[str]
    tracks: Tracks
    columns: list[int]
    spaces: list[BoardSpace]
    chambers: dict[str, Reward]
    balconies: list[tuple[str, str]]
    river: list[Reward]
    bridge_after: int
    provinces: list[Province]
    tiles: dict[str, TileFace]
    white: dict[str, Reward]
    """Yield tiles of all colours."""
    river_tiles: dict[str, Reward]


# What changes with every move.


class SpaceNow(Wire):
    id: str
    seat: str | None
    legal: bool


class StackNow(Wire):
    id: str
    top: str | None
    """Tile id, "unknown" while nobody has told, null for an empty stack."""
    left: int
    legal: bool


class LaidTile(Wire):
    cell: str
    tile: str
    rotation: int
    under: list[str]


class SlotNow(Wire):
    """A yield tile on a slot of the province (Navaratna)."""

    id: str
    tile: str


class PlayerNow(Wire):
    seat: str
    name: str
    fame: int
    money: int
    karma: int
    boat: int
    levels: list[int]
    active: int
    idle: int
    waiting: list[str]
    bonus: int
    fame_marks: list[int]
    dice: list[str]
    capacity: int
    board: int
    laid: list[LaidTile]
    markets: list[str]
    yields: list[str]
    missed: list[str]
    reachable: list[str]
    """Yields that an empty cell beside the road network could still link."""
    gap: int
    met: int
    slots: list[SlotNow] = []
    trader: str | None = None
    """"kali" while the gemstone trader waits, the id of his space once placed, null before he is won."""
    fate: tuple[str, str] | None = None
    """Test of fate on fame and money: "front", "turned" or "gone"."""
    returned: int = 0
    """Workers that lie on their back and are placed last (Shalimar)."""


class SailTarget(Wire):
    distance: int
    space: int


class Decision(Wire):
    """What is waited for. `moves` is complete unless `count` says there are more."""

    name: str
    actor: str | None
    """A seat, "chance", or null when the game is over."""
    verbs: list[str]
    moves: list[str]
    count: int
    source: str
    tile: str | None = None
    cell: str | None = None
    dice: list[str] = []
    """Colours of the dice to roll or take ("any" where the player chooses)."""
    least: int = 0
    most: int = 0
    need: int = 0
    colour: str | None = None
    values: list[int] = []
    good: str | None = None
    mode: str = ""
    for_seat: str | None = None
    sails: list[SailTarget] = []


class Gain(Wire):
    seat: str
    track: str
    amount: int
    source: str


class Played(Wire):
    """One move of the log with what it brought."""

    number: int
    seat: str | None
    verb: str
    args: list[str]
    turn: int
    round: int
    gains: list[Gain]
    irregular: bool = False


class StandingNow(Wire):
    seat: str
    place: int
    fame: int
    money: int
    gap: int
    met: int
    rule: str


class ReasonWire(Wire):
    key: str
    rule: str
    facts: dict[str, Fact]


class QuestionChoice(Wire):
    id: str
    key: str = ""
    facts: dict[str, Fact] = {}
    moves: list[str] = []


class QuestionNow(Wire):
    """One question at a time. `picture` is the address of the crop it is about, if any."""

    id: str
    key: str
    facts: dict[str, Fact]
    seat: str | None
    choices: list[QuestionChoice]
    picture: str | None = None


class DifferenceNow(Wire):
    """One place where table and record differ."""

    place: str
    seat: str | None
    seen: str
    expected: str
    key: str = ""
    facts: dict[str, Fact] = {}
    picture: str | None = None


class PartState(Wire):
    """Camera, LED board, store: is it there, and since when not."""

    name: str
    state: Literal["on", "off", "lost"]
    note: str = ""


class RiverTileNow(Wire):
    space: int
    tile: str


class Table(Wire):
    """One moment, complete: what a page needs to draw everything."""

    seq: int
    revision: int
    game: str
    phase: Literal["opening", "play", "over"]
    round: int
    lap: int
    turn: int
    seat: str | None
    start: str | None
    mogul: str | None
    ending: str | None
    spaces: list[SpaceNow]
    stacks: list[StackNow]
    supply: dict[str, int]
    pile: int
    river_tiles: list[RiverTileNow] = []
    """What lies on the river (Ganga); its reward counts instead of the printed one."""
    open_yields: list[str] = []
    """Yield tiles face up on the board (Navaratna)."""
    players: list[PlayerNow]
    decision: Decision
    last: list[Played]
    ranking: list[StandingNow]
    sync: Literal["synced", "settling", "ambiguous", "desync", "manual"]
    parts: list[PartState]
    question: QuestionNow | None
    differences: list[DifferenceNow]
    notes: list[ReasonWire] = []
    can_undo: bool
    can_redo: bool
    lights: list[tuple[str, str]] = []
    """LED intents: space and meaning, as the strip shows them."""


class LedgerLine(Wire):
    turn: int
    seat: str
    track: str
    amount: int
    source: str


class TurnPoint(Wire):
    """Where everybody stood after a turn."""

    turn: int
    round: int
    revision: int
    fame: list[int]
    money: list[int]
    gap: list[int]


class History(Wire):
    ledger: list[LedgerLine]
    points: list[TurnPoint]
    moves: list[Played]


class Problem(Wire):
    """The one shape of every refusal."""

    code: str
    message: str
    reasons: list[ReasonWire] = []
    revision: int | None = None


class Done(Wire):
    revision: int
    seq: int
    warnings: list[ReasonWire] = []


class Me(Wire):
    """Who this page is, and what it may do."""

    role: Role
    seat: str | None
    csrf: str
    lan: bool
    language: Language | None = None
    version: str
    demo: bool = False


class Hint(Wire):
    move: str
    key: str
    facts: dict[str, Fact]
    value: float


class Hints(Wire):
    hints: list[Hint]


class Why(Wire):
    target: str
    reasons: list[ReasonWire]


# What a page may ask.


class MoveRequest(Wire):
    move: MoveText
    revision: int = Field(ge=0)


class RevisionRequest(Wire):
    revision: int = Field(ge=0)


class GotoRequest(Wire):
    revision: int = Field(ge=0)
    target: int = Field(ge=0)


class AnswerRequest(Wire):
    question: Word
    choice: Word
    revision: int = Field(ge=0)


class FixRequest(Wire):
    """Set one place of the record, written as `table.commands.FixRecord` says."""

    place: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9/_\-]*$", max_length=60)]
    value: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9 _\-]*$", max_length=200)]
    revision: int = Field(ge=0)


class ModeRequest(Wire):
    watching: bool


class NewGameRequest(Wire):
    seats: Annotated[list[Word], Field(min_length=2, max_length=4)]
    names: dict[Word, Annotated[str, StringConstraints(max_length=24, strip_whitespace=True)]] = {}
    modules: Annotated[list[Word], Field(max_length=8)] = []
    mixed: Annotated[list[Word], Field(max_length=4)] = []
    house: Annotated[dict[Word, bool | int | str], Field(max_length=60)] = {}


class PairRequest(Wire):
    token: Annotated[str, StringConstraints(min_length=8, max_length=200)]


class InviteRequest(Wire):
    role: Role
    seat: Word | None = None


class Invite(Wire):
    role: Role
    seat: str | None
    link: str
    qr_svg: str
