"""What people do wrong at a table: acts that no rule allows, as gestures with the way to put them right.

Each maker looks at a turn as it should be and returns the wrong way to play it, or None where the turn does not lend
itself to that fault. `rule` is the rule a referee must name.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from assistant.engine.core.moves import Move
from assistant.engine.rajas.building import lay_reasons
from assistant.engine.rajas.dice import COLOUR_OF, NAMES
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.prices import read_token
from assistant.engine.rajas.state import State
from assistant.sim.robots import Gesture, Hands, PhysicalTable, Turn


@dataclass(frozen=True, slots=True)
class Fault:
    """A wrong act, the rule it breaks, and the gestures that make the turn right again."""

    kind: str
    rule: str
    wrong: tuple[Gesture, ...]
    repair: tuple[Gesture, ...]


@dataclass(slots=True)
class _Build:
    """The parts of a turn that buys a tile."""

    before: State
    paying: State
    pay: Move
    laying: State
    lay: Move
    tile: int


class Mischief:
    """Makes faults out of turns."""

    def __init__(self, game: RajasGame, hands: Hands, rng: random.Random) -> None:
        self.game = game
        self.hands = hands
        self.rng = rng
        self.makers: dict[str, Callable[[Turn], Fault | None]] = {
            "cheat_payment": self.cheat_payment,
            "wrong_colour": self.wrong_colour,
            "forgotten_die": self.forgotten_die,
            "unconnected": self.unconnected,
            "extra_die": self.extra_die,
        }

    def _build_of(self, turn: Turn) -> _Build | None:
        """Buying, paying and laying of a turn that has these three at its beginning and no dice gained after."""
        if len(turn.moves) < 4 or turn.moves[1].verb != "buy" or sum(move.verb == "lay" for move in turn.moves) > 1:
            return None
        state = self.game.apply(self.game.apply(turn.before, turn.moves[0]), turn.moves[1])
        laying = self.game.apply(state, turn.moves[2])
        if turn.moves[2].verb != "pay" or turn.moves[3].verb != "lay" or any(m.verb == "roll" for m in turn.moves):
            return None
        tile = int(laying.agenda[0][1]) if laying.agenda else -1
        return _Build(turn.before, state, turn.moves[2], laying, turn.moves[3], tile)

    # Payments.

    def _paid_wrong(self, kind: str, turn: Turn, build: _Build, dice: Sequence[int]) -> Fault | None:
        """The tile laid for the wrong dice; put right by exchanging the dice."""
        true = [token.die for token in map(read_token, build.pay.args) if token]
        if not self._is_illegal_payment(build.paying, dice):
            return None
        wrong = [self.hands.take(turn.seat, dice)] if dice else []
        wrong += self.hands.lay(build.laying, turn.seat, build.lay, turn.after)
        still_due = _minus(true, dice)

        def change(table: PhysicalTable) -> None:
            table.put_dice(turn.seat, _minus(list(dice), true))
            table.take_dice(turn.seat, still_due)

        return Fault(kind, "B5.3", tuple(wrong), (Gesture(0.9, (turn.seat,), change, "repair"),))

    def _is_illegal_payment(self, paying: State, dice: Sequence[int]) -> bool:
        """Whether these dice are no payment, even turned by karma."""
        names = sorted(NAMES[die] for die in dice)
        plain = Move("pay", tuple(names))
        legal = self.game.legal_moves(paying)
        return not self.game.judge(paying, plain).ok and not any(
            sorted(word[:2] for word in move.args) == names for move in legal
        )

    def cheat_payment(self, turn: Turn) -> Fault | None:
        """Too little of the right colour, or nothing at all."""
        build = self._build_of(turn)
        if build is None:
            return None
        colour = COLOUR_OF[next(t.die for t in map(read_token, build.pay.args) if t)]
        own = [die for die in build.paying.me.dice if COLOUR_OF[die] == colour]
        parts = [part for size in (1, 2) for part in combinations(own, size)]
        self.rng.shuffle(parts)
        for part in [*parts, ()]:
            fault = self._paid_wrong("cheat_payment", turn, build, part)
            if fault is not None:
                return fault
        return None

    def wrong_colour(self, turn: Turn) -> Fault | None:
        """Dice of another colour."""
        build = self._build_of(turn)
        if build is None:
            return None
        colour = COLOUR_OF[next(t.die for t in map(read_token, build.pay.args) if t)]
        others = [die for die in build.paying.me.dice if COLOUR_OF[die] != colour]
        if not others:
            return None
        count = min(len(others), len(build.pay.args))
        return self._paid_wrong("wrong_colour", turn, build, self.rng.sample(others, count))

    def forgotten_die(self, turn: Turn) -> Fault | None:
        """One of the dice due stays on the statue."""
        build = self._build_of(turn)
        if build is None or len(build.pay.args) < 2:
            return None
        dice = [token.die for token in map(read_token, build.pay.args) if token]
        dice.remove(self.rng.choice(dice))
        return self._paid_wrong("forgotten_die", turn, build, dice)

    # Tiles.

    def unconnected(self, turn: Turn) -> Fault | None:
        """The tile on an empty cell without a road to the residence."""
        build = self._build_of(turn)
        if build is None:
            return None
        rules, player = build.before.rules, build.before.me
        cells = rules.map_of(player).cells
        wrong = [
            (cell, quarter)
            for cell, code in enumerate(player.laid)
            if code < 0
            for quarter in range(4)
            if lay_reasons(build.before, player, build.tile, cell, quarter)
        ]
        if not wrong:
            return None
        cell, quarter = self.rng.choice(wrong)
        name, seat = rules.tiles[build.tile].id, turn.seat
        dice = [token.die for token in map(read_token, build.pay.args) if token]
        bad = Move("lay", (cells[cell], str(quarter * 90)))
        gestures = [self.hands.take(seat, dice), *self.hands.lay(build.laying, seat, bad, turn.after)]

        def change(table: PhysicalTable) -> None:
            table.lift(seat, cells[cell])
            table.lay(seat, build.lay.args[0], name, int(build.lay.args[1]))

        return Fault("unconnected", "B6.2", tuple(gestures), (Gesture(1.0, (seat,), change, "repair"),))

    # Dice.

    def extra_die(self, turn: Turn) -> Fault | None:
        """A second die from a terrace."""
        words = [str(move).split()[0] for move in turn.moves]
        if words[:3] != ["place", "take", "roll"] or "terrace" not in turn.moves[0].args[0] or len(words) != 3:
            return None
        true = [NAMES.index(word) for word in turn.moves[2].args]
        extra = self.rng.randrange(24)
        seat = turn.seat
        wrong = self.hands.put(seat, [*true, extra])

        def change(table: PhysicalTable) -> None:
            table.take_dice(seat, [extra])

        return Fault("extra_die", "B4.1", tuple(wrong), (Gesture(0.8, (seat,), change, "repair"),))

    def swapped(self, state: State, table: PhysicalTable) -> Fault | None:
        """Two dice of different colours change places between two statues of players who wait."""
        waiting = [seat for seat in state.rules.seats if seat != state.rules.seats[state.seat]]
        if len(waiting) < 2:
            return None
        one, other = self.rng.sample(waiting, 2)
        pairs = [(a, b) for a in table.dice_of(one) for b in table.dice_of(other) if a[0] != b[0]]
        if not pairs:
            return None
        a, b = self.rng.choice(pairs)

        def exchange(first: str, second: str) -> Gesture:
            def change(t: PhysicalTable) -> None:
                t.take_dice(one, [NAMES.index(first)])
                t.take_dice(other, [NAMES.index(second)])
                t.put_dice(one, [NAMES.index(second)])
                t.put_dice(other, [NAMES.index(first)])

            return Gesture(1.0, (one, other), change, "swap")

        return Fault("swapped", "B4.1", (exchange(a, b),), (exchange(b, a),))


def _minus(some: Sequence[int], others: Sequence[int]) -> list[int]:
    rest = list(some)
    for one in others:
        if one in rest:
            rest.remove(one)
    return rest
