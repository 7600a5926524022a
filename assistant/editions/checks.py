"""What must fit together in a box: counts printed in the rulebooks, ids, ports on the border, spaces that exist."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from assistant.editions.build import Values, roads_of
from assistant.editions.errors import DefectError, Path
from assistant.engine.rajas.box import ANIMALS, COLOURS, GOODS

TILES_PER_COLOUR = 16
COUNTS = {"village": 10, "shalimar": 4, "tiger": 4}
YIELD_TILE_COUNTS = {"white": 8, "yellow": 9, "red": 6, "brown": 8}
RIVER_TILE_COUNTS = {"ganga": 8, "ganga2": 2}
PLAYERS = (2, 3, 4)
_STEP = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}


def check_together(values: Values) -> None:
    """Raise `DefectError` for the first thing that does not fit together in values that fit the layout."""
    _check_workers(values)
    _check_balconies(values["balconies"])
    _check_tracks(values["tracks"])
    _check_players(values["board"])
    for name, side in values["board"].items():
        _check_side(side, ("board", name))
    for name, board in values["provinces"].items():
        _check_province(board, ("provinces", name), brown=2 if name == "navaratna" else 0)
    for key, tile in values["tiles"].items():
        _check_tile(key, tile, ("tiles", key))
    _check_tile_counts(values["tiles"])
    _check_counts(values["yield_tiles"], "colour", YIELD_TILE_COUNTS, "yield_tiles")
    _check_counts(values["river_tiles"], "module", RIVER_TILE_COUNTS, "river_tiles")
    _check_village_yield(values["yield_tiles"])


def _check_workers(values: Values) -> None:
    if values["workers_active"] > values["workers_limit"]:
        raise DefectError(("workers_limit",), "it is below workers_active", "raise it, or lower workers_active")
    columns = values["upgrade_columns"]
    if columns != sorted(set(columns)):
        raise DefectError(
            ("upgrade_columns",), f"{columns} do not rise", "write them from left to right, e.g. [2, 3, 4]"
        )


def _check_balconies(pairs: Sequence[Sequence[str]]) -> None:
    for index, (give, take) in enumerate(pairs):
        path = ("balconies", str(index))
        if give == take:
            raise DefectError(path, f"{give} is changed into itself", "name the colour that is taken")
        if give in [pair[0] for pair in pairs[:index]]:
            raise DefectError(path, f"a second balcony takes {give} dice", "keep one balcony for each colour given")


def _check_tracks(tracks: Values) -> None:
    for track in ("fame", "money"):
        length = tracks[f"{track}_length"]
        for place in tracks[f"{track}_bonuses"]:
            _check_place(place, length, ("tracks", f"{track}_bonuses", place))
    for key in ("fame_worker", "money_worker", "fate_fame", "fate_money", "trader_fame"):
        track = "fame" if "fame" in key else "money"
        _check_place(str(tracks[key]), tracks[f"{track}_length"], ("tracks", key))
    if tracks["start_karma"] > tracks["karma_max"]:
        raise DefectError(("tracks", "start_karma"), "it is above karma_max", "lower it, or raise karma_max")


def is_number(key: str) -> bool:
    """Tell whether a key is a whole number from 1 without leading zeros."""
    return key.isascii() and key.isdigit() and not key.startswith("0")


def _check_place(place: str, length: int, path: Path) -> None:
    if not is_number(place) or int(place) > length:
        raise DefectError(path, f'"{place}" is not a space of this track', f"use a number from 1 to {length}")


def _check_players(board: Values) -> None:
    seen = Counter(players for side in board.values() for players in side["players"])
    for players in PLAYERS:
        if seen[players] != 1:
            problem = f"{players} players have {seen[players]} sides of the board"
            raise DefectError(("board", "more", "players"), problem, "name 2, 3 and 4 once over both sides")


def space_ids(side: Values) -> set[str]:
    """Return the ids of all action spaces that one side of the board prints, covered or not."""
    numbered = {"quarry": len(side["quarry_fees"]), "harbour": len(side["harbour_fees"]), "chamber": 6}
    numbered |= {"assorted": side["assorted"], "forecourt": side["forecourts"], "village": side["villages"]}
    numbered |= {f"terrace-{colour}": side["terraces_per_colour"] for colour in COLOURS}
    spaces = {f"{area}-{n}" for area, count in numbered.items() for n in range(1, count + 1)}
    return spaces | {f"stall-{good}" for good in GOODS} | {f"balcony-{colour}" for colour in COLOURS}


def _check_side(side: Values, path: Path) -> None:
    river = side["river"]
    for key in river:
        if not is_number(key) or int(key) > len(river):
            problem = f'"{key}" breaks the row of river spaces'
            raise DefectError(
                (*path, "river", key), problem, f"number the {len(river)} spaces 1, 2, 3, ... without a gap"
            )
    if side["bridge_after"] >= len(river):
        raise DefectError((*path, "bridge_after"), "the bridge is not on the river", f"use 1 to {len(river) - 1}")
    _check_covered(side, (*path, "covered"))


def _check_covered(side: Values, path: Path) -> None:
    known = space_ids(side)
    for players, spaces in side["covered"].items():
        if players not in [str(count) for count in side["players"]]:
            raise DefectError(
                (*path, players), f'"{players}" players do not use this side', f"use one of {side['players']}"
            )
        for index, space in enumerate(spaces):
            if space not in known:
                raise DefectError(
                    (*path, players, str(index)), f'"{space}" is not a space of this side', 'write e.g. "quarry-8"'
                )


def _position(cell: str) -> tuple[int, int]:
    return int(cell[1]), int(cell[3])


def neighbour(cell: str, side: str) -> str:
    """Return the cell beside `cell` on that side, whether it exists or not."""
    (row, column), (down, right) = _position(cell), _STEP[side]
    return f"r{row + down}c{column + right}"


def _check_province(board: Values, path: Path, brown: int) -> None:
    cells, residence = set(board["cells"]), board["residence"]
    if residence in cells:
        raise DefectError((*path, "residence"), f"{residence} is also a cell to build on", "take it out of cells")
    for side in board["residence_roads"]:
        if neighbour(residence, side) not in cells:
            raise DefectError(
                (*path, "residence_roads"), f'road "{side}" leads off the board', "name sides with a cell beside"
            )
    if lost := cells - _reached(residence, cells):
        raise DefectError((*path, "cells"), f"{min(lost)} touches no other cell", "correct the list of cells")
    _check_ports(board, (*path, "yields"))
    slots = [row.get("slot") for row in board["yields"].values()].count("brown")
    if slots != brown:
        raise DefectError((*path, "yields"), f"this side has {slots} brown slots", f"it must have {brown}")


def _reached(start: str, cells: set[str]) -> set[str]:
    found, frontier = {start}, [start]
    while frontier:
        cell = frontier.pop()
        fresh = {neighbour(cell, side) for side in _STEP} & cells - found
        found |= fresh
        frontier.extend(fresh)
    return found


def _check_ports(board: Values, path: Path) -> None:
    inside = {*board["cells"], board["residence"]}
    owners: dict[tuple[str, str], str] = {}
    for key, row in board["yields"].items():
        for index, (cell, side) in enumerate(row["ports"]):
            here = (*path, key, "ports", str(index))
            if cell not in board["cells"]:
                raise DefectError(here, f"{cell} is not a cell to build on", "name a cell of this board")
            if neighbour(cell, side) in inside:
                raise DefectError(
                    here, f'side "{side}" of {cell} is not on the border', "name a side at the edge of the board"
                )
            if (cell, side) in owners:
                raise DefectError(
                    here, f'side "{side}" of {cell} already leads to {owners[cell, side]}', "keep one of the two"
                )
            owners[cell, side] = key


def _check_tile(key: str, tile: Values, path: Path) -> None:
    kind = tile.get("kind", "province")
    needed = {"province": ("colour", "price"), "village": ("reward",), "tiger": ("colour", "reward")}
    _require(tile, needed.get(kind, ("colour",)), path)
    _check_tile_id(key, tile, kind, path)
    ends = "".join(tile["roads"])
    if len(ends) < 2 or len(set(ends)) < len(ends):
        raise DefectError(
            (*path, "roads"), f"{list(roads_of(tile['roads']))} are not the roads of a tile", 'write e.g. ["nes"]'
        )
    symbols = len(tile.get("markets", ())) + len(tile.get("buildings", ()))
    if kind == "province" and not 1 <= symbols <= 2:
        raise DefectError(path, f"it shows {symbols} markets and buildings", "give it one or two")
    foreign = {"reward", "name"} if kind == "province" else {"price", "markets", "buildings"}
    for field in sorted(foreign & tile.keys()):
        raise DefectError((*path, field), f'a {kind} tile has no "{field}"', "take it out")


def _require(tile: Values, fields: Iterable[str], path: Path) -> None:
    for field in fields:
        if field not in tile:
            raise DefectError((*path, field), f'"{field}" is missing', "add it")


def _check_tile_id(key: str, tile: Values, kind: str, path: Path) -> None:
    animal = {"village": "village", "shalimar": "snake", "tiger": "tiger"}.get(kind, tile["animal"])
    if tile["animal"] != animal or (kind == "province" and animal not in ANIMALS):
        raise DefectError((*path, "animal"), f'a {kind} tile does not show "{tile["animal"]}"', f'write "{animal}"')
    stem = {"village": "village", "shalimar": f"{tile.get('colour')}-shalimar"}.get(
        kind, f"{tile.get('colour')}-{tile['animal']}"
    )
    start, _, last = key.rpartition("-")
    if start != stem or is_number(last) != (kind != "tiger"):
        ending = "ashoka" if kind == "tiger" else "1"
        raise DefectError(path, f'the id "{key}" does not say what the tile is', f'name it like "{stem}-{ending}"')


def _check_tile_counts(tiles: Values) -> None:
    kinds = Counter(tile.get("kind", "province") for tile in tiles.values())
    wanted = {"province": TILES_PER_COLOUR * len(COLOURS), **COUNTS}
    for kind, count in wanted.items():
        _compare(kinds[kind], count, f"{kind} tiles", ("tiles",))
    for kind, count in {"province": TILES_PER_COLOUR, "shalimar": 1, "tiger": 1}.items():
        colours = Counter(tile["colour"] for tile in tiles.values() if tile.get("kind", "province") == kind)
        for colour in COLOURS:
            _compare(colours[colour], count, f"{colour} {kind} tiles", ("tiles",))
    stacks = {(tile.get("colour"), tile["animal"]) for tile in tiles.values() if "kind" not in tile}
    for stack in ((colour, animal) for colour in COLOURS for animal in ANIMALS):
        if stack not in stacks:
            raise DefectError(("tiles",), f"there is no {stack[0]} {stack[1]} tile", "every stack needs at least one")


def _compare(found: int, wanted: int, what: str, path: Path) -> None:
    if found != wanted:
        remedy = f"add the missing {wanted - found}" if found < wanted else f"take {found - wanted} out"
        raise DefectError(path, f"there are {found} {what}, the box has {wanted}", remedy)


def _check_counts(table: dict[str, Any], field: str, wanted: dict[str, int], name: str) -> None:
    found = Counter(row[field] for row in table.values())
    for word, count in wanted.items():
        _compare(found[word], count, f"{word} {name.replace('_', ' ')}", (name,))


def _check_village_yield(table: Values) -> None:
    if table.get("brown-village", {}).get("colour") != "brown":
        raise DefectError(("yield_tiles", "brown-village"), "the brown tile of the Mango Village is missing", "add it")
