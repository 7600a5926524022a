"""Fit how much empty boards and the camera's place count, on validation pictures with their empty companions only.

    python -m train.fit_known --models DIR --renders VALIDATION --settings settings.json

Adds the fitted weights to the settings, the expert's among them, and from which confidence a reading counts as sure.
Prints misses and inventions of each half of the pictures by weights fitted on the other, over the certainty asked for:
what of the fit holds for pictures it has not seen.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from assistant.app.bench import eye, eye_dice
from assistant.vision.candidates import Candidates
from assistant.vision.dice import DiceReader, Places
from assistant.vision.dice_limits import DiceLimits
from assistant.vision.evidence import EmptyBoard, changes

from .fit_settings import Picture, fit_confident, seen_by, validation_renders

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
SHARES = (0.6, 0.8, 0.9, 1.0)
"""Shares of the expert, and of expert and reader together, that are tried."""
CHANCE = 2
"""So many dice more or less say nothing."""
INVENTED_WEIGHT = 4
"""The bars allow a quarter as many invented dice as missed ones."""
WITHIN = 0.45
"""A candidate so near to a die's top, in edges, is that die."""
START = (-0.5, 1.5, 1.1, 5.0, 2.5, 1.5, 1.5, 2.5, 2.5)
"""known_bias, known_heat, known_face, side_odds, bare."""
STIFFNESS = 1e-4
"""Keeps weights small that few pictures speak for."""
ROUNDS = 3
"""Whose side a place may be depends on the weights, and the weights on that."""


@dataclass(frozen=True)
class Seen:
    """The candidates of one picture: the networks' log odds (N, 2), changes (N, 4), sides (N, N), truth (N,)."""

    said: Array
    changes: Array
    sides: Array
    is_die: NDArray[np.bool_]


def known(reader: DiceReader, folder: Path) -> Iterator[tuple[Picture, dict[str, Any], EmptyBoard]]:
    """Yield the straightened pictures, their records and empty boards; flat and small ones are of a table too."""
    for path, record in validation_renders(folder):
        image, view = seen_by("table", path, record)
        empty = eye_dice.empty_board(path)
        if empty is None:
            raise SystemExit(f"{path} has no empty companion: render them with --empty")
        yield image, view, eye.known_board(empty, record, view, reader)


def gathered(reader: DiceReader, folder: Path) -> Iterator[Seen]:
    for image, view, board in known(reader, folder):
        found, _, places = reader.marked([image], [image], [0], view["die_px"], [board])
        judged = reader.judge([image], found, None, places=places)
        heat = np.clip(found.heat.astype(float), 1e-5, 1 - 1e-5)
        said = np.stack([np.log(heat / (1 - heat)), judged.face_odds], 1)
        is_die = np.zeros(len(heat), bool)
        is_die[_truth(view, found.centre_xy)[0]] = True
        new = changes(*board.patches(image, found.centre_xy)).astype(float)
        yield Seen(said, new, board.sides(found.centre_xy), is_die)


def fit_shares(reader: DiceReader, folder: Path) -> dict[str, float]:
    """Return how much the expert counts beside the reader, and both beside the finder, where faces are doubtful."""
    seen = []
    for image, view, board in known(reader, folder):
        found, _, places = reader.marked([image], [image], [0], view["die_px"], [board])
        seen.append((image, found, places, *_truth(view, found.centre_xy)))
    before, tried = reader.limits, []
    for expert, both in product(SHARES, SHARES):
        reader.limits = replace(before, expert_weight=expert, asked_weight=both)
        said = np.concatenate([_said_of_truth(reader, *one) for one in seen])
        unread, loss = int((said < before.value_sure).sum()), round(float(-np.log(said + 1e-6).mean()), 6)
        tried.append((unread, loss, expert, both))
    reader.limits = before
    fewest = min(tried)[0]
    # The loss alone would trust the expert less: tops that mirror a lamp, which nobody can read, weigh most in it.
    loss, expert, both, unread = min(
        (loss, *shares, unread) for unread, loss, *shares in tried if unread <= fewest + CHANCE
    )
    print("not read", unread, "value loss", loss, "shares", expert, both)
    return {"expert_weight": expert, "asked_weight": both}


def _said_of_truth(
    reader: DiceReader, image: Picture, found: Candidates, places: Places | None, which: Indices, value: Indices
) -> Array:
    """Return how likely the reader takes the dice's true values to be."""
    return np.asarray(reader.judge([image], found, None, places=places).value[which, value - 1], float)


def _truth(view: dict[str, Any], centre_xy: NDArray[np.float32]) -> tuple[Indices, Indices]:
    """Return which candidates are dice, and their values."""
    rows = []
    for die in view["dice"]:
        gap = np.hypot(*(centre_xy - np.array(die["top_xy"], np.float32)).T) / view["die_px"]
        if len(gap) and gap.min() < WITHIN:
            rows.append((int(gap.argmin()), die["value"]))
    which, value = np.array(rows, np.int64).reshape(-1, 2).T
    return which, value


def odds(weights: Array, said: Array, changes: Array, side: Array) -> Array:
    """Return the log odds `DiceReader.exists` gives, `side` (N,) being the likeness to a side of a likelier die."""
    bare = weights[4] - changes @ weights[5:]
    beside = weights[3] + np.log(side + 1e-4)
    result: Array = weights[0] + said @ weights[1:3] - np.logaddexp(np.logaddexp(0, bare), beside)
    return result


def side_of(weights: Array, one: Seen) -> Array:
    there = 1 / (1 + np.exp(-odds(weights, one.said, one.changes, np.zeros(len(one.said)))))
    likelier = np.where(there[None] > there[:, None], there[None], 0)
    return np.asarray((one.sides * likelier).max(1, initial=0), float)


def fit(seen: list[Seen]) -> Array:
    """Return the weights (logistic regression of a soft "and")."""
    weights = np.array(START)
    said, changes = np.concatenate([one.said for one in seen]), np.concatenate([one.changes for one in seen])
    sign = np.where(np.concatenate([one.is_die for one in seen]), 1, -1)
    for _ in range(ROUNDS):
        side = np.concatenate([side_of(weights, one) for one in seen])

        def loss(w: Array, side: Array = side) -> float:
            fits = np.logaddexp(0, -sign * odds(w, said, changes, side)).mean()
            return float(fits + STIFFNESS * ((w[1:3] ** 2).sum() + 0.1 * (w[3:] ** 2).sum()))

        weights = minimize(loss, weights).x
    return np.round(weights, 3)


def errors(weights: Array, seen: list[Seen], certainty: float) -> tuple[int, int]:
    """Return how many dice are missed and how many are invented at that certainty."""
    least = np.log(certainty / (1 - certainty))
    shown = [odds(weights, one.said, one.changes, side_of(weights, one)) >= least for one in seen]
    missed = sum(int((one.is_die & ~said).sum()) for one, said in zip(seen, shown, strict=True))
    invented = sum(int((~one.is_die & said).sum()) for one, said in zip(seen, shown, strict=True))
    return missed, invented


def settings_of(weights: Array, certainty: float) -> dict[str, Any]:
    bias, heat, face, side, *bare = weights.tolist()
    return {
        "known_bias": bias,
        "known_heat": heat,
        "known_face": face,
        "side_odds": side,
        "bare": bare,
        "known_exists": certainty,
    }


def best_certainty(seen: list[Seen]) -> float:
    """Return the certainty with the fewest errors, weighed, on either half by the weights of the other.

    Of equal ones the highest: a missed die may show in the next frame, an invented one stays.
    """
    tried = np.linspace(0.2, 0.9, 29)
    halves = [(fit(seen[1 - half :: 2]), seen[half::2]) for half in (0, 1)]
    rows = np.array([[errors(weights, part, float(c)) for c in tried] for weights, part in halves])
    for (weights, part), row in zip(halves, rows, strict=True):
        dice = sum(int(one.is_die.sum()) for one in part)
        print(f"{dice} dice of one half by the other's", weights.tolist())
        print({round(float(c), 2): tuple(pair) for c, pair in zip(tried, row.tolist(), strict=True)})
    sums = rows.sum(0) @ np.array([1, INVENTED_WEIGHT])
    return round(float(tried[sums == sums.min()].max()), 3)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--renders", type=Path, required=True)
    parser.add_argument("--settings", type=Path, required=True)
    args = parser.parse_args()
    reader = DiceReader.load(args.models, "table")
    earlier = json.loads(args.settings.read_text())
    reader.limits = DiceLimits(**{k: v for k, v in earlier.items() if k in DiceLimits.__slots__})
    shares = fit_shares(reader, args.renders)
    reader.limits = replace(reader.limits, **shares)
    # All faint places are wanted here, bare or not.
    faint = DiceLimits().known_candidate_heat
    reader.limits = replace(reader.limits, candidate_heat=faint, known_candidate_heat=faint)
    seen = list(gathered(reader, args.renders))
    certainty = best_certainty(seen)
    weights = fit(seen)
    print("all", certainty, errors(weights, seen, certainty), weights.tolist())
    settings = earlier | shares | settings_of(weights, certainty)
    reader.limits = DiceLimits(**{k: v for k, v in settings.items() if k in DiceLimits.__slots__})
    read = (
        (view["dice"], reader.read_regions([image], view["die_px"], boards=[board])[0])
        for image, view, board in known(reader, args.renders)
    )
    settings["confident"] = max(settings["confident"], fit_confident(read))
    print("confident", settings["confident"])
    args.settings.write_text(json.dumps(settings, indent=1) + "\n")


if __name__ == "__main__":
    main()
