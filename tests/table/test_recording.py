"""Recordings: what came in is kept around each decision, and replayed it leads to the same log."""

import json
import random
import zlib
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from assistant.app.commands import replay as replay_command
from assistant.app.evening import Evening
from assistant.app.recording import TAPE, Limits, Recorder, recording_beside
from assistant.app.replaying import RecordingError, Replay, observation_of
from assistant.cli import main
from assistant.editions import load_edition
from assistant.engine.rajas.setup import Setup, seats_for
from assistant.sim.evening import Frame, still
from assistant.table.commands import RollFor, SetMode
from assistant.table.session import Session
from assistant.table.store import Store
from assistant.vision.readings import Observation

BLOCK = 8
"""Pixels per side of a grey block that holds four bits: JPEG leaves such blocks readable."""
ACROSS = 64
EVENING_TURNS = 24
"""Two rounds of four players with three workers each; a whole game takes five times as long."""


def drawn(text: str) -> NDArray[np.uint8]:
    """A picture that holds a text as grey blocks: a table that an eye of these tests can read."""
    packed = zlib.compress(text.encode(), 1)
    content = np.frombuffer(len(packed).to_bytes(4, "big") + packed, np.uint8)
    levels = np.stack([content >> 4, content & 15], axis=1).ravel()
    rows = -(-levels.size // ACROSS)
    grid = np.zeros(rows * ACROSS, np.uint8)
    grid[: levels.size] = levels * 17
    image = np.repeat(np.repeat(grid.reshape(rows, ACROSS), BLOCK, 0), BLOCK, 1)
    return np.repeat(image[:, :, None], 3, axis=2)


@dataclass
class BlockEye:
    """Reads such pictures."""

    read: int = 0

    def observe(self, image: NDArray[np.uint8], seq: int, t_s: float) -> Observation:
        self.read += 1
        grey = image[BLOCK // 2 :: BLOCK, BLOCK // 2 :: BLOCK, 0].ravel().astype(np.uint16)
        levels = ((grey + 8) // 17).astype(np.uint8)
        content = (levels[0::2] << 4 | levels[1::2]).tobytes()
        return observation_of(json.loads(zlib.decompress(content[4 : 4 + int.from_bytes(content[:4], "big")])))


class PicturedEye:
    """The evening's eye, whose readings go through pictures and, when there is a recorder, through its cameras."""

    def __init__(self, evening: Evening, recorder: Recorder) -> None:
        self.inner = evening.eye
        self.recorder = recorder
        self.reader = BlockEye()

    def observe(self, frame: Frame) -> Observation:
        seen = self.inner.observe(frame)
        if seen.problem is not None:
            return seen
        image = drawn(json.dumps(asdict(replace(seen, ms={}))))
        return self.reader.observe(self.recorder.remember(0, image), seen.seq, seen.t_s)


def recorded(folder: Path, seed: int, turns: int | None, *, pictures: bool, players: int = 2) -> Evening:
    """An evening played and recorded."""
    evening = Evening(seed, players)
    recorder = Recorder(folder, evening.session)
    if pictures:
        evening.eye = PicturedEye(evening, recorder)
    evening.play(turns)
    recorder.close()
    return evening


def test_an_evening_of_readings_replays_to_the_same_log(tmp_path: Path) -> None:
    evening = recorded(tmp_path / "tape", 3, 15, pictures=False)
    came_to = Replay(tmp_path / "tape").run()
    assert came_to.identical
    assert came_to.complete
    assert came_to.head == evening.session.book.history.log.head
    assert came_to.moves > 30


def test_an_evening_of_pictures_replays_to_the_same_log_and_keeps_few_of_them(tmp_path: Path) -> None:
    evening = recorded(tmp_path / "tape", 4, 4, pictures=True)
    eye = BlockEye()
    came_to = Replay(tmp_path / "tape", [eye]).run()
    assert came_to.identical
    assert came_to.revision == evening.session.revision
    assert came_to.pictures == eye.read == len(list((tmp_path / "tape").glob("*.jpg")))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_twenty_evenings_drawn_as_readings_replay_to_identical_logs(tmp_path: Path, seed: int) -> None:
    """A whole game each; the pictures hold readings, so that the tape and the session are tried, not the eye."""
    evening = recorded(tmp_path / "tape", 100 + seed, None, pictures=True)
    came_to = Replay(tmp_path / "tape", [BlockEye()]).run()
    assert evening.session.state.over
    assert came_to.identical
    assert came_to.head == evening.session.book.history.log.head


def seen_and_replayed(folder: Path, seed: int, turns: int | None, players: int = 4) -> None:
    """An evening drawn by the fast camera, read by the eye and recorded; its pictures are read again from the disk."""
    from assistant.app.pixel_evening import PixelEvening

    evening = PixelEvening(seed, players, folder=folder)
    evening.play(turns)
    evening.pixels.close()
    came_to = Replay(folder).run()
    assert came_to.complete
    assert came_to.identical
    assert came_to.head == evening.session.book.history.log.head
    assert came_to.pictures > 20
    assert evening.figures.wrong_states == 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_twenty_evenings_recorded_as_pictures_replay_to_identical_logs(tmp_path: Path, seed: int) -> None:
    """Bar 5: four players, as many turns as two rounds have, every frame a camera picture."""
    seen_and_replayed(tmp_path / "tape", 100 + seed, EVENING_TURNS)


@pytest.mark.soak
def test_a_whole_evening_recorded_as_pictures_replays_to_the_same_log(tmp_path: Path) -> None:
    seen_and_replayed(tmp_path / "tape", 99, None)


def test_a_turn_recorded_as_camera_pictures_replays_to_the_same_log(tmp_path: Path) -> None:
    seen_and_replayed(tmp_path / "tape", 4, 2, players=2)


def test_while_nothing_changes_only_times_are_kept(tmp_path: Path) -> None:
    evening = Evening(5, 2)
    recorder = Recorder(tmp_path / "tape", evening.session)
    evening.begin()
    evening.eye.noise = type(evening.eye.noise)(seat_share=0.0)  # type: ignore[attr-defined]
    before = sum(1 for _ in (tmp_path / "tape" / TAPE).open())
    evening.watch_frames(still(60.0, evening.clock))
    recorder.close()
    lines = [json.loads(line) for line in (tmp_path / "tape" / TAPE).open()][before:]
    same = [line for line in lines if line.get("same")]
    assert len(same) > 500
    assert Replay(tmp_path / "tape").run().identical


def test_a_turn_understood_a_frame_later_is_still_the_same_log(tmp_path: Path) -> None:
    recorded(tmp_path / "tape", 3, 6, pictures=False)
    tape = tmp_path / "tape" / TAPE
    lines = tape.read_text().splitlines()
    noted = [
        number for number, line in enumerate(lines) if "head" in json.loads(line) and "end" not in json.loads(line)
    ]
    frame = next(number for number in noted if "seq" in json.loads(lines[number - 1]))
    lines[frame - 1], lines[frame] = lines[frame], lines[frame - 1]
    tape.write_text("\n".join(lines) + "\n")
    assert Replay(tmp_path / "tape").run().identical


def test_a_replay_that_comes_to_something_else_says_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorded(tmp_path / "tape", 3, 6, pictures=False)
    tape = tmp_path / "tape" / TAPE
    lines = tape.read_text().splitlines()
    frames = [number for number, line in enumerate(lines) if '"reading"' in line]
    kept = [line for number, line in enumerate(lines) if number not in frames[len(frames) // 2 :]]
    tape.write_text("\n".join(kept) + "\n")
    assert main(["replay", str(tmp_path / "tape"), "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["ok"] is False
    assert said["first_difference"] > 0


def test_the_command_replays_a_recording(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorded(tmp_path / "tape", 3, 4, pictures=False)
    assert main(["replay", str(tmp_path / "tape")]) == 0
    assert "the same log" in capsys.readouterr().out


def test_dice_rolled_by_the_program_fall_again_as_they_did(tmp_path: Path) -> None:
    session = Session.begin(Store(":memory:"), Setup(seats_for(2)), edition=load_edition())
    recorder = Recorder(tmp_path / "tape", session)
    rng = random.Random(1)
    session._below = rng.randrange
    while session.snapshot().actor == "chance":
        assert session.do(RollFor()).ok
    recorder.close()
    came_to = Replay(tmp_path / "tape").run()
    assert came_to.identical
    assert came_to.revision == session.revision > 10


def test_a_recording_ends_at_its_size_and_the_game_goes_on(tmp_path: Path) -> None:
    evening = Evening(6, 2)
    recorder = Recorder(tmp_path / "tape", evening.session, Limits(most_mb=0.3))
    evening.play(6)
    size = sum(path.stat().st_size for path in (tmp_path / "tape").iterdir())
    assert size < 400_000
    assert evening.session.tape is None
    recorder.close()
    came_to = Replay(tmp_path / "tape").run()
    assert not came_to.complete
    assert came_to.identical


def test_a_second_recording_of_a_game_gets_a_folder_of_its_own(tmp_path: Path) -> None:
    session = Session.begin(Store(tmp_path / "games.sqlite3"), Setup(seats_for(2)), edition=load_edition())
    first = recording_beside(tmp_path / "games.sqlite3", session, Limits())
    first.close()
    second = recording_beside(tmp_path / "games.sqlite3", session, Limits())
    second.close()
    assert first.folder != second.folder
    assert first.folder.parent == tmp_path / "recordings"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("nothing", None),
        ("empty", ""),
        ("text", "hello\nworld\n"),
        ("another format", '{"recording": 99}\n'),
        ("a list", "[]\n"),
        ("no start", '{"recording": 1}\n'),
        ("bytes", b"\xff\xfe\x00"),
    ],
)
def test_what_is_no_recording_is_refused_in_one_sentence(
    tmp_path: Path, name: str, content: str | bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    if isinstance(content, bytes):
        (tmp_path / TAPE).write_bytes(content)
    elif content is not None:
        (tmp_path / TAPE).write_text(content)
    with pytest.raises(RecordingError):
        Replay(tmp_path)
    assert main(["replay", str(tmp_path)]) == 1
    assert capsys.readouterr().err.startswith("durbar replay: ")
    assert replay_command.__doc__


def test_a_hostile_line_is_refused_with_its_number(tmp_path: Path) -> None:
    session = Session.begin(Store(":memory:"), Setup(seats_for(2)), edition=load_edition())
    Recorder(tmp_path / "tape", session).close()
    tape = tmp_path / "tape" / TAPE
    for line in ('{"do": "Format", "with": {}}', '{"seq": 1, "t_s": 0.1, "same": true}', '{"seq": "x", "t_s": 1}',
                 '{"seq": 1, "t_s": 0.1, "picture": "../../etc/passwd"}'):  # fmt: skip
        tape.write_text('{"recording": 1}\n' + line + "\n")
        with pytest.raises(RecordingError):
            Replay(tmp_path / "tape", [BlockEye()]).run()


def test_a_camera_that_is_recorded_shows_what_is_kept(tmp_path: Path) -> None:
    from assistant.vision.capture import Frame as Shot

    class Once:
        def next(self, timeout_s: float = 2.0) -> Shot:
            return Shot(np.random.default_rng(1).integers(0, 255, (48, 64, 3)).astype(np.uint8), 7, 0.7)

        def close(self) -> None:
            pass

    session = Session.begin(Store(":memory:"), Setup(seats_for(2)), edition=load_edition())
    session.do(SetMode(camera=True))
    recorder = Recorder(tmp_path / "tape", session)
    shown = recorder.taped(0, Once()).next()
    session.observe(Observation(7, 0.7, (), None, None, None))
    recorder.close()
    kept = cv2.imread(str(tmp_path / "tape" / "000001.jpg"))
    assert np.array_equal(kept, shown.image)
