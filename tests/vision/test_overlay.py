"""Laying pictures over cells: the same correlation OpenCV computes one by one, for all candidates at once."""

import cv2
import numpy as np
import pytest

from assistant.vision.cell_patches import patched, unpatched
from assistant.vision.overlay import (
    FIT_PX,
    FIT_REACH_PX,
    FIT_SCALES,
    Overlays,
    fit_picture,
    fit_pictures,
    shown,
    turned,
)


def pictures(count, seed=5):
    rng = np.random.default_rng(seed)
    return [cv2.GaussianBlur(rng.integers(0, 255, (64, 64, 3)).astype(np.uint8), (0, 0), 2.5) for _ in range(count)]


def one_by_one(cell, picture):
    inner = slice(FIT_REACH_PX, FIT_PX - FIT_REACH_PX)
    middles = [np.ascontiguousarray(fit_picture(picture, scale)[inner, inner]) for scale in FIT_SCALES]
    return max(cv2.matchTemplate(fit_picture(cell), m, cv2.TM_CCOEFF_NORMED).max() for m in middles)


def test_fits_are_normalised_correlations_at_the_best_shift():
    known = pictures(6)
    cells = np.stack([np.roll(turned(picture, k % 4), (3, -4), (0, 1)) for k, picture in enumerate(known)])
    tries = np.array([[4 * k + k % 4, (4 * k + 7) % 24, 5] for k in range(6)])
    fits = Overlays(known).fits(shown(cells), tries)
    expected = [
        [one_by_one(cell, turned(known[t // 4], t % 4)) for t in row] for cell, row in zip(cells, tries, strict=True)
    ]
    assert np.abs(fits - expected).max() < 2e-3
    assert fits[:, 0].min() > 0.9
    assert fits[:, 1].max() < 0.6


def test_brightness_and_contrast_do_not_matter():
    known = pictures(2)
    dim = (np.stack(known) * 0.4 + 60).astype(np.uint8)
    assert Overlays(known).fits(shown(dim), np.array([[0], [4]])).min() > 0.99


def test_a_flat_cell_and_no_cells_at_all_are_no_trouble():
    over = Overlays(pictures(2))
    assert np.abs(over.fits(shown(np.full((1, 64, 64, 3), 90, np.uint8)), np.array([[0, 4]]))).max() < 0.1
    assert over.fits(shown(np.zeros((0, 64, 64, 3), np.uint8)), np.zeros((0, 4), int)).shape == (0, 4)


@pytest.mark.parametrize("side_px", [64, 50])
def test_cells_made_ready_together_are_those_made_ready_one_by_one(side_px):
    cells = np.stack([cv2.resize(picture, (side_px, side_px)) for picture in pictures(3)])
    assert (fit_pictures(cells) == np.stack([fit_picture(cell) for cell in cells])).all()


def test_some_of_the_cells_fit_as_they_do_among_all():
    known = pictures(4)
    ready, tries = shown(np.stack(known)), np.array([[4 * k, 4 * k + 1] for k in range(4)])
    over = Overlays(known)
    assert np.allclose(over.fits(ready.only([3, 1]), tries[[3, 1]]), over.fits(ready, tries)[[3, 1]], atol=1e-6)


def test_patches_hold_four_by_four_pixels_row_by_row():
    picture = np.random.default_rng(2).integers(0, 255, (3, 64, 64, 3)).astype(np.uint8)
    patches = patched(picture)
    assert patches.shape == (3, 16, 16, 48)
    assert (patches[2, 5, 7].reshape(4, 4, 3) == picture[2, 20:24, 28:32]).all()
    assert (unpatched(patches) == picture).all()
