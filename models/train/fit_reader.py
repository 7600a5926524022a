"""Train the reader: one square around one top face -> nothing, 1..6; and the colour.

    python -m train.fit_reader --renders DIR --coloured DIR --white DIR --out reader.pt --minutes 40

Squares are cut straight out of the pictures; light, lens and noise are applied to the whole batch at once, which costs
a tenth of doing it picture by picture.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

from assistant.vision.dice_squares import FACE_SHARE

from .bank import UNKNOWN, Item
from .composer import ANY_TURN, drawn_grounds, random_affine
from .fit_finder import Pace, add_bank_arguments, load_banks
from .grounds import ground_pictures
from .lures import with_lures
from .nets import READER_CLASSES, READER_SIDE, Reader
from .pages import art_pages

BATCH = 96
NOTHING_SHARE = 0.27
PHOTO_SHARE = {"loose": 0.35, "table": 0.08}
STRANGE_SHARE = {"loose": 0.3, "table": 0.08}  # squares whose hues are turned: any die is a die
# Most of a table's pictures were blurred and grained when they were loaded, so they get less of it here.
MOST_NOISE = {"loose": 7.0, "table": 4.0}
LENS_CHANCES = {"loose": 7, "table": 12}  # four of so many ways change a slice of the batch
GLARE_SHARE = 0.15  # squares on which a lamp is mirrored


class Crops:
    """Squares out of banks of pictures; the same seed gives the same squares."""

    def __init__(
        self, renders: list[Item], photos: list[Item], grounds: list[NDArray[np.uint8]], seed: int, mix: str = "loose"
    ) -> None:
        self.rng, self.photo_share = np.random.default_rng(seed), PHOTO_SHARE[mix]
        self.side_px, self.face_px = READER_SIDE, FACE_SHARE * READER_SIDE
        self.banks = [bank for bank in (renders, [item for item in photos if len(item.truth.value)]) if bank]
        self.grounds = grounds + drawn_grounds(np.random.default_rng(9), 420)
        self.lured = [item for item in renders + photos if len(item.lures)]

    def batch(self, size: int) -> tuple[Tensor, Tensor, Tensor]:
        """Return squares (N, 3, S, S) float 0..255, values (0 = nothing) and colours (UNKNOWN where not told)."""
        rows = [self._nothing() if self.rng.random() < NOTHING_SHARE else self._face() for _ in range(size)]
        squares = torch.from_numpy(np.stack([row[0] for row in rows])).permute(0, 3, 1, 2).float()
        return squares, torch.tensor([row[1] for row in rows]), torch.tensor([row[2] for row in rows])

    def _pick(self) -> tuple[Item, int]:
        rng = self.rng
        bank = self.banks[-1] if len(self.banks) > 1 and rng.random() < self.photo_share else self.banks[0]
        item = bank[rng.integers(len(bank))]
        return item, int(rng.integers(len(item.truth.value)))

    def _face(self) -> tuple[NDArray[np.uint8], int, int]:
        rng = self.rng
        item, k = self._pick()
        truth = item.truth
        known = bool(truth.size_known[k])
        edge = float(truth.edge_px[k]) * np.exp(rng.normal(0, 0.11 if known else 0.15))
        at = truth.centre_xy[k] + rng.normal(0, 0.08 if known else 0.04, 2).astype(np.float32) * edge
        return self._cut(item.picture, at, edge), int(truth.value[k]), int(truth.colour[k])

    def _nothing(self) -> tuple[NDArray[np.uint8], int, int]:
        """Cut where no top face is: on plain ground, beside a die, on its side, or at a wrong scale."""
        rng = self.rng
        if rng.random() < 0.25:
            picture = self.grounds[rng.integers(len(self.grounds))]
            at = rng.uniform(0.1, 0.9, 2).astype(np.float32) * picture.shape[1::-1]
            return self._cut(picture, at, float(np.exp(rng.uniform(2.3, 4.2)))), 0, UNKNOWN
        if self.lured and rng.random() < 0.55:
            item = self.lured[rng.integers(len(self.lured))]
            x, y, edge = item.lures[rng.integers(len(item.lures))]
            return (
                self._cut(item.picture, np.array([x, y], np.float32), float(edge * np.exp(rng.normal(0, 0.1)))),
                0,
                UNKNOWN,
            )
        for _ in range(10):
            item, k = self._pick()
            truth = item.truth
            turn = rng.uniform(0, 2 * np.pi)
            away = rng.uniform(0.5, 1.2) * np.array([np.cos(turn), np.sin(turn)], np.float32)
            at = truth.centre_xy[k] + truth.edge_px[k] * away
            edge = float(truth.edge_px[k] * np.exp(rng.normal(0, 0.25)))
            gap = np.hypot(*(truth.centre_xy - at).T) / truth.edge_px
            if (gap > np.where(truth.size_known, 0.48, 0.65)).all():
                return self._cut(item.picture, at, edge), 0, UNKNOWN
        return self._cut(self.grounds[0], np.array([50, 50], np.float32), 20.0), 0, UNKNOWN

    def _cut(self, picture: NDArray[np.uint8], at: NDArray[np.float32], edge: float) -> NDArray[np.uint8]:
        rng = self.rng
        reach = int(self.side_px * edge / self.face_px * 0.85) + 3
        left, top = max(0, int(at[0]) - reach), max(0, int(at[1]) - reach)
        patch = picture[top : int(at[1]) + reach, left : int(at[0]) + reach]
        if patch.size == 0:
            patch, left, top = picture, 0, 0
        if edge > self.face_px * 1.4:
            patch = cv2.GaussianBlur(patch, (0, 0), 0.35 * edge / self.face_px)
        focus = np.asarray(at, np.float32) - (left, top)
        turned = bool(rng.random() < ANY_TURN)
        affine = random_affine(rng, focus, self.face_px / edge, self.side_px, 0.0, any_turn=turned)
        size = (self.side_px, self.side_px)
        return cv2.warpAffine(patch, affine, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def relit(squares: Tensor, colours: Tensor, rng: np.random.Generator, mix: str) -> tuple[Tensor, Tensor]:
    """Return the batch under other light, lens and sensor; a share changes hue and loses its name."""
    count = len(squares)

    def per_square(low: float, high: float, channels: int = 1) -> Tensor:
        return torch.from_numpy(rng.uniform(low, high, (count, channels, 1, 1)).astype(np.float32))

    strange = torch.from_numpy(rng.random(count) < STRANGE_SHARE[mix])
    x = _mirrored_lamps(squares / 255, rng)
    x = torch.where(strange[:, None, None, None], _strange(x, rng), x)
    x = x * torch.where(strange[:, None, None, None], per_square(0.75, 1.3, 3), per_square(0.87, 1.13, 3))
    x = x.clamp(1e-4, 1) ** per_square(0.7, 1.4)
    x = (x - 0.5) * per_square(0.7, 1.2) + 0.5 + per_square(-0.12, 0.12)
    ramp = torch.linspace(-1, 1, squares.shape[-1])
    down, across = per_square(-0.25, 0.25), per_square(-0.25, 0.25)
    x = x * (1 + down * ramp[None, None, :, None] + across * ramp[None, None, None, :])
    x = _lens(x, rng, LENS_CHANCES[mix]) * 255
    noise = torch.from_numpy(rng.standard_normal(x.shape, np.float32))
    x = (x + noise * per_square(0, MOST_NOISE[mix])).clamp(0, 255)
    return x, torch.where(strange, UNKNOWN, colours)


def _mirrored_lamps(x: Tensor, rng: np.random.Generator) -> Tensor:
    """Return squares 0..1, on some of which the middle mirrors a soft-edged window or lamp.

    Painted pips are washed out with the face; in drilled ones the lamp is not seen, so they stay as they were and may
    be darker than the face around them.
    """
    chosen = torch.from_numpy(rng.random(len(x)) < GLARE_SHARE)
    part = x[chosen]
    if not len(part):
        return x

    def each(low: float, high: float) -> Tensor:
        return torch.from_numpy(rng.uniform(low, high, (len(part), 1, 1)).astype(np.float32))

    at = torch.linspace(-1, 1, x.shape[-1])
    turn = each(0, float(np.pi))
    along = (at[None, None, :] - each(-0.4, 0.4)) * turn.cos() + (at[None, :, None] - each(-0.4, 0.4)) * turn.sin()
    across = at[None, :, None] * turn.cos() - at[None, None, :] * turn.sin() - each(-0.3, 0.3)
    soft = each(0.02, 0.15)
    lit = torch.sigmoid((each(0.1, 0.8) - along.abs()) / soft) * torch.sigmoid((each(0.05, 0.6) - across.abs()) / soft)
    light = part.mean(1)
    inner = light[:, x.shape[-1] // 4 : -x.shape[-1] // 4, x.shape[-1] // 4 : -x.shape[-1] // 4].flatten(1)
    body, pip = (inner.quantile(q, dim=1)[:, None, None] for q in (0.4, 0.97))
    drilled = ((light - body) / (pip - body).clamp(min=0.05)).clamp(0, 1) * (each(0, 1) < 0.6)
    strength = (lit * (1 - drilled) * each(0.2, 1.0))[:, None]
    out = x.clone()
    out[chosen] = part + strength * (torch.from_numpy(rng.uniform(0.85, 1.1, (len(part), 3, 1, 1))).float() - part)
    return out


def _strange(x: Tensor, rng: np.random.Generator) -> Tensor:
    """Turn colours: permuted channels, negatives, greys, mixtures."""
    mix = torch.from_numpy(rng.dirichlet([0.4] * 3, (len(x), 3)).astype(np.float32))
    y = torch.einsum("nij,njhw->nihw", mix, x)
    negative = torch.from_numpy(rng.random(len(x)) < 0.4)[:, None, None, None]
    return torch.where(negative, 1 - y, y)


def _lens(x: Tensor, rng: np.random.Generator, chances: int) -> Tensor:
    """Blur, smear and coarser sensors, a slice of the batch each."""
    parts = list(x.chunk(6))
    for k in range(len(parts)):
        way = rng.integers(chances)
        if way == 0:
            parts[k] = _gaussian(parts[k], rng.uniform(0.4, 1.1))
        elif way == 1:
            side = parts[k].shape[-1]
            small = F.interpolate(parts[k], size=int(side * rng.uniform(0.6, 0.95)), mode="area")
            parts[k] = F.interpolate(small, size=side, mode="bilinear", align_corners=False)
        elif way == 2:
            parts[k] = _smear(parts[k], int(rng.integers(2, 4)), bool(rng.random() < 0.5))
        elif way == 3:
            parts[k] = parts[k] + (parts[k] - _gaussian(parts[k], 1.0)) * float(rng.uniform(0.2, 1.2))
    return torch.cat(parts)


def _gaussian(x: Tensor, sigma: float) -> Tensor:
    at = torch.arange(-3, 4).float()
    line = torch.exp(-(at**2) / (2 * sigma**2))
    line = (line / line.sum()).repeat(3, 1)
    x = F.conv2d(F.pad(x, (3, 3, 0, 0), "replicate"), line[:, None, None, :], groups=3)
    return F.conv2d(F.pad(x, (0, 0, 3, 3), "replicate"), line[:, None, :, None], groups=3)


def _smear(x: Tensor, length: int, upright: bool) -> Tensor:
    return torch.stack([torch.roll(x, shift, 2 if upright else 3) for shift in range(length)]).mean(0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_bank_arguments(parser)
    parser.add_argument("--finder", type=Path, help="a trained finder: what it wrongly marks becomes 'nothing'")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    banks = load_banks(args)
    drawn, photos = banks.renders + banks.fast, banks.photos
    if args.finder:
        drawn, photos = with_lures(drawn, args.finder, args.seed), with_lures(photos, args.finder, args.seed)
        photos += with_lures(art_pages("train", range(2)), args.finder, args.seed)
    crops = Crops(drawn, photos, ground_pictures(photos, args.boards), args.seed + 100, args.mix)
    net = Reader().to(memory_format=torch.channels_last)
    if args.start:
        net.load_state_dict(torch.load(args.start))
    train(net, crops, args)


def losses(said: Tensor, values: Tensor, colours: Tensor) -> dict[str, Tensor]:
    """Return the named parts of the loss."""
    parts = {"value": F.cross_entropy(said[:, :READER_CLASSES], values, label_smoothing=0.02)}
    if bool((colours >= 0).any()):
        parts["colour"] = 0.5 * F.cross_entropy(said[:, READER_CLASSES:], colours, ignore_index=UNKNOWN)
    return parts


def train(net: Reader, crops: Crops, args: argparse.Namespace) -> None:
    optimiser = torch.optim.AdamW(net.parameters(), args.rate, weight_decay=0.02)
    average = torch.optim.swa_utils.get_ema_multi_avg_fn(0.997)
    kept = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=average, use_buffers=True)
    pace, mean, step = Pace(args), {}, 0
    while pace.done(step) < 1:
        for group in optimiser.param_groups:
            group["lr"] = pace.rate(step)
        squares, values, colours = crops.batch(BATCH)
        squares, colours = relit(squares, colours, crops.rng, args.mix)
        with torch.autocast("cpu", torch.bfloat16, enabled=args.bf16):
            said = net(squares.contiguous(memory_format=torch.channels_last)).float()
        parts = losses(said, values, colours)
        optimiser.zero_grad()
        sum(parts.values()).backward()
        optimiser.step()
        kept.update_parameters(net)
        seen = {name: part.item() for name, part in parts.items()}
        seen["right"] = (said[:, :READER_CLASSES].argmax(1) == values).float().mean().item()
        mean |= {name: 0.98 * mean.get(name, x) + 0.02 * x for name, x in seen.items()}
        if step % 50 == 0:
            took = time.monotonic() - pace.started
            print(step, f"{took:.0f} s", {k: round(v, 4) for k, v in mean.items()}, flush=True)
        step += 1
        if step % 250 == 0:
            torch.save(kept.module.state_dict(), args.out)
    torch.save(kept.module.state_dict(), args.out)


if __name__ == "__main__":
    main()
