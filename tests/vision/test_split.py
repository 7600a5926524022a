"""One photo of many tiles, cut by itself."""

import cv2
import numpy as np
import pytest

from assistant.vision.split import SplitError, find_tiles, split_grid, split_photo
from tests.vision.test_gallery import art


def photo_of_tiles(rows, columns, turn_deg=0.0, seed=5):
    """Tiles apart on a grey cloth, each a little crooked."""
    rng = np.random.default_rng(seed)
    photo = np.clip(rng.normal(150, 4, (200 * rows + 80, 200 * columns + 80, 1)), 0, 255).repeat(3, 2).astype(np.uint8)
    for r in range(rows):
        for c in range(columns):
            tile = np.clip(art(r * columns + c, 140).astype(int) * 0.6, 0, 130).astype(np.uint8)
            centre = (140 + 200 * c + rng.uniform(-8, 8), 140 + 200 * r + rng.uniform(-8, 8))
            bend = cv2.getRotationMatrix2D((70, 70), turn_deg + rng.uniform(-4, 4), 1.0)
            bend[:, 2] += np.array(centre) - 70
            size = (photo.shape[1], photo.shape[0])
            mask = cv2.warpAffine(np.full((140, 140), 255, np.uint8), bend, size) > 127
            photo[mask] = cv2.warpAffine(tile, bend, size)[mask]
    return photo


def test_every_tile_of_a_photo_is_found_in_reading_order():
    photo = photo_of_tiles(3, 4)
    tiles = find_tiles(photo)
    assert len(tiles) == 12
    centres = [corners.mean(0) for corners in tiles]
    for number, centre in enumerate(centres):
        goal = (140 + 200 * (number % 4), 140 + 200 * (number // 4))
        assert np.hypot(*(centre - goal)) < 20


def test_the_cut_pictures_show_the_tiles_upright():
    photo = photo_of_tiles(2, 3, turn_deg=9.0)
    for number, cut in enumerate(split_photo(photo)):
        flat = np.clip(art(number, 192).astype(int) * 0.6, 0, 130).astype(np.uint8)
        inner = np.s_[20:-20, 20:-20]
        assert np.abs(cut[inner].astype(int) - flat[inner]).mean() < 12


def test_a_photo_without_tiles_is_refused_with_the_way_out():
    with pytest.raises(SplitError, match="--grid"):
        split_photo(np.full((400, 600, 3), 120, np.uint8))


def test_touching_tiles_are_cut_by_a_grid():
    picture = np.arange(20 * 30 * 3).reshape(20, 30, 3).astype(np.uint8)
    fields = split_grid(picture, 2, 3)
    assert len(fields) == 6
    assert (fields[4] == picture[10:20, 10:20]).all()
