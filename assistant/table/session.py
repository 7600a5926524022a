"""The one writer: holds the game, takes commands from page and readings from camera, records, tells.

`do` and `observe` may be called from any thread; a lock makes them one after the other. Nothing is told before it is
stored. Listeners are called in the order of the events, after the lock is released, and should return at once.
"""

import secrets
import threading
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from assistant.editions import load_edition
from assistant.engine.core.history import History, HistoryError, replay
from assistant.engine.core.log import LogError, parse_log
from assistant.engine.core.moves import CHANCE, NOBODY, IllegalMoveError, InvalidMoveError, Move, parse_move
from assistant.engine.core.verdict import Reason
from assistant.engine.rajas.box import Edition
from assistant.engine.rajas.game import RajasGame, game_of_log
from assistant.engine.rajas.setup import Setup
from assistant.engine.rajas.state import State
from assistant.table import announcements, hints
from assistant.table.book import Book, LoggedMove
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
from assistant.table.outbox import Listener, Outbox
from assistant.table.store import Store, StoreError
from assistant.table.tape import Tape
from assistant.table.watch import Finding, Watch

RECHECKS = 3
"""Records one calm picture may lead to before the next is waited for."""
LAST_MOVES = 12
"""How many of the latest moves a snapshot carries."""


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

    def __init__(self, book: Book, below: Callable[[int], int] = secrets.randbelow, watch: Watch | None = None) -> None:
        self.book = book
        self.game = book.game
        self.game_id = book.game_id
        self._below = below
        self._lock = threading.RLock()
        self._outbox = Outbox()
        self._camera = False
        self._mode = Mode.MANUAL
        self._question: Question | None = None
        self._complaint: Complaint | None = None
        self.watch = watch or Watch(self.game)
        self.watch.past = self.book.line
        self._leds = hints.intents(self.game, self.state, None, None)
        self.tape: Tape | None = None

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
        return cls(Book(store, name, game, History(game, fresh)), below)

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
            return cls(Book(store, game_id, game, replay(game, kept)), below)
        except LogError as error:
            raise StoreError(f"game {game_id} cannot be resumed: {error}") from error

    @classmethod
    def bring_in(
        cls,
        store: Store,
        text: str,
        *,
        edition: Edition | None = None,
        below: Callable[[int], int] = secrets.randbelow,
    ) -> "Session":
        """Import an exported game under a new id, judged move by move first. Raises LogError or StoreError."""
        kept = parse_log(text)
        replay(game_of_log(kept, edition or load_edition()), kept)
        game_id = uuid.uuid4().hex[:12]
        store.bring_in(text, game_id)
        return cls.resume(store, game_id, edition=edition, below=below)

    # Looking.

    @property
    def revision(self) -> int:
        """Number of the last line of the log."""
        return self.book.revision

    @property
    def state(self) -> State:
        """The engine's state now; read it, never change it."""
        return self.book.state

    def snapshot(self) -> SessionSnapshot:
        """Everything at this moment, consistent in itself."""
        with self._lock:
            line = self.book.line()
            return SessionSnapshot(
                game_id=self.game_id,
                revision=self.revision,
                event_seq=self._outbox.seq,
                state=self.state,
                names=tuple(self.book.names.items()),
                log_length=self.revision,
                mode=self._mode,
                camera=self._camera,
                pending=self.game.pending(self.state),
                actor=self._actor_name(),
                question=self._question,
                complaint=self._complaint,
                last_moves=tuple(self.book.logged(node.revision) for node in line[-LAST_MOVES:]),
                undo_depth=len(line),
                redo_depth=self.book.history.redo_depth,
                leds=self._leds,
            )

    def _actor_name(self) -> str:
        actor = self.game.actor(self.state)
        return {CHANCE: "chance", NOBODY: ""}[actor] if actor < 0 else self.game.seat_name(actor)

    def state_after(self, revision: int) -> State | None:
        """The state as it stood after a revision, None when there is no such revision."""
        with self._lock:
            try:
                return self.book.history.state_after(revision)
            except HistoryError:
                return None

    def line(self) -> tuple[LoggedMove, ...]:
        """All moves that led to where the game stands."""
        with self._lock:
            return tuple(self.book.logged(node.revision) for node in self.book.line())

    def export(self) -> str:
        """The game as the text of one file; `Session.bring_in` reads it."""
        return self.book.store.export(self.game_id)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with every event from now on; returns the way to stop that."""
        return self._outbox.subscribe(listener)

    # Commands.

    def do(self, command: Command) -> Outcome:
        """Carry out a command. Never raises for bad input: the outcome says what was wrong."""
        with self._lock:
            if self.tape is not None:
                self.tape.command(command)
            handler = _HANDLERS.get(type(command))
            if handler is None:
                return self._no("unknown_command", detail=f"{type(command).__name__} is no command of the session")
            try:
                outcome = handler(self, command)
            except StoreError as error:
                outcome = self._no("store_failed", detail=str(error))
        self._outbox.deliver()
        return outcome

    def _yes(self, warnings: tuple[Reason, ...] = ()) -> Outcome:
        return Outcome(True, "ok", self.revision, warnings=warnings)

    def _no(self, code: str, reasons: tuple[Reason, ...] = (), detail: str = "") -> Outcome:
        return Outcome(False, code, self.revision, reasons=reasons, detail=detail)

    def _play(self, command: PlayMove) -> Outcome:
        if command.revision != self.revision:
            return self._no("stale_revision", detail=f"the game is at revision {self.revision}")
        try:
            move = parse_move(command.move)
        except InvalidMoveError as error:
            return self._no("invalid_move", detail=str(error))
        if command.seat is not None and command.seat not in self.game.setup.seats:
            return self._no("unknown_seat", detail=f"nobody sits at {command.seat!r:.40}")
        if self.game.actor(self.state) == NOBODY:
            return self._no("game_over")
        verdict = self.game.judge(self.state, move, self._voice(command.seat))
        if not verdict.ok:
            return self._no("illegal_move", verdict.reasons)
        self._record([move], Source.PAGE)
        self._recheck()
        return self._yes(verdict.warnings)

    def _voice(self, seat: str | None) -> str | None:
        """Whose right to move is judged: a player enters the dice of his own turn although chance decides them."""
        turn = self.state.seat
        entering_chance = self.game.actor(self.state) == CHANCE and (turn < 0 or self.game.seat_name(turn) == seat)
        return None if entering_chance else seat

    def _roll(self, command: RollFor) -> Outcome:
        if self.game.actor(self.state) != CHANCE:
            return self._no("no_chance", detail="nothing waits to be rolled, drawn or turned up")
        self._record([self.game.draw(self.state, self._draw)], Source.MACHINE)
        return self._yes()

    def _draw(self, below: int) -> int:
        number = self._below(below)
        if self.tape is not None:
            self.tape.number(number)
        return number

    def _answer(self, command: Answer) -> Outcome:
        question = self._question
        if question is None or question.id != command.question_id:
            return self._no("no_such_question", detail="that question is not open any more")
        if command.choice == "other":
            self._drop_question()
            self.watch.dismiss()
            self._set_mode(Mode.SYNCED, "mode-other")
            return self._yes()
        chosen = next((one for one in question.choices if one.id == command.choice), None)
        if chosen is None:
            return self._no("no_such_choice", detail=f"there is no answer {command.choice!r:.40}")
        if chosen.undo:
            self.book.travel("undo", chosen.undo)
            self._tell(TakenBack, what="undo", moves=chosen.undo)
            self._after_change()
        self._record([parse_move(text) for text in chosen.moves], Source.ANSWER)
        self._recheck()
        return self._yes()

    def _undo(self, command: Undo) -> Outcome:
        steps = self.book.turn_length() if command.whole_turn else command.steps
        return self._travel("undo", steps, "nothing_to_undo")

    def _redo(self, command: Redo) -> Outcome:
        return self._travel("redo", command.steps, "nothing_to_redo")

    def _branch(self, command: BranchFrom) -> Outcome:
        return self._travel("branch", command.revision, "no_such_revision")

    def _travel(self, what: str, number: int, code: str) -> Outcome:
        if not isinstance(number, int) or isinstance(number, bool):
            return self._no(code, detail=f"{number!r:.40} is no whole number")
        try:
            self.book.travel(what, number)
        except HistoryError as error:
            return self._no(code, detail=str(error))
        self._tell(TakenBack, what=what, moves=number)
        self._after_change()
        self._recheck()
        return self._yes()

    def _fix(self, command: FixRecord) -> Outcome:
        try:
            state = fixed(self.state, str(command.place), str(command.value))
        except FixError as error:
            return self._no(error.code, detail=str(error))
        return self._correct(state, (command.place,))

    def _accept(self, command: AcceptAsPlayed) -> Outcome:
        """The table wins: every difference is taken over as seen."""
        complaint = self._complaint
        if complaint is None or not complaint.differences:
            return self._no("nothing_to_accept", detail="table and record do not differ")
        state = self.watch.as_seen(self.state, complaint)
        if state is None:
            return self._no("nothing_to_accept", detail="the table cannot be read well enough to take it over")
        return self._correct(state, tuple(one.place for one in complaint.differences))

    def _correct(self, state: State, places: tuple[str, ...]) -> Outcome:
        self.book.correct(state)
        self._tell(RecordFixed, places=places)
        self._after_change()
        self._recheck()
        return self._yes()

    def _switch(self, command: SetMode) -> Outcome:
        wanted: object = command.camera
        if not isinstance(wanted, bool):
            return self._no("bad_value", detail=f"{wanted!r:.40} is neither true nor false")
        self._camera = wanted
        self.watch.forget()
        self._drop_question()
        self._drop_complaint()
        mode, why = (Mode.SETTLING, "mode-camera-on") if self._camera else (Mode.MANUAL, "mode-camera-off")
        self._set_mode(mode, why)
        return self._yes()

    # Readings.

    def observe(self, observation: object) -> Outcome:
        """Feed one reading of the camera (`assistant.vision.readings.Observation`). Never raises for bad input."""
        with self._lock:
            if self.tape is not None:
                self.tape.reading(observation)
            if not self._camera:
                return self._no("camera_off", detail="switch the camera on first (SetMode)")
            finding = self.watch.look(self.state, observation, self.revision)
            if finding is None:
                return self._no("bad_reading", detail="this is no reading of the table")
            outcome = self._act_on(finding)
        self._outbox.deliver()
        return outcome

    def observe_main(self, reading: object) -> None:
        """Feed a reading of the game board (`table.mapping.MainReading`), or None when there is none any more."""
        with self._lock:
            if self.tape is not None:
                self.tape.main(reading)
            self.watch.see_main(reading)

    def _recheck(self, depth: int = 0) -> None:
        """Compare the last calm picture with a record that has changed; a picture leads to few records at once."""
        finding = self.watch.again(self.state, self.revision) if self._camera and depth < RECHECKS else None
        if finding is not None:
            self._act_on(finding, depth)

    def _act_on(self, finding: Finding, depth: int = 0) -> Outcome:
        try:
            if finding.undo:
                self.book.travel("undo", finding.undo)
                self._tell(TakenBack, what="undo", moves=finding.undo)
                self._after_change()
            if finding.moves:
                self._record([parse_move(text) for text in finding.moves], Source.CAMERA)
            if finding.undo or finding.moves:
                self._recheck(depth + 1)
                return self._yes()
            if not finding.keep:
                self._ask(finding.question)
                self._complain(finding.complaint)
            self._set_mode(finding.mode, finding.why)
        except StoreError as error:
            return self._no("store_failed", detail=str(error))
        return self._yes()

    def _ask(self, question: Question | None) -> None:
        if question is None:
            self._drop_question()
        elif self._question is None or self._question.choices != question.choices:
            self._drop_question()
            self._question = question
            self._tell(QuestionAsked, question=question)
            self._refresh_leds()

    def _complain(self, complaint: Complaint | None) -> None:
        if complaint is None:
            self._drop_complaint()
        elif complaint != self._complaint:
            self._complaint = complaint
            self.book.store.note(self.game_id, self.revision, "desync", repr(complaint)[:2000])
            self._tell(DesyncFound, complaint=complaint)
            self._refresh_leds()

    # Recording.

    def _record(self, moves: Sequence[Move], source: Source) -> None:
        """Record judged moves in one transaction and tell. Raises StoreError; then nothing is recorded."""
        if not moves:
            return
        before, earlier = self.revision, self.state
        try:
            entries = self.book.record(moves, source)
        except IllegalMoveError:
            # The position has moved on since the moves were proposed; the next picture proposes anew.
            self.watch.record_changed()
            return
        for entry in entries:
            fields = {"move": entry.move, "by": entry.by, "source": source, "flag": entry.flag}
            self._outbox.put(MoveRecorded, entry.revision, **fields)
        nodes = [node for node in self.book.line() if node.revision > before]
        for key, facts in announcements.for_moves(self.game, earlier, nodes):
            self._tell(Announcement, key=key, facts=facts)
        if self.state.over:
            self._tell(GameOver, ranking=tuple(self.game.ranking(self.state)))
        self._after_change()

    def _after_change(self) -> None:
        self._drop_question()
        self._drop_complaint()
        self.watch.record_changed()
        if self._mode in (Mode.AMBIGUOUS, Mode.DESYNC):
            self._set_mode(Mode.SYNCED, "mode-agreed")
        self._refresh_leds()

    # Telling.

    def _drop_question(self) -> None:
        if self._question is not None:
            gone, self._question = self._question, None
            self._tell(QuestionGone, question_id=gone.id)
            self._refresh_leds()

    def _drop_complaint(self) -> None:
        if self._complaint is not None:
            self._complaint = None
            self._tell(DesyncGone)
            self._refresh_leds()

    def _set_mode(self, mode: Mode, why: str) -> None:
        if mode != self._mode:
            old, self._mode = self._mode, mode
            self.book.store.note(self.game_id, self.revision, "mode", f"{old.value} {mode.value} {why}")
            self._tell(ModeChanged, old=old, new=mode, why=why)

    def _refresh_leds(self) -> None:
        new = hints.intents(self.game, self.state, self._question, self._complaint)
        if new != self._leds:
            self._leds = new
            self._tell(LedIntents, intents=new)

    def _tell(self, kind: Callable[..., Any], **fields: Any) -> None:  # noqa: ANN401
        self._outbox.put(kind, self.revision, **fields)


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
