"""What a camera, its boards and given corners cannot be: asked of fresh measurements and of calibration files alike.

Every function returns what is wrong in words, or an empty text.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from assistant.vision.layout import PlacedBoard, Points
from assistant.vision.pose import Lens, Pose, camera_place_mm, on_table, project

ORDER = "give them clockwise as the board's owner sees it, its top left first"


@dataclass(frozen=True, slots=True)
class PlausibleLimits:
    """Where geometry stops being possible; far beyond where `quality` stops calling it good."""

    camera_mm: float = 50.0
    """Least height above the table; a camera nearer than that, or below, sees no board."""
    outside: float = 0.5
    """How far outside the picture a board may end, in longer picture sides: one marker at the edge may hold a board
    that is itself outside. Lower refuses such boards, higher takes ones that no marker can have shown."""
    fit_share: float = 0.08
    """Most a board's points may miss their places by, in board sides (root of its area in the picture). A card pushed
    aside by a centimetre makes 0.04; of several boards one with corners begun a quarter turn on 0.1 to 0.2, swapped
    cards and uncut sheets more. A single board turned so fits a lower camera (0.03): that the report has to say."""
    corner_px: float = 3.0
    """Nearer corners of one board are the same corner."""
    corner_sine: float = 0.05
    """Least sine of the angle at a corner; flatter, three corners lie on a line (3 degrees)."""


LIMITS = PlausibleLimits()


def corners_fault(corners_px: Points, limits: PlausibleLimits = LIMITS) -> str:
    """What is wrong with a board's four corners in the picture, shape (4, 2)."""
    sides = np.roll(corners_px, -1, axis=0) - corners_px
    lengths = np.hypot(*sides.T)
    if float(lengths.min()) < limits.corner_px:
        return f"two of its corners lie on each other; {ORDER}"
    ahead, ahead_lengths = np.roll(sides, -1, axis=0), np.roll(lengths, -1)
    sines = (sides[:, 0] * ahead[:, 1] - sides[:, 1] * ahead[:, 0]) / (lengths * ahead_lengths)
    if (sines > limits.corner_sine).all():
        return ""
    if (sines < -limits.corner_sine).all():
        return f"its corners go counter-clockwise; {ORDER}"
    if (np.abs(sines) <= limits.corner_sine).any():
        return f"three of its corners lie on one line; {ORDER}"
    return f"the lines between its corners cross; {ORDER}"


def outline_fault(lens: Lens, pose: Pose, placed: PlacedBoard, limits: PlausibleLimits = LIMITS) -> str:
    """Whether this camera cannot see the board at all."""
    corners = on_table(placed, np.column_stack([placed.board.shape.corners_mm, np.zeros(4)]))
    turn, _ = cv2.Rodrigues(np.array(pose.rotation, float))
    ahead_mm = (corners @ np.asarray(turn).T)[:, 2] + pose.translation_mm[2]
    shown = project(lens, pose, corners)
    if not np.isfinite(shown).all() or float(ahead_mm.min()) <= 0:
        return "it would lie behind the camera"
    room = limits.outside * max(lens.size_px)
    if (shown.max(0) < -room).any() or (shown.min(0) > np.array(lens.size_px) + room).any():
        return "it would lie far outside the picture"
    return ""


def geometry_fault(lens: Lens, pose: Pose, boards: Sequence[PlacedBoard], limits: PlausibleLimits = LIMITS) -> str:
    """What is impossible about a camera and where its boards lie."""
    height_mm = -float(camera_place_mm(pose)[2])
    if not height_mm >= limits.camera_mm:
        where = "below the table" if height_mm < 0 else "on the table"
        return f"the camera would be {where}"
    faults = ((placed.board.name, outline_fault(lens, pose, placed, limits)) for placed in boards)
    return next((f"{name}: {fault}" for name, fault in faults if fault), "")


def worst_fit(
    errors_px: Mapping[str, float], outlines_px: Mapping[str, Points], limits: PlausibleLimits = LIMITS
) -> str | None:
    """The board whose points miss their places most, if that is more than can be; outlines have the shape (4, 2)."""
    areas = {name: abs(cv2.contourArea(outline.astype(np.float32))) for name, outline in outlines_px.items()}
    shares = {name: error / max(areas[name], 1.0) ** 0.5 for name, error in errors_px.items()}
    worst = max(shares, key=lambda name: shares[name])
    return None if shares[worst] <= limits.fit_share else worst
