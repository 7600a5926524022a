"""Emblems as polygons in a square from -1 to 1 (y down): what a tile or a board shows, in no particular style."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Polygon = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Part:
    """One polygon of an emblem; `tone` chooses the colour: 0 dark, 1 middle, 2 light, 3 accent."""

    points: Polygon
    tone: int


def _poly(tone: int, *points: tuple[float, float]) -> Part:
    return Part(np.array(points, float), tone)


def _rect(tone: int, x0: float, y0: float, x1: float, y1: float) -> Part:
    return _poly(tone, (x0, y0), (x1, y0), (x1, y1), (x0, y1))


def _disc(tone: int, at: tuple[float, float], rx: float, ry: float | None = None, turn_deg: float = 0.0) -> Part:
    x, y = at
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    turn = np.radians(turn_deg)
    u, v = rx * np.cos(angle), (rx if ry is None else ry) * np.sin(angle)
    points = np.stack([x + u * np.cos(turn) - v * np.sin(turn), y + u * np.sin(turn) + v * np.cos(turn)], axis=1)
    return Part(points, tone)


def _dome(tone: int, x: float, y: float, r: float) -> Part:
    """A pointed dome standing on height y."""
    t = np.linspace(np.pi, 2 * np.pi, 15)
    points = np.stack([x + r * np.cos(t), y + r * np.sin(t) * (1 + 0.35 * np.exp(-((np.cos(t) / 0.25) ** 2)))], axis=1)
    return Part(points, tone)


def _star(tone: int, outer: float, inner: float, arms: int, turn_deg: float = 0.0) -> Part:
    angle = np.radians(turn_deg) + np.arange(2 * arms) * np.pi / arms
    radius = np.where(np.arange(2 * arms) % 2 == 0, outer, inner)
    return Part(np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1), tone)


def _petals(tone: int, count: int, reach: float, width: float, start_deg: float = -90.0) -> tuple[Part, ...]:
    turns = [start_deg + 360.0 * i / count for i in range(count)]
    half = reach / 2
    return tuple(
        _disc(tone, (half * np.cos(np.radians(t)), half * np.sin(np.radians(t))), half, width, t) for t in turns
    )


def _temple() -> tuple[Part, ...]:
    steps = [_rect(1 + i % 2, -0.8 + 0.16 * i, 0.85 - 0.3 * (i + 1), 0.8 - 0.16 * i, 0.85 - 0.3 * i) for i in range(5)]
    return (*steps, _poly(3, (-0.14, -0.65), (0, -1), (0.14, -0.65)), _rect(0, -0.16, 0.35, 0.16, 0.85))


def _palace() -> tuple[Part, ...]:
    towers = tuple(p for x in (-0.8, 0.8) for p in (_rect(1, x - 0.12, -0.4, x + 0.12, 0.85), _dome(3, x, -0.4, 0.17)))
    doors = tuple(_rect(0, x - 0.1, 0.3, x + 0.1, 0.85) for x in (-0.4, 0.0, 0.4))
    return (*towers, _rect(2, -0.68, 0.0, 0.68, 0.85), _dome(1, 0, 0.0, 0.5), *doors)


def _fort() -> tuple[Part, ...]:
    teeth = tuple(_rect(1, x, -0.3, x + 0.22, 0.0) for x in (-0.9, -0.5, 0.28, 0.68))
    tower = (_rect(2, -0.32, -0.8, 0.32, 0.85), _rect(3, -0.32, -0.95, -0.12, -0.8), _rect(3, 0.12, -0.95, 0.32, -0.8))
    return (
        _rect(1, -0.9, -0.05, 0.9, 0.85),
        *teeth,
        *tower,
        _disc(0, (0, 0.45), 0.17, 0.3),
        _rect(0, -0.1, -0.5, 0.1, -0.2),
    )


def _mill() -> tuple[Part, ...]:
    body = _poly(1, (-0.4, 0.9), (-0.25, -0.2), (0.25, -0.2), (0.4, 0.9))
    blades = tuple(
        _disc(2, (0.42 * np.cos(t), -0.2 + 0.42 * np.sin(t)), 0.4, 0.11, np.degrees(t))
        for t in np.pi / 4 + np.arange(4) * np.pi / 2
    )
    return (body, _dome(0, 0, -0.2, 0.28), _rect(0, -0.12, 0.45, 0.12, 0.9), *blades, _disc(3, (0, -0.2), 0.1))


def _silk() -> tuple[Part, ...]:
    return (
        _disc(1, (-0.1, -0.3), 0.75, 0.3, -14),
        _disc(2, (-0.68, -0.14), 0.18, 0.28, -14),
        _poly(3, (-0.2, -0.1), (0.65, -0.35), (0.85, 0.8), (0.3, 0.6), (0.0, 0.9)),
        _poly(2, (0.1, 0.0), (0.3, -0.1), (0.5, 0.6), (0.3, 0.6)),
    )


def _tea() -> tuple[Part, ...]:
    cup = _poly(2, (-0.7, -0.1), (0.5, -0.1), (0.3, 0.7), (-0.5, 0.7))
    return (
        _disc(1, (0.55, 0.2), 0.3),
        cup,
        _disc(3, (-0.1, -0.1), 0.6, 0.14),
        _disc(0, (-0.1, -0.6), 0.32, 0.14, -50),
        _disc(0, (0.25, -0.6), 0.32, 0.14, 50),
    )


def _spices() -> tuple[Part, ...]:
    return (
        _poly(1, (-0.95, 0.6), (-0.45, -0.3), (0.05, 0.6)),
        _poly(3, (-0.1, 0.6), (0.42, -0.5), (0.95, 0.6)),
        _poly(2, (-0.5, 0.8), (0.0, 0.0), (0.5, 0.8)),
        _rect(0, -0.95, 0.68, 0.95, 0.9),
    )


def _cow() -> tuple[Part, ...]:
    horns = (_disc(2, (-0.6, -0.65), 0.3, 0.1, 50), _disc(2, (0.6, -0.65), 0.3, 0.1, -50))
    return (
        *horns,
        _disc(1, (-0.75, -0.2), 0.25, 0.14),
        _disc(1, (0.75, -0.2), 0.25, 0.14),
        _disc(1, (0, 0), 0.55, 0.75),
        _disc(3, (0, 0.55), 0.45, 0.3),
        _disc(0, (-0.22, -0.15), 0.09),
        _disc(0, (0.22, -0.15), 0.09),
    )


def _tiger() -> tuple[Part, ...]:
    stripes = tuple(
        _poly(0, (s * 0.8, y), (s * 0.3, y + 0.06), (s * 0.8, y + 0.14)) for s in (-1, 1) for y in (-0.3, 0.0, 0.3)
    )
    return (
        _disc(1, (-0.6, -0.6), 0.28),
        _disc(1, (0.6, -0.6), 0.28),
        _disc(1, (0, 0), 0.8),
        *stripes,
        _disc(2, (0, 0.4), 0.4, 0.3),
        _disc(0, (-0.28, -0.15), 0.1),
        _disc(0, (0.28, -0.15), 0.1),
        _poly(3, (-0.14, 0.2), (0.14, 0.2), (0, 0.42)),
    )


def _snake() -> tuple[Part, ...]:
    t = np.linspace(0, 1, 14)
    body = [_disc(1 + i % 2, (0.75 * np.sin(9 * u), 0.85 - 1.5 * u), 0.24 - 0.08 * u) for i, u in enumerate(t)]
    return (*body, _disc(3, (0.35, -0.8), 0.3, 0.2, -20), _disc(0, (0.42, -0.85), 0.06))


def _boat() -> tuple[Part, ...]:
    return (
        _poly(1, (-0.95, 0.3), (0.95, 0.3), (0.55, 0.8), (-0.55, 0.8)),
        _rect(0, -0.05, -0.9, 0.05, 0.3),
        _poly(2, (0.1, -0.85), (0.8, 0.15), (0.1, 0.15)),
        _poly(3, (-0.1, -0.6), (-0.1, 0.15), (-0.65, 0.15)),
    )


def _elephant() -> tuple[Part, ...]:
    ears = (_disc(1, (-0.62, -0.15), 0.36, 0.5), _disc(1, (0.62, -0.15), 0.36, 0.5))
    return (
        *ears,
        _disc(2, (0, -0.15), 0.52, 0.6),
        _disc(2, (0, 0.55), 0.16, 0.42),
        _poly(3, (-0.2, -0.7), (0.2, -0.7), (0, -0.2)),
        _disc(0, (-0.24, -0.05), 0.07),
        _disc(0, (0.24, -0.05), 0.07),
    )


def _coin() -> tuple[Part, ...]:
    return (_disc(0, (0, 0), 0.85), _disc(3, (0, 0), 0.75), _star(1, 0.55, 0.25, 5, -90))


def _flower() -> tuple[Part, ...]:
    return (*_petals(1, 6, 0.95, 0.2), *_petals(2, 6, 0.6, 0.12, -60), _disc(3, (0, 0), 0.22))


def _lotus() -> tuple[Part, ...]:
    side = tuple(
        _disc(1, (0.45 * np.cos(t), 0.3 + 0.55 * np.sin(t)), 0.5, 0.17, np.degrees(t))
        for t in np.radians([-160, -125, -55, -20])
    )
    return (*side, _disc(2, (0, -0.15), 0.24, 0.65), _disc(3, (0, 0.5), 0.55, 0.14))


def _tree() -> tuple[Part, ...]:
    return (
        _rect(0, -0.1, 0.1, 0.1, 0.9),
        _disc(1, (-0.3, 0), 0.42),
        _disc(1, (0.32, -0.05), 0.42),
        _disc(2, (0, -0.45), 0.45),
        _disc(3, (0.1, -0.15), 0.1),
    )


def _hand() -> tuple[Part, ...]:
    fingers = tuple(_disc(1, (-0.42 + 0.28 * i, -0.35 - 0.12 * (1.5 - abs(i - 1.5))), 0.12, 0.5) for i in range(4))
    return (
        *fingers,
        _disc(1, (0.62, 0.15), 0.14, 0.42, 40),
        _disc(2, (0, 0.3), 0.58, 0.52),
        _disc(3, (0, 0.3), 0.22),
        _disc(0, (0, 0.3), 0.09),
    )


def _star_motif() -> tuple[Part, ...]:
    return (_star(1, 1.0, 0.5, 8), _star(2, 0.7, 0.35, 8, 22.5), _disc(3, (0, 0), 0.25))


def _face() -> tuple[Part, ...]:
    crown = _poly(3, (-0.6, -0.4), (-0.7, -1.0), (-0.3, -0.7), (0, -1.1), (0.3, -0.7), (0.7, -1.0), (0.6, -0.4))
    eyes = tuple(p for x in (-0.25, 0.25) for p in (_disc(2, (x, -0.05), 0.16, 0.1), _disc(0, (x, -0.05), 0.07)))
    return (
        _disc(0, (0, -0.1), 0.75, 0.85),
        _disc(1, (0, 0.05), 0.58, 0.72),
        crown,
        *eyes,
        _disc(3, (0, 0.45), 0.22, 0.09),
        _disc(3, (0, -0.3), 0.06, 0.1),
    )


MOTIFS: dict[str, tuple[Part, ...]] = {
    "temple": _temple(), "palace": _palace(), "fort": _fort(), "mill": _mill(),
    "silk": _silk(), "tea": _tea(), "spices": _spices(),
    "cow": _cow(), "tiger": _tiger(), "snake": _snake(), "elephant": _elephant(),
    "boat": _boat(), "coin": _coin(), "flower": _flower(), "lotus": _lotus(), "tree": _tree(),
    "hand": _hand(), "star": _star_motif(), "face": _face(),
}  # fmt: skip
BUILDINGS = ("temple", "palace", "fort", "mill")
GOODS = ("silk", "tea", "spices")
ANIMALS = ("cow", "tiger", "snake")
ORNAMENTS = ("flower", "lotus", "star", "tree")
YIELDS = ("coin", "boat", "hand", "lotus", "star", "elephant")
