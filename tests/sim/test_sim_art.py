"""The procedural art: deterministic, told apart, split."""

import itertools

import numpy as np
import pytest

from assistant.editions import load_edition
from assistant.sim.art import (
    FAMILIES,
    SPLITS,
    SURFACES,
    board_picture,
    content_of,
    example_tiles,
    surface,
    tile_picture,
)
from assistant.sim.art.sketch import road_ways
from assistant.sim.box_art import contents_of
from assistant.vision.layout import kali_shape


@pytest.mark.parametrize("family", FAMILIES)
def test_a_tile_painted_again_is_the_same_to_the_byte(family):
    first = tile_picture(family, "blue-cow-1", 3).copy()
    tile_picture.cache_clear()
    assert np.array_equal(first, tile_picture(family, "blue-cow-1", 3))


@pytest.mark.parametrize("family", FAMILIES)
def test_every_tile_of_a_family_differs_from_every_other_in_every_rotation(family):
    tiles = [tile_picture(family, name).astype(np.int16) for name in example_tiles(8)]
    for a, b in itertools.combinations(tiles, 2):
        assert min(np.abs(a - np.rot90(b, turn)).mean() for turn in range(4)) > 6


@pytest.mark.parametrize("family", FAMILIES)
def test_a_turned_tile_does_not_look_like_itself(family):
    tile = tile_picture(family, "green-snake-2").astype(np.int16)
    assert min(np.abs(tile - np.rot90(tile, turn)).mean() for turn in (1, 2, 3)) > 6


def test_another_print_run_is_another_picture():
    assert not np.array_equal(tile_picture("poster", "blue-cow-1", 0), tile_picture("poster", "blue-cow-1", 1))


def test_the_content_of_a_tile_does_not_depend_on_the_family_or_the_run():
    assert content_of("orange-tiger-3") == content_of("orange-tiger-3")
    assert content_of("orange-tiger-3").colour == "orange"
    assert content_of("something else entirely").roads


def test_every_family_is_in_exactly_one_split_and_every_split_has_one():
    names = list(itertools.chain.from_iterable(SPLITS.values()))
    assert sorted(names) == sorted(FAMILIES)
    assert len(set(names)) == len(names) >= 6
    assert all(SPLITS[split] for split in ("train", "validation", "test"))


def test_no_two_families_share_backdrop_and_finish():
    looks = [(family.style.backdrop, family.finish.__name__) for family in FAMILIES.values()]
    assert len(set(looks)) == len(looks)


def test_boards_are_painted_once_and_cannot_be_scribbled_on():
    board = board_picture("poster", kali_shape(), "red", 0)
    assert board is board_picture("poster", kali_shape(), "red", 0)
    with pytest.raises(ValueError, match="read-only"):
        board[0, 0] = 0


@pytest.mark.parametrize("kind", SURFACES)
def test_a_table_top_has_the_wanted_size_and_comes_out_the_same_again(kind):
    assert surface(kind, 4, (60, 90)).shape == (60, 90, 3)
    assert np.array_equal(surface(kind, 4, (60, 90)), surface(kind, 4, (60, 90)))


def test_every_tile_of_the_box_can_be_drawn_with_what_is_printed_on_it():
    tiles = load_edition().tiles
    contents = contents_of(tiles)
    assert set(contents) == {tile.id for tile in tiles}
    for tile in tiles:
        assert contents[tile.id].roads == tile.roads
        tile_picture("poster", tile.id, 0, contents[tile.id])


def test_two_road_segments_of_a_tile_do_not_meet():
    near, far = road_ways(("ne", "sw"), np.random.default_rng(0))
    assert min(np.linalg.norm(a - b) for a in near for b in far) > 40


def test_unknown_names_are_refused_with_the_names_there_are():
    with pytest.raises(ValueError, match="cubism.*poster"):
        tile_picture("cubism", "blue-cow-1")
    with pytest.raises(ValueError, match=r"marble.*wood"):
        surface("marble", 0, (10, 10))
