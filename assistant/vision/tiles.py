"""Which tile lies in a cell and which way round: nearest neighbours in the network's space, with the right to doubt.

Every gallery picture is embedded in its four rotations once, a cell once. "Unknown" and "empty" are answers.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.gallery import EMPTY, Gallery
from assistant.vision.ground import ground_likeness, patches_of
from assistant.vision.readings import TileReading
from assistant.vision.tile_net import Embedding, Pictures, TileNet

Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class TileLimits:
    """When to believe; tuned on the validation family, never on a test family."""

    known: float = 0.55
    """Similarity below which a tile is unknown; higher refuses worn and shaded tiles, lower accepts strangers."""
    lead: float = 0.03
    """Lead over the second best tile below which the cell is unknown; higher asks more often about near twins."""
    look_again: float = 0.12
    """Cells with a smaller lead are looked at again through shifted windows; higher is surer and slower."""
    shift_px: int = 5
    """How far those windows are shifted."""
    confident: float = 0.9
    """The shipped threshold: a reading with at least this confidence may be used without asking."""
    confident_similarity: float = 0.62
    confident_lead: float = 0.055
    """Where confidence reaches that threshold."""
    slope: float = 40.0
    """How fast confidence grows around there."""
    empty_texture: float = 7.0
    """Grey deviation under which a cell that resembles no tile is an empty place, not an unknown tile."""
    empty_alike: float = 0.80
    """Kind similarity of unrecognised cells among each other above which they are the same bare ground."""


@dataclass(frozen=True, slots=True)
class KindLimits:
    """When a gallery is one of *kinds* (fields, forests, lakes) and how such a gallery is read."""

    most_names: int = 24
    different: float = 0.62
    """All names must be less alike than this (mark similarity, any rotation): near twins are not kinds."""
    mark: float = 0.5
    kind: float = 1.0
    ground: float = 1.0
    """Weights of the three likenesses."""
    known: float = 0.75
    """Weighted likeness below which even the kind is unknown."""
    surest: float = 0.88
    """A kind is never as certain as a recognised tile."""


DEFAULT_LIMITS = TileLimits()
DEFAULT_KINDS = KindLimits()
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


def shifted(cell: Pictures, reach_px: int) -> Pictures:
    """Eight views of a cell through windows shifted by `reach_px`, shape (8, side, side, 3)."""
    side = cell.shape[0]
    wide = cv2.copyMakeBorder(cell, *([reach_px] * 4), cv2.BORDER_REPLICATE)
    steps = [(y, x) for y in (0, reach_px, 2 * reach_px) for x in (0, reach_px, 2 * reach_px)]
    steps.remove((reach_px, reach_px))
    return np.stack([wide[y : y + side, x : x + side] for y, x in steps]).astype(np.uint8)


class TileReader:
    """A network and a gallery, ready to read cells."""

    def __init__(self, net: TileNet, gallery: Gallery, limits: TileLimits = DEFAULT_LIMITS) -> None:
        self.net = net
        self.limits = limits
        self.kinds = DEFAULT_KINDS
        self.gallery = gallery
        self.names = tuple(dict.fromkeys(entry.name for entry in gallery.entries))
        self._owner = np.array([self.names.index(entry.name) for entry in gallery.entries])
        pictures = [net.fit(entry.picture) for entry in gallery.entries]
        seen = net.embed(np.stack([turned(picture, k) for k in range(4) for picture in pictures]))
        count = len(pictures)
        self._marks = seen.mark.reshape(4, count, -1)
        self._kinds = seen.kind.reshape(4, count, -1).mean(0)
        self.by_kind = self._is_gallery_of_kinds()
        self._grounds = np.stack([patches_of(p) for p in pictures]) if self.by_kind else None

    def _is_gallery_of_kinds(self) -> bool:
        """Few names, none like another: then a cell is read by its kind where no picture fits exactly."""
        if not 2 <= len(self.names) <= self.kinds.most_names:
            return False
        alike = np.max([self._marks[0] @ self._marks[k].T for k in range(4)], axis=0)
        apart = self._owner[:, None] != self._owner[None]
        return float(alike[apart].max(initial=0.0)) < self.kinds.different

    def _per_name(self, by_picture: Scores) -> Scores:
        """Best over the pictures of each name; shape (n, pictures, ...) to (n, names, ...)."""
        if len(self.names) == by_picture.shape[1]:
            return by_picture
        return np.stack([by_picture[:, self._owner == name].max(1) for name in range(len(self.names))], axis=1)

    def similarities(self, seen: Embedding) -> Scores:
        """Best similarity for every cell, name and rotation, shape (n, names, 4)."""
        flat = seen.mark @ self._marks.reshape(-1, self._marks.shape[-1]).T
        by_picture = flat.reshape(len(seen.mark), 4, -1).transpose(0, 2, 1)
        return self._per_name(by_picture)

    def read(self, cells: Pictures) -> list[CellAnswer]:
        """Read a batch of cells, shape (n, side, side, 3) in the network's size."""
        if not len(cells):
            return []
        seen = self.net.embed(cells)
        scores = self.similarities(seen)
        if self.by_kind:
            return self._read_kinds(cells, seen, scores)
        self._look_again(cells, scores)
        return self._find_empty(cells, seen, [self._answer(one) for one in scores])

    def _look_again(self, cells: Pictures, scores: Scores) -> None:
        """Give doubtful cells the best of several windows, in place: a misplaced tile fits one of them better."""
        ranked = np.sort(scores.max(2), axis=1)
        lead = ranked[:, -1] - (ranked[:, -2] if ranked.shape[1] > 1 else 0)
        doubtful = np.flatnonzero((lead < self.limits.look_again) & (ranked[:, -1] > 0.6 * self.limits.known))
        if not len(doubtful):
            return
        views = np.concatenate([shifted(cells[i], self.limits.shift_px) for i in doubtful])
        again = self.similarities(self.net.embed(views)).reshape(len(doubtful), 8, *scores.shape[1:])
        scores[doubtful] = np.maximum(scores[doubtful], again.max(1))

    def _answer(self, scores: Scores) -> CellAnswer:
        first, best, lead = _first_two(scores.max(1))
        turn = int(scores[first].argmax())
        name, confidence = self.names[first], self._confidence(best, lead)
        if best < self.limits.known or lead < self.limits.lead:
            return CellAnswer(None, None, 1 - confidence, False, name, best, lead)
        if name == EMPTY:
            return CellAnswer(None, None, confidence, True, None, best, lead)
        return CellAnswer(name, ROTATIONS[turn], confidence, False, name, best, lead)

    def _confidence(self, similarity: float, lead: float) -> float:
        """0.9 where both similarity and lead reach their marks, more above, less below either."""
        limits = self.limits
        pull = min(similarity - limits.confident_similarity, lead - limits.confident_lead)
        start = float(np.log(limits.confident / (1 - limits.confident)))
        return float(1 / (1 + np.exp(-(start + limits.slope * pull))))

    def _read_kinds(self, cells: Pictures, seen: Embedding, marks: Scores) -> list[CellAnswer]:
        """Read by what sort of ground the cells show; an exact picture may still be recognised."""
        assert self._grounds is not None
        weights = self.kinds
        grounds = ground_likeness(np.stack([patches_of(cell) for cell in cells]), self._grounds)
        both = self._per_name(weights.kind * seen.kind @ self._kinds.T + weights.ground * grounds)
        scores = both + weights.mark * marks.max(2)
        return [self._kind_answer(scores[i], marks[i]) for i in range(len(cells))]

    def _kind_answer(self, scores: Scores, marks: Scores) -> CellAnswer:
        first, best, lead = _first_two(scores)
        name = self.names[first]
        confidence = min(self.kinds.surest, 0.5 + lead)
        if best < self.kinds.known:
            return CellAnswer(None, None, 1 - confidence, False, name, best, lead)
        if name == EMPTY:
            return CellAnswer(None, None, confidence, True, None, best, lead)
        return CellAnswer(name, ROTATIONS[int(marks[first].argmax())], confidence, False, name, best, lead)

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


def _first_two(per_name: Scores) -> tuple[int, float, float]:
    """The best name, its score and its lead over the next one."""
    first = int(per_name.argmax())
    best = float(per_name[first])
    second = float(np.delete(per_name, first).max()) if len(per_name) > 1 else 0.0
    return first, best, best - second
