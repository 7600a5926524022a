"""A gallery: pictures of the tiles of one box, by name. One file, a zip that any computer opens.

Inside lie `gallery.json` (format, version, names) and one PNG per picture; vectors are computed when it is opened, so
a gallery outlives a change of the network. A name with several pictures has several entries. The reserved name
`empty` holds pictures of cells without a tile.
"""

import io
import json
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.writing import write_whole

Picture = NDArray[np.uint8]

FORMAT = "durbar-gallery"
VERSION = 1
SIDE_PX = 128
"""Pictures are kept at this size: twice what any camera shows of a tile."""
EMPTY = "empty"
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".bmp")
MOST_PICTURES = 5000
MOST_BYTES = 256 * 2**20
SIDES_PX = (16, 2048)
"""What a gallery may say of the size of its pictures; they are brought to ours when it is opened."""


class GalleryError(ValueError):
    """The gallery or a picture for it cannot be used; the message names it and the way out."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One picture of one tile, north up."""

    name: str
    picture: Picture
    """BGR, shape (SIDE_PX, SIDE_PX, 3)."""


@dataclass(frozen=True, slots=True)
class Gallery:
    """All pictures, in the order they were enrolled."""

    entries: tuple[Entry, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Every tile once, in order of first appearance, without `empty`."""
        return tuple(dict.fromkeys(entry.name for entry in self.entries if entry.name != EMPTY))

    def renamed(self, old: str, new: str) -> "Gallery":
        """All pictures of `old` now belong to `new`; raises GalleryError when there is no `old`."""
        self._must_know(old)
        return Gallery(tuple(replace(e, name=good_name(new)) if e.name == old else e for e in self.entries))

    def without(self, name: str) -> "Gallery":
        """The gallery without that tile; raises GalleryError when there is none of that name."""
        self._must_know(name)
        return Gallery(tuple(e for e in self.entries if e.name != name))

    def joined(self, other: "Gallery") -> "Gallery":
        """Both galleries' pictures."""
        return Gallery(self.entries + other.entries)

    def _must_know(self, name: str) -> None:
        if name not in {entry.name for entry in self.entries}:
            raise GalleryError(f"no tile {name!r} in this gallery; it knows {len(self.names)} others")


def good_name(name: str) -> str:
    """The name, if it can be a tile's and a file's; raises GalleryError for one that leads out of a folder."""
    if not name or len(name) > 80 or name.startswith(".") or any(ch in name for ch in '/\\@"\n\r\t\0'):
        raise GalleryError(f"{name!r:.60} is no tile name; use letters, digits and hyphens, as in blue-cow-3")
    return name


def entry_of(name: str, picture: Picture) -> Entry:
    """A picture of any size and shape as an entry; raises GalleryError for one that shows nothing."""
    if picture.ndim == 2:
        picture = np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)
    if min(picture.shape[:2]) < 8:
        raise GalleryError(f"{name}: a picture of {picture.shape[1]}x{picture.shape[0]} pixels shows no tile")
    way = cv2.INTER_AREA if min(picture.shape[:2]) > SIDE_PX else cv2.INTER_CUBIC
    sized = cv2.resize(picture, (SIDE_PX, SIDE_PX), interpolation=way)
    return Entry(good_name(name), np.asarray(sized, np.uint8))


def tile_name(path: Path) -> str:
    """`blue-cow-3@evening.png` -> `blue-cow-3`."""
    return path.stem.split("@", 1)[0]


def read_picture(path: Path) -> Picture:
    """Read a picture as BGR; raises GalleryError for a file that is none."""
    from assistant.vision.pictures import PictureError, load_picture  # noqa: PLC0415 - keeps this module light

    try:
        return load_picture(path)
    except PictureError as error:
        raise GalleryError(str(error)) from None


def enrol_folder(folder: Path) -> Gallery:
    """Every picture of the folder, sorted by file name; raises GalleryError when there is none."""
    if not folder.is_dir():
        raise GalleryError(f"{folder}: no such folder; put pictures named <tile-id>.png into one")
    paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    if not paths:
        raise GalleryError(f"{folder}: no pictures; name them <tile-id>.png, several of one tile <tile-id>@2.png")
    return Gallery(tuple(entry_of(tile_name(path), read_picture(path)) for path in paths))


# --- the file ------------------------------------------------------------------------------------------------------


def save(gallery: Gallery, path: Path) -> None:
    """Write the gallery; a reader never sees half of it."""
    records = []
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as packed:
        for number, entry in enumerate(gallery.entries):
            inside = f"pictures/{number:04d}.png"
            done, data = cv2.imencode(".png", entry.picture)
            if not done:
                raise GalleryError(f"{entry.name}: the picture cannot be written")
            packed.writestr(_stamped(inside), data.tobytes())
            records.append({"name": entry.name, "picture": inside})
        listing = {"format": FORMAT, "version": VERSION, "side_px": SIDE_PX, "entries": records}
        packed.writestr(_stamped("gallery.json"), json.dumps(listing, indent=1))
    write_whole(path, whole.getvalue())


def _stamped(name: str) -> zipfile.ZipInfo:
    """A fixed date: the same pictures give the same bytes."""
    return zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))


def load(path: Path) -> Gallery:
    """Open a gallery file; raises GalleryError with one clear sentence for anything that is none."""
    if not path.is_file():
        raise GalleryError(f"{path}: no such gallery; make one with `durbar tiles enrol DIR --out GALLERY`")
    try:
        with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as packed:
            return _unpack(packed, path)
    except GalleryError:
        raise
    except (zipfile.BadZipFile, zlib.error, KeyError, ValueError, TypeError, OSError, RuntimeError) as error:
        raise GalleryError(f"{path}: this is no gallery file ({type(error).__name__}); enrol the tiles again") from None


def _unpack(packed: zipfile.ZipFile, path: Path) -> Gallery:
    if sum(info.file_size for info in packed.infolist()) > MOST_BYTES:
        raise GalleryError(f"{path}: the gallery is larger than {MOST_BYTES >> 20} MB unpacked; enrol fewer pictures")
    listing = json.loads(packed.read("gallery.json"))
    if not isinstance(listing, dict) or listing.get("format") != FORMAT:
        raise GalleryError(f"{path}: this is no gallery file; enrol the tiles again")
    if int(listing["version"]) > VERSION:
        raise GalleryError(f"{path}: made by a newer durbar (version {listing['version']}); update durbar")
    side = listing.get("side_px", SIDE_PX)
    if type(side) is not int or not SIDES_PX[0] <= side <= SIDES_PX[1]:
        low, high = SIDES_PX
        raise GalleryError(f"{path}: pictures of {side!r:.20} pixels a side ({low} to {high} are known); enrol again")
    records = listing["entries"]
    if not isinstance(records, list) or not 0 < len(records) <= MOST_PICTURES:
        raise GalleryError(f"{path}: a gallery holds 1 to {MOST_PICTURES} pictures")
    return Gallery(tuple(_entries(packed, records)))


def _entries(packed: zipfile.ZipFile, records: list[dict[str, str]]) -> Iterable[Entry]:
    from assistant.vision.pictures import PictureError, PictureLimits, unpack_picture  # noqa: PLC0415 - as above

    limits = PictureLimits(smallest_px=8, most_megapixels=SIDES_PX[1] ** 2 / 1e6)
    for record in records:
        try:
            picture = unpack_picture(packed.read(record["picture"]), record["picture"], limits)
        except PictureError as error:
            raise GalleryError(f"the picture of {record['name']!r:.60} is damaged; enrol it again ({error})") from None
        yield entry_of(record["name"], picture)
