"""Files are written whole or not at all, through links, and never over what is no ordinary file."""

import os
import stat

import cv2
import numpy as np
import pytest

from assistant.cli import main
from assistant.writing import write_whole


@pytest.fixture
def pipe(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


def leftovers(folder):
    return [path.name for path in folder.iterdir() if path.name.endswith(".part")]


def test_a_file_is_written_anew_and_replaced_with_its_rights_kept(tmp_path):
    path = tmp_path / "a.json"
    write_whole(path, b"one")
    assert path.read_bytes() == b"one"
    path.chmod(0o640)
    write_whole(path, b"two")
    assert path.read_bytes() == b"two" and stat.S_IMODE(path.stat().st_mode) == 0o640
    assert leftovers(tmp_path) == []


def test_a_link_stays_a_link_and_its_file_is_written(tmp_path):
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "real.json").write_text("old")
    (tmp_path / "link.json").symlink_to(tmp_path / "far" / "real.json")
    (tmp_path / "new.json").symlink_to(tmp_path / "far" / "new.json")
    for name in ("link.json", "new.json"):
        write_whole(tmp_path / name, b"new")
        assert (tmp_path / name).is_symlink()
    assert (tmp_path / "far" / "real.json").read_bytes() == (tmp_path / "far" / "new.json").read_bytes() == b"new"
    assert leftovers(tmp_path) == leftovers(tmp_path / "far") == []


def test_a_pipe_a_link_to_one_a_folder_and_a_link_to_itself_are_refused_untouched(tmp_path, pipe):
    (tmp_path / "to-pipe").symlink_to(pipe)
    (tmp_path / "folder").mkdir()
    (tmp_path / "round").symlink_to(tmp_path / "round")
    for name, words in (("pipe", "ordinary"), ("to-pipe", "ordinary"), ("folder", "folder"), ("round", "itself")):
        with pytest.raises(OSError, match=words) as refused:
            write_whole(tmp_path / name, b"x")
        assert refused.value.filename == str(tmp_path / name)
    assert stat.S_ISFIFO(pipe.stat().st_mode) and (tmp_path / "to-pipe").is_symlink()


def test_what_cannot_be_written_leaves_the_earlier_file(tmp_path, monkeypatch):
    path = tmp_path / "a.json"
    write_whole(path, b"old")

    def full(number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as refused:
        write_whole(path, b"new")
    assert refused.value.filename == str(path)
    assert path.read_bytes() == b"old" and leftovers(tmp_path) == []
    with pytest.raises(FileNotFoundError) as missing:
        write_whole(tmp_path / "no" / "a.json", b"new")
    assert missing.value.filename == str(tmp_path / "no" / "a.json")


def test_markers_and_galleries_refuse_a_pipe_as_well(tmp_path, pipe, capsys):
    assert main(["markers", "--out", str(pipe)]) == 1
    assert main(["markers", "--charuco", "--out", str(pipe)]) == 1
    (tmp_path / "tiles").mkdir()
    cv2.imwrite(str(tmp_path / "tiles" / "blue-cow-1.png"), np.random.default_rng(1).integers(0, 255, (96, 96, 3)))
    assert main(["tiles", "enrol", str(tmp_path / "tiles"), "--out", str(pipe)]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3 and all("pipe" in line and "no ordinary file" in line for line in lines)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
