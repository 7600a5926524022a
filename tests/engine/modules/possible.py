"""For the second scorer: whether a worker can be placed anywhere when modules play. Shares no code with the engine."""

from collections import Counter
from itertools import combinations

from tests.engine.second_scorer.raja import COLOUR

ROTATIONS = (0, 90, 180, 270)
ALWAYS = ("forecourt", "terrace", "village")


def turned(value, ashoka):
    """Values one karma can show."""
    around = (6 - value, 7 - value, 8 - value) if ashoka else (7 - value,)
    return {one for one in around if 1 <= one <= 6}


def faces(value, raja, karma, wild):
    """(value shown, karma spent, trader used) for one die."""
    found = {(value, 0, 0)}
    if karma:
        found |= {(one, 1, 0) for one in turned(value, raja.has("ashoka"))}
    if wild:
        found |= {(one, 0, 1) for one in range(1, 7)}
    return found


def most(values, raja, karma, wild):
    """The highest sum these dice can show."""
    best = 0
    for gem in range(len(values)) if wild else [None]:
        rest = [value for at, value in enumerate(values) if at != gem]
        gains = sorted((max(turned(value, raja.has("ashoka"))) - value for value in rest), reverse=True)
        total = sum(rest) + sum(gain for gain in gains[:karma] if gain > 0) + (6 if gem is not None else 0)
        best = max(best, total)
    return best


def has_double(dice, raja, karma, wild):
    values = [int(die[1]) for die in dice.elements()]
    return any(
        a[0] == b[0] and a[1] + b[1] <= karma and a[2] + b[2] <= 1
        for one, two in combinations(values, 2)
        for a in faces(one, raja, karma, wild)
        for b in faces(two, raja, karma, wild)
    )


def shows(raja, wanted, wild):
    return any(
        shown in wanted for die in raja.dice.elements() for shown, _, _ in faces(int(die[1]), raja, raja.karma, wild)
    )


def can_buy(keeper, name, wild):
    raja, tile = keeper.me, keeper.printed.tiles[name]
    kind = tile.get("kind", "province")
    if kind == "village":
        return has_double(raja.dice, raja, raja.karma, wild)
    own = raja.values(tile["colour"])
    if kind == "shalimar":
        return bool(own) and sum(raja.dice.values()) >= 2
    if kind == "tiger":
        return len(own) >= 2
    return most(own, raja, raja.karma, wild) >= tile["price"]


def can_build(keeper, wild):
    if not keeper.me.country.walk()[2]:
        return False
    return any(can_buy(keeper, name, wild) for name in keeper.display.values() if name)


def can_cover(keeper, dice, karma, wild):
    """The table of the Master Builder's prices, and roads that hold."""
    raja, tiles = keeper.me, keeper.printed.tiles
    for new in filter(None, keeper.display.values()):
        for cell, pile in raja.country.piles.items():
            if len(pile) != 1 or not payable_cover(raja, tiles[new], tiles[pile[0][0]], dice, karma, wild):
                continue
            if any(raja.country.holds_with(cell, new, rotation) for rotation in ROTATIONS):
                return True
    return False


def payable_cover(raja, new, old, dice, karma, wild):
    kind, covered = new.get("kind", "province"), old.get("kind", "province")
    if covered in ("village", "shalimar"):
        return False
    if kind == "village":
        values = [int(die[1]) for die in dice.elements()]
        return any(shown == 5 for value in values for shown, _, _ in faces(value, raja, karma, wild))
    own = [int(die[1]) for die in dice.elements() if COLOUR[die[0]] == new["colour"]]
    if kind != "province" or covered == "tiger":
        return bool(own)
    more = new["price"] - old["price"]
    return bool(own) and 0 < more <= most(own, raja, karma, wild)


def can_use_chamber(keeper, number, wild):
    raja = keeper.me
    wanted = keeper.chamber_takes(number)
    if not shows(raja, wanted, wild):
        return False
    part = keeper.printed.chambers[number][0]
    if part[0] == "portuguese":
        return len(keeper.spaces_ahead()) >= part[1]
    if part[0] != "overbuild":
        return True
    for die in set(raja.dice.elements()):
        for shown, spent, gem in faces(int(die[1]), raja, raja.karma, wild):
            rest = raja.dice - Counter([die])
            if shown in wanted and can_cover(keeper, rest, raja.karma - spent, wild and not gem):
                return True
    return False


def action_possible(keeper, space, wild, limits=True):
    """Whether the action of a space could be paid and done; money is looked at by the caller."""
    area, _, which = space.partition("-")
    raja = keeper.me
    if area == "assorted":
        return not limits or len(keeper.seats) == 2 or not raja.used_assorted
    if area == "village":
        return not limits or len(keeper.seats) == 2 or not raja.used_village
    if area in ALWAYS:
        return True
    if area == "quarry":
        return can_build(keeper, wild)
    if area == "harbour":
        return raja.boat < keeper.printed.river_end and shows(raja, {1, 2, 3}, wild)
    if area == "chamber":
        return can_use_chamber(keeper, int(which), wild)
    if area == "balcony" and not raja.has("market"):
        return bool(raja.values(which))
    return bool(sum(raja.dice.values()))


def can_place(keeper):
    """Some space is free, payable and its action possible, for a worker or for the trader."""
    return any(_anywhere(keeper, wild) for wild in ((False, True) if keeper.me.trader == "kali" else (False,)))


def _anywhere(keeper, wild):
    seen = set()
    for space, fee in sorted(keeper.printed.fees.items(), key=lambda one: one[0].startswith(("quarry", "chamber"))):
        area = space.partition("-")[0]
        if space in keeper.workers_on or area in seen:
            continue
        if area in ("quarry", "harbour"):
            seen.add(area)
        if fee <= keeper.me.money and action_possible(keeper, space, wild):
            return True
    return False
