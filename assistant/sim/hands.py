"""Hands and sleeves over the table: rounded shapes with their shadow, drawn small and never in focus."""

from dataclasses import dataclass

import cv2
import numpy as np

from assistant.sim.lighting import Values, View, ground_light, shadow_share, towards
from assistant.sim.scene import Hand
from assistant.sim.sprites import (
    GAMMA,
    TO_LINEAR,
    Box,
    Picture,
    Shade,
    Sprite,
    box_around,
    darken,
    encode,
    is_empty,
    lay,
)

COARSE = 3
"""Hands are drawn on every third pixel: they are near the lens and never sharp."""
SHADOW_COARSE = 8
NEAREST_MM = 150.0
"""Nothing nearer to the lens than this is drawn."""
FINGERS: tuple[tuple[tuple[float, float], tuple[float, float], float], ...] = (
    ((0, -14), (70, -24), 8.5),
    ((-4, 4), (68, -6), 9.0),
    ((2, 20), (70, 12), 8.5),
    ((16, 36), (78, 28), 7.5),
    ((34, -52), (92, -30), 9.5),
)
"""Tip and root of every finger and its radius: millimetres along the arm (from the fingertips) and across it."""
_TURNS = np.linspace(0, 2 * np.pi, 20, endpoint=False)
CIRCLE = np.stack([np.cos(_TURNS), np.sin(_TURNS)], 1)
PALM = ((92.0, 2.0), 38.0)
WRIST = ((150.0, 0.0), 29.0)
CUFF = ((185.0, 0.0), 37.0)
ELBOW = ((640.0, 0.0), 52.0)


@dataclass(frozen=True, slots=True)
class Bone:
    """A straight limb with round ends: two places (along, across, height), two radii, and whether cloth covers it."""

    start_mm: tuple[float, float, float]
    end_mm: tuple[float, float, float]
    radius_mm: tuple[float, float]
    cloth: bool = False


def bones(hand: Hand) -> tuple[Bone, ...]:
    """The limbs of a hand, in millimetres along and across the arm."""
    s, tip, back = hand.scale, hand.height_mm * 0.6, hand.height_mm
    fingers = [
        Bone((a[0] * s, a[1] * s, tip), (b[0] * s, b[1] * s, back), (r * s, r * s * 1.15)) for a, b, r in FINGERS
    ]
    palm, wrist, cuff, elbow = (((p[0] * s, p[1] * s), r * s) for p, r in (PALM, WRIST, CUFF, ELBOW))
    return (
        *fingers,
        Bone((*palm[0], back), (*wrist[0], back + 8), (palm[1], wrist[1])),
        Bone((*wrist[0], back + 8), (*cuff[0], back + 14), (wrist[1], wrist[1])),
        Bone((*cuff[0], back + 14), (*elbow[0], back + 60), (cuff[1], elbow[1]), cloth=True),
    )


def _place(hand: Hand, spot: tuple[float, float, float]) -> Values:
    """Table coordinates of a place along and across the arm."""
    turn = np.radians(hand.from_deg)
    along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    flat = np.array([hand.x_mm, hand.y_mm]) + along * spot[0] + across * spot[1]
    return np.array([*flat, spot[2]])


def _before_lens(ends_mm: Values, view: View) -> Values:
    """Cut a limb that would reach behind the camera: what is there cannot be seen, and would be drawn upside down."""
    r = view.pose.rotation[2]
    depth = (ends_mm * (1, 1, -1)) @ r + view.pose.tvec_mm[2]
    if depth[1] >= NEAREST_MM:
        return ends_mm
    share = np.clip((depth[0] - NEAREST_MM) / max(depth[0] - depth[1], 1e-6), 0, 1)
    return np.stack([ends_mm[0], ends_mm[0] + (ends_mm[1] - ends_mm[0]) * share])


def _limbs_px(hand: Hand, view: View, light_shift: Values | None = None) -> list[tuple[Values, Values]]:
    """Ends and radii of every limb in pixels; with `light_shift` those of their shadows on the table."""
    all_bones = bones(hand)
    ends = np.stack(
        [_before_lens(np.stack([_place(hand, b.start_mm), _place(hand, b.end_mm)]), view) for b in all_bones]
    )
    if light_shift is not None:
        ends = np.dstack([ends[..., :2] - light_shift * ends[..., 2:], np.zeros(ends.shape[:2])])
    wide = ends.copy()
    wide[..., 0] += np.array([bone.radius_mm for bone in all_bones])
    spots = view.pose.project(np.concatenate([ends.reshape(-1, 3), wide.reshape(-1, 3)])).reshape(2, -1, 2, 2)
    radii = np.linalg.norm(spots[1] - spots[0], axis=-1)
    return list(zip(spots[0], radii, strict=True))


def _draw_capsule(mask: Picture, ends: Values, radii: Values, origin: tuple[int, int], coarse: int) -> None:
    """Fill a limb into a mask drawn on every `coarse`-th pixel."""
    rings = ends[:, None, :] + CIRCLE[None] * radii[:, None, None]
    spots = np.clip((rings.reshape(-1, 2) - np.array(origin)) / coarse, -9000, 9000)
    hull = cv2.convexHull(np.round(spots * 16).astype(np.int32).reshape(-1, 1, 2))
    cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_8, 4)


def hand_box(hand: Hand, view: View) -> Box:
    """The box of the frame the hand and its sleeve take."""
    return _box_of(_limbs_px(hand, view), view)


def _box_of(limbs: list[tuple[Values, Values]], view: View) -> Box:
    reach = max(float(radii.max()) for _, radii in limbs)
    return box_around(np.clip(np.concatenate([ends for ends, _ in limbs]), -9999, 9999), reach + 6, view.pose.size_wh)


def _masks(hand: Hand, limbs: list[tuple[Values, Values]], box: Box) -> tuple[Picture, Picture]:
    """Skin and cloth, 0 or 255, on every COARSE-th pixel of the box."""
    shape = (-(-(box[3] - box[1]) // COARSE), -(-(box[2] - box[0]) // COARSE))
    skin, cloth = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    for bone, (ends, radii) in zip(bones(hand), limbs, strict=True):
        _draw_capsule(cloth if bone.cloth else skin, ends, radii, (box[0], box[1]), COARSE)
    return skin, cloth


def _relief(mask: Picture, round_px: float, light: Values) -> Values:
    """Shading of a rounded shape: brighter where it turns to the light."""
    depth = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    height = cv2.GaussianBlur(np.sqrt(np.clip(depth / round_px, 0, 1)), (0, 0), 1.2)
    gx, gy = cv2.Sobel(height, cv2.CV_32F, 1, 0), cv2.Sobel(height, cv2.CV_32F, 0, 1)
    return np.asarray(np.clip(0.62 + 0.38 * height - 0.5 * (gx * light[0] + gy * light[1]), 0.25, 1.3))


def hand_sprite(hand: Hand, view: View) -> Sprite | None:
    """Return hand and sleeve as the camera sees them, or None when out of the picture."""
    limbs = _limbs_px(hand, view)
    box = _box_of(limbs, view)
    if is_empty(box):
        return None
    skin, cloth = _masks(hand, limbs, box)
    scale = view.pose.px_per_mm(hand.x_mm, hand.y_mm) / COARSE
    key = towards(view.lighting.lights[0])[:2] if view.lighting.lights else np.zeros(2)
    layers = [(cloth, hand.sleeve, 40.0), (skin, hand.skin, 14.0)]
    light = ground_light(view.lighting, view.middle_mm, np.array(hand.x_mm), np.array(hand.y_mm))
    radiance, alpha = np.zeros((*skin.shape, 3), np.float32), np.zeros(skin.shape, np.float32)
    for mask, paint, radius in layers:
        inside = mask > 0
        radiance[inside] = _relief(mask, radius * scale, key)[inside][:, None] * (TO_LINEAR[np.array(paint)] * light)
        alpha[inside] = 1
    return _enlarged(radiance, alpha, box, 0.8 + hand.blur_mm * scale / 2)


def _enlarged(radiance: Values, alpha: Values, box: Box, blur_px: float) -> Sprite:
    """Soften and bring to full size."""
    both = np.dstack([radiance * alpha[..., None], alpha])
    both = cv2.GaussianBlur(both, (0, 0), blur_px)
    width, height = box[2] - box[0], box[3] - box[1]
    cover = both[..., 3:]
    colour = encode(both[..., :3] / np.maximum(cover, 1e-4))
    full = cv2.resize(colour, (width, height), interpolation=cv2.INTER_LINEAR)
    return Sprite(box, np.asarray(full, np.float32), cv2.resize(cover, (width, height))[..., None].astype(np.float32))


def hand_shade(hand: Hand, view: View) -> Shade | None:
    """Return the hand's shadow on the table, a very soft one, or None without lights."""
    if not view.lighting.lights:
        return None
    light = view.lighting.lights[0]
    to = towards(light)
    shift = to[:2] / max(-to[2], 0.3)
    limbs = _limbs_px(hand, view, shift)
    box = box_around(np.clip(np.concatenate([e for e, _ in limbs]), -9999, 9999), 60, view.pose.size_wh)
    if is_empty(box):
        return None
    mask = np.zeros((-(-(box[3] - box[1]) // SHADOW_COARSE), -(-(box[2] - box[0]) // SHADOW_COARSE)), np.uint8)
    for ends, radii in limbs:
        _draw_capsule(mask, ends, radii, (box[0], box[1]), SHADOW_COARSE)
    blur = 0.8 + 2.5 * light.softness
    soft = cv2.GaussianBlur(mask, (0, 0), blur).astype(np.float32) / 255
    gain = (1 - shadow_share(light, view.lighting) * soft) ** (1 / GAMMA)
    return Shade(box, cv2.resize(gain, (box[2] - box[0], box[3] - box[1]))[..., None].astype(np.float32))


def draw_hand(frame: Picture, hand: Hand, view: View) -> Sprite | None:
    """Draw a hand and its shadow into the frame; returns the sprite so that what it covers can be told."""
    shade, sprite = hand_shade(hand, view), hand_sprite(hand, view)
    if shade is not None:
        darken(frame, shade)
    if sprite is not None:
        lay(frame, sprite)
    return sprite
