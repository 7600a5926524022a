"""Learning a table's dice colours from a picture of four dice, one of each colour, on a statue."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from assistant.vision.calibration import Calibration, CameraCalibration
from assistant.vision.colour import LIMITS, ColourModel
from assistant.vision.markers import Image
from assistant.vision.regions import make_regions

Teacher = Callable[[Image, float], ColourModel | None]
"""Learns from a statue with four dice (picture, pixels per die), as `DiceReader.learn_colours` does."""
APART = 1.5
"""How far two learned colours must lie apart, in `ColourLimits.spread_ab`; nearer, two dice have the same colour. On
seven drawn tables in different lights dice of one colour were up to 1.4 apart, of two colours 2.6 or more."""
CELL_PX = 64
"""Cells are not looked at here; their views only have to have some size."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What was learned, and from whose statue."""

    seat: str
    colours: ColourModel


def alike(model: ColourModel) -> tuple[str, str] | None:
    """Two colours that are too near to be told apart, or None."""
    weight = np.array([LIMITS.lightness_weight, 1.0, 1.0])
    for (one, here), (other, there) in combinations(model.lab.items(), 2):
        if np.linalg.norm((np.array(here) - np.array(there)) * weight) < APART * LIMITS.spread_ab:
            return one, other
    return None


def learn_table_colours(
    image: Image, calibration: Calibration, camera: CameraCalibration, teach: Teacher
) -> Lesson | None:
    """Learn from the first statue with four dice of four colours; None when there is none."""
    for region in make_regions(calibration, camera, CELL_PX).dice:
        model = teach(np.asarray(region.view.take(image), np.uint8), region.die_px)
        if model is not None and alike(model) is None:
            return Lesson(region.seat, model)
    return None
