"""Which space this turn's worker took, for modules whose house rules ask. Kept in `State.extra["space"]`."""

from assistant.engine.rajas.rules import Rules, Space
from assistant.engine.rajas.state import State


def note_space(s: State, space: Space) -> None:
    s.remember("space", space.index)


def keep_space_of_turn(rules: Rules) -> None:
    """Install the note once, however many modules want it."""
    if note_space not in rules.on_place:
        rules.on_place.append(note_space)


def space_of_turn(s: State) -> int:
    """Index of the space taken in this turn, or -1 where nobody keeps it."""
    return int(s.extra.get("space", -1))
