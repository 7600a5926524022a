"""`durbar sim render`: pictures of the simulated table with the truth beside each; `durbar sim speed`: how fast."""

import argparse
import json
import re
import sys
from dataclasses import asdict
from pathlib import Path

from assistant.sim.art import FAMILIES, SPLITS
from assistant.sim.render import Rendered, render_scenes, write_tiles
from assistant.sim.scatter import TABLES, Wishes
from assistant.sim.speed import measure_speed

SIZE_LIMITS_PX = (160, 7680)
SCENES_MAX = 100_000
ELEVATION_LIMITS_DEG = (30.0, 90.0)


def _scenes(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= SCENES_MAX:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of scenes; give 1 to {SCENES_MAX}")
    return int(text)


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,5})x(\d{1,5})", text)
    low, high = SIZE_LIMITS_PX
    if not match or not all(low <= int(side) <= high for side in match.groups()):
        raise argparse.ArgumentTypeError(f"{text!r} is no picture size; give WIDTHxHEIGHT, each {low} to {high}")
    return int(match[1]), int(match[2])


def _elevation(text: str) -> tuple[float, float]:
    low, high = ELEVATION_LIMITS_DEG
    try:
        ends = [float(word) for word in text.split(":")]
    except ValueError:
        ends = []
    if len(ends) not in {1, 2} or not all(low <= end <= high for end in ends) or ends[0] > ends[-1]:
        wanted = f"give degrees from {low:g} to {high:g}, or LOW:HIGH"
        raise argparse.ArgumentTypeError(f"{text!r} is no camera elevation; {wanted}")
    return ends[0], ends[-1]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_subparsers(dest="what", required=True, metavar="{render,speed}")
    _add_render(what.add_parser("render", help="pictures with the truth and the fitting calibration beside each"))
    speed = what.add_parser("speed", help="frames per second of the fast camera on one thread")
    speed.add_argument("--size", type=_size, default=(1280, 720), metavar="WxH", help="pixels (1280x720)")
    speed.add_argument("--frames", type=_scenes, default=60, metavar="N", help="how many frames (60)")
    speed.add_argument("--json", action="store_true", help="one JSON document on stdout, nothing else")


def _add_render(render: argparse.ArgumentParser) -> None:
    render.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder to write to; made when missing")
    render.add_argument("--scenes", type=_scenes, default=10, metavar="N", help="how many pictures (10)")
    render.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed gives the same pictures (0)")
    render.add_argument("--family", choices=list(FAMILIES), help="art family; by chance when not given")
    render.add_argument("--split", choices=list(SPLITS), help="only art families of this split, in turn")
    render.add_argument("--size", type=_size, default=(1280, 720), metavar="WxH", help="pixels (1280x720)")
    elevation_help = "camera angle in degrees, 90 is straight down (50:90)"
    render.add_argument("--elevation", type=_elevation, default=(50.0, 90.0), metavar="LOW:HIGH", help=elevation_help)
    render.add_argument("--table", choices=list(TABLES), default="compact", help="which table (compact)")
    render.add_argument("--no-hands", action="store_true", help="no hand over the table")
    render.add_argument("--clean", action="store_true", help="no noise, blur or JPEG")
    render.add_argument("--tiles", action="store_true", help="also write the tiles' pictures for `durbar tiles enrol`")
    render.add_argument("--json", action="store_true", help="one JSON document on stdout, nothing else")


def _wishes(args: argparse.Namespace, family: str | None) -> Wishes:
    return Wishes(
        family=family,
        size_wh=args.size,
        elevation_deg=args.elevation,
        table=args.table,
        hands=not args.no_hands,
        clean=args.clean,
    )


def _families(args: argparse.Namespace) -> list[str]:
    """The families of the run, in the order they are used."""
    if args.family:
        return [args.family]
    return list(SPLITS[args.split] if args.split else FAMILIES)


def _render(args: argparse.Namespace) -> list[Rendered]:
    done: list[Rendered] = []
    families = _families(args)
    for rendered in render_scenes(args.out, args.scenes, args.seed, [_wishes(args, f) for f in families]):
        done.append(rendered)
        sys.stderr.write(f"\r{len(done)} of {args.scenes} pictures")
        sys.stderr.flush()
    sys.stderr.write("\n")
    if args.tiles:
        for family in families[: args.scenes]:
            write_tiles(args.out, family, 0)
    return done


def run(args: argparse.Namespace) -> int:
    """Write the pictures, or measure; 1 when the folder cannot be used or no camera sees the table."""
    return _run_speed(args) if args.what == "speed" else _run_render(args)


def _run_speed(args: argparse.Namespace) -> int:
    speed = measure_speed(args.size, args.frames)
    words = f"{speed.fps_processor} frames a second of processor time, {speed.fps_clock} by the clock"
    sys.stdout.write((json.dumps(asdict(speed)) if args.json else words) + "\n")
    return 0


def _run_render(args: argparse.Namespace) -> int:
    if args.family and args.split and args.family not in SPLITS[args.split]:
        sys.stderr.write(
            f"family {args.family} is not in the split {args.split}; it has {', '.join(SPLITS[args.split])}\n"
        )
        return 2
    try:
        done = _render(args)
    except OSError as error:
        sys.stderr.write(f"cannot write to {args.out}: {error.strerror or error}; choose another --out\n")
        return 1
    except ValueError as error:
        sys.stderr.write(f"{error}; choose another --size, --table or --elevation\n")
        return 1
    dice, tiles = sum(one.dice for one in done), sum(one.tiles for one in done)
    summary = {"out": str(args.out), "pictures": len(done), "dice": dice, "tiles": tiles, "seed": args.seed}
    sys.stdout.write(
        json.dumps(summary) + "\n" if args.json else f"{len(done)} pictures, {dice} dice, {tiles} tiles in {args.out}\n"
    )
    return 0
