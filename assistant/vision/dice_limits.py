"""The thresholds of reading dice, in one place."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DiceLimits:
    """Thresholds; the fitted ones are overwritten by the settings inside the models."""

    exists_bias: float = -3.0
    """Log odds that a marked place is a die, before the two networks are heard; lower invents less and misses more."""
    exists_heat: float = 1.6
    """How much the finder's log odds count for that."""
    exists_face: float = 1.2
    """How much the reader's log odds count: it sees a side face or a print for what it is."""
    candidate_heat: float = 0.2
    """Lower looks closer at more places and costs time; higher may miss dice in poor light."""
    exists: float = 0.5
    """Joined certainty that a top face is there. Lower invents dice, higher misses them."""
    crowd: float = 0.95
    """Within this share of an edge beside a likelier face lies either a touching die or a side of the same one."""
    crowded_exists: float = 0.85
    """There a face needs this certainty."""
    value_sure: float = 0.9
    """A value less certain than this is None."""
    colour_sure: float = 0.8
    """A colour less certain than this is None."""
    confident: float = 0.95
    """What counts as confident in one picture: hardly a validation reading above it was wrong. For those who see
    only one; the table joins many frames and has a threshold of its own. A die read this surely in the picture of an
    empty statue was forgotten there, and its place is not called bare."""
    size_range: tuple[float, float] = (0.55, 1.75)
    """Edges outside this multiple of the expected edge are not dice of this table."""
    nearest: float = 0.62
    """Two top faces are never closer than this share of their edge, seen as flat as 35 degrees."""
    value_temperature: float = 1.0
    """Above one: the networks are more certain than they should be."""
    look_again: float = 0.6
    """Faces both networks are less certain of are shown to the expert or looked at in more views; higher costs time."""
    again_exists: float = 0.1
    """A marked place less likely to be a die gets no further look: on validation pictures no count changed by that."""
    most_again: int = 4
    """Faces looked at again at most, so that a frame stays in time."""
    most_asked: int = 12
    """Faces the expert is asked about at most, where there is one: what a frame costs when much is in doubt."""
    ask_colour: float = 0.8
    """The expert is also asked where finder and reader together are less certain of the colour."""
    expert_weight: float = 0.8
    """Share of the expert in what it and the reader say of a face."""
    asked_weight: float = 1.0
    """Share of these two in the value of such a face; the rest is the finder's."""
    reader_weight: float = 0.5
    """Share of the reader in the joined value; the rest is the finder's."""
    known_bias: float = -0.5
    known_heat: float = 1.5
    known_face: float = 1.1
    """Where the empty board is known: the log odds of a die there, as `exists_*`, provided something lies there that
    is no side of a likelier die."""
    known_exists: float = 0.5
    """Joined certainty needed there, instead of `exists` and `crowded_exists`."""
    known_candidate_heat: float = 0.05
    """There places marked less, down to this, are looked at too if something lies on them."""
    bare: tuple[float, ...] = (2.5, 1.5, 1.5, 2.5, 2.5)
    """Log odds that a place is bare: their start, and how much each of `evidence.changes` takes off."""
    side_odds: float = 5.0
    """Log odds that what is seen where a side of a likelier die must appear is that side."""
