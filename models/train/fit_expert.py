"""Train the expert: a larger reader for the faces that the finder and the reader of a table doubt.

    python -m train.fit_expert --renders DIR --fast DIR --models MODELS --out expert.pt --steps 30000

Half of its lessons are places the exported pair doubts in training pictures, the rest any face and things that are
none.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from assistant.vision.dice import NETWORKS, DiceReader
from assistant.vision.infer import Network

from .bank import UNKNOWN, Item
from .doubts import Marks, marked
from .fit_finder import add_bank_arguments, load_banks
from .fit_reader import Crops, train
from .grounds import ground_pictures
from .nets import Expert

DOUBTFUL_SHARE = 0.65  # of the squares cut where the pair marked something
JITTER = (0.03, 0.04)  # of a marked place and of its edge, in edges: the marks are as exact as they will be
MARKED_SHARE = 0.8  # of all squares; the others are cut by the truth alone, photographs among them


def pair_in(models: Path) -> DiceReader:
    """Return the exported finder and reader of a table, which need no expert yet."""
    finder, reader = (Network(models / f"{NETWORKS['table']}-{part}.onnx") for part in ("finder", "reader"))
    return DiceReader(finder, reader)


class Lessons(Crops):
    """Squares around marked places, doubtful ones above all, among the reader's own."""

    def __init__(self, drawn: list[Item], photos: list[Item], boards: Path | None, args: argparse.Namespace) -> None:
        super().__init__(drawn, photos, ground_pictures(photos, boards), args.seed + 100, "table")
        self.items = drawn
        self.marks = marked(drawn, pair_in(args.models))
        self.dice, self.others = (self._pools(self.marks, dice) for dice in (True, False))
        sizes = [len(pool) for pool in (*self.dice, *self.others)]
        print("marked dice, doubtful ones, other marks, doubtful ones:", *sizes, flush=True)

    @staticmethod
    def _pools(marks: Marks, dice: bool) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return all marks on dice (or on none), and those that are doubted."""
        wanted = (marks.value > 0) == dice
        return np.nonzero(wanted)[0], np.nonzero(wanted & marks.doubtful)[0]

    def _face(self) -> tuple[NDArray[np.uint8], int, int]:
        return self._marked(self.dice) if self.rng.random() < MARKED_SHARE else super()._face()

    def _nothing(self) -> tuple[NDArray[np.uint8], int, int]:
        return self._marked(self.others) if self.rng.random() < MARKED_SHARE else super()._nothing()

    def _marked(self, pools: tuple[NDArray[np.int64], NDArray[np.int64]]) -> tuple[NDArray[np.uint8], int, int]:
        rng, marks = self.rng, self.marks
        pool = pools[1] if rng.random() < DOUBTFUL_SHARE and len(pools[1]) else pools[0]
        k = pool[rng.integers(len(pool))]
        edge = float(marks.edge_px[k])
        at = marks.at_xy[k] + rng.normal(0, JITTER[0], 2).astype(np.float32) * edge
        square = self._cut(self.items[marks.item[k]].picture, at, edge * float(np.exp(rng.normal(0, JITTER[1]))))
        return square, int(marks.value[k]), int(marks.colour[k]) if marks.value[k] else UNKNOWN


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_bank_arguments(parser)
    parser.add_argument("--models", type=Path, required=True, help="where the exported pair of a table is")
    args = parser.parse_args()
    args.mix = "table"
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    banks = load_banks(args)
    lessons = Lessons(banks.renders + banks.fast, banks.photos, args.boards, args)
    net = Expert().to(memory_format=torch.channels_last)
    if args.start:
        net.load_state_dict(torch.load(args.start))
    train(net, lessons, args)


if __name__ == "__main__":
    main()
