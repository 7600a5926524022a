"""Robot players with hands: the physical table they play on, and a turn as a row of gestures.

The robots know the rules only through the engine: a bot chooses legal moves, `gestures` turns them into what hands do.
Nothing here knows how the table is watched.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from assistant.engine.core.moves import CHANCE, Move
from assistant.engine.rajas.box import ANIMALS, COLOURS
from assistant.engine.rajas.dice import COLOUR_OF, NAMES, VALUE_OF
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.prices import read_token
from assistant.engine.rajas.state import State
from assistant.players.base import Bot
from assistant.sim.scene import Scene, SeatScene, TileOnBoard, lay_dice, lay_tile

DISPLAY_CELLS = {f"{colour}-{animal}": f"r{row}c{column}" for row, animal in enumerate(ANIMALS)
                 for column, colour in enumerate(COLOURS)}  # fmt: skip
"""Stack to the cell of the display mat it lies on."""


@dataclass(slots=True)
class MainBoard:
    """What stands on the game board: workers by space; boats, markers and levels by seat."""

    workers: dict[str, str] = field(default_factory=dict)
    boats: dict[str, int] = field(default_factory=dict)
    money: dict[str, int] = field(default_factory=dict)
    fame: dict[str, int] = field(default_factory=dict)
    karma: dict[str, int] = field(default_factory=dict)
    levels: dict[str, tuple[int, int, int, int]] = field(default_factory=dict)


class PhysicalTable:
    """Dice, tiles and pieces where they really lie. Changed only by hands."""

    def __init__(self, seats: Sequence[str], rng: np.random.Generator) -> None:
        self.rng = rng
        self.seats: dict[str, SeatScene] = {seat: SeatScene(seat) for seat in seats}
        self.display: dict[str, TileOnBoard] = {}
        self.main = MainBoard()
        self.bump_px = (0.0, 0.0)
        """How far the camera was knocked from where it stood."""

    def lay_out(self, state: State) -> None:
        """Set the whole table up as a state says, everything laid anew."""
        rules = state.rules
        for seat, player in zip(rules.seats, state.players, strict=True):
            dice = lay_dice([(COLOURS[COLOUR_OF[d]], VALUE_OF[d]) for d in player.dice], self.rng)
            cells = rules.map_of(player).cells
            tiles = tuple(
                lay_tile(cell, rules.tiles[code // 4].id, code % 4 * 90, self.rng)
                for cell, code in zip(cells, player.laid, strict=True)
                if code >= 0
            )
            self.seats[seat] = SeatScene(seat, dice, tiles)
        for stack, (top, _) in zip(rules.stacks, state.stacks, strict=True):
            self.set_top(stack, rules.tiles[top].id if top >= 0 else None)
        self.set_main(state)

    def set_main(self, state: State) -> None:
        """Workers, boats and markers as a state says."""
        rules = state.rules
        self.main.workers = {
            space.id: rules.seats[seat] for space, seat in zip(rules.spaces, state.spaces, strict=True) if seat >= 0
        }
        self.set_markers(state)

    def set_markers(self, state: State) -> None:
        for seat, player in zip(state.rules.seats, state.players, strict=True):
            self.main.boats[seat] = player.boat
            self.main.money[seat] = player.money
            self.main.fame[seat] = player.fame
            self.main.karma[seat] = player.karma
            self.main.levels[seat] = player.levels

    # What hands do.

    def put_dice(self, seat: str, dice: Sequence[int]) -> None:
        """Into free places of the statue, each a little off."""
        here = self.seats[seat]
        new = lay_dice([(COLOURS[COLOUR_OF[d]], VALUE_OF[d]) for d in dice], self.rng, beside=here.dice)
        self.seats[seat] = replace(here, dice=(*here.dice, *new))

    def take_dice(self, seat: str, dice: Sequence[int]) -> list[int]:
        """Take dice off the statue; returns those that were not there."""
        here, missing = list(self.seats[seat].dice), []
        for die in dice:
            match = next((d for d in here if d.colour == COLOURS[COLOUR_OF[die]] and d.value == VALUE_OF[die]), None)
            if match is None:
                missing.append(die)
            else:
                here.remove(match)
        self.seats[seat] = replace(self.seats[seat], dice=tuple(here))
        return missing

    def nudge(self, seat: str) -> None:
        """A sleeve: one die slides a few millimetres."""
        dice = list(self.seats[seat].dice)
        if dice:
            index = int(self.rng.integers(len(dice)))
            dx, dy = self.rng.normal(0, 4.0, 2).tolist()
            dice[index] = replace(dice[index], x_mm=dice[index].x_mm + dx, y_mm=dice[index].y_mm + dy)
            self.seats[seat] = replace(self.seats[seat], dice=tuple(dice))

    def lay(self, seat: str, cell: str, tile: str, rotation: int) -> None:
        """Lay a tile, on whatever lies there."""
        here = self.seats[seat]
        others = tuple(one for one in here.tiles if one.cell != cell)
        self.seats[seat] = replace(here, tiles=(*others, lay_tile(cell, tile, rotation, self.rng)))

    def lift(self, seat: str, cell: str, below: TileOnBoard | None = None) -> None:
        """Take a tile away; `below` comes to light."""
        here = self.seats[seat]
        others = tuple(one for one in here.tiles if one.cell != cell)
        self.seats[seat] = replace(here, tiles=(*others, below) if below else others)

    def set_top(self, stack: str, tile: str | None) -> None:
        """What lies on top of a stack; stacks of modules are not on the mat."""
        cell = DISPLAY_CELLS.get(stack)
        if cell is None:
            return
        if tile is None:
            self.display.pop(stack, None)
        else:
            self.display[stack] = lay_tile(cell, tile, 0, self.rng)

    def dice_of(self, seat: str) -> list[str]:
        """Names of the dice on a statue."""
        return [f"{die.colour[0]}{die.value}" for die in self.seats[seat].dice]

    def scene(self, base: Scene | None = None) -> Scene:
        """The table as the simulated camera draws it."""
        return replace(base or Scene(), seats=tuple(self.seats.values()), display=tuple(self.display.values()))


Change = Callable[[PhysicalTable], None]


@dataclass(frozen=True, slots=True)
class Gesture:
    """A hand over some places for a while; what it changes is done in the middle. Without places: a pause."""

    seconds: float
    over: tuple[str, ...] = ()
    change: Change | None = None
    what: str = ""


@dataclass(frozen=True, slots=True)
class Manner:
    """How hands move, in seconds; `quick` scales everything."""

    pay_s: float = 0.8
    lay_s: float = 0.9
    roll_s: float = 0.8
    mark_s: float = 0.5
    think_s: float = 1.6
    pause_share: float = 0.2
    """Turns in which a hand leaves the table between two gestures."""
    pause_s: tuple[float, float] = (0.2, 0.9)
    """How long such a pause lasts. Longer ones before paying would look like forgetting to pay."""
    nudge_share: float = 0.04
    """Gestures in which a sleeve pushes a die."""
    adjust_share: float = 0.25
    """Tiles that are pushed straight after they were laid."""
    quick: float = 1.0


class Hands:
    """Turns moves into gestures."""

    def __init__(self, game: RajasGame, rng: random.Random, manner: Manner | None = None) -> None:
        self.game = game
        self.rng = rng
        self.manner = manner or Manner()

    def turn(self, before: State, moves: Sequence[Move]) -> list[Gesture]:
        """The gestures of a whole turn, in the order of the rules."""
        gestures: list[Gesture] = []
        state = before
        after = before
        for move in moves:
            after = self.game.apply(after, move)
        for move in moves:
            here = state
            state = self.game.apply(state, move)
            gestures += self._for_move(here, state, move, after)
        gestures.append(self._hand(self.manner.mark_s, ("main",), lambda t: t.set_markers(after), "mark"))
        return self._with_pauses(gestures)

    def _with_pauses(self, gestures: list[Gesture]) -> list[Gesture]:
        if len(gestures) > 2 and self.rng.random() < self.manner.pause_share:
            where = self.rng.randrange(1, len(gestures))
            gestures.insert(where, Gesture(self.rng.uniform(*self.manner.pause_s) * self.manner.quick, what="pause"))
        return gestures

    def _hand(self, seconds: float, over: tuple[str, ...], change: Change | None, what: str) -> Gesture:
        spread = self.rng.uniform(0.7, 1.4) * self.manner.quick
        return Gesture(seconds * spread, over, change, what)

    def _for_move(self, before: State, after: State, move: Move, end: State) -> list[Gesture]:
        seat = before.rules.seats[before.seat] if before.seat >= 0 else ""
        if move.verb in ("pay", "return"):
            dice = [token.die for token in map(read_token, move.args) if token]
            return [self.take(seat, dice)] if dice else []
        if move.verb == "reroll":
            dice = [token.die for token in map(read_token, move.args) if token]
            return [self.take(seat, dice)] if dice else []
        if move.verb == "roll":
            return self.put(seat or self._roller(before), [NAMES.index(word) for word in move.args])
        if move.verb == "lay":
            return self.lay(before, seat, move, end)
        if move.verb == "place":
            space, piece = move.args[0], " ".join((seat, *move.args[1:]))
            return [self._hand(self.manner.mark_s, ("main",), lambda t: t.main.workers.update({space: piece}), "place")]
        if move.verb in ("score", "karma", "upgrade", "sail", "draw", "chamber"):
            return [self._hand(self.manner.mark_s, ("main",), lambda t: t.set_markers(after), move.verb)]
        return []

    def _roller(self, state: State) -> str:
        task = state.agenda[0] if state.agenda else ("", (), 0)
        return state.rules.seats[task[2]]

    def take(self, seat: str, dice: Sequence[int]) -> Gesture:
        """Take dice off the statue."""

        def change(table: PhysicalTable) -> None:
            table.take_dice(seat, dice)
            self._maybe_nudge(table, seat)

        return self._hand(self.manner.pay_s, (seat,), change, "pay")

    def put(self, seat: str, dice: Sequence[int]) -> list[Gesture]:
        """Fetch, roll, and lay on the statue, sometimes one by one."""

        def change(part: Sequence[int]) -> Change:
            def put(table: PhysicalTable) -> None:
                table.put_dice(seat, part)
                self._maybe_nudge(table, seat)

            return put

        roll = self._hand(self.manner.roll_s, ("supply",), None, "roll")
        parts = [dice[:1], dice[1:]] if len(dice) > 1 and self.rng.random() < 0.3 else [dice]
        return [roll, *(self._hand(self.manner.pay_s, (seat,), change(part), "put") for part in parts)]

    def lay(self, before: State, seat: str, move: Move, end: State) -> list[Gesture]:
        """Fetch the tile from the display, lay it, perhaps push it straight."""
        tile = _tile_being_laid(before)
        stack_number = _holder(before, tile)
        name = before.rules.tiles[tile].id
        cell, rotation = move.args[0], int(move.args[1])
        stack = before.rules.stacks[stack_number]
        top = end.stacks[stack_number][0]
        below = before.rules.tiles[top].id if top >= 0 else None
        found = [
            self._hand(self.manner.mark_s, ("display",), lambda t: t.set_top(stack, below), "fetch"),
            self._hand(self.manner.lay_s, (seat,), lambda t: t.lay(seat, cell, name, rotation), "lay"),
        ]
        if self.rng.random() < self.manner.adjust_share:
            found.append(self._hand(0.5, (seat,), lambda t: t.lay(seat, cell, name, rotation), "adjust"))
        return found

    def _maybe_nudge(self, table: PhysicalTable, seat: str) -> None:
        if self.rng.random() < self.manner.nudge_share:
            table.nudge(seat)

    def tidy(self, state: State) -> Gesture:
        """After a round: workers home, markers as the state says."""
        return self._hand(1.2, ("main",), lambda t: t.set_main(state), "tidy")

    def put_back(self, before: State, table: PhysicalTable, seat: str) -> list[Gesture]:
        """Undo on the table: everything of one seat and the display as `before` says."""

        def dice(t: PhysicalTable) -> None:
            wanted = [NAMES[d] for d in before.players[before.rules.seats.index(seat)].dice]
            here = t.dice_of(seat)
            extra = _minus(here, wanted)
            t.take_dice(seat, [NAMES.index(one) for one in extra])
            t.put_dice(seat, [NAMES.index(one) for one in _minus(wanted, here)])

        def tiles(t: PhysicalTable) -> None:
            player = before.players[before.rules.seats.index(seat)]
            cells = before.rules.map_of(player).cells
            wanted = {cell: code for cell, code in zip(cells, player.laid, strict=True) if code >= 0}
            for tile in t.seats[seat].tiles:
                if tile.cell not in wanted:
                    t.lift(seat, tile.cell)
            for cell, code in wanted.items():
                name = before.rules.tiles[code // 4].id
                if not any(one.cell == cell and one.tile == name for one in t.seats[seat].tiles):
                    t.lay(seat, cell, name, code % 4 * 90)

        def display(t: PhysicalTable) -> None:
            for stack, (top, _) in zip(before.rules.stacks, before.stacks, strict=True):
                name = before.rules.tiles[top].id if top >= 0 else None
                shown = t.display.get(stack)
                if name != (shown.tile if shown else None):
                    t.set_top(stack, name)
            t.set_main(before)

        return [
            self._hand(0.9, (seat,), tiles, "lift"),
            self._hand(0.7, ("display", "main"), display, "give back"),
            self._hand(0.9, (seat,), dice, "put back"),
        ]


def _minus(some: Sequence[str], others: Sequence[str]) -> list[str]:
    rest = list(some)
    for one in others:
        if one in rest:
            rest.remove(one)
    return rest


def _tile_being_laid(state: State) -> int:
    task = state.agenda[0] if state.agenda else ("lay", -1)
    return int(task[1])


def _holder(state: State, tile: int) -> int:
    for number, (top, _) in enumerate(state.stacks):
        if top == tile:
            return number
    return state.rules.stack_of[tile]


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as it should be: from where, the moves, to where."""

    before: State
    moves: tuple[Move, ...]
    after: State

    @property
    def seat(self) -> str:
        return self.before.rules.seats[self.before.seat]


class Player:
    """Plays sensible legal turns: a bot's choices, except that nobody refuses gains or wastes a worker."""

    def __init__(self, game: RajasGame, bots: Sequence[Bot], rng: random.Random) -> None:
        self.game = game
        self.bots = bots
        self.rng = rng

    def opening(self) -> tuple[State, list[Move]]:
        """The state when the first worker is due (tiles turned up, dice rolled, start player found), and the moves."""
        state = self.game.initial()
        moves: list[Move] = []
        while self.game.pending(state) != "place":
            moves.append(self.choose(state))
            state = self.game.apply(state, moves[-1])
        return state, moves

    def turn(self, before: State, first: Move | None = None) -> Turn:
        """A whole turn; `first` fixes the placement."""
        state = before
        moves: list[Move] = []
        while not state.over and not (state.turn > before.turn and self.game.pending(state) == "place"):
            move = first if first is not None and not moves else self.choose(state)
            moves.append(move)
            state = self.game.apply(state, move)
        plain = _without_trader(self.game, before, moves)
        return self.turn(before, plain) if plain else self._as_cheaply(Turn(before, tuple(moves), state))

    def _as_cheaply(self, turn: Turn) -> Turn:
        """The same turn without what was spent for nothing: karma, the trader's die, the trader himself."""
        for moves in _cheaper(turn.moves):
            after = self._played(turn.before, moves)
            if after is not None and after.turn == turn.after.turn:
                return self._as_cheaply(Turn(turn.before, moves, after))
        return turn

    def _played(self, state: State, moves: Sequence[Move]) -> State | None:
        """The state after these moves, None when one of them is not allowed."""
        for move in moves:
            if not self.game.judge(state, move).ok:
                return None
            state = self.game.apply(state, move)
        return state

    def choose(self, state: State) -> Move:
        """The next move: chance from the generator, players by their bot among what is sensible."""
        actor = self.game.actor(state)
        if actor == CHANCE:
            return self.game.draw(state, self.rng.randrange)
        sensible = sensible_moves(self.game, state)
        chosen = self.bots[actor].choose(self.game, state)
        return chosen if chosen in sensible else sensible[self.rng.randrange(len(sensible))]


def _without_trader(game: RajasGame, before: State, moves: Sequence[Move]) -> Move | None:
    """The placement of a plain worker where the trader went without setting a die; None where all is well."""
    first = moves[0] if moves else None
    if first is None or first.verb != "place" or len(first.args) < 2:
        return None
    if any("!" in word for move in moves if move.verb == "pay" for word in move.args):
        return None
    plain = Move("place", first.args[:1])
    return plain if plain in game.legal_moves(before) else None


def _unset(move: Move) -> Move:
    """A payment without what the trader did to its dice."""
    return Move("pay", tuple(word.split("!")[0] for word in move.args)) if move.verb == "pay" else move


def _cheaper(moves: tuple[Move, ...]) -> Iterator[tuple[Move, ...]]:
    """The same moves with less spent on the dice, whether allowed or not; a trader who sets nothing stays at home."""
    yield from _with_word(moves, lambda word: word.split(">")[0])
    first = moves[0] if moves else None
    if first is None or first.verb != "place" or len(first.args) < 2:
        return
    yield (Move("place", first.args[:1]), *map(_unset, moves[1:]))
    if not any("!" in word for move in moves if move.verb == "pay" for word in move.args):
        yield from _with_word(moves, lambda word: word.replace(">", "!"))


def _with_word(moves: tuple[Move, ...], change: Callable[[str], str]) -> Iterator[tuple[Move, ...]]:
    """The moves with one die that was turned by karma paid otherwise, for each such die."""
    for number, move in enumerate(moves):
        for place, word in enumerate(move.args if move.verb == "pay" else ()):
            if ">" in word:
                words = (*move.args[:place], change(word), *move.args[place + 1 :])
                yield (*moves[:number], Move("pay", words), *moves[number + 1 :])


def sensible_moves(game: RajasGame, state: State) -> Sequence[Move]:
    """Legal moves without those that only give something away: refusals, lower scores, spaces that bring nothing."""
    legal = game.legal_moves(state)
    pending = game.pending(state)
    if pending == "score":
        return [max(legal, key=lambda move: sum(int(word[-1]) for word in move.args))]
    if pending == "karma?":
        return [legal[-1]]
    if pending == "reroll?":
        return legal
    if pending == "take":
        most = max(len(move.args) for move in legal)
        return [move for move in legal if len(move.args) == most]
    if pending == "place":
        kept = [move for move in legal if move.verb == "place" and not game.judge(state, move).warnings]
        return kept or legal
    kept = [move for move in legal if move.verb != "decline"]
    return kept or legal
