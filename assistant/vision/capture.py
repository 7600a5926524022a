"""Frames from a camera, a stream, a video file or a folder of pictures; the only place that opens devices.

A live source keeps the newest frame only: whoever reads slowly gets a fresh picture, never a queue of old ones.
"""

import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.framecheck import light_problem, measure_light
from assistant.vision.gallery import SUFFIXES
from assistant.vision.pictures import PictureError, load_picture
from assistant.vision.readings import Problem

Image = NDArray[np.uint8]

# Broken videos are refused here, in one sentence, without the decoder's own grumbling; read when one is first opened.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
# A stream is read where it was asked for: no camera may send this program on to another address. (The first option is
# OpenCV's own default, which ours would otherwise replace.)
os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_flags;prefer_tcp|max_redirects;0")


class CameraError(RuntimeError):
    """A source cannot be opened or has died; the message names it and the way out."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture: BGR, its number and its time in seconds on the source's own clock."""

    image: Image
    seq: int
    t_s: float


class FrameSource(Protocol):
    """Where frames come from."""

    def next(self, timeout_s: float = 2.0) -> Frame | None:
        """The next unseen frame; None at the end. Raises CameraError when the source died or stays silent."""
        ...

    def close(self) -> None:
        """Give the device back; further calls are harmless."""
        ...


class Grabber(Protocol):
    """The part of cv2.VideoCapture that is used; tests bring their own."""

    def isOpened(self) -> bool: ...  # noqa: N802 - OpenCV's name

    def read(self) -> tuple[bool, NDArray[np.uint8] | None]: ...

    def release(self) -> None: ...


@dataclass(frozen=True, slots=True)
class CaptureSettings:
    """What to ask of a camera and when to give it up."""

    size_px: tuple[int, int] = (1920, 1080)
    failures: int = 15
    """Failed reads in a row after which a camera is dead; lower gives up on a hiccup."""
    pause_s: float = 0.05
    """Between failed reads."""


DEFAULT_SETTINGS = CaptureSettings()


def open_device(source: int | str, settings: CaptureSettings = DEFAULT_SETTINGS) -> Grabber:
    """Open a device number or a URL; raises CameraError."""
    device = cv2.VideoCapture(source)
    if not device.isOpened():
        raise CameraError(f"camera {source!r} cannot be opened; is it plugged in, and not used by another program?")
    if isinstance(source, int):
        # Motion JPEG: uncompressed frames of this size do not fit through USB 2 at a useful rate.
        device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        device.set(cv2.CAP_PROP_FRAME_WIDTH, settings.size_px[0])
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, settings.size_px[1])
        device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return device  # type: ignore[return-value]


class LiveSource:
    """A camera or stream: a thread reads it as fast as it delivers and keeps the newest frame."""

    def __init__(self, name: str, grabber: Grabber, settings: CaptureSettings = DEFAULT_SETTINGS) -> None:
        self.name = name
        self._grabber, self._settings = grabber, settings
        self._ready = threading.Condition()
        self._frame: Frame | None = None
        self._given = -1
        self._error: str | None = None
        self._stop = False
        self._thread = threading.Thread(target=self._run, name=f"capture {name}", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        seq = failures = 0
        try:
            while not self._stop and failures < self._settings.failures:
                good, image = self._grabber.read()
                if not good or image is None or image.size == 0:
                    failures += 1
                    time.sleep(self._settings.pause_s)
                    continue
                failures = 0
                self._put(Frame(image, seq, time.monotonic()))
                seq += 1
            self._fail(f"camera {self.name} delivers no more pictures; check its cable, then choose it again")
        except Exception as error:
            self._fail(f"camera {self.name} failed ({error!s:.100}); plug it in again")
        finally:
            self._grabber.release()

    def _put(self, frame: Frame) -> None:
        with self._ready:
            self._frame = frame
            self._ready.notify_all()

    def _fail(self, message: str) -> None:
        with self._ready:
            self._error = self._error or message
            self._ready.notify_all()

    def next(self, timeout_s: float = 2.0) -> Frame | None:
        """The newest frame not yet given; raises CameraError when the camera died or stays silent."""

        def fresh() -> bool:
            return self._error is not None or (self._frame is not None and self._frame.seq > self._given)

        with self._ready:
            if not self._ready.wait_for(fresh, timeout_s):
                raise CameraError(f"camera {self.name} has been silent for {timeout_s:g} s; check its cable")
            if self._frame is not None and self._frame.seq > self._given:
                self._given = self._frame.seq
                return self._frame
            raise CameraError(self._error or f"camera {self.name} failed")

    def close(self) -> None:
        """Stop the thread and release the device."""
        self._stop = True
        self._thread.join(timeout=2.0)

    def __enter__(self) -> "LiveSource":
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


class VideoSource:
    """A recorded evening: every frame, in order, at its own time."""

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise CameraError(f"{path}: no such video file")
        self.name = str(path)
        self._video = cv2.VideoCapture(str(path))
        if not self._video.isOpened():
            raise CameraError(f"{path}: this is no video that can be read; try MP4 or AVI")
        self._rate = float(self._video.get(cv2.CAP_PROP_FPS)) or 30.0
        self._seq = 0

    def next(self, timeout_s: float = 2.0) -> Frame | None:
        """The next frame; None after the last one."""
        good, image = self._video.read()
        if not good or image is None:
            return None
        frame = Frame(np.asarray(image, np.uint8), self._seq, self._seq / self._rate)
        self._seq += 1
        return frame

    def close(self) -> None:
        """Close the file."""
        self._video.release()


class FolderSource:
    """Pictures of a folder sorted by name, as if they came ten a second."""

    def __init__(self, folder: Path, frames_per_s: float = 10.0) -> None:
        if not folder.is_dir():
            raise CameraError(f"{folder}: no such folder")
        self.name = str(folder)
        self._paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
        if not self._paths:
            raise CameraError(f"{folder}: no pictures in it")
        self._rate = frames_per_s
        self._seq = 0

    def next(self, timeout_s: float = 2.0) -> Frame | None:
        """The next picture; None after the last one. Raises CameraError for a file that is no picture."""
        if self._seq >= len(self._paths):
            return None
        try:
            image = load_picture(self._paths[self._seq])
        except PictureError as error:
            raise CameraError(str(error)) from None
        frame = Frame(image, self._seq, self._seq / self._rate)
        self._seq += 1
        return frame

    def close(self) -> None:
        """Nothing to give back."""


def open_source(source: str) -> FrameSource:
    """A device number, a URL, a video file or a folder of pictures; raises CameraError with one clear sentence."""
    if source.isdigit():
        return LiveSource(source, open_device(int(source)))
    if "://" in source:
        return LiveSource(source, open_device(source))
    path = Path(source)
    if path.is_dir():
        return FolderSource(path)
    if not path.exists():
        raise CameraError(f"{source}: neither a device number, a URL, a video file nor a folder")
    return VideoSource(path)


PROBLEMS = {
    Problem.TOO_DARK: "only dark pictures; take off the lens cap or switch on a light",
    Problem.OVER_EXPOSED: "only over-exposed pictures; less light, or let it settle",
    Problem.GREEN_FRAME: "only flat or green pictures; check its cable and that no other program uses it",
}
FRAMES_TO_SETTLE = 30
"""Webcams need up to a second to find their exposure."""


def good_frame(source: FrameSource, name: str, timeout_s: float = 5.0) -> Frame:
    """The first frame whose light is fit for reading; raises CameraError with the reason when there is none."""
    problem = None
    for _ in range(FRAMES_TO_SETTLE):
        frame = source.next(timeout_s)
        if frame is None:
            break
        problem = light_problem(measure_light(frame.image))
        if problem is None:
            return frame
    raise CameraError(f"{name}: the camera delivers {PROBLEMS[problem] if problem else 'no picture at all'}")


def frames(source: FrameSource, timeout_s: float = 2.0) -> Iterator[Frame]:
    """Every frame until the end; raises CameraError when the source dies."""
    while (frame := source.next(timeout_s)) is not None:
        yield frame
