"""The province as a road graph (B6, B7): where a tile may go, which yields a road reaches.

Sides are bits n=1, e=2, s=4, w=8. A laid tile is `tile * 4 + rotation / 90`; -1 is an empty cell.
"""

from dataclasses import dataclass
from functools import lru_cache

from assistant.engine.rajas.box import SIDES, ProvinceBoard, Roads

Laid = tuple[int, ...]
SIDE_BIT = {side: 1 << index for index, side in enumerate(SIDES)}
OPPOSITE = (2, 3, 0, 1)
_STEP = ((-1, 0), (0, 1), (1, 0), (0, -1))


def turned(mask: int, quarter: int) -> int:
    """The sides of a road mask after `quarter` turns clockwise."""
    return ((mask << quarter) | (mask >> (4 - quarter))) & 15


def road_masks(roads: Roads) -> tuple[tuple[int, ...], ...]:
    """Segments of a tile as side masks, for each of the four rotations."""
    masks = [sum(SIDE_BIT[side] for side in segment) for segment in roads]
    return tuple(tuple(turned(mask, quarter) for mask in masks) for quarter in range(4))


def is_curve(roads: Roads) -> bool:
    """A curve is a single road that joins two neighbouring sides (N3.5)."""
    masks = road_masks(roads)[0]
    return len(masks) == 1 and masks[0] in (3, 6, 12, 9)


@dataclass(frozen=True, slots=True)
class Network:
    """What the residence's roads reach."""

    open: tuple[int, ...]
    """Per cell: mask of sides at which a reached road end points into this empty cell."""
    linked: int
    """Bit per yield reached by a road."""
    joined: int
    """Bit per cell whose tile has a road path to the residence."""


class ProvinceMap:
    """A province board compiled for speed, together with the roads of all tiles."""

    def __init__(self, board: ProvinceBoard, segments: tuple[tuple[int, ...], ...]) -> None:
        self.cells = board.cells
        self.index = {cell: i for i, cell in enumerate(board.cells)}
        self.residence_mask = sum(SIDE_BIT[side] for side in board.residence_roads)
        self.yields = board.yields
        self.segments = segments
        everywhere = (*board.cells, board.residence)
        self.neighbours = tuple(tuple(self._neighbour(cell, side) for side in range(4)) for cell in everywhere)
        ports = {port: number for number, one in enumerate(board.yields) for port in one.ports}
        self.ports = tuple(tuple(ports.get((cell, side), -1) for side in SIDES) for cell in everywhere)
        self.network = lru_cache(maxsize=1 << 14)(self._network)
        self.covering_rotations = lru_cache(maxsize=1 << 15)(self._covering_rotations)

    def _neighbour(self, cell: str, side: int) -> int:
        row, column = int(cell[1]), int(cell[3])
        down, right = _STEP[side]
        return self.index.get(f"r{row + down}c{column + right}", -1)

    def _network(self, laid: Laid) -> Network:
        """Walk the roads outwards from the residence."""
        open_ends = [0] * len(self.cells)
        linked = joined = 0
        seen: set[tuple[int, int]] = set()
        todo = [(len(self.cells), self.residence_mask)]
        while todo:
            cell, mask = todo.pop()
            for side in range(4):
                if not mask >> side & 1:
                    continue
                if self.ports[cell][side] >= 0:
                    linked |= 1 << self.ports[cell][side]
                target, entry = self.neighbours[cell][side], 1 << OPPOSITE[side]
                if target < 0:
                    continue
                if laid[target] < 0:
                    open_ends[target] |= entry
                    continue
                for segment in self.segments[laid[target]]:
                    if segment & entry and (target, segment) not in seen:
                        seen.add((target, segment))
                        joined |= 1 << target
                        todo.append((target, segment))
        return Network(tuple(open_ends), linked, joined)

    def lay_options(self, laid: Laid, tile: int) -> list[tuple[int, int]]:
        """Empty cells and rotations where a road end of the tile meets a road from the residence (B6.1, B6.2)."""
        ends = self.network(laid).open
        base = tile * 4
        return [
            (cell, quarter)
            for cell, entry in enumerate(ends)
            if entry
            for quarter in range(4)
            if any(segment & entry for segment in self.segments[base + quarter])
        ]

    def has_open_cell(self, laid: Laid) -> bool:
        """Every tile has a road end and turns freely, so one open cell is enough for any tile."""
        return any(self.network(laid).open)

    def _covering_rotations(self, laid: Laid, cell: int, tile: int) -> tuple[int, ...]:
        """Rotations in which `tile` on top of `cell` leaves every tile joined to the residence (B12.4)."""
        everything = sum(1 << i for i, code in enumerate(laid) if code >= 0)
        return tuple(
            quarter
            for quarter in range(4)
            if self.network((*laid[:cell], tile * 4 + quarter, *laid[cell + 1 :])).joined == everything
        )
