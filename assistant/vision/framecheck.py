"""Is this frame fit to be read at all? Cheap looks at few pixels, each refusal with a code."""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

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
    """Share of flat, pure green as an empty or torn YUV buffer shows it."""
    blur_die_share: float = 0.09
    """Blur as `quality.edge_blur_px` measures it (about 0.8 pixels when sharp), as a share of a die's width. On 336
    drawn frames with dice of 13 to 60 pixels, out of focus or shaken in any direction, 99.6 % of the dice were right
    below, and fewer than half above, many confidently wrong. Lower refuses frames that are read well."""
    sharp_px: float = 1.15
    """A frame so sharp is never blurred: very small dice are another matter."""
    blur_px: float = 2.4
    """The limit of a camera that looks at no dice; tiles are larger and bear more."""
    whole_step_px: int = 3
    whole_sharpest: float = 0.998
    """Share of a frame's pixels that have flatter edges than those by which the blur of the whole is told."""
    melted: float = 1.6
    """Times the bearable blur: so soft all over, a frame hides markers and print, and is called blurred."""
    photo_blur_px: float = 3.0
    photo_blur_share: float = 0.003
    """The same of a photograph without a calibration, in pixels and of its longer side; the larger counts."""
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


BUFFER_GREEN, BUFFER_OTHERS, BUFFER_STEP = 60, 12, 3
"""An empty YUV buffer shows a green of at least the first, hardly any red or blue, and the same green beside it. A
green table cloth has some of both, and a grain."""


def _empty_buffer(blue: Image, green: Image, red: Image) -> int:
    """How many pixels of a sampled frame look as an empty buffer does, of those that have a right-hand neighbour."""
    pure = (green >= BUFFER_GREEN) & (np.maximum(blue, red) <= BUFFER_OTHERS)
    same = np.abs(np.diff(green.astype(np.int16), axis=1)) <= BUFFER_STEP
    return int(np.count_nonzero(pure[:, :-1] & same))


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
    blue, green, red = (np.asarray(one, np.uint8) for one in cv2.split(few))
    grey = cv2.cvtColor(few, cv2.COLOR_BGR2GRAY)
    counts = cv2.calcHist([grey], [0], None, [256], [0, 256])
    mean, deviation = cv2.meanStdDev(grey)
    return Light(
        mean=float(mean[0, 0]),
        bright=float(np.searchsorted(np.cumsum(counts), 0.95 * grey.size)),
        deviation=float(deviation[0, 0]),
        burnt_share=cv2.countNonZero((cv2.min(cv2.min(blue, green), red) >= BURNT).view(np.uint8)) / grey.size,
        green_share=_empty_buffer(blue, green, red) / grey.size,
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


@dataclass(frozen=True, slots=True)
class Blur:
    """How soft a frame is: the middle one of the markers looked at."""

    px: float
    """As `quality.edge_blur_px` measures it, about 0.8 when sharp."""
    strain: float
    """The same as a share of what dice of the size they have there can bear; above 1 they are misread."""


def bearable_px(die_px: float, limits: FrameLimits = DEFAULT_LIMITS) -> float:
    """The blur up to which dice of that size are read rightly; 0 where no dice are read at all."""
    return max(limits.sharp_px, limits.blur_die_share * die_px) if die_px > 0 else limits.blur_px


def marker_blur(
    gray: Image, markers_px: Mapping[int, Points], die_px: Mapping[int, float], limits: FrameLimits = DEFAULT_LIMITS
) -> Blur | None:
    """The blur at these markers, each measured against a die beside it; None when none can be measured."""
    found = [(blur, bearable_px(die_px[i], limits)) for i, at in markers_px.items() if (blur := edge_blur_px(gray, at))]
    if not found:
        return None
    return Blur(median(blur for blur, _ in found), median(blur / most for blur, most in found))


def whole_blur_px(gray: Image, limits: FrameLimits = DEFAULT_LIMITS) -> float:
    """The blur of the sharpest edges anywhere in a frame, as far as its contrast tells; about 1 when sharp."""
    step = limits.whole_step_px
    levels = np.percentile(gray[::step, ::step], (5, 95))
    squares = []
    for order in ((1, 0), (0, 1)):
        slopes = np.abs(cv2.Sobel(gray, cv2.CV_32F, *order, ksize=3, scale=1 / 8)[::step, ::step]).ravel()
        at = int(limits.whole_sharpest * (slopes.size - 1))
        squares.append(max(float(np.partition(slopes, at)[at]), 1e-3) ** -2)
    return float((levels[1] - levels[0]) * np.sqrt(np.mean(squares) / (2 * np.pi)))


def real_reason(
    problem: Problem | None, gray: Image, die_px: float, limits: FrameLimits = DEFAULT_LIMITS
) -> Problem | None:
    """What is not found in a frame without a single sharp edge is not gone: the frame is blurred."""
    lost = problem in (Problem.NO_MARKERS, Problem.DRIFTED)
    melted_px = limits.melted * bearable_px(die_px, limits)
    return Problem.BLURRED if lost and whole_blur_px(gray, limits) > melted_px else problem


def photo_problem(photo: Image, limits: FrameLimits = DEFAULT_LIMITS) -> Problem | None:
    """Why nothing is seen in a BGR photograph of any size: its light or its blur; None when neither explains it."""
    dark = light_problem(measure_light(photo), limits)
    soft_px = max(limits.photo_blur_px, limits.photo_blur_share * max(photo.shape[:2]))
    soft = whole_blur_px(np.ascontiguousarray(photo[..., 1]), limits) > soft_px
    return dark or (Problem.BLURRED if soft else None)


def blur_problem(blur: Blur | None) -> Problem | None:
    """Whether the edges are too soft for the dice."""
    return Problem.BLURRED if blur is not None and blur.strain > 1 else None
