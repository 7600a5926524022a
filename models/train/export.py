"""Write the trained networks as ONNX; `train.stamp` adds the fitted settings later.

python -m train.export --sight table --finder finder.pt --reader reader.pt --out models/
python -m train.export --sight table --expert expert.pt --out models/
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import onnx
import torch
from torch import Tensor, nn

from assistant.vision.dice import NETWORKS

from .nets import READER_SIDE, Expert, Finder, Reader


class Camera(nn.Module):
    """Takes bytes with the channels last, as OpenCV holds them, so that the program never shuffles pixels."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, pixels: Tensor) -> Tensor:
        see = self.net.see if isinstance(self.net, Finder) else self.net
        return see(pixels.permute(0, 3, 1, 2).float())


def export(net: nn.Module, path: Path, example: Tensor, axes: dict[str, Any]) -> None:
    """Write one network and check the file."""
    torch.onnx.export(
        Camera(net).eval(),
        (example,),
        str(path),
        input_names=["pixels"],
        output_names=["said"],
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )
    model = onnx.load(str(path))
    del model.metadata_props[:]
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def export_finder(weights: Path, path: Path) -> None:
    finder = Finder()
    finder.load_state_dict(torch.load(weights))
    picture = torch.zeros(1, 48, 48, 12, dtype=torch.uint8)
    axes = {"pixels": {0: "n", 1: "h2", 2: "w2"}, "said": {0: "n", 2: "h4", 3: "w4"}}
    export(finder, path, picture, axes)


def export_reader(reader: Reader, weights: Path, path: Path) -> None:
    reader.load_state_dict(torch.load(weights))
    square = torch.zeros(1, READER_SIDE, READER_SIDE, 3, dtype=torch.uint8)
    export(reader, path, square, {"pixels": {0: "n"}, "said": {0: "n"}})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--finder", type=Path)
    parser.add_argument("--reader", type=Path)
    parser.add_argument("--expert", type=Path)
    parser.add_argument("--sight", choices=list(NETWORKS), default="loose", help="which pair this is")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    name = NETWORKS[args.sight]
    if args.finder:
        export_finder(args.finder, args.out / f"{name}-finder.onnx")
    if args.reader:
        export_reader(Reader(), args.reader, args.out / f"{name}-reader.onnx")
    if args.expert:
        export_reader(Expert(), args.expert, args.out / f"{name}-expert.onnx")


if __name__ == "__main__":
    main()
