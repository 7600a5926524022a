"""Printed boards of a family: province, Kali statue, display mat and game board, from their shapes in millimetres."""

from functools import lru_cache

import cv2
import numpy as np

from assistant.sim.art.backdrops import BACKDROPS, UNIT_PX
from assistant.sim.art.content import COLOURS
from assistant.sim.art.families import Family, family_named
from assistant.sim.art.motifs import BUILDINGS, GOODS, YIELDS
from assistant.sim.art.noise import Picture, mix, outline, rng_of
from assistant.sim.art.palette import Palette, palette_of
from assistant.sim.art.sketch import Place, draw_motif, draw_plate
from assistant.sim.spots import grid_mm
from assistant.vision.layout import CELL_MM, RESIDENCE, BoardShape

PX_PER_MM = UNIT_PX / CELL_MM
"""The scale boards are painted at: that of the tiles."""
STONE = "stone"


def _px(mm: float) -> int:
    return round(mm * PX_PER_MM)


def _place(x_mm: float, y_mm: float, radius_mm: float, turn_deg: float = 0.0) -> Place:
    return Place((x_mm * PX_PER_MM, y_mm * PX_PER_MM), radius_mm * PX_PER_MM, turn_deg)


def _ground(family: Family, shape: BoardShape, palette: Palette, rng: np.random.Generator) -> Picture:
    return BACKDROPS[family.style.backdrop]((_px(shape.height_mm), _px(shape.width_mm)), palette, rng)


def _line(family: Family) -> int:
    return round(family.style.line_share * UNIT_PX)


def _draw_cells(canvas: Picture, shape: BoardShape, palette: Palette) -> None:
    """Empty places for tiles: darkened squares with a light inner frame."""
    for cell in shape.cells:
        x0, y0, x1, y1 = (_px(v) for v in (cell.x_mm, cell.y_mm, cell.x_mm + cell.side_mm, cell.y_mm + cell.side_mm))
        place = canvas[y0:y1, x0:x1]
        place[:] = (place * 0.45 + np.array(palette.dark) * 0.35).astype(np.uint8)
        cv2.rectangle(canvas, (x0 + 4, y0 + 4), (x1 - 5, y1 - 5), mix(palette.dark, palette.light, 0.5), 2, cv2.LINE_AA)


def _draw_yields(
    canvas: Picture, shape: BoardShape, family: Family, palette: Palette, rng: np.random.Generator
) -> None:
    """Small yields on the border beside every outer cell."""
    for cell in shape.cells:
        middle = cell.x_mm + cell.side_mm / 2, cell.y_mm + cell.side_mm / 2
        spots = []
        if cell.name.endswith("c0"):
            spots.append((6.0, middle[1]))
        if cell.name.endswith("c4"):
            spots.append((shape.width_mm - 6.0, middle[1]))
        if cell.name.startswith("r3"):
            spots.append((middle[0], shape.height_mm - 6.0))
        for spot in spots:
            place = _place(*spot, 4.2)
            draw_plate(canvas, "disc", place, palette.light, palette.dark)
            draw_motif(canvas, YIELDS[int(rng.integers(len(YIELDS)))], place, palette, 0)


def _draw_residence(canvas: Picture, family: Family, palette: Palette) -> None:
    """The residence: a palace in the middle of the top row with three roads leaving it."""
    row, column = RESIDENCE
    x, y = (12.0 + (column + 0.5) * CELL_MM) * PX_PER_MM, (12.0 + (row + 0.5) * CELL_MM) * PX_PER_MM
    half = UNIT_PX / 2
    for dx, dy in ((-half, 0), (half, 0), (0, half)):
        outline(canvas, np.array([[x, y], [x + dx, y + dy]]), palette.road, _px(5), closed=False)
    place = Place((x, y), 12 * PX_PER_MM)
    draw_plate(canvas, "disc", place, palette.accent, palette.dark)
    draw_motif(canvas, "palace", place, palette, _line(family))


def paint_province(family: Family, shape: BoardShape, colour: str, rng: np.random.Generator) -> Picture:
    """The province: stone border with yields, dark cells, the residence."""
    palette, stone = palette_of(family.ink, colour), palette_of(family.ink, STONE)
    canvas = _ground(family, shape, stone, rng)
    cv2.rectangle(canvas, (0, 0), (canvas.shape[1] - 1, canvas.shape[0] - 1), palette.ground, _px(3))
    _draw_cells(canvas, shape, stone)
    _draw_residence(canvas, family, palette)
    _draw_yields(canvas, shape, family, palette, rng)
    for x in (33.0, shape.width_mm - 33.0):
        draw_motif(canvas, "elephant", _place(x, shape.height_mm - 33, 16), palette, _line(family))
    return canvas


def _draw_slot(canvas: Picture, family: Family, palette: Palette, place: Place, index: int) -> None:
    """What is printed under a die: a light disc, nothing at all, or a panel of one of the dice's own colours."""
    kind = family.style.plate
    own = palette_of(family.ink, COLOURS[index % len(COLOURS)])
    colour = own.ground if kind == "panel" else palette.light
    draw_plate(canvas, kind, place, colour, palette.dark)


def paint_kali(family: Family, shape: BoardShape, colour: str, rng: np.random.Generator) -> Picture:
    """The statue: a body with a crowned head, eight arms that end in open hands where the dice lie, two in the lap."""
    palette = palette_of(family.ink, colour)
    canvas = _ground(family, shape, palette_of(family.ink, STONE), rng)
    cx = shape.width_mm / 2
    for x, y in shape.die_slots_mm[:8]:
        elbow = (cx + (x - cx) * 0.55, y * 0.5 + shape.height_mm * 0.25)
        outline(
            canvas,
            np.array([[cx, shape.height_mm * 0.47], elbow, (x, y)]) * PX_PER_MM,
            palette.middle,
            _px(5),
            closed=False,
        )
    body = np.array([[cx - 16, 45], [cx + 16, 45], [cx + 22, 118], [cx - 22, 118]]) * PX_PER_MM
    cv2.fillPoly(canvas, [body.astype(np.int32)], palette.ground, cv2.LINE_AA)
    draw_motif(canvas, "lotus", _place(cx, 128, 24), palette, _line(family))
    draw_motif(canvas, "face", _place(cx, 27, 15), palette, _line(family))
    for index, (x, y) in enumerate(shape.die_slots_mm):
        _draw_slot(canvas, family, palette, _place(x, y, 9.5), index)
    for x, y in shape.die_slots_mm[:8]:
        draw_motif(canvas, "hand", _place(x, y, 9, 20.0 if x > cx else -20.0), palette, 0)
    return canvas


def paint_display(family: Family, shape: BoardShape, colour: str, rng: np.random.Generator) -> Picture:
    """The mat of the twelve stacks."""
    palette = palette_of(family.ink, STONE)
    canvas = _ground(family, shape, palette, rng)
    _draw_cells(canvas, shape, palette)
    return canvas


def paint_main(family: Family, shape: BoardShape, colour: str, rng: np.random.Generator) -> Picture:
    """The game board: quarters of the town, a river, rows of spaces, the score track around."""
    palette, water = palette_of(family.ink, "green"), palette_of(family.ink, "blue")
    canvas = _ground(family, shape, palette, rng)
    along_mm = np.linspace(0, shape.width_mm, 40)
    river = np.stack([along_mm, shape.height_mm * (0.78 + 0.05 * np.sin(along_mm / 45))], 1) * PX_PER_MM
    outline(canvas, river, water.dark, _px(34), closed=False)
    outline(canvas, river, water.ground, _px(30), closed=False)
    for index, name in enumerate(BUILDINGS + GOODS):
        tint = palette_of(family.ink, ("orange", "purple", "blue")[index % 3])
        draw_motif(canvas, name, _place(60 + 50 * index, 70 + 40 * (index % 2), 20), tint, _line(family))
    for x, y in grid_mm():
        draw_plate(canvas, "disc", _place(x, y, 7.0), palette.light, palette.dark)
    for along in np.arange(10.0, shape.width_mm - 5, 13.6):
        for y in (9.0, shape.height_mm - 9.0):
            draw_plate(canvas, "disc", _place(along, y, 4.5), palette.paper, palette.dark)
    return canvas


PAINTERS = {"province": paint_province, "kali": paint_kali, "display": paint_display, "main": paint_main}


@lru_cache(maxsize=24)
def board_picture(family: str, shape: BoardShape, colour: str, seed: int) -> Picture:
    """Return the printed board at PX_PER_MM, read-only; raises ValueError for an unknown family or kind of board."""
    look = family_named(family)
    if shape.kind not in PAINTERS:
        raise ValueError(f"no picture for a board of kind {shape.kind!r}; there are {', '.join(PAINTERS)}")
    rng = rng_of("board", family, shape.kind, colour, seed)
    picture = look.finish(PAINTERS[shape.kind](look, shape, colour, rng), look.ink, rng)
    picture.setflags(write=False)
    return picture
