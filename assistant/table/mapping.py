"""What the camera calls things and what the engine calls them, both ways; and the reading of the game board.

The province's cells, the tiles and the colours have the same names on both sides. The display mat has a column per
colour and a row per animal; stacks of modules have no place there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.engine.rajas.box import ANIMALS, COLOURS
from assistant.engine.rajas.dice import COLOUR_INDEX, Die
from assistant.engine.rajas.rules import Rules
from assistant.engine.rajas.state import State

ROTATIONS = (0, 90, 180, 270)

DISPLAY_CELLS: dict[str, str] = {
    f"r{row}c{column}": f"{colour}-{animal}"
    for row, animal in enumerate(ANIMALS)
    for column, colour in enumerate(COLOURS)
}
"""Cell of the display mat to stack."""
STACK_CELLS: dict[str, str] = {stack: cell for cell, stack in DISPLAY_CELLS.items()}


def die_code(colour: str, value: int) -> Die:
    """The engine's die for a label. Raises KeyError for a colour the box has not."""
    return COLOUR_INDEX[colour] * 6 + value - 1


def tile_code(rules: Rules, tile: str, rotation: int) -> int:
    """A tile and its rotation as the engine keeps them in a cell. Raises KeyError or ValueError for unknown ones."""
    return rules.tile_index[tile] * 4 + ROTATIONS.index(rotation)


def tile_words(rules: Rules, code: int) -> str:
    """`blue-cow-3 90` for a cell's content, `empty` for none."""
    return "empty" if code < 0 else f"{rules.tiles[code // 4].id} {ROTATIONS[code % 4]}"


@dataclass(frozen=True, slots=True)
class MainReading:
    """What a camera over the game board would say. Every part may be missing (None): then it is not used.

    `workers`: action space to seat (`red trader` for the trader's piece), all spaces read. The others: seat to river
    space, money, fame, karma, and the steps of the four upgrade markers.
    """

    workers: Mapping[str, str] | None = None
    boats: Mapping[str, int] | None = None
    money: Mapping[str, int] | None = None
    fame: Mapping[str, int] | None = None
    karma: Mapping[str, int] | None = None
    levels: Mapping[str, tuple[int, int, int, int]] | None = None
    extra: Mapping[str, str] = field(default_factory=dict)


_MARKERS = (("boats", "boat"), ("money", "money"), ("fame", "fame"), ("karma", "karma"), ("levels", "levels"))


def main_fits(state: State, main: MainReading, seat: int) -> bool:
    """Whether boat and markers of a seat stand as the state says."""
    name, player = state.rules.seats[seat], state.players[seat]
    for part, field_name in _MARKERS:
        seen = getattr(main, part)
        if seen is not None and seen.get(name, getattr(player, field_name)) != getattr(player, field_name):
            return False
    return True


def main_of(state: State) -> MainReading:
    """The reading a perfect camera would give of this state."""
    seats, players = state.rules.seats, state.players
    workers = {space.id: seats[seat] for space, seat in zip(state.rules.spaces, state.spaces, strict=True) if seat >= 0}
    columns = {
        part: {seat: getattr(player, name) for seat, player in zip(seats, players, strict=True)}
        for part, name in _MARKERS
    }
    return MainReading(workers=workers, **columns)
