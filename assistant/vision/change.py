"""What has changed since it was last read, and whether something reaches in from outside (a hand, a sleeve).

Works on the frame at a quarter of its size. A hand always comes from beyond the boards: a changed patch that lies only
on boards is a die or a tile; one that goes on beside them is an intruder, and what it touches is not to be believed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.layout import Points
from assistant.vision.markers import Image

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ChangeLimits:
    """How much difference counts, in grey levels of the strongest channel of the small frame."""

    shrink: int = 4
    strong: int = 26
    """One pixel this different means a change; lower re-reads on noise, higher may miss a pip."""
    weak: int = 13
    weak_share: float = 0.04
    """Or this share of a region being weakly different: light creeping, a tile turned on alike art."""
    intruder: int = 30
    intruder_weak: int = 14
    """A hand as pale as the table hangs together by differences this small; lower joins shadows and noise to it."""
    intruder_cells: float = 0.35
    """Size of the smallest intruder, in cells; lower takes a rolling die beside the board for a hand."""
    outside_share: float = 0.15
    """Share of an intruder that lies beside the boards."""
    touched_share: float = 0.02
    """Share of a region under an intruder that makes it covered."""
    patience_s: float = 4.0
    """A still thing beside the boards is taken for furniture after this time."""
    hand_patience_s: float = 20.0
    """One that reaches over what is read may be a hand at rest, and waits so long; lower takes the dice below for gone,
    higher leaves a seat unread for longer when somebody puts a thing down there."""
    creep: float = 0.2
    """How fast the surroundings follow slow light changes."""


DEFAULT_LIMITS = ChangeLimits()


def small_frame(frame: Image, shrink: int = DEFAULT_LIMITS.shrink) -> Image:
    """A quarter of the frame, each pixel the mean of four samples: cheap and with half the noise."""
    height, width = frame.shape[:2]
    # Looked up half way between four pixels, linear interpolation is their mean, in one pass.
    return np.asarray(cv2.resize(frame, (width // shrink, height // shrink), interpolation=cv2.INTER_LINEAR), np.uint8)


def difference(small: Image, reference: Image) -> Image:
    """The strongest channel's difference, shape (h, w)."""
    blue, green, red = cv2.split(cv2.absdiff(small, reference))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def _where(mask: Image) -> tuple[slice, slice]:
    """The rectangle around everything in a mask: most of a frame is not worth another look."""
    x, y, width, height = cv2.boundingRect(mask)
    return slice(y, y + height), slice(x, x + width)


@dataclass(frozen=True, slots=True)
class Area:
    """One region in the small frame: the rectangle around it and the mask inside."""

    name: str
    top: int
    left: int
    mask: Mask
    size: int

    def of(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        height, width = self.mask.shape
        return picture[self.top : self.top + height, self.left : self.left + width]


def area_of(name: str, outline_px: Points, frame_shape: tuple[int, ...], shrink: int) -> Area:
    """The region inside an outline given in frame pixels; empty when it lies outside the frame."""
    height, width = frame_shape[0] // shrink, frame_shape[1] // shrink
    points = np.clip(np.asarray(outline_px) / shrink, -2, [width + 2, height + 2])
    low = np.clip(np.floor(points.min(0)).astype(int), 0, [width, height])
    high = np.clip(np.ceil(points.max(0)).astype(int) + 1, 0, [width, height])
    mask = np.zeros((max(high[1] - low[1], 0), max(high[0] - low[0], 0)), np.uint8)
    if mask.size:
        cv2.fillPoly(mask, [np.round(points - low).astype(np.int32)], 1)
    return Area(name, int(low[1]), int(low[0]), mask > 0, max(int(mask.sum()), 1))


@dataclass(frozen=True, slots=True)
class Pool:
    """The pixels of all regions one after the other, so that every region is looked at in one go."""

    names: tuple[str, ...]
    places: NDArray[np.int64]
    """Flat positions in the small frame."""
    starts: NDArray[np.int64]
    sizes: NDArray[np.int64]


def _pooled(areas: Iterable[Area], width: int) -> Pool:
    shown = [area for area in areas if area.mask.any()]
    places = []
    for area in shown:
        rows, columns = np.nonzero(area.mask)
        places.append((rows + area.top) * width + columns + area.left)
    sizes = np.array([len(one) for one in places], np.int64)
    flat = np.concatenate(places) if places else np.zeros(0, np.int64)
    return Pool(tuple(area.name for area in shown), flat, np.cumsum(sizes) - sizes, sizes)


class ChangeWatch:
    """Remembers what every region looked like when it was last read."""

    def __init__(
        self,
        frame_shape: tuple[int, ...],
        regions: Mapping[str, Points],
        boards: Iterable[Points],
        cell_px: float,
        limits: ChangeLimits = DEFAULT_LIMITS,
    ) -> None:
        self.limits = limits
        self.areas = {name: area_of(name, line, frame_shape, limits.shrink) for name, line in regions.items()}
        self._outside = np.ones((frame_shape[0] // limits.shrink, frame_shape[1] // limits.shrink), bool)
        for number, outline in enumerate(boards):
            area = area_of(str(number), outline, frame_shape, limits.shrink)
            area.of(self._outside.view(np.uint8))[area.mask] = 0
        self._beside = self._outside.astype(np.uint8)
        self._regions = np.zeros(self._outside.shape, np.uint8)
        for area in self.areas.values():
            area.of(self._regions)[area.mask] = 1
        self._pool = _pooled(self.areas.values(), self._outside.shape[1])
        self._smallest = limits.intruder_cells * (cell_px / limits.shrink) ** 2
        self._reference: Image | None = None
        self._last: Image | None = None
        self._still_since_s: float | None = None

    def begin_again(self) -> None:
        """Forget what was: the next frame is the first, all of it is new."""
        self._reference = self._last = self._still_since_s = None

    def look(self, small: Image, t_s: float) -> tuple[set[str], set[str]]:
        """Names of the regions that changed since they were remembered, and of those an intruder touches."""
        if self._reference is None:
            self._reference, self._last = small.copy(), small
            return set(self.areas), set()
        gap = difference(small, self._reference)
        changed = self._changed(gap)
        intruder = self._intruder(gap)
        covered = self._touched(intruder) if intruder is not None else set()
        patience_s = self.limits.hand_patience_s if covered else self.limits.patience_s
        self._follow_surroundings(small, gap, intruder, t_s, patience_s)
        self._last = small
        return changed, covered

    def remember(self, small: Image, names: Iterable[str]) -> None:
        """These regions were just read: compare with this frame from now on."""
        assert self._reference is not None
        chosen = set(names)
        if len(chosen) == len(self.areas):
            cv2.copyTo(small, self._regions, self._reference)
            return
        for name in chosen:
            area = self.areas[name]
            area.of(self._reference)[area.mask] = area.of(small)[area.mask]

    def _changed(self, gap: Image) -> set[str]:
        pool = self._pool
        if not pool.names or int(gap.max()) <= self.limits.weak:
            return set()
        inside = gap.ravel()[pool.places]
        strongest = np.maximum.reduceat(inside, pool.starts)
        weak = np.add.reduceat((inside > self.limits.weak).astype(np.int32), pool.starts)
        found = (strongest > self.limits.strong) | (weak > self.limits.weak_share * pool.sizes)
        return {pool.names[i] for i in np.nonzero(found)[0]}

    def _intruder(self, gap: Image) -> Mask | None:
        """The changed patches that are large and go on beside the boards."""
        _, strong = cv2.threshold(gap, self.limits.intruder, 1, cv2.THRESH_BINARY)
        if cv2.countNonZero(strong) < self._smallest:
            return None
        # Skin on pale wood differs little: what is weakly different joins the parts of one hand but is not counted.
        _, mask = cv2.threshold(gap, self.limits.intruder_weak, 1, cv2.THRESH_BINARY)
        joined = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
        here = _where(joined)
        count, labels = cv2.connectedComponents(np.ascontiguousarray(joined[here]), connectivity=8)
        is_strong = strong[here] > 0
        sizes = np.bincount(labels[is_strong], minlength=count)
        beside = np.bincount(labels[self._outside[here] & is_strong], minlength=count)
        big = (sizes >= self._smallest) & (beside >= self.limits.outside_share * sizes)
        big[0] = False
        if not big.any():
            return None
        found = np.zeros(gap.shape, bool)
        found[here] = big[labels]
        return found

    def _touched(self, intruder: Mask) -> set[str]:
        pool = self._pool
        if not pool.names:
            return set()
        fat = np.asarray(cv2.dilate(intruder.astype(np.uint8), np.ones((5, 5), np.uint8)), np.uint8)
        touched = np.add.reduceat(fat.ravel()[pool.places], pool.starts, dtype=np.int64)
        return {pool.names[i] for i in np.nonzero(touched > self.limits.touched_share * pool.sizes)[0]}

    def _follow_surroundings(
        self, small: Image, gap: Image, intruder: Mask | None, t_s: float, patience_s: float
    ) -> None:
        """Let the world beside the boards creep with the light, and take in what has stayed there, quite still."""
        assert self._reference is not None and self._last is not None
        if intruder is None:
            self._still_since_s = None
            if cv2.minMaxLoc(gap, self._beside)[1] > self.limits.weak // 2:
                mixed = cv2.addWeighted(small, self.limits.creep, self._reference, 1 - self.limits.creep, 0)
                cv2.copyTo(mixed, self._beside, self._reference)
            return
        here = _where(intruder.view(np.uint8))
        moved = difference(small[here], self._last[here])[intruder[here]] > self.limits.intruder
        moving = bool(moved.mean() > 0.01)
        if moving or self._still_since_s is None:
            self._still_since_s = t_s
        elif t_s - self._still_since_s > patience_s:
            self._reference[intruder & self._outside] = small[intruder & self._outside]
            self._still_since_s = None


def names_in(names: Sequence[str], chosen: set[str]) -> list[int]:
    """Positions of the chosen names."""
    return [i for i, name in enumerate(names) if name in chosen]
