"""Dice as small numbers. A die is `colour * 6 + value - 1`, so a sorted tuple of dice is a statue's content."""

from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from assistant.engine.rajas.box import COLOURS

Die = int
Dice = tuple[Die, ...]

LETTERS = "bgop"
NAMES: tuple[str, ...] = tuple(f"{letter}{value}" for letter in LETTERS for value in range(1, 7))
CODES: dict[str, Die] = {name: code for code, name in enumerate(NAMES)}
COLOUR_OF: tuple[int, ...] = tuple(code // 6 for code in range(24))
VALUE_OF: tuple[int, ...] = tuple(code % 6 + 1 for code in range(24))
COLOUR_INDEX: dict[str, int] = {name: index for index, name in enumerate(COLOURS)}


def die(colour: int, value: int) -> Die:
    return colour * 6 + value - 1


def without(dice: Dice, gone: Dice) -> Dice:
    """The dice that remain. Raises ValueError when one of `gone` is not there."""
    rest = list(dice)
    for one in gone:
        rest.remove(one)
    return tuple(rest)


def contains(dice: Dice, part: Dice) -> bool:
    """Whether `part` is a sub-multiset of `dice`."""
    return all(dice.count(one) >= part.count(one) for one in set(part))


def with_dice(dice: Dice, new: Dice) -> Dice:
    return tuple(sorted(dice + new))


def sum_of(dice: Dice) -> int:
    return sum(VALUE_OF[one] for one in dice)


def names(dice: Dice) -> tuple[str, ...]:
    return tuple(NAMES[one] for one in dice)


@lru_cache(maxsize=4096)
def sub_multisets(dice: Dice, size: int) -> tuple[Dice, ...]:
    """All different sub-multisets of exactly `size` dice, sorted."""
    return tuple(sorted(set(combinations(dice, size))))


@lru_cache(maxsize=64)
def throws(count: int) -> tuple[tuple[int, ...], ...]:
    """All multisets of values of `count` equal dice, sorted."""
    return tuple(combinations_with_replacement(range(1, 7), count))
