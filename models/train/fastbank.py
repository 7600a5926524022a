"""Pictures of the fast camera as training material: whole drawn tables with printed statues, in the training art.

    python -m train.fastbank --split train --count 80 --out ../.cache/dice-fast

A folder as `train.render` makes it; the outlines are those of the top faces only.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from assistant.sim.art import SPLITS
from assistant.sim.camera import FastCamera, Frame
from assistant.sim.scatter import Wishes, random_world

FREE_SHARE = 0.97  # a picture with a die less visible than this is left out: its truth would be arguable


SCENES = 4  # pictures of one table: painting its boards takes longer than laying dice on them


def drawn(split: str, seed: int) -> Iterator[Frame]:
    """Return the pictures of that seed's table, no hands over it; the art families of the split take turns."""
    rng = np.random.default_rng([seed, 23])
    family = SPLITS[split][seed % len(SPLITS[split])]
    table = "compact" if seed % 3 else "seat"
    wishes = Wishes(family=family, elevation_deg=(38.0, 90.0), table=table, hands=False, art_seed=seed)
    world = random_world(rng, wishes)
    camera = FastCamera(world.layout, world.look, world.pose, seed=seed)
    for number in range(SCENES):
        laid = random_world(rng, wishes) if number else world
        yield camera.frame(laid.scene, laid.conditions, seed * SCENES + number)


def record_of(frame: Frame, seed: int) -> dict[str, Any] | None:
    """Return the truth as `train.bank` reads it, or None when a die is partly hidden or there is none."""
    dice = frame.truth.dice
    if not dice or any(die.visible_share < FREE_SHARE for die in dice):
        return None
    rows = []
    for die in dice:
        quad = [[round(x, 2), round(y, 2)] for x, y in die.top_corners_px]
        rows.append({"value": die.value, "colour": die.colour, "top_quad_xy": quad, "outline_xy": quad})
    return {"seed": seed, "split": "fast", "dice": rows, "blocks": []}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--split", choices=list(SPLITS), required=True)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    (args.out / "pictures").mkdir(parents=True, exist_ok=True)
    (args.out / "records").mkdir(exist_ok=True)
    for seed in range(args.first_seed, args.first_seed + args.count):
        for number, frame in enumerate(drawn(args.split, seed)):
            record, name = record_of(frame, seed), f"{seed * SCENES + number:05d}"
            if record is not None:
                cv2.imwrite(str(args.out / "pictures" / f"{name}.jpg"), frame.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
                (args.out / "records" / f"{name}.json").write_text(json.dumps(record))
            print(name, 0 if record is None else len(record["dice"]), flush=True)


if __name__ == "__main__":
    main()
