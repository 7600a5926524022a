"""Checkpoint to ONNX: `python models/train/tiles/export.py CHECKPOINT --out models/tiles.onnx`.

The exported network takes `pictures` as uint8 (n, side, side, 3), BGR as OpenCV delivers them, so that nothing is left
to get wrong outside; it gives `mark` (n, 896) and `kind` (n, 64), both of unit length.
"""

import argparse
import sys
from pathlib import Path

import torch
from torch import Tensor, nn

sys.path.insert(0, str(Path(__file__).parent))
import net
import views


class FromBytes(nn.Module):
    """The network behind a cast and a transposition."""

    def __init__(self, inner: net.TileNet) -> None:
        super().__init__()
        self.inner = inner

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor]:
        mark, kind = self.inner(pictures.permute(0, 3, 1, 2).float() / 255)
        return mark, kind


def export(checkpoint: Path, out: Path) -> None:
    model = net.TileNet()
    model.load_state_dict(torch.load(checkpoint)["model"])
    example = torch.zeros(2, views.INPUT, views.INPUT, 3, dtype=torch.uint8)
    axes = {name: {0: "n"} for name in ("pictures", "mark", "kind")}
    names = {"input_names": ["pictures"], "output_names": ["mark", "kind"], "dynamic_axes": axes}
    torch.onnx.export(FromBytes(model.eval()), (example,), str(out), dynamo=False, opset_version=17, **names)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    export(args.checkpoint, args.out)


if __name__ == "__main__":
    main()
