"""A recording played again: its pictures read with today's models, its commands given again, the logs compared."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.app.cameras import join, open_eyes
from assistant.app.recording import BOX, CALIBRATION, FORMAT, GALLERY, START, TAPE
from assistant.editions import load_edition
from assistant.engine.core.log import GameLog, LogError
from assistant.table import commands
from assistant.table.mapping import MainReading
from assistant.table.session import Session
from assistant.table.store import Store, StoreError
from assistant.vision import calibration as calibrations
from assistant.vision.readings import DieReading, Observation, SeatReading, TileReading


class RecordingError(ValueError):
    """A folder that is no recording, or a damaged one. The message names it and what is missing."""


class Eye(Protocol):
    """Reads a picture."""

    def observe(self, image: NDArray[np.uint8], seq: int, t_s: float) -> Observation: ...


@dataclass(slots=True)
class Replayed:
    """What a replay came to. `identical`: the log has the same lines as far as the recording noted them, and no more.

    A turn may be understood a frame sooner or later than then, as pictures of a resting table are not kept.
    """

    frames: int = 0
    pictures: int = 0
    commands: int = 0
    revision: int = 0
    moves: int = 0
    head: str = ""
    identical: bool = True
    complete: bool = False
    """The recording was closed; otherwise it just stops (a crash, a full disk)."""
    first_difference: int | None = None
    """The revision at which the logs part."""


def read_lines(folder: Path) -> Iterator[dict[str, Any]]:
    """The lines of the tape; a torn last line is left out. Raises RecordingError."""
    try:
        text = (folder / TAPE).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RecordingError(f"{folder} is no recording: {TAPE} cannot be read ({error})") from error
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        try:
            data = json.loads(line)
        except ValueError as error:
            if number == len(lines):
                return
            raise RecordingError(f"{folder / TAPE}, line {number} is damaged") from error
        if not isinstance(data, dict):
            raise RecordingError(f"{folder / TAPE}, line {number} is no line of a recording")
        yield data


def load_eyes(folder: Path, count: int) -> list[Eye]:
    """Eyes with today's models and the recording's own calibration and gallery. Raises RecordingError without them."""
    if not (folder / CALIBRATION).is_file():
        raise RecordingError(f"{folder} has pictures but no {CALIBRATION}; copy the one they were taken with there")
    return [*open_eyes(calibrations.load(folder / CALIBRATION), folder / GALLERY, count)]


class Replay:
    """One run through a recording. `eyes` stand in for the models, one per camera, when given."""

    def __init__(self, folder: Path, eyes: Sequence[Eye] | None = None) -> None:
        self.folder = folder
        self.lines = list(read_lines(folder))
        if not self.lines or self.lines[0].get("recording") != FORMAT:
            raise RecordingError(f"{folder} is no recording of this Durbar (format {FORMAT} is due)")
        self._numbers = iter([int(line["number"]) for line in self.lines if "number" in line])
        self.session = self._begin()
        self._eyes = list(eyes) if eyes is not None else None
        self._latest: dict[int, Observation] = {}
        self._noted: dict[int, str] = {}
        """Revision to the head the log had then."""
        self.came_to = Replayed()

    def _begin(self) -> Session:
        try:
            text = (self.folder / START).read_text(encoding="utf-8")
            patch = self.folder / BOX
            edition = load_edition(patch=patch if patch.is_file() else None)
            return Session.bring_in(Store(":memory:"), text, edition=edition, below=lambda _: next(self._numbers))
        except (OSError, UnicodeDecodeError, LogError, StoreError) as error:
            raise RecordingError(f"{self.folder}: {START} cannot be taken in ({error})") from error

    def run(self) -> Replayed:
        """Feed everything again. Raises RecordingError for a recording that cannot be read."""
        for number, line in enumerate(self.lines[1:], 2):
            try:
                self._feed(line)
            except (KeyError, TypeError, ValueError) as error:
                raise RecordingError(f"{self.folder / TAPE}, line {number} cannot be replayed: {error}") from error
        came_to, book = self.came_to, self.session.book
        came_to.revision, came_to.head = self.session.revision, book.history.log.head
        came_to.moves = len(book.line())
        came_to.first_difference = self._first_difference()
        came_to.identical = came_to.first_difference is None
        return came_to

    def _feed(self, line: dict[str, Any]) -> None:
        if "seq" in line:
            self._show(line)
        elif "do" in line:
            self.came_to.commands += 1
            self.session.do(command_of(line["do"], line["with"]))
        elif "answer" in line:
            self.came_to.commands += 1
            self._answer(line)
        elif "main" in line:
            self.session.observe_main(main_of(line["main"]))
        elif "head" in line:
            self._note(line)

    def _answer(self, line: dict[str, Any]) -> None:
        question = self.session.snapshot().question
        name = question.id if question is not None and line["open"] else "none"
        self.session.do(commands.Answer(name, str(line["answer"])))

    def _note(self, line: dict[str, Any]) -> None:
        self.came_to.complete = "end" in line
        self._noted[int(line["end"] if "end" in line else line["revision"])] = str(line["head"])

    def _first_difference(self) -> int | None:
        """The first noted revision at which the logs differ, or the end of the shorter one."""
        log = self.session.book.history.log
        hashes = [GameLog(log.header).head, *(entry.hash for entry in log.entries)]
        for revision, head in sorted(self._noted.items()):
            if revision >= len(hashes) or hashes[revision] != head:
                return min(revision, len(hashes) - 1)
        last = max(self._noted, default=0)
        return last if self.came_to.complete and last < len(hashes) - 1 else None

    # Frames.

    def _show(self, line: dict[str, Any]) -> None:
        camera = int(line.get("camera", -1))
        seen = self._reading(line, camera)
        self._latest[camera] = seen
        self.came_to.frames += 1
        self.session.observe(join(list(self._latest.values())) if len(self._latest) > 1 and camera >= 0 else seen)

    def _reading(self, line: dict[str, Any], camera: int) -> Observation:
        seq, t_s = int(line["seq"]), float(line["t_s"])
        if line.get("same"):
            return replace(self._latest[camera], seq=seq, t_s=t_s)
        if "reading" in line:
            return observation_of(line["reading"])
        image = cv2.imread(str(self.folder / Path(line["picture"]).name), cv2.IMREAD_COLOR)
        if image is None:
            raise RecordingError(f"{self.folder / line['picture']} is missing or no picture")
        self.came_to.pictures += 1
        return self._eye(max(camera, 0)).observe(np.asarray(image, np.uint8), seq, t_s)

    def _eye(self, camera: int) -> Eye:
        if self._eyes is None:
            count = 1 + max((int(line.get("camera", 0)) for line in self.lines), default=0)
            self._eyes = load_eyes(self.folder, count)
        return self._eyes[camera]


# From JSON.


def command_of(name: str, fields: dict[str, Any]) -> commands.Command:
    """A command by its name. Raises KeyError or TypeError for one there is not."""
    kinds: dict[str, Any] = {
        kind.__name__: kind
        for kind in (commands.PlayMove, commands.Undo, commands.Redo, commands.BranchFrom, commands.AcceptAsPlayed,
                     commands.FixRecord, commands.RollFor, commands.SetMode)
    }  # fmt: skip
    made: commands.Command = kinds[name](**fields)
    return made


def main_of(fields: dict[str, Any] | None) -> MainReading | None:
    """A reading of the game board."""
    if fields is None:
        return None
    levels = fields.get("levels")
    return MainReading(**{**fields, "levels": levels and {seat: tuple(four) for seat, four in levels.items()}})


def observation_of(fields: dict[str, Any]) -> Observation:
    """A reading of the table. Raises KeyError or TypeError for anything else."""
    display = fields["display"]
    return Observation(
        fields["seq"],
        fields["t_s"],
        tuple(_seat_of(seat) for seat in fields["seats"]),
        None if display is None else tuple(TileReading(**tile) for tile in display),
        None,
        fields["problem"],
    )


def _seat_of(fields: dict[str, Any]) -> SeatReading:
    dice = tuple(DieReading(**{**die, "box_xyxy": tuple(die["box_xyxy"])}) for die in fields["dice"])
    tiles = tuple(TileReading(**tile) for tile in fields["tiles"])
    return SeatReading(fields["seat"], dice, tiles, fields["covered"], fields["overfull"], fields.get("cut", False))
