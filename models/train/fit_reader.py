"""Train the reader: one square around one top face -> nothing, 1..6; and the colour.

python -m train.fit_reader --renders DIR --coloured DIR --white DIR --out reader.pt --minutes 40
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray

from .bank import UNKNOWN, Truth
from .composer import Composer
from .fit_finder import Pace, add_bank_arguments, load_banks
from .grounds import ground_pictures
from .nets import READER_CLASSES, READER_EDGE, READER_SIDE, Reader

SCENE_PX = 192
BATCH = 128


def square_affine(centre_xy: NDArray[np.float32], edge_px: float, turn: float = 0.0) -> NDArray[np.float32]:
    """Return the 2x3 map that puts a top face of that edge upright into the middle of the reader's square."""
    scale = READER_EDGE / edge_px
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    linear = np.array([[c, -s], [s, c]], np.float32)
    return np.hstack([linear, (READER_SIDE / 2 - linear @ centre_xy)[:, None]]).astype(np.float32)


class Crops(torch.utils.data.IterableDataset):
    """Batches of squares without end; a fifth of them show no top face in the middle."""

    def __init__(self, composer: Composer) -> None:
        self.composer = composer

    def __iter__(self):
        while True:
            squares, values, colours = [], [], []
            while len(squares) < BATCH:
                pixels, truth = self.composer.square(SCENE_PX, (14.0, 60.0))
                for square, value, colour in self._of_scene(pixels, truth):
                    squares.append(square)
                    values.append(value)
                    colours.append(colour)
            order = self.composer.rng.permutation(len(squares))[:BATCH]
            yield (
                torch.from_numpy(np.stack([squares[k] for k in order])),
                torch.tensor([values[k] for k in order]),
                torch.tensor([colours[k] for k in order]),
            )

    def _of_scene(self, pixels: NDArray[np.float32], truth: Truth) -> list[tuple[NDArray[np.uint8], int, int]]:
        rng, out = self.composer.rng, []
        edges, middles = truth.edge_px, truth.centre_xy
        picture = pixels.astype(np.uint8)
        chosen = rng.permutation(len(edges))[:10]
        for k in chosen:
            near = 0.5 * edges[k]
            if (middles[k] < near).any() or (middles[k] > SCENE_PX - near).any():
                continue
            slack = 0.09 if truth.size_known[k] else 0.05
            at = middles[k] + rng.normal(0, slack, 2) * edges[k]
            size = edges[k] * np.exp(rng.normal(0, 0.12 if truth.size_known[k] else 0.16))
            out.append((cut(rng, picture, at, size), int(truth.value[k]), int(truth.colour[k])))
        for _ in range(max(1, len(chosen) // 4)):
            spot = self._nothing(truth)
            if spot is not None:
                out.append((cut(rng, picture, *spot), 0, UNKNOWN))
        return out

    def _nothing(self, truth: Truth) -> tuple[NDArray[np.float32], float] | None:
        """Return a place and size where no top face is: beside a die, on its side, or at a wrong scale."""
        rng = self.composer.rng
        edges, middles = truth.edge_px, truth.centre_xy
        at, size = rng.uniform(10, SCENE_PX - 10, 2).astype(np.float32), float(rng.uniform(10, 60))
        if len(edges) and rng.random() < 0.75:
            k = rng.integers(len(edges))
            turn = rng.uniform(0, 2 * np.pi)
            away = rng.uniform(0.55, 1.1) if truth.size_known[k] else rng.uniform(0.7, 1.1)
            at = middles[k] + edges[k] * away * np.array([np.cos(turn), np.sin(turn)], np.float32)
            size = float(edges[k] * np.exp(rng.normal(0, 0.2)))
        if len(edges):
            gap = np.hypot(*(middles - at).T) / edges
            limit = np.where(truth.size_known, 0.45, 0.6)
            if (gap < limit).any():
                return None
        return at.astype(np.float32), size


def cut(
    rng: np.random.Generator, picture: NDArray[np.uint8], at: NDArray[np.float32], size: float
) -> NDArray[np.uint8]:
    """Return the reader's square (3, side, side) around a place."""
    import cv2  # noqa: PLC0415

    affine = square_affine(np.asarray(at, np.float32), float(size))
    source = picture
    if size > READER_EDGE * 1.4:
        source = cv2.GaussianBlur(picture, (0, 0), 0.35 * size / READER_EDGE)
    out = cv2.warpAffine(
        source, affine, (READER_SIDE, READER_SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return out.transpose(2, 0, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_bank_arguments(parser)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    renders, photos = load_banks(args)
    composer = Composer(renders, photos, ground_pictures(photos, args.boards), args.seed + 100)
    loader = torch.utils.data.DataLoader(Crops(composer), batch_size=None, num_workers=1, prefetch_factor=4)
    net = Reader()
    if args.start:
        net.load_state_dict(torch.load(args.start))
    train(net, loader, args)


def train(net: Reader, loader: torch.utils.data.DataLoader, args: argparse.Namespace) -> None:
    optimiser = torch.optim.AdamW(net.parameters(), args.rate, weight_decay=0.02)
    kept = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    pace, mean = Pace(args), {}
    for step, (squares, values, colours) in enumerate(loader):
        if pace.done(step) >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = pace.rate(step)
        said = net(squares.float())
        value_loss = F.cross_entropy(said[:, :READER_CLASSES], values, label_smoothing=0.02)
        colour_loss = (
            F.cross_entropy(said[:, READER_CLASSES:], colours, ignore_index=UNKNOWN)
            if (colours >= 0).any()
            else said.sum() * 0
        )
        loss = value_loss + 0.5 * colour_loss
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        kept.update_parameters(net)
        right = float((said[:, :READER_CLASSES].argmax(1) == values).float().mean())
        for name, part in (("value", float(value_loss)), ("colour", float(colour_loss)), ("right", right)):
            mean[name] = 0.98 * mean.get(name, part) + 0.02 * part
        if step % 50 == 0:
            print(
                step, f"{time.monotonic() - pace.started:.0f} s", {k: round(v, 4) for k, v in mean.items()}, flush=True
            )
        if step % 250 == 249:
            torch.save(kept.module.state_dict(), args.out)
    torch.save(kept.module.state_dict(), args.out)


if __name__ == "__main__":
    main()
