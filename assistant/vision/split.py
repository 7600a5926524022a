"""One photo of many tiles -> one picture per tile: people lay them out once instead of photographing each.

Tiles lie apart on a plain table; a regular block of touching tiles is cut by a given grid instead.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.gallery import GalleryError, good_name
from assistant.vision.layout import Points

Picture = NDArray[np.uint8]


class SplitError(ValueError):
    """No tiles were found in the photo, or their names will not do; the message says what to try."""


@dataclass(frozen=True, slots=True)
class SplitLimits:
    """What counts as a tile."""

    work_px: int = 1200
    """Longer side of the picture that is searched; the cut pictures come from the full one."""
    apart: float = 26.0
    """Colour distance from the table; lower takes shadows for tiles, higher loses tiles of the table's colour."""
    smallest_share: float = 0.0012
    """Area of the smallest tile as a share of the photo."""
    squareness: float = 0.78
    """Shorter over longer side; lower accepts dominoes and hands."""
    filled: float = 0.82
    """Share of its rectangle a tile fills."""
    alike: float = 1.7
    """Tiles differ in area by at most this factor from the median."""
    side_px: int = 192
    """Size of the pictures cut out."""


DEFAULT_LIMITS = SplitLimits()


def table_distance(image: Picture) -> NDArray[np.float32]:
    """Distance of every pixel from the table's colour, which is what the rim of the photo mostly shows."""
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2Lab).astype(np.float32)
    rim = max(4, min(image.shape[:2]) // 40)
    edge = np.concatenate([lab[:rim].reshape(-1, 3), lab[-rim:].reshape(-1, 3), lab[:, :rim].reshape(-1, 3)])
    distance = np.linalg.norm(lab - np.median(edge, axis=0), axis=2)
    return np.asarray(distance, np.float32)


def _mask(image: Picture, limits: SplitLimits) -> Picture:
    apart = (table_distance(cv2.GaussianBlur(image, (5, 5), 0).astype(np.uint8)) > limits.apart).astype(np.uint8)
    solid = cv2.morphologyEx(apart, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    contours, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    filled = np.zeros(solid.shape, np.uint8)
    cv2.drawContours(filled, contours, -1, 1, -1)
    return np.asarray(cv2.morphologyEx(filled, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)


def _corners(contour: NDArray[np.int32], limits: SplitLimits, image_area: float) -> Points | None:
    """The four corners of a tile's outline, clockwise from its top left; None for anything else."""
    area = float(cv2.contourArea(contour))
    if area < limits.smallest_share * image_area:
        return None
    rough = np.asarray(cv2.approxPolyDP(contour, 0.06 * cv2.arcLength(contour, True), True)).reshape(-1, 2)
    box = rough if len(rough) == 4 else np.asarray(cv2.boxPoints(cv2.minAreaRect(contour)))
    sides = [float(np.hypot(*(box[i] - box[(i + 1) % 4]))) for i in range(4)]
    full = float(cv2.contourArea(box.astype(np.float32)))
    if min(sides) < limits.squareness * max(sides) or area < limits.filled * full:
        return None
    return _upright(box.astype(float))


def _upright(box: Points) -> Points:
    """Clockwise, beginning with the corner nearest to the top left after the smallest turn."""
    centre = box.mean(0)
    angles = np.arctan2(box[:, 1] - centre[1], box[:, 0] - centre[0])
    ring = box[np.argsort(angles)]
    tops = [float((ring[i] + ring[(i + 1) % 4])[1]) for i in range(4)]
    return np.roll(ring, -int(np.argmin(tops)), axis=0)


def find_tiles(image: Picture, limits: SplitLimits = DEFAULT_LIMITS) -> list[Points]:
    """Corners of every tile in reading order, each shape (4, 2), clockwise from the top left."""
    scale = min(1.0, limits.work_px / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.uint8)
    contours, _ = cv2.findContours(_mask(small, limits), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    area = float(small.shape[0] * small.shape[1])
    found = [c for contour in contours if (c := _corners(np.asarray(contour, np.int32), limits, area)) is not None]
    if not found:
        return []
    sizes = np.array([cv2.contourArea(c.astype(np.float32)) for c in found])
    fit = np.abs(np.log(sizes / np.median(sizes))) < np.log(limits.alike)
    return [corners / scale for corners in reading_order([c for c, good in zip(found, fit, strict=True) if good])]


def reading_order(boxes: list[Points]) -> list[Points]:
    """Row by row from the top, left to right within a row."""
    if not boxes:
        return []
    side = float(np.median([np.hypot(*(box[1] - box[0])) for box in boxes]))
    rows: list[list[Points]] = []
    for box in sorted(boxes, key=lambda b: float(b[:, 1].mean())):
        if rows and abs(float(box[:, 1].mean()) - float(np.mean([b[:, 1].mean() for b in rows[-1]]))) < 0.6 * side:
            rows[-1].append(box)
        else:
            rows.append([box])
    return [box for row in rows for box in sorted(row, key=lambda b: float(b[:, 0].mean()))]


def cut_tile(image: Picture, corners_px: Points, side_px: int = DEFAULT_LIMITS.side_px) -> Picture:
    """The tile seen straight from above."""
    goal = np.array([[0, 0], [side_px, 0], [side_px, side_px], [0, side_px]], np.float32) - 0.5
    bend = cv2.getPerspectiveTransform(corners_px.astype(np.float32), goal)
    return np.asarray(cv2.warpPerspective(image, bend, (side_px, side_px), flags=cv2.INTER_AREA), np.uint8)


def split_photo(image: Picture, limits: SplitLimits = DEFAULT_LIMITS) -> list[Picture]:
    """Every tile of the photo in reading order; raises SplitError when none is found."""
    tiles = find_tiles(image, limits)
    if not tiles:
        raise SplitError("no tiles found; lay them apart on a plain table of another colour, or give --grid RxC")
    return [cut_tile(image, corners, limits.side_px) for corners in tiles]


def split_grid(image: Picture, rows: int, columns: int) -> list[Picture]:
    """The photo cut into equal fields, row by row."""
    height, width = image.shape[:2]
    ys, xs = (
        np.linspace(0, height, rows + 1).round().astype(int),
        np.linspace(0, width, columns + 1).round().astype(int),
    )
    return [image[ys[r] : ys[r + 1], xs[c] : xs[c + 1]] for r in range(rows) for c in range(columns)]


# --- files ---------------------------------------------------------------------------------------------------------


def split_files(folder: Path, names: Sequence[str], count: int) -> list[Path]:
    """Where the tiles of a photo go: by their names, or numbered after those already there.

    Raises SplitError, before anything is written, for a name that is none, is given twice or is a file already.
    """
    if not names:
        first = 1 + max((number for path in folder.glob("tile-*.png") if (number := _number(path))), default=0)
        return [folder / f"tile-{first + i:02d}.png" for i in range(count)]
    for name in names:
        _must_be_plain(name)
    twice = next((name for i, name in enumerate(names) if name in names[:i]), None)
    if twice is not None:
        raise SplitError(f"{twice!r} is given twice; several pictures of one tile are {twice}, {twice}@2, ...")
    files = [folder / f"{name}.png" for name in names]
    there = next((file for file in files if file.exists()), None)
    if there is not None:
        raise SplitError(f"{there}: is there already; remove it, give another --out, or the name {there.stem}@2")
    return files


def _number(path: Path) -> int:
    match = re.fullmatch(r"tile-(\d{1,6})", path.stem)
    return int(match[1]) if match else 0


def _must_be_plain(name: str) -> None:
    """`blue-cow-3` and `blue-cow-3@lamp` are; anything that leads out of the folder is not."""
    try:
        for part in name.split("@"):
            good_name(part)
    except GalleryError:
        raise SplitError(f"{name!r:.60} is no tile name; use letters, digits and hyphens, as in blue-cow-3") from None
