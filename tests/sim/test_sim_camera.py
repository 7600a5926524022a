"""The fast camera: same seed same bytes, truth that pixels confirm, and fast enough."""

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest

from assistant.sim.camera import FastCamera
from assistant.sim.pose import bumped, fit_pose
from assistant.sim.render import exact_calibration, eye_lens
from assistant.sim.scatter import seat_table
from assistant.sim.scene import (
    COLOURS,
    Clutter,
    DieOnTable,
    Hand,
    Lighting,
    Look,
    PieceOnBoard,
    Scene,
    SeatScene,
    lay_dice,
    lay_tile,
)
from assistant.sim.sensor import CLEAN, FAULTS, Conditions, broken, drifted
from assistant.sim.speed import measure_speed
from assistant.sim.spots import spots_mm
from assistant.sim.stage import Stage
from assistant.vision import pose as eye
from assistant.vision.layout import PlacedBoard, Placement, TableLayout, known_boards, province_cells, standard_table
from assistant.vision.markers import find_markers

LAYOUT = seat_table()
LOOK = Look(surface="felt")


def seat_scene(seed=0, dice=10, tiles=17):
    rng = np.random.default_rng(seed)
    faces = [(COLOURS[i % 4], i % 6 + 1) for i in range(dice)]
    laid = tuple(lay_tile(c.name, f"blue-cow-{i}", 90 * (i % 4), rng) for i, c in enumerate(province_cells()[:tiles]))
    return Scene((SeatScene("red", lay_dice(faces, rng), laid),))


@pytest.fixture(scope="module")
def camera():
    return FastCamera(LAYOUT, LOOK, fit_pose(LAYOUT, (960, 540), 65.0))


def test_the_same_seed_scene_and_frame_number_give_the_same_bytes(camera):
    twin = FastCamera(LAYOUT, LOOK, camera.pose)
    assert np.array_equal(camera.frame(seat_scene(), index=3).image, twin.frame(seat_scene(), index=3).image)


def test_two_frames_of_one_scene_differ_by_noise_only(camera):
    a, b = (camera.frame(seat_scene(), index=i).image.astype(int) for i in (1, 2))
    assert 0.3 < np.abs(a - b).mean() < 6


def test_every_die_shows_its_colour_in_its_top_face(camera):
    frame = camera.frame(seat_scene(), CLEAN)
    assert len(frame.truth.dice) == 10
    for die in frame.truth.dice:
        mask = np.zeros(frame.image.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.round(die.top_corners_px).astype(np.int32), 1)
        seen = np.median(frame.image[mask > 0], axis=0)
        distance = {c: np.linalg.norm(seen / seen.max() - np.array(b) / max(b)) for c, b in LOOK.dice.body}
        assert min(distance, key=distance.get) == die.colour


def test_taking_a_die_away_changes_its_box_and_hardly_anything_beyond_its_shadow(camera):
    scene = seat_scene()
    gone = scene.with_seat(replace(scene.seat("red"), dice=scene.seat("red").dice[1:]))
    before, after = camera.frame(scene, CLEAN), camera.frame(gone, CLEAN)
    changed = np.abs(before.image.astype(int) - after.image).max(-1) > 40
    (lost,) = [d for d in before.truth.dice if d not in after.truth.dice]
    x0, y0, x1, y1 = (int(v) for v in lost.box_xyxy)
    assert changed[y0:y1, x0:x1].mean() > 0.5
    changed[y0 - 2 : y1 + 2, x0 - 2 : x1 + 2] = False
    rows, columns = np.nonzero(changed)
    assert len(rows) == 0 or (
        np.abs(rows - (y0 + y1) / 2).max() < 3 * (y1 - y0) and np.abs(columns - x0).max() < 3 * (x1 - x0)
    )


def test_the_box_of_a_die_holds_its_top_face_and_is_tight(camera):
    for die in camera.frame(seat_scene(), CLEAN).truth.dice:
        x0, y0, x1, y1 = die.box_xyxy
        top = np.array(die.top_corners_px)
        slack = 0.15 * die.side_px  # the corners are those of the sharp cube, the body is rounded
        assert np.all(top >= (x0 - slack, y0 - slack))
        assert np.all(top <= (x1 + slack, y1 + slack))
        assert max(x1 - x0, y1 - y0) < 2.2 * die.side_px


def test_the_markers_are_found_where_the_calibration_says(camera):
    expected = exact_calibration(LAYOUT, camera.pose).camera().markers_px
    found = find_markers(camera.frame(Scene(()), CLEAN).image)
    assert set(found) == set(expected)
    assert max(np.abs(found[i] - expected[i]).max() for i in found) < 1.0


def test_the_eye_projects_board_corners_to_the_same_pixels(camera):
    lens, pose = eye_lens(camera.pose), eye.Pose(camera.pose.rvec, camera.pose.tvec_mm)
    truth = {b.name: b.corners_px for b in camera.frame(Scene(()), CLEAN).truth.boards}
    for placed in LAYOUT.boards:
        shape = placed.board.shape
        points = np.column_stack([shape.corners_mm, np.full(4, shape.thickness_mm)])
        assert np.allclose(eye.project(lens, pose, eye.on_table(placed, points)), truth[placed.board.name], atol=0.01)


def test_a_tile_lies_where_the_truth_says_in_the_rotation_it_says(camera):
    scene = seat_scene(tiles=1)
    bare = camera.frame(Scene((SeatScene("red", scene.seat("red").dice),)), CLEAN).image.astype(int)
    frame = camera.frame(scene, CLEAN)
    (tile,) = frame.truth.tiles
    mask = np.zeros(bare.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(tile.corners_px).astype(np.int32), 1)
    changed = np.abs(frame.image - bare).max(-1) > 12
    assert changed[mask > 0].mean() > 0.8
    assert changed[cv2.dilate(mask, np.ones((9, 9))) == 0].mean() < 0.001


def test_a_hand_hides_what_lies_under_it_and_says_so(camera):
    scene = seat_scene()
    die = camera.frame(scene, CLEAN).truth.dice[0]
    covered = replace(scene, hands=(Hand(die.x_mm - 90, die.y_mm, 0.0, height_mm=20.0),))
    frame = camera.frame(covered, CLEAN)
    assert min(d.visible_share for d in frame.truth.dice) < 0.3
    assert max(b.covered_share for b in frame.truth.boards) > 0.05
    assert all(d.visible_share == 1 for d in camera.frame(scene, CLEAN).truth.dice)


def test_an_arm_that_reaches_behind_the_camera_is_not_drawn_upside_down(camera):
    scene = replace(seat_scene(), hands=(Hand(200.0, 250.0, 90.0),))
    changed = (
        np.abs(camera.frame(scene, CLEAN).image.astype(int) - camera.frame(seat_scene(), CLEAN).image).max(-1) > 60
    )
    assert changed[-60:].any()
    assert not changed[: changed.shape[0] // 3].any()


def test_a_die_behind_another_is_partly_hidden():
    low = FastCamera(LAYOUT, LOOK, fit_pose(LAYOUT, (960, 540), 35.0))
    dice = (DieOnTable("blue", 1, 55, 60), DieOnTable("green", 2, 55, 74.5))
    shares = {d.colour: d.visible_share for d in low.frame(Scene((SeatScene("red", dice),)), CLEAN).truth.dice}
    assert shares["green"] == 1
    assert shares["blue"] < 0.9


def test_a_knocked_camera_shows_the_table_elsewhere(camera):
    other = FastCamera(LAYOUT, LOOK, bumped(camera.pose, np.random.default_rng(0)))
    a, b = (np.array(c.frame(Scene(()), CLEAN).truth.boards[0].corners_px) for c in (camera, other))
    assert np.abs(a - b).max() > 3


def test_the_lamp_switched_off_leaves_a_dark_picture(camera):
    scene = seat_scene()
    off = replace(scene, lighting=replace(scene.lighting, lamp=0.02))
    assert camera.frame(off).image.mean() < 0.35 * camera.frame(scene).image.mean()


@pytest.mark.parametrize(
    "worse", [Conditions(motion_px=9, motion_deg=30), Conditions(defocus_px=3)], ids=["shaken", "out of focus"]
)
def test_blur_takes_the_sharpness_away(camera, worse):
    sharp, blurred = (
        cv2.Laplacian(
            cv2.cvtColor(camera.frame(seat_scene(), replace(c, noise=0)).image, cv2.COLOR_BGR2GRAY), cv2.CV_32F
        ).var()
        for c in (Conditions(), worse)
    )
    assert blurred < 0.4 * sharp


@pytest.mark.parametrize("fault", FAULTS)
def test_a_dying_camera_delivers_something_else_of_the_same_size(camera, fault):
    good = camera.frame(seat_scene(), CLEAN).image
    bad = broken(good, fault)
    assert bad.shape == good.shape
    assert (bad != good).any(-1).mean() > 0.5


def test_an_unknown_camera_fault_is_refused():
    with pytest.raises(ValueError, match=r"on fire.*green"):
        broken(np.zeros((4, 4, 3), np.uint8), "on fire")


def test_an_evening_drifts_slowly_and_never_far():
    steps = [drifted(Conditions(), t, seed=5) for t in range(0, 600, 3)]
    assert max(abs(c.exposure_ev) for c in steps) < 0.25
    assert max(abs(a.exposure_ev - b.exposure_ev) for a, b in pairwise(steps)) < 0.1


def test_pieces_stand_on_the_game_board_and_an_absent_board_is_no_error(camera):
    scene = Scene(
        (),
        pieces=(PieceOnBoard("worker", "red", 50, 50),),
        display=(lay_tile("r0c0", "x", 0, np.random.default_rng(0)),),
    )
    assert camera.frame(scene, CLEAN).truth.tiles == ()


def test_a_full_table_of_four_is_drawn_at_ten_frames_a_second_on_one_core():
    speed = measure_speed(frames=20)
    assert speed.fps_processor >= 10


@pytest.mark.parametrize("kind", ["phone", "paper", "snack", "cup", "coin"])
def test_clutter_is_drawn_where_it_lies_and_is_no_die(camera, kind):
    bare = camera.frame(Scene(()), CLEAN)
    frame = camera.frame(Scene((), clutter=(Clutter(kind, 285.0, 240.0, 0.0, (20, 20, 220)),)), CLEAN)
    x, y = camera.pose.project([[287.0, 242.0, 0.0]])[0]
    changed = np.abs(frame.image.astype(int) - bare.image).max(-1) > 30
    assert changed[round(y) - 6 : round(y) + 6, round(x) - 6 : round(x) + 6].any()
    assert frame.truth.dice == ()


def test_unknown_clutter_is_refused_with_the_kinds_there_are(camera):
    with pytest.raises(ValueError, match=r"elephant.*cup"):
        camera.frame(Scene((), clutter=(Clutter("elephant", 285.0, 240.0),)))


def test_the_truth_tells_which_piece_stands_on_which_space():
    layout = TableLayout(500.0, 400.0, (PlacedBoard(known_boards()["main"], Placement(250.0, 200.0)),))
    (x, y) = spots_mm(["quarry-1"])["quarry-1"]
    pieces = (PieceOnBoard("worker", "red", x, y, "quarry-1"),)
    frame = FastCamera(layout, LOOK, fit_pose(layout, (640, 480), 70.0)).frame(Scene((), pieces=pieces), CLEAN)
    (worker,) = frame.truth.pieces
    assert (worker.colour, worker.place) == ("red", "quarry-1")
    x0, y0, x1, y1 = (round(v) for v in worker.box_xyxy)
    blue, green, red = np.median(frame.image[y0:y1, x0:x1].reshape(-1, 3), axis=0)
    assert red > 2 * max(blue, green)


def test_places_of_the_game_board_get_discs_of_their_own():
    spots = spots_mm([f"palace-{i}" for i in range(37)])
    assert len(set(spots.values())) == 37
    with pytest.raises(ValueError, match="do not fit"):
        spots_mm([str(i) for i in range(500)])


def test_a_second_camera_over_the_same_table_shows_the_same_and_another_table_does_not() -> None:
    layout = standard_table(("red", "yellow"))
    pose = fit_pose(layout, size_wh=(320, 180))
    first, again = (Stage(layout, pose, Look(), Lighting()) for _ in range(2))
    assert again.ground is first.ground
    assert not np.array_equal(Stage(layout, pose, Look(surface_seed=1), Lighting()).ground, first.ground)
    with pytest.raises(ValueError, match="read-only"):
        first.ground[:] = 0
