"""What the two dice networks are shown: regions scaled, filled up and joined, and squares around single faces."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.candidates import Candidates

Pixels = NDArray[np.uint8]

FINDER_SQUARE = 16
"""The finder takes pictures whose sides are multiples of this; what is missing is filled up and costs time."""
REGION_EDGE_PX = 17.0
"""Regions of a table are scaled to this edge: small enough for a frame's time, large enough to tell faces apart."""
FACE_SHARE = 0.525
"""How large a top face is drawn in the reader's square, as a share of its side; the side is told by the network."""


def turned(region: Pixels, turn: int) -> Pixels:
    """Return the region turned counter-clockwise by 0 to 3 quarters, in one piece."""
    ways = (None, cv2.ROTATE_90_COUNTERCLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE)
    way = ways[turn]
    return np.ascontiguousarray(region) if way is None else cv2.rotate(region, way)  # type: ignore[return-value]


def scaled(picture: Pixels, scale: float) -> Pixels:
    if abs(scale - 1) < 0.02:
        return picture
    way = cv2.INTER_AREA if scale < 0.8 else cv2.INTER_LINEAR
    height, width = picture.shape[:2]
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return cv2.resize(picture, size, interpolation=way)  # type: ignore[return-value]


def alike(pictures: Sequence[Pixels]) -> list[list[int]]:
    """Return the positions of pictures whose shapes need the same filling, in groups."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for k, picture in enumerate(pictures):
        squares = tuple(-(-side // FINDER_SQUARE) for side in picture.shape[:2])
        groups.setdefault(squares, []).append(k)
    return list(groups.values())


def stacked(pictures: Sequence[Pixels]) -> Pixels:
    """Return one batch (N, H, W, 3), padded at the right and below to whole squares of the finder."""
    height, width = (
        max(-(-picture.shape[axis] // FINDER_SQUARE) * FINDER_SQUARE for picture in pictures) for axis in (0, 1)
    )
    batch = np.full((len(pictures), height, width, 3), 110, np.uint8)
    for k, picture in enumerate(pictures):
        batch[k, : picture.shape[0], : picture.shape[1]] = picture
    return batch


def cut_squares(pictures: Sequence[Pixels], found: Candidates, side_px: int) -> Pixels:
    """Return the reader's square (N, side, side, 3) around every candidate."""
    out = np.empty((len(found.heat), side_px, side_px, 3), np.uint8)
    rows = zip(found.picture.tolist(), found.centre_xy.tolist(), found.edge_px.tolist(), out, strict=True)
    for picture, (x, y), edge, square in rows:
        _cut_into(square, pictures[picture], x, y, FACE_SHARE * side_px / edge)
    return out


def _cut_into(square: Pixels, picture: Pixels, x: float, y: float, scale: float) -> None:
    middle = len(square) / 2
    reach = middle / scale + 2
    left, top = max(0, int(x - reach)), max(0, int(y - reach))
    patch = picture[top : int(y + reach) + 2, left : int(x + reach) + 2]
    if scale < 0.72:  # shrinking without smoothing would lose small pips between the samples
        patch = cv2.GaussianBlur(patch, (0, 0), 0.35 / scale)  # type: ignore[assignment]
    bend = np.array([[scale, 0, middle - scale * (x - left)], [0, scale, middle - scale * (y - top)]], np.float32)
    cv2.warpAffine(patch, bend, square.shape[:2], square, cv2.INTER_LINEAR, cv2.BORDER_REPLICATE)


def other_views(squares: Pixels) -> list[Pixels]:
    """Return the squares mirrored and shifted by a pixel; turned they would lose what tells a side from a top."""
    mirrored = squares[:, :, ::-1]
    return [mirrored, np.roll(squares, (1, -1), axis=(1, 2)), np.roll(mirrored, (-1, 1), axis=(1, 2))]
