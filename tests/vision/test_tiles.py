"""Tiles by the shipped network, on art that was made up here."""

import cv2
import numpy as np
import pytest

from assistant.resources import resource
from assistant.sim.art import example_tiles, tile_sized
from assistant.vision.gallery import Gallery, entry_of
from assistant.vision.ground import ground_likeness, patches_of
from assistant.vision.tile_net import ModelError, TileNet
from assistant.vision.tiles import TileLimits, TileReader, turned

CELL = 96


def art(seed):
    """A made-up tile: two colours, a road, a few shapes."""
    rng = np.random.default_rng(1000 + seed)
    low, high = rng.integers(20, 235, (2, 3))
    ramp = cv2.resize(rng.random((4, 4)).astype(np.float32), (CELL, CELL), interpolation=cv2.INTER_CUBIC)[..., None]
    image = np.ascontiguousarray(np.clip(low * (1 - ramp) + high * ramp, 0, 255).astype(np.uint8))
    for _ in range(4):
        colour = tuple(int(v) for v in rng.integers(0, 255, 3))
        x, y = (int(v) for v in rng.integers(14, CELL - 14, 2))
        if rng.random() < 0.5:
            cv2.circle(image, (x, y), int(rng.integers(6, 18)), colour, -1)
        else:
            size = int(rng.integers(8, 24))
            cv2.rectangle(image, (x - size, y - size // 2), (x + size, y + size // 2), colour, -1)
    return image


def photographed(tile, seed, shift=6):
    """Misplaced, darker, warmer, noisy."""
    rng = np.random.default_rng(seed)
    dx, dy = rng.uniform(-shift, shift, 2)
    bend = cv2.getRotationMatrix2D((CELL / 2, CELL / 2), float(rng.uniform(-3, 3)), 0.97)
    bend[:, 2] += (dx, dy)
    moved = cv2.warpAffine(tile, bend, (CELL, CELL), borderValue=(70, 80, 90)).astype(float)
    lit = moved * np.array([0.75, 0.85, 0.95]) + rng.normal(0, 5, moved.shape)
    return np.clip(lit, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def net():
    return TileNet.load(threads=1)


@pytest.fixture(scope="module")
def reader(net):
    return TileReader(net, Gallery(tuple(entry_of(f"tile-{i}", art(i)) for i in range(40))))


def cells(net, pictures):
    return np.stack([net.fit(picture) for picture in pictures])


def test_one_picture_per_tile_suffices_in_any_rotation(net, reader):
    views = [photographed(turned(art(i), i % 4), i) for i in range(40)]
    answers = reader.read(cells(net, views))
    right = [a.tile == f"tile-{i}" and a.rotation == 90 * (i % 4) for i, a in enumerate(answers)]
    assert sum(right) >= 39
    assert not [a for a, good in zip(answers, right, strict=True) if not good and a.tile and a.confidence >= 0.9]


def test_a_stranger_is_unknown_and_keeps_a_guess(net, reader):
    answers = reader.read(cells(net, [photographed(art(i), i) for i in range(500, 530)]))
    confident = [a for a in answers if a.tile is not None and a.confidence >= reader.limits.confident]
    assert not confident
    assert sum(a.tile is None for a in answers) >= 28
    assert all(a.guess for a in answers if a.tile is None and not a.empty)


def test_bare_cells_are_empty_and_not_unknown(net, reader):
    rng = np.random.default_rng(4)
    bare = [np.clip(rng.normal(level, 3, (CELL, CELL, 3)), 0, 255).astype(np.uint8) for level in (60, 120, 190)]
    answers = reader.read(cells(net, bare))
    assert all(a.tile is None and a.empty for a in answers)


def test_a_printed_ground_that_several_cells_share_is_empty_but_never_certain(net, reader):
    rng = np.random.default_rng(4)
    streaks = cv2.GaussianBlur(rng.normal(0, 400, (CELL, CELL, 3)).astype(np.float32), (0, 0), 1.2, sigmaY=6)
    ground = [np.clip(120 + streaks + rng.normal(0, 2, streaks.shape), 0, 255).astype(np.uint8) for _ in range(3)]
    assert min(float(g.astype(np.float32).mean(2).std()) for g in ground) > reader.limits.empty_texture[0]
    answers = reader.read(cells(net, ground))
    assert all(a.empty and a.confidence < reader.limits.confident for a in answers)
    assert not any(a.empty for a in reader.read(cells(net, ground[:1])))


@pytest.mark.parametrize("family", ["chart", "stitch", "woodcut"])
@pytest.mark.parametrize("left_out", [3, 6, 16])
def test_tiles_of_the_box_that_were_not_enrolled_are_unknown_and_not_empty(net, family, left_out):
    names = example_tiles(30)
    enrolled = Gallery(tuple(entry_of(n, tile_sized(family, n, 3, 128)) for n in names[left_out:]))
    board = [photographed(tile_sized(family, name, 3, CELL), i, shift=3) for i, name in enumerate(names[:20])]
    answers = TileReader(net, enrolled).read(cells(net, board))[:left_out]
    assert not [a for a in answers if a.empty]
    assert not [a for a in answers if a.tile and a.confidence >= 0.9]


def test_a_gallery_of_another_box_makes_no_full_board_empty(net):
    names = example_tiles(30)
    other = TileReader(net, Gallery(tuple(entry_of(n, tile_sized("poster", n, 3, 128)) for n in names)))
    board = [photographed(tile_sized("stitch", name, 3, CELL), i, shift=3) for i, name in enumerate(names[:20])]
    assert not [a for a in other.read(cells(net, board)) if a.empty or a.tile]


def test_a_dim_tile_of_little_contrast_is_not_taken_for_a_bare_cell(net, reader):
    dim = [(art(i) * 0.14).astype(np.uint8) for i in range(500, 503)]
    assert min(float(d.astype(np.float32).mean(2).std()) for d in dim) < reader.limits.empty_texture[0]
    assert not [a for a in reader.read(cells(net, dim)) if a.empty]


@pytest.mark.parametrize("level", [0, 6, 255])
def test_cells_in_the_dark_or_burnt_out_are_unknown_and_not_empty(net, reader, level):
    rng = np.random.default_rng(4)
    lost = [np.clip(rng.normal(level, 1, (CELL, CELL, 3)), 0, 255).astype(np.uint8) for _ in range(4)]
    assert not [a for a in reader.read(cells(net, lost)) if a.empty or a.tile]


@pytest.fixture
def asked(net, monkeypatch):
    """How many cells the larger network was asked about, time by time."""
    times, embed = [], net.embed
    monkeypatch.setattr(net, "embed", lambda pictures: times.append(len(pictures)) or embed(pictures))
    return times


def test_the_larger_network_is_asked_only_where_no_tile_fits(net, reader, asked):
    reader.read(cells(net, [art(3), art(4)]))
    assert asked == []
    strangers = [art(i) for i in (700, 701, 702)]
    assert [a.tile for a in reader.read(cells(net, [art(3), *strangers]))][1:] == [None] * 3
    assert asked[-1] == len(strangers)


def test_a_cell_that_nearly_fits_is_read_again_with_the_larger_networks_opinion(net, asked):
    entries = tuple(entry_of(f"tile-{i}", art(i)) for i in range(30))
    strict = TileReader(net, Gallery(entries), TileLimits(obvious=(2.0, 2.0), fit=2.0, likely=(0.5, 2.0)))
    asked.clear()
    assert strict.read(cells(net, [art(3)]))[0].tile is None
    assert asked[0] == 1


def test_an_enrolled_empty_cell_is_recognised_as_empty(net):
    ground = art(900)
    entries = [entry_of(f"tile-{i}", art(i)) for i in range(30)] + [entry_of("empty", ground)]
    answers = TileReader(net, Gallery(tuple(entries))).read(cells(net, [photographed(ground, 1)]))
    assert answers[0].empty
    assert answers[0].tile is None


def test_no_cells_give_no_answers(net, reader):
    assert reader.read(np.zeros((0, net.side_px, net.side_px, 3), np.uint8)) == []


def test_a_missing_or_foreign_model_is_refused_in_one_sentence(tmp_path):
    with pytest.raises(ModelError, match="missing"):
        TileNet.load(tmp_path)
    (tmp_path / "tiles.onnx").write_bytes((resource("models") / "tiles.onnx").read_bytes())
    with pytest.raises(ModelError, match="tiles-quick.onnx: the network is missing"):
        TileNet.load(tmp_path)
    (tmp_path / "tiles-quick.onnx").write_bytes(b"no network")
    with pytest.raises(ModelError, match="no network onnxruntime can run"):
        TileNet.load(tmp_path)


def test_grounds_are_alike_wherever_things_stand_on_them():
    rng = np.random.default_rng(2)

    def land(colour, seed):
        grain = np.random.default_rng(seed).normal(0, 12, (CELL, CELL, 1))
        image = np.clip(np.array(colour) + grain, 0, 255).astype(np.uint8)
        x, y = (int(v) for v in rng.integers(20, 70, 2))
        cv2.circle(image, (x, y), 16, (20, 20, 220), -1)
        return patches_of(image)

    meadow, lake = (60, 160, 70), (190, 110, 40)
    alike = ground_likeness(np.stack([land(meadow, 1), land(lake, 2)]), np.stack([land(meadow, 3), land(lake, 4)]))
    assert alike[0, 0] > alike[0, 1] + 0.2
    assert alike[1, 1] > alike[1, 0] + 0.2
