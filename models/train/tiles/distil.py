"""Train the quick network from the trained one: `python distil.py --teacher FILE.onnx --out DIR [--steps N]`.

Its upper layers start with the teacher's weights. It learns contrastively as in `train.py`, with the teacher's vectors
as a second aim. Fixed seeds; progress on stderr; checkpoints.
"""

import argparse
import sys
import time
from pathlib import Path

import lean_net
import numpy as np
import onnxruntime
import quick_net
import torch
import train
from numpy.typing import NDArray
from torch import Tensor, nn

SETS_AND_TILES = ((2, 20), (4, 10), (2, 22), (5, 8))
"""Looks in a batch and tiles of each, in turn: near twins of one look are harder, many looks are more varied."""


class Teacher:
    """The exported network."""

    def __init__(self, path: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = torch.get_num_threads()
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def __call__(self, seen: Tensor) -> Tensor:
        pictures = (seen * 255).round().clamp(0, 255).byte().permute(0, 2, 3, 1).contiguous().numpy()
        return torch.from_numpy(self.session.run(["mark"], {"pictures": pictures})[0])


class Watched(nn.Module):
    """The network for `train`'s loss; keeps what it was shown and what it said."""

    def __init__(self, inner: quick_net.QuickNet) -> None:
        super().__init__()
        self.inner = inner
        self.seen, self.said = torch.zeros(0), torch.zeros(0)

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        patched = lean_net.patches(seen).contiguous(memory_format=torch.channels_last)
        self.seen, self.said = seen, self.inner(patched)
        return self.said, self.said


class Draw:
    """Random tiles, as `train.py` draws them."""

    def __init__(self, seed: int, sets: int, families: list[Path]) -> None:
        self.rng = np.random.default_rng(seed)
        drawn, _ = train.pool(seed, sets, 1)
        self.sources: list[NDArray[np.uint8]] = [drawn, *(np.load(path)["tiles"] for path in families)]

    def tiles(self, step: int) -> Tensor:
        return train.batch(self.rng, self.sources, *SETS_AND_TILES[step % len(SETS_AND_TILES)])


def apart(said: Tensor, wanted: Tensor) -> Tensor:
    """How far two bundles of unit vectors lie apart, 0 when they agree."""
    return 1 - (said * wanted).sum(1).mean()


def learn_on(model: Watched, teacher: Teacher, draw: Draw, args: argparse.Namespace) -> None:
    scale = torch.tensor(args.sharpness)
    optimiser = torch.optim.AdamW(model.parameters(), lr=args.rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, args.rate, total_steps=args.steps, pct_start=0.1)
    started, shown = time.process_time(), np.zeros(3)
    for step in range(1, args.steps + 1):
        loss, hit = train.mark_loss(model, draw.tiles(step), scale)  # type: ignore[arg-type]
        far = apart(model.said, teacher(model.seen))
        loss = loss + args.faith * far
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        optimiser.step()
        schedule.step()
        shown += [loss.item(), hit, far.item()]
        if step % 50 == 0:
            line = " ".join(f"{v / 50:.3f}" for v in shown)
            print(f"{step}/{args.steps} {line} {time.process_time() - started:.0f} cpu s", file=sys.stderr, flush=True)
            shown[:] = 0
            torch.save({"model": model.inner.state_dict(), "step": step}, args.out / "tiles-quick.pt")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--teacher", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=2500)
    parser.add_argument("--faith", type=float, default=2.0, help="weight of the teacher's word")
    parser.add_argument("--sharpness", type=float, default=3.4, help="logarithm of the contrastive scale")
    parser.add_argument("--sets", type=int, default=400)
    parser.add_argument("--families", type=Path, nargs="*", default=[], help="sets drawn by families.py")
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--resume", type=Path, help="go on from a checkpoint instead of the teacher")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)
    draw, teacher = Draw(args.seed, args.sets, args.families), Teacher(args.teacher)
    model = quick_net.QuickNet().to(memory_format=torch.channels_last)
    if args.resume:
        model.load_state_dict(torch.load(args.resume)["model"])
    else:
        quick_net.start_from(model, args.teacher)
    learn_on(Watched(model), teacher, draw, args)


if __name__ == "__main__":
    main()
