"""Which cameras this computer has, without opening any."""

import sys
from dataclasses import dataclass
from pathlib import Path

OFFERED_ELSEWHERE = 4
"""Where the system keeps no list that can be read cheaply, so many numbers are offered."""


@dataclass(frozen=True, slots=True)
class Device:
    """A camera by its number; the name is empty when the system does not say it."""

    number: int
    name: str


def found_devices(
    platform: str = sys.platform, dev: Path = Path("/dev"), about: Path = Path("/sys/class/video4linux")
) -> list[Device]:
    """The cameras of this computer by number; outside Linux the first few numbers, whether or not there is one."""
    if not platform.startswith("linux"):
        return [Device(number, "") for number in range(OFFERED_ELSEWHERE)]
    numbers = [path.name.removeprefix("video") for path in dev.glob("video*")]
    found = sorted(int(one) for one in numbers if one.isdecimal())
    # A webcam has further nodes that carry no pictures; only the first of each (index 0) is a camera.
    return [Device(one, _said(about, one, "name")) for one in found if _said(about, one, "index") in ("", "0")]


def _said(about: Path, number: int, what: str) -> str:
    try:
        return (about / f"video{number}" / what).read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
