"""`durbar sim render`: pictures, truth and calibration on disk, and clear words for bad wishes."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from assistant.cli import main
from assistant.sim.art import SPLITS
from assistant.sim.render import world_of
from assistant.sim.scatter import TABLES, Wishes, without_overlaps
from assistant.vision import calibration

SMALL = ["--table", "seat", "--size", "480x360", "--family", "poster"]


def render(out, *more, scenes="2", seed="7"):
    return main(["sim", "render", "--out", str(out), "--scenes", scenes, "--seed", seed, *SMALL, *more])


def test_each_picture_has_its_truth_and_its_calibration_beside_it(tmp_path, capsys):
    assert render(tmp_path / "new" / "folder", "--json") == 0
    out = capsys.readouterr().out
    assert json.loads(out)["pictures"] == 2
    for index in range(2):
        stem = tmp_path / "new" / "folder" / f"scene-{index:05d}"
        truth = json.loads(stem.with_suffix(".json").read_text())
        image = cv2.imread(str(stem.with_suffix(".png")))
        assert image.shape == (360, 480, 3)
        assert [s["seat"] for s in truth["seats"]] == ["red"]
        assert (
            {"colour", "value", "box_xyxy"} <= set(truth["seats"][0]["dice"][0]) if truth["seats"][0]["dice"] else True
        )
        fitting = calibration.load(stem.parent / f"{stem.name}.calibration.json")
        assert fitting.camera().lens.size_px == (480, 360)
        assert fitting.seats == ("red",)


def test_the_same_seed_gives_the_same_files_and_another_seed_others(tmp_path):
    for name, seed in (("a", "7"), ("b", "7"), ("c", "8")):
        assert render(tmp_path / name, scenes="1", seed=seed) == 0
    a, b, c = ((tmp_path / name / "scene-00000.png").read_bytes() for name in "abc")
    assert a == b
    assert a != c
    assert (tmp_path / "a" / "scene-00000.json").read_text() == (tmp_path / "b" / "scene-00000.json").read_text()


def test_tiles_are_written_for_enrolment_on_request(tmp_path):
    assert render(tmp_path, "--tiles", scenes="1") == 0
    pictures = list((tmp_path / "tiles-poster").glob("*.png"))
    assert len(pictures) == 64
    assert (tmp_path / "tiles-poster" / "blue-cow-1.png") in pictures


def test_a_split_uses_only_its_own_families(tmp_path):
    wanted = ["sim", "render", "--out", str(tmp_path), "--scenes", "1", "--split", "validation"]
    assert main([*wanted, "--table", "seat", "--size", "320x240"]) == 0
    assert json.loads((tmp_path / "scene-00000.json").read_text())["family"] in SPLITS["validation"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--scenes", "0"], "number of scenes"),
        (["--scenes", "many"], "number of scenes"),
        (["--size", "0x0"], "picture size"),
        (["--size", "1280"], "picture size"),
        (["--size", "99999x99999"], "picture size"),
        (["--elevation", "5"], "camera elevation"),
        (["--elevation", "80:60"], "camera elevation"),
        (["--elevation", "nan"], "camera elevation"),
        (["--family", "cubism"], "cubism"),
        (["--seed", "x"], "--seed"),
    ],
)
def test_bad_wishes_are_refused_in_words(tmp_path, capsys, words, says):
    with pytest.raises(SystemExit) as stop:
        main(["sim", "render", "--out", str(tmp_path), *words])
    assert stop.value.code == 2
    assert says in capsys.readouterr().err


def test_a_family_outside_the_split_is_bad_usage(tmp_path, capsys):
    assert main(["sim", "render", "--out", str(tmp_path), "--family", "poster", "--split", "test"]) == 2
    assert "not in the split" in capsys.readouterr().err


def test_a_file_in_the_folders_place_is_named(tmp_path, capsys):
    (tmp_path / "taken").write_text("")
    assert render(tmp_path / "taken") == 1
    assert "taken" in capsys.readouterr().err


@pytest.mark.parametrize("table", TABLES)
def test_in_random_worlds_every_board_is_in_the_picture_and_no_die_stands_in_another(table):
    for index in range(6):
        world = world_of(1, index, Wishes(table=table))
        corners = np.concatenate([placed.to_table_mm(placed.board.shape.corners_mm) for placed in world.layout.boards])
        assert world.pose.inside(np.column_stack([corners, np.zeros(len(corners))]), 0)
        for seat in world.scene.seats:
            assert without_overlaps(seat.dice, world.look.dice.side_mm) == seat.dice


def test_the_page_about_the_simulated_table_names_every_family_in_its_split():
    page = (Path(__file__).parents[2] / "docs" / "simulated-table.md").read_text(encoding="utf-8")
    for split, families in SPLITS.items():
        assert f"| {split} | {', '.join(f'`{name}`' for name in families)} |" in page
