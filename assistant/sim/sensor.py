"""From light to file: vignette, blur, exposure and white balance, noise, JPEG. Everything per frame happens here."""

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.sim.art.noise import rng_of
from assistant.sim.sprites import GAMMA, Picture

NOISE_BANK = 4
"""How many noise pictures are made per size; each frame takes one, shifted and perhaps mirrored."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """How the camera sees at one moment."""

    exposure_ev: float = 0.0
    """Stops brighter (positive) or darker; +2 burns out white paper."""
    white_balance_bgr: tuple[float, float, float] = (1.0, 1.0, 1.0)
    noise: float = 2.0
    """Spread in display values at mid grey; 2 a good webcam by day, 8 the same in the evening."""
    contrast: float = 0.15
    """Strength of the S-shaped tone curve."""
    motion_px: float = 0.0
    motion_deg: float = 0.0
    defocus_px: float = 0.0
    """Radius of the blur of a lens out of focus."""
    sharpen: float = 0.3
    """Halo of the camera's own sharpening."""
    vignette: float = 0.12
    """How much darker the corners are."""
    jpeg_quality: int | None = 88
    """None leaves the picture as it is."""


CLEAN = Conditions(noise=0.0, contrast=0.0, sharpen=0.0, vignette=0.0, jpeg_quality=None)
"""Nothing added: for measuring geometry."""


def drifted(conditions: Conditions, t_s: float, seed: int = 0) -> Conditions:
    """Return the conditions as they wander during an evening: exposure and white balance breathe slowly."""
    phase = rng_of("drift", seed).uniform(0, 6.28, 4)
    ev = 0.12 * np.sin(t_s / 7 + phase[0]) + 0.08 * np.sin(t_s / 31 + phase[1])
    warm = 0.03 * np.sin(t_s / 19 + phase[2]) + 0.02 * np.sin(t_s / 47 + phase[3])
    blue, green, red = conditions.white_balance_bgr
    return replace(
        conditions,
        exposure_ev=conditions.exposure_ev + float(ev),
        white_balance_bgr=(blue * float(1 - warm), green, red * float(1 + warm)),
    )


@lru_cache(maxsize=64)
def tone_table(conditions: Conditions, lamp: float) -> Picture:
    """Display values in to display values out, one table per channel, shape (1, 256, 3)."""
    linear = (np.arange(256) / 255.0) ** GAMMA
    gains = lamp * 2.0**conditions.exposure_ev * np.array(conditions.white_balance_bgr)
    display = np.clip(linear[:, None] * gains, 0, 1) ** (1 / GAMMA)
    curve = display + conditions.contrast * display * (1 - display) * (2 * display - 1) * 2
    return np.asarray(np.clip(curve * 255 + 0.5, 0, 255)[None], np.uint8)


def _toned(picture: Picture, table: Picture) -> Picture:
    """The picture after a tone table; one for all channels is looked up faster."""
    alike = bool((table == table[..., :1]).all())
    return np.asarray(cv2.LUT(picture, np.ascontiguousarray(table[..., 0]) if alike else table), np.uint8)


@lru_cache(maxsize=4)
def _grain(shape: tuple[int, int], index: int) -> NDArray[np.float32]:
    """Noise of spread 1: mostly brightness, some colour, blurred as demosaicing does; larger than the frame."""
    rng = rng_of("noise", index)
    height, width = shape[0] + 64, shape[1] + 64
    grey = rng.standard_normal((height, width, 1), dtype=np.float32)
    colour = rng.standard_normal((height, width, 3), dtype=np.float32)
    soft = cv2.GaussianBlur(np.asarray(grey + 0.7 * colour), (0, 0), 0.55)
    return np.asarray(soft / soft.std(), np.float32)


@lru_cache(maxsize=16)
def _brighter_darker(shape: tuple[int, int], index: int, spread: float) -> tuple[Picture, Picture]:
    """What the noise adds and what it takes away, as bytes: two saturating sums are the quickest way to apply it."""
    values = np.round(_grain(shape, index) * spread)
    return np.asarray(np.clip(values, 0, 255), np.uint8), np.asarray(np.clip(-values, 0, 255), np.uint8)


def add_noise(
    picture: Picture, spread: float, rng: np.random.Generator, frame_hw: tuple[int, int] | None = None
) -> Picture:
    """Return the picture with sensor noise. Its spread is the same at every brightness: shot noise grows with the root
    of the light, and the display curve flattens just that. `frame_hw`: the picture is a part of such a frame."""
    height, width = picture.shape[:2]
    whole = frame_hw or (height, width)
    plus, minus = _brighter_darker(whole, int(rng.integers(NOISE_BANK)), round(spread * 4) / 4)
    x, y = (int(v) for v in rng.integers(0, 64, 2))
    if frame_hw is not None:
        x, y = x + int(rng.integers(whole[1] - width + 1)), y + int(rng.integers(whole[0] - height + 1))
    area = slice(y, y + height), slice(x, x + width)
    return np.asarray(cv2.subtract(cv2.add(picture, plus[area]), minus[area]), np.uint8)


@lru_cache(maxsize=8)
def _vignette(shape: tuple[int, int], strength: float) -> Picture:
    y, x = np.indices(shape, np.float32)
    middle = np.array(shape) / 2
    squared = ((x - middle[1]) ** 2 + (y - middle[0]) ** 2) / (middle**2).sum()
    one = np.clip(255 * (1 - strength * squared) + 0.5, 0, 255).astype(np.uint8)
    return np.asarray(cv2.merge([one, one, one]), np.uint8)


def vignetted(picture: Picture, strength: float) -> Picture:
    """Return the picture with darker corners; the same picture when the strength is 0."""
    if strength <= 0:
        return picture
    shade = _vignette((picture.shape[0], picture.shape[1]), strength)
    return np.asarray(cv2.multiply(picture, shade, scale=1 / 255), np.uint8)


def _motion_kernel(length_px: float, angle_deg: float) -> NDArray[np.float32]:
    size = int(np.ceil(length_px)) | 1
    kernel = np.zeros((size * 4, size * 4), np.uint8)
    middle = np.array([size * 2, size * 2], float)
    reach = np.array([np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))]) * length_px * 2
    ends = [tuple(int(v) for v in np.round(middle + sign * reach)) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 255, 4, cv2.LINE_AA)
    small = cv2.resize(kernel, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(small / small.sum(), np.float32)


def _disc_kernel(radius_px: float) -> NDArray[np.float32]:
    size = 2 * int(np.ceil(radius_px)) + 1
    y, x = np.indices((size, size)) - size // 2
    disc = np.clip(radius_px + 0.5 - np.hypot(x, y), 0, 1)
    return np.asarray(disc / disc.sum(), np.float32)


def blur(picture: Picture, conditions: Conditions) -> Picture:
    """Return the picture out of focus and shaken, as the conditions say."""
    if conditions.defocus_px > 0.3:
        picture = np.asarray(cv2.filter2D(picture, -1, _disc_kernel(conditions.defocus_px)), np.uint8)
    if conditions.motion_px > 0.5:
        kernel = _motion_kernel(conditions.motion_px, conditions.motion_deg)
        picture = np.asarray(cv2.filter2D(picture, -1, kernel), np.uint8)
    return picture


def expose(
    picture: Picture,
    conditions: Conditions,
    lamp: float,
    rng: np.random.Generator,
    frame_hw: tuple[int, int] | None = None,
) -> Picture:
    """Return the frame the camera delivers for a (vignetted) picture of the scene; the input stays as it is.

    `frame_hw`: the picture is a part of a frame of that size, cut where JPEG blocks meet.
    """
    out = _toned(blur(picture, conditions), tone_table(conditions, lamp))
    if conditions.noise > 0:
        dark = 1 + 1.5 * max(0.0, 1 - lamp) + 0.5 * max(0.0, conditions.exposure_ev)
        out = add_noise(out, conditions.noise * dark, rng, frame_hw)
    if conditions.sharpen > 0:
        soft = cv2.blur(out, (3, 3))
        out = np.asarray(cv2.addWeighted(out, 1 + conditions.sharpen, soft, -conditions.sharpen, 0), np.uint8)
    return _through_jpeg(out, conditions.jpeg_quality)


def _through_jpeg(picture: Picture, quality: int | None) -> Picture:
    if quality is None:
        return picture
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


GREEN_BGR = (0, 135, 0)
"""What zeros in all three planes of a YUV stream look like."""
FAULTS = ("green", "torn", "black", "grey")


def broken(picture: Picture, fault: str) -> Picture:
    """Return what a dying camera delivers instead: a flat picture, or the upper part with green or shifted rows below.

    Raises ValueError for an unknown fault.
    """
    flat = {"green": GREEN_BGR, "black": (0, 0, 0), "grey": (128, 128, 128)}
    if fault in flat:
        return np.full_like(picture, flat[fault])
    if fault != "torn":
        raise ValueError(f"no camera fault {fault!r}; there are {', '.join(FAULTS)}")
    torn = picture.copy()
    third = picture.shape[0] // 3
    torn[third : 2 * third] = np.roll(picture[third : 2 * third], picture.shape[1] // 3, axis=1)
    torn[2 * third :] = GREEN_BGR
    return torn
