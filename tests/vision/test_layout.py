"""The physical table: what the simulated camera draws and calibration expects."""

import numpy as np
import pytest

from assistant.vision.layout import compact_table, known_boards, province_cells, standard_table


def test_a_province_has_seventeen_buildable_cells_and_no_residence():
    names = [cell.name for cell in province_cells()]
    assert len(names) == 17
    assert "r0c2" not in names
    assert {"r3c1", "r3c2", "r3c3"} <= set(names)
    assert not {"r3c0", "r3c4"} & set(names)


def test_every_marker_belongs_to_one_board_only():
    ids = [i for board in known_boards().values() for i in board.marker_ids]
    assert len(ids) == len(set(ids)) == 40
    assert max(ids) < 50


@pytest.mark.parametrize("layout", [standard_table(), compact_table()], ids=["standard", "compact"])
def test_no_two_boards_or_cards_overlap(layout):
    boxes = []
    for placed in layout.boards:
        cards = [placed.board.marker_corners_mm(corner, layout.card) for corner in range(4)]
        points = placed.to_table_mm(np.concatenate([placed.board.shape.corners_mm, *cards]))
        boxes.append((points.min(0), points.max(0)))
        assert (points >= 0).all()
        assert (points <= [layout.width_mm, layout.height_mm]).all()
    for i, (low, high) in enumerate(boxes):
        for other_low, other_high in boxes[i + 1 :]:
            assert not (np.minimum(high, other_high) > np.maximum(low, other_low)).all()


def test_a_far_seat_sees_its_own_top_left_at_the_tables_bottom_right():
    far = standard_table().board("white/province")
    near = standard_table().board("red/province")
    assert (far.to_table_mm(np.zeros((1, 2))) > [[far.placement.x_mm, far.placement.y_mm]]).all()
    assert (near.to_table_mm(np.zeros((1, 2))) < [[near.placement.x_mm, near.placement.y_mm]]).all()


def test_asking_for_an_unknown_board_names_those_there_are():
    with pytest.raises(KeyError, match="red/kali"):
        compact_table().board("green/kali")
