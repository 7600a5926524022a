"""Rendered dice in other skins: only bodies change, and they stay of their colour."""

import colorsys
import sys

import cv2
import numpy as np
import pytest

from assistant.resources import resource

sys.path.insert(0, str(resource("models")))
from train.diemesh import die_vertices
from train.repaint import repainted
from train.scenes import IMAGE_WH, TABLE_COLOURS, sample_scene

GROUND = (90, 130, 110)
SEED = 4


def outline(scene, die):
    points, _, _ = die_vertices(die.values, die.turns, die.make)
    pixels = scene.view.project(points.astype(float) @ die.rotation.T + die.centre)
    return cv2.convexHull(pixels.astype(np.float32))[:, 0]


@pytest.fixture(scope="module")
def record():
    """What is told of a table of plain dice."""
    scene = sample_scene("blank", SEED, (20, 30), 0.0)
    things = {True: [], False: []}
    for die in scene.dice:
        things[die.is_die].append({"outline_xy": outline(scene, die).tolist()})
    drawn_by = {"split": "blank", "dice_count": [20, 30], "hard_share": 0.0}
    return {"seed": SEED, "drawn_by": drawn_by, "dice": things[True], "blocks": things[False]}


@pytest.fixture(scope="module")
def plain():
    """That table in even light: every body in its colour, without pips."""
    scene = sample_scene("blank", SEED, (20, 30), 0.0)
    picture = np.full((IMAGE_WH[1], IMAGE_WH[0], 3), GROUND, np.uint8)
    for die in sorted(scene.dice, key=lambda one: -np.linalg.norm(one.centre - scene.view.frame()[0])):
        body = [round(255 * share) for share in die.make.body_rgb[::-1]]
        cv2.fillConvexPoly(picture, outline(scene, die).astype(np.int32), body)
    return picture


@pytest.fixture(scope="module")
def painted(plain, record):
    return repainted(np.random.default_rng(5), plain, record)


def body_of(record):
    mask = np.zeros(IMAGE_WH[::-1], np.uint8)
    for thing in record["dice"]:
        cv2.fillConvexPoly(mask, np.array(thing["outline_xy"]).astype(np.int32), 1)
    return cv2.dilate(mask, np.ones((5, 5), np.uint8)) > 0


def test_the_table_around_the_dice_stays_as_it_was(plain, record, painted):
    beside = np.abs(painted.astype(int) - plain)[~body_of(record)]
    assert beside.max() <= 1, "rounding alone"


def test_most_bodies_get_another_skin(plain, record, painted):
    changed = [
        np.abs(painted.astype(int) - plain)[cv2.fillConvexPoly(np.zeros(IMAGE_WH[::-1], np.uint8), hull, 1) > 0].max()
        for hull in (np.array(thing["outline_xy"]).astype(np.int32) for thing in record["dice"])
    ]
    assert np.mean(np.array(changed) > 20) > 0.6


def test_every_die_keeps_the_colour_it_is_called_by(record, painted):
    scene = sample_scene("blank", SEED, (20, 30), 0.0)
    dice = [die for die in scene.dice if die.is_die]
    apart = []
    for die, thing in zip(dice, record["dice"], strict=True):
        hull = np.array(thing["outline_xy"]).astype(np.int32)
        blue, green, red = painted[cv2.fillConvexPoly(np.zeros(IMAGE_WH[::-1], np.uint8), hull, 1) > 0].mean(0) / 255
        hue = colorsys.rgb_to_hsv(red, green, blue)[0] * 360
        low, high = TABLE_COLOURS[die.colour][0]
        apart.append(abs((hue - (low + high) / 2 + 180) % 360 - 180))
    assert np.mean(np.array(apart) < 45) > 0.85, "neighbours lap over some"


def test_the_same_numbers_give_the_same_coat(plain, record, painted):
    again = repainted(np.random.default_rng(5), plain, record)
    assert np.array_equal(again, painted)
    assert not np.array_equal(repainted(np.random.default_rng(6), plain, record), painted)


def test_only_pictures_of_plain_dice_are_painted(plain, record):
    with pytest.raises(ValueError, match="seed 4"):
        repainted(np.random.default_rng(5), plain, record | {"drawn_by": {"split": "table"}})
    with pytest.raises(ValueError, match="blank"):
        repainted(np.random.default_rng(5), plain, {"seed": 4})
