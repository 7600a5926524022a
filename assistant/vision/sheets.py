"""Marker sheets to print: every board's four cards, to scale, with a ruler to check the print."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from assistant.vision.layout import CORNERS, Board, MarkerCard, known_boards
from assistant.vision.markers import marker_bits

PAPERS: dict[str, tuple[float, float]] = {"a4": A4, "letter": LETTER}
RULER_MM = 100
ROW_GAP_MM = 13.0
COLUMN_GAP_MM = 10.0


@dataclass(frozen=True, slots=True)
class SheetTexts:
    """The few sentences on a sheet."""

    title: str = "Durbar marker cards"
    scale: str = "Print at 100 % (no 'fit to page'). This line must measure 100 mm:"
    cut: str = "Cut along the grey lines and keep the white rim."
    place: str = "Lay each card against the board's top or bottom edge, flush with the corner, this text towards you."


def card_label(board: Board, corner: int) -> str:
    """What stands under a card: `red/kali top left (4)`."""
    return f"{board.name} {CORNERS[corner].replace('_', ' ')} ({board.marker_ids[corner]})"


def draw_card(canvas: Canvas, marker_id: int, card: MarkerCard, x_pt: float, y_pt: float) -> None:
    """One card with its cut line; x, y is its lower left corner in points."""
    canvas.setStrokeGray(0.7)
    canvas.setLineWidth(0.3)
    canvas.rect(x_pt, y_pt, card.card_mm * mm, card.card_mm * mm)
    module = card.side_mm / 6 * mm
    left, top = x_pt + card.quiet_mm * mm, y_pt + (card.quiet_mm + card.side_mm) * mm
    canvas.setFillGray(0)
    canvas.rect(left, top - 6 * module, 6 * module, 6 * module, stroke=0, fill=1)
    canvas.setFillGray(1)
    for row, bits in enumerate(marker_bits(marker_id)):
        for column, white in enumerate(bits):
            if white:
                canvas.rect(left + column * module, top - (row + 1) * module, module, module, stroke=0, fill=1)


def draw_ruler(canvas: Canvas, x_pt: float, y_pt: float) -> None:
    """A line of 100 mm with a tick every 10."""
    canvas.setStrokeGray(0)
    canvas.setLineWidth(0.6)
    canvas.line(x_pt, y_pt, x_pt + RULER_MM * mm, y_pt)
    for tick in range(0, RULER_MM + 1, 10):
        long = 3.5 if tick % 50 == 0 else 2.0
        canvas.line(x_pt + tick * mm, y_pt, x_pt + tick * mm, y_pt + long * mm)
    canvas.setFillGray(0)
    canvas.setFont("Helvetica", 7)
    canvas.drawString(x_pt + (RULER_MM + 2) * mm, y_pt, "100 mm")


def _head(canvas: Canvas, size: tuple[float, float], texts: SheetTexts) -> float:
    """Title, sentences and ruler; returns the height that is left, in points."""
    _, height = size
    left, top = 15 * mm, height - 16 * mm
    canvas.setFillGray(0)
    canvas.setFont("Helvetica-Bold", 12)
    canvas.drawString(left, top, texts.title)
    canvas.setFont("Helvetica", 8)
    for line, sentence in enumerate((texts.place, texts.cut, texts.scale)):
        canvas.drawString(left, top - (5.5 + 4.2 * line) * mm, sentence)
    draw_ruler(canvas, left, top - 20 * mm)
    return float(top - 28 * mm)


def _rows_that_fit(room_pt: float, card: MarkerCard) -> int:
    return max(1, int((room_pt - 8 * mm) // ((card.card_mm + ROW_GAP_MM) * mm)))


def _draw_board_row(canvas: Canvas, board: Board, card: MarkerCard, y_pt: float) -> None:
    for corner in range(4):
        x_pt = (15 + corner * (card.card_mm + COLUMN_GAP_MM)) * mm
        draw_card(canvas, board.marker_ids[corner], card, x_pt, y_pt)
        canvas.setFillGray(0.2)
        canvas.setFont("Helvetica", 6)
        canvas.drawString(x_pt, y_pt - 3 * mm, card_label(board, corner))


def write_sheets(
    path: Path, paper: str = "a4", card: MarkerCard | None = None, boards: Sequence[Board] | None = None
) -> int:
    """Write the PDF and return the number of pages; raises ValueError for an unknown paper."""
    if paper.lower() not in PAPERS:
        raise ValueError(f"unknown paper {paper!r}; known are {', '.join(PAPERS)}")
    size, texts, used = PAPERS[paper.lower()], SheetTexts(), card or MarkerCard()
    waiting = list(boards if boards is not None else known_boards().values())
    # `invariant`: the same sheet is the same file, byte for byte.
    canvas = Canvas(str(path), pagesize=size, invariant=1)
    canvas.setTitle(texts.title)
    pages = 0
    while waiting:
        room = _head(canvas, size, texts)
        rows = _rows_that_fit(room, used)
        for row, board in enumerate(waiting[:rows]):
            _draw_board_row(canvas, board, used, room - (row + 1) * (used.card_mm + ROW_GAP_MM) * mm + ROW_GAP_MM * mm)
        waiting = waiting[rows:]
        canvas.showPage()
        pages += 1
    canvas.save()
    return pages
