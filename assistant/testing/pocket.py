"""A table in the pocket: a whole game in memory behind the face the web room works with. For tests and drawing."""

import random
import threading
from collections.abc import Callable
from typing import Any

from assistant.editions import load_edition
from assistant.engine.core.moves import CHANCE, InvalidMoveError, Move, parse_move
from assistant.engine.core.verdict import Reason
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.house import SetupError, house_rules
from assistant.engine.rajas.rounds import gap
from assistant.engine.rajas.setup import Setup, seats_for
from assistant.engine.rajas.state import State
from assistant.web import schemas as wire
from assistant.web.desk import Answer, Moment
from assistant.web.view import played_view

NAMES = {"red": "Leila", "yellow": "Arjun", "white": "Mira", "black": "Tom"}
LAST_MOVES = 14


class PocketTable:
    """Keeps all states in a list; undo walks back, a move in the past branches."""

    def __init__(self, players: int = 4, seed: int = 1, modules: tuple[str, ...] = ()) -> None:
        self._lock = threading.RLock()
        self._listeners: list[Callable[[dict[str, Any]], None]] = []
        self._random = random.Random(seed)
        self._seq = 0
        self.question: wire.QuestionNow | None = None
        self.differences: tuple[wire.DifferenceNow, ...] = ()
        self._begin(Setup(seats_for(players), modules), NAMES)

    def _begin(self, setup: Setup, names: dict[str, str]) -> None:
        self.game = RajasGame(load_edition(), setup)
        self._names = names
        self._states: list[State] = [self.game.initial()]
        self._moves: list[Move] = []
        self._now = 0

    @property
    def state(self) -> State:
        return self._states[self._now]

    def moment(self) -> Moment:
        with self._lock:
            return Moment(
                state=self.state,
                revision=self._now,
                seq=self._seq,
                game_id="pocket",
                names=self._names,
                last=tuple(self._played(n) for n in range(max(0, self._now - LAST_MOVES), self._now)),
                question=self.question,
                differences=self.differences,
                can_undo=self._now > 0,
                can_redo=self._now < len(self._moves),
            )

    def _played(self, number: int) -> wire.Played:
        return played_view(self.game, number + 1, self._moves[number], self._states[number], self._states[number + 1])

    def at(self, revision: int) -> State | None:
        return self._states[revision] if revision <= self._now else None

    def history(self) -> wire.History:
        with self._lock:
            points = [self._point(n) for n in range(1, self._now + 1) if self._is_turn_end(n)]
            moves = [self._played(n) for n in range(self._now)]
        lines = [
            wire.LedgerLine(turn=m.turn, seat=g.seat, track=g.track, amount=g.amount, source=g.source)
            for m in moves
            for g in m.gains
        ]
        return wire.History(ledger=lines, points=points, moves=moves)

    def _is_turn_end(self, number: int) -> bool:
        after = self._states[number]
        return after.over or self._states[number - 1].turn != after.turn

    def _point(self, number: int) -> wire.TurnPoint:
        s = self._states[number]
        return wire.TurnPoint(
            turn=s.turn,
            round=s.round,
            revision=number,
            fame=[player.fame for player in s.players],
            money=[player.money for player in s.players],
            gap=[gap(s, seat) for seat in range(len(s.players))],
        )

    def _tell(self, kind: str) -> Answer:
        self._seq += 1
        for listener in list(self._listeners):
            listener({"kind": kind, "seq": self._seq})
        return Answer(self._now, self._seq)

    def _no(self, code: str, message: str, reasons: tuple[Reason, ...] = ()) -> Answer:
        return Answer(self._now, self._seq, code, message, reasons)

    def _stale(self, revision: int) -> Answer | None:
        if revision == self._now:
            return None
        return self._no("stale", f"The table is at move {self._now}, this page at {revision}.")

    def play(self, move: str, seat: str | None, revision: int, as_played: bool = False) -> Answer:
        with self._lock:
            stale = self._stale(revision)
            if stale:
                return stale
            try:
                parsed = parse_move(move)
            except InvalidMoveError as error:
                return self._no("illegal", str(error))
            verdict = self.game.judge(self.state, parsed)
            if not verdict.ok:
                return self._no("illegal", f"'{move}' is not allowed now.", verdict.reasons)
            self._push(parsed)
            return self._tell("move")

    def _push(self, move: Move) -> None:
        del self._states[self._now + 1 :], self._moves[self._now :]
        self._states.append(self.game.apply(self.state, move))
        self._moves.append(move)
        self._now += 1

    def chance(self, revision: int) -> Answer:
        with self._lock:
            stale = self._stale(revision)
            if stale:
                return stale
            if self.game.actor(self.state) != CHANCE:
                return self._no("none", "Nothing is rolled or drawn now.")
            self._push(self.game.draw(self.state, self._random.randrange))
            return self._tell("move")

    def undo(self, revision: int) -> Answer:
        return self.goto(max(0, self._now - 1), revision)

    def redo(self, revision: int) -> Answer:
        return self.goto(self._now + 1, revision)

    def goto(self, target: int, revision: int) -> Answer:
        with self._lock:
            stale = self._stale(revision)
            if stale:
                return stale
            if target > len(self._moves) or target == self._now:
                return self._no("none", "There is no such moment.")
            self._now = target
            return self._tell("undo")

    def answer(self, question: str, choice: str, revision: int) -> Answer:
        self.question = None
        return self._tell("answer")

    def repair(self, place: str, remedy: str, revision: int) -> Answer:
        self.differences = tuple(one for one in self.differences if one.place != place)
        return self._tell("repair")

    def watch(self, watching: bool) -> Answer:
        return self._no("none", "This table has no camera.")

    def new_game(self, request: wire.NewGameRequest) -> Answer:
        with self._lock:
            try:
                house = house_rules(request.house)
                setup = Setup(tuple(request.seats), tuple(request.modules), tuple(request.mixed), house)
                self._begin(setup, dict(request.names))
            except SetupError as error:
                return self._no("setup", str(error))
            return self._tell("game")

    def hints(self, count: int) -> list[wire.Hint]:
        moves = self.game.legal_moves(self.state)[:count]
        return [wire.Hint(move=str(move), key="", facts={}, value=0.0) for move in moves]

    def game_file(self) -> bytes:
        return "\n".join(str(move) for move in self._moves[: self._now]).encode()

    def camera_frame(self) -> bytes | None:
        return None

    def picture(self, name: str) -> bytes | None:
        return None

    def readings(self) -> dict[str, Any]:
        return {}

    def subscribe(self, listener: Callable[[dict[str, Any]], None]) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def step(self) -> bool:
        """Let a random hand make one move; False when the game is over."""
        with self._lock:
            if self.state.over:
                return False
            if self.game.actor(self.state) == CHANCE:
                move = self.game.draw(self.state, self._random.randrange)
            else:
                move = self._random.choice(self.game.legal_moves(self.state))
            self._push(move)
            self._tell("move")
            return True
