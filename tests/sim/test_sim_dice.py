"""Dice as bodies: western faces, pips that can be counted, colours that are really there."""

import cv2
import numpy as np
import pytest

from assistant.sim.dice import FACE_NORMALS, body_of, die_sprite, facing_up
from assistant.sim.lighting import UP, View
from assistant.sim.pose import Lens, Pose, look_at
from assistant.sim.scene import COLOURS, DiceLook, DieOnTable, Light, Lighting, lay_dice, slot_is_free
from assistant.vision.layout import kali_shape

SOFT = Lighting(0.6, (Light(softness=1.0, strength=0.4),))


def overhead(elevation_deg=90.0):
    pose = Pose((200, 200), Lens(10.0), *look_at((0.0, 0.0), 160.0, elevation_deg, 0.0))
    return View(pose, SOFT, (0.0, 0.0))


def portrait(die, look, view):
    return die_sprite(die, body_of(die, (0.0, 0.0), 0.0, 0.0, look), look, view)


def test_opposite_faces_add_up_to_seven():
    for value, normal in FACE_NORMALS.items():
        assert FACE_NORMALS[7 - value] == tuple(-n for n in normal)


def test_one_two_three_run_counter_clockwise_around_their_corner():
    one, two, three = (np.array(FACE_NORMALS[v]) for v in (1, 2, 3))
    # Seen from outside, three directions run counter-clockwise exactly when their triple product is positive.
    assert np.linalg.det(np.stack([one, two, three])) > 0


@pytest.mark.parametrize("value", range(1, 7))
def test_the_value_is_brought_on_top_by_a_proper_rotation(value):
    turn = facing_up(value)
    assert np.allclose(turn @ np.array(FACE_NORMALS[value]), UP)
    assert np.isclose(np.linalg.det(turn), 1)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("value", range(1, 7))
def test_the_pips_seen_from_above_count_the_value(value, turned):
    look = DiceLook(turned_pips=turned, gloss=0.0)
    sprite = portrait(DieOnTable("purple", value, 0, 0, angle_deg=17.0 * value), look, overhead())
    bright = ((sprite.colour.min(-1) > 140) & (sprite.alpha[..., 0] > 0.9)).astype(np.uint8)
    areas = cv2.connectedComponentsWithStats(bright)[2][1:, cv2.CC_STAT_AREA]
    assert (areas > 30).sum() == value


@pytest.mark.parametrize("colour", COLOURS)
def test_a_die_has_the_colour_it_is_said_to_have(colour):
    look = DiceLook()
    sprite = portrait(DieOnTable(colour, 1, 0, 0), look, overhead(60.0))
    seen = np.median(sprite.colour[sprite.alpha[..., 0] > 0.99], axis=0)
    distances = {c: np.linalg.norm(seen / seen.max() - np.array(b) / max(b)) for c, b in look.body}
    assert min(distances, key=distances.get) == colour


def test_a_low_camera_sees_side_faces_and_a_high_one_hardly():
    look, die = DiceLook(), DieOnTable("blue", 3, 0, 0)
    low = portrait(die, look, overhead(40.0)).box_xyxy
    high = portrait(die, look, overhead(90.0)).box_xyxy
    assert (low[3] - low[1]) > 1.15 * (high[3] - high[1])


def test_a_leaning_die_still_stands_on_the_table():
    look = DiceLook()
    for tilt in (0.0, 10.0, 30.0):
        body = body_of(DieOnTable("blue", 4, 0, 0, tilt_deg=tilt), (0, 0), 0.0, 2.0, look)
        reach = np.abs(body.rotation.T @ UP).sum() * (7 - 14 * look.corner_share) + 14 * look.corner_share
        assert np.isclose(-body.centre_mm[2] - reach, 2.0)


def test_dice_are_laid_into_free_slots_and_stay_near_them():
    rng = np.random.default_rng(1)
    there = lay_dice([("blue", 1), ("green", 2)], rng)
    more = lay_dice([("orange", 3)] * 8, rng, beside=there)
    slots = kali_shape().die_slots_mm
    assert [slot_is_free(slot, (*there, *more)) for slot in slots] == [False] * 10
    for die in (*there, *more):
        assert min(np.hypot(die.x_mm - x, die.y_mm - y) for x, y in slots) < 3


def test_more_dice_than_the_statue_holds_are_laid_down_all_the_same():
    dice = lay_dice([("blue", 1)] * 13, np.random.default_rng(2))
    assert len(dice) == 13
    assert len({(round(d.x_mm), round(d.y_mm)) for d in dice}) == 13
