"""The physical table in millimetres: boards, cells, dice slots and the markers beside every board.

Table axes: origin at the top left of the table as the camera's picture shows it, x right, y down, z up.
Board axes: origin at the top left corner *as its owner sees the board*, x right, y down, z up from the table.
Where a board lies is data (`Placement`), never assumed by the readers: calibration finds every board by itself.

A marker card is a white square pressed against the board's top or bottom edge, flush with the board's corner; its
marker stands upright as the owner sees it, lies on the table (z = 0) and has a white quiet zone of 1.5 modules.
Boards are `thickness_mm` high, tiles `TILE_THICKNESS_MM` more: at 45 degrees that shifts a tile by a tenth of a cell.
"""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

SEATS = ("red", "yellow", "white", "black")
CORNERS = ("top_left", "top_right", "bottom_right", "bottom_left")
"""The order of marker ids of a board and of the corners of a marker: clockwise from the top left."""

MARKER_DICTIONARY = "DICT_4X4_50"
CELL_MM = 42.0
TILE_MM = 40.0
TILE_THICKNESS_MM = 2.0
BOARD_THICKNESS_MM = 2.0
DIE_SIDE_MM = 14.0


@dataclass(frozen=True, slots=True)
class Cell:
    """A square place for one tile; x, y is its top left corner in board axes."""

    name: str
    x_mm: float
    y_mm: float
    side_mm: float = CELL_MM


@dataclass(frozen=True, slots=True)
class MarkerCard:
    """The printed card: a marker of `side_mm` in a white square of `card_mm`."""

    side_mm: float = 22.0
    quiet_mm: float = 5.5

    @property
    def card_mm(self) -> float:
        return self.side_mm + 2 * self.quiet_mm


@dataclass(frozen=True, slots=True)
class BoardShape:
    """One kind of board: size, cells for tiles, resting places for dice (centres in board axes)."""

    kind: str
    width_mm: float
    height_mm: float
    cells: tuple[Cell, ...] = ()
    die_slots_mm: tuple[tuple[float, float], ...] = ()
    thickness_mm: float = BOARD_THICKNESS_MM

    @property
    def corners_mm(self) -> Points:
        """The four corners, clockwise from the top left, shape (4, 2), board axes."""
        return np.array([[0, 0], [self.width_mm, 0], [self.width_mm, self.height_mm], [0, self.height_mm]], float)


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a board lies: its centre on the table and its turn, degrees clockwise as seen in the picture."""

    x_mm: float
    y_mm: float
    turn_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Board:
    """A board of one seat (or of nobody) with its four marker ids in the order of `CORNERS`."""

    name: str
    seat: str | None
    shape: BoardShape
    marker_ids: tuple[int, int, int, int]

    def marker_corners_mm(self, corner: int, card: MarkerCard) -> Points:
        """The marker at `corner`: its four corners clockwise from its top left, shape (4, 2), board axes, z = 0."""
        right = corner in (1, 2)
        below = corner in (2, 3)
        x = self.shape.width_mm - card.card_mm if right else 0.0
        y = self.shape.height_mm if below else -card.card_mm
        x, y = x + card.quiet_mm, y + card.quiet_mm
        s = card.side_mm
        return np.array([[x, y], [x + s, y], [x + s, y + s], [x, y + s]], float)


@dataclass(frozen=True, slots=True)
class PlacedBoard:
    """A board and where it lies."""

    board: Board
    placement: Placement

    def to_table_mm(self, points_mm: Points) -> Points:
        """Board axes to table axes; shape (n, 2) in and out."""
        turn = math.radians(self.placement.turn_deg)
        rotation = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
        centre = np.array([self.board.shape.width_mm / 2, self.board.shape.height_mm / 2])
        here = np.array([self.placement.x_mm, self.placement.y_mm])
        return np.asarray((np.asarray(points_mm, float) - centre) @ rotation.T + here)


@dataclass(frozen=True, slots=True)
class TableLayout:
    """A whole table, as the simulated camera draws it and as the defaults suppose it."""

    width_mm: float
    height_mm: float
    boards: tuple[PlacedBoard, ...]
    card: MarkerCard = field(default_factory=MarkerCard)
    die_side_mm: float = DIE_SIDE_MM

    def board(self, name: str) -> PlacedBoard:
        """Return the placed board of that name; raises KeyError with the names there are."""
        for placed in self.boards:
            if placed.board.name == name:
                return placed
        raise KeyError(f"no board {name!r}; there are {', '.join(p.board.name for p in self.boards)}")


RESIDENCE = (0, 2)
PROVINCE_ROWS = 4
PROVINCE_COLUMNS = 5
LAST_ROW_COLUMNS = (1, 2, 3)
PROVINCE_BORDER_MM = 12.0


def province_cells() -> tuple[Cell, ...]:
    """The 17 buildable cells, row by row; not the residence, not the two lower corners."""
    places = [(row, column) for row in range(PROVINCE_ROWS) for column in range(PROVINCE_COLUMNS)]
    built = [p for p in places if p != RESIDENCE and (p[0] < PROVINCE_ROWS - 1 or p[1] in LAST_ROW_COLUMNS)]
    edge = PROVINCE_BORDER_MM
    return tuple(Cell(f"r{row}c{column}", edge + column * CELL_MM, edge + row * CELL_MM) for row, column in built)


def province_shape() -> BoardShape:
    """The province board with its printed yield border."""
    width = 2 * PROVINCE_BORDER_MM + PROVINCE_COLUMNS * CELL_MM
    height = 2 * PROVINCE_BORDER_MM + PROVINCE_ROWS * CELL_MM
    return BoardShape("province", width, height, cells=province_cells())


def kali_shape() -> BoardShape:
    """The Kali statue: eight hands, four on each side, and two places in the middle."""
    hands = [(x, 27.0 + 32.0 * row) for row in range(4) for x in (24.0, 86.0)]
    return BoardShape("kali", 110.0, 150.0, die_slots_mm=(*hands, (55.0, 59.0), (55.0, 91.0)))


KALI_DICE_MAX = 10
DISPLAY_COLUMNS = 4
DISPLAY_ROWS = 3
DISPLAY_PITCH_MM = 48.0


def display_shape() -> BoardShape:
    """A mat for the twelve stacks, one column a colour."""
    edge = (DISPLAY_PITCH_MM - CELL_MM) / 2
    cells = tuple(
        Cell(f"r{row}c{column}", edge + column * DISPLAY_PITCH_MM, edge + row * DISPLAY_PITCH_MM)
        for row in range(DISPLAY_ROWS)
        for column in range(DISPLAY_COLUMNS)
    )
    return BoardShape("display", DISPLAY_COLUMNS * DISPLAY_PITCH_MM, DISPLAY_ROWS * DISPLAY_PITCH_MM, cells=cells)


def main_shape() -> BoardShape:
    """The game board in the middle; nothing on it is read by cell."""
    return BoardShape("main", 420.0, 300.0)


def _board(shape: BoardShape, seat: str | None, first_id: int) -> Board:
    name = f"{seat}/{shape.kind}" if seat else shape.kind
    return Board(name, seat, shape, (first_id, first_id + 1, first_id + 2, first_id + 3))


def known_boards() -> dict[str, Board]:
    """Every board with a marker sheet, by name (`red/province`, `red/kali`, ..., `display`, `main`): 40 markers."""
    boards: list[Board] = []
    for index, seat in enumerate(SEATS):
        boards.append(_board(province_shape(), seat, 8 * index))
        boards.append(_board(kali_shape(), seat, 8 * index + 4))
    boards.append(_board(display_shape(), None, 32))
    boards.append(_board(main_shape(), None, 36))
    return {board.name: board for board in boards}


SEAT_WIDTH_MM = 364.0
SEAT_HEIGHT_MM = 258.0
"""The room one seat takes: province and Kali side by side, 20 mm between, marker cards above and below."""


def place_seat(seat: str, x_mm: float, y_mm: float, turn_deg: float) -> tuple[PlacedBoard, PlacedBoard]:
    """The two boards of a seat whose room is centred at x, y and turned: Kali at the right hand of the owner."""
    boards = known_boards()
    province, kali = boards[f"{seat}/province"], boards[f"{seat}/kali"]
    turn = math.radians(turn_deg)

    def beside(offset_mm: float) -> Placement:
        return Placement(x_mm + offset_mm * math.cos(turn), y_mm + offset_mm * math.sin(turn), turn_deg)

    left = -SEAT_WIDTH_MM / 2 + province.shape.width_mm / 2
    right = SEAT_WIDTH_MM / 2 - kali.shape.width_mm / 2
    return PlacedBoard(province, beside(left)), PlacedBoard(kali, beside(right))


def standard_table(seats: tuple[str, ...] = SEATS) -> TableLayout:
    """1240 x 700 mm: a seat in each corner, the game board and the display in the middle; fits one 16:9 camera."""
    spots = {"red": (200.0, 510.0, 0.0), "yellow": (200.0, 190.0, 180.0)}
    spots |= {"white": (1040.0, 190.0, 180.0), "black": (1040.0, 510.0, 0.0)}
    boards = known_boards()
    placed = [board for seat in seats for board in place_seat(seat, *spots[seat])]
    placed.append(PlacedBoard(boards["main"], Placement(620.0, 234.0)))
    placed.append(PlacedBoard(boards["display"], Placement(620.0, 554.0)))
    return TableLayout(1240.0, 700.0, tuple(placed))


def compact_table(seats: tuple[str, ...] = SEATS) -> TableLayout:
    """960 x 540 mm: four seats only, two by two, the far ones turned; more pixels for every die."""
    spots = {"red": (240.0, 405.0, 0.0), "yellow": (240.0, 135.0, 180.0)}
    spots |= {"white": (720.0, 135.0, 180.0), "black": (720.0, 405.0, 0.0)}
    placed = [board for seat in seats for board in place_seat(seat, *spots[seat])]
    return TableLayout(960.0, 540.0, tuple(placed))
