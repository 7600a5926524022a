"""The fast camera: draws a whole table state as a webcam would deliver it, with the exact truth.

Drawn in layers that are kept as long as nothing in them changed: ground, tiles, dice and pieces; hands and everything
the sensor does are new in every frame. The same seed, scene, conditions and frame number give the same bytes.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.sim.art import TileContent
from assistant.sim.art.noise import rng_of
from assistant.sim.dice import Body
from assistant.sim.hands import draw_hand
from assistant.sim.lighting import View
from assistant.sim.pose import Pose, bumped, fit_pose
from assistant.sim.scene import DieOnTable, Lighting, Look, Scene, TileOnBoard
from assistant.sim.sensor import Conditions, expose, vignetted
from assistant.sim.sprites import Picture, Shade, Sprite, darken, lay
from assistant.sim.stage import Stage, board_flat
from assistant.sim.truth import BoardTruth, DieTruth, PieceTruth, TileTruth, Truth, camera_truth, four
from assistant.vision.layout import PlacedBoard, TableLayout

STAGES_KEPT = 3
COVER_STEP = 4
"""What hands cover is told on every fourth pixel."""
Cover = NDArray[np.float32]


class Frame:
    """A delivered picture (BGR, height x width x 3) and what is true of it; the truth is worked out when asked for."""

    def __init__(self, image: Picture, tell: Callable[[], Truth]) -> None:
        self.image = image
        self._tell = tell

    @cached_property
    def truth(self) -> Truth:
        return self._tell()


@dataclass(frozen=True, slots=True)
class _Laid:
    """A drawn die."""

    seat: str | None
    die: DieOnTable
    body: Body
    shade: Shade | None
    sprite: Sprite


class _Still:
    """A scene without hands and sensor: its picture and its dice."""

    def __init__(self, picture: Picture, dice: tuple[_Laid, ...]) -> None:
        self.picture = picture
        self.dice = dice

    @cached_property
    def free(self) -> tuple[float, ...]:
        """The share of each die that others leave free; asked for with the truth only."""
        return tuple(_free_shares(self.dice, self.picture.shape))


def scene_tiles(scene: Scene) -> tuple[tuple[str, TileOnBoard], ...]:
    """All tiles of a scene with the name of their board."""
    own = [(f"{seat.seat}/province", tile) for seat in scene.seats for tile in seat.tiles]
    return (*own, *(("display", tile) for tile in scene.display))


class FastCamera:
    """A camera over one table. `frame` is all it does; `bump` and `pose` move it. Not shared between threads."""

    def __init__(
        self,
        layout: TableLayout,
        look: Look | None = None,
        pose: Pose | None = None,
        *,
        seed: int = 0,
        contents: Mapping[str, TileContent] | None = None,
    ) -> None:
        self.layout = layout
        self.look = look or Look()
        self.pose = pose or fit_pose(layout)
        self.seed = seed
        self._contents = contents
        self._stages: OrderedDict[tuple[Pose, Lighting], Stage] = OrderedDict()
        self._still: tuple[object, _Still] | None = None
        self._lensed: tuple[_Still, float, Picture] | None = None

    def bump(self, rng: np.random.Generator, shift_mm: float = 12.0, turn_deg: float = 1.5) -> Pose:
        """Somebody knocks the stand; returns the new pose."""
        self.pose = bumped(self.pose, rng, shift_mm, turn_deg)
        return self.pose

    def frame(self, scene: Scene, conditions: Conditions | None = None, index: int = 0) -> Frame:
        """Return frame number `index` of the scene under the conditions."""
        how = conditions or Conditions()
        stage = self._stage(scene.lighting)
        still = self._still_of(stage, scene)
        picture, cover = self._through_lens(still, how.vignette), None
        if scene.hands:
            picture = picture.copy()
            cover = _draw_hands(picture, scene, stage)
        image = expose(picture, how, scene.lighting.lamp, rng_of("frame", self.seed, index))
        tell = partial(_truth, stage, scene, still, cover)
        return Frame(image if image is not picture else image.copy(), tell)

    def without_hands(self, scene: Scene, conditions: Conditions) -> Picture:
        """The scene before hands and sensor; the very same array while nothing on the table changes: leave it so."""
        return self._through_lens(self._still_of(self._stage(scene.lighting), scene), conditions.vignette)

    def view(self, scene: Scene) -> View:
        """How this camera sees at the moment, in the light of the scene."""
        return self._stage(scene.lighting).view

    def _through_lens(self, still: _Still, vignette: float) -> Picture:
        """The still picture with the lens's dark corners; kept, as it costs a fifth of a frame."""
        if self._lensed is None or self._lensed[0] is not still or self._lensed[1] != vignette:
            self._lensed = (still, vignette, vignetted(still.picture, vignette))
        return self._lensed[2]

    def _stage(self, lighting: Lighting) -> Stage:
        key = (self.pose, replace(lighting, lamp=1.0))
        if key not in self._stages:
            self._stages[key] = Stage(self.layout, self.pose, self.look, key[1], self._contents)
            if len(self._stages) > STAGES_KEPT:
                self._stages.popitem(last=False)
        self._stages.move_to_end(key)
        return self._stages[key]

    def _still_of(self, stage: Stage, scene: Scene) -> _Still:
        """The scene without hands; drawn again only when something on the table changed."""
        key = (stage, scene.seats, scene.display, scene.pieces, scene.loose_dice, scene.clutter)
        if self._still is None or self._still[0] != key:
            self._still = (key, _draw_still(stage, scene))
        return self._still[1]


def _truth(stage: Stage, scene: Scene, still: _Still, cover: Cover | None) -> Truth:
    dice = tuple(_die_truth(stage, laid, free, cover) for laid, free in zip(still.dice, still.free, strict=True))
    boards = tuple(_board_truth(stage, placed, cover) for placed in stage.layout.boards)
    tiles, pieces = _tiles_truth(stage, scene, cover), _pieces_truth(stage, scene)
    return Truth(camera_truth(stage.view.pose), boards, dice, tiles, pieces)


def _draw_still(stage: Stage, scene: Scene) -> _Still:
    frame = stage.with_tiles(scene_tiles(scene)).copy()
    dice = _far_to_near(_laid_dice(stage, scene), stage.view.pose)
    pieces = [stage.piece(placed, p) for p in scene.pieces if (placed := stage.placed(p.board)) is not None]
    pieces = [*(stage.clutter(thing) for thing in scene.clutter), *pieces]
    for shade in [*(laid.shade for laid in dice), *(shade for shade, _ in pieces)]:
        if shade is not None:
            darken(frame, shade)
    for sprite in [*(sprite for _, sprite in pieces), *(laid.sprite for laid in dice)]:
        if sprite is not None:
            lay(frame, sprite)
    return _Still(frame, tuple(dice))


def _laid_dice(stage: Stage, scene: Scene) -> list[_Laid]:
    """All dice in the picture."""
    owned: list[tuple[str | None, PlacedBoard | None, DieOnTable]] = []
    for seat in scene.seats:
        placed = stage.placed(f"{seat.seat}/kali")
        owned += [(seat.seat, placed, die) for die in seat.dice if placed is not None]
    owned += [(None, None, die) for die in scene.loose_dice]
    laid = []
    for name, placed, die in owned:
        body, shade, sprite = stage.die(placed, die)
        if sprite is not None:
            laid.append(_Laid(name, die, body, shade, sprite))
    return laid


def _far_to_near(dice: list[_Laid], pose: Pose) -> list[_Laid]:
    eye = pose.centre_mm
    return sorted(dice, key=lambda laid: -float(np.linalg.norm(laid.body.centre_mm - eye)))


def _free_shares(dice: Sequence[_Laid], shape: tuple[int, ...]) -> list[float]:
    """For each die the share of its picture that nearer dice leave free."""
    taken = np.zeros(shape[:2], np.float32)
    shares = []
    for laid in reversed(dice):
        x0, y0, x1, y1 = laid.sprite.box_xyxy
        alpha, over = laid.sprite.alpha[..., 0], taken[y0:y1, x0:x1]
        shares.append(float((alpha * (1 - over)).sum() / max(float(alpha.sum()), 1e-6)))
        np.maximum(over, alpha, out=over)
    return shares[::-1]


def _draw_hands(frame: Picture, scene: Scene, stage: Stage) -> Cover:
    """Draw all hands into the frame; returns what they cover, on every fourth pixel."""
    cover = np.zeros((-(-frame.shape[0] // COVER_STEP), -(-frame.shape[1] // COVER_STEP)), np.float32)
    for hand in scene.hands:
        sprite = draw_hand(frame, hand, stage.view)
        if sprite is not None:
            _add_cover(cover, sprite)
    return cover


def _add_cover(cover: Cover, sprite: Sprite) -> None:
    x0, y0, x1, y1 = sprite.box_xyxy
    rows = np.arange(-(-y0 // COVER_STEP), -(-y1 // COVER_STEP))
    columns = np.arange(-(-x0 // COVER_STEP), -(-x1 // COVER_STEP))
    part = sprite.alpha[np.ix_(rows * COVER_STEP - y0, columns * COVER_STEP - x0)][..., 0]
    area = np.ix_(rows, columns)
    cover[area] = np.maximum(cover[area], part)


def _covered(cover: Cover | None, low: NDArray[np.float64], high: NDArray[np.float64]) -> float:
    """Mean cover inside a box of frame pixels."""
    if cover is None:
        return 0.0
    x0, y0 = np.clip((low / COVER_STEP).astype(int), 0, None)
    x1, y1 = np.maximum((high / COVER_STEP).astype(int) + 1, (x0 + 1, y0 + 1))
    part = cover[y0:y1, x0:x1]
    return float(part.mean()) if part.size else 0.0


def _die_truth(stage: Stage, laid: _Laid, free: float, cover: Cover | None) -> DieTruth:
    alone = stage.remember(("truth", laid.seat, laid.die), lambda: _die_alone(stage, laid))
    low, high = np.array(alone.box_xyxy[:2]), np.array(alone.box_xyxy[2:])
    seen = round(free * (1 - _covered(cover, low, high)), 4)
    return alone if seen == 1 else replace(alone, visible_share=seen)


def _die_alone(stage: Stage, laid: _Laid) -> DieTruth:
    """What is true of a die that nothing hides."""
    top = stage.view.pose.project(laid.body.face_corners_mm(laid.die.value) * (1, 1, -1))
    sides = np.linalg.norm(top - np.roll(top, 1, axis=0), axis=1)
    x0, y0, _, _ = laid.sprite.box_xyxy
    rows, columns = (np.flatnonzero(line) for line in _solid(laid.sprite.alpha))
    return DieTruth(
        seat=laid.seat,
        colour=laid.die.colour,
        value=laid.die.value,
        box_xyxy=(float(x0 + columns[0]), float(y0 + rows[0]), float(x0 + columns[-1] + 1), float(y0 + rows[-1] + 1)),
        top_corners_px=four(top),
        x_mm=round(float(laid.body.centre_mm[0]), 3),
        y_mm=round(float(laid.body.centre_mm[1]), 3),
        tilt_deg=laid.die.tilt_deg,
        visible_share=1.0,
        side_px=round(float(sides.mean()), 2),
    )


def _solid(alpha: NDArray[np.float32]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Rows and columns in which the sprite covers more than half a pixel (or anything, for a sliver)."""
    mask = alpha[..., 0] >= min(0.5, float(alpha.max()))
    return np.asarray(mask.any(1)), np.asarray(mask.any(0))


def _board_truth(stage: Stage, placed: PlacedBoard, cover: Cover | None) -> BoardTruth:
    flat = board_flat(placed, 0.0)
    corners = stage.remember(
        ("corners", placed.board.name), lambda: stage.view.pose.project(flat.corners_mm(flat.top_mm))
    )
    place = placed.placement
    hidden = 0.0 if cover is None else _polygon_cover(cover, corners)
    return BoardTruth(placed.board.name, four(corners), place.x_mm, place.y_mm, place.turn_deg, hidden)


def _polygon_cover(cover: Cover, corners_px: NDArray[np.float64]) -> float:
    mask = np.zeros(cover.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners_px / COVER_STEP).astype(np.int32).reshape(-1, 1, 2), 1)
    return round(float(cover[mask > 0].mean()) if mask.any() else 0.0, 4)


def _tiles_truth(stage: Stage, scene: Scene, cover: Cover | None) -> tuple[TileTruth, ...]:
    found = []
    for name, tile in scene_tiles(scene):
        placed = stage.placed(name)
        if placed is None:
            continue
        flat = stage.tile(placed, tile)[0]
        corners = stage.remember((name, tile, "px"), lambda f=flat: stage.view.pose.project(f.corners_mm(f.top_mm)))  # type: ignore[misc]
        seen = round(1 - _covered(cover, corners.min(0), corners.max(0)), 4)
        found.append(TileTruth(name, tile.cell, tile.tile, tile.rotation, four(corners), seen))
    return tuple(found)


def _pieces_truth(stage: Stage, scene: Scene) -> tuple[PieceTruth, ...]:
    """The pieces in the picture."""
    found = []
    for piece in scene.pieces:
        placed = stage.placed(piece.board)
        sprite = stage.piece(placed, piece)[1] if placed is not None else None
        if sprite is not None:
            x0, y0, x1, y1 = (float(v) for v in sprite.box_xyxy)
            box = (x0 + 1, y0 + 1, x1 - 1, y1 - 1)
            found.append(PieceTruth(piece.board, piece.kind, piece.colour, piece.place, box))
    return tuple(found)
