"""Arranging tables of the Navaratna variant for tests: slots, links, skipped turns."""

from assistant.engine.rajas.game import settle
from assistant.engine.rajas.state import remember
from tests.engine.modules.module_table import Table, edition

ALL_BITS = (1 << 11) - 1


def number_of(t: Table, slot: str) -> int:
    return [one.id for one in t.game.rules.map_of(t.me).yields].index(slot)


def put(t: Table, slot: str, tile: str, seat: int | None = None) -> None:
    """A yield tile on a slot from long ago, instead of the brown tile of the opening if need be."""
    player = t.edit(seat)
    rest = tuple(row for row in player.extra.get("slots", ()) if row[0] != slot)
    gone = [row[1] for row in player.extra.get("slots", ()) if row[0] == slot]
    opened = [*t.s.extra["open_yields"], *gone]
    if tile in opened:
        opened.remove(tile)
    for other in t.s.players:
        other.extra = {**other.extra, "slots": tuple(r for r in other.extra.get("slots", ()) if r[1] != tile)}
    t.s.remember("open_yields", tuple(sorted(opened)))
    rest = tuple(row for row in player.extra.get("slots", ()) if row[0] != slot)
    remember(player, "slots", (*rest, (slot, tile, 1)))


def clear_slots(t: Table) -> None:
    t.s = t.s.copy()
    for seat in range(t.game.rules.count):
        remember(t.s.edit(seat), "slots", ())
    names = sorted(tile.id for tile in edition().yield_tiles if tile.id != "brown-village")
    t.s.remember("open_yields", tuple(names))


def link(t: Table, slot: str) -> None:
    """Gain the yield of a slot as if a road had just reached it."""
    number = number_of(t, slot)
    player = t.edit()
    player.yields |= 1 << number
    reward = t.game.rules.yield_reward(t.s, t.s.seat, number)
    t.s.agenda = None
    t.s.push(*t.game.rules.gains(reward, slot), ("place",), ("end_turn",))
    settle(t.s)


def turn_again(t: Table, seat: int) -> None:
    """The turn comes to a seat."""
    t.s = t.s.copy()
    t.s.seat = seat
    t.s.agenda = (("turn",), None)
    settle(t.s)


def brown(name: str, *modules: str, **house) -> Table:
    t = Table("navaratna", *modules, **house)
    clear_slots(t)
    put(t, "corner-left", name)
    t.set(money=0, fame=0, waiting=0)
    return t
