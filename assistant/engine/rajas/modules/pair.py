"""A price of exactly two dice, values free: Shalimar and Tiger tiles (SH1.2, TG1.2)."""

from collections.abc import Sequence
from functools import lru_cache

from assistant.engine.core.moves import Move
from assistant.engine.core.verdict import because
from assistant.engine.rajas.box import COLOURS
from assistant.engine.rajas.dice import COLOUR_OF, Dice, names, sub_multisets
from assistant.engine.rajas.prices import Finding, Price, Purse, Spec, Token

REASONS = ("count", "colour")
"""Cases of the rule named in the price."""


@lru_cache(maxsize=1 << 14)
def pairs(dice: Dice, colour: int, least: int) -> tuple[Move, ...]:
    """All pairs with at least so many dice of the colour, sorted."""
    found = [pair for pair in sub_multisets(dice, 2) if sum(COLOUR_OF[one] == colour for one in pair) >= least]
    return tuple(Move("pay", names(pair)) for pair in sorted(found, key=names))


class PairPrice(Price):
    """`("pair", colour, least, rule)`: two dice, at least `least` of them of the colour."""

    def affordable(self, purse: Purse, spec: Spec) -> bool:
        _, colour, least, _ = spec
        fitting = sum(COLOUR_OF[die] == colour for die in purse.dice)
        return len(purse.dice) >= 2 and fitting >= least

    def payments(self, purse: Purse, spec: Spec) -> Sequence[Move]:
        return pairs(purse.dice, spec[1], spec[2])

    def check(self, spec: Spec, tokens: Sequence[Token]) -> Finding:
        _, colour, least, rule = spec
        paid = " ".join(token.text for token in tokens) or "-"
        reasons, warnings = [], []
        if len(tokens) != 2:
            reasons.append(because(rule, "count", count=len(tokens), dice=paid))
        if sum(COLOUR_OF[token.die] == colour for token in tokens) < least:
            reasons.append(because(rule, "colour", dice=paid, colour=COLOURS[colour], least=least))
        if any(token.karma for token in tokens):
            warnings.append(because("B15.2", "pointless", dice=paid))
        return reasons, warnings
