"""Shape and skin of a die: a rounded cube with drilled or painted pips, as vertices and a strip of six faces."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .materials import PATTERNS

FACE_PX = 64  # side of one face in the texture
GRID = 27  # vertices along one side of a face
Array = NDArray[np.float32]

# Pips on a face from -1 to 1, before spread and rotation.
LAYOUT: dict[int, list[tuple[float, float]]] = {
    0: [],
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}
# Per face: outward normal, then the two directions its grid runs along.
FACES = [
    ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    ((0, 0, -1), (1, 0, 0), (0, -1, 0)),
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((-1, 0, 0), (0, -1, 0), (0, 0, 1)),
    ((0, 1, 0), (-1, 0, 0), (0, 0, 1)),
    ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
]


@dataclass(frozen=True, slots=True)
class DieMake:
    """How one die is made; lengths are shares of its edge."""

    edge_radius: float  # rounding of the edges
    corner_cut: float  # radius of the sphere the corners are turned down to; 0.87 leaves them whole
    pip_radius: float
    pip_spread: float  # distance of the outer pips from the middle
    pip_depth: float  # 0 = painted
    body_rgb: tuple[float, float, float]  # sRGB 0..1
    pip_rgb: tuple[float, float, float]
    pattern: str  # one of materials.PATTERNS
    ace_scale: float  # size of the single pip relative to the others
    stretch: tuple[float, float, float] = (1.0, 1.0, 1.0)  # other than ones: a block of wood, not a die


def face_values(top: int, turn: int, mirrored: bool) -> list[int]:
    """Return the values in the order of FACES with `top` up; opposite faces sum to seven."""
    first, second = (v for v in range(1, 4) if v not in (top, 7 - top))
    ring = [first, second, 7 - first, 7 - second]
    if mirrored:
        ring.reverse()
    ring = ring[turn % 4 :] + ring[: turn % 4]
    return [top, 7 - top, ring[0], ring[2], ring[1], ring[3]]


def pip_centres(value: int, make: DieMake, turn: int) -> Array:
    """Return the pips of a face (N, 2) in -0.5..0.5, the pattern turned by `turn` quarter turns."""
    points = np.array(LAYOUT[value], np.float32).reshape(-1, 2) * make.pip_spread
    quarter = np.array([[0, -1], [1, 0]], np.float32)
    return points @ np.linalg.matrix_power(quarter, turn % 4)


def die_vertices(values: list[int], turns: list[int], make: DieMake) -> tuple[Array, Array, Array]:
    """Return vertices (6*GRID*GRID, 3), their normals and UV per face (6, GRID*GRID, 2) in 0..1."""
    line = np.linspace(-0.5, 0.5, GRID, dtype=np.float32)
    u, v = np.meshgrid(line, line)
    uv = np.stack([u + 0.5, v + 0.5], -1).reshape(-1, 2)
    positions, normals = [], []
    for (normal, along, across), value, turn in zip(FACES, values, turns, strict=True):
        n, a, b = (np.array(x, np.float32) for x in (normal, along, across))
        flat = 0.5 * n + u[..., None] * a + v[..., None] * b
        core = np.clip(flat, -0.5 + make.edge_radius, 0.5 - make.edge_radius)
        out = flat - core
        surface = core + make.edge_radius * out / np.linalg.norm(out, axis=-1, keepdims=True)
        length = np.linalg.norm(surface, axis=-1, keepdims=True)
        surface *= np.minimum(1, make.corner_cut / length)
        if make.pip_depth > 0:
            dent = _dents(u, v, pip_centres(value, make, turn), make, value)
            surface = surface - dent[..., None] * n
        positions.append(surface)
        tangent_v, tangent_u = np.gradient(surface, axis=(0, 1))
        cross = np.cross(tangent_u, tangent_v)
        normals.append(cross / np.maximum(np.linalg.norm(cross, axis=-1, keepdims=True), 1e-9))
    stretch = np.array(make.stretch, np.float32)
    return (
        (np.stack(positions).reshape(-1, 3) * stretch).astype(np.float32),
        np.stack(normals).reshape(-1, 3).astype(np.float32),
        uv.astype(np.float32),
    )


def _dents(u: Array, v: Array, pips: Array, make: DieMake, value: int) -> Array:
    radius = make.pip_radius * (make.ace_scale if value == 1 else 1.0)
    depth = np.zeros_like(u)
    for x, y in pips:
        rho = np.hypot(u - x, v - y) / radius
        depth = np.maximum(depth, make.pip_depth * np.sqrt(np.clip(1 - rho**2, 0, 1)))
    return depth


def face_triangles() -> NDArray[np.uint32]:
    """Return the triangles of all six faces (12*(GRID-1)**2, 3), counter-clockwise seen from outside."""
    index = np.arange(GRID * GRID, dtype=np.uint32).reshape(GRID, GRID)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    one = np.concatenate([np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)])
    return np.concatenate([one + np.uint32(k * GRID * GRID) for k in range(6)])


def skin(rng: np.random.Generator, values: list[int], turns: list[int], make: DieMake) -> tuple[Array, Array]:
    """Return the strip of six faces (FACE_PX, 6*FACE_PX, 3), sRGB 0..1, and where its pips are."""
    body = np.array(make.body_rgb, np.float32)
    strip = np.broadcast_to(body, (FACE_PX, 6 * FACE_PX, 3)).copy()
    strip = PATTERNS[make.pattern](rng, strip)
    pips = np.hstack([_pip_mask(value, turn, make) for value, turn in zip(values, turns, strict=True)])
    strip = strip + pips[..., None] * (np.array(make.pip_rgb, np.float32) - strip)
    return np.clip(strip, 0.005, 0.97), pips


def _pip_mask(value: int, turn: int, make: DieMake) -> Array:
    """Return where a face (FACE_PX, FACE_PX) has its pips, 0..1."""
    scale = 8  # pips are drawn with sub-pixel positions
    radius = make.pip_radius * (make.ace_scale if value == 1 else 1.0) * 0.97
    mask = np.zeros((FACE_PX, FACE_PX), np.float32)
    for x, y in pip_centres(value, make, turn):
        centre = (int((x + 0.5) * FACE_PX * scale), int((y + 0.5) * FACE_PX * scale))
        cv2.circle(mask, centre, int(radius * FACE_PX * scale), 1.0, -1, cv2.LINE_AA, 3)
    return mask
