"""Which real photographs are kept apart. Runs of neighbouring pictures go together: neighbours look alike.

    python -m train.lists --coloured DIR --white DIR

writes `models/real-test.json`: the file names no training, tuning or threshold may ever see.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

TEST_LIST = Path(__file__).resolve().parent.parent / "real-test.json"
RUNS = {"dice-coloured": (8, 5), "dice-white-oblique": (6, 10)}  # runs, pictures a run


def spread_runs(names: list[str], runs: int, length: int, phase: float) -> list[str]:
    """Return `runs` blocks of `length` neighbours, evenly spread over the sorted names; `phase` shifts them (0..1)."""
    ordered = sorted(names)
    step = len(ordered) / runs
    starts = [int((k + phase) * step) for k in range(runs)]
    return [name for start in starts for name in ordered[start : start + length]]


def test_names(folder: str) -> set[str]:
    """Return the committed test names of `dice-coloured` or `dice-white-oblique`."""
    return set(json.loads(TEST_LIST.read_text())[folder])


def parts(folder: Path, kind: str) -> dict[str, list[str]]:
    """Return the names of a photo folder as `train`, `validation` and `test`."""
    names = sorted(json.loads((folder / "labels.json").read_text()))
    test = test_names(kind)
    rest = [name for name in names if name not in test]
    runs, length = RUNS[kind]
    validation = set(spread_runs(rest, runs, max(3, length // 2), 0.5))
    return {
        "train": [name for name in rest if name not in validation],
        "validation": sorted(validation),
        "test": sorted(test),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--coloured", type=Path, required=True)
    parser.add_argument("--white", type=Path, required=True)
    args = parser.parse_args()
    chosen = {}
    for kind, folder in (("dice-coloured", args.coloured), ("dice-white-oblique", args.white)):
        names = list(json.loads((folder / "labels.json").read_text()))
        chosen[kind] = spread_runs(names, *RUNS[kind], 0.3)
    TEST_LIST.write_text(json.dumps(chosen, indent=1) + "\n")


if __name__ == "__main__":
    main()
