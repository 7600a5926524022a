"""Which tile lies in a cell and which way round: nearest pictures by the network, then laid over the cell.

Every gallery picture is embedded in its four rotations once, a cell once. "Unknown" and "empty" are answers.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.gallery import EMPTY, Gallery
from assistant.vision.ground import FEATURES, PATCHES, ground_likeness, patches_of
from assistant.vision.readings import TileReading
from assistant.vision.tile_net import Embedding, Pictures, TileNet

Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class TileLimits:
    """When to believe; tuned on the validation family, never on a test family."""

    known: float = 0.45
    """Similarity below which no tile is even tried; higher refuses worn and shaded tiles, lower only costs time."""
    obvious: tuple[float, float] = (0.90, 0.18)
    """Similarity and lead above which the nearest tile needs no closer look; strangers stay below both."""
    tries: int = 4
    """Candidates laid over a doubtful cell; more resolve more near twins and cost more time."""
    more_tries: int = 24
    """Candidates when none of those fits but the cell does resemble tiles."""
    resembles: float = 0.60
    """Similarity that makes more tries worth it; bare cells stay below."""
    fit: float = 0.80
    """Correlation with the gallery picture, laid over the cell, below which the tile is unknown."""
    fit_lead: float = 0.008
    """Lead over the next candidate's fit below which the cell is unknown; higher asks more often about near twins."""
    confident: float = 0.9
    """The shipped threshold: a reading with at least this confidence may be used without asking."""
    confident_fit: float = 0.87
    confident_lead: float = 0.025
    """Where confidence reaches that threshold."""
    slope: float = 40.0
    """How fast confidence grows around there."""
    empty_texture: float = 7.0
    """Grey deviation under which a cell that resembles no tile is an empty place, not an unknown tile."""
    empty_alike: float = 0.92
    """Kind similarity of unrecognised cells among each other above which they are the same bare ground."""
    empty_fit: float = 0.60
    """A cell that fits some tile better than this is an unknown tile, not an empty place."""


@dataclass(frozen=True, slots=True)
class KindLimits:
    """When a gallery is one of *kinds* (fields, forests, lakes) and how such a gallery is read."""

    most_names: int = 24
    different: float = 0.87
    """All names must have less alike grounds than this: tiles of one box that share their grounds are not kinds."""
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
    fit: float = 0.0
    """Correlation with the best picture laid over the cell; 0 where none was tried."""

    def reading(self, cell: str) -> TileReading:
        return TileReading(cell, self.tile, self.rotation, round(self.confidence, 4), self.empty)


def turned(picture: Pictures, quarters: int) -> Pictures:
    """The picture turned clockwise by quarters of a circle."""
    return np.ascontiguousarray(np.rot90(picture, -quarters))


FIT_PX = 32
FIT_REACH_PX = 4
"""Cells are laid over gallery pictures at this size, shifted by up to an eighth of a cell, as far as tiles stray."""


FIT_SCALES = (1.0, 0.95)
"""A tile fills its cell, or leaves the gap of a printed board around it."""
FIT_SOFTNESS_PX = 0.7
"""Fine hatching shifts by less than a pixel and would spoil the fit of the right tile."""


def fit_picture(picture: Pictures, scale: float = 1.0) -> NDArray[np.float32]:
    """A cell or gallery picture ready to be laid over another, shape (FIT_PX, FIT_PX, 3)."""
    height, width = picture.shape[:2]
    if scale != 1.0:
        bend = cv2.getRotationMatrix2D((width / 2 - 0.5, height / 2 - 0.5), 0, scale)
        picture = np.asarray(cv2.warpAffine(picture, bend, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    small = cv2.resize(picture, (FIT_PX, FIT_PX), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(small, (5, 5), FIT_SOFTNESS_PX), np.float32)


def overlays_of(picture: Pictures) -> list[NDArray[np.float32]]:
    """The middle of a gallery picture in every scale."""
    inner = slice(FIT_REACH_PX, -FIT_REACH_PX)
    return [np.ascontiguousarray(fit_picture(picture, scale)[inner, inner]) for scale in FIT_SCALES]


def fit_of(cell: NDArray[np.float32], overlays: list[NDArray[np.float32]]) -> float:
    """Correlation of the picture's middle with the cell at the best shift, -1..1; blind to brightness and contrast."""
    return max(float(np.asarray(cv2.matchTemplate(cell, one, cv2.TM_CCOEFF_NORMED)).max()) for one in overlays)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A gallery picture in one rotation, and how well it fits."""

    name: str
    rotation: int
    fit: float


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
        few = len(self.names) <= self.kinds.most_names
        self._grounds = (
            np.stack([patches_of(p) for p in pictures]) if few else np.zeros((0, PATCHES, FEATURES), np.float32)
        )
        self.by_kind = self._is_gallery_of_kinds()
        self._overlays = [[overlays_of(turned(picture, k)) for k in range(4)] for picture in pictures]

    def _is_gallery_of_kinds(self) -> bool:
        """Few names, none like another: then a cell is read by its kind where no picture fits exactly."""
        if not 2 <= len(self.names) <= self.kinds.most_names:
            return False
        alike = ground_likeness(self._grounds, self._grounds)
        apart = self._owner[:, None] != self._owner[None]
        return float(alike[apart].max(initial=0.0)) < self.kinds.different

    def _per_name(self, by_picture: Scores) -> Scores:
        """Best over the pictures of each name; shape (n, pictures, ...) to (n, names, ...)."""
        if len(self.names) == by_picture.shape[1]:
            return by_picture
        return np.stack([by_picture[:, self._owner == name].max(1) for name in range(len(self.names))], axis=1)

    def similarities(self, seen: Embedding) -> Scores:
        """Similarity of every cell with every picture and rotation, shape (n, pictures, 4)."""
        flat = seen.mark @ self._marks.reshape(-1, self._marks.shape[-1]).T
        return flat.reshape(len(seen.mark), 4, -1).transpose(0, 2, 1)

    def read(self, cells: Pictures) -> list[CellAnswer]:
        """Read a batch of cells, shape (n, side, side, 3) in the network's size."""
        if not len(cells):
            return []
        seen = self.net.embed(cells)
        scores = self.similarities(seen)
        if self.by_kind:
            return self._read_kinds(cells, seen, self._per_name(scores))
        answers = [self._answer(cell, one) for cell, one in zip(cells, scores, strict=True)]
        return self._find_empty(cells, seen, answers)

    def _answer(self, cell: Pictures, scores: Scores) -> CellAnswer:
        """The nearest tile if that is obvious, else the candidate that fits best when laid over the cell."""
        limits = self.limits
        first, best, lead = _first_two(self._per_name(scores[None])[0].max(1))
        name = self.names[first]
        if best < limits.known:
            return CellAnswer(None, None, 0.9, False, name, best, lead)
        if best >= limits.obvious[0] and lead >= limits.obvious[1]:
            own = np.where(self._owner[:, None] == first, scores, -1.0)
            return self._named(name, ROTATIONS[int(own.argmax()) % 4], self._confidence(best, lead), best, lead)
        ranked = self._lay_over(cell, scores, limits.tries)
        if ranked[0].fit < limits.fit and best >= limits.resembles:
            ranked = self._lay_over(cell, scores, limits.more_tries)
        fit_lead = ranked[0].fit - (ranked[1].fit if len(ranked) > 1 else 0.0)
        confidence = self._confidence(ranked[0].fit, fit_lead)
        if ranked[0].fit < limits.fit or fit_lead < limits.fit_lead:
            return CellAnswer(None, None, 1 - confidence, False, ranked[0].name, best, fit_lead, ranked[0].fit)
        return self._named(ranked[0].name, ranked[0].rotation, confidence, best, fit_lead)

    def _named(self, name: str, rotation: int, confidence: float, best: float, lead: float) -> CellAnswer:
        if name == EMPTY:
            return CellAnswer(None, None, confidence, True, None, best, lead)
        return CellAnswer(name, rotation, confidence, False, name, best, lead)

    def _lay_over(self, cell: Pictures, scores: Scores, tries: int) -> list[Candidate]:
        """The nearest pictures laid over the cell, best fit first, one per name and rotation."""
        overlay = fit_picture(cell)
        tried: dict[tuple[str, int], float] = {}
        for flat in np.argsort(-scores, axis=None)[:tries]:
            picture, turn = divmod(int(flat), 4)
            key = (self.names[int(self._owner[picture])], ROTATIONS[turn])
            tried[key] = max(tried.get(key, -1.0), fit_of(overlay, self._overlays[picture][turn]))
        ranked = sorted(tried.items(), key=lambda item: -item[1])
        return [Candidate(name, rotation, fit) for (name, rotation), fit in ranked]

    def _confidence(self, fit: float, lead: float) -> float:
        """0.9 where both fit and lead reach their marks, more above, less below either."""
        limits = self.limits
        pull = min(fit - limits.confident_fit, lead - limits.confident_lead)
        start = float(np.log(limits.confident / (1 - limits.confident)))
        return float(1 / (1 + np.exp(-(start + limits.slope * pull))))

    def _read_kinds(self, cells: Pictures, seen: Embedding, marks: Scores) -> list[CellAnswer]:
        """Read by what sort of ground the cells show; an exact picture may still be recognised."""
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
            old = answers[i]
            if old.fit < self.limits.empty_fit and (bare or int(alike[row].sum()) >= 3):
                answers[i] = CellAnswer(None, None, old.confidence, True, None, old.similarity, old.lead)
        return answers


def _first_two(per_name: Scores) -> tuple[int, float, float]:
    """The best name, its score and its lead over the next one."""
    first = int(per_name.argmax())
    best = float(per_name[first])
    second = float(np.delete(per_name, first).max()) if len(per_name) > 1 else 0.0
    return first, best, best - second
