"""The list of cameras: what the system says, without opening anything."""

from pathlib import Path

from assistant.vision.devices import Device, found_devices


def node(folder: Path, number: int, name: str = "", index: str = "") -> None:
    (folder / "dev").mkdir(exist_ok=True)
    (folder / "dev" / f"video{number}").touch()
    about = folder / "sys" / f"video{number}"
    about.mkdir(parents=True)
    if name:
        (about / "name").write_text(name + "\n")
    if index:
        (about / "index").write_text(index + "\n")


def test_cameras_are_listed_by_number_with_their_names(tmp_path):
    node(tmp_path, 10, "Document camera", "0")
    node(tmp_path, 2, "Webcam", "0")
    node(tmp_path, 3, "Webcam", "1")  # the same webcam's node without pictures
    node(tmp_path, 4)
    (tmp_path / "dev" / "video-enc").touch()
    found = found_devices("linux", tmp_path / "dev", tmp_path / "sys")
    assert found == [Device(2, "Webcam"), Device(4, ""), Device(10, "Document camera")]


def test_a_computer_without_cameras_has_an_empty_list(tmp_path):
    assert found_devices("linux", tmp_path / "dev", tmp_path / "sys") == []


def test_where_no_list_can_be_read_the_first_numbers_are_offered(tmp_path):
    assert [one.number for one in found_devices("darwin", tmp_path, tmp_path)] == [0, 1, 2, 3]
