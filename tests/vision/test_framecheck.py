"""A bad frame is never a reading, and says why."""

import cv2
import numpy as np
import pytest

from assistant.vision.framecheck import blur_problem, light_problem, marker_blur_px, measure_light
from assistant.vision.readings import Problem


def test_a_good_frame_has_no_problem(photo, fitted):
    assert light_problem(measure_light(photo.image)) is None
    blur = marker_blur_px(photo.image[..., 1], fitted.camera().markers_px)
    assert blur_problem(blur, 20.0) is None


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


def test_blur_is_measured_at_the_markers_and_big_dice_bear_more(photo, fitted):
    markers = fitted.camera().markers_px
    soft = cv2.GaussianBlur(photo.image, (0, 0), 4.0)
    blur = marker_blur_px(soft[..., 1], markers)
    assert 2.4 < blur < 6
    assert marker_blur_px(photo.image[..., 1], markers) < 1.3
    assert blur_problem(blur, 18.0) is Problem.BLURRED
    assert blur_problem(blur, 60.0) is None
    assert marker_blur_px(np.full((100, 100), 128, np.uint8), {}) is None


def test_the_light_is_measured_on_the_same_pixels_whether_the_step_divides_the_frame_or_not(photo):
    # The first `step - 1` rows and columns beyond a whole number of steps add no sample of their own.
    whole = photo.image[:600, :960]
    assert measure_light(whole) == measure_light(photo.image[:589, :949])
    assert measure_light(whole) != measure_light(np.roll(whole, 1, axis=1))
