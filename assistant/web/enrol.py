"""Learning the tiles of a box: one is laid on a cell, lies still, is taken, and the next is waited for."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2

from assistant.vision import gallery as galleries
from assistant.vision.gallery import Gallery, GalleryError
from assistant.vision.markers import Image
from assistant.web import schemas_setup as wire


@dataclass(frozen=True, slots=True)
class EnrolSettings:
    """When a tile is taken. Differences are mean grey levels of 255 between two pictures of the cell."""

    side_px: int = 128
    still_difference: float = 4.0
    """Below it two looks show the same; lower waits for a steadier picture, higher may take a moving hand."""
    still_looks: int = 2
    """So many looks alike in a row are needed; more waits longer."""
    other_difference: float = 10.0
    """Above it something else lies there than before; lower takes flicker for a tile, higher misses pale ones."""


def difference(one: Image, other: Image) -> float:
    return float(cv2.absdiff(one, other).mean())


class CellWatch:
    """Says what happens on the cell, from one look to the next."""

    def __init__(self, settings: EnrolSettings) -> None:
        self._settings = settings
        self._last: Image | None = None
        self._alike = 0
        self._empty: Image | None = None
        self._taken: Image | None = None

    def look(self, picture: Image) -> wire.EnrolPhase:
        """`empty`, `moving`, `still` (something new lies there: take it) or `taken` (what lies there is known).

        The first calm look of all is the empty cell; the page asks to clear it.
        """
        same = self._last is not None and difference(picture, self._last) < self._settings.still_difference
        self._alike = self._alike + 1 if same else 0
        self._last = picture
        if self._alike < self._settings.still_looks:
            return "moving"
        if self._empty is None or difference(picture, self._empty) < self._settings.other_difference:
            self._empty = picture
            return "empty"
        if self._taken is not None and difference(picture, self._taken) < self._settings.other_difference:
            return "taken"
        return "still"

    def take(self, picture: Image) -> None:
        """This is learned now; it is not taken twice."""
        self._taken = picture

    def restart(self) -> None:
        """What lies there at the next calm look is the empty cell."""
        self._empty = self._taken = self._last = None


class TileLessons:
    """The gallery as it grows. `on_done` is called when somebody has finished learning tiles."""

    def __init__(
        self, path: Path | None, on_done: Callable[[], None] | None = None, settings: EnrolSettings | None = None
    ) -> None:
        self.settings = settings or EnrolSettings()
        self.watch = CellWatch(self.settings)
        self._path = path
        self._on_done = on_done
        self._fresh = False
        self.gallery = self._kept()

    def _kept(self) -> Gallery:
        """What was learned on earlier evenings; a file that cannot be read is left alone until a tile is learned."""
        try:
            return galleries.load(self._path) if self._path and self._path.is_file() else Gallery(())
        except GalleryError:
            return Gallery(())

    def names(self) -> list[str]:
        return list(dict.fromkeys(self.gallery.names))

    def learn(self, tile: str, picture: Image) -> str:
        """Keep the picture as that tile's, in place of an older one; returns an empty text, or why not."""
        try:
            entry = galleries.entry_of(tile, picture)
            grown = Gallery((*(one for one in self.gallery.entries if one.name != tile), entry))
            if self._path:
                galleries.save(grown, self._path)
        except (GalleryError, OSError) as error:
            return str(error)
        self.gallery, self._fresh = grown, True
        self.watch.take(picture)
        return ""

    def picture(self, tile: str) -> Image | None:
        """What was learned for a tile, None when nothing was."""
        return next((one.picture for one in self.gallery.entries if one.name == tile), None)

    def done(self) -> None:
        """Begin to read with what was learned."""
        if self._fresh and self._on_done:
            self._on_done()
        self._fresh = False
