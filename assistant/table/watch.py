"""From readings to findings: stabilise, compare, propose, complain. Holds no record; the session does."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from assistant.engine.core.history import Node
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.state import State
from assistant.table.attempt import changes, complain, is_exchange
from assistant.table.correction import FixError, fixed
from assistant.table.events import Complaint, Mode, Question
from assistant.table.mapping import MainReading
from assistant.table.options import SENSIBLE
from assistant.table.propose import Budget, Explanation, Proposal, after_unseen_turns, propose
from assistant.table.questions import ask
from assistant.table.snapshot import TableSnapshot, picture_of
from assistant.table.stabilise import Stabiliser, Thresholds
from assistant.table.trust import is_main_reading, is_reading
from assistant.vision.readings import Observation, Problem


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait before speaking, in seconds without any change."""

    tile_s: float = 0.85
    """Dice were paid and a tile may follow. Lower: asks or records too early; higher: other moves come late."""
    dice_s: float = 2.0
    """Dice may still be rolling somewhere. Lower: asks too early; such a turn is never recorded without asking."""
    remind_s: float = 1.1
    """Something is still to be paid, or laid after paying, or a die is not read yet. Lower: nags those who lay first
    and pay then, and names another rule; higher: cheating is told late."""
    marker_s: float = 1.3
    """With a camera over the game board: other explanations fit until the markers are moved. Lower: records before."""
    roll_s: float = 3.5
    """With a camera over the game board: markers fit, but dice may still be rolling."""
    lost_s: float = 3.0
    """No usable picture for this long: play goes on by hand until it is back."""
    blind_s: float = 12.0
    """After so long without a picture several turns may have passed: an explanation is confirmed by a person."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What the session should do: take back `undo` moves, then record `moves`; or ask, complain, show the mode.

    With `keep`, question and complaint stay as they are: the table is just not calm.
    """

    mode: Mode
    why: str
    moves: tuple[str, ...] = ()
    undo: int = 0
    question: Question | None = None
    complaint: Complaint | None = None
    keep: bool = False


@dataclass(frozen=True, slots=True)
class _Thought:
    """What was found out about one picture; time decides when it is said."""

    picture: TableSnapshot
    proposal: Proposal | None = None
    complaint: Complaint | None = None
    undo: int = 0
    amend: tuple[str, ...] = ()
    agrees: bool = False
    loose: bool = False
    """Only the markers tell this explanation from others."""


def _unsettled_by(observation: Observation) -> str:
    """The text key of what keeps the table from being calm."""
    if any(seat.cut for seat in observation.seats):
        return "mode-cut"
    return "mode-hand" if observation.covered else "mode-moving"


Past = Callable[[], Sequence[Node[State]]]


class Watch:
    """The camera's side of the session. `past` gives the moves that led to the state."""

    def __init__(
        self,
        game: RajasGame,
        past: Past = lambda: (),
        thresholds: Thresholds | None = None,
        patience: Patience | None = None,
        budget: Budget | None = None,
    ) -> None:
        self.game = game
        self.past = past
        self.patience = patience or Patience()
        self.budget = budget or Budget()
        self.stabiliser = Stabiliser(game.rules, thresholds)
        self.propose_s: list[float] = []
        """Durations of the searches, for the bench."""
        self.forget()

    def forget(self) -> None:
        """Start from nothing, as after switching the camera on."""
        self.stabiliser.forget()
        self._thought: _Thought | None = None
        self._asked: tuple[_Thought, Question] | None = None
        self._new_record = True
        self._at_record: TableSnapshot | None = None
        """The table when the record last changed."""
        self._dismissed: TableSnapshot | None = None
        self._good_s = math.nan
        self._seeing = False
        self._blind = False
        self._main: MainReading | None = None
        self._now_s = 0.0
        self._recorded_s = -math.inf
        self._calm_s = 0.0
        self._tidy_round = 0

    def see_main(self, reading: object) -> None:
        """Take in a reading of the game board with the next frame."""
        self._main = reading if isinstance(reading, MainReading) and is_main_reading(reading) else None

    def record_changed(self) -> None:
        """The record moved on: old thoughts are void."""
        self._thought = None
        self._new_record = True
        self._at_record = self.stabiliser.snapshot()
        self._recorded_s = self._now_s
        self._calm_s = 0.0

    def dismiss(self) -> None:
        """The question was no good: do not ask again about this picture."""
        self._dismissed = self._thought.picture if self._thought else None

    # Looking.

    def look(self, state: State, observation: object, revision: int = 0) -> Finding | None:
        """The finding after one more reading; None for something that is no reading."""
        if not is_reading(observation, self.stabiliser.believed):
            return None
        assert isinstance(observation, Observation)
        self._now_s = observation.t_s
        back, self._seeing = not self._seeing, observation.problem is None
        if not self._seeing:
            return self._without_picture(observation)
        if back:
            # What was believed before is old: everything has to be seen again before it counts.
            self.stabiliser.changed_s = observation.t_s
        if not math.isnan(self._good_s) and observation.t_s - self._good_s > self.patience.blind_s:
            self._blind = True
        self._good_s = observation.t_s
        self.stabiliser.look_at_main(self._main, observation.t_s)
        self.stabiliser.look(observation)
        since = self.stabiliser.calm_since()
        if observation.t_s - since < self.stabiliser.limits.settle_s:
            return Finding(Mode.SETTLING, _unsettled_by(observation), keep=True)
        self._calm_s = observation.t_s - max(since, self._recorded_s)
        return self._judge(state, revision)

    def _without_picture(self, observation: Observation) -> Finding:
        if math.isnan(self._good_s):
            self._good_s = observation.t_s
        gone_s = observation.t_s - self._good_s
        lost = observation.problem == Problem.CAMERA_LOST and gone_s > self.patience.lost_s
        return Finding(Mode.MANUAL if lost else Mode.SETTLING, f"mode-{observation.problem}", keep=True)

    def again(self, state: State, revision: int = 0) -> Finding | None:
        """The finding about the last calm picture after the record has changed."""
        if not self._seeing or self.stabiliser.calm_since() == math.inf:
            return None
        return self._judge(state, revision)

    # Judging a calm picture.

    def _judge(self, state: State, revision: int) -> Finding:
        picture = self.stabiliser.snapshot()
        if self._is_untidy(state, picture):
            return Finding(Mode.SETTLING, "mode-tidy", keep=True)
        if self._thought is None or self._thought.picture != picture:
            self._thought = self._think(state, picture)
            if self._thought.agrees and self._between_turns(state):
                self._agree()
        thought = self._thought or _Thought(picture, agrees=True)
        return self._say(state, thought, revision)

    def _between_turns(self, state: State) -> bool:
        return state.over or self.game.pending(state) == "place"

    def _agree(self) -> None:
        """Remember which dice lie where, once for every state of the record.

        Not again later: a die paid and its like rolled into its place also look as if nothing had happened.
        """
        self._dismissed = None
        self._blind = False
        if self._new_record:
            self.stabiliser.agree()
            self._new_record = False
            self._thought = None

    def _is_untidy(self, state: State, picture: TableSnapshot) -> bool:
        """After a round the workers go home; until they have, the game board says nothing."""
        workers = picture.main.workers if picture.main else None
        if workers is None or state.round == self._tidy_round:
            return False
        if workers and state.round > 1 and state.lap == 1 and not any(seat >= 0 for seat in state.spaces):
            return True
        self._tidy_round = state.round
        return False

    def _think(self, state: State, picture: TableSnapshot) -> _Thought:
        agrees = picture.fits(state) and self._main_agrees(state, picture)
        if agrees and self._between_turns(state):
            return _Thought(picture, agrees=True)
        if agrees:
            # A turn under way, said on the page: what nobody will see may be added, what must be seen is waited for.
            return _Thought(picture, self._search(state, picture, self.budget), agrees=True)
        undo = self._taken_back(state, picture)
        if undo and picture == self._at_record:
            return self._told(state, picture)
        # What was put back may also be two turns nobody saw and one that was paid: then a person has to say.
        budget = replace(self.budget, turns=3) if undo else self.budget
        if is_exchange(changes(state, picture)):
            budget = replace(self.budget, turns=2)
        proposal = self._search(state, picture, budget)
        if proposal.stopped and not proposal.found:
            proposal = self._search(state, picture, replace(self.budget, seconds=3 * self.budget.seconds))
        if undo and proposal.steps == 0 and not self._between_turns(state):
            # The record waits for a finger, so nothing was searched: turns after that may look like a takeback.
            proposal = replace(proposal, stopped=True)
        without = self._without_markers(state, picture) if not undo else None
        if without is not None and not proposal.found and (without.found or without.underway):
            proposal = replace(proposal, tile_due=True)
        if proposal.found or proposal.underway or undo:
            loose = without is not None and len(without.found) > 1
            return _Thought(picture, proposal, undo=undo, loose=loose)
        if self.game.pending(state) != "place" and proposal.steps == 0:
            return _Thought(picture, replace(proposal, tile_due=True))
        back, moves = self._amended(state, picture) if not proposal.stopped else (0, ())
        if moves:
            return _Thought(picture, proposal, undo=back, amend=moves)
        return _Thought(picture, proposal, self._complaint(state, picture))

    def _told(self, state: State, picture: TableSnapshot) -> _Thought:
        """Nothing has moved since the record changed, so nothing was put back: a finger's word counts.

        Either the table is still to follow, or a die that seems untouched was paid and its like rolled into its place.
        """
        free = replace(picture, seats=tuple(replace(seat, kept=()) for seat in picture.seats))
        return _Thought(picture, replace(self._search(state, free, self.budget), tile_due=True))

    def _complaint(self, state: State, picture: TableSnapshot) -> Complaint:
        """What is wrong; somebody who seems to move too early may come after a turn that left no trace."""
        said = complain(self.game, state, picture)
        if said.reasons[0].key != "B2.1-table":
            return said
        later = after_unseen_turns(self.game, state, picture, self.budget)
        then = complain(self.game, later, picture) if later is not None else said
        return said if then.kind == "strange" else then

    def _search(self, state: State, picture: TableSnapshot, budget: Budget) -> Proposal:
        proposal = propose(self.game, state, picture, budget)
        self.propose_s.append(proposal.seconds)
        return proposal

    def _without_markers(self, state: State, picture: TableSnapshot) -> Proposal | None:
        """The explanations if the markers were not seen (people move them last); None without a camera over them."""
        if picture.main is None or picture.main.money is None:
            return None
        return self._search(state, replace(picture, main=MainReading(workers=picture.main.workers)), self.budget)

    def _main_agrees(self, state: State, picture: TableSnapshot) -> bool:
        """Whether no worker stands where the record has none. Markers may lag behind: people move them last."""
        main = picture.main
        if main is None or main.workers is None:
            return True
        taken = {space.id for space, seat in zip(state.rules.spaces, state.spaces, strict=True) if seat >= 0}
        return not set(main.workers) - taken

    def _taken_back(self, state: State, picture: TableSnapshot) -> int:
        """Moves to undo when the table looks as before the last turn (or the one before that); 0 when it does not."""
        steps = 0
        turns = 0
        nodes = list(self.past())
        for index in range(len(nodes) - 1, -1, -1):
            steps += 1
            if not nodes[index].move.startswith(("place ", "pass")):
                continue
            turns += 1
            before = nodes[index - 1].state if index else None
            if before is None or turns > 2:
                return 0
            looks_so = picture.fits(before) and self._main_agrees(before, picture)
            if looks_so and picture_of(state) != picture_of(before):
                return steps
        return 0

    def _amended(self, state: State, picture: TableSnapshot) -> tuple[int, tuple[str, ...]]:
        """The last turn went on after it was recorded (dice rolled late): undo it and record what it became.

        Only on the same space: somebody may have told it, and dice alone do not prove that a worker stands elsewhere.
        """
        nodes = list(self.past())
        for back, node in enumerate(reversed(nodes), 1):
            if not node.move.startswith("place "):
                continue
            start = nodes[-back - 1].state if back < len(nodes) else None
            if start is None or set(picture.changed_seats(state)) - {start.seat}:
                return 0, ()
            proposal = self._search(start, picture, self.budget)
            same = [one for one in proposal.found if str(one.moves[0]) == node.move]
            if len(same) == 1 and not proposal.stopped and proposal.tier == SENSIBLE:
                return back, tuple(map(str, same[0].moves))
            return 0, ()
        return 0, ()

    # Speaking in time.

    def _say(self, state: State, thought: _Thought, revision: int) -> Finding:
        if thought.agrees and (thought.proposal is None or thought.proposal.tier > SENSIBLE):
            return Finding(Mode.SYNCED, "mode-agreed")
        if thought.amend:
            return Finding(Mode.SYNCED, "mode-amended", thought.amend, thought.undo)
        if thought.complaint is not None:
            return self._say_complaint(thought, thought.complaint)
        proposal = thought.proposal
        found = proposal.found if proposal else ()
        underway = proposal is not None and proposal.underway
        if thought.undo and not found and not underway and not (proposal and proposal.stopped):
            return Finding(Mode.SYNCED, "mode-taken-back", undo=thought.undo)
        if proposal is None or thought.picture == self._dismissed or not (found or thought.undo):
            # A search that was cut short says nothing against a question that is open.
            return Finding(Mode.SYNCED, "mode-underway", keep=proposal is not None and proposal.stopped)
        marked = thought.picture.main is not None and thought.picture.main.money is not None
        if self._calm_s < (self._wait_for_markers_s(thought) if marked else self._wait_s(proposal)):
            return Finding(Mode.SYNCED, "mode-underway")
        sensible = proposal.tier == SENSIBLE and not proposal.stopped and (marked or not proposal.dice_due)
        certain = len(found) == 1 and sensible and not thought.undo and not self._blind
        if certain or (len(found) == 1 and thought.agrees):
            return Finding(Mode.SYNCED, "mode-explained", tuple(map(str, found[0].moves)))
        return Finding(Mode.AMBIGUOUS, "mode-question", question=self._question(state, thought, found, revision))

    def _question(self, state: State, thought: _Thought, found: Sequence[Explanation], revision: int) -> Question:
        """The question about this thought; the same one as long as nothing changes."""
        if self._asked is None or self._asked[0] is not thought:
            self._asked = (thought, ask(self.game, state, found, revision, thought.undo))
        return self._asked[1]

    def _wait_s(self, proposal: Proposal) -> float:
        if proposal.dice_due:
            return self.patience.dice_s
        return self.patience.tile_s if proposal.tile_due else 0.0

    def _wait_for_markers_s(self, thought: _Thought) -> float:
        """With a camera over the game board: as long as markers or dice may still follow."""
        if thought.proposal is not None and thought.proposal.dice_due:
            return self.patience.roll_s
        return self.patience.marker_s if thought.loose else 0.0

    def _say_complaint(self, thought: _Thought, complaint: Complaint) -> Finding:
        unread = any(seat.vague for seat in thought.picture.seats)
        paying = thought.proposal is not None and thought.proposal.paying
        if (complaint.kind == "incomplete" or unread or paying) and self._calm_s < self.patience.remind_s:
            return Finding(Mode.SYNCED, "mode-underway", keep=True)
        return Finding(Mode.DESYNC, f"mode-{complaint.kind}", complaint=complaint)

    def as_seen(self, state: State, complaint: Complaint) -> State | None:
        """The state with every difference taken over from the table; None when something cannot be read."""
        try:
            for one in complaint.differences:
                if "?" in one.seen:
                    return None
                state = fixed(state, one.place, one.seen)
        except FixError:
            return None
        return state
