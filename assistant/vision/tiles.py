"""Which tile lies in a cell and which way round: nearest neighbours in the network's space, with the right to doubt.

Every gallery picture is embedded in its four rotations once, a cell once. "Unknown" and "empty" are answers.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.gallery import EMPTY, Gallery
from assistant.vision.readings import TileReading
from assistant.vision.tile_net import Embedding, Pictures, TileNet, Vectors

Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class TileLimits:
    """When to believe; tuned on the validation family, never on a test family."""

    known: float = 0.50
    """Similarity below which a tile is unknown; higher refuses worn and shaded tiles, lower accepts strangers."""
    margin: float = 0.03
    """Lead over the second best tile below which the cell is unknown; higher asks more often about near twins."""
    slope: float = 24.0
    """How fast confidence grows with similarity and lead."""
    half_similarity: float = 0.52
    half_lead: float = 0.045
    empty_texture: float = 7.0
    """Grey deviation under which a cell that resembles no tile is an empty place, not an unknown tile."""
    empty_alike: float = 0.80
    """Kind similarity of unrecognised cells among each other above which they are the same bare ground."""
    confident: float = 0.9
    """The shipped threshold: a reading with at least this confidence may be used without asking."""


DEFAULT_LIMITS = TileLimits()
ROTATIONS = (0, 90, 180, 270)


@dataclass(frozen=True, slots=True)
class CellAnswer:
    """What one cell looks like; `tile` is None when unknown or empty, `guess` is the best name anyway."""

    tile: str | None
    rotation: int | None
    confidence: float
    empty: bool
    guess: str | None
    similarity: float
    lead: float

    def reading(self, cell: str) -> TileReading:
        return TileReading(cell, self.tile, self.rotation, round(self.confidence, 4), self.empty)


def turned(picture: Pictures, quarters: int) -> Pictures:
    """The picture turned clockwise by quarters of a circle."""
    return np.ascontiguousarray(np.rot90(picture, -quarters))


def colour_feature(picture: Pictures) -> Vectors:
    """Square root of a soft Lab histogram of the inner part, unit length, shape (720,)."""
    small = cv2.resize(picture, (40, 40), interpolation=cv2.INTER_AREA)[3:-3, 3:-3]
    lab = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2Lab).reshape(-1, 3)
    edges = [np.linspace(0, 100, 6), np.linspace(-90, 90, 13), np.linspace(-90, 90, 13)]
    counts = np.histogramdd(lab, bins=edges)[0].astype(np.float32)
    soft = np.stack([cv2.GaussianBlur(layer, (3, 3), 0.8) for layer in counts])
    padded = np.pad(soft, ((1, 1), (0, 0), (0, 0)), mode="edge")
    soft = (padded[:-2] + 2 * padded[1:-1] + padded[2:]) / 4
    return np.asarray(np.sqrt(soft.ravel() / max(float(soft.sum()), 1e-6)), np.float32)


class TileReader:
    """A network and a gallery, ready to read cells."""

    def __init__(self, net: TileNet, gallery: Gallery, limits: TileLimits = DEFAULT_LIMITS) -> None:
        self.net = net
        self.limits = limits
        self.gallery = gallery
        self.names = tuple(dict.fromkeys(entry.name for entry in gallery.entries))
        self._owner = np.array([self.names.index(entry.name) for entry in gallery.entries])
        pictures = [net.fit(entry.picture) for entry in gallery.entries]
        seen = net.embed(np.stack([turned(picture, k) for k in range(4) for picture in pictures]))
        count = len(pictures)
        self._marks = seen.mark.reshape(4, count, -1)
        self._kinds = seen.kind[:count]

    def similarities(self, seen: Embedding) -> Scores:
        """Best similarity for every cell, tile and rotation, shape (n, tiles, 4)."""
        flat = seen.mark @ self._marks.reshape(-1, self._marks.shape[-1]).T
        by_picture = flat.reshape(len(seen.mark), 4, -1).transpose(0, 2, 1)
        best = np.full((len(seen.mark), len(self.names), 4), -1.0, np.float32)
        for tile in range(len(self.names)):
            best[:, tile] = by_picture[:, self._owner == tile].max(1)
        return best

    def read(self, cells: Pictures) -> list[CellAnswer]:
        """Read a batch of cells, shape (n, side, side, 3) in the network's size."""
        if not len(cells):
            return []
        seen = self.net.embed(cells)
        scores = self.similarities(seen)
        answers = [self._answer(one) for one in scores]
        return self._find_empty(cells, seen, answers)

    def _answer(self, scores: Scores) -> CellAnswer:
        per_tile = scores.max(1)
        first = int(per_tile.argmax())
        best = float(per_tile[first])
        second = float(np.delete(per_tile, first).max()) if len(per_tile) > 1 else 0.0
        turn = int(scores[first].argmax())
        name, confidence = self.names[first], self._confidence(best, best - second)
        if best < self.limits.known or best - second < self.limits.margin:
            return CellAnswer(None, None, 1 - confidence, False, name, best, best - second)
        if name == EMPTY:
            return CellAnswer(None, None, confidence, True, None, best, best - second)
        return CellAnswer(name, ROTATIONS[turn], confidence, False, name, best, best - second)

    def _confidence(self, similarity: float, lead: float) -> float:
        limits = self.limits
        pull = min(similarity - limits.half_similarity, 2 * (lead - limits.half_lead))
        return float(1 / (1 + np.exp(-limits.slope * pull)))

    def _find_empty(self, cells: Pictures, seen: Embedding, answers: list[CellAnswer]) -> list[CellAnswer]:
        """Unknown cells that are bare, or that all show the same ground, are empty."""
        unknown = [i for i, answer in enumerate(answers) if answer.tile is None and not answer.empty]
        if not unknown:
            return answers
        alike = seen.kind[unknown] @ seen.kind[unknown].T > self.limits.empty_alike
        for row, i in enumerate(unknown):
            bare = float(cells[i].astype(np.float32).mean(2).std()) < self.limits.empty_texture
            if bare or int(alike[row].sum()) >= 3:
                old = answers[i]
                answers[i] = CellAnswer(None, None, old.confidence, True, None, old.similarity, old.lead)
        return answers
