"""Whether a player can place a worker anywhere; if not, his turn is skipped."""

from collections import Counter

from tests.engine.second_scorer.raja import COLOUR, most_payable

ROTATIONS = (0, 90, 180, 270)


def can_place(keeper):
    """Some space is free, payable and its action possible."""
    seen = set()
    for space in sorted(keeper.printed.fees, key=lambda one: one.startswith(("quarry", "chamber"))):
        area, _, which = space.partition("-")
        if space in keeper.workers_on or area in seen:
            continue
        if area in ("quarry", "harbour"):
            seen.add(area)
        if keeper.printed.fees[space] <= keeper.me.money and POSSIBLE[area](keeper, which):
            return True
    return False


def quarry(keeper, which):
    raja = keeper.me
    if not raja.country.walk()[2]:
        return False
    tops = [keeper.printed.tiles[tile] for tile in keeper.display.values() if tile]
    return any(most_payable(raja.values(tile["colour"]), raja.karma) >= tile["price"] for tile in tops)


def harbour(keeper, which):
    raja = keeper.me
    return raja.boat < keeper.printed.river_end and any(shows(raja, value) for value in (1, 2, 3))


def chamber(keeper, which):
    if not shows(keeper.me, int(which)):
        return False
    part = keeper.printed.chambers[int(which)][0]
    if part[0] == "portuguese":
        return len(keeper.spaces_ahead()) >= part[1]
    return part[0] != "overbuild" or master_builder(keeper, int(which))


def shows(raja, value):
    """Whether a die shows this value, or would with karma."""
    faces = {int(die[1]) for die in raja.dice.elements()}
    return value in faces or (raja.karma > 0 and 7 - value in faces)


def master_builder(keeper, value):
    """For some way to pay the chamber there must be something left to cover with."""
    raja = keeper.me
    for die in set(raja.dice.elements()):
        spent = 0 if int(die[1]) == value else 1
        if int(die[1]) in (value, 7 - value) and spent <= raja.karma:
            rest = raja.dice - Counter([die])
            if can_cover(keeper, rest, raja.karma - spent):
                return True
    return False


def can_cover(keeper, dice, karma):
    """Some tile on display is dearer than a single own tile, payable, and leaves all roads joined."""
    country, tiles = keeper.me.country, keeper.printed.tiles
    for new in filter(None, keeper.display.values()):
        own = [int(die[1]) for die in dice.elements() if COLOUR[die[0]] == tiles[new]["colour"]]
        for cell, pile in country.piles.items():
            if len(pile) != 1 or not own:
                continue
            more = tiles[new]["price"] - tiles[pile[0][0]]["price"]
            if 0 < more <= most_payable(own, karma) and any(
                country.holds_with(cell, new, rotation) for rotation in ROTATIONS
            ):
                return True
    return False


POSSIBLE = {
    "quarry": quarry,
    "harbour": harbour,
    "chamber": chamber,
    "forecourt": lambda keeper, which: True,
    "terrace": lambda keeper, which: True,
    "assorted": lambda keeper, which: len(keeper.seats) == 2 or not keeper.me.used_assorted,
    "stall": lambda keeper, which: bool(sum(keeper.me.dice.values())),
    "balcony": lambda keeper, which: bool(keeper.me.values(which)),
}
