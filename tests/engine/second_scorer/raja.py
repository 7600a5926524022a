"""The books of one player: markers, dice, workers, province."""

from collections import Counter

from tests.engine.second_scorer.country import Country

COLOUR = {"b": "blue", "g": "green", "o": "orange", "p": "purple"}
KINDS = ("temple", "palace", "fort", "mill")


class Raja:
    """Everything one player owns or has earned."""

    def __init__(self, printed):
        self.printed = printed
        self.country = Country(printed)
        self.dice = Counter()
        self.money = self.fame = self.boat = 0
        self.karma = printed.tracks["start_karma"]
        self.columns = dict.fromkeys(KINDS, 0)
        self.counts_later = None
        self.workers = self.at_home = printed.first_workers
        self.to_win = {"fame", "money", "bridge"}
        self.next_money_bonus = 0
        self.had_fame_bonus = set()
        self.used_assorted = False
        self.met_in_turn = None

    def upgrades(self):
        return sum(self.columns.values())

    def building_points(self, kind):
        """Fame for a building laid now; the upgrade of the fame track counts from the next turn on."""
        column = self.columns[kind] - (1 if self.counts_later == kind else 0)
        return self.printed.columns[column]

    def win_worker(self, where):
        if where not in self.to_win:
            return
        self.to_win.remove(where)
        self.workers += 1
        self.at_home += 1
        if self.workers == self.printed.most_workers:
            self.to_win.clear()

    def values(self, colour):
        """Values of the own dice of a colour."""
        return [int(die[1]) for die in self.dice.elements() if COLOUR[die[0]] == colour]

    def distance(self):
        """Fame spaces between the markers: money 1 and 2 lie beside the last fame space, and so on."""
        beside = self.printed.tracks["fame_length"] + 1 - -(-self.money // 2)
        return beside - self.fame


def most_payable(values, karma):
    """The highest sum these dice can show when karma turns the low ones over."""
    better = sorted((7 - 2 * value for value in values), reverse=True)
    return sum(values) + sum(gain for gain in better[:karma] if gain > 0)
