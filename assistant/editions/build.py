"""From checked values to the engine's `Edition`. The order of rows in a file never matters, only what they say."""

import hashlib
import json
import re
from typing import Any

from assistant.editions.rewards import reward_of
from assistant.editions.source_text import Json
from assistant.engine.rajas.box import (
    SIDES,
    BoardSide,
    Edition,
    ProvinceBoard,
    RiverTile,
    Tile,
    Tracks,
    Yield,
    YieldTile,
)

Values = dict[str, Any]
"""Values of an edition without their sources; already checked against the layout, hence plainly indexed."""

_KIND_ORDER = {"province": 0, "village": 1, "shalimar": 2, "tiger": 3}
_NAMES = ("format", "id", "name")
"""Keys that say what something is called, not what it does."""


def natural(key: str) -> list[tuple[int, str]]:
    """Return a sort key that puts village-2 before village-10."""
    return [(int(piece), "") if piece.isdigit() else (0, piece) for piece in re.split(r"(\d+)", key)]


def in_order(table: Values) -> list[tuple[str, Any]]:
    """Return the rows of a table by natural order of their keys."""
    return sorted(table.items(), key=lambda row: natural(row[0]))


def edition_of(values: Values) -> Edition:
    """Return the edition of checked values."""
    return Edition(
        id=values["id"],
        name=values["name"],
        fingerprint=fingerprint_of(values),
        dice_per_colour=values["dice_per_colour"],
        workers_active=values["workers_active"],
        workers_limit=values["workers_limit"],
        upgrade_columns=tuple(values["upgrade_columns"]),
        balconies=tuple((give, take) for give, take in values["balconies"]),
        sides=_sides(values["board"]),
        tracks=_tracks(values["tracks"]),
        provinces={name: _province(board) for name, board in values["provinces"].items()},
        tiles=_tiles(values["tiles"]),
        yield_tiles=tuple(
            YieldTile(key, tile["colour"], reward_of(tile["reward"])) for key, tile in in_order(values["yield_tiles"])
        ),
        river_tiles=tuple(
            RiverTile(key, tile["module"], reward_of(tile["reward"])) for key, tile in in_order(values["river_tiles"])
        ),
        chambers={int(key): reward_of(reward) for key, reward in in_order(values["chambers"])},
        forecourt=reward_of(values["forecourt"]),
    )


def fingerprint_of(values: Values) -> str:
    """Return the sha256 of everything that matters to the rules: the same on every machine and for every row order."""
    canonical = json.dumps(_pruned(values), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


def _pruned(node: Json) -> Json:
    """Return the node without names and without empty things: an absent list and an empty one mean the same."""
    if isinstance(node, dict):
        inner = {key: _pruned(value) for key, value in node.items() if key not in _NAMES}
        return {key: value for key, value in inner.items() if value not in ({}, [], "")}
    return [_pruned(member) for member in node] if isinstance(node, list) else node


def roads_of(segments: list[str]) -> tuple[str, ...]:
    """Return road segments with their sides in the order n, e, s, w."""
    return tuple(sorted("".join(side for side in SIDES if side in segment) for segment in segments))


def _tile(key: str, tile: Values) -> Tile:
    return Tile(
        id=key,
        colour=tile.get("colour", ""),
        animal=tile["animal"],
        price=tile.get("price", 0),
        roads=roads_of(tile["roads"]),
        markets=tuple((good, value) for good, value in tile.get("markets", ())),
        buildings=tuple(tile.get("buildings", ())),
        kind=tile.get("kind", "province"),
        reward=reward_of(tile.get("reward")),
        name=tile.get("name", ""),
    )


def _tiles(table: Values) -> tuple[Tile, ...]:
    tiles = [_tile(key, tile) for key, tile in in_order(table)]
    return tuple(sorted(tiles, key=lambda tile: _KIND_ORDER[tile.kind]))


def _side(side: Values) -> BoardSide:
    return BoardSide(
        quarry_fees=tuple(side["quarry_fees"]),
        harbour_fees=tuple(side["harbour_fees"]),
        assorted=side["assorted"],
        terraces_per_colour=side["terraces_per_colour"],
        forecourts=side["forecourts"],
        river=tuple(reward_of(reward) for _, reward in in_order(side["river"])),
        bridge_after=side["bridge_after"],
        villages=side["villages"],
        covered={int(players): tuple(spaces) for players, spaces in in_order(side["covered"])},
    )


def _sides(board: Values) -> dict[int, BoardSide]:
    by_players = {players: side for side in board.values() for players in side["players"]}
    return {players: _side(by_players[players]) for players in sorted(by_players)}


def _bonuses(table: Values) -> tuple[tuple[int, Any], ...]:
    return tuple((int(place), reward_of(reward)) for place, reward in in_order(table))


def _tracks(tracks: Values) -> Tracks:
    bonuses = {key: _bonuses(tracks[key]) for key in ("fame_bonuses", "money_bonuses")}
    return Tracks(**{**tracks, **bonuses})


def _yield(key: str, row: Values) -> Yield:
    ports = tuple((cell, side) for cell, side in row["ports"])
    return Yield(key, ports, reward_of(row["reward"]), row.get("slot", ""))


def _province(board: Values) -> ProvinceBoard:
    return ProvinceBoard(
        cells=tuple(sorted(board["cells"])),
        residence=board["residence"],
        residence_roads="".join(side for side in SIDES if side in board["residence_roads"]),
        yields=tuple(_yield(key, row) for key, row in in_order(board["yields"])),
        capacity=board["capacity"],
    )
