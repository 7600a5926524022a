"""The log read from top to bottom the way the rulebook tells a turn: worker, cost, action, and what follows from it."""

from collections import Counter

from tests.engine.second_scorer.logbook import BookkeepingError, read_moves
from tests.engine.second_scorer.placing import can_place
from tests.engine.second_scorer.printed import Printed
from tests.engine.second_scorer.raja import COLOUR, KINDS, Raja

MOST_DICE = 10


class Bookkeeper:
    """Reads moves one after the other; every method stands for a passage of the rulebook."""

    def __init__(self, printed, seats, moves):
        self.printed = printed
        self.seats = seats
        self.rajas = {seat: Raja(printed) for seat in seats}
        self.moves = moves
        self.at = 0
        self.supply = dict.fromkeys(COLOUR.values(), printed.dice_per_colour)
        self.workers_on = {}
        self.turn = 0
        self.now = None
        self.start = None
        self.moguls_guest = None
        self.triggered = False
        stacks = sorted({(tile["colour"], tile["animal"]) for tile in printed.tiles.values()})
        self.below = {"-".join(one): {t for t in printed.tiles if t.startswith("-".join(one))} for one in stacks}
        self.display = {}

    # Reading.

    def demand(self, truth, what):
        if not truth:
            by, verb, words = self.moves[min(self.at, len(self.moves)) - 1]
            raise BookkeepingError(f"move {self.at} ({by}: {verb} {' '.join(words)}): {what}")

    def coming(self):
        """Verb of the next move."""
        return self.moves[self.at][1] if self.at < len(self.moves) else None

    def read(self, *verbs):
        """Verb and words of the next move, which has to be one of these."""
        self.demand(self.coming() in verbs, f"then came {self.coming()}, expected {' or '.join(verbs)}")
        by, verb, words = self.moves[self.at]
        self.at += 1
        chance = verb in ("roll", "reveal", "draw", "start")
        self.demand(by == ("chance" if chance else self.now), f"{by} moved, not {self.now}")
        return verb, words

    @property
    def me(self):
        return self.rajas[self.now]

    # The course of the game.

    def run(self):
        """Play through the whole log; returns the final table of results."""
        self.set_up()
        while self.play_round():
            pass
        self.demand(self.at == len(self.moves), f"{len(self.moves) - self.at} moves after the end")
        return self.results()

    def set_up(self):
        for stack in sorted(self.below):
            self.turn_up(stack)
        for seat in self.seats:
            for colour in self.supply:
                self.supply[colour] -= 1
            self.roll(Counter(self.supply.keys()), seat)
        pips = {seat: sum(int(die[1]) for die in raja.dice.elements()) for seat, raja in self.rajas.items()}
        lowest = [seat for seat in self.seats if pips[seat] == min(pips.values())]
        self.start = lowest[0] if len(lowest) == 1 else self.read("start")[1][0]
        self.demand(self.start in lowest, "the start player has not rolled lowest")
        for place, seat in enumerate(self.clockwise_from(self.start)):
            self.rajas[seat].money = self.printed.tracks["start_money"] + place

    def clockwise_from(self, seat):
        at = self.seats.index(seat)
        return self.seats[at:] + self.seats[:at]

    def play_round(self):
        """Laps until nobody can place a worker. False when the game is over."""
        while self.play_lap():
            if self.triggered:
                return False
        if self.triggered:
            return False
        self.start = self.moguls_guest or self.clockwise_from(self.start)[1]
        self.moguls_guest = None
        self.workers_on = {}
        for raja in self.rajas.values():
            raja.at_home = raja.workers
            raja.used_assorted = False
        return True

    def play_lap(self):
        """One turn each for those who can. False when the round is over with it."""
        placed = False
        for seat in self.clockwise_from(self.start):
            self.now = seat
            if self.me.at_home and can_place(self):
                placed |= self.play_turn()
        return placed and any(raja.at_home for raja in self.rajas.values())

    def play_turn(self):
        """Place a worker, pay, act. False when a last turn was declined."""
        self.turn += 1
        verb, words = self.read("place", "pass") if self.triggered else self.read("place")
        if verb == "place":
            self.place(words[0])
        self.me.counts_later = None
        if self.me.met_in_turn is None and self.me.distance() <= 0:
            self.me.met_in_turn = self.turn
            self.triggered = True
        return verb == "place"

    def place(self, space):
        self.demand(space in self.printed.fees, "there is no such space")
        self.demand(space not in self.workers_on, "somebody stands there")
        area, _, which = space.partition("-")
        if area in ("quarry", "harbour"):
            free = [one for one in self.printed.fees if one.startswith(area) and one not in self.workers_on]
            self.demand(space == free[0], "workers stand from left to right")
        self.workers_on[space] = self.now
        self.me.at_home -= 1
        self.me.money -= self.printed.fees[space]
        self.demand(self.me.money >= 0, "no money left")
        getattr(self, f"use_{area}")(which)

    # What happens on the spaces.

    def use_quarry(self, which):
        tile = self.read("buy")[1][0]
        self.demand(tile in self.display.values(), "not on top of a stack")
        self.pay_at_least(self.printed.tiles[tile]["colour"], self.printed.tiles[tile]["price"])
        cell, rotation = self.read("lay")[1]
        country = self.me.country
        self.demand(not country.piles[cell], "the cell is not empty")
        self.demand(country.fits(cell, tile, int(rotation)), "no road leads there")
        before = country.walk()[1]
        country.piles[cell].append((tile, int(rotation)))
        self.take_off(tile)
        new = country.walk()[1] - before - country.gained - country.lost
        self.score_tile(tile)
        country.gained |= new
        named = self.printed.province["yields"]
        self.gain_several([(name, named[name]["reward"]) for name in named if name in new])

    def use_chamber(self, which):
        self.pay_one(exactly=(int(which),))
        self.chamber(int(which))

    def use_harbour(self, which):
        value = self.pay_one(exactly=(1, 2, 3))
        self.sail(1, value)

    def use_assorted(self, which):
        self.demand(len(self.seats) == 2 or not self.me.used_assorted, "assorted goods twice in a round")
        self.me.used_assorted = True
        self.score_markets(3, different=True)

    def use_stall(self, which):
        self.score_markets(self.pay_one(), good=which)

    def use_forecourt(self, which):
        self.gain(self.printed.forecourt)

    def use_terrace(self, which):
        self.gain_dice([which.split("-")[0]])

    def use_balcony(self, which):
        self.pay_one(colour=which)
        self.gain_dice([self.printed.balconies[which]] * 2)

    # Paying.

    def pay(self):
        """Dice handed in: list of (colour, value that counts)."""
        paid = []
        for word in self.read("pay")[1]:
            die, _, shown = word.partition(">")
            self.demand(self.me.dice[die] > 0, f"does not own {die}")
            self.me.dice[die] -= 1
            self.supply[COLOUR[die[0]]] += 1
            value = int(die[1])
            if shown:
                self.demand(int(shown) == 7 - value, "karma shows the opposite side")
                self.me.karma -= 1
                value = int(shown)
            paid.append((COLOUR[die[0]], value))
        self.demand(self.me.karma >= 0, "no karma left")
        return paid

    def pay_at_least(self, colour, price):
        paid = self.pay()
        self.demand(paid and all(one == colour for one, _ in paid), "wrong colour")
        self.demand(sum(value for _, value in paid) >= price, "too little")

    def pay_one(self, exactly=(), colour=None):
        paid = self.pay()
        self.demand(len(paid) == 1, "one die is due")
        self.demand(colour in (None, paid[0][0]), "wrong colour")
        self.demand(not exactly or paid[0][1] in exactly, "wrong value")
        return paid[0][1]

    # Tiles.

    def turn_up(self, stack):
        """The next tile of a stack comes to light; a single one needs no telling."""
        left = self.below[stack]
        tile = None
        if len(left) == 1:
            tile = next(iter(left))
        elif left:
            named, tile = self.read("reveal")[1]
            self.demand(named == stack and tile in left, "that tile is not in this stack")
        if tile:
            left.remove(tile)
        self.display[stack] = tile

    def take_off(self, tile):
        self.turn_up(next(stack for stack, top in self.display.items() if top == tile))

    def score_tile(self, tile):
        shown = self.printed.tiles[tile]
        fame = sum(self.me.building_points(kind) for kind in shown.get("buildings", []))
        money = sum(value for _, value in shown.get("markets", []))
        due = [("fame-bonus", self.move_fame(fame)), ("money-bonus", self.move_money(money))]
        self.in_order([(name, bonuses) for name, bonuses in due if bonuses], self.collect)

    def overbuild(self):
        tile, cell = self.read("cover")[1]
        country, tiles = self.me.country, self.printed.tiles
        self.demand(tile in self.display.values(), "not on top of a stack")
        self.demand(len(country.piles[cell]) == 1, "only a single tile can be overbuilt")
        more = tiles[tile]["price"] - tiles[country.top(cell)[0]]["price"]
        self.demand(more > 0, "the new tile must be dearer")
        self.pay_at_least(tiles[tile]["colour"], more)
        where, rotation = self.read("lay")[1]
        self.demand(where == cell and country.holds_with(cell, tile, int(rotation)), "a tile would be cut off")
        before = country.walk()[1]
        country.piles[cell].append((tile, int(rotation)))
        country.lost |= country.walk()[1] - before - country.gained
        self.take_off(tile)
        self.score_tile(tile)

    # The two tracks.

    def move_fame(self, points):
        """Move the marker; returns the bonuses passed."""
        raja, old = self.me, self.me.fame
        raja.fame += points
        if old < self.printed.tracks["fame_worker"] <= raja.fame:
            raja.win_worker("fame")
        passed = [
            (space, reward)
            for space, reward in self.printed.fame_bonuses
            if old < space <= raja.fame and space not in raja.had_fame_bonus
        ]
        raja.had_fame_bonus |= {space for space, _ in passed}
        return [(f"fame-{space}", reward) for space, reward in passed]

    def move_money(self, coins):
        raja, old = self.me, self.me.money
        raja.money += coins
        if old < self.printed.tracks["money_worker"] <= raja.money:
            raja.win_worker("money")
        passed, bonuses = [], self.printed.money_bonuses
        while coins and raja.next_money_bonus < len(bonuses) and raja.money >= bonuses[raja.next_money_bonus][0]:
            space, reward = bonuses[raja.next_money_bonus]
            raja.next_money_bonus += 1
            passed.append((f"money-{space}", reward))
        return passed

    def collect(self, bonuses):
        for source, reward in bonuses:
            self.gain(reward, source)

    # Gains.

    def in_order(self, named, do):
        """Do things in the order the player says, or as they come where he says nothing."""
        named = list(named)
        while named:
            at = 0
            if len(named) > 1 and self.coming() == "first":
                labels = [name for name, _ in named]
                word = self.moves[self.at][2][0]
                if word in labels:
                    self.read("first")
                    at = labels.index(word)
            do(named.pop(at)[1])

    def gain_several(self, rewards):
        self.in_order(rewards, self.gain)

    def gain(self, reward, source=""):
        """All parts of a reward."""
        self.in_order([(part[0], part) for part in reward], lambda part: self.gain_part(part, source))

    def gain_part(self, part, source):
        kind, *details = part
        getattr(self, f"gain_{kind}")(*details, **({"source": source} if kind == "upgrade" else {}))

    def gain_money(self, coins):
        self.collect(self.move_money(coins))

    def gain_fame(self, points):
        self.collect(self.move_fame(points))

    def gain_karma(self, steps):
        room = self.printed.tracks["karma_max"] - self.me.karma
        if room > 0:
            taken = int(self.read("karma")[1][0])
            self.demand(0 <= taken <= min(steps, room), "so much karma was not due")
            self.me.karma += taken

    def gain_upgrade(self, steps, source=""):
        for _ in range(steps):
            if min(self.me.columns.values()) >= len(self.printed.columns) - 1:
                return
            verb, words = self.read("upgrade", "decline")
            if verb == "upgrade":
                self.me.columns[words[0]] += 1
                self.demand(self.me.columns[words[0]] < len(self.printed.columns), "beyond the last column")
                if source.startswith("fame-"):
                    self.me.counts_later = words[0]

    def gain_dice(self, wanted):
        """`wanted` is a number of dice of any colour, or a list of colours."""
        colours = [None] * wanted if isinstance(wanted, int) else list(wanted)
        there = Counter({colour: count for colour, count in self.supply.items() if count})
        fixed = sum(min(colours.count(colour), there[colour]) for colour in self.supply)
        due = fixed + min(colours.count(None), sum(there.values()) - fixed)
        if not due:
            return
        held = sum(self.me.dice.values())
        if held + due > MOST_DICE and held:
            for die in self.read("return")[1]:
                self.demand(self.me.dice[die] > 0, f"does not own {die}")
                self.me.dice[die] -= 1
                self.supply[COLOUR[die[0]]] += 1
        taken = Counter(self.read("take")[1])
        self.demand(sum(taken.values()) <= len(colours), "too many dice taken")
        extra = sum((taken - Counter(colours)).values())
        self.demand(extra <= colours.count(None), "colours that were not due")
        self.demand(all(self.supply[colour] >= count for colour, count in taken.items()), "not in the supply")
        for colour, count in taken.items():
            self.supply[colour] -= count
        if taken:
            self.roll(taken, self.now)

    def roll(self, colours, seat):
        """Dice taken are rolled at once and put on the statue."""
        dice = self.read("roll")[1]
        self.demand(Counter(COLOUR[die[0]] for die in dice) == +colours, "other dice were rolled than taken")
        self.rajas[seat].dice.update(dice)
        self.demand(sum(self.rajas[seat].dice.values()) <= MOST_DICE, "more dice than hands")

    def gain_dice_per_karma(self, colour):
        if self.me.karma:
            self.gain_dice([colour] * self.me.karma)

    def gain_boat(self, steps):
        if self.me.boat < self.printed.river_end:
            self.sail(1, steps, may_stay=True)

    def gain_portuguese(self, steps):
        if len(self.spaces_ahead()) >= steps:
            self.sail(steps, steps)

    def gain_reroll(self):
        if not sum(self.me.dice.values()):
            return
        again = Counter(self.read("reroll")[1])
        self.demand(all(self.me.dice[die] >= count for die, count in again.items()), "not his dice")
        self.me.dice -= again
        if again:
            self.roll(Counter(COLOUR[die[0]] for die in again.elements()), self.now)

    def gain_mogul(self):
        self.moguls_guest = self.now

    def gain_white_tile(self):
        self.gain(self.printed.white[self.read("draw")[1][0]])

    def gain_overbuild(self):
        self.overbuild()

    def gain_chamber(self, numbers):
        number = int(self.read("chamber")[1][0])
        self.demand(number in numbers, "not one of these chambers")
        self.chamber(number)

    def chamber(self, number):
        self.gain(self.printed.chambers[number])

    def gain_money_per_market(self, each):
        self.gain_money(each * len(self.me.country.markets()))

    def gain_money_per_upgrade(self, each):
        self.gain_money(each * self.me.upgrades())

    def gain_fame_per_upgrade(self, each):
        self.gain_fame(each * self.me.upgrades())

    def gain_fame_per_karma(self, each):
        self.gain_fame(each * self.me.karma)

    def gain_markets_different(self, most):
        self.score_markets(most, different=True)

    def gain_markets_one(self, most):
        self.score_markets(most)

    def score_markets(self, most, good=None, different=False):
        """Money for some own markets; without any that fits, nothing is asked."""
        own = Counter(f"{kind}{value}" for kind, value in self.me.country.markets() if good in (None, kind))
        if not own or not most:
            return
        chosen = Counter(self.read("score")[1])
        kinds = [name[:-1] for name in chosen.elements()]
        self.demand(all(own[name] >= count for name, count in chosen.items()), "not his markets")
        self.demand(len(kinds) <= most, "too many markets")
        self.demand(len(set(kinds)) == len(kinds) if different else len(set(kinds)) <= 1, "wrong mix of goods")
        self.gain_money(sum(int(name[-1]) * count for name, count in chosen.items()))

    # The river.

    def spaces_ahead(self):
        """Free spaces in front of the own boat; on the last one there is room for all."""
        others = {raja.boat for seat, raja in self.rajas.items() if seat != self.now}
        end = self.printed.river_end
        return [space for space in range(self.me.boat + 1, end + 1) if space == end or space not in others]

    def sail(self, least, most, may_stay=False):
        verb, words = self.read("sail", "decline") if may_stay else self.read("sail")
        if verb == "decline":
            return
        steps, ahead, old = int(words[0]), self.spaces_ahead(), self.me.boat
        self.demand(least <= steps <= min(most, len(ahead)), "so far the boat cannot go")
        self.me.boat = ahead[steps - 1]
        if old <= self.printed.bridge_after < self.me.boat:
            self.me.win_worker("bridge")
        self.gain(self.printed.river[self.me.boat])

    # The end.

    def results(self):
        """Seats from first to last: (place, seat, fame, money); equal distances before meeting share a place."""
        order = sorted(self.seats, key=self._rank)
        table = []
        for number, seat in enumerate(order, 1):
            raja = self.rajas[seat]
            place = number
            if number > 1 and self._rank(seat) == self._rank(order[number - 2]):
                place = table[-1][0]
            table.append((place, seat, raja.fame, raja.money))
        return table

    def _rank(self, seat):
        raja = self.rajas[seat]
        return (raja.distance(), raja.met_in_turn if raja.distance() <= 0 else 0)

    def books(self, seat):
        """What this player ended with, for comparison."""
        raja = self.rajas[seat]
        return {
            "fame": raja.fame,
            "money": raja.money,
            "karma": raja.karma,
            "boat": raja.boat,
            "columns": [raja.columns[kind] for kind in KINDS],
            "workers": raja.workers,
            "dice": sorted(raja.dice.elements()),
            "yields": sorted(raja.country.gained),
            "markets": sorted(f"{kind}{value}" for kind, value in raja.country.markets()),
        }


def score_log(log_path, edition_path):
    """Read a log from top to bottom. Returns the bookkeeper, whose `results()` say who won."""
    seats, moves = read_moves(log_path)
    keeper = Bookkeeper(Printed(edition_path, len(seats)), seats, moves)
    keeper.run()
    return keeper
