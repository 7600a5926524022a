"""A folder of made pictures: `pictures/NNNNN.jpg`, one record beside each, and all records together in truth.json."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Made = tuple[NDArray[np.uint8], dict[str, Any]]


def fill(out: Path, seeds: Iterable[int], make: Callable[[int], Made], told: str) -> None:
    """Make the pictures that are not there yet, so that a stopped run goes on; `told` is the list that is counted."""
    (out / "pictures").mkdir(parents=True, exist_ok=True)
    (out / "records").mkdir(exist_ok=True)
    started = time.monotonic()
    for seed in seeds:
        kept = out / "records" / f"{seed:05d}.json"
        if kept.exists():
            continue
        picture, record = make(seed)
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(record["camera"].get("jpeg_quality", 95))]
        cv2.imwrite(str(out / "pictures" / f"{seed:05d}.jpg"), picture, quality)
        kept.write_text(json.dumps(record))
        print(seed, len(record[told]), f"{time.monotonic() - started:.1f} s", flush=True)


def collect(out: Path) -> dict[str, dict[str, Any]]:
    """Join the records into truth.json (picture -> record) and return them."""
    records = {path.stem + ".jpg": json.loads(path.read_text()) for path in sorted((out / "records").glob("*.json"))}
    (out / "truth.json").write_text(json.dumps(records))
    return records
