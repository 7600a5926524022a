"""Is this frame fit to be read at all? Cheap looks at few pixels, each refusal with a code."""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from assistant.vision.layout import Points
from assistant.vision.markers import Image
from assistant.vision.quality import BURNT, edge_blur_px
from assistant.vision.readings import Problem


@dataclass(frozen=True, slots=True)
class FrameLimits:
    """When a frame is no reading. Stricter limits cost waiting, laxer ones cost wrong readings."""

    dark_level: float = 26.0
    """95th percentile of the grey levels on the boards below this many times the noise floor is darkness."""
    dark_mean: float = 22.0
    burnt_share: float = 0.30
    """Share of burnt-out pixels; a white table cloth alone stays below, a lamp in the lens does not."""
    flat_deviation: float = 4.0
    """A picture without any contrast comes from a covered lens or a dying camera."""
    green_share: float = 0.2
    """Share of pure green pixels as an empty or torn YUV buffer shows them."""
    blur_px: float = 2.4
    """As `quality.edge_blur_px` measures it (about 1 when sharp); softer edges melt the pips of small dice."""
    blur_die_share: float = 0.12
    """The same as a share of a die's width: big dice can bear more blur."""
    sharp_px: float = 1.5
    """Two markers with edges at least so sharp are enough to know that the frame is."""
    step_px: int = 12
    """Every how many pixels the cheap look samples."""


DEFAULT_LIMITS = FrameLimits()


@dataclass(frozen=True, slots=True)
class Light:
    """Grey statistics of a sampled frame."""

    mean: float
    bright: float
    """95th percentile."""
    deviation: float
    burnt_share: float
    green_share: float


TOO_GREEN = np.clip(np.floor(2.2 * np.arange(256)), 60, 255).astype(np.uint8)
"""The green above which a pixel is falsely so, by the stronger of its other two channels."""


def _sampled(frame: Image, step_px: int) -> Image:
    """Every `step_px`-th pixel of every `step_px`-th row."""
    height, width = frame.shape[:2]
    if height % step_px or width % step_px:
        return np.ascontiguousarray(frame[::step_px, ::step_px])
    # The nearest pixel at a whole step is that very pixel, and OpenCV fetches it three times as fast.
    few = cv2.resize(frame, (width // step_px, height // step_px), interpolation=cv2.INTER_NEAREST)
    return np.asarray(few, np.uint8)


def measure_light(frame: Image, step_px: int = DEFAULT_LIMITS.step_px) -> Light:
    """Sample every `step_px`-th pixel of a BGR frame."""
    few = _sampled(frame, step_px)
    blue, green, red = cv2.split(few)
    grey = cv2.cvtColor(few, cv2.COLOR_BGR2GRAY)
    counts = cv2.calcHist([grey], [0], None, [256], [0, 256])
    mean, deviation = cv2.meanStdDev(grey)
    falsely_green = cv2.compare(green, cv2.LUT(cv2.max(blue, red), TOO_GREEN), cv2.CMP_GT)
    return Light(
        mean=float(mean[0, 0]),
        bright=float(np.searchsorted(np.cumsum(counts), 0.95 * grey.size)),
        deviation=float(deviation[0, 0]),
        burnt_share=cv2.countNonZero((cv2.min(cv2.min(blue, green), red) >= BURNT).view(np.uint8)) / grey.size,
        green_share=cv2.countNonZero(falsely_green) / grey.size,
    )


def light_problem(light: Light, limits: FrameLimits = DEFAULT_LIMITS) -> Problem | None:
    """The first thing wrong with the light, or None."""
    if light.bright < limits.dark_level or light.mean < limits.dark_mean:
        return Problem.TOO_DARK
    if light.burnt_share > limits.burnt_share:
        return Problem.OVER_EXPOSED
    if light.green_share > limits.green_share or light.deviation < limits.flat_deviation:
        return Problem.GREEN_FRAME
    return None


def marker_blur_px(gray: Image, markers_px: Mapping[int, Points]) -> float | None:
    """The second sharpest marker's blur: some may lie under a moving hand, not all. Two sharp ones end the search."""
    found: list[float] = []
    for corners in markers_px.values():
        blur = edge_blur_px(gray, corners)
        if blur is not None:
            found = sorted((*found, blur))
        if len(found) > 1 and found[1] <= DEFAULT_LIMITS.sharp_px:
            break
    return found[min(1, len(found) - 1)] if found else None


def blur_problem(blur: float | None, die_px: float, limits: FrameLimits = DEFAULT_LIMITS) -> Problem | None:
    """Whether the edges are too soft for dice of that size."""
    bearable = max(limits.blur_px, limits.blur_die_share * die_px)
    return Problem.BLURRED if blur is not None and blur > bearable else None
