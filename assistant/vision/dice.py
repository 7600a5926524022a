"""Reading dice in pictures whose scale is known: every die with box, colour, value and how sure.

Two small networks share the work. The *finder* sees a whole region at once and marks the middle of every top face, with
size, value and colour. The *reader* looks at each marked face again, close up, and may say "nothing". What both say is
joined; where they do not agree enough, the value (or colour) is None and the box stays. At a table an *expert*, a
larger reader, is asked about the few faces those two doubt.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from assistant.resources import resource
from assistant.vision.candidates import Candidates, decoded, joined, neighbours, turned_back
from assistant.vision.colour import COLOURS, ColourModel, body_lab, name_four
from assistant.vision.dice_limits import DiceLimits
from assistant.vision.dice_squares import (
    FACE_SHARE,
    REGION_EDGE_PX,
    alike,
    cut_squares,
    other_views,
    scaled,
    stacked,
    turned,
)
from assistant.vision.evidence import EmptyBoard, changes, sides_on
from assistant.vision.infer import WAY_OUT, ModelError, Network, packed, sigmoid, softmax
from assistant.vision.readings import DieReading
from assistant.vision.sharing import each

Pixels = NDArray[np.uint8]
Numbers = NDArray[np.float32]
Sight = Literal["table", "loose"]

NETWORKS: dict[Sight, str] = {"table": "dice-table", "loose": "dice"}
"""How the files of a pair begin. One pair knows a set-up table, where the size is told; the other any photograph."""
PARTS: dict[Sight, tuple[str, ...]] = {"table": ("finder", "reader", "expert"), "loose": ("finder", "reader")}
"""How they end."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What both networks say together about candidates."""

    exists: Numbers
    face_odds: Numbers
    """Log odds of the reader alone that a top face is there."""
    value: Numbers
    """(N, 6) probabilities of 1..6 given that a die is there."""
    colour: Numbers
    """(N, 5) probabilities of COLOURS and any other."""


@dataclass(frozen=True, slots=True)
class Places:
    """What the empty boards and the camera's place tell of candidates."""

    known: NDArray[np.bool_]
    """Whether the empty board is known."""
    bare: Numbers
    """Log odds that nothing lies there; minus infinity where that cannot be told."""
    sides: Numbers
    """(N, N) how likely a row is a side of a die with its top at a column."""

    def only(self, keep: NDArray[np.bool_]) -> "Places":
        """Return some of the candidates."""
        return Places(self.known[keep], self.bare[keep], self.sides[np.ix_(keep, keep)])


class DiceReader:
    """Finds and reads dice. One instance serves any number of calls from one thread."""

    def __init__(
        self, finder: Network, reader: Network, limits: DiceLimits | None = None, expert: Network | None = None
    ) -> None:
        self.finder, self.reader, self.expert = finder, reader, expert
        fitted = {k: v for k, v in reader.settings.items() if k in DiceLimits.__slots__}
        self.limits = limits or DiceLimits(**fitted)
        self.square_px = 2 * reader.packed_side

    @staticmethod
    def load(models_dir: Path | None = None, sight: Sight = "table") -> "DiceReader":
        """Return a reader with the shipped networks. Raises ModelError when one is not there or damaged."""
        start = str((models_dir or resource("models")) / NETWORKS[sight])
        finder, *readers = (Network(Path(f"{start}-{part}.onnx")) for part in PARTS[sight])
        squares = {one.packed_side for one in readers}
        if finder.packed_side or 0 in squares or len(squares) > 1:
            names = ", ".join(f"{NETWORKS[sight]}-{part}.onnx" for part in PARTS[sight])
            raise ModelError(f"{Path(start).parent}: {names}: each must be in its own place; {WAY_OUT}")
        return DiceReader(finder, readers[0], expert=readers[1] if len(readers) > 1 else None)

    def read_regions(
        self,
        regions: Sequence[Pixels],
        die_px: float,
        colours: ColourModel | None = None,
        turns: Sequence[int] | None = None,
        boards: Sequence[EmptyBoard | None] | None = None,
    ) -> list[list[DieReading]]:
        """Return the dice of every region (H, W, 3) BGR, boxes in its pixels; `die_px` is the edge of a die there.

        `turns` gives for every region the quarter turns counter-clockwise that bring away-from-the-camera up. It helps
        from low cameras: the side a die shows then lies below its top, as in any photograph. `boards` tells what is
        known of the regions when they are empty.
        """
        if not regions:
            return []
        quarters = [turn % 4 for turn in turns or [0] * len(regions)]
        upright = [turned(region, turn) for region, turn in zip(regions, quarters, strict=True)]
        found, own, places = self.marked(regions, upright, quarters, die_px, boards)
        judged = self.judge(upright, found, colours, places=places)
        if places is not None and boards is not None:
            judged = self._remembering(places, own, judged, boards)
        return self.readings(own, judged, len(regions), places)

    def marked(
        self,
        regions: Sequence[Pixels],
        upright: Sequence[Pixels],
        quarters: Sequence[int],
        die_px: float,
        boards: Sequence[EmptyBoard | None] | None,
    ) -> tuple[Candidates, Candidates, Places | None]:
        """Return the candidates of regions in the pixels of the turned ones and in their own, and what is known there.

        Faintly marked places are kept only where something lies on an empty board.
        """
        limits = self.limits
        some = boards is not None and any(board is not None for board in boards)
        found = self.find(upright, REGION_EDGE_PX / die_px, limits.known_candidate_heat if some else None)
        low, high = limits.size_range
        found = self.apart(found.only((found.edge_px > low * die_px) & (found.edge_px < high * die_px)))
        own = turned_back(found, upright, quarters)
        if boards is None or not some:
            return found, own, None
        places = self.places(regions, own, boards)
        worth = (found.heat >= limits.candidate_heat) | (places.known & (places.bare < 0))
        return found.only(worth), own.only(worth), places.only(worth)

    def places(self, regions: Sequence[Pixels], found: Candidates, boards: Sequence[EmptyBoard | None]) -> Places:
        """Return what the empty boards tell of candidates in the regions' own pixels."""
        count = len(found.heat)
        known, bare = np.zeros(count, bool), np.full(count, -np.inf, np.float32)
        now, then = np.zeros((2, count, 5, 5, 3), np.float32)
        for k, (region, board) in enumerate(zip(regions, boards, strict=True)):
            own = np.nonzero(found.picture == k)[0]
            if board is None or not len(own):
                continue
            known[own] = True
            now[own], then[own] = board.patches(region, found.centre_xy[own])
        start, *weights = self.limits.bare
        bare[known] = start - changes(now[known], then[known]) @ np.array(weights, np.float32)
        return Places(known, bare, sides_on(boards, found.picture, found.centre_xy))

    def _remembering(
        self, places: Places, own: Candidates, judged: Judged, boards: Sequence[EmptyBoard | None]
    ) -> Judged:
        """Return the judgement without calling bare where a die lay already on the "empty" board.

        That board is read only if a die would be hidden because of it.
        """
        least = self.limits.known_exists
        shown = self.exists(own.heat, judged.face_odds, replace(places, bare=np.full_like(places.bare, -np.inf)))
        hidden = np.nonzero(places.known & (judged.exists < least) & (shown >= least))[0]
        bare = places.bare.copy()
        for k in hidden.tolist():
            board = boards[int(own.picture[k])]
            if board is not None and self._lay_there(own.centre_xy[k], board):
                bare[k] = -np.inf
        if not len(hidden):
            return judged
        return replace(judged, exists=self.exists(own.heat, judged.face_odds, replace(places, bare=bare)))

    def _lay_there(self, centre_xy: Numbers, board: EmptyBoard) -> bool:
        x, y = centre_xy.tolist()
        return any(
            x0 <= x <= x1 and y0 <= y <= y1
            for x0, y0, x1, y1 in (die.box_xyxy for die in board.read() if die.confidence >= self.limits.confident)
        )

    def learn_colours(self, region: Pixels, die_px: float) -> ColourModel | None:
        """Return the table's colours from a picture of four dice, one per colour; None when it shows no such four."""
        found = self.apart(self.find([region], REGION_EDGE_PX / die_px))
        judged = self.judge([region], found, None)
        sure = judged.exists >= self.limits.exists
        bodies = self._bodies(cut_squares([region], found.only(sure), self.square_px))
        names = name_four(np.log(judged.colour[sure][:, : len(COLOURS)] + 1e-6))
        return None if names is None else ColourModel.learn({n: [bodies[k]] for k, n in enumerate(names)})

    def find(self, pictures: Sequence[Pixels], scale: float, least_heat: float | None = None) -> Candidates:
        """Return the marked places of pictures scaled by `scale` before looking, `candidate_heat` or more.

        Pictures of different shapes are looked at shape by shape: filling them up to one would cost a fifth more.
        """
        ready = [scaled(picture, scale) for picture in pictures]
        groups, parts = alike(ready), []
        maps = each(self.finder, [packed(stacked([ready[k] for k in which])) for which in groups])
        for which, said in zip(groups, maps, strict=True):
            found = decoded(said, scale, least_heat or self.limits.candidate_heat)
            parts.append(replace(found, picture=np.array(which, np.int64)[found.picture]))
        return parts[0] if len(parts) == 1 else joined(parts)

    def apart(self, found: Candidates) -> Candidates:
        """Return the candidates without weaker ones that lie on a stronger one."""
        one, other, gap = neighbours(found, self.limits.nearest)
        place = np.empty(len(found.heat), np.int64)
        place[np.argsort(-found.heat, kind="stable")] = np.arange(len(found.heat))
        edge = np.minimum(found.edge_px[one], found.edge_px[other])
        beaten = (gap <= self.limits.nearest * edge) & (place[other] < place[one])
        kept = np.ones(len(found.heat), bool)
        # Few lie on a stronger one; of those that one may itself be gone, so the strongest go first.
        first = np.argsort(place[one[beaten]])
        for weak, strong in zip(one[beaten][first].tolist(), other[beaten][first].tolist(), strict=True):
            kept[weak] &= not kept[strong]
        return found.only(kept)

    def judge(
        self,
        pictures: Sequence[Pixels],
        found: Candidates,
        colours: ColourModel | None,
        most_again: int | None = None,
        *,
        any_colour: bool = False,
        places: Places | None = None,
    ) -> Judged:
        """Return what finder and reader say together; at most that many doubtful faces get a second look.

        A table's dice have the four colours of the box; only with `any_colour` may a die be of none of them.
        """
        squares = cut_squares(pictures, found, self.square_px)
        if most_again is None:
            most_again = self.limits.most_again if self.expert is None else self.limits.most_asked
        faces, hues, again = self._looked(squares, found, most_again, places)
        value = self._value(faces, found.value_logits, again[:0] if self.expert is None else again)
        face_odds = _face_odds(faces)
        hue = _joined_hues(hues, found)
        if not any_colour:
            hue[:, len(COLOURS) :] = -np.inf
        exists = self.exists(found.heat, face_odds, places)
        # Only a table's own colours ask for the bodies.
        colour = softmax(hue) if colours is None else _with_table(hue, self._bodies(squares), colours)
        return Judged(exists, face_odds, value, colour)

    def _bodies(self, squares: Pixels) -> Numbers:
        return body_lab(squares, FACE_SHARE * self.square_px)

    def _value(self, faces: Numbers, value_logits: Numbers, asked: NDArray[np.int64]) -> Numbers:
        """Return the joined probabilities (N, 6); of `asked` ones the finder knows least."""
        limits = self.limits
        share = np.full((len(faces), 1), limits.reader_weight, np.float32)
        share[asked] = limits.asked_weight
        together = share * _log_softmax(faces[:, 1:]) + (1 - share) * _log_softmax(value_logits)
        return softmax((together / limits.value_temperature).astype(np.float32))

    def exists(self, heat: Numbers, face_odds: Numbers, places: Places | None = None) -> Numbers:
        """Return how likely marked places are dice, of what the finder, the reader and the empty boards say."""
        limits, marked = self.limits, _log_odds(heat)
        odds = limits.exists_bias + limits.exists_heat * marked + limits.exists_face * face_odds
        if places is None:
            return sigmoid(odds.astype(np.float32))
        face = limits.known_bias + limits.known_heat * marked + limits.known_face * face_odds
        something = np.logaddexp(0, places.bare)
        there = sigmoid((face - something).astype(np.float32))
        likelier = np.where(there[None] > there[:, None], there[None], 0)
        side = np.log((places.sides * likelier).max(1, initial=0) + 1e-4) + limits.side_odds
        return sigmoid(np.where(places.known, face - np.logaddexp(something, side), odds).astype(np.float32))

    def _looked(
        self, squares: Pixels, found: Candidates, most_again: int, places: Places | None
    ) -> tuple[Numbers, Numbers, NDArray[np.int64]]:
        """Return log probabilities (N, 7) of nothing and 1..6, (N, 5) of colours, and which faces got a second look.

        A die does not change when it is mirrored or a little out of the middle: more views, more opinions.
        """
        if len(squares) == 0:
            return np.zeros((0, 7), np.float32), np.zeros((0, 5), np.float32), np.zeros(0, np.int64)
        faces, hues = _opinions(self.reader(packed(squares)))
        likely = self.exists(found.heat, _face_odds(faces), places) >= self.limits.again_exists
        doubtful = np.nonzero((self._doubts(faces, found) | self._colour_doubts(hues, found)) & likely)[0]
        doubtful = doubtful[np.argsort(-found.heat[doubtful], kind="stable")][:most_again]
        if len(doubtful):
            again = self._again if self.expert is None else partial(self._asked, self.expert)
            faces[doubtful], hues[doubtful] = again(squares[doubtful], faces[doubtful], hues[doubtful])
        return faces, hues, doubtful

    def doubted(self, squares: Pixels, found: Candidates) -> NDArray[np.bool_]:
        """Return the marked faces, cut out already, of whose values finder and reader are in doubt."""
        return self._doubts(_opinions(self.reader(packed(squares)))[0], found)

    def _doubts(self, faces: Numbers, found: Candidates) -> NDArray[np.bool_]:
        both = np.exp(faces[:, 1:].max(1)) * softmax(found.value_logits).max(1) * found.heat
        differ = faces[:, 1:].argmax(1) != found.value_logits.argmax(1)
        result: NDArray[np.bool_] = (both < self.limits.look_again) | differ
        return result

    def _colour_doubts(self, hues: Numbers, found: Candidates) -> NDArray[np.bool_]:
        """Return whose colour is a question for the expert; more views of the same reader would not help."""
        if self.expert is None:
            return np.zeros(len(hues), bool)
        result: NDArray[np.bool_] = (
            softmax(_joined_hues(hues, found)[:, : len(COLOURS)]).max(1) < self.limits.ask_colour
        )
        return result

    def _again(self, squares: Pixels, faces: Numbers, hues: Numbers) -> tuple[Numbers, Numbers]:
        """Return what the reader says of more views together with its first opinions."""
        views = other_views(squares)
        more = _opinions(self.reader(packed(np.concatenate(views))))
        looks = (
            np.concatenate([first[None], other.reshape(len(views), *first.shape)])
            for first, other in zip((faces, hues), more, strict=True)
        )
        faces, hues = (look.mean(0) for look in looks)
        return faces, hues

    def _asked(self, expert: Network, squares: Pixels, faces: Numbers, hues: Numbers) -> tuple[Numbers, Numbers]:
        """Return what the expert says, joined with the reader's first opinions."""
        views = np.concatenate([squares, squares[:, :, ::-1]])
        more = _opinions(expert(packed(views)))
        share = self.limits.expert_weight
        # Two views that differ leave a doubt, so chances are joined and not their logarithms.
        both = (
            np.log(np.exp(other.reshape(2, *first.shape)).mean(0))
            for first, other in zip((faces, hues), more, strict=True)
        )
        faces, hues = (
            _log_softmax(share * other + (1 - share) * first) for first, other in zip((faces, hues), both, strict=True)
        )
        return faces, hues

    def readings(
        self, found: Candidates, judged: Judged, pictures: int, places: Places | None = None
    ) -> list[list[DieReading]]:
        """Return per picture the readings of the candidates that are dice, left to right."""
        out: list[list[DieReading]] = [[] for _ in range(pictures)]
        real = self.real(found, judged.exists, self.limits.exists, self.limits.crowded_exists)
        if places is not None:
            real = np.where(places.known, judged.exists >= self.limits.known_exists, real)
        order = np.argsort(found.centre_xy[:, 0])
        order = order[real[order]]
        centre, half = found.centre_xy[order], found.box_wh[order] / 2
        # Tenths of these numbers are exact before they are rounded, so this is what `round` says, all at once.
        boxes = np.hstack([centre - half, centre + half]).astype(float).round(1).tolist()
        labels = self._labels(judged.exists[order], judged.value[order], judged.colour[order])
        for picture, (x0, y0, x1, y1), label in zip(found.picture[order].tolist(), boxes, labels, strict=True):
            out[picture].append(DieReading(*label, (x0, y0, x1, y1)))
        return out

    def real(self, found: Candidates, exists: Numbers, least: float, crowded: float) -> NDArray[np.bool_]:
        """Return which candidates are dice: likely enough, and no side of a likelier one."""
        one, other, gap = neighbours(found, self.limits.crowd)
        near = gap < self.limits.crowd * np.maximum(found.edge_px[one], found.edge_px[other])
        needed = np.full(len(exists), least)
        needed[one[near & (exists[other] > exists[one])]] = max(least, crowded)
        result: NDArray[np.bool_] = exists >= needed
        return result

    def _labels(
        self, exists: Numbers, value: Numbers, colour: Numbers
    ) -> Iterator[tuple[str | None, int | None, float]]:
        """Yield colour, value and confidence of dice; None where they are not certain."""
        limits = self.limits
        values = zip(value.argmax(1).tolist(), value.max(1).tolist(), strict=True)
        hues = zip(colour.argmax(1).tolist(), colour.max(1).tolist(), strict=True)
        for there, (number, value_sure), (hue, hue_sure) in zip(exists.tolist(), values, hues, strict=True):
            name = COLOURS[hue] if hue < len(COLOURS) and hue_sure >= limits.colour_sure else None
            sure = value_sure * there * (hue_sure if name else 1.0)
            yield name, number + 1 if value_sure >= limits.value_sure else None, round(sure, 4)


def _joined_hues(hues: Numbers, found: Candidates) -> Numbers:
    """Return what reader and finder say of the colours (N, 5), as logarithms."""
    return (0.5 * (hues + _log_softmax(found.colour_logits))).astype(np.float32)


def _opinions(said: Numbers) -> tuple[Numbers, Numbers]:
    return _log_softmax(said[:, :7]), _log_softmax(said[:, 7:12])


def _face_odds(faces: Numbers) -> Numbers:
    """Return the log odds that there is a face, of the reader's log probabilities (N, 7)."""
    return _log_odds(1 - np.exp(faces[:, 0]))


def _log_odds(p: Numbers) -> Numbers:
    kept = np.clip(p, 1e-5, 1 - 1e-5)
    result: Numbers = np.log(kept / (1 - kept)).astype(np.float32)
    return result


def _log_softmax(logits: Numbers) -> Numbers:
    result: Numbers = np.log(softmax(logits) + 1e-7)
    return result


def _with_table(hue: Numbers, bodies: Numbers, colours: ColourModel) -> Numbers:
    """Return colour probabilities (N, 5): a table's own colours decide, the networks are the prior."""
    measured = colours.log_likelihood(bodies)
    together = hue[:, : len(COLOURS)] * 0.5 + measured
    out: Numbers = np.hstack([softmax(together), np.zeros((len(hue), 1), np.float32)])
    return out
