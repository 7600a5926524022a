"""The record set by hand: one place at a time, as the table shows it. The log keeps what it was (kind `correct`)."""

from collections.abc import Callable

from assistant.engine.rajas.building import ROTATIONS, markets_of
from assistant.engine.rajas.dice import CODES, COLOUR_OF
from assistant.engine.rajas.state import NO_TILE, UNKNOWN_TOP, Player, State

NUMBERS_MOST = 999


class FixError(ValueError):
    """A place or value that cannot be. `code` is `bad_place` or `bad_value`; the message names it and the way out."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


def fixed(state: State, place: str, value: str) -> State:
    """A copy of the state with one place set (see `commands.FixRecord`). Raises FixError; never changes `state`."""
    area, _, rest = place.partition("/")
    new = state.copy()
    if area == "display":
        _set_top(new, rest, value)
    elif area == "main":
        _set_worker(new, rest, value)
    elif area in state.rules.seats:
        _set_seat(new, state.rules.seats.index(area), rest, value)
    else:
        raise FixError("bad_place", f"no place {place!r:.60}; places begin with a seat, display/ or main/")
    return new


def _set_seat(s: State, seat: int, what: str, value: str) -> None:
    player = s.edit(seat)
    if what == "dice":
        _set_dice(s, player, value)
    elif what in _FIELDS:
        _FIELDS[what](s, player, value)
    elif what in s.rules.map_of(player).index:
        _set_cell(s, player, s.rules.map_of(player).index[what], value)
    else:
        raise FixError("bad_place", f"no place {what!r:.40} at a seat; there are dice, cells, {', '.join(_FIELDS)}")


def _set_dice(s: State, player: Player, value: str) -> None:
    """The supply takes or gives what changes (B4.6)."""
    words = value.split()
    unknown = [word for word in words if word not in CODES]
    if unknown or len(words) > 24:
        raise FixError("bad_value", f"{(unknown or ['too many'])[0]!r:.20} is no die; dice are written b3 g1 o6 p2")
    dice = tuple(sorted(CODES[word] for word in words))
    supply = list(s.supply)
    for one in player.dice:
        supply[COLOUR_OF[one]] += 1
    for one in dice:
        supply[COLOUR_OF[one]] -= 1
    if min(supply) < 0:
        raise FixError("bad_value", f"the box has not so many dice: {value!r:.80}")
    player.dice = dice
    s.supply = (supply[0], supply[1], supply[2], supply[3])


def _set_cell(s: State, player: Player, cell: int, value: str) -> None:
    """A tile taken away goes back under its stack; a tile laid leaves its stack or the cell it lay in."""
    words = value.split()
    if value != "empty" and (len(words) != 2 or words[0] not in s.rules.tile_index or words[1] not in ROTATIONS):
        raise FixError("bad_value", f"{value!r:.40} is no tile with rotation; write `blue-cow-3 90` or `empty`")
    old = player.laid[cell]
    if old >= 0:
        _back_under_stack(s, old // 4)
    code = -1
    if value != "empty":
        tile = s.rules.tile_index[words[0]]
        _take_tile(s, tile, words[0])
        code = tile * 4 + ROTATIONS.index(words[1])
    player.laid = (*player.laid[:cell], code, *player.laid[cell + 1 :])
    player.markets = markets_of(s.rules, player)


def _back_under_stack(s: State, tile: int) -> None:
    number = s.rules.stack_of[tile]
    top, hidden = s.stacks[number]
    stack = (tile, hidden) if top == NO_TILE else (top, tuple(sorted((*hidden, tile))))
    s.stacks = (*s.stacks[:number], stack, *s.stacks[number + 1 :])


def _take_tile(s: State, tile: int, name: str) -> None:
    number = s.rules.stack_of[tile]
    top, hidden = s.stacks[number]
    if top == tile:
        stack = (
            UNKNOWN_TOP if len(hidden) > 1 else hidden[0] if hidden else NO_TILE,
            hidden if len(hidden) > 1 else (),
        )
    elif tile in hidden:
        stack = (top, tuple(one for one in hidden if one != tile))
    else:
        raise FixError("bad_value", f"{name} lies in a province already; empty that cell first")
    s.stacks = (*s.stacks[:number], stack, *s.stacks[number + 1 :])


def _set_top(s: State, stack: str, value: str) -> None:
    """Say which tile lies on top of a stack."""
    if stack not in s.rules.stack_index:
        raise FixError("bad_place", f"no stack {stack!r:.40}; stacks are: {', '.join(s.rules.stacks)}")
    number = s.rules.stack_index[stack]
    top, hidden = s.stacks[number]
    content = tuple(sorted((*hidden, top) if top >= 0 else hidden))
    if value == "unknown" and content:
        new = (UNKNOWN_TOP, content)
    elif s.rules.tile_index.get(value, -1) in content:
        tile = s.rules.tile_index[value]
        new = (tile, tuple(one for one in content if one != tile))
    else:
        there = ", ".join(s.rules.tiles[one].id for one in content) or "nothing"
        raise FixError("bad_value", f"{value!r:.40} cannot lie on {stack}; it holds {there}")
    s.stacks = (*s.stacks[:number], new, *s.stacks[number + 1 :])


def _set_worker(s: State, space: str, value: str) -> None:
    """Put a worker on a space or take it away; the seats' unplaced workers follow."""
    if space not in s.rules.space_index:
        raise FixError("bad_place", f"no action space {space!r:.40} on this board")
    if value != "empty" and value not in s.rules.seats:
        raise FixError("bad_value", f"{value!r:.40} is no seat; write {', '.join(s.rules.seats)} or empty")
    index = s.rules.space_index[space]
    old, new = s.spaces[index], -1 if value == "empty" else s.rules.seats.index(value)
    if old >= 0:
        s.edit(old).idle += 1
    if new >= 0:
        if s.players[new].idle < 1:
            raise FixError("bad_value", f"{value} has no worker left to stand on {space}")
        s.edit(new).idle -= 1
    s.spaces = (*s.spaces[:index], new, *s.spaces[index + 1 :])


def _number(value: str, most: int) -> int:
    if not value.isascii() or not value.isdigit() or int(value[:9]) > most:
        raise FixError("bad_value", f"{value!r:.20} is no number from 0 to {most}")
    return int(value)


def _set_levels(s: State, player: Player, value: str) -> None:
    words = value.split()
    last = len(s.rules.columns) - 1
    if len(words) != 4:
        raise FixError("bad_value", f"{value!r:.40}: four numbers are due, for temple, palace, fort and mill")
    levels = [_number(word, last) for word in words]
    player.levels = (levels[0], levels[1], levels[2], levels[3])


def _setter(name: str, most: Callable[[State], int]) -> Callable[[State, Player, str], None]:
    def set_it(s: State, player: Player, value: str) -> None:
        setattr(player, name, _number(value, most(s)))

    return set_it


_FIELDS: dict[str, Callable[[State, Player, str], None]] = {
    "money": _setter("money", lambda s: NUMBERS_MOST),
    "fame": _setter("fame", lambda s: NUMBERS_MOST),
    "karma": _setter("karma", lambda s: s.rules.tracks.karma_max),
    "boat": _setter("boat", lambda s: s.rules.river_end),
    "levels": _set_levels,
}
