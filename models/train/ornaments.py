"""Printed ornament for training: everything that looks a little like pips, faces or edges, and is none of them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from .backdrops_base import Picture, any_colour, between, noise

Ink = list[float]


def _inks(rng: np.random.Generator, count: int) -> list[Ink]:
    return [any_colour(rng).tolist() for _ in range(count)]


def _ground(rng: np.random.Generator, height: int, width: int) -> Picture:
    return np.ascontiguousarray(between(rng, noise(rng, height, width, rng.uniform(80, 400)), int(rng.integers(2, 4))))


def _spot(rng: np.random.Generator, height: int, width: int) -> tuple[int, int]:
    return int(rng.uniform(0, width)), int(rng.uniform(0, height))


def _write(rng: np.random.Generator, art: Picture, text: str, at: tuple[int, int], size: float, ink: Ink) -> None:
    """Write on the art; only byte pictures can be written on, so the letters go through a mask."""
    top, foot = max(0, int(at[1] - 40 * size)), max(1, min(art.shape[0], int(at[1] + 20 * size)))
    if foot <= top:
        return
    mask = np.zeros((foot - top, art.shape[1]), np.uint8)
    place = (at[0], at[1] - top)
    cv2.putText(mask, text, place, int(rng.integers(0, 8)), size, 255, int(rng.integers(1, 4)), cv2.LINE_AA)
    share = (mask / np.float32(255))[..., None]
    art[top:foot] += share * (np.array(ink, np.float32) - art[top:foot])


def rosettes(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Flowers and wheels: rings of drops and beads around a middle."""
    art, inks = _ground(rng, height, width), _inks(rng, 6)
    for _ in range(int(rng.integers(20, 90))):
        x, y = _spot(rng, height, width)
        radius, arms = rng.uniform(8, 60), int(rng.integers(3, 13))
        cv2.circle(art, (x, y), int(radius), inks[rng.integers(6)], -1 if rng.random() < 0.6 else 2, cv2.LINE_AA)
        ink, bead = inks[rng.integers(6)], max(1, int(radius * rng.uniform(0.06, 0.25)))
        for ring in rng.uniform(0.3, 0.95, int(rng.integers(1, 3))):
            for angle in np.arange(arms) * 2 * np.pi / arms + rng.uniform(0, 6):
                spot = (int(x + ring * radius * np.cos(angle)), int(y + ring * radius * np.sin(angle)))
                cv2.circle(art, spot, bead, ink, -1, cv2.LINE_AA)
        if rng.random() < 0.7:
            cv2.circle(
                art, (x, y), max(1, int(radius * rng.uniform(0.08, 0.4))), inks[rng.integers(6)], -1, cv2.LINE_AA
            )
    return art


def script(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Lines of letters and numbers in many sizes."""
    art, y = _ground(rng, height, width), 0.0
    while y < height:
        size = rng.uniform(0.3, 1.8)
        letters = "".join(chr(int(c)) for c in rng.integers(33, 126, int(width / (8 * size)) + 4))
        _write(rng, art, letters, (-int(rng.uniform(0, 40)), int(y)), size, any_colour(rng).tolist())
        y += size * rng.uniform(24, 60)
    return art


def _dots(rng: np.random.Generator) -> NDArray[np.float64]:
    """Places of beads in a panel from -0.5 to 0.5: rows, columns, triangles, heaps, never a die's pattern."""
    way = rng.integers(4)
    if way == 0:
        rows, columns = ((1, 3), (1, 4), (3, 3), (2, 4), (3, 4), (4, 4), (1, 5))[rng.integers(7)]
        grid = np.stack(np.meshgrid(np.linspace(-0.36, 0.36, columns), np.linspace(-0.3, 0.3, rows)), -1)
        return grid.reshape(-1, 2)
    if way == 1:
        angles = np.arange(int(rng.choice([3, 7, 8]))) + rng.uniform(0, 6)
        return 0.3 * np.stack([np.cos(angles * 2 * np.pi / len(angles)), np.sin(angles * 2 * np.pi / len(angles))], -1)
    return rng.uniform(-0.42, 0.42, (int(rng.integers(7, 14)), 2))


def panels(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Squares and plates with a rim, holding beads, letters, smaller squares or nothing."""
    art, inks = _ground(rng, height, width), _inks(rng, 7)
    for _ in range(int(rng.integers(40, 200))):
        x, y = _spot(rng, height, width)
        side, turn = rng.uniform(10, 70), rng.choice([0.0, rng.uniform(0, 90)])
        shape = (side, side * rng.choice([1.0, rng.uniform(0.4, 2)]))
        plate = cv2.boxPoints(((x, y), shape, float(turn))).astype(np.int32)
        cv2.fillConvexPoly(art, plate, inks[rng.integers(7)], cv2.LINE_AA)
        if rng.random() < 0.6:
            cv2.polylines(art, [plate], True, inks[rng.integers(7)], int(rng.integers(1, 4)), cv2.LINE_AA)
        _fill_panel(rng, art, (x, y), side, inks)
    return art


def _fill_panel(rng: np.random.Generator, art: Picture, at: tuple[int, int], side: float, inks: list[Ink]) -> None:
    ink, way = inks[rng.integers(7)], rng.random()
    if way < 0.45:
        bead = max(1, int(side * rng.uniform(0.05, 0.13)))
        for dx, dy in _dots(rng) * side:
            cv2.circle(art, (int(at[0] + dx), int(at[1] + dy)), bead, ink, -1, cv2.LINE_AA)
    elif way < 0.6:
        letter = chr(int(rng.integers(48, 91)))
        place = (int(at[0] - side * 0.3), int(at[1] + side * 0.3))
        _write(rng, art, letter, place, side / 34, ink)
    elif way < 0.8:
        inner = cv2.boxPoints((at, (side * 0.5, side * 0.5), float(rng.uniform(0, 90)))).astype(np.int32)
        cv2.fillConvexPoly(art, inner, ink, cv2.LINE_AA)


def bevels(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Blocks and stones drawn as if they stood out: lit tops, dark sides, facets."""
    art = _ground(rng, height, width)
    for _ in range(int(rng.integers(30, 140))):
        x, y = _spot(rng, height, width)
        side, lean = rng.uniform(8, 55), rng.uniform(0, 2 * np.pi)
        top = any_colour(rng)
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2
        if rng.random() < 0.4:
            count = int(rng.integers(5, 9))
            angles = np.arange(count) * 2 * np.pi / count
            corners = np.stack([np.cos(angles), np.sin(angles)], -1) * side / 2
        turn = rng.uniform(0, np.pi)
        turned = corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + (x, y)
        foot = turned + side * rng.uniform(0.1, 0.5) * np.array([np.cos(lean), np.sin(lean)])
        hull = cv2.convexHull(np.concatenate([turned, foot]).astype(np.float32)).astype(np.int32)
        cv2.fillConvexPoly(art, hull, (top * 0.5).tolist(), cv2.LINE_AA)
        cv2.fillConvexPoly(art, turned.astype(np.int32), top.tolist(), cv2.LINE_AA)
        if rng.random() < 0.5:
            away = rng.uniform(0, 2 * np.pi)  # never in the middle: that would be a one
            spark = turned.mean(0) + 0.3 * side * np.array([np.cos(away), np.sin(away)])
            cv2.circle(art, tuple(int(v) for v in spark), max(1, int(side * 0.1)), (0.95, 0.95, 0.95), -1, cv2.LINE_AA)
    return art


def figures(rng: np.random.Generator, height: int, width: int) -> Picture:
    """People and animals as a child draws them: round heads with eyes, limbs, hands with balls."""
    art, inks = _ground(rng, height, width), _inks(rng, 6)
    for _ in range(int(rng.integers(15, 60))):
        x, y = _spot(rng, height, width)
        size = rng.uniform(10, 50)
        for _limb in range(int(rng.integers(2, 9))):
            angle, reach = rng.uniform(0, 2 * np.pi), size * rng.uniform(0.8, 2.4)
            hand = (int(x + reach * np.cos(angle)), int(y + reach * np.sin(angle)))
            cv2.line(art, (x, y), hand, inks[rng.integers(6)], max(1, int(size * 0.2)), cv2.LINE_AA)
            cv2.circle(art, hand, max(1, int(size * rng.uniform(0.1, 0.45))), inks[rng.integers(6)], -1, cv2.LINE_AA)
        axes = (int(size * rng.uniform(0.5, 0.9)), int(size * rng.uniform(0.5, 1.1)))
        cv2.ellipse(art, (x, y), axes, float(rng.uniform(0, 180)), 0, 360, inks[rng.integers(6)], -1, cv2.LINE_AA)
        for side in (-1, 1):
            eye = (int(x + side * size * 0.25), int(y - size * 0.1))
            cv2.circle(art, eye, max(1, int(size * 0.1)), inks[rng.integers(6)], -1, cv2.LINE_AA)
    return art


def blots(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Sharp-edged stains in several colours, as on a painted map or camouflage."""
    art = _ground(rng, height, width)
    for _ in range(int(rng.integers(2, 6))):
        field = noise(rng, height, width, rng.uniform(12, 160), int(rng.integers(1, 5)))
        art[field > rng.uniform(0.5, 0.8)] = any_colour(rng)
    return art


def _outline(rng: np.random.Generator, side: float) -> NDArray[np.float64]:
    """Return an outline (N, 2) around the origin that is no square: arch, shield, drop, polygon, pot, slab."""
    way, tall = int(rng.integers(6)), rng.uniform(0.7, 1.6)
    around = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    round_ = np.stack([np.cos(around), np.sin(around)], -1) * 0.5
    if way == 0:  # an arch: straight foot, round head
        half = round_[round_[:, 1] <= 0]
        shape = np.concatenate([half[np.argsort(half[:, 0])], [[0.5, rng.uniform(0.3, 0.9)], [-0.5, 0.6]]])
        shape[-1, 1] = shape[-2, 1]
    elif way == 1:  # a shield or heart
        shape = np.array(
            [[-0.5, -0.45], [0, -rng.uniform(0.3, 0.5)], [0.5, -0.45], [0.45, 0.1], [0, 0.65], [-0.45, 0.1]]
        )
    elif way == 2:  # a drop
        shape = round_ * np.stack([1 - np.clip(round_[:, 1], 0, 1) * rng.uniform(0.8, 1.6), np.ones(24)], -1)
    elif way == 3:
        count = int(rng.choice([3, 5, 6, 7, 8]))
        angles = np.arange(count) * 2 * np.pi / count
        shape = np.stack([np.cos(angles), np.sin(angles)], -1) * 0.55
    elif way == 4:  # a pot: narrow neck, wide belly
        wide = 0.2 + 0.3 * np.sin(np.linspace(0.1, np.pi - 0.2, 8))
        rows = np.linspace(-0.6, 0.5, 8)
        shape = np.concatenate([np.stack([wide, rows], -1), np.stack([-wide[::-1], rows[::-1]], -1)])
    else:
        slant = rng.uniform(-0.4, 0.4)
        shape = np.array([[-0.5, -0.3], [0.5, -0.3], [0.5 + slant, 0.3], [-0.5 + slant, 0.3]])
    shape = shape * (1, tall) if rng.random() < 0.7 else shape * (tall, 1)
    turn = float(rng.choice([0.0, rng.normal(0, 0.3), rng.uniform(0, 2 * np.pi)]))
    return side * shape @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])


def niches(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Windows, shields and jars with a light, a face or a few beads inside, in rows and alone."""
    art, inks = _ground(rng, height, width), _inks(rng, 7)
    for _ in range(int(rng.integers(6, 30))):
        side = rng.uniform(12, 60)
        shape, (x, y) = _outline(rng, side), _spot(rng, height, width)
        ink, deep, edge = (inks[k] for k in rng.permutation(7)[:3])
        beads = np.zeros((1, 2)) if rng.random() < 0.6 else _dots(rng)
        bead = max(1, int(side * rng.uniform(0.06, 0.2)))
        rim = int(rng.integers(1, 4)) if rng.random() < 0.5 else 0
        step, shift = side * rng.uniform(1.02, 1.6), side * rng.normal(0, 0.1, 2)
        for k in range(int(rng.integers(1, 9))):
            at = np.array([x + k * step, y])
            outline = (shape + at).astype(np.int32)
            cv2.fillPoly(art, [outline], ink, cv2.LINE_AA)
            if rim:
                cv2.polylines(art, [outline], True, edge, rim, cv2.LINE_AA)
            for spot in beads * side + at + shift:
                cv2.circle(art, (int(spot[0]), int(spot[1])), bead, deep, -1, cv2.LINE_AA)
    return art


ORNAMENTS = {f.__name__: f for f in (rosettes, script, panels, bevels, figures, blots, niches)}
