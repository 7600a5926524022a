"""An evening kept as pictures: the frames around every decision and everything people said to the session.

A recording is a folder: `start.log` (the game as it stood), `tape.jsonl` (one line for everything that came in, in
order), the pictures, and the calibration and gallery they were read with. Readings that came without a picture (a lost
camera, the simulated table) are kept as readings. While nothing changes, only the time of a frame is kept.
"""

import json
import logging
import os
import shutil
import threading
from collections import deque
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TextIO

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.table.commands import Answer
from assistant.table.session import Session
from assistant.vision.readings import Observation

log = logging.getLogger(__name__)
FORMAT = 1
TAPE, START = "tape.jsonl", "start.log"
CALIBRATION, GALLERY, BOX = "calibration.json", "gallery", "box.json"


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is kept."""

    most_mb: float = 2000.0
    """The recording ends when it has grown to this size."""
    rest_s: float = 5.0
    """After so long without a change of what is read, pictures are no longer kept. Longer than any patience of the
    session, so that everything it did can be understood from what is kept."""
    jpeg_quality: int = 92
    """Higher: larger files. What is kept is what is read, so a replay sees exactly the same."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A picture as a recording keeps it, and as it looks then."""

    camera: int
    jpeg: bytes
    image: NDArray[np.uint8]


class Recorder:
    """Listens to a session (`session.tape`) and its cameras (`taped`). A disk that refuses ends only the recording."""

    def __init__(
        self, folder: Path, session: Session, limits: Limits | None = None, kept: tuple[Path, ...] = ()
    ) -> None:
        """Begin a recording; `kept` are calibration, gallery and box corrections. Raises OSError for the folder."""
        self.folder = folder
        self.session = session
        self.limits = limits or Limits()
        self._here = threading.local()
        self._bytes = 0
        self._shots = 0
        self._latest: deque[tuple[str, Packed]] = deque(maxlen=4)
        self._revision = session.revision
        self._look: object = None
        self._changed_s = 0.0
        folder.mkdir(parents=True, exist_ok=True)
        (folder / START).write_text(session.export(), encoding="utf-8")
        for path, name in zip(kept, (CALIBRATION, GALLERY, BOX), strict=False):
            if path.is_file():
                shutil.copyfile(path, folder / name)
        self._tape: TextIO | None = (folder / TAPE).open("w", encoding="utf-8")
        self._put({"recording": FORMAT, "game": session.game_id, "revision": session.revision})
        session.tape = self

    # Cameras.

    def taped(self, camera: int, source: Any) -> "TapedSource":  # noqa: ANN401 - a vision FrameSource
        """The source, its frames remembered until they are read."""
        return TapedSource(self, camera, source)

    def tape_all(self, cameras: Any) -> None:  # noqa: ANN401 - app.cameras.Cameras
        """Listen to all cameras, also to those opened again or chosen later."""
        cameras.sources = [self.taped(number, source) for number, source in enumerate(cameras.sources)]
        cameras.taped = self.taped

    def remember(self, camera: int, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Keep a picture for the reading that follows in the same thread; returns it as it will be kept."""
        packed = self.packed(camera, image)
        return image if packed is None else self.hold(packed)

    def packed(self, camera: int, image: NDArray[np.uint8]) -> "Packed | None":
        """The picture as it will be kept; None when the recording has ended."""
        settings = [cv2.IMWRITE_JPEG_QUALITY, self.limits.jpeg_quality]
        done, data = cv2.imencode(".jpg", image, settings)
        if self._tape is None or not done:
            return None
        return Packed(camera, data.tobytes(), np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8))

    def hold(self, packed: "Packed") -> NDArray[np.uint8]:
        """Keep a packed picture for the reading that follows in the same thread; returns what is to be read."""
        self._here.shot = packed
        return packed.image

    # The session's tape.

    def command(self, command: object) -> None:
        self._note_revision()
        if isinstance(command, Answer):
            question = self.session.snapshot().question
            held = question is not None and question.id == command.question_id
            self._put({"answer": str(command.choice), "open": held})
        elif hasattr(command, "__dataclass_fields__"):
            self._put({"do": type(command).__name__, "with": asdict(command)})  # type: ignore[call-overload]

    def number(self, number: int) -> None:
        self._put({"number": number})

    def main(self, reading: object) -> None:
        self._put({"main": asdict(reading) if hasattr(reading, "__dataclass_fields__") else None})  # type: ignore[call-overload]

    def reading(self, observation: object) -> None:
        shot: Packed | None = getattr(self._here, "shot", None)
        self._here.shot = None
        self._note_revision()
        if not isinstance(observation, Observation):
            return
        frame: dict[str, Any] = {"seq": observation.seq, "t_s": observation.t_s}
        if shot is not None:
            frame["camera"] = shot.camera
        look = _look_of(observation)
        if look != self._look:
            self._look, self._changed_s = look, observation.t_s
        if observation.t_s - self._changed_s > self.limits.rest_s:
            frame["same"] = True
        elif shot is None:
            frame["reading"] = asdict(replace(observation, quality=None, ms={}))
        else:
            frame["picture"] = self._keep(shot)
        self._put(frame)

    # Writing.

    def _keep(self, shot: Packed) -> str:
        """Write a picture, unless it is one of the latest ones again (a simulated table that does not change)."""
        for name, before in self._latest:
            if before is shot:
                return name
        self._shots += 1
        name = f"{self._shots:06d}.jpg"
        self._latest.append((name, shot))
        try:
            (self.folder / name).write_bytes(shot.jpeg)
        except OSError as error:
            self._end(f"the disk refused a picture: {error}")
        self._bytes += len(shot.jpeg)
        return name

    def _note_revision(self) -> None:
        """The log as it stood before what follows: a replay must have come to the same."""
        if self.session.revision != self._revision:
            self._revision = self.session.revision
            self._put({"revision": self._revision, "head": self.session.book.history.log.head})

    def _put(self, line: dict[str, Any]) -> None:
        if self._tape is None:
            return
        text = json.dumps(line, default=str) + "\n"
        try:
            self._tape.write(text)
        except OSError as error:
            self._end(f"the disk refused a line: {error}")
            return
        self._bytes += len(text)
        if self._bytes > self.limits.most_mb * 1e6:
            self._end(f"it has grown to {self.limits.most_mb:.0f} MB")

    def _end(self, why: str) -> None:
        log.warning("the recording %s ends: %s", self.folder, why)
        tape, self._tape = self._tape, None
        if self.session.tape is self:
            self.session.tape = None
        if tape is not None:
            try:
                tape.close()
            except OSError:
                log.warning("the last lines of the recording are lost")

    def close(self) -> None:
        """End the recording; the log's last head is its last line."""
        if self._tape is None:
            return
        self._note_revision()
        self._put({"end": self.session.revision, "head": self.session.book.history.log.head})
        if self.session.tape is self:
            self.session.tape = None
        if self._tape is not None:
            self._tape.flush()
            os.fsync(self._tape.fileno())
            self._tape.close()
            self._tape = None


class TapedSource:
    """A camera whose frames a recorder remembers."""

    def __init__(self, recorder: Recorder, camera: int, source: Any) -> None:  # noqa: ANN401
        self.recorder = recorder
        self.camera = camera
        self.source = source

    def next(self, timeout_s: float = 2.0) -> Any:  # noqa: ANN401 - a vision Frame or None
        """The next frame, its picture as the recording will keep it."""
        frame = self.source.next(timeout_s)
        if frame is None:
            return None
        return replace(frame, image=self.recorder.remember(self.camera, frame.image))

    def close(self) -> None:
        self.source.close()


def recording_beside(store: Path, session: Session, limits: Limits, kept: tuple[Path, ...] = ()) -> Recorder:
    """A recording of the session in a new folder next to the store. Raises OSError when that cannot be written."""
    shelf = store.parent / "recordings"
    number = 1
    while (shelf / f"{session.game_id}-{number}").exists():
        number += 1
    return Recorder(shelf / f"{session.game_id}-{number}", session, limits, kept)


def _look_of(observation: Observation) -> object:
    """What is read, without how sure it is and where exactly it lies."""
    seats = tuple(
        (seat.seat, seat.covered, sorted((die.colour or "", die.value or 0) for die in seat.dice),
         tuple((tile.tile, tile.rotation, tile.covered) for tile in seat.tiles))
        for seat in observation.seats
    )  # fmt: skip
    display = tuple((tile.cell, tile.tile, tile.covered) for tile in observation.display or ())
    return (observation.problem, seats, display)
