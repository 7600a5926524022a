"""Make a network's weights and activations 8-bit integers: a third of the time on processors with VNNI.

    python -m train.quantise --model dice-reader.onnx --renders DIR

Ranges are taken from training renders. The settings inside the file stay.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from assistant.vision.dice import NETWORKS
from assistant.vision.infer import packed

from .bank import Item, rendered
from .fit_reader import Crops
from .narrow import narrow
from .streamline import streamlined

PICTURES = 24
# Everything between two convolutions stays in bytes too: going to floats and back costs more than the convolutions.
IN_BYTES = ["Conv", "Relu", "Add", "Resize"]


class Examples(CalibrationDataReader):
    """Pictures as the network will see them."""

    def __init__(self, batches: Iterator[NDArray[np.uint8]]) -> None:
        self.batches = batches

    def get_next(self) -> dict[str, NDArray[np.uint8]] | None:
        batch = next(self.batches, None)
        return None if batch is None else {"pixels": batch}


def finder_examples(items: list[Item]) -> Iterator[NDArray[np.uint8]]:
    for item in items:
        scale = 18.0 / float(np.median(item.truth.edge_px))
        picture = cv2.resize(item.picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        yield packed(picture[: picture.shape[0] // 16 * 16, : picture.shape[1] // 16 * 16][None])


def reader_examples(items: list[Item], sight: str) -> Iterator[NDArray[np.uint8]]:
    crops = Crops(items, [], [], 77, sight)
    for _ in range(PICTURES):
        squares, _, _ = crops.batch(24)
        yield np.ascontiguousarray(squares.permute(0, 2, 3, 1).byte().numpy())


def bytes_in(model: onnx.ModelProto) -> onnx.ModelProto:
    """Return the model with its input's bytes given to the first convolution as they are.

    `x / 127.5 - 1` is itself a byte with scale 1/127.5 and zero point 128 (half a step off): the way through floats and
    back again is cut out, and only what moves pixels stays.
    """
    graph = model.graph
    makers = {name: node for node in graph.node for name in node.output}
    first = next(node for node in graph.node if node.op_type == "QuantizeLinear" and node.input[0] in makers)
    chain = [makers[first.input[0]]]
    while chain[-1].input[0] in makers:
        chain.append(makers[chain[-1].input[0]])
    floats = [node for node in chain if node.op_type in ("Cast", "Div", "Mul", "Sub")]
    for node in [*floats, first]:
        for user in graph.node:
            for k, name in enumerate(user.input):
                if name == node.output[0]:
                    user.input[k] = node.input[0]
        graph.node.remove(node)
    _set_range(graph, first)
    del graph.value_info[:]
    used = {name for node in graph.node for name in node.input}
    for entry in [one for one in graph.initializer if one.name not in used]:
        graph.initializer.remove(entry)
    return model


def _set_range(graph: onnx.GraphProto, quantise: onnx.NodeProto) -> None:
    """Overwrite the scale and zero point the range search found for the input."""
    values = {quantise.input[1]: np.float32(1 / 127.5), quantise.input[2]: np.uint8(128)}
    for entry in graph.initializer:
        if entry.name in values:
            entry.CopyFrom(onnx.numpy_helper.from_array(np.array(values[entry.name]), entry.name))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--renders", type=Path, required=True)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    sight = "table" if args.model.name.startswith(NETWORKS["table"]) else "loose"
    items = rendered(args.renders, PICTURES, straightened=sight == "table")
    examples = finder_examples(items) if "finder" in args.model.name else reader_examples(items, sight)
    settings = {entry.key: entry.value for entry in onnx.load(str(args.model)).metadata_props}
    ready = args.model.with_suffix(".ready.onnx")
    quant_pre_process(str(args.model), str(ready), skip_symbolic_shape=True)
    last = [node.name for node in onnx.load(str(ready)).graph.node if node.op_type in ("Conv", "Gemm")][-1:]
    out = args.out or args.model
    quantize_static(
        str(ready),
        str(out),
        Examples(examples),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        op_types_to_quantize=IN_BYTES,
        nodes_to_exclude=last,
    )
    ready.unlink()
    model = streamlined(bytes_in(onnx.load(str(out))))
    narrow(model)
    del model.metadata_props[:]
    for key, value in settings.items():
        entry = model.metadata_props.add()
        entry.key, entry.value = key, value
    onnx.save(model, str(out))
    print(out, out.stat().st_size // 1024, "KiB", json.dumps(settings))


if __name__ == "__main__":
    main()
