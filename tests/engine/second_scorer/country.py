"""One province, walked road by road from the residence."""

ACROSS = {"n": "s", "e": "w", "s": "n", "w": "e"}
STEP = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}


def beside(cell, side):
    """Name of the neighbouring cell, whether it exists or not."""
    row, column = STEP[side]
    return f"r{int(cell[1]) + row}c{int(cell[3]) + column}"


class Country:
    """Tiles lie in piles per cell; only the top one counts."""

    def __init__(self, printed):
        self.printed = printed
        self.board = printed.province
        self.piles = {cell: [] for cell in self.board["cells"]}
        self.gained = set()
        self.lost = set()

    def top(self, cell):
        return self.piles[cell][-1] if self.piles.get(cell) else None

    def visible(self):
        """Names of the tiles that still count."""
        return [pile[-1][0] for pile in self.piles.values() if pile]

    def markets(self):
        """(good, value) of every visible market."""
        return [tuple(one) for tile in self.visible() for one in self.printed.tiles[tile].get("markets", [])]

    def walk(self, swap=None):
        """Follow every road out of the residence.

        Returns the cells reached, the yields reached and the doors: pairs of an empty cell and the side one enters it
        by. `swap` is (cell, tile, rotation) to look at a province in which that tile lies on top of the cell.
        """
        reached, yields, doors, visited = set(), set(), set(), set()
        paths = [(self.board["residence"], set(self.board["residence_roads"]))]
        while paths:
            cell, piece = paths.pop(0)
            for side in sorted(piece):
                yields |= {name for name, one in self.board["yields"].items() if [cell, side] in one["ports"]}
                target, door = beside(cell, side), ACROSS[side]
                if target not in self.piles:
                    continue
                pieces = self._pieces(target, swap)
                if pieces is None:
                    doors.add((target, door))
                for number, other in enumerate(pieces or []):
                    if door in other and (target, number) not in visited:
                        visited.add((target, number))
                        reached.add(target)
                        paths.append((target, other))
        return reached, yields, doors

    def _pieces(self, cell, swap):
        if swap and swap[0] == cell:
            return self.printed.roads(swap[1], swap[2])
        top = self.top(cell)
        return self.printed.roads(*top) if top else None

    def fits(self, cell, tile, rotation):
        """Whether a new tile on this empty cell continues a road that comes from the residence."""
        doors = {door for where, door in self.walk()[2] if where == cell}
        return any(piece & doors for piece in self.printed.roads(tile, rotation))

    def holds_with(self, cell, tile, rotation):
        """Whether every tile is still linked with the residence when this one covers the cell."""
        laid = {where for where, pile in self.piles.items() if pile}
        return self.walk((cell, tile, rotation))[0] == laid
