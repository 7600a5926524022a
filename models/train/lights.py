"""Rooms that light the table, as small latitude-longitude pictures (height, width, 3), linear RGB; the sky is row 0."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Room = NDArray[np.float32]
SIZE_HW = (64, 128)
TRAIN_LIGHTS = ("window", "lamp", "overcast", "lamp_and_window", "candles", "spots", "panel", "screen")
VALIDATION_LIGHTS = ("ring", "garland", "skylight_and_lamp")
TEST_LIGHTS = ("tubes", "bulbs", "two_windows")
Source = tuple[float, float, tuple[float, float], float, float]
"""Elevation, azimuth, size (up-down, left-right) in degrees, colour temperature, radiance."""


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


def _sources(rng: np.random.Generator, kind: str) -> list[Source]:
    """Return every source of that kind of light; they share one warm colour, drawn first."""
    return KINDS[kind](rng, float(rng.uniform(2400, 3600)))


def _somewhere(rng: np.random.Generator) -> float:
    return float(rng.uniform(0, 360))


def _window(rng: np.random.Generator) -> Source:
    elevation, azimuth = rng.uniform(15, 50), _somewhere(rng)
    return elevation, azimuth, (rng.uniform(20, 45), rng.uniform(20, 60)), rng.uniform(5000, 8500), 9.0


def _lamp(rng: np.random.Generator, kelvin: float) -> Source:
    size = rng.uniform(5, 16)
    return (
        rng.uniform(35, 85),
        _somewhere(rng),
        (size, size * rng.uniform(1, 2)),
        kelvin,
        float(900 / size**1.5),
    )


def _lamp_and_window(rng: np.random.Generator, warm: float) -> list[Source]:
    return [_lamp(rng, warm), _window(rng)]


def _candles(rng: np.random.Generator, _: float) -> list[Source]:
    """Small flames standing on the table or a shelf."""
    count = int(rng.integers(4, 10))
    return [
        (rng.uniform(8, 35), _somewhere(rng), (rng.uniform(4, 8), rng.uniform(3, 5)), rng.uniform(1900, 2600), 60.0)
        for _ in range(count)
    ]


def _spots(rng: np.random.Generator, _: float) -> list[Source]:
    """Spotlights in a row on a rail under the ceiling."""
    count, azimuth, kelvin = int(rng.integers(3, 7)), _somewhere(rng), rng.uniform(2700, 4500)
    from_zenith = np.linspace(rng.uniform(-50, -25), rng.uniform(5, 45), count)
    size = rng.uniform(4, 8)
    return [
        (float(90 - abs(lean)), azimuth + (180 if lean < 0 else 0), (size, size * 2), kelvin, 50.0)
        for lean in from_zenith
    ]


def _panel(rng: np.random.Generator, _: float) -> list[Source]:
    size = rng.uniform(25, 50)
    return [(rng.uniform(55, 88), _somewhere(rng), (size, size * rng.uniform(1.5, 4)), rng.uniform(3000, 5000), 8.0)]


def _screen(rng: np.random.Generator, warm: float) -> list[Source]:
    """A television beside the table and a weak lamp."""
    low = (
        rng.uniform(8, 25),
        _somewhere(rng),
        (rng.uniform(15, 30), rng.uniform(30, 60)),
        rng.uniform(7000, 9500),
        8.0,
    )
    *lamp, power = _lamp(rng, warm)
    return [low, (*lamp, power * 0.4)]  # type: ignore[list-item]


def _ring(rng: np.random.Generator, _: float) -> list[Source]:
    """A ring light, as people film with."""
    elevation, azimuth, radius = rng.uniform(50, 78), _somewhere(rng), rng.uniform(7, 12)
    kelvin, around = rng.uniform(3500, 5600), np.linspace(0, 2 * np.pi, 24, endpoint=False)
    aside = radius / np.cos(np.radians(elevation))
    return [
        (elevation + radius * np.sin(t), azimuth + aside * np.cos(t), (3, 3 * aside / radius), kelvin, 25.0)
        for t in around
    ]


def _garland(rng: np.random.Generator, _: float) -> list[Source]:
    """A string of little lamps across the room."""
    count, start, span = int(rng.integers(8, 15)), _somewhere(rng), rng.uniform(90, 200)
    sag, high, kelvin = rng.uniform(5, 25), rng.uniform(50, 75), rng.uniform(2300, 3200)
    return [
        (float(high - sag * np.sin(np.pi * t)), start + span * t, (3.5, 6), kelvin, 70.0)
        for t in np.linspace(0, 1, count)
    ]


def _skylight_and_lamp(rng: np.random.Generator, warm: float) -> list[Source]:
    sky = (
        rng.uniform(60, 85),
        _somewhere(rng),
        (rng.uniform(15, 30), rng.uniform(60, 140)),
        rng.uniform(5500, 9000),
        7.0,
    )
    return [sky, _lamp(rng, warm)]


def _tubes(rng: np.random.Generator, _: float) -> list[Source]:
    azimuth = _somewhere(rng)
    return [(e, azimuth + a, (6, 70), rng.uniform(3800, 5200), 22.0) for e, a in ((65, 0), (50, 180))]


def _bulbs(rng: np.random.Generator, warm: float) -> list[Source]:
    return [_lamp(rng, warm) for _ in range(int(rng.integers(2, 5)))]


KINDS: dict[str, Callable[[np.random.Generator, float], list[Source]]] = {
    "window": lambda rng, _: [_window(rng)],
    "lamp": lambda rng, warm: [_lamp(rng, warm)],
    "overcast": lambda rng, _: [(80, 0, (60, 360), rng.uniform(5500, 7500), 1.5)],
    "lamp_and_window": _lamp_and_window,
    "candles": _candles,
    "spots": _spots,
    "panel": _panel,
    "screen": _screen,
    "ring": _ring,
    "garland": _garland,
    "skylight_and_lamp": _skylight_and_lamp,
    "tubes": _tubes,
    "bulbs": _bulbs,
    "two_windows": lambda rng, _: [_window(rng), _window(rng)],
}
