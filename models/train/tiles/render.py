"""The slow camera for tiles: path-traced pictures of a board full of tiles, with the truth beside each.

    python -m train.tiles.render --split test --first-seed 53 --count 65 --out ../.cache/tiles-photoreal

Cardboard tiles with thickness and gloss lie on a printed board on a table, lit by rooms the dice were never trained
with, seen from 50 to 90 degrees. `truth.json` has the corners of every cell in pixels, at the height of the tops.
A picture that is there already is not rendered again.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import drjit as dr
import mitsuba as mi
import numpy as np
import pyoidn
from numpy.typing import NDArray
from train.folder import collect, fill
from train.lens import develop, expose
from train.lights import TEST_LIGHTS, TRAIN_LIGHTS, sample_room

from assistant.sim.art import SPLITS, SURFACES, board_picture, example_tiles, surface, tile_sized
from assistant.vision.layout import BOARD_THICKNESS_MM, CELL_MM, TILE_MM, TILE_THICKNESS_MM, BoardShape, Cell

mi.set_variant("llvm_ad_rgb")
Points = NDArray[np.float64]
Picture = NDArray[np.uint8]

IMAGE_WH = (640, 480)
COLUMNS, ROWS = 7, 5
EDGE_MM = 10.0
SLOT_PX = 192
ATLAS_COLUMNS, ATLAS_ROWS = 6, 6
"""One place more than there are cells: the last one is bare cardboard, for the tiles' edges."""
TILES = 80
TOP_MM = BOARD_THICKNESS_MM + TILE_THICKNESS_MM
FAR_SLACK_SHARE = 0.12
"""As far as a tile may be misplaced, in cells."""


def grid_board() -> BoardShape:
    """A mat of 7 x 5 places."""
    places = [(row, column) for row in range(ROWS) for column in range(COLUMNS)]
    cells = tuple(Cell(f"r{r}c{c}", EDGE_MM + c * CELL_MM, EDGE_MM + r * CELL_MM) for r, c in places)
    return BoardShape("display", 2 * EDGE_MM + COLUMNS * CELL_MM, 2 * EDGE_MM + ROWS * CELL_MM, cells)


@dataclass(frozen=True, slots=True)
class View:
    """A pinhole camera that looks at the middle of the board, millimetres, z up."""

    elevation_deg: float
    azimuth_deg: float
    fov_deg: float
    cell_px: float
    """Side of a cell in the picture's middle, seen from above."""

    def focal_px(self) -> float:
        return IMAGE_WH[0] / 2 / float(np.tan(np.radians(self.fov_deg) / 2))

    def frame(self) -> tuple[Points, Points, Points, Points]:
        """Origin, forward, right and up."""
        e, a = np.radians(self.elevation_deg), np.radians(self.azimuth_deg)
        back = np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
        right = np.array([-np.sin(a), np.cos(a), 0.0])
        return back * self.focal_px() * CELL_MM / self.cell_px, -back, right, np.cross(back, right)

    def project(self, points: Points) -> Points:
        """Pixels (n, 2) of world points (n, 3)."""
        origin, forward, right, up = self.frame()
        seen = points - origin
        scale = self.focal_px() / (seen @ forward)
        return np.stack([IMAGE_WH[0] / 2 + scale * (seen @ right), IMAGE_WH[1] / 2 - scale * (seen @ up)], -1)


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile in a cell; shifts in millimetres, `askew_deg` beside its rotation in quarters."""

    cell: Cell
    tile: str
    rotation: int
    dx_mm: float
    dy_mm: float
    askew_deg: float


def lay_tiles(rng: np.random.Generator, board: BoardShape) -> list[Laid]:
    """Different tiles in most cells; one board in four is laid carelessly, up to the bound."""
    names = example_tiles(TILES)
    order = rng.permutation(len(names))
    slack = FAR_SLACK_SHARE * CELL_MM if rng.random() < 0.25 else 1.2
    laid = []
    for i, cell in enumerate(board.cells):
        if rng.random() < 0.1:
            continue
        dx, dy = np.clip(rng.normal(0, slack / 2, 2), -slack, slack)
        askew = float(np.clip(rng.normal(0, 1.2), -3, 3))
        laid.append(Laid(cell, names[int(order[i])], 90 * int(rng.integers(4)), float(dx), float(dy), askew))
    return laid


def in_world(points_mm: Points, board: BoardShape) -> Points:
    """Board axes with heights (n, 3) to the world: the board's middle is the origin, y points up on the page."""
    x, y, z = np.asarray(points_mm, float).T
    return np.stack([x - board.width_mm / 2, board.height_mm / 2 - y, z], -1)


def linear(srgb: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
    """Linear light of sRGB values 0..1."""
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4).astype(np.float32)


def texture(bgr: Picture) -> dict[str, Any]:
    # Ordinary paints reflect at most four fifths of the light.
    pixels = linear(bgr[..., ::-1].astype(np.float32) / 255) * np.float32(0.8)
    return {"type": "bitmap", "bitmap": mi.Bitmap(np.ascontiguousarray(pixels)), "raw": True, "wrap_mode": "clamp"}


def cardboard(base: dict[str, Any], roughness: float) -> dict[str, Any]:
    sheet = {"type": "principled", "base_color": base, "roughness": roughness, "specular": 0.4}
    return {"type": "twosided", "bsdf": sheet}


def atlas_of(rng: np.random.Generator, family: str, laid: list[Laid], print_run: int) -> Picture:
    """The art of all tiles side by side, turned as they lie, a little worn; the last place is bare cardboard."""
    atlas = np.full((ATLAS_ROWS * SLOT_PX, ATLAS_COLUMNS * SLOT_PX, 3), (140, 165, 180), np.uint8)
    for k, one in enumerate(laid):
        art = np.rot90(tile_sized(family, one.tile, print_run, SLOT_PX), -(one.rotation // 90)).astype(np.float32)
        art += rng.normal(0, 6) + rng.normal(0, 3, 3)
        row, column = divmod(k, ATLAS_COLUMNS)
        place = atlas[row * SLOT_PX : (row + 1) * SLOT_PX, column * SLOT_PX : (column + 1) * SLOT_PX]
        place[:] = np.clip(art, 0, 255).astype(np.uint8)
    return atlas


def _box(one: Laid, board: BoardShape, lift_mm: float) -> Points:
    """The eight corners of a tile in the world: four of the top, clockwise from its top left, then four below."""
    half, angle = TILE_MM / 2, np.radians(one.askew_deg)
    flat = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    middle = np.array([one.cell.x_mm + CELL_MM / 2 + one.dx_mm, one.cell.y_mm + CELL_MM / 2 + one.dy_mm])
    corners = flat @ turn.T + middle
    heights = [TOP_MM + lift_mm] * 4 + [BOARD_THICKNESS_MM] * 4
    return in_world(np.column_stack([np.vstack([corners, corners]), heights]), board)


def _slot_uv(k: int) -> Points:
    """Corners of an atlas place, clockwise from its top left, half a pixel inside; v runs down."""
    row, column = divmod(k, ATLAS_COLUMNS)
    inset = 0.5 / SLOT_PX
    x = (column + np.array([inset, 1 - inset, 1 - inset, inset])) / ATLAS_COLUMNS
    y = (row + np.array([inset, inset, 1 - inset, 1 - inset])) / ATLAS_ROWS
    return np.stack([x, y], -1)


def tile_mesh(rng: np.random.Generator, laid: list[Laid], board: BoardShape, material: dict[str, Any]) -> mi.Mesh:
    """All tiles as one mesh of quads: a top and four edges each."""
    quads, uvs = [], []
    bare = _slot_uv(ATLAS_COLUMNS * ATLAS_ROWS - 1)
    for k, one in enumerate(laid):
        corners = _box(one, board, float(rng.uniform(0, 0.25)))
        quads.append(corners[:4])
        uvs.append(_slot_uv(k))
        for side in range(4):
            following = (side + 1) % 4
            quads.append(corners[[side, following, 4 + following, 4 + side]])
            uvs.append(bare)
    return _mesh(np.concatenate(quads), np.concatenate(uvs), material)


def _mesh(points: Points, uv: Points, material: dict[str, Any]) -> mi.Mesh:
    count = len(points) // 4
    faces = (np.arange(count)[:, None, None] * 4 + np.array([[0, 2, 1], [0, 3, 2]])[None]).reshape(-1, 3)
    properties = mi.Properties()
    properties["bsdf"] = mi.load_dict(material)
    mesh = mi.Mesh("tiles", len(points), len(faces), has_vertex_texcoords=True, props=properties)
    parameters = mi.traverse(mesh)
    parameters["vertex_positions"] = points.astype(np.float32).ravel()
    parameters["vertex_texcoords"] = uv.astype(np.float32).ravel()
    parameters["faces"] = faces.astype(np.uint32).ravel()
    parameters.update()
    return mesh


def sheet_mesh(corners_mm: Points, art: Picture, roughness: float) -> mi.Mesh:
    """A flat picture between four world corners, clockwise from its top left."""
    uv = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
    return _mesh(corners_mm, uv, cardboard(texture(art), roughness))


def sensor_of(view: View, spp: int) -> dict[str, Any]:
    origin, forward, _, up = view.frame()
    look = mi.ScalarTransform4f().look_at(origin=origin.tolist(), target=(origin + forward).tolist(), up=up.tolist())
    film = {"type": "hdrfilm", "width": IMAGE_WH[0], "height": IMAGE_WH[1], "rfilter": {"type": "box"}}
    sampler = {"type": "independent", "sample_count": spp}
    return {
        "type": "perspective",
        "fov": view.fov_deg,
        "fov_axis": "x",
        "near_clip": 10.0,
        "far_clip": 20000.0,
        "to_world": look,
        "film": film,
        "sampler": sampler,
    }


def trace(rng: np.random.Generator, view: View, meshes: dict[str, mi.Mesh], light: str, spp: int) -> tuple[Any, Any]:
    """The picture (h, w, 3) in linear light and the mean colour of the light."""
    room, light_rgb = sample_room(rng, light)
    lamp = {"type": "envmap", "bitmap": mi.Bitmap(room), "to_world": mi.ScalarTransform4f().rotate([1, 0, 0], 90)}
    # Without the paints beside it the denoiser takes dim print for noise and wipes it out.
    integrator = {"type": "aov", "aovs": "paint:albedo", "image": {"type": "path", "max_depth": 4}}
    world = mi.load_dict(
        {"type": "scene", "integrator": integrator, "sensor": sensor_of(view, spp), "light": lamp, **meshes}
    )
    layers = np.array(mi.render(world, spp=spp, seed=int(rng.integers(1 << 30)))).astype(np.float32)
    noisy, paint = np.ascontiguousarray(layers[..., :3]), np.ascontiguousarray(layers[..., -3:].clip(0, 1))
    return pyoidn.denoise(noisy, paint, hdr=True, quality="balanced"), light_rgb


def sample_view(rng: np.random.Generator) -> View:
    return View(
        elevation_deg=float(rng.uniform(50, 90)),
        azimuth_deg=float(rng.choice([0, 90, 180, 270]) + rng.uniform(-20, 20)),
        fov_deg=float(rng.uniform(30, 60)),
        cell_px=float(rng.uniform(50, 64)),
    )


def cell_record(cell: Cell, board: BoardShape, view: View, laid: Laid | None) -> dict[str, Any] | None:
    """The truth of one cell; None when the picture cuts it off."""
    x, y, side = cell.x_mm, cell.y_mm, CELL_MM
    corners = np.array([[x, y, TOP_MM], [x + side, y, TOP_MM], [x + side, y + side, TOP_MM], [x, y + side, TOP_MM]])
    shown = view.project(in_world(corners, board))
    if (shown < 1).any() or (shown >= np.array(IMAGE_WH) - 2).any():
        return None
    record: dict[str, Any] = {"cell": cell.name, "corners_xy": [[round(float(v), 2) for v in p] for p in shown]}
    return {**record, "tile": laid.tile if laid else None, "rotation": laid.rotation if laid else None}


def render_picture(split: str, seed: int, spp: int) -> tuple[Picture, dict[str, Any]]:
    """The developed picture (h, w, 3) BGR and its record."""
    rng = np.random.default_rng([seed, len(split), 5])
    family = str(SPLITS[split][seed % len(SPLITS[split])])
    lights = TEST_LIGHTS if split == "test" else TRAIN_LIGHTS
    light, board, view = str(rng.choice(lights)), grid_board(), sample_view(rng)
    laid = lay_tiles(rng, board)
    roughness = float(rng.uniform(0.25, 0.7))
    kind = str(rng.choice(list(SURFACES)))
    half = 1400.0
    floor = np.array([[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]])
    low = np.column_stack([board.corners_mm, np.full(4, BOARD_THICKNESS_MM)])
    art = board_picture(family, board, "red", seed)
    tiles = cardboard(texture(atlas_of(rng, family, laid, 0)), roughness)
    meshes = {
        "floor": sheet_mesh(floor, surface(kind, seed, (900, 900)), 0.6),
        "board": sheet_mesh(in_world(low, board), cv2.resize(art, None, fx=0.5, fy=0.5), roughness),
        "tiles": tile_mesh(rng, laid, board, tiles),
    }
    radiance, light_rgb = trace(rng, view, meshes, light, spp)
    picture, camera = develop(rng, expose(rng, radiance, light_rgb), view.cell_px / 3)
    by_cell = {one.cell.name: one for one in laid}
    cells = [cell_record(cell, board, view, by_cell.get(cell.name)) for cell in board.cells]
    record = {
        "seed": seed,
        "family": family,
        "light": light,
        "table": kind,
        "elevation_deg": round(view.elevation_deg, 1),
        "cell_px": round(view.cell_px, 1),
        "roughness": round(roughness, 3),
        "camera": camera,
        "cells": [one for one in cells if one is not None],
    }
    return picture, record


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--split", choices=list(SPLITS), required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--spp", type=int, default=16)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    dr.set_thread_count(args.threads)
    seeds = range(args.first_seed, args.first_seed + args.count)
    fill(args.out, seeds, lambda seed: render_picture(args.split, seed, args.spp), "cells")
    collect(args.out)


if __name__ == "__main__":
    main()
