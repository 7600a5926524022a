"""Which legal turns explain the table: a search through the engine's decisions, guided by what is seen.

The search goes turn by turn. A turn is explained when its player's dice, tiles and the display look as seen once it is
over; when other seats have changed too, the next turn is searched from there. Explanations that mean the same to the
game are one. The search has a budget of time and steps and says when it stopped.
"""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from assistant.engine.core.moves import Move
from assistant.engine.rajas.box import COLOURS
from assistant.engine.rajas.dice import COLOUR_OF, contains
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.state import State, Task
from assistant.table.mapping import main_fits
from assistant.table.options import ANYTHING, SENSIBLE, Options
from assistant.table.snapshot import TableSnapshot, table_key

QUIET = {"end_turn", "upgrade?", "upgrade", "karma?", "karma", "mogul", "reveal", "roll"}
"""Tasks that take no die away; with nothing else waiting, dice that should be gone will not go."""


ODD_TURNS = 2
"""Turns looked at when the last of them may be a senseless one; more of them in one picture are not believed."""


@dataclass(frozen=True, slots=True)
class Budget:
    """When the search stops. Lower: faster answers, more questions; higher: longer chains are understood."""

    seconds: float = 0.25
    """Of one core, so that a busy machine gives the same answers, only later."""
    steps: int = 12_000
    turns: int = 4
    """Turns since the last agreed picture that are put together at most."""
    candidates: int = 40
    """Explanations kept at most; more than a handful means asking anyway."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Moves that lead from the record to what is seen. `effort` ranks: karma spent, gains refused."""

    moves: tuple[Move, ...]
    state: State
    effort: int = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """The outcome of a search.

    `found` are the explanations, likeliest first. `tile_due` and `dice_due`: what is seen may also be the middle of a
    turn that goes on with a tile, or with dice to be rolled. `stopped`: the budget was used up, there may be more.
    `paying`: a builder may have paid for the tile that is to cover another; not certain enough to call it under way.
    """

    found: tuple[Explanation, ...]
    tile_due: bool
    dice_due: bool
    stopped: bool
    seconds: float
    steps: int
    tier: int = SENSIBLE
    paying: bool = False

    @property
    def underway(self) -> bool:
        """Whether the turn may not be finished."""
        return self.tile_due or self.dice_due


class BudgetUsedUpError(Exception):
    """The search has to stop now."""


class Search:
    """One search of one tier."""

    def __init__(self, options: Options, budget: Budget, clock: Callable[[], float], deadline: float) -> None:
        self.game = options.game
        self.goal = options.goal
        self.options = options
        self.tier = options.tier
        self.budget = budget
        self.clock = clock
        self.deadline = deadline
        self.steps = 0
        self.tile_due = False
        self.dice_due = False
        self.paying = False
        self.stopped = False

    def explanations(self, start: State) -> list[Explanation]:
        """All explanations with the fewest turns, likeliest first."""
        line, waiting = [Explanation((), start)], []
        depth = 0 if self.options.must_be_told(start) else self._turns_needed(start)
        try:
            for turn in range(depth):
                # Only the last of several turns may be an odd one: odd turns that leave no trace explain anything.
                self.options.tier = self.tier if turn == depth - 1 else SENSIBLE
                line = self.one_more_turn(line)
                done = [one for one in line if self._explains_all(one.state)]
                # A turn that waits for a finger cannot be gone on with here: it may be part of the truth all the same.
                told = [one for one in line if not self.is_between_turns(one.state)]
                self.stopped |= bool(told) and len(done) < len(line)
                if done:
                    every = {id(one): one for one in (*done, *told)}.values()
                    return sorted(self._without_waste(list(every)), key=_rank)[: self.budget.candidates]
                waiting += told
                line = [one for one in line if self.is_between_turns(one.state)]
        except BudgetUsedUpError:
            self.stopped = True
        # Nothing explains all of it, but what only a finger can tell may have come before the rest.
        return sorted(self._without_waste(waiting), key=_rank)[: self.budget.candidates]

    def _without_waste(self, done: list[Explanation]) -> list[Explanation]:
        """Without those that do the same as another, die by die, and only spend more karma or the trader on it."""
        if len(done) < 2 or self.options.tier != SENSIBLE:
            return done
        alike: dict[tuple[object, ...], list[tuple[tuple[int, ...], Explanation]]] = {}
        for one in done:
            alike.setdefault(tuple(map(_plain, one.moves)), []).append((_reserves(one.state), one))
        return [one for group in alike.values() for mine, one in group if not any(_beats(o, mine) for o, _ in group)]

    def _turns_needed(self, start: State) -> int:
        """Turns to look at: up to the last seat, in order, that has changed; 0 when that is too far."""
        if start.seat < 0:
            return 1
        changed = self.goal.changed_seats(start)
        count, most = len(self.goal.seats), self.budget.turns
        last = max(((seat - start.seat) % count for seat in changed), default=0)
        idle = [player.idle for player in start.players]
        # Who has no worker left is passed over; once nobody has, the next round may begin with any seat.
        needed = last + 1 - sum(not idle[(start.seat + step) % count] for step in range(1, last))
        if self.goal.main is not None and self.goal.main.workers is not None:
            needed = max(needed, len(self._new_workers(start)))
        if sum(idle) < most and (sum(idle) < needed or not all(idle[seat] for seat in changed)):
            return most
        return needed if needed <= most else 0

    def _new_workers(self, start: State) -> list[str]:
        workers = self.goal.main.workers if self.goal.main else None
        taken = {space.id for space, seat in zip(start.rules.spaces, start.spaces, strict=True) if seat >= 0}
        return [space for space in (workers or {}) if space not in taken]

    def is_between_turns(self, state: State) -> bool:
        """Whether nothing but a new turn can follow."""
        return state.over or self.game.pending(state) == "place"

    def _explains_all(self, state: State) -> bool:
        main = self.goal.main
        if not self.goal.fits(state):
            return False
        return main is None or all(main_fits(state, main, seat) for seat in range(len(self.goal.seats)))

    def one_more_turn(self, line: list[Explanation]) -> list[Explanation]:
        """Every explanation with each way the next turn can have left what is seen before its seat."""
        merged: dict[tuple[object, ...], Explanation] = {}
        # What is left out here might have been the truth: nothing that is found then is certain.
        self.stopped |= len(line) > self.budget.candidates
        for one in sorted(line, key=_rank)[: self.budget.candidates]:
            if one.state.over:
                continue
            for longer in self.turn(one):
                key = table_key(longer.state)
                if key not in merged or _rank(longer) < _rank(merged[key]):
                    merged[key] = longer
        return list(merged.values())

    def turn(self, start: Explanation) -> list[Explanation]:
        """All ways in which the turn that waits in `start` can end as seen, or come to where a finger must decide."""
        seat, turn = start.state.seat, start.state.turn
        found = []
        todo = [start]
        while todo:
            self._spend()
            here = todo.pop()
            state = here.state
            if state.over or (state.turn > turn and self.game.pending(state) == "place"):
                if self._turn_fits(state, seat):
                    found.append(here)
                continue
            if here is not start and self.options.must_be_told(state):
                if self._turn_fits(state, seat):
                    found.append(here)
                elif seat >= 0 and self._hopeful(state, seat) and self._may_explain_once_told(state, seat, turn):
                    # What a finger decides may bring the dice that are seen: nothing is certain then, and it is an
                    # answer like the others as far as it goes.
                    self.dice_due = True
                    found.append(here)
                continue
            if seat >= 0 and not self._hopeful(state, seat):
                continue
            moves = self.options.at(state)
            self._notice_underway(state, seat, moves)
            if not self.dice_due and seat >= 0 and not moves and state.agenda and state.agenda[0][0] == "cover":
                # Boat and chamber take their time before the tile is laid: such a turn is not taken for a shorter one.
                sailed = any(move.verb == "sail" for move in here.moves[len(start.moves) :])
                self.dice_due = sailed and self.goal.fits_seat(state, seat)
            for move in reversed(moves):
                effort = here.effort + _effort(move)
                todo.append(Explanation((*here.moves, move), self.game.apply(state, move), effort))
        return [one for one in found if not self._wastes_trader(start, one)]

    def _may_explain_once_told(self, told: State, seat: int, turn: int) -> bool:
        """Whether any answer to what only a finger can tell leads to what is seen."""
        todo, known = [told], set()
        while todo:
            self._spend()
            state = todo.pop()
            if state.over or (state.turn > turn and self.game.pending(state) == "place"):
                if self._turn_fits(state, seat):
                    return True
                continue
            if not self._hopeful(state, seat):
                continue
            moves = self.game.legal_moves(state) if self.options.must_be_told(state) else self.options.at(state)
            for move in moves:
                after = self.game.apply(state, move)
                player = after.players[seat]
                # Answers that bring nothing lead to the same place, visibly.
                key = (player.dice, player.laid, player.boat, after.agenda)
                if key not in known:
                    known.add(key)
                    todo.append(after)
        return False

    def _wastes_trader(self, start: Explanation, one: Explanation) -> bool:
        """Whether a trader was placed whose die was not set although a plain worker was left: nobody does that."""
        moves = one.moves[len(start.moves) :]
        seen = self.goal.main is not None and self.goal.main.workers is not None
        if seen or self.options.tier != SENSIBLE or not moves or moves[0].verb != "place" or not moves[0].args[1:]:
            return False
        if any("!" in word for move in moves if move.verb == "pay" for word in move.args):
            return False
        return Move("place", moves[0].args[:1]) in self.game.legal_moves(start.state)

    def _spend(self) -> None:
        self.steps += 1
        if self.steps > self.budget.steps or (self.steps % 16 == 0 and self.clock() > self.deadline):
            raise BudgetUsedUpError

    def _turn_fits(self, state: State, seat: int) -> bool:
        """Whether a turn has left what is seen before its seat; the display may have changed again since."""
        if seat < 0:
            return self.goal.fits(state)
        main = self.goal.main
        return self.goal.fits_seat(state, seat) and (main is None or main_fits(state, main, seat))

    def _hopeful(self, state: State, seat: int) -> bool:
        """Whether the dice can still become what is seen."""
        seen, held = self.goal.seats[seat], state.players[seat].dice
        if not contains(held, seen.kept):
            return False
        return not seen.lost(held) or not _is_quiet(state)

    # A turn that is not finished yet.

    def _notice_underway(self, state: State, seat: int, moves: list[Move]) -> None:
        """Remember when the table looks like this very moment of a turn that must go on visibly."""
        if seat < 0 or state.agenda is None or (self.tile_due and self.dice_due):
            return
        if not all(self.goal.fits_seat(state, other) for other in range(len(self.goal.seats)) if other != seat):
            return
        task = state.agenda[0]
        player, seen = state.players[seat], self.goal.seats[seat]
        name = task[0]
        if self._space_is_known(state) and self.goal.fits_seat(state, seat):
            self.tile_due = True
        elif (name == "buy" or (name == "cover" and self._space_is_known(state))) and not moves:
            self.tile_due |= self._may_be_paying(state, seat)
        elif name == "cover" and not moves and seen.lost(player.dice):
            self.paying |= self._may_be_paying(state, seat)
        elif not seen.fits_cells(player.laid) or seen.lost(player.dice):
            return
        elif name in ("take", "roll"):
            self.dice_due |= not moves and self._partly_there(task, state, seat)
        elif name in ("lay", "lay_on", "cover", "pay"):
            # Something to be paid here is a second payment: after the first placement nothing would have changed.
            self.tile_due |= not moves and seen.fits_dice(player.dice)
        elif name == "reroll?":
            self.dice_due |= seen.fits_dice(player.dice)
        elif not moves and self.options.waits_for_tile(state):
            self.tile_due |= seen.fits_dice(player.dice)

    def _space_is_known(self, state: State) -> bool:
        """Whether a camera over the game board has shown where the worker went: then any moment of the turn counts."""
        main = self.goal.main
        return main is not None and main.workers is not None and self.game.pending(state) != "place"

    def _may_be_paying(self, state: State, seat: int) -> bool:
        """Dice of one colour are gone and a tile of that colour is on sale: it may be about to be laid."""
        seen, player = self.goal.seats[seat], state.players[seat]
        gone = seen.lost(player.dice)
        colours = {COLOUR_OF[die] for die in gone}
        if len(colours) != 1 or seen.gained(player.dice) or not seen.fits_cells(player.laid):
            return False
        word = COLOURS[colours.pop()]
        return any(state.rules.tiles[state.rules.tile_index[m.args[0]]].colour == word
                   for m in self.game.legal_moves(state))  # fmt: skip

    def _partly_there(self, task: Task, state: State, seat: int) -> bool:
        """Some of the dice due lie there already, or none yet."""
        seen, held = self.goal.seats[seat], state.players[seat].dice
        new = Counter(COLOUR_OF[die] for die in seen.gained(held))
        if task[0] == "roll":
            return not new - Counter(task[1])
        wanted = task[1]
        free = sum(1 for one in wanted if one < 0)
        return sum((new - Counter(one for one in wanted if one >= 0)).values()) <= free and sum(new.values()) < len(
            wanted
        )


def _plain(move: Move) -> str:
    """The move without how its dice were turned, and by whom."""
    if move.verb == "place":
        return str(Move(move.verb, move.args[:1]))
    return str(Move(move.verb, tuple(word[:2] for word in move.args))) if move.verb == "pay" else str(move)


def _reserves(state: State) -> tuple[int, ...]:
    """What can be spent on turning dice, more being better: karma, and traders that still wait."""
    return tuple(n for p in state.players for n in (p.karma, int(p.extra.get("trader") == "kali")))


def _beats(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return one != other and all(mine >= theirs for mine, theirs in zip(one, other, strict=True))


def _is_quiet(state: State) -> bool:
    agenda = state.agenda
    while agenda is not None:
        if agenda[0][0] not in QUIET:
            return False
        agenda = agenda[1]
    return True


def _effort(move: Move) -> int:
    """What makes a move less likely: karma spent, a gain refused."""
    if move.verb == "pay":
        return sum(">" in word or "!" in word for word in move.args)
    return 3 if move.verb in ("decline", "pass") else 0


def _rank(one: Explanation) -> tuple[int, int, tuple[str, ...]]:
    return (one.effort, len(one.moves), tuple(map(str, one.moves)))


def propose(
    game: RajasGame,
    state: State,
    goal: TableSnapshot,
    budget: Budget | None = None,
    clock: Callable[[], float] = time.thread_time,
) -> Proposal:
    """Explain the goal picture from the state: sensible turns first, then anything legal."""
    limit = budget or Budget()
    begun = clock()
    search = Search(Options(game, goal, SENSIBLE), limit, clock, begun + limit.seconds)
    found = search.explanations(state)
    steps, stopped, tier = search.steps, search.stopped, SENSIBLE
    if not found and not stopped and not search.tile_due and not search.dice_due:
        # Odd turns are rare: several of them in a row explain everything and nothing.
        odd = replace(limit, turns=min(limit.turns, ODD_TURNS))
        wider = Search(Options(game, goal, ANYTHING), odd, clock, begun + limit.seconds)
        found = wider.explanations(state)
        steps, stopped, tier = steps + wider.steps, wider.stopped, ANYTHING
    due = (search.tile_due, search.dice_due)
    return Proposal(tuple(found), *due, stopped, clock() - begun, steps, tier, search.paying)


def after_unseen_turns(game: RajasGame, state: State, goal: TableSnapshot, budget: Budget) -> State | None:
    """The likeliest state in which the first seat that looks different is to move, if those before it went unseen.

    None when it is that seat's turn already, or nobody could have moved without a trace.
    """
    changed = goal.changed_seats(state)
    if state.seat in changed:
        return None
    search = Search(Options(game, goal, SENSIBLE), budget, time.thread_time, time.thread_time() + budget.seconds)
    lines = [Explanation((), state)]
    try:
        for _ in range(len(goal.seats) - 1):
            lines = [one for one in search.one_more_turn(lines) if search.is_between_turns(one.state)]
            arrived = [one for one in lines if one.state.seat in changed]
            if arrived:
                return min(arrived, key=_rank).state
    except BudgetUsedUpError:
        return None
    return None
