"""Many frames of a table that hardly changes, cheaply: what lies still is exposed a few times, the rest laid into it.

A whole evening has thousands of frames in which nothing but noise is new. `SteadyCamera` lets a few exposures of the
unchanged table take turns; where a die or a tile has moved, or a hand is over the table, only that part of the frame is
exposed anew, cut where JPEG blocks meet.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.sim.art.noise import rng_of
from assistant.sim.camera import FastCamera
from assistant.sim.hands import hand_shade, hand_sprite
from assistant.sim.lighting import View
from assistant.sim.scene import Hand, Scene
from assistant.sim.sensor import Conditions, expose
from assistant.sim.sprites import Box, Picture, Shade, Sprite, darken, lay

EXPOSURES = 3
"""Different exposures of a table that does not change; they follow each other."""
HAND_EXPOSURES = 2
"""The same for a hand that stays where it is."""
FRESH_FRAMES = 300
"""After so many frames the whole picture is exposed again: noise is not printed on the table."""
WHOLE_SHARE = 0.5
"""When more of the picture than this has changed (a bumped camera), all of it is exposed."""
BLOCK_PX = 16
"""JPEG with halved colour works in such squares: a part cut along them is coded as in the whole frame."""


@dataclass(frozen=True, slots=True)
class _Exposure:
    """A frame, and what it was taken of."""

    picture: Picture
    still: Picture
    lamp: float
    whole_since: int


@dataclass(frozen=True, slots=True)
class _Part:
    """A box of the still picture with hands over it, before the sensor."""

    box: Box
    picture: Picture


class SteadyCamera:
    """A fast camera for long runs. Frames may be the same array as an earlier one: look, do not change."""

    def __init__(self, camera: FastCamera, conditions: Conditions | None = None) -> None:
        self.camera = camera
        self.conditions = conditions or Conditions()
        self._exposed: dict[int, _Exposure] = {}
        self._reached: dict[tuple[tuple[Hand, ...], int], tuple[_Exposure, Picture]] = {}
        self._over: dict[tuple[Hand, ...], tuple[Picture, _Part | None]] = {}
        self._compared: deque[tuple[Picture, Picture, list[Box] | None]] = deque(maxlen=EXPOSURES)

    def picture(self, scene: Scene, index: int) -> Picture:
        """Frame number `index` of the scene, shape (h, w, 3), BGR."""
        still = self.camera.without_hands(replace(scene, hands=()), self.conditions)
        if not scene.hands:
            return self._exposure(still, scene.lighting.lamp, index % EXPOSURES, index).picture
        which = index % HAND_EXPOSURES
        base = self._exposure(still, scene.lighting.lamp, which, index)
        known = self._reached.get((scene.hands, which))
        if known is None or known[0] is not base:
            self._reached = {key: one for key, one in self._reached.items() if one[0] is self._exposed[key[1]]}
            known = self._reached[scene.hands, which] = base, self._with_hands(base, scene, index)
        return known[1]

    def _exposure(self, still: Picture, lamp: float, which: int, index: int) -> _Exposure:
        known = self._exposed.get(which)
        if known is None or known.still is not still or known.lamp != lamp or index - known.whole_since > FRESH_FRAMES:
            known = self._exposed[which] = self._exposed_anew(known, still, lamp, index)
        return known

    def _exposed_anew(self, known: _Exposure | None, still: Picture, lamp: float, index: int) -> _Exposure:
        """The still picture exposed: where it is new, or all of it."""
        parts = None
        if known is not None and known.lamp == lamp and index - known.whole_since <= FRESH_FRAMES:
            parts = self._changed(known.still, still)
        if known is None or parts is None:
            return _Exposure(expose(still, self.conditions, lamp, self._rng(index)), still, lamp, index)
        out = known.picture.copy()
        for part in parts:
            self._expose_part(out, part, _cut(still, part), lamp, index)
        return _Exposure(out, still, lamp, known.whole_since)

    def _changed(self, before: Picture, now: Picture) -> list[Box] | None:
        """As `changed_boxes`, once for the exposures of the same two pictures."""
        for one, other, boxes in self._compared:
            if one is before and other is now:
                return boxes
        self._compared.append((before, now, changed_boxes(before, now)))
        return self._compared[-1][2]

    def _expose_part(self, out: Picture, box: Box, part: Picture, lamp: float, index: int) -> None:
        _cut(out, box)[:] = expose(part, self.conditions, lamp, self._rng(index), (out.shape[0], out.shape[1]))

    def _rng(self, index: int) -> np.random.Generator:
        return rng_of("frame", self.camera.seed, index)

    def _with_hands(self, base: _Exposure, scene: Scene, index: int) -> Picture:
        """The frame with the hands of the scene; the very same frame when none of them is in the picture."""
        known = self._over.get(scene.hands)
        if known is None or known[0] is not base.still:
            self._over = {hands: one for hands, one in self._over.items() if one[0] is base.still}
            known = self._over[scene.hands] = base.still, _hands_over(base.still, scene.hands, self.camera.view(scene))
        part = known[1]
        if part is None:
            return base.picture
        out = base.picture.copy()
        self._expose_part(out, part.box, part.picture, base.lamp, index)
        return out


def _hands_over(still: Picture, hands: Iterable[Hand], view: View) -> _Part | None:
    """The part of the still picture in which there are hands, with them; None when none is in the picture."""
    drawn = [_drawn(hand, view) for hand in hands]
    boxes = [piece.box_xyxy for pieces in drawn for piece in pieces if piece is not None]
    if not boxes:
        return None
    box = _around(boxes, still.shape)
    part = _cut(still, box).copy()
    for shade, sprite in drawn:
        if shade is not None:
            darken(part, replace(shade, box_xyxy=_within(shade.box_xyxy, box)))
        if sprite is not None:
            lay(part, replace(sprite, box_xyxy=_within(sprite.box_xyxy, box)))
    return _Part(box, part)


@lru_cache(maxsize=24)
def _drawn(hand: Hand, view: View) -> tuple[Shade | None, Sprite | None]:
    """A hand's shadow and its picture; robots reach for the same few places all evening."""
    return hand_shade(hand, view), hand_sprite(hand, view)


def _cut(picture: Picture, box: Box) -> Picture:
    return picture[box[1] : box[3], box[0] : box[2]]


def _within(box: Box, outer: Box) -> Box:
    """The box as seen from the corner of an outer one."""
    return box[0] - outer[0], box[1] - outer[1], box[2] - outer[0], box[3] - outer[1]


def changed_boxes(before: Picture, now: Picture) -> list[Box] | None:
    """Boxes around what differs, a block to spare, ending where blocks end; None when that is most of the picture."""
    height, width = now.shape[:2]
    blocks = _changed_blocks(before, now)
    spread = cv2.dilate(blocks, np.ones((3, 3), np.uint8))
    _, _, found, _ = cv2.connectedComponentsWithStats(spread)
    spots = [tuple(int(v) * BLOCK_PX for v in one[:4]) for one in found[1:]]
    boxes = [(x, y, min(x + w, width), min(y + h, height)) for x, y, w, h in spots]
    return boxes if sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in boxes) < WHOLE_SHARE * width * height else None


def _changed_blocks(before: Picture, now: Picture) -> NDArray[np.uint8]:
    """1 for every block in which a value differs; most bands of a picture do not differ at all."""
    height, width = now.shape[:2]
    starts = np.arange(0, width, BLOCK_PX)
    blocks = np.zeros((-(-height // BLOCK_PX), len(starts)), np.uint8)
    for number, row in enumerate(blocks):
        band = slice(number * BLOCK_PX, (number + 1) * BLOCK_PX)
        unlike = before[band] != now[band]
        if unlike.any():
            columns = unlike.reshape(len(unlike), -1).any(0).reshape(width, -1).any(1)
            row[:] = np.logical_or.reduceat(columns, starts)
    return blocks


def _around(boxes: Iterable[Box], shape: tuple[int, ...]) -> Box:
    """One box around all, with a block to spare, ending where blocks end."""
    corners = np.array(list(boxes))
    x0, y0 = (int(v) // BLOCK_PX * BLOCK_PX - BLOCK_PX for v in corners[:, :2].min(0))
    x1, y1 = (-(-int(v) // BLOCK_PX) * BLOCK_PX + BLOCK_PX for v in corners[:, 2:].max(0))
    return max(x0, 0), max(y0, 0), min(x1, shape[1]), min(y1, shape[0])
