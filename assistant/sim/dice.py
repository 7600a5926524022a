"""Dice as real bodies: rounded cubes met by a ray per sub-pixel, pips as bowls, plastic lit by lamps and room.

Faces follow the western rule: opposite faces add up to seven, and one, two, three run counter-clockwise around their
common corner. In the die's own right-handed frame 1 looks along +x, 2 along +y, 3 along +z.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.sim.lighting import UP, Values, View, falloff, towards
from assistant.sim.scene import DiceLook, DieOnTable, Lighting
from assistant.sim.sprites import TO_LINEAR, Sprite, average, box_around, encode, is_empty

FACE_NORMALS: dict[int, tuple[float, float, float]] = {
    1: (1.0, 0.0, 0.0), 2: (0.0, 1.0, 0.0), 3: (0.0, 0.0, 1.0),
    6: (-1.0, 0.0, 0.0), 5: (0.0, -1.0, 0.0), 4: (0.0, 0.0, -1.0),
}  # fmt: skip
VALUE_AT = np.array([[6, 1], [5, 2], [4, 3]])
"""Value of the face on axis k at its negative and positive side."""
PIP_SPOTS = np.array([[0, 0], [-1, -1], [1, 1], [-1, 1], [1, -1], [-1, 0], [1, 0], [0, -1], [0, 1]], np.float32)
PIPS = ((), (0,), (1, 2), (0, 1, 2), (1, 2, 3, 4), (0, 1, 2, 3, 4), (1, 2, 3, 4, 5, 6))
PIPS_TURNED = ((), (0,), (3, 4), (0, 3, 4), (1, 2, 3, 4), (0, 1, 2, 3, 4), (1, 2, 3, 4, 7, 8))
SPOT_AT = np.zeros((3, 3), int)
"""The number of the spot in column u and row v, both -1, 0 or 1 (negative ones count from the end, as Python does)."""
SPOT_AT[PIP_SPOTS[:, 0].astype(int), PIP_SPOTS[:, 1].astype(int)] = np.arange(len(PIP_SPOTS))
MARCH_STEPS = 9
CORNER_SIGNS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)


@dataclass(frozen=True, slots=True)
class Body:
    """A die in space: rotation from its own frame to the camera's right-handed table frame, and its centre there."""

    rotation: NDArray[np.float64]
    centre_mm: NDArray[np.float64]
    side_mm: float
    ground_mm: float

    def corners_mm(self) -> NDArray[np.float64]:
        """The eight corners of the sharp cube, shape (8, 3)."""
        return np.asarray(self.centre_mm + CORNER_SIGNS * self.side_mm / 2 @ self.rotation.T)

    def face_corners_mm(self, value: int) -> NDArray[np.float64]:
        """The four corners of one face in order around it, shape (4, 3)."""
        normal = np.array(FACE_NORMALS[value])
        u, v = np.roll(normal, 1), np.roll(normal, 2)
        ring = [normal + a * u + b * v for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        return np.asarray(self.centre_mm + np.array(ring) * self.side_mm / 2 @ self.rotation.T)


def turn_about(axis: NDArray[np.float64], angle_rad: float) -> NDArray[np.float64]:
    """Rotation matrix about a unit axis (Rodrigues)."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle_rad) * cross + (1 - np.cos(angle_rad)) * cross @ cross)


def facing_up(value: int) -> NDArray[np.float64]:
    """A rotation of the die that brings `value` on top."""
    normal = np.array(FACE_NORMALS[value])
    along = float(normal @ UP)
    if abs(along) > 0.5:
        return np.eye(3) if along > 0 else turn_about(np.array([1.0, 0.0, 0.0]), np.pi)
    return turn_about(np.cross(normal, UP), np.pi / 2)


def body_of(die: DieOnTable, at_mm: tuple[float, float], turn_deg: float, ground_mm: float, look: DiceLook) -> Body:
    """Return the die at a place of the table; `turn_deg` is the turn of the board it lies on."""
    yaw = turn_about(np.array([0.0, 0.0, 1.0]), np.radians(die.angle_deg + turn_deg))
    lean_to = np.radians(die.tilt_towards_deg + turn_deg)
    axis = np.array([np.sin(lean_to), -np.cos(lean_to), 0.0])
    rotation = turn_about(axis, np.radians(die.tilt_deg)) @ yaw @ facing_up(die.value)
    half, radius = look.side_mm / 2, look.side_mm * look.corner_share
    reach = float(np.abs(rotation.T @ UP).sum() * (half - radius) + radius)
    centre = np.array([*at_mm, -(ground_mm + die.lift_mm + reach)])
    return Body(np.asarray(rotation), centre, look.side_mm, ground_mm)


def pip_table(look: DiceLook) -> NDArray[np.bool_]:
    """Which of the nine spots carry a pip, for values 0..6; shape (7, 9)."""
    table = np.zeros((7, len(PIP_SPOTS)), bool)
    for value, spots in enumerate(PIPS_TURNED if look.turned_pips else PIPS):
        table[value, list(spots)] = True
    return table


def _cube_entry(origin: Values, rays: Values, half: float) -> tuple[Values, Values]:
    """Where rays (n, 3) enter the sharp cube, and which of them meet it at all."""
    with np.errstate(divide="ignore", invalid="ignore"):
        a, b = (-half - origin) / rays, (half - origin) / rays
    near, far = np.minimum(a, b), np.maximum(a, b)
    enter = np.maximum(np.maximum(near[:, 0], near[:, 1]), near[:, 2])
    return enter, enter < np.minimum(np.minimum(far[:, 0], far[:, 1]), far[:, 2])


def _length(vectors: Values) -> Values:
    """Lengths of vectors (n, 3); much quicker than `norm` for so short an axis."""
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", vectors, vectors)))


def _distance(points: Values, look: DiceLook, half: float) -> Values:
    """Signed distance to the rounded, perhaps ball-cut cube."""
    radius = look.corner_share * 2 * half
    outside = np.maximum(np.abs(points) - (half - radius), 0)
    box = _length(outside) - radius
    return box if look.ball_share <= 0 else np.maximum(box, _length(points) - _ball(look, half))


def _ball(look: DiceLook, half: float) -> float:
    """Radius of the sphere that cuts the corners: from the cube's corner down to just inside its edges."""
    return half * (1.732 - 0.42 * look.ball_share)


def _normals(points: Values, look: DiceLook, half: float) -> Values:
    inner = half - look.corner_share * 2 * half
    outside = np.maximum(np.abs(points) - inner, 0) * np.sign(points)
    normal = outside / np.maximum(_length(outside), 1e-6)[:, None]
    if look.ball_share > 0:
        length = _length(points)[:, None]
        normal = np.where(length > _ball(look, half) - 0.01 * half, points / length, normal)
    return normal


def _march(origin: Values, rays: Values, look: DiceLook, half: float) -> tuple[Values, Values]:
    """Points where rays meet the die, and which of the rays do."""
    start, meets = _cube_entry(origin, rays, half)
    t = start[meets]
    along = rays[meets]
    for _ in range(MARCH_STEPS):
        t = t + _distance(origin + along * t[:, None], look, half)
    points = origin + along * t[:, None]
    hit = _distance(points, look, half) < 0.04 * half
    index = np.flatnonzero(meets)[hit]
    return points[hit], index


def _pips(points: Values, normals: Values, look: DiceLook, half: float) -> tuple[Values, Values]:
    """Which points lie in a pip, and the normals bent into its bowl."""
    size = np.abs(points)
    axis = np.where(size[:, 0] > np.maximum(size[:, 1], size[:, 2]), 0, np.where(size[:, 1] > size[:, 2], 1, 2))
    rows = np.arange(len(points))
    side = (points[rows, axis] > 0).astype(int)
    uv = np.stack([points[rows, (axis + 1) % 3], points[rows, (axis + 2) % 3]], -1) / (2 * half)
    offset, inside = _nearest_pip(uv, VALUE_AT[axis, side], look)
    outward = np.zeros_like(points)
    outward[rows, (axis + 1) % 3], outward[rows, (axis + 2) % 3] = offset.T / look.pip_share
    bent = normals - outward * look.pip_depth * 0.9
    bent = bent / _length(bent)[:, None]
    return inside, np.where(inside[:, None], bent, normals)


def _nearest_pip(uv: Values, values: Values, look: DiceLook) -> tuple[Values, Values]:
    """Offset from the middle of the pip a point lies in (n, 2), zero outside, and whether it lies in one."""
    cell = np.clip(np.round(uv / look.pip_spread), -1, 1)
    offset = uv - cell * look.pip_spread
    spot = SPOT_AT[cell[:, 0].astype(int), cell[:, 1].astype(int)]
    inside = pip_table(look)[values, spot] & (np.einsum("ij,ij->i", offset, offset) < look.pip_share**2)
    return np.where(inside[:, None], offset, 0), inside


def _swirl(points: Values, strength: float, seed: float, half: float) -> Values:
    """Brightness factors of pearl or marble plastic."""
    p = points / half * 2.2
    warp = np.sin(p[:, 0] * 1.7 + seed) + np.sin(p[:, 1] * 2.1 - seed * 2)
    return np.asarray(1 + strength * 0.55 * np.sin(p[:, 2] * 2 + 2.2 * warp + p[:, 0] * 1.3 + seed * 3))


@dataclass(frozen=True, slots=True)
class Surface:
    """What the rays met: normals in the table frame, directions they came along, height, paint, gloss."""

    normals: Values
    views: Values
    height_share: Values
    albedo: Values
    gloss: Values


def _radiance(surface: Surface, lighting: Lighting, gains: list[float]) -> Values:
    """Linear light from the surface to the eye, shape (n, 3)."""
    upward = -surface.normals[:, 2]
    nook = 0.5 + 0.5 * np.clip(surface.height_share * 1.6, 0, 1)
    room = lighting.ambient * (0.5 * (1 + upward) + 0.16 * (1 - upward)) * nook
    total = surface.albedo * room[:, None]
    facing = -np.einsum("ij,ij->i", surface.normals, surface.views)
    fresnel = 0.04 + 0.96 * np.clip(1 - facing, 0, 1) ** 5
    mirrored = surface.views + 2 * facing[:, None] * surface.normals
    sky = lighting.ambient * np.clip(0.35 - 0.9 * mirrored[:, 2], 0.08, 1.2)
    shine = sky * fresnel * surface.gloss
    for light, gain in zip(lighting.lights, gains, strict=True):
        to = towards(light)
        wrap = 0.35 * light.softness
        diffuse = np.clip((surface.normals @ to + wrap) / (1 + wrap), 0, None) / max(-to[2], 0.45) * nook
        total = total + surface.albedo * (diffuse * light.strength * gain)[:, None] * np.array(light.tint)
        lobe = np.clip(mirrored @ to, 0, 1) ** (220 - 190 * light.softness)
        shine = shine + lobe * light.strength * gain * (1.6 - light.softness) * surface.gloss * (0.25 + fresnel)
    return np.asarray(total + shine[:, None])


def die_seed(die: DieOnTable) -> float:
    """A number that tells dice apart, for the swirl of their plastic."""
    return (die.x_mm * 0.37 + die.y_mm * 0.73 + die.angle_deg * 0.11) % 6.28


def _surface(points: Values, rays: Values, body: Body, die: DieOnTable, look: DiceLook) -> Surface:
    half = body.side_mm / 2
    smooth = _normals(points, look, half)
    in_pip, bent = _pips(points, smooth, look, half)
    paint = TO_LINEAR[np.array(look.body_bgr(die.colour))]
    albedo = np.broadcast_to(paint, (len(points), 3))
    if look.pearl > 0:
        albedo = np.clip(albedo * _swirl(points, look.pearl, die_seed(die), half)[:, None], 0, 1)
    pip_paint = TO_LINEAR[np.array(look.pip_bgr)] * (1 - 0.15 * look.pip_depth)
    albedo = np.where(in_pip[:, None], pip_paint, albedo)
    height = (-(points @ body.rotation.T + body.centre_mm)[:, 2] - body.ground_mm) / body.side_mm
    gloss = np.where(in_pip, look.gloss * 0.3, look.gloss)
    return Surface(bent @ body.rotation.T, rays @ body.rotation.T, height, albedo, gloss)


def die_sprite(die: DieOnTable, body: Body, look: DiceLook, view: View) -> Sprite | None:
    """Return the die as the camera sees it, or None when it is out of the picture."""
    pose = view.pose
    corners_px = pose.project(body.corners_mm() * (1, 1, -1))
    box = box_around(corners_px, 1.0, pose.size_wh)
    if is_empty(box):
        return None
    fine = 3 if max(box[2] - box[0], box[3] - box[1]) < 60 else 2
    rx, ry = pose.rays(box, fine)
    to_die = body.rotation.T @ pose.rotation.T
    rays = np.stack([rx.ravel(), ry.ravel(), np.ones(rx.size, np.float32)], -1) @ to_die.T.astype(np.float32)
    rays /= _length(rays)[:, None]
    origin = (body.rotation.T @ (pose.centre_mm - body.centre_mm)).astype(np.float32)
    points, index = _march(origin, rays, look, body.side_mm / 2)
    surface = _surface(points, rays[index], body, die, look)
    x, y = np.array(body.centre_mm[0]), np.array(body.centre_mm[1])
    gains = [float(falloff(light, view.middle_mm, x, y)) for light in view.lighting.lights]
    layer = np.zeros((rx.size, 4), np.float32)
    layer[index, :3] = np.clip(_radiance(surface, view.lighting, gains), 0, 1)
    layer[index, 3] = 1
    return _as_sprite(average(layer.reshape(*rx.shape, 4), fine), box)


def _as_sprite(layer: Values, box: tuple[int, int, int, int]) -> Sprite:
    """Turn light times coverage into a sprite."""
    alpha = layer[..., 3:]
    return Sprite(box, encode(layer[..., :3] / np.maximum(alpha, 1e-6)), np.asarray(alpha, np.float32))
