"""The free search without any network: scales, tiles, refusals."""

import numpy as np
import pytest

from assistant.vision.candidates import NOMINAL_EDGE_PX
from assistant.vision.dice import DiceReader
from assistant.vision.dice_limits import DiceLimits
from assistant.vision.loose import LooseLimits, _tiles, read_loose, scales

LIMITS = LooseLimits()


@pytest.mark.parametrize("edge_px", [15, 40, 100, 250, 400])
@pytest.mark.parametrize("shape", [(480, 640), (1080, 1920), (3000, 4000)])
def test_every_size_of_die_comes_near_the_size_the_finder_knows(shape, edge_px):
    nearest = min(abs(np.log(edge_px * scale / NOMINAL_EDGE_PX)) for scale in scales(shape, LIMITS))
    assert np.exp(nearest) < LIMITS.octave


def test_a_huge_picture_is_looked_at_in_bounded_work():
    area = 10_000 * 10_000
    assert sum(area * scale**2 for scale in scales((10_000, 10_000), LIMITS)) <= LIMITS.most_looked_px


@pytest.mark.parametrize("shape", [(1, 1), (50, 3000), (1024, 1024), (1500, 2100)])
def test_tiles_cover_every_pixel(shape):
    covered = np.zeros(shape, bool)
    for left, top, tile in _tiles(np.zeros((*shape, 3), np.uint8), 1024):
        covered[top : top + tile.shape[0], left : left + tile.shape[1]] = True
    assert covered.all()


class Blind:
    packed_side = 20

    def __init__(self):
        self.settings = {}

    def __call__(self, pixels):
        return np.full((len(pixels), pixels.shape[1] // 2, pixels.shape[2] // 2, 17), -9, np.float32)


@pytest.mark.parametrize("shape", [(1, 1, 3), (2, 900, 3), (64, 64, 3)])
def test_a_picture_without_dice_gives_an_empty_list(shape):
    assert read_loose(np.zeros(shape, np.uint8), DiceReader(Blind(), Blind(), DiceLimits())) == []


@pytest.mark.parametrize("bad", [np.zeros((5, 5), np.uint8), np.zeros((5, 5, 4), np.uint8), np.zeros((5, 5, 3))])
def test_what_is_no_picture_is_refused_by_name(bad):
    with pytest.raises(ValueError, match="expected a BGR picture"):
        read_loose(bad, DiceReader(Blind(), Blind(), DiceLimits()))
