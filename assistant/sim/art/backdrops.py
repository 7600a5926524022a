"""Grounds on which tiles and boards are printed. Each paints a whole canvas of any size from a palette."""

from collections.abc import Callable

import cv2
import numpy as np

from assistant.sim.art.noise import Bgr, Field, Picture, blend, fill, fractal_field, mix, outline, shade, smooth_field
from assistant.sim.art.palette import Palette

Backdrop = Callable[[tuple[int, int], Palette, np.random.Generator], Picture]
UNIT_PX = 256
"""The size of a tile's canvas: ornaments keep their printed size on larger canvases."""


def plain(shape: tuple[int, int], colour: Bgr) -> Picture:
    return np.full((*shape, 3), colour, np.uint8)


def ramp(low: Bgr, high: Bgr, share: Field) -> Picture:
    """Return the colours from low to high chosen by `share` in 0..1."""
    return blend(plain((share.shape[0], share.shape[1]), low), high, share)


def hills(shape: tuple[int, int], palette: Palette, rng: np.random.Generator) -> Picture:
    """A sky and a few rolling ranges, flat colours."""
    height, width = shape
    canvas = plain(shape, palette.light)
    cv2.circle(
        canvas, (int(width * rng.uniform(0.2, 0.8)), int(height * 0.2)), UNIT_PX // 9, palette.accent, -1, cv2.LINE_AA
    )
    x = np.linspace(0, width, 60)
    for index in range(5):
        wave = np.sin(x / UNIT_PX * rng.uniform(3, 8) + rng.uniform(0, 6)) * height * 0.05
        y = height * (0.25 + 0.16 * index) + wave
        colour = (
            mix(palette.second, palette.ground, index / 4)
            if index % 2
            else mix(palette.ground, palette.dark, 0.15 * index)
        )
        fill(canvas, np.concatenate([np.stack([x, y], 1), [[width, height], [0, height]]]), colour)
    return canvas


def rays(shape: tuple[int, int], palette: Palette, rng: np.random.Generator) -> Picture:
    """Rays from a point outside the middle."""
    height, width = shape
    canvas = plain(shape, palette.ground)
    centre = np.array([width * rng.uniform(0.1, 0.9), height * rng.uniform(0.1, 0.9)])
    arms = int(rng.integers(9, 15))
    reach = float(width + height)
    for arm in range(arms):
        a, b = 2 * np.pi * arm / arms, 2 * np.pi * (arm + 0.5) / arms
        fill(
            canvas,
            np.array(
                [
                    centre,
                    centre + reach * np.array([np.cos(a), np.sin(a)]),
                    centre + reach * np.array([np.cos(b), np.sin(b)]),
                ]
            ),
            palette.second,
        )
    return canvas


def fields(shape: tuple[int, int], palette: Palette, rng: np.random.Generator) -> Picture:
    """Plots of land seen from above, with hedges between."""
    labels, edge = plots(shape, rng, UNIT_PX * 0.22)
    share = rng.random(int(labels.max()) + 1, dtype=np.float32)[labels]
    canvas = ramp(mix(palette.ground, palette.dark, 0.25), palette.second, share)
    stripes = 0.5 + 0.5 * np.sin(
        (np.indices(shape)[1] * np.cos(share * 9) + np.indices(shape)[0] * np.sin(share * 9)) / 3.5
    )
    canvas = blend(canvas, palette.dark, (stripes * 0.18).astype(np.float32))
    return blend(canvas, palette.dark, np.clip(1.2 - edge / 3, 0, 0.7).astype(np.float32))


def plots(
    shape: tuple[int, int], rng: np.random.Generator, pitch_px: float
) -> tuple[np.ndarray[tuple[int, int], np.dtype[np.int32]], Field]:
    """Return for every pixel the number of its irregular plot and its distance to the plot's edge in pixels."""
    rows, columns = int(shape[0] / pitch_px) + 2, int(shape[1] / pitch_px) + 2
    grid = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), -1).reshape(-1, 2)
    spots = ((grid + rng.uniform(-0.38, 0.38, grid.shape)) * pitch_px).astype(int)
    seeds = np.full(shape, 255, np.uint8)
    inside = (spots[:, 0] >= 0) & (spots[:, 0] < shape[1]) & (spots[:, 1] >= 0) & (spots[:, 1] < shape[0])
    seeds[spots[inside, 1], spots[inside, 0]] = 0
    _, labels = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_CCOMP)
    step = (labels != np.roll(labels, 1, 0)) | (labels != np.roll(labels, 1, 1))
    edge = cv2.distanceTransform((~step).astype(np.uint8), cv2.DIST_L2, 3)
    return labels.astype(np.int32), edge.astype(np.float32)


def medallion(shape: tuple[int, int], palette: Palette, rng: np.random.Generator) -> Picture:
    """A carpet: small rosettes in rows, frames within frames."""
    height, width = shape
    canvas = plain(shape, palette.ground)
    pitch = UNIT_PX // 12
    kind = int(rng.integers(3))
    for row, y in enumerate(range(pitch // 2, height, pitch)):
        for x in range(pitch // 2 + (row % 2) * pitch // 2, width, pitch):
            cv2.circle(canvas, (x, y), pitch // 3, palette.second, -1, cv2.LINE_AA)
            cv2.circle(
                canvas,
                (x, y),
                pitch // 6,
                (palette.accent, palette.dark, palette.light)[(kind + row) % 3],
                -1,
                cv2.LINE_AA,
            )
    for inset, colour in ((0.02, palette.accent), (0.05, palette.dark), (0.08, palette.light)):
        d = int(inset * UNIT_PX)
        cv2.rectangle(canvas, (d, d), (width - 1 - d, height - 1 - d), colour, 3, cv2.LINE_AA)
    return canvas


def terrain(shape: tuple[int, int], palette: Palette, rng: np.random.Generator) -> Picture:
    """Land from the air: soft hills, scrub, no lines."""
    relief = fractal_field(rng, shape, 5 * max(shape) / UNIT_PX, 5)
    canvas = ramp(palette.dark, palette.second, relief)
    scrub = fractal_field(rng, shape, 40 * max(shape) / UNIT_PX, 2)
    canvas = blend(canvas, palette.ground, np.clip((scrub - 0.4) * 2, 0, 0.8))
    slope = np.clip(1 + (relief - np.roll(relief, 3, (0, 1))) * 4, 0.6, 1.4)
    return shade(canvas, slope)


def contours(shape: tuple[int, int], palette: Palette, rng: np.random.Generator) -> Picture:
    """An old map: parchment with height lines and stains."""
    relief = fractal_field(rng, shape, 3 * max(shape) / UNIT_PX, 3)
    canvas = ramp(
        mix(palette.paper, palette.ground, 0.55), mix(palette.paper, palette.second, 0.3), smooth_field(rng, shape, 4)
    )
    steps = relief * 14
    line = np.abs(steps - np.round(steps)) / np.maximum(np.hypot(*np.gradient(steps)), 1e-3)
    return blend(canvas, palette.dark, np.clip(1.3 - line, 0, 0.75).astype(np.float32))


def weave(shape: tuple[int, int], palette: Palette, rng: np.random.Generator) -> Picture:
    """Bands and zigzags as on a woven shawl."""
    height, width = shape
    canvas = plain(shape, palette.ground)
    y = 0
    while y < height:
        band = int(rng.integers(UNIT_PX // 16, UNIT_PX // 6))
        colour = (palette.ground, palette.second, palette.middle, palette.light)[int(rng.integers(4))]
        cv2.rectangle(canvas, (0, y), (width, y + band), colour, -1)
        x = np.arange(0, width + band, max(6, band // 2))
        zigzag = np.stack([x, y + band * (0.25 + 0.5 * (np.arange(len(x)) % 2))], 1).astype(float)
        outline(canvas, zigzag, palette.dark if band % 2 else palette.accent, 2, closed=False)
        y += band
    return canvas


BACKDROPS: dict[str, Backdrop] = {
    "hills": hills, "rays": rays, "fields": fields, "medallion": medallion,
    "terrain": terrain, "contours": contours, "weave": weave,
}  # fmt: skip
