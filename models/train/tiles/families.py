"""The simulated table's own art, training families only, as sets of tiles: `python families.py --out FILE.npz`.

The validation and test families are never drawn here: what is reported was never trained on.
"""

import argparse
import sys
from pathlib import Path

import art
import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.sim.art import SPLITS, example_tiles, tile_picture

TILES = 48


def draw_family_set(family: str, seed: int) -> NDArray[np.uint8]:
    """One print run of a family, shape (TILES, SIDE, SIDE, 3); twins of one kind come together."""
    names = sorted(example_tiles(80))[:TILES]
    size = (art.SIDE, art.SIDE)
    return np.stack([cv2.resize(tile_picture(family, n, seed), size, interpolation=cv2.INTER_AREA) for n in names])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--runs", type=int, default=6, help="print runs per family")
    args = parser.parse_args()
    sets = []
    for seed in range(1, args.runs + 1):
        for family in SPLITS["train"]:
            sets.append(draw_family_set(family, 1000 + seed))
            print(f"{family} {seed}/{args.runs}", file=sys.stderr, flush=True)
        np.savez_compressed(args.out, tiles=np.stack(sets))


if __name__ == "__main__":
    main()
