"""What a die's body is made of: patterns laid over the colour of a strip of six faces, (height, width, 3) sRGB 0..1.

Which split uses which is told in `scenes.SPLITS`; the validation's and the test's strange ones are never trained on.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from .backdrops_base import noise

Strip = NDArray[np.float32]
Field = NDArray[np.float32]
"""One number a pixel, (height, width, 1), 0..1."""
Pattern = Callable[[np.random.Generator, Strip], Strip]


def _noise(rng: np.random.Generator, strip: Strip, cells_px: tuple[float, float]) -> Field:
    return noise(rng, *strip.shape[:2], float(rng.uniform(*cells_px)))[..., None]


def _mixed(strip: Strip, partner: Strip, share: Field) -> Strip:
    return (strip + share * (partner - strip)).astype(np.float32)


def _partner(rng: np.random.Generator, strip: Strip) -> Strip:
    """Return another shade the body may be mixed with: darker, paler, whitish or of a neighbouring hue."""
    way = rng.integers(4)
    if way == 0:
        return strip * np.float32(rng.uniform(0.35, 0.85))
    if way == 1:
        return strip + np.float32(rng.uniform(0.15, 0.5)) * (1 - strip)
    if way == 2:
        pale = np.array([1.0, 1.0, 1.0], np.float32) * np.float32(rng.uniform(0.5, 0.85))
        return strip + np.float32(rng.uniform(0.2, 0.6)) * (pale - strip)
    return np.clip(
        strip * rng.uniform(0.5, 1.5, 3).astype(np.float32) + rng.normal(0, 0.06, 3).astype(np.float32), 0, 1
    )


def _crumbs(rng: np.random.Generator, strip: Strip, counts: tuple[int, int]) -> NDArray[np.int32]:
    """Return which angular crumb every pixel (height, width) belongs to, as numbers."""
    height, width = strip.shape[:2]
    count = int(rng.integers(*counts))
    drops = np.full((height, width), 255, np.uint8)
    drops[rng.integers(0, height, count), rng.integers(0, width, count)] = 0
    return np.asarray(cv2.distanceTransformWithLabels(drops, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)[1])


def plain(_: np.random.Generator, strip: Strip) -> Strip:
    return strip


def pearl(rng: np.random.Generator, strip: Strip) -> Strip:
    field = _noise(rng, strip, (16, 60))
    light = strip + 0.4 * (1 - strip)
    return _mixed(strip * 0.8, light, field**2)


def speckle(rng: np.random.Generator, strip: Strip) -> Strip:
    dots = rng.random((*strip.shape[:2], 1)) < 0.08
    return strip * np.where(dots, rng.uniform(0.4, 2.0), 1).astype(np.float32)


def glitter(rng: np.random.Generator, strip: Strip) -> Strip:
    sparks = rng.random((*strip.shape[:2], 1)) ** rng.uniform(12, 30)
    return _mixed(strip, np.ones_like(strip), sparks * rng.uniform(0.2, 0.8))


def streak(rng: np.random.Generator, strip: Strip) -> Strip:
    """Lines drawn out along one direction."""
    height, width = strip.shape[:2]
    lines = noise(rng, height, width // 6, rng.uniform(4, 10), octaves=2)
    lines = np.tile(lines, (1, 6)) if rng.random() < 0.5 else cv2.resize(lines, (width, height))
    drawn = cv2.blur(lines, (25, 1) if rng.random() < 0.5 else (1, 25))
    low, high = float(drawn.min()), float(drawn.max())
    even = ((drawn - low) / max(high - low, 1e-6))[:, :width, None]
    return (strip * (1 + rng.uniform(0.15, 0.45) * (2 * even - 1))).astype(np.float32)


def blotch(rng: np.random.Generator, strip: Strip) -> Strip:
    partner = np.clip(strip * rng.uniform(0.4, 1.5, 3) + rng.uniform(-0.1, 0.2), 0, 1)
    return _mixed(strip, partner, np.clip(3 * _noise(rng, strip, (16, 60)) - 1, 0, 1))


def clouds(rng: np.random.Generator, strip: Strip) -> Strip:
    """Soft blends of two or three shades, from a few pixels to a whole face."""
    for _ in range(int(rng.integers(1, 4))):
        share = _noise(rng, strip, (8, 70)) ** np.float32(np.exp(rng.normal(0, 0.5)))
        strip = _mixed(strip, _partner(rng, strip), share * np.float32(rng.uniform(0.4, 1.0)))
    return strip


def bands(rng: np.random.Generator, strip: Strip) -> Strip:
    """Layers poured one on another: nearly straight stripes of uneven width, a little wavy."""
    height, width = strip.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    turn = rng.uniform(0, np.pi)
    along = xs * np.float32(np.cos(turn)) + ys * np.float32(np.sin(turn))
    along += _noise(rng, strip, (30, 80))[..., 0] * np.float32(rng.uniform(0, 14))
    steps = np.cumsum(rng.uniform(2, 22, 200)) - 300
    layer = np.searchsorted(steps, along.ravel()).reshape(height, width)
    shades = rng.random(201).astype(np.float32)[layer]
    soft = cv2.GaussianBlur(shades, (0, 0), float(rng.uniform(0.5, 4)))[..., None]
    return _mixed(strip, _partner(rng, strip), soft * np.float32(rng.uniform(0.5, 1.0)))


def chips(rng: np.random.Generator, strip: Strip) -> Strip:
    """Terrazzo: angular crumbs of other shades."""
    crumb = _crumbs(rng, strip, (60, 500))
    shades = np.where(rng.random(crumb.max() + 1) < rng.uniform(0.2, 0.8), rng.random(crumb.max() + 1), 0)
    return _mixed(strip, _partner(rng, strip), shades.astype(np.float32)[crumb][..., None])


def halves(rng: np.random.Generator, strip: Strip) -> Strip:
    """Two plastics in one mould, meeting along a soft or sharp line."""
    height, width = strip.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    turn, face = rng.uniform(0, 2 * np.pi), width / 6
    side = (xs % face - face * rng.uniform(0.2, 0.8)) * np.cos(turn) + (ys - height * rng.uniform(0.2, 0.8)) * np.sin(
        turn
    )
    side = side + _noise(rng, strip, (20, 60))[..., 0] * rng.uniform(0, 25)
    share = 1 / (1 + np.exp(-np.clip(side / rng.uniform(0.5, 14), -30, 30)))
    return _mixed(strip, _partner(rng, strip), share[..., None].astype(np.float32))


def specks(rng: np.random.Generator, strip: Strip) -> Strip:
    """Round crumbs and bubbles, up to half a pip wide."""
    marks = np.zeros(strip.shape[:2], np.float32)
    for _ in range(int(rng.integers(20, 260))):
        at = (int(rng.integers(strip.shape[1])), int(rng.integers(strip.shape[0])))
        cv2.circle(marks, at, int(rng.integers(1, 4)), float(rng.random()), -1, cv2.LINE_AA)
    return _mixed(strip, _partner(rng, strip), marks[..., None])


def crackle(rng: np.random.Generator, strip: Strip) -> Strip:
    """Glaze that burst while it cooled: a net of straight cracks, thin or wide."""
    shards = _crumbs(rng, strip, (25, 220)).astype(np.float32)
    crack = (np.abs(cv2.Laplacian(shards, cv2.CV_32F)) > 0).astype(np.float32)
    soft = cv2.GaussianBlur(crack, (0, 0), float(rng.uniform(0.5, 1.8)))
    return _mixed(strip, _partner(rng, strip), np.clip(soft * rng.uniform(0.7, 1.6), 0, 1)[..., None])


def growth(rng: np.random.Generator, strip: Strip) -> Strip:
    """Rings of a tree around a heart somewhere, darker towards the end of every year."""
    height, width = strip.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    heart = rng.uniform(-1.5, 2.5, 2) * height
    away = np.hypot(xs % height - heart[0], (ys - heart[1]) * rng.uniform(0.4, 1.0))
    away += _noise(rng, strip, (20, 60))[..., 0] * rng.uniform(0, 6)
    years = np.concatenate([[-1e3], np.cumsum(rng.uniform(3, 14, 120)), [1e4]])
    year = np.searchsorted(years, away.ravel()).reshape(height, width) - 1
    late = (away - years[year]) / (years[year + 1] - years[year])
    share = np.clip(late, 0, 1) ** rng.uniform(1, 4) * rng.uniform(0.4, 1.0)
    return _mixed(strip, _partner(rng, strip), share[..., None].astype(np.float32))


def camouflage(rng: np.random.Generator, strip: Strip) -> Strip:
    """Flat patches of three to five shades with sharp rims."""
    shades = [strip, *(_partner(rng, strip) for _ in range(int(rng.integers(2, 5))))]
    out = strip
    for shade in shades[1:]:
        patch = _noise(rng, strip, (14, 60)) > rng.uniform(0.5, 0.68)
        out = np.where(patch, shade, out)
    return out.astype(np.float32)


def strokes(rng: np.random.Generator, strip: Strip) -> Strip:
    """Drawn over with a brush, up to half a pip wide."""
    paint = np.zeros(strip.shape[:2], np.float32)
    for _ in range(int(rng.integers(15, 110))):
        start = rng.uniform((0, 0), (strip.shape[1], strip.shape[0]))
        turn, steps = rng.uniform(0, 2 * np.pi), []
        for _ in range(int(rng.integers(2, 7))):
            turn += rng.normal(0, 0.6)
            start = start + rng.uniform(3, 12) * np.array([np.cos(turn), np.sin(turn)])
            steps.append(start)
        cv2.polylines(
            paint, [np.array(steps, np.int32)], False, float(rng.random()), int(rng.integers(1, 6)), cv2.LINE_AA
        )
    return _mixed(strip, _partner(rng, strip), paint[..., None])


def weave(rng: np.random.Generator, strip: Strip) -> Strip:
    """Threads over and under each other."""
    height, width = strip.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    turn, step = rng.uniform(0, np.pi), rng.uniform(3, 11)
    along, across = xs * np.cos(turn) + ys * np.sin(turn), ys * np.cos(turn) - xs * np.sin(turn)
    over = (np.floor(along / step) + np.floor(across / step)) % 2
    bulge = np.where(over > 0, np.sin(np.pi * along / step), np.sin(np.pi * across / step)) ** 2
    share = (bulge * np.where(over > 0, 1.0, rng.uniform(0.2, 1.0)) * rng.uniform(0.4, 1.0)).astype(np.float32)
    return _mixed(strip, _partner(rng, strip), share[..., None])


def glow(rng: np.random.Generator, strip: Strip) -> Strip:
    """Light that gathers in the edges or the middle of every face, as in resin."""
    height, width = strip.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    aside = np.abs((np.stack([xs % height, ys]) + 0.5) / height * 2 - 1)
    rim = np.max(aside, 0) if rng.random() < 0.5 else np.hypot(*aside) / np.sqrt(2)
    share = (rim if rng.random() < 0.6 else 1 - rim) ** rng.uniform(0.7, 5)
    share = share * rng.uniform(0.5, 1.0) * (1 - rng.uniform(0, 0.6) * _noise(rng, strip, (10, 40))[..., 0])
    return _mixed(strip, _partner(rng, strip), np.clip(share, 0, 1)[..., None].astype(np.float32))


def confetti(rng: np.random.Generator, strip: Strip) -> Strip:
    """Scraps of paper and foil cast into the body, of several shades."""
    out = strip.copy()
    for _ in range(int(rng.integers(2, 5))):
        scraps = np.zeros(strip.shape[:2], np.float32)
        for _ in range(int(rng.integers(5, 90))):
            at = rng.uniform((0, 0), (strip.shape[1], strip.shape[0]))
            corners = at + rng.normal(0, rng.uniform(1.5, 4.5), (int(rng.integers(3, 6)), 2))
            cv2.fillConvexPoly(scraps, cv2.convexHull(corners.astype(np.int32)), float(rng.random()), cv2.LINE_AA)
        out = _mixed(out, _partner(rng, strip), scraps[..., None])
    return out


def layered(rng: np.random.Generator, strip: Strip) -> Strip:
    """Two of the other trained kinds, one over the other."""
    for name in rng.choice(LAYERS, 2, replace=False):
        strip = np.clip(PATTERNS[str(name)](rng, strip), 0, 1).astype(np.float32)
    return strip


def veined(rng: np.random.Generator, strip: Strip) -> Strip:
    """Thin lines as in marble; validation only."""
    field = _noise(rng, strip, (16, 60))
    vein = np.exp(-(((field - 0.5) / rng.uniform(0.02, 0.06)) ** 2)) * rng.uniform(0.2, 0.6)
    return _mixed(strip, np.full_like(strip, rng.uniform(0, 1)), vein)


def dappled(rng: np.random.Generator, strip: Strip) -> Strip:
    """Spots with dark rims, as on a leopard; validation only."""
    grain = rng.standard_normal(strip.shape[:2]).astype(np.float32)
    spots = cv2.GaussianBlur(grain, (0, 0), float(rng.uniform(2.5, 7)))
    height = spots / spots.std()
    least = rng.uniform(0.4, 1.1)
    rim = np.exp(-(((height - least) / 0.22) ** 2)) * rng.uniform(0.3, 0.9)
    body = _mixed(strip, _partner(rng, strip), ((height > least) * np.float32(rng.uniform(0.3, 1.0)))[..., None])
    return _mixed(body, strip * np.float32(rng.uniform(0.2, 0.6)), rim[..., None].astype(np.float32))


def lava(rng: np.random.Generator, strip: Strip) -> Strip:
    """A dark crust with glowing cracks; validation only."""
    crack = np.clip(1 - np.abs(_noise(rng, strip, (12, 50)) * 2 - 1) * np.float32(rng.uniform(2, 9)), 0, 1)
    crust = strip * np.float32(rng.uniform(0.25, 0.7))
    glowing = strip + np.float32(rng.uniform(0.1, 0.45)) * (1 - strip)
    return _mixed(crust, glowing, crack)


def swirl(rng: np.random.Generator, strip: Strip) -> Strip:
    """Strongly marbled in a darker shade; test only."""
    field = 0.5 + 0.5 * np.sin(_noise(rng, strip, (16, 60)) * rng.uniform(8, 22))
    return _mixed(strip, strip * np.float32(rng.uniform(0.3, 0.75)), field)


def vortex(rng: np.random.Generator, strip: Strip) -> Strip:
    """Plastics of three shades stirred while they were soft; test only."""
    height, width = strip.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    stirred = _noise(rng, strip, (14, 40))[..., 0]
    for _ in range(2):
        aside = [_noise(rng, strip, (30, 70))[..., 0] * 2 - 1 for _ in range(2)]
        reach = np.float32(rng.uniform(20, 60))
        stirred = cv2.remap(
            stirred, xs + reach * aside[0], ys + reach * aside[1], cv2.INTER_LINEAR, None, cv2.BORDER_REFLECT
        )
    share = np.clip((stirred[..., None] - 0.25) * 2, 0, 1)
    pale, dark = strip + np.float32(rng.uniform(0.15, 0.4)) * (1 - strip), strip * np.float32(rng.uniform(0.4, 0.8))
    return _mixed(_mixed(strip, dark, np.clip(1 - 2 * share, 0, 1)), pale, np.clip(2 * share - 1, 0, 1))


PATTERNS: dict[str, Pattern] = {
    one.__name__: one
    for one in (
        plain,
        pearl,
        speckle,
        glitter,
        streak,
        blotch,
        clouds,
        bands,
        chips,
        halves,
        specks,
        crackle,
        growth,
        camouflage,
        strokes,
        weave,
        glow,
        confetti,
        layered,
        veined,
        dappled,
        lava,
        swirl,
        vortex,
    )
}
LAYERS = (
    "pearl",
    "streak",
    "blotch",
    "clouds",
    "bands",
    "chips",
    "halves",
    "specks",
    "crackle",
    "growth",
    "camouflage",
    "strokes",
    "weave",
    "glow",
    "confetti",
)
"""What `layered` lays one over the other."""
