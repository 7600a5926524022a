"""Galleries: enrolled, saved, corrected; and what they refuse."""

import struct
import zipfile
import zlib

import cv2
import numpy as np
import pytest

from assistant.vision.gallery import Gallery, GalleryError, enrol_folder, entry_of, load, save, tile_name


def art(seed, side=80):
    rng = np.random.default_rng(seed)
    return cv2.resize(rng.integers(0, 255, (6, 6, 3)).astype(np.uint8), (side, side), interpolation=cv2.INTER_CUBIC)


@pytest.fixture
def folder(tmp_path):
    inside = tmp_path / "tiles"
    inside.mkdir()
    cv2.imwrite(str(inside / "blue-cow-1.png"), art(1))
    cv2.imwrite(str(inside / "blue-cow-1@evening.jpg"), art(1, 120))
    cv2.imwrite(str(inside / "green-tiger-2.png"), art(2))
    return inside


def test_pictures_of_one_tile_are_joined_by_the_name_before_the_at(folder):
    gallery = enrol_folder(folder)
    assert gallery.names == ("blue-cow-1", "green-tiger-2")
    assert len(gallery.entries) == 3


def test_a_gallery_reads_back_equal_and_byte_for_byte(folder, tmp_path):
    gallery = enrol_folder(folder)
    save(gallery, tmp_path / "a")
    save(load(tmp_path / "a"), tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    again = load(tmp_path / "a")
    assert again.names == gallery.names
    assert all((x.picture == y.picture).all() for x, y in zip(again.entries, gallery.entries, strict=True))


def test_names_can_be_corrected_and_tiles_forgotten(folder):
    gallery = enrol_folder(folder).renamed("green-tiger-2", "green-tiger-3")
    assert gallery.names == ("blue-cow-1", "green-tiger-3")
    assert gallery.without("blue-cow-1").names == ("green-tiger-3",)
    with pytest.raises(GalleryError, match="no tile"):
        gallery.renamed("nobody", "x")
    with pytest.raises(GalleryError, match="no tile name"):
        gallery.renamed("green-tiger-3", "a/b")


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 broken", b"{}", b"\x00" * 100])
def test_a_file_that_is_no_gallery_is_refused_in_one_sentence(tmp_path, content):
    path = tmp_path / "tiles.gallery"
    path.write_bytes(content)
    with pytest.raises(GalleryError, match="no gallery file"):
        load(path)


def test_a_newer_or_foreign_or_damaged_gallery_is_refused(tmp_path):
    for listing in ('{"format": "durbar-gallery", "version": 9, "entries": []}', '{"format": "cards"}', "[]"):
        with zipfile.ZipFile(tmp_path / "g", "w") as packed:
            packed.writestr("gallery.json", listing)
        with pytest.raises(GalleryError):
            load(tmp_path / "g")
    damaged = '{"format": "durbar-gallery", "version": 1, "entries": [{"name": "a", "picture": "p.png"}]}'
    with zipfile.ZipFile(tmp_path / "g", "w") as packed:
        packed.writestr("gallery.json", damaged)
        packed.writestr("p.png", b"not a picture")
    with pytest.raises(GalleryError, match="damaged"):
        load(tmp_path / "g")


def png_header(width, height):
    """A PNG that claims to be so large."""
    inside = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + inside + struct.pack(">I", zlib.crc32(inside))


def test_a_gallery_with_a_monstrous_picture_is_refused_in_one_sentence(tmp_path):
    listing = '{"format": "durbar-gallery", "version": 1, "entries": [{"name": "a", "picture": "p.png"}]}'
    with zipfile.ZipFile(tmp_path / "g", "w") as packed:
        packed.writestr("gallery.json", listing)
        packed.writestr("p.png", png_header(60000, 60000))
    with pytest.raises(GalleryError, match="'a' is damaged.*60000x60000"):
        load(tmp_path / "g")


@pytest.mark.parametrize("side", ["0", "-3", "1e9", '"big"', "100000", "true", "null"])
def test_a_gallery_of_pictures_of_no_known_size_is_refused(tmp_path, side):
    listing = f'{{"format": "durbar-gallery", "version": 1, "side_px": {side}, "entries": []}}'
    with zipfile.ZipFile(tmp_path / "g", "w") as packed:
        packed.writestr("gallery.json", listing)
    with pytest.raises(GalleryError, match="pixels a side"):
        load(tmp_path / "g")


def test_missing_and_empty_folders_are_refused_with_the_way_out(tmp_path):
    with pytest.raises(GalleryError, match="no such folder"):
        enrol_folder(tmp_path / "nothing")
    with pytest.raises(GalleryError, match="<tile-id>"):
        enrol_folder(tmp_path)
    with pytest.raises(GalleryError, match="no such gallery"):
        load(tmp_path / "nothing")


def test_a_picture_of_a_few_pixels_shows_no_tile():
    with pytest.raises(GalleryError, match="shows no tile"):
        entry_of("a", np.zeros((1, 1, 3), np.uint8))


def test_joining_keeps_both():
    one, two = Gallery((entry_of("a", art(1)),)), Gallery((entry_of("b", art(2)),))
    assert one.joined(two).names == ("a", "b")


def test_the_name_ends_at_the_first_at(tmp_path):
    assert tile_name(tmp_path / "x-1@2@3.png") == "x-1"
