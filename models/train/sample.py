"""Choose the committed sample of the rendered test set: its first pictures and their empty tables, as WebP.

python -m train.sample --from ../.cache/dice-test --out dice-sample
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import cv2

QUALITY = 90
EMPTY_QUALITY = 80
KEPT = ("value", "colour", "material", "box_xyxy", "top_xy", "top_quad_xy", "cocked")


def slim(record: dict[str, Any]) -> dict[str, Any]:
    """Return the record without what only training needs."""
    dice = [{key: die[key] for key in KEPT} for die in record["dice"]]
    return {**{k: v for k, v in record.items() if k != "blocks"}, "dice": dice}


def recode(source: Path, out: Path, quality: int) -> None:
    """Write a picture as WebP, in place of what was there."""
    out.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(out), cv2.imread(str(source)), [cv2.IMWRITE_WEBP_QUALITY, quality])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="source", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=60)
    args = parser.parse_args()
    truth = json.loads((args.source / "truth.json").read_text())
    names = sorted(truth)
    chosen = names[: args.count]
    records = {}
    for name in chosen:
        small = f"{Path(name).stem}.webp"
        recode(args.source / "pictures" / name, args.out / "pictures" / small, QUALITY)
        recode(args.source / "empty" / "pictures" / name, args.out / "empty" / "pictures" / small, EMPTY_QUALITY)
        records[small] = slim(truth[name])
    (args.out / "truth.json").write_text(json.dumps(records) + "\n")
    size = sum(path.stat().st_size for path in args.out.rglob("*") if path.is_file())
    print(len(records), "pictures", size // 1024, "KiB")


if __name__ == "__main__":
    main()
