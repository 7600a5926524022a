"""The trainable network behind an exported one, so that lessons can go on where they ended.

Exporting joins every convolution with the normalisation behind it and rounds its weights to bytes. Here they are
taken apart again: what the normalisations see is measured on pictures, and they are set so that the network answers as
before. That it does is checked against the file.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from assistant.vision.infer import Network, packed

from .nets import HEAT, READER_CLASSES, Finder, Reader

ALIKE = 0.02
"""Bytes and numbers may differ so much, in the mean, in how likely they take a value or a die to be."""
Array = NDArray[np.generic]
Stored = tuple[Array, Array]
Layer = tuple[nn.Conv2d, nn.BatchNorm2d]


def revive(net: Reader | Finder, path: Path, batches: list[Tensor]) -> None:
    """Give `net` the weights of the file, with normalisations as the pictures (N, 3, H, W) 0..255 ask for.

    Raises ValueError when it does not answer as the file does.
    """
    convolutions, products = _stored(onnx.load(str(path)))
    layers = layers_of(net)
    with torch.no_grad():
        for name, (conv, norm) in layers.items():
            weight, bias = convolutions[name]
            conv.weight.copy_(torch.tensor(weight if weight.shape == conv.weight.shape else _apart(weight)))
            norm.weight.copy_(torch.sqrt(norm.running_var + norm.eps))
            norm.bias.copy_(torch.tensor(bias) + norm.running_mean)
        for layer, (weight, bias) in zip(_last(net), products, strict=True):
            whole = weight if weight.shape == layer.weight.shape[:2] else weight.T
            layer.weight.copy_(torch.tensor(whole).reshape(layer.weight.shape))
            layer.bias.copy_(torch.tensor(bias))
        _normalise(net, list(layers.values()), batches)
        apart = _difference(net, Network(path), batches[0].round())
    if apart > ALIKE:
        raise ValueError(f"{path}: brought back, it answers otherwise ({apart:.3f}); is it this kind of network?")


def layers_of(net: nn.Module) -> dict[str, Layer]:
    """Return the convolutions with a normalisation behind them, by the name of the two."""
    parts = dict(net.named_modules())
    pairs = ((name.removesuffix(".0"), name.removesuffix(".0") + ".1") for name in parts if name.endswith(".0"))
    return {
        name: (parts[f"{name}.0"], parts[after])  # type: ignore[misc]
        for name, after in pairs
        if isinstance(parts.get(after), nn.BatchNorm2d)
    }


def _last(net: Reader | Finder) -> list[nn.Linear | nn.Conv2d]:
    return [net.heads] if isinstance(net, Finder) else [one for one in net.out if isinstance(one, nn.Linear)]


@torch.no_grad()
def _difference(net: Reader | Finder, file: Network, pictures: Tensor) -> float:
    there = torch.tensor(file(packed(np.ascontiguousarray(pictures.permute(0, 2, 3, 1).byte().numpy()))))
    here = net.eval()(pictures)
    if isinstance(net, Finder):
        return float((here[:, HEAT].sigmoid() - there.permute(0, 3, 1, 2)[:, HEAT].sigmoid()).abs().mean())
    return float((here[:, :READER_CLASSES].softmax(1) - there[:, :READER_CLASSES].softmax(1)).abs().mean())


def _stored(model: onnx.ModelProto) -> tuple[dict[str, Stored], list[Stored]]:
    """Return weight and bias, as numbers, of every convolution by its name and of the products in their order."""
    values = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    makers = {name: node for node in model.graph.node for name in node.output}

    def number(name: str) -> Array:
        if name in values:
            return values[name]
        kept, scale, _ = (values[one] for one in makers[name].input)
        wide = kept.astype(np.float32) * scale.reshape(-1, *[1] * (kept.ndim - 1))
        return np.asarray(wide, np.float32)

    nodes = {kind: [node for node in model.graph.node if node.op_type == kind] for kind in ("Conv", "Gemm")}
    found = {kind: [(number(node.input[1]), number(node.input[2])) for node in some] for kind, some in nodes.items()}
    return dict(zip([_name(node.output[0]) for node in nodes["Conv"]], found["Conv"], strict=True)), found["Gemm"]


def _name(output: str) -> str:
    """Return the name of the pair an output is of: `at8.0.one` of `/net/at8/at8.0/one/one.2/Relu_output_0`."""
    parts = [part for part in output.split("/")[1:-1] if part != "net"]
    whole = [part for part, after in zip(parts, [*parts[1:], ""], strict=True) if not after.startswith(part + ".")]
    return ".".join(whole).rsplit(".", 1)[0]


def _apart(joined: Array) -> Array:
    """Undo `streamline.over_pairs`: the 3 x 3 convolution of stride 2 behind one over packed pixels."""
    outside, inside = len(joined), joined.shape[1] // 4
    wide = joined.reshape(outside, 2, 2, inside, 2, 2)
    out = np.zeros((outside, inside, 3, 3), joined.dtype)
    for ky, kx in np.ndindex(3, 3):
        out[:, :, ky, kx] = wide[:, (ky + 1) % 2, (kx + 1) % 2, :, int(ky > 0), int(kx > 0)]
    return out


def _normalise(net: nn.Module, layers: list[Layer], batches: Iterable[Tensor]) -> None:
    """Let every normalisation take the mean and spread of what it sees, without changing a single answer."""
    sums = {conv: torch.zeros(2, conv.out_channels, dtype=torch.float64) for conv, _ in layers}
    counts = dict.fromkeys(sums, 0)

    def look(conv: nn.Conv2d, _: object, out: Tensor) -> None:
        wide = out.double()
        sums[conv] += torch.stack([wide.sum((0, 2, 3)), (wide**2).sum((0, 2, 3))])
        counts[conv] += out.numel() // out.shape[1]

    hooks = [conv.register_forward_hook(look) for conv in sums]
    for pictures in batches:
        net.eval()(pictures)
    for hook in hooks:
        hook.remove()
    for conv, norm in layers:
        mean, square = sums[conv] / counts[conv]
        bias = norm.bias - norm.running_mean
        norm.running_mean.copy_(mean)
        norm.running_var.copy_((square - mean**2).clamp(min=1e-8))
        norm.weight.copy_(torch.sqrt(norm.running_var + norm.eps))
        norm.bias.copy_(bias + norm.running_mean)
