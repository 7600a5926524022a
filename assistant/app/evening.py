"""Robots at the simulated table, a session that watches them, and a record of everything that went well or not.

The robots play honestly (or with faults, see `evening_faults`), answer the session's questions as people do, and tap a
space on the page when nothing visible has changed. The true game is known, so every recorded state is compared.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from assistant.editions import load_edition
from assistant.engine.core.moves import Move, parse_move
from assistant.engine.rajas.choices import MARKET_CODES
from assistant.engine.rajas.setup import Setup, seats_for
from assistant.engine.rajas.state import State
from assistant.players.roster import make_bots
from assistant.sim.evening import Clock, Frame, SyntheticEye, perform, still
from assistant.sim.robots import DISPLAY_CELLS, Hands, Manner, PhysicalTable, Player, Turn
from assistant.table.commands import Answer, BranchFrom, PlayMove, SetMode, Undo
from assistant.table.events import Complaint, DesyncFound, Event, MoveRecorded, Question, QuestionAsked, Source
from assistant.table.mapping import MainReading
from assistant.table.session import Session
from assistant.table.snapshot import picture_of, table_key
from assistant.table.store import Store
from assistant.vision.readings import Observation

Key = tuple[object, ...]
OF_SPACES = ("place", "swap", "back", "again")
"""Moves that name a space; where two spaces are alike the record may hold the other of them."""


class Eye(Protocol):
    """Whatever turns a frame of the simulated table into a reading."""

    def observe(self, frame: Frame) -> Observation: ...


@dataclass(frozen=True, slots=True)
class Habits:
    """How people behave beside the table, in seconds."""

    answer_s: float = 1.2
    """From a question to the tap."""
    tap_s: float = 2.6
    """How long a player waits for the page to notice a turn before tapping the space."""
    give_up_s: float = 25.0
    """After this the turn is entered by hand."""
    play_on: int = 2
    """Turns nobody can see (a free space, nothing laid or rolled) after which people still just play on; they are asked
    about with the next turn that can be seen. 0: the space is tapped at once."""


@dataclass(slots=True)
class Figures:
    """What one game gave."""

    turns: int = 0
    """Workers placed."""
    tile_turns: int = 0
    """Turns of players without a worker, who took a yield tile instead (N4.2)."""
    wrong_states: int = 0
    taps: int = 0
    taps_on: Counter[str] = field(default_factory=Counter)
    """The taps of honest turns by the question answered, or `tap-` and what was told unasked."""
    questions: int = 0
    silent: int = 0
    """Turns recorded without a tap."""
    false_alarms: int = 0
    by_hand: int = 0
    """Turns that had to be entered move by move."""
    settle_s: list[float] = field(default_factory=list)
    notice_s: list[float] = field(default_factory=list)
    propose_s: list[float] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    wrong_rule: Counter[str] = field(default_factory=Counter)
    illegal_proposals: int = 0
    notes: list[str] = field(default_factory=list)


class Evening:
    """One game at the simulated table. `play` runs it to its end (or `turns`) and returns the figures."""

    def __init__(
        self,
        seed: int,
        players: int = 4,
        modules: tuple[str, ...] = (),
        *,
        bots: str = "greedy",
        main_camera: bool = False,
        manner: Manner | None = None,
        session: Session | None = None,
    ) -> None:
        self.rng = random.Random(seed)
        fresh = session or Session.begin(Store(":memory:"), Setup(seats_for(players), modules), edition=load_edition())
        self.session = fresh
        self.game = fresh.game
        self.table = PhysicalTable(self.game.setup.seats, np.random.default_rng(seed))
        self.hands = Hands(self.game, self.rng, manner)
        self.player = Player(self.game, make_bots(bots, players, self.rng, seed), self.rng)
        self.clock = Clock()
        self.eye: Eye = SyntheticEye(self.table, self.rng)
        self.habits = Habits()
        stacks = enumerate(self.game.rules.stacks)
        self.unseen = frozenset(number for number, name in stacks if name not in DISPLAY_CELLS)
        self.figures = Figures()
        self.main_camera = main_camera
        self.session.subscribe(self._hear)
        self.watch = self.session.watch
        self.truth: State
        self.truth, self._opening = self.player.opening()
        self.complaint: Complaint | None = None
        self.asked_s = 0.0
        self.moved_s = 0.0
        self.alarms = 0
        """Complaints about what was right, whenever they came."""
        self.recorded_by: list[Source] = []
        self.recorded_after_s = 0.0
        self.noticed_after_s = 0.0
        self.untold: list[Turn] = []
        """Turns nobody could see and nobody has told yet."""

    def key(self, state: State) -> Key:
        """What a state means; stacks beside the mat are seen by nobody."""
        return table_key(state, self.unseen)

    # The session's voice.

    def _hear(self, event: Event) -> None:
        if isinstance(event, QuestionAsked):
            self.figures.questions += 1
            self.asked_s = self.clock.t_s
            self._check_legal(event.question)
        elif isinstance(event, DesyncFound):
            self.alarms += 1
            self.complaint = event.complaint
            self.noticed_after_s = self.clock.t_s - self.moved_s
        elif isinstance(event, MoveRecorded):
            self.recorded_by.append(event.source)
            self.recorded_after_s = self.clock.t_s - self.moved_s

    def _check_legal(self, question: Question) -> None:
        """Not one illegal proposal: every answer offered must be playable."""
        for choice in question.choices:
            state = self.session.state
            if choice.undo:
                continue
            for text in choice.moves:
                if not self.game.judge(state, parse_move(text)).ok:
                    self.figures.illegal_proposals += 1
                    break
                state = self.game.apply(state, parse_move(text))

    def watch_frames(self, frames: Iterable[Frame]) -> None:
        """Show frames to the session."""
        for frame in frames:
            if frame.moving or frame.problem or (self.main_camera and "main" in frame.over):
                self.moved_s = frame.t_s
            if self.main_camera:
                self.session.observe_main(self._main_reading(frame))
            self.session.observe(self.eye.observe(frame))

    def _main_reading(self, frame: Frame) -> MainReading | None:
        main = self.table.main
        return MainReading(
            dict(main.workers), dict(main.boats), dict(main.money), dict(main.fame), dict(main.karma), dict(main.levels)
        )

    # A game.

    def play(self, turns: int | None = None) -> Figures:
        """Play to the end, or so many turns."""
        self.begin()
        while not self.truth.over and (turns is None or self.figures.turns < turns):
            self.one_turn()
        self.tell_untold()
        self.figures.false_alarms = self.alarms
        self.figures.propose_s = self.watch.propose_s
        return self.figures

    def begin(self) -> None:
        """Lay the table and let the session find out how it stands; what modules lay out is told on the page."""
        self.table.lay_out(self.truth)
        if self.game.setup.modules:
            for move in self._opening:
                self.enter(move)
        self.session.do(SetMode(camera=True))
        path = [self.key(self.truth)]
        self._settle_until(path, Turn(self.truth, (), self.truth))
        if self.session.revision == 0:
            for move in self._opening:
                self.enter(move)
        self.figures.taps = 0
        self.figures.taps_on.clear()

    def one_turn(self) -> None:
        """An honest turn."""
        turn = self.player.turn(self.truth)
        self.watch_frames(perform(self.hands.turn(turn.before, turn.moves), self.table, self.clock))
        self.understood(turn)

    def understood(self, turn: Turn) -> None:
        """Wait until the turn is recorded, or play on when it may wait; then it is the next one's time."""
        if self._is_unseen(turn) and self._may_wait(turn):
            self.untold.append(turn)
        else:
            self.resolve(self._with_untold(turn))
        self.finish(turn)

    def _may_wait(self, turn: Turn) -> bool:
        """Whether people may play on: the next to move is somebody the record does not wait for."""
        waiting = [*self.untold, turn]
        if self.main_camera or turn.after.over or len(waiting) > self.habits.play_on:
            return False
        return turn.after.seat not in {one.before.seat for one in waiting} and self.game.pending(turn.after) == "place"

    def _is_unseen(self, turn: Turn) -> bool:
        return picture_of(turn.before) == picture_of(turn.after)

    def _with_untold(self, turn: Turn) -> Turn:
        """The turn together with those before it that were not told; they are settled with it."""
        together, self.untold = [*self.untold, turn], []
        moves = tuple(move for one in together for move in one.moves)
        return Turn(together[0].before, moves, turn.after)

    def tell_untold(self) -> None:
        """Tap what nobody could see, before something else happens."""
        if self.untold:
            self.resolve(self._with_untold(self.untold.pop()))

    def finish(self, turn: Turn) -> None:
        """Tidy up after a round and think before the next turn."""
        self.truth = turn.after
        self.figures.turns += 1
        self.figures.tile_turns += self._tile_turns(turn)
        if turn.after.round != turn.before.round and not turn.after.over:
            self.watch_frames(perform([self.hands.tidy(turn.after)], self.table, self.clock))
        think = self.rng.uniform(0.3, 1.0) * self.hands.manner.think_s * self.hands.manner.quick
        self.watch_frames(still(think, self.clock))

    def _tile_turns(self, turn: Turn) -> int:
        """How many of those who came next had no worker and took a yield tile; who places one after it is at turn."""
        state, found = turn.before, 0
        for move in turn.moves:
            owed = state.agenda is not None and state.agenda[0] == ("yield?", "compensation")
            seat, number, state = state.seat, state.round, self.game.apply(state, move)
            found += owed and not (state.seat == seat and state.round == number and self.game.pending(state) == "place")
        return found

    def resolve(self, turn: Turn) -> None:
        """Wait until the session has understood the turn; answer, tap, and in the end enter it by hand."""
        taps = self.figures.taps
        path = list(self._path(turn))
        self._settle_until(path, turn)
        if self.figures.taps == taps:
            self.figures.silent += sum(move.verb == "place" for move in turn.moves)

    def _path(self, turn: Turn) -> Iterator[Key]:
        """Keys of the states along the turn, the last being the goal."""
        state = turn.before
        yield self.key(state)
        for move in turn.moves:
            state = self.game.apply(state, move)
            yield self.key(state)

    def _settle_until(self, path: list[Key], turn: Turn) -> None:
        done, began, tapped_s = path[-1], self.clock.t_s, 0.0
        while self.key(self.session.state) != done:
            self.watch_frames(still(0.1, self.clock))
            now = self.clock.t_s
            if self._has_gone_wrong(turn, path):
                self._note_wrong(turn)
                self._put_right(turn)
                return
            if now - began > self.habits.give_up_s:
                self.figures.by_hand += 1
                self.figures.wrong_states += self._stands_elsewhere(path)
                said = " / ".join(one.move for one in self.session.line()[-4:])
                self.figures.notes.append(f"by hand: {' / '.join(map(str, turn.moves))}; recorded last {said}")
                self._put_right(turn)
                return
            question = self.session.snapshot().question
            if question is not None:
                if now - self.asked_s >= self.habits.answer_s:
                    self._answer(question, path, turn)
                continue
            if now - max(self.moved_s, self.asked_s, tapped_s) > self.habits.tap_s and turn.moves:
                self._tap(path, turn)
                tapped_s = now
        self._note_settled()

    def _note_settled(self) -> None:
        """Settle time counts where the camera alone understood the turn."""
        if self.recorded_by and set(self.recorded_by) == {Source.CAMERA}:
            self.figures.settle_s.append(self.recorded_after_s)
        self.recorded_by.clear()

    def _has_gone_wrong(self, turn: Turn, path: list[Key]) -> bool:
        """Whether the session has gone past a turn and stands where the true game never was."""
        state = self.session.state
        between = state.over or self.game.pending(state) == "place"
        passed = state.turn > turn.before.turn or (state.over and not turn.before.over)
        return between and passed and bool(turn.moves) and self.key(state) not in path

    def _stands_elsewhere(self, path: list[Key]) -> bool:
        """Whether the session waits for a turn in a position the true game never was in."""
        state = self.session.state
        return self.game.pending(state) == "place" and self.key(state) not in path

    def _note_wrong(self, turn: Turn) -> None:
        self.figures.wrong_states += 1
        said = [one.move for one in self.session.line()[-len(turn.moves) - 2 :]]
        self.figures.notes.append(f"WRONG: {' / '.join(map(str, turn.moves))} recorded as {' / '.join(said)}")

    def _put_right(self, turn: Turn) -> None:
        """Enter the true turn by hand, so that the evening can go on; nobody looks meanwhile."""
        self.session.do(SetMode(camera=False))
        want = self.key(turn.before)
        for revision in range(self.session.revision, -1, -1):
            state = self.session.state_after(revision)
            if state is not None and self.key(state) == want:
                self.session.do(BranchFrom(revision))
                break
        for move in turn.moves:
            self.enter(move)
        self.session.do(SetMode(camera=True))
        self.recorded_by.clear()

    # Fingers on the page.

    def enter(self, move: Move) -> None:
        """Say one move on the page; where the record holds a thing's twin (white tile, space, stack), say the twin."""
        legal = self.game.judge(self.session.state, move).ok
        if not legal and move.verb in ("draw", "reveal", *OF_SPACES):
            move = next((one for one in self.game.legal_moves(self.session.state) if self._same(one, move)), move)
        self.session.do(PlayMove(str(move), None, self.session.revision))

    def take_back_by_hand(self) -> None:
        self.session.do(Undo(whole_turn=True))

    def _answer_back(self, question_id: str) -> None:
        """Say that the last move was taken back."""
        self.figures.taps += 1
        self.session.do(Answer(question_id, "back"))

    def _tap(self, path: list[Key], turn: Turn) -> None:
        """Say the next move of the turn on the page."""
        here = self.key(self.session.state)
        if here not in path[:-1]:
            return
        move = turn.moves[path.index(here)]
        self.figures.taps += 1
        self.figures.taps_on[f"tap-{move.verb}"] += 1
        self.enter(move)

    def _answer(self, question: Question, path: list[Key], turn: Turn) -> None:
        self.figures.taps += 1
        self.figures.taps_on[question.key] += 1
        right = next((one.id for one in question.choices if self._is_right(one.moves, one.undo, path, turn)), "other")
        here = self.key(self.session.state)
        if right == "other" and here in path[:-1]:
            # What is not among the answers is said by tapping the right space (or word): one tap.
            move = turn.moves[path.index(here)]
            self.enter(move)
        else:
            self.session.do(Answer(question.id, right))
        self.asked_s = self.clock.t_s

    def _is_right(self, moves: tuple[str, ...], undo: int, path: list[Key], turn: Turn) -> bool:
        """Whether an answer leads to the truth: to its end, or along its way."""
        if undo:
            return False
        state = self.session.state
        for text in moves:
            state = self.game.apply(state, parse_move(text))
        reached, here = self.key(state), self.key(self.session.state)
        if reached == path[-1]:
            return True
        if here not in path:
            return False
        if reached in path[path.index(here) + 1 :]:
            return True
        left = turn.moves[path.index(here) :]
        pairs = zip(moves, left, strict=False)
        return len(moves) <= len(left) and all(self._same(parse_move(text), move) for text, move in pairs)

    def _same(self, offered: Move, true: Move) -> bool:
        """Moves a person would call the same."""
        if offered.verb != true.verb or offered == true:
            return offered == true
        rules = self.game.rules
        if offered.verb in OF_SPACES:
            spaces = [rules.spaces[rules.space_index[move.args[0]]] for move in (offered, true)]
            kinds = [(space.area, space.detail, space.fee) for space in spaces]
            return kinds[0] == kinds[1] and offered.args[1:] == true.args[1:]
        if offered.verb == "draw":
            rewards = {tile.id: tile.reward for tile in rules.white}
            return rewards.get(offered.args[0]) == rewards.get(true.args[0])
        if offered.verb == "reveal":  # the page asks for the tile; from which of the stacks beside the mat nobody sees
            beside = {rules.stacks[number] for number in self.unseen}
            return offered.args[1:] == true.args[1:] and {offered.args[0], true.args[0]} <= beside
        if offered.verb == "score":
            sums = [sum(MARKET_CODES[word] % 10 for word in move.args) for move in (offered, true)]
            return sums[0] == sums[1]
        return offered == true
