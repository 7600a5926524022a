"""Printed art and table tops, drawn by us. A family is a function (rng, height, width) -> float32 RGB in 0..1.

The families used for training and for testing are unrelated (`TRAIN_FAMILIES`, `TEST_FAMILIES`): a reader that learned
one look by heart fails on the others.
"""

from __future__ import annotations

import colorsys

import cv2
import numpy as np

from .backdrops_base import Family, Picture, any_colour, between, noise
from .ornaments import ORNAMENTS


def _grid(height: int, width: int) -> tuple[Picture, Picture]:
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    return ys, xs


def wood(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Planks with grain."""
    ys, xs = _grid(height, width)
    plank_px = rng.uniform(60, 260)
    plank = np.floor(ys / plank_px)
    shift = rng.random(int(plank.max()) + 1).astype(np.float32)[plank.astype(int)]
    bend = noise(rng, height, width, 220) * rng.uniform(20, 70)
    rings = 0.5 + 0.5 * np.sin((ys + bend) * rng.uniform(0.15, 0.6) + shift * 40 + xs * rng.uniform(0.0, 0.02))
    fibre = cv2.blur(rng.random((height, width)).astype(np.float32), (31, 1))
    field = np.clip(0.55 * rings + 0.8 * (fibre - 0.5) + 0.35 * shift, 0, 1)
    dark = np.array(colorsys.hsv_to_rgb(rng.uniform(0.04, 0.11), rng.uniform(0.3, 0.75), rng.uniform(0.15, 0.5)))
    light = np.clip(dark * rng.uniform(1.2, 2.2), 0, 1)
    art = dark + field[..., None] * (light - dark)
    art[(ys % plank_px) < 1.5] *= 0.5
    return art.astype(np.float32)


def felt(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Cloth of one colour with fibres."""
    fibre = noise(rng, height, width, rng.uniform(2, 5), 2) * 0.5 + noise(rng, height, width, 160) * 0.5
    return any_colour(rng) * (0.7 + 0.5 * fibre[..., None])


def mosaic(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Squares, each with its own colour and sometimes a disc or a rhombus."""
    cell = int(rng.integers(24, 90))
    art = np.empty((height, width, 3), np.float32)
    palette = [any_colour(rng) for _ in range(int(rng.integers(3, 8)))]
    for top in range(0, height, cell):
        for left in range(0, width, cell):
            art[top : top + cell, left : left + cell] = palette[rng.integers(len(palette))]
            ink = palette[rng.integers(len(palette))].tolist()
            middle = (left + cell // 2, top + cell // 2)
            if rng.random() < 0.35:
                cv2.circle(art, middle, int(cell * rng.uniform(0.1, 0.45)), ink, -1, cv2.LINE_AA)
            elif rng.random() < 0.3:
                half = int(cell * 0.45)
                turn = np.array([[0, -half], [half, 0], [0, half], [-half, 0]]) + middle
                cv2.fillConvexPoly(art, turn.astype(np.int32), ink, cv2.LINE_AA)
    return art


def mandala(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Petals around several centres."""
    ys, xs = _grid(height, width)
    field = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(2, 6))):
        cy, cx = rng.uniform(0, height), rng.uniform(0, width)
        radius, angle = np.hypot(ys - cy, xs - cx), np.arctan2(ys - cy, xs - cx)
        petals = int(rng.integers(4, 17))
        wave = np.cos(radius * rng.uniform(0.05, 0.3) + 2.5 * np.cos(angle * petals))
        field = np.where(radius < rng.uniform(120, 400), wave * 0.5 + 0.5, field)
    return between(rng, field, int(rng.integers(3, 6)))


def regions(rng: np.random.Generator, height: int, width: int) -> Picture:
    """A map: patches of land with borders."""
    count = int(rng.integers(12, 90))
    seeds = rng.random((count, 2)).astype(np.float32) * (height, width)
    ys, xs = _grid(height // 2, width // 2)
    ys, xs = (
        ys * 2 + noise(rng, height // 2, width // 2, 40) * 40,
        xs * 2 + noise(rng, height // 2, width // 2, 40) * 40,
    )
    gap = np.stack([np.hypot(ys - y, xs - x) for y, x in seeds])
    order = np.sort(gap, 0)[:2]
    art = np.stack([any_colour(rng, 0.8) for _ in range(count)])[gap.argmin(0)]
    art[(order[1] - order[0]) < rng.uniform(2, 8)] = any_colour(rng)
    return cv2.resize(art, (width, height), interpolation=cv2.INTER_LINEAR)


def foliage(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Overlapping leaves and drops."""
    art = np.empty((height, width, 3), np.float32)
    art[:] = any_colour(rng)
    palette = [any_colour(rng) for _ in range(5)]
    for _ in range(int(rng.integers(150, 700))):
        centre = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        axes = (int(rng.uniform(4, 34)), int(rng.uniform(2, 14)))
        ink = (palette[rng.integers(5)] * rng.uniform(0.7, 1.1)).clip(0, 1).tolist()
        cv2.ellipse(art, centre, axes, float(rng.uniform(0, 180)), 0, 360, ink, -1, cv2.LINE_AA)
    return art


def paper(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Pale paper or a plain desk, softly shaded."""
    ground = 1 - rng.random() * 0.5 * (1 - any_colour(rng, 0.25))
    return (ground * (0.85 + 0.15 * noise(rng, height, width, 300)[..., None])).astype(np.float32)


def stripes(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Bands and a checker of lines."""
    ys, xs = _grid(height, width)
    turn = rng.uniform(0, np.pi)
    along = xs * np.cos(turn) + ys * np.sin(turn)
    across = ys * np.cos(turn) - xs * np.sin(turn)
    field = (np.sin(along / rng.uniform(3, 25)) > 0) * 0.6 + (np.sin(across / rng.uniform(5, 60)) > 0.8) * 0.4
    return between(rng, field.astype(np.float32), 3)


def marble(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Veined stone."""
    _, xs = _grid(height, width)
    field = np.abs(np.sin(xs * rng.uniform(0.004, 0.02) + noise(rng, height, width, 200, 6) * rng.uniform(6, 16)))
    return between(rng, field**0.5, 3, 0.6)


def weave(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Coarse woven cloth of two yarns with a border pattern."""
    ys, xs = _grid(height, width)
    pitch = rng.uniform(4, 11)
    over = (np.floor(ys / pitch) + np.floor(xs / pitch)) % 2
    sheen = np.where(over > 0, np.abs(np.sin(ys / pitch * np.pi)), np.abs(np.sin(xs / pitch * np.pi)))
    art = np.where(over[..., None] > 0, any_colour(rng), any_colour(rng)) * (0.55 + 0.45 * sheen[..., None])
    band = (ys % rng.uniform(90, 200)) < rng.uniform(10, 40)
    art[band] = art[band] * 0.4 + any_colour(rng) * 0.6
    return art.astype(np.float32)


def arcades(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Rows of arches, doors and windows, as a printed palace."""
    art = between(rng, noise(rng, height, width, 300), 2)
    row = int(rng.integers(50, 120))
    for top in range(0, height, row):
        wide = int(rng.integers(22, 70))
        ink, deep = any_colour(rng).tolist(), any_colour(rng).tolist()
        for left in range(0, width, wide):
            foot, centre = top + row - 4, left + wide // 2
            cv2.rectangle(art, (left + 3, top + row // 2), (left + wide - 3, foot), ink, -1)
            cv2.ellipse(art, (centre, top + row // 2), (wide // 2 - 3, row // 3), 0, 180, 360, ink, -1, cv2.LINE_AA)
            cv2.circle(art, (centre, top + row // 2 + 6), wide // 6, deep, -1, cv2.LINE_AA)
    return art


def lanterns(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Strings of paper lanterns with ribs and a flame inside, hung across an evening sky."""
    art = between(rng, noise(rng, height, width, 350), 3)
    cord, flame = any_colour(rng).tolist(), any_colour(rng).tolist()
    for top in range(-20, height, int(rng.integers(45, 110))):
        sag, step = rng.uniform(5, 30), int(rng.integers(26, 80))
        for left in range(0, width, step):
            x, y = left + step // 2, int(top + sag * np.sin(left / width * np.pi * 3))
            wide, tall = int(step * rng.uniform(0.2, 0.42)), int(step * rng.uniform(0.25, 0.5))
            body, rib = any_colour(rng).tolist(), any_colour(rng).tolist()
            cv2.line(art, (left, y - tall), (left + step, y - tall), cord, 1, cv2.LINE_AA)
            cv2.ellipse(art, (x, y), (wide, tall), 0, 0, 360, body, -1, cv2.LINE_AA)
            for share in (0.35, 0.75):
                cv2.ellipse(art, (x, y), (max(1, int(wide * share)), tall), 0, 0, 360, rib, 1, cv2.LINE_AA)
            cv2.ellipse(art, (x, y), (max(1, wide // 4), max(2, tall // 3)), 0, 0, 360, flame, -1, cv2.LINE_AA)
            cv2.rectangle(art, (x - wide // 2, y + tall - 2), (x + wide // 2, y + tall + 2), rib, -1)
            cv2.line(art, (x, y + tall), (x, y + tall + step // 5), cord, 1, cv2.LINE_AA)
    return art


def stars(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Dots like pips, rings and writing-like strokes on a ground: the meanest art for a reader of dots."""
    art = between(rng, noise(rng, height, width, 250), 2)
    ink = any_colour(rng).tolist()
    for _ in range(int(rng.integers(80, 400))):
        centre = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        radius = int(rng.uniform(1, 7))
        cv2.circle(art, centre, radius, ink, -1 if rng.random() < 0.8 else 1, cv2.LINE_AA)
    for _ in range(int(rng.integers(10, 60))):
        start = rng.uniform(0, 1, 2) * (width, height)
        path = start + np.cumsum(rng.normal(0, 7, (int(rng.integers(3, 14)), 2)), 0)
        cv2.polylines(art, [path.astype(np.int32)], False, ink, int(rng.integers(1, 3)), cv2.LINE_AA)
    return art


def lattice(rng: np.random.Generator, height: int, width: int) -> Picture:
    """A screen of crossing bars with studs where they meet."""
    ys, xs = _grid(height, width)
    pitch, turn = rng.uniform(16, 60), rng.uniform(0, np.pi)
    along, across = xs * np.cos(turn) + ys * np.sin(turn), ys * np.cos(turn) - xs * np.sin(turn)
    bars = (np.abs(along % pitch - pitch / 2) < pitch * 0.12) | (np.abs(across % pitch - pitch / 2) < pitch * 0.12)
    studs = np.hypot(along % pitch - pitch / 2, across % pitch - pitch / 2) < pitch * rng.uniform(0.15, 0.3)
    art = between(rng, noise(rng, height, width, 200), 3)
    art[bars] = any_colour(rng)
    art[studs] = any_colour(rng)
    return art


def scales(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Overlapping round scales, each with an eye, as on a peacock."""
    art = between(rng, noise(rng, height, width, 200), 2)
    size = int(rng.integers(12, 48))
    inks = [any_colour(rng).tolist() for _ in range(4)]
    for row, y in enumerate(range(0, height + size, size // 2)):
        for x in range(-size + (row % 2) * size // 2, width + size, size):
            cv2.circle(art, (x, y), size // 2, inks[row % 2], -1, cv2.LINE_AA)
            cv2.circle(art, (x, y), size // 2, inks[2], 1, cv2.LINE_AA)
            cv2.circle(art, (x, y + size // 8), max(1, size // 7), inks[3], -1, cv2.LINE_AA)
    return art


def brocade(rng: np.random.Generator, height: int, width: int) -> Picture:
    """One random small drawing repeated all over the cloth."""
    side = int(rng.integers(30, 120))
    cell = np.empty((side, side, 3), np.float32)
    cell[:] = any_colour(rng)
    for _ in range(int(rng.integers(4, 16))):
        at = tuple(int(v) for v in rng.integers(0, side, 2))
        if rng.random() < 0.5:
            cv2.circle(cell, at, int(rng.integers(1, max(2, side // 6))), any_colour(rng).tolist(), -1, cv2.LINE_AA)
        else:
            to = tuple(int(v) for v in rng.integers(0, side, 2))
            cv2.line(cell, at, to, any_colour(rng).tolist(), int(rng.integers(1, 6)), cv2.LINE_AA)
    return np.tile(cell, (height // side + 1, width // side + 1, 1))[:height, :width].copy()


TRAIN_FAMILIES: dict[str, Family] = {
    **{f.__name__: f for f in (wood, felt, mosaic, mandala, regions, foliage, paper, stripes, arcades)},
    **ORNAMENTS,
}
# Thresholds are fitted on art the networks have not learned, and that is not tested either.
VALIDATION_FAMILIES: dict[str, Family] = {f.__name__: f for f in (lattice, scales, brocade)}
TEST_FAMILIES: dict[str, Family] = {f.__name__: f for f in (marble, weave, lanterns, stars)}


def table_top(
    rng: np.random.Generator, families: dict[str, Family], height: int, width: int
) -> tuple[Picture, list[str]]:
    """Return a table of one family with printed boards of others lying on it, and the names of the families used."""
    names = [str(name) for name in rng.choice(list(families), 3)]
    art = families[names[0]](rng, height, width).copy()
    for name in names[1:]:
        if rng.random() < 0.3:
            continue
        board = families[name](rng, height, width)
        box = cv2.boxPoints(
            (
                (float(rng.uniform(0, width)), float(rng.uniform(0, height))),
                (float(rng.uniform(0.3, 0.9) * width), float(rng.uniform(0.3, 0.9) * height)),
                float(rng.uniform(0, 90)),
            )
        )
        mask = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(mask, box.astype(np.int32), 1)
        art[mask > 0] = board[mask > 0]
        if rng.random() < 0.5:
            cv2.polylines(art, [box.astype(np.int32)], True, any_colour(rng).tolist(), int(rng.integers(1, 8)))
    return np.clip(art, 0.02, 0.98), names
