"""The rendered worlds: what is tested was never trained on, and the same seed gives the same dice."""

import sys

import numpy as np
import pytest

from assistant.resources import resource

sys.path.insert(0, str(resource("models")))
from train.diemesh import DieMake, skin
from train.materials import PATTERNS
from train.scenes import PAINTS, SPLITS, sample_scene

TRAINED = ("train", "table", "doubtful")
EVERYWHERE = {"plain", "pearl"}  # every box has plastic; how rough it is differs from split to split


def materials(name: str) -> set[str]:
    """What dice of a split are seen in; some plain ones are painted over."""
    return {*SPLITS[name].patterns, *PAINTS.get(name, ())}


@pytest.mark.parametrize("kept_apart", ["validation", "matt", "blank", "test"])
def test_strange_materials_lights_and_art_are_never_trained_on(kept_apart):
    own = SPLITS[kept_apart]
    strange = materials(kept_apart)
    for name, trained in ((name, SPLITS[name]) for name in TRAINED):
        assert strange & materials(name) <= EVERYWHERE
        assert not set(own.lights) & set(trained.lights)
        assert not set(own.families) & set(trained.families)
        assert not set(own.pip_inks) & set(trained.pip_inks)


@pytest.mark.parametrize("fitted_on", ["validation", "matt", "blank"])
def test_the_test_shares_nothing_strange_with_validation(fitted_on):
    test, validation = SPLITS["test"], SPLITS[fitted_on]
    assert materials("test") & materials(fitted_on) <= EVERYWHERE
    assert not set(test.lights) & set(validation.lights)
    assert not set(test.families) & set(validation.families)


def test_dice_of_the_test_are_as_rough_as_none_that_were_trained_on():
    for low, high in SPLITS["test"].roughness:
        for trained in TRAINED:
            assert all(high <= least or most <= low for least, most in SPLITS[trained].roughness)


@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_a_pattern_leaves_a_strip_of_colours_and_comes_back_with_its_seed(name):
    make = DieMake(0.1, 0.8, 0.1, 0.25, 0.0, (0.1, 0.3, 0.7), (0.95, 0.95, 0.95), name, 1.0)
    first, pips = skin(np.random.default_rng(3), [1, 2, 3, 4, 5, 6], [0] * 6, make)
    again, _ = skin(np.random.default_rng(3), [1, 2, 3, 4, 5, 6], [0] * 6, make)
    assert first.shape == (64, 384, 3) and pips.shape == (64, 384)
    assert np.isfinite(first).all() and first.min() >= 0 and first.max() <= 1
    assert np.array_equal(first, again)
    assert np.allclose(first[pips > 0.99], 0.95, atol=0.01), "pips are painted over the pattern"


def test_every_material_that_is_trained_on_or_tested_can_be_drawn():
    used = {name for key, split in SPLITS.items() for name in (*materials(key), *split.blocks[1])}
    assert used == set(PATTERNS)


def test_the_same_seed_gives_the_same_scene():
    one, other = (sample_scene("test", 7, (20, 32), 0.2) for _ in range(2))
    assert [die.make for die in one.dice] == [die.make for die in other.dice]
    assert one.view == other.view and one.light == other.light
