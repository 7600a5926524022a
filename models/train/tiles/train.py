"""Train the tile network from nothing: `python models/train/tiles/train.py --out DIR [--steps N]`.

Contrastive: every read view has to find its own enrolled view, in its own rotation, among all the others of the batch;
a second head has to find pictures of the same kind of land. Fixed seeds; progress on stderr; checkpoints.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

sys.path.insert(0, str(Path(__file__).parent))
import art
import net
import views

SET = 24
KIND = 8
KIND_EVERY = 3
"""The second head learns faster and is trained less often."""


def pool(seed: int, sets: int, kinds: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Tiles (sets, SET, side, side, 3) and lands (kinds, KIND, side, side, 3)."""
    rng = np.random.default_rng(seed)
    tiles = np.stack([art.draw_set(rng, SET) for _ in range(sets)])
    lands = np.stack([art.draw_kind(rng, KIND) for _ in range(kinds)])
    return tiles, lands


def tensor(pictures: NDArray[np.uint8]) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(pictures)).permute(0, 3, 1, 2).float() / 255


def twins(flat: Tensor, other: Tensor) -> Tensor:
    """Which pairs are the same picture for any practical eye, shape (n, m)."""
    a, b = (F.interpolate(x, 16, mode="area").flatten(1) for x in (flat, other))
    return torch.cdist(a, b) / 27.7 < 0.04


def mark_loss(model: net.TileNet, flat: Tensor, scale: Tensor) -> tuple[Tensor, float]:
    n = flat.shape[0]
    turned = torch.stack([torch.rot90(x, int(k), (1, 2)) for x, k in zip(flat, torch.randint(0, 4, (n,)), strict=True)])
    wrong = torch.stack(
        [torch.rot90(x, int(k), (1, 2)) for x, k in zip(turned, torch.randint(1, 4, (n,)), strict=True)]
    )
    gallery = torch.cat([turned, wrong])
    around = turned[torch.randperm(n)]
    order = torch.randperm(n)
    read = torch.empty(n, 3, views.INPUT, views.INPUT)
    read[order] = views.view(turned[order], around, views.READ)
    order = torch.randperm(2 * n)
    enrolled = torch.empty(2 * n, 3, views.INPUT, views.INPUT)
    enrolled[order] = views.view(gallery[order], gallery, views.ENROLLED)
    seen = torch.cat([read, enrolled]).contiguous(memory_format=torch.channels_last)
    marks, _ = model(seen)
    logits = marks[:n] @ marks[n:].T * scale.exp()
    same = twins(turned, gallery)
    same[torch.arange(n), torch.arange(n)] = False
    logits = logits.masked_fill(same, -1e4)
    target = torch.arange(n)
    back = logits[:, :n].T
    hit = (logits.argmax(1) == target).float().mean().item()
    return F.cross_entropy(logits, target) + 0.5 * F.cross_entropy(back, target), hit


def kind_loss(model: net.TileNet, flat: Tensor, label: Tensor) -> tuple[Tensor, float]:
    turned = torch.stack(
        [torch.rot90(x, int(k), (1, 2)) for x, k in zip(flat, torch.randint(0, 4, label.shape), strict=True)]
    )
    order = torch.randperm(len(turned))
    seen, label = views.view(turned[order], turned, views.READ), label[order]
    _, kinds = model(seen.contiguous(memory_format=torch.channels_last))
    logits = (kinds @ kinds.T / 0.1).masked_fill(torch.eye(len(kinds), dtype=torch.bool), -1e4)
    same = (label[:, None] == label[None]) & ~torch.eye(len(kinds), dtype=torch.bool)
    chance = F.log_softmax(logits, 1)
    hit = same[torch.arange(len(kinds)), logits.argmax(1)].float().mean().item()
    return -(chance * same).sum(1).div(same.sum(1)).mean(), hit


def batch(rng: np.random.Generator, sources: list[NDArray[np.uint8]], sets: int, each: int) -> Tensor:
    """`sets` looks with `each` tiles, every look from any source with equal chance."""
    picked = [sources[int(s)] for s in rng.integers(0, len(sources), sets)]
    looks = [source[int(rng.integers(0, len(source)))] for source in picked]
    chosen = [look[rng.choice(len(look), each, replace=False)] for look in looks]
    flat = tensor(np.concatenate(chosen))
    return flat.flip(1) if rng.random() < 0.3 else flat[:, torch.from_numpy(rng.permutation(3))]


def lands_batch(rng: np.random.Generator, lands: NDArray[np.uint8], kinds: int) -> tuple[Tensor, Tensor]:
    chosen = rng.choice(len(lands), kinds, replace=False)
    flat = np.concatenate([lands[k][rng.choice(KIND, 4, replace=False)] for k in chosen])
    return tensor(flat), torch.arange(kinds).repeat_interleave(4)


def save(model: net.TileNet, scale: Tensor, path: Path, step: int) -> None:
    torch.save({"model": model.state_dict(), "scale": scale.detach(), "step": step}, path)


def train(args: argparse.Namespace) -> None:
    out, steps, sets, seed, families = args.out, args.steps, args.sets, args.seed, args.families
    resume, rate = args.resume, args.rate
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    tiles, lands = pool(seed, sets, sets)
    sources = [tiles, *(np.load(path)["tiles"] for path in families)]
    model, scale = net.TileNet().to(memory_format=torch.channels_last), torch.nn.Parameter(torch.tensor(2.5))
    if resume:
        model.load_state_dict(torch.load(resume)["model"])
        scale.data = torch.load(resume)["scale"]
    parameters = [*model.parameters(), scale]
    optimiser = torch.optim.AdamW(parameters, lr=rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.1)
    started, shown, hit_kind = time.time(), np.zeros(3), 0.0
    for step in range(1, steps + 1):
        many = [(2, 20), (4, 10), (2, 22), (5, 8)][step % 4]
        own, hit = mark_loss(model, batch(rng, sources, *many), scale.clamp(max=4.0))
        optimiser.zero_grad()
        if step % KIND_EVERY == 0:
            land, hit_kind = kind_loss(model, *lands_batch(rng, lands, 10))
            own = own + land
        own.backward()
        optimiser.step()
        schedule.step()
        shown += [own.item(), hit, hit_kind]
        if step % 50 == 0:
            line = " ".join(f"{v / 50:.3f}" for v in shown)
            print(f"{step}/{steps} {line} {time.time() - started:.0f} s", file=sys.stderr, flush=True)
            shown[:] = 0
        if step % 100 == 0 or step == steps:
            save(model, scale, out / "tiles.pt", step)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--sets", type=int, default=400)
    parser.add_argument("--families", type=Path, nargs="*", default=[], help="sets drawn by families.py")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    args.out.mkdir(parents=True, exist_ok=True)
    train(args)


if __name__ == "__main__":
    main()
