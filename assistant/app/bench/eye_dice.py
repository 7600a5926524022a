"""How well dice are read: pictures with their truth in, shares of all dice out."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.readings import DieReading

Pixels = NDArray[np.uint8]
Box = Sequence[float]
Reads = Callable[[Pixels, Mapping[str, Any]], list[DieReading]]
Scored = tuple[Mapping[str, Any], "Score"]

PIXEL_BINS = (12, 16, 20, 25, 32, 45, 61)
ELEVATION_BINS = (35, 42, 50, 60, 75, 90.01)
BAR_DIE_PX, BAR_ELEVATION_DEG = 20.0, 50.0
"""The published bar holds from this many pixels per die and this elevation of the camera on."""


@dataclass(frozen=True, slots=True)
class Score:
    """Counts over pictures."""

    pictures: int = 0
    dice: int = 0
    found: int = 0
    correct: int = 0
    confident_wrong: int = 0
    invented: int = 0
    pictures_right: int = 0
    confident: int = 0
    """Readings of dice that are sure enough, right or wrong: a threshold nothing reaches would be worth nothing."""

    def __add__(self, other: "Score") -> "Score":
        return Score(*(getattr(self, name) + getattr(other, name) for name in Score.__slots__))

    def shares(self) -> dict[str, float | int]:
        """Return the published keys: counts of pictures and dice, the rest as shares of all dice."""
        whole = max(1, self.dice)
        return {
            "pictures": self.pictures,
            "dice": self.dice,
            "found": round(self.found / whole, 5),
            "correct": round(self.correct / whole, 5),
            "confident_wrong": round(self.confident_wrong / whole, 5),
            "invented": round(self.invented / whole, 5),
            "pictures_all_right": round(self.pictures_right / max(1, self.pictures), 5),
            "confident": round(self.confident / whole, 5),
        }


def pair(dice: Sequence[Mapping[str, Any]], readings: Sequence[DieReading]) -> list[tuple[int, int]]:
    """Return (die, reading) pairs, nearest first, each used once; a pair needs either middle in the other's box."""
    options = []
    for i, die in enumerate(dice):
        middle = die.get("top_xy") or _middle(die["box_xyxy"])
        for j, reading in enumerate(readings):
            spot = _middle(reading.box_xyxy)
            if _holds(die["box_xyxy"], spot) or _holds(reading.box_xyxy, _middle(die["box_xyxy"])):
                options.append((float(np.hypot(spot[0] - middle[0], spot[1] - middle[1])), i, j))
    pairs: list[tuple[int, int]] = []
    taken: tuple[set[int], set[int]] = (set(), set())
    for _, i, j in sorted(options):
        if i not in taken[0] and j not in taken[1]:
            taken[0].add(i)
            taken[1].add(j)
            pairs.append((i, j))
    return pairs


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _holds(box: Box, spot: tuple[float, float]) -> bool:
    return box[0] <= spot[0] <= box[2] and box[1] <= spot[1] <= box[3]


def score_picture(dice: Sequence[Mapping[str, Any]], readings: Sequence[DieReading], confident: float) -> Score:
    """Return the counts of one picture. The colour counts only where the truth names one."""
    pairs = pair(dice, readings)
    right = wrong = 0
    for i, j in pairs:
        value, colour = dice[i]["value"], dice[i].get("colour")
        reading = readings[j]
        right += reading.value == value and colour in (None, reading.colour)
        mistaken = reading.value not in (None, value) or (colour is not None and reading.colour not in (None, colour))
        wrong += mistaken and reading.confidence >= confident
    invented = len(readings) - len(pairs)
    clean = right == len(dice) and invented == 0
    sure = sum(readings[j].value is not None and readings[j].confidence >= confident for _, j in pairs)
    return Score(1, len(dice), len(pairs), right, wrong, invented, int(clean), sure)


def score_all(records: Iterable[tuple[Pixels, Mapping[str, Any]]], read: Reads, confident: float) -> list[Scored]:
    """Return every picture's record with its counts."""
    return [(record, score_picture(record["dice"], read(image, record), confident)) for image, record in records]


def total(scores: Iterable[Score]) -> Score:
    """Return the sum."""
    return sum(scores, Score())


def curve(scored: Sequence[Scored], key: str, bins: Sequence[float]) -> list[dict[str, Any]]:
    """Return the shares per bin of a record's number, as {"from", "to", ...}."""
    rows = []
    for low, high in pairwise(bins):
        part = total(score for record, score in scored if low <= record[key] < high)
        rows.append({"from": low, "to": round(high), **part.shares()})
    return rows


def in_bar(record: Mapping[str, Any]) -> bool:
    """Whether a rendered picture belongs to the published bar, by the die and the angle in its middle."""
    return bool(record["die_px"] >= BAR_DIE_PX and record["elevation_deg"] >= BAR_ELEVATION_DEG)


def own_view(die: Mapping[str, Any]) -> tuple[float, float]:
    """Return the pixels of a rendered die's edge where it lies, and the angle in degrees it is seen from.

    A top face seen askew is a square squeezed along one direction: its longer singular value is the edge, the shorter
    one that edge times the sine of the elevation.
    """
    corners = np.array(die.get("seen_quad_xy") or die["top_quad_xy"], np.float64)
    sides = np.stack(
        [corners[1] - corners[0] + corners[2] - corners[3], corners[3] - corners[0] + corners[2] - corners[1]]
    )
    long, short = np.linalg.svd(sides / 2, compute_uv=False)
    return float(long), float(np.degrees(np.arcsin(min(1.0, short / long))))


def view_at(record: Mapping[str, Any], spot_xy: tuple[float, float]) -> tuple[float, float]:
    """Return `own_view` of a die that lay at a place of a straightened picture, its sides along the picture's."""
    half = record["die_px"] / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
    to_picture = np.linalg.inv(np.array(record["to_view"], np.float64))
    return own_view({"top_quad_xy": cv2.perspectiveTransform((half + spot_xy)[None], to_picture)[0]})


def only_clear(record: Mapping[str, Any], readings: Sequence[DieReading]) -> tuple[list[Any], list[DieReading]]:
    """Return the dice inside the bar by their own size and angle, and the readings that lie inside it themselves.

    A reading of a die counts with that die; one of no die by what a die would look like in its place.
    """
    of_dice = {j for _, j in pair(record["dice"], readings)}
    places = [
        j in of_dice or "to_view" not in record or _clear(view_at(record, _middle(reading.box_xyxy)))
        for j, reading in enumerate(readings)
    ]
    inside = [reading for reading, kept in zip(readings, places, strict=True) if kept]
    return only_some(record["dice"], inside, [_clear(own_view(die)) for die in record["dice"]])


def _clear(view: tuple[float, float]) -> bool:
    edge_px, elevation_deg = view
    return edge_px >= BAR_DIE_PX and elevation_deg >= BAR_ELEVATION_DEG


def only_some(
    dice: Sequence[Any], readings: Sequence[DieReading], keep: Sequence[bool]
) -> tuple[list[Any], list[DieReading]]:
    """Return the dice to keep, and the readings without those of the other dice."""
    others = {j for i, j in pair(dice, readings) if not keep[i]}
    return [die for die, one in zip(dice, keep, strict=True) if one], [
        r for j, r in enumerate(readings) if j not in others
    ]


def by_material(read: Iterable[tuple[Sequence[Any], Sequence[DieReading]]], confident: float) -> dict[str, Any]:
    """Return the shares of the dice of every material; invented ones are of none."""
    scores: dict[str, Score] = {}
    for dice, readings in read:
        for name in {die["material"] for die in dice if "material" in die}:
            kept = only_some(dice, readings, [die.get("material") == name for die in dice])
            scores[name] = scores.get(name, Score()) + score_picture(*kept, confident)
    told = ("dice", "found", "correct", "confident_wrong", "confident")
    return {name: {key: scores[name].shares()[key] for key in told} for name in sorted(scores)}


def rendered_set(folder: Path) -> list[tuple[Path, dict[str, Any]]]:
    """Return picture path and record of a rendered folder (`pictures/`, `truth.json`)."""
    truth = json.loads((folder / "truth.json").read_text())
    return [(folder / "pictures" / name, record) for name, record in sorted(truth.items())]


def empty_board(path: Path) -> Pixels | None:
    """Return the companion of a rendered picture, its table before anything lay there; None without one."""
    kept = path.parent.parent / "empty" / "pictures" / path.name
    return np.asarray(cv2.imread(str(kept)), np.uint8) if kept.is_file() else None


def photo_set(folder: Path, test_names: set[str]) -> tuple[list[tuple[Path, dict[str, Any]]], bool]:
    """Return path and record of real photographs, and whether they were cut down to the committed test list."""
    labels: dict[str, list[dict[str, Any]]] = json.loads((folder / "labels.json").read_text())
    kept = [name for name in labels if name in test_names]
    names = sorted(kept or labels)
    return [(folder / "pictures" / name, {"dice": labels[name]}) for name in names], bool(kept)


def loaded(items: Iterable[tuple[Path, dict[str, Any]]]) -> Iterable[tuple[Pixels, Mapping[str, Any]]]:
    """Yield pixels and record. Raises ValueError naming a picture that cannot be read."""
    for path, record in items:
        image = cv2.imread(str(path))
        if image is None:
            raise ValueError(f"{path} cannot be read as a picture")
        yield image, record  # type: ignore[misc]
