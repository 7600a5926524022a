"""Rooms that light the table, as small latitude-longitude pictures (height, width, 3), linear RGB; the sky is row 0."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Room = NDArray[np.float32]
SIZE_HW = (64, 128)
TRAIN_LIGHTS = ("window", "lamp", "overcast", "lamp_and_window")
TEST_LIGHTS = ("tubes", "bulbs", "two_windows")


def kelvin_rgb(kelvin: float) -> NDArray[np.float32]:
    """Return the colour (3,) of a black body, scaled to green = 1; good to a few percent from 2,000 to 10,000 K."""
    x = kelvin / 1000
    red = 1.0 + 0.55 * max(0.0, 6.5 - x) / 4.5 - 0.04 * max(0.0, x - 6.5)
    blue = 1.0 - 0.17 * max(0.0, 6.5 - x) + 0.06 * max(0.0, x - 6.5)
    return np.array([red, 1.0, max(blue, 0.12)], np.float32)


def _patch(room: Room, elevation_deg: float, azimuth_deg: float, size_deg: tuple[float, float], light: Room) -> None:
    """Brighten a rectangle of the sky; sizes are (up-down, left-right) in degrees."""
    height, width = room.shape[:2]
    row, half_rows = (90 - elevation_deg) / 180 * height, size_deg[0] / 360 * height
    column, half_columns = azimuth_deg / 360 * width, size_deg[1] / 720 * width
    rows = slice(max(0, int(row - half_rows)), max(1, int(np.ceil(row + half_rows))))
    columns = np.arange(int(column - half_columns), int(np.ceil(column + half_columns)) + 1) % width
    room[rows, columns] += light


def sample_room(rng: np.random.Generator, kind: str) -> tuple[Room, NDArray[np.float32]]:
    """Return a lit room and the mean colour of its light (3,)."""
    height, width = SIZE_HW
    up = np.linspace(1, -1, height, dtype=np.float32)[:, None, None]
    wall = rng.uniform(0.25, 0.7) * kelvin_rgb(rng.uniform(3200, 7500))
    room = np.broadcast_to(wall * (0.75 + 0.35 * up), (height, width, 3)).astype(np.float32)
    blotch = cv2.resize(rng.uniform(0.5, 1.4, (6, 12)).astype(np.float32), (width, height))
    room *= blotch[..., None]
    for elevation, azimuth, size, kelvin, power in _sources(rng, kind):
        _patch(room, elevation, azimuth, size, power * kelvin_rgb(kelvin))
    weight = np.maximum(up, 0) * np.cos(up * np.pi / 2 * 0.9)
    mean = (room * weight).sum((0, 1)) / (weight.sum() * width)
    return room, (mean / mean.max()).astype(np.float32)


def _sources(rng: np.random.Generator, kind: str) -> list[tuple[float, float, tuple[float, float], float, float]]:
    """Return elevation, azimuth, size, colour temperature and radiance of every source of that kind of light."""

    def somewhere() -> float:
        return float(rng.uniform(0, 360))

    def window() -> tuple[float, float, tuple[float, float], float, float]:
        return (
            rng.uniform(15, 50),
            somewhere(),
            (rng.uniform(20, 45), rng.uniform(20, 60)),
            rng.uniform(5000, 8500),
            9.0,
        )

    def lamp(kelvin: float) -> tuple[float, float, tuple[float, float], float, float]:
        size = rng.uniform(5, 16)
        return rng.uniform(35, 85), somewhere(), (size, size * rng.uniform(1, 2)), kelvin, float(900 / size**1.5)

    warm = float(rng.uniform(2400, 3600))
    if kind == "window":
        return [window()]
    if kind == "lamp":
        return [lamp(warm)]
    if kind == "overcast":
        return [(80, 0, (60, 360), rng.uniform(5500, 7500), 1.5)]
    if kind == "lamp_and_window":
        return [lamp(warm), window()]
    if kind == "tubes":
        azimuth = somewhere()
        return [(e, azimuth + a, (6, 70), rng.uniform(3800, 5200), 22.0) for e, a in ((65, 0), (50, 180))]
    if kind == "bulbs":
        return [lamp(warm) for _ in range(int(rng.integers(2, 5)))]
    return [window(), window()]
