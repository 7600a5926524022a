"""A network as 8-bit ONNX: `python quantise.py [CHECKPOINT | --teacher FILE.onnx] --families FILE.npz --out FILE`.

The file takes `patches` as bytes (n, 16, 16, 48), so that nothing is left to get wrong outside, and gives `mark`
(n, 896) and, made of the teacher and not of a quick network's checkpoint, `kind` (n, 64), both of unit length. Ranges
come from drawn training tiles as a camera would show them.
"""

import argparse
import tempfile
from pathlib import Path

import lean_net
import numpy as np
import onnx
import quick_net
import torch
import train
import views
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

SEED = 33
BATCHES, SETS, EACH = 8, 4, 12


class Examples(CalibrationDataReader):
    """Drawn tiles, seen by a camera."""

    def __init__(self, families: Path | None, seed: int = SEED) -> None:
        torch.manual_seed(seed)
        rng = np.random.default_rng(seed)
        drawn, _ = train.pool(seed, 12, 1)
        sources = [drawn, np.load(families)["tiles"]] if families else [drawn]
        self._batches = iter([self._batch(rng, sources) for _ in range(BATCHES)])

    @staticmethod
    def _batch(rng: np.random.Generator, sources: list[NDArray[np.uint8]]) -> NDArray[np.float32]:
        flat = train.batch(rng, sources, SETS, EACH)
        seen: NDArray[np.float32] = lean_net.patches(views.view(flat, flat.flip(0), views.READ)).numpy()
        return seen

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        batch = next(self._batches, None)
        return None if batch is None else {"pixels": batch}


Model = lean_net.LeanNet | quick_net.QuickNet


def export_float(model: Model, out: Path) -> None:
    cells = views.INPUT // lean_net.PATCH
    example = torch.zeros(2, lean_net.PATCH_NUMBERS, cells, cells)
    said = ["mark", "kind"] if isinstance(model, lean_net.LeanNet) else ["mark"]
    axes = {name: {0: "n"} for name in ("pixels", *said)}
    names = {"input_names": ["pixels"], "output_names": said, "dynamic_axes": axes}
    torch.onnx.export(model.eval(), (example,), str(out), dynamo=False, opset_version=17, **names)


def take_bytes(path: Path) -> None:
    """Let the network take bytes as they come: they are its first 8-bit numbers already."""
    model = onnx.load(str(path))
    graph = model.graph
    first = [node for node in graph.node if node.op_type == "QuantizeLinear" and node.input[0] == "pixels"]
    cells = views.INPUT // lean_net.PATCH
    for node in first:
        for user in graph.node:
            if user.op_type == "DequantizeLinear" and user.input[0] == node.output[0]:
                user.input[:] = ["upright", "byte_scale", "byte_zero"]
        graph.node.remove(node)
    graph.initializer.append(numpy_helper.from_array(np.array(1 / 128, np.float32), "byte_scale"))
    graph.initializer.append(numpy_helper.from_array(np.array(128, np.uint8), "byte_zero"))
    graph.node.insert(0, helper.make_node("Transpose", ["patches"], ["upright"], perm=[0, 3, 1, 2]))
    del graph.input[:]
    shape = ["n", cells, cells, lean_net.PATCH_NUMBERS]
    graph.input.append(helper.make_tensor_value_info("patches", TensorProto.UINT8, shape))
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def quantise(model: Model, families: Path | None, out: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        plain, ready = Path(folder) / "plain.onnx", Path(folder) / "ready.onnx"
        export_float(model, plain)
        quant_pre_process(str(plain), str(ready), skip_symbolic_shape=True)
        quantize_static(
            str(ready),
            str(out),
            Examples(families),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            calibrate_method=CalibrationMethod.MinMax,
            op_types_to_quantize=["Conv", "Relu", "Add"],
        )
    take_bytes(out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path, nargs="?", help="of a quick network")
    parser.add_argument("--teacher", type=Path, help="take the teacher as it is, without a checkpoint")
    parser.add_argument("--families", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    model: Model
    if args.checkpoint:
        model = quick_net.QuickNet()
        model.load_state_dict(torch.load(args.checkpoint)["model"])
    else:
        model = lean_net.LeanNet()
        lean_net.start_from(model, args.teacher)
    quantise(model, args.families, args.out)
    print(args.out, args.out.stat().st_size // 1024, "KiB")


if __name__ == "__main__":
    main()
