"""Where the camera stands and where every board lies, from marker corners in one picture.

All boards lie on one plane, so their corners together give the focal length, one term of lens distortion, the camera's
pose and every board's place. Object points use OpenCV's right-handed axes: a height of h above the table is z = -h.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.layout import Board, PlacedBoard, Placement, Points

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lens:
    """Pinhole and distortion; `source` says how far to trust it: `assumed`, `estimated` or `charuco`."""

    size_px: tuple[int, int]
    """Width, height of the pictures it holds for."""
    focal_px: float
    centre_px: tuple[float, float]
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    source: str = "assumed"

    @property
    def matrix(self) -> Vector:
        """The camera matrix, shape (3, 3)."""
        x, y = self.centre_px
        return np.array([[self.focal_px, 0, x], [0, self.focal_px, y], [0, 0, 1]], float)


@dataclass(frozen=True, slots=True)
class Pose:
    """Table axes to camera axes: a rotation vector and a translation in mm."""

    rotation: tuple[float, float, float]
    translation_mm: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class BoardPoints:
    """Known points of one board and where the picture shows them."""

    board: Board
    points_mm: Points
    """Shape (n, 3): board axes x, y and height above the table."""
    points_px: Points
    """Shape (n, 2)."""


@dataclass(frozen=True, slots=True)
class TableSolution:
    """Everything one picture tells about the geometry."""

    lens: Lens
    pose: Pose
    boards: tuple[PlacedBoard, ...]
    errors_px: Mapping[str, float]
    """Board name to root mean square reprojection error."""


FOCAL_GUESS = 0.85
"""Focal length over picture width of a usual webcam or phone; the estimate starts here and may not stray far."""
FOCAL_BOUNDS = (0.45, 2.6)
FOCAL_PRIOR = 0.35
"""Relative spread of the guess; only matters when the camera looks straight down and cannot tell focal from height."""
DISTORTION_PRIOR = 0.15
MIN_POINTS_FOR_LENS = 24
"""Fewer points than six markers carry do not tell the lens from the pose."""


def assumed_lens(width_px: int, height_px: int) -> Lens:
    """A usual lens for pictures of that size."""
    longer = max(width_px, height_px)
    return Lens((width_px, height_px), FOCAL_GUESS * longer, (width_px / 2 - 0.5, height_px / 2 - 0.5))


def project(lens: Lens, pose: Pose, points_mm: Points) -> Points:
    """Points in table axes with height up, shape (n, 3), to pixels, shape (n, 2)."""
    points = np.ascontiguousarray(points_mm, float) * np.array([1.0, 1.0, -1.0])
    rotation, translation = np.array(pose.rotation, float), np.array(pose.translation_mm, float)
    shown, _ = cv2.projectPoints(
        points.reshape(-1, 1, 3), rotation, translation, lens.matrix, np.array(lens.distortion)
    )
    return np.asarray(shown, float).reshape(-1, 2)


def on_table(placed: PlacedBoard, points_mm: Points) -> Points:
    """Board points with heights, shape (n, 3), to table axes, shape (n, 3)."""
    return np.column_stack([placed.to_table_mm(points_mm[:, :2]), points_mm[:, 2]])


def _placement(values: Vector) -> Placement:
    return Placement(float(values[0]), float(values[1]), math.degrees(float(values[2])))


def _lens_from(base: Lens, values: Vector) -> Lens:
    focal = base.focal_px * math.exp(float(np.clip(values[0], -1.2, 1.2)))
    return Lens(base.size_px, focal, base.centre_px, (float(values[1]), 0.0, 0.0, 0.0, 0.0), "estimated")


class _Problem:
    """Unknowns: log focal, k1, six of the pose, three per board after the first (which fixes the table's axes)."""

    def __init__(self, seen: Sequence[BoardPoints], lens: Lens, free_lens: bool) -> None:
        self.seen = list(seen)
        self.lens = lens
        self.free_lens = free_lens

    def unpack(self, values: Vector) -> tuple[Lens, Pose, list[PlacedBoard]]:
        lens = _lens_from(self.lens, values[:2]) if self.free_lens else self.lens
        pose = Pose(tuple(map(float, values[2:5])), tuple(map(float, values[5:8])))  # type: ignore[arg-type]
        places = [Placement(0.0, 0.0, 0.0)]
        places += [_placement(values[i : i + 3]) for i in range(8, len(values), 3)]
        boards = [PlacedBoard(one.board, place) for one, place in zip(self.seen, places, strict=True)]
        return lens, pose, boards

    def residuals(self, values: Vector) -> Vector:
        lens, pose, boards = self.unpack(values)
        points = np.concatenate([on_table(b, one.points_mm) for b, one in zip(boards, self.seen, strict=True)])
        gaps = project(lens, pose, points) - np.concatenate([one.points_px for one in self.seen])
        prior = np.array([values[0] / FOCAL_PRIOR, values[1] / DISTORTION_PRIOR])
        return np.concatenate([gaps.ravel(), prior])


def _jacobian(problem: _Problem, values: Vector, base: Vector) -> Vector:
    columns = []
    for i in range(len(values)):
        step = 1e-6 * max(1.0, abs(values[i]))
        moved = values.copy()
        moved[i] += step
        columns.append((problem.residuals(moved) - base) / step)
    return np.stack(columns, axis=1)


def _levenberg(problem: _Problem, values: Vector, steps: int = 40) -> Vector:
    """Damped least squares; small problems (under 50 unknowns) need no library."""
    damping = 1e-3
    base = problem.residuals(values)
    for _ in range(steps):
        slope = _jacobian(problem, values, base)
        normal, pull = slope.T @ slope, slope.T @ base
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-12), -pull)
        tried = problem.residuals(values + step)
        before, after = float(base @ base), float(tried @ tried)
        if after < before:
            gain = 1 - after / max(before, 1e-12)
            values, base, damping = values + step, tried, max(damping / 5, 1e-9)
            if gain < 1e-6:
                break
        else:
            damping = min(damping * 8, 1e6)
            if damping >= 1e6:
                break
    return values


def pose_of(lens: Lens, points_mm: Points, points_px: Points) -> Pose | None:
    """The pose from known points (table axes, height up), or None when OpenCV finds none."""
    points = np.ascontiguousarray(points_mm, float) * np.array([1.0, 1.0, -1.0])
    flat = bool(np.ptp(points[:, 2]) < 1e-6)
    method = cv2.SOLVEPNP_IPPE if flat else cv2.SOLVEPNP_SQPNP
    lens_terms = lens.matrix, np.array(lens.distortion)
    try:
        good, turn, move = cv2.solvePnP(points, np.ascontiguousarray(points_px, float), *lens_terms, flags=method)
        if not good or not float(move.ravel()[2]) > 0:
            return None
        turn, move = cv2.solvePnPRefineLM(points, np.ascontiguousarray(points_px, float), *lens_terms, turn, move)
    except cv2.error:
        return None
    return Pose(tuple(map(float, turn.ravel())), tuple(map(float, move.ravel())))  # type: ignore[arg-type]


def table_point(lens: Lens, pose: Pose, points_px: Points, height_mm: float = 0.0) -> Points:
    """Where pixels meet the plane `height_mm` above the table, shape (n, 2) in table axes."""
    rays = cv2.undistortPoints(np.asarray(points_px, float).reshape(-1, 1, 2), lens.matrix, np.array(lens.distortion))
    turn, _ = cv2.Rodrigues(np.array(pose.rotation))
    directions = np.column_stack([np.asarray(rays).reshape(-1, 2), np.ones(len(points_px))]) @ turn
    eye = -turn.T @ np.array(pose.translation_mm)
    reach = (-height_mm - eye[2]) / directions[:, 2]
    return np.asarray((eye + reach[:, None] * directions)[:, :2])


def place_board(lens: Lens, pose: Pose, one: BoardPoints) -> Placement:
    """Where a board lies, by fitting its known points to the pixels on its plane."""
    height = float(one.points_mm[:, 2].mean())
    there = table_point(lens, pose, one.points_px, height)
    here = one.points_mm[:, :2] - np.array([one.board.shape.width_mm / 2, one.board.shape.height_mm / 2])
    a, b = here - here.mean(0), there - there.mean(0)
    turn = math.atan2(float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum()), float((a * b).sum()))
    rotation = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    centre = there.mean(0) - rotation @ here.mean(0)
    return Placement(float(centre[0]), float(centre[1]), math.degrees(turn))


def _first_guess(seen: Sequence[BoardPoints], lens: Lens) -> Vector | None:
    """Pose from the first board alone, the others placed on its plane."""
    first = seen[0]
    own = PlacedBoard(first.board, Placement(0.0, 0.0, 0.0))
    pose = pose_of(lens, on_table(own, first.points_mm), first.points_px)
    if pose is None:
        return None
    values = [0.0, 0.0, *pose.rotation, *pose.translation_mm]
    for one in seen[1:]:
        place = place_board(lens, pose, one)
        values += [place.x_mm, place.y_mm, math.radians(place.turn_deg)]
    return np.array(values)


def solve_table(seen: Sequence[BoardPoints], lens: Lens, free_lens: bool) -> TableSolution | None:
    """Fit everything at once; None when no camera fits. The first board with most points fixes the table's axes."""
    order = sorted(seen, key=lambda one: (-len(one.points_px), one.board.name))
    free = free_lens and sum(len(one.points_px) for one in order) >= MIN_POINTS_FOR_LENS
    problem = _Problem(order, lens, free)
    start = _first_guess(order, lens)
    if start is None:
        return None
    try:
        solved = _levenberg(problem, start)
    except np.linalg.LinAlgError:
        return None
    if not np.isfinite(solved).all():
        return None
    solved_lens, pose, boards = problem.unpack(solved)
    errors = {}
    for placed, one in zip(boards, order, strict=True):
        gaps = project(solved_lens, pose, on_table(placed, one.points_mm)) - one.points_px
        errors[placed.board.name] = float(np.sqrt((gaps**2).sum(1).mean()))
    return TableSolution(solved_lens, pose, tuple(boards), errors)


def marker_points(board: Board, card_corners: Mapping[int, Points], found: Mapping[int, Points]) -> BoardPoints | None:
    """The corners of this board's markers that were found; None when there is none of them.

    `card_corners`: corner number (0..3) -> the marker's corners in board axes, shape (4, 2).
    """
    there = [(corner, i) for corner, i in enumerate(board.marker_ids) if i in found]
    if not there:
        return None
    flat = np.concatenate([card_corners[corner] for corner, _ in there])
    points = np.column_stack([flat, np.zeros(len(flat))])
    return BoardPoints(board, points, np.concatenate([found[i] for _, i in there]))


def camera_place_mm(pose: Pose) -> Points:
    """Where the camera is in table axes, shape (3,); above the table z is negative."""
    turn, _ = cv2.Rodrigues(np.array(pose.rotation))
    return np.asarray(-np.asarray(turn).T @ np.array(pose.translation_mm), float)


def elevation_deg(pose: Pose, towards_mm: Points) -> float:
    """How steeply the camera looks at a point of the table (90 is straight down)."""
    eye = camera_place_mm(pose)
    away = float(np.hypot(*(eye[:2] - np.asarray(towards_mm, float).ravel()[:2])))
    return math.degrees(math.atan2(-float(eye[2]), away))
