"""A calm table as plain numbers the proposer can compare with states."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from assistant.engine.rajas.dice import COLOUR_OF, NAMES, VALUE_OF, Dice
from assistant.engine.rajas.rules import Rules
from assistant.engine.rajas.state import UNKNOWN_TOP, Player, State
from assistant.table.events import Difference
from assistant.table.mapping import MainReading, tile_words

UNSEEN = -9
"""A cell or stack nobody could read."""

Vague = tuple[int | None, int | None]
"""A die of which only the colour, only the value or nothing is known."""


@dataclass(frozen=True, slots=True)
class SeenSeat:
    """What lies before a seat: certain dice (sorted codes), vague ones, and per cell a tile code, -1 or UNSEEN."""

    dice: Dice
    vague: tuple[Vague, ...]
    cells: tuple[int, ...]
    kept: Dice = ()
    """Dice that nobody has touched since table and record last agreed: they were neither paid nor rolled."""
    sure: float = field(default=1.0, compare=False)

    def lost(self, held: Dice) -> Dice:
        """Dice of the record that are surely not there: those neither seen nor possibly a vague one."""
        rest = list((Counter(held) - Counter(self.dice)).elements())
        for colour, value in self.vague:
            fitting = [one for one in rest if _may_be(one, colour, value)]
            if fitting:
                rest.remove(fitting[0])
        return tuple(sorted(rest))

    def gained(self, held: Dice) -> Dice:
        """Dice surely there that the record does not have."""
        return tuple(sorted((Counter(self.dice) - Counter(held)).elements()))

    def fits_dice(self, held: Dice) -> bool:
        """Whether these dice could be exactly the ones seen."""
        if not self.vague:
            return held == self.dice
        if len(held) != len(self.dice) + len(self.vague) or self.gained(held):
            return False
        rest = list((Counter(held) - Counter(self.dice)).elements())
        return _assignable(rest, list(self.vague))

    def fits_cells(self, laid: Sequence[int]) -> bool:
        return self.cells == laid or all(seen in (UNSEEN, code) for seen, code in zip(self.cells, laid, strict=True))

    def new_tiles(self, laid: Sequence[int]) -> list[tuple[int, int]]:
        """Cells with a tile that the record does not have there: (cell, code)."""
        return [
            (cell, seen)
            for cell, (seen, code) in enumerate(zip(self.cells, laid, strict=True))
            if seen >= 0 and seen != code
        ]


def _may_be(die: int, colour: int | None, value: int | None) -> bool:
    return colour in (None, COLOUR_OF[die]) and value in (None, VALUE_OF[die])


def _assignable(dice: list[int], vague: list[Vague]) -> bool:
    """Whether every die can be one of the vague readings, each used once."""
    if not dice:
        return not vague
    first, rest = dice[0], dice[1:]
    return any(_may_be(first, *one) and _assignable(rest, [*vague[:i], *vague[i + 1 :]]) for i, one in enumerate(vague))


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """The whole table: seats in the order of the game, tops of the stacks (tile, -1 none, UNSEEN), the game board."""

    seats: tuple[SeenSeat, ...]
    tops: tuple[int, ...]
    main: MainReading | None = None

    def fits_seat(self, state: State, seat: int) -> bool:
        player, seen = state.players[seat], self.seats[seat]
        return seen.fits_dice(player.dice) and seen.fits_cells(player.laid)

    def fits(self, state: State) -> bool:
        """Whether everything seen is as the state says. The game board is compared elsewhere."""
        return self.fits_tops(state) and all(self.fits_seat(state, seat) for seat in range(len(self.seats)))

    def fits_tops(self, state: State) -> bool:
        return all(
            seen in (UNSEEN, top) or top == UNKNOWN_TOP for seen, (top, _) in zip(self.tops, state.stacks, strict=True)
        )

    def changed_seats(self, state: State) -> list[int]:
        return [seat for seat in range(len(self.seats)) if not self.fits_seat(state, seat)]


def picture_of(state: State, main: MainReading | None = None) -> TableSnapshot:
    """The snapshot a perfect eye would take of this state."""
    seats = tuple(SeenSeat(player.dice, (), player.laid) for player in state.players)
    tops = tuple(UNSEEN if top == UNKNOWN_TOP else top for top, _ in state.stacks)
    return TableSnapshot(seats, tops, main)


def differences(state: State, seen: TableSnapshot) -> tuple[Difference, ...]:
    """Every place where the table differs from the record, dice by statue, tiles by cell."""
    rules, found = state.rules, []
    for number, (name, player, seat) in enumerate(zip(rules.seats, state.players, seen.seats, strict=True)):
        if not seat.fits_dice(player.dice):
            crop = f"{name}/kali"
            found.append(Difference(f"{name}/dice", _dice_words(seat), " ".join(NAMES[d] for d in player.dice), crop))
        cells = rules.map_of(state.players[number]).cells
        found += [
            Difference(f"{name}/{cell}", tile_words(rules, now), tile_words(rules, code), f"{name}/province")
            for cell, now, code in zip(cells, seat.cells, player.laid, strict=True)
            if now not in (UNSEEN, code)
        ]
    return tuple(found) + _display_differences(rules, state, seen)


def _display_differences(rules: Rules, state: State, seen: TableSnapshot) -> tuple[Difference, ...]:
    def word(tile: int) -> str:
        return rules.tiles[tile].id if tile >= 0 else "empty"

    return tuple(
        Difference(f"display/{stack}", word(top), word(known), "display")
        for stack, top, (known, _) in zip(rules.stacks, seen.tops, state.stacks, strict=True)
        if top != UNSEEN and known not in (UNKNOWN_TOP, top)
    )


def _dice_words(seat: SeenSeat) -> str:
    """Certain dice by name, vague ones with a question mark for what is not known."""
    words = [NAMES[die] for die in seat.dice]
    words += [f"{'?' if c is None else 'bgop'[c]}{'?' if v is None else v}" for c, v in seat.vague]
    return " ".join(words)


def table_key(s: State, unseen: frozenset[int] = frozenset()) -> tuple[object, ...]:
    """What a state means to the game: equal keys play on alike.

    Spaces of the same kind and fee are interchangeable, and so are white tiles of the same reward. Of the stacks
    `unseen` only the tiles count that are left in them, not which of them is known to lie on top.
    """
    rules = s.rules
    spaces = sorted((_kind(rules, index), seat) for index, seat in enumerate(s.spaces) if seat >= 0)
    pile = sorted(repr(rules.white[one].reward) for one in s.pile)
    aside = sorted(repr(rules.white[one].reward) for one in s.aside)
    players = tuple(
        (p.dice, p.money, p.fame, p.karma, p.boat, p.levels, p.late, p.active, p.idle, p.waiting, p.bonus,
         p.fame_marks, p.laid, p.under, p.yields, p.missed, p.assorted, p.met, _extra(rules, p))
        for p in s.players
    )  # fmt: skip
    head = (s.turn, s.seat, s.start, s.mogul, s.round, s.lap, s.placed, s.ending, s.over, s.supply, _stacks(s, unseen))
    return (*head, tuple(spaces), tuple(pile), tuple(aside), players, s.agenda, _beside(s, unseen))


def _beside(s: State, unseen: frozenset[int]) -> str:
    """What modules keep of the table. Which of the unseen stacks a tile came from nobody can tell: their sum counts."""
    kept = dict(s.extra)
    for name, stacks in s.rules.stack_counts.items():
        if name in kept and unseen.issuperset(stacks):
            kept[name] = sum(kept[name])
    return repr(sorted(kept.items()))


def _extra(rules: Rules, player: Player) -> str:
    """What modules keep of a player; where a piece stands counts by the kind of the space."""
    spaces = rules.space_index
    return repr(sorted((key, _kind(rules, spaces[value]) if isinstance(value, str) and value in spaces else value)
                       for key, value in player.extra.items()))  # fmt: skip


def _stacks(s: State, unseen: frozenset[int]) -> tuple[object, ...]:
    seen = tuple(stack for number, stack in enumerate(s.stacks) if number not in unseen)
    left = sorted(tile for number in unseen for tile in (s.stacks[number][0], *s.stacks[number][1]) if tile >= 0)
    return (seen, tuple(left))


def _kind(rules: Rules, index: int) -> tuple[str, str, int]:
    space = rules.spaces[index]
    return (space.area, space.detail, space.fee)
