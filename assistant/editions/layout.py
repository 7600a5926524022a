"""What an edition file contains: the shape of every entry, as one table."""

import re
from dataclasses import dataclass

from assistant.editions import rewards
from assistant.editions.errors import DefectError, Path
from assistant.editions.rewards import COLOUR, RewardShape
from assistant.editions.shapes import Entry, ListOf, Record, Row, Shape, Sides, Table, Text, Whole, Word, brief
from assistant.editions.source_text import Json
from assistant.engine.rajas.box import ANIMALS, BUILDINGS, GOODS, SIDES

FORMAT = "durbar-edition/1"
TILE_KINDS = ("province", "village", "shalimar", "tiger")
SLOTS = ("white", "yellow", "red", "brown")
_CELL = re.compile(r"r\dc\d")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the province board, r<row>c<column> counted from 0 at the top left."""

    def check(self, value: Json, path: Path) -> None:
        if not isinstance(value, str) or not _CELL.fullmatch(value):
            raise DefectError(
                path, f"{brief(value)} is not a cell", 'write row and column from the top left, e.g. "r0c2"'
            )


def _number(low: int, high: int) -> Shape:
    return Entry(Whole(low, high))


def _reward(kinds: tuple[str, ...]) -> Shape:
    return Entry(RewardShape(kinds))


_FEES = Entry(ListOf(Whole(0, 9), 1, 12))
_SIDE_OF_BOARD = Record(
    {
        "players": Entry(ListOf(Whole(2, 4), 1, 3, distinct=True)),
        "quarry_fees": _FEES,
        "harbour_fees": _FEES,
        "assorted": _number(0, 4),
        "terraces_per_colour": _number(0, 4),
        "forecourts": _number(0, 4),
        "bridge_after": _number(1, 98),
        "villages": _number(0, 4),
        "covered": Entry(Table(ListOf(Text(30), 0, 12, distinct=True))),
        "river": Table(_reward(rewards.RIVER)),
    }
)
_YIELD = Record(
    {
        "ports": ListOf(Row((Cell(), Word(SIDES, "a side"))), 1, 4, distinct=True),
        "reward": RewardShape(rewards.SIMPLE),
    },
    {"slot": Word(SLOTS, "a colour of the yield tiles")},
)
_PROVINCE = Record(
    {
        "cells": Entry(ListOf(Cell(), 4, 60, distinct=True)),
        "residence": Entry(Cell()),
        "residence_roads": Entry(Sides()),
        "capacity": _number(4, 20),
        "yields": Table(Entry(_YIELD)),
    }
)
_TRACK_PLACE = _number(1, 200)
_TRACKS = Record(
    {
        "fame_length": _number(10, 200),
        "money_length": _number(10, 400),
        "start_money": _number(0, 20),
        "start_karma": _number(0, 9),
        "karma_max": _number(1, 9),
        "fame_worker": _TRACK_PLACE,
        "money_worker": _TRACK_PLACE,
        "fame_bonuses": Table(_reward(rewards.SIMPLE)),
        "money_bonuses": Table(_reward(rewards.SIMPLE)),
        "fate_fame": _TRACK_PLACE,
        "fate_money": _TRACK_PLACE,
        "trader_fame": _TRACK_PLACE,
    }
)
_TILE = Record(
    {"animal": Word((*ANIMALS, "village"), "an animal"), "roads": ListOf(Sides(), 1, 2)},
    {
        "kind": Word(TILE_KINDS, "a kind of tile"),
        "colour": COLOUR,
        "price": Whole(1, 20),
        "markets": ListOf(Row((Word(GOODS, "a good"), Whole(1, 3))), 0, 2),
        "buildings": ListOf(Word(BUILDINGS, "a building"), 0, 2),
        "reward": RewardShape(rewards.TILE),
        "name": Text(40),
    },
)
_YIELD_TILE = Record({"colour": Word(SLOTS, "a colour of the yield tiles"), "reward": RewardShape(rewards.YIELD_TILE)})
_RIVER_TILE = Record({"module": Word(("ganga", "ganga2"), "a river module"), "reward": RewardShape(rewards.RIVER_TILE)})

DOCUMENT = Record(
    {
        "format": Word((FORMAT,), "a format this version reads"),
        "id": Text(40),
        "name": Text(80),
        "dice_per_colour": _number(1, 20),
        "workers_active": _number(1, 6),
        "workers_limit": _number(1, 6),
        "upgrade_columns": Entry(ListOf(Whole(1, 9), 1, 6)),
        "balconies": Entry(ListOf(Row((COLOUR, COLOUR)), 1, 4)),
        "forecourt": _reward(rewards.FORECOURT),
        "chambers": Record({str(n): _reward(rewards.CHAMBER) for n in range(1, 7)}),
        "tracks": _TRACKS,
        "board": Record({"two": _SIDE_OF_BOARD, "more": _SIDE_OF_BOARD}),
        "provinces": Record({"base": _PROVINCE, "navaratna": _PROVINCE}),
        "tiles": Table(Entry(_TILE)),
        "yield_tiles": Table(Entry(_YIELD_TILE)),
        "river_tiles": Table(Entry(_RIVER_TILE)),
    }
)
