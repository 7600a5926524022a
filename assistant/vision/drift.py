"""Has the camera or a board been bumped? A look at a few markers in every frame, and a new lock when they moved."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

import cv2
import numpy as np

from assistant.vision.calibration import CameraCalibration
from assistant.vision.layout import MarkerCard, PlacedBoard, Points
from assistant.vision.markers import Image, draw_marker
from assistant.vision.pose import BoardPoints, marker_points, on_table, place_board, pose_of, project, solve_table


@dataclass(frozen=True, slots=True)
class DriftLimits:
    """When a move is a move."""

    looks: int = 8
    """Markers looked at in a frame; more is surer and slower."""
    glances: int = 4
    """Enough while all of these are in their places; otherwise the rest are looked at too."""
    reach_px: int = 7
    """How far around its place a marker is searched in that cheap look."""
    seen_correlation: float = 0.6
    """Below, the marker is hidden (or far away); higher mistakes shadows for hands."""
    moved_px: float = 1.6
    """Median shift that counts as a bump; lower re-locks on vibrations, higher cuts cells askew."""
    fewest_markers: int = 3
    """A new lock needs that many."""
    lock_error_px: float = 3.0
    """A new lock that fits worse is none."""


DEFAULT_LIMITS = DriftLimits()
QUIET_MODULES = 1.0
TEMPLATE_PX_PER_MODULE = 8


@dataclass(frozen=True, slots=True)
class Template:
    """What the frame shows at a marker's place when nothing has moved."""

    marker_id: int
    corners_px: Points
    x_px: int
    y_px: int
    patch: Image


@dataclass(frozen=True, slots=True)
class Look:
    """The result of one look: shifts of the markers that were seen."""

    looked: int
    shifts_px: Mapping[int, tuple[float, float]]

    @property
    def seen(self) -> int:
        return len(self.shifts_px)

    @property
    def shift_px(self) -> float:
        """Median length of the shifts (a turned camera moves each marker another way); 0 when nothing was seen."""
        return median(math.hypot(dx, dy) for dx, dy in self.shifts_px.values()) if self.shifts_px else 0.0


def _template(marker_id: int, corners_px: Points, frame_size: tuple[int, int]) -> Template | None:
    """The ideal marker bent to its place in the picture, with a rim of white."""
    unit, rim = TEMPLATE_PX_PER_MODULE, QUIET_MODULES
    side = 6 * unit
    flat = cv2.copyMakeBorder(draw_marker(marker_id, side), unit, unit, unit, unit, cv2.BORDER_CONSTANT, value=255)
    low = np.floor(corners_px.min(0) - 1).astype(int)
    high = np.ceil(corners_px.max(0) + 2).astype(int)
    if (low < 1).any() or (high >= np.array(frame_size) - 1).any():
        return None
    edge = rim * unit
    source = np.array([[edge, edge], [edge + side, edge], [edge + side, edge + side], [edge, edge + side]], np.float32)
    bend = cv2.getPerspectiveTransform(source - 0.5, (corners_px - low).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    patch = cv2.warpPerspective(flat, bend, size, flags=cv2.INTER_AREA, borderValue=255)
    return Template(marker_id, corners_px, int(low[0]), int(low[1]), np.asarray(patch, np.uint8))


def _subpixel(scores: np.ndarray, x: int, y: int) -> tuple[float, float]:
    """Parabola through the neighbours of the best place."""

    def off(before: float, here: float, after: float) -> float:
        bend = before - 2 * here + after
        return 0.0 if abs(bend) < 1e-9 else min(max(float(0.5 * (before - after) / bend), -0.5), 0.5)

    height, width = scores.shape
    dx = off(scores[y, x - 1], scores[y, x], scores[y, x + 1]) if 0 < x < width - 1 else 0.0
    dy = off(scores[y - 1, x], scores[y, x], scores[y + 1, x]) if 0 < y < height - 1 else 0.0
    return x + dx, y + dy


def _shift(frame: Image, one: Template, limits: DriftLimits) -> tuple[float, float] | None:
    """How far from its place a template is seen; None when it is not."""
    reach, (height, width) = limits.reach_px, one.patch.shape
    top, left = max(one.y_px - reach, 0), max(one.x_px - reach, 0)
    window = frame[top : one.y_px + height + reach, left : one.x_px + width + reach]
    if window.ndim == 3:
        window = np.ascontiguousarray(window[..., 1])
    if window.shape[0] < height or window.shape[1] < width:
        return None
    scores = cv2.matchTemplate(window, one.patch, cv2.TM_CCOEFF_NORMED)
    _, best, _, (x, y) = cv2.minMaxLoc(scores)
    if best < limits.seen_correlation:
        return None
    fine_x, fine_y = _subpixel(scores, x, y)
    return fine_x - (one.x_px - left), fine_y - (one.y_px - top)


def look_at(frame: Image, picked: Sequence[Template], limits: DriftLimits = DEFAULT_LIMITS) -> Look:
    """Look for these templates around their places in a BGR or grey frame."""
    shifts = {one.marker_id: shift for one in picked if (shift := _shift(frame, one, limits)) is not None}
    return Look(len(picked), shifts)


class DriftWatch:
    """Looks at a changing handful of the calibrated markers."""

    def __init__(self, camera: CameraCalibration, card: MarkerCard, limits: DriftLimits = DEFAULT_LIMITS) -> None:
        self.limits = limits
        self.expected = expected_markers(camera, card)
        made = (_template(i, corners, camera.lens.size_px) for i, corners in self.expected.items())
        self._templates = [one for one in made if one is not None]
        self._turn = 0

    @property
    def in_frame(self) -> set[int]:
        """The markers that lie wholly in the picture; the others are hidden from nobody but the camera."""
        return {one.marker_id for one in self._templates}

    def look(self, frame: Image) -> Look:
        """Look at the next few markers of a BGR or grey frame, at more of them when something is amiss."""
        count = min(self.limits.looks, len(self._templates))
        stride = max(1, len(self._templates) // max(count, 1))
        picked = [self._templates[(self._turn + k * stride) % len(self._templates)] for k in range(count)]
        self._turn += 1
        # Every second one first: neighbours in the list lie on one board, under one hand.
        glance = look_at(frame, picked[::2], self.limits)
        if glance.looked >= self.limits.glances and glance.seen == glance.looked and not self.moved(glance):
            return glance
        rest = look_at(frame, picked[1::2], self.limits)
        return Look(count, {**glance.shifts_px, **rest.shifts_px})

    def look_at_all(self, frame: Image) -> Look:
        """Look at every calibrated marker, for a single picture."""
        return look_at(frame, self._templates, self.limits)

    def moved(self, look: Look) -> bool:
        """Whether the markers seen have moved, or most are not where they were: gone out of reach, or under hands."""
        if look.seen >= max(self.limits.fewest_markers, look.looked / 2):
            return look.shift_px > self.limits.moved_px
        return look.looked > 0

    def in_place(self, found: Mapping[int, Points]) -> bool:
        """Whether the markers found in a whole frame lie where they did: then hands hide the others."""
        known = {i: corners.mean(0) - self.expected[i].mean(0) for i, corners in found.items() if i in self.expected}
        shifts = {i: (float(dx), float(dy)) for i, (dx, dy) in known.items()}
        return bool(shifts) and Look(len(shifts), shifts).shift_px <= self.limits.moved_px


def expected_markers(camera: CameraCalibration, card: MarkerCard) -> dict[int, Points]:
    """Where the calibrated pose puts the markers that the calibration picture showed, id -> corners in pixels."""
    places = {}
    for placed in camera.boards:
        for corner, marker_id in enumerate(placed.board.marker_ids):
            if marker_id in camera.markers_px:
                flat = placed.board.marker_corners_mm(corner, card)
                points = np.column_stack([flat, np.zeros(4)])
                places[marker_id] = project(camera.lens, camera.pose, on_table(placed, points))
    return places


def _seen_boards(camera: CameraCalibration, card: MarkerCard, found: Mapping[int, Points]) -> list[BoardPoints]:
    seen = []
    for placed in camera.boards:
        flat = {corner: placed.board.marker_corners_mm(corner, card) for corner in range(4)}
        if (points := marker_points(placed.board, flat, found)) is not None:
            seen.append(points)
    return seen


def _errors(camera: CameraCalibration, seen: list[BoardPoints]) -> dict[str, float]:
    by_name = {placed.board.name: placed for placed in camera.boards}
    errors = {}
    for one in seen:
        shown = project(camera.lens, camera.pose, on_table(by_name[one.board.name], one.points_mm))
        errors[one.board.name] = float(np.sqrt(((shown - one.points_px) ** 2).sum(1).mean()))
    return errors


def _pose_by_majority(
    camera: CameraCalibration, seen: list[BoardPoints], limits: DriftLimits
) -> CameraCalibration | None:
    """The pose most boards agree on; boards that were pushed are left out and placed anew."""
    by_name = {placed.board.name: placed for placed in camera.boards}
    trusted = list(seen)
    while trusted:
        points = np.concatenate([on_table(by_name[one.board.name], one.points_mm) for one in trusted])
        pose = pose_of(camera.lens, points, np.concatenate([one.points_px for one in trusted]))
        if pose is None:
            return None
        moved = replace(camera, pose=pose)
        errors = _errors(moved, trusted)
        if max(errors.values()) <= limits.lock_error_px:
            return _with_pushed_boards(moved, seen, limits)
        worst = max(errors, key=lambda name: errors[name])
        trusted = [one for one in trusted if one.board.name != worst]
        if 2 * len(trusted) < len(seen):
            return None
    return None


def _with_pushed_boards(camera: CameraCalibration, seen: list[BoardPoints], limits: DriftLimits) -> CameraCalibration:
    errors = _errors(camera, seen)
    pushed = {one.board.name: one for one in seen if errors[one.board.name] > limits.lock_error_px}

    def placed_anew(placed: PlacedBoard) -> PlacedBoard:
        one = pushed.get(placed.board.name)
        return placed if one is None else PlacedBoard(placed.board, place_board(camera.lens, camera.pose, one))

    return replace(camera, boards=tuple(placed_anew(placed) for placed in camera.boards))


def lock_again(
    camera: CameraCalibration, card: MarkerCard, found: Mapping[int, Points], limits: DriftLimits = DEFAULT_LIMITS
) -> CameraCalibration | None:
    """The calibration after a bump, from the markers found in the whole frame; None when they do not suffice."""
    seen = _seen_boards(camera, card, found)
    if sum(len(one.points_px) for one in seen) < 4 * limits.fewest_markers:
        return None
    moved = _pose_by_majority(camera, seen, limits)
    if moved is None and len(seen) == len(camera.boards):
        solution = solve_table(seen, camera.lens, free_lens=False)
        moved = None if solution is None else replace(camera, pose=solution.pose, boards=solution.boards)
    if moved is None:
        return None
    errors = _errors(moved, seen)
    if max(errors.values()) > limits.lock_error_px:
        return None
    known = {**camera.markers_px, **{i: c for i, c in found.items() if i in expected_ids(camera)}}
    return replace(moved, markers_px=known, errors_px={**camera.errors_px, **errors})


def expected_ids(camera: CameraCalibration) -> frozenset[int]:
    """Every marker that belongs to a calibrated board."""
    return frozenset(i for placed in camera.boards for i in placed.board.marker_ids)
