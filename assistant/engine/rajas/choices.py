"""The small decisions of a turn that are not building: dice, karma, upgrades, markets, order, payment."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial

from assistant.engine.core.lazy import ProductMoves, SubsetMoves
from assistant.engine.core.moves import Move
from assistant.engine.core.verdict import Reason, because
from assistant.engine.rajas.box import BUILDINGS, COLOURS, GOODS
from assistant.engine.rajas.dice import (
    CODES,
    COLOUR_INDEX,
    COLOUR_OF,
    LETTERS,
    NAMES,
    Dice,
    contains,
    names,
    sub_multisets,
    throws,
    with_dice,
    without,
)
from assistant.engine.rajas.gains import advance, dice_due, push_bonuses, push_reward
from assistant.engine.rajas.prices import Finding, Token, check_purse, read_token
from assistant.engine.rajas.rules import ChanceDecision, Decision
from assistant.engine.rajas.state import State, Task

DECLINE = Move("decline")


def optional(s: State) -> tuple[Move, ...]:
    """The move to refuse a gain, where the table allows that (A-05)."""
    return (DECLINE,) if s.rules.house.decline_gains else ()


def no_arguments(move: Move) -> list[Reason]:
    return [because("X.words", move=str(move))] if move.args else []


def refuse_decline(s: State, move: Move) -> list[Reason]:
    if s.rules.house.decline_gains:
        return no_arguments(move)
    return [because("X.decline")]


def return_dice(s: State, dice: Dice) -> None:
    """Put own dice back into the general supply (B3.4)."""
    player = s.edit(s.seat)
    player.dice = without(player.dice, dice)
    supply = list(s.supply)
    for one in dice:
        supply[COLOUR_OF[one]] += 1
    s.supply = (supply[0], supply[1], supply[2], supply[3])


def read_dice(words: Sequence[str]) -> tuple[Dice, list[Reason]]:
    """Plain dice names as dice, and a reason for every word that is none."""
    unknown = [because("X.die", word=word) for word in words if word not in CODES]
    return tuple(sorted(CODES[word] for word in words if word in CODES)), unknown


def check_own(s: State, dice: Dice) -> list[Reason]:
    if contains(s.me.dice, dice):
        return []
    return [because("B3.3", "owned", dice=" ".join(names(dice)))]


class Karma(Decision):
    """`karma n`: take up to n karma (A-05)."""

    verbs = ("karma",)

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        return [Move("karma", (str(n),)) for n in range(task[1] + 1)]

    def check(self, s: State, task: Task, move: Move) -> Finding:
        if move in self.moves(s, task):
            return [], []
        return [because("B15.4", "amount", amount=" ".join(move.args) or "-", most=task[1])], []

    def do(self, s: State, task: Task, move: Move) -> None:
        s.edit(s.seat).karma += int(move.args[0])


class Upgrade(Decision):
    """`upgrade temple`: move that marker one column to the right (B8.4)."""

    verbs = ("decline", "upgrade")

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        last = len(s.rules.columns) - 1
        kinds = sorted(kind for kind, level in zip(BUILDINGS, s.me.levels, strict=True) if level < last)
        return [*optional(s), *(Move("upgrade", (kind,)) for kind in kinds)]

    def check(self, s: State, task: Task, move: Move) -> Finding:
        if move.verb == "decline":
            return refuse_decline(s, move), []
        if len(move.args) != 1 or move.args[0] not in BUILDINGS:
            return [because("X.building", word=" ".join(move.args) or "-")], []
        kind = move.args[0]
        level = s.me.levels[BUILDINGS.index(kind)]
        if level >= len(s.rules.columns) - 1:
            return [because("B8.5", "top", kind=kind, column=s.rules.columns[level])], []
        return [], []

    def do(self, s: State, task: Task, move: Move) -> None:
        if move.verb == "decline":
            return
        player, kind = s.edit(s.seat), BUILDINGS.index(move.args[0])
        levels = list(player.levels)
        levels[kind] += 1
        player.levels = (levels[0], levels[1], levels[2], levels[3])
        # Only the upgrade of the fame track waits for the next turn.
        if str(task[-1]).startswith("fame-") and s.rules.house.fame5_delay:
            player.late = kind


class Overflow(Decision):
    """`return b1 o2`: make room before new dice are taken, or return fewer and take fewer (B4.3, A-10)."""

    verbs = ("return",)

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        dice = s.me.dice
        most = len(dice) if s.rules.house.free_discard else task[1]
        found = [part for size in range(most + 1) for part in sub_multisets(dice, size)]
        return [Move("return", names(part)) for part in sorted(found, key=names)]

    def check(self, s: State, task: Task, move: Move) -> Finding:
        dice, reasons = read_dice(move.args)
        reasons += check_own(s, dice)
        if len(move.args) > task[1] and not s.rules.house.free_discard:
            reasons.append(because("B4.3", "returned", count=len(move.args), most=task[1]))
        return reasons, []

    def do(self, s: State, task: Task, move: Move) -> None:
        _, _, wanted, source = task
        gone, _ = read_dice(move.args)
        return_dice(s, gone)
        room = s.rules.capacity(s.me) - len(s.me.dice)
        least = min(room, dice_due(s, wanted)) if gone and not s.rules.house.free_discard else 0
        s.push(("take", wanted, least, source))


@lru_cache(maxsize=8192)
def takings(wanted: tuple[int, ...], supply: tuple[int, ...], least: int, most: int, swap: bool) -> tuple[Move, ...]:
    """All choices of colours for the dice due, sorted."""
    found = [
        colours
        for size in range(least, most + 1)
        for colours in combinations_with_replacement(range(4), size)
        if not _colours_missing(wanted, supply, colours, swap)
    ]
    return tuple(sorted(Move("take", tuple(COLOURS[colour] for colour in colours)) for colours in found))


def _colours_missing(
    wanted: tuple[int, ...], supply: tuple[int, ...], colours: tuple[int, ...], swap: bool
) -> list[int]:
    """Colours that are not due or not in the supply."""
    free = wanted.count(-1)
    if swap:
        free += sum(max(0, wanted.count(colour) - supply[colour]) for colour in range(4))
    missing = []
    for colour in set(colours):
        count = colours.count(colour)
        excess = max(0, count - wanted.count(colour))
        if count > supply[colour] or excess > free:
            missing.append(colour)
        else:
            free -= excess
    return missing


class Take(Decision):
    """`take blue green`: name the colours of the dice to take; they are rolled together (B4.1, A-09)."""

    verbs = ("take",)

    def _limits(self, s: State, task: Task) -> tuple[tuple[int, ...], int, int]:
        _, wanted, least, _ = task
        room = s.rules.capacity(s.me) - len(s.me.dice)
        most = min(room, dice_due(s, wanted))
        if not s.rules.house.decline_gains:
            least = most
        return tuple(min(count, len(wanted)) for count in s.supply), min(least, most), most

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        supply, least, most = self._limits(s, task)
        return takings(task[1], supply, least, most, s.rules.house.colour_substitute)

    def check(self, s: State, task: Task, move: Move) -> Finding:
        unknown = [because("X.colour", word=word) for word in move.args if word not in COLOUR_INDEX]
        if unknown:
            return unknown, []
        supply, least, most = self._limits(s, task)
        reasons = []
        if len(move.args) > len(task[1]):
            reasons.append(because("B4.1", "many", count=len(move.args), due=len(task[1])))
        elif len(move.args) > most:
            reasons.append(because("B4.2", capacity=s.rules.capacity(s.me), held=len(s.me.dice), most=most))
        if len(move.args) < least:
            reasons.append(because("B4.3", "fewer", count=len(move.args), least=least))
        return reasons + self._colour_reasons(s, task, move, supply), []

    def _colour_reasons(self, s: State, task: Task, move: Move, supply: tuple[int, ...]) -> list[Reason]:
        chosen = tuple(sorted(COLOUR_INDEX[word] for word in move.args))
        missing = sorted(set(_colours_missing(task[1], supply, chosen, s.rules.house.colour_substitute)))
        return [
            because("B4.4", colour=COLOURS[colour], there=s.supply[colour])
            if chosen.count(colour) > s.supply[colour]
            else because("B4.1", "colour", colour=COLOURS[colour])
            for colour in missing
        ]

    def do(self, s: State, task: Task, move: Move) -> None:
        colours = tuple(sorted(COLOUR_INDEX[word] for word in move.args))
        supply = list(s.supply)
        for colour in colours:
            supply[colour] -= 1
        s.supply = (supply[0], supply[1], supply[2], supply[3])
        if colours:
            s.push(("roll", colours, s.seat))


class Roll(ChanceDecision):
    """`roll b3 o5`: the values of the dice just taken or rolled again."""

    verbs = ("roll",)

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        return roll_outcomes(task[1])

    def draw(self, s: State, task: Task, below: Callable[[int], int]) -> Move:
        dice = sorted(colour * 6 + below(6) for colour in task[1])
        return Move("roll", tuple(NAMES[one] for one in dice))

    def weight(self, s: State, task: Task, move: Move) -> int:
        weight = 1
        for colour in set(task[1]):
            shown = [word for word in move.args if word[0] == LETTERS[colour]]
            weight *= factorial(len(shown))
            for count in Counter(shown).values():
                weight //= factorial(count)
        return weight

    def check(self, s: State, task: Task, move: Move) -> Finding:
        dice, reasons = read_dice(move.args)
        if not reasons and tuple(sorted(COLOUR_OF[one] for one in dice)) != task[1]:
            due = " ".join(COLOURS[colour] for colour in task[1])
            reasons.append(because("B4.1", "rolled", dice=" ".join(move.args) or "-", due=due))
        return reasons, []

    def do(self, s: State, task: Task, move: Move) -> None:
        player = s.edit(task[2])
        player.dice = with_dice(player.dice, read_dice(move.args)[0])


@lru_cache(maxsize=1024)
def roll_outcomes(colours: tuple[int, ...]) -> ProductMoves:
    slots = [
        [tuple(f"{LETTERS[colour]}{value}" for value in values) for values in throws(colours.count(colour))]
        for colour in sorted(set(colours))
    ]
    return ProductMoves("roll", slots)


class Reroll(Decision):
    """`reroll b1 o2`: any number of own dice, once together (B10.1, A-13)."""

    verbs = ("reroll",)

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        counts = Counter(names(s.me.dice))
        words = sorted(counts)
        return SubsetMoves("reroll", words, [counts[word] for word in words])

    def check(self, s: State, task: Task, move: Move) -> Finding:
        dice, reasons = read_dice(move.args)
        return reasons + check_own(s, dice), []

    def do(self, s: State, task: Task, move: Move) -> None:
        dice, _ = read_dice(move.args)
        if not dice:
            return
        player = s.edit(s.seat)
        player.dice = without(player.dice, dice)
        again = (("reroll?", task[1] - 1, task[-1]),) if task[1] > 1 else ()
        s.push(("roll", tuple(COLOUR_OF[one] for one in dice), s.seat), *again)


class Draw(ChanceDecision):
    """`draw white-3`: the top tile of the face-down white pile (B11.3)."""

    verbs = ("draw",)

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        return [Move("draw", (name,)) for name in sorted(s.rules.white[one].id for one in s.pile)]

    def draw(self, s: State, task: Task, below: Callable[[int], int]) -> Move:
        return Move("draw", (s.rules.white[s.pile[below(len(s.pile))]].id,))

    def weight(self, s: State, task: Task, move: Move) -> int:
        return 1

    def check(self, s: State, task: Task, move: Move) -> Finding:
        if move in self.moves(s, task):
            return [], []
        return [because("B11.3", "pile", tile=" ".join(move.args) or "-")], []

    def do(self, s: State, task: Task, move: Move) -> None:
        tile = next(one for one in s.pile if s.rules.white[one].id == move.args[0])
        s.pile = tuple(one for one in s.pile if one != tile)
        s.aside = tuple(sorted((*s.aside, tile)))
        push_reward(s, s.rules.white[tile].reward, s.rules.white[tile].id)


@lru_cache(maxsize=8192)
def market_choices(markets: tuple[int, ...], mode: str, good: int, limit: int) -> tuple[Move, ...]:
    """All sets of markets that may be scored, by good and value, sorted. Markets alike are interchangeable."""
    goods = [good] if good >= 0 else range(3)
    found: set[tuple[int, ...]] = {()}
    if mode == "different":
        options = [[(), *((m,) for m in sorted(set(markets)) if m // 10 == one)] for one in goods]
        chosen = (tuple(m for part in parts for m in part) for parts in product(*options))
        found |= {tuple(sorted(one)) for one in chosen if len(one) <= limit}
    else:
        pools = [markets] if mode == "any" else [tuple(m for m in markets if m // 10 == one) for one in goods]
        for pool in pools:
            for size in range(1, min(limit, len(pool)) + 1):
                found |= set(sub_multisets(pool, size))
    return tuple(sorted(Move("score", tuple(sorted(map(market_name, one)))) for one in found))


def market_name(market: int) -> str:
    return f"{GOODS[market // 10]}{market % 10}"


MARKET_CODES = {f"{good}{value}": index * 10 + value for index, good in enumerate(GOODS) for value in range(1, 10)}


class Markets(Decision):
    """`score tea3 silk2`: the own markets to score (B9, B14.9, B14.10). Task: `(_, mode, good, limit, source)`."""

    verbs = ("score",)

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        _, mode, good, limit, _ = task
        return market_choices(s.me.markets, mode, good, limit)

    def check(self, s: State, task: Task, move: Move) -> Finding:
        _, mode, good, limit, _ = task
        unknown = [because("X.market", word=word) for word in move.args if word not in MARKET_CODES]
        if unknown:
            return unknown, []
        chosen = tuple(sorted(MARKET_CODES[word] for word in move.args))
        reasons = []
        if not contains(s.me.markets, chosen):
            reasons.append(because("B9.4", markets=" ".join(move.args)))
        if len(chosen) > limit:
            rule = "B9.1" if mode == "different" else "B9.2"
            reasons.append(because(rule, "many", count=len(chosen), limit=limit))
        kinds = [one // 10 for one in chosen]
        if mode == "different" and len(set(kinds)) < len(kinds):
            reasons.append(because("B9.1", "same", markets=" ".join(move.args)))
        if mode == "one" and (len(set(kinds)) > 1 or (good >= 0 and set(kinds) - {good})):
            named = GOODS[good] if good >= 0 else "-"
            reasons.append(because("B9.2", "good", markets=" ".join(move.args), good=named))
        return reasons, []

    def do(self, s: State, task: Task, move: Move) -> None:
        amount = sum(MARKET_CODES[word] % 10 for word in move.args)
        push_bonuses(s, advance(s, s.seat, "money", amount, task[-1]))


def offer_markets(s: State, mode: str, good: int, limit: int, source: str) -> None:
    """Ask which markets to score, unless there is none to score."""
    if len(market_choices(s.me.markets, mode, good, limit)) > 1:
        s.push(("score", mode, good, limit, source))


class Order(Decision):
    """`first boat`: which of several things waiting comes next (A-16, A-43)."""

    verbs = ("first",)

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        return sorted({Move("first", (str(label),)) for label, _ in task[1]})

    def check(self, s: State, task: Task, move: Move) -> Finding:
        if move in self.moves(s, task):
            return [], []
        waiting = " ".join(str(label) for label, _ in task[1])
        return [because("X.first", word=" ".join(move.args) or "-", waiting=waiting)], []

    def do(self, s: State, task: Task, move: Move) -> None:
        groups = list(task[1])
        chosen = next(group for group in groups if group[0] == move.args[0])
        groups.remove(chosen)
        rest = (("order_rest", tuple(groups)),) if groups else ()
        s.push(*chosen[1], *rest)


class Pay(Decision):
    """`pay b3 b1>6`: pay dice, some of them turned by karma. Task: `(_, spec, then, guard)`.

    `then` is a task that wants the value paid appended; `guard` names a test that the payment leaves the action
    possible.
    """

    verbs = ("pay",)

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        _, spec, _, guard = task
        payments = s.rules.prices[spec[0]].payments(s.rules.purse(s, s.seat), spec)
        if not guard:
            return payments
        return [move for move in payments if not self._guarded(s, guard, self._tokens(move))]

    @staticmethod
    def _tokens(move: Move) -> list[Token]:
        return [token for token in map(read_token, move.args) if token]

    @staticmethod
    def _guarded(s: State, guard: str, tokens: list[Token]) -> list[Reason]:
        return s.rules.guards[guard](s, s.rules.purse(s, s.seat).after(tokens))

    def check(self, s: State, task: Task, move: Move) -> Finding:
        _, spec, _, guard = task
        unknown = [because("X.die", word=word) for word in move.args if not read_token(word)]
        if unknown:
            return unknown, []
        tokens = self._tokens(move)
        reasons = check_purse(s.rules.purse(s, s.seat), tokens)
        more, warnings = s.rules.prices[spec[0]].check(spec, tokens)
        reasons += more
        if not reasons and guard:
            reasons += self._guarded(s, guard, tokens)
        if not s.rules.house.superfluous_dice:
            reasons += [one for one in warnings if one.key == "B5.4-superfluous"]
        return reasons, warnings if not reasons else []

    def do(self, s: State, task: Task, move: Move) -> None:
        _, _, then, _ = task
        tokens = self._tokens(move)
        return_dice(s, tuple(sorted(token.die for token in tokens)))
        spent = sum(token.karma for token in tokens)
        if spent:
            s.edit(s.seat).karma -= spent
        for hook in s.rules.on_pay:
            hook(s, tokens)
        if then:
            s.push((*then, sum(token.value for token in tokens)))


DECISIONS: dict[str, Decision] = {
    "karma?": Karma(),
    "upgrade?": Upgrade(),
    "overflow": Overflow(),
    "take": Take(),
    "roll": Roll(),
    "reroll?": Reroll(),
    "draw": Draw(),
    "score": Markets(),
    "order": Order(),
    "pay": Pay(),
}
