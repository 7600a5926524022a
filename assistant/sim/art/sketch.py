"""The drawing of one tile before a family's finish: backdrop, roads, emblems, price disc, edge."""

from dataclasses import dataclass

import cv2
import numpy as np

from assistant.sim.art.backdrops import BACKDROPS, UNIT_PX
from assistant.sim.art.content import Symbol, TileContent
from assistant.sim.art.motifs import MOTIFS
from assistant.sim.art.noise import Bgr, Picture, fill, mix, outline
from assistant.sim.art.palette import Ink, Palette, palette_of

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Style:
    """How a family composes: its backdrop, its roads (`solid`, `double`, `dashed`, `cobbled`), what emblems stand on
    (`none`, `disc`, `panel`), line width around shapes and the road's width, both as shares of the tile's side."""

    backdrop: str
    road: str
    plate: str
    line_share: float
    road_share: float
    border_share: float
    motif_share: float = 0.17


@dataclass(frozen=True, slots=True)
class Place:
    """Where an emblem stands on a canvas, in pixels, and how far it is turned clockwise."""

    at: Spot
    radius_px: float
    turn_deg: float = 0.0


Way = np.ndarray[tuple[int, int], np.dtype[np.float64]]
ENDS: dict[str, tuple[float, float]] = {"n": (0.5, -0.015), "e": (1.015, 0.5), "s": (0.5, 1.015), "w": (-0.015, 0.5)}


def _to_middle(side: str, rng: np.random.Generator) -> Way:
    """A slightly bent way from the middle of the tile to the middle of a side."""
    start, end = np.array([0.5, 0.5]), np.array(ENDS[side])
    t = np.linspace(0, 1, 12)[:, None]
    along = end - start
    bend = np.array([-along[1], along[0]]) * rng.uniform(-0.16, 0.16)
    return np.asarray(start + along * t + bend * np.sin(np.pi * t)) * UNIT_PX


def _past_middle(sides: str) -> Way:
    """A curve between two sides that keeps clear of the middle, where another segment passes."""
    start, end = np.array(ENDS[sides[0]]), np.array(ENDS[sides[1]])
    knee = np.array([0.5, 0.5]) + ((start + end) / 2 - 0.5) * 0.45
    t = np.linspace(0, 1, 16)[:, None]
    return np.asarray((1 - t) ** 2 * start + 2 * t * (1 - t) * knee + t**2 * end) * UNIT_PX


def road_ways(roads: tuple[str, ...], rng: np.random.Generator) -> list[Way]:
    """The lines along which the roads run, in pixels of a tile's canvas."""
    if len(roads) == 1:
        return [_to_middle(side, rng) for side in roads[0]]
    return [_past_middle(segment) for segment in roads if len(segment) == 2]


def draw_roads(canvas: Picture, content: TileContent, style: Style, palette: Palette, rng: np.random.Generator) -> None:
    """Draw all roads into the canvas; first every edge, then every surface, so that crossings are open."""
    width = round(style.road_share * UNIT_PX)
    ways = road_ways(content.roads, rng)
    for way in ways:
        outline(canvas, way, palette.dark, width + 6, closed=False)
    for way in ways:
        outline(canvas, way, palette.road, width, closed=False)
    for way in ways:
        _road_detail(canvas, way, style, palette, width)


def _road_detail(canvas: Picture, way: Way, style: Style, palette: Palette, width: int) -> None:
    if style.road == "double":
        outline(canvas, way, mix(palette.road, palette.dark, 0.35), max(2, width // 3), closed=False)
    elif style.road == "dashed":
        for a, b in zip(way[:-1:2], way[1::2], strict=False):
            outline(canvas, np.stack([a, b]), palette.dark, max(2, width // 5), closed=False)
    elif style.road == "cobbled":
        for x, y in way:
            cv2.circle(
                canvas, (round(x), round(y)), max(2, width // 4), mix(palette.road, palette.dark, 0.3), -1, cv2.LINE_AA
            )


def draw_motif(canvas: Picture, name: str, place: Place, palette: Palette, line_px: int) -> None:
    """Draw an emblem into the canvas with outlines of `line_px` (0: none)."""
    turn = np.radians(place.turn_deg)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    for part in MOTIFS[name]:
        points = part.points @ spin * place.radius_px + np.array(place.at)
        fill(canvas, points, palette.tone(part.tone))
        if line_px:
            outline(canvas, points, palette.dark, line_px)


def draw_plate(canvas: Picture, kind: str, place: Place, colour: Bgr, edge: Bgr) -> None:
    """Draw what an emblem stands on."""
    x, y, r = round(place.at[0]), round(place.at[1]), round(place.radius_px * 1.2)
    if kind == "disc":
        cv2.circle(canvas, (x, y), r, colour, -1, cv2.LINE_AA)
        cv2.circle(canvas, (x, y), r, edge, 2, cv2.LINE_AA)
    elif kind == "panel":
        cv2.rectangle(canvas, (x - r, y - r), (x + r, y + r), colour, -1)
        cv2.rectangle(canvas, (x - r, y - r), (x + r, y + r), edge, 2)


def draw_number(canvas: Picture, number: int, at: Spot, height_px: float, colour: Bgr) -> None:
    """Draw a number centred at a spot."""
    text, scale = str(number), height_px / 22
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, 2)
    origin = (round(at[0] - width / 2), round(at[1] + height / 2))
    cv2.putText(canvas, text, origin, cv2.FONT_HERSHEY_DUPLEX, scale, colour, max(1, round(scale * 2)), cv2.LINE_AA)


def _draw_symbol(canvas: Picture, symbol: Symbol, place: Place, style: Style, palette: Palette) -> None:
    draw_plate(canvas, style.plate, place, palette.light, palette.dark)
    draw_motif(canvas, symbol.motif, place, palette, round(style.line_share * UNIT_PX))
    if symbol.value:
        corner = (place.at[0] + place.radius_px, place.at[1] + place.radius_px)
        cv2.circle(canvas, (round(corner[0]), round(corner[1])), 13, palette.paper, -1, cv2.LINE_AA)
        draw_number(canvas, symbol.value, corner, 18, palette.dark)


def _draw_price(canvas: Picture, content: TileContent, style: Style, palette: Palette) -> None:
    """The price disc stands in the north-west corner, the animal of the stack small in the south-west."""
    at = (0.16 * UNIT_PX, 0.16 * UNIT_PX)
    cv2.circle(canvas, (round(at[0]), round(at[1])), round(0.115 * UNIT_PX), palette.dark, -1, cv2.LINE_AA)
    cv2.circle(canvas, (round(at[0]), round(at[1])), round(0.095 * UNIT_PX), palette.paper, -1, cv2.LINE_AA)
    draw_number(canvas, content.price, at, 24, palette.dark)
    animal = content.animal if content.animal in MOTIFS else "flower"
    draw_motif(canvas, animal, Place((0.14 * UNIT_PX, 0.86 * UNIT_PX), 0.085 * UNIT_PX), palette, 0)


def _symbol_spots(count: int, rng: np.random.Generator) -> list[Spot]:
    """Places clear of price and animal, and mostly of the roads."""
    spread = [(0.74, 0.27), (0.72, 0.73), (0.36, 0.70)]
    order = [int(rng.integers(2))] if count == 1 else list(range(count))
    jitter = rng.uniform(-0.03, 0.03, (3, 2))
    return [((spread[i][0] + jitter[i][0]) * UNIT_PX, (spread[i][1] + jitter[i][1]) * UNIT_PX) for i in order]


def draw_border(canvas: Picture, share: float, palette: Palette) -> None:
    """Draw the tile's printed edge."""
    if share > 0:
        width = max(2, round(share * UNIT_PX))
        cv2.rectangle(canvas, (0, 0), (canvas.shape[1] - 1, canvas.shape[0] - 1), palette.dark, width)


def sketch_tile(content: TileContent, style: Style, ink: Ink, rng: np.random.Generator) -> Picture:
    """Return the drawing of a tile, UNIT_PX square, before the family's finish."""
    palette = palette_of(ink, content.colour)
    canvas = BACKDROPS[style.backdrop]((UNIT_PX, UNIT_PX), palette, rng)
    _scatter(canvas, palette, rng)
    draw_roads(canvas, content, style, palette, rng)
    shown = content.symbols[:3]
    for symbol, at in zip(shown, _symbol_spots(len(shown), rng), strict=True):
        place = Place(at, style.motif_share * UNIT_PX, float(rng.uniform(-8, 8)))
        _draw_symbol(canvas, symbol, place, style, palette)
    if content.price:
        _draw_price(canvas, content, style, palette)
    draw_border(canvas, style.border_share, palette)
    return canvas


def _scatter(canvas: Picture, palette: Palette, rng: np.random.Generator) -> None:
    """A few small ornaments which make two tiles with the same roads and emblems differ."""
    for _ in range(int(rng.integers(3, 8))):
        name = ("flower", "lotus", "star", "tree")[int(rng.integers(4))]
        at = (float(rng.uniform(0.08, 0.92)) * UNIT_PX, float(rng.uniform(0.08, 0.92)) * UNIT_PX)
        draw_motif(canvas, name, Place(at, UNIT_PX * float(rng.uniform(0.035, 0.07))), palette, 0)
