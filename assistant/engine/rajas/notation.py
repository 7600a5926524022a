"""A position in one readable line, and back, exactly.

    rajas/1 red,yellow round=3 lap=2 turn=17 ... @red dice=b1,b3 money=12 fame=5 ... @yellow ...

Words are separated by single spaces. Everything before the first `@seat` belongs to the table. docs/notation.md
explains every word.
"""

import json
from typing import Any

from assistant.engine.rajas.codec import PLAYER_FIELDS, PositionError, state_from_json, state_to_json
from assistant.engine.rajas.dice import CODES, NAMES
from assistant.engine.rajas.rules import Rules
from assistant.engine.rajas.state import State

PREFIX = "rajas/1"
_HEAD = ("round", "lap", "turn", "seat", "start", "mogul", "ending", "placed", "over")
_JSON = ("agenda", "extra")


def position_text(s: State) -> str:
    """The position as one line."""
    rules, data = s.rules, state_to_json(s)
    words = [PREFIX, ",".join(rules.seats)]
    words += [f"{name}={_compact(data[name])}" for name in _HEAD]
    words.append("supply=" + ",".join(map(str, s.supply)))
    words.append("pile=" + ",".join(map(str, s.pile)))
    words.append("aside=" + ",".join(map(str, s.aside)))
    occupied = [
        f"{space.id}:{rules.seats[seat]}" for space, seat in zip(rules.spaces, s.spaces, strict=True) if seat >= 0
    ]
    words.append("spaces=" + ",".join(occupied))
    words.append("stacks=" + ";".join(_stack_text(rules, *stack) for stack in s.stacks))
    words += [f"{name}={_compact(data[name])}" for name in _JSON]
    for seat, player in zip(rules.seats, data["players"], strict=True):
        words.append(f"@{seat}")
        words.append("dice=" + ",".join(NAMES[one] for one in player["dice"]))
        words += [f"{name}={_compact(player[name])}" for name in PLAYER_FIELDS if name not in ("dice", "laid")]
        words.append("laid=" + ",".join(_laid_text(rules, seat, player["laid"])))
    return " ".join(words)


def _compact(value: Any) -> str:  # noqa: ANN401
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True).replace(" ", "\\u0020")


def _stack_text(rules: Rules, top: int, hidden: tuple[int, ...]) -> str:
    shown = {-1: "-", -2: "?"}.get(top) or rules.tiles[top].id
    return "/".join([shown, *(rules.tiles[one].id for one in hidden)])


def _laid_text(rules: Rules, seat: str, laid: list[int]) -> list[str]:
    cells = rules.maps[rules.boards[rules.seats.index(seat)]].cells
    return [
        f"{cell}:{rules.tiles[code // 4].id}:{code % 4 * 90}"
        for cell, code in zip(cells, laid, strict=True)
        if code >= 0
    ]


def parse_position(rules: Rules, text: str) -> State:
    """Read a line written by `position_text`. Raises PositionError naming the word that does not fit."""
    words = text.split(" ")
    if words[0] != PREFIX or len(words) < 2 or words[1] != ",".join(rules.seats):
        raise PositionError(f"not a position of this game: {text[:60]!r}; it begins '{PREFIX} {','.join(rules.seats)}'")
    table, seats = _split(words[2:])
    data: dict[str, Any] = {name: _value(table, name) for name in (*_HEAD, *_JSON)}
    data["version"] = 1
    for name in ("supply", "pile", "aside"):
        data[name] = _numbers(_word(table, name), name)
    data["spaces"] = _spaces(rules, _word(table, "spaces"))
    data["stacks"] = [_stack(rules, one) for one in _word(table, "stacks").split(";")]
    data["players"] = [_player(rules, seats, seat) for seat in rules.seats]
    return state_from_json(rules, data)


def _split(words: list[str]) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """Words of the table, and words of each seat."""
    table: dict[str, str] = {}
    seats: dict[str, dict[str, str]] = {}
    current = table
    for word in words:
        if word.startswith("@"):
            current = seats.setdefault(word[1:], {})
            continue
        key, equals, value = word.partition("=")
        if not equals or key in current:
            raise PositionError(f"word {word[:40]!r} is not key=value, or stands twice")
        current[key] = value
    return table, seats


def _word(words: dict[str, str], name: str) -> str:
    if name not in words:
        raise PositionError(f"{name} is missing")
    return words[name]


def _value(words: dict[str, str], name: str) -> Any:  # noqa: ANN401
    text = _word(words, name)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise PositionError(f"{name} cannot be read: {text[:40]!r}") from error


def _numbers(text: str, name: str) -> list[int]:
    try:
        return [int(one) for one in text.split(",")] if text else []
    except ValueError as error:
        raise PositionError(f"{name} must be numbers, not {text[:40]!r}") from error


def _spaces(rules: Rules, text: str) -> list[int]:
    seats = [-1] * len(rules.spaces)
    for one in text.split(",") if text else []:
        space, _, seat = one.partition(":")
        if space not in rules.space_index or seat not in rules.seats:
            raise PositionError(f"spaces: {one[:40]!r} is no space of this board with a player of this table")
        seats[rules.space_index[space]] = rules.seats.index(seat)
    return seats


def _stack(rules: Rules, text: str) -> list[Any]:
    shown, *hidden = text.split("/")
    top = {"-": -1, "?": -2}.get(shown)
    return [_tile(rules, shown) if top is None else top, [_tile(rules, one) for one in hidden]]


def _tile(rules: Rules, name: str) -> int:
    if name not in rules.tile_index:
        raise PositionError(f"{name[:40]!r} is no tile of this box")
    return rules.tile_index[name]


def _player(rules: Rules, seats: dict[str, dict[str, str]], seat: str) -> dict[str, Any]:
    if seat not in seats:
        raise PositionError(f"@{seat} is missing")
    words = seats[seat]
    data: dict[str, Any] = {name: _value(words, name) for name in PLAYER_FIELDS if name not in ("dice", "laid")}
    dice = _word(words, "dice")
    unknown = [one for one in dice.split(",") if dice and one not in CODES]
    if unknown:
        raise PositionError(f"@{seat} dice: {unknown[0][:20]!r} is no die")
    data["dice"] = [CODES[one] for one in dice.split(",")] if dice else []
    data["laid"] = _laid(rules, seat, _word(words, "laid"))
    return data


def _laid(rules: Rules, seat: str, text: str) -> list[int]:
    board = rules.maps[rules.boards[rules.seats.index(seat)]]
    laid = [-1] * len(board.cells)
    for one in text.split(",") if text else []:
        cell, _, rest = one.partition(":")
        tile, _, rotation = rest.partition(":")
        if cell not in board.index or rotation not in ("0", "90", "180", "270"):
            raise PositionError(f"@{seat} laid: {one[:40]!r} is not cell:tile:rotation")
        laid[board.index[cell]] = _tile(rules, tile) * 4 + int(rotation) // 90
    return laid
