"""Without markers the boards' own print tells whether the camera was moved and whether the frame is sharp."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from assistant.sim.sensor import Conditions, blur
from assistant.vision.landmarks import PrintWatch
from assistant.vision.pipeline import Eye
from assistant.vision.readings import Problem
from tests.vision.test_pipeline import CountingReader


def without_markers(fitted, kept=True):
    """The calibration as it would be with corners given by hand."""
    camera = fitted.camera()
    empty = camera.empty if kept else {}
    return replace(fitted, cameras=(replace(camera, markers_px={}, empty=empty),))


@pytest.fixture(scope="module")
def bare_eye(fitted):
    return Eye(without_markers(fitted), CountingReader(), None)


@pytest.fixture(scope="module")
def prints(fitted):
    return PrintWatch(fitted.camera(), fitted.die_side_mm)


def with_dice_and_hand(image, eye):
    """White squares in the places of dice and a hand over one statue."""
    busy = image.copy()
    for name in ("red/kali", "white/kali", "black/kali"):
        x, y = eye.regions.outlines_px[name].mean(0).astype(int)
        for dx in (-24, 0, 24):
            busy[y - 8 : y + 8, x + dx - 8 : x + dx + 8] = 235
    x, y = eye.regions.outlines_px["yellow/kali"].mean(0).astype(int)
    busy[y - 60 : y + 60, x - 60 : x + 60] = (120, 150, 205)
    return busy


def test_an_unmoved_sharp_frame_is_read_without_markers(bare_eye, photo):
    assert bare_eye.observe(photo.image, 0, 0.0).problem is None


def test_dice_hands_and_another_light_are_no_bump(prints, bare_eye, photo):
    busy = with_dice_and_hand(photo.image, bare_eye)
    for frame in (busy, (busy * 0.5).astype(np.uint8), np.clip(busy * 1.2 + 15, 0, 255).astype(np.uint8)):
        for _ in range(6):
            assert prints.look(frame).problem is None


@pytest.mark.parametrize("shift_px", [12, 40, 100, 200])
def test_a_camera_moved_without_markers_stops_the_reading(bare_eye, photo, shift_px):
    seen = bare_eye.observe(np.roll(photo.image, shift_px, 1), 1, 0.1)
    assert (seen.problem, seen.seats) == ("drifted", ())
    assert bare_eye.observe(photo.image, 2, 0.2).problem is None


@pytest.mark.parametrize("angle_deg", [0, 45, 90])
def test_a_shaken_frame_without_markers_is_blurred(prints, bare_eye, photo, angle_deg):
    die_px = bare_eye.regions.die_px
    slightly = blur(photo.image, Conditions(motion_px=0.15 * die_px, motion_deg=angle_deg))
    badly = blur(photo.image, Conditions(motion_px=0.6 * die_px, motion_deg=angle_deg))
    assert {prints.look(slightly).problem for _ in range(56)} == {None}
    assert {prints.look(badly).problem for _ in range(56)} == {Problem.BLURRED}


@pytest.mark.parametrize("sigma_dice", [0.16, 0.2, 0.4])
def test_a_frame_out_of_focus_without_markers_is_blurred(bare_eye, photo, sigma_dice):
    """Whichever pieces of print are looked at; the limit lies at about 0.12, a little higher at some of them."""
    soft = cv2.GaussianBlur(photo.image, (0, 0), sigma_dice * bare_eye.regions.die_px)
    assert {bare_eye.observe(soft, k, 0.1 * k).problem for k in range(1, 57)} == {"blurred"}


def test_a_file_without_pictures_of_the_boards_works_as_before(fitted, photo):
    """Nothing can be told then, and nothing is refused."""
    eye = Eye(without_markers(fitted, kept=False), CountingReader(), None)
    assert eye.observe(np.roll(photo.image, 100, 1), 0, 0.0).problem is None


def test_with_markers_the_print_is_not_asked(fitted):
    assert Eye(fitted, CountingReader(), None)._prints is None
