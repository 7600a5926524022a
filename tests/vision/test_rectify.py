"""Straight views: the right plane, the right place, and the way back."""

import cv2
import numpy as np
import pytest

from assistant.vision.dice_squares import FINDER_SQUARE, REGION_EDGE_PX
from assistant.vision.pose import on_table, project
from assistant.vision.rectify import View, ViewPlaces, cell_view, dice_view
from assistant.vision.regions import RegionSettings, make_regions, margin_for


def test_a_die_top_lands_where_its_slot_is_although_it_stands_above_the_board(fitted, photo):
    camera = fitted.camera()
    for placed in (b for b in camera.boards if b.board.shape.kind == "kali"):
        view = dice_view(camera, placed, 14.0, 24, 12.0)
        true_place = photo.layout.board(placed.board.name)
        slots = np.array(placed.board.shape.die_slots_mm)
        tops = np.column_stack([slots, np.full(len(slots), 16.0)])
        in_frame = project(photo.lens, photo.pose, on_table(true_place, tops))
        in_view = (slots - [view.x0_mm, view.y0_mm]) * view.px_per_mm - 0.5
        assert np.abs(view.to_frame_px(in_view) - in_frame).max() < 1.5


def test_the_board_plane_alone_would_miss_the_die_top_by_pixels(fitted, photo):
    """The reason for the second plane: at 70 degrees a die's height shifts its top by a quarter of a die or more."""
    camera = fitted.camera()
    placed = camera.boards[1]
    low = cell_view(camera, placed, type(photo.layout.board("red/province").board.shape.cells[0])("x", 20, 20), 40)
    high = dice_view(camera, placed, 14.0, 24, 0.0)
    spot = np.array([[30.0, 30.0]])
    on_low = low.to_frame_px((spot - [low.x0_mm, low.y0_mm]) * low.px_per_mm)
    on_high = high.to_frame_px((spot - [high.x0_mm, high.y0_mm]) * high.px_per_mm)
    assert np.hypot(*(on_low - on_high)[0]) > 4


def test_boxes_go_back_to_frame_pixels(fitted):
    camera = fitted.camera()
    view = dice_view(camera, camera.boards[1], 14.0, 24, 12.0)
    other = dice_view(camera, camera.boards[0], 14.0, 20, 10.0)
    given = np.array([[10, 10, 34, 34], [60, 40, 84, 64]], float)
    boxes = ViewPlaces([other, view]).boxes_in_frame(np.array([1, 1]), given)
    middles = view.to_frame_px(np.array([[22.0, 22.0], [72.0, 52.0]]))
    assert (boxes[:, :2] < middles).all()
    assert (middles < boxes[:, 2:]).all()


def test_a_view_shows_the_marker_upright_as_the_owner_sees_it(fitted, photo):
    """Rectify the card beside the far seat's board and read its marker from the straight view."""
    from assistant.vision.markers import find_markers
    from assistant.vision.rectify import make_view

    camera = fitted.camera()
    placed = next(b for b in camera.boards if b.board.name == "white/province")
    view = make_view(camera, placed, (-5, -45, 45, 5), 0.0, (200, 200), name="card")
    found = find_markers(view.take(photo.image))
    assert set(found) == {placed.board.marker_ids[0]}
    corners = found[placed.board.marker_ids[0]]
    assert corners[0][0] < corners[1][0] and corners[0][1] < corners[3][1]


def test_all_cells_are_cut_by_one_remap(fitted, photo):
    regions = make_regions(fitted, fitted.camera(), 48)
    every = regions.sheet.take(photo.image)
    assert every.shape == (68, 48, 48, 3)
    some = regions.sheet.take(photo.image, [3, 60])
    assert (some[0] == every[3]).all()
    assert (some[1] == every[60]).all()
    assert regions.sheet.take(photo.image, []).shape == (0, 48, 48, 3)


def test_after_its_turns_the_far_side_of_every_dice_view_is_up(fitted):
    """A post on the board leans away from the camera: after the turns, upwards."""
    camera = fitted.camera()
    for region in make_regions(fitted, camera, 64).dice:
        shape = region.placed.board.shape
        post = np.array([[shape.width_mm / 2, shape.height_mm / 2, height] for height in (16.0, 26.0)])
        foot, top = project(camera.lens, camera.pose, on_table(region.placed, post))
        gaps = [np.hypot(*(region.view.map_xy - place).transpose(2, 0, 1)) for place in (foot, top)]
        upright = [
            np.unravel_index(np.rot90(gap, region.turns).argmin(), gap.T.shape if region.turns % 2 else gap.shape)
            for gap in gaps
        ]
        rise = int(upright[0][0]) - int(upright[1][0])
        assert rise > 2
        assert rise >= abs(int(upright[0][1]) - int(upright[1][1]))


@pytest.mark.parametrize("die_px", [20, 23, 30])
@pytest.mark.parametrize(
    ("sides_mm", "squares"), [((110, 150), (10, 13)), ((96, 131), (9, 12)), ((100, 170), (10, 15))]
)
def test_the_room_around_a_statue_fills_the_finders_squares(sides_mm, squares, die_px):
    bounds = RegionSettings().margin_mm
    margin = margin_for(sides_mm, 14.0, bounds)
    assert bounds[0] <= margin <= bounds[1]
    views_px = [round((side + 2 * margin) * die_px / 14.0) for side in sides_mm]
    assert tuple(-(-round(px * REGION_EDGE_PX / die_px) // FINDER_SQUARE) for px in views_px) == squares


def test_a_board_that_would_lose_too_much_room_keeps_all_of_it():
    assert margin_for((100.0, 100.0), 14.0, (11.9, 12.0)) == 12.0


def test_all_dice_views_of_a_camera_share_one_scale(fitted):
    assert len({region.die_px for region in make_regions(fitted, fitted.camera(), 64).dice}) == 1


@pytest.mark.parametrize("size", [(40, 53), (300, 331), (300, 330), (1, 1)])
def test_looking_up_in_long_rows_shows_what_looking_up_row_by_row_does(size):
    width, height = size
    rng = np.random.default_rng(6)
    frame = rng.integers(0, 255, (90, 120, 3)).astype(np.uint8)
    places = rng.uniform(-5, 125, (height, width, 2)).astype(np.float32)
    whole, part = cv2.convertMaps(places, None, cv2.CV_16SC2)
    expected = cv2.remap(frame, whole, part, cv2.INTER_LINEAR)
    view = View("any", 0.0, 0.0, 1.0, places)
    assert (view.take(frame) == expected).all()
    assert (view.take(frame[..., 1].copy()) == expected[..., 1]).all()
