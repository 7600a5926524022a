"""Counting found, right, wrong and invented dice: the matching rule and the shares."""

import numpy as np
import pytest

from assistant.app.bench.eye_dice import (
    Score,
    by_material,
    curve,
    only_clear,
    own_view,
    pair,
    photo_set,
    score_picture,
    total,
    view_at,
)
from assistant.vision.readings import DieReading


def die(value, box, colour=None):
    return {"value": value, "box_xyxy": box} | ({"colour": colour} if colour else {})


def said(value, box, colour=None, confidence=0.99):
    return DieReading(colour, value, confidence, box)


@pytest.mark.parametrize(
    ("dice", "readings", "expected"),
    [
        ([], [], Score(1, 0, 0, 0, 0, 0, 1)),  # an empty table, read as empty, is right
        ([die(4, (0, 0, 10, 10))], [], Score(1, 1, 0, 0, 0, 0, 0)),  # missed
        ([], [said(4, (0, 0, 10, 10))], Score(1, 0, 0, 0, 0, 1, 0)),  # invented
        ([die(4, (0, 0, 10, 10))], [said(4, (1, 1, 9, 9))], Score(1, 1, 1, 1, 0, 0, 1, 1)),  # right
        ([die(4, (0, 0, 10, 10))], [said(5, (1, 1, 9, 9))], Score(1, 1, 1, 0, 1, 0, 0, 1)),  # confidently wrong
        (
            [die(4, (0, 0, 10, 10))],
            [said(5, (1, 1, 9, 9), confidence=0.5)],
            Score(1, 1, 1, 0, 0, 0, 0),
        ),  # unsure, wrong
        ([die(4, (0, 0, 10, 10))], [said(None, (1, 1, 9, 9))], Score(1, 1, 1, 0, 0, 0, 0)),  # unknown is not wrong
        ([die(1, (4, 4, 6, 6))], [said(1, (0, 0, 14, 14))], Score(1, 1, 1, 1, 0, 0, 1, 1)),  # tiny box inside ours
        (
            [die(4, (0, 0, 10, 10), "blue")],
            [said(4, (1, 1, 9, 9), "green")],
            Score(1, 1, 1, 0, 1, 0, 0, 1),
        ),  # colour wrong
        (
            [die(4, (0, 0, 10, 10), "blue")],
            [said(4, (1, 1, 9, 9), None)],
            Score(1, 1, 1, 0, 0, 0, 0, 1),
        ),  # colour unknown
        (
            [die(4, (0, 0, 10, 10))],
            [said(4, (1, 1, 9, 9)), said(4, (2, 2, 8, 8))],
            Score(1, 1, 1, 1, 0, 1, 0, 1),
        ),  # twice
    ],
)
def test_one_picture_is_counted(dice, readings, expected):
    assert score_picture(dice, readings, 0.9) == expected


def test_neighbours_are_paired_with_the_nearest():
    dice = [die(1, (0, 0, 12, 12)), die(2, (10, 0, 22, 12))]
    readings = [said(2, (11, 1, 21, 11)), said(1, (1, 1, 11, 11))]
    assert sorted(pair(dice, readings)) == [(0, 1), (1, 0)]


def test_shares_are_of_all_dice():
    shares = total([Score(1, 3, 3, 2, 1, 1, 0, 3), Score(1, 1, 1, 1, 0, 0, 1)]).shares()
    assert shares == {
        "pictures": 2,
        "dice": 4,
        "found": 1.0,
        "correct": 0.75,
        "confident_wrong": 0.25,
        "invented": 0.25,
        "pictures_all_right": 0.5,
        "confident": 0.75,
    }


def test_a_curve_has_a_row_a_bin():
    rows = curve([({"die_px": 15}, Score(1, 2, 1, 1)), ({"die_px": 30}, Score(1, 2, 2, 2))], "die_px", (12, 20, 40))
    assert [(row["from"], row["to"], row["found"]) for row in rows] == [(12, 20, 0.5), (20, 40, 1.0)]


def test_of_our_own_photographs_only_the_test_list_counts(tmp_path):
    (tmp_path / "labels.json").write_text('{"a.jpg": [], "b.jpg": []}')
    items, cut = photo_set(tmp_path, {"b.jpg"})
    assert ([path.name for path, _ in items], cut) == (["b.jpg"], True)
    items, cut = photo_set(tmp_path, {"elsewhere.jpg"})
    assert (len(items), cut) == (2, False)


def _seen(edge_px: float, elevation_deg: float, at_xy: tuple[float, float] = (50.0, 50.0)) -> dict:
    """A die's truth whose top face is squeezed as from that elevation."""
    half, squeezed = edge_px / 2, edge_px / 2 * np.sin(np.radians(elevation_deg))
    corners = [[-half, -squeezed], [half, -squeezed], [half, squeezed], [-half, squeezed]]
    quad = [[x + at_xy[0], y + at_xy[1]] for x, y in corners]
    box = (at_xy[0] - half, at_xy[1] - half, at_xy[0] + half, at_xy[1] + half)
    return {"value": 4, "colour": "blue", "top_xy": at_xy, "box_xyxy": box, "top_quad_xy": quad}


def test_a_die_tells_how_large_and_from_where_it_is_seen():
    assert own_view(_seen(30.0, 60.0)) == pytest.approx((30.0, 60.0))


def test_a_far_die_of_a_wide_lens_counts_neither_as_missed_nor_as_invented():
    near, far = _seen(30.0, 70.0), _seen(16.0, 40.0, (150.0, 50.0))
    reading = DieReading("blue", 4, 0.9, far["box_xyxy"])
    dice, readings = only_clear({"dice": [near, far]}, [reading])
    assert (dice, readings) == ([near], [])


def test_something_invented_counts_where_a_die_would_be_large_and_steep_enough():
    shrinks = np.diag([0.5, 0.5, 1.0])  # the straight view is half as large as the picture
    record = {"dice": [], "die_px": 15.0, "to_view": shrinks.tolist()}
    assert view_at(record, (40.0, 40.0)) == pytest.approx((30.0, 90.0))
    reading = DieReading("blue", 4, 0.9, (30, 30, 45, 45))
    assert only_clear(record, [reading]) == ([], [reading])
    assert only_clear(record | {"die_px": 9.0}, [reading]) == ([], []), "a die of 18 pixels is outside the bar"


def test_dice_are_counted_by_what_they_are_made_of():
    """A reading of a die of another material is neither right nor invented there."""
    plain, strange = (die(4, (0, 0, 10, 10)) | {"material": "plain"}, die(2, (50, 0, 60, 10)) | {"material": "swirl"})
    readings = [said(4, (1, 1, 9, 9)), said(3, (51, 1, 59, 9)), said(6, (90, 0, 99, 9))]
    shares = by_material([([plain, strange], readings), ([plain], [])], 0.9)
    assert shares["plain"] == {"dice": 2, "found": 0.5, "correct": 0.5, "confident_wrong": 0.0, "confident": 0.5}
    assert shares["swirl"] == {"dice": 1, "found": 1.0, "correct": 0.0, "confident_wrong": 1.0, "confident": 1.0}


def test_a_picture_that_tells_no_materials_has_no_figures_of_them():
    assert by_material([([die(4, (0, 0, 10, 10))], [])], 0.9) == {}
