"""What may be believed at all: right types, finite numbers, sane counts. Everything else is no reading."""

import math
from collections.abc import Callable, Mapping
from itertools import chain, repeat

from assistant.table.mapping import MainReading
from assistant.vision.readings import DieReading, Observation, SeatReading, TileReading

DICE_MOST = 64
"""More dice or cells before one seat than this is no reading."""
SEATS_MOST = 8
WORD_MOST = 60
"""Letters of a label at most."""

Believed = dict[str, object]
_NOTHING = object()


def is_reading(observation: object, believed: Believed) -> bool:
    """Whether this is a reading that can be believed at all.

    `believed` remembers what passed, seat by seat and for the display: the same object need not be examined again.
    """
    if not isinstance(observation, Observation) or not _finite(observation.t_s):
        return False
    if not _is_label(observation.problem) or not isinstance(observation.seats, tuple):
        return False
    if len(observation.seats) > SEATS_MOST or not all(_is_known_seat(seat, believed) for seat in observation.seats):
        return False
    display = observation.display
    if display is not None and believed.get("display/") is not display:
        if not _are_tiles(display):
            return False
        believed["display/"] = display
    return True


def _is_known_seat(seat: object, believed: Believed) -> bool:
    if not isinstance(seat, SeatReading) or not isinstance(seat.seat, str):
        return False
    known = believed.get(seat.seat)
    if known is seat:
        return True
    if not _is_seat(seat, known.tiles if isinstance(known, SeatReading) else ()):
        return False
    believed[seat.seat] = seat
    return True


def _is_seat(seat: SeatReading, known: tuple[TileReading, ...] = ()) -> bool:
    dice = seat.dice
    if not isinstance(dice, tuple) or len(dice) > DICE_MOST or len(seat.seat) > WORD_MOST:
        return False
    return all(_is_die(die) for die in dice) and _are_tiles(seat.tiles, known)


def _is_die(die: object) -> bool:
    if not isinstance(die, DieReading) or not _is_label(die.colour) or not _is_count(die.value):
        return False
    box = die.box_xyxy
    return _finite(die.confidence) and isinstance(box, tuple) and len(box) == 4 and all(map(_finite, box))


def _are_tiles(tiles: object, known: tuple[TileReading, ...] = ()) -> bool:
    """Whether these are readings of tiles; those at the place of the very same `known` one are not examined again."""
    if not isinstance(tiles, tuple) or len(tiles) > DICE_MOST:
        return False
    return all(tile is old or _is_tile(tile) for tile, old in zip(tiles, chain(known, repeat(_NOTHING)), strict=False))


def _is_tile(tile: object) -> bool:
    if not isinstance(tile, TileReading) or not isinstance(tile.cell, str):
        return False
    return _is_label(tile.tile) and _is_count(tile.rotation) and _finite(tile.confidence)


def _is_label(value: object) -> bool:
    return value is None or (isinstance(value, str) and len(value) <= WORD_MOST)


def _is_count(value: object) -> bool:
    return value is None or (isinstance(value, int) and abs(value) < 1000)


def _finite(value: object) -> bool:
    return isinstance(value, int | float) and math.isfinite(value)


def is_main_reading(reading: object) -> bool:
    """Whether this is a reading of the game board that can be believed."""
    if not isinstance(reading, MainReading):
        return False
    parts = (reading.boats, reading.money, reading.fame, reading.karma)
    return (
        _is_table(reading.workers, lambda value: isinstance(value, str))
        and all(_is_table(part, lambda value: value is not None and _is_count(value)) for part in parts)
        and _is_table(reading.levels, lambda value: isinstance(value, tuple) and all(map(_is_count, value)))
    )


def _is_table(part: object, fits: Callable[[object], bool]) -> bool:
    """Whether a part is missing, or maps labels to what fits."""
    if part is None:
        return True
    if not isinstance(part, Mapping) or len(part) > DICE_MOST:
        return False
    return all(isinstance(key, str) and fits(value) for key, value in part.items())
