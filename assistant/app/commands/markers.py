"""`durbar markers --out FILE.pdf`: the cards that stand beside the boards."""

import argparse
import sys
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.pdf", help="where to write the sheets")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4")
    parser.add_argument("--seats", default="", metavar="a,b", help="only these seats' boards (red yellow white black)")
    parser.add_argument("--charuco", action="store_true", help="the board for calibrating a lens instead")


def run(args: argparse.Namespace) -> int:
    """Write the PDF and say what to do with it."""
    from assistant.vision.layout import SEATS, known_boards
    from assistant.vision.lens import write_charuco
    from assistant.vision.sheets import write_sheets
    from assistant.writing import writable_place

    wanted = [seat for seat in args.seats.split(",") if seat]
    if unknown := [seat for seat in wanted if seat not in SEATS]:
        print(f"unknown seat {unknown[0]!r}; known are {', '.join(SEATS)}", file=sys.stderr)
        return 2
    boards = [board for board in known_boards().values() if not wanted or board.seat is None or board.seat in wanted]
    try:
        place = writable_place(args.out)
        pages = write_charuco(place, args.paper) if args.charuco else write_sheets(place, args.paper, None, boards)
    except OSError as error:
        print(f"{args.out}: cannot be written ({error.strerror}); choose another place with --out", file=sys.stderr)
        return 1
    print(f"{args.out}: {pages} pages for {args.paper}; print at 100 % and check the 100 mm line with a ruler")
    return 0
