"""The score sheet: one page with the ranking, where the points came from, and the race."""

from io import BytesIO

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from assistant.web import schemas as wire

INK, QUIET, GOLD = HexColor("#1D2A2F"), HexColor("#55656A"), HexColor("#B86A00")
SEAT = {"red": "#C5402F", "yellow": "#C99A1E", "white": "#9A927F", "black": "#26262C"}
DASHES: dict[str, tuple[int, ...]] = {"red": (), "yellow": (6, 2), "white": (2, 2), "black": (8, 2, 2, 2)}
WIDTH, HEIGHT = A4
LEFT, RIGHT = 56.0, WIDTH - 56.0


def score_sheet(table: wire.Table, history: wire.History) -> bytes:
    """The sheet as PDF."""
    buffer = BytesIO()
    page = Canvas(buffer, pagesize=A4, invariant=1)
    page.setTitle("Durbar")
    names = {one.seat: printable(one.name) or one.seat for one in table.players}
    _title(page, table)
    _ranking(page, table, names)
    _sources(page, table, history, names, HEIGHT - 300)
    _race(page, table, history, names, 70)
    page.save()
    return buffer.getvalue()


def printable(name: str) -> str:
    """Names in the letters the sheet's fonts have."""
    return name.encode("cp1252", "replace").decode("cp1252")


def _title(page: Canvas, table: wire.Table) -> None:
    page.setStrokeColor(GOLD)
    page.setLineWidth(1.2)
    page.line(LEFT, HEIGHT - 92, RIGHT, HEIGHT - 92)
    page.line(LEFT, HEIGHT - 95, RIGHT, HEIGHT - 95)
    page.setFillColor(INK)
    page.setFont("Times-Roman", 30)
    page.drawString(LEFT, HEIGHT - 80, "Rajas of the Ganges")
    page.setFont("Times-Italic", 12)
    page.setFillColor(QUIET)
    page.drawRightString(RIGHT, HEIGHT - 80, f"Durbar · round {table.round} · turn {table.turn}")


def _ranking(page: Canvas, table: wire.Table, names: dict[str, str]) -> None:
    y = HEIGHT - 130
    for one in table.ranking:
        page.setFillColor(HexColor(SEAT[one.seat]))
        page.roundRect(LEFT, y - 4, 14, 14, 3, fill=1, stroke=0)
        page.setFillColor(INK)
        page.setFont("Times-Bold", 17)
        page.drawString(LEFT + 24, y - 3, f"{one.place}.  {names[one.seat]}")
        page.setFont("Times-Roman", 13)
        gap = f"{one.gap} apart" if one.gap > 0 else f"met, {-one.gap} over"
        why = f"   ({one.rule})" if one.rule else ""
        page.drawRightString(RIGHT, y - 3, f"fame {one.fame}    money {one.money}    {gap}{why}")
        y -= 27


def kind_of(line: wire.LedgerLine) -> str:
    """The heading under which a line of the ledger is summed."""
    head = line.source.split("-")[0]
    if line.amount < 0:
        return "fees"
    if head in ("blue", "green", "orange", "purple"):
        return "provinces"
    if head in ("assorted", "stall", "village"):
        return "market"
    if head in ("chamber", "forecourt", "white"):
        return "palace"
    return {"river": "river", "start": "start", "fame": "bonuses", "money": "bonuses"}.get(head, "border yields")


def _sources(page: Canvas, table: wire.Table, history: wire.History, names: dict[str, str], top: float) -> None:
    kinds = ["provinces", "market", "river", "palace", "border yields", "bonuses", "start", "fees"]
    step = (RIGHT - LEFT - 90) / len(kinds)
    page.setFont("Times-Roman", 10)
    page.setFillColor(QUIET)
    for column, kind in enumerate(kinds):
        page.drawCentredString(LEFT + 90 + step * (column + 0.5), top, kind)
    for row, player in enumerate(table.players):
        y = top - 22 - row * 20
        page.setFillColor(INK)
        page.setFont("Times-Bold", 12)
        page.drawString(LEFT, y, names[player.seat][:14])
        page.setFont("Times-Roman", 11)
        for column, kind in enumerate(kinds):
            lines = [one for one in history.ledger if one.seat == player.seat and kind_of(one) == kind]
            fame = sum(one.amount for one in lines if one.track == "fame")
            money = sum(one.amount for one in lines if one.track == "money")
            page.drawCentredString(LEFT + 90 + step * (column + 0.5), y, f"{fame} / {money}")
    page.setFillColor(QUIET)
    page.setFont("Times-Italic", 9)
    page.drawRightString(RIGHT, top - 26 - len(table.players) * 20, "fame / money")


def _race(page: Canvas, table: wire.Table, history: wire.History, names: dict[str, str], bottom: float) -> None:
    height, left, right = 250.0, LEFT + 10, RIGHT - 70
    last = max([1, *(point.turn for point in history.points)])
    most = max([61, *(61 - gap for point in history.points for gap in point.gap)])
    page.setStrokeColor(QUIET)
    page.setLineWidth(0.5)
    page.line(left, bottom, right, bottom)
    page.setDash(3, 3)
    page.line(left, bottom + height * 61 / most, right, bottom + height * 61 / most)
    page.setLineWidth(1.8)
    for seat, player in enumerate(table.players):
        page.setStrokeColor(HexColor(SEAT[player.seat]))
        page.setDash(*([list(DASHES[player.seat])] if DASHES[player.seat] else []))
        path = page.beginPath()
        y = bottom
        for index, point in enumerate(history.points):
            x, y = left + (right - left) * point.turn / last, bottom + height * (61 - point.gap[seat]) / most
            path.moveTo(x, y) if index == 0 else path.lineTo(x, y)
        page.drawPath(path)
        page.setFillColor(INK)
        page.setFont("Times-Roman", 11)
        page.drawString(right + 6, y - 4 + seat * 0.01, names[player.seat][:12])
