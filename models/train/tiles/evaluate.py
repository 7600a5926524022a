"""The tile network's published figures: `python evaluate.py --out FILE.json [--boards DIR] [--scenes N]`.

Writes the file only when nothing got worse: a metric may only improve. `--force` writes anyway, for a new protocol.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from assistant.app.bench.eye_tiles import SCENES, measure_boards, measure_families, measure_rendered, rendered_folder
from assistant.resources import resource

SETS = ("tiles", "tiles_photoreal", "sample")


def fingerprint(name: str) -> str:
    return hashlib.sha256((resource("models") / name).read_bytes()).hexdigest()


def measured(scenes: int, boards: Path | None, rendered: Path | None) -> dict[str, Any]:
    return {
        "model_sha256": fingerprint("tiles.onnx"),
        "quick_sha256": fingerprint("tiles-quick.onnx"),
        "command": f"evaluate.py --scenes {scenes}" + (" --boards DIR" if boards else ""),
        "tiles": measure_families(scenes),
        "tiles_photoreal": measure_rendered(rendered) if rendered else None,
        "sample": measure_rendered(resource("models") / "tiles-sample"),
        "tiles_real": measure_boards(boards) if boards else None,
    }


def worse(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Names of the figures that fell; what was not measured both times is not compared."""
    fallen = []
    for name in SETS:
        before, now = old.get(name), new.get(name)
        if before and now:
            fallen += [f"{name}.correct"] if now["correct"] < before["correct"] else []
            sure = [one["confident_wrong"] / max(one["cells"], 1) for one in (before, now)]
            fallen += [f"{name}.confident_wrong"] if sure[1] > sure[0] else []
    if old.get("tiles_real") and new.get("tiles_real"):
        shots = [key for key in old["tiles_real"] if key.startswith("shots_")]
        fallen += [k for k in shots if new["tiles_real"][k]["correct"] < old["tiles_real"][k]["correct"]]
    return fallen


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--boards", type=Path)
    parser.add_argument("--rendered", type=Path, help="another folder of rendered pictures")
    parser.add_argument("--scenes", type=int, default=SCENES)
    parser.add_argument("--force", action="store_true")
    args = parser.parse_args()
    folder = rendered_folder(args.rendered)
    figures = measured(args.scenes, args.boards, folder[0] if folder and folder[1] != "sample" else None)
    if args.out.exists() and not args.force and (fallen := worse(json.loads(args.out.read_text()), figures)):
        print(f"not written, these fell: {', '.join(fallen)}\n{json.dumps(figures)}", file=sys.stderr)
        return 1
    args.out.write_text(json.dumps(figures, indent=1) + "\n")
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
