"""What really lies in a simulated frame, to the pixel; becomes the JSON beside a rendered picture."""

from dataclasses import asdict, dataclass
from typing import Any

from assistant.sim.pose import Pose

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class DieTruth:
    """One die: the box of the whole visible body and the corners of its top face, in frame pixels."""

    seat: str | None
    colour: str
    value: int
    box_xyxy: tuple[float, float, float, float]
    top_corners_px: tuple[Point, Point, Point, Point]
    x_mm: float
    y_mm: float
    tilt_deg: float
    visible_share: float
    """1 when nothing lies over it, 0 when a hand hides it wholly."""
    side_px: float
    """Mean side of the top face."""


@dataclass(frozen=True, slots=True)
class TileTruth:
    """One tile: where it lies and the corners of its top, clockwise from the tile's own top left."""

    board: str
    cell: str
    tile: str
    rotation: int
    corners_px: tuple[Point, Point, Point, Point]
    visible_share: float


@dataclass(frozen=True, slots=True)
class PieceTruth:
    """One wooden piece: what it is, whose, on which space, and the box it takes in the frame."""

    board: str
    kind: str
    colour: str
    place: str
    box_xyxy: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class BoardTruth:
    """A board's printed corners (on its top), clockwise from the top left as its owner sees it."""

    name: str
    corners_px: tuple[Point, Point, Point, Point]
    x_mm: float
    y_mm: float
    turn_deg: float
    covered_share: float


@dataclass(frozen=True, slots=True)
class CameraTruth:
    """OpenCV's numbers; object points are (x, y, -z) in table millimetres."""

    size_wh: tuple[int, int]
    matrix: tuple[tuple[float, ...], ...]
    distortion: tuple[float, ...]
    rvec: tuple[float, ...]
    tvec_mm: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Truth:
    """Everything true of one frame."""

    camera: CameraTruth
    boards: tuple[BoardTruth, ...]
    dice: tuple[DieTruth, ...]
    tiles: tuple[TileTruth, ...]
    pieces: tuple[PieceTruth, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return plain lists and numbers."""
        return asdict(self)


def camera_truth(pose: Pose) -> CameraTruth:
    """Return the camera's numbers."""
    rows = tuple(tuple(float(v) for v in row) for row in pose.matrix)
    return CameraTruth(pose.size_wh, rows, pose.lens.distortion, pose.rvec, pose.tvec_mm)


def four(points: Any) -> tuple[Point, Point, Point, Point]:  # noqa: ANN401 - any (4, 2) array
    """Return four points as plain tuples."""
    a, b, c, d = ((round(float(x), 3), round(float(y), 3)) for x, y in points)
    return a, b, c, d
