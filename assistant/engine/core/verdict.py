"""What the referee answers: allowed or not, with every reason, each a rule id and the facts that failed."""

from dataclasses import dataclass

Fact = str | int


@dataclass(frozen=True, slots=True)
class Reason:
    """One broken (or strained) rule. `rule` is a rule id such as B5.3, or X.<word> for calls that fit no rule.

    `case` tells sentences of one rule apart; the text's key is the rule id plus the case.
    """

    rule: str
    facts: tuple[tuple[str, Fact], ...] = ()
    case: str = ""

    @property
    def key(self) -> str:
        return f"{self.rule}-{self.case}" if self.case else self.rule

    def fact(self, name: str) -> Fact:
        return dict(self.facts)[name]


def because(rule: str, case: str = "", **facts: Fact) -> Reason:
    """Build a reason; facts keep the order in which they are named."""
    return Reason(rule, tuple(facts.items()), case)


@dataclass(frozen=True, slots=True)
class Verdict:
    """`ok` is true exactly when there are no reasons. Warnings never forbid."""

    reasons: tuple[Reason, ...] = ()
    warnings: tuple[Reason, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.reasons
