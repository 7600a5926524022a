"""Learning tiles and colours with the camera: when a tile is taken, what is kept, and what is refused."""

import numpy as np
import pytest

from assistant.app.cameras import learn_colours
from assistant.app.evening import Evening
from assistant.app.sim_eye import SimCamera
from assistant.sim.evening import Clock, still
from assistant.sim.pose import fit_pose
from assistant.sim.render import exact_calibration
from assistant.vision import gallery as galleries
from assistant.vision.colour import ColourModel
from assistant.vision.layout import standard_table
from assistant.web.camera import NO_FOUR_DICE, NOT_CALIBRATED, EyeCamera
from assistant.web.enrol import CellWatch, EnrolSettings, TileLessons

SIZE = (128, 128, 3)
BLUE_MODEL = ColourModel(
    {
        "blue": (40.0, 5.0, -45.0),
        "green": (50.0, -40.0, 25.0),
        "orange": (62.0, 40.0, 60.0),
        "purple": (35.0, 40.0, -40.0),
    }
)


def grey(level: int) -> np.ndarray:
    return np.full(SIZE, level, np.uint8)


def phases(watch: CellWatch, *levels: int) -> list[str]:
    return [watch.look(grey(level)) for level in levels]


@pytest.fixture
def camera(tmp_path):
    """A camera over a table for two, calibrated exactly, with a dark frame."""
    layout = standard_table(("red", "yellow"))
    pose = fit_pose(layout, size_wh=(1280, 720))
    one = EyeCamera(exact_calibration(layout, pose), gallery_path=tmp_path / "tiles.gallery")
    one.see(np.full((720, 1280, 3), 60, np.uint8))
    return one


def test_a_tile_is_taken_once_when_it_lies_still():
    """Empty cell, a hand, a tile that lies still; after it is taken it is not taken again."""
    watch = CellWatch(EnrolSettings())
    assert phases(watch, 50, 50, 50) == ["moving", "moving", "empty"]
    assert phases(watch, 90, 140, 200, 200) == ["moving"] * 4
    assert phases(watch, 200) == ["still"]
    watch.take(grey(200))
    assert phases(watch, 200, 200) == ["taken", "taken"]
    assert phases(watch, 50, 50, 50) == ["moving", "moving", "empty"]
    assert phases(watch, 120, 120, 120) == ["moving", "moving", "still"]


def test_slow_change_of_light_is_not_a_tile():
    watch = CellWatch(EnrolSettings())
    levels = [level for level in range(50, 80) for _ in range(2)]
    assert set(phases(watch, *levels)[2:]) == {"empty"}


def test_a_tile_taken_again_replaces_the_old_picture_and_earlier_evenings_are_kept(tmp_path):
    path = tmp_path / "tiles.gallery"
    first = TileLessons(path)
    assert first.learn("blue-cow-1", grey(100)) == ""
    assert first.learn("blue-cow-2", grey(120)) == ""
    later = TileLessons(path)
    assert later.learn("blue-cow-1", grey(200)) == ""
    assert sorted(galleries.load(path).names) == ["blue-cow-1", "blue-cow-2"]
    assert later.picture("blue-cow-1").mean() > 150
    assert later.picture("green-cow-1") is None


def test_reading_begins_anew_only_when_something_was_learned(tmp_path):
    calls = []
    lessons = TileLessons(tmp_path / "tiles.gallery", lambda: calls.append(1))
    lessons.done()
    assert calls == []
    lessons.learn("blue-cow-1", grey(100))
    lessons.done()
    lessons.done()
    assert calls == [1]


def test_tiles_and_colours_need_a_calibrated_camera():
    camera = EyeCamera()
    camera.see(np.zeros((720, 1280, 3), np.uint8))
    assert camera.enrol_state().phase == "none"
    assert camera.enrol("blue-cow-1") == NOT_CALIBRATED
    assert camera.learn_colours() == NOT_CALIBRATED


def test_colours_are_learned_from_the_statue_that_shows_four_dice(camera):
    """Each statue is looked at; the colours go into the calibration and are kept."""
    kept, seen = [], []
    camera._on_calibration = kept.append

    def teacher(statue, die_px):
        seen.append((statue.shape, die_px))
        return BLUE_MODEL if len(seen) == 2 else None

    camera.colour_teacher = teacher
    assert camera.learn_colours() == ""
    assert len(seen) == 2
    assert all(die_px > 5 for _, die_px in seen)
    assert ColourModel.from_json(kept[-1].colours) == BLUE_MODEL
    shown = camera.colours()
    assert set(shown) == {"blue", "green", "orange", "purple"}
    assert int(shown["blue"][5:7], 16) > int(shown["blue"][1:3], 16)


def test_without_four_dice_nothing_is_learned(camera):
    camera.colour_teacher = lambda statue, die_px: None
    assert camera.learn_colours() == NO_FOUR_DICE
    assert camera.colours() == {}


def test_the_steps_over_http(app, client, camera):
    app.state.camera = camera
    camera.colour_teacher = lambda statue, die_px: None
    refused = client.post("/api/camera/colours", json={})
    assert (refused.status_code, refused.json()["code"]) == (409, "no_four_dice")
    camera.colour_teacher = lambda statue, die_px: BLUE_MODEL
    assert client.post("/api/camera/colours", json={}).json()["colours"].keys() == BLUE_MODEL.lab.keys()
    assert client.post("/api/camera/enrol/begin", json={}).json()["phase"] == "moving"
    assert client.get("/api/camera/enrol.jpg").content.startswith(b"\xff\xd8")
    assert client.get("/api/camera/enrol/blue-cow-1").status_code == 404
    assert client.post("/api/camera/enrol", json={"tile": "blue-cow-1"}).json()["done"] == ["blue-cow-1"]
    assert client.get("/api/camera/enrol/blue-cow-1").content.startswith(b"\xff\xd8")
    assert client.post("/api/camera/enrol/done", json={}).status_code == 200


def test_the_shipped_reader_learns_the_colours_of_a_simulated_table():
    """At the start every statue holds four dice, one of each colour: the step needs nothing else."""
    evening = Evening(1, 2)
    drawn = SimCamera(evening.table, 1)
    evening.table.lay_out(evening.truth)
    camera = EyeCamera(drawn.calibration)
    camera.see(drawn.picture(next(iter(still(0.1, Clock())))))
    camera.colour_teacher = learn_colours
    assert camera.learn_colours() == ""
    parts = {name: [int(shown[at : at + 2], 16) for at in (1, 3, 5)] for name, shown in camera.colours().items()}
    assert max(parts["blue"]) == parts["blue"][2]
    assert max(parts["green"]) == parts["green"][1]
    assert parts["orange"][0] > parts["orange"][1] > parts["orange"][2]
    assert parts["purple"][1] == min(parts["purple"])


def test_a_picture_the_calibration_refuses_is_told_in_the_words_of_the_page(app, client):
    """Corners in the wrong order, a dark picture, no markers: each has its code, and each code its words."""
    from assistant.web.camera import REFUSED
    from tests.texts.test_rules_text import blocks

    camera = app.state.camera = EyeCamera()
    wrong = {"corners": {"red/kali": [[500, 300], [500, 600], [700, 600], [700, 300]]}}
    for level, body, code in ((3, {}, "dark_picture"), (255, {}, "bright_picture"), (90, wrong, "bad_corners")):
        camera.see(np.full((720, 1280, 3), level, np.uint8))
        refused = client.post("/api/camera/calibrate", json={"corners": {}, **body})
        assert (refused.status_code, refused.json()["code"]) == (409, code)
    assert camera.report().advice[0].code == "no_markers"
    for language in ("en", "de", "nl"):
        words = blocks(language, "page.ftl")
        assert all(f"page-problem-{code.replace('_', '-')}" in words for code in REFUSED)
        assert all(f"page-advice-{code.replace('_', '-')}" in words for code in set(REFUSED) - {"bad_corners"})
