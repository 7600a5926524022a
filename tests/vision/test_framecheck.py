"""A bad frame is never a reading, and says why."""

import cv2
import numpy as np
import pytest

from assistant.sim.sensor import Conditions, blur
from assistant.vision.framecheck import blur_problem, light_problem, marker_blur, measure_light
from assistant.vision.readings import Problem


def test_a_good_frame_has_no_problem(photo, fitted):
    assert light_problem(measure_light(photo.image)) is None
    assert blur_problem(blur_of(photo.image, fitted, 20.0)) is None


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (lambda image: (image * 0.08).astype(np.uint8), Problem.TOO_DARK),
        (np.zeros_like, Problem.TOO_DARK),
        (lambda image: np.clip(image.astype(float) * 4 + 60, 0, 255).astype(np.uint8), Problem.OVER_EXPOSED),
        (lambda image: np.full_like(image, 0) + np.uint8([0, 135, 0]), Problem.GREEN_FRAME),
        (lambda image: np.full_like(image, 128), Problem.GREEN_FRAME),
        (
            lambda image: np.concatenate([image[:700], np.zeros_like(image[700:]) + np.uint8([0, 135, 0])]),
            Problem.GREEN_FRAME,
        ),
    ],
    ids=["dark", "black", "burnt", "green", "grey", "torn"],
)
def test_a_spoilt_frame_is_refused_with_its_code(photo, spoil, problem):
    assert light_problem(measure_light(spoil(photo.image))) is problem


@pytest.mark.parametrize("cloth_bgr", [(40, 97, 39), (20, 120, 30), (8, 70, 22)], ids=["felt", "bright", "dark"])
def test_a_green_table_cloth_is_no_dying_camera(photo, cloth_bgr):
    """Half of the picture is cloth with a little grain."""
    image = photo.image.copy()
    grain = np.random.default_rng(2).normal(0, 4, image[:540].shape)
    image[:540] = np.clip(np.array(cloth_bgr) + grain, 0, 255).astype(np.uint8)
    assert light_problem(measure_light(image)) is None


def test_a_torn_frame_that_was_coded_is_still_torn(photo):
    torn = np.concatenate([photo.image[:700], np.zeros_like(photo.image[700:]) + np.uint8([0, 135, 0])])
    coded = cv2.imdecode(cv2.imencode(".jpg", torn, [cv2.IMWRITE_JPEG_QUALITY, 70])[1], cv2.IMREAD_COLOR)
    assert light_problem(measure_light(np.asarray(coded))) is Problem.GREEN_FRAME


def shaken(image, length_px, angle_deg):
    return blur(image, Conditions(motion_px=length_px, motion_deg=angle_deg))


def blur_of(image, fitted, die_px):
    markers = fitted.camera().markers_px
    return marker_blur(image[..., 1], markers, dict.fromkeys(markers, die_px))


def test_blur_is_measured_at_the_markers_and_big_dice_bear_more(photo, fitted):
    soft = cv2.GaussianBlur(photo.image, (0, 0), 4.0)
    assert 2.4 < blur_of(soft, fitted, 20.0).px < 6
    assert blur_of(photo.image, fitted, 20.0).px < 1.3
    assert blur_problem(blur_of(soft, fitted, 20.0)) is Problem.BLURRED
    assert blur_problem(blur_of(soft, fitted, 60.0)) is None
    assert marker_blur(np.full((100, 100), 128, np.uint8), {}, {}) is None


@pytest.mark.parametrize("angle_deg", [0, 30, 45, 90, 135])
def test_a_shaken_frame_is_blurred_whichever_way_it_was_shaken(photo, fitted, angle_deg):
    """Edges along the way stay sharp; a die shaken by half its width is misread all the same."""
    die_px = 24.0
    assert blur_problem(blur_of(shaken(photo.image, 0.18 * die_px, angle_deg), fitted, die_px)) is None
    assert blur_problem(blur_of(shaken(photo.image, 0.45 * die_px, angle_deg), fitted, die_px)) is Problem.BLURRED


def test_a_sharp_frame_with_very_small_dice_is_not_blurred_and_tiles_bear_more_than_dice(photo, fitted):
    assert blur_problem(blur_of(photo.image, fitted, 8.0)) is None
    soft = cv2.GaussianBlur(photo.image, (0, 0), 2.0)
    assert blur_problem(blur_of(soft, fitted, 18.0)) is Problem.BLURRED
    assert blur_problem(blur_of(soft, fitted, 0.0)) is None


def test_grain_does_not_hide_blur(photo, fitted):
    soft = cv2.GaussianBlur(photo.image, (0, 0), 3.0)
    grain = np.random.default_rng(3).normal(0, 6, soft.shape)
    assert blur_problem(blur_of(np.clip(soft + grain, 0, 255).astype(np.uint8), fitted, 24.0)) is Problem.BLURRED


def test_the_light_is_measured_on_the_same_pixels_whether_the_step_divides_the_frame_or_not(photo):
    # The first `step - 1` rows and columns beyond a whole number of steps add no sample of their own.
    whole = photo.image[:600, :960]
    assert measure_light(whole) == measure_light(photo.image[:589, :949])
    assert measure_light(whole) != measure_light(np.roll(whole, 1, axis=1))
