"""Mango Village (MV): ten village tiles paid with a double, and village spaces that score them again.

`State.extra["villages"]` holds how many tiles lie in each of the two stacks. `Player.extra["village"]` counts the
placements on village spaces in this round.
"""

from collections.abc import Sequence
from functools import lru_cache

from assistant.engine.core.moves import Move
from assistant.engine.core.verdict import Reason, because
from assistant.engine.rajas.box import Edition, Reward, Tile, YieldTile
from assistant.engine.rajas.building import visible_tiles
from assistant.engine.rajas.choices import DECLINE, no_arguments
from assistant.engine.rajas.dice import VALUE_OF, Dice, sub_multisets
from assistant.engine.rajas.gains import gain_per, push_reward
from assistant.engine.rajas.prices import WILD, Finding, Price, Purse, Spec, Token, faces
from assistant.engine.rajas.rules import Area, Decision, Rules, Space
from assistant.engine.rajas.state import Player, State, Task, remember

REASONS = ("MV1.2-count", "MV1.2-values", "MV3.2", "MV3.2-none", "MV3.3", "MV5.1", "MV5.2-one", "MV5.2-value",
           "MV2.6", "X.words")  # fmt: skip
VILLAGES_SCORED = 2
MONEY_INSTEAD = 2
"""What a player gains who has no white tile to use again, or wants none (MV2.6)."""
STACKS = ("mango-1", "mango-2")


def tiles(edition: Edition) -> list[Tile]:
    return [tile for tile in edition.tiles if tile.kind == "village"]


def install(rules: Rules) -> None:
    rules.prices["double"] = DoublePrice()
    rules.tile_price["village"] = lambda rules, tile: ("double", "MV1.2")
    rules.laying["village"] = score_village
    for old in ("province", "tiger"):
        rules.cover_price["village", old] = lambda rules, new, old: ("one", -1, (5,), "MV5.2", "value")
    rules.never_covered["village"] = "MV5.1"
    _install_stacks(rules)
    _install_spaces(rules)
    rules.counts["village"] = count_villages
    rules.steps["money_per_village"] = gain_per
    rules.loud |= {"money_per_village", "village_white"}
    _install_white_tile(rules)


def _install_white_tile(rules: Rules) -> None:
    """MV2.6: draw a white tile; with Navaratna there is no pile, and a tile of the own province is used again."""
    if "navaratna" not in rules.setup.modules:
        rules.steps["village_white"] = rules.steps["white_tile"]
        return
    rules.steps["village_white"] = offer_white_again
    rules.decisions["white_again?"] = WhiteAgain()


def _install_stacks(rules: Rules) -> None:
    """MV1.1: two open stacks of one shuffled pile."""
    first = rules.stack_index.pop("village")
    rules.stack_index[STACKS[0]] = first
    rules.stacks = (*rules.stacks[:first], STACKS[0], *rules.stacks[first + 1 :])
    rules.add_stack(STACKS[1], first)
    count = len(rules.stack_content[first])
    second, others = rules.stack_index[STACKS[1]], rules.take_from
    rules.stack_counts["villages"] = (first, second)

    def take_from(s: State, stack: int, hidden: int) -> int:
        if stack not in (first, second):
            return others(s, stack, hidden)
        left: list[int] = list(s.extra.get("villages", (count - count // 2, count // 2)))
        left[stack == second] -= 1
        s.remember("villages", tuple(left))
        return left[stack == second]

    rules.take_from = take_from


def _install_spaces(rules: Rules) -> None:
    """MV3.1, A-55."""
    for number in range(1, rules.side.villages + 1):
        rules.add_space(f"village-{number}", "village", rules.house.village_cost, (("villages", VILLAGES_SCORED, ()),))
    rules.areas["village"] = VillageSpace()
    rules.on_place.append(count_placement)
    rules.on_round_end.append(forget_placements)
    rules.steps["villages"] = offer_villages
    rules.decisions["village?"] = ChooseVillage()


@lru_cache(maxsize=1 << 14)
def doubles(dice: Dice, karma: int, policy: int) -> tuple[Move, ...]:
    """All payments of two dice with equal values in which no change can be left out, sorted (MV1.2, A-54)."""
    found = {
        tuple(sorted((a.text, b.text)))
        for one, two in sub_multisets(dice, 2)
        for a in faces(one, karma > 0, policy)
        for b in faces(two, karma > 0, policy)
        if a.value == b.value and a.karma + b.karma <= karma and a.wild + b.wild <= 1 and not _wasteful(a, b)
    }
    return tuple(Move("pay", words) for words in sorted(found))


def _wasteful(a: Token, b: Token) -> bool:
    """Whether a double would be one with fewer changes, too."""
    changed = [token for token in (a, b) if token.karma or token.wild]
    both_in_vain = len(changed) == 2 and VALUE_OF[a.die] == VALUE_OF[b.die]
    return both_in_vain or any(VALUE_OF[token.die] == token.value for token in changed)


class DoublePrice(Price):
    """`("double", rule)`: exactly two dice of equal value, colours free (MV1.2)."""

    def affordable(self, purse: Purse, spec: Spec) -> bool:
        values = [VALUE_OF[die] for die in purse.dice]
        if len(set(values)) < len(values):
            return True
        if len(values) < 2:
            return False
        return bool(purse.policy & WILD or doubles(purse.dice, purse.karma, purse.policy))

    def payments(self, purse: Purse, spec: Spec) -> Sequence[Move]:
        return doubles(purse.dice, purse.karma, purse.policy)

    def check(self, spec: Spec, tokens: Sequence[Token]) -> Finding:
        paid = " ".join(token.text for token in tokens) or "-"
        if len(tokens) != 2:
            return [because("MV1.2", "count", count=len(tokens), dice=paid)], []
        if tokens[0].value != tokens[1].value:
            return [because("MV1.2", "values", dice=paid)], []
        wasteful = [because("B15.2", "pointless", dice=paid)] if _wasteful(*tokens) else []
        return [], wasteful


def score_village(s: State, tile: int, covered: bool) -> None:
    """MV1.3, MV2: the tile's yield, also when it covers another tile (IX4)."""
    push_reward(s, village_reward(s.rules, tile), s.rules.tiles[tile].id)


def village_reward(rules: Rules, tile: int) -> Reward:
    """The printed yield; the white tile of a village has its own rule with Navaratna (MV2.6)."""
    return tuple(("village_white",) if part == ("white_tile",) else part for part in rules.tiles[tile].reward)


def villages_of(rules: Rules, player: Player) -> list[str]:
    """Ids of the villages in a province; they are never covered, so all of them are visible."""
    return sorted(tile.id for tile in visible_tiles(rules, player) if tile.kind == "village")


def count_villages(s: State) -> int:
    return len(villages_of(s.rules, s.me))


class VillageSpace(Area):
    """MV3: free unless the table wants money; without villages it does nothing (A-55)."""

    def always(self, rules: Rules) -> bool:
        return rules.house.allow_null_action and not rules.house.village_cost and rules.count < 3

    def possible(self, s: State, player: Player, space: Space) -> bool:
        return not self.reasons(s, player, space)

    def reasons(self, s: State, player: Player, space: Space) -> list[Reason]:
        reasons = []
        if s.rules.count >= 3 and player.extra.get("village"):
            reasons.append(because("MV3.3"))
        if not s.rules.house.allow_null_action:
            reasons += self.warnings(s, player, space)
        return reasons

    def warnings(self, s: State, player: Player, space: Space) -> list[Reason]:
        return [] if villages_of(s.rules, player) else [because("MV3.2", "none")]


def count_placement(s: State, space: Space) -> None:
    if space.area == "village":
        player = s.edit(s.seat)
        remember(player, "village", player.extra.get("village", 0) + 1)


def forget_placements(s: State) -> None:
    for seat, player in enumerate(s.players):
        if player.extra.get("village"):
            remember(s.edit(seat), "village", 0)


def offer_villages(s: State, task: Task) -> None:
    """`("villages", left, done)`: up to two own villages, each once (MV3.2)."""
    _, left, done = task
    if left and set(villages_of(s.rules, s.me)) - set(done):
        s.push(("village?", left, done))


class ChooseVillage(Decision):
    """`village village-4`: score this village again; `decline` when it is enough (MV3.2)."""

    verbs = ("decline", "village")

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        own = [name for name in villages_of(s.rules, s.me) if name not in task[2]]
        return [DECLINE, *(Move("village", (name,)) for name in own)]

    def check(self, s: State, task: Task, move: Move) -> Finding:
        if move.verb == "decline":
            return no_arguments(move), []
        if move in self.moves(s, task):
            return [], []
        return [because("MV3.2", tile=" ".join(move.args) or "-")], []

    def do(self, s: State, task: Task, move: Move) -> None:
        if move.verb == "decline":
            return
        name = move.args[0]
        s.push(("villages", task[1] - 1, (*task[2], name)))
        push_reward(s, village_reward(s.rules, s.rules.tile_index[name]), name)


def white_tiles_of(s: State) -> list[YieldTile]:
    """White yield tiles lying in the own province, linked or not."""
    own = {tile for _, tile, _ in s.me.extra.get("slots", ())}
    return [tile for tile in s.rules.white if tile.id in own]


def offer_white_again(s: State, task: Task) -> None:
    if white_tiles_of(s):
        s.push(("white_again?", task[-1]))
    else:
        s.push(("money", MONEY_INSTEAD, task[-1]))


class WhiteAgain(Decision):
    """`use white-3`: gain that tile of the own province again, or `use money` (MV2.6)."""

    verbs = ("use",)

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        return sorted(Move("use", (word,)) for word in ("money", *(tile.id for tile in white_tiles_of(s))))

    def check(self, s: State, task: Task, move: Move) -> Finding:
        if move in self.moves(s, task):
            return [], []
        return [because("MV2.6", tile=" ".join(move.args) or "-")], []

    def do(self, s: State, task: Task, move: Move) -> None:
        if move.args[0] == "money":
            s.push(("money", MONEY_INSTEAD, task[-1]))
            return
        tile = next(one for one in s.rules.white if one.id == move.args[0])
        push_reward(s, tile.reward, tile.id)
