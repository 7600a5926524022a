"""Calibration files as the command writes them: they keep to `calibration/schema.json` and read back."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from assistant.cli import main
from assistant.resources import resource
from assistant.vision.calibration import load, save
from assistant.vision.colour import ColourModel
from assistant.vision.layout import standard_table
from assistant.vision.lens import SQUARES, charuco_board
from assistant.vision.pose import on_table, project
from tests.vision.painted import photograph

LAB = {
    "blue": (40.0, 10.0, -45.0),
    "green": (50.0, -40.0, 30.0),
    "orange": (60.0, 40.0, 50.0),
    "purple": (35.0, 40.0, -30.0),
}


def schema_complaints(path):
    """What a validator says of a file; needs the package that comes with schemathesis."""
    validator = pytest.importorskip("jsonschema_rs")
    schema = json.loads((resource("calibration") / "schema.json").read_text())
    document = json.loads(path.read_text())
    return [f"{list(one.instance_path)}: {one.message:.200}" for one in validator.iter_errors(schema, document)]


def corner_words(photo, camera=""):
    """`--corners` for every board of a painted table."""
    words = []
    for placed in photo.layout.boards:
        points = np.column_stack([placed.board.shape.corners_mm, np.full(4, placed.board.shape.thickness_mm)])
        corners = project(photo.lens, photo.pose, on_table(placed, points))
        words += ["--corners", f"{camera}{placed.board.name}=" + ",".join(f"{v:.2f}" for v in corners.ravel())]
    return words


def lens_pictures(folder, lens):
    """The page of the lens seen flat and from four sides, by the lens of the painted table."""
    columns, rows = SQUARES
    page = charuco_board().generateImage((columns * 60, rows * 60))
    flat = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * np.float32([columns * 60, rows * 60])
    paths = []
    for number, turn in enumerate([(0, 0), (0.5, 0), (-0.5, 0), (0, 0.5), (0, -0.5), (0.4, 0.4)]):
        spots = np.column_stack([flat - flat.mean(0), np.zeros(4)]) * 25 / 60
        move = np.array([0, 0, 420.0])
        seen, _ = cv2.projectPoints(spots, np.array([*turn, 0.1]), move, lens.matrix, np.zeros(5))
        bend = cv2.getPerspectiveTransform(flat, seen.reshape(4, 2).astype(np.float32))
        picture = cv2.warpPerspective(page, bend, lens.size_px, flags=cv2.INTER_AREA, borderValue=128)
        paths.append(folder / f"lens-{number}.png")
        cv2.imwrite(str(paths[-1]), picture)
    return paths


@pytest.fixture(scope="module")
def standard_photo():
    """A table with a display and a game board."""
    return photograph(standard_table(), distance_mm=1500)


def test_the_schema_holds_for_a_table_found_by_markers(standard_photo, tmp_path, capsys):
    cv2.imwrite(str(tmp_path / "table.png"), standard_photo.image)
    assert main(["calibrate", str(tmp_path / "table.png"), "--out", str(tmp_path / "table.json")]) == 0
    assert schema_complaints(tmp_path / "table.json") == []
    assert {"red/kali", "red/province", "display"} <= set(load(tmp_path / "table.json").camera().empty)


def test_the_schema_holds_for_a_table_found_by_corners(photo, tmp_path, capsys):
    cv2.imwrite(str(tmp_path / "table.png"), np.full_like(photo.image, 128))
    words = ["calibrate", str(tmp_path / "table.png"), *corner_words(photo), "--out", str(tmp_path / "table.json")]
    assert main(words) == 0
    assert schema_complaints(tmp_path / "table.json") == []


def test_the_schema_holds_for_two_cameras(photo, paper, tmp_path, capsys):
    other = photograph(photo.layout, elevation_deg=60, distance_mm=1350, paper=paper)
    for name, picture in (("a", photo), ("b", other)):
        cv2.imwrite(str(tmp_path / f"{name}.png"), picture.image)
    pictures = [str(tmp_path / "a.png"), str(tmp_path / "b.png")]
    assert main(["calibrate", *pictures, "--out", str(tmp_path / "table.json")]) == 0
    assert [camera.name for camera in load(tmp_path / "table.json").cameras] == ["camera0", "camera1"]
    assert schema_complaints(tmp_path / "table.json") == []


def test_the_schema_holds_for_a_measured_lens(photo, tmp_path, capsys):
    cv2.imwrite(str(tmp_path / "table.png"), photo.image)
    lens = [str(path) for path in lens_pictures(tmp_path, photo.lens)]
    words = ["calibrate", str(tmp_path / "table.png"), "--lens", *lens, "--out", str(tmp_path / "table.json")]
    assert main(words) == 0
    assert load(tmp_path / "table.json").camera().lens.source == "charuco"
    assert schema_complaints(tmp_path / "table.json") == []


def test_the_schema_holds_with_learned_colours(fitted, tmp_path):
    save(replace(fitted, colours=ColourModel(LAB).to_json()), tmp_path / "table.json")
    assert load(tmp_path / "table.json").colours["lab"]["blue"] == [40.0, 10.0, -45.0]
    assert schema_complaints(tmp_path / "table.json") == []


@pytest.mark.parametrize("name", ["standard", "compact"])
def test_the_schema_holds_for_the_example_files(name):
    assert schema_complaints(resource("calibration") / f"example-{name}.json") == []


def test_the_schema_still_refuses_what_is_none(fitted, tmp_path):
    save(replace(fitted, colours={"lab": {"pink": [1, 2, 3]}}), tmp_path / "table.json")
    assert schema_complaints(tmp_path / "table.json")
