"""Reading dice in any photograph: nothing is known of the camera, the table or the size of the dice.

The picture is looked at in octaves, so that a die of any size comes near the size the finder knows. Octaves overlap,
and a die seen in two is taken once. The dice of one photograph are of similar size: a lone find far from that size is a
keyboard key, a coin or a side face, not a die.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.candidates import NOMINAL_EDGE_PX, Candidates, joined
from assistant.vision.colour import COLOURS
from assistant.vision.dice import DiceReader, Judged
from assistant.vision.readings import DieReading

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class LooseLimits:
    """Thresholds of the free search; the fitted ones are overwritten by the settings inside the models."""

    edges_px: tuple[float, float] = (11.0, 420.0)
    """Smallest and largest edge of a top face that is looked for."""
    octave: float = 1.6
    """Ratio between two looks; smaller sees every die nearer its best size and costs time."""
    loose_exists: float = 0.5
    """Joined certainty that a top face is there."""
    loose_crowded: float = 0.85
    """The same beside a likelier face, where the side of a die would be."""
    loose_value_sure: float = 0.3
    """A value less certain than this is None."""
    loose_colour_sure: float = 0.8
    """A colour less certain than this is None."""
    size_spread: float = 2.6
    """Edges further than this factor from the picture's usual edge need more certainty."""
    odd_size_exists: float = 0.985
    """That certainty."""
    tile_px: int = 1024
    """Large looks are cut into tiles of this side, so that memory stays small."""
    largest_share: float = 0.7
    """A face larger than this share of the picture's shorter side is none."""
    most_candidates: int = 600
    """Places looked at closely at most, the likeliest first."""
    most_looked_px: float = 28e6
    """Pixels looked at together at most; the finest looks of a huge picture are left out. So much finds dice of 15
    pixels in 12 megapixels."""


def read_loose(image: Pixels, reader: DiceReader, limits: LooseLimits | None = None) -> list[DieReading]:
    """Return every die of a photograph (H, W, 3) BGR, left to right; an empty list when there is none.

    Raises ValueError when the array is not such a picture.
    """
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise ValueError(f"expected a BGR picture (H, W, 3) of bytes, got {image.shape} {image.dtype}")
    fitted = {k: v for k, v in reader.reader.settings.items() if k in LooseLimits.__slots__}
    limits = limits or LooseLimits(**fitted)
    found, judged = search(image, reader, limits)
    return readings_of(found, judged, reader, limits)


def search(image: Pixels, reader: DiceReader, limits: LooseLimits) -> tuple[Candidates, Judged]:
    """Return every place that may be a top face and what the networks say of it."""
    found = _everywhere(image, reader, limits)
    found = found.only(found.edge_px < limits.largest_share * min(image.shape[:2]))
    found = found.only(np.sort(np.argsort(-found.heat, kind="stable")[: limits.most_candidates]))
    found = reader.apart(_nested_out(found))
    return found, reader.judge([image], found, None, limits.most_candidates, any_colour=True)


def scales(shape: tuple[int, ...], limits: LooseLimits) -> list[float]:
    """Return the scales a picture of that shape is looked at with, coarse to fine."""
    coarsest = NOMINAL_EDGE_PX / min(limits.edges_px[1], max(shape[:2]))
    finest = min(2.0, NOMINAL_EDGE_PX / limits.edges_px[0])
    count = max(1, int(np.ceil(np.log(finest / coarsest) / np.log(limits.octave))) + 1)
    every = [coarsest * (finest / coarsest) ** (k / max(1, count - 1)) for k in range(count)]
    area, left = float(shape[0] * shape[1]), limits.most_looked_px
    chosen: list[float] = []
    for scale in every:
        left -= area * scale**2
        if left < 0 and chosen:
            break
        chosen.append(scale)
    return chosen


def _everywhere(image: Pixels, reader: DiceReader, limits: LooseLimits) -> Candidates:
    parts = []
    for scale in scales(image.shape, limits):
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
        look = cv2.resize(image, size, interpolation=way)
        for left, top, tile in _tiles(look, limits.tile_px):  # type: ignore[arg-type]
            found = reader.find([tile], 1.0)
            offset = np.array([left, top], np.float32)
            parts.append(
                Candidates(
                    found.picture,
                    (found.centre_xy + offset) / np.float32(scale),
                    found.edge_px / np.float32(scale),
                    found.box_wh / np.float32(scale),
                    found.heat,
                    found.value_logits,
                    found.colour_logits,
                )
            )
    return joined(parts)


def _tiles(look: Pixels, tile_px: int) -> Iterator[tuple[int, int, Pixels]]:
    """Yield left, top and pixels of tiles that overlap by a die's width."""
    overlap = 64
    for top in range(0, max(1, look.shape[0] - overlap), tile_px - overlap):
        for left in range(0, max(1, look.shape[1] - overlap), tile_px - overlap):
            yield left, top, look[top : top + tile_px, left : left + tile_px]


def _nested_out(found: Candidates) -> Candidates:
    """Drop small finds inside a clearly larger and stronger one: a pip or a print seen as a die."""
    keep = np.ones(len(found.heat), bool)
    for k in range(len(keep)):
        gap = np.abs(found.centre_xy - found.centre_xy[k]).max(1)
        larger = (found.edge_px > 1.7 * found.edge_px[k]) & (found.edge_px < 3.2 * found.edge_px[k])
        inside = (gap < 0.5 * found.edge_px) & larger & (found.heat > found.heat[k])
        keep[k] = not inside.any()
    return found.only(keep)


def readings_of(found: Candidates, judged: Judged, reader: DiceReader, limits: LooseLimits) -> list[DieReading]:
    """Return the dice among the places, left to right."""
    sure = reader.real(found, judged.exists, limits.loose_exists, limits.loose_crowded)
    if not sure.any():
        return []
    usual = float(np.median(found.edge_px[sure & (judged.exists >= np.quantile(judged.exists[sure], 0.5))]))
    ratio = np.maximum(found.edge_px / usual, usual / found.edge_px)
    sure = sure & ((ratio <= limits.size_spread) | (judged.exists >= limits.odd_size_exists))
    order = [int(k) for k in np.argsort(found.centre_xy[:, 0]) if sure[k]]
    return [_reading(found, judged, k, limits) for k in order]


def _reading(found: Candidates, judged: Judged, k: int, limits: LooseLimits) -> DieReading:
    value_sure = float(judged.value[k].max()) * float(judged.exists[k])
    value = int(judged.value[k].argmax()) + 1 if value_sure >= limits.loose_value_sure else None
    hue = int(judged.colour[k].argmax())
    known = hue < len(COLOURS) and float(judged.colour[k].max()) >= limits.loose_colour_sure
    half = found.box_wh[k] / 2
    low, high = found.centre_xy[k] - half, found.centre_xy[k] + half
    box = (round(float(low[0]), 1), round(float(low[1]), 1), round(float(high[0]), 1), round(float(high[1]), 1))
    return DieReading(COLOURS[hue] if known else None, value, round(value_sure, 4), box)
