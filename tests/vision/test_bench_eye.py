"""What `durbar bench eye` counts for tiles, and what the reader needs to start."""

import argparse
import json

import cv2
import numpy as np
import pytest

from assistant.app.bench import eye, eye_footprint, eye_tiles, eye_time
from assistant.vision.gallery import Gallery, entry_of
from assistant.vision.readings import TileReading
from tests.vision.test_tiles import CELL, art, turned


def reading(cell, tile, rotation, confidence=0.95, *, empty=False):
    return TileReading(cell, tile, rotation, confidence, empty)


def test_cells_are_right_only_with_tile_and_rotation():
    truth = {"a": ("cow-1", 90), "b": ("cow-2", 0), "c": ("cow-3", 0), "f": ("cow-5", 0)}
    read = {
        "a": reading("a", "cow-1", 90),
        "b": reading("b", "cow-2", 180),
        "c": reading("c", None, None),
        "d": reading("d", None, None, empty=True),
        "e": reading("e", "cow-4", 0, 0.5),
        "f": reading("f", None, None, empty=True),
    }
    score = eye_tiles.new_score()
    eye_tiles.count_cells(read, truth, score)
    assert score == {
        "cells": 4, "right": 1, "unknown": 2, "confident_wrong": 2, "empty_cells": 2, "empty_right": 1,
        "frames_refused": 0,
    }  # fmt: skip
    assert eye_tiles.summed({"x": score, "y": score}, "fast")["correct"] == pytest.approx(1 / 4, abs=1e-4)


@pytest.fixture
def rendered(tmp_path, monkeypatch):
    """A folder as the renderer makes it, with one slanted board of four tiles and an empty cell."""
    folder = tmp_path / "rendered"
    (folder / "pictures").mkdir(parents=True)
    sheet = np.full((3 * CELL, 3 * CELL, 3), 80, np.uint8)
    cells = []
    slant = np.array([[1.0, 0.15, 40], [-0.1, 0.9, 70]])
    for i, (row, column) in enumerate([(0, 0), (0, 1), (1, 0), (1, 1), (2, 2)]):
        x, y = column * CELL, row * CELL
        if i < 4:
            sheet[y : y + CELL, x : x + CELL] = turned(art(i), i)
        corners = np.array([[x, y, 1], [x + CELL, y, 1], [x + CELL, y + CELL, 1], [x, y + CELL, 1]]) @ slant.T
        truth = {"tile": f"tile-{i}", "rotation": 90 * i} if i < 4 else {"tile": None, "rotation": None}
        cells.append({"cell": f"r{row}c{column}", "corners_xy": corners.tolist(), **truth})
    shift = slant.copy()
    shift[:, 2] += slant[:, :2] @ [0.5, 0.5] - 0.5
    cv2.imwrite(str(folder / "pictures" / "00000.jpg"), cv2.warpAffine(sheet, shift, (480, 420)))
    (folder / "truth.json").write_text(json.dumps({"00000.jpg": {"family": "made-up", "cells": cells}}))
    known = Gallery(tuple(entry_of(f"tile-{i}", art(i)) for i in range(30)))
    monkeypatch.setattr(eye_tiles, "gallery_of", lambda family: known)
    return folder


def test_rendered_boards_are_cut_along_their_cells_and_scored(rendered):
    figures = eye_tiles.measure_rendered(rendered)
    assert figures["cells"] == figures["right"] == 4
    assert figures["empty_cells"] == figures["empty_right"] == 1
    assert figures["correct"] == 1.0 and figures["pictures"] == 1


def test_the_rendered_folder_is_optional(tmp_path, rendered):
    assert eye_tiles.rendered_folder(tmp_path) is None
    assert eye_tiles.rendered_folder(rendered) == (rendered, "given")


def test_the_bench_knows_the_options_of_its_parts():
    parser = argparse.ArgumentParser()
    eye.add_arguments(parser)
    args = parser.parse_args(["--tile-scenes", "2", "--tiles-rendered", "x", "--boards", "y"])
    assert (args.tile_scenes, str(args.tiles_rendered), str(args.boards)) == (2, "x", "y")


def test_the_reader_alone_fits_into_four_hundred_megabytes(photo, fitted):
    known = Gallery(tuple(entry_of(f"tile-{i}", art(i)) for i in range(80)))
    needs = eye_footprint.measure_footprint(photo.image, fitted, known)
    assert 40 < needs["rss_mb"] < 400
    assert needs["load"] > 0


def test_work_is_counted_by_stage_and_counting_begins_again():
    class Worker:
        def work(self, rounds, *, fail=False):
            if fail:
                raise ValueError
            return sum(k * k for k in range(rounds))

    clock, worker = eye_time.Clock(), Worker()
    clock.watch(worker, "work", "sums")
    assert worker.work(200_000) == sum(k * k for k in range(200_000))
    first = clock.taken()["sums"]
    with pytest.raises(ValueError):
        worker.work(1, fail=True)
    assert first > clock.taken()["sums"] >= 0
    assert clock.taken() == {}
