"""Take so much off a quantised network's weights that no processor's sums overflow: the same answers on all of them.

    python -m train.narrow --model dice-finder.onnx

Processors with AVX2 and without VNNI add two products of bytes in sixteen bits. With weights up to 127 such pairs
overflow and are cut off silently; on the committed sample of dice that made eleven in a thousand more wrong. Here every
output channel with a pair that could overflow gets a coarser scale, just as much as it needs. A network that is written
this way already stays as it is. It is the last step of `train.quantise`; the tile networks are narrowed by
`tiles/fit_rounding.py`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper

MOST = 32767 // 255
"""What two neighbouring weights of one sign may add up to, so that 255 times that stays within sixteen bits."""


def largest_pair(weight: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return for every output channel of (o, c, h, w) the largest sum of neighbours of one sign, shape (o,).

    Neighbours are input channels 2k and 2k + 1. A depthwise layer has one input channel and no neighbours: onnxruntime
    adds its products in 32 bits, and a weight counts alone.
    """
    outside, inside = weight.shape[:2]
    even = np.zeros((outside, inside + inside % 2, *weight.shape[2:]), np.int32)
    even[:, :inside] = weight
    pairs = even.reshape(outside, -1, 2, *weight.shape[2:])
    sums = [np.maximum(sign * pairs, 0).sum(2).reshape(outside, -1).max(1) for sign in (1, -1)]
    return np.asarray(np.maximum(*sums), np.int32)


def narrowed(weight: NDArray[np.int8]) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
    """Return the weights (o, c, h, w) with the largest factors per output channel that leave no pair too large."""
    wide = weight.astype(np.int32)
    factor = np.minimum(1.0, MOST / np.maximum(largest_pair(wide), 1))
    while True:
        shaped = np.round(wide * factor.reshape(-1, *[1] * (wide.ndim - 1))).astype(np.int32)
        over = largest_pair(shaped) > MOST  # both of a pair may have been rounded up
        if not over.any():
            return shaped.astype(np.int8), factor
        factor[over] *= 1 - 0.5 / MOST


def narrow(model: onnx.ModelProto) -> int:
    """Narrow every 8-bit convolution of a network in place; return how many output channels were changed."""
    values = {one.name: one for one in model.graph.initializer}
    stored = {node.output[0]: node for node in model.graph.node if node.op_type == "DequantizeLinear"}
    changed = 0

    def scale_by(name: str, factor: NDArray[np.float64]) -> None:
        old = numpy_helper.to_array(values[name])
        new = old * factor.reshape(-1, *[1] * (old.ndim - 1))
        whole = np.round(new) if np.issubdtype(old.dtype, np.integer) else new
        values[name].CopyFrom(numpy_helper.from_array(whole.astype(old.dtype), name))

    for conv in [node for node in model.graph.node if node.op_type == "Conv" and node.input[1] in stored]:
        weight, bias = stored[conv.input[1]], stored.get(conv.input[2]) if len(conv.input) > 2 else None
        small, factor = narrowed(numpy_helper.to_array(values[weight.input[0]]))
        if (factor == 1).all():
            continue
        changed += int((factor < 1).sum())
        values[weight.input[0]].CopyFrom(numpy_helper.from_array(small, weight.input[0]))
        scale_by(weight.input[1], 1 / factor)
        if bias is not None:
            scale_by(bias.input[0], factor)
            scale_by(bias.input[1], 1 / factor)
    onnx.checker.check_model(model, full_check=True)
    return changed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    model = onnx.load(str(args.model))
    print(args.model.name, narrow(model), "output channels narrowed")
    onnx.save(model, str(args.out or args.model))


if __name__ == "__main__":
    main()
