"""Finding and drawing the ArUco markers that stand beside every board."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.layout import Points

Image = NDArray[np.uint8]

DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


@dataclass(frozen=True, slots=True)
class MarkerSearch:
    """How hard to look."""

    window_px: tuple[int, int, int] = (5, 45, 10)
    """Smallest, largest and step of the threshold window; more steps find more markers and cost more time."""
    smallest_share: float = 0.008
    """Perimeter of the smallest marker as a share of the longer side; lower finds tiny markers and more rubbish."""
    refine_window_px: int = 4
    """Half window of the corner refinement; larger is steadier, too large reaches into the marker's bits."""


DEFAULT_SEARCH = MarkerSearch()


def to_gray(image: Image) -> Image:
    """Return one channel, shape (h, w); a grey picture comes back as it is."""
    return image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def detector(search: MarkerSearch = DEFAULT_SEARCH) -> cv2.aruco.ArucoDetector:
    """An OpenCV detector with sub-pixel corners."""
    settings = cv2.aruco.DetectorParameters()
    low, high, step = search.window_px
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeMax = low, high
    settings.adaptiveThreshWinSizeStep = step
    settings.minMarkerPerimeterRate = search.smallest_share
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = search.refine_window_px
    settings.cornerRefinementMinAccuracy = 0.01
    return cv2.aruco.ArucoDetector(DICTIONARY, settings)


def find_markers(image: Image, search: MarkerSearch = DEFAULT_SEARCH) -> dict[int, Points]:
    """Return id -> corners in pixels, shape (4, 2), clockwise from the marker's own top left.

    An id seen twice is left out: two sheets of one board on the table are a mistake we cannot resolve.
    """
    corners, ids, _ = detector(search).detectMarkers(to_gray(image))
    numbers = [int(i) for i in np.asarray(ids if corners else []).ravel()]
    found = zip(numbers, corners, strict=True)
    return {i: np.asarray(c, float).reshape(4, 2) for i, c in found if numbers.count(i) == 1}


def draw_marker(marker_id: int, side_px: int) -> Image:
    """The black square with its bits, without quiet zone, shape (side_px, side_px)."""
    return np.asarray(cv2.aruco.generateImageMarker(DICTIONARY, marker_id, side_px), np.uint8)


def marker_bits(marker_id: int) -> NDArray[np.bool_]:
    """The marker as 6 x 6 modules, True where white (for drawing it as vectors)."""
    return draw_marker(marker_id, 6) > 127
