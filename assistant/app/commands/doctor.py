"""`durbar doctor`: what works on this machine and what does not, in plain words."""

import argparse
import importlib.util
import json
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from assistant import __version__
from assistant.resources import PACKAGE, resource

NEEDED_PYTHON = (3, 11)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `state` is ok, missing (optional) or broken (needed)."""

    what: str
    state: str
    words: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """0 when everything needed works, 1 otherwise. Optional things never make it fail."""
    findings = [check() for check in CHECKS]
    broken = any(one.state == "broken" for one in findings)
    if args.json:
        document = {"version": __version__, "ok": not broken, "findings": [asdict(one) for one in findings]}
        sys.stdout.write(json.dumps(document) + "\n")
    else:
        signs = {"ok": "+", "missing": "-", "broken": "!"}
        lines = [f"Durbar {__version__}"] + [f" {signs[one.state]} {one.what}: {one.words}" for one in findings]
        lines.append("Something needed is broken: see the lines with !" if broken else "Everything needed works.")
        sys.stdout.write("\n".join(lines) + "\n")
    return 1 if broken else 0


def python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    fine = sys.version_info >= NEEDED_PYTHON
    return Finding("Python", "ok" if fine else "broken", version if fine else f"{version}, but 3.11 is needed")


def packages() -> Finding:
    names = ("numpy", "cv2", "onnxruntime", "serial", "fastapi", "uvicorn", "fluent.runtime", "reportlab", "segno")
    gone = [name for name in names if importlib.util.find_spec(name.split(".")[0]) is None]
    if gone:
        return Finding("packages", "broken", f"not installed: {', '.join(gone)}; run `make setup` or install again")
    return Finding("packages", "ok", "all there")


def edition() -> Finding:
    from assistant.editions import load_edition

    try:
        box = load_edition()
    except ValueError as error:
        return Finding("edition", "broken", str(error))
    return Finding("edition", "ok", f"{box.name}, {len(box.tiles)} tiles")


def models(folder: Path | None = None) -> Finding:
    """Whether each network the eye needs is there and runs."""
    from assistant.vision.dice import NETWORKS, PARTS
    from assistant.vision.infer import WAY_OUT, ModelError, Network
    from assistant.vision.tile_net import QUICK, WHOLE, tile_session

    dice = [f"{start}-{part}.onnx" for sight, start in NETWORKS.items() for part in PARTS[sight]]
    opened: dict[str, Callable[[Path], object]] = dict.fromkeys(dice, Network)
    opened |= dict.fromkeys((WHOLE, QUICK), tile_session)
    bad = []
    for name, open_it in opened.items():
        path = (folder or resource("models")) / name
        try:
            open_it(path)
        except ModelError:
            bad.append(f"{name} is {'damaged' if path.is_file() else 'missing'}")
    if bad:
        words = f"{', '.join(bad)}: the camera cannot read all (play by page still works); {WAY_OUT}"
        return Finding("models", "broken", words)
    return Finding("models", "ok", ", ".join(sorted(opened)))


def page() -> Finding:
    if (PACKAGE / "web" / "static" / "index.html").is_file():
        return Finding("page", "ok", "built")
    return Finding("page", "broken", "not built; run `make page`")


def store() -> Finding:
    """Whether a database can be written where games are kept."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            base = sqlite3.connect(Path(folder) / "try.sqlite3")
            mode = base.execute("PRAGMA journal_mode=WAL").fetchone()[0]
            base.close()
    except (OSError, sqlite3.Error) as error:
        return Finding("store", "broken", f"cannot write a database: {error}")
    return Finding("store", "ok", f"SQLite {sqlite3.sqlite_version}, journal {mode}")


def cameras() -> Finding:
    devices = sorted(str(path) for path in Path("/dev").glob("video*"))
    if not devices:
        return Finding("cameras", "missing", "none on this machine; a phone's URL, a video or pictures work too")
    return Finding("cameras", "ok", ", ".join(devices))


def led_board() -> Finding:
    from serial.tools import list_ports

    ports = [port.device for port in list_ports.comports() if port.vid]
    if not ports:
        return Finding("LED board", "missing", "no USB serial port; the lights are optional")
    return Finding("LED board", "ok", "serial ports: " + ", ".join(ports))


def chip() -> Finding:
    if shutil.which("avr-gcc") and shutil.which("simavr"):
        return Finding("simulated LED board", "ok", "the real firmware runs in a simulated chip")
    return Finding("simulated LED board", "missing", "avr-gcc or simavr not installed: a stand-in is used instead")


CHECKS: tuple[Callable[[], Finding], ...] = (
    python, packages, edition, models, page, store, cameras, led_board, chip,
)  # fmt: skip
