"""Everything that holds still while the game goes on: table top, boards and marker cards, and a memory of drawn things.

A stage belongs to one layout, one camera pose, one look and one lighting. Whatever lies on it is drawn once into a
small sprite and remembered, so that the next frame only lays sprites.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.sim.art import PX_PER_MM, TileContent, board_picture, surface, tile_sized
from assistant.sim.dice import Body, body_of, die_sprite
from assistant.sim.flats import Flat, flat_sprite, plane_places
from assistant.sim.lighting import View, glare, ground_light
from assistant.sim.pieces import PAINT, piece_sprite, slices_mm
from assistant.sim.pose import Pose
from assistant.sim.scene import Clutter, DieOnTable, Lighting, Look, PieceOnBoard, TileOnBoard
from assistant.sim.shadows import body_shade
from assistant.sim.sprites import TO_LINEAR, Picture, Shade, Sprite, darken, encode, lay
from assistant.vision.layout import TILE_MM, TILE_THICKNESS_MM, Board, PlacedBoard, TableLayout
from assistant.vision.markers import draw_marker

T = TypeVar("T")
SURFACE_PX_PER_MM = 2.0
TABLE_GLOSS = 0.04
PRINT_OVERSAMPLING = 1.6
"""Printed pictures are kept this much finer than the frame: more is sharper and slower, under 1 is blurred."""
BARE_WOOD = (120, 150, 180)
SLABS_MM = {"phone": (74.0, 150.0, 8.0, 0.8), "paper": (105.0, 148.0, 0.2, 0.0), "snack": (80.0, 120.0, 25.0, 0.3)}
"""Flat clutter: width, height, thickness, gloss."""
MEMORY_LIMIT = 6000
LIGHT_STEP = 8
GROUNDS_KEPT = 2
"""Painted grounds kept for other cameras over the same table, a few megabytes each."""
_GROUNDS: OrderedDict[tuple[TableLayout, View, Look], Picture] = OrderedDict()


@lru_cache(maxsize=8)
def _surface_print(kind: str, seed: int, width_mm: float, height_mm: float) -> Picture:
    shape = (round(height_mm * SURFACE_PX_PER_MM), round(width_mm * SURFACE_PX_PER_MM))
    return surface(kind, seed, shape)


def shrink(picture: Picture, scale: float) -> Picture:
    """Return the picture smaller by area averaging; never larger."""
    if scale >= 1:
        return picture
    size = (max(8, round(picture.shape[1] * scale)), max(8, round(picture.shape[0] * scale)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


@lru_cache(maxsize=64)
def card_print(marker_id: int, quiet_share: float) -> Picture:
    """A white card with its marker; `quiet_share` is the white rim as a share of the marker's side."""
    side = 6 * 24
    rim = round(side * quiet_share)
    card = np.full((side + 2 * rim, side + 2 * rim, 3), 238, np.uint8)
    card[rim : rim + side, rim : rim + side] = np.clip(draw_marker(marker_id, side), 18, 238)[..., None]
    return card


def board_flat(placed: PlacedBoard, gloss: float) -> Flat:
    """The slab of a board."""
    x, y = placed.to_table_mm(np.zeros((1, 2)))[0]
    shape = placed.board.shape
    size = (shape.width_mm, shape.height_mm)
    return Flat(float(x), float(y), placed.placement.turn_deg, *size, 0.0, shape.thickness_mm, gloss)


def tile_flat(placed: PlacedBoard, tile: TileOnBoard, gloss: float) -> Flat:
    """The slab of a tile on its board; raises ValueError when the board has no such cell."""
    cell = next((c for c in placed.board.shape.cells if c.name == tile.cell), None)
    if cell is None:
        raise ValueError(f"board {placed.board.name} has no cell {tile.cell!r}")
    middle = np.array([[cell.x_mm + cell.side_mm / 2 + tile.dx_mm, cell.y_mm + cell.side_mm / 2 + tile.dy_mm]])
    turn_deg = placed.placement.turn_deg + tile.rotation + tile.dangle_deg
    turn = np.radians(turn_deg)
    half = TILE_MM / 2
    x, y = placed.to_table_mm(middle)[0]
    x -= half * np.cos(turn) - half * np.sin(turn)
    y -= half * np.sin(turn) + half * np.cos(turn)
    bottom = placed.board.shape.thickness_mm
    return Flat(float(x), float(y), turn_deg, TILE_MM, TILE_MM, bottom, TILE_THICKNESS_MM, gloss)


class Stage:
    """The still part of a table under one camera; not shared between threads."""

    def __init__(
        self,
        layout: TableLayout,
        pose: Pose,
        look: Look,
        lighting: Lighting,
        contents: Mapping[str, TileContent] | None = None,
    ) -> None:
        self.layout = layout
        self.look = look
        self.view = View(pose, replace(lighting, lamp=1.0), (layout.width_mm / 2, layout.height_mm / 2))
        self._contents = contents or {}
        self._boards = {placed.board.name: placed for placed in layout.boards}
        self._memory: dict[Hashable, Any] = {}
        self.ground = self._known_ground()

    def placed(self, name: str) -> PlacedBoard | None:
        """Return the board of that name, or None when this table has none."""
        return self._boards.get(name)

    def remember(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made for the key, making it the first time."""
        if key not in self._memory:
            if len(self._memory) > MEMORY_LIMIT:
                self._memory.clear()
            self._memory[key] = make()
        return cast(T, self._memory[key])

    def _scale(self, flat: Flat, print_px_per_mm: float) -> float:
        """How much a print must shrink to suit the frame where the slab lies."""
        return self.view.pose.px_per_mm(flat.x_mm, flat.y_mm) * PRINT_OVERSAMPLING / print_px_per_mm

    # --- the ground

    def _known_ground(self) -> Picture:
        """The ground, painted once for all evenings at the same table; not to be changed."""
        key = self.layout, self.view, self.look
        if key not in _GROUNDS:
            _GROUNDS[key] = self._paint_ground()
            _GROUNDS[key].setflags(write=False)
            if len(_GROUNDS) > GROUNDS_KEPT:
                _GROUNDS.popitem(last=False)
        return _GROUNDS[key]

    def _paint_ground(self) -> Picture:
        frame = self._paint_table()
        for placed in self.layout.boards:
            self._paint_cards(frame, placed)
        for placed in self.layout.boards:
            self._paint_board(frame, placed)
        return frame

    def _paint_table(self) -> Picture:
        width, height = self.view.pose.size_wh
        x, y = plane_places(self.view, (0, 0, width, height), 1, 0.0)
        look = self.look
        top = _surface_print(look.surface, look.surface_seed, self.layout.width_mm, self.layout.height_mm)
        places = (x * SURFACE_PX_PER_MM).astype(np.float32), (y * SURFACE_PX_PER_MM).astype(np.float32)
        albedo = TO_LINEAR[np.asarray(cv2.remap(top, *places, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT))]
        coarse = x[::LIGHT_STEP, ::LIGHT_STEP], y[::LIGHT_STEP, ::LIGHT_STEP]
        light = ground_light(self.view.lighting, self.view.middle_mm, *coarse).astype(np.float32)
        shine = glare(self.view.lighting, self.view.pose, self.view.middle_mm, *coarse).astype(np.float32)
        full = cv2.resize(np.dstack([light, shine * TABLE_GLOSS]), (width, height))
        return np.asarray(encode(albedo * full[..., :3] + full[..., 3:]), np.uint8)

    def _paint_cards(self, frame: Picture, placed: PlacedBoard) -> None:
        card = self.layout.card
        for corner, marker_id in enumerate(placed.board.marker_ids):
            first = placed.board.marker_corners_mm(corner, card)[:1] - card.quiet_mm
            x, y = placed.to_table_mm(first)[0]
            flat = Flat(float(x), float(y), placed.placement.turn_deg, card.card_mm, card.card_mm, 0.0, 0.0)
            whole = card_print(marker_id, card.quiet_mm / card.side_mm)
            sprite = flat_sprite(flat, shrink(whole, self._scale(flat, whole.shape[0] / card.card_mm)), self.view)
            if sprite is not None:
                lay(frame, sprite)

    def _board_colour(self, board: Board) -> str:
        return board.seat or "stone"

    def _paint_board(self, frame: Picture, placed: PlacedBoard) -> None:
        board = placed.board
        whole = board_picture(self.look.family, board.shape, self._board_colour(board), self.look.art_seed)
        flat = board_flat(placed, self.look.board_gloss)
        shade = body_shade(_slab_corners(flat), 0.0, self.view, seam=False)
        sprite = flat_sprite(flat, shrink(whole, self._scale(flat, PX_PER_MM)), self.view)
        if shade is not None:
            darken(frame, shade)
        if sprite is not None:
            lay(frame, sprite)

    # --- what lies on it

    def tile(self, placed: PlacedBoard, tile: TileOnBoard) -> tuple[Flat, Shade | None, Sprite | None]:
        """The slab, shadow and picture of a tile."""
        return self.remember((placed.board.name, tile), lambda: self._make_tile(placed, tile))

    def _make_tile(self, placed: PlacedBoard, tile: TileOnBoard) -> tuple[Flat, Shade | None, Sprite | None]:
        flat = tile_flat(placed, tile, self.look.board_gloss)
        size_px = round(TILE_MM * self.view.pose.px_per_mm(flat.x_mm, flat.y_mm) * PRINT_OVERSAMPLING)
        size_px = max(16, -(-size_px // 8) * 8)
        content = self._contents.get(tile.tile)
        picture = tile_sized(self.look.family, tile.tile, self.look.art_seed, size_px, content)
        shade = body_shade(_slab_corners(flat), flat.bottom_mm, self.view, seam=False)
        return flat, shade, flat_sprite(flat, picture, self.view)

    def die(self, placed: PlacedBoard | None, die: DieOnTable) -> tuple[Body, Shade | None, Sprite | None]:
        """Body, shadow and picture of a die on a board, or on the table itself."""
        key = (placed.board.name if placed else None, die)
        return self.remember(key, lambda: self._make_die(placed, die))

    def _make_die(self, placed: PlacedBoard | None, die: DieOnTable) -> tuple[Body, Shade | None, Sprite | None]:
        spot = np.array([[die.x_mm, die.y_mm]])
        at = placed.to_table_mm(spot)[0] if placed else spot[0]
        turn = placed.placement.turn_deg if placed else 0.0
        ground = self._height_under(placed, die)
        look = self.look.dice
        body = body_of(die, (float(at[0]), float(at[1])), turn, ground, look)
        corners = body.corners_mm() * (1, 1, -1)
        pulled = corners.mean(0) + (corners - corners.mean(0)) * (1 - 0.6 * look.corner_share)
        shade = body_shade(pulled, ground, self.view)
        return body, shade, die_sprite(die, body, look, self.view)

    @staticmethod
    def _height_under(placed: PlacedBoard | None, die: DieOnTable) -> float:
        if placed is None:
            return 0.0
        shape = placed.board.shape
        on_board = 0 <= die.x_mm <= shape.width_mm and 0 <= die.y_mm <= shape.height_mm
        return shape.thickness_mm if on_board else 0.0

    def piece(self, placed: PlacedBoard, piece: PieceOnBoard) -> tuple[Shade | None, Sprite | None]:
        """Shadow and picture of a wooden piece."""
        return self.remember((placed.board.name, piece), lambda: self._make_piece(placed, piece))

    def _make_piece(self, placed: PlacedBoard, piece: PieceOnBoard) -> tuple[Shade | None, Sprite | None]:
        x, y = placed.to_table_mm(np.array([[piece.x_mm, piece.y_mm]]))[0]
        ground = placed.board.shape.thickness_mm
        at = (float(x), float(y))
        shade = body_shade(np.concatenate(slices_mm(piece.kind, at, ground)), ground, self.view)
        return shade, piece_sprite(piece.kind, PAINT.get(piece.colour, BARE_WOOD), at, ground, self.view)

    def clutter(self, thing: Clutter) -> tuple[Shade | None, Sprite | None]:
        """Shadow and picture of something that does not belong to the game; raises ValueError for an unknown kind."""
        return self.remember(thing, lambda: self._make_clutter(thing))

    def _make_clutter(self, thing: Clutter) -> tuple[Shade | None, Sprite | None]:
        if thing.kind not in SLABS_MM:
            round_points = np.concatenate(slices_mm(thing.kind, (thing.x_mm, thing.y_mm), 0.0))
            sprite = piece_sprite(thing.kind, thing.colour, (thing.x_mm, thing.y_mm), 0.0, self.view)
            return body_shade(round_points, 0.0, self.view), sprite
        width, height, thickness, gloss = SLABS_MM[thing.kind]
        flat = Flat(thing.x_mm, thing.y_mm, thing.angle_deg, width, height, 0.0, thickness, gloss)
        face = np.full((16, 16, 3), thing.colour, np.uint8)
        return body_shade(_slab_corners(flat), 0.0, self.view), flat_sprite(flat, face, self.view)

    def with_tiles(self, tiles: Iterable[tuple[str, TileOnBoard]]) -> Picture:
        """The ground with these tiles (board name, tile) on it; the last answer is remembered."""
        listed = tuple(tiles)
        last: tuple[object, Picture] | None = self._memory.get("with_tiles")
        if last is None or last[0] != listed:
            last = (listed, self._lay_tiles(listed))
            self._memory["with_tiles"] = last
        return last[1]

    def _lay_tiles(self, tiles: tuple[tuple[str, TileOnBoard], ...]) -> Picture:
        frame = self.ground.copy()
        drawn = [self.tile(placed, tile) for name, tile in tiles if (placed := self.placed(name)) is not None]
        for _, shade, _ in drawn:
            if shade is not None:
                darken(frame, shade)
        for _, _, sprite in drawn:
            if sprite is not None:
                lay(frame, sprite)
        return frame


def _slab_corners(flat: Flat) -> NDArray[np.float64]:
    """The eight corners of a slab, shape (8, 3)."""
    return np.concatenate([flat.corners_mm(flat.bottom_mm), flat.corners_mm(flat.top_mm)])
