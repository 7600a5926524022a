"""Other skins for rendered dice: pictures of plain bodies in materials nobody ever traced.

Tracing a picture takes seconds, and every die in it is of one material for ever. Where bodies are plain (the split
`blank`) the light on them can be told from the picture, and the same table is painted anew in a fraction of a second,
as often as wanted. Shadows, gloss, pips and rounded edges stay as they were traced.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .diemesh import FACE_PX, FACES, skin
from .scenes import PAINTS, Die, Scene, sample_scene

Picture = NDArray[np.uint8]
Light = NDArray[np.float32]
"""Linear RGB."""
KEPT_SHARE = 0.1  # dice that stay plain
BRIGHTEST = 1.7  # light on a pixel beside the middle one of its face; above that it is a mirrored lamp
GLOSS = 0.1  # of what is seen of a face, whatever its paint
TRIES = 4
LEAST_LIKENESS = 0.9  # of the colours before and after, as a cosine: a green die stays a green die
LAP = 1.12  # a face is painted so much larger, so that no rounded edge stays plain
AROUND = cv2.BORDER_REPLICATE
SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def repainted(rng: np.random.Generator, picture: Picture, record: dict[str, Any]) -> Picture:
    """Return an undeveloped picture (H, W, 3) BGR of plain dice with other skins on most of them.

    Raises ValueError where the dice are not plain: then nobody knows the light on them.
    """
    if record.get("drawn_by", {}).get("split") not in PAINTS:
        raise ValueError(f"seed {record['seed']}: only dice of {', '.join(PAINTS)} are plain and can be painted")
    scene = scene_of(record)
    seen = _linear(picture[..., ::-1].astype(np.float32) / 255)
    change = np.zeros_like(seen)
    origin = scene.view.frame()[0]
    outlines = {kind: iter(record[kind]) for kind in ("dice", "blocks")}
    things = [(die, next(outlines["dice" if die.is_die else "blocks"])["outline_xy"]) for die in scene.dice]
    for die, outline in sorted(things, key=lambda one: -float(np.linalg.norm(one[0].centre - origin))):
        _paint(rng, change, seen, (scene, die), np.array(outline, np.float32))
    srgb = _coded(np.clip(seen + change, 0, 1))
    return np.ascontiguousarray((srgb * 255 + 0.5).astype(np.uint8)[..., ::-1])


def scene_of(record: dict[str, Any]) -> Scene:
    """Return the scene a record was rendered from."""
    told = record["drawn_by"]
    return sample_scene(told["split"], record["seed"], tuple(told["dice_count"]), told["hard_share"])


def _paint(
    rng: np.random.Generator, change: Light, seen: Light, placed: tuple[Scene, Die], outline: NDArray[np.float32]
) -> None:
    """Write into `change` what another skin adds where that die is seen; whatever it hides is undone there."""
    low = np.maximum(np.floor(outline.min(0)).astype(int), 0)
    high = np.minimum(np.ceil(outline.max(0)).astype(int) + 1, seen.shape[1::-1])
    part = (slice(low[1], high[1]), slice(low[0], high[0]))
    if (high <= low).any():
        return
    mask = np.zeros(seen[part].shape[:2], np.float32)
    cv2.fillConvexPoly(mask, ((outline - low) * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    change[part] *= 1 - mask[..., None]
    scene, die = placed
    if not die.is_die or rng.random() < KEPT_SHARE:
        return
    skins, added, quads = _skins(rng, die, PAINTS[scene.split]), np.zeros_like(change[part]), _corners(scene, die)
    for face in np.nonzero(_faces_camera(scene, die))[0][::-1]:  # the top last: it laps over the sides' rounded edges
        columns = slice(face * FACE_PX, (face + 1) * FACE_PX)
        plain, painted = (_linear(strip[:, columns]) for strip in skins)
        _lay(added, seen[part], (plain, painted), quads[face] - low)
    change[part] += mask[..., None] * added


def _skins(rng: np.random.Generator, die: Die, paints: tuple[str, ...]) -> tuple[Light, Light]:
    """Return a die's plain skin and one of another material that leaves it its colour."""
    plain, _ = skin(rng, die.values, die.turns, die.make)
    for _ in range(TRIES):
        make = replace(die.make, pattern=str(rng.choice(paints)))
        painted, _ = skin(rng, die.values, die.turns, make)
        if float(_tint(plain) @ _tint(painted)) > LEAST_LIKENESS:
            return plain, painted
    return plain, plain


def _tint(strip: Light) -> NDArray[np.float32]:
    """Return the direction (2,) of a skin's mean colour away from grey."""
    lab = cv2.cvtColor(strip.mean((0, 1))[None, None], cv2.COLOR_RGB2LAB)[0, 0, 1:]
    return np.asarray(lab / max(float(np.hypot(*lab)), 1.0), np.float32)


def _corners(scene: Scene, die: Die) -> NDArray[np.float64]:
    """Return the corners of all faces in pixels (6, 4, 2), in the order of a skin's corners."""
    quads = []
    for normal, along, across in FACES:
        n, a, b = (np.array(one, float) for one in (normal, along, across))
        quads.append([0.5 * n + u * a + v * b for u, v in SQUARE - 0.5])
    points = np.array(quads).reshape(-1, 3) * np.array(die.make.stretch)
    return scene.view.project(points @ die.rotation.T + die.centre).reshape(6, 4, 2)


def _faces_camera(scene: Scene, die: Die) -> NDArray[np.bool_]:
    normals = np.array([normal for normal, _, _ in FACES], float) @ die.rotation.T
    away = scene.view.frame()[0] - die.centre - 0.5 * normals
    return np.asarray((away * normals).sum(1) > 0)


def _lay(added: Light, seen: Light, looks: tuple[Light, Light], quad: NDArray[np.float64]) -> None:
    """Write what a face's new skin adds to what is seen: its paint's difference under the same light."""
    size, corners = (seen.shape[1], seen.shape[0]), quad.astype(np.float32)
    to_picture = cv2.getPerspectiveTransform(SQUARE * FACE_PX - 0.5, corners)
    blur = 0.35 * FACE_PX / max(1.0, float(np.sqrt(cv2.contourArea(corners))))
    # Shrinking without smoothing would leave grain no lens shows.
    plain, painted = (
        cv2.warpPerspective(cv2.GaussianBlur(one, (0, 0), max(0.3, blur)), to_picture, size, borderMode=AROUND)
        for one in looks
    )
    weight = plain**2  # light is told best where the paint gives most of it back
    light = (weight * seen).sum(-1) / np.maximum((weight * plain).sum(-1), 1e-5)
    inside = np.zeros(seen.shape[:2], np.float32)
    larger = corners.mean(0) + LAP * (corners - corners.mean(0))
    cv2.fillConvexPoly(inside, (larger * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    if (inside > 0.9).any():
        light = np.minimum(light, BRIGHTEST * np.median(light[inside > 0.9]))
    paler = light[..., None] * np.maximum(painted - plain, 0)
    # Of what is darker a share stays as it is seen: gloss. Taking light off by another measure would leave its tint.
    darker = (1 - GLOSS) * seen * (np.minimum(painted / np.maximum(plain, 1e-4), 1) - 1)
    added += inside[..., None] * (paler + darker - added)


def _linear(srgb: Light) -> Light:
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4).astype(np.float32)


def _coded(light: Light) -> Light:
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * np.clip(light, 1e-8, None) ** (1 / 2.4) - 0.055)
