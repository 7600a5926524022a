"""Which colour a die has: learned per table from dice shown once, sensible without.

A die's body is measured as its middle colour in CIE Lab with the pips left out. A table's `ColourModel` knows where its
four colours lie under its own lamp; readings are compared with that, and the network's opinion is the prior.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

COLOURS = ("blue", "green", "orange", "purple")


@dataclass(frozen=True, slots=True)
class ColourLimits:
    """What counts as like a learned colour."""

    spread_ab: float = 9.0
    """Lab distance two readings of one die differ by under changing light; higher trusts the table's memory less."""
    lightness_weight: float = 0.35
    """How much lightness counts against hue; shadows change lightness first."""
    inner_share: float = 0.36
    """Half side of the measured square in edges of the top face; less leaves out more of the rounded rim."""


LIMITS = ColourLimits()


@dataclass(frozen=True, slots=True)
class ColourModel:
    """Where each colour of one table lies in Lab (OpenCV float scale: L 0..100, a and b -127..127)."""

    lab: Mapping[str, tuple[float, float, float]]

    def log_likelihood(self, bodies_lab: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return (N, 4) log likelihoods in the order of COLOURS; a colour never shown scores as far away."""
        weight = np.array([LIMITS.lightness_weight, 1.0, 1.0], np.float32)
        scores = np.full((len(bodies_lab), len(COLOURS)), -12.0, np.float32)
        for k, name in enumerate(COLOURS):
            if name in self.lab:
                gap = (bodies_lab - np.array(self.lab[name], np.float32)) * weight / LIMITS.spread_ab
                scores[:, k] = np.maximum(-0.5 * (gap**2).sum(-1), -12.0)
        return scores

    def to_json(self) -> dict[str, Any]:
        """Return plain data for the calibration file."""
        return {"lab": {name: [round(x, 2) for x in lab] for name, lab in self.lab.items()}}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> "ColourModel":
        """Read what `to_json` wrote. Raises ValueError naming what is wrong."""
        lab = data.get("lab")
        if not isinstance(lab, Mapping) or any(name not in COLOURS or not _is_lab(v) for name, v in lab.items()):
            raise ValueError(f"colours: expected {{'lab': {{colour: [L, a, b]}}}}, got {json.dumps(dict(data))[:80]}")
        return ColourModel({name: (float(v[0]), float(v[1]), float(v[2])) for name, v in lab.items()})

    @staticmethod
    def learn(samples: Mapping[str, Sequence[NDArray[np.float32]]]) -> "ColourModel":
        """Return the model of measured bodies (3,) per colour; a few of each are enough."""
        middles = {name: np.median(np.stack(list(rows)), axis=0) for name, rows in samples.items() if rows}
        return ColourModel({name: (float(m[0]), float(m[1]), float(m[2])) for name, m in middles.items()})


def _is_lab(value: object) -> bool:
    """Whether it is a list of three finite numbers."""
    if not isinstance(value, list | tuple) or len(value) != 3:
        return False
    return all(isinstance(v, int | float) and math.isfinite(v) for v in value)


def body_lab(squares: NDArray[np.uint8], edge_px: float) -> NDArray[np.float32]:
    """Return the body colour (N, 3) in Lab of dice in the middle of squares (N, S, S, 3) BGR, pips left out."""
    if len(squares) == 0:
        return np.zeros((0, 3), np.float32)
    middle, reach = squares.shape[1] // 2, max(2, round(LIMITS.inner_share * edge_px))
    inner = squares[:, middle - reach : middle + reach : 2, middle - reach : middle + reach : 2]
    rows = np.ascontiguousarray(inner.reshape(len(inner), -1, 3))
    by_die = cv2.cvtColor(rows.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    # As (P, 3, N): numpy is quick along many dice and slow along three colours.
    lab = np.ascontiguousarray(by_die.transpose(1, 2, 0), np.float32)
    first = _quantile(lab, 0.5)
    gap = np.abs(lab - first).sum(1)
    near = gap <= _quantile(gap, 0.6)
    total = (lab * near[:, None]).sum(0) / near.sum(0)
    return np.ascontiguousarray(total.T, np.float32)


def _quantile(rows: NDArray[np.float32], share: float) -> NDArray[np.float32]:
    """Return the quantile over the first axis, as `numpy.quantile` does, in a fraction of its time."""
    place = share * (len(rows) - 1)
    low, part = int(place), np.float32(place - int(place))
    ordered = np.sort(rows, axis=0)
    result: NDArray[np.float32] = ordered[low]
    return result if part == 0 else result + part * (ordered[low + 1] - result)


def name_four(log_probabilities: NDArray[np.float32]) -> tuple[str, ...] | None:
    """Return which of four dice is which colour, each colour once, or None when there are not exactly four."""
    if len(log_probabilities) != len(COLOURS):
        return None

    def fit(order: tuple[int, ...]) -> float:
        return sum(float(log_probabilities[i, k]) for i, k in enumerate(order))

    best = max(permutations(range(len(COLOURS))), key=fit)
    return tuple(COLOURS[k] for k in best)
