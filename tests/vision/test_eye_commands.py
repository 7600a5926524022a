"""The commands of the eye: fixed JSON, clear refusals, right exit codes."""

import json

import cv2
import numpy as np
import pytest

from assistant.cli import main
from assistant.vision.calibration import save
from tests.vision.test_tiles import CELL, art, photographed, turned


@pytest.fixture
def table(fitted, photo, tmp_path):
    save(fitted, tmp_path / "table.json")
    cv2.imwrite(str(tmp_path / "table.png"), photo.image)
    return tmp_path


def said(capsys):
    return json.loads(capsys.readouterr().out)


def test_markers_are_written_and_wrong_seats_refused(tmp_path, capsys):
    assert main(["markers", "--out", str(tmp_path / "m.pdf"), "--paper", "letter", "--seats", "red"]) == 0
    assert (tmp_path / "m.pdf").read_bytes().startswith(b"%PDF")
    assert main(["markers", "--out", str(tmp_path / "m.pdf"), "--seats", "pink"]) == 2
    assert main(["markers", "--out", str(tmp_path / "no" / "m.pdf")]) == 1
    assert "Traceback" not in capsys.readouterr().err


def test_calibrate_reports_in_words_and_in_json(table, capsys):
    assert main(["calibrate", str(table / "table.png"), "--out", str(table / "new.json")]) == 0
    assert "boards" in capsys.readouterr().out
    assert main(["calibrate", str(table / "table.png"), "--out", str(table / "new.json"), "--json"]) == 0
    report = said(capsys)["cameras"][0]
    assert len(report["boards"]) == 8
    assert {"verdict", "reprojection_px", "blur_px", "die_px_min", "glare_map", "advice"} <= set(report)


def test_calibrate_refuses_what_shows_no_table(tmp_path, capsys):
    cv2.imwrite(str(tmp_path / "cat.png"), np.full((600, 800, 3), 90, np.uint8))
    assert main(["calibrate", str(tmp_path / "cat.png"), "--out", str(tmp_path / "c.json")]) == 1
    assert f"{tmp_path / 'cat.png'}: no markers" in capsys.readouterr().err
    assert main(["calibrate", str(tmp_path / "none.png"), "--out", str(tmp_path / "c.json")]) == 1
    assert main(["calibrate", "--out", str(tmp_path / "c.json")]) == 2
    assert main(["calibrate", "--camera", str(tmp_path / "x.mp4"), "--out", str(tmp_path / "c.json")]) == 1


def test_every_advice_has_a_sentence():
    from pathlib import Path

    from assistant.app.commands.calibrate import ADVICE
    from assistant.vision import quality

    source = Path(quality.__file__).read_text()
    assert all(f'"{code}"' in source for code in ADVICE)


def test_read_gives_the_fixed_json(table, capsys):
    code = main(["read", str(table / "table.png"), "--calibration", str(table / "table.json"), "--json"])
    document = said(capsys)
    assert code == 0
    assert [seat["seat"] for seat in document["seats"]] == ["red", "yellow", "white", "black"]
    assert {"seat", "dice", "tiles"} <= set(document["seats"][0])
    assert "total" in document["ms"]


def test_read_of_several_pictures_names_each_and_a_bad_one_does_not_hide_the_others(table, capsys):
    (table / "broken.png").write_bytes(b"nothing")
    pictures = [str(table / "table.png"), str(table / "broken.png")]
    assert main(["read", *pictures, "--calibration", str(table / "table.json"), "--json"]) == 1
    records = said(capsys)["pictures"]
    assert [record["image"] for record in records] == ["table.png", "broken.png"]
    assert records[0]["seats"] and not records[1]["seats"]


def test_a_picture_that_is_no_reading_exits_with_one_and_says_why(table, photo, capsys):
    cv2.imwrite(str(table / "dark.png"), (photo.image * 0.03).astype(np.uint8))
    assert main(["read", str(table / "dark.png"), "--calibration", str(table / "table.json"), "--json"]) == 1
    captured = capsys.readouterr()
    document = json.loads(captured.out)
    assert document["problem"] == "too_dark"
    assert document["seats"] == []
    assert "dark" in captured.err


@pytest.mark.parametrize("content", ["{}", "nothing", '{"format": "durbar-calibration", "version": 9}'])
def test_a_wrong_calibration_is_refused_in_one_sentence(table, content, capsys):
    (table / "wrong.json").write_text(content)
    assert main(["read", str(table / "table.png"), "--calibration", str(table / "wrong.json"), "--json"]) == 1
    captured = capsys.readouterr()
    assert json.loads(captured.out) == {"problem": "refused", "message": captured.err.strip()}
    assert len(captured.err.strip().splitlines()) == 1


def test_read_needs_either_a_calibration_or_loose(table):
    assert main(["read", str(table / "table.png")]) == 2
    assert main(["read", str(table / "table.png"), "--loose", "--calibration", "x"]) == 2


def test_tiles_are_enrolled_read_corrected_and_exported(tmp_path, capsys):
    folder = tmp_path / "tiles"
    folder.mkdir()
    for i in range(30):
        cv2.imwrite(str(folder / f"tile-{i}.png"), art(i))
    gallery = str(tmp_path / "my.gallery")
    assert main(["tiles", "enrol", str(folder), "--out", gallery]) == 0
    board = np.vstack(
        [np.hstack([photographed(turned(art(3 * r + c), c), r * 3 + c, shift=3) for c in range(3)]) for r in range(2)]
    )
    board[CELL:, 2 * CELL :] = 90
    cv2.imwrite(str(tmp_path / "board.png"), board)
    capsys.readouterr()
    assert main(["tiles", "read", str(tmp_path / "board.png"), "--gallery", gallery, "--grid", "2x3", "--json"]) == 0
    cells = said(capsys)["cells"]
    assert [cell["cell"] for cell in cells] == ["r0c0", "r0c1", "r0c2", "r1c0", "r1c1", "r1c2"]
    assert [cell["tile"] for cell in cells] == ["tile-0", "tile-1", "tile-2", "tile-3", "tile-4", None]
    assert [cell["rotation"] for cell in cells[:5]] == [0, 90, 180, 0, 90]
    assert cells[5]["empty"] is True
    assert main(["tiles", "rename", gallery, "tile-0", "blue-cow-1"]) == 0
    assert main(["tiles", "remove", gallery, "tile-1"]) == 0
    capsys.readouterr()
    assert main(["tiles", "list", gallery, "--json"]) == 0
    names = said(capsys)["tiles"]
    assert "blue-cow-1" in names and "tile-1" not in names
    assert main(["tiles", "export", gallery, "--out", str(tmp_path / "again")]) == 0
    assert main(["tiles", "enrol", str(tmp_path / "again"), "--out", str(tmp_path / "b.gallery")]) == 0


def test_tiles_refuse_bad_folders_galleries_and_grids(tmp_path, capsys):
    cv2.imwrite(str(tmp_path / "b.png"), np.zeros((90, 90, 3), np.uint8))
    assert main(["tiles", "enrol", str(tmp_path / "none"), "--out", str(tmp_path / "g")]) == 1
    assert main(["tiles", "read", str(tmp_path / "b.png"), "--gallery", str(tmp_path / "g"), "--grid", "2x2"]) == 1
    with pytest.raises(SystemExit) as refused:
        main(["tiles", "read", str(tmp_path / "b.png"), "--gallery", str(tmp_path / "g"), "--grid", "0x2"])
    assert refused.value.code == 2
    assert main(["tiles", "split", str(tmp_path / "b.png"), "--out", str(tmp_path / "o")]) == 1
    assert "Traceback" not in capsys.readouterr().err


@pytest.fixture
def box(tmp_path):
    """A gallery of thirty tiles and a board of twelve of them, 3 x 4."""
    folder = tmp_path / "tiles"
    folder.mkdir()
    for i in range(30):
        cv2.imwrite(str(folder / f"tile-{i}.png"), art(i))
    assert main(["tiles", "enrol", str(folder), "--out", str(tmp_path / "my.gallery")]) == 0
    rows = [np.hstack([photographed(art(4 * r + c), 4 * r + c, shift=3) for c in range(4)]) for r in range(3)]
    cv2.imwrite(str(tmp_path / "board.png"), np.vstack(rows))
    return tmp_path


def tiles_read(box, *pictures, grid="3x4"):
    """The exit code of `tiles read --json`."""
    paths = [str(box / picture) for picture in pictures]
    return main(["tiles", "read", *paths, "--gallery", str(box / "my.gallery"), "--grid", grid, "--json"])


SPOILT = {
    "too_dark": lambda board: board * 0.03,
    "over_exposed": lambda board: board * 3.0 + 120,
    "blurred": lambda board: cv2.GaussianBlur(board, (0, 0), 0.3 * CELL),
    "too_small": lambda board: cv2.resize(board, (20, 16), interpolation=cv2.INTER_AREA),
    "green_frame": lambda board: np.full_like(board, (0, 135, 0)),
}


@pytest.mark.parametrize("problem", SPOILT)
def test_a_full_board_in_a_bad_picture_is_no_reading_and_not_empty(box, problem, capsys):
    board = cv2.imread(str(box / "board.png")).astype(np.float32)
    cv2.imwrite(str(box / "bad.png"), np.clip(SPOILT[problem](board), 0, 255).astype(np.uint8))
    capsys.readouterr()
    assert tiles_read(box, "bad.png") == 1
    captured = capsys.readouterr()
    document = json.loads(captured.out)
    assert (document["problem"], document["cells"]) == (problem, [])
    assert document["message"] in captured.err


@pytest.mark.parametrize("level", [40, 120, 200])
def test_a_board_that_is_really_empty_is_read_as_empty(box, level, capsys):
    rng = np.random.default_rng(2)
    fall = np.linspace(0.8, 1.1, 4 * CELL)[None, :, None]
    bare = np.clip(level * fall + rng.normal(0, 2, (3 * CELL, 4 * CELL, 3)), 0, 255)
    cv2.imwrite(str(box / "bare.png"), bare.astype(np.uint8))
    capsys.readouterr()
    assert tiles_read(box, "bare.png") == 0
    assert all(cell["empty"] and cell["tile"] is None for cell in said(capsys)["cells"])


def test_tiles_read_of_several_pictures_keeps_the_good_ones_and_names_the_bad(box, capsys):
    (box / "broken.png").write_bytes(b"nothing")
    capsys.readouterr()
    assert tiles_read(box, "board.png", "broken.png") == 1
    captured = capsys.readouterr()
    good, bad = json.loads(captured.out)["pictures"]
    assert (good["image"], len(good["cells"])) == ("board.png", 12)
    assert (bad["image"], bad["problem"], bad["cells"]) == ("broken.png", "no_picture", [])
    assert "broken.png" in captured.err


def test_a_grid_that_is_not_the_pictures_is_warned_of_and_makes_nothing_empty(box, capsys):
    capsys.readouterr()
    assert tiles_read(box, "board.png", grid="2x4") == 0
    captured = capsys.readouterr()
    assert "not square" in captured.err
    assert not [cell for cell in json.loads(captured.out)["cells"] if cell["empty"]]


def split(box, names=""):
    given = ["--names", names] if names else []
    return main(["tiles", "split", str(box / "board.png"), "--out", str(box / "out"), "--grid", "2x2", *given])


@pytest.mark.parametrize(("names", "culprit"), [("a,b,a,c", "'a'"), ("a,b,c,../evil", "../evil"), ("a,b/c,d,e", "b/c")])
def test_split_refuses_names_given_twice_or_leading_elsewhere_before_it_writes(box, names, culprit, capsys):
    assert split(box, names) == 1
    assert culprit in capsys.readouterr().err
    assert not (box / "out").exists() and not (box / "evil.png").exists()


def test_split_never_writes_over_pictures_of_an_earlier_photo(box, capsys):
    assert split(box) == 0
    first = (box / "out" / "tile-01.png").read_bytes()
    cv2.imwrite(str(box / "board.png"), art(99))
    assert split(box) == 0
    assert sorted(path.name for path in (box / "out").iterdir()) == [f"tile-{i:02d}.png" for i in range(1, 9)]
    assert (box / "out" / "tile-01.png").read_bytes() == first
    assert split(box, "a,b,c,c@lamp") == 0
    assert split(box, "d,e,f,a") == 1
    assert "a.png: is there already" in capsys.readouterr().err
    assert not (box / "out" / "d.png").exists()
