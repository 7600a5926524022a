"""The committed tile networks: size, card, and figures that may only improve."""

import hashlib
import json

import pytest

from assistant.app.bench import eye_tiles
from assistant.resources import resource
from assistant.vision.tile_net import TileNet

MODELS = resource("models")
METRICS = json.loads((MODELS / "tiles.metrics.json").read_text())
SLACK_CELLS = 1
"""Other processors round differently."""


@pytest.fixture(scope="module")
def sample():
    return eye_tiles.measure_rendered(MODELS / "tiles-sample")


def test_the_networks_are_small_and_have_their_card():
    assert sum((MODELS / name).stat().st_size for name in ("tiles.onnx", "tiles-quick.onnx")) < 1.5e6
    assert "tiles-quick.onnx" in (MODELS / "tiles.md").read_text()
    assert TileNet.load().side_px == 64


@pytest.mark.parametrize(("key", "name"), [("model_sha256", "tiles.onnx"), ("quick_sha256", "tiles-quick.onnx")])
def test_the_figures_were_measured_with_the_committed_networks(key, name):
    assert METRICS[key] == hashlib.sha256((MODELS / name).read_bytes()).hexdigest()


def test_what_was_reached_on_the_sample_stays_reached(sample):
    assert sample["cells"] == METRICS["sample"]["cells"] >= 200
    assert sample["right"] >= METRICS["sample"]["right"] - SLACK_CELLS
    assert sample["empty_right"] >= METRICS["sample"]["empty_right"] - SLACK_CELLS


def test_nothing_on_the_sample_is_confidently_wrong(sample):
    assert sample["confident_wrong"] <= METRICS["sample"]["confident_wrong"]


def test_the_sample_is_committed_small():
    assert sum(path.stat().st_size for path in (MODELS / "tiles-sample").rglob("*") if path.is_file()) < 1e6


def test_the_published_figures_hold_the_terrain_bars():
    assert METRICS["tiles_real"]["shots_1"]["correct"] >= 0.93
    assert METRICS["tiles_real"]["shots_5"]["correct"] >= 0.985


def test_a_worse_figure_is_refused():
    import importlib.util

    path = MODELS / "train" / "tiles" / "evaluate.py"
    spec = importlib.util.spec_from_file_location("tiles_evaluate", path)
    evaluate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(evaluate)
    fallen = {**METRICS, "sample": {**METRICS["sample"], "correct": 0.5}}
    assert evaluate.worse(METRICS, METRICS) == []
    assert evaluate.worse(METRICS, fallen) == ["sample.correct"]
    surer = {**METRICS, "tiles": {**METRICS["tiles"], "confident_wrong": METRICS["tiles"]["confident_wrong"] + 2}}
    assert evaluate.worse(METRICS, surer) == ["tiles.confident_wrong"]
