"""Where the camera stands: pinhole with lens distortion, exact both ways.

Three-dimensional points are `(x, y, -z)` of the table's millimetres (x right, y down, z up in `vision.layout`): a
right-handed frame as OpenCV wants it: a camera straight above has no rotation.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.layout import TableLayout

Floats = NDArray[np.float64]
GRID_STEP = 8
"""Lens maths is done on every eighth pixel and interpolated: the error stays under a hundredth of a pixel."""


@dataclass(frozen=True, slots=True)
class Lens:
    """Field of view (degrees, across the picture) and distortion coefficients k1 k2 p1 p2 k3 as OpenCV has them."""

    fov_deg: float = 62.0
    distortion: tuple[float, float, float, float, float] = (-0.06, 0.015, 0.0004, -0.0003, 0.0)

    def matrix(self, size_wh: tuple[int, int]) -> Floats:
        width, height = size_wh
        focal = width / 2 / np.tan(np.radians(self.fov_deg) / 2)
        return np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])


@dataclass(frozen=True, slots=True)
class Pose:
    """A camera at a place: picture size, lens, rotation vector and translation (millimetres)."""

    size_wh: tuple[int, int]
    lens: Lens
    rvec: tuple[float, float, float]
    tvec_mm: tuple[float, float, float]

    @property
    def rotation(self) -> Floats:
        return np.asarray(cv2.Rodrigues(np.array(self.rvec))[0], np.float64)

    @property
    def matrix(self) -> Floats:
        return self.lens.matrix(self.size_wh)

    @property
    def centre_mm(self) -> Floats:
        """The camera's place in the right-handed frame, shape (3,)."""
        return np.asarray(-self.rotation.T @ np.array(self.tvec_mm))

    def project(self, points_mm: NDArray[Any]) -> Floats:
        """Pixels of points given as x, y, z-up; shape (n, 3) in, (n, 2) out."""
        points = np.asarray(points_mm, np.float64).reshape(-1, 3) * (1.0, 1.0, -1.0)
        lens = np.array(self.lens.distortion)
        pixels, _ = cv2.projectPoints(points, np.array(self.rvec), np.array(self.tvec_mm), self.matrix, lens)
        return np.asarray(pixels, np.float64).reshape(-1, 2)

    def px_per_mm(self, x_mm: float, y_mm: float) -> float:
        """The larger of the scales along x and y at a place of the table."""
        at = self.project(np.array([[x_mm, y_mm, 0], [x_mm + 1, y_mm, 0], [x_mm, y_mm + 1, 0]]))
        return float(max(np.linalg.norm(at[1] - at[0]), np.linalg.norm(at[2] - at[0])))

    def rays(self, box_xyxy: tuple[int, int, int, int], fine: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Undistorted, normalised x and y of every sub-pixel of a box, each (height * fine, width * fine)."""
        x0, y0, x1, y1 = box_xyxy
        across = (np.arange((x1 - x0) * fine) + 0.5) / fine - 0.5 + x0
        down = (np.arange((y1 - y0) * fine) + 0.5) / fine - 0.5 + y0
        nodes_x = np.arange(x0 - GRID_STEP, x1 + 2 * GRID_STEP, GRID_STEP, dtype=np.float64)
        nodes_y = np.arange(y0 - GRID_STEP, y1 + 2 * GRID_STEP, GRID_STEP, dtype=np.float64)
        gx, gy = np.meshgrid(nodes_x, nodes_y)
        nodes = self._undistort(np.stack([gx.ravel(), gy.ravel()], 1)).reshape(*gx.shape, 2)
        rows, columns = (down - nodes_y[0]) / GRID_STEP, (across - nodes_x[0]) / GRID_STEP
        return _interpolate(nodes[..., 0], rows, columns), _interpolate(nodes[..., 1], rows, columns)

    def _undistort(self, pixels: Floats) -> Floats:
        """Normalised coordinates of pixels, by fixed-point iteration; good far outside the picture too."""
        k1, k2, p1, p2, k3 = self.lens.distortion
        goal = (pixels - self.matrix[:2, 2]) / self.matrix[0, 0]
        x, y = goal[:, 0].copy(), goal[:, 1].copy()
        for _ in range(12):
            r2 = x * x + y * y
            radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
            dx, dy = 2 * p1 * x * y + p2 * (r2 + 2 * x * x), p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
            x, y = (goal[:, 0] - dx) / radial, (goal[:, 1] - dy) / radial
        return np.stack([x, y], 1)

    def plane_from_rays(self, height_mm: float) -> Floats:
        """The 3 x 3 matrix from normalised rays to x, y (times w) on the plane at that height over the table."""
        r = self.rotation
        plane = np.stack([r[:, 0], r[:, 1], np.array(self.tvec_mm) - r[:, 2] * height_mm], 1)
        return np.asarray(np.linalg.inv(plane))

    def inside(self, points_mm: NDArray[Any], margin_px: float) -> bool:
        """Return whether all points fall into the picture with that margin."""
        pixels = self.project(points_mm)
        limit = np.array(self.size_wh) - 1 - margin_px
        return bool(np.all(pixels >= margin_px) and np.all(pixels <= limit))


def _interpolate(nodes: Floats, rows: Floats, columns: Floats) -> NDArray[np.float32]:
    """Bilinear values of a grid at the product of rows and columns."""
    i, j = rows.astype(int), columns.astype(int)
    fi, fj = (rows - i)[:, None], (columns - j)[None, :]
    wide = nodes[:, j] * (1 - fj) + nodes[:, j + 1] * fj
    return np.asarray(wide[i] * (1 - fi) + wide[i + 1] * fi, np.float32)


def look_at(
    target_mm: tuple[float, float], distance_mm: float, elevation_deg: float, azimuth_deg: float, roll_deg: float = 0.0
) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """Return rvec and tvec of a camera that looks at a point of the table from `azimuth_deg` (0: from below)
    and `elevation_deg` (90: straight above)."""
    tilt, turn, roll = np.radians(90 - elevation_deg), np.radians(azimuth_deg), np.radians(roll_deg)
    about_z = np.array([[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    about_x = np.array([[1, 0, 0], [0, np.cos(tilt), np.sin(tilt)], [0, -np.sin(tilt), np.cos(tilt)]])
    spin = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    rotation = spin @ about_x @ about_z
    shift = np.array([0, 0, distance_mm]) - rotation @ np.array([*target_mm, 0.0])
    rvec = cv2.Rodrigues(rotation)[0].ravel()
    return (float(rvec[0]), float(rvec[1]), float(rvec[2])), (float(shift[0]), float(shift[1]), float(shift[2]))


def _card_corners_mm(marker_mm: Floats, layout: TableLayout) -> Floats:
    """The corners of the white card around a marker, board axes."""
    outward = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * layout.card.quiet_mm
    return np.asarray(marker_mm + outward)


def board_corners_mm(layout: TableLayout) -> Floats:
    """All corners of all boards and marker cards on the table, shape (n, 3), z = 0."""
    points = []
    for placed in layout.boards:
        cards = [_card_corners_mm(placed.board.marker_corners_mm(corner, layout.card), layout) for corner in range(4)]
        points.append(placed.to_table_mm(np.concatenate([placed.board.shape.corners_mm, *cards])))
    flat = np.concatenate(points)
    return np.column_stack([flat, np.zeros(len(flat))])


def fit_pose(
    layout: TableLayout,
    size_wh: tuple[int, int] = (1280, 720),
    elevation_deg: float = 75.0,
    azimuth_deg: float = 0.0,
    *,
    lens: Lens | None = None,
    roll_deg: float = 0.0,
    margin_px: float = 6.0,
) -> Pose:
    """Return the nearest pose at that angle which sees every board and marker; raises ValueError when none does."""
    glass = lens or Lens()
    points = board_corners_mm(layout)
    target = points[:, :2].min(0) / 2 + points[:, :2].max(0) / 2
    near, far = 100.0, 6000.0
    for _ in range(24):
        middle = (near + far) / 2
        pose, target = _centred(points, target, middle, (size_wh, glass, elevation_deg, azimuth_deg, roll_deg))
        near, far = (near, middle) if pose.inside(points, margin_px) else (middle, far)
    pose, _ = _centred(points, target, far, (size_wh, glass, elevation_deg, azimuth_deg, roll_deg))
    if far > 5900:
        raise ValueError(
            f"no camera at {elevation_deg} degrees sees the whole table in {size_wh[0]}x{size_wh[1]} pixels"
        )
    return pose


def _centred(
    points: Floats, target: Floats, distance_mm: float, how: tuple[tuple[int, int], Lens, float, float, float]
) -> tuple[Pose, Floats]:
    """A pose whose picture has the points' box in its middle, and the point it looks at."""
    size_wh, lens, elevation, azimuth, roll = how
    pose = Pose(size_wh, lens, *look_at((float(target[0]), float(target[1])), distance_mm, elevation, azimuth, roll))
    for _ in range(3):
        pixels = pose.project(points)
        off = (pixels.min(0) + pixels.max(0)) / 2 - (np.array(size_wh) - 1) / 2
        ground = _ground_point(pose, (np.array(size_wh) - 1) / 2 + np.clip(off, -400, 400))
        target = ground if np.all(np.isfinite(ground)) else target
        pose = Pose(
            size_wh, lens, *look_at((float(target[0]), float(target[1])), distance_mm, elevation, azimuth, roll)
        )
    return pose, target


def _ground_point(pose: Pose, pixel: Floats) -> Floats:
    ray = pose._undistort(pixel.reshape(1, 2))[0]
    x, y, w = pose.plane_from_rays(0.0) @ np.array([*ray, 1.0])
    return np.array([x / w, y / w])


def bumped(pose: Pose, rng: np.random.Generator, shift_mm: float = 12.0, turn_deg: float = 1.5) -> Pose:
    """Return the pose after somebody knocked the stand: moved by up to `shift_mm` and turned by about `turn_deg`."""
    nudge = cv2.Rodrigues(np.radians(rng.normal(0, turn_deg / 2, 3)))[0]
    rvec = cv2.Rodrigues(nudge @ pose.rotation)[0].ravel()
    tvec = nudge @ np.array(pose.tvec_mm) + rng.uniform(-shift_mm, shift_mm, 3)
    turned = (float(rvec[0]), float(rvec[1]), float(rvec[2]))
    return Pose(pose.size_wh, pose.lens, turned, (float(tvec[0]), float(tvec[1]), float(tvec[2])))
