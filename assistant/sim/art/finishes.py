"""The last pass of a family: how its ink, stone, thread or brush lays a drawing down. Works on canvases of any size."""

from collections.abc import Callable

import cv2
import numpy as np

from assistant.sim.art.backdrops import UNIT_PX, plots
from assistant.sim.art.noise import Bgr, Field, Picture, Values, blend, fractal_field, shade, smooth_field, to_picture
from assistant.sim.art.palette import Ink

Finish = Callable[[Picture, Ink, np.random.Generator], Picture]


def _bumps(picture: Picture, per_tile: float) -> float:
    """The number of noise cells along the longer side that gives `per_tile` of them on one tile."""
    return float(per_tile * max(picture.shape[:2]) / UNIT_PX)


def _grey(picture: Values) -> Field:
    return (cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) / 255.0).astype(np.float32)


def _warp(picture: Picture, rng: np.random.Generator, reach_px: float, per_tile: float) -> Picture:
    """Move every pixel a little, so that straight edges wobble."""
    shape = picture.shape[:2]
    dx, dy = (smooth_field(rng, shape, _bumps(picture, per_tile)) - 0.5 for _ in range(2))
    y, x = np.indices(shape, np.float32)
    return np.asarray(
        cv2.remap(
            picture, x + dx * 2 * reach_px, y + dy * 2 * reach_px, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        ),
        np.uint8,
    )


def offset_print(picture: Picture, ink: Ink, rng: np.random.Generator) -> Picture:
    """Flat ink on card: only a breath of grain."""
    return shade(picture, 0.96 + 0.06 * smooth_field(rng, picture.shape[:2], _bumps(picture, 90)))


def woodcut(picture: Picture, ink: Ink, rng: np.random.Generator) -> Picture:
    """Two tones cut in wood: line width follows darkness, line direction follows the form, tinted paper."""
    tone = cv2.createCLAHE(2.0, (4, 4)).apply(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)).astype(np.float32) / 255
    y, x = np.indices(tone.shape, np.float32)
    turn = smooth_field(rng, tone.shape, _bumps(picture, 3)) * 0.25
    wave = 0.5 + 0.5 * np.sin((x * np.sin(turn + 0.5) + y * np.cos(turn + 0.5)) * 1.05)
    cut = cv2.GaussianBlur(((tone * 1.15 - 0.1) > wave).astype(np.float32), (0, 0), 0.8)
    paper = blend(
        np.full_like(picture, ink.paper), cv2.GaussianBlur(picture, (0, 0), 9), np.full(tone.shape, 0.5, np.float32)
    )
    return blend(np.full_like(picture, ink.line), paper, cut)


def watercolour(picture: Picture, ink: Ink, rng: np.random.Generator) -> Picture:
    """Washes on rough paper: wobbling edges with a dark rim, pigment that pools, pale overall."""
    soft = cv2.bilateralFilter(_warp(picture, rng, 5, 9), 9, 60, 9)
    grey = _grey(soft)
    rim = np.clip((cv2.GaussianBlur(grey, (0, 0), 4) - grey) * 2.2, 0, 0.6)
    pool = fractal_field(rng, grey.shape, _bumps(picture, 6), 4)
    washed = blend(soft, ink.paper, np.clip(0.12 + 0.45 * pool, 0, 1))
    grain = 0.94 + 0.1 * smooth_field(rng, grey.shape, _bumps(picture, 110))
    return shade(washed, (1 - rim) * grain)


def mosaic(picture: Picture, ink: Ink, rng: np.random.Generator) -> Picture:
    """Small irregular stones in grout, each of one colour, each tilted a little to the light."""
    shape = (picture.shape[0], picture.shape[1])
    labels, edge = plots(shape, rng, UNIT_PX / 34)
    count = int(labels.max()) + 1
    sizes = np.maximum(np.bincount(labels.ravel(), minlength=count), 1)
    means = np.stack([np.bincount(labels.ravel(), picture[..., c].ravel(), count) / sizes for c in range(3)], 1)
    stones = np.clip(means * rng.uniform(0.82, 1.16, (count, 1)), 0, 255).astype(np.uint8)[labels]
    return blend(stones, ink.line, np.clip(1.25 - edge * 0.75, 0, 0.85).astype(np.float32))


def gilded(picture: Picture, ink: Ink, rng: np.random.Generator) -> Picture:
    """A miniature: fine gold scrolls over everything, dark fine outlines, worn gold."""
    grey = _grey(picture)
    y, x = np.indices(grey.shape, np.float32)
    flow = smooth_field(rng, grey.shape, _bumps(picture, 9)) * 7
    scroll = np.abs(np.sin(x * 0.21 + np.cos(y * 0.17 + flow) * 2.4 + flow)) < 0.16
    dots = (np.sin(x * 0.55) * np.sin(y * 0.55)) > 0.86
    lines = cv2.GaussianBlur((scroll | dots).astype(np.float32), (0, 0), 0.7)
    gold: Bgr = (95, 175, 214)
    worn = fractal_field(rng, grey.shape, _bumps(picture, 12), 3)
    laced = blend(picture, gold, lines * np.clip(worn * 1.1, 0.1, 0.8))
    contour = np.clip(np.abs(cv2.Laplacian(grey, cv2.CV_32F, ksize=3)) * 1.6, 0, 0.8)
    return blend(laced, ink.line, contour)


def photograph(picture: Picture, ink: Ink, rng: np.random.Generator) -> Picture:
    """A dull printed photograph: soft, low in contrast, coarse screen and speckle."""
    soft = cv2.GaussianBlur(_warp(picture, rng, 2, 14), (0, 0), 1.6)
    fine = fractal_field(rng, (picture.shape[0], picture.shape[1]), _bumps(picture, 50), 3)
    mean = soft.mean(axis=(0, 1), keepdims=True)
    flat = np.clip(mean + (soft - mean) * 0.6, 0, 255).astype(np.uint8)
    speckle = rng.normal(0, 6, picture.shape).astype(np.float32)
    return to_picture(shade(flat, 0.72 + 0.5 * fine) + speckle)


def stitch(picture: Picture, ink: Ink, rng: np.random.Generator) -> Picture:
    """Cross-stitch: one crossed stitch of a single thread colour per hole of the linen."""
    height, width = picture.shape[:2]
    pitch = 5
    small = cv2.resize(picture, (width // pitch + 1, height // pitch + 1), interpolation=cv2.INTER_AREA)
    threads = (np.round(small / 36.0) * 36).clip(0, 255)
    threads = np.clip(threads * rng.uniform(0.88, 1.1, (*small.shape[:2], 1)), 0, 255).astype(np.uint8)
    big = cv2.resize(threads, None, fx=pitch, fy=pitch, interpolation=cv2.INTER_NEAREST)[:height, :width]
    y, x = np.indices((height, width)) % pitch
    first, second = np.abs(x - y), np.abs(x + y - pitch + 1)
    relief = np.where(first <= 1, 1.08, np.where(second <= 1, 0.92, 0.62)).astype(np.float32)
    return shade(big, relief)


def chart(picture: Picture, ink: Ink, rng: np.random.Generator) -> Picture:
    """An engraved map, coloured by hand: thin brown lines, thin colour, foxed paper."""
    grey = _grey(picture)
    edges = cv2.GaussianBlur(cv2.Canny(picture, 40, 110), (0, 0), 0.8).astype(np.float32) / 255
    y, x = np.indices(grey.shape)
    hatch = ((x + y) % 6 < 2) & (grey < 0.42)
    tint = blend(
        np.full_like(picture, ink.paper), cv2.GaussianBlur(picture, (0, 0), 2), np.full(grey.shape, 0.55, np.float32)
    )
    drawn = blend(tint, ink.line, np.clip(edges * 1.4 + hatch * 0.4, 0, 0.85).astype(np.float32))
    fox = np.clip(fractal_field(rng, grey.shape, _bumps(picture, 5), 4) - 0.62, 0, 1) * 1.2
    return blend(drawn, (60, 110, 150), fox)
