"""Marker sheets: printable, to scale, found again by the eye."""

import re

import numpy as np
import pytest

from assistant.vision.layout import known_boards
from assistant.vision.lens import charuco_board, write_charuco
from assistant.vision.markers import draw_marker, find_markers, marker_bits
from assistant.vision.sheets import PAPERS, write_sheets


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_sheets_are_written_for_both_papers_and_always_the_same(tmp_path, paper):
    pages = write_sheets(tmp_path / "a.pdf", paper)
    write_sheets(tmp_path / "b.pdf", paper)
    assert pages in {2, 3}
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()
    data = (tmp_path / "a.pdf").read_bytes()
    width, height = PAPERS[paper]
    box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", data)
    assert (float(box[1]), float(box[2])) == pytest.approx((width, height), abs=0.01)


def test_an_unknown_paper_is_refused(tmp_path):
    with pytest.raises(ValueError, match="letter"):
        write_sheets(tmp_path / "a.pdf", "a3")


def test_the_drawn_modules_are_the_marker_the_eye_finds():
    for marker_id in (0, 17, 39):
        bits = marker_bits(marker_id)
        assert bits.shape == (6, 6)
        assert not bits[0].any() and not bits[:, 0].any()
        card = np.kron(np.pad(bits, 2, constant_values=True), np.ones((10, 10))).astype(np.uint8) * 255
        assert set(find_markers(np.pad(card, 40, constant_values=200))) == {marker_id}


def test_a_marker_seen_twice_is_left_out():
    card = np.pad(draw_marker(3, 60), 20, constant_values=255)
    assert find_markers(np.pad(np.hstack([card, card]), 20, constant_values=180)) == {}
    assert set(find_markers(np.pad(card, 20, constant_values=180))) == {3}


def test_the_lens_board_shares_no_marker_with_the_table(tmp_path):
    assert write_charuco(tmp_path / "lens.pdf", "letter") == 1
    picture = charuco_board().generateImage((700, 900), marginSize=30)
    assert not set(find_markers(picture)) & {i for b in known_boards().values() for i in b.marker_ids}
