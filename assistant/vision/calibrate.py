"""From a picture to a calibration: markers first, given corners where there are none."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from assistant.vision.bare import pack_bare
from assistant.vision.calibration import Calibration, CalibrationError, CameraCalibration
from assistant.vision.framecheck import light_problem, measure_light
from assistant.vision.layout import DIE_SIDE_MM, Board, MarkerCard, Points, known_boards
from assistant.vision.markers import Image, find_markers
from assistant.vision.plausible import ORDER, corners_fault, geometry_fault, worst_fit
from assistant.vision.pose import BoardPoints, Lens, TableSolution, assumed_lens, marker_points, solve_table
from assistant.vision.quality import board_outline_px, measure_quality
from assistant.vision.readings import Problem
from assistant.vision.reference import pack_empty

NO_MARKERS = (
    "no markers were found in this picture; "
    "print them with `durbar markers --out markers.pdf`, or give corners with --corners"
)
DARK = "this picture is too dark to find markers in; switch on a light and take it again"
BRIGHT = "this picture is over-exposed, so no markers were found; less light, or a shorter exposure"
LIGHT: dict[Problem | None, tuple[str, str]] = {
    Problem.TOO_DARK: (DARK, "dark_picture"),
    Problem.OVER_EXPOSED: (BRIGHT, "bright_picture"),
}
"""Why there are no markers, where the light is the reason: the sentence and its code."""
CUT_CARDS = (
    "cut out the cards and lay each beside its own board, at the corner printed on it; for other sizes --marker-mm"
)


@dataclass(frozen=True, slots=True)
class CalibrationWish:
    """What to look for and what is known beforehand."""

    corners_px: Mapping[str, Points] = field(default_factory=dict)
    """Board name to its four corners in the picture, clockwise from the owner's top left; if it has no markers."""
    card: MarkerCard = field(default_factory=MarkerCard)
    die_side_mm: float = DIE_SIDE_MM
    lens: Lens | None = None
    """From a lens calibration; without it the lens is estimated from the markers."""
    camera_name: str = "camera0"
    smallest_picture_px: int = 240
    """Smaller pictures cannot show a table."""
    keep_empty: bool = True
    """Keep the statues' pictures; not needed, and a third of the time, when only a report is wanted."""


DEFAULT_WISH = CalibrationWish()


def corner_points(board: Board, corners_px: Points) -> BoardPoints:
    """The board's own four corners, which lie on its upper side."""
    corners = np.asarray(corners_px, float).reshape(-1, 2)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise CalibrationError(f"{board.name}: four corners as x,y are needed, clockwise from the owner's top left")
    if fault := corners_fault(corners):
        raise CalibrationError(f"{board.name}: {fault}", "bad_corners")
    height = np.full(4, board.shape.thickness_mm)
    return BoardPoints(board, np.column_stack([board.shape.corners_mm, height]), corners)


def see_boards(found: Mapping[int, Points], wish: CalibrationWish) -> tuple[list[BoardPoints], dict[str, str]]:
    """Every board with markers or given corners, and by which of the two it was found."""
    seen: list[BoardPoints] = []
    how: dict[str, str] = {}
    boards = known_boards()
    for name in wish.corners_px:
        if name not in boards:
            raise CalibrationError(f"unknown board {name!r}; known are {', '.join(boards)}")
    for name, board in boards.items():
        by_corner = {corner: board.marker_corners_mm(corner, wish.card) for corner in range(4)}
        if name in wish.corners_px:
            seen.append(corner_points(board, wish.corners_px[name]))
            how[name] = "corners"
        elif (points := marker_points(board, by_corner, found)) is not None:
            seen.append(points)
            how[name] = "markers"
    return seen, how


def _refuse_small(image: Image, wish: CalibrationWish) -> None:
    height, width = image.shape[:2]
    if min(height, width) < wish.smallest_picture_px:
        raise CalibrationError(f"a picture of {width}x{height} pixels is too small; use at least 1280x720")


def _solve(seen: list[BoardPoints], image: Image, wish: CalibrationWish) -> TableSolution:
    height, width = image.shape[:2]
    if wish.lens is not None and wish.lens.size_px != (width, height):
        raise CalibrationError(f"the lens was calibrated for {wish.lens.size_px}, this picture is {width}x{height}")
    solution = solve_table(seen, wish.lens or assumed_lens(width, height), free_lens=wish.lens is None)
    if solution is None:
        raise CalibrationError(f"these corners fit no camera above the table; {ORDER}", "bad_corners")
    return solution


def _why_no_markers(image: Image) -> CalibrationError:
    bgr = image if image.ndim == 3 else np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    problem = light_problem(measure_light(bgr))
    return CalibrationError(*LIGHT.get(problem, (NO_MARKERS, "no_markers")))


def refuse_impossible(camera: CameraCalibration) -> None:
    """Raise CalibrationError for a fit no table can have; it names the board and what to mend."""
    outlines = {placed.board.name: board_outline_px(camera, placed) for placed in camera.boards}
    by_corners = "corners" in camera.found_by.values()
    mend, code = (f"check the corners: {ORDER}", "bad_corners") if by_corners else (CUT_CARDS, "bad_fit")
    if worst := worst_fit(camera.errors_px, outlines):
        error = f"{camera.errors_px[worst]:.0f} px"
        what = "its corners" if camera.found_by[worst] == "corners" else "its markers"
        raise CalibrationError(f"{worst}: {what} fit its shape only to {error}; {mend}", code)
    if fault := geometry_fault(camera.lens, camera.pose, camera.boards):
        raise CalibrationError(f"by what this picture shows, {fault}; {mend}", code)


def calibrate_camera(image: Image, wish: CalibrationWish = DEFAULT_WISH) -> CameraCalibration:
    """Find every board in one picture and keep how the empty boards look; raises CalibrationError without a board."""
    _refuse_small(image, wish)
    found = find_markers(image)
    seen, how = see_boards(found, wish)
    if not seen:
        raise _why_no_markers(image)
    solution = _solve(seen, image, wish)
    ids = {i for one in seen for i in one.board.marker_ids}
    camera = CameraCalibration(
        name=wish.camera_name,
        lens=solution.lens,
        pose=solution.pose,
        boards=tuple(sorted(solution.boards, key=lambda placed: placed.board.marker_ids)),
        markers_px={i: corners for i, corners in found.items() if i in ids},
        found_by=how,
        errors_px=solution.errors_px,
    )
    refuse_impossible(camera)
    if wish.keep_empty:
        camera = replace(camera, empty=pack_empty(image, camera, wish.die_side_mm) | pack_bare(image, camera))
    return measure_quality(camera, image, wish.die_side_mm)


def calibrate(
    images: Mapping[str, Image],
    wish: CalibrationWish = DEFAULT_WISH,
    corners_px: Mapping[str, Mapping[str, Points]] | None = None,
) -> Calibration:
    """One picture per camera, by the camera's name; raises CalibrationError naming the camera that fails.

    `corners_px` gives for a camera's name the corners of its boards, in the place of those of the wish.
    """
    cameras = []
    for name, image in images.items():
        own = wish.corners_px if corners_px is None else corners_px.get(name, {})
        try:
            cameras.append(calibrate_camera(image, replace(wish, camera_name=name, corners_px=own)))
        except CalibrationError as error:
            raise CalibrationError(f"{name}: {error}", error.code) from None
    return Calibration(tuple(cameras), wish.card, wish.die_side_mm)
