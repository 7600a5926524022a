"""What was attempted when no legal turn explains the table: the move as meant, the rules against it, the repair.

The engine judges; here the move is only put together. Things no move changes (a die of another statue, a tile moved)
get the rule that forbids the change.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from assistant.engine.core.moves import Move
from assistant.engine.core.verdict import Reason, because
from assistant.engine.rajas.box import COLOURS
from assistant.engine.rajas.building import cover_reasons, lay_reasons
from assistant.engine.rajas.dice import COLOUR_OF, Dice, names
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.prices import Purse
from assistant.engine.rajas.state import State
from assistant.table.events import Complaint, Facts
from assistant.table.snapshot import UNSEEN, TableSnapshot, differences

REPAIRS: dict[str, tuple[str, ...]] = {
    "repair-pay": ("seat", "dice"),
    "repair-take-die": ("seat", "dice"),
    "repair-put-die": ("seat", "dice"),
    "repair-tile-back": ("seat", "tile", "cell"),
    "repair-as-before": ("seat",),
}
"""Every repair with its facts."""

TABLE_REASONS: dict[str, tuple[str, ...]] = {
    "B4.1-swapped": ("seat", "other", "dice"),
    "B4.1-appeared": ("seat", "dice"),
    "B3.4-vanished": ("seat", "dice"),
    "B4.5-turned": ("seat", "dice"),
    "B6.6-moved": ("seat", "cell", "tile"),
    "B2.1-table": ("seat", "turn"),
}
"""Reasons given by the table itself, with their facts; all others are the engine's."""


@dataclass(frozen=True, slots=True)
class Change:
    """What is different before one seat."""

    seat: int
    lost: Dice
    gained: Dice
    tiles: tuple[tuple[int, int], ...]
    """New tiles: cell and code."""
    missing: tuple[int, ...]
    """Cells whose tile of the record is gone or another."""


def changes(state: State, seen: TableSnapshot) -> list[Change]:
    """The seats that differ, in the order of the game."""
    found = []
    for seat, (player, look) in enumerate(zip(state.players, seen.seats, strict=True)):
        lost, gained = look.lost(player.dice), look.gained(player.dice)
        tiles = tuple(look.new_tiles(player.laid))
        gone = tuple(
            cell
            for cell, (now, code) in enumerate(zip(look.cells, player.laid, strict=True))
            if code >= 0 and now not in (UNSEEN, code)
        )
        if lost or gained or tiles or gone:
            found.append(Change(seat, lost, gained, tiles, gone))
    return found


def is_exchange(different: list[Change]) -> bool:
    """Whether all that happened is that two statues exchanged dice."""
    if len(different) != 2 or any(one.tiles or one.missing for one in different):
        return False
    one, other = different
    return bool(one.lost) and one.lost == other.gained and other.lost == one.gained


def complain(game: RajasGame, state: State, seen: TableSnapshot) -> Complaint:
    """Put together what was attempted and what is wrong with it."""
    different = changes(state, seen)
    found = _swap(game, different) or _foreign(game, state, different)
    own = next((one for one in different if one.seat == state.seat), None)
    if found is None and own is not None:
        found = _own(game, state, own)
    if found is None:
        found = _Attempt("strange", (), (because("X.table"),))
    where = differences(state, seen)
    seat = game.seat_name(different[0].seat if different else max(state.seat, 0))
    if own is not None and found.kind != "strange":
        seat = game.seat_name(own.seat)
    return Complaint(found.kind, seat, tuple(map(str, found.moves)), found.reasons, where, found.repair)


@dataclass(frozen=True, slots=True)
class _Attempt:
    kind: str
    moves: tuple[Move, ...]
    reasons: tuple[Reason, ...]
    repair: tuple[tuple[str, Facts], ...] = ()


def _swap(game: RajasGame, different: list[Change]) -> _Attempt | None:
    """Dice that went from one statue to another."""
    for one in different:
        for other in different:
            passed = Counter(one.lost) & Counter(other.gained)
            if one.seat < other.seat and passed and Counter(other.lost) & Counter(one.gained):
                dice = names(tuple(sorted(passed.elements())))
                seats = game.seat_name(one.seat), game.seat_name(other.seat)
                reason = because("B4.1", "swapped", seat=seats[0], other=seats[1], dice=" ".join(dice))
                return _Attempt("strange", (), (reason,), tuple(("repair-as-before", (("seat", s),)) for s in seats))
    return None


def _foreign(game: RajasGame, state: State, different: list[Change]) -> _Attempt | None:
    """Something changed before a seat whose turn it is not, and nothing before the one whose turn it is."""
    if not different or state.seat in {one.seat for one in different}:
        return None
    one = different[0]
    seat, turn = game.seat_name(one.seat), game.seat_name(state.seat) if state.seat >= 0 else "-"
    repair = (("repair-as-before", (("seat", seat),)),)
    if one.missing:
        return _Attempt("strange", (), (_moved_tile(state, one),), repair)
    if _is_turned(one):
        dice = " ".join(names(one.lost))
        return _Attempt("strange", (), (because("B4.5", "turned", seat=seat, dice=dice),), repair)
    return _Attempt("strange", (), (because("B2.1", "table", seat=seat, turn=turn),), repair)


def _is_turned(one: Change) -> bool:
    """The same dice by colour, other values."""
    return bool(one.lost) and Counter(COLOUR_OF[d] for d in one.lost) == Counter(COLOUR_OF[d] for d in one.gained)


def _moved_tile(state: State, one: Change) -> Reason:
    player, cell = state.players[one.seat], one.missing[0]
    tile = state.rules.tiles[player.laid[cell] // 4].id
    board = state.rules.map_of(player)
    return because("B6.6", "moved", seat=state.rules.seats[one.seat], cell=board.cells[cell], tile=tile)


def _own(game: RajasGame, state: State, one: Change) -> _Attempt:
    """The player whose turn it is did something that is no turn."""
    on_empty = [(cell, code) for cell, code in one.tiles if state.players[one.seat].laid[cell] < 0]
    if on_empty:
        return _build(game, state, one, *on_empty[0])
    covering = [(cell, code) for cell, code in one.tiles if code // 4 != state.players[one.seat].laid[cell] // 4]
    if covering:
        return _cover(game, state, one, *covering[0])
    seat = game.seat_name(one.seat)
    repair = (("repair-as-before", (("seat", seat),)),)
    if one.missing:
        return _Attempt("strange", (), (_moved_tile(state, one),), repair)
    return _dice_only(game, state, one)


# Building.


def _walk(game: RajasGame, state: State, moves: list[Move]) -> tuple[list[Reason], int]:
    """Reasons against the first move that is refused, and how many were fine before it."""
    for number, move in enumerate(moves):
        verdict = game.judge(state, move)
        if not verdict.ok:
            return list(verdict.reasons), number
        state = game.apply(state, move)
    return [], len(moves)


def _first_moves(game: RajasGame, state: State, area: str) -> list[Move]:
    """The placement that belongs to the area, unless a worker stands already."""
    if game.pending(state) != "place":
        return []
    vacant = [one for one in state.rules.spaces if one.area == area and state.spaces[one.index] < 0]
    return [vacant[0].place] if vacant else [Move("place", (f"{area}-1",))]


def _build(game: RajasGame, state: State, one: Change, cell: int, code: int) -> _Attempt:
    """A tile on an empty cell: place, buy, pay what is gone, lay; every refusal of payment and place is told."""
    rules, seat = state.rules, game.seat_name(one.seat)
    tile, place = rules.tiles[code // 4], rules.map_of(state.players[one.seat]).cells[cell]
    paid = Move("pay", _as_paid(game, state, one, tile.id))
    lay = Move("lay", (place, str(code % 4 * 90)))
    moves = [*_first_moves(game, state, "quarry"), Move("buy", (tile.id,)), paid]
    reasons, fine = _walk(game, state, moves)
    wrong_place = lay_reasons(state, state.players[one.seat], code // 4, cell, code % 4)
    all_reasons = (*reasons, *wrong_place) or (because("X.table"),)
    repair: list[tuple[str, Facts]] = []
    if reasons and fine == len(moves) - 1:
        repair.append(("repair-pay", (("seat", seat), ("dice", " ".join(paid.args) or "-"))))
    if wrong_place or fine < len(moves) - 1:
        repair.append(("repair-tile-back", (("seat", seat), ("tile", tile.id), ("cell", place))))
    unfinished = bool(reasons) and fine == len(moves) - 1 and not wrong_place and _could_pay(game, state, moves, one)
    return _Attempt("incomplete" if unfinished else "illegal", (*moves, lay), all_reasons, tuple(repair))


def _as_paid(game: RajasGame, state: State, one: Change, tile: str) -> tuple[str, ...]:
    """The dice that are gone; turned by karma where only that reaches the price."""
    plain = names(one.lost)
    start = [*_first_moves(game, state, "quarry"), Move("buy", (tile,))]
    if _walk(game, state, start)[0]:
        return plain
    here = state
    for move in start:
        here = game.apply(here, move)
    for move in game.legal_moves(here):
        if tuple(sorted(word[:2] for word in move.args)) == tuple(sorted(plain)):
            return move.args
    return plain


def _could_pay(game: RajasGame, state: State, moves: list[Move], one: Change) -> bool:
    """Whether more dice, added to those gone, would make a legal payment: the player may not be finished."""
    here = state
    for move in moves[:-1]:
        here = game.apply(here, move)
    gone = Counter(names(one.lost))
    return any(not gone - Counter(word[:2] for word in move.args) for move in game.legal_moves(here))


def _cover(game: RajasGame, state: State, one: Change, cell: int, code: int) -> _Attempt:
    """A tile on another one: the Master Builder's rules."""
    rules, seat = state.rules, game.seat_name(one.seat)
    tile, place = rules.tiles[code // 4], rules.map_of(state.players[one.seat]).cells[cell]
    builder = next((n for n, parts in rules.chambers.items() if any(p[0] == "overbuild" for p in parts)), 5)
    moves = [Move("place", (f"chamber-{builder}",))] if game.pending(state) == "place" else []
    reasons, _ = _walk(game, state, moves)
    if not reasons:
        purse = Purse(one.lost, 0, 0)
        reasons = cover_reasons(state, state.players[one.seat], purse, code // 4, cell)
    repair = (("repair-tile-back", (("seat", seat), ("tile", tile.id), ("cell", place))),)
    lay = Move("cover", (tile.id, place))
    return _Attempt("illegal", (*moves, lay), tuple(reasons) or (because("B12.3", "sum", colour=tile.colour,
                    addends="0", total=0, need=tile.price),), repair)  # fmt: skip


# Dice only.


def _dice_only(game: RajasGame, state: State, one: Change) -> _Attempt:
    """The placement with the fewest objections to the dice that came and went."""
    seat = game.seat_name(one.seat)
    tries = sorted(_dice_attempts(game, state, one), key=lambda attempt: len(attempt.reasons))
    if tries:
        return tries[0]
    repair = (("repair-as-before", (("seat", seat),)),)
    if _is_turned(one):
        dice = " ".join(names(one.lost))
        return _Attempt("strange", (), (because("B4.5", "turned", seat=seat, dice=dice),), repair)
    if one.gained:
        dice = " ".join(names(one.gained))
        return _Attempt("strange", (), (because("B4.1", "appeared", seat=seat, dice=dice),), repair)
    dice = " ".join(names(one.lost))
    return _Attempt("strange", (), (because("B3.4", "vanished", seat=seat, dice=dice),), repair)


def _dice_attempts(game: RajasGame, state: State, one: Change) -> Iterator[_Attempt]:
    """Placements that take dice, tried with exactly the dice that came and went."""
    if not one.gained:
        return
    taken = Move("take", tuple(COLOURS[COLOUR_OF[die]] for die in one.gained))
    seat = game.seat_name(one.seat)
    for space in state.rules.spaces:
        pay = [Move("pay", names(one.lost))] if space.area == "balcony" else []
        if space.area not in ("terrace", "balcony") or state.spaces[space.index] >= 0 or bool(one.lost) != bool(pay):
            continue
        if game.pending(state) != "place":
            return
        moves = [space.place, *pay, taken]
        reasons, fine = _walk(game, state, moves)
        if reasons and fine == len(moves) - 1:
            extra = " ".join(names(one.gained))
            yield _Attempt("illegal", tuple(moves), tuple(reasons),
                           (("repair-take-die", (("seat", seat), ("dice", extra))),))  # fmt: skip
