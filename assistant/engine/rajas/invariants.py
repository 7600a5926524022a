"""What must hold from one state to the next, whatever is played (INV1-INV6)."""

from assistant.engine.core.verdict import Reason, because
from assistant.engine.rajas.state import Player, State
from assistant.engine.rajas.status import status


def broken_invariants(before: State, after: State) -> list[Reason]:
    """Defects of the new state, and everything that moved the wrong way."""
    found = status(after)
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if old is not new:
            found += _wrong_ways(after, after.rules.seats[seat], old, new)
    if (after.round, after.lap, after.turn) < (before.round, 0, before.turn) or after.turn < before.turn:
        found.append(because("INV", what="the turn number fell"))
    return found


def _wrong_ways(s: State, seat: str, old: Player, new: Player) -> list[Reason]:
    """INV2, INV3: what only ever grows."""
    growing = {"boat": new.boat >= old.boat, "bonus": new.bonus >= old.bonus, "active": new.active >= old.active}
    growing["fame"] = new.fame >= old.fame or s.rules.fame_can_fall
    growing["yields"] = new.yields & old.yields == old.yields
    growing["fame bonuses"] = new.fame_marks & old.fame_marks == old.fame_marks
    growing["waiting workers"] = new.waiting & old.waiting == new.waiting
    growing["levels"] = all(now >= then for now, then in zip(new.levels, old.levels, strict=True))
    return [because("INV2", "fell", seat=seat, what=what) for what, fine in growing.items() if not fine]
