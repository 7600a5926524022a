"""Lens calibration with a ChArUco board: an option for lenses that bend straight lines."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from assistant.vision.calibration import CalibrationError
from assistant.vision.markers import Image, to_gray
from assistant.vision.pose import Lens
from assistant.vision.sheets import PAPERS, draw_ruler

SQUARES = (7, 9)
"""Columns and rows of the printed board."""
SQUARE_MM = 25.0
MARKER_MM = 18.0


@dataclass(frozen=True, slots=True)
class LensLimits:
    """What a lens calibration needs."""

    views: int = 5
    """Fewer pictures leave the distortion to chance; ten to twenty are good."""
    corners: int = 12
    """Fewer corners in a picture do not hold it."""
    error_px: float = 1.5
    """A fit worse than this is refused."""


DEFAULT_LIMITS = LensLimits()


def charuco_board() -> cv2.aruco.CharucoBoard:
    """The board; its own dictionary, so that it is never taken for a table marker."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_50)
    return cv2.aruco.CharucoBoard(SQUARES, SQUARE_MM, MARKER_MM, dictionary)


def write_charuco(path: Path, paper: str = "a4") -> int:
    """Write the board as a PDF page to scale; returns the number of pages."""
    columns, rows = SQUARES
    picture = charuco_board().generateImage((columns * 200, rows * 200))
    good, data = cv2.imencode(".png", picture)
    if not good:
        raise OSError(0, "the board cannot be drawn")
    width, height = PAPERS[paper]
    canvas = Canvas(str(path), pagesize=(width, height), invariant=1)
    canvas.setFont("Helvetica", 8)
    canvas.drawString(15 * mm, height - 12 * mm, "Glue it flat on card; show it to the camera in 10 to 20 positions.")
    draw_ruler(canvas, 15 * mm, height - 20 * mm)
    board_w, board_h = columns * SQUARE_MM * mm, rows * SQUARE_MM * mm
    reader = ImageReader(io.BytesIO(data.tobytes()))
    canvas.drawImage(reader, (width - board_w) / 2, (height - 24 * mm - board_h) / 2, board_w, board_h)
    canvas.save()
    return 1


def calibrate_lens(images: Sequence[Image], limits: LensLimits = DEFAULT_LIMITS) -> tuple[Lens, float]:
    """The lens and its error in pixels; raises CalibrationError when the pictures do not suffice."""
    board = charuco_board()
    detector = cv2.aruco.CharucoDetector(board)
    points_mm, points_px, size = [], [], None
    for image in images:
        gray = to_gray(image)
        size = size or gray.shape
        if gray.shape != size:
            raise CalibrationError("all pictures of a lens calibration must have the same size")
        corners, ids, _, _ = detector.detectBoard(gray)
        if corners is not None and len(corners) >= limits.corners:
            own, seen = board.matchImagePoints(corners, ids)  # type: ignore[call-overload]
            points_mm.append(np.asarray(own, np.float32))
            points_px.append(np.asarray(seen, np.float32))
    if len(points_mm) < limits.views or size is None:
        found = f"{len(points_mm)} of {len(images)} pictures show the ChArUco board well"
        raise CalibrationError(f"{found}; at least {limits.views} are needed, from different sides")
    height, width = size
    error, matrix, distortion, _, _ = cv2.calibrateCamera(
        points_mm,
        points_px,
        (width, height),
        None,
        None,
        flags=cv2.CALIB_FIX_ASPECT_RATIO,
    )
    if error > limits.error_px:
        raise CalibrationError(f"the lens fits badly ({error:.2f} px); is the board flat and the picture sharp?")
    bend = np.asarray(distortion).ravel()[:5]
    k1, k2, p1, p2, k3 = (float(v) for v in np.pad(bend, (0, 5 - len(bend))))
    centre = (float(matrix[0, 2]), float(matrix[1, 2]))
    return Lens((width, height), float(matrix[0, 0]), centre, (k1, k2, p1, p2, k3), "charuco"), float(error)
