"""Narrow a quantised tile network as `train.narrow` does, but round so that the layers' sums stay what they were.

    python fit_rounding.py --families FILE.npz --model tiles.onnx --out tiles.onnx

Plain narrowing divides a whole output channel until its worst pair fits and rounds each weight by itself. Here several
finer scales are tried too, where the pairs that are too large are cut. Then one weight after the other is moved to the
whole number that brings the channel's sums nearest to those of the network given, over drawn training tiles as
a camera would show them; what is left of their mean goes into the bias. The best scale of each channel is kept. No
picture of a validation or test family is looked at. `--compare FILE.onnx ...` prints instead how near networks' vectors
are to those of `--model`, on drawn tiles of another seed.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import quantise
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from models.train.narrow import MOST, largest_pair, narrowed

Wide = NDArray[np.float64]
FINER = (1.0, 1.15, 1.3, 1.5, 1.75, 2.0)
"""Scales tried, as multiples of the one that plain narrowing finds."""
SWEEPS = 6
DAMPING = 0.01
"""Share of the inputs' mean variance added to each: higher trusts the drawn tiles less, and plain rounding more."""
OTHER_SEED = 34


def examples(families: Path | None, seed: int) -> list[NDArray[np.uint8]]:
    """Batches of drawn tiles as the network takes them, (n, 16, 16, 48) bytes."""
    batches: Iterator[dict[str, NDArray[np.float32]]] = iter(quantise.Examples(families, seed).get_next, None)
    bytes_of = (np.clip(np.round(one["pixels"] * 128 + 128), 0, 255).astype(np.uint8) for one in batches)
    return [np.ascontiguousarray(one.transpose(0, 2, 3, 1)) for one in bytes_of]


def session_of(model: onnx.ModelProto) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.log_severity_level = 1, 3
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def windows(inputs: NDArray[np.int32], conv: onnx.NodeProto) -> NDArray[np.float32]:
    """What a convolution multiplies its weights with, (places, c * h * w), from inputs (n, c, rows, columns)."""
    told = {one.name: helper.get_attribute_value(one) for one in conv.attribute}
    (high, wide), (down, right) = told["kernel_shape"], told.get("strides", [1, 1])
    top, left, bottom, end = told.get("pads", [0, 0, 0, 0])
    padded = np.pad(inputs, ((0, 0), (0, 0), (top, bottom), (left, end))).astype(np.float32)
    seen = np.lib.stride_tricks.sliding_window_view(padded, (high, wide), (2, 3))[:, :, ::down, ::right]
    return np.ascontiguousarray(seen.transpose(0, 2, 3, 1, 4, 5)).reshape(-1, inputs.shape[1] * high * wide)


def cut_pairs(weight: NDArray[np.int32]) -> NDArray[np.int32]:
    """Weights (o, c, h, w) with an even c; of pairs that are too large each gives half of what is too much."""
    pairs = weight.reshape(len(weight), -1, 2, *weight.shape[2:]).copy()
    for sign in (1, -1):
        there = np.maximum(sign * pairs, 0)
        over = np.maximum(there.sum(2) - MOST, 0)
        share = np.stack([np.minimum(-(-over // 2), there[:, :, 0]), np.zeros_like(over)], 2)
        share[:, :, 1] = np.minimum(over - share[:, :, 0], there[:, :, 1])
        share[:, :, 0] = over - share[:, :, 1]
        pairs -= sign * share
    return pairs.reshape(weight.shape)


def fitted(weight: Wide, factor: Wide, start: NDArray[np.int32], spread: Wide) -> tuple[NDArray[np.int32], Wide]:
    """Whole weights (o, c, h, w) near weight * factor without a pair too large, and each channel's error (o,).

    `spread` (c * h * w, c * h * w) is the covariance of the inputs; factor and error are per output channel.
    """
    shape, places = weight.shape, int(np.prod(weight.shape[2:]))
    wished, now = weight.reshape(len(weight), -1), start.reshape(len(weight), -1).astype(np.float64)
    off = now / factor[:, None] - wished
    pull = off @ spread
    for _ in range(SWEEPS):
        before = now.copy()
        for j in range(wished.shape[1]):
            channel, place = divmod(j, places)
            mate = now[:, (channel ^ 1) * places + place]
            best = np.round(factor * (wished[:, j] + off[:, j] - pull[:, j] / spread[j, j]))
            least = np.maximum(-127, -MOST + np.maximum(-mate, 0))
            new = np.clip(best, least, np.minimum(127, MOST - np.maximum(mate, 0)))
            step = (new - now[:, j]) / factor
            now[:, j] = new
            off[:, j] += step
            pull += step[:, None] * spread[j]
        if (now == before).all():
            break
    return now.reshape(shape).astype(np.int32), np.einsum("ok,ok->o", off @ spread, off)


def best_of(weight: NDArray[np.int8], spread: Wide) -> tuple[NDArray[np.int8], Wide]:
    """The weights and factors of a layer with the smallest error among the scales tried, per output channel."""
    plain, base = narrowed(weight)
    wide = weight.astype(np.float64)
    kept, factors, least = plain.astype(np.int32), base.copy(), np.full(len(weight), np.inf)
    for finer in FINER:
        factor = np.minimum(1.0, base * finer)
        start = cut_pairs(np.round(wide * factor.reshape(-1, 1, 1, 1)).astype(np.int32)) if finer > 1 else kept.copy()
        found, error = fitted(wide, factor, start, spread)
        better = error < least
        kept[better], factors[better], least[better] = found[better], factor[better], error[better]
    assert (largest_pair(kept) <= MOST).all()
    return kept.astype(np.int8), factors


def fit(model: onnx.ModelProto, batches: list[NDArray[np.uint8]]) -> None:
    """Narrow every 8-bit convolution with a pair that is too large, in place."""
    values = {one.name: one for one in model.graph.initializer}
    stored = {node.output[0]: node for node in model.graph.node if node.op_type == "DequantizeLinear"}
    eight_bit = [node for node in model.graph.node if node.op_type == "Conv" and node.input[1] in stored]
    wide = [c for c in eight_bit if (largest_pair(_value(values, stored[c.input[1]], 0).astype(np.int32)) > MOST).any()]
    told = onnx.ModelProto()
    told.CopyFrom(model)
    sources = sorted({stored[conv.input[0]].input[0] for conv in wide})
    known = {one.name for one in told.graph.output}
    told.graph.output.extend(helper.make_empty_tensor_value_info(name) for name in sources if name not in known)
    session = session_of(told)
    seen = [dict(zip(sources, session.run(sources, {"patches": one}), strict=True)) for one in batches]
    for conv in wide:
        inside, kept, bias = (stored[name] for name in conv.input[:3])
        zero = _value(values, inside, 2).astype(np.int32)
        rows = np.concatenate([windows(one[inside.input[0]].astype(np.int32) - zero, conv) for one in seen])
        middle = rows.mean(0, dtype=np.float64)
        spread = (rows.T @ rows).astype(np.float64) / len(rows) - np.outer(middle, middle)
        spread += DAMPING * np.trace(spread) / len(spread) * np.eye(len(spread))
        old = _value(values, kept, 0)
        new, factor = best_of(old, spread)
        off = new.reshape(len(new), -1) / factor[:, None] - old.reshape(len(old), -1)
        shifted = np.round(factor * (_value(values, bias, 0) - off @ middle))
        for node, place, value in (
            (kept, 0, new),
            (kept, 1, _value(values, kept, 1) / factor),
            (bias, 0, shifted),
            (bias, 1, _value(values, bias, 1) / factor),
        ):
            name = node.input[place]
            dtype = numpy_helper.to_array(values[name]).dtype
            values[name].CopyFrom(numpy_helper.from_array(np.asarray(value).astype(dtype), name))
        print(conv.name, old.shape, f"{(factor < 1).sum()} channels, middle factor {np.median(factor):.2f}", flush=True)
    onnx.checker.check_model(model, full_check=True)


def _value(values: dict[str, onnx.TensorProto], node: onnx.NodeProto, place: int) -> NDArray[np.generic]:
    return np.asarray(numpy_helper.to_array(values[node.input[place]]))


def compare(model: onnx.ModelProto, others: list[Path], batches: list[NDArray[np.uint8]]) -> None:
    """Print for each network how far its vectors are from the first one's: mean and largest of 1 - cosine."""
    names = [one.name for one in model.graph.output]
    wanted = [session_of(model).run(names, {"patches": one}) for one in batches]
    for path in others:
        session = session_of(onnx.load(str(path)))
        said = [session.run(names, {"patches": one}) for one in batches]
        for k, name in enumerate(names):
            away = np.concatenate([1 - (a[k] * b[k]).sum(1) for a, b in zip(wanted, said, strict=True)])
            print(path.name, name, f"mean {away.mean():.6f}, most {away.max():.6f}, {len(away)} tiles")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--families", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--compare", type=Path, nargs="+", metavar="FILE.onnx")
    args = parser.parse_args()
    model = onnx.load(str(args.model))
    if args.compare:
        compare(model, args.compare, examples(args.families, OTHER_SEED))
        return
    fit(model, examples(args.families, quantise.SEED))
    onnx.save(model, str(args.out or args.model))


if __name__ == "__main__":
    main()
