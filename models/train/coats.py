"""Rendered plain dice once more in coats of paint, each picture as a webcam delivers it, with the same empty table.

    python -m train.coats --from ../.cache/dice-blank --coats 4 --out ../.cache/dice-strange

Thousands of dice in materials nobody learned from, for the time of a few hundred: what tells one network from another
that is a little better.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .folder import collect, fill
from .lens import develop
from .repaint import repainted

MOST_COATS = 100  # the number of a picture is that of its plain one, times this, and its coat


def coat(source: Path, number: int) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """Return that coat's picture (H, W, 3) BGR and its record."""
    seed = number // MOST_COATS
    record = json.loads((source / "records" / f"{seed:05d}.json").read_text())
    plain = np.asarray(cv2.imread(str(source / "pictures" / f"{seed:05d}.jpg")), np.uint8)
    rng = np.random.default_rng([number, 19])
    picture, camera = develop(rng, repainted(rng, plain, record), record["die_px"])
    for die in record["dice"]:
        die["material"] = "painted"
    return picture, record | {"camera": camera}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="source", type=Path, required=True)
    parser.add_argument("--coats", type=int, default=4, choices=range(1, MOST_COATS))
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    seeds = [int(path.stem) for path in sorted((args.source / "records").glob("*.json"))]
    numbers = [seed * MOST_COATS + k for seed in seeds for k in range(args.coats)]
    fill(args.out, numbers, lambda number: coat(args.source, number), "dice")
    collect(args.out)
    (args.out / "empty" / "pictures").mkdir(parents=True, exist_ok=True)
    for number in numbers:
        name = f"{number // MOST_COATS:05d}.jpg"
        if (args.source / "empty" / "pictures" / name).is_file():
            shutil.copy(
                args.source / "empty" / "pictures" / name, args.out / "empty" / "pictures" / f"{number:05d}.jpg"
            )


if __name__ == "__main__":
    main()
