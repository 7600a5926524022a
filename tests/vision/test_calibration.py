"""Finding the boards, the file that remembers them, and what it refuses."""

import copy
import json

import numpy as np
import pytest

from assistant.resources import resource
from assistant.vision.calibrate import CalibrationWish, calibrate, calibrate_camera
from assistant.vision.calibration import CalibrationError, from_json, load, save, to_json
from assistant.vision.layout import compact_table
from assistant.vision.pose import on_table, project
from tests.vision.painted import photograph


def die_plane_gap_px(camera, photo):
    """Largest gap between where the calibration and the truth show points one die above the boards."""
    gaps = []
    points = np.array([[20.0, 20.0, 16.0], [90.0, 130.0, 16.0]])
    for placed in camera.boards:
        true_place = photo.layout.board(placed.board.name)
        ours = project(camera.lens, camera.pose, on_table(placed, points))
        truth = project(photo.lens, photo.pose, on_table(true_place, points))
        gaps.append(np.abs(ours - truth).max())
    return max(gaps)


def test_every_board_is_found_and_dice_tops_are_placed_within_a_pixel_and_a_half(fitted, photo):
    camera = fitted.camera()
    assert {placed.board.name for placed in camera.boards} == {p.board.name for p in photo.layout.boards}
    assert die_plane_gap_px(camera, photo) < 1.5
    assert camera.quality["reprojection_px"] < 1.0


@pytest.mark.parametrize("elevation_deg", [40, 88])
def test_steep_and_flat_cameras_are_solved_alike(paper, elevation_deg):
    photo = photograph(compact_table(), elevation_deg=elevation_deg, distance_mm=1350, paper=paper)
    assert die_plane_gap_px(calibrate({"c": photo.image}).camera(), photo) < 2.0


def test_four_corners_stand_in_for_markers(photo):
    blank = np.full_like(photo.image, 128)
    corners = {}
    for placed in photo.layout.boards:
        points = np.column_stack([placed.board.shape.corners_mm, np.full(4, placed.board.shape.thickness_mm)])
        corners[placed.board.name] = project(photo.lens, photo.pose, on_table(placed, points))
    camera = calibrate_camera(blank, CalibrationWish(corners_px=corners))
    assert die_plane_gap_px(camera, photo) < 1.0
    assert set(camera.found_by.values()) == {"corners"}


def test_a_picture_without_markers_is_refused_with_the_way_out(photo):
    with pytest.raises(CalibrationError, match="durbar markers"):
        calibrate({"camera0": np.full_like(photo.image, 128)})


def shown_corners(photo, name):
    """A board's corners where the painted camera shows them."""
    placed = photo.layout.board(name)
    points = np.column_stack([placed.board.shape.corners_mm, np.full(4, placed.board.shape.thickness_mm)])
    return project(photo.lens, photo.pose, on_table(placed, points))


@pytest.mark.parametrize("name", ["red/kali", "yellow/province"])
@pytest.mark.parametrize(
    ("order", "words"),
    [
        ([0, 3, 2, 1], "counter-clockwise; give them clockwise"),
        ([1, 0, 3, 2], "counter-clockwise; give them clockwise"),
        ([0, 2, 1, 3], "cross"),
        ([0, 0, 2, 3], "on each other"),
        ([0, 0, 0, 0], "on each other"),
    ],
    ids=["mirrored", "swapped", "crossed", "double", "one point"],
)
def test_impossible_corners_are_refused_by_the_name_of_their_board(photo, name, order, words):
    blank = np.full_like(photo.image, 128)
    wish = CalibrationWish(corners_px={name: shown_corners(photo, name)[order]})
    with pytest.raises(CalibrationError, match=f"^camera0: {name}: .*{words}"):
        calibrate({"camera0": blank}, wish)
    assert calibrate({"camera0": blank}, CalibrationWish(corners_px={name: shown_corners(photo, name)}))


@pytest.mark.parametrize("turned", ["red/kali", "red/province"])
def test_corners_begun_at_another_corner_are_refused_beside_a_right_board(photo, turned):
    corners = {name: shown_corners(photo, name) for name in ("red/kali", "red/province")}
    corners[turned] = corners[turned][[1, 2, 3, 0]]
    with pytest.raises(CalibrationError, match="fit its shape only to .* px; check the corners"):
        calibrate_camera(np.full_like(photo.image, 128), CalibrationWish(corners_px=corners))


def test_three_corners_on_one_line_are_refused(photo):
    corners = np.array([[100.0, 100], [200, 100], [300, 100], [200, 300]])
    with pytest.raises(CalibrationError, match="three of its corners lie on one line"):
        calibrate_camera(photo.image, CalibrationWish(corners_px={"red/kali": corners}))


def test_an_uncut_marker_sheet_is_no_table():
    from assistant.vision.layout import known_boards
    from assistant.vision.markers import draw_marker

    sheet = np.full((1200, 900), 255, np.uint8)
    for place, marker_id in enumerate(i for board in list(known_boards().values())[:3] for i in board.marker_ids):
        x, y = 60 + 270 * (place % 3), 60 + 270 * (place // 3)
        sheet[y : y + 180, x : x + 180] = draw_marker(marker_id, 180)
    with pytest.raises(CalibrationError, match="cut out the cards"):
        calibrate_camera(sheet)


@pytest.mark.parametrize(("scale", "add", "words"), [(0.04, 0, "too dark"), (1.0, 235, "over-exposed")])
def test_a_picture_without_markers_names_the_light_where_that_is_the_reason(photo, scale, add, words):
    import cv2

    blurred = cv2.GaussianBlur(photo.image, (0, 0), 9)
    picture = np.clip(blurred * scale + add, 0, 255).astype(np.uint8)
    with pytest.raises(CalibrationError, match=words):
        calibrate_camera(picture)
    with pytest.raises(CalibrationError, match=words):
        calibrate_camera(picture[..., 1].copy())


def test_a_tiny_picture_is_refused():
    with pytest.raises(CalibrationError, match="too small"):
        calibrate({"camera0": np.zeros((1, 1, 3), np.uint8)})


def test_the_report_asks_for_a_closer_camera_when_dice_are_small(paper):
    far = photograph(compact_table(), distance_mm=1700, size=(1280, 720), paper=paper)
    advice = {hint["code"] for hint in calibrate({"c": far.image}).camera().quality["advice"]}
    assert "dice_too_small" in advice


def test_the_report_notices_blur_and_darkness(photo):
    import cv2

    blurred = cv2.GaussianBlur(photo.image, (0, 0), 2.2)
    codes = {hint["code"] for hint in calibrate({"c": blurred}).camera().quality["advice"]}
    assert "blurred" in codes
    dark = (photo.image * 0.3).astype(np.uint8)
    codes = {hint["code"] for hint in calibrate({"c": dark}).camera().quality["advice"]}
    assert "too_dark" in codes


def test_a_saved_calibration_reads_back_equal(fitted, tmp_path):
    path = tmp_path / "table.json"
    save(fitted, path)
    again = load(path)
    assert to_json(again) == to_json(fitted)
    assert [b.board.name for b in again.camera().boards] == [b.board.name for b in fitted.camera().boards]


def test_a_newer_calibration_is_refused_and_says_so(fitted):
    document = to_json(fitted) | {"version": 99}
    with pytest.raises(CalibrationError, match="newer durbar"):
        from_json(document)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("cameras", 0, "lens", "focal_px"), "wide"),
        (("cameras", 0, "lens", "focal_px"), float("nan")),
        (("cameras", 0, "pose", "rotation"), [1, 2]),
        (("cameras", 0, "boards", 0, "name"), "pink/kali"),
        (("cameras", 0, "markers_px"), {"x": []}),
        (("cameras",), []),
        (("card", "side_mm"), -3),
        (("die_side_mm",), True),
    ],
)
def test_a_wrong_value_is_refused_by_its_place(fitted, path, value):
    document = copy.deepcopy(to_json(fitted))
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises(CalibrationError):
        from_json(document)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": "something else"}', "\x00\x01", "[" * 5000])
def test_a_file_that_is_no_calibration_is_refused_in_one_sentence(tmp_path, content):
    path = tmp_path / "table.json"
    path.write_text(content)
    with pytest.raises(CalibrationError, match=r"table\.json"):
        load(path)


def test_a_missing_file_is_refused_in_one_sentence(tmp_path):
    with pytest.raises(CalibrationError, match="no such file"):
        load(tmp_path / "nothing.json")


def test_the_schema_knows_every_key_that_is_written(fitted):
    schema = json.loads((resource("calibration") / "schema.json").read_text())
    document = to_json(fitted)
    assert set(document) == set(schema["properties"]) == set(schema["required"])
    camera = schema["$defs"]["camera"]
    assert set(document["cameras"][0]) == set(camera["properties"])
    board = camera["properties"]["boards"]["items"]
    assert set(document["cameras"][0]["boards"][0]) == set(board["properties"])
    assert schema["properties"]["version"]["const"] == document["version"]


@pytest.mark.parametrize("name", ["standard", "compact"])
def test_the_example_files_are_what_the_simulated_table_gives(name, tmp_path):
    from assistant.sim.pose import fit_pose
    from assistant.sim.render import exact_calibration
    from assistant.vision.layout import standard_table

    layout = {"standard": standard_table, "compact": compact_table}[name]()
    made = to_json(exact_calibration(layout, fit_pose(layout, (1920, 1080), 90.0)))
    shipped = json.loads((resource("calibration") / f"example-{name}.json").read_text())
    assert from_json(shipped).seats == ("red", "yellow", "white", "black")
    assert shipped["cameras"][0]["boards"] == made["cameras"][0]["boards"]
    for marker, corners in made["cameras"][0]["markers_px"].items():
        assert np.allclose(shipped["cameras"][0]["markers_px"][marker], corners, atol=0.05)
