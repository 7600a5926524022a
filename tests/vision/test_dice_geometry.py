"""The dice reader without any network: where candidates lie, what is cut, how readings are joined."""

import cv2
import numpy as np
import pytest

from assistant.vision.candidates import Candidates, peaks
from assistant.vision.colour import COLOURS, ColourModel, body_lab, name_four
from assistant.vision.dice import DiceLimits, DiceReader
from assistant.vision.dice_squares import FACE_SHARE, cut_squares
from assistant.vision.dice_squares import REGION_EDGE_PX as EDGE
from assistant.vision.infer import packed

READER_SIDE = 40
READER_EDGE = FACE_SHARE * READER_SIDE


class Scripted:
    """Stands in for a network: says what it was told and remembers what it was shown."""

    packed_side = READER_SIDE // 2

    def __init__(self, answer, settings=None):
        self.answer, self.settings, self.shown = answer, settings or {}, []

    def __call__(self, pixels):
        self.shown.append(pixels)
        return self.answer(pixels)


def finder_map(pixels, marks):
    """A map with one peak per (row, column, heat logit, value) mark; sizes are the nominal ones."""
    said = np.zeros((len(pixels), pixels.shape[1] // 2, pixels.shape[2] // 2, 17), np.float32)
    said[..., 0] = -8
    for row, column, heat, value in marks:
        said[0, row, column, 0] = heat
        said[0, row, column, 5 + value] = 9
        said[0, row, column, 12] = 9
    return said


def reader_says(value, colour=0, sure=9.0):
    def answer(pixels):
        said = np.zeros((len(pixels), 12), np.float32)
        said[:, value] = sure
        said[:, 7 + colour] = sure
        return said

    return answer


def made(marks, answer, **limits):
    finder = Scripted(lambda pixels: finder_map(pixels, marks))
    return DiceReader(finder, Scripted(answer), DiceLimits(**limits))


def with_expert(marks, answer, expert):
    """A reader whose expert counts alone beside the finder."""
    finder = Scripted(lambda pixels: finder_map(pixels, marks))
    limits = DiceLimits(expert_weight=1.0, asked_weight=0.5)
    return DiceReader(finder, Scripted(answer), limits, Scripted(expert))


GREY = np.full((160, 160, 3), 90, np.uint8)


def test_no_region_gives_no_reading():
    assert made([], reader_says(1)).read_regions([], EDGE) == []


def test_an_empty_region_gives_an_empty_list():
    assert made([], reader_says(1)).read_regions([GREY], EDGE) == [[]]


def test_a_marked_face_is_read_where_it_lies():
    [[die]] = made([(10, 20, 6.0, 4)], reader_says(4, colour=2)).read_regions([GREY], EDGE)
    assert (die.value, die.colour) == (4, None)  # the finder said blue, the reader orange: no colour is certain
    x0, y0, x1, y1 = die.box_xyxy
    assert ((x0 + x1) / 2, (y0 + y1) / 2) == pytest.approx((82, 42), abs=0.1)


def test_positions_are_given_in_the_regions_own_pixels():
    [[die]] = made([(10, 20, 6.0, 4)], reader_says(4)).read_regions([np.repeat(np.repeat(GREY, 2, 0), 2, 1)], 2 * EDGE)
    assert (die.box_xyxy[0] + die.box_xyxy[2]) / 2 == pytest.approx(164, abs=0.5)


def test_a_face_the_reader_calls_nothing_is_no_die():
    assert made([(10, 20, 0.0, 4)], reader_says(0)).read_regions([GREY], EDGE) == [[]]


def test_when_finder_and_reader_differ_the_value_is_unknown_and_the_box_stays():
    [[die]] = made([(10, 20, 6.0, 4)], reader_says(3)).read_regions([GREY], EDGE)
    assert die.value is None
    assert die.box_xyxy[2] > die.box_xyxy[0]


def test_a_doubtful_face_is_looked_at_again_unless_it_is_hardly_a_die():
    doubtful = made([(10, 20, 6.0, 4)], reader_says(3))
    doubtful.read_regions([GREY], EDGE)
    assert [len(batch) for batch in doubtful.reader.shown] == [1, 3]
    hardly = made([(10, 20, 0.0, 4)], reader_says(0))
    hardly.read_regions([GREY], EDGE)
    assert [len(batch) for batch in hardly.reader.shown] == [1]


def test_the_expert_is_asked_about_doubtful_faces_alone_and_sees_them_mirrored_too():
    marks = [(10, 20, 6.0, 4), (25, 20, 6.0, 3)]
    reader = with_expert(marks, reader_says(3), reader_says(4))
    [dice] = reader.read_regions([GREY], EDGE)
    assert [len(batch) for batch in reader.reader.shown] == [2]  # no more views than the first
    assert [len(batch) for batch in reader.expert.shown] == [2]  # one of the two, and its mirror image
    assert [die.value for die in dice] == [4, 3]  # finder and expert against the reader; nobody doubted the second


def test_nobody_asks_the_expert_where_finder_and_reader_agree():
    reader = with_expert([(10, 20, 6.0, 4)], reader_says(4), reader_says(1))
    [[die]] = reader.read_regions([GREY], EDGE)
    assert die.value == 4
    assert reader.expert.shown == []


def test_the_expert_is_asked_where_only_the_colour_is_in_doubt():
    reader = with_expert([(10, 20, 6.0, 4)], reader_says(4, colour=2), reader_says(4, colour=0))
    [[die]] = reader.read_regions([GREY], EDGE)
    assert [len(batch) for batch in reader.expert.shown] == [2]
    assert (die.value, die.colour) == (4, "blue")  # as the finder had it


def test_what_the_expert_calls_nothing_is_no_die():
    assert with_expert([(10, 20, 1.0, 4)], reader_says(3), reader_says(0)).read_regions([GREY], EDGE) == [[]]


def test_two_views_of_the_expert_that_differ_leave_the_value_open():
    def torn(pixels):
        first, mirrored = np.array_split(pixels, 2)
        return np.concatenate([reader_says(2)(first), reader_says(5)(mirrored)])

    [[die]] = with_expert([(10, 20, 6.0, 4)], reader_says(5), torn).read_regions([GREY], EDGE)
    assert die.value is None


def test_two_marks_on_one_face_are_one_die():
    [dice] = made([(10, 20, 6.0, 4), (12, 20, 3.0, 2)], reader_says(4)).read_regions([GREY], EDGE)
    assert [die.value for die in dice] == [4]


def test_touching_dice_stay_two():
    [dice] = made([(10, 20, 6.0, 4), (10, 25, 6.0, 4)], reader_says(4)).read_regions([GREY], EDGE)
    assert len(dice) == 2


def test_regions_of_one_shape_are_looked_at_together_and_every_shape_for_itself():
    reader = made([], reader_says(1))
    assert reader.read_regions([GREY, GREY[:90, :70], GREY[:153]], EDGE) == [[], [], []]
    assert [batch.shape for batch in reader.finder.shown] == [(2, 80, 80, 12), (1, 48, 40, 12)]


def test_dice_of_regions_of_different_shapes_stay_with_their_regions():
    reader = made([(10, 15, 6.0, 4)], reader_says(4))
    small, large = reader.read_regions([GREY[:90, :70], GREY], EDGE)
    assert [die.value for die in small] == [die.value for die in large] == [4]
    swapped = reader.read_regions([GREY, GREY[:90, :70], GREY], EDGE)
    assert [len(dice) for dice in swapped] == [1, 1, 0]  # the stand-in marks the first picture of every look


def test_only_places_no_neighbour_exceeds_are_marked_also_at_the_edge_of_the_map():
    heat = np.full((2, 6, 8), -5, np.float32)
    heat[0, 0, 0], heat[0, 1, 1], heat[0, 3, 4], heat[0, 3, 5] = 2, 1, 3, 3
    heat[1, 5, 7], heat[1, 2, 2] = 1, -2
    assert list(zip(*(part.tolist() for part in peaks(heat, -1.0)), strict=True)) == [
        (0, 0, 0),
        (0, 3, 4),
        (0, 3, 5),
        (1, 5, 7),
    ]


def test_packing_keeps_every_two_by_two_square_together():
    picture = np.arange(4 * 6 * 3, dtype=np.uint8).reshape(1, 4, 6, 3)
    square = packed(picture)[0, 1, 2]
    assert square.tolist() == picture[0, 2:4, 4:6].ravel().tolist()


@pytest.mark.parametrize("side", [40, 48])
def test_the_readers_square_shows_the_face_in_the_middle_at_its_own_size(side):
    picture = np.zeros((300, 300, 3), np.uint8)
    picture[130:172, 80:122] = 255  # a face of 42 pixels around (101, 151)
    found = Candidates(
        *(
            np.array(x, t)
            for x, t in zip(
                ([0], [[101, 151]], [42], [[42, 42]], [1], [[0] * 6], [[0] * 5]), ["i8"] + ["f4"] * 6, strict=True
            )
        )
    )
    [square] = cut_squares([picture], found, side)
    bright = np.argwhere(square[..., 0] > 127)
    assert square.shape == (side, side, 3)
    assert np.ptp(bright, axis=0) + 1 == pytest.approx(FACE_SHARE * side, abs=1.1)
    assert bright.mean(0) == pytest.approx(side / 2 - 0.5, abs=0.6)


def test_the_body_is_the_mean_of_what_is_nearest_to_the_median():
    squares = np.random.default_rng(4).integers(0, 255, (3, 40, 40, 3)).astype(np.uint8)
    rows = squares[:, 12:28:2, 12:28:2].reshape(3, -1, 3)
    lab = cv2.cvtColor(rows.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    gaps = np.abs(lab - np.median(lab, axis=1, keepdims=True)).sum(-1)
    near = gaps <= np.percentile(gaps, 60, axis=1, keepdims=True)
    expected = [one[kept].mean(0) for one, kept in zip(lab, near, strict=True)]
    assert body_lab(squares, READER_EDGE) == pytest.approx(np.array(expected), abs=1e-3)


def test_the_body_is_measured_without_its_pips():
    square = np.full((1, 40, 40, 3), (200, 80, 30), np.uint8)
    plain = body_lab(square, READER_EDGE)
    square[0, 16:20, 16:20] = square[0, 22:26, 22:26] = 255
    assert body_lab(square, READER_EDGE) == pytest.approx(plain, abs=0.5)
    assert body_lab(square[:0], READER_EDGE).shape == (0, 3)


def test_a_table_with_its_own_colours_overrules_the_defaults():
    shown = {name: [np.array([50, 20 * k, -20 * k], np.float32)] for k, name in enumerate(COLOURS)}
    model = ColourModel.from_json(ColourModel.learn(shown).to_json())
    best = model.log_likelihood(np.array([[45, 41, -39]], np.float32)).argmax()
    assert COLOURS[int(best)] == "orange"


@pytest.mark.parametrize("data", [{}, {"lab": {"red": [1, 2, 3]}}, {"lab": {"blue": [1, 2]}}])
def test_colours_that_are_none_are_refused(data):
    with pytest.raises(ValueError, match="colours"):
        ColourModel.from_json(data)


def test_four_dice_get_four_different_colours():
    log = np.log(
        np.array([[0.6, 0.1, 0.1, 0.2], [0.1, 0.8, 0.05, 0.05], [0.1, 0.1, 0.7, 0.1], [0.5, 0.1, 0.1, 0.3]], np.float32)
    )
    assert name_four(log) == ("blue", "green", "orange", "purple")
    assert name_four(log[:3]) is None


@pytest.mark.parametrize("turn", [0, 1, 2, 3, 5])
def test_a_turned_region_answers_in_its_own_pixels(turn):
    region = np.zeros((160, 120, 3), np.uint8)
    upright = np.rot90(region, turn)
    marked = np.zeros(upright.shape[:2], np.uint8)
    marked[40:44, 80:84] = 1  # the cell (row 10, column 20) of the turned picture
    row, column = np.argwhere(np.rot90(marked, -turn)).mean(0) + 0.5
    [[die]] = made([(10, 20, 6.0, 4)], reader_says(4)).read_regions([region], EDGE, turns=[turn])
    x0, y0, x1, y1 = die.box_xyxy
    assert ((x0 + x1) / 2, (y0 + y1) / 2) == pytest.approx((column, row), abs=0.1)
