"""The expert's lessons: what the shipped pair marks in a picture, told by the truth."""

import sys

import cv2
import numpy as np
import pytest

from assistant.app.bench import eye_dice
from assistant.app.bench.eye_straight import straight
from assistant.resources import resource
from assistant.vision.dice import DiceReader

sys.path.insert(0, str(resource("models")))
from train.bank import UNKNOWN, Item, rendered_truth
from train.doubts import Marks, marked


@pytest.fixture(scope="module")
def items() -> list[Item]:
    rows = eye_dice.rendered_set(resource("models") / "dice-sample")[:4]
    views = [straight(cv2.imread(str(path)), record) for path, record in rows]
    no_lures = np.zeros((0, 3), np.float32)
    return [Item(str(k), view, rendered_truth(told), [], "rendered", no_lures) for k, (view, told) in enumerate(views)]


@pytest.fixture(scope="module")
def marks(items: list[Item]) -> Marks:
    return marked(items, DiceReader.load())


def nearest(items, marks, k):
    truth = items[marks.item[k]].truth
    gap = np.hypot(*(truth.centre_xy - marks.at_xy[k]).T) / truth.edge_px
    return truth, int(gap.argmin()), float(gap.min())


def test_nearly_every_die_is_marked_once(items, marks):
    on_dice = np.nonzero(marks.value > 0)[0]
    dice = {(int(marks.item[k]), nearest(items, marks, k)[1]) for k in on_dice}
    assert len(dice) == len(on_dice), "a die is no two lessons of one look"
    assert len(dice) >= 0.97 * sum(len(item.truth.value) for item in items)


def test_a_mark_on_a_die_has_its_value_and_colour_and_any_other_has_none(items, marks):
    for k in range(len(marks.value)):
        truth, die, gap = nearest(items, marks, k)
        if marks.value[k]:
            assert (marks.value[k], marks.colour[k]) == (truth.value[die], truth.colour[die])
            assert gap < 0.45
        else:
            assert marks.colour[k] == UNKNOWN


def test_few_dice_are_doubted_and_not_all_that_are_none(marks):
    assert np.mean(marks.doubtful[marks.value > 0]) < 0.2
    assert not marks.doubtful[marks.value == 0].all()


def test_a_picture_without_dice_gives_no_lessons_and_no_error(items, marks):
    bare = Item(
        "bare",
        np.full((64, 64, 3), 90, np.uint8),
        items[0].truth.only(np.zeros(len(items[0].truth.value), bool)),
        [],
        "rendered",
        np.zeros((0, 3), np.float32),
    )
    both = marked([items[0], bare], DiceReader.load())
    assert set(both.item.tolist()) == {0}
