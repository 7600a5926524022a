"""Many frames of a table that hardly changes, cheaply: what lies still is exposed a few times, hands are laid into it.

A whole evening has thousands of frames in which nothing but noise is new. `SteadyCamera` lets a few exposures of the
unchanged table take turns, and exposes anew only the part of the frame a hand is in, cut where JPEG blocks meet.
"""

from dataclasses import dataclass, replace

import numpy as np

from assistant.sim.art.noise import rng_of
from assistant.sim.camera import FastCamera
from assistant.sim.hands import hand_shade, hand_sprite
from assistant.sim.scene import Hand, Scene
from assistant.sim.sensor import Conditions, expose
from assistant.sim.sprites import Box, Picture, darken, lay

EXPOSURES = 3
"""Different exposures of a table that does not change; they follow each other."""
BLOCK_PX = 16
"""JPEG with halved colour works in such squares: a part cut along them is coded as in the whole frame."""


@dataclass(frozen=True, slots=True)
class _Reach:
    """Hands in the picture: the part of the frame they change, before the sensor."""

    box_xyxy: Box
    part: Picture


class SteadyCamera:
    """A fast camera for long runs. Frames may be the same array as an earlier one: look, do not change."""

    def __init__(self, camera: FastCamera, conditions: Conditions | None = None) -> None:
        self.camera = camera
        self.conditions = conditions or Conditions()
        self._still: Picture | None = None
        self._lamp = 1.0
        self._exposed: dict[int, Picture] = {}
        self._reaches: dict[tuple[Hand, ...], _Reach | None] = {}

    def picture(self, scene: Scene, index: int) -> Picture:
        """Frame number `index` of the scene, shape (h, w, 3), BGR."""
        still = self.camera.without_hands(replace(scene, hands=()), self.conditions)
        lamp = scene.lighting.lamp
        if still is not self._still or lamp != self._lamp:
            self._still, self._lamp = still, lamp
            self._exposed, self._reaches = {}, {}
        base = self._exposure(still, index % EXPOSURES, index)
        reach = self._reach(still, scene) if scene.hands else None
        return base if reach is None else self._with_hands(base, reach, index)

    def _exposure(self, still: Picture, which: int, index: int) -> Picture:
        if which not in self._exposed:
            self._exposed[which] = expose(still, self.conditions, self._lamp, self._rng(index))
        return self._exposed[which]

    def _rng(self, index: int) -> np.random.Generator:
        return rng_of("frame", self.camera.seed, index)

    def _reach(self, still: Picture, scene: Scene) -> _Reach | None:
        if scene.hands not in self._reaches:
            self._reaches[scene.hands] = self._drawn(still, scene)
        return self._reaches[scene.hands]

    def _drawn(self, still: Picture, scene: Scene) -> _Reach | None:
        """The hands drawn into a copy of the still picture, cut out; None when none is in the frame."""
        view = self.camera.view(scene)
        boxes: list[Box] = []
        whole = still.copy()
        for hand in scene.hands:
            shade, sprite = hand_shade(hand, view), hand_sprite(hand, view)
            if shade is not None:
                darken(whole, shade)
                boxes.append(shade.box_xyxy)
            if sprite is not None:
                lay(whole, sprite)
                boxes.append(sprite.box_xyxy)
        if not boxes:
            return None
        box = _around(boxes, still.shape)
        return _Reach(box, whole[box[1] : box[3], box[0] : box[2]].copy())

    def _with_hands(self, base: Picture, reach: _Reach, index: int) -> Picture:
        x0, y0, x1, y1 = reach.box_xyxy
        height, width = base.shape[:2]
        out = base.copy()
        out[y0:y1, x0:x1] = expose(reach.part, self.conditions, self._lamp, self._rng(index), (height, width))
        return out


def _around(boxes: list[Box], shape: tuple[int, ...]) -> Box:
    """One box around all, with a block to spare, ending where blocks end."""
    x0, y0 = (min(box[i] for box in boxes) // BLOCK_PX * BLOCK_PX - BLOCK_PX for i in (0, 1))
    x1, y1 = (-(-max(box[i] for box in boxes) // BLOCK_PX) * BLOCK_PX + BLOCK_PX for i in (2, 3))
    return max(x0, 0), max(y0, 0), min(x1, shape[1]), min(y1, shape[0])
