"""The tile network's published figures: `python evaluate.py --out FILE.json [--boards DIR] [--scenes N]`.

Writes the file only when nothing got worse: a metric may only improve. `--force` writes anyway, for a new protocol.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from assistant.app.bench.eye_tiles import measure_boards, measure_families
from assistant.resources import resource


def measured(scenes: int, boards: Path | None) -> dict[str, Any]:
    network = (resource("models") / "tiles.onnx").read_bytes()
    families = measure_families(scenes)
    return {
        "model_sha256": hashlib.sha256(network).hexdigest(),
        "command": f"evaluate.py --scenes {scenes}" + (" --boards DIR" if boards else ""),
        "tiles": families,
        "tiles_real": measure_boards(boards) if boards else None,
    }


def worse(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Names of the figures that fell."""
    fallen = ["tiles.correct"] if new["tiles"]["correct"] < old["tiles"]["correct"] else []
    if old.get("tiles_real") and new.get("tiles_real"):
        shots = [key for key in old["tiles_real"] if key.startswith("shots_")]
        fallen += [k for k in shots if new["tiles_real"][k]["correct"] < old["tiles_real"][k]["correct"]]
    return fallen


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--boards", type=Path)
    parser.add_argument("--scenes", type=int, default=4)
    parser.add_argument("--force", action="store_true")
    args = parser.parse_args()
    figures = measured(args.scenes, args.boards)
    if args.out.exists() and not args.force and (fallen := worse(json.loads(args.out.read_text()), figures)):
        print(f"not written, these fell: {', '.join(fallen)}\n{json.dumps(figures)}", file=sys.stderr)
        return 1
    args.out.write_text(json.dumps(figures, indent=1) + "\n")
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
