"""A real table: taking up the right game, several cameras as one, refusals in one sentence."""

import pytest

from assistant.app.real_table import EyeDoctor, EyeSocket, Together, take_up_game
from assistant.cli import main
from assistant.engine.rajas.setup import Setup
from assistant.table.commands import RollFor
from assistant.table.session import Session
from assistant.table.store import Store
from assistant.vision.readings import Observation, SeatReading


@pytest.fixture
def store(tmp_path):
    kept = Store(tmp_path / "games.sqlite3")
    yield kept
    kept.close()


def fresh(store):
    return Session.begin(store, Setup(("red", "yellow")))


def test_an_empty_store_begins_a_game(store):
    assert take_up_game(store, lambda: fresh(store), None, False).revision == 0


def test_the_last_unfinished_game_goes_on(store):
    session = fresh(store)
    session.do(RollFor())
    again = take_up_game(store, lambda: pytest.fail("a new game"), None, False)
    assert again.snapshot().game_id == session.snapshot().game_id
    assert again.revision == session.revision


def test_a_new_game_can_be_forced(store):
    first = fresh(store)
    second = take_up_game(store, lambda: fresh(store), None, True)
    assert second.snapshot().game_id != first.snapshot().game_id


def reading(seq, *seats, problem=None):
    rows = tuple(SeatReading(seat, (), (), False, False) for seat in seats)
    return Observation(seq, float(seq), rows, None, None, problem)


def test_two_cameras_see_one_table():
    table = Together(2)
    table.with_reading(0, reading(1, "red", "yellow"))
    both = table.with_reading(1, reading(2, "yellow", "white"))
    assert [seat.seat for seat in both.seats] == ["red", "yellow", "white"]


def test_a_camera_in_trouble_is_trouble_for_the_table():
    table = Together(2)
    table.with_reading(0, reading(1, "red", problem="too_dark"))
    assert table.with_reading(1, reading(2, "yellow")).problem == "too_dark"


def test_without_a_calibration_nothing_is_read(tmp_path):
    place = EyeSocket("camera-1")
    doctor = EyeDoctor([place], tmp_path / "calibration.json", tmp_path / "gallery")
    assert doctor.stored() is None
    assert place.observe(None, 1, 0.0) is None


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--camera", "nowhere"], "nowhere"),
        (["--name", "blue=Ann"], "blue=Ann"),
        (["--players", "5"], "5 players"),
        (["--port", "99999"], "99999"),
        (["--resume", "no-such-game"], "no-such-game"),
    ],
)
def test_a_refusal_is_one_sentence(capsys, tmp_path, words, named):
    assert main(["play", "--home", str(tmp_path), "--port", "0", "--leds", "none", *words]) == 1
    error = capsys.readouterr().err
    assert named in error
    assert len(error.strip().splitlines()) == 1
