"""What lies on the rendered table: dice, blocks, camera and light, drawn from a seed; every parameter is kept."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .backdrops import TEST_FAMILIES, TRAIN_FAMILIES, VALIDATION_FAMILIES
from .backdrops_base import Family
from .diemesh import DieMake, face_values
from .lights import TEST_LIGHTS, TRAIN_LIGHTS, VALIDATION_LIGHTS

IMAGE_WH = (640, 480)
# Hue in degrees, saturation and value of the four colours of the box.
TABLE_COLOURS: dict[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "blue": ((203, 236), (0.65, 0.97), (0.35, 0.85)),
    "green": ((95, 162), (0.55, 0.95), (0.28, 0.70)),
    "orange": ((14, 35), (0.78, 0.99), (0.80, 0.99)),
    "purple": ((265, 302), (0.45, 0.90), (0.30, 0.70)),
}
OTHER_COLOURS: dict[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "white": ((30, 60), (0.0, 0.12), (0.85, 0.98)),
    "black": ((0, 360), (0.0, 0.3), (0.02, 0.12)),
    "red": ((348, 362), (0.8, 0.99), (0.45, 0.85)),
    "yellow": ((46, 58), (0.7, 0.95), (0.8, 0.98)),
    "grey": ((0, 360), (0.0, 0.15), (0.2, 0.7)),
    "brown": ((20, 35), (0.4, 0.7), (0.25, 0.5)),
    "pink": ((315, 345), (0.3, 0.7), (0.7, 0.95)),
    "teal": ((172, 190), (0.5, 0.9), (0.3, 0.7)),
}


@dataclass(frozen=True, slots=True)
class Split:
    """Looks that belong together; nothing of the test split is ever trained on."""

    families: dict[str, Family]
    lights: tuple[str, ...]
    patterns: tuple[str, ...]
    roughness: tuple[tuple[float, float], ...]
    pip_inks: tuple[tuple[float, float, float], ...]
    other_colours: float  # share of dice in colours that are not of the box
    blocks: tuple[float, tuple[str, ...]] = (0.08, ("plain",))  # share of blocks among the dice, and what of
    clear: float = 0.0  # share of pictures whose dice let light through
    metal: float = 0.0  # share of pictures whose dice are of metal
    any_ink: float = 0.0  # share of dice whose pips have any colour
    least_contrast: float = (
        0.7  # pips differ by so much from the body, over the three colours, or become white or black
    )


# Patterns of many unrelated kinds: a reader that knows few takes the grain of a strange one for pips.
WILD_PATTERNS = (
    "speckle",
    "glitter",
    "streak",
    "blotch",
    "clouds",
    "clouds",
    "bands",
    "bands",
    "chips",
    "halves",
    "specks",
)
TRAIN_PATTERNS = (*["plain"] * 5, *["pearl"] * 4, *WILD_PATTERNS)
# Whoever is asked only about faces that others doubt meets more kinds, and often two at once.
DOUBTFUL_PATTERNS = (
    *["plain"] * 4,
    *["pearl"] * 3,
    *WILD_PATTERNS,
    "crackle",
    "growth",
    "camouflage",
    "strokes",
    "weave",
    "glow",
    "glow",
    "confetti",
    *["layered"] * 6,
)
STRANGE_PATTERNS = ("veined", "dappled", "lava", "lava")
PAINTS = {"blank": STRANGE_PATTERNS}
"""What plain dice of a split are painted in."""
TRAIN_BLOCKS = (0.12, ("plain", "plain", "streak", "specks", "clouds", "bands"))
TRAIN_ROUGHNESS = ((0.04, 0.18), (0.32, 0.6))
SPLITS = {
    "train": Split(
        TRAIN_FAMILIES,
        TRAIN_LIGHTS,
        TRAIN_PATTERNS,
        TRAIN_ROUGHNESS,
        (
            (0.95, 0.95, 0.95),
            (0.93, 0.88, 0.72),
            (0.03, 0.03, 0.03),
            (0.75, 0.6, 0.2),
            (0.8, 0.1, 0.1),
            (0.1, 0.15, 0.5),
        ),
        0.45,
        TRAIN_BLOCKS,
        clear=0.3,
        metal=0.06,
        any_ink=0.35,
        least_contrast=0.4,
    ),
    # The same looks with dice of the box alone and mostly light pips: what the table's pair learns from.
    "table": Split(
        TRAIN_FAMILIES,
        TRAIN_LIGHTS,
        TRAIN_PATTERNS,
        TRAIN_ROUGHNESS,
        ((0.95, 0.95, 0.95), (0.93, 0.88, 0.72), (0.85, 0.85, 0.85), (0.99, 0.99, 0.99), (0.8, 0.68, 0.35)),
        0.0,
        TRAIN_BLOCKS,
    ),
    # The same in stranger materials: what the table's expert learns from.
    "doubtful": Split(
        TRAIN_FAMILIES,
        TRAIN_LIGHTS,
        DOUBTFUL_PATTERNS,
        TRAIN_ROUGHNESS,
        ((0.95, 0.95, 0.95), (0.93, 0.88, 0.72), (0.85, 0.85, 0.85), (0.99, 0.99, 0.99), (0.8, 0.68, 0.35)),
        0.0,
        TRAIN_BLOCKS,
    ),
    # As strange to the networks as the test is, or thresholds fitted on it would promise too much.
    "validation": Split(
        VALIDATION_FAMILIES,
        VALIDATION_LIGHTS,
        ("plain", "pearl", "veined"),
        ((0.04, 0.18), (0.32, 0.45)),
        ((0.92, 0.95, 0.93), (0.96, 0.9, 0.8)),
        0.0,
    ),
    # The same without gloss and in one more strange material: what is left to read where no lamp is mirrored.
    "matt": Split(
        VALIDATION_FAMILIES,
        VALIDATION_LIGHTS,
        ("plain", "pearl", "veined", "dappled"),
        ((0.32, 0.45),),
        ((0.92, 0.95, 0.93), (0.96, 0.9, 0.8)),
        0.0,
    ),
    # Plain bodies in that world, to be painted in its strange materials: thousands of dice nobody learned from.
    "blank": Split(
        VALIDATION_FAMILIES,
        VALIDATION_LIGHTS,
        ("plain",),
        ((0.1, 0.18), (0.32, 0.45)),
        ((0.92, 0.95, 0.93), (0.96, 0.9, 0.8)),
        0.0,
    ),
    "test": Split(
        TEST_FAMILIES,
        TEST_LIGHTS,
        ("plain", "pearl", "swirl", "vortex"),
        ((0.18, 0.32),),
        ((0.9, 0.92, 0.95), (0.97, 0.95, 0.85)),
        0.0,
    ),
}


@dataclass(frozen=True, slots=True)
class Die:
    """One die (or block) and where it stands; lengths in die edges, z up."""

    make: DieMake
    colour: str
    values: list[int]
    turns: list[int]
    rotation: NDArray[np.float64]
    centre: NDArray[np.float64]
    cocked: bool
    is_die: bool


@dataclass(frozen=True, slots=True)
class View:
    """A pinhole camera looking at the table's middle."""

    elevation_deg: float
    azimuth_deg: float
    roll_deg: float
    fov_deg: float
    die_px: float

    def frame(self) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Return origin, forward, right and up."""
        e, a = np.radians(self.elevation_deg), np.radians(self.azimuth_deg)
        back = np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
        side = np.array([-np.sin(a), np.cos(a), 0.0])
        up = np.cross(back, side)
        roll = np.radians(self.roll_deg)
        right = side * np.cos(roll) + up * np.sin(roll)
        return back * self.focal_px() / self.die_px, -back, right, np.cross(back, right)

    def tops_to_px(self) -> NDArray[np.float64]:
        """Return the 3x3 map from the plane of the dice's tops (x to the right, y towards the camera) to pixels."""
        origin, forward, right, up = self.frame()
        ahead = forward if self.elevation_deg < 89.9 else up
        away = np.array([ahead[0], ahead[1], 0.0]) / np.hypot(ahead[0], ahead[1])
        plane = np.stack([np.cross(away, [0, 0, 1.0]), -away, np.array([0, 0, 1.0]) - origin], 1)
        f = self.focal_px()
        lens = np.array([[f, 0, IMAGE_WH[0] / 2], [0, -f, IMAGE_WH[1] / 2], [0, 0, 1.0]])
        mapped: NDArray[np.float64] = lens @ np.stack([right, up, forward]) @ plane
        return mapped / mapped[2, 2]

    def focal_px(self) -> float:
        return IMAGE_WH[0] / 2 / float(np.tan(np.radians(self.fov_deg) / 2))

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return pixel positions (N, 2) of world points (N, 3)."""
        origin, forward, right, up = self.frame()
        seen = points - origin
        depth = seen @ forward
        f = self.focal_px()
        return np.stack([IMAGE_WH[0] / 2 + f * (seen @ right) / depth, IMAGE_WH[1] / 2 - f * (seen @ up) / depth], -1)


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a picture is made of."""

    split: str
    seed: int
    dice: list[Die]
    view: View
    light: str
    roughness: float
    clearcoat: float
    floor_roughness: float
    clear: float  # how much light the bodies let through, 0 = none
    metal: float  # 1 = the bodies are of metal


def sample_make(rng: np.random.Generator, split: Split, style: DieMake | None) -> tuple[DieMake, str]:
    """Return a make and its colour's name; dice of one box share shape and pips (`style`)."""
    other = rng.random() < split.other_colours
    table = OTHER_COLOURS if other else TABLE_COLOURS
    colour = str(rng.choice(list(table)))
    (h0, h1), (s0, s1), (v0, v1) = table[colour]
    body = colorsys.hsv_to_rgb(rng.uniform(h0, h1) % 360 / 360, rng.uniform(s0, s1), rng.uniform(v0, v1))
    ink = split.pip_inks[rng.integers(len(split.pip_inks))]
    if style is not None and rng.random() < 0.7:
        ink = style.pip_rgb
    if split.any_ink and rng.random() < split.any_ink:
        ink = colorsys.hsv_to_rgb(rng.random(), rng.uniform(0, 1), rng.uniform(0.02, 0.98))
    if float(np.abs(np.array(ink) - body).sum()) < split.least_contrast:
        ink = (0.95, 0.95, 0.95) if sum(body) < 1.6 else (0.03, 0.03, 0.03)
    if style is not None and rng.random() < 0.8:
        shape = (style.edge_radius, style.corner_cut, style.pip_radius, style.pip_spread, style.pip_depth)
    else:
        depth = float(rng.choice([0.0, rng.uniform(0.02, 0.06)]))
        shape = (
            rng.uniform(0.05, 0.2),
            rng.uniform(0.68, 0.87),
            rng.uniform(0.072, 0.115),
            rng.uniform(0.21, 0.27),
            depth,
        )
    ace = float(rng.uniform(1.4, 2.0)) if split.other_colours > 0 and rng.random() < 0.1 else 1.0
    pattern = str(rng.choice(split.patterns))
    return DieMake(*shape, body, ink, pattern, ace), colour


def _flat_rotation(yaw: float) -> NDArray[np.float64]:
    c, s = np.cos(yaw), np.sin(yaw)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def _tilt(rng: np.random.Generator) -> NDArray[np.float64]:
    angle, axis = np.radians(rng.uniform(5, 20)), rng.uniform(0, 2 * np.pi)
    k = np.array([np.cos(axis), np.sin(axis), 0])
    cross = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
    return np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross


def sample_view(rng: np.random.Generator, hard: bool) -> View:
    """Return a camera; `hard` ones are lower than 50 degrees or have less than 20 pixels a die."""
    elevation, die_px = rng.uniform(50, 90), 20 * 3 ** rng.random()
    if hard:
        if rng.random() < 0.5:
            elevation = rng.uniform(35, 50)
        else:
            die_px = rng.uniform(12, 20)
    return View(
        float(elevation), float(rng.uniform(0, 360)), float(rng.normal(0, 5)), float(rng.uniform(24, 58)), float(die_px)
    )


def _places(rng: np.random.Generator, view: View, count: int) -> list[tuple[NDArray[np.float64], float]]:
    """Return centres (x, y) and yaw of non-overlapping spots inside the picture, some of them touching."""
    reach = 0.75 * IMAGE_WH[0] / view.die_px / np.sin(np.radians(view.elevation_deg))
    spots: list[tuple[NDArray[np.float64], float]] = []
    for _ in range(count * 40):
        if len(spots) >= count:
            break
        yaw = float(rng.uniform(0, 2 * np.pi))
        spot = rng.uniform(-reach, reach, 2)
        if spots and rng.random() < 0.45:
            near, yaw = spots[rng.integers(len(spots))]
            side = yaw + rng.integers(4) * np.pi / 2
            away = np.array([np.cos(side), np.sin(side)])
            spot = near + away * rng.uniform(1.0, 1.06) + np.array([-away[1], away[0]]) * rng.uniform(-0.4, 0.4)
        if all(_apart(spot, yaw, other, turn) for other, turn in spots) and _inside(view, spot):
            spots.append((spot, yaw))
    return spots


def _apart(a: NDArray[np.float64], yaw_a: float, b: NDArray[np.float64], yaw_b: float) -> bool:
    """Whether two unit squares do not overlap (separating axes)."""
    gap = b - a
    if float(np.hypot(*gap)) > 1.4143:
        return True
    for yaw in (yaw_a, yaw_b):
        for axis in (yaw, yaw + np.pi / 2):
            reach = sum(0.5 * (abs(np.cos(axis - y)) + abs(np.sin(axis - y))) for y in (yaw_a, yaw_b))
            if abs(gap @ np.array([np.cos(axis), np.sin(axis)])) >= reach - 0.005:
                return True
    return False


def _inside(view: View, spot: NDArray[np.float64]) -> bool:
    cube = np.array([[x, y, z] for x in (-0.75, 0.75) for y in (-0.75, 0.75) for z in (0, 1.2)])
    pixels = view.project(cube + np.array([*spot, 0]))
    return bool((pixels > 1).all() and (pixels < np.array(IMAGE_WH) - 1).all())


def sample_scene(split_name: str, seed: int, dice_count: tuple[int, int], hard_share: float) -> Scene:
    """Return the scene of that seed."""
    rng = np.random.default_rng([seed, sum(split_name.encode())])
    split = SPLITS[split_name]
    view = sample_view(rng, bool(rng.random() < hard_share))
    style, _ = sample_make(rng, split, None)
    dice = []
    for spot, yaw in _places(rng, view, int(rng.integers(dice_count[0], dice_count[1] + 1))):
        dice.append(_sample_die(rng, split, style, spot, yaw))
    low, high = split.roughness[rng.integers(len(split.roughness))]
    return Scene(
        split_name,
        seed,
        dice,
        view,
        str(rng.choice(split.lights)),
        float(rng.uniform(low, high)),
        float(rng.choice([0.0, rng.uniform(0, 1)])),
        float(rng.uniform(0.25, 0.9)),
        float(rng.uniform(0.3, 0.9)) if rng.random() < split.clear else 0.0,
        float(rng.uniform(0.7, 1.0)) if rng.random() < split.metal else 0.0,
    )


def _sample_die(rng: np.random.Generator, split: Split, style: DieMake, spot: NDArray[np.float64], yaw: float) -> Die:
    make, colour = sample_make(rng, split, style)
    share_of_blocks, made_of = split.blocks
    is_die = bool(rng.random() > share_of_blocks)
    values = face_values(int(rng.integers(1, 7)), int(rng.integers(4)), bool(rng.random() < 0.5))
    turns = [int(t) for t in rng.integers(0, 4, 6)]
    rotation, height, cocked = _flat_rotation(yaw), 0.5, False
    if not is_die:
        values = [0] * 6
        size = tuple(float(s) for s in rng.uniform(0.35, 0.95, 3))
        make = DieMake(
            make.edge_radius,
            make.corner_cut,
            0.1,
            0.2,
            0.0,
            make.body_rgb,
            make.pip_rgb,
            str(rng.choice(made_of)),
            1.0,
            size,
        )
        height = size[2] / 2
    elif rng.random() < 0.05:
        rotation, height, cocked = _tilt(rng) @ rotation, 0.6, True
    return Die(make, colour, values, turns, rotation, np.array([*spot, height]), cocked, is_die)
