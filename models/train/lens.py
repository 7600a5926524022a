"""From linear light to the picture a cheap camera delivers: exposure, white balance, blur, noise, JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.float32]


def expose(rng: np.random.Generator, radiance: Picture, light_rgb: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return an 8-bit BGR picture; the camera's white balance removes most of the light's colour, not all."""
    balanced = radiance / light_rgb ** rng.uniform(0.55, 1.05)
    middle = float(np.median(balanced.mean(-1)))
    bright, peak = (float(x) for x in np.percentile(balanced.mean(-1), (97, 99.5)))
    gain = min(rng.uniform(0.14, 0.3) / max(middle, 1e-4), 0.85 / max(bright, 1e-4), 1.1 / max(peak, 1e-4))
    toned = np.clip(balanced * gain, 0, None)
    toned = np.where(toned > 0.8, 0.8 + 0.2 * (1 - np.exp(-(toned - 0.8) / 0.2)), toned)  # highlights roll off
    srgb = np.where(toned <= 0.0031308, toned * 12.92, 1.055 * np.clip(toned, 1e-8, None) ** (1 / 2.4) - 0.055)
    return (np.clip(srgb, 0, 1) * 255 + 0.5).astype(np.uint8)[..., ::-1].copy()


def develop(
    rng: np.random.Generator, picture: NDArray[np.uint8], die_px: float
) -> tuple[NDArray[np.uint8], dict[str, float]]:
    """Return the picture as a webcam delivers it, and what was done to it."""
    marks = {
        "blur_px": float(rng.uniform(0.2, 0.02 * die_px + 0.4)),
        "motion_px": float(rng.choice([0.0, rng.uniform(0, 0.05 * die_px)])),
        "noise": float(rng.uniform(0.5, 6.0)),
        "gain": float(rng.uniform(0.75, 1.1)),
        "jpeg_quality": float(rng.integers(70, 96)),
    }
    out = picture.astype(np.float32) * marks["gain"]
    out = cv2.GaussianBlur(out, (0, 0), marks["blur_px"])
    if marks["motion_px"] > 1:
        out = motion_blur(out, marks["motion_px"], float(rng.uniform(0, np.pi)))
    out += rng.normal(0, 1, out.shape).astype(np.float32) * marks["noise"] * (0.5 + out / 255)
    return np.clip(out, 0, 255).astype(np.uint8), {k: round(v, 3) for k, v in marks.items()}


def motion_blur(picture: Picture, length_px: float, angle: float) -> Picture:
    """Smear along a straight line."""
    size = int(np.ceil(length_px)) | 1
    size = max(size, 3)
    kernel = np.zeros((size, size), np.float32)
    reach = (length_px - 1) / 2
    middle = size // 2
    for t in np.linspace(-reach, reach, 4 * size):
        kernel[round(middle + t * np.sin(angle)), round(middle + t * np.cos(angle))] += 1
    return cv2.filter2D(picture, -1, kernel / kernel.sum())
