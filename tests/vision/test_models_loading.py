"""Networks that are missing or damaged: one sentence from the commands, and the doctor names each."""

import json
import shutil

import cv2
import numpy as np
import pytest

from assistant.app.commands import doctor
from assistant.cli import main
from assistant.resources import resource
from assistant.vision import dice
from assistant.vision.dice import DiceReader
from assistant.vision.infer import ModelError

DICE = ["dice-finder", "dice-reader", "dice-table-expert", "dice-table-finder", "dice-table-reader"]
ALL = [*DICE, "tiles", "tiles-quick"]


@pytest.fixture
def models(tmp_path):
    """A copy that may be damaged."""
    folder = tmp_path / "models"
    folder.mkdir()
    for path in resource("models").glob("*.onnx"):
        shutil.copy(path, folder)
    return folder


def harm(path, how):
    if how == "missing":
        path.unlink()
    elif how == "text":
        path.write_text("this is a letter")
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "torn":
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.parametrize("how", ["missing", "text", "empty", "torn"])
@pytest.mark.parametrize("name", DICE)
def test_a_missing_or_damaged_dice_network_is_refused_by_its_name(models, name, how):
    harm(models / f"{name}.onnx", how)
    with pytest.raises(ModelError, match=rf"/{name}\.onnx: .*make -C models"):
        DiceReader.load(models, "table" if "table" in name else "loose")


@pytest.mark.parametrize("name", ["tiles", "dice-table-reader"])
def test_another_network_in_the_place_of_the_finder_is_refused(models, name):
    shutil.copy(models / f"{name}.onnx", models / "dice-table-finder.onnx")
    with pytest.raises(ModelError, match="dice-table-finder"):
        DiceReader.load(models)


@pytest.mark.parametrize("place", ["reader", "expert"])
def test_a_finder_in_the_place_of_a_reader_is_refused(models, place):
    shutil.copy(models / "dice-table-finder.onnx", models / f"dice-table-{place}.onnx")
    with pytest.raises(ModelError, match=rf"dice-table-{place}\.onnx.* each must be in its own place"):
        DiceReader.load(models)


@pytest.mark.parametrize("how", ["missing", "text"])
def test_read_ends_with_one_sentence_when_a_dice_network_is_damaged(models, how, monkeypatch, capsys):
    harm(models / "dice-reader.onnx", how)
    monkeypatch.setattr(dice, "resource", lambda room: models)
    cv2.imwrite(str(models / "dice.png"), np.full((480, 640, 3), 90, np.uint8))
    assert main(["read", str(models / "dice.png"), "--loose", "--json"]) == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["message"] == said.err.strip()
    assert len(said.err.strip().splitlines()) == 1 and "dice-reader.onnx" in said.err


@pytest.mark.parametrize("how", ["missing", "text", "torn"])
@pytest.mark.parametrize("name", ALL)
def test_the_doctor_names_a_missing_or_damaged_network(models, name, how):
    harm(models / f"{name}.onnx", how)
    found = doctor.models(models)
    assert found.state == "broken"
    assert f"{name}.onnx is {'missing' if how == 'missing' else 'damaged'}" in found.words
    assert "make -C models" in found.words


def test_the_doctor_is_content_with_the_shipped_networks_and_ends_with_one_without(models, monkeypatch, capsys):
    assert doctor.models(models).state == "ok"
    harm(models / "tiles.onnx", "text")
    harm(models / "dice-finder.onnx", "missing")
    monkeypatch.setattr(doctor, "resource", lambda room: models)
    assert main(["doctor"]) == 1
    said = capsys.readouterr().out
    assert "! models: dice-finder.onnx is missing, tiles.onnx is damaged" in said
