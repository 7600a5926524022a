"""Fit what the program needs beside the weights, on validation pictures only: temperature, weights, thresholds.

    python -m train.fit_settings --models DIR --renders VALIDATION --coloured DIR --white DIR --out settings.json

The rendered validation pictures show art that is neither trained on nor tested.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from assistant.app.bench import eye_dice
from assistant.app.bench.eye_straight import straight
from assistant.vision.candidates import Candidates
from assistant.vision.dice import NETWORKS, DiceReader, Judged
from assistant.vision.dice_limits import DiceLimits
from assistant.vision.dice_squares import REGION_EDGE_PX
from assistant.vision.loose import LooseLimits, readings_of, search
from assistant.vision.readings import DieReading

from .bank import COLOURS
from .lists import parts
from .pages import art_pages

Array = NDArray[np.float32]
Picture = NDArray[np.uint8]
# With a few hundred validation dice one error is the finest step there is; one in 2,000 would mean none at all.
ALLOWED_WRONG = 1 / 350
# For a photograph a die that is not there is worse than one that is missed, which the next picture may show. At a table
# print is known from the empty boards, and either costs one question.
INVENTED_WEIGHT = {"loose": 4, "table": 1}
# Half of what the bar allows, and whatever a few thousand validation dice show, no lower confidence is called sure.
CONFIDENT_WRONG = 1 / 4000
LEAST_CONFIDENT, MOST_CONFIDENT = 0.95, 0.995


def validation_renders(folder: Path) -> list[tuple[Path, dict[str, Any]]]:
    records = sorted((folder / "records").glob("*.json"))
    return [(folder / "pictures" / f"{path.stem}.jpg", json.loads(path.read_text())) for path in records]


def validation_photos(folder: Path, kind: str) -> list[tuple[Path, dict[str, Any]]]:
    labels = json.loads((folder / "labels.json").read_text())
    return [(folder / "pictures" / name, {"dice": labels[name]}) for name in parts(folder, kind)["validation"]]


class Look:
    """Candidates of one picture with what they really are: 0 = nothing, 1..6; colour index or -1."""

    def __init__(self, found: Candidates, judged: Judged, dice: list[Mapping[str, Any]]) -> None:
        self.found, self.judged = found, judged
        self.value = np.zeros(len(found.heat), int)
        self.colour = np.full(len(found.heat), -1)
        for die in dice:
            gap = np.hypot(*(found.centre_xy - np.array(die["top_xy"], np.float32)).T) / np.maximum(found.edge_px, 1)
            if len(gap) and gap.min() < 0.45:
                k = int(gap.argmin())
                self.value[k] = die["value"]
                self.colour[k] = COLOURS.index(die["colour"]) if die["colour"] in COLOURS else len(COLOURS) - 1


def empty_looks(reader: DiceReader) -> Iterator[Look]:
    """Printed pages without a die: whatever is found there is invented."""
    for item in art_pages("train", range(5, 6)) + art_pages("validation", range(5, 7)):
        found = reader.apart(reader.find([item.picture], REGION_EDGE_PX / 32))
        yield Look(found, reader.judge([item.picture], found, None), [])


def seen_by(reader_sight: str, path: Path, record: dict[str, Any]) -> tuple[Picture, dict[str, Any]]:
    """Return picture and record as that pair reads them: a table's statues are straightened."""
    image = np.asarray(cv2.imread(str(path)), np.uint8)
    return straight(image, record) if reader_sight == "table" else (image, record)


def looks(reader: DiceReader, items: list[tuple[Picture, dict[str, Any]]]) -> Iterator[Look]:
    for image, record in items:
        found = reader.apart(reader.find([image], REGION_EDGE_PX / record["die_px"]))
        yield Look(found, reader.judge([image], found, None), record["dice"])


def fit_values(reader: DiceReader, items: list[tuple[Picture, dict[str, Any]]]) -> DiceLimits:
    """Return limits with weight, temperature and thresholds that serve the validation renders best."""
    best: tuple[float, DiceLimits] = (np.inf, reader.limits)
    for share in (0.5, 0.6, 0.7, 0.8, 0.9):
        reader.limits = replace(reader.limits, reader_weight=share, value_temperature=1.0)
        seen = list(looks(reader, items))
        value = np.concatenate([look.value for look in seen])
        p = np.concatenate([look.judged.value for look in seen])[value > 0]
        truth = value[value > 0] - 1
        for heat in np.linspace(0.4, 1.6, 13):
            q = p ** (1 / heat)
            q /= q.sum(1, keepdims=True)
            loss = float(-np.log(q[np.arange(len(q)), truth] + 1e-9).mean())
            if loss < best[0]:
                best = (loss, replace(reader.limits, value_temperature=round(float(heat), 2)))
    print("value loss", round(best[0], 4), best[1].reader_weight, best[1].value_temperature)
    return best[1]


def fit_odds(reader: DiceReader, seen: list[Look]) -> DiceLimits:
    """Return limits whose weights of finder and reader tell dice from everything else best (logistic regression)."""
    heat = np.concatenate([look.found.heat for look in seen]).clip(1e-5, 1 - 1e-5)
    face = np.concatenate([look.judged.face_odds for look in seen])
    is_die = np.concatenate([look.value for look in seen]) > 0
    signs = np.stack([np.ones(len(heat)), np.log(heat / (1 - heat)), face], 1) * np.where(is_die, 1, -1)[:, None]

    def loss(weights: Array) -> float:
        return float(np.logaddexp(0, -signs @ weights).mean() + 1e-3 * (weights[1:] ** 2).sum())

    bias, finder, faces = (round(float(w), 3) for w in minimize(loss, np.zeros(3)).x)
    print("odds", bias, finder, faces)
    return replace(reader.limits, exists_bias=bias, exists_heat=finder, exists_face=faces)


def fit_exists(reader: DiceReader, seen: list[Look], invented_weight: int) -> dict[str, float]:
    """Return the two thresholds with the fewest misses and inventions, weighed, together."""
    best: tuple[int, float, float] = (10**9, 0.5, 0.85)
    for least in np.linspace(0.3, 0.95, 27):
        for crowded in np.linspace(0.3, 0.98, 18):
            errors = 0
            for look in seen:
                shown = reader.real(look.found, look.judged.exists, float(least), float(crowded))
                missed, invented = (look.value > 0) & ~shown, shown & (look.value == 0)
                errors += int(missed.sum()) + invented_weight * int(invented.sum())
            best = min(best, (errors, round(float(least), 3), round(float(crowded), 3)))
    print("exists errors", best[0], "of", sum(int((look.value > 0).sum()) for look in seen), best[1:])
    return {"exists": best[1], "crowded_exists": best[2]}


def fit_sure(sure: Array, wrong: NDArray[np.bool_], allowed: float, floor: float) -> float:
    """Return the lowest threshold at which at most `allowed` of all readings are wrong and still shown."""
    for threshold in np.linspace(floor, 0.99, 100):
        if (wrong & (sure >= threshold)).sum() <= allowed * len(sure):
            return round(float(threshold), 3)
    return 0.99


def fit_confident(read: Iterable[tuple[list[dict[str, Any]], list[DieReading]]]) -> float:
    """Return the confidence from which on hardly any validation reading is wrong or of no die."""
    wrong, count = [], 0
    for dice, seen in read:
        count += len(dice)
        of_dice = {reading: dice[die] for die, reading in eye_dice.pair(dice, seen)}
        wrong += [one.confidence for k, one in enumerate(seen) if mistaken(one, of_dice.get(k))]
    surest = sorted(wrong, reverse=True)[int(count * CONFIDENT_WRONG) :]
    return min(MOST_CONFIDENT, max(LEAST_CONFIDENT, round(max(surest, default=0.0) + 0.001, 3)))


def mistaken(reading: DieReading, die: dict[str, Any] | None) -> bool:
    """Whether a reading claims something that is not so."""
    if die is None:
        return True
    return reading.value not in (None, die["value"]) or reading.colour not in (None, die["colour"])


def fit_loose(reader: DiceReader, photos: list[tuple[Path, dict[str, Any]]]) -> dict[str, float]:
    """Return the thresholds of the free search with the most right and the fewest invented dice.

    Many serve a few hundred dice equally well: the middle one of those is farthest from either error.
    """
    seen = [(record["dice"], search(cv2.imread(str(path)), reader, LooseLimits())) for path, record in photos]
    tried = [(least, crowded) for least in np.linspace(0.05, 0.97, 24) for crowded in np.linspace(0.05, 0.98, 24)]
    gains = []
    for least, crowded in tried:
        limits = LooseLimits(loose_exists=float(least), loose_crowded=float(crowded))
        score = eye_dice.total(
            eye_dice.score_picture(dice, readings_of(*places, reader, limits), 0.9) for dice, places in seen
        )
        gains.append((score.correct - score.invented + 0.5 * score.pictures_right) / score.dice)
    best = np.array([pair for pair, gain in zip(tried, gains, strict=True) if gain == max(gains)])
    least, crowded = best[np.abs(best - best.mean(0)).sum(1).argmin()].tolist()
    print("loose", round(max(gains), 4), len(best), "equal ones", round(least, 3), round(crowded, 3))
    return {"loose_exists": round(least, 3), "loose_crowded": round(crowded, 3)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--sight", choices=list(NETWORKS), default="loose", help="which pair is fitted")
    parser.add_argument("--renders", type=Path, required=True)
    parser.add_argument("--coloured", type=Path)
    parser.add_argument("--white", type=Path)
    parser.add_argument("--every", type=int, default=1, help="use every n-th photograph only")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    reader = DiceReader.load(args.models, args.sight)
    reader.limits = DiceLimits()
    kept = [item for item in validation_renders(args.renders) if eye_dice.in_bar(item[1])]
    items = [seen_by(args.sight, *item) for item in kept]
    limits = fit_values(reader, items)
    reader.limits = limits
    limits = reader.limits = fit_odds(reader, list(looks(reader, items)) + list(empty_looks(reader)))
    seen = list(looks(reader, items))
    exists = np.concatenate([look.judged.exists for look in seen])
    value = np.concatenate([look.value for look in seen])
    colour = np.concatenate([look.colour for look in seen])
    p, hue = np.concatenate([look.judged.value for look in seen]), np.concatenate([look.judged.colour for look in seen])
    real = (value > 0) & (exists >= 0.3)
    settings: dict[str, float] = {
        "reader_weight": limits.reader_weight,
        "value_temperature": limits.value_temperature,
        "exists_bias": limits.exists_bias,
        "exists_heat": limits.exists_heat,
        "exists_face": limits.exists_face,
        **fit_exists(reader, seen + list(empty_looks(reader)), INVENTED_WEIGHT[args.sight]),
        "value_sure": fit_sure(p.max(1)[real], (p.argmax(1) + 1 != value)[real], ALLOWED_WRONG, 0.5),
        "colour_sure": fit_sure(hue.max(1)[real], (hue.argmax(1) != colour)[real], ALLOWED_WRONG, 0.5),
    }
    reader.limits = replace(limits, **settings)
    read = [(record["dice"], reader.read_regions([image], record["die_px"])[0]) for image, record in items]
    settings["confident"] = fit_confident(read)
    photos = validation_photos(args.coloured, "dice-coloured") if args.coloured else []
    photos += validation_photos(args.white, "dice-white-oblique") if args.white else []
    if photos and args.sight == "loose":
        settings |= fit_loose(reader, photos[:: args.every])
    args.out.write_text(json.dumps(settings, indent=1) + "\n")
    print(settings)


if __name__ == "__main__":
    main()
