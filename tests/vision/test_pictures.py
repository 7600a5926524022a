"""Picture files: anything that is none is refused, nothing crashes or fills the memory."""

import struct
import zlib

import cv2
import numpy as np
import pytest

from assistant.vision.pictures import PictureError, PictureLimits, load_picture


def test_a_png_and_a_jpeg_are_read_as_bgr(tmp_path):
    image = np.zeros((40, 60, 3), np.uint8)
    image[..., 2] = 200
    for name in ("a.png", "a.jpg"):
        cv2.imwrite(str(tmp_path / name), image)
        read = load_picture(tmp_path / name)
        assert read.shape == (40, 60, 3)
        assert read[20, 30, 2] > 180
        assert read[20, 30, 0] < 40


@pytest.mark.parametrize("content", [b"", b"hello", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0 broken", b"GIF89a"])
def test_a_file_that_is_no_picture_is_refused(tmp_path, content):
    path = tmp_path / "cat.png"
    path.write_bytes(content)
    with pytest.raises(PictureError, match=r"cat\.png"):
        load_picture(path)


def test_a_torn_picture_is_refused_without_the_librarys_own_warnings(tmp_path, capfd):
    _, data = cv2.imencode(".png", np.random.default_rng(1).integers(0, 255, (64, 64, 3)).astype(np.uint8))
    (tmp_path / "torn.png").write_bytes(data.tobytes()[:200])
    with pytest.raises(PictureError, match=r"torn\.png"):
        load_picture(tmp_path / "torn.png")
    assert capfd.readouterr().err == ""


def test_missing_files_folders_and_single_pixels_are_refused(tmp_path):
    with pytest.raises(PictureError, match="no such file"):
        load_picture(tmp_path / "nothing.png")
    with pytest.raises(PictureError, match="folder"):
        load_picture(tmp_path)
    cv2.imwrite(str(tmp_path / "dot.png"), np.zeros((1, 1, 3), np.uint8))
    with pytest.raises(PictureError, match="1x1"):
        load_picture(tmp_path / "dot.png")


def test_a_hundred_megapixels_are_refused_by_the_header_alone(tmp_path):
    """The file claims to be huge and holds nothing: it must be refused before anything is unpacked."""
    head = b"IHDR" + struct.pack(">IIBBBBB", 10000, 10000, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
    (tmp_path / "big.png").write_bytes(b"\x89PNG\r\n\x1a\n" + chunk)
    with pytest.raises(PictureError, match="10000x10000"):
        load_picture(tmp_path / "big.png")
    _, data = cv2.imencode(".jpg", np.zeros((200, 300, 3), np.uint8))
    (tmp_path / "big.jpg").write_bytes(data.tobytes())
    with pytest.raises(PictureError, match="300x200"):
        load_picture(tmp_path / "big.jpg", PictureLimits(most_megapixels=0.05))
