"""The art families and their split. A family is a look of a whole game: composition, inks and finish.

The split is fixed: models are trained on `train`, tuned on `validation` and reported on `test`, and a family never
changes sides. No two families share a backdrop together with a finish.
"""

from dataclasses import dataclass

from assistant.sim.art.finishes import (
    Finish,
    chart,
    gilded,
    mosaic,
    offset_print,
    photograph,
    stitch,
    watercolour,
    woodcut,
)
from assistant.sim.art.palette import Ink
from assistant.sim.art.sketch import Style


@dataclass(frozen=True, slots=True)
class Family:
    """One look: how it composes, its inks, its finish, and the split it belongs to."""

    name: str
    split: str
    style: Style
    ink: Ink
    finish: Finish


_ALL = (
    Family(
        "poster",
        "train",
        Style("rays", "solid", "disc", 0.0, 0.13, 0.03, 0.2),
        Ink(0.8, 0.78, 0.9, (228, 240, 246), (40, 26, 30)),
        offset_print,
    ),
    Family(
        "woodcut",
        "train",
        Style("hills", "double", "none", 0.012, 0.14, 0.05, 0.21),
        Ink(0.6, 0.7, 1.0, (200, 222, 232), (28, 24, 30)),
        woodcut,
    ),
    Family(
        "watercolour",
        "train",
        Style("hills", "solid", "none", 0.0, 0.15, 0.0, 0.19),
        Ink(0.55, 0.8, 0.6, (236, 242, 244), (80, 60, 60)),
        watercolour,
    ),
    Family(
        "photograph",
        "train",
        Style("terrain", "solid", "none", 0.004, 0.12, 0.0, 0.16),
        Ink(0.45, 0.5, 0.45, (170, 185, 190), (45, 52, 50)),
        photograph,
    ),
    Family(
        "loom",
        "train",
        Style("weave", "cobbled", "panel", 0.008, 0.12, 0.04, 0.17),
        Ink(0.75, 0.6, 0.8, (190, 214, 226), (30, 24, 44), 200.0),
        offset_print,
    ),
    Family(
        "mosaic",
        "validation",
        Style("rays", "cobbled", "disc", 0.0, 0.15, 0.03, 0.2),
        Ink(0.65, 0.7, 0.9, (214, 224, 228), (72, 78, 84), 170.0, 8.0),
        mosaic,
    ),
    Family(
        "miniature",
        "test",
        Style("medallion", "dashed", "panel", 0.006, 0.11, 0.02, 0.16),
        Ink(0.85, 0.55, 0.8, (180, 214, 232), (24, 20, 40), 190.0, -6.0),
        gilded,
    ),
    Family(
        "stitch",
        "test",
        Style("fields", "double", "none", 0.01, 0.14, 0.04, 0.2),
        Ink(0.7, 0.72, 0.8, (215, 226, 232), (50, 36, 40), 120.0, 5.0),
        stitch,
    ),
    Family(
        "chart",
        "test",
        Style("contours", "dashed", "disc", 0.006, 0.12, 0.02, 0.18),
        Ink(0.5, 0.75, 0.7, (196, 220, 232), (40, 62, 88), 140.0, -4.0),
        chart,
    ),
)
FAMILIES: dict[str, Family] = {family.name: family for family in _ALL}
SPLITS: dict[str, tuple[str, ...]] = {
    split: tuple(f.name for f in _ALL if f.split == split) for split in ("train", "validation", "test")
}


def family_named(name: str) -> Family:
    """Return the family; raises ValueError with the names there are."""
    if name not in FAMILIES:
        raise ValueError(f"no art family {name!r}; there are {', '.join(FAMILIES)}")
    return FAMILIES[name]
