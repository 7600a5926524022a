"""What the eye says: plain values with plain string labels, no pixels kept and no rules known.

"Unknown" is a good answer: a label that is not certain is None, and the box stays so that a person can be asked.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType


class Problem(StrEnum):
    """Why a frame is no reading at all (the codes are fixed; their sentences live elsewhere)."""

    TOO_DARK = "too_dark"
    OVER_EXPOSED = "over_exposed"
    BLURRED = "blurred"
    GREEN_FRAME = "green_frame"
    """One flat or falsely coloured picture, as a dying camera or a torn stream delivers it."""
    NO_MARKERS = "no_markers"
    DRIFTED = "drifted"
    """The camera was moved and the markers do not suffice to find the boards again."""
    WRONG_SIZE = "wrong_size"
    """The frame's shape differs from the calibrated one."""
    CAMERA_LOST = "camera_lost"


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die: colour and value are None where not certain, the box (frame pixels, x0 y0 x1 y1) always stays."""

    colour: str | None
    value: int | None
    confidence: float
    box_xyxy: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class TileReading:
    """One cell: `tile` is None when empty or unknown; `rotation` is 0, 90, 180 or 270 clockwise, None when unknown.

    `covered` says that something (a hand) hides the cell at this moment: then nothing else here is to be believed.
    """

    cell: str
    tile: str | None
    rotation: int | None
    confidence: float
    empty: bool
    covered: bool = False


@dataclass(frozen=True, slots=True)
class SeatReading:
    """Everything read in front of one seat."""

    seat: str
    dice: tuple[DieReading, ...]
    tiles: tuple[TileReading, ...]
    covered: bool = False
    """Something (a hand, a sleeve) hides a part of this seat's boards: wait before believing."""
    overfull: bool = False
    """More dice lie there than the statue can hold; all of them are listed."""
    cut: bool = False
    """A part of the statue lies outside the picture: more dice than listed may lie there. Such a seat is `covered`."""


@dataclass(frozen=True, slots=True)
class FrameQuality:
    """Measured on the frame as it came: means over the boards, 0 to 255, and shares 0 to 1."""

    brightness: float
    sharpness: float
    """Blur at the markers' edges in pixels, about 0.8 when sharp; 0 where it could not be measured."""
    over_exposed_share: float
    markers_seen: int
    markers_expected: int
    drift_px: float


@dataclass(frozen=True, slots=True)
class Observation:
    """One frame, read. With a `problem` there are no seats: a bad frame is never taken for a reading."""

    seq: int
    t_s: float
    seats: tuple[SeatReading, ...]
    display: tuple[TileReading, ...] | None
    quality: FrameQuality | None
    problem: str | None
    ms: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """Where the time went: stage name to milliseconds; `total` is the whole frame."""

    @property
    def covered(self) -> bool:
        """Whether a hand is anywhere over the boards."""
        return any(seat.covered for seat in self.seats)
