"""The empty boards as the calibration saw them, so that print is never taken for a die (`assistant.vision.evidence`).

The pictures are kept on the plane of the print, in the board's own axes: they hold after a bump.
"""

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.calibration import Calibration, CameraCalibration
from assistant.vision.layout import PlacedBoard, Points
from assistant.vision.markers import Image
from assistant.vision.pictures import unpack_picture
from assistant.vision.pose import camera_place_mm
from assistant.vision.readings import Observation
from assistant.vision.rectify import View, make_view

Pixels = NDArray[np.uint8]

MARGIN_MM = 24.0
"""Kept around a board: print beside it is seen through a die's height, up to a die and a half aside."""
DIE_PX = 24.0
"""Pixels a die's edge would have in a kept picture: enough to see dice somebody forgot on the board."""
JPEG_QUALITY = 88


def pack_empty(image: Image, camera: CameraCalibration, die_side_mm: float) -> dict[str, bytes]:
    """Return every Kali board of the picture as JPEG, straight on the plane of its print, by the board's name."""
    packed = {}
    for placed in camera.boards:
        if placed.board.shape.kind == "kali":
            straight = _print_view(camera, placed, DIE_PX / die_side_mm).take(image)
            done, data = cv2.imencode(".jpg", straight, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
            if done:
                packed[placed.board.name] = bytes(data.tobytes())
    return packed


def with_earlier_empty(fresh: Calibration, earlier: Calibration, seen: Observation | None) -> Calibration:
    """Return the new calibration with the earlier pictures of boards that may carry dice or tiles now.

    A table is also calibrated in the middle of a game. Only a board on which `seen` shows nothing is pictured anew.
    """
    bare = _bare_boards(seen) if seen else set()
    known = {name: data for camera in earlier.cameras for name, data in camera.empty.items()}
    old = {name: data for name, data in known.items() if name not in bare}
    cameras = (
        replace(camera, empty={name: old.get(name, data) for name, data in camera.empty.items()})
        for camera in fresh.cameras
    )
    return replace(fresh, cameras=tuple(cameras))


def _bare_boards(seen: Observation) -> set[str]:
    """The boards on which nothing lies, neither pieces nor a hand."""
    clear = [seat for seat in seen.seats if not seat.covered]
    bare = {f"{seat.seat}/kali" for seat in clear if not seat.dice}
    return bare | {f"{seat.seat}/province" for seat in clear if seat.tiles and all(cell.empty for cell in seat.tiles)}


def _print_view(camera: CameraCalibration, placed: PlacedBoard, px_per_mm: float) -> View:
    shape = placed.board.shape
    rect = (-MARGIN_MM, -MARGIN_MM, shape.width_mm + MARGIN_MM, shape.height_mm + MARGIN_MM)
    size = (round((rect[2] - rect[0]) * px_per_mm), round((rect[3] - rect[1]) * px_per_mm))
    return make_view(camera, placed, rect, shape.thickness_mm, size, name=placed.board.name)


def empty_views(
    packed: Mapping[str, bytes], camera: CameraCalibration, views: Mapping[str, View], die_side_mm: float
) -> dict[str, Pixels]:
    """Return the empty boards as these views of the dice's tops (by board name) would show them from this camera.

    Raises PictureError for bytes that are no picture.
    """
    boards = {placed.board.name: placed for placed in camera.boards}
    return {
        name: _as_seen(unpack_picture(packed[name], name), camera, boards[name], view, die_side_mm)
        for name, view in views.items()
        if name in packed
    }


def eye_over(
    camera: CameraCalibration, placed: PlacedBoard, view: View, die_side_mm: float
) -> tuple[float, float, float]:
    """Return the view's pixel the camera is above, and its height in such pixels above the plane of the dice's tops."""
    eye_mm = camera_place_mm(camera.pose)
    x, y = (_in_board_mm(placed, eye_mm[:2]) - np.array([view.x0_mm, view.y0_mm])) * view.px_per_mm
    height_mm = -float(eye_mm[2]) - placed.board.shape.thickness_mm - die_side_mm
    return float(x), float(y), height_mm * view.px_per_mm


def _as_seen(kept: Pixels, camera: CameraCalibration, placed: PlacedBoard, view: View, die_side_mm: float) -> Pixels:
    """The kept print laid into a view one die higher: for the camera the planes differ by a scale about its foot."""
    eye_mm = camera_place_mm(camera.pose)
    foot_mm = _in_board_mm(placed, eye_mm[:2])
    height_mm = -float(eye_mm[2]) - placed.board.shape.thickness_mm
    spread = height_mm / (height_mm - die_side_mm)
    px_per_mm = kept.shape[1] / (placed.board.shape.width_mm + 2 * MARGIN_MM)
    first_mm = view.to_board_mm(np.array([[0.5, 0.5]]))[0]
    first_px = (foot_mm + (first_mm - foot_mm) * spread + MARGIN_MM) * px_per_mm - 0.5
    step = spread * px_per_mm / view.px_per_mm
    affine = np.array([[step, 0, first_px[0]], [0, step, first_px[1]]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(kept, affine, view.size_px, flags=flags), np.uint8)


def _in_board_mm(placed: PlacedBoard, point_mm: Points) -> Points:
    """A point in table axes, shape (2,), in the board's own."""
    origin, right, down = placed.to_table_mm(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    away = np.asarray(point_mm, float) - origin
    return np.array([away @ (right - origin), away @ (down - origin)])
