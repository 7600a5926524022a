"""Train the finder.

python -m train.fit_finder --renders DIR --coloured DIR --white DIR --out finder.pt --minutes 40
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

from .bank import Banks, Item, Truth, photographs, rendered
from .composer import MIXES, Composer
from .grounds import ground_pictures
from .nets import BOX, COLOUR, EDGE, HEAT, NOMINAL_EDGE_PX, SHIFT, STRIDE, VALUE, Finder
from .pages import art_pages

SIDE_PX = 160
EDGE_RANGE = (12.0, 34.0)  # edges the finder answers for
BLIND_RANGE = (9.5, 43.0)  # outside the edges above but inside these: neither right nor wrong
DRAWN_RANGE = (9.0, 75.0)  # edges that occur in training
COPIES = {"loose": 1, "table": 3}  # of every rendered picture, as webcams deliver it


def targets(truth: Truth, side_px: int) -> dict[str, NDArray[np.float32]]:
    """Return what the finder should say: heat map, where to ignore it, and per die the wanted numbers."""
    cells = side_px // STRIDE
    heat, care = np.zeros((cells, cells), np.float32), np.ones((cells, cells), np.float32)
    ys, xs = np.mgrid[0:cells, 0:cells].astype(np.float32)
    rows = []
    edges, middles = truth.edge_px, truth.centre_xy
    for k in range(len(truth.value)):
        x, y = middles[k] / STRIDE - 0.5
        distance2 = (xs - x) ** 2 + (ys - y) ** 2
        known = bool(truth.size_known[k])
        low, high = EDGE_RANGE if known else (14.5, 28.0)
        if low <= edges[k] <= high:
            sigma = max(0.7, edges[k] / STRIDE * 0.11)
            heat = np.maximum(heat, np.exp(-distance2 / (2 * sigma**2)))
            column, row = round(float(x)), round(float(y))
            if 0 <= column < cells and 0 <= row < cells:
                heat[row, column] = 1.0
                box = np.ptp(truth.quad_xy[k], axis=0)
                rows.append(
                    [row, column, edges[k], *box, x - column, y - row, truth.value[k] - 1, truth.colour[k], known]
                )
        elif BLIND_RANGE[0] <= edges[k] <= BLIND_RANGE[1] or not known:
            care[distance2 < (0.6 * edges[k] / STRIDE) ** 2] = 0
    return {"heat": heat, "care": care, "dice": np.array(rows, np.float32).reshape(-1, 10)}


class Squares(torch.utils.data.IterableDataset):
    """Batches without end, ready made."""

    def __init__(self, composer: Composer, batch: int) -> None:
        self.composer, self.batch = composer, batch

    def __iter__(self) -> Iterator[tuple[torch.Tensor, ...]]:
        while True:
            squares, heats, cares, dice = [], [], [], []
            for k in range(self.batch):
                drawn = self.composer.mix.edges_px if self.composer.rng.random() < 0.85 else DRAWN_RANGE
                pixels, truth = self.composer.square(SIDE_PX, drawn)
                want = targets(truth, SIDE_PX)
                squares.append(pixels.astype(np.uint8).transpose(2, 0, 1))
                heats.append(want["heat"])
                cares.append(want["care"])
                dice.append(np.hstack([np.full((len(want["dice"]), 1), k, np.float32), want["dice"]]))
            yield tuple(
                torch.from_numpy(x) for x in (np.stack(squares), np.stack(heats), np.stack(cares), np.concatenate(dice))
            )


def loss_of(said: Tensor, heat: Tensor, care: Tensor, dice: Tensor) -> dict[str, Tensor]:
    """Return the named parts of the loss."""
    logit = said[:, HEAT][:, 0]
    p = torch.sigmoid(logit)
    sure = heat > 0.999
    positive = F.logsigmoid(logit) * (1 - p) ** 2 * sure
    negative = F.logsigmoid(-logit) * p**2 * (1 - heat) ** 4 * care * ~sure
    parts = {"heat": -(positive.sum() + negative.sum()) / max(1, int(sure.sum()))}
    if len(dice) == 0:
        return parts
    picked = said[dice[:, 0].long(), :, dice[:, 1].long(), dice[:, 2].long()]
    known = dice[:, 10]
    weight = known + 0.05
    edge = torch.log(dice[:, 3] / NOMINAL_EDGE_PX)
    box = torch.log(dice[:, 4:6] / NOMINAL_EDGE_PX)
    parts["edge"] = 2 * (F.smooth_l1_loss(picked[:, EDGE][:, 0], edge, reduction="none", beta=0.1) * weight).mean()
    parts["box"] = (F.smooth_l1_loss(picked[:, BOX], box, reduction="none", beta=0.1).mean(1) * weight).mean()
    parts["shift"] = (
        F.smooth_l1_loss(picked[:, SHIFT], dice[:, 6:8], reduction="none", beta=0.2).mean(1) * (known + 0.2)
    ).mean()
    parts["value"] = F.cross_entropy(picked[:, VALUE], dice[:, 8].long(), label_smoothing=0.02)
    if bool((dice[:, 9] >= 0).any()):
        parts["colour"] = 0.5 * F.cross_entropy(picked[:, COLOUR], dice[:, 9].long(), ignore_index=-1)
    return parts


def load_banks(args: argparse.Namespace) -> Banks:
    table = args.mix == "table"
    renders = [
        item for folder in args.renders for item in rendered(folder, straightened=table, copies=COPIES[args.mix])
    ]
    fast = rendered(args.fast) if args.fast else []
    photos: list[Item] = []
    if args.coloured:
        photos += photographs(args.coloured, "dice-coloured", "train")
    if args.white:
        photos += photographs(args.white, "dice-white-oblique", "train")
    return Banks(renders, photos, fast)


def add_bank_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--renders", type=Path, nargs="+", required=True)
    parser.add_argument("--fast", type=Path, help="drawn tables of train.fastbank")
    parser.add_argument("--coloured", type=Path)
    parser.add_argument("--white", type=Path)
    parser.add_argument("--boards", type=Path, help="a folder with pictures of any boards without dice: more grounds")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="go on from these weights")
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--minutes", type=float, default=1e9, help="stop the clock here; the rate still falls to zero")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mix", choices=list(MIXES), default="loose", help="any photograph, or a set-up table")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--bf16", action="store_true", help="half the time on processors with AVX512-BF16")


class Pace:
    """One-cycle learning rate over whichever runs out first, steps or minutes."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args, self.started = args, time.monotonic()

    def done(self, step: int) -> float:
        return max(step / self.args.steps, (time.monotonic() - self.started) / 60 / self.args.minutes)

    def rate(self, step: int) -> float:
        done = min(1.0, self.done(step))
        warm = min(1.0, (step + 1) / 100)
        return float(self.args.rate * warm * (0.5 + 0.5 * np.cos(np.pi * done)) + 1e-6)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_bank_arguments(parser)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    banks = load_banks(args)
    pages = [page.picture for page in art_pages("train", range(6))]
    composer = Composer(banks, ground_pictures(banks.photos, args.boards, 1) + pages * 4, args.seed, MIXES[args.mix])
    loader = torch.utils.data.DataLoader(Squares(composer, 8), batch_size=None, num_workers=1, prefetch_factor=4)
    net = Finder().to(memory_format=torch.channels_last)
    if args.start:
        net.load_state_dict(torch.load(args.start))
    train(net, loader, args)


def train(net: Finder, loader: torch.utils.data.DataLoader, args: argparse.Namespace) -> None:
    optimiser = torch.optim.AdamW(net.parameters(), args.rate, weight_decay=0.02)
    pace, mean = Pace(args), {}
    kept = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.996), use_buffers=True
    )
    for step, (squares, heat, care, dice) in enumerate(loader):
        if pace.done(step) >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = pace.rate(step)
        with torch.autocast("cpu", torch.bfloat16, enabled=args.bf16):
            said = net(squares.float().contiguous(memory_format=torch.channels_last))
        parts = loss_of(said.float(), heat, care, dice)
        loss = sum(parts.values())
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        kept.update_parameters(net)
        for name, part in parts.items():
            mean[name] = 0.98 * mean.get(name, float(part)) + 0.02 * float(part)
        if step % 50 == 0:
            took = time.monotonic() - pace.started
            print(step, f"{took:.0f} s", {k: round(v, 3) for k, v in mean.items()}, flush=True)
        if step % 250 == 249:
            torch.save(kept.module.state_dict(), args.out)
    torch.save(kept.module.state_dict(), args.out)


if __name__ == "__main__":
    main()
