"""Labelled pictures in memory: rendered ones with exact top faces, real photographs with what their labels tell."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.app.bench.eye_straight import moved, straight

from .lens import develop
from .lists import parts
from .scenes import TABLE_COLOURS

COLOURS = (*TABLE_COLOURS, "other")
UNKNOWN = -1
DELIVERED_DIE_PX = (17.0, 32.0)
"""Pictures are shrunk to so many pixels a die: small dice are the hard ones, and few are rendered so small."""
Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Truth:
    """The dice of one picture; row i of every array is die i."""

    quad_xy: NDArray[np.float32]  # (N, 4, 2) corners of the top face
    value: NDArray[np.int64]  # (N,) 1..6
    colour: NDArray[np.int64]  # (N,) index in COLOURS or UNKNOWN
    size_known: NDArray[np.bool_]  # (N,) False where only the middle is sure

    @property
    def centre_xy(self) -> NDArray[np.float32]:
        """(N, 2) middle of the top face."""
        return self.quad_xy.mean(1)

    @property
    def edge_px(self) -> NDArray[np.float32]:
        """(N,) square root of the top face's area."""
        x, y = self.quad_xy[..., 0], self.quad_xy[..., 1]
        area = 0.5 * np.abs((x * np.roll(y, -1, 1) - y * np.roll(x, -1, 1)).sum(1))
        return np.sqrt(area).astype(np.float32)

    def moved(self, affine: NDArray[np.float32]) -> Truth:
        """Return the dice after a 2x3 affine map of the picture."""
        return Truth(self.quad_xy @ affine[:, :2].T + affine[:, 2], self.value, self.colour, self.size_known)

    def only(self, keep: NDArray[np.bool_]) -> Truth:
        return Truth(self.quad_xy[keep], self.value[keep], self.colour[keep], self.size_known[keep])


@dataclass(frozen=True, slots=True)
class Item:
    """One picture (H, W, 3) BGR with its dice; outlines only where rendered."""

    name: str
    picture: NDArray[np.uint8]
    truth: Truth
    outlines_xy: list[NDArray[np.float32]]
    kind: str
    lures: NDArray[np.float32]  # (N, 3) x, y, edge of things that are no dice: blocks, and what a finder fell for


@dataclass(frozen=True, slots=True)
class Banks:
    """All labelled pictures of a training run."""

    renders: list[Item]
    photos: list[Item]
    fast: list[Item]


def rendered(folder: Path, limit: int | None = None, *, straightened: bool = False, copies: int = 0) -> list[Item]:
    """Return the rendered pictures of a folder; straightened ones look as the eye cuts a statue out of a frame.

    Beside each, that many copies as webcams deliver it: at some smaller size, blurred, grained and coded before it is
    straightened. The same folder gives the same copies.
    """
    items = []
    for path in sorted((folder / "records").glob("*.json"))[:limit]:
        picture = cv2.imread(str(folder / "pictures" / f"{path.stem}.jpg"))
        if picture is None:
            continue
        record = json.loads(path.read_text())
        rng = np.random.default_rng([record["seed"], 17])
        for seen, told in [(picture, record), *(delivered(rng, picture, record) for _ in range(copies))]:
            view, places = straight(seen, told) if straightened and "tops_to_px" in told else (seen, told)
            truth = rendered_truth(places)
            items.append(Item(path.stem, view, truth, _outlines(places), "rendered", _blocks(places)))
    return items


def delivered(rng: np.random.Generator, picture: Picture, record: dict[str, Any]) -> tuple[Picture, dict[str, Any]]:
    """Return an undeveloped picture as a webcam farther away delivers it, and the record in its pixels."""
    least, most = (min(1.0, px / record["die_px"]) for px in DELIVERED_DIE_PX)
    scale = float(np.exp(rng.uniform(np.log(least), np.log(most))))
    shrunk = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    die_px = record["die_px"] * scale
    smaller = np.diag([scale, scale, 1.0])
    told = moved(record, smaller) | {
        "die_px": die_px,
        "tops_to_px": (smaller @ np.array(record["tops_to_px"])).tolist(),
    }
    seen, marks = develop(rng, np.asarray(shrunk, np.uint8), die_px)
    coded = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, int(marks["jpeg_quality"])])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8), told


def rendered_truth(record: dict[str, Any]) -> Truth:
    """Return the dice of a record."""
    quads = np.array([die["top_quad_xy"] for die in record["dice"]], np.float32).reshape(-1, 4, 2)
    values = np.array([die["value"] for die in record["dice"]], np.int64)
    colours = np.array(
        [COLOURS.index(die["colour"]) if die["colour"] in TABLE_COLOURS else 4 for die in record["dice"]], np.int64
    )
    return Truth(quads, values, colours, np.ones(len(values), bool))


def _outlines(record: dict[str, Any]) -> list[NDArray[np.float32]]:
    return [np.array(die["outline_xy"], np.float32) for die in record["dice"]]


def _blocks(record: dict[str, Any]) -> NDArray[np.float32]:
    rows = [[*block["top_xy"], max(8.0, block["box_xyxy"][2] - block["box_xyxy"][0])] for block in record["blocks"]]
    return np.array(rows, np.float32).reshape(-1, 3)


def photographs(folder: Path, kind: str, part: str) -> list[Item]:
    """Return the real photographs of one part; the top face is estimated from the labelled box."""
    labels = json.loads((folder / "labels.json").read_text())
    items = []
    for name in parts(folder, kind)[part]:
        picture = cv2.imread(str(folder / "pictures" / name))
        items.append(Item(name, picture, _photo_truth(labels[name], kind), [], kind, np.zeros((0, 3), np.float32)))
    return items


def _photo_truth(dice: list[dict[str, Any]], kind: str) -> Truth:
    boxes = np.array([die["box_xyxy"] for die in dice], np.float32).reshape(-1, 4)
    values = np.array([die["value"] for die in dice], np.int64)
    centre = (boxes[:, :2] + boxes[:, 2:]) / 2
    side = (boxes[:, 2:] - boxes[:, :2]).max(1)
    if kind == "dice-coloured":
        edge = side * 0.62  # the box holds the whole die and a margin
    else:  # the box holds only the pips of the top face: a full face's pips span about 0.78 of the edge
        full = side[values >= 4] / 0.78
        edge = np.where(values >= 4, side / 0.78, np.median(full) if len(full) else 55.0)
    half = edge[:, None, None] / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    known = np.zeros(len(values), bool)
    return Truth((centre[:, None] + half).astype(np.float32), values, np.full(len(values), UNKNOWN), known)
