"""Paying with dice (B3, B5.3, B11-B13, B15): which payments exist, which are accepted, and why not.

A die is paid as a token: `b3` as it lies, `b1>6` turned by karma, `b2!5` set by a module that says so.
Prices are values `(kind, *details)`; each kind has a `Price` that lists, tests and judges payments.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from assistant.engine.core.moves import Move
from assistant.engine.core.verdict import Reason, because
from assistant.engine.rajas.box import COLOURS
from assistant.engine.rajas.dice import CODES, COLOUR_OF, NAMES, VALUE_OF, Dice, contains

Spec = tuple[Any, ...]

OFFSET = 1
"""Face policy: a turned die may be altered by one (7 - v, 6 - v or 8 - v)."""
WILD = 2
"""Face policy: one die of the payment may be set to any value."""

_TOKEN = re.compile(r"([bgop][1-6])(?:([>!])([1-6]))?\Z")


@dataclass(frozen=True, slots=True, order=True)
class Token:
    """One die as it is paid."""

    text: str
    die: int
    value: int
    karma: int
    wild: int


@lru_cache(maxsize=1024)
def read_token(text: str) -> Token | None:
    """The die named by a word, or None when the word names no die."""
    match = _TOKEN.match(text)
    if not match:
        return None
    die = CODES[match[1]]
    if not match[2]:
        return Token(text, die, VALUE_OF[die], 0, 0)
    return Token(text, die, int(match[3]), int(match[2] == ">"), int(match[2] == "!"))


def flips(value: int, policy: int) -> tuple[int, ...]:
    """Values one karma can turn a die into (B15.1)."""
    if policy & OFFSET:
        return tuple(v for v in (6 - value, 7 - value, 8 - value) if 1 <= v <= 6 and v != value)
    return (7 - value,)


@lru_cache(maxsize=1024)
def faces(die: int, karma: bool, policy: int) -> tuple[Token, ...]:
    """All ways to pay one die, as it lies first."""
    name, value = NAMES[die], VALUE_OF[die]
    tokens = [Token(name, die, value, 0, 0)]
    if karma:
        tokens += [Token(f"{name}>{v}", die, v, 1, 0) for v in flips(value, policy)]
    if policy & WILD:
        tokens += [Token(f"{name}!{v}", die, v, 0, 1) for v in range(1, 7) if v != value]
    return tuple(tokens)


@lru_cache(maxsize=1 << 14)
def best_sums(dice: Dice, karma: int, policy: int) -> tuple[int, int, int, int]:
    """The highest total each colour can pay, with karma spent where it helps most. No dice give 0."""
    best = []
    for colour in range(4):
        own = [one for one in dice if COLOUR_OF[one] == colour]
        total = sum(VALUE_OF[one] for one in own)
        gains = sorted((max(flips(VALUE_OF[one], policy)) - VALUE_OF[one] for one in own), reverse=True)
        total += sum(gain for gain in gains[:karma] if gain > 0)
        if policy & WILD and own:
            total += _wild_gain(own, karma, policy)
        best.append(total)
    return (best[0], best[1], best[2], best[3])


def _wild_gain(own: list[int], karma: int, policy: int) -> int:
    """What setting one die to 6 adds to the best total of a colour."""
    plain = best_without_wild(tuple(own), karma, policy)
    return max(6 + best_without_wild((*own[:i], *own[i + 1 :]), karma, policy) for i in range(len(own))) - plain


def best_without_wild(own: tuple[int, ...], karma: int, policy: int) -> int:
    gains = sorted((max(flips(VALUE_OF[one], policy)) - VALUE_OF[one] for one in own), reverse=True)
    return sum(VALUE_OF[one] for one in own) + sum(gain for gain in gains[:karma] if gain > 0)


@lru_cache(maxsize=1 << 14)
def minimal_payments(dice: Dice, karma: int, policy: int, need: int) -> tuple[Move, ...]:
    """All payments of at least `need` from which no die and no flip can be left out, sorted."""
    found = {tuple(sorted(token.text for token in tokens)) for tokens in _sums(dice, karma, policy, need)}
    return tuple(Move("pay", words) for words in sorted(found))


def _sums(dice: Dice, karma: int, policy: int, need: int) -> Iterator[list[Token]]:
    """Depth-first over the dice in order: leave it, or pay it in one of its ways."""

    def walk(index: int, total: int, karma: int, policy: int, chosen: list[Token]) -> Iterator[list[Token]]:
        if total >= need and chosen:
            if _is_minimal(chosen, total, need):
                yield list(chosen)
            return
        if index == len(dice):
            return
        yield from walk(index + 1, total, karma, policy, chosen)
        for token in faces(dice[index], karma > 0, policy):
            chosen.append(token)
            left = policy & ~WILD if token.wild else policy
            yield from walk(index + 1, total + token.value, karma - token.karma, left, chosen)
            chosen.pop()

    return walk(0, 0, karma, policy, [])


def _is_minimal(tokens: list[Token], total: int, need: int) -> bool:
    if len(tokens) > 1 and any(total - token.value >= need for token in tokens):
        return False
    changed = (token for token in tokens if token.karma or token.wild)
    return not any(total - token.value + VALUE_OF[token.die] >= need for token in changed)


class Purse(NamedTuple):
    """What a player can pay with at this moment."""

    dice: Dice
    karma: int
    policy: int

    def after(self, tokens: Sequence[Token]) -> "Purse":
        """The purse once these dice are paid."""
        rest = list(self.dice)
        for token in tokens:
            rest.remove(token.die)
        karma = self.karma - sum(token.karma for token in tokens)
        policy = self.policy & ~WILD if any(token.wild for token in tokens) else self.policy
        return Purse(tuple(rest), karma, policy)


Finding = tuple[list[Reason], list[Reason]]
"""Reasons against, and warnings."""


class Price(ABC):
    """One kind of price."""

    @abstractmethod
    def affordable(self, purse: Purse, spec: Spec) -> bool: ...

    @abstractmethod
    def payments(self, purse: Purse, spec: Spec) -> Sequence[Move]:
        """The canonical payments, sorted: no die and no flip that could be left out."""

    @abstractmethod
    def check(self, spec: Spec, tokens: Sequence[Token]) -> Finding:
        """What is wrong with dice the player owns; owning and flipping are checked by `check_purse`."""


class SumPrice(Price):
    """`("sum", colour, need, rule)`: dice of one colour that add up to at least the need (B5.3, B12.3)."""

    def affordable(self, purse: Purse, spec: Spec) -> bool:
        _, colour, need, _ = spec
        return best_sums(purse.dice, purse.karma, purse.policy)[int(colour)] >= max(int(need), 1)

    def payments(self, purse: Purse, spec: Spec) -> Sequence[Move]:
        own = tuple(one for one in purse.dice if COLOUR_OF[one] == spec[1])
        return minimal_payments(own, purse.karma, purse.policy, max(spec[2], 1))

    def check(self, spec: Spec, tokens: Sequence[Token]) -> Finding:
        _, colour, need, rule = spec
        reasons, warnings = [], []
        wrong = [token.text for token in tokens if COLOUR_OF[token.die] != colour]
        if wrong:
            reasons.append(because(rule, "colour", dice=" ".join(wrong), colour=COLOURS[colour]))
        fitting = [token for token in tokens if COLOUR_OF[token.die] == colour]
        total = sum(token.value for token in fitting)
        if total < need or not fitting:
            addends = " + ".join(str(token.value) for token in fitting) or "0"
            reasons.append(because(rule, "sum", colour=COLOURS[colour], addends=addends, total=total, need=need))
        if fitting and total >= need and not _is_minimal(fitting, total, need):
            warnings.append(because("B5.4", "superfluous", total=total, need=need))
        return reasons, warnings


@lru_cache(maxsize=1 << 15)
def one_die_payments(dice: Dice, karma: bool, policy: int, colour: int, values: tuple[int, ...]) -> tuple[Move, ...]:
    """All canonical ways to pay one die of a colour (-1 any) with one of the values (empty: any), sorted."""
    return tuple(Move("pay", (text,)) for text in sorted(_fitting(dice, karma, policy, colour, values)))


def _fitting(dice: Dice, karma: bool, policy: int, colour: int, values: tuple[int, ...]) -> Iterator[str]:
    for die in dict.fromkeys(dice):
        if colour >= 0 and COLOUR_OF[die] != colour:
            continue
        natural, *changed = faces(die, karma, policy)
        if not values or natural.value in values:
            yield natural.text
        for token in changed:
            if values and token.value in values and _is_useful(token, values):
                yield token.text


@lru_cache(maxsize=1 << 14)
def payable_values(dice: Dice, karma: bool, policy: int) -> int:
    """Bit per value that some single die can be paid as."""
    mask = 0
    for die in set(dice):
        for token in faces(die, karma, policy):
            mask |= 1 << token.value
    return mask


@lru_cache(maxsize=1 << 8)
def bits_of(values: tuple[int, ...]) -> int:
    """Bit per value, to be compared with `payable_values`."""
    return sum(1 << value for value in set(values))


def _is_useful(token: Token, values: tuple[int, ...]) -> bool:
    """A flip is worth listing when the die does not fit as it lies, or fits better."""
    return VALUE_OF[token.die] not in values or token.value > VALUE_OF[token.die]


class OneDiePrice(Price):
    """`("one", colour or -1, values)`: exactly one die, of a colour and/or with one of the values.

    The details after these two name the rule and the case for a refusal: `("one", -1, (5,), "B11.1", "chamber")`.
    """

    def affordable(self, purse: Purse, spec: Spec) -> bool:
        return bool(one_die_payments(purse.dice, purse.karma > 0, purse.policy, spec[1], spec[2]))

    def payments(self, purse: Purse, spec: Spec) -> Sequence[Move]:
        return one_die_payments(purse.dice, purse.karma > 0, purse.policy, spec[1], spec[2])

    def check(self, spec: Spec, tokens: Sequence[Token]) -> Finding:
        _, colour, values, rule, case = spec
        reasons, warnings = [], []
        paid = " ".join(token.text for token in tokens) or "-"
        if len(tokens) != 1:
            reasons.append(because(rule, "one", count=len(tokens)))
        if colour >= 0 and any(COLOUR_OF[token.die] != colour for token in tokens):
            reasons.append(because(rule, "colour", dice=paid, colour=COLOURS[colour]))
        if values and any(token.value not in values for token in tokens):
            reasons.append(because(rule, case, dice=paid, need=" ".join(str(value) for value in values)))
        if any(token.karma and not (values and _is_useful(token, values)) for token in tokens):
            warnings.append(because("B15.2", "pointless", dice=paid))
        return reasons, warnings


def check_purse(purse: Purse, tokens: Sequence[Token]) -> list[Reason]:
    """Whether the player has these dice and may change them so."""
    reasons = []
    missing = sorted({token.text for token in tokens if token.die not in purse.dice})
    if missing:
        reasons.append(because("B3.3", "owned", dice=" ".join(missing)))
    elif not contains(purse.dice, tuple(token.die for token in tokens)):
        reasons.append(because("B3.3", "twice", dice=" ".join(token.text for token in tokens)))
    spent = sum(token.karma for token in tokens)
    if spent > purse.karma:
        reasons.append(because("B15.1", "karma", spent=spent, karma=purse.karma))
    for token in tokens:
        value = VALUE_OF[token.die]
        if token.karma and token.value not in flips(value, purse.policy):
            reasons.append(because("B15.1", "face", die=token.text, value=value, turned=7 - value))
    wild = sum(token.wild for token in tokens)
    if wild > (1 if purse.policy & WILD else 0):
        reasons.append(because("B4.5", "set", dice=" ".join(token.text for token in tokens if token.wild)))
    return reasons


PRICES: dict[str, Price] = {"sum": SumPrice(), "one": OneDiePrice()}
