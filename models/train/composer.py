"""Training pictures without end: renders turned and relit, dice pasted on strange grounds, real photographs warped."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .backdrops import TRAIN_FAMILIES
from .backdrops_base import any_colour
from .bank import UNKNOWN, Banks, Item, Truth
from .lens import motion_blur

Pixels = NDArray[np.float32]
# Cameras stand upright: the side a die shows lies below its top, which tells the two apart. Few pictures lose that.
ANY_TURN = 0.15


def random_affine(
    rng: np.random.Generator,
    focus_xy: NDArray[np.float32],
    scale: float,
    side_px: int,
    place: float,
    *,
    any_turn: bool = True,
    turn_sd: float = 0.2,
) -> NDArray[np.float32]:
    """Return a 2x3 map that turns, stretches and scales around `focus_xy` and puts it near the middle of a square."""
    turn = rng.uniform(0, 2 * np.pi) if any_turn else rng.normal(0, turn_sd)
    c, s = np.cos(turn), np.sin(turn)
    lean = rng.uniform(0, np.pi)
    stretch = np.exp(rng.normal(0, 0.07))
    q = np.array([[np.cos(lean), -np.sin(lean)], [np.sin(lean), np.cos(lean)]])
    shape = q @ np.diag([stretch, 1 / stretch]) @ q.T
    linear = scale * np.array([[c, -s], [s, c]]) @ shape
    if rng.random() < 0.5:
        linear = linear @ np.diag([-1, 1])
    target = side_px / 2 + rng.uniform(-place, place, 2) * side_px
    return np.hstack([linear, (target - linear @ focus_xy)[:, None]]).astype(np.float32)


def warp(rng: np.random.Generator, picture: NDArray[np.uint8], affine: NDArray[np.float32], side_px: int) -> Pixels:
    """Return the mapped square; when shrinking, the picture is smoothed first, as a lens and sensor would."""
    scale = float(np.sqrt(abs(np.linalg.det(affine[:, :2]))))
    # Never mirror at the border: mirrored dice would carry no label.
    border = cv2.BORDER_REPLICATE if rng.random() < 0.5 else cv2.BORDER_CONSTANT
    beyond = (any_colour(rng) * 255).tolist()
    if scale < 0.7:
        corners = np.array([[0, 0], [side_px, 0], [side_px, side_px], [0, side_px]], np.float32)
        inverse = cv2.invertAffineTransform(affine)
        spots = corners @ inverse[:, :2].T + inverse[:, 2]
        low = np.maximum(np.floor(spots.min(0)).astype(int) - 4, 0)
        high = np.minimum(np.ceil(spots.max(0)).astype(int) + 4, picture.shape[1::-1])
        if (high - low > 8).all():
            patch = np.ascontiguousarray(picture[low[1] : high[1], low[0] : high[0]])
            patch = cv2.GaussianBlur(patch, (0, 0), 0.42 / scale)
            affine = affine.copy()
            affine[:, 2] += affine[:, :2] @ low
            picture = patch
    way = cv2.INTER_LINEAR if rng.random() < 0.7 else cv2.INTER_CUBIC
    out = cv2.warpAffine(picture, affine, (side_px, side_px), flags=way, borderMode=border, borderValue=beyond)
    return out.astype(np.float32)


def relight(rng: np.random.Generator, pixels: Pixels, true_colours: bool) -> Pixels:
    """Return the picture under another light and camera. Unless `true_colours`, hues may turn completely."""
    out = pixels / 255
    if not true_colours:
        out = _strange_colours(rng, out)
    out = out * np.exp(rng.normal(0, 0.07 if true_colours else 0.15, 3)).astype(np.float32)
    out = np.clip(out, 0, 1) ** np.float32(np.exp(rng.normal(0, 0.18)))
    out = (out - 0.5) * np.float32(rng.uniform(0.7, 1.2)) + np.float32(0.5 + rng.normal(0, 0.06))
    if rng.random() < 0.25:
        out *= _shading(rng, out.shape[0])[..., None]
    grey = out.mean(-1, keepdims=True)
    return np.clip(grey + (out - grey) * np.float32(rng.uniform(0.55, 1.35)), 0, 1) * 255


def _strange_colours(rng: np.random.Generator, out: Pixels) -> Pixels:
    dice = rng.random()
    if dice < 0.35:
        hsv = cv2.cvtColor(np.ascontiguousarray(out), cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0] + np.float32(rng.uniform(0, 360))) % 360
        hsv[..., 1] *= np.float32(rng.uniform(0.2, 1.2))
        return cv2.cvtColor(np.clip(hsv, 0, [360, 1, 1]).astype(np.float32), cv2.COLOR_HSV2BGR)
    if dice < 0.55:
        return out[..., rng.permutation(3)]
    if dice < 0.7:
        return np.repeat(out.mean(-1, keepdims=True), 3, -1)
    if dice < 0.85:
        return 1 - out  # white pips on dark bodies become dark pips on light ones
    return out


def _shading(rng: np.random.Generator, side: int) -> Pixels:
    small = rng.uniform(0.45, 1.2, (3, 3)).astype(np.float32)
    return cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC)


def camera(rng: np.random.Generator, pixels: Pixels, edge_px: float, harshness: float = 1.0) -> Pixels:
    """Return the picture with blur, smear, noise and JPEG in measure with the dice."""
    out = pixels
    if rng.random() < 0.5:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.2, 0.3 + 0.035 * harshness * edge_px))
    if rng.random() < 0.15:
        smear_px = rng.uniform(1.2, 1.5 + harshness * (0.5 + 0.1 * edge_px))
        out = motion_blur(out, float(smear_px), float(rng.uniform(0, np.pi)))
    if rng.random() < 0.15:
        out = np.clip(out + (out - cv2.GaussianBlur(out, (0, 0), 1.2)) * np.float32(rng.uniform(0.3, 1.5)), 0, 255)
    if rng.random() < 0.6:
        grain = rng.standard_normal(out.shape, np.float32)
        if rng.random() < 0.4:
            grain = cv2.GaussianBlur(grain, (0, 0), 0.8) * 2
        out = out + grain * np.float32(rng.uniform(1, 7))
    if rng.random() < 0.5:
        coded = cv2.imencode(
            ".jpg",
            np.clip(out, 0, 255).astype(np.uint8),
            [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(int(75 - 40 * harshness), 96))],
        )[1]
        out = cv2.imdecode(coded, cv2.IMREAD_COLOR).astype(np.float32)
    return np.clip(out, 0, 255)


def clutter(rng: np.random.Generator, pixels: Pixels) -> Pixels:
    """Draw things that look a little like pips and faces: writing, keys, rows of dots, coins."""
    out = np.clip(pixels, 0, 255).astype(np.uint8)
    side = out.shape[0]
    for _ in range(int(rng.integers(1, 5))):
        ink, paper = (any_colour(rng) * 255).tolist(), (any_colour(rng) * 255).tolist()
        x, y = (int(v) for v in rng.uniform(0, side, 2))
        step = int(rng.uniform(6, 34))
        what = rng.integers(5)
        if what == 0:
            text = "".join(chr(int(c)) for c in rng.integers(48, 122, 14))
            cv2.putText(
                out,
                text,
                (x - side // 3, y),
                int(rng.integers(0, 8)),
                rng.uniform(0.3, 1.4),
                ink,
                int(rng.integers(1, 3)),
                cv2.LINE_AA,
            )
        elif what in (1, 2):
            for i in range(int(rng.integers(1, 6))):
                for j in range(int(rng.integers(1, 8))):
                    _mark(rng, out, (x + j * step, y + i * step), step, inks=(ink, paper), key=what == 1)
        elif what == 3:
            radius = int(rng.uniform(6, 30))
            cv2.circle(out, (x, y), radius, paper, -1, cv2.LINE_AA)
            cv2.circle(
                out, (x, y), max(1, int(radius * rng.uniform(0.1, 0.9))), ink, int(rng.choice([-1, 1, 2])), cv2.LINE_AA
            )
        else:
            box = cv2.boxPoints(((x, y), (rng.uniform(12, 60), rng.uniform(12, 60)), rng.uniform(0, 90)))
            cv2.fillConvexPoly(out, box.astype(np.int32), paper, cv2.LINE_AA)
            if rng.random() < 0.5:
                cv2.circle(out, (x + 3, y), int(rng.uniform(1, 4)), ink, -1, cv2.LINE_AA)
    return out.astype(np.float32)


def _mark(
    rng: np.random.Generator,
    out: NDArray[np.uint8],
    at: tuple[int, int],
    step: int,
    *,
    inks: tuple[list[float], list[float]],
    key: bool,
) -> None:
    ink, paper = inks
    half = max(1, int(step * 0.42))
    if key:
        cv2.rectangle(out, (at[0] - half, at[1] - half), (at[0] + half, at[1] + half), paper, -1)
        cv2.putText(
            out,
            chr(int(rng.integers(65, 90))),
            (at[0] - half // 2, at[1] + half // 2),
            0,
            step / 60,
            ink,
            1,
            cv2.LINE_AA,
        )
    else:
        cv2.circle(out, at, max(1, step // 4), ink, -1, cv2.LINE_AA)


@dataclass(frozen=True, slots=True)
class Mix:
    """What training pictures are made of; the rest are dice pasted on strange grounds."""

    photos: float
    fast: float
    renders: float
    true_colours: float
    """Share of squares whose hues stay as they were."""
    edges_px: tuple[float, float]
    """Edges drawn most of the time."""
    turn_sd: float
    """How far, in radians, away-from-the-camera may lean from up."""
    harshness: float
    """How blurred, smeared and coarse pictures may be; at a table such frames are refused before they are read."""


MIXES = {
    # Any photograph: sizes are searched for, so the finder must answer over nearly three times the size.
    "loose": Mix(
        photos=0.25, fast=0.12, renders=0.31, true_colours=0.7, edges_px=(12.0, 34.0), turn_sd=0.2, harshness=1.0
    ),
    # A set-up table: pictures are straightened, so the size is known; the dice have the colours of the box.
    "table": Mix(
        photos=0.06, fast=0.12, renders=0.60, true_colours=0.92, edges_px=(14.5, 20.5), turn_sd=0.3, harshness=0.45
    ),
}


class Composer:
    """Draws training squares from banks of pictures; the same seed gives the same squares."""

    def __init__(self, banks: Banks, grounds: list[NDArray[np.uint8]], seed: int, mix: Mix) -> None:
        self.renders, self.photos, self.fast, self.grounds = banks.renders, banks.photos, banks.fast, grounds
        self.mix = mix
        self.rng = np.random.default_rng(seed)
        self.drawn = drawn_grounds(np.random.default_rng(9), 420)

    def square(self, side_px: int, edge_range: tuple[float, float]) -> tuple[Pixels, Truth]:
        """Return one square (side, side, 3) BGR 0..255 float32 and the dice whose middle is inside."""
        way, mix = self.rng.random(), self.mix
        edge = float(np.exp(self.rng.uniform(*np.log(edge_range))))
        if self.photos and way < mix.photos:
            pixels, truth = self._warped(self.photos, side_px, edge, self.rng.random() < ANY_TURN)
        elif self.fast and way < mix.photos + mix.fast:
            pixels, truth = self._warped(self.fast, side_px, edge, self.rng.random() < ANY_TURN)
        elif way < mix.photos + mix.fast + mix.renders:
            pixels, truth = self._warped(self.renders, side_px, edge, self.rng.random() < ANY_TURN)
        else:
            pixels, truth = self._pasted(side_px, edge)
        return self._finish(pixels, truth, edge)

    def _finish(self, pixels: Pixels, truth: Truth, edge: float) -> tuple[Pixels, Truth]:
        rng = self.rng
        true_colours = bool(rng.random() < self.mix.true_colours)
        if not true_colours:
            truth = Truth(truth.quad_xy, truth.value, np.full_like(truth.colour, UNKNOWN), truth.size_known)
        pixels = camera(rng, relight(rng, pixels, true_colours), edge, self.mix.harshness)
        middle = truth.centre_xy
        inside = ((middle >= 0) & (middle < pixels.shape[0])).all(1)
        return pixels, truth.only(inside)

    def _warped(self, bank: list[Item], side_px: int, edge: float, any_turn: bool) -> tuple[Pixels, Truth]:
        rng = self.rng
        item = bank[rng.integers(len(bank))]
        if len(item.truth.value) == 0:
            focus, source_edge = np.array(item.picture.shape[1::-1], np.float32) / 2, 40.0
        else:
            pick = rng.integers(len(item.truth.value))
            focus, source_edge = item.truth.centre_xy[pick], float(item.truth.edge_px[pick])
        affine = random_affine(
            rng, focus, edge / source_edge, side_px, 0.4, any_turn=any_turn, turn_sd=self.mix.turn_sd
        )
        return warp(rng, item.picture, affine, side_px), item.truth.moved(affine)

    def ground(self, side_px: int) -> Pixels:
        """Return a square without dice."""
        rng = self.rng
        bank = self.grounds if self.grounds and rng.random() < 0.5 else self.drawn
        picture = bank[rng.integers(len(bank))]
        focus = rng.uniform(0.2, 0.8, 2).astype(np.float32) * picture.shape[1::-1]
        pixels = warp(rng, picture, random_affine(rng, focus, float(np.exp(rng.normal(0, 0.4))), side_px, 0.1), side_px)
        return clutter(rng, pixels) if rng.random() < 0.5 else pixels

    def _pasted(self, side_px: int, edge: float) -> tuple[Pixels, Truth]:
        """Cut dice out of the renders and lay them on a strange ground, sometimes none at all."""
        rng = self.rng
        pixels = self.ground(side_px)
        spots: list[NDArray[np.float64]] = []
        parts_: list[Truth] = []
        wanted = int(rng.integers(0, 12))
        for _ in range(wanted * 4):
            if len(spots) >= wanted:
                break
            spot = rng.uniform(-4, side_px + 4, 2)
            if spots and rng.random() < 0.4:
                turn = rng.uniform(0, 2 * np.pi)
                spot = spots[rng.integers(len(spots))] + edge * rng.uniform(1.15, 1.5) * np.array(
                    [np.cos(turn), np.sin(turn)]
                )
            if all(np.hypot(*(spot - other)) > 1.15 * edge for other in spots):
                spots.append(spot)
                parts_.append(self._paste_one(pixels, spot, edge * rng.uniform(0.85, 1.15)))
        return pixels, joined(parts_)

    def _paste_one(self, pixels: Pixels, spot: NDArray[np.float64], edge: float) -> Truth:
        rng = self.rng
        item = self.renders[rng.integers(len(self.renders))]
        pick = int(rng.integers(len(item.truth.value)))
        one = item.truth.only(np.arange(len(item.truth.value)) == pick)
        reach = int(edge * 2.4)
        affine = random_affine(
            rng, one.centre_xy[0], edge / float(one.edge_px[0]), reach, 0.0, any_turn=self.rng.random() < ANY_TURN
        )
        patch = warp(rng, item.picture, affine, reach)
        outline = item.outlines_xy[pick] @ affine[:, :2].T + affine[:, 2]
        mask = np.zeros((reach, reach), np.float32)
        cv2.fillConvexPoly(mask, (outline * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
        corner = np.round(spot - reach / 2).astype(int)
        low, high = np.maximum(corner, 0), np.minimum(corner + reach, pixels.shape[0])
        if (high <= low).all() or (high - low < 1).any():
            return one.moved(affine).only(np.zeros(1, bool))
        shadow = cv2.GaussianBlur(np.roll(mask, rng.integers(-4, 5, 2), (0, 1)), (0, 0), edge * rng.uniform(0.05, 0.25))
        rows, columns = slice(low[1] - corner[1], high[1] - corner[1]), slice(low[0] - corner[0], high[0] - corner[0])
        part = pixels[low[1] : high[1], low[0] : high[0]]
        part *= 1 - np.float32(rng.uniform(0, 0.7)) * shadow[rows, columns, None]
        part += mask[rows, columns, None] * (patch[rows, columns] - part)
        affine[:, 2] += corner
        return one.moved(affine)


def drawn_grounds(rng: np.random.Generator, count: int, side_px: int = 300) -> list[NDArray[np.uint8]]:
    """Return squares of the training art families."""
    families = list(TRAIN_FAMILIES.values())
    return [
        np.ascontiguousarray(np.clip(families[k % len(families)](rng, side_px, side_px)[..., ::-1], 0, 1) * 255).astype(
            np.uint8
        )
        for k in range(count)
    ]


def joined(truths: Iterable[Truth]) -> Truth:
    """Return all dice as one Truth; none at all is fine."""
    every = list(truths)
    if not every:
        return Truth(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, bool))
    return Truth(
        np.concatenate([t.quad_xy for t in every]),
        np.concatenate([t.value for t in every]),
        np.concatenate([t.colour for t in every]),
        np.concatenate([t.size_known for t in every]),
    )
