"""The empty boards as the calibration saw them, so that print is never taken for a die.

What looks at its place just as it did when the board was empty is print; a die covers it. Only what was read as a die
is compared. The pictures are kept on the plane of the print, in the board's own axes: they hold after a bump.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.calibration import Calibration, CameraCalibration
from assistant.vision.layout import PlacedBoard, Points
from assistant.vision.markers import Image
from assistant.vision.pictures import unpack_picture
from assistant.vision.pose import camera_place_mm
from assistant.vision.readings import DieReading, Observation
from assistant.vision.rectify import View, make_view

Pixels = NDArray[np.uint8]
Numbers = NDArray[np.float32]

MARGIN_MM = 24.0
"""Kept around a board: print beside it is seen through a die's height, up to a die and a half aside."""
DIE_PX = 24.0
"""Pixels a die's edge would have in a kept picture: enough to see dice somebody forgot on the board."""
JPEG_QUALITY = 88
SIDE, REACH, FIELDS = 12, 2, 4
"""A box is compared as 12 x 12 pixels, up to two of them aside, and by the means of 4 x 4 fields."""


@dataclass(frozen=True, slots=True)
class ReferenceLimits:
    """When a place is as it was. All must hold: to hide a die is worse than to invent one.

    Fitted on the rendered validation pictures: of 2,375 boxes on dice none passed, of 2,411 bare printed ones 97 %.
    """

    alike: float = 0.7
    """Least correlation of the pattern; half of all dice stay below 0.21, one in a hundred reaches 0.58."""
    field_gap: float = 0.35
    """Most that any field may differ, as a share of the mean: a die on half of the box spoils some field."""
    tint: float = 0.12
    """Most that the mean colour may differ, in logarithms of the channels."""
    brightness: float = 0.4
    """Most that the mean brightness may differ, in logarithms; a neighbour's shadow takes a third."""
    structure: float = 0.06
    structure_levels: float = 6.0
    """Deviation the empty place must have, as a share of its mean and in grey levels: a plain one tells nothing."""
    box_grown: float = 1.1
    """The box is widened so far: the rim of a die is not in the print."""
    forgotten: float = 0.9
    """A die read this surely in the empty picture was forgotten there, and the picture is not used at its place;
    97 % of all validation dice are read so surely."""


LIMITS = ReferenceLimits()


# --- comparing ----------------------------------------------------------------------------------------------------


def without_print(
    dice: Sequence[DieReading],
    picture: Pixels,
    empty: Pixels,
    read_empty: Callable[[], Sequence[DieReading]],
    limits: ReferenceLimits = LIMITS,
) -> list[DieReading]:
    """Return the readings of a picture that are no print, given the same view of the empty board (both (h, w, 3)).

    `read_empty` reads that view; it is asked only when something is print, to know whether dice had been forgotten.
    """
    same = same_as_empty(picture, empty, [die.box_xyxy for die in dice], limits)
    if not same.any():
        return list(dice)
    forgotten = [die.box_xyxy for die in read_empty() if die.confidence >= limits.forgotten]
    return [
        die
        for die, print_only in zip(dice, same.tolist(), strict=True)
        if not print_only or any(_overlap(die.box_xyxy, box) for box in forgotten)
    ]


def same_as_empty(
    picture: Pixels, empty: Pixels, boxes_xyxy: Sequence[Sequence[float]], limits: ReferenceLimits = LIMITS
) -> NDArray[np.bool_]:
    """Return for every box whether the picture shows there what the empty view of the same size shows, shape (n,)."""
    same = np.zeros(len(boxes_xyxy), bool)
    wide = limits.box_grown * (SIDE + 2 * REACH) / SIDE
    cuts = [(_cut(picture, box, limits.box_grown), _cut(empty, box, wide)) for box in boxes_xyxy]
    whole = [(k, now, then) for k, (now, then) in enumerate(cuts) if now is not None and then is not None]
    if not whole:
        return same
    gain = _gain(picture, empty)
    means = np.array([(cv2.mean(now)[:3], cv2.mean(then)[:3]) for _, now, then in whole])
    # Most dice end here, at a tenth of the time.
    likely = _same_tint(means[:, 0] / gain, means[:, 1], limits.tint * 2, limits.brightness * 1.5)
    for (k, now, then), worth in zip(whole, likely.tolist(), strict=True):
        same[k] = worth and same_pattern(square(now, SIDE) / gain, square(then, SIDE + 2 * REACH), limits)
    return same


def _gain(picture: Pixels, empty: Pixels) -> Numbers:
    """How much brighter the picture is than the empty one, per channel (3,); dice cover less than half of a view."""
    now, then = (one[4::9, 4::9].reshape(-1, 3) for one in (picture, empty))
    told = (now != then).any(1)  # beyond the frame's edge both are filled alike
    if not told.any():
        return np.ones(3, np.float32)
    return np.asarray(np.median((now[told] + np.float32(4)) / (then[told] + np.float32(4)), axis=0), np.float32)


def same_pattern(now: Numbers, then: Numbers, limits: ReferenceLimits) -> bool:
    """Whether a patch looks as the larger one did somewhere near its middle."""
    fits = cv2.matchTemplate(then, now, cv2.TM_CCOEFF_NORMED)
    _, best, _, (x, y) = cv2.minMaxLoc(fits)
    return best >= limits.alike and _same_paint(now, then[y : y + SIDE, x : x + SIDE], limits)


def _same_paint(seen: Numbers, known: Numbers, limits: ReferenceLimits) -> bool:
    """Whether two patches that correlate have the same colours everywhere, and enough of a pattern to tell."""
    seen_means, means = seen.mean((0, 1)), known.mean((0, 1))
    level = float(means.mean())
    spread = float(np.sqrt(((known - means) ** 2).mean()))
    if spread < max(limits.structure * level, limits.structure_levels):
        return False
    if not _same_tint(seen_means[None], means[None], limits.tint, limits.brightness)[0]:
        return False
    gaps = np.abs(_fields(seen) * ((level + 6) / (float(seen_means.mean()) + 6)) - _fields(known))
    return float(gaps.max()) <= limits.field_gap * (level + 8)


def _same_tint(seen_bgr: NDArray[Any], known_bgr: NDArray[Any], tint: float, brightness: float) -> NDArray[np.bool_]:
    """Whether mean colours (n, 3) are alike, shape (n,)."""
    change = np.log((seen_bgr + 6) / (known_bgr + 6))
    brighter = change.mean(1, keepdims=True)
    aside = np.abs(change - brighter).max(1)
    return np.asarray((np.abs(brighter[:, 0]) <= brightness) & (aside <= tint), bool)


def _fields(patch: Numbers) -> Numbers:
    size = SIDE // FIELDS
    return np.asarray(patch.reshape(FIELDS, size, FIELDS, size, 3).mean((1, 3)), np.float32)


def _cut(picture: Pixels, box: Sequence[float], grown: float) -> Pixels | None:
    """The widened box; None when it is not wholly in the picture or too small."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    half_w, half_h = (box[2] - box[0]) / 2 * grown, (box[3] - box[1]) / 2 * grown
    x0, y0, x1, y1 = round(x - half_w), round(y - half_h), round(x + half_w), round(y + half_h)
    if min(x0, y0) < 0 or x1 > picture.shape[1] or y1 > picture.shape[0] or min(x1 - x0, y1 - y0) < 4:
        return None
    return picture[y0:y1, x0:x1]


def square(cut: Pixels, side: int) -> Numbers:
    """Return the cut-out scaled to a square of `side` pixels."""
    return np.asarray(cv2.resize(cut, (side, side), interpolation=cv2.INTER_AREA), np.float32)


def _overlap(a: Sequence[float], b: Sequence[float]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


# --- keeping ------------------------------------------------------------------------------------------------------


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
