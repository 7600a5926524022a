"""Picture files: read with limits, so that no file can crash or hang the reader."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

# A file that is no picture is refused here, in one sentence: the library's own warnings would only stand beside it.
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)


class PictureError(ValueError):
    """The file cannot be used as a picture; the message names it and says why."""


@dataclass(frozen=True, slots=True)
class PictureLimits:
    """What is still read."""

    smallest_px: int = 16
    """Shorter side; below, nothing can be seen."""
    most_megapixels: float = 60.0
    """Above, reading takes seconds and gigabytes; the header is looked at before the pixels are unpacked."""
    most_megabytes: float = 80.0


LIMITS = PictureLimits()


def load_picture(path: Path, limits: PictureLimits = LIMITS) -> Picture:
    """Read a picture as BGR, shape (h, w, 3), upright by its EXIF; raises PictureError for anything that is none."""
    return _unpacked(_bytes_of(path, limits), str(path), limits)


def unpack_picture(data: bytes, name: str, limits: PictureLimits = LIMITS) -> Picture:
    """Read a picture from memory; raises PictureError that begins with `name`."""
    return _unpacked(np.frombuffer(data, np.uint8), name, limits)


def _unpacked(data: Picture, path: str, limits: PictureLimits) -> Picture:
    width, height = _declared_size(data)
    if width * height > limits.most_megapixels * 1e6:
        raise PictureError(
            f"{path}: {width}x{height} pixels are more than {limits.most_megapixels:g} million; make it smaller"
        )
    try:
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None:
        raise PictureError(f"{path}: this is no picture that can be read; use PNG or JPEG")
    height, width = image.shape[:2]
    if min(width, height) < limits.smallest_px:
        raise PictureError(f"{path}: {width}x{height} pixels show nothing; use at least {limits.smallest_px} a side")
    if width * height > limits.most_megapixels * 1e6:
        raise PictureError(f"{path}: {width}x{height} pixels are too many; make it smaller")
    return np.asarray(image, np.uint8)


def _bytes_of(path: Path, limits: PictureLimits) -> Picture:
    try:
        if not path.is_file():
            what = "a folder" if path.is_dir() else "no such file"
            raise PictureError(f"{path}: {what}; give the name of a picture")
        if path.stat().st_size > limits.most_megabytes * 1e6:
            raise PictureError(f"{path}: larger than {limits.most_megabytes:g} MB; save it smaller")
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise PictureError(f"{path}: cannot be read ({error.strerror})") from None
    if data.size == 0:
        raise PictureError(f"{path}: the file is empty")
    return data


def _declared_size(data: Picture) -> tuple[int, int]:
    """Width and height from the header of a PNG or JPEG; 0, 0 when it is neither (the decoder has its own limits)."""
    head = data[: 1 << 20].tobytes()
    if head[:8] == b"\x89PNG\r\n\x1a\n" and len(head) >= 24:
        return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    return _jpeg_size(head) if head[:2] == b"\xff\xd8" else (0, 0)


def _jpeg_size(head: bytes) -> tuple[int, int]:
    at = 2
    while at + 9 < len(head) and head[at] == 0xFF:
        kind, length = head[at + 1], int.from_bytes(head[at + 2 : at + 4], "big")
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(head[at + 7 : at + 9], "big"), int.from_bytes(head[at + 5 : at + 7], "big")
        at += 2 + length
    return 0, 0
