"""A bump is noticed and survived; without markers the eye stops."""

from dataclasses import replace

import numpy as np
import pytest

from assistant.vision.drift import DriftWatch, Look, lock_again
from assistant.vision.layout import PlacedBoard, Placement, compact_table
from assistant.vision.markers import find_markers
from assistant.vision.pose import Pose, on_table, project
from tests.vision.painted import flat_table, photograph


def bumped(photo, paper, shift_mm):
    """The same table after the stand moved sideways."""
    x, y, z = photo.pose.translation_mm
    pose = Pose(photo.pose.rotation, (x + shift_mm, y + shift_mm / 2, z))
    return photograph(photo.layout, paper=paper, pose=pose)


def test_a_still_camera_has_not_moved(fitted, photo):
    watch = DriftWatch(fitted.camera(), fitted.card)
    look = watch.look(photo.image)
    assert look.seen == look.looked == watch.limits.glances
    assert look.shift_px < 0.7
    assert not watch.moved(look)


def test_a_bump_of_a_few_millimetres_is_noticed_in_one_frame_and_locked_again(fitted, photo, paper):
    after = bumped(photo, paper, 3.0)
    watch = DriftWatch(fitted.camera(), fitted.card)
    assert watch.moved(watch.look(after.image))
    camera = lock_again(fitted.camera(), fitted.card, find_markers(after.image))
    assert camera is not None
    points = np.array([[30.0, 30.0, 16.0]])
    for placed in camera.boards:
        truth = project(after.lens, after.pose, on_table(photo.layout.board(placed.board.name), points))
        assert np.abs(project(camera.lens, camera.pose, on_table(placed, points)) - truth).max() < 2.0
    assert not DriftWatch(camera, fitted.card).moved(DriftWatch(camera, fitted.card).look(after.image))


def test_a_large_bump_out_of_reach_is_noticed_too(fitted, photo, paper):
    after = bumped(photo, paper, 40.0)
    watch = DriftWatch(fitted.camera(), fitted.card)
    assert watch.moved(watch.look(after.image))
    assert lock_again(fitted.camera(), fitted.card, find_markers(after.image)) is not None


@pytest.mark.parametrize("shift_mm", range(2, 40, 2))
def test_no_bump_goes_unnoticed_however_far_it_went(fitted, photo, paper, shift_mm):
    after = bumped(photo, paper, float(shift_mm))
    watch = DriftWatch(fitted.camera(), fitted.card)
    assert all(watch.moved(watch.look(after.image)) for _ in range(8))
    assert not watch.in_place(find_markers(after.image))


def test_a_turned_camera_has_moved_though_its_markers_went_in_all_directions(fitted):
    watch = DriftWatch(fitted.camera(), fitted.card)
    around = {0: (2.0, 0.0), 1: (-2.0, 0.0), 2: (0.0, 2.0), 3: (0.0, -2.0)}
    assert watch.moved(Look(4, around))


def test_markers_of_a_whole_frame_are_in_place_when_hands_hide_most_of_them(fitted, photo):
    watch = DriftWatch(fitted.camera(), fitted.card)
    found = find_markers(photo.image)
    assert watch.moved(Look(8, {}))
    assert watch.in_place({i: found[i] for i in list(found)[:2]})
    assert not watch.in_place({})


def test_a_hand_over_some_markers_is_no_bump(fitted, photo):
    image = photo.image.copy()
    image[:, : image.shape[1] // 3] = (120, 150, 200)
    watch = DriftWatch(fitted.camera(), fitted.card)
    look = watch.look(image)
    assert not watch.moved(look)
    assert look.seen < look.looked == watch.limits.looks


def test_without_markers_there_is_no_lock(fitted):
    assert lock_again(fitted.camera(), fitted.card, {}) is None


def test_one_pushed_board_is_placed_anew_and_the_camera_stays(fitted):
    layout = compact_table()
    pushed = "red/kali"

    def push(placed):
        if placed.board.name != pushed:
            return placed
        p = placed.placement
        return PlacedBoard(placed.board, Placement(p.x_mm + 12, p.y_mm - 6, p.turn_deg + 3))

    moved = replace(layout, boards=tuple(push(placed) for placed in layout.boards))
    after = photograph(moved, paper=flat_table(moved))
    camera = lock_again(fitted.camera(), fitted.card, find_markers(after.image))
    assert camera is not None
    points = np.array([[30.0, 30.0, 16.0]])
    placed = next(b for b in camera.boards if b.board.name == pushed)
    truth = project(after.lens, after.pose, on_table(moved.board(pushed), points))
    assert np.abs(project(camera.lens, camera.pose, on_table(placed, points)) - truth).max() < 2.5
