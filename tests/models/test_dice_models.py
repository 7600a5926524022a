"""The committed dice networks: size, settings, and figures that may only improve."""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from assistant.app.bench import eye, eye_dice
from assistant.resources import resource
from assistant.vision.dice import DiceReader
from assistant.vision.dice_limits import DiceLimits
from assistant.vision.infer import ModelError
from assistant.vision.loose import LooseLimits, read_loose

MODELS = resource("models")
SAMPLE = MODELS / "dice-sample"
METRICS = json.loads((MODELS / "dice.metrics.json").read_text())
SLACK = 0.0015  # two dice of the sample: other processors round differently


@pytest.fixture(scope="module")
def reader():
    return DiceReader.load()


@pytest.fixture(scope="module")
def free():
    """The pair for any photograph."""
    return DiceReader.load(sight="loose")


def test_the_networks_together_are_small():
    assert sum(path.stat().st_size for path in MODELS.glob("*.onnx")) < 10e6
    assert sum(path.stat().st_size for path in MODELS.glob("dice-*.onnx")) < 6e6


def test_every_network_has_a_card():
    for path in MODELS.glob("dice-*.onnx"):
        assert path.with_suffix(".md").is_file(), path.name


@pytest.mark.parametrize("sight", ["table", "loose"])
def test_the_fitted_settings_are_known_limits(sight):
    settings = DiceReader.load(sight=sight).reader.settings
    assert settings, "the reader carries no settings: `train.stamp` writes them"
    assert set(settings) <= {*DiceLimits.__slots__, *LooseLimits.__slots__}


@pytest.fixture(scope="module")
def sample_score(reader):
    return eye.measure_rendered(argparse.Namespace(rendered=SAMPLE, limit=None, no_baseline=True), reader)["photoreal"]


@pytest.mark.parametrize("key", ["found", "correct"])
def test_what_was_reached_on_the_sample_stays_reached(sample_score, key):
    assert sample_score[key] >= METRICS["sample"][key] - SLACK


@pytest.mark.parametrize("key", ["confident_wrong", "invented"])
def test_errors_on_the_sample_do_not_grow(sample_score, key):
    assert sample_score[key] <= METRICS["sample"][key] + SLACK


def test_the_network_beats_counting_pips():
    assert METRICS["photoreal"]["correct"] > METRICS["baseline"]["correct"]


def test_the_sample_is_committed_small():
    names = [path.name for path in (SAMPLE / "pictures").iterdir()]
    assert len(names) >= 50
    assert sum(path.stat().st_size for path in SAMPLE.rglob("*") if path.is_file()) < 8e6


def test_no_name_is_kept_apart_twice():
    lists = json.loads((MODELS / "real-test.json").read_text())
    assert {kind: len(set(names)) for kind, names in lists.items()} == {"dice-coloured": 40, "dice-white-oblique": 60}


def test_free_reading_finds_the_same_dice_without_being_told_their_size(free):
    items = [item for item in eye_dice.rendered_set(SAMPLE) if eye_dice.in_bar(item[1])][:6]
    scored = eye_dice.score_all(eye_dice.loaded(items), lambda image, _: read_loose(image, free), 0.0)
    assert eye_dice.total(score for _, score in scored).found >= 0.9 * sum(len(record["dice"]) for _, record in items)


@pytest.mark.parametrize("shape", [(1, 1, 3), (7, 500, 3), (480, 640, 3)])
def test_a_picture_without_dice_has_none(free, shape):
    assert read_loose(np.full(shape, 128, np.uint8), free) == []


def test_a_hundred_megapixels_are_read_in_seconds(free):
    image = cv2.resize(np.random.default_rng(3).integers(0, 255, (100, 100, 3), np.uint8), (10_000, 10_000))
    assert isinstance(read_loose(image, free), list)


def test_the_file_of_a_missing_model_is_named(tmp_path: Path):
    with pytest.raises(ModelError, match=r"dice-table-finder\.onnx"):
        DiceReader.load(tmp_path)
