"""Choose the committed sample of the rendered test set: its first pictures, recoded as WebP to stay small.

python -m train.sample --from ../.cache/dice-test --out dice-sample
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import cv2

QUALITY = 90
KEPT = ("value", "colour", "box_xyxy", "top_xy", "top_quad_xy", "cocked")


def slim(record: dict[str, Any]) -> dict[str, Any]:
    """Return the record without what only training needs."""
    dice = [{key: die[key] for key in KEPT} for die in record["dice"]]
    return {**{k: v for k, v in record.items() if k != "blocks"}, "dice": dice}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="source", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=60)
    args = parser.parse_args()
    truth = json.loads((args.source / "truth.json").read_text())
    names = sorted(truth)
    chosen = names[: args.count]
    (args.out / "pictures").mkdir(parents=True, exist_ok=True)
    records = {}
    for name in chosen:
        picture = cv2.imread(str(args.source / "pictures" / name))
        small = f"{Path(name).stem}.webp"
        cv2.imwrite(str(args.out / "pictures" / small), picture, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
        records[small] = slim(truth[name])
    (args.out / "truth.json").write_text(json.dumps(records) + "\n")
    size = sum(path.stat().st_size for path in args.out.rglob("*") if path.is_file())
    print(len(records), "pictures", size // 1024, "KiB")


if __name__ == "__main__":
    main()
