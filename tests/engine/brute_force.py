"""A naive twin of `legal_moves`: every move that can be spelled, tried one by one against a plain reading of the rules.

It reads positions from the one-line notation and knows the base game with default rulings. Roads, prices and placings
are those of the second scorer; nothing of the engine is used but the task that waits, which says what is being asked.
"""

import json
from collections import Counter
from itertools import combinations, combinations_with_replacement, permutations, product

from tests.engine.second_scorer import placing
from tests.engine.second_scorer.raja import COLOUR, KINDS, Raja

COLOURS = ("blue", "green", "orange", "purple")
GOODS = ("silk", "tea", "spices")
LETTERS = "bgop"


class View:
    """A position as the second scorer sees a table: it can be asked like one of its bookkeepers."""

    def __init__(self, printed, text):
        self.printed = printed
        head, *parts = text.split(" @")
        table = dict(word.split("=", 1) for word in head.split(" ")[2:])
        self.seats = head.split(" ")[1].split(",")
        self.now = self.seats[int(table["seat"])]
        self.ending = int(table["ending"]) >= 0
        self.supply = dict(zip(COLOURS, map(int, table["supply"].split(",")), strict=True))
        self.pile = [one for one in table["pile"].split(",") if one]
        self.workers_on = dict(one.split(":") for one in table["spaces"].split(",") if one)
        stacks = [one.split("/") for one in table["stacks"].split(";")]
        self.display = {number: tile for number, (tile, *_) in enumerate(stacks) if tile not in "-?"}
        self.hidden = [set(below) for _, *below in stacks]
        self.task = json.loads(table["agenda"])[0]
        self.rajas = {}
        for part in parts:
            seat, *words = part.split(" ")
            self.rajas[seat] = self._raja(dict(word.split("=", 1) for word in words))

    def _raja(self, words):
        raja = Raja(self.printed)
        for name in ("money", "fame", "karma", "boat"):
            setattr(raja, name, int(words[name]))
        raja.dice = Counter(one for one in words["dice"].split(",") if one)
        raja.columns = dict(zip(KINDS, json.loads(words["levels"]), strict=True))
        raja.used_assorted = words["assorted"] != "0"
        raja.at_home = int(words["idle"])
        heights = dict(zip(raja.country.board["cells"], json.loads(words["under"]), strict=True))
        for one in filter(None, words["laid"].split(",")):
            cell, tile, rotation = one.split(":")
            raja.country.piles[cell] = [None] * len(heights[cell]) + [(tile, int(rotation))]
        return raja

    @property
    def me(self):
        return self.rajas[self.now]

    @property
    def hand(self):
        return sorted(self.me.dice.elements())

    def spaces_ahead(self):
        end, free = self.printed.river_end, []
        for space in range(self.me.boat + 1, end + 1):
            others = [raja for seat, raja in self.rajas.items() if seat != self.now and raja.boat == space]
            if space == end or not others:
                free.append(space)
        return free


def parts_of(things, most=99):
    """Every part of a multiset, from nothing to all of it."""
    ordered = sorted(things)
    return {part for size in range(min(most, len(ordered)) + 1) for part in combinations(ordered, size)}


# Each asks one decision: yields (move, legal, canonical) for everything that can be spelled.


def place(view):
    names = [*view.printed.fees, "quarry-9", "harbour-9", "assorted-3", "terrace-blue-3", "chamber-7", "village-1"]
    for space in names:
        good = space in view.printed.fees and space not in view.workers_on and _may_stand(view, space)
        yield f"place {space}", good, good
    yield "pass", view.ending, view.ending


def _may_stand(view, space):
    area, _, which = space.partition("-")
    if area in ("quarry", "harbour"):
        row = [one for one in view.printed.fees if one.startswith(area) and one not in view.workers_on]
        if row[0] != space:
            return False
    return view.printed.fees[space] <= view.me.money and placing.POSSIBLE[area](view, which)


def buy(view):
    for tile, printed in view.printed.tiles.items():
        own = [die for die in view.hand if COLOUR[die[0]] == printed["colour"]]
        payable = any(total(tokens) >= printed["price"] for tokens in payments(own, view.me.karma))
        good = tile in view.display.values() and payable and bool(view.me.country.walk()[2])
        yield f"buy {tile}", good, good


def payments(dice, karma):
    """Every way to hand in some of these dice, some of them turned over by karma."""
    ways = [(None, die, f"{die}>{7 - int(die[1])}") for die in dice]
    for choice in product(*ways):
        tokens = tuple(sorted(filter(None, choice)))
        if sum(">" in token for token in tokens) <= karma:
            yield tokens


def shown(token):
    return int(token[-1])


def total(tokens):
    return sum(map(shown, tokens))


def pay(view):
    _, price, _, guard = view.task
    test = _pays_sum if price[0] == "sum" else _pays_one
    for tokens in set(payments(view.hand, view.me.karma)):
        good = test(price, tokens) and (not guard or _can_still_cover(view, tokens))
        yield " ".join(("pay", *tokens)), good, good and not _wasteful(price, test, tokens)


def _pays_sum(price, tokens):
    fitting = all(COLOUR[token[0]] == COLOURS[price[1]] for token in tokens)
    return bool(tokens) and fitting and total(tokens) >= price[2]


def _pays_one(price, tokens):
    if len(tokens) != 1:
        return False
    _, colour, values, *_ = price
    return (colour < 0 or COLOUR[tokens[0][0]] == COLOURS[colour]) and (not values or shown(tokens[0]) in values)


def _wasteful(price, test, tokens):
    """Whether some die or some karma could be kept and the rest would do as well."""
    for at, token in enumerate(tokens):
        rest = tokens[:at] + tokens[at + 1 :]
        if rest and test(price, rest):
            return True
        if ">" in token and test(price, (*rest, token[:2])) and not _buys_more(price, token):
            return True
    return False


def _buys_more(price, token):
    """At stalls and in the harbour a higher value is worth karma."""
    return price[0] == "one" and bool(price[2]) and shown(token) > int(token[1])


def _can_still_cover(view, tokens):
    rest = view.me.dice - Counter(token[:2] for token in tokens)
    return placing.can_cover(view, rest, view.me.karma - sum(">" in token for token in tokens))


def lay(view):
    country, tile = view.me.country, _tile_of(view, view.task[1])
    for cell, rotation in product([*country.piles, "r0c2", "r3c0", "r9c9"], (0, 45, 90, 180, 270)):
        empty = cell in country.piles and not country.piles[cell]
        good = empty and rotation % 90 == 0 and country.fits(cell, tile, rotation)
        yield f"lay {cell} {rotation}", good, good


def lay_on(view):
    _, number, target = view.task
    country, tile = view.me.country, _tile_of(view, number)
    for at, cell in enumerate(country.piles):
        for rotation in (0, 90, 180, 270):
            good = at == target and country.holds_with(cell, tile, rotation)
            yield f"lay {cell} {rotation}", good, good


def _tile_of(view, number):
    """Tasks name tiles by their place in the edition file."""
    return list(view.printed.tiles)[number]


def cover(view):
    raja, tiles = view.me, view.printed.tiles
    for tile, cell in product(tiles, raja.country.piles):
        good = tile in view.display.values() and len(raja.country.piles[cell]) == 1
        if good:
            more = tiles[tile]["price"] - tiles[raja.country.top(cell)[0]]["price"]
            own = [die for die in view.hand if COLOUR[die[0]] == tiles[tile]["colour"]]
            good = (
                more > 0
                and any(tokens and total(tokens) >= more for tokens in payments(own, raja.karma))
                and any(raja.country.holds_with(cell, tile, rotation) for rotation in (0, 90, 180, 270))
            )
        yield f"cover {tile} {cell}", good, good


def take(view):
    _, wanted, least, _ = view.task
    room = 10 - len(view.hand)
    for size in range(len(wanted) + 2):
        for colours in combinations_with_replacement(COLOURS, size):
            good = least <= size <= room and _are_due(view, wanted, colours)
            yield " ".join(("take", *colours)), good, good


def _are_due(view, wanted, colours):
    """Whether the dice can be handed out one by one to the claims, and the supply has them."""
    if any(colours.count(colour) > view.supply[colour] for colour in colours) or len(colours) > len(wanted):
        return False
    names = [COLOURS[one] if one >= 0 else None for one in wanted]
    return any(
        all(claim in (None, colour) for claim, colour in zip(order, colours, strict=False))
        for order in set(permutations(names, len(colours)))
    )


def overflow(view):
    for part in parts_of(view.hand, view.task[1] + 1):
        good = len(part) <= view.task[1]
        yield " ".join(("return", *part)), good, good


def reroll(view):
    for part in parts_of(view.hand):
        yield " ".join(("reroll", *part)), True, True


def score(view):
    _, mode, good_number, limit, _ = view.task
    for part in parts_of(f"{good}{value}" for good, value in view.me.country.markets()):
        kinds = [name[:-1] for name in part]
        fits = len(set(kinds)) == len(kinds) if mode == "different" else len(set(kinds)) <= 1
        if mode == "one" and good_number >= 0:
            fits = fits and set(kinds) <= {GOODS[good_number]}
        legal = fits and len(part) <= limit
        yield " ".join(("score", *part)), legal, legal


def upgrade(view):
    yield "decline", True, True
    for kind in (*KINDS, "harbour"):
        good = view.me.columns.get(kind, 9) < 2
        yield f"upgrade {kind}", good, good


def karma(view):
    for steps in range(5):
        good = steps <= view.task[1] and view.me.karma + steps <= 3
        yield f"karma {steps}", good, good


def sail(view):
    _, least, most, optional, _ = view.task
    yield "decline", optional, optional
    for steps in range(9):
        good = least <= steps <= min(most, len(view.spaces_ahead()))
        yield f"sail {steps}", good, good


def chamber(view):
    for number in range(8):
        good = number in view.task[1]
        if good and number == 5:
            good = placing.can_cover(view, view.me.dice, view.me.karma)
        if good and number == 6:
            good = len(view.spaces_ahead()) >= 6
        yield f"chamber {number}", good, good


def order(view):
    labels = {label for label, _ in view.task[1]}
    for label in {*labels, "fame-bonus", "money-bonus", "money", "upgrade", *view.printed.province["yields"]}:
        yield f"first {label}", label in labels, label in labels


def roll(view):
    letters = sorted(LETTERS[one] for one in view.task[1])
    for values in product(range(1, 7), repeat=len(letters)):
        dice = sorted(f"{letter}{value}" for letter, value in zip(letters, values, strict=True))
        yield " ".join(("roll", *dice)), True, True


def reveal(view):
    stacks = sorted({f"{tile['colour']}-{tile['animal']}" for tile in view.printed.tiles.values()})
    for tile in view.printed.tiles:
        good = tile in view.hidden[view.task[1]]
        yield f"reveal {stacks[view.task[1]]} {tile}", good, good


def draw(view):
    for number, tile in enumerate(view.printed.white):
        good = str(number) in view.pile
        yield f"draw {tile}", good, good


def start(view):
    for number, seat in enumerate(view.seats):
        yield f"start {seat}", number in view.task[1], number in view.task[1]


DECISIONS = {
    "place": place, "buy": buy, "pay": pay, "lay": lay, "lay_on": lay_on, "cover": cover, "take": take,
    "overflow": overflow, "reroll?": reroll, "score": score, "upgrade?": upgrade, "karma?": karma, "sail": sail,
    "chamber?": chamber, "order": order, "roll": roll, "reveal": reveal, "draw": draw, "start?": start,
}  # fmt: skip


def every_move(view):
    """All moves that can be spelled for the waiting decision: dict of text to (legal, canonical)."""
    return {text: (legal, canonical) for text, legal, canonical in DECISIONS[view.task[0]](view)}


def canonical_moves(view):
    """What `legal_moves` should list, as texts."""
    return sorted(text for text, (_, canonical) in every_move(view).items() if canonical)
