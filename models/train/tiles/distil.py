"""Train the shipped, fast network from the trained one: `python distil.py --teacher FILE.onnx --out DIR [--steps N]`.

It starts with the teacher's weights, less some of its fine layers, and goes on learning: contrastively as in `train.py`
and with the teacher's vectors as a second aim. Fixed seeds; progress on stderr; checkpoints.
"""

import argparse
import sys
import time
from pathlib import Path

import lean_net
import numpy as np
import onnxruntime
import torch
import train
from numpy.typing import NDArray
from torch import Tensor, nn


class Teacher:
    """The exported network."""

    def __init__(self, path: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = torch.get_num_threads()
        self.session = onnxruntime.InferenceSession(str(path), options)

    def __call__(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        pictures = (seen * 255).round().clamp(0, 255).byte().permute(0, 2, 3, 1).contiguous().numpy()
        mark, kind = self.session.run(None, {"pictures": pictures})
        return torch.from_numpy(mark), torch.from_numpy(kind)


class Watched(nn.Module):
    """The network for `train`'s losses; keeps what it was shown and what it said."""

    def __init__(self, inner: lean_net.LeanNet) -> None:
        super().__init__()
        self.inner = inner
        self.seen = torch.zeros(0)
        self.said = (torch.zeros(0), torch.zeros(0))

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        self.seen, self.said = seen, self.inner(lean_net.patches(seen))
        return self.said


class Draw:
    """Random tiles and lands, as `train.py` draws them."""

    def __init__(self, seed: int, sets: int, families: list[Path]) -> None:
        self.rng = np.random.default_rng(seed)
        drawn, self.lands = train.pool(seed, sets, sets)
        self.sources: list[NDArray[np.uint8]] = [drawn, *(np.load(path)["tiles"] for path in families)]

    def tiles(self, sets: int, each: int) -> Tensor:
        return train.batch(self.rng, self.sources, sets, each)

    def kinds(self, count: int) -> tuple[Tensor, Tensor]:
        return train.lands_batch(self.rng, self.lands, count)


def apart(said: Tensor, wanted: Tensor) -> Tensor:
    """How far two bundles of unit vectors lie apart, 0 when they agree."""
    return 1 - (said * wanted).sum(1).mean()


def learn_on(model: Watched, teacher: Teacher, draw: Draw, scale: Tensor, args: argparse.Namespace) -> None:
    optimiser = torch.optim.AdamW(model.parameters(), lr=args.rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, args.rate, total_steps=args.steps, pct_start=0.05)
    started, shown, hit_kind = time.process_time(), np.zeros(4), 0.0
    for step in range(1, args.steps + 1):
        many = [(2, 20), (4, 10), (2, 22), (5, 8)][step % 4]
        loss, hit = train.mark_loss(model, draw.tiles(*many), scale)  # type: ignore[arg-type]
        far = apart(model.said[0], teacher(model.seen)[0])
        loss = loss + args.faith * far
        if step % train.KIND_EVERY == 0:
            land, hit_kind = train.kind_loss(model, *draw.kinds(10))  # type: ignore[arg-type]
            loss = loss + land + args.faith * apart(model.said[1], teacher(model.seen)[1])
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        optimiser.step()
        schedule.step()
        shown += [loss.item(), hit, far.item(), hit_kind]
        if step % 50 == 0:
            line = " ".join(f"{v / 50:.3f}" for v in shown)
            print(f"{step}/{args.steps} {line} {time.process_time() - started:.0f} cpu s", file=sys.stderr, flush=True)
            shown[:] = 0
            stored = {"model": model.inner.state_dict(), "finer": args.finer, "step": step}
            torch.save(stored, args.out / "tiles-lean.pt")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--teacher", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--finer", type=int, default=0, help="how many of the teacher's fine layers stay")
    parser.add_argument("--steps", type=int, default=2500)
    parser.add_argument("--faith", type=float, default=1.0, help="weight of the teacher's word")
    parser.add_argument("--sharpness", type=float, default=3.4, help="logarithm of the contrastive scale")
    parser.add_argument("--sets", type=int, default=400)
    parser.add_argument("--families", type=Path, nargs="*", default=[], help="sets drawn by families.py")
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--resume", type=Path, help="go on from a checkpoint instead of the teacher")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)
    draw, teacher, model = (
        Draw(args.seed, args.sets, args.families),
        Teacher(args.teacher),
        lean_net.LeanNet(args.finer),
    )
    if args.resume:
        model.load_state_dict(torch.load(args.resume)["model"])
    else:
        lean_net.start_from(model, args.teacher)
    learn_on(Watched(model), teacher, draw, torch.tensor(args.sharpness), args)


if __name__ == "__main__":
    main()
