"""Random tile art, drawn by code, in unrelated families; nothing here resembles one box on purpose.

A *style* is one look (palette, ground, brush, kind of symbols); a *set* is many tiles of one style, as in a real box,
so that a network has to tell near twins apart: siblings share every layer but one.
Pictures are BGR uint8, `SIDE` pixels square.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Rng = np.random.Generator
SIDE = 96

Colour = tuple[int, int, int]
Inks = tuple[Colour, Colour]
"""Fill and outline."""


def random_colour(rng: Rng, saturation: tuple[int, int] = (30, 255), value: tuple[int, int] = (40, 255)) -> Colour:
    hsv = np.uint8([[[rng.integers(0, 180), rng.integers(*saturation), rng.integers(*value)]]])
    b, g, r = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0]
    return int(b), int(g), int(r)


def nearby(rng: Rng, colour: Colour, spread: int) -> Colour:
    b, g, r = np.clip(np.array(colour) + rng.integers(-spread, spread + 1, 3), 0, 255)
    return int(b), int(g), int(r)


def noise(rng: Rng, octaves: tuple[int, ...]) -> NDArray[np.float32]:
    """Smooth noise in 0..1, one bicubic layer per octave (cells across the tile)."""
    total = np.zeros((SIDE, SIDE), np.float32)
    for level, cells in enumerate(octaves):
        grid = rng.random((cells + 1, cells + 1)).astype(np.float32)
        total += cv2.resize(grid, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC) / (1.6**level)
    low, high = total.min(), total.max()
    return (total - low) / max(high - low, 1e-6)


def mix(low: Colour, high: Colour, weight: NDArray[np.float32]) -> Image:
    ramp = np.asarray(low, np.float32) * (1 - weight[..., None]) + np.asarray(high, np.float32) * weight[..., None]
    return np.clip(ramp, 0, 255).astype(np.uint8)


# --- grounds -----------------------------------------------------------------------------------------------------


def ground_noise(rng: Rng, palette: list[Colour]) -> Image:
    octaves = tuple(int(v) for v in rng.integers(2, 30, int(rng.integers(1, 4))))
    return mix(palette[0], palette[1], noise(rng, octaves))


def ground_flat(rng: Rng, palette: list[Colour]) -> Image:
    ramp = np.linspace(0, 1, SIDE, dtype=np.float32)[None].repeat(SIDE, 0)
    return mix(palette[0], nearby(rng, palette[0], 25), np.rot90(ramp, rng.integers(0, 4)).copy())


def ground_stripes(rng: Rng, palette: list[Colour]) -> Image:
    ys, xs = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    angle, period = rng.uniform(0, np.pi), rng.uniform(5, 30)
    wave = np.sin((xs * np.cos(angle) + ys * np.sin(angle)) * 2 * np.pi / period + 6 * noise(rng, (3,)) * rng.random())
    return mix(palette[0], palette[1], np.clip(wave * rng.uniform(0.6, 4) + 0.5, 0, 1).astype(np.float32))


def ground_mosaic(rng: Rng, palette: list[Colour]) -> Image:
    count = int(rng.integers(6, 60))
    seeds = rng.random((count, 2)).astype(np.float32) * SIDE
    ys, xs = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    nearest = np.argmin((xs[..., None] - seeds[:, 0]) ** 2 + (ys[..., None] - seeds[:, 1]) ** 2, axis=2)
    colours = np.array([nearby(rng, palette[int(rng.integers(0, 2))], 25) for _ in range(count)], np.uint8)
    return colours[nearest]


def ground_blobs(rng: Rng, palette: list[Colour]) -> Image:
    field = noise(rng, (int(rng.integers(3, 14)), int(rng.integers(6, 24))))
    return mix(palette[0], palette[1], np.clip((field - 0.5) * rng.uniform(3, 25) + 0.5, 0, 1).astype(np.float32))


def ground_stamps(rng: Rng, palette: list[Colour]) -> Image:
    """Many small marks: leaves, grass, pebbles, waves."""
    image = ground_flat(rng, palette) if rng.random() < 0.5 else ground_noise(rng, palette)
    kind, size = int(rng.integers(0, 4)), float(rng.uniform(1.5, 9))
    for x, y in rng.integers(0, SIDE, (int(rng.integers(15, 110)), 2)):
        colour = nearby(rng, palette[1], 30)
        centre, radius = (int(x), int(y)), max(1, int(size * rng.uniform(0.6, 1.3)))
        if kind == 0:
            cv2.circle(image, centre, radius, colour, -1, cv2.LINE_AA)
        elif kind == 1:
            cv2.line(image, centre, (int(x + rng.integers(-3, 4)), int(y - 2 * radius)), colour, 1, cv2.LINE_AA)
        elif kind == 2:
            cv2.ellipse(image, centre, (radius, max(1, radius // 2)), float(rng.uniform(0, 180)), 0, 360, colour, -1)
        else:
            cv2.ellipse(image, centre, (radius, radius), 0, 180, 360, colour, 1, cv2.LINE_AA)
    return image


GROUNDS: list[Callable[[Rng, list[Colour]], Image]] = [
    ground_noise,
    ground_flat,
    ground_stripes,
    ground_mosaic,
    ground_blobs,
    ground_stamps,
    ground_stamps,
]

# --- things on the ground ------------------------------------------------------------------------------------------


def put_road(image: Image, rng: Rng, inks: Inks, ends: tuple[int, ...], width: int) -> None:
    """A path from the middle of each of the `ends` (0 top, clockwise) to a centre."""
    colour, edge = inks
    centre = np.array([SIDE / 2, SIDE / 2]) + rng.uniform(-8, 8, 2)
    targets = {0: (SIDE / 2, -4), 1: (SIDE + 4, SIDE / 2), 2: (SIDE / 2, SIDE + 4), 3: (-4, SIDE / 2)}
    for pen, tone in ((width + 4, edge), (width, colour)):
        for end in ends:
            bend = (centre + np.array(targets[end])) / 2 + rng.uniform(-1, 1, 2)
            steps = np.linspace(0, 1, 8)[:, None]
            curve = (1 - steps) ** 2 * centre + 2 * steps * (1 - steps) * bend + steps**2 * np.array(targets[end])
            cv2.polylines(image, [curve.astype(np.int32)], False, tone, pen, cv2.LINE_AA)


def put_polygon(image: Image, rng: Rng, centre: tuple[int, int], size: float, inks: Inks) -> None:
    colour, edge = inks
    corners = int(rng.integers(3, 9))
    angles = np.linspace(0, 2 * np.pi, corners, endpoint=False) + rng.uniform(0, np.pi)
    radii = size * rng.uniform(0.45, 1.0, corners)
    points = np.stack([centre[0] + radii * np.cos(angles), centre[1] + radii * np.sin(angles)], 1).astype(np.int32)
    cv2.fillPoly(image, [points], colour, cv2.LINE_AA)
    cv2.polylines(image, [points], True, edge, int(rng.integers(1, 3)), cv2.LINE_AA)


def put_house(image: Image, rng: Rng, centre: tuple[int, int], size: float, inks: Inks) -> None:
    colour, edge = inks
    x, y, s = centre[0], centre[1], max(4, int(size * 0.7))
    cv2.rectangle(image, (x - s, y - s // 3), (x + s, y + s), colour, -1)
    roof = nearby(rng, edge, 60)
    if rng.random() < 0.5:
        cv2.fillPoly(image, [np.array([(x - s - 2, y - s // 3), (x + s + 2, y - s // 3), (x, y - s - s // 2)])], roof)
    else:
        cv2.ellipse(image, (x, y - s // 3), (s, s), 0, 180, 360, roof, -1, cv2.LINE_AA)
    for k in range(int(rng.integers(0, 4))):
        cv2.rectangle(image, (x - s + 3 + 6 * k, y), (x - s + 6 + 6 * k, y + 5), edge, -1)


def put_rings(image: Image, rng: Rng, centre: tuple[int, int], size: float, inks: Inks) -> None:
    colour, edge = inks
    for k in range(int(rng.integers(1, 4))):
        tone = colour if k % 2 == 0 else edge
        axes = (max(2, int(size * (1 - 0.3 * k))), max(2, int(size * (1 - 0.3 * k) * rng.uniform(0.5, 1))))
        cv2.ellipse(image, centre, axes, float(rng.uniform(0, 180)), 0, 360, tone, -1, cv2.LINE_AA)


def put_glyph(image: Image, rng: Rng, centre: tuple[int, int], size: float, inks: Inks) -> None:
    colour, edge = inks
    word = chr(int(rng.integers(33, 126)))
    font, scale = int(rng.integers(0, 8)), size / 13
    (w, h), _ = cv2.getTextSize(word, font, scale, 2)
    at = (centre[0] - w // 2, centre[1] + h // 2)
    cv2.putText(image, word, at, font, scale, edge, 5, cv2.LINE_AA)
    cv2.putText(image, word, at, font, scale, colour, 2, cv2.LINE_AA)


def put_flower(image: Image, rng: Rng, centre: tuple[int, int], size: float, inks: Inks) -> None:
    colour, edge = inks
    petals = int(rng.integers(3, 10))
    for k in range(petals):
        angle = 360 * k / petals
        away = (size * 0.55 * np.cos(np.radians(angle)), size * 0.55 * np.sin(np.radians(angle)))
        spot = (int(centre[0] + away[0]), int(centre[1] + away[1]))
        axes = (max(1, int(size * 0.45)), max(1, int(size * 0.22)))
        cv2.ellipse(image, spot, axes, angle, 0, 360, colour, -1, cv2.LINE_AA)
    cv2.circle(image, centre, max(1, int(size * 0.25)), edge, -1, cv2.LINE_AA)


def put_scribble(image: Image, rng: Rng, centre: tuple[int, int], size: float, inks: Inks) -> None:
    colour, edge = inks
    walk = np.cumsum(rng.uniform(-1, 1, (int(rng.integers(4, 14)), 2)), 0)
    walk = (walk - walk.mean(0)) / max(np.abs(walk).max(), 1e-6) * size + np.array(centre)
    cv2.polylines(image, [walk.astype(np.int32)], rng.random() < 0.3, edge, 5, cv2.LINE_AA)
    cv2.polylines(image, [walk.astype(np.int32)], False, colour, 2, cv2.LINE_AA)


def put_blob(image: Image, rng: Rng, centre: tuple[int, int], size: float, inks: Inks) -> None:
    """An animal-like lump: body, head, legs."""
    colour, edge = inks
    x, y = centre
    flip = 1 if rng.random() < 0.5 else -1
    s = max(4, int(size * 0.8))
    for k in (-1, 0, 1):
        cv2.line(image, (x + k * s // 2, y), (x + k * s // 2 + int(rng.integers(-2, 3)), y + s), colour, 3, cv2.LINE_AA)
    cv2.ellipse(image, (x, y), (s, max(2, s // 2)), float(rng.uniform(-20, 20)), 0, 360, colour, -1, cv2.LINE_AA)
    cv2.circle(image, (x + flip * s, y - s // 2), max(2, s // 3), nearby(rng, colour, 30), -1, cv2.LINE_AA)
    cv2.circle(image, (x + flip * s, y - s // 2), 1, edge, -1)


THINGS = [put_polygon, put_house, put_rings, put_glyph, put_flower, put_scribble, put_blob]
ROADS: list[tuple[int, ...]] = [(0, 1), (0, 2), (0, 1, 2), (0, 1, 2, 3), (0,), (1, 3), (2, 3), (1, 2, 3), (0, 3), ()]


@dataclass(frozen=True, slots=True)
class Style:
    """One look: what all tiles of a set share."""

    palette: tuple[Colour, ...]
    ground: int
    has_roads: bool
    road: Colour
    road_edge: Colour
    road_width: int
    frame: int
    """Width of a printed border, 0 for none."""
    things: tuple[int, ...]
    wash: float
    """0..1: how much a paper-like texture lies over everything."""
    shared_ground: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """One tile: the seeds of its layers; a sibling changes one of them."""

    ground_seed: int
    tone: int
    road: int
    road_seed: int
    things_seed: int
    count: int


def random_style(rng: Rng) -> Style:
    muted = rng.random() < 0.4
    saturation = (10, 110) if muted else (60, 255)
    palette = tuple(random_colour(rng, saturation) for _ in range(8))
    return Style(
        palette=palette,
        ground=int(rng.integers(0, len(GROUNDS))),
        has_roads=bool(rng.random() < 0.5),
        road=random_colour(rng, (0, 120), (90, 255)),
        road_edge=random_colour(rng, (0, 160), (10, 160)),
        road_width=int(rng.integers(6, 18)),
        frame=int(rng.integers(1, 6)) if rng.random() < 0.4 else 0,
        things=tuple(int(v) for v in rng.choice(len(THINGS), int(rng.integers(1, 4)), replace=False)),
        wash=float(rng.random() * 0.5),
        shared_ground=bool(rng.random() < 0.35),
    )


def random_plan(rng: Rng, style: Style) -> Plan:
    return Plan(
        ground_seed=17 if style.shared_ground else int(rng.integers(0, 1 << 30)),
        tone=0 if style.shared_ground and rng.random() < 0.6 else int(rng.integers(0, 4)),
        road=int(rng.integers(0, len(ROADS))),
        road_seed=int(rng.integers(0, 1 << 30)),
        things_seed=int(rng.integers(0, 1 << 30)),
        count=int(rng.integers(1, 6)),
    )


def sibling(rng: Rng, plan: Plan) -> Plan:
    """The same tile with one layer drawn anew."""
    choice = rng.integers(0, 4)
    if choice == 0:
        return replace(plan, road=int(rng.integers(0, len(ROADS))), road_seed=int(rng.integers(0, 1 << 30)))
    if choice == 1:
        return replace(plan, tone=(plan.tone + 1 + int(rng.integers(0, 3))) % 4)
    return replace(plan, things_seed=int(rng.integers(0, 1 << 30)), count=int(rng.integers(1, 6)))


def draw_things(image: Image, rng: Rng, style: Style, count: int) -> None:
    for _ in range(count):
        put = THINGS[style.things[int(rng.integers(0, len(style.things)))]]
        centre = (int(rng.integers(16, SIDE - 16)), int(rng.integers(16, SIDE - 16)))
        tone, edge = (style.palette[int(rng.integers(2, len(style.palette)))] for _ in range(2))
        put(image, rng, centre, float(rng.uniform(8, 30)), (nearby(rng, tone, 15), edge))


def draw(style: Style, plan: Plan) -> Image:
    """Draw one tile; the same style and plan give the same picture."""
    rng = np.random.default_rng(plan.ground_seed)
    low = style.palette[(2 * plan.tone) % len(style.palette)]
    high = style.palette[(2 * plan.tone + 1) % len(style.palette)]
    image = np.ascontiguousarray(GROUNDS[style.ground](rng, [low, nearby(rng, high, 10)]))
    if style.has_roads:
        road_rng = np.random.default_rng(plan.road_seed)
        put_road(image, road_rng, (style.road, style.road_edge), ROADS[plan.road], style.road_width)
    draw_things(image, np.random.default_rng(plan.things_seed), style, plan.count)
    if style.frame:
        cv2.rectangle(image, (0, 0), (SIDE - 1, SIDE - 1), style.road_edge, style.frame)
    if style.wash > 0.1:
        shade = 1 - style.wash * 0.6 * (noise(np.random.default_rng(plan.ground_seed + 1), (4, 24)) - 0.5)
        image = np.clip(image * shade[..., None], 0, 255).astype(np.uint8)
    return image


def draw_set(rng: Rng, count: int) -> NDArray[np.uint8]:
    """A set of `count` tiles of one style, shape (count, SIDE, SIDE, 3); two in five are siblings of another one."""
    style = random_style(rng)
    plans: list[Plan] = []
    while len(plans) < count:
        close = bool(plans) and rng.random() < 0.4
        plans.append(sibling(rng, plans[int(rng.integers(0, len(plans)))]) if close else random_plan(rng, style))
    return np.stack([draw(style, plan) for plan in plans])


def draw_kind(rng: Rng, count: int) -> NDArray[np.uint8]:
    """`count` pictures of one kind of land: the same two colours and ground, other noise, other things on it."""
    ground = int(rng.integers(0, len(GROUNDS)))
    low = random_colour(rng, (0, 255), (20, 255))
    high = nearby(rng, low, 70) if rng.random() < 0.7 else random_colour(rng)
    look_seed = int(rng.integers(0, 1 << 30))
    pictures = []
    for _ in range(count):
        style = replace(random_style(rng), ground=ground, palette=(low, high, *random_style(rng).palette[2:]))
        own = np.random.default_rng(look_seed)  # the same brush sizes, then its own places
        image = np.ascontiguousarray(GROUNDS[ground](own, [low, high]))
        image = np.roll(image, tuple(rng.integers(0, SIDE, 2)), (0, 1))
        image = np.ascontiguousarray(np.rot90(image, rng.integers(0, 4)))
        draw_things(image, rng, style, int(rng.choice([0, 0, 1, 1, 2, 3])))
        pictures.append(image)
    return np.stack(pictures)
