"""The second scorer with variants and modules, written from the rulebooks. Shares no code with the engine."""

import json
from collections import Counter
from pathlib import Path

from tests.engine.modules.bookkeeping_fate import FateAndTrader
from tests.engine.modules.possible import action_possible, can_cover, can_place
from tests.engine.second_scorer import scorer
from tests.engine.second_scorer.printed import Printed, unwrap
from tests.engine.second_scorer.raja import COLOUR, KINDS
from tests.engine.second_scorer.scorer import Bookkeeper

CHANCE_VERBS = ("roll", "reveal", "draw", "start", "river", "deal")
ROLES = ("ashoka", "akbar", "market", "flag")


class ModuleBookkeeper(FateAndTrader, Bookkeeper):
    """Reads the log of a game with modules from top to bottom."""

    def __init__(self, edition_path, seats, modules, mixed, moves):
        raw = json.loads(Path(edition_path).read_text(encoding="utf-8"))
        self.data = {key: unwrap(entry) for key, entry in raw.items()}
        super().__init__(Printed(edition_path, len(seats)), seats, moves)
        self.modules = modules
        self.gem = False
        self._add_tiles()
        for seat, raja in self.rajas.items():
            back = "navaratna" in modules or seat in mixed
            board = self.data["provinces"]["navaratna" if back else "base"]
            raja.country.board = board
            raja.capacity = board["capacity"]
            raja.slots, raja.taken, raja.returned = {}, 0, 0
            raja.trader, raja.fate, raja.used_village = None, {"fame": "front", "money": "front"}, False
            raja.has = lambda role, raja=raja: any(name.endswith(role) for name in specials(raja))
        if "navaratna" in modules:
            self.printed.most_workers = self.printed.first_workers + 3
        known = self._yield_kinds()
        self.open = {name: one for name, one in self.data["yield_tiles"].items() if one["reward"][0][0] in known}

    def _yield_kinds(self):
        kinds = {one["reward"][0][0] for one in self.data["yield_tiles"].values()}
        return kinds if "mango" in self.modules else kinds - {"money_per_village"}

    def _add_tiles(self):
        kinds = {"mango": "village"}
        wanted = {kinds.get(name, name) for name in self.modules}
        more = {name: tile for name, tile in self.data["tiles"].items() if tile.get("kind") in wanted}
        self.printed.tiles |= more
        for name, tile in more.items():
            if tile["kind"] != "village":
                self.below[f"{tile['colour']}-{tile['animal']}"].add(name)
        if "mango" in self.modules:
            villages = {name for name in more if name.startswith("village")}
            self.village_count = {"z-mango-1": 5, "z-mango-2": 5}
            self.below |= dict.fromkeys(self.village_count, villages)
            for number in range(2 if len(self.seats) > 2 else 1):
                self.printed.fees[f"village-{number + 1}"] = 0

    # Reading and the course of the game.

    def read(self, *verbs):
        self.demand(self.coming() in verbs, f"then came {self.coming()}, expected {' or '.join(verbs)}")
        by, verb, words = self.moves[self.at]
        self.at += 1
        self.demand(by == ("chance" if verb in CHANCE_VERBS else self.now), f"{by} moved, not {self.now}")
        return verb, words

    def set_up(self):
        super().set_up()
        if "navaratna" in self.modules:
            for seat in self.clockwise_from(self.start):
                self.now = seat
                tile = self.read("deal")[1][0]
                self.demand(self.open[tile]["colour"] == "brown", "not a brown tile")
                self.put_yield(tile, self.read("slot")[1][0])
        tiles = self.data["river_tiles"]
        if "ganga" in self.modules:
            self.lay_river({name for name, one in tiles.items() if one["module"] in self.modules})
        elif "ganga2" in self.modules:
            for _ in range(2):
                space, name = self.read("river")[1]
                self.demand(0 < int(space) < self.printed.river_end, "not the last space")
                self.printed.river[int(space)] = tiles[name]["reward"]

    def lay_river(self, names):
        last, end = 0, self.printed.river_end
        while names and last < end - 1:
            words = self.read("river")[1]
            if words == ["end"]:
                self.demand(last + 6 >= end, "the end is too far away")
                return
            space, name = int(words[0]), words[1]
            self.demand(last < space <= last + 6 and space < end and name in names, "the tile cannot lie there")
            names.remove(name)
            self.printed.river[space] = self.data["river_tiles"][name]["reward"]
            last = space

    def play_round(self):
        goes_on = super().play_round()
        for raja in self.rajas.values() if goes_on else ():
            raja.taken = raja.returned = 0
            raja.used_village = False
            raja.trader = raja.trader and "kali"
        return goes_on

    def play_lap(self):
        placed = False
        for seat in self.clockwise_from(self.start):
            self.now, self.gem = seat, False
            if self.me.at_home and can_place(self):
                self.compensate()
                placed |= self.play_turn()
            else:
                self.compensate()
        return placed and any(raja.at_home for raja in self.rajas.values())

    def play_turn(self):
        self.turn += 1
        verb, words = self.read("place", "pass") if self.triggered else self.read("place")
        if verb == "place":
            if words[1:]:
                self.demand(words[1] == "trader" and self.me.trader == "kali", "the trader is not at home")
                self.me.trader, self.gem = words[0], True
            self.place(words[0])
        self.me.counts_later = None
        if self.me.met_in_turn is None and self.me.distance() <= 0:
            self.me.met_in_turn = self.turn
            self.triggered = True
        return verb == "place"

    # Navaratna.

    def compensate(self):
        """Who has no worker left but those lying down, and fewer than somebody else, may take a yield tile."""
        behind = max(raja.workers for raja in self.rajas.values()) - self.me.workers
        if "navaratna" not in self.modules or self.triggered or self.me.at_home > self.me.returned:
            return
        if self.me.taken < behind and self.take_yield():
            self.me.taken += 1

    def free_slots(self, colour):
        named = self.me.country.board["yields"]
        return [name for name, one in named.items() if one.get("slot") == colour and name not in self.me.slots]

    def take_yield(self):
        """Whether a tile was taken; without one that fits nothing is asked."""
        if not any(self.free_slots(one["colour"]) for one in self.open.values()):
            return False
        verb, words = self.read("yield", "decline")
        if verb == "yield":
            self.put_yield(*words)
        return verb == "yield"

    def put_yield(self, tile, slot):
        self.demand(slot in self.free_slots(self.open[tile]["colour"]), "the slot does not fit")
        country = self.me.country
        late = slot in country.gained | country.lost | country.walk()[1]
        self.me.slots[slot] = (tile, self.open.pop(tile)["reward"], not late)

    def yield_reward(self, name):
        return self.me.slots[name][1] if name in self.me.slots else self.me.country.board["yields"][name]["reward"]

    def gain_white_tile(self):
        if "navaratna" in self.modules:
            self.take_yield()
        else:
            super().gain_white_tile()

    def gain_fame_per_market_tile(self, each):
        self.gain_fame(each * self.market_tiles())

    def gain_fame_per_river(self, spaces):
        self.gain_fame(self.me.boat // spaces)

    def gain_money_per_building(self, each):
        self.gain_money(each * sum(len(tile.get("buildings", [])) for tile in self.shown()))

    def gain_money_per_linked_yield(self, each):
        linked = [slot for slot, row in self.me.slots.items() if row[2] and slot in self.me.country.gained]
        self.gain_money(each * len(linked))

    def gain_fame_per_curve(self, each):
        self.gain_fame(each * sum(is_curve(tile["roads"]) for tile in self.shown()))

    def gain_fame_per_worker(self, each):
        self.gain_fame(each * self.me.workers)

    def gain_money_per_village(self, each):
        self.gain_money(each * len(self.villages()))

    # What lies in the province.

    def shown(self):
        return [self.printed.tiles[name] for name in self.me.country.visible()]

    def market_tiles(self):
        return sum(bool(tile.get("markets")) for tile in self.shown()) + self.me.has("market")

    def villages(self):
        return {name for name in self.me.country.visible() if name.startswith("village")}

    # Dice.

    def gain_dice(self, wanted):
        scorer.MOST_DICE = self.me.capacity
        super().gain_dice(wanted)

    def gain_dice_of(self, colours):
        self.gain_dice(colours)

    def gain_dice_per_karma(self, colour):
        if self.me.karma:
            self.gain_dice([None if colour == "any" else colour] * self.me.karma)

    def roll(self, colours, seat):
        scorer.MOST_DICE = self.rajas[seat].capacity
        super().roll(colours, seat)

    def pay(self):
        paid = []
        for word in self.read("pay")[1]:
            die, value = word[:2], int(word[-1])
            self.demand(self.me.dice[die] > 0, f"does not own {die}")
            self.me.dice[die] -= 1
            self.supply[COLOUR[die[0]]] += 1
            if ">" in word:
                self.me.karma -= 1
                off = abs(value - (7 - int(die[1])))
                self.demand(off == 0 or (off == 1 and self.me.has("ashoka")), "karma shows the opposite side")
            if "!" in word:
                self.demand(self.gem, "no trader sets this die")
                self.gem = False
            paid.append((COLOUR[die[0]], value))
        self.demand(self.me.karma >= 0, "no karma left")
        return paid

    # Building.

    def use_quarry(self, which):
        tile = self.read("buy")[1][0]
        self.demand(tile in self.display.values(), "not on top of a stack")
        self.pay_price(self.printed.tiles[tile])
        self.lay(tile, edges=True)

    def pay_price(self, tile):
        kind = tile.get("kind", "province")
        if kind == "province":
            self.pay_at_least(tile["colour"], tile["price"])
            return
        paid = self.pay()
        self.demand(len(paid) == 2, "two dice are due")
        if kind == "village":
            self.demand(paid[0][1] == paid[1][1], "not a double")
        else:
            own = sum(colour == tile["colour"] for colour, _ in paid)
            self.demand(own >= (2 if kind == "tiger" else 1), "wrong colour")

    def lay(self, tile, edges):
        cell, rotation = self.read("lay")[1]
        country = self.me.country
        self.demand(not country.piles[cell], "the cell is not empty")
        self.demand(country.fits(cell, tile, int(rotation)), "no road leads there")
        before = country.walk()[1]
        country.piles[cell].append((tile, int(rotation)))
        self.take_off(tile)
        new = country.walk()[1] - before - country.gained - country.lost
        if not edges:
            country.lost |= new
        self.score_tile(tile)
        if edges:
            country.gained |= new
            named = country.board["yields"]
            self.gain_several([(name, self.yield_reward(name)) for name in named if name in new])

    def turn_up(self, stack):
        if not stack.startswith("z-"):
            super().turn_up(stack)
            return
        left = self.below[stack]
        before = self.village_count[stack] - (1 if stack in self.display else 0)
        self.village_count[stack] = before
        tile = None
        if before == 1 and len(left) == 1:
            tile = next(iter(left))
        elif before:
            named, tile = self.read("reveal")[1]
            self.demand(f"z-{named}" == stack and tile in left, "that tile is not in this stack")
        left.discard(tile)
        self.display[stack] = tile

    def score_tile(self, tile):
        shown = self.printed.tiles[tile]
        kind = shown.get("kind", "province")
        if kind == "province":
            super().score_tile(tile)
        elif kind == "shalimar":
            self.take_back()
        else:
            self.gain(self.village_reward(tile) if kind == "village" else shown["reward"])

    def overbuild(self):
        tile, cell = self.read("cover")[1]
        country, tiles = self.me.country, self.printed.tiles
        self.demand(tile in self.display.values(), "not on top of a stack")
        self.demand(len(country.piles[cell]) == 1, "only a single tile can be overbuilt")
        self.pay_cover(tiles[tile], tiles[country.top(cell)[0]])
        where, rotation = self.read("lay")[1]
        self.demand(where == cell and country.holds_with(cell, tile, int(rotation)), "a tile would be cut off")
        before = country.walk()[1]
        country.piles[cell].append((tile, int(rotation)))
        country.lost |= country.walk()[1] - before - country.gained
        self.take_off(tile)
        self.score_tile(tile)

    def pay_cover(self, new, old):
        kind, covered = new.get("kind", "province"), old.get("kind", "province")
        self.demand(covered in ("province", "tiger"), "villages and gardens are never overbuilt")
        if kind == "village":
            self.pay_one(exactly=(5,))
        elif kind != "province" or covered == "tiger":
            self.pay_one(colour=new["colour"])
        else:
            self.demand(new["price"] > old["price"], "the new tile must be dearer")
            self.pay_at_least(new["colour"], new["price"] - old["price"])

    # The river.

    def sail(self, least, most, may_stay=False):
        super().sail(least, most + self.me.has("akbar"), may_stay)

    def gain_sail_up_to(self, steps):
        if self.me.boat < self.printed.river_end:
            self.sail(1, steps, may_stay=True)

    def gain_dolphin(self):
        verb, words = self.read("dolphin", "decline")
        if verb == "dolphin":
            space = int(words[0])
            taken = {raja.boat for raja in self.rajas.values()}
            self.demand(0 < space < self.printed.river_end and space not in taken, "not a free space")
            self.gain(self.printed.river[space])

    def gain_chamber(self, numbers):
        if any(self.chamber_possible(number) for number in numbers):
            super().gain_chamber(numbers)

    def chamber_possible(self, number):
        part = self.printed.chambers[number][0]
        if part[0] == "portuguese":
            return len(self.spaces_ahead()) >= part[1]
        return part[0] != "overbuild" or can_cover(self, self.me.dice, self.me.karma, self.gem)

    # Villages and gardens.

    def use_village(self, which):
        self.me.used_village = True
        done = set()
        while len(done) < 2 and self.villages() - done:
            verb, words = self.read("village", "decline")
            if verb == "decline":
                return
            self.demand(words[0] in self.villages() - done, "not an own village, or twice")
            done.add(words[0])
            self.gain(self.village_reward(words[0]))

    def village_reward(self, name):
        return [["village_white"] if part == ["white_tile"] else part for part in self.printed.tiles[name]["reward"]]

    def gain_village_white(self):
        if "navaratna" not in self.modules:
            super().gain_white_tile()
            return
        own = {row[0]: row[1] for row in self.me.slots.values() if row[0].startswith("white")}
        word = self.read("use")[1][0] if own else "money"
        self.gain([["money", 2]] if word == "money" else own[word])

    def gain_markets_any(self, most):
        own = Counter(f"{kind}{value}" for kind, value in self.me.country.markets())
        if own:
            chosen = Counter(self.read("score")[1])
            self.demand(chosen <= own and sum(chosen.values()) <= most, "not his markets, or too many")
            self.gain_money(sum(int(name[-1]) * count for name, count in chosen.items()))

    def take_back(self):
        own = {space for space, seat in self.workers_on.items() if seat == self.now} - {self.me.trader}
        if not own:
            return
        verb, words = self.read("back", "decline")
        if verb == "back":
            self.demand(words[0] in own, "no worker that may come back")
            del self.workers_on[words[0]]
            self.me.at_home += 1
            self.me.returned += "navaratna" in self.modules

    # Tigers.

    def chamber_takes(self, number):
        around = {number, number % 6 + 1, (number - 2) % 6 + 1}
        return around if self.me.has("flag") else {number}

    def use_chamber(self, which):
        self.pay_one(exactly=tuple(self.chamber_takes(int(which))))
        self.chamber(int(which))

    def use_balcony(self, which):
        if not self.me.has("market"):
            super().use_balcony(which)
            return
        self.pay_one()
        self.gain_dice(2)

    def gain_money_per_market(self, each):
        self.gain_money(each * (len(self.me.country.markets()) + self.me.has("market")))

    def gain_money_per_tile(self, each):
        self.gain_money(each * len(self.me.country.visible()))

    def gain_river_again(self):
        if self.me.boat:
            self.gain(self.printed.river[self.me.boat])

    def gain_flag(self):
        own = [space for space, seat in self.workers_on.items() if seat == self.now]
        fees = self.printed.fees
        if not any(fees[one] <= self.me.money and action_possible(self, one, self.gem, limits=False) for one in own):
            return
        verb, words = self.read("again", "decline")
        if verb == "again":
            self.demand(words[0] in own, "no own worker there")
            self.me.money -= fees[words[0]]
            self.demand(self.me.money >= 0, "no money left")
            self.me.used_assorted = self.me.used_village = False
            area, _, which = words[0].partition("-")
            used = {space.partition("-")[0] for space in own}
            getattr(self, f"use_{area}")(which)
            self.me.used_assorted |= "assorted" in used
            self.me.used_village |= "village" in used

    def books(self, seat):
        raja = self.rajas[seat]
        return super().books(seat) | {
            "slots": sorted((slot, row[0]) for slot, row in raja.slots.items()),
            "trader": raja.trader,
            "fate": raja.fate,
            "columns": [raja.columns[kind] for kind in KINDS],
        }


def specials(raja):
    """Tiger tiles in sight."""
    return [name for name in raja.country.visible() if name.rpartition("-")[2] in ROLES]


def is_curve(roads):
    return len(roads) == 1 and len(roads[0]) == 2 and set(roads[0]) not in ({"n", "s"}, {"e", "w"})
