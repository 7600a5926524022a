"""`durbar calibrate IMAGE --colours`: four dice on a statue teach the table's colours, anything else is refused."""

import json

import cv2
import numpy as np
import pytest

from assistant.app.evening import Evening
from assistant.app.sim_eye import SimCamera
from assistant.cli import main
from assistant.sim.evening import Clock, still
from assistant.vision.calibration import load, save, to_json
from assistant.vision.colour import ColourModel
from assistant.vision.colour_lesson import alike, learn_table_colours
from tests.vision.test_calibration_file import LAB, schema_complaints


@pytest.fixture(scope="module")
def drawn():
    """A simulated table at the start: every statue holds four dice, one of each colour."""
    evening = Evening(1, 2)
    camera = SimCamera(evening.table, 1)
    evening.table.lay_out(evening.truth)
    return camera.calibration, camera.picture(next(iter(still(0.1, Clock()))))


@pytest.fixture
def table(drawn, tmp_path):
    calibration, picture = drawn
    save(calibration, tmp_path / "table.json")
    cv2.imwrite(str(tmp_path / "dice.png"), picture)
    return tmp_path


def colours(table, *words, picture="dice.png"):
    return main(["calibrate", str(table / picture), "--colours", "--calibration", str(table / "table.json"), *words])


def test_four_dice_on_a_statue_are_learned_into_the_calibration(table, drawn, capsys):
    assert colours(table, "--json") == 0
    said = json.loads(capsys.readouterr().out)
    learned = load(table / "table.json")
    assert learned.colours == said["colours"] and set(learned.colours["lab"]) == set(LAB)
    assert learned.colours["lab"]["blue"][2] < 0 < learned.colours["lab"]["orange"][2]
    assert {**to_json(learned), "colours": {}} == to_json(drawn[0])
    assert schema_complaints(table / "table.json") == []


def test_the_colours_may_go_into_another_file(table, capsys):
    before = (table / "table.json").read_bytes()
    assert colours(table, "--out", str(table / "new.json")) == 0
    assert "learned" in capsys.readouterr().out
    assert load(table / "new.json").colours and (table / "table.json").read_bytes() == before


def refused(capsys, table, code, words, *options, picture="dice.png"):
    before = (table / "table.json").read_bytes()
    assert colours(table, *options, picture=picture) == code
    said = capsys.readouterr()
    assert said.out == "" and words in said.err and len(said.err.splitlines()) == 1
    assert (table / "table.json").read_bytes() == before


def test_a_picture_without_four_such_dice_is_refused_and_nothing_is_written(table, drawn, capsys):
    image = drawn[1]
    noise = np.random.default_rng(1).normal(120, 12, image.shape).clip(0, 255).astype(np.uint8)
    cv2.imwrite(str(table / "none.png"), noise)
    cv2.imwrite(str(table / "small.png"), image[::2, ::2])
    cv2.imwrite(str(table / "dark.png"), image // 60)
    refused(capsys, table, 1, "none.png: four dice, one of each colour", picture="none.png")
    refused(capsys, table, 1, "use its own picture", picture="small.png")
    refused(capsys, table, 1, "too_dark", picture="dark.png")
    refused(capsys, table, 1, "no such file", picture="missing.png")
    refused(capsys, table, 1, "no camera 'attic'", "--camera-name", "attic")


def test_colours_with_other_tasks_or_without_a_calibration_are_bad_usage(table, capsys):
    refused(capsys, table, 2, "--colours goes with", "--die-mm", "16")
    picture, out = str(table / "dice.png"), str(table / "c.json")
    assert main(["calibrate", picture, "--colours", "--out", out]) == 2
    assert main(["calibrate", picture, "--calibration", out, "--out", out]) == 2
    assert main(["calibrate", picture]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 3


def test_two_dice_of_one_colour_teach_nothing(drawn):
    calibration, picture = drawn
    twice = ColourModel({**LAB, "purple": (42.0, 13.0, -41.0)})
    assert alike(twice) == ("blue", "purple") and alike(ColourModel(LAB)) is None
    assert learn_table_colours(picture, calibration, calibration.camera(), lambda statue, die_px: twice) is None
