"""The tile network: one small trunk, two answers.

`mark` (n, 896) is a 4 x 4 map of 56 features, unit length: which tile, and which way round.
`kind` (n, 64) is unit length and blind to rotation and to the things on the tile: which sort of land.
Input: (n, 3, 64, 64), BGR, 0..1.
"""

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Separable(nn.Module):
    """Depthwise then pointwise convolution around a shortcut."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.deep = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, groups=channels, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(),
            nn.Conv2d(channels, channels, 1, bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x + self.deep(x))


def shrink(inside: int, outside: int) -> nn.Sequential:
    conv = nn.Conv2d(inside, outside, 3, 2, 1, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outside), nn.ReLU())


class TileNet(nn.Module):
    """See the module's text for the two outputs."""

    def __init__(self, features: int = 56, kinds: int = 64) -> None:
        super().__init__()
        self.fine = nn.Sequential(shrink(3, 24), shrink(24, 48), Separable(48), Separable(48))
        self.middle = nn.Sequential(shrink(48, 96), Separable(96), Separable(96), Separable(96))
        self.coarse = nn.Sequential(shrink(96, 192), Separable(192), Separable(192))
        self.mark = nn.Conv2d(192, features, 1)
        self.kind = nn.Sequential(nn.Linear(2 * (3 + 48 + 96), 128), nn.ReLU(), nn.Linear(128, kinds))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        fine = self.fine(x * 2 - 1)
        middle = self.middle(fine)
        mark = F.normalize(self.mark(self.coarse(middle)).flatten(1), dim=1)
        pooled = torch.cat([spread(F.avg_pool2d(x, 4)), spread(fine), spread(middle)], 1)
        return mark, F.normalize(self.kind(pooled), dim=1)


def spread(x: Tensor) -> Tensor:
    """Mean and deviation over all places, shape (n, 2 c)."""
    mean = x.mean((2, 3))
    square = (x * x).mean((2, 3)) - mean * mean
    return torch.cat([mean, torch.sqrt(square.clamp(min=0) + 1e-5)], 1)
