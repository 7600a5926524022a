"""Is a straight picture of a board fit to be read? Dark, out of focus or too small, a full board looks empty."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.framecheck import FrameLimits, light_problem, measure_light
from assistant.vision.readings import Problem

TOO_SMALL = "too_small"
"""The code beside those of `Problem`: a picture on which the cells have too few pixels."""

Picture = NDArray[np.uint8]
Numbers = NDArray[np.float32]


LIGHT = FrameLimits(flat_deviation=0.5, burnt_share=0.45)
"""A plain board in even light has hardly more contrast than the camera's noise, and scans have white paper."""


@dataclass(frozen=True, slots=True)
class BoardLimits:
    """When a board's picture is no reading. Stricter limits refuse good pictures, laxer ones call tiles empty."""

    light: FrameLimits = LIGHT
    step_px: int = 2
    cell_px: float = 12.0
    """Shorter side of a cell; in less no tile is known, and each looks as plain as a table."""
    look_px: int = 32
    """Cells are brought to this size before blur is measured: finer edges do not matter, and noise is averaged away."""
    plain: float = 2.0
    plain_colour: float = 1.25
    """Deviation of grey and of colour, light that falls off to a side taken away, below either of which nothing is
    there that could be blurred: cloth has soft folds, but of one colour."""
    blur_px: float = 2.5
    """Width of the steepest edges at that size. Sharp boards of nine art families have 0.6 to 1.0, those blurred by 4 %
    of a cell 1.5, by 12 % 3; printed boards without tiles are as sharp."""


LIMITS = BoardLimits()


def board_problem(image: Picture, rows: int, columns: int, limits: BoardLimits = LIMITS) -> str | None:
    """The code of the first thing wrong with a picture of so many cells, BGR, or None."""
    wrong = light_problem(measure_light(image, limits.step_px), limits.light)
    if wrong is not None:
        return wrong
    if min(image.shape[0] / rows, image.shape[1] / columns) < limits.cell_px:
        return TOO_SMALL
    blur = board_blur_px(image, rows, columns, limits)
    return Problem.BLURRED if blur is not None and blur > limits.blur_px else None


def board_blur_px(image: Picture, rows: int, columns: int, limits: BoardLimits = LIMITS) -> float | None:
    """Width of the steepest edges, each cell brought to 32 pixels; None for a plain board."""
    size = (columns * limits.look_px, rows * limits.look_px)
    way = cv2.INTER_AREA if image.shape[0] >= size[1] else cv2.INTER_LINEAR
    lab = cv2.cvtColor(cv2.resize(image, size, interpolation=way), cv2.COLOR_BGR2Lab).astype(np.float32)
    seen, green, blue = (lab[..., i] - _light_over(lab[..., i]) for i in range(3))
    if float(seen.std()) < limits.plain or max(float(green.std()), float(blue.std())) < limits.plain_colour:
        return None
    across, down = cv2.Sobel(seen, cv2.CV_32F, 1, 0, ksize=1), cv2.Sobel(seen, cv2.CV_32F, 0, 1, ksize=1)
    steepest = float(np.quantile(cv2.magnitude(across, down), 0.995)) / 2
    dark, bright = np.quantile(seen, (0.02, 0.98))
    return float(bright - dark) / max(steepest, 1e-3) / 2.507


def _light_over(grey: Numbers) -> Numbers:
    """The even fall of light over a picture: the quadratic surface nearest to it."""
    ys, xs = np.mgrid[-1 : 1 : grey.shape[0] * 1j, -1 : 1 : grey.shape[1] * 1j]
    x, y = xs.ravel(), ys.ravel()
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1).astype(np.float32)
    weights = np.linalg.lstsq(terms, grey.ravel(), rcond=None)[0]
    return np.asarray((terms @ weights).reshape(grey.shape), np.float32)
