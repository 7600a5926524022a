"""A position as plain data and back, exactly; version 1. The ledger is not part of a position."""

from typing import Any

from assistant.engine.core.moves import Move
from assistant.engine.rajas.rules import ChanceDecision, Rules
from assistant.engine.rajas.state import Player, State, Task

VERSION = 1
PLAYER_FIELDS = tuple(sorted(Player.__slots__))
STATE_FIELDS = tuple(name for name in sorted(State.__slots__) if name not in ("rules", "players", "ledger", "fresh"))


MOST_DICE_READ = 16
"""More dice than any statue holds, so that `status` can tell of too many; far more could not be reckoned with."""


class PositionError(ValueError):
    """A position that cannot be read. The message names the entry."""


def plain(value: Any) -> Any:  # noqa: ANN401
    """Tuples as lists, everything else as it is."""
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return value


def frozen(value: Any) -> Any:  # noqa: ANN401
    """Lists as tuples, at every depth."""
    if isinstance(value, list):
        return tuple(frozen(one) for one in value)
    if isinstance(value, dict):
        return {key: frozen(one) for key, one in value.items()}
    return value


def state_to_json(s: State) -> dict[str, Any]:
    """Everything but the ledger, as JSON values; tiles and spaces by id so that people can read it."""
    data: dict[str, Any] = {name: plain(getattr(s, name)) for name in STATE_FIELDS if name != "agenda"}
    data["version"] = VERSION
    data["agenda"] = [plain(task) for task in tasks(s)]
    data["players"] = [{name: plain(getattr(player, name)) for name in PLAYER_FIELDS} for player in s.players]
    return data


def tasks(s: State) -> list[Task]:
    """The agenda as a list, next thing first."""
    found, agenda = [], s.agenda
    while agenda:
        found.append(agenda[0])
        agenda = agenda[1]
    return found


def state_from_json(rules: Rules, data: object) -> State:
    """The state again. Raises PositionError naming the entry that does not fit."""
    if not isinstance(data, dict) or data.get("version") != VERSION:
        raise PositionError(f"not a position of version {VERSION}")
    s = State.__new__(State)
    s.rules = rules
    s.ledger = None
    for name in STATE_FIELDS:
        if name != "agenda":
            setattr(s, name, _entry(data, name, STATE_TYPES[name]))
    rows = _entry(data, "players", tuple)
    if len(rows) != rules.count:
        raise PositionError(f"players: {len(rows)} where {rules.count} sit at the table")
    s.players = [_player(row, number) for number, row in enumerate(rows)]
    s.fresh = (1 << rules.count) - 1
    s.agenda = None
    s.push(*_entry(data, "agenda", tuple))
    _check_sizes(s)
    if not _can_be_asked(s):
        raise PositionError(f"agenda: nobody can answer {s.agenda[0]!r:.60}" if s.agenda else "agenda is empty")
    return s


def _entry(data: dict[str, Any], name: str, kind: type, where: str = "") -> Any:  # noqa: ANN401
    if name not in data:
        raise PositionError(f"{where}{name} is missing")
    try:
        value = frozen(data[name])
    except RecursionError as error:
        raise PositionError(f"{where}{name} is nested too deep") from error
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise PositionError(f"{where}{name} must be {KIND_WORDS[kind]}, not {data[name]!r:.60}")
    return value


def _player(row: object, number: int) -> Player:
    where = f"players[{number}]."
    if not isinstance(row, dict):
        raise PositionError(f"players[{number}] must be an object")
    player = Player.__new__(Player)
    for name in PLAYER_FIELDS:
        setattr(player, name, _entry(row, name, PLAYER_TYPES[name], where))
    return player


def _whole(values: object, size: int, low: int, high: int) -> bool:
    """Whether this is a tuple of `size` whole numbers (any size when -1) within bounds."""
    if not isinstance(values, tuple) or (size >= 0 and len(values) != size):
        return False
    return all(isinstance(one, int) and not isinstance(one, bool) and low <= one <= high for one in values)


def _check_sizes(s: State) -> None:
    """Numbers that are indices must point at something; everything else is the referee's business (`status`)."""
    rules = s.rules
    tests = {
        "supply": _whole(s.supply, 4, 0, 999),
        "spaces": _whole(s.spaces, len(rules.spaces), -1, rules.count - 1),
        "seat": -1 <= s.seat < rules.count and -1 <= s.start < rules.count,
        "mogul": -1 <= s.mogul < rules.count and -1 <= s.ending < rules.count,
        "pile": _whole(s.pile, -1, 0, len(rules.white) - 1) and _whole(s.aside, -1, 0, len(rules.white) - 1),
        "stacks": len(s.stacks) == len(rules.stacks) and all(_is_stack(rules, one) for one in s.stacks),
        "agenda": all(_is_task(rules, task) for task in tasks(s)),
    }
    for seat, player in enumerate(s.players):
        tests[f"players[{seat}]"] = _fits(rules, player)
    for name, fits in tests.items():
        if not fits:
            raise PositionError(f"{name} does not fit this game")


def _is_stack(rules: Rules, stack: object) -> bool:
    return (
        isinstance(stack, tuple)
        and len(stack) == 2
        and isinstance(stack[0], int)
        and -2 <= stack[0] < len(rules.tiles)
        and _whole(stack[1], -1, 0, len(rules.tiles) - 1)
    )


def _is_task(rules: Rules, task: object) -> bool:
    """A known task with details of the size tasks have. What the details mean is only tried for the first task."""
    if not (isinstance(task, tuple) and task and isinstance(task[0], str) and _is_modest(task)):
        return False
    if task[0] == "roll":
        return len(task) == 3 and _whole(task[1], -1, 0, 3) and task[2] in range(rules.count)
    return task[0] in rules.steps or task[0] in rules.decisions


LARGEST_DETAIL, LONGEST_DETAIL, DEEPEST_DETAIL = 99_999, 99, 12
"""No task holds more; beyond it a made-up position could keep the engine busy for ever."""


def _is_modest(value: object, depth: int = 0) -> bool:
    if isinstance(value, tuple):
        return (
            depth < DEEPEST_DETAIL and len(value) <= LONGEST_DETAIL and all(_is_modest(one, depth + 1) for one in value)
        )
    if isinstance(value, str):
        return len(value) <= LONGEST_DETAIL
    return value is None or (isinstance(value, int) and -9 <= value <= LARGEST_DETAIL)


def _can_be_asked(s: State) -> bool:
    """Whether the waiting task is a decision somebody can take. Tried out, so that no reader hands on a dead end."""
    if s.agenda is None:
        return s.over
    task = s.agenda[0]
    decision = s.rules.decisions.get(task[0])
    if decision is None or (s.seat < 0 and not isinstance(decision, ChanceDecision)):
        return False
    try:
        moves = decision.moves(s, task)
        if len(moves):
            decision.check(s, task, moves[0])
        decision.check(s, task, Move(decision.verbs[0]))
        return decision.actor(s, task) < s.rules.count
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return False


def _fits(rules: Rules, player: Player) -> bool:
    if player.board not in range(len(rules.maps)):
        return False
    cells, codes = len(rules.maps[player.board].cells), len(rules.tiles) * 4 - 1
    return (
        _whole(player.dice, -1, 0, 23)
        and len(player.dice) <= MOST_DICE_READ
        and _whole(player.levels, 4, 0, len(rules.columns) - 1)
        and _whole(player.laid, cells, -1, codes)
        and len(player.under) == cells
        and all(_whole(one, -1, 0, codes) for one in player.under)
        and _whole(player.markets, -1, 0, 99)
        and 0 <= player.boat <= rules.river_end
        and 0 <= player.bonus <= len(rules.money_marks)
        and -1 <= player.late <= 3
    )


KIND_WORDS = {int: "a whole number", bool: "true or false", tuple: "a list", dict: "an object"}
STATE_TYPES: dict[str, type] = {
    "aside": tuple, "ending": int, "extra": dict, "lap": int, "mogul": int, "over": bool, "pile": tuple,
    "placed": bool, "round": int, "seat": int, "spaces": tuple, "stacks": tuple, "start": int, "supply": tuple,
    "turn": int,
}  # fmt: skip
PLAYER_TYPES: dict[str, type] = {
    name: tuple if name in ("dice", "laid", "under", "markets", "levels") else dict if name == "extra" else int
    for name in PLAYER_FIELDS
}
