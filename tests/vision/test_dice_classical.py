"""The baseline counts pips where counting is easy."""

import cv2
import numpy as np
import pytest

from assistant.vision.classical import read_classical

SPOTS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}


def drawn(value, body, ink):
    picture = np.full((120, 120, 3), 90, np.uint8)
    cv2.rectangle(picture, (40, 40), (80, 80), body, -1)
    for x, y in SPOTS[value]:
        cv2.circle(picture, (60 + 11 * x, 60 + 11 * y), 4, ink, -1, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize(("body", "ink"), [((200, 90, 20), (250, 250, 250)), ((240, 240, 240), (10, 10, 10))])
def test_a_clean_die_is_counted(value, body, ink):
    dice = [die for die in read_classical(drawn(value, body, ink), 40) if 45 < die.box_xyxy[0] + 20 < 75]
    assert value in [die.value for die in dice]


def test_a_plain_table_has_no_dice():
    assert read_classical(np.full((120, 120, 3), 90, np.uint8), 40) == []
    assert read_classical(np.full((3, 3, 3), 90, np.uint8)) == []


def test_the_colour_of_the_body_is_named():
    [die] = [d for d in read_classical(drawn(5, (200, 90, 20), (250, 250, 250)), 40) if d.value == 5]
    assert die.colour == "blue"
