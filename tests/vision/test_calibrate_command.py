"""`durbar calibrate`: what it refuses, with which exit code, and whose corners are whose."""

import json
import os
import stat

import cv2
import numpy as np
import pytest

from assistant.cli import main
from assistant.vision.calibration import load
from tests.vision.painted import photograph
from tests.vision.test_calibration_file import corner_words


@pytest.fixture
def table(photo, tmp_path):
    cv2.imwrite(str(tmp_path / "table.png"), photo.image)
    cv2.imwrite(str(tmp_path / "blank.png"), np.full_like(photo.image, 128))
    return tmp_path


def outcome(capsys, table, *words, picture="table.png"):
    """Exit code, stdout and stderr; whatever is refused has written nothing."""
    pictures = [str(table / name) for name in ([picture] if isinstance(picture, str) else picture)]
    try:
        code = main(["calibrate", *pictures, "--out", str(table / "c.json"), *map(str, words)])
    except SystemExit as ended:
        code = ended.code
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    assert (table / "c.json").exists() == (code == 0)
    return code, said.out, said.err


@pytest.mark.parametrize("option", ["--die-mm", "--marker-mm"])
@pytest.mark.parametrize("value", ["-5", "0", "nan", "inf", "-inf", "1000", "1e999", "", "fourteen"])
def test_a_size_that_cannot_be_is_bad_usage_and_the_range_is_said(table, option, value, capsys):
    code, out, err = outcome(capsys, table, f"{option}={value}")
    assert (code, out) == (2, "") and option in err and " mm" in err and "give " in err


@pytest.mark.parametrize(("option", "value"), [("--die-mm", "8"), ("--die-mm", "50"), ("--marker-mm", "22")])
def test_a_size_at_the_edge_of_the_range_gives_a_file_that_loads(table, option, value, capsys):
    assert outcome(capsys, table, option, value)[0] == 0
    assert load(table / "c.json")


@pytest.mark.parametrize(
    "word",
    ["red/kali=1,2,3", "red/kali", "", "=", "red/kali=a,b,c,d,e,f,g,h", "red/kali=nan,1,2,3,4,5,6,7",
     "pink/kali=1,1,9,1,9,9,1,9",
     "red/kali=1,2,3,4,5,6,7,8,9", "red/kali=1e999,1,2,3,4,5,6,7"],
)  # fmt: skip
def test_malformed_corners_and_unknown_boards_are_bad_usage(table, word, capsys):
    code, out, err = outcome(capsys, table, f"--corners={word}")
    assert (code, out) == (2, "") and "red/kali=310,220" in err


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ("10,10,10,10,10,10,10,10", "on each other"),
        ("500,500,500,700,700,700,700,500", "counter-clockwise"),
        ("500,500,700,700,700,500,500,700", "cross"),
        ("90000,500,90700,500,90700,1000,90000,1000", ""),
    ],
)
def test_corners_no_board_can_have_are_refused_by_its_name(table, numbers, words, capsys):
    code, out, err = outcome(capsys, table, "--corners", f"red/kali={numbers}", "--json", picture="blank.png")
    assert code == 1 and json.loads(out)["message"] == err.strip()
    assert words in err and "blank.png" in err
    assert len(err.strip().splitlines()) == 1


def test_corners_belong_to_the_camera_that_is_named(photo, paper, table, capsys):
    other = photograph(photo.layout, elevation_deg=60, distance_mm=1350, paper=paper)
    words = corner_words(photo, "camera0:") + corner_words(other, "camera1:")
    assert outcome(capsys, table, *words, picture=["blank.png", "blank.png"])[0] == 0
    first, second = load(table / "c.json").cameras
    assert max(first.errors_px.values()) < 1 and max(second.errors_px.values()) < 1
    assert np.abs(np.array(first.pose.translation_mm) - second.pose.translation_mm).max() > 20


def test_corners_of_one_camera_leave_the_markers_of_the_other(photo, table, capsys):
    words = corner_words(photo, "camera1:")
    assert outcome(capsys, table, *words, picture=["table.png", "blank.png"])[0] == 0
    first, second = load(table / "c.json").cameras
    assert set(first.found_by.values()) == {"markers"} and set(second.found_by.values()) == {"corners"}


def test_corners_of_nobody_are_bad_usage_and_the_form_is_shown(photo, table, capsys):
    both = ["table.png", "blank.png"]
    code, _, err = outcome(capsys, table, *corner_words(photo)[:2], picture=both)
    assert code == 2 and "--corners camera1:red/province=..." in err and "blank.png" in err
    code, _, err = outcome(capsys, table, *corner_words(photo, "camera7:")[:2], picture=both)
    assert code == 2 and "camera7" in err and "camera0" in err
    code, _, err = outcome(capsys, table, *corner_words(photo)[:2], *corner_words(photo)[:2])
    assert code == 2 and "twice" in err


def test_every_advice_in_the_json_has_its_sentence(photo, table, capsys):
    code, out, _ = outcome(capsys, table, *corner_words(photo)[:2], "--json", picture="blank.png")
    advice = json.loads(out)["cameras"][0]["advice"]
    assert code == 0 and {"lens_assumed", "board_missing"} <= {hint["code"] for hint in advice}
    assert all(hint["message"] and "{" not in hint["message"] for hint in advice)


@pytest.mark.parametrize(("scale", "add", "words"), [(0.02, 0, "too dark"), (1.0, 250, "over-exposed")])
def test_a_dark_or_burnt_picture_is_refused_for_its_light(photo, table, scale, add, words, capsys):
    cv2.imwrite(str(table / "light.png"), np.clip(photo.image * scale + add, 0, 255).astype(np.uint8))
    code, _, err = outcome(capsys, table, picture="light.png")
    assert code == 1 and words in err and "light.png" in err and "print" not in err


def test_a_pipe_is_never_replaced_by_a_calibration(table, capsys):
    os.mkfifo(table / "pipe")
    assert main(["calibrate", str(table / "table.png"), "--out", str(table / "pipe")]) == 1
    assert "no ordinary file" in capsys.readouterr().err
    assert stat.S_ISFIFO((table / "pipe").stat().st_mode)
