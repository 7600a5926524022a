"""The one writer: holds the game, takes commands from page and readings from camera, records, tells.

`do` and `observe` may be called from any thread; a lock makes them one after the other. Nothing is told before it is
stored. Listeners are called in the order of the events, after the lock is released, and should return at once.
"""

import logging
import secrets
import threading
import uuid
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from assistant.editions import load_edition
from assistant.engine.core.history import History, HistoryError, replay
from assistant.engine.core.log import GameLog, LogError
from assistant.engine.core.moves import CHANCE, NOBODY, InvalidMoveError, Move, parse_move
from assistant.engine.rajas.box import Edition
from assistant.engine.rajas.game import RajasGame, game_of_log
from assistant.engine.rajas.setup import Setup
from assistant.engine.rajas.state import State
from assistant.table import announcements, hints
from assistant.table.commands import (
    AcceptAsPlayed,
    Answer,
    BranchFrom,
    Command,
    FixRecord,
    Outcome,
    PlayMove,
    Redo,
    RollFor,
    SetMode,
    Undo,
)
from assistant.table.correction import FixError, fixed
from assistant.table.events import (
    Announcement,
    Complaint,
    DesyncFound,
    DesyncGone,
    Event,
    GameOver,
    LedIntent,
    LedIntents,
    Mode,
    ModeChanged,
    MoveRecorded,
    Question,
    QuestionAsked,
    QuestionGone,
    RecordFixed,
    Source,
    TakenBack,
)
from assistant.table.store import Store, StoreError
from assistant.table.watch import Finding, Watch

Listener = Callable[[Event], None]
log = logging.getLogger(__name__)

LAST_MOVES = 12
"""How many of the latest moves a snapshot carries."""


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """A move of the line that led here."""

    revision: int
    by: str
    move: str
    source: str
    flag: str


@dataclass(frozen=True, slots=True)
class SessionSnapshot:
    """Everything a late joiner needs. `state` is the engine's value: read it, never change it."""

    game_id: str
    revision: int
    event_seq: int
    state: State
    names: tuple[tuple[str, str], ...]
    log_length: int
    mode: Mode
    camera: bool
    pending: str
    actor: str
    """A seat, `chance`, or empty when the game is over."""
    question: Question | None
    complaint: Complaint | None
    last_moves: tuple[LoggedMove, ...]
    undo_depth: int
    redo_depth: int
    leds: tuple[LedIntent, ...]


class Session:
    """One game at the table. Build it with `Session.begin`, `Session.resume` or `Session.bring_in`."""

    def __init__(
        self,
        store: Store,
        game_id: str,
        game: RajasGame,
        history: History[State],
        below: Callable[[int], int] = secrets.randbelow,
    ) -> None:
        self.store = store
        self.game_id = game_id
        self.game = game
        self._history = history
        self._below = below
        self._names = store.game(game_id).names
        self._sources = store.sources(game_id)
        self._lock = threading.RLock()
        self._delivery = threading.RLock()
        self._listeners: list[Listener] = []
        self._outbox: deque[Event] = deque()
        self._seq = 0
        self._camera = False
        self._mode = Mode.MANUAL
        self._question: Question | None = None
        self._complaint: Complaint | None = None
        self._leds: tuple[LedIntent, ...] = ()
        self._watch = Watch(game)
        self._leds = hints.intents(game, history.state, None, None)

    # Beginning.

    @classmethod
    def begin(
        cls,
        store: Store,
        setup: Setup,
        *,
        edition: Edition | None = None,
        names: dict[str, str] | None = None,
        game_id: str | None = None,
        box: str = "",
        below: Callable[[int], int] = secrets.randbelow,
    ) -> "Session":
        """A new game. Raises StoreError when the disk refuses, SetupError (from Setup) before that."""
        game = RajasGame(edition or load_edition(), setup)
        name = game_id or uuid.uuid4().hex[:12]
        fresh = game.new_log()
        store.create(name, fresh.header, names or {}, box)
        return cls(store, name, game, History(game, fresh), below)

    @classmethod
    def resume(
        cls,
        store: Store,
        game_id: str,
        *,
        edition: Edition | None = None,
        below: Callable[[int], int] = secrets.randbelow,
    ) -> "Session":
        """A game of the store, rebuilt from its log. Raises StoreError naming what is wrong."""
        try:
            kept = store.log(game_id)
            game = game_of_log(kept, edition or load_edition())
            return cls(store, game_id, game, replay(game, kept), below)
        except LogError as error:
            raise StoreError(f"game {game_id} cannot be resumed: {error}") from error

    @classmethod
    def bring_in(cls, store: Store, text: str, *, edition: Edition | None = None) -> "Session":
        """Import an exported game under a new id, judged move by move first. Raises LogError or StoreError."""
        from assistant.engine.core.log import parse_log  # noqa: PLC0415

        kept = parse_log(text)
        game = game_of_log(kept, edition or load_edition())
        replay(game, kept)
        game_id = uuid.uuid4().hex[:12]
        store.bring_in(text, game_id)
        return cls.resume(store, game_id, edition=edition)

    # Looking.

    @property
    def revision(self) -> int:
        return self._history.revision

    @property
    def state(self) -> State:
        """The engine's state now; read it, never change it."""
        return self._history.state

    def snapshot(self) -> SessionSnapshot:
        """Everything at this moment, consistent in itself."""
        with self._lock:
            state, line = self.state, self._history.line()
            actor = self.game.actor(state)
            return SessionSnapshot(
                game_id=self.game_id,
                revision=self.revision,
                event_seq=self._seq,
                state=state,
                names=tuple(self._names.items()),
                log_length=len(self._history.log.entries),
                mode=self._mode,
                camera=self._camera,
                pending=self.game.pending(state),
                actor={CHANCE: "chance", NOBODY: ""}.get(actor) or ("" if actor < 0 else self.game.seat_name(actor)),
                question=self._question,
                complaint=self._complaint,
                last_moves=tuple(self._logged(node.revision) for node in line[-LAST_MOVES:]),
                undo_depth=len(line),
                redo_depth=self._history.redo_depth,
                leds=self._leds,
            )

    def state_after(self, revision: int) -> State | None:
        """The state as it stood after a revision, None when there is no such revision."""
        with self._lock:
            try:
                return self._history.state_after(revision)
            except HistoryError:
                return None

    def line(self) -> tuple[LoggedMove, ...]:
        """All moves that led to where the game stands."""
        with self._lock:
            return tuple(self._logged(node.revision) for node in self._history.line())

    def _logged(self, revision: int) -> LoggedMove:
        entry = self._history.log.entries[revision - 1]
        return LoggedMove(revision, entry.by, entry.move, self._sources.get(revision, ""), entry.flag)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with every event from now on; returns the way to stop that."""
        with self._delivery:
            self._listeners.append(listener)

        def unsubscribe() -> None:
            with self._delivery:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return unsubscribe

    # Commands.

    def do(self, command: Command) -> Outcome:
        """Carry out a command. Never raises for bad input: the outcome says what was wrong."""
        with self._lock:
            handler = _HANDLERS.get(type(command))
            if handler is None:
                return self._no("unknown_command", detail=f"{type(command).__name__} is no command of the session")
            outcome = handler(self, command)
        self._deliver()
        return outcome

    def _yes(self, warnings: tuple[object, ...] = ()) -> Outcome:
        return Outcome(True, "ok", self.revision, warnings=warnings)  # type: ignore[arg-type]

    def _no(self, code: str, reasons: tuple[object, ...] = (), detail: str = "") -> Outcome:
        return Outcome(False, code, self.revision, reasons=reasons, detail=detail)  # type: ignore[arg-type]

    def _play(self, command: PlayMove) -> Outcome:
        if command.revision != self.revision:
            return self._no("stale_revision", detail=f"the game is at revision {self.revision}")
        try:
            move = parse_move(command.move)
        except InvalidMoveError as error:
            return self._no("invalid_move", detail=str(error))
        seat = command.seat
        if seat is not None and seat not in self.game.setup.seats:
            return self._no("unknown_seat", detail=f"nobody sits at {seat!r:.40}")
        actor = self.game.actor(self.state)
        if actor == NOBODY:
            return self._no("game_over")
        # The dice of a player are entered by that player too, although chance decides them.
        voice = None if actor == CHANCE and self._may_enter_chance(seat) else seat
        verdict = self.game.judge(self.state, move, voice)
        if not verdict.ok:
            return self._no("illegal_move", verdict.reasons)
        refused = self._record([move], Source.PAGE)
        return refused or self._yes(verdict.warnings)

    def _may_enter_chance(self, seat: str | None) -> bool:
        turn = self.state.seat
        return seat is None or turn < 0 or self.game.seat_name(turn) == seat

    def _roll(self, command: RollFor) -> Outcome:
        if self.game.actor(self.state) != CHANCE:
            return self._no("no_chance", detail="nothing waits to be rolled, drawn or turned up")
        return self._record([self.game.draw(self.state, self._below)], Source.MACHINE) or self._yes()

    def _answer(self, command: Answer) -> Outcome:
        question = self._question
        if question is None or question.id != command.question_id:
            return self._no("no_such_question", detail="that question is not open any more")
        if command.choice == "other":
            self._drop_question()
            self._watch.dismiss()
            self._set_mode(Mode.SYNCED, "mode-other")
            return self._yes()
        chosen = next((one for one in question.choices if one.id == command.choice), None)
        if chosen is None:
            return self._no("no_such_choice", detail=f"there is no answer {command.choice!r:.40}")
        refused = self._record([parse_move(text) for text in chosen.moves], Source.CAMERA)
        if refused:
            return refused
        self._recheck()
        return self._yes()

    def _undo(self, command: Undo) -> Outcome:
        steps = self._turn_length() if command.whole_turn else command.steps
        return self._travel("undo", steps, "nothing_to_undo")

    def _redo(self, command: Redo) -> Outcome:
        return self._travel("redo", command.steps, "nothing_to_redo")

    def _branch(self, command: BranchFrom) -> Outcome:
        return self._travel("branch", command.revision, "no_such_revision")

    def _travel(self, what: str, number: int, code: str) -> Outcome:
        if not isinstance(number, int) or isinstance(number, bool):
            return self._no(code, detail=f"{number!r:.40} is no whole number")
        try:
            getattr(self._history, what)(number)
        except HistoryError as error:
            return self._no(code, detail=str(error))
        refused = self._keep(1, Source.PAGE)
        if refused:
            return refused
        self._emit(TakenBack, what=what, moves=number)
        self._after_change()
        self._recheck()
        return self._yes()

    def _turn_length(self) -> int:
        """Moves since the turn under way began; at a turn's beginning those of the turn before."""
        line = self._history.line()
        steps = 0
        for node in reversed(line):
            steps += 1
            if node.move.startswith(("place ", "pass")):
                break
        return max(steps, 1)

    def _fix(self, command: FixRecord) -> Outcome:
        try:
            state = fixed(self.state, str(command.place), str(command.value))
        except FixError as error:
            return self._no(error.code, detail=str(error))
        return self._correct(state, (command.place,)) or self._yes()

    def _accept(self, command: AcceptAsPlayed) -> Outcome:
        """The table wins: every difference is taken over as seen."""
        complaint = self._complaint
        if complaint is None or not complaint.differences:
            return self._no("nothing_to_accept", detail="table and record do not differ")
        state = self._watch.as_seen(self.state, complaint)
        if state is None:
            return self._no("nothing_to_accept", detail="the table cannot be read well enough to take it over")
        return self._correct(state, tuple(one.place for one in complaint.differences)) or self._yes()

    def _correct(self, state: State, places: tuple[str, ...]) -> Outcome | None:
        self._history.correct(self.game.to_json(state))
        refused = self._keep(1, Source.CORRECTION)
        if refused:
            return refused
        self._emit(RecordFixed, places=places)
        self._after_change()
        self._recheck()
        return None

    def _switch(self, command: SetMode) -> Outcome:
        self._camera = bool(command.camera)
        self._watch.forget()
        self._drop_question()
        self._drop_complaint()
        if self._camera:
            self._set_mode(Mode.SETTLING, "mode-camera-on")
        else:
            self._set_mode(Mode.MANUAL, "mode-camera-off")
        return self._yes()

    # Readings.

    def observe(self, observation: object) -> Outcome:
        """Feed one reading of the camera (`assistant.vision.readings.Observation`). Never raises for bad input."""
        with self._lock:
            if not self._camera:
                return self._no("camera_off")
            finding = self._watch.look(self.state, observation, self._complaint)
            if finding is None:
                return self._no("bad_reading")
            self._act_on(finding)
        self._deliver()
        return self._yes()

    def observe_main(self, reading: object) -> None:
        """Feed a reading of the game board (`table.mapping.MainReading`), or None when there is none any more."""
        with self._lock:
            self._watch.see_main(reading)

    def _recheck(self) -> None:
        """Compare the last calm picture with a record that has changed."""
        finding = self._watch.again(self.state) if self._camera else None
        if finding is not None:
            self._act_on(finding)

    def _act_on(self, finding: Finding) -> None:
        if finding.moves:
            if self._record([parse_move(text) for text in finding.moves], Source.CAMERA) is None:
                self._recheck()
            return
        if finding.undo:
            self._travel("undo", finding.undo, "nothing_to_undo")
            return
        if finding.question is None:
            self._drop_question()
        elif self._question is None or self._question.choices != finding.question.choices:
            self._drop_question()
            self._question = finding.question
            self._emit(QuestionAsked, question=finding.question)
            self._refresh_leds()
        self._complain(finding.complaint)
        self._set_mode(finding.mode, finding.why)

    def _complain(self, complaint: Complaint | None) -> None:
        if complaint is None:
            self._drop_complaint()
        elif complaint != self._complaint:
            self._complaint = complaint
            self.store.note(self.game_id, self.revision, "desync", repr(complaint)[:2000])
            self._emit(DesyncFound, complaint=complaint)
            self._refresh_leds()

    # Recording.

    def _record(self, moves: list[Move], source: Source) -> Outcome | None:
        """Record judged moves in one transaction; returns the refusal, or None when all is stored and told."""
        before = self._history.revision
        for move in moves:
            if not self.game.judge(self.state, move).ok:
                self._rebuild(before)
                return self._no("illegal_move", detail=str(move))
            self._history.record(move)
        refused = self._keep(len(moves), source)
        if refused:
            return refused
        for entry in self._history.log.entries[before:]:
            self._emit_at(entry.revision, MoveRecorded, move=entry.move, by=entry.by, source=source, flag=entry.flag)
        self._announce(before)
        self._after_change()
        return None

    def _announce(self, before: int) -> None:
        nodes = [node for node in self._history.line() if node.revision > before]
        for key, facts in announcements.for_moves(self.game, self.state_after(before) or self.state, nodes):
            self._emit(Announcement, key=key, facts=facts)
        if self.state.over:
            self._emit(GameOver, ranking=tuple(self.game.ranking(self.state)))

    def _keep(self, count: int, source: Source) -> Outcome | None:
        """Store the last lines of the log; on failure the record goes back to what is on the disk."""
        entries = self._history.log.entries[-count:] if count else []
        try:
            self.store.append(self.game_id, entries, source.value)
        except StoreError as error:
            log.error("not recorded: %s", error)
            self._rebuild(self._history.revision - count)
            return self._no("store_failed", detail=str(error))
        self._sources.update({entry.revision: source.value for entry in entries})
        return None

    def _rebuild(self, revision: int) -> None:
        kept = GameLog(self._history.log.header, self._history.log.entries[:revision])
        self._history = replay(self.game, kept)

    def _after_change(self) -> None:
        self._drop_question()
        self._drop_complaint()
        self._watch.record_changed()
        if self._mode in (Mode.AMBIGUOUS, Mode.DESYNC):
            self._set_mode(Mode.SYNCED, "mode-agreed")
        self._refresh_leds()

    # Telling.

    def _drop_question(self) -> None:
        if self._question is not None:
            gone, self._question = self._question, None
            self._emit(QuestionGone, question_id=gone.id)
            self._refresh_leds()

    def _drop_complaint(self) -> None:
        if self._complaint is not None:
            self._complaint = None
            self._emit(DesyncGone)
            self._refresh_leds()

    def _set_mode(self, mode: Mode, why: str) -> None:
        if mode != self._mode:
            old, self._mode = self._mode, mode
            self.store.note(self.game_id, self.revision, "mode", f"{old.value} {mode.value} {why}")
            self._emit(ModeChanged, old=old, new=mode, why=why)

    def _refresh_leds(self) -> None:
        new = hints.intents(self.game, self.state, self._question, self._complaint)
        if new != self._leds:
            self._leds = new
            self._emit(LedIntents, intents=new)

    def _emit(self, kind: Callable[..., Event], **fields: object) -> None:
        self._emit_at(self.revision, kind, **fields)

    def _emit_at(self, revision: int, kind: Callable[..., Event], **fields: object) -> None:
        self._seq += 1
        self._outbox.append(kind(seq=self._seq, revision=revision, **fields))

    def _deliver(self) -> None:
        with self._delivery:
            while self._outbox:
                event = self._outbox.popleft()
                for listener in tuple(self._listeners):
                    try:
                        listener(event)
                    except Exception:
                        log.exception("a listener failed on %s", type(event).__name__)


_HANDLERS: dict[type, Callable[[Session, Any], Outcome]] = {
    PlayMove: Session._play,
    Answer: Session._answer,
    Undo: Session._undo,
    Redo: Session._redo,
    BranchFrom: Session._branch,
    AcceptAsPlayed: Session._accept,
    FixRecord: Session._fix,
    RollFor: Session._roll,
    SetMode: Session._switch,
}
