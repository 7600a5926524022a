"""Write fitted settings into a network's file.

python -m train.stamp --model dice-reader.onnx --settings settings.json
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import onnx


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--settings", type=Path, required=True)
    args = parser.parse_args()
    model = onnx.load(str(args.model))
    del model.metadata_props[:]
    entry = model.metadata_props.add()
    entry.key, entry.value = "settings", json.dumps(json.loads(args.settings.read_text()))
    onnx.save(model, str(args.model))


if __name__ == "__main__":
    main()
