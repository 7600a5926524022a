"""What the table is covered with: wood, cloth, felt, paper; plain pictures of any size, the seed chooses the sort."""

from collections.abc import Callable

import cv2
import numpy as np

from assistant.sim.art.noise import Bgr, Picture, blend, fractal_field, hsv, rng_of, shade, smooth_field

WOODS: tuple[tuple[Bgr, Bgr], ...] = (
    ((118, 160, 196), (70, 108, 150)), ((58, 90, 132), (30, 52, 84)), ((40, 58, 86), (20, 30, 48)),
    ((150, 178, 200), (112, 146, 172)), ((50, 76, 120), (24, 36, 70)), ((176, 196, 206), (140, 168, 184)),
)  # fmt: skip


def wood(shape: tuple[int, int], rng: np.random.Generator) -> Picture:
    """Planks with stretched grain, rings and a seam here and there."""
    light, dark = WOODS[int(rng.integers(len(WOODS)))]
    height, width = shape
    stretch = smooth_field(rng, (height, max(8, width // 24)), 26)
    grain = cv2.resize(stretch, (width, height), interpolation=cv2.INTER_CUBIC)
    fine = cv2.resize(rng.random((height, max(8, width // 40)), dtype=np.float32), (width, height))
    rings = cv2.resize(
        fractal_field(rng, (height, max(8, width // 6)), 4, 3), (width, height), interpolation=cv2.INTER_CUBIC
    )
    rings = 0.5 + 0.5 * np.sin(rings * 40)
    share = np.clip(0.45 * grain + 0.25 * fine + 0.3 * rings, 0, 1).astype(np.float32)
    picture = blend(np.full((*shape, 3), dark, np.uint8), light, share)
    return _seams(picture, rng)


def _seams(picture: Picture, rng: np.random.Generator) -> Picture:
    """Darken narrow lines between planks and give each plank a tone of its own."""
    height, width = picture.shape[:2]
    planks = int(rng.integers(3, 8))
    gain = np.repeat(rng.uniform(0.88, 1.1, planks), -(-height // planks))[:height].astype(np.float32)
    gain[(np.arange(1, planks) * -(-height // planks)).clip(0, height - 1)] = 0.55
    return shade(picture, np.repeat(gain[:, None], width, 1))


def cloth(shape: tuple[int, int], rng: np.random.Generator) -> Picture:
    """Woven cloth with threads, a check or plain, and soft folds."""
    base = hsv(float(rng.uniform(0, 360)), float(rng.uniform(0.1, 0.7)), float(rng.uniform(0.35, 0.85)))
    y, x = np.indices(shape)
    pitch = int(rng.integers(60, 160))
    check = ((x // pitch) % 2 + (y // pitch) % 2) * float(rng.choice([0.0, 0.12]))
    thread = 0.06 * np.sin(x * 1.9) + 0.06 * np.sin(y * 1.9) + rng.normal(0, 0.03, shape)
    folds = 0.25 * (fractal_field(rng, shape, 3, 2) - 0.5)
    return shade(np.full((*shape, 3), base, np.uint8), (1 + check + thread + folds).astype(np.float32))


def felt(shape: tuple[int, int], rng: np.random.Generator) -> Picture:
    """A playing mat: dark, even, fuzzy."""
    hue = float(rng.choice([110, 150, 215, 250, 350, 30]))
    base = hsv(hue, float(rng.uniform(0.2, 0.8)), float(rng.uniform(0.2, 0.55)))
    fuzz = fractal_field(rng, shape, max(shape) / 12, 3) - 0.5
    return shade(
        np.full((*shape, 3), base, np.uint8), (1 + 0.35 * fuzz + rng.normal(0, 0.05, shape)).astype(np.float32)
    )


def paper(shape: tuple[int, int], rng: np.random.Generator) -> Picture:
    """A laid sheet or a white table top, nearly even."""
    level = int(rng.integers(170, 240))
    tint = hsv(float(rng.uniform(20, 60)), float(rng.uniform(0, 0.12)), level / 255)
    spread = 0.05 * (fractal_field(rng, shape, 4, 4) - 0.5) + rng.normal(0, 0.008, shape)
    return shade(np.full((*shape, 3), tint, np.uint8), (1 + spread).astype(np.float32))


SURFACES: dict[str, Callable[[tuple[int, int], np.random.Generator], Picture]] = {
    "wood": wood, "cloth": cloth, "felt": felt, "paper": paper,
}  # fmt: skip


def surface(kind: str, seed: int, shape: tuple[int, int]) -> Picture:
    """Return the table's top; raises ValueError when the kind is unknown."""
    if kind not in SURFACES:
        raise ValueError(f"no table surface {kind!r}; there are {', '.join(SURFACES)}")
    return SURFACES[kind](shape, rng_of("surface", kind, seed))
