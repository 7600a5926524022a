"""The action spaces of the board: what stands where, when a worker may go there, what it costs (B2, B3, B9-B13)."""

from collections.abc import Sequence
from operator import attrgetter

from assistant.engine.core.moves import Move
from assistant.engine.core.verdict import Reason, because
from assistant.engine.rajas.box import COLOURS, GOODS
from assistant.engine.rajas.building import can_build, can_cover, display, has_open_cell
from assistant.engine.rajas.choices import check_own, offer_markets, read_dice
from assistant.engine.rajas.dice import CODES, COLOUR_INDEX, COLOUR_OF, VALUE_OF, die, names, with_dice, without
from assistant.engine.rajas.gains import push_reward
from assistant.engine.rajas.prices import Finding, Purse, Spec, bits_of, payable_values, read_token
from assistant.engine.rajas.river import portuguese_possible, spaces_ahead
from assistant.engine.rajas.rules import Area, Decision, Rules, Space, Step
from assistant.engine.rajas.state import Player, State, Task

HARBOUR_VALUES = (1, 2, 3)
PASS = Move("pass")


class Quarry(Area):
    """B5: the fee, and a tile that can be paid and laid."""

    forced = True

    def possible(self, s: State, player: Player, space: Space) -> bool:
        return can_build(s, player, s.rules.purse(s, s.seat))

    def reasons(self, s: State, player: Player, space: Space) -> list[Reason]:
        if self.possible(s, player, space):
            return []
        if not any(True for _ in display(s)):
            return [because("B5.6")]
        return [because("B5.7", "dice" if has_open_cell(s, player) else "full")]


class Assorted(Area):
    """B9.1, B9.5: free, one placement per round with three or four players."""

    def possible(self, s: State, player: Player, space: Space) -> bool:
        return (player.assorted == 0 or s.rules.count < 3) and (s.rules.house.allow_null_action or bool(player.markets))

    def reasons(self, s: State, player: Player, space: Space) -> list[Reason]:
        reasons = []
        if player.assorted and s.rules.count >= 3:
            reasons.append(because("B9.5"))
        if not player.markets and not s.rules.house.allow_null_action:
            reasons.append(because("B9.1", "none"))
        return reasons

    def warnings(self, s: State, player: Player, space: Space) -> list[Reason]:
        return [] if player.markets else [because("B9.1", "none")]


class Stall(Area):
    """B9.2: any die; markets of one good."""

    def _goods(self, s: State, player: Player, space: Space) -> list[int]:
        good = GOODS.index(space.detail)
        return [m for m in player.markets if m // 10 == good or not s.rules.house.stall_fixed]

    def possible(self, s: State, player: Player, space: Space) -> bool:
        return bool(player.dice) and (s.rules.house.allow_null_action or bool(self._goods(s, player, space)))

    def reasons(self, s: State, player: Player, space: Space) -> list[Reason]:
        reasons = [] if player.dice else [because("B9.2", "dice")]
        if not s.rules.house.allow_null_action:
            reasons += self.warnings(s, player, space)
        return reasons

    def warnings(self, s: State, player: Player, space: Space) -> list[Reason]:
        return [] if self._goods(s, player, space) else [because("B9.2", "none", good=space.detail)]


class Free(Area):
    """Forecourt: always possible (B10.1)."""

    def always(self, rules: Rules) -> bool:
        return True

    def possible(self, s: State, player: Player, space: Space) -> bool:
        return True

    def reasons(self, s: State, player: Player, space: Space) -> list[Reason]:
        return []


class Terrace(Area):
    """B10.2: a die of the colour, if there is one."""

    def always(self, rules: Rules) -> bool:
        return rules.house.allow_null_action

    def possible(self, s: State, player: Player, space: Space) -> bool:
        return s.rules.house.allow_null_action or s.supply[COLOUR_INDEX[space.detail]] > 0

    def reasons(self, s: State, player: Player, space: Space) -> list[Reason]:
        return [] if self.possible(s, player, space) else self.warnings(s, player, space)

    def warnings(self, s: State, player: Player, space: Space) -> list[Reason]:
        if s.supply[COLOUR_INDEX[space.detail]]:
            return []
        return [because("B4.4", colour=space.detail, there=0)]


class Balcony(Area):
    """B10.3: one die of the colour given for two of the other."""

    def possible(self, s: State, player: Player, space: Space) -> bool:
        given = COLOUR_INDEX[space.detail]
        if not any(COLOUR_OF[one] == given for one in player.dice):
            return False
        return s.rules.house.allow_null_action or s.supply[self._taken(s, space)] > 0

    @staticmethod
    def _taken(s: State, space: Space) -> int:
        return COLOUR_INDEX[dict(s.rules.edition.balconies)[space.detail]]

    def reasons(self, s: State, player: Player, space: Space) -> list[Reason]:
        given = COLOUR_INDEX[space.detail]
        reasons = []
        if not any(COLOUR_OF[one] == given for one in player.dice):
            reasons.append(because("B10.3", "dice", colour=space.detail))
        if not s.rules.house.allow_null_action:
            reasons += self.warnings(s, player, space)
        return reasons

    def warnings(self, s: State, player: Player, space: Space) -> list[Reason]:
        taken = self._taken(s, space)
        return [] if s.supply[taken] else [because("B4.4", colour=COLOURS[taken], there=0)]


def chamber_price(s: State, seat: int, number: int) -> Spec:
    """One die of the chamber's value (B11.1)."""
    return ("one", -1, s.rules.chamber_values(s, seat, number), "B11.1", "value")


class Chambers(Area):
    """B11: the die, and for two of them a full action (A-03)."""

    def legal(self, s: State, player: Player, vacant: Sequence[Space]) -> list[Space]:
        purse = s.rules.purse(s, s.seat)
        payable = payable_values(purse.dice, purse.karma > 0, purse.policy)
        return [space for space in vacant if self._possible(s, player, int(space.detail), purse, payable)]

    def possible(self, s: State, player: Player, space: Space) -> bool:
        purse = s.rules.purse(s, s.seat)
        payable = payable_values(purse.dice, purse.karma > 0, purse.policy)
        return self._possible(s, player, int(space.detail), purse, payable)

    @staticmethod
    def _possible(s: State, player: Player, number: int, purse: Purse, payable: int) -> bool:
        if not payable & bits_of(s.rules.chamber_values(s, s.seat, number)):
            return False
        reward = s.rules.chambers[number][0]
        kind = reward[0]
        if kind == "portuguese":
            return portuguese_possible(s, s.seat, int(str(reward[1])))
        if kind == "overbuild":
            payments = s.rules.prices["one"].payments(purse, chamber_price(s, s.seat, number))
            tokens = (read_token(move.args[0]) for move in payments)
            return any(can_cover(s, player, purse.after([token])) for token in tokens if token)
        return True

    def reasons(self, s: State, player: Player, space: Space) -> list[Reason]:
        number, rules, seat = int(space.detail), s.rules, s.seat
        reasons = []
        purse, price = rules.purse(s, seat), chamber_price(s, seat, number)
        paid = rules.affordable(purse, price)
        if not paid:
            reasons.append(because("B11.1", "none", chamber=number))
        kind, *details = rules.chambers[number][0]
        if kind == "portuguese" and not portuguese_possible(s, seat, int(str(details[0]))):
            reasons.append(because("B11.9", ahead=len(spaces_ahead(s, seat)), need=int(str(details[0]))))
        if kind == "overbuild" and (not paid or not self.possible(s, player, space)):
            reasons.append(because("B12.9"))
        return reasons


class Harbour(Area):
    """B13: a die of 1, 2 or 3, and a river space ahead."""

    forced = True

    def possible(self, s: State, player: Player, space: Space) -> bool:
        if player.boat >= s.rules.river_end:
            return False
        return s.rules.affordable(s.rules.purse(s, s.seat), HARBOUR_PRICE)

    def reasons(self, s: State, player: Player, space: Space) -> list[Reason]:
        reasons = []
        if player.boat >= s.rules.river_end:
            reasons.append(because("B13.7"))
        if not s.rules.affordable(s.rules.purse(s, s.seat), HARBOUR_PRICE):
            reasons.append(because("B13.2", "none"))
        return reasons


HARBOUR_PRICE: Spec = ("one", -1, HARBOUR_VALUES, "B13.2", "value")


def legal_spaces(s: State) -> list[Space]:
    """All spaces the player whose turn it is may take, in the order of their ids (B2.4-B2.6)."""
    player, rules, taken = s.me, s.rules, s.spaces
    found = [space for space in rules.open_spaces if taken[space.index] < 0]
    for area, spaces in rules.asked_areas:
        vacant = [space for space in spaces if taken[space.index] < 0]
        if vacant:
            found += area.legal(s, player, vacant)
    if rules.may_place:
        found = [space for space in found if not any(hook(s, player, space) for hook in rules.may_place)]
    found.sort(key=_index)
    return found


_index = attrgetter("index")


def can_place(s: State) -> bool:
    """Whether any placement is legal: spaces that are always possible are asked first."""
    if not s.rules.may_place and any(s.spaces[space.index] < 0 for space in s.rules.open_spaces):
        return True
    return bool(legal_spaces(s)) or any(hook(s) for hook in s.rules.more_placements)


def space_reasons(s: State, space: Space) -> list[Reason]:
    """Everything that speaks against placing a worker on this space now."""
    player, rules = s.me, s.rules
    reasons = []
    if player.idle <= 0:
        reasons.append(because("B2.2"))
    occupant = s.spaces[space.index]
    if occupant >= 0:
        reasons.append(because("B2.4", space=space.id, seat=rules.seats[occupant]))
    area = rules.areas[space.area]
    if area.forced:
        vacant = [one for one in rules.spaces if one.area == space.area and s.spaces[one.index] < 0]
        if vacant and vacant[0].index != space.index and occupant < 0:
            reasons.append(because("B2.5", space=space.id, first=vacant[0].id))
    if space.fee > player.money:
        reasons.append(because("B3.2", fee=space.fee, money=player.money))
    reasons += area.reasons(s, player, space)
    reasons += [reason for hook in rules.may_place if (reason := hook(s, player, space))]
    return reasons


class Place(Decision):
    """`place quarry-1`: put a worker down (B2.2); `pass` and `flip b1` where the table allows it."""

    verbs = ("flip", "pass", "place")

    def may_pass(self, s: State) -> bool:
        """A-01, A-28."""
        return s.rules.house.allow_pass or (s.ending >= 0 and s.rules.house.final_turn_optional)

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        moves = [space.place for space in legal_spaces(s)]
        if self.may_pass(s):
            moves.insert(0, PASS)
        if s.rules.house.karma_anytime and s.me.karma:
            moves[:0] = [Move("flip", (name,)) for name in sorted(set(names(s.me.dice)))]
        return moves

    def check(self, s: State, task: Task, move: Move) -> Finding:
        if move.verb == "pass":
            return ([] if self.may_pass(s) else [because("B2.9")]), []
        if move.verb == "flip":
            return self._check_flip(s, move), []
        if len(move.args) != 1 or move.args[0] not in s.rules.space_index:
            return [because("X.space", word=" ".join(move.args) or "-")], []
        space = s.rules.spaces[s.rules.space_index[move.args[0]]]
        reasons = space_reasons(s, space)
        return reasons, [] if reasons else s.rules.areas[space.area].warnings(s, s.me, space)

    @staticmethod
    def _check_flip(s: State, move: Move) -> list[Reason]:
        """Turning a die before it is paid is only for tables that play it so (B15.2, A-11)."""
        if not s.rules.house.karma_anytime:
            return [because("B15.2", "store")]
        dice, reasons = read_dice(move.args)
        if not reasons and len(dice) != 1:
            reasons.append(because("X.die", word=" ".join(move.args) or "-"))
        if s.me.karma < 1:
            reasons.append(because("B15.1", "karma", spent=1, karma=0))
        return reasons + check_own(s, dice)

    @staticmethod
    def _flip(s: State, task: Task, move: Move) -> None:
        player, one = s.edit(s.seat), CODES[move.args[0]]
        player.dice = with_dice(without(player.dice, (one,)), (die(COLOUR_OF[one], 7 - VALUE_OF[one]),))
        player.karma -= 1
        s.push(task)

    def do(self, s: State, task: Task, move: Move) -> None:
        if move.verb == "pass":
            return
        if move.verb == "flip":
            self._flip(s, task, move)
            return
        space = s.rules.spaces[s.rules.space_index[move.args[0]]]
        player = s.edit(s.seat)
        player.idle -= 1
        s.spaces = (*s.spaces[: space.index], s.seat, *s.spaces[space.index + 1 :])
        s.placed = True
        if space.area == "assorted":
            player.assorted += 1
        s.push(*space.tasks)
        pay_fee(s, space.fee, space.id)
        for hook in s.rules.on_place:
            hook(s, space)


def pay_fee(s: State, fee: int, source: str) -> None:
    """B3.2: the money marker moves back; nothing is triggered on the way (B3.6)."""
    if fee:
        s.edit(s.seat).money -= fee
        s.book(s.seat, "money", -fee, source)


# What happens on a space once the worker stands there.


def pay_chamber(s: State, task: Task) -> None:
    """`("pay_chamber", n)`: the die, with care that the Master Builder can still pay his difference."""
    number = task[1]
    guard = "cover" if any(part[0] == "overbuild" for part in s.rules.chambers[number]) else ""
    s.push(("pay", chamber_price(s, s.seat, number), None, guard), ("chamber_reward", number))


def chamber_reward(s: State, task: Task) -> None:
    push_reward(s, s.rules.chambers[task[1]], f"chamber-{task[1]}")


def forecourt(s: State, task: Task) -> None:
    push_reward(s, s.rules.edition.forecourt, "forecourt")


def assorted_markets(s: State, task: Task) -> None:
    offer_markets(s, "different", -1, 3, "assorted")


def stall_markets(s: State, task: Task) -> None:
    """`("stall", good, paid)`: as many markets as the die shows (B9.2)."""
    good = task[1] if s.rules.house.stall_fixed else -1
    offer_markets(s, "one", good, task[2], "stall")


STEPS: dict[str, Step] = {
    "pay_chamber": pay_chamber,
    "chamber_reward": chamber_reward,
    "forecourt": forecourt,
    "assorted": assorted_markets,
    "stall": stall_markets,
}
DECISIONS: dict[str, Decision] = {"place": Place()}
AREAS: dict[str, Area] = {
    "quarry": Quarry(),
    "assorted": Assorted(),
    "stall": Stall(),
    "forecourt": Free(),
    "terrace": Terrace(),
    "balcony": Balcony(),
    "chamber": Chambers(),
    "harbour": Harbour(),
}

SpaceRow = tuple[str, str, int, tuple[Task, ...], str]


def base_spaces(rules: Rules) -> list[SpaceRow]:
    """All spaces of the board side in play, cover tiles already laid (B1.1, B1.2)."""
    side = rules.side
    rows: list[SpaceRow] = []
    for number, fee in enumerate(side.quarry_fees, 1):
        rows.append((f"quarry-{number}", "quarry", fee, (("build", f"quarry-{number}"),), ""))
    for number, fee in enumerate(side.harbour_fees, 1):
        pay = ("pay", HARBOUR_PRICE, ("harbour_sail", "harbour"), "")
        rows.append((f"harbour-{number}", "harbour", fee, (pay,), ""))
    rows += [(f"assorted-{n}", "assorted", 0, (("assorted",),), "") for n in range(1, side.assorted + 1)]
    rows += [(f"stall-{good}", "stall", 0, (stall_payment(index),), good) for index, good in enumerate(GOODS)]
    rows += palace_spaces(rules)
    closed = side.covered.get(rules.count, ())
    return [row for row in rows if row[0] not in closed]


def stall_payment(good: int) -> Task:
    return ("pay", ("one", -1, (1, 2, 3, 4, 5, 6), "B9.2", "value"), ("stall", good), "")


def palace_spaces(rules: Rules) -> list[SpaceRow]:
    side = rules.side
    rows: list[SpaceRow] = [
        (f"forecourt-{n}", "forecourt", 0, (("forecourt",),), "") for n in range(1, side.forecourts + 1)
    ]
    for colour in COLOURS:
        for number in range(1, side.terraces_per_colour + 1):
            name = f"terrace-{colour}-{number}"
            rows.append((name, "terrace", 0, (("dice_of", (colour,), f"terrace-{colour}"),), colour))
    for given, taken in rules.edition.balconies:
        price = ("one", COLOUR_INDEX[given], (), "B10.3", "value")
        gain = ("dice_of", (taken, taken), f"balcony-{given}")
        rows.append((f"balcony-{given}", "balcony", 0, (("pay", price, None, ""), gain), given))
    rows += [(f"chamber-{n}", "chamber", 0, (("pay_chamber", n),), str(n)) for n in sorted(rules.chambers)]
    return rows
