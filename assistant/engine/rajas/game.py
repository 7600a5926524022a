"""Rajas of the Ganges: the face of the engine.

`apply` trusts its caller; `judge` trusts nobody. Neither changes the state it is given.
"""

from collections.abc import Callable, Sequence

from assistant.engine.core.log import GameLog, Header, Json, LogError
from assistant.engine.core.moves import CHANCE, NOBODY, IllegalMoveError, Move
from assistant.engine.core.verdict import Reason, Verdict, because
from assistant.engine.rajas.base import compile_rules
from assistant.engine.rajas.box import Edition
from assistant.engine.rajas.building import tile_reasons
from assistant.engine.rajas.codec import state_from_json, state_to_json
from assistant.engine.rajas.rounds import Standing, gap, opening, ranking
from assistant.engine.rajas.rules import ChanceDecision, Decision, Rules
from assistant.engine.rajas.setup import Setup, setup_from_json, setup_to_json
from assistant.engine.rajas.spaces import space_reasons
from assistant.engine.rajas.state import State, Task


def settle(s: State) -> None:
    """Carry out everything that needs no decision, until somebody has to choose or the game is over."""
    steps = s.rules.steps
    while s.agenda is not None:
        task = s.agenda[0]
        step = steps.get(task[0])
        if step is None:
            return
        s.agenda = s.agenda[1]
        step(s, task)


class RajasGame:
    """One set-up of the game: makes states, lists and judges moves, carries them out."""

    name = "rajas"

    def __init__(self, edition: Edition, setup: Setup) -> None:
        self.edition = edition
        self.setup = setup
        self.rules: Rules = compile_rules(edition, setup)

    def initial(self) -> State:
        """The state before the first tile is turned up; chance moves first."""
        state = opening(self.rules)
        settle(state)
        return state

    def _waiting(self, state: State) -> tuple[Decision, Task] | None:
        if state.agenda is None:
            return None
        task = state.agenda[0]
        return self.rules.decisions[task[0]], task

    def actor(self, state: State) -> int:
        """The seat that decides now, CHANCE, or NOBODY when the game is over."""
        waiting = self._waiting(state)
        return waiting[0].actor(state, waiting[1]) if waiting else NOBODY

    def pending(self, state: State) -> str:
        """Name of the decision that is waiting, such as "place" or "roll"; empty when the game is over."""
        return str(state.agenda[0][0]) if state.agenda else ""

    def legal_moves(self, state: State) -> Sequence[Move]:
        """All canonical moves, sorted; at a chance point, all outcomes. Empty when the game is over."""
        waiting = self._waiting(state)
        return waiting[0].moves(state, waiting[1]) if waiting else ()

    def draw(self, state: State, below: Callable[[int], int]) -> Move:
        """An outcome of the waiting chance point, with true likelihood, from numbers `below(n)` in 0..n-1."""
        waiting = self._waiting(state)
        if not waiting or not isinstance(waiting[0], ChanceDecision):
            raise IllegalMoveError(f"no chance point waits here, but {self.pending(state) or 'the end'}")
        return waiting[0].draw(state, waiting[1], below)

    def draw_and_apply(self, state: State, below: Callable[[int], int]) -> State:
        """Let chance decide the waiting chance point."""
        return self.apply(state, self.draw(state, below))

    def weight(self, state: State, move: Move) -> int:
        """How many equally likely cases lead to this chance outcome."""
        waiting = self._waiting(state)
        if not waiting or not isinstance(waiting[0], ChanceDecision):
            return 1
        return waiting[0].weight(state, waiting[1], move)

    def judge(self, state: State, move: Move, seat: str | None = None) -> Verdict:
        """All reasons against a move, with warnings. Never raises, whatever is handed in."""
        waiting = self._waiting(state)
        if waiting is None:
            return Verdict((because("X.over", move=str(move)),))
        decision, task = waiting
        reasons: list[Reason] = []
        actor = decision.actor(state, task)
        if seat is not None and (actor == CHANCE or self.rules.seats[actor] != seat):
            whose = "chance" if actor == CHANCE else self.rules.seats[actor]
            case = "known" if seat in self.rules.seats else "stranger"
            reasons.append(because("B2.1", case, seat=seat, turn=whose))
        if move.verb not in decision.verbs:
            due = " ".join(decision.verbs)
            return Verdict((*reasons, because("X.phase", move=str(move), due=due, waiting=str(task[0]))))
        against, warnings = decision.check(state, task, move)
        return Verdict((*reasons, *against), tuple(warnings))

    def apply(self, state: State, move: Move) -> State:
        """The state after a legal move. Does not check legality."""
        new = state.copy()
        task, new.agenda = state.agenda  # type: ignore[misc]
        self.rules.decisions[task[0]].do(new, task, move)
        settle(new)
        return new

    def play(self, state: State, move: Move) -> State:
        """Judge, then apply. Raises IllegalMoveError naming the move and the rules it breaks."""
        verdict = self.judge(state, move)
        if not verdict.ok:
            broken = ", ".join(reason.key for reason in verdict.reasons)
            raise IllegalMoveError(f"'{move}' is not legal here ({broken}); waiting for: {self.pending(state)}")
        return self.apply(state, move)

    def explain(self, state: State, target: str) -> list[Reason]:
        """Why a space or tile is not available to the player whose turn it is; empty when it is.

        An unknown name gives a reason too. For a tile, the reasons of its price and place come with those of the
        first vacant quarry space.
        """
        if state.over or state.seat < 0:
            return [because("X.over", move=target)]
        if target in self.rules.space_index:
            return space_reasons(state, self.rules.spaces[self.rules.space_index[target]])
        if target not in self.rules.tile_index:
            return [because("X.target", word=target)]
        purse = self.rules.purse(state, state.seat)
        reasons = tile_reasons(state, state.me, purse, self.rules.tile_index[target])
        vacant = [one for one in self.rules.spaces if one.area == "quarry" and state.spaces[one.index] < 0]
        if not vacant:
            return [*reasons, because("B2.4", "quarry")]
        seen = {reason.rule for reason in reasons}
        return reasons + [one for one in space_reasons(state, vacant[0]) if one.rule not in seen]

    def seat_name(self, seat: int) -> str:
        return self.rules.seats[seat]

    def to_json(self, state: State) -> Json:
        """The position as plain data (without the ledger)."""
        return state_to_json(state)

    def from_json(self, data: Json) -> State:
        """The position again. Raises PositionError naming the entry that does not fit."""
        return state_from_json(self.rules, data)

    def corrected(self, before: State, position: Json) -> State:
        """The position set by hand. The ledger goes on: what a track differs by is booked as a correction."""
        state = self.from_json(position)
        state.ledger = before.ledger
        for seat, (was, now) in enumerate(zip(before.players, state.players, strict=True)):
            for track, change in (("fame", now.fame - was.fame), ("money", now.money - was.money)):
                if change:
                    state.book(seat, track, change, "correction")
        return state

    def new_log(self) -> GameLog:
        """An empty log with the header of this game."""
        return GameLog(Header(self.name, self.edition.id, self.edition.fingerprint, setup_to_json(self.setup)))

    def is_over(self, state: State) -> bool:
        return state.over

    def ranking(self, state: State) -> list[Standing]:
        return ranking(state)

    def gap(self, state: State, seat: str) -> int:
        return gap(state, self.setup.seats.index(seat))


def game_of_log(log: GameLog, edition: Edition) -> RajasGame:
    """The game a log was played with. Raises LogError when the log is of another game or edition."""
    header = log.header
    if header.game != RajasGame.name:
        raise LogError(1, f"this log is of the game {header.game!r}", f"this reads {RajasGame.name!r} logs")
    if header.fingerprint != edition.fingerprint:
        known = f"{header.edition!r} ({header.fingerprint[:8]})"
        remedy = f"load the edition it was played with; here is {edition.id!r} ({edition.fingerprint[:8]})"
        raise LogError(1, f"this log was played with edition {known}", remedy)
    try:
        return RajasGame(edition, setup_from_json(header.setup))
    except ValueError as error:
        raise LogError(1, f"the set-up cannot be played: {error}") from error
