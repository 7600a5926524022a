"""Which tile lies in a cell and which way round: nearest pictures by the network, then laid over the cell.

Every gallery picture is embedded in its four rotations once, a cell once. "Unknown" and "empty" are answers.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.vision.cell_patches import Patches, Pictures, patched, unpatched
from assistant.vision.gallery import EMPTY, Gallery
from assistant.vision.ground import FEATURES, PATCHES, ground_likeness, patches_of
from assistant.vision.overlay import FIT_SCALES, Overlays, shown, turned
from assistant.vision.readings import TileReading
from assistant.vision.same_ground import LIMITS as SAME
from assistant.vision.same_ground import SameGround
from assistant.vision.tile_net import Embedding, TileNet, Vectors

Scores = NDArray[np.float32]
IsBare = Callable[[list[int]], NDArray[np.bool_]]
"""Tells which of some cells of a batch look as they did when nothing lay on them."""


@dataclass(frozen=True, slots=True)
class TileLimits:
    """When to believe; tuned on the validation family, never on a test family."""

    known: float = 0.42
    """Similarity below which no tile is even tried; higher refuses worn and shaded tiles, lower only costs time."""
    obvious: tuple[float, float] = (0.935, 0.12)
    """Similarity and lead above which the nearest tile needs no closer look; strangers stay below both."""
    quick: tuple[float, float] = (0.90, 0.12)
    """Fit of the nearest picture and lead over the next above which a doubtful cell needs no further tries."""
    tries: int = 4
    """Candidates laid over a cell that is still doubtful; more resolve more near twins and cost more time."""
    more_tries: int = 24
    """Candidates when none of those fits: a tile far out of its place may be only the tenth nearest."""
    fit: float = 0.80
    """Correlation with the gallery picture, laid over the cell, below which the tile is unknown."""
    likely: tuple[float, float] = (0.72, 0.25)
    """Fit and lead that suffice, without confidence, for the network's own first choice: glare and shade cost fit."""
    backed: tuple[float, float] = (0.60, 0.15)
    """The network's similarity and lead that make its first choice one to rely on in that case."""
    fit_lead: float = 0.008
    """Lead over the next candidate's fit below which the cell is unknown; higher asks more often about near twins."""
    confident: float = 0.9
    """The shipped threshold: a reading with at least this confidence may be used without asking."""
    confident_fit: float = 0.87
    confident_lead: float = 0.025
    """Where confidence reaches that threshold."""
    slope: float = 40.0
    """How fast confidence grows around there."""
    empty_texture: tuple[float, float] = (7.0, 0.10)
    """Grey deviation, and its share of the mean, under both of which a cell that resembles no tile is an empty place,
    not an unknown tile. Tiles of nine families have a share of 0.108 or more; in poor light the first is not enough."""
    empty_light: tuple[float, float] = (12.0, 246.0)
    """Mean grey between which a bare cell can be told from one in the dark or burnt out."""
    empty_count: int = 3
    """Unrecognised cells that must show the same ground (`same_ground.py`) to be empty places."""
    empty_surest: float = 0.88
    """Such a place is never certain: tiles whose print glare has wiped out look alike, too."""
    empty_known: float = 0.95
    """How sure it is that nothing lies on a cell that looks as it did at the calibration."""
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


class TileReader:
    """A network and a gallery, ready to read cells."""

    def __init__(self, net: TileNet, gallery: Gallery, limits: TileLimits = DEFAULT_LIMITS) -> None:
        self.net = net
        self.limits = limits
        self.kinds = DEFAULT_KINDS
        self.gallery = gallery
        self.names = tuple(dict.fromkeys(entry.name for entry in gallery.entries))
        self._owner = np.array([self.names.index(entry.name) for entry in gallery.entries])
        self._turns = [(entry.name, rotation) for entry in gallery.entries for rotation in ROTATIONS]
        """Name and rotation of the pictures that are laid over cells, 4 * picture + quarters."""
        pictures = [net.fit(entry.picture) for entry in gallery.entries]
        few = len(self.names) <= self.kinds.most_names
        self._grounds = (
            np.stack([patches_of(p) for p in pictures]) if few else np.zeros((0, PATCHES, FEATURES), np.float32)
        )
        self.by_kind = self._is_gallery_of_kinds()
        self._enrol(patched(np.stack([turned(picture, k) for k in range(4) for picture in pictures])))
        self._overlays = Overlays([] if self.by_kind else pictures)

    def _enrol(self, pictures: Patches) -> None:
        """Embed all pictures, all in the first rotation first; kinds are known to the larger network alone."""
        seen, count = self.net.embed(pictures), len(pictures) // 4
        self._larger_marks = seen.mark.reshape(4 * count, -1)
        self._marks = self._larger_marks if self.by_kind else self.net.marks(pictures)
        self._kinds = seen.kind.reshape(4, count, -1).mean(0)
        tiles = [i for i, entry in enumerate(self.gallery.entries) if entry.name != EMPTY]
        self._tile_kinds = seen.kind[tiles]

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

    def similarities(self, marks: Vectors, *, larger: bool = False) -> Scores:
        """Similarity of every cell with every picture and rotation, shape (n, pictures, 4); marks of either network."""
        flat = marks @ (self._larger_marks if larger else self._marks).T
        return flat.reshape(len(marks), 4, -1).transpose(0, 2, 1)

    def read(self, cells: Pictures, is_bare: IsBare | None = None) -> list[CellAnswer]:
        """Read a batch of cells, shape (n, side, side, 3) in the network's size.

        `is_bare` is asked about those on which no tile was recognised.
        """
        return self.read_patches(patched(cells), is_bare)

    def read_patches(self, cells: Patches, is_bare: IsBare | None = None) -> list[CellAnswer]:
        """Read a batch of cells that were cut out in patches."""
        if not len(cells):
            return []
        if self.by_kind:
            seen = self.net.embed(cells)
            return self._read_kinds(cells, seen, self._per_name(self.similarities(seen.mark)))
        scores = self.similarities(self.net.marks(cells))
        answers = self._nearest(scores)
        doubtful = [i for i, answer in enumerate(answers) if answer is None]
        for i, answer in zip(doubtful, self._looked_over(cells[doubtful], scores[doubtful]), strict=True):
            answers[i] = answer
        known = self._asked_again(cells, [answer for answer in answers if answer is not None])
        return self._find_empty(cells, known if is_bare is None else self._bared(known, is_bare))

    def _bared(self, answers: list[CellAnswer], is_bare: IsBare) -> list[CellAnswer]:
        """Unknown cells that look as they did with nothing on them are empty."""
        unknown = [i for i, answer in enumerate(answers) if answer.tile is None and not answer.empty]
        same = is_bare(unknown) if unknown else ()
        for i in (i for i, bare in zip(unknown, same, strict=True) if bare):
            old = answers[i]
            answers[i] = CellAnswer(None, None, self.limits.empty_known, True, None, old.similarity, old.lead, old.fit)
        return answers

    def _asked_again(self, cells: Patches, answers: list[CellAnswer]) -> list[CellAnswer]:
        """Unknown cells that nearly fit a tile are read once more with the larger network's opinion."""
        unknown = [i for i, answer in enumerate(answers) if answer.tile is None and not answer.empty]
        near = [i for i in unknown if answers[i].fit >= self.limits.likely[0]]
        if near:
            scores = self.similarities(self.net.embed(cells[near]).mark, larger=True)
            for i, answer in zip(near, self._looked_over(cells[near], scores), strict=True):
                answers[i] = answer
        return answers

    def _nearest(self, scores: Scores) -> list[CellAnswer | None]:
        """What the network alone can say: nothing like it, or obviously this one; None where it is doubtful."""
        limits = self.limits
        answers: list[CellAnswer | None] = []
        turns = (scores.reshape(len(scores), -1).argmax(1) % 4).tolist()
        for turn, (first, best, lead) in zip(turns, _first_two(self._per_name(scores).max(2)), strict=True):
            name = self.names[first]
            if best < limits.known:
                answers.append(CellAnswer(None, None, 0.9, False, name, best, lead))
            elif best >= limits.obvious[0] and lead >= limits.obvious[1]:
                answers.append(self._named(name, ROTATIONS[turn], self._confidence(best, lead), best, lead))
            else:
                answers.append(None)
        return answers

    def _looked_over(self, cells: Patches, scores: Scores) -> list[CellAnswer]:
        """Answers for doubtful cells: candidates laid over them, few first, more where those do not settle it."""
        flat, limits = scores.reshape(len(scores), scores.shape[1] * 4), self.limits
        ranked = _first_two(self._per_name(scores).max(2))
        ready = shown(unpatched(cells))
        answers: dict[int, CellAnswer] = {}

        def lay(which: list[int], tries: int, scales: int) -> None:
            if not which:
                return
            picked = _nearest_of(flat[which], tries)
            fits = self._overlays.fits(ready if len(which) == len(cells) else ready.only(which), picked, scales)
            answers.update({i: self._fitted(p, f, ranked[i]) for i, p, f in zip(which, picked, fits, strict=True)})

        lay(list(range(len(cells))), 2, 1)
        again = [i for i, a in answers.items() if a.fit < limits.quick[0] or a.lead < limits.quick[1]]
        lay(again, limits.tries, len(FIT_SCALES))
        again = [i for i in again if answers[i].fit < limits.fit]
        lay(again, limits.more_tries, len(FIT_SCALES))
        return list(answers.values())

    def _fitted(self, picked: NDArray[np.int64], fits: Scores, ranked: tuple[int, float, float]) -> CellAnswer:
        """The candidate that fits best, if it fits well and clearly better than any other name or rotation."""
        first, best, net_lead = ranked
        tried: dict[tuple[str, int], float] = {}
        for candidate, fit in zip(picked.tolist(), fits.tolist(), strict=True):
            key = self._turns[candidate]
            tried[key] = max(tried.get(key, -1.0), fit)
        (name, rotation), fit = max(tried.items(), key=lambda item: item[1])
        lead = fit - max((other for key, other in tried.items() if key != (name, rotation)), default=0.0)
        confidence = self._confidence(fit, lead)
        limits = self.limits
        backed = name == self.names[first] and best >= limits.backed[0] and net_lead >= limits.backed[1]
        likely = backed and fit >= limits.likely[0] and lead >= limits.likely[1]
        if not likely and (fit < limits.fit or lead < limits.fit_lead):
            return CellAnswer(None, None, 1 - confidence, False, name, best, lead, fit)
        return self._named(name, rotation, confidence, best, lead, fit=fit)

    def _named(
        self, name: str, rotation: int, confidence: float, best: float, lead: float, *, fit: float = 0.0
    ) -> CellAnswer:
        if name == EMPTY:
            return CellAnswer(None, None, confidence, True, None, best, lead, fit)
        return CellAnswer(name, rotation, confidence, False, name, best, lead, fit)

    def _confidence(self, fit: float, lead: float) -> float:
        """0.9 where both fit and lead reach their marks, more above, less below either."""
        limits = self.limits
        pull = min(fit - limits.confident_fit, lead - limits.confident_lead)
        start = math.log(limits.confident / (1 - limits.confident))
        return 1 / (1 + math.exp(-max(start + limits.slope * pull, -500.0)))

    def _read_kinds(self, cells: Patches, seen: Embedding, marks: Scores) -> list[CellAnswer]:
        """Read by what sort of ground the cells show; an exact picture may still be recognised."""
        weights = self.kinds
        grounds = ground_likeness(np.stack([patches_of(cell) for cell in unpatched(cells)]), self._grounds)
        both = self._per_name(weights.kind * seen.kind @ self._kinds.T + weights.ground * grounds)
        scores = both + weights.mark * marks.max(2)
        ranked = _first_two(np.asarray(scores, np.float32))
        return [self._kind_answer(one, mark) for one, mark in zip(ranked, marks, strict=True)]

    def _kind_answer(self, ranked: tuple[int, float, float], marks: Scores) -> CellAnswer:
        first, best, lead = ranked
        name = self.names[first]
        confidence = min(self.kinds.surest, 0.5 + lead)
        if best < self.kinds.known:
            return CellAnswer(None, None, 1 - confidence, False, name, best, lead)
        if name == EMPTY:
            return CellAnswer(None, None, confidence, True, None, best, lead)
        return CellAnswer(name, ROTATIONS[int(marks[first].argmax())], confidence, False, name, best, lead)

    def _find_empty(self, cells: Patches, answers: list[CellAnswer]) -> list[CellAnswer]:
        """Unknown cells that are bare, or of which three show the same ground, are empty."""
        unknown = [i for i, answer in enumerate(answers) if answer.tile is None and not answer.empty]
        if not unknown:
            return answers
        pictures = unpatched(cells[unknown])
        bare = [self._is_bare(cell) for cell in pictures]
        alike = bare if all(bare) else self._alike(cells, pictures, answers)
        for i, plain, same, cell in zip(unknown, bare, alike, pictures, strict=True):
            old = answers[i]
            if old.fit < self.limits.empty_fit and (plain or (same and self._is_lit(cell))):
                sure = old.confidence if plain else min(old.confidence, self.limits.empty_surest)
                answers[i] = CellAnswer(None, None, sure, True, None, old.similarity, old.lead)
        return answers

    def _is_bare(self, cell: Pictures) -> bool:
        """Whether a cell is plain, for the light it is seen in."""
        grey = cell.astype(np.float32).mean(2)
        spread, relative = self.limits.empty_texture
        return self._is_lit(cell) and bool(grey.std() < min(spread, relative * float(grey.mean())))

    def _is_lit(self, cell: Pictures) -> bool:
        dark, burnt = self.limits.empty_light
        return dark < float(cell.mean()) < burnt

    def _alike(self, cells: Patches, pictures: Pictures, answers: list[CellAnswer]) -> list[bool]:
        """For each unknown cell whether enough of them show the same ground as it does."""
        unknown = [i for i, answer in enumerate(answers) if answer.tile is None and not answer.empty]
        if len(unknown) < self.limits.empty_count:
            return [False] * len(unknown)
        seen = self.net.embed(cells[unknown])
        known = [i for i, answer in enumerate(answers) if answer.tile is not None]

        def tile_likeness() -> Scores | None:
            if len(known) < SAME.witnesses:
                return None
            beside = self.net.embed(cells[known[: SAME.most_witnesses]]).kind
            return np.asarray((seen.kind @ np.vstack([beside, self._tile_kinds]).T).max(1), np.float32)

        return SameGround(pictures, seen).shared(self.limits.empty_count, tile_likeness)


def _nearest_of(flat: Scores, count: int) -> NDArray[np.int64]:
    """For every row the positions of its `count` largest scores, the largest first; shape (n, count) or less."""
    count = min(count, flat.shape[1])
    few = np.argpartition(-flat, count - 1, axis=1)[:, :count]
    order = np.argsort(-np.take_along_axis(flat, few, 1), axis=1, kind="stable")
    return np.take_along_axis(few, order, 1)


def _first_two(per_name: Scores) -> list[tuple[int, float, float]]:
    """For every row (n, names) the best name, its score and its lead over the next one."""
    first = per_name.argmax(1)
    best = per_name.max(1)
    others = per_name.copy()
    others[np.arange(len(first)), first] = -np.inf
    second = others.max(1) if per_name.shape[1] > 1 else np.zeros_like(best)
    return list(zip(first.tolist(), best.tolist(), (best - second).tolist(), strict=True))
