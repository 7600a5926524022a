"""`durbar tiles enrol|read|split|list|rename|remove|export`: galleries, and what they recognise."""

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

from assistant.output import refused


def add_arguments(parser: argparse.ArgumentParser) -> None:
    does = parser.add_subparsers(dest="does", required=True)
    enrol = does.add_parser("enrol", help="a folder of pictures -> gallery")
    enrol.add_argument("folder", type=Path, metavar="DIR", help="pictures named <tile-id>.png or <tile-id>@x.png")
    enrol.add_argument("--out", type=Path, required=True, metavar="GALLERY")
    enrol.add_argument("--add-to", type=Path, metavar="GALLERY", help="keep the pictures of this gallery too")
    read = does.add_parser("read", help="a rectified board picture -> tile per cell")
    read.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    read.add_argument("--gallery", type=Path, required=True)
    read.add_argument("--grid", type=grid, required=True, metavar="RxC")
    read.add_argument("--json", action="store_true", help="one JSON document on stdout, nothing else")
    split = does.add_parser("split", help="one photo of many tiles -> one picture each, to be named")
    split.add_argument("image", type=Path, metavar="PHOTO")
    split.add_argument("--out", type=Path, required=True, metavar="DIR")
    split.add_argument("--grid", type=grid, metavar="RxC", help="the tiles touch, in rows and columns")
    split.add_argument("--names", default="", metavar="a,b,c", help="their names in reading order")
    _add_corrections(does)


def _add_corrections(does: Any) -> None:  # noqa: ANN401 - argparse's private class
    listing = does.add_parser("list", help="the names in a gallery")
    listing.add_argument("gallery", type=Path)
    listing.add_argument("--json", action="store_true")
    rename = does.add_parser("rename", help="give a tile its right name")
    rename.add_argument("gallery", type=Path)
    rename.add_argument("old")
    rename.add_argument("new")
    remove = does.add_parser("remove", help="forget a tile")
    remove.add_argument("gallery", type=Path)
    remove.add_argument("name")
    export = does.add_parser("export", help="a gallery's pictures -> folder (enrol it again to import)")
    export.add_argument("gallery", type=Path)
    export.add_argument("--out", type=Path, required=True, metavar="DIR")


def grid(text: str) -> tuple[int, int]:
    """`4x5` -> rows, columns."""
    match = re.fullmatch(r"(\d{1,2})[xX](\d{1,2})", text)
    if not match or "0" in match.groups():
        raise argparse.ArgumentTypeError(f"{text!r} is no grid; give rows and columns as in 4x5")
    return int(match[1]), int(match[2])


def _enrol(args: argparse.Namespace) -> int:
    from assistant.vision import gallery

    made = gallery.enrol_folder(args.folder)
    if args.add_to:
        made = gallery.load(args.add_to).joined(made)
    gallery.save(made, args.out)
    print(f"{args.out}: {len(made.names)} tiles in {len(made.entries)} pictures")
    return 0


def cell_record(cell: str, answer: Any) -> dict[str, Any]:  # noqa: ANN401 - CellAnswer, imported lazily
    """A cell as the fixed JSON has it, with the best guess for unknown ones."""
    record = {"cell": cell, "tile": answer.tile, "rotation": answer.rotation, "confidence": round(answer.confidence, 4)}
    return {**record, "empty": answer.empty, "guess": answer.guess}


TOO_SMALL = "the cells have too few pixels to be read; take the picture closer or cut it larger"
SQUARE = 1.2
"""Longer over shorter side of a cell above which the grid is probably not this picture's."""


def _read_one(path: Path, reader: Any, rows: int, columns: int) -> dict[str, Any]:  # noqa: ANN401
    import numpy as np

    from assistant.app.commands.read import PROBLEMS
    from assistant.vision.boardcheck import board_problem
    from assistant.vision.pictures import load_picture
    from assistant.vision.split import split_grid

    image = load_picture(path)
    problem = board_problem(image, rows, columns)
    if problem is not None:
        return {"cells": [], "problem": str(problem), "message": PROBLEMS.get(problem, TOO_SMALL)}
    _warn_of_shape(path, image.shape[1] / columns, image.shape[0] / rows)
    fields = split_grid(image, rows, columns)
    answers = reader.read(np.stack([reader.net.fit(field) for field in fields]))
    names = [f"r{r}c{c}" for r in range(rows) for c in range(columns)]
    return {"cells": [cell_record(name, answer) for name, answer in zip(names, answers, strict=True)]}


def _warn_of_shape(path: Path, width: float, height: float) -> None:
    if max(width, height) > SQUARE * min(width, height):
        hint = "is --grid (rows x columns) this picture's?"
        print(f"{path.name}: cells of {width:.0f}x{height:.0f} pixels are not square; {hint}", file=sys.stderr)


def _read_among(path: Path, reader: Any, grid: tuple[int, int], alone: bool) -> dict[str, Any]:  # noqa: ANN401
    """One picture's record; among several, a picture that cannot be opened becomes a record with its message."""
    from assistant.vision.pictures import PictureError

    try:
        return {"image": path.name, **_read_one(path, reader, *grid)}
    except PictureError as error:
        if alone:
            raise
        return {"image": path.name, "problem": "no_picture", "message": str(error), "cells": []}


def _read(args: argparse.Namespace) -> int:
    from assistant.vision import gallery
    from assistant.vision.tile_net import TileNet
    from assistant.vision.tiles import TileReader

    reader = TileReader(TileNet.load(), gallery.load(args.gallery))
    records = [_read_among(path, reader, args.grid, alone=len(args.images) == 1) for path in args.images]
    if args.json:
        single = {key: value for key, value in records[0].items() if key != "image"}
        print(json.dumps(single if len(records) == 1 else {"pictures": records}))
    else:
        for record in records:
            print(_shown(record))
    bad = [record for record in records if "problem" in record]
    for record in bad:
        print(f"{record['image']}: {record['message']}", file=sys.stderr)
    return 1 if bad else 0


def _shown(record: dict[str, Any]) -> str:
    """A picture's cells for people."""
    if "problem" in record:
        return f"{record['image']}\n  no reading: {record['message']}"
    lines = [record["image"]]
    for cell in record["cells"]:
        what = "empty" if cell["empty"] else cell["tile"] or f"unknown (perhaps {cell['guess']})"
        lines.append(f"  {cell['cell']}: {what} {cell['rotation'] if cell['tile'] else ''}")
    return "\n".join(lines)


def _split(args: argparse.Namespace) -> int:
    import cv2

    from assistant.vision.pictures import load_picture
    from assistant.vision.split import split_files, split_grid, split_photo

    image = load_picture(args.image)
    tiles = split_grid(image, *args.grid) if args.grid else split_photo(image)
    names = [name.strip() for name in args.names.split(",") if name.strip()]
    if names and len(names) != len(tiles):
        print(f"{len(tiles)} tiles were found, {len(names)} names given", file=sys.stderr)
        return 1
    files = split_files(args.out, names, len(tiles))
    args.out.mkdir(parents=True, exist_ok=True)
    for file, tile in zip(files, tiles, strict=True):
        if not cv2.imwrite(str(file), tile):
            raise OSError(0, "cannot be written", str(file))
    hint = "" if names else f" ({files[0].name} to {files[-1].name}); rename them to their tile ids"
    print(f"{args.out}: {len(tiles)} tiles{hint}, then `durbar tiles enrol {args.out} --out GALLERY`")
    return 0


def _list(args: argparse.Namespace) -> int:
    from assistant.vision import gallery

    opened = gallery.load(args.gallery)
    counts = {name: sum(e.name == name for e in opened.entries) for name in opened.names}
    print(json.dumps({"tiles": counts}) if args.json else "\n".join(f"{n}  {c}" for n, c in counts.items()))
    return 0


def _correct(args: argparse.Namespace) -> int:
    from assistant.vision import gallery

    opened = gallery.load(args.gallery)
    changed = opened.renamed(args.old, args.new) if args.does == "rename" else opened.without(args.name)
    gallery.save(changed, args.gallery)
    print(f"{args.gallery}: {len(changed.names)} tiles")
    return 0


def _export(args: argparse.Namespace) -> int:
    import cv2

    from assistant.vision import gallery

    opened = gallery.load(args.gallery)
    args.out.mkdir(parents=True, exist_ok=True)
    for number, entry in enumerate(opened.entries):
        cv2.imwrite(str(args.out / f"{entry.name}@{number:04d}.png"), entry.picture)
    print(f"{args.out}: {len(opened.entries)} pictures")
    return 0


DOES = {
    "enrol": _enrol,
    "read": _read,
    "split": _split,
    "list": _list,
    "rename": _correct,
    "remove": _correct,
    "export": _export,
}


def run(args: argparse.Namespace) -> int:
    """Do it; bad files and folders are refused with one sentence."""
    from assistant.vision.gallery import GalleryError
    from assistant.vision.pictures import PictureError
    from assistant.vision.split import SplitError
    from assistant.vision.tile_net import ModelError

    as_json = getattr(args, "json", False)
    try:
        return DOES[args.does](args)
    except PictureError as error:
        return refused("no_picture", str(error), as_json=as_json)
    except (GalleryError, SplitError, ModelError) as error:
        return refused("refused", str(error), as_json=as_json)
    except OSError as error:
        return refused("refused", f"{error.filename or ''}: {error.strerror}", as_json=as_json)
