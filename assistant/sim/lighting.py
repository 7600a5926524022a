"""How much light falls where: lamps near the table fade with distance, glossy print mirrors them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.sim.pose import Pose
from assistant.sim.scene import Light, Lighting

Values = NDArray[Any]
LAMP_DISTANCE_MM = 1500.0
"""How far the lights stand from the middle of the table: nearer means a stronger fall-off across it."""
UP = np.array([0.0, 0.0, -1.0])


@dataclass(frozen=True, slots=True)
class View:
    """What turns a surface into pixels: the camera, the light and the middle of the table."""

    pose: Pose
    lighting: Lighting
    middle_mm: tuple[float, float]


def towards(light: Light) -> NDArray[np.float64]:
    """Unit vector from the table to the light, right-handed frame of `pose`."""
    azimuth, elevation = np.radians(light.azimuth_deg), np.radians(light.elevation_deg)
    flat = np.cos(elevation)
    return np.array([flat * np.cos(azimuth), flat * np.sin(azimuth), -np.sin(elevation)])


def lamp_place_mm(light: Light, middle_mm: tuple[float, float]) -> NDArray[np.float64]:
    return np.asarray(np.array([*middle_mm, 0.0]) + towards(light) * LAMP_DISTANCE_MM)


def falloff(light: Light, middle_mm: tuple[float, float], x_mm: Values, y_mm: Values) -> Values:
    """The light's strength at places of the table, 1 in the middle."""
    lamp = lamp_place_mm(light, middle_mm)
    squared = (x_mm - lamp[0]) ** 2 + (y_mm - lamp[1]) ** 2 + lamp[2] ** 2
    return np.asarray(LAMP_DISTANCE_MM**2 / squared)


def ground_light(lighting: Lighting, middle_mm: tuple[float, float], x_mm: Values, y_mm: Values) -> Values:
    """BGR factors on the colour of something flat at places of the table, shape (..., 3)."""
    total = np.full((*np.shape(x_mm), 3), lighting.ambient)
    for light in lighting.lights:
        total += (falloff(light, middle_mm, x_mm, y_mm) * light.strength)[..., None] * np.array(light.tint)
    return total


def glare(lighting: Lighting, pose: Pose, middle_mm: tuple[float, float], x_mm: Values, y_mm: Values) -> Values:
    """The mirror image of the lights on something flat and glossy, 0..1 (before the surface's own gloss)."""
    view = np.stack([x_mm, y_mm, np.zeros_like(x_mm)], -1) - pose.centre_mm
    view = view / np.linalg.norm(view, axis=-1, keepdims=True)
    mirrored = view * (1.0, 1.0, -1.0)
    total = np.zeros(np.shape(x_mm))
    for light in lighting.lights:
        lamp = lamp_place_mm(light, middle_mm) - np.stack([x_mm, y_mm, np.zeros_like(x_mm)], -1)
        aligned = np.sum(mirrored * lamp, -1) / np.linalg.norm(lamp, axis=-1)
        total += light.strength * np.clip(aligned, 0, 1) ** (160 - 130 * light.softness)
    return total


def shadow_share(light: Light, lighting: Lighting) -> float:
    """The part of all light at a place that comes from this one: what its shadow takes away."""
    return light.strength / (lighting.ambient + sum(one.strength for one in lighting.lights))
