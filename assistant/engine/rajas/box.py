"""What is printed on the components of a box, as plain values. Filled from an edition file by `assistant.editions`.

Nothing in the rules knows a printed number: prices, yields, river rewards, bonus spaces and start values all live here.
A reward is a tuple of parts, each `(kind, *details)`; the kinds are the names of the engine's gains, e.g.
`(("money", 3), ("upgrade", 1))`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

COLOURS = ("blue", "green", "orange", "purple")
GOODS = ("silk", "tea", "spices")
BUILDINGS = ("temple", "palace", "fort", "mill")
ANIMALS = ("snake", "cow", "tiger")
SIDES = ("n", "e", "s", "w")
SEATS = ("red", "yellow", "white", "black")
"""Seat ids are the player colours of the box; they never coincide with a die colour."""

Part = tuple[str | int | tuple[str, ...] | tuple[int, ...], ...]
Reward = tuple[Part, ...]
Roads = tuple[str, ...]
"""Road segments of a tile at rotation 0, each a string of the sides it touches: ("nes",) or ("ne", "sw")."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One province tile. `kind` is "province", or the module tile kind: "village", "shalimar", "tiger"."""

    id: str
    colour: str
    animal: str
    price: int
    roads: Roads
    markets: tuple[tuple[str, int], ...] = ()
    buildings: tuple[str, ...] = ()
    kind: str = "province"
    reward: Reward = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class Yield:
    """A yield at the border of a province: gained once, when a road links one of its ports (cell, side)."""

    id: str
    ports: tuple[tuple[str, str], ...]
    reward: Reward
    slot: str = ""
    """Colour of the slot for yield tiles on the Navaratna side: white, yellow, red, brown or none."""


@dataclass(frozen=True, slots=True)
class ProvinceBoard:
    """Cells are named r<row>c<column> from the top left as the owner sees his board."""

    cells: tuple[str, ...]
    residence: str
    residence_roads: str
    yields: tuple[Yield, ...]
    capacity: int
    """Dice the Kali statue of the same side can hold."""


@dataclass(frozen=True, slots=True)
class RiverSpace:
    reward: Reward


@dataclass(frozen=True, slots=True)
class BoardSide:
    """One side of the game board. Costs are in money, in the order in which the spaces are filled."""

    quarry_fees: tuple[int, ...]
    harbour_fees: tuple[int, ...]
    assorted: int
    terraces_per_colour: int
    forecourts: int
    river: tuple[Reward, ...]
    """Reward of river space 1, 2, ... L; the start space 0 has none."""
    bridge_after: int
    """The bridge lies between this river space and the next."""
    villages: int = 0
    """Village spaces opened by the Mango module on this side."""
    covered: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Ids of spaces closed by cover tiles, by number of players."""


@dataclass(frozen=True, slots=True)
class Tracks:
    """Lengths, start values and bonus spaces of the two score tracks."""

    fame_length: int
    money_length: int
    start_money: int
    start_karma: int
    karma_max: int
    fame_worker: int
    money_worker: int
    fame_bonuses: tuple[tuple[int, Reward], ...]
    money_bonuses: tuple[tuple[int, Reward], ...]
    fate_fame: int
    fate_money: int
    trader_fame: int


@dataclass(frozen=True, slots=True)
class YieldTile:
    id: str
    colour: str
    reward: Reward


@dataclass(frozen=True, slots=True)
class RiverTile:
    id: str
    module: str
    """"ganga" or "ganga2"."""
    reward: Reward


@dataclass(frozen=True, slots=True)
class Edition:
    """One box. `fingerprint` is a hash of everything that matters to the rules."""

    id: str
    name: str
    fingerprint: str
    dice_per_colour: int
    workers_active: int
    workers_limit: int
    upgrade_columns: tuple[int, ...]
    balconies: tuple[tuple[str, str], ...]
    sides: Mapping[int, BoardSide]
    """Board side by number of players: 2, 3, 4."""
    tracks: Tracks
    provinces: Mapping[str, ProvinceBoard]
    """"base" and "navaratna"."""
    tiles: tuple[Tile, ...]
    yield_tiles: tuple[YieldTile, ...]
    river_tiles: tuple[RiverTile, ...]
    chambers: Mapping[int, Reward]
    """Reward of each palace chamber 1..6."""
    forecourt: Reward
