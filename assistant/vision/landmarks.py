"""Is the camera where it was, and is the frame sharp, when there are no markers? The boards' own print tells.

The calibration keeps the empty boards (`reference.pack_empty`, `bare.pack_bare`). Small pieces of their print are laid
into the frame where they must be seen. Dice, tiles and hands hide some of them; a moved camera misses all.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.calibration import CameraCalibration
from assistant.vision.drift import DriftLimits, Template, look_at
from assistant.vision.layout import TILE_THICKNESS_MM, PlacedBoard, Points
from assistant.vision.markers import Image
from assistant.vision.pictures import unpack_picture
from assistant.vision.pose import on_table, project
from assistant.vision.quality import die_px
from assistant.vision.readings import Problem
from assistant.vision.reference import MARGIN_MM

Numbers = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class LandmarkLimits:
    """When print is in its place."""

    pieces: int = 56
    """Kept of all boards together; more is surer, and slower where something is amiss."""
    glances: int = 12
    """Pieces looked at in a frame while enough of them are in their places; otherwise all are."""
    side_dice: float = 1.3
    """Side of a piece in dice; smaller ones fit anywhere, larger ones are seldom free of dice."""
    largest_px: int = 32
    seen_correlation: float = 0.6
    held_share: float = 0.15
    fewest_held: int = 4
    """Share and number of pieces that must be in their places; the others lie under dice, tiles and hands."""
    moved_px: float = 3.0
    moved_dice: float = 0.15
    """A piece within the larger of both is in its place: dice are still found there, and nothing can be locked anew."""
    spread_levels: float = 6.0
    """Deviation of the grey levels below which a piece is too plain to tell."""
    blur_die_share: float = 0.085
    """What `framecheck.FrameLimits` allows at markers, less what a sharp frame has there."""
    fine_dice: float = 0.05
    coarse_dice: float = 0.14
    """Blur takes more of what is seen after smoothing by the first than by the second, in dice."""
    blur_looks: int = 6
    """Pieces at which blur is measured in a glance."""
    doubtful_strain: float = 0.3
    """From this share of the bearable blur on all pieces are asked. Sharp frames stay below 0.1 at any few of them,
    frames that dice cannot bear were above 0.34 at the least telling few."""


DEFAULT_LIMITS = LandmarkLimits()


@dataclass(frozen=True, slots=True)
class Held:
    """The outcome of a look at the print."""

    problem: Problem | None
    looked: int
    held: int
    blur_strain: float
    """Above 1 the print is softer than dice can bear; 0 when nothing was seen."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A square of print, its slopes smoothed finely and coarsely, and what a frame just too soft keeps of them."""

    template: Template
    near_px: float
    smooth_px: tuple[float, float]
    slopes: tuple[Numbers, ...]
    soft: Numbers


class PrintWatch:
    """Looks at pieces of the boards' print, a changing handful in every frame."""

    def __init__(self, camera: CameraCalibration, die_side_mm: float, limits: LandmarkLimits = DEFAULT_LIMITS) -> None:
        """Raises PictureError for kept bytes that are no picture."""
        self.limits = limits
        self._seek = DriftLimits(seen_correlation=limits.seen_correlation)
        self._pieces = _pieces(camera, die_side_mm, limits)
        self._turn = 0

    @property
    def known(self) -> bool:
        """Whether the calibration kept enough print to tell anything."""
        return len(self._pieces) >= 2 * self.limits.fewest_held

    def look(self, frame: Image) -> Held:
        """Look at the next few pieces of a BGR frame; at all when too few are in their places or they are soft."""
        count = min(self.limits.glances, len(self._pieces))
        stride = max(1, len(self._pieces) // count)
        picked = [self._pieces[(self._turn + k * stride) % len(self._pieces)] for k in range(count)]
        self._turn += 1
        glance = self._look_at(frame, picked, self.limits.blur_looks)
        if glance.problem is None and glance.blur_strain < self.limits.doubtful_strain:
            return glance
        return self._look_at(frame, self._pieces, len(self._pieces))

    def _look_at(self, frame: Image, pieces: Sequence[_Piece], blur_looks: int) -> Held:
        seen = look_at(frame, [one.template for one in pieces], self._seek).shifts_px
        held = [one for one in pieces if math.hypot(*seen.get(one.template.marker_id, (math.inf, 0))) <= one.near_px]
        strain = _strain(frame, held, seen, blur_looks)
        if len(held) < max(self.limits.fewest_held, self.limits.held_share * len(pieces)):
            return Held(Problem.DRIFTED, len(pieces), len(held), strain)
        return Held(Problem.BLURRED if strain > 1 else None, len(pieces), len(held), strain)


def _strain(frame: Image, held: Sequence[_Piece], shifts_px: Mapping[int, tuple[float, float]], most: int) -> float:
    """How soft the pieces seen are, as a share of what dice can bear; 0 without any."""
    if not held:
        return 0.0
    some = held[:: -(-len(held) // most)]
    now = np.sum([_kept_share(_cut(frame, one.template, shifts_px[one.template.marker_id]), one) for one in some], 0)
    worst = np.sum([one.soft for one in some], 0)
    return (_softness(now) - 1) / max(_softness(worst) - 1, 1e-3)


def _pieces(camera: CameraCalibration, die_side_mm: float, limits: LandmarkLimits) -> list[_Piece]:
    """The best pieces of every statue; of the other boards only where there is no statue."""
    kept = [placed for placed in camera.boards if placed.board.name in camera.empty]
    chosen = [placed for placed in kept if placed.board.shape.kind == "kali"] or kept
    found: list[_Piece] = []
    for placed in chosen:
        die = die_px(camera, placed, die_side_mm)
        own = list(_candidates(camera, placed, die_side_mm, limits))
        for template in _spread(own, limits.pieces // len(chosen)):
            found.append(_piece(template, len(found), die, limits))
    return found


def _spread(candidates: Sequence[tuple[float, Template]], most: int) -> list[Template]:
    """Some of the more distinct half, all over the board: the most distinct may be dice that somebody forgot."""
    ranked = sorted(range(len(candidates)), key=lambda i: -candidates[i][0])
    good = sorted(ranked[: -(-len(ranked) // 2)])
    picked = np.linspace(0, len(good) - 1, min(most, len(good))).astype(int)
    return [candidates[good[i]][1] for i in picked]


def _candidates(
    camera: CameraCalibration, placed: PlacedBoard, die_side_mm: float, limits: LandmarkLimits
) -> Iterator[tuple[float, Template]]:
    """Every square of a board that lies in the frame and is no plain one, with its distinctness."""
    kept = _KeptBoard.of(camera, placed)
    die = die_px(camera, placed, die_side_mm)
    side_mm = min(limits.side_dice, limits.largest_px / max(die, 1.0)) * die_side_mm
    shape = placed.board.shape
    for y in np.arange(-kept.margin_mm, shape.height_mm + kept.margin_mm - side_mm, side_mm):
        for x in np.arange(-kept.margin_mm, shape.width_mm + kept.margin_mm - side_mm, side_mm):
            template = kept.template(camera, placed, (float(x), float(y)), side_mm)
            if template is not None and template.patch.std() >= limits.spread_levels:
                yield _distinctness(template.patch), template


@dataclass(frozen=True, slots=True)
class _KeptBoard:
    """The empty picture of a board and the plane it was taken on."""

    gray: Image
    margin_mm: float
    height_mm: float
    px_per_mm: float

    @staticmethod
    def of(camera: CameraCalibration, placed: PlacedBoard) -> "_KeptBoard":
        shape, name = placed.board.shape, placed.board.name
        picture = np.ascontiguousarray(unpack_picture(camera.empty[name], name)[..., 1])
        margin_mm, above_mm = (MARGIN_MM, 0.0) if shape.kind == "kali" else (0.0, TILE_THICKNESS_MM)
        px_per_mm = picture.shape[1] / (shape.width_mm + 2 * margin_mm)
        return _KeptBoard(picture, margin_mm, shape.thickness_mm + above_mm, px_per_mm)

    def template(
        self, camera: CameraCalibration, placed: PlacedBoard, place_mm: tuple[float, float], side_mm: float
    ) -> Template | None:
        """The square at a place of the board as the frame must show it; None where it leaves the frame."""
        flat = np.array(place_mm) + side_mm * np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
        points = np.column_stack([flat, np.full(4, self.height_mm)])
        corners = project(camera.lens, camera.pose, on_table(placed, points))
        low, high = np.ceil(corners.min(0)).astype(int), np.floor(corners.max(0)).astype(int)
        if (low < 1).any() or (high >= np.array(camera.lens.size_px) - 1).any() or (high - low < 8).any():
            return None
        return Template(0, corners, int(low[0]), int(low[1]), self._bent(flat, corners - low, high - low))

    def _bent(self, flat_mm: Points, corners_px: Points, size_px: NDArray[np.int64]) -> Image:
        source = ((flat_mm + self.margin_mm) * self.px_per_mm - 0.5).astype(np.float32)
        bend = cv2.getPerspectiveTransform(source, corners_px.astype(np.float32))
        patch = cv2.warpPerspective(
            self.gray, bend, (int(size_px[0]), int(size_px[1])), borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(patch, np.uint8)


def _distinctness(patch: Image) -> float:
    """How surely a piece has one place only: the weaker of its two main steepnesses."""
    across, down = _slopes(patch, 1.0)
    a, b, c = float((across**2).mean()), float((across * down).mean()), float((down**2).mean())
    return (a + c) / 2 - math.hypot((a - c) / 2, b)


def _slopes(patch: Image, smooth_px: float) -> Numbers:
    """Across and down, shape (2, h, w), of the smoothed patch."""
    calm = cv2.GaussianBlur(patch, (0, 0), smooth_px).astype(np.float32)
    return np.array([cv2.Sobel(calm, cv2.CV_32F, 1, 0), cv2.Sobel(calm, cv2.CV_32F, 0, 1)])


def _kept_share(now: Image, one: "_Piece") -> Numbers:
    """What the patch keeps of the template's slopes, fine and coarse: products and squares, shape (2, 2, 2)."""
    shares = []
    for smooth_px, then in zip(one.smooth_px, one.slopes, strict=True):
        shares.append([(_slopes(now, smooth_px) * then).sum((1, 2)), (then**2).sum((1, 2))])
    return np.array(shares, np.float32)


def _softness(sums: Numbers) -> float:
    """How much more of the fine slopes is lost than of the coarse, over both directions as `edge_blur_px` joins them.

    Light and contrast change both alike, so that only blur is left.
    """
    fine, coarse = np.maximum(sums[:, 0] / np.maximum(sums[:, 1], 1e-6), 1e-3)
    return math.sqrt(float(((coarse / fine) ** 2).mean()))


def _piece(template: Template, number: int, die: float, limits: LandmarkLimits) -> _Piece:
    numbered = Template(number, template.corners_px, template.x_px, template.y_px, template.patch)
    smooth = max(1.0, limits.fine_dice * die), max(2.5, limits.coarse_dice * die)
    slopes = tuple(_slopes(template.patch, sigma) for sigma in smooth)
    near_px = max(limits.moved_px, limits.moved_dice * die)
    soft = cv2.GaussianBlur(template.patch, (0, 0), limits.blur_die_share * die)
    bare = _Piece(numbered, near_px, smooth, slopes, np.zeros((2, 2, 2), np.float32))
    return replace(bare, soft=_kept_share(np.asarray(soft, np.uint8), bare))


def _cut(frame: Image, one: Template, shift_px: tuple[float, float]) -> Image:
    """The frame where a template was seen."""
    height, width = one.patch.shape
    middle = one.x_px + shift_px[0] + (width - 1) / 2, one.y_px + shift_px[1] + (height - 1) / 2
    low, reach = (max(int(middle[0]) - width, 0), max(int(middle[1]) - height, 0)), (2 * width + 2, 2 * height + 2)
    near = np.ascontiguousarray(frame[low[1] : low[1] + reach[1], low[0] : low[0] + reach[0], 1])
    return np.asarray(cv2.getRectSubPix(near, (width, height), (middle[0] - low[0], middle[1] - low[1])), np.uint8)
