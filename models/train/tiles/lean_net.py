"""The tile network as it is shipped: the trained network (`net.py`) written so that 8-bit processors like it.

A cell is taken apart into 16 x 16 patches of 4 x 4 pixels, 48 numbers each; the first two layers work on whole patches,
which is the same sum in another order and a quarter of the time. No batch norm: the teacher's is folded.
"""

from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

PATCH = 4
PATCH_NUMBERS = 3 * PATCH * PATCH
FINE_LAYERS = 2
"""Separable layers in the teacher's first stage."""
Weights = list[NDArray[np.float32]]


class Separable(nn.Module):
    """Depthwise then pointwise convolution around a shortcut."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.deep = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, groups=channels), nn.ReLU(), nn.Conv2d(channels, channels, 1)
        )

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x + self.deep(x))


def shrink(inside: int, outside: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inside, outside, 3, 2, 1), nn.ReLU())


def patchwise(inside: int, outside: int) -> nn.Sequential:
    """A layer over a patch and its neighbours to the left and above."""
    return nn.Sequential(nn.ZeroPad2d((1, 0, 1, 0)), nn.Conv2d(inside, outside, 2), nn.ReLU())


class LeanNet(nn.Module):
    """Input: patches (n, 48, 16, 16) as `patches` makes them. Output: `mark` (n, 896) and `kind` (n, 64)."""

    def __init__(self, features: int = 56, kinds: int = 64) -> None:
        super().__init__()
        self.fine = nn.Sequential(
            patchwise(PATCH_NUMBERS, 96), patchwise(96, 48), *(Separable(48) for _ in range(FINE_LAYERS))
        )
        self.middle = nn.Sequential(shrink(48, 96), Separable(96), Separable(96), Separable(96))
        self.coarse = nn.Sequential(shrink(96, 192), Separable(192), Separable(192))
        self.mark = nn.Conv2d(192, features, 1)
        self.hues = nn.Sequential(nn.Conv2d(PATCH_NUMBERS, 3, 1, 2), nn.ReLU())
        self.grain = nn.Sequential(nn.Conv2d(48, 48, 1, 2), nn.ReLU())
        self.kind = nn.Sequential(nn.Linear(2 * (3 + 48 + 96), 128), nn.ReLU(), nn.Linear(128, kinds))

    def forward(self, patched: Tensor) -> tuple[Tensor, Tensor]:
        fine = self.fine(patched)
        middle = self.middle(fine)
        mark = F.normalize(self.mark(self.coarse(middle)).flatten(1), dim=1)
        pooled = torch.cat([spread(self.hues(patched)), spread(self.grain(fine)), spread(middle)], 1)
        return mark, F.normalize(self.kind(pooled), dim=1)


def spread(x: Tensor) -> Tensor:
    """Mean and deviation over all places as in `net.py`, shape (n, 2 c), by operations that are quick when exported."""
    mean = x.mean((2, 3))
    square = torch.linalg.vector_norm(x, dim=(2, 3)).square() / (x.shape[2] * x.shape[3]) - mean * mean
    return torch.cat([mean, torch.sqrt(square.clamp(min=0) + 1e-5)], 1)


def patches(pictures: Tensor) -> Tensor:
    """Pictures (n, 3, side, side), 0..1, as the network wants them: numbers in the order row, column, channel."""
    n, _, side, _ = pictures.shape
    cells = side // PATCH
    split = (pictures * 255 - 128).div(128).reshape(n, 3, cells, PATCH, cells, PATCH)
    return split.permute(0, 3, 5, 1, 2, 4).reshape(n, PATCH_NUMBERS, cells, cells)


def over_patches(weight: NDArray[np.float32], patch: int) -> NDArray[np.float32]:
    """A 3x3 convolution of stride 2 (o, c, 3, 3) as one over patches, shape (groups o, patch patch c, 2, 2)."""
    outside, inside = weight.shape[:2]
    side = patch // 2
    wide = np.zeros((side, side, outside, patch, patch, inside, 2, 2), np.float32)
    for a, b, ky, kx in np.ndindex(side, side, 3, 3):
        row, column = 2 * a + ky - 1, 2 * b + kx - 1
        wide[a, b, :, row % patch, column % patch, :, int(row >= 0), int(column >= 0)] = weight[:, :, ky, kx]
    return wide.reshape(side * side * outside, patch * patch * inside, 2, 2)


def teacher_weights(path: Path) -> Weights:
    """Weight and bias of every layer of the exported teacher, in order; its batch norms are folded by the export."""
    graph = onnx.load(str(path)).graph
    stored = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    layers = [node for node in graph.node if node.op_type in ("Conv", "Gemm")]
    return [stored[name] for node in layers for name in node.input[1:3]]


def _translated(weights: Weights) -> Weights:
    """The teacher's weights for a LeanNet: the first two layers over patches, the others as they are."""
    first, first_bias, second, second_bias = weights[:4]
    # The teacher sees (p - 127.5) / 127.5, we (p - 128) / 128, which 8-bit numbers can hold exactly.
    first_bias = first_bias + first.sum((1, 2, 3)) * 0.5 / 127.5
    wide = over_patches(first * np.float32(128 / 127.5), PATCH)
    return [wide, np.tile(first_bias, 4), over_patches(second, 2), second_bias, *weights[4:]]


def _layers(module: nn.Module) -> list[nn.Parameter]:
    """Weight and bias of the convolutions and matrices inside, in the order they are used."""
    kept = [one for one in module.modules() if isinstance(one, nn.Conv2d | nn.Linear)]
    return [parameter for one in kept for parameter in (one.weight, one.bias) if parameter is not None]


def start_from(model: LeanNet, teacher: Path) -> None:
    """Take over the teacher's weights; `hues` and `grain` start as plain looks at every fourth patch."""
    weights = _translated(teacher_weights(teacher))
    places = [p for part in (model.fine, model.middle, model.coarse, model.mark, model.kind) for p in _layers(part)]
    if [tuple(p.shape) for p in places] != [w.shape for w in weights]:
        raise SystemExit(f"{teacher}: not the network of net.py")
    with torch.no_grad():
        for place, weight in zip(places, weights, strict=True):
            place.copy_(torch.from_numpy(weight.copy()))
        mean = torch.eye(3).repeat(1, PATCH * PATCH) / PATCH**2 * 128 / 255
        hues = _layers(model.hues)
        hues[0].copy_(mean[:, :, None, None])
        hues[1].fill_(128 / 255)
        grain = _layers(model.grain)
        grain[0].copy_(torch.eye(48)[:, :, None, None])
        grain[1].zero_()
