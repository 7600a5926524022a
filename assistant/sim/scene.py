"""A physical table as plain values: what lies where, what covers it, how it is lit. Knows no rules.

Positions are millimetres. Dice of a seat are given in the axes of its Kali board, tiles by the cell they lie in, loose
dice and hands in table axes; angles are degrees clockwise as the owner of the axes sees them (see `vision.layout`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from assistant.vision.layout import DIE_SIDE_MM, SEATS, BoardShape, kali_shape

COLOURS = ("blue", "green", "orange", "purple")
Bgr = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class DieOnTable:
    """One die, `value` up; `tilt_deg` leans it towards `tilt_towards_deg` (cocked), `lift_mm` holds it in the air."""

    colour: str
    value: int
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    tilt_deg: float = 0.0
    tilt_towards_deg: float = 0.0
    lift_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class TileOnBoard:
    """A tile in a cell, turned by `rotation` (0, 90, 180, 270 clockwise) and laid a little crooked."""

    cell: str
    tile: str
    rotation: int = 0
    dx_mm: float = 0.0
    dy_mm: float = 0.0
    dangle_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class PieceOnBoard:
    """A wooden piece (`worker`, `boat`, `marker`) in the axes of its board; `place` is its space's id."""

    kind: str
    colour: str
    x_mm: float
    y_mm: float
    place: str = ""
    board: str = "main"


@dataclass(frozen=True, slots=True)
class Clutter:
    """Something that does not belong to the game (`phone`, `paper`, `snack`, `cup`, `coin`), in table axes."""

    kind: str
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    colour: Bgr = (60, 60, 60)


@dataclass(frozen=True, slots=True)
class SeatScene:
    """What lies in front of one seat."""

    seat: str
    dice: tuple[DieOnTable, ...] = ()
    tiles: tuple[TileOnBoard, ...] = ()


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand whose fingertips are at x, y (table axes); the arm comes from `from_deg` (0: right, 90: below)."""

    x_mm: float
    y_mm: float
    from_deg: float
    height_mm: float = 45.0
    skin: Bgr = (128, 158, 205)
    sleeve: Bgr = (90, 60, 50)
    scale: float = 1.0
    blur_mm: float = 0.0
    """How far it moves while the shutter is open."""


@dataclass(frozen=True, slots=True)
class Light:
    """A lamp or window: where it stands, how large it looks (0 hard .. 1 soft), its colour and share."""

    azimuth_deg: float = -60.0
    elevation_deg: float = 55.0
    softness: float = 0.35
    strength: float = 0.65
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """BGR factors; (0.75, 0.95, 1.1) is a warm bulb."""


@dataclass(frozen=True, slots=True)
class Lighting:
    """All light on the table: ambient share plus lights; `lamp` scales everything (0.03: somebody switched it off)."""

    ambient: float = 0.4
    lights: tuple[Light, ...] = (Light(),)
    lamp: float = 1.0


DIE_BODY: tuple[tuple[str, Bgr], ...] = (
    ("blue", (176, 84, 28)), ("green", (62, 132, 34)), ("orange", (26, 116, 236)), ("purple", (132, 48, 104)),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class DiceLook:
    """What the dice of a box look like. Shares are of the die's side."""

    side_mm: float = DIE_SIDE_MM
    corner_share: float = 0.13
    """Radius of the rounded edges."""
    ball_share: float = 0.0
    """0: a rounded cube; towards 1 the corners are cut by a sphere, as on tumbled dice."""
    pip_share: float = 0.1
    """Radius of a pip."""
    pip_spread: float = 0.27
    """Distance of the outer pips from the middle of the face."""
    pip_depth: float = 0.6
    """0: painted flat; 1: a deep bowl."""
    pip_bgr: Bgr = (240, 242, 244)
    body: tuple[tuple[str, Bgr], ...] = DIE_BODY
    gloss: float = 0.6
    pearl: float = 0.0
    """Strength of the swirls of pearl or marble plastic."""
    turned_pips: bool = False
    """The other of the two ways to lay out two, three and six."""

    def body_bgr(self, colour: str) -> Bgr:
        """Return the body's colour; raises ValueError for a colour the box has not."""
        for name, bgr in self.body:
            if name == colour:
                return bgr
        raise ValueError(f"no die colour {colour!r}; there are {', '.join(name for name, _ in self.body)}")


@dataclass(frozen=True, slots=True)
class Look:
    """The copy of the game and the table it lies on: art family and print run, table top, dice."""

    family: str = "poster"
    art_seed: int = 0
    surface: str = "wood"
    surface_seed: int = 0
    dice: DiceLook = field(default_factory=DiceLook)
    board_gloss: float = 0.15


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on and over the table."""

    seats: tuple[SeatScene, ...] = tuple(SeatScene(seat) for seat in SEATS)
    display: tuple[TileOnBoard, ...] = ()
    pieces: tuple[PieceOnBoard, ...] = ()
    loose_dice: tuple[DieOnTable, ...] = ()
    clutter: tuple[Clutter, ...] = ()
    hands: tuple[Hand, ...] = ()
    lighting: Lighting = field(default_factory=Lighting)

    def seat(self, name: str) -> SeatScene:
        """Return a seat's scene; raises KeyError when nobody sits there."""
        for seat in self.seats:
            if seat.seat == name:
                return seat
        raise KeyError(f"no seat {name!r}; there are {', '.join(s.seat for s in self.seats)}")

    def with_seat(self, changed: SeatScene) -> "Scene":
        """Return the scene with that seat's things replaced."""
        return replace(self, seats=tuple(changed if s.seat == changed.seat else s for s in self.seats))


def slot_is_free(slot_mm: tuple[float, float], dice: Iterable[DieOnTable], reach_mm: float = 13.0) -> bool:
    """Return whether no die lies within `reach_mm` of the slot's centre."""
    return all(np.hypot(die.x_mm - slot_mm[0], die.y_mm - slot_mm[1]) >= reach_mm for die in dice)


def _beside(index: int, shape: BoardShape) -> tuple[float, float]:
    """Where the dice lie that the statue has no room for: in a row at its feet."""
    return 20.0 + 18.0 * (index % 5), shape.height_mm - 8.0 - 18.0 * (index // 5)


def lay_dice(
    dice: Sequence[tuple[str, int]],
    rng: np.random.Generator,
    *,
    beside: Sequence[DieOnTable] = (),
    jitter_mm: float = 2.0,
    shape: BoardShape | None = None,
) -> tuple[DieOnTable, ...]:
    """Return the (colour, value) pairs as dice in free slots of a Kali board, in the slots' order, each a little off
    and turned at will; `beside` are dice that already lie there. More dice than slots lie at its feet."""
    board = shape or kali_shape()
    free = [slot for slot in board.die_slots_mm if slot_is_free(slot, beside)]
    spots = free + [_beside(i, board) for i in range(max(0, len(dice) - len(free)))]
    laid = []
    for (colour, value), (x, y) in zip(dice, spots, strict=False):
        dx, dy = np.clip(rng.normal(0, jitter_mm / 2, 2), -jitter_mm, jitter_mm).tolist()
        laid.append(DieOnTable(colour, value, x + dx, y + dy, float(rng.uniform(0, 360))))
    return tuple(laid)


def lay_tile(cell: str, tile: str, rotation: int, rng: np.random.Generator, slack_mm: float = 1.2) -> TileOnBoard:
    """Return a tile laid as people lay it: within `slack_mm` of its place and a degree or two askew."""
    dx, dy = np.clip(rng.normal(0, slack_mm / 2, 2), -slack_mm, slack_mm).tolist()
    return TileOnBoard(cell, tile, rotation, dx, dy, float(np.clip(rng.normal(0, 1.2), -3, 3)))
