"""The Tiger Expansion (TG): four tiles with an immediate and, while they are visible, a permanent benefit.

Nothing is remembered: the province itself shows which benefits a player has.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

from assistant.engine.core.moves import Move
from assistant.engine.core.verdict import Reason, because
from assistant.engine.rajas.box import COLOURS, Edition, Tile
from assistant.engine.rajas.building import visible_tiles
from assistant.engine.rajas.choices import DECLINE, no_arguments
from assistant.engine.rajas.dice import VALUE_OF
from assistant.engine.rajas.gains import gain_per, push_reward
from assistant.engine.rajas.modules.counting import count_tiles
from assistant.engine.rajas.modules.pair import PairPrice
from assistant.engine.rajas.modules.turn import keep_space_of_turn, space_of_turn
from assistant.engine.rajas.prices import OFFSET, Finding, OneDiePrice, Purse, Spec, read_token
from assistant.engine.rajas.rules import CoverPrice, Decision, Rules, Space
from assistant.engine.rajas.spaces import Balcony, pay_fee
from assistant.engine.rajas.state import Player, State, Task

REASONS = ("TG1.2-colour", "TG1.2-count", "TG4.2-dice", "TG4.2-one", "TG5.1", "TG5.1-turn", "TG6.1-colour",
           "TG6.1-one", "TG6.2-colour", "TG6.2-one", "X.words")  # fmt: skip
ASHOKA, AKBAR, MARKET, FLAG = 1, 2, 4, 8
ROLES = {"ashoka": ASHOKA, "akbar": AKBAR, "market": MARKET, "flag": FLAG}
"""The last word of a Tiger tile's id says which of the four it is."""
BALCONY_DICE = 2
STATED_MOVES = ("harbour", "chamber-", "money-")
"""Sources of the boat moves that the text names; a table may lengthen only those (A-60)."""

Holds = Callable[[Player], int]
"""Bits of the benefits a player has now."""


def tiles(edition: Edition) -> list[Tile]:
    return [tile for tile in edition.tiles if tile.kind == "tiger"]


def install(rules: Rules) -> None:
    rules.prices["pair"] = PairPrice()
    rules.tile_price["tiger"] = lambda rules, tile: ("pair", COLOURS.index(tile.colour), 2, "TG1.2")
    rules.laying["tiger"] = lambda s, tile, covered: push_reward(s, rules.tiles[tile].reward, rules.tiles[tile].id)
    rules.cover_price["tiger", "province"] = rules.cover_price["tiger", "tiger"] = cover_price("TG6.1")
    rules.cover_price["province", "tiger"] = cover_price("TG6.2")
    holds = benefits_of(rules)
    _install_ashoka(rules, holds)
    _install_akbar(rules, holds)
    _install_market(rules, holds)
    _install_flag(rules, holds)
    rules.loud |= {"money_per_tile", "river_again", "flag"}


def cover_price(rule: str) -> CoverPrice:
    """One die of the new tile's colour, any value (TG6.1, TG6.2)."""

    def price(rules: Rules, new: Tile, old: Tile) -> Spec:
        return ("one", COLOURS.index(new.colour), (), rule, "value")

    return price


def benefits_of(rules: Rules) -> Holds:
    """TG1.3: visible tiles only; a covered one counts where the table plays so (A-64)."""
    roles = {index: ROLES.get(tile.id.split("-")[-1], 0) for index, tile in enumerate(rules.tiles)}
    special = {index: bit for index, bit in roles.items() if rules.tiles[index].kind == "tiger"}

    @lru_cache(maxsize=1 << 12)
    def shown(laid: tuple[int, ...]) -> int:
        return sum(special.get(code // 4, 0) for code in laid)

    def with_covered(player: Player) -> int:
        return shown(player.laid) | shown(tuple(code for column in player.under for code in column))

    return with_covered if rules.house.count_covered else lambda player: shown(player.laid)


# Ashoka Pillar.


def _install_ashoka(rules: Rules, holds: Holds) -> None:
    """TG2.1, TG2.2."""
    rules.counts["tile"] = lambda s: len(visible_tiles(s.rules, s.me))
    rules.steps["money_per_tile"] = gain_per
    rules.face_policies.append(lambda s, seat: OFFSET if holds(s.players[seat]) & ASHOKA else 0)


# Akbar's Bridge.


def _install_akbar(rules: Rules, holds: Holds) -> None:
    """TG3.1, TG3.2."""
    rules.steps["river_again"] = river_again

    def reach(s: State, seat: int, source: str) -> int:
        named = rules.house.akbar_all_moves or source.startswith(STATED_MOVES)
        return 1 if named and holds(s.players[seat]) & AKBAR else 0

    rules.boat_reach.append(reach)


def river_again(s: State, task: Task) -> None:
    """TG3.1: the start space gives nothing, the last one its reward (A-61)."""
    boat = s.me.boat
    push_reward(s, s.rules.river_reward(s, boat), f"river-{boat}")


# Black Market.


def _install_market(rules: Rules, holds: Holds) -> None:
    """TG4.2, TG4.3."""
    count_tiles(rules)
    for name in ("market", "market_tile"):
        rules.counts[name] = _one_more(rules.counts[name], holds)
    rules.areas["balcony"] = OpenBalcony(holds)
    rules.steps["balcony"] = exchange(holds)
    rules.set_spaces(
        [
            (one.id, one.area, one.fee, (("balcony", one.tasks),) if one.area == "balcony" else one.tasks, one.detail)
            for one in rules.spaces
        ]
    )


def _one_more(count: Callable[[State], int], holds: Holds) -> Callable[[State], int]:
    """The Black Market counts as one market and as one market tile (TG4.3)."""
    return lambda s: count(s) + (1 if holds(s.me) & MARKET else 0)


def exchange(holds: Holds) -> Callable[[State, Task], None]:
    """`("balcony", tasks)`: as printed, or any die for two of any colours (TG4.2)."""

    def step(s: State, task: Task) -> None:
        pay, gain = task[1]
        if holds(s.me) & MARKET:
            pay = ("pay", ("one", -1, (), "TG4.2", "value"), None, "")
            gain = ("dice", BALCONY_DICE, gain[-1])
        s.push(pay, gain)

    return step


class OpenBalcony(Balcony):
    """A balcony that takes any die from the owner of the Black Market (TG4.2)."""

    def __init__(self, holds: Holds) -> None:
        self.holds = holds

    def possible(self, s: State, player: Player, space: Space) -> bool:
        if not self.holds(player) & MARKET:
            return super().possible(s, player, space)
        return bool(player.dice)

    def reasons(self, s: State, player: Player, space: Space) -> list[Reason]:
        if not self.holds(player) & MARKET:
            return super().reasons(s, player, space)
        return [] if player.dice else [because("TG4.2", "dice")]

    def warnings(self, s: State, player: Player, space: Space) -> list[Reason]:
        return [] if self.holds(player) & MARKET else super().warnings(s, player, space)


# Imperial Flag.


def _install_flag(rules: Rules, holds: Holds) -> None:
    """TG5.1, TG5.2."""
    rules.steps["flag"] = offer_flag
    rules.decisions["flag?"] = Again()
    exact = rules.chamber_values

    def values(s: State, seat: int, number: int) -> tuple[int, ...]:
        if holds(s.players[seat]) & FLAG:
            return neighbours(number, rules.house.flag_wrap)
        return exact(s, seat, number)

    rules.chamber_values = values
    rules.prices["one"] = ChamberDie()
    if not rules.house.flag_any_space:
        keep_space_of_turn(rules)


@lru_cache(maxsize=16)
def neighbours(number: int, circular: bool) -> tuple[int, ...]:
    """The value itself and one up or down; 1 and 6 are neighbours too (A-59)."""
    found = {number - 1, number, number + 1}
    return tuple(sorted({(value - 1) % 6 + 1 for value in found} if circular else found & set(range(1, 7))))


class ChamberDie(OneDiePrice):
    """Among several values a chamber accepts none is better, so a die that fits is never changed (B11.1)."""

    def payments(self, purse: Purse, spec: Spec) -> Sequence[Move]:
        found = super().payments(purse, spec)
        if spec[3] != "B11.1":
            return found
        tokens = ((move, read_token(move.args[0])) for move in found)
        return [
            move
            for move, token in tokens
            if token and (VALUE_OF[token.die] not in spec[2] or not (token.karma or token.wild))
        ]


def unlimited(player: Player) -> Player:
    """The player as if nothing had been placed: limits per round bind placements, not the flag (A-58)."""
    free = player.copy()
    free.assorted = 0
    free.extra = {}
    return free


def again_reasons(s: State, name: str) -> list[Reason]:
    """Why the action of a space cannot be used once more."""
    rules = s.rules
    index = rules.space_index.get(name, -1)
    if index < 0 or s.spaces[index] != s.seat:
        return [because("TG5.1", space=name)]
    space = rules.spaces[index]
    if not rules.house.flag_any_space and index == space_of_turn(s):
        return [because("TG5.1", "turn", space=name)]
    reasons = [because("B3.2", fee=space.fee, money=s.me.money)] if space.fee > s.me.money else []
    return reasons + rules.areas[space.area].reasons(s, unlimited(s.me), space)


def repeatable(s: State) -> list[str]:
    own = [space.id for space, seat in zip(s.rules.spaces, s.spaces, strict=True) if seat == s.seat]
    return [name for name in own if not again_reasons(s, name)]


def offer_flag(s: State, task: Task) -> None:
    if repeatable(s):
        s.push(("flag?", task[-1]))


class Again(Decision):
    """`again quarry-1`: the action of a space with an own worker, paid again; or `decline` (TG5.1)."""

    verbs = ("again", "decline")

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        return [*(Move("again", (name,)) for name in repeatable(s)), DECLINE]

    def check(self, s: State, task: Task, move: Move) -> Finding:
        if move.verb == "decline":
            return no_arguments(move), []
        return again_reasons(s, " ".join(move.args) or "-"), []

    def do(self, s: State, task: Task, move: Move) -> None:
        if move.verb == "decline":
            return
        space = s.rules.spaces[s.rules.space_index[move.args[0]]]
        s.push(*space.tasks)
        pay_fee(s, space.fee, space.id)
