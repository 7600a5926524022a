"""From flat art to what a camera makes of it: misplaced, tilted, badly lit, blurred, worn, half covered (torch).

Tensors are float32 in 0..1, shape (n, 3, side, side), BGR order as OpenCV delivers it.
"""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

INPUT = 64


@dataclass(frozen=True, slots=True)
class Hardness:
    """How far a view may lie from the flat art; 1.0 are the bounds the reader is built for."""

    shift: float = 0.13
    """Largest misplacement as a share of the cell."""
    turn_deg: float = 5.0
    scale: tuple[float, float] = (0.89, 1.05)
    perspective: float = 0.05
    light: float = 0.75
    blur: float = 1.5
    cover_share: float = 0.15
    """Share of the pictures with something lying over a part of them."""


ENROLLED = Hardness(
    shift=0.03, turn_deg=2.0, scale=(0.93, 1.03), perspective=0.02, light=0.7, blur=0.9, cover_share=0.0
)
READ = Hardness()


def uniform(shape: tuple[int, ...], low: float, high: float) -> Tensor:
    return torch.rand(shape) * (high - low) + low


def sampling_grid(n: int, hard: Hardness) -> Tensor:
    """Where each pixel of the view looks in the art, shape (n, INPUT, INPUT, 2), -1..1 inside the tile."""
    line = (torch.arange(INPUT) + 0.5) / INPUT * 2 - 1
    ys, xs = torch.meshgrid(line, line, indexing="ij")
    points = torch.stack([xs, ys, torch.ones_like(xs)], -1).reshape(1, -1, 3).expand(n, -1, -1)
    angle = torch.randn(n) * hard.turn_deg / 2 * torch.pi / 180
    scale = uniform((n,), *hard.scale)
    matrix = torch.zeros(n, 3, 3)
    matrix[:, 0, 0] = torch.cos(angle) / scale
    matrix[:, 0, 1] = -torch.sin(angle) / scale
    matrix[:, 1, 0] = torch.sin(angle) / scale
    matrix[:, 1, 1] = torch.cos(angle) / scale * uniform((n,), 0.96, 1.04)
    matrix[:, :2, 2] = uniform((n, 2), -2 * hard.shift, 2 * hard.shift)
    matrix[:, 2, :2] = uniform((n, 2), -hard.perspective, hard.perspective)
    matrix[:, 2, 2] = 1
    seen = points @ matrix.transpose(1, 2)
    return (seen[..., :2] / seen[..., 2:]).reshape(n, INPUT, INPUT, 2)


def place(art: Tensor, around: Tensor, hard: Hardness) -> Tensor:
    """Look at `art` through a misplaced window; beyond its edges lies `around`, behind a dark gap or a shadow."""
    n = art.shape[0]
    grid = sampling_grid(n, hard)
    inside = ((grid.abs() < 1).all(-1, keepdim=True)).float().permute(0, 3, 1, 2)
    soft = F.avg_pool2d(inside, 3, 1, 1)
    gap = 1 - (soft * (1 - soft) * 4) * uniform((n, 1, 1, 1), 0, 0.8)
    tile = F.grid_sample(art, grid, padding_mode="border", align_corners=False)
    beyond = F.grid_sample(around, grid * 0.5, padding_mode="reflection", align_corners=False)
    return (tile * soft + beyond * (1 - soft)) * gap


def smooth_field(n: int, cells: int) -> Tensor:
    return F.interpolate(torch.rand(n, 1, cells, cells), INPUT, mode="bilinear", align_corners=False)


def light_up(x: Tensor, amount: float) -> Tensor:
    """Exposure, white balance, gradients, haze, hard shadows, gloss."""
    n = x.shape[0]
    x = x ** torch.exp(torch.randn(n, 1, 1, 1) * 0.22 * amount)
    warm = torch.randn(n, 1) * 0.16 * amount
    tint = torch.randn(n, 1) * 0.05 * amount
    x = x * torch.exp(torch.cat([-warm, tint, warm], 1))[:, :, None, None]
    x = x * torch.exp(torch.randn(n, 1, 1, 1) * 0.25 * amount)
    x = x * (1 + (smooth_field(n, 2) - 0.5) * uniform((n, 1, 1, 1), 0, 0.9 * amount))
    edge = torch.sigmoid((smooth_field(n, 3) - 0.5) * 40)
    x = x * (1 - edge * (torch.rand(n, 1, 1, 1) < 0.2) * uniform((n, 1, 1, 1), 0, 0.5 * amount))
    grey = x.mean(1, keepdim=True)
    x = grey + (x - grey) * uniform((n, 1, 1, 1), 1 - 0.45 * amount, 1 + 0.35 * amount)
    haze = uniform((n, 1, 1, 1), 0, 0.25 * amount)
    x = x * (1 - haze) + haze * uniform((n, 1, 1, 1), 0.3, 0.9)
    gloss = torch.exp(-((smooth_field(n, 4) - 0.75) ** 2) * 60) * (torch.rand(n, 1, 1, 1) < 0.25)
    return x + gloss * uniform((n, 1, 1, 1), 0, 0.6 * amount)


def soften(x: Tensor, strength: float) -> Tensor:
    """The first third gets fewer pixels than we ask for, the second half a blur; the order of a batch means nothing."""
    n = x.shape[0]
    third = n // 3
    small = int(uniform((1,), 28, INPUT).item())
    coarse = F.interpolate(x[:third], small, mode="bilinear", align_corners=False, antialias=True)
    x = torch.cat([F.interpolate(coarse, INPUT, mode="bilinear", align_corners=False), x[third:]])
    sigma = max(0.3, float(torch.rand(1)) * strength)
    line = torch.exp(-(torch.arange(-3, 4).float() ** 2) / (2 * sigma**2))
    kernel = torch.outer(line, line) if torch.rand(1) < 0.7 else torch.diag(line)
    kernel = (kernel / kernel.sum()).expand(3, 1, 7, 7)
    half = n // 2
    blurred = F.conv2d(F.pad(x[half:], (3, 3, 3, 3), mode="reflect"), kernel, groups=3)
    return torch.cat([x[:half], blurred])


def cover(x: Tensor, share: float) -> Tensor:
    """A hand, a sleeve, a meeple or a die over a part of the cell."""
    n = x.shape[0]
    direction = torch.randn(n, 2)
    direction = direction / direction.norm(dim=1, keepdim=True)
    line = torch.linspace(-1, 1, INPUT)
    ys, xs = torch.meshgrid(line, line, indexing="ij")
    along = xs[None] * direction[:, 0, None, None] + ys[None] * direction[:, 1, None, None]
    edge = along + (smooth_field(n, 4)[:, 0] - 0.5) * 0.6 > uniform((n, 1, 1), 0.25, 0.9)
    spot = torch.randn(n, 2, 1, 1) * 0.5
    disc = (xs - spot[:, 0]) ** 2 + (ys - spot[:, 1]) ** 2 < uniform((n, 1, 1), 0.05, 0.2)
    mask = torch.where(torch.rand(n, 1, 1) < 0.6, edge, disc)[:, None] & (torch.rand(n, 1, 1, 1) < share)
    paint = uniform((n, 3, 1, 1), 0.05, 0.95) * (0.8 + 0.4 * smooth_field(n, 5))
    return torch.where(mask, paint, x)


def view(art: Tensor, around: Tensor, hard: Hardness) -> Tensor:
    """One picture of each tile, shape (n, 3, INPUT, INPUT)."""
    x = place(art, around, hard)
    worn = (smooth_field(x.shape[0], 22) > 0.97) & (torch.rand(x.shape[0], 1, 1, 1) < 0.3)
    x = torch.where(worn, torch.tensor(0.85), x)
    if hard.cover_share:
        x = cover(x, hard.cover_share)
    x = soften(light_up(x.clamp(0, 1), hard.light), hard.blur)
    return (x + torch.randn_like(x) * uniform((x.shape[0], 1, 1, 1), 0, 0.04)).clamp(0, 1)
