"""Rendered pictures are read as the eye cuts a statue: every die as large as the others, seen from above."""

import argparse
import json

import cv2
import numpy as np
import pytest

from assistant.app.bench import eye
from assistant.app.bench.eye_dice import own_view
from assistant.app.bench.eye_straight import straight

SIZE = (640, 480)
SLANTED = np.array([[24.0, 3.0, 320.0], [1.0, 17.0, 240.0], [0.001, 0.02, 1.0]])
"""Top faces to pixels: far dice are smaller than near ones."""


def quad(x: float, y: float) -> list[list[float]]:
    corners = np.array([[x - 0.5, y - 0.5], [x + 0.5, y - 0.5], [x + 0.5, y + 0.5], [x - 0.5, y + 0.5]], float)
    return cv2.perspectiveTransform(corners[None], SLANTED)[0].tolist()


def record(*places: tuple[float, float], die_px: float = 24.0) -> dict:
    dice = []
    for x, y in places:
        corners = np.array(quad(x, y))
        middle = cv2.perspectiveTransform(np.array([[[x, y]]], float), SLANTED)[0, 0].tolist()
        box = [*corners.min(0), *corners.max(0)]
        dice.append({"value": 3, "top_quad_xy": corners.tolist(), "top_xy": middle, "box_xyxy": box})
    return {"die_px": die_px, "tops_to_px": SLANTED.tolist(), "dice": dice, "blocks": []}


def drawn(rows: dict) -> np.ndarray:
    picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    for die in rows["dice"]:
        cv2.fillConvexPoly(picture, np.round(np.array(die["top_quad_xy"])).astype(np.int32), (255, 255, 255))
    return picture


@pytest.mark.parametrize(("die_px", "edge"), [(24.0, 24), (12.0, 20), (55.0, 30)])
def test_all_dice_are_as_large_as_a_statue_shows_them(die_px, edge):
    _, view = straight(drawn(record()), record((0, 0), (-6, -7), (5, 4), die_px=die_px))
    assert view["die_px"] == edge
    for die in view["dice"]:
        corners = np.array(die["top_quad_xy"])
        assert np.allclose(np.hypot(*(corners - np.roll(corners, 1, axis=0)).T), edge, atol=0.01)


def test_the_picture_moves_with_its_record():
    rows = record((0, 0), (-6, -5), (5, 4))
    image, view = straight(drawn(rows), rows)
    for die in view["dice"]:
        x, y = (round(v) for v in die["top_xy"])
        assert image[y - 8 : y + 9, x - 8 : x + 9].mean() > 250
        x0, y0, x1, y1 = (round(v) for v in die["box_xyxy"])
        assert image[y0 - 6 : y0 - 3, x0:x1].mean() < 10
        assert image[y1 + 3 : y1 + 6, x0:x1].mean() < 10


def test_how_the_camera_saw_a_die_is_not_forgotten():
    rows = record((0, 0), (-6, -7))
    _, view = straight(drawn(rows), rows)
    for before, after in zip(rows["dice"], view["dice"], strict=True):
        assert own_view(after) == own_view(before)


def test_a_set_of_an_older_renderer_is_refused_with_the_way_out(tmp_path):
    (tmp_path / "pictures").mkdir()
    rows = record((0, 0)) | {"seed": 7, "elevation_deg": 60.0}
    cv2.imwrite(str(tmp_path / "pictures" / "a.png"), drawn(rows))
    del rows["tops_to_px"]
    (tmp_path / "truth.json").write_text(json.dumps({"a.png": rows}))
    with pytest.raises(SystemExit, match="seed 7.*make -C models test-set"):
        eye.measure_rendered(argparse.Namespace(rendered=tmp_path, limit=None, no_baseline=True), None)
