"""The table's session behind the face the web room works with."""

import itertools
import threading
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from assistant.engine.core.history import Node
from assistant.engine.core.moves import InvalidMoveError, Move, parse_move
from assistant.engine.core.verdict import Reason
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.house import SetupError, house_rules
from assistant.engine.rajas.rounds import gap
from assistant.engine.rajas.setup import Setup
from assistant.engine.rajas.state import State
from assistant.table import commands
from assistant.table.events import Announcement, Complaint, Event, Question
from assistant.table.session import Session, SessionSnapshot
from assistant.table.store import StoreError
from assistant.web import schemas as wire
from assistant.web.desk import Answer, Moment
from assistant.web.hints import best_moves
from assistant.web.view import played_view

LAST_MOVES = 14
CODES = {
    "stale_revision": "stale",
    "illegal_move": "illegal",
    "invalid_move": "illegal",
    "unknown_seat": "unknown",
    "no_such_question": "none",
    "no_such_choice": "unknown",
    "no_such_revision": "unknown",
    "store_failed": "store",
}
"""The session's codes in the web room's words; the others are kept."""


class Camera(Protocol):
    """What a camera offers the page. Pictures are masked already: nothing outside the boards leaves the program."""

    def frame_jpeg(self) -> bytes | None: ...

    def crop_jpeg(self, region: str) -> bytes | None: ...

    def readings(self) -> dict[str, Any]: ...


Begin = Callable[[Setup, dict[str, str]], Session]


class SessionDesk:
    """One session at a time; a new game takes its place and the pages stay."""

    def __init__(self, session: Session, camera: Camera | None = None, begin: Begin | None = None) -> None:
        self.session = session
        self.camera = camera
        self._begin = begin or self._begin_in_store
        self._lock = threading.RLock()
        self._listeners: list[Callable[[dict[str, Any]], None]] = []
        self._offset = 0
        self._leave = session.subscribe(self._heard)

    def _begin_in_store(self, setup: Setup, names: dict[str, str]) -> Session:
        return Session.begin(self.session.book.store, setup, edition=self.session.game.edition, names=names)

    @property
    def game(self) -> RajasGame:
        return self.session.game

    # Telling.

    def subscribe(self, listener: Callable[[dict[str, Any]], None]) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _heard(self, event: Event) -> None:
        message: dict[str, Any] = {"kind": type(event).__name__, "seq": event.seq + self._offset}
        if isinstance(event, Announcement):
            message |= {"kind": "say", "key": event.key, "facts": dict(event.facts)}
        for listener in list(self._listeners):
            listener(message)

    # Looking.

    def moment(self) -> Moment:
        now = self.session.snapshot()
        complaint = now.complaint
        return Moment(
            state=now.state,
            revision=now.revision,
            seq=now.event_seq + self._offset,
            game_id=now.game_id,
            names=dict(now.names),
            last=tuple(self._line(LAST_MOVES)),
            sync=now.mode.value,
            parts=self._parts(now),
            question=_question(now.question, self.camera) if now.question else None,
            differences=_differences(complaint, self.camera) if complaint else (),
            notes=complaint.reasons if complaint else (),
            lights=tuple((one.place, one.meaning.value) for one in now.leds),
            can_undo=now.undo_depth > 0,
            can_redo=now.redo_depth > 0,
        )

    def _parts(self, now: SessionSnapshot) -> tuple[wire.PartState, ...]:
        if self.camera is None:
            return (wire.PartState(name="camera", state="off"),)
        return (wire.PartState(name="camera", state="on" if now.camera else "off"),)

    def _line(self, most: int | None = None) -> list[wire.Played]:
        """The moves that led here, the last `most` of them, with what each brought."""
        nodes = self.session.book.line()
        first = self.session.book.history.nodes[0].state
        before = [first, *(node.state for node in nodes)]
        pairs = list(zip(nodes, before, strict=False))
        return [_played(self.game, node, state) for node, state in (pairs[-most:] if most else pairs)]

    def at(self, revision: int) -> State | None:
        return self.session.state_after(revision)

    def history(self) -> wire.History:
        moves = self._line()
        nodes = self.session.book.line()
        points = [_point(node) for node, after in itertools.pairwise(nodes) if after.state.turn != node.state.turn]
        if nodes:
            points.append(_point(nodes[-1]))
        ledger = [
            wire.LedgerLine(turn=move.turn, seat=gain.seat, track=gain.track, amount=gain.amount, source=gain.source)
            for move in moves
            for gain in move.gains
        ]
        return wire.History(ledger=ledger, points=points, moves=moves)

    # Asking.

    def _do(self, command: commands.Command, revision: int | None = None) -> Answer:
        with self._lock:
            if revision is not None and revision != self.session.revision:
                return self._no("stale", f"The table is at {self.session.revision}, this page at {revision}.")
            outcome = self.session.do(command)
        code = "" if outcome.ok else CODES.get(outcome.code, outcome.code)
        return Answer(outcome.revision, self.moment_seq(), code, outcome.detail, outcome.reasons, outcome.warnings)

    def moment_seq(self) -> int:
        return self.session.snapshot().event_seq + self._offset

    def _no(self, code: str, message: str, reasons: tuple[Reason, ...] = ()) -> Answer:
        return Answer(self.session.revision, self.moment_seq(), code, message, reasons)

    def play(self, move: str, seat: str | None, revision: int) -> Answer:
        return self._do(commands.PlayMove(move, seat, revision))

    def chance(self, revision: int) -> Answer:
        return self._do(commands.RollFor(), revision)

    def undo(self, revision: int) -> Answer:
        return self._do(commands.Undo(), revision)

    def redo(self, revision: int) -> Answer:
        return self._do(commands.Redo(), revision)

    def goto(self, target: int, revision: int) -> Answer:
        return self._do(commands.BranchFrom(target), revision)

    def answer(self, question: str, choice: str, revision: int) -> Answer:
        return self._do(commands.Answer(question, choice))

    def fix(self, place: str, value: str, revision: int) -> Answer:
        return self._do(commands.FixRecord(place, value), revision)

    def accept(self, revision: int) -> Answer:
        return self._do(commands.AcceptAsPlayed(), revision)

    def watch(self, watching: bool) -> Answer:
        if watching and self.camera is None:
            return self._no("none", "This table has no camera; choose one in the set-up.")
        return self._do(commands.SetMode(watching))

    def new_game(self, request: wire.NewGameRequest) -> Answer:
        """Begin another game in the same store; pages follow by the new game's id."""
        try:
            house = house_rules(request.house)
            setup = Setup(tuple(request.seats), tuple(request.modules), tuple(request.mixed), house)
            fresh = self._begin(setup, dict(request.names))
        except (SetupError, StoreError, ModuleNotFoundError) as error:
            return self._no("setup", str(error))
        with self._lock:
            self._leave()
            self._offset = self.moment_seq() + 1
            self.session = fresh
            self._leave = fresh.subscribe(self._heard)
        for listener in list(self._listeners):
            listener({"kind": "game", "seq": self._offset})
        return Answer(fresh.revision, self._offset)

    def hints(self, count: int) -> list[wire.Hint]:
        return best_moves(self.game, self.session.state, count)

    def game_file(self) -> bytes:
        return self.session.export().encode()

    def camera_frame(self) -> bytes | None:
        return self.camera.frame_jpeg() if self.camera else None

    def picture(self, name: str) -> bytes | None:
        return self.camera.crop_jpeg(name) if self.camera else None

    def readings(self) -> dict[str, Any]:
        return self.camera.readings() if self.camera else {}


def _played(game: RajasGame, node: Node[State], before: State) -> wire.Played:
    try:
        move = parse_move(node.move)
    except InvalidMoveError:
        move = Move("correct")
    return played_view(game, node.revision, move, before, node.state)


def _point(node: Node[State]) -> wire.TurnPoint:
    s = node.state
    return wire.TurnPoint(
        turn=s.turn,
        round=s.round,
        revision=node.revision,
        fame=[player.fame for player in s.players],
        money=[player.money for player in s.players],
        gap=[gap(s, seat) for seat in range(len(s.players))],
    )


def _picture(camera: Camera | None, region: str) -> str | None:
    """Where the picture of a region is; None when the camera cannot show it (a board it does not know)."""
    known = camera is not None and region and camera.crop_jpeg(region) is not None
    return f"/api/camera/crop/{region}" if known else None


def _question(question: Question, camera: Camera | None) -> wire.QuestionNow:
    choices = [
        wire.QuestionChoice(id=one.id, key=one.key, facts=dict(one.facts), moves=list(one.moves))
        for one in question.choices
    ]
    return wire.QuestionNow(
        id=question.id,
        key=question.key,
        facts=dict(question.facts),
        seat=question.seat or None,
        choices=choices,
        picture=_picture(camera, question.seat or ""),
    )


def _differences(complaint: Complaint, camera: Camera | None) -> tuple[wire.DifferenceNow, ...]:
    def one(place: str, seen: str, expected: str, crop: str) -> wire.DifferenceNow:
        area = place.split("/", maxsplit=1)[0]
        seat = area if area not in ("display", "main") else None
        picture = _picture(camera, crop.replace("/", "."))
        return wire.DifferenceNow(place=place, seat=seat, seen=seen, expected=expected, picture=picture)

    return tuple(one(d.place, d.seen, d.expected, d.crop) for d in complaint.differences)


def repairs(complaint: Complaint) -> Sequence[tuple[str, dict[str, Any]]]:
    """The repair sentences of a complaint as keys and facts."""
    return [(key, dict(facts)) for key, facts in complaint.repair]
