"""Evenings at which things go wrong: cheating, forgetting, taking back, playing too fast, lamps and cameras failing."""

from collections.abc import Callable, Iterator, Sequence

from assistant.app.evening import Evening
from assistant.sim.evening import Frame, perform, still, trouble
from assistant.sim.robots import Gesture, Manner, Turn
from assistant.sim.robots_faults import Fault, Mischief
from assistant.vision.readings import Problem

ILLEGAL = ("cheat_payment", "wrong_colour", "forgotten_die", "unconnected", "extra_die", "swapped")
DISTURBING = ("takeback", "two_moves", "resting_hand", "lamp_off", "bump", "camera_gone")
KINDS = (*ILLEGAL, *DISTURBING)
EVERY = 4
"""A fault in about one of so many turns."""
RARE = ("wrong_colour", "forgotten_die", "unconnected")
"""Faults few turns do for: until each has happened, the first turn that does is taken."""
NOTICE_MOST_S = 6.0


class FaultyEvening(Evening):
    """An evening with faults of the kinds wanted, each again and again, the rarest first."""

    def __init__(self, seed: int, players: int = 4, modules: tuple[str, ...] = (), *, kinds: Sequence[str] = KINDS,
                 bots: str = "greedy", main_camera: bool = False, manner: Manner | None = None) -> None:  # fmt: skip
        super().__init__(seed, players, modules, bots=bots, main_camera=main_camera, manner=manner)
        self.kinds = tuple(kinds)
        self.mischief = Mischief(self.game, self.hands, self.rng)
        self.disturb: dict[str, Callable[[Turn], bool]] = {
            "takeback": self._takeback,
            "two_moves": self._two_moves,
            "resting_hand": self._resting_hand,
            "lamp_off": self._lamp_off,
            "bump": self._bump,
            "camera_gone": self._camera_gone,
        }

    def one_turn(self) -> None:
        """A turn, and every few turns something wrong with it."""
        turn = self.player.turn(self.truth)
        missing = [kind for kind in RARE if kind in self.kinds and not self.figures.faults[kind]]
        wanted = sorted(self.kinds, key=lambda one: (self.figures.faults[one], self.rng.random()))
        if self.main_camera or self.rng.randrange(EVERY):
            wanted = missing if not self.main_camera and any(move.verb == "buy" for move in turn.moves) else []
        for kind in wanted:
            if self._try(kind, turn):
                self.figures.faults[kind] += 1
                return
        self._honest(turn)

    def _honest(self, turn: Turn) -> None:
        self.watch_frames(perform(self.hands.turn(turn.before, turn.moves), self.table, self.clock))
        self.understood(turn)

    def _try(self, kind: str, turn: Turn) -> bool:
        if kind in self.disturb:
            self.tell_untold()
            return self.disturb[kind](turn)
        if kind == "swapped":
            fault = self.mischief.swapped(self.truth, self.table)
            if fault is None:
                return False
            self._commit(fault)
            self._honest(turn)
            return True
        fault = self.mischief.makers[kind](turn)
        if fault is None:
            return False
        self._commit(fault)
        self._mark(turn)
        self.understood(turn)
        return True

    def _mark(self, turn: Turn) -> None:
        """Worker and markers of a turn that was otherwise played wrongly first."""
        space = turn.moves[0].args[0]
        self.table.main.workers[space] = turn.seat
        self.table.set_markers(turn.after)

    def _commit(self, fault: Fault) -> None:
        """Do the wrong thing, wait for the referee, put it right."""
        before = self.alarms
        recorded = self.session.revision
        self.watch_frames(perform(fault.wrong, self.table, self.clock))
        began = self.clock.t_s
        while self.session.snapshot().complaint is None and self.clock.t_s - began < NOTICE_MOST_S:
            self.watch_frames(still(0.1, self.clock))
        complaint = self.session.snapshot().complaint
        if complaint is None or self.session.revision != recorded:
            self.figures.missed[fault.kind] += 1
            self.figures.notes.append(f"missed {fault.kind}: {self._last_said()}")
        else:
            self.figures.notice_s.append(self.noticed_after_s)
            if complaint.reasons[0].rule != fault.rule:
                self.figures.wrong_rule[fault.kind] += 1
                said = ", ".join(reason.key for reason in complaint.reasons)
                self.figures.notes.append(f"{fault.kind}: {said} instead of {fault.rule}; {complaint.attempted}")
        self.watch_frames(still(1.0, self.clock))
        self.watch_frames(perform(fault.repair, self.table, self.clock))
        # Until it is put right, whatever was said about it was no false alarm.
        self.alarms = before

    def _last_said(self) -> str:
        shot = self.session.snapshot()
        question = [choice.moves for choice in shot.question.choices] if shot.question else None
        return f"{shot.mode} {question} {[one.move for one in shot.last_moves[-4:]]}"

    # Disturbances.

    def _takeback(self, turn: Turn) -> bool:
        """Play, be recorded, put everything back, play something else."""
        if turn.after.over or turn.after.round != turn.before.round:
            return False
        self.watch_frames(perform(self.hands.turn(turn.before, turn.moves), self.table, self.clock))
        self.resolve(turn)
        visible = self.session.state.players != turn.before.players
        self.watch_frames(still(1.0, self.clock))
        gestures = self.hands.put_back(turn.before, self.table, turn.seat)
        self.watch_frames(perform(gestures, self.table, self.clock))
        self._await_takeback(turn, visible)
        self.watch_frames(still(0.6, self.clock))
        self._honest(self.player.turn(turn.before))
        return True

    def _await_takeback(self, turn: Turn, visible: bool) -> None:
        """Somebody who sees that nothing was noticed (nothing visible was put back) taps undo."""
        want = self.key(turn.before)
        began = self.clock.t_s
        while self.key(self.session.state) != want and self.clock.t_s - began < NOTICE_MOST_S:
            self.watch_frames(still(0.1, self.clock))
            question = self.session.snapshot().question
            if question is not None and self.clock.t_s - self.asked_s >= self.habits.answer_s:
                self._answer_back(question.id)
        if self.key(self.session.state) != want:
            self.figures.taps += 1
            self.take_back_by_hand()
            if visible and self.key(self.session.state) != want:
                self.figures.missed["takeback"] += 1

    def _two_moves(self, turn: Turn) -> bool:
        """The next player is so quick that no calm picture lies between the two turns."""
        if turn.after.over or turn.after.round != turn.before.round or turn.after.seat == turn.before.seat:
            return False
        second = self.player.turn(turn.after)
        gestures = self.hands.turn(turn.before, turn.moves) + self.hands.turn(second.before, second.moves)
        quick = [Gesture(g.seconds * 0.5, g.over, g.change, g.what) for g in gestures if g.what != "pause"]
        self.watch_frames(perform(quick, self.table, self.clock))
        both = Turn(turn.before, (*turn.moves, *second.moves), second.after)
        self.resolve(both)
        self.figures.turns += 1
        self.finish(both)
        return True

    def _resting_hand(self, turn: Turn) -> bool:
        """Somebody leans on the table for a while."""
        self.watch_frames(perform(self.hands.turn(turn.before, turn.moves), self.table, self.clock))
        seat = self.rng.choice(self.game.setup.seats)
        self.watch_frames(perform([Gesture(self.rng.uniform(4, 9), (seat,), None, "rest")], self.table, self.clock))
        self.resolve(turn)
        self.finish(turn)
        return True

    def _lamp_off(self, turn: Turn) -> bool:
        """The light goes out in the middle of a turn that goes on."""
        frames = list(self._with_trouble(turn, Problem.TOO_DARK))
        del frames
        self.watch_frames(trouble(Problem.TOO_DARK, 2.0, self.clock))
        self.resolve(turn)
        self.finish(turn)
        return True

    def _with_trouble(self, turn: Turn, problem: Problem) -> Iterator[Frame]:
        gestures = self.hands.turn(turn.before, turn.moves)
        half = len(gestures) // 2
        self.watch_frames(perform(gestures[:half], self.table, self.clock))
        for frame in perform(gestures[half:], self.table, self.clock):
            dark = Frame(frame.seq, frame.t_s, (), True, problem.value)
            self.watch_frames([dark])
            yield dark

    def _bump(self, turn: Turn) -> bool:
        """The stand is knocked; a moment without boards, then everything lies elsewhere in the picture."""
        self.watch_frames(perform(self.hands.turn(turn.before, turn.moves), self.table, self.clock))
        self.watch_frames(trouble(Problem.DRIFTED, 0.6, self.clock))
        dx, dy = self.table.bump_px
        self.table.bump_px = (dx + self.rng.uniform(-14, 14), dy + self.rng.uniform(-14, 14))
        self.resolve(turn)
        self.finish(turn)
        return True

    def _camera_gone(self, turn: Turn) -> bool:
        """A minute without a camera: people wait, or play on by the page."""
        if self.rng.random() < 0.5:
            self._blind(60.0)
            self._honest(turn)
            return True
        self._blind(8.0)
        for _ in range(self.rng.randint(1, 3)):
            self._by_page(turn)
            self._blind(self.rng.uniform(8, 20))
            if turn.after.over:
                return True
            turn = self.player.turn(turn.after)
        self._honest(turn)
        return True

    def _blind(self, seconds: float) -> None:
        self.watch_frames(trouble(Problem.CAMERA_LOST, seconds, self.clock))

    def _by_page(self, turn: Turn) -> None:
        """The whole turn is entered on the page and made on the table."""
        for frame in perform(self.hands.turn(turn.before, turn.moves), self.table, self.clock):
            self.watch_frames([Frame(frame.seq, frame.t_s, (), True, Problem.CAMERA_LOST.value)])
        for move in turn.moves:
            self.enter(move)
        if self.key(self.session.state) != self.key(turn.after):
            self.figures.wrong_states += 1
            self.figures.notes.append(f"WRONG by page: {' / '.join(map(str, turn.moves))}")
        self.recorded_by.clear()
        self.truth = turn.after
        self.figures.turns += 1
        if turn.after.round != turn.before.round and not turn.after.over:
            self.hands.tidy(turn.after).change(self.table)  # type: ignore[misc]
