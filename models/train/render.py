"""The slow camera: path-traced pictures of dice with the truth beside each.

    python -m train.render --split test --first-seed 2000 --count 500 --out ../.cache/dice-test

Pictures land in `pictures/NNNNN.jpg`, the truth in `labels.json` (as with the real photographs) and `truth.json`.
A picture that is there already is not rendered again, so a stopped run goes on where it was.

With `--empty` the same tables without anything on them, as a camera saw them when it was calibrated, land in
`empty/pictures/NNNNN.jpg`: traced at half size and scaled up, so coarser than the picture, in a somewhat other light,
with an exposure, white balance, blur and noise of their own and up to a pixel beside it (`empty/records`).
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import drjit as dr
import mitsuba as mi
import numpy as np
import pyoidn
from numpy.typing import NDArray

from .backdrops import table_top
from .diemesh import FACE_PX, GRID, die_vertices, face_triangles, skin
from .folder import collect, fill
from .lens import develop, expose
from .lights import sample_room
from .scenes import IMAGE_WH, SPLITS, Die, Scene, sample_scene

mi.set_variant("llvm_ad_rgb")
ATLAS_ROWS = 72  # a fixed size keeps the compiled kernels of one picture good for the next
FLOOR_HW = (900, 1200)
UNDEVELOPED = ("train", "table", "doubtful", "blank")


@dataclass(frozen=True, slots=True)
class Relit:
    """How the light of an empty table differs from that of its picture."""

    lamp_power: float
    """Exponent of the room's light: above one, lamps and windows are stronger against the walls."""
    warmth: float
    """Share by which red is raised and blue lowered."""

    def room(self, room: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the room in that light."""
        tint = np.array([1 + self.warmth, 1.0, 1 - self.warmth], np.float32)
        return (np.maximum(room, 0) ** self.lamp_power * tint).astype(np.float32)


AS_IT_IS = Relit(1.0, 0.0)


def linear(srgb: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return linear light of sRGB values 0..1."""
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4).astype(np.float32)


def _texture(pixels: NDArray[np.float32]) -> dict[str, Any]:
    return {"type": "bitmap", "bitmap": mi.Bitmap(linear(pixels)), "raw": True, "wrap_mode": "clamp"}


def _plain_texture(shares: NDArray[np.float32]) -> dict[str, Any]:
    return {"type": "bitmap", "bitmap": mi.Bitmap(shares[..., None]), "raw": True, "wrap_mode": "clamp"}


def dice_mesh(rng: np.random.Generator, scene: Scene) -> mi.Mesh:
    """Return all dice as one mesh with one skin atlas, so every scene has the same structure."""
    atlas = np.zeros((ATLAS_ROWS * FACE_PX, 6 * FACE_PX, 3), np.float32)
    bodies = np.ones(atlas.shape[:2], np.float32)
    positions, normals, uvs, triangles = [], [], [], []
    per_die = 6 * GRID * GRID
    for k, die in enumerate(scene.dice):
        rows = slice(k * FACE_PX, (k + 1) * FACE_PX)
        atlas[rows], pips = skin(rng, die.values, die.turns, die.make)
        bodies[rows] -= pips
        p, n, uv = die_vertices(die.values, die.turns, die.make)
        turn = die.rotation.T.astype(np.float32)
        positions.append(p @ turn + die.centre.astype(np.float32))
        normals.append(n @ turn)
        inset = 0.5 / FACE_PX + uv * (1 - 1 / FACE_PX)
        faces = np.stack([(inset[:, 0] + face) / 6 for face in range(6)])
        across = np.broadcast_to((inset[:, 1] + k) / ATLAS_ROWS, faces.shape)
        uvs.append(np.stack([faces, across], -1).reshape(-1, 2))
        triangles.append(face_triangles() + np.uint32(k * per_die))
    material = {
        "type": "principled",
        "base_color": _texture(atlas),
        "roughness": scene.roughness,
        "specular": 0.5,
        "clearcoat": scene.clearcoat,
        "clearcoat_gloss": 0.9,
    }
    # Pips are paint: light goes through the bodies alone.
    if scene.clear:
        material["spec_trans"] = _plain_texture(bodies * np.float32(scene.clear))
    if scene.metal:
        material["metallic"] = _plain_texture(bodies * np.float32(scene.metal))
    vertices = (np.concatenate(positions), np.concatenate(normals), np.concatenate(uvs))
    return _mesh(material, vertices, np.concatenate(triangles))


def _mesh(material: dict[str, Any], vertices: tuple[NDArray[Any], ...], tri: NDArray[Any]) -> mi.Mesh:
    p, n, uv = vertices
    properties = mi.Properties()
    properties["bsdf"] = mi.load_dict(material)
    mesh = mi.Mesh("dice", len(p), len(tri), has_vertex_normals=True, has_vertex_texcoords=True, props=properties)
    parameters = mi.traverse(mesh)
    parameters["vertex_positions"] = np.ascontiguousarray(p, np.float32).ravel()
    parameters["vertex_normals"] = np.ascontiguousarray(n, np.float32).ravel()
    parameters["vertex_texcoords"] = np.ascontiguousarray(uv, np.float32).ravel()
    parameters["faces"] = np.ascontiguousarray(tri, np.uint32).ravel()
    parameters.update()
    return mesh


def trace(
    scene: Scene, spp: int, size_wh: tuple[int, int] = IMAGE_WH, relit: Relit = AS_IT_IS
) -> tuple[NDArray[np.float32], NDArray[np.float32], list[str]]:
    """Return the picture (H, W, 3) in linear light, the mean colour of the light and the art families used."""
    rng = np.random.default_rng([scene.seed, 7])
    room, light_rgb = sample_room(rng, scene.light)
    floor, families = table_top(rng, SPLITS[scene.split].families, *FLOOR_HW)
    half = 1.3 * IMAGE_WH[0] / scene.view.die_px / np.sin(np.radians(scene.view.elevation_deg))
    half *= rng.uniform(0.6, 1.3)
    repeat = float(rng.uniform(1.5, 4.0))
    origin, forward, _, up = scene.view.frame()
    transform = mi.ScalarTransform4f
    world = mi.load_dict(
        {
            "type": "scene",
            # Without the paints beside it the denoiser takes small pips in dim light for noise and smears them.
            "integrator": {
                "type": "aov",
                "aovs": "paint:albedo",
                "image": {"type": "path", "max_depth": 8 if scene.clear else 4},
            },
            "sensor": {
                "type": "perspective",
                "fov": scene.view.fov_deg,
                "fov_axis": "x",
                "to_world": transform().look_at(
                    origin=origin.tolist(), target=(origin + forward).tolist(), up=up.tolist()
                ),
                "film": {"type": "hdrfilm", "width": size_wh[0], "height": size_wh[1], "rfilter": {"type": "box"}},
                "sampler": {"type": "independent", "sample_count": spp},
            },
            "light": {
                "type": "envmap",
                "bitmap": mi.Bitmap(relit.room(room)),
                "to_world": transform().rotate([1, 0, 0], 90),
            },
            "floor": {
                "type": "rectangle",
                "to_world": transform().scale([half * 4 / 3 * 1.5, half * 1.5, 1]),
                "bsdf": {
                    "type": "principled",
                    "base_color": {
                        **_texture(floor),
                        "wrap_mode": "mirror",
                        "to_uv": transform().scale([repeat, repeat, 1]),
                    },
                    "roughness": scene.floor_roughness,
                    "specular": 0.4,
                },
            },
            **({"dice": dice_mesh(rng, scene)} if scene.dice else {}),
        }
    )
    layers = np.array(mi.render(world, spp=spp, seed=scene.seed)).astype(np.float32)
    noisy, paint = np.ascontiguousarray(layers[..., :3]), np.ascontiguousarray(layers[..., -3:].clip(0, 1))
    return pyoidn.denoise(noisy, paint, hdr=True, quality="balanced"), light_rgb, families


def truth(die: Die, scene: Scene) -> dict[str, Any]:
    """Return what is known of one die: value, colour, boxes and outline in pixels."""
    corners = np.array([[x, y, 0.5] for x, y in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))])
    top = scene.view.project(corners @ die.rotation.T + die.centre)
    middle = scene.view.project(np.array([[0, 0, 0.5]]) @ die.rotation.T + die.centre)[0]
    skin_points, _, _ = die_vertices(die.values, die.turns, die.make)
    pixels = scene.view.project(skin_points.astype(float) @ die.rotation.T + die.centre)
    hull = cv2.convexHull(pixels.astype(np.float32))[:, 0]
    hull = cv2.approxPolyDP(hull[:, None], 0.3, True)[:, 0]
    return {
        "value": die.values[0],
        "colour": die.colour,
        "material": die.make.pattern,
        "box_xyxy": _rounded([*pixels.min(0), *pixels.max(0)]),
        "top_xy": _rounded(middle),
        "top_box_xyxy": _rounded([*top.min(0), *top.max(0)]),
        "top_quad_xy": [_rounded(corner) for corner in top],
        "outline_xy": [_rounded(point) for point in hull],
        "cocked": die.cocked,
    }


def _rounded(numbers: Any) -> list[float]:
    return [round(float(x), 2) for x in numbers]


def render_picture(
    split: str, seed: int, dice_count: tuple[int, int], hard_share: float, spp: int
) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """Return the developed picture (H, W, 3) BGR and its record."""
    scene = sample_scene(split, seed, dice_count, hard_share)
    radiance, light_rgb, families = trace(scene, spp)
    rng = np.random.default_rng([seed, 11])
    picture = expose(rng, radiance, light_rgb)
    camera: dict[str, float] = {}
    if split not in UNDEVELOPED:  # these are painted first, or blurred and grained anew every time they are used
        picture, camera = develop(rng, picture, scene.view.die_px)
    record = {
        "seed": seed,
        "drawn_by": {"split": split, "dice_count": list(dice_count), "hard_share": hard_share},
        "elevation_deg": round(scene.view.elevation_deg, 2),
        "die_px": round(scene.view.die_px, 2),
        "fov_deg": round(scene.view.fov_deg, 2),
        "tops_to_px": [[round(float(x), 8) for x in row] for row in scene.view.tops_to_px()],
        "light": scene.light,
        "families": families,
        "roughness": round(scene.roughness, 3),
        "clearcoat": round(scene.clearcoat, 3),
        "clear": round(scene.clear, 3),
        "metal": round(scene.metal, 3),
        "camera": camera,
        "dice": [truth(die, scene) for die in scene.dice if die.is_die],
        "blocks": [truth(die, scene) for die in scene.dice if not die.is_die],
    }
    return picture, record


def render_empty(
    split: str, seed: int, dice_count: tuple[int, int], hard_share: float, spp: int
) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """Return the table of that seed (H, W, 3) BGR before anything was put on it, and how it was seen."""
    scene = replace(sample_scene(split, seed, dice_count, hard_share), dice=[])
    rng = np.random.default_rng([seed, 13])
    relit = Relit(float(rng.uniform(0.93, 1.07)), float(rng.uniform(-0.06, 0.06)))
    half = (IMAGE_WH[0] // 2, IMAGE_WH[1] // 2)
    radiance, light_rgb, families = trace(scene, spp, half, relit)
    shift = rng.uniform(-1, 1, 2)
    # Pixel middles: x of the full picture lies at (x + 0.5) / 2 - 0.5 of the half one.
    back = np.array([[0.5, 0, -0.25 - shift[0] / 2], [0, 0.5, -0.25 - shift[1] / 2]])
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    large = cv2.warpAffine(
        expose(rng, radiance, light_rgb), back, IMAGE_WH, flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    picture, camera = develop(rng, large, scene.view.die_px)
    record = {"seed": seed, "families": families, "camera": camera, "shift_px": _rounded(shift)}
    return picture, record | {"lamp_power": round(relit.lamp_power, 3), "warmth": round(relit.warmth, 3)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--split", choices=list(SPLITS), required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--dice", type=int, nargs=2, default=(20, 32))
    parser.add_argument("--hard-share", type=float, default=0.2)
    parser.add_argument("--spp", type=int, default=4)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--empty", action="store_true", help="the same tables before anything lay on them")
    args = parser.parse_args()
    dr.set_thread_count(args.threads)
    seeds = range(args.first_seed, args.first_seed + args.count)
    make = render_empty if args.empty else render_picture
    fill(
        args.out / "empty" if args.empty else args.out,
        seeds,
        lambda seed: make(args.split, seed, tuple(args.dice), args.hard_share, args.spp),
        "families" if args.empty else "dice",
    )
    if args.empty:
        return
    labels = {name: record["dice"] for name, record in collect(args.out).items()}
    (args.out / "labels.json").write_text(json.dumps(labels))


if __name__ == "__main__":
    main()
