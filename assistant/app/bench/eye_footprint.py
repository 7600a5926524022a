"""How long the reader takes to start and how much memory it holds, measured in a process of its own."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision import calibration, gallery

READER = """
import json, sys, time
started = time.perf_counter()
from pathlib import Path
from assistant.vision import calibration, gallery
from assistant.vision.dice import DiceReader
from assistant.vision.pictures import load_picture
from assistant.vision.pipeline import Eye
from assistant.vision.tile_net import TileNet
from assistant.vision.tiles import TileReader
dice, net = DiceReader.load(), TileNet.load()
loaded = time.perf_counter()
folder = Path(sys.argv[1])
eye = Eye(calibration.load(folder / "table.json"), dice, TileReader(net, gallery.load(folder / "tiles.gallery")))
frame = load_picture(folder / "frame.png")
for number in range(3):
    eye.forget()
    seen = eye.observe(frame, number, float(number))
status = Path("/proc/self/status")
if status.exists():
    # Not getrusage: a process that was started by a large one inherits its peak there.
    lines = status.read_text().splitlines()
    peak_kb = max(int(line.split()[1]) for line in lines if line.startswith(("VmHWM", "VmRSS")))
else:
    import resource
    peak_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform == "darwin" else 1)
print(json.dumps({"load_s": loaded - started, "rss_kb": peak_kb, "problem": seen.problem}))
"""
TIMEOUT_S = 120.0


def measure_footprint(
    frame: NDArray[np.uint8], table: calibration.Calibration, tiles: gallery.Gallery
) -> dict[str, Any]:
    """`load` (imports and all models, ms) and `rss_mb`, the most it held while reading three full frames."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cv2.imwrite(str(folder / "frame.png"), frame)
        calibration.save(table, folder / "table.json")
        gallery.save(tiles, folder / "tiles.gallery")
        told = _run(folder)
    return {"load": round(told["load_s"] * 1e3, 1), "rss_mb": round(told["rss_kb"] / 1024, 1)}


def _run(folder: Path) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-c", READER, str(folder)], capture_output=True, text=True, timeout=TIMEOUT_S, check=False
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise SystemExit(f"bench eye: the reader could not be started on its own ({last})")
    told: dict[str, Any] = json.loads(done.stdout)
    return told
