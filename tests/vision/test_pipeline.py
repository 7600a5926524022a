"""Frame by frame: read, keep, wait for hands, survive bumps, refuse bad frames."""

from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from assistant.vision.calibrate import calibrate
from assistant.vision.pipeline import Eye, glance_at
from assistant.vision.pose import Pose
from assistant.vision.readings import DieReading
from assistant.vision.tiles import CellAnswer
from tests.vision.painted import photograph


class CountingReader:
    """Says the same about every region and counts how often it is asked."""

    def __init__(self, dice=1):
        self.dice, self.regions = dice, 0

    def read_regions(self, regions, die_px, colours=None, turns=None, boards=None):
        self.regions += len(regions)
        self.turns = turns
        die = DieReading("blue", 4, 0.99, (40.0, 40.0, 40.0 + die_px, 40.0 + die_px))
        return [[die] * self.dice for _ in regions]


@pytest.fixture
def reader():
    return CountingReader()


@pytest.fixture
def eye(fitted, reader):
    return Eye(fitted, reader, None)


def something_else(shape):
    """A picture of no table at all: blobs and stripes."""
    few = np.random.default_rng(8).integers(30, 220, (9, 16, 3)).astype(np.uint8)
    cat = cv2.resize(few, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    cat[::40], cat[:, ::40] = 20, 230
    return cat


def grainy(image, seed):
    noise = np.random.default_rng(seed).normal(0, 2, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def test_the_first_frame_reads_every_seat_and_the_next_keeps_the_readings(eye, reader, photo):
    first = eye.observe(grainy(photo.image, 1), 0, 0.0)
    assert first.problem is None
    assert [seat.seat for seat in first.seats] == ["red", "yellow", "white", "black"]
    assert all(seat.dice and not seat.covered for seat in first.seats)
    assert reader.regions == 4
    second = eye.observe(grainy(photo.image, 2), 1, 0.1)
    assert reader.regions == 4
    assert second.seats == first.seats


def test_a_seat_of_which_nothing_is_new_keeps_its_very_reading_and_a_covered_one_does_not(eye, photo):
    first = eye.observe(photo.image, 0, 0.0)
    again = eye.observe(photo.image, 1, 5.0)
    assert all(one is other for one, other in zip(again.seats, first.seats, strict=True))
    hand = photo.image.copy()
    x, y = eye.regions.outlines_px["red/kali"].mean(0).astype(int)
    hand[y:, x - 40 : x + 40] = (120, 150, 205)
    during = eye.observe(hand, 2, 5.1)
    assert [one is other for one, other in zip(during.seats, first.seats, strict=True)].count(False) >= 1
    assert {seat.seat: seat.covered for seat in during.seats}["red"]


def test_a_die_that_changed_makes_a_new_reading_of_its_seat_alone(eye, reader, photo):
    first = eye.observe(photo.image, 0, 0.0)
    reader.dice = 2
    changed = photo.image.copy()
    x, y = eye.regions.outlines_px["white/kali"].mean(0).astype(int)
    changed[y - 10 : y + 10, x - 10 : x + 10] = (30, 30, 220)
    after = eye.observe(changed, 1, 0.1)
    assert [len(seat.dice) for seat in after.seats] == [1, 1, 2, 1]
    assert [one is other for one, other in zip(after.seats, first.seats, strict=True)] == [True, True, False, True]


def test_with_a_glance_taken_before_a_frame_is_read_just_the_same(fitted, photo):
    alone, handed = Eye(fitted, CountingReader(), None), Eye(fitted, CountingReader(), None)
    frames = [photo.image, grainy(photo.image, 3), photo.image // 16, photo.image]
    for seq, frame in enumerate(frames):
        plain, helped = alone.observe(frame, seq, seq / 10), handed.observe(frame, seq, seq / 10, glance_at(frame))
        assert (plain.seats, plain.problem) == (helped.seats, helped.problem)
        assert plain.quality.brightness == helped.quality.brightness


def test_boxes_are_frame_pixels_on_the_seats_own_board(eye, photo, fitted):
    seen = eye.observe(photo.image, 0, 0.0)
    for seat in seen.seats:
        outline = eye.regions.outlines_px[f"{seat.seat}/kali"]
        x0, y0, x1, y1 = seat.dice[0].box_xyxy
        assert outline[:, 0].min() - 30 < (x0 + x1) / 2 < outline[:, 0].max() + 30
        assert outline[:, 1].min() - 30 < (y0 + y1) / 2 < outline[:, 1].max() + 30


def test_only_the_changed_region_is_read_again(eye, reader, photo):
    eye.observe(photo.image, 0, 0.0)
    changed = photo.image.copy()
    x, y = eye.regions.outlines_px["white/kali"].mean(0).astype(int)
    changed[y - 10 : y + 10, x - 10 : x + 10] = (30, 30, 220)
    eye.observe(changed, 1, 0.1)
    assert reader.regions == 5


def test_a_region_is_read_again_after_a_while_even_if_nothing_seems_to_change(eye, reader, photo):
    eye.observe(photo.image, 0, 0.0)
    eye.observe(photo.image, 1, 5.0)
    assert reader.regions == 5


def test_a_hand_covers_a_seat_and_the_reading_comes_back(eye, reader, photo):
    before = eye.observe(photo.image, 0, 0.0)
    hand = photo.image.copy()
    x, y = eye.regions.outlines_px["red/kali"].mean(0).astype(int)
    hand[y:, x - 40 : x + 40] = (120, 150, 205)
    during = {seat.seat: seat for seat in eye.observe(hand, 1, 0.1).seats}
    assert during["red"].covered
    assert not during["red"].dice
    assert not during["white"].covered
    assert during["white"].dice
    after = eye.observe(photo.image, 2, 0.2)
    assert after.seats == before.seats


def test_a_hand_in_the_very_first_picture_shows_by_the_markers_it_hides(fitted, reader, photo):
    eye = Eye(fitted, reader, None)
    hand = with_hand_on_a_red_marker(photo.image, fitted)
    seen = {seat.seat: seat for seat in eye.observe(hand, 0, 0.0).seats}
    assert seen["red"].covered
    assert not seen["black"].covered


def with_hand_on_a_red_marker(image, calibration):
    hand = image.copy()
    x, y = calibration.camera().markers_px[4].mean(0).astype(int)
    hand[y - 40 : y + 40, x - 40 : x + 40] = (120, 150, 205)
    return hand


def test_when_the_hand_of_the_first_picture_has_gone_its_board_is_read_at_once(fitted, reader, photo):
    eye = Eye(fitted, reader, None)
    for number in range(5):
        eye.observe(with_hand_on_a_red_marker(photo.image, fitted), number, number / 10)
    seen = eye.observe(photo.image, 5, 0.5)
    assert all(seat.dice and not seat.covered for seat in seen.seats)


def test_a_thing_that_simply_lies_on_a_marker_hides_no_board_for_ever(fitted, reader, photo):
    eye = Eye(fitted, reader, None)
    cup = with_hand_on_a_red_marker(photo.image, fitted)
    assert {seat.seat for seat in eye.observe(cup, 0, 0.0).seats if seat.covered} == {"red"}
    waited = eye.observe(cup, 1, eye.settings.hidden_s + 0.1)
    assert all(seat.dice and not seat.covered for seat in waited.seats)


def test_a_board_is_read_whose_marker_left_the_picture_with_a_bump(eye, photo, paper):
    eye.observe(photo.image, 0, 0.0)
    x, y, z = photo.pose.translation_mm
    for step in range(1, 40):
        after = photograph(photo.layout, paper=paper, pose=Pose(photo.pose.rotation, (x + 10 * step, y, z)))
        seen = eye.observe(after.image, step, float(step))
        if eye._drift.in_frame != set(eye._drift.expected):
            break
    assert len(eye._drift.in_frame) < len(eye._drift.expected)
    assert seen.problem is None
    assert all(seat.dice and not seat.covered for seat in seen.seats)


def test_too_many_dice_are_reported_and_not_hidden(fitted, photo):
    seen = Eye(fitted, CountingReader(dice=11), None).observe(photo.image, 0, 0.0)
    assert all(seat.overfull and len(seat.dice) == 11 for seat in seen.seats)


def test_a_bumped_camera_is_locked_again_within_one_frame(eye, photo, paper):
    eye.observe(photo.image, 0, 0.0)
    x, y, z = photo.pose.translation_mm
    after = photograph(photo.layout, paper=paper, pose=Pose(photo.pose.rotation, (x + 15, y - 8, z)))
    old = eye.regions.outlines_px["red/kali"].copy()
    seen = eye.observe(after.image, 1, 0.1)
    assert seen.problem is None
    assert np.abs(eye.regions.outlines_px["red/kali"] - old).max() > 8
    assert seen.quality.drift_px < 1.5


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (lambda image: (image * 0.05).astype(np.uint8), "too_dark"),
        (lambda image: np.zeros_like(image) + np.uint8([0, 135, 0]), "green_frame"),
        (lambda image: np.full_like(image, 255), "over_exposed"),
        (lambda image: something_else(image.shape), "no_markers"),
        (lambda image: cv2.GaussianBlur(image, (0, 0), 3.5), "blurred"),
        (lambda image: cv2.GaussianBlur(image, (0, 0), 12), "blurred"),
        (lambda image: image[:540, :960].copy(), "wrong_size"),
    ],
    ids=["dark", "green", "burnt", "cat", "soft", "melted", "half"],
)
def test_a_bad_frame_is_no_reading(eye, reader, photo, spoil, problem):
    eye.observe(photo.image, 0, 0.0)
    asked = reader.regions
    seen = eye.observe(spoil(photo.image), 1, 0.1)
    assert seen.problem == problem
    assert seen.seats == ()
    assert reader.regions == asked
    assert eye.observe(photo.image, 2, 0.2).problem is None


def test_when_only_one_marker_is_left_after_a_bump_the_eye_says_drifted(eye, photo, paper):
    eye.observe(photo.image, 0, 0.0)
    x, y, z = photo.pose.translation_mm
    after = photograph(photo.layout, paper=paper, pose=Pose(photo.pose.rotation, (x + 60, y, z))).image.copy()
    from assistant.vision.markers import find_markers

    for marker_id, corners in find_markers(after).items():
        if marker_id != 9:
            low, high = corners.min(0).astype(int) - 6, corners.max(0).astype(int) + 6
            after[low[1] : high[1], low[0] : high[0]] = 120
    assert eye.observe(after, 1, 0.1).problem == "drifted"


def test_the_time_of_every_stage_is_told(eye, photo):
    ms = eye.observe(photo.image, 0, 0.0).ms
    assert {"light", "markers", "change", "dice", "total"} <= set(ms)
    assert ms["total"] >= ms["dice"]


class BreakingReader:
    """Fails in the middle of a reading."""

    def read_regions(self, regions, die_px, colours=None, turns=None, boards=None):
        raise RuntimeError("the dice network broke")


@pytest.fixture(scope="module")
def tile_reader():
    from assistant.vision.gallery import Gallery, entry_of
    from assistant.vision.tile_net import TileNet
    from assistant.vision.tiles import TileReader
    from tests.vision.test_tiles import art

    return TileReader(TileNet.load(), Gallery(tuple(entry_of(f"tile-{i}", art(i)) for i in range(30))))


def test_dice_and_tiles_are_read_side_by_side_and_both_are_told(fitted, photo, tile_reader):
    dice = CountingReader()
    seen = Eye(fitted, dice, tile_reader).observe(photo.image, 0, 0.0)
    assert dice.regions == 4 and len(dice.turns) == 4
    assert all(seat.dice and len(seat.tiles) == 17 for seat in seen.seats)
    assert not any(tile.tile or tile.covered for seat in seen.seats for tile in seat.tiles)
    assert {"cut_tiles", "tiles", "cut_dice", "dice"} <= set(seen.ms)
    assert seen.ms["total"] >= max(seen.ms["tiles"], seen.ms["dice"])


def test_a_reader_that_breaks_says_so_and_leaves_nothing_hanging(fitted, photo, tile_reader):
    eye = Eye(fitted, BreakingReader(), tile_reader)
    with pytest.raises(RuntimeError, match="broke"):
        eye.observe(photo.image, 0, 0.0)
    eye.dice_reader = CountingReader()
    eye.forget()
    assert all(seat.dice for seat in eye.observe(photo.image, 1, 0.1).seats)


class CountingTiles:
    """Answers every cell the same and keeps how many were asked for at a time."""

    net = SimpleNamespace(side_px=64)

    def __init__(self, tile, confidence):
        self.answer = CellAnswer(tile, None if tile is None else 0, confidence, False, tile, 0.9, 0.5)
        self.asked = []

    def read_patches(self, cells, is_bare=None):
        self.asked.append(len(cells))
        return [self.answer] * len(cells)


@pytest.mark.parametrize(
    ("tile", "confidence", "waits_s"), [("tile-1", 1.0, 15.0), (None, 0.9, 15.0), ("tile-1", 0.5, 3.0)]
)
def test_cells_are_read_again_board_by_board_and_later_when_they_were_read_surely(
    fitted, photo, tile, confidence, waits_s
):
    tiles = CountingTiles(tile, confidence)
    eye = Eye(fitted, None, tiles)
    eye.observe(photo.image, 0, 0.0)
    eye.observe(photo.image, 1, waits_s - 0.1)
    assert tiles.asked == [4 * 17]
    eye.observe(photo.image, 2, waits_s + 0.1)
    assert tiles.asked == [4 * 17, 17]


@pytest.mark.parametrize(("tile", "again"), [(None, [17]), ("tile-1", [])])
def test_a_cell_that_shows_nothing_known_is_read_once_more_with_its_whole_board(fitted, photo, tile, again):
    tiles = CountingTiles(tile, 0.95)
    eye = Eye(fitted, None, tiles)
    eye.observe(photo.image, 0, 0.0)
    lifted = photo.image.copy()
    x, y = eye.regions.outlines_px["white/province/r1c1"].mean(0).astype(int)
    lifted[y - 8 : y + 8, x - 8 : x + 8] = (30, 30, 220)
    for number in range(1, 6):
        eye.observe(lifted, number, number / 10)
    assert tiles.asked == [4 * 17, 1, *again]


def test_a_statue_partly_outside_the_picture_is_marked_and_waited_for(fitted, photo):
    """Its dice are listed, but what is not seen is never taken for no dice."""
    whole = Eye(fitted, CountingReader(), None).observe(photo.image, 0, 0.0)
    assert not any(seat.cut or seat.covered for seat in whole.seats)
    eye = Eye(fitted, CountingReader(), None)
    left = min(eye.regions.dice, key=lambda region: region.view.outline_px()[:, 0].min())
    middle_px = round(float(left.view.outline_px()[:, 0].mean()))
    narrow = calibrate({"camera0": np.ascontiguousarray(photo.image[:, middle_px:])})
    seats = {
        seat.seat: seat
        for seat in Eye(narrow, CountingReader(), None)
        .observe(np.ascontiguousarray(photo.image[:, middle_px:]), 0, 0.0)
        .seats
    }
    assert seats[left.seat].cut and seats[left.seat].covered
    assert not all(seat.cut for seat in seats.values())
