"""Measure the exported networks and keep the figures if none got worse.

python -m train.evaluate --out dice.metrics.json --photos DIR --photos DIR
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from assistant.app.bench import eye
from assistant.vision.dice import DiceReader

HIGHER = {"photoreal": ("found", "correct"), "sample": ("found", "correct"), "real": ("correct", "pictures_all_right")}
"""What may not fall, as the bars have it: of photographs dice found and right, and pictures without an error."""
LOWER = ("confident_wrong", "invented")


def figures(rendered: Path | None, photos: list[Path], limit: int | None) -> dict[str, Any]:
    """Return the dice figures of the bench, on the full rendered set when it is there, and on the sample."""
    reader = DiceReader.load()
    args = argparse.Namespace(rendered=rendered, limit=limit, no_baseline=False)
    out = eye.measure_rendered(args, reader)
    sample = argparse.Namespace(
        rendered=Path(__file__).resolve().parent.parent / "dice-sample", limit=None, no_baseline=True
    )
    out["sample"] = eye.measure_rendered(sample, reader).get("photoreal")
    out["real"], out["real_sets"] = eye.measure_photos(photos, DiceReader.load(sight="loose"))
    return out


def worse(new: dict[str, Any], old: dict[str, Any]) -> list[str]:
    """Return the figures that fell behind the committed ones; the sample, a part of the full set, counts only alone."""
    names = []
    for part in ("photoreal" if new.get("set") == "full" else "sample", "real"):
        now, before = new.get(part), old.get(part)
        if now and before and now["pictures"] == before["pictures"]:
            names += [f"{part}.{key}" for key in HIGHER[part] if now[key] < before[key]]
            names += [f"{part}.{key}" for key in LOWER if now[key] > before[key]]
    return names


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rendered", type=Path)
    parser.add_argument("--photos", type=Path, action="append", default=[])
    parser.add_argument("--limit", type=int)
    parser.add_argument("--boards", type=Path, help="not used here")
    args = parser.parse_args()
    new = figures(args.rendered, args.photos, args.limit)
    old = json.loads(args.out.read_text()) if args.out.exists() else {}
    behind = worse(new, old)
    print(json.dumps(new, indent=1))
    if behind:
        sys.exit(f"not kept: worse than the committed figures in {', '.join(behind)}")
    args.out.write_text(json.dumps(new, indent=1) + "\n")


if __name__ == "__main__":
    main()
