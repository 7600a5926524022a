"""Files to keep: the game, its figures, a score sheet, and a link for BG Stats."""

import json
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Response
from fastapi.responses import RedirectResponse

from assistant.web import schemas as wire
from assistant.web.access import DeskDep, Looker
from assistant.web.hub import table_of
from assistant.web.routes_table import REFUSALS
from assistant.web.sheet import score_sheet

router = APIRouter(prefix="/api/export", tags=["export"])
BGG_ID = 220877
"""Rajas of the Ganges on BoardGameGeek."""
BGSTATS = "https://app.bgstatsapp.com/createPlay.html?data="


def answers(media: str) -> dict[int | str, dict[str, Any]]:
    """The documented answers of a download."""
    return {**REFUSALS, 200: {"content": {media: {}}, "description": "The file"}}


def file(body: bytes, name: str, media: str) -> Response:
    return Response(body, media_type=media, headers={"content-disposition": f'attachment; filename="{name}"'})


@router.get("/history.json", response_class=Response, responses=answers("application/json"))
def history_json(grant: Looker, desk: DeskDep) -> Response:
    """Moves, ledger and standings as data."""
    table, history = table_of(desk), desk.history()
    data = {
        "format": "durbar-history/1",
        "game": table.game,
        "players": [{"seat": one.seat, "name": one.name} for one in table.players],
        "ranking": [one.model_dump() for one in table.ranking],
        **history.model_dump(),
    }
    return file(json.dumps(data, ensure_ascii=False, indent=1).encode(), "durbar-history.json", "application/json")


@router.get("/game.durbar", response_class=Response, responses=answers("application/jsonl"))
def game_file(grant: Looker, desk: DeskDep) -> Response:
    """The whole game as its log; any Durbar can replay it."""
    return file(desk.game_file(), "game.durbar", "application/jsonl")


@router.get("/score.pdf", response_class=Response, responses=answers("application/pdf"))
def score_pdf(grant: Looker, desk: DeskDep) -> Response:
    """A score sheet to print."""
    return file(score_sheet(table_of(desk), desk.history()), "durbar-score.pdf", "application/pdf")


def bgstats_play(table: wire.Table) -> dict[str, object]:
    """The play as BG Stats imports it."""
    places = {one.seat: one for one in table.ranking}
    return {
        "sourceName": "Durbar",
        "sourcePlayId": table.game,
        "game": {"name": "Rajas of the Ganges", "bggId": BGG_ID, "noPoints": False},
        "players": [
            {
                "name": one.name or one.seat,
                "startPlayer": one.seat == table.start,
                "rank": places[one.seat].place,
                "score": str(61 - one.gap),
                "winner": places[one.seat].place == 1,
            }
            for one in table.players
        ],
    }


@router.get("/bgstats", status_code=307, response_class=RedirectResponse, responses=REFUSALS)
def bgstats(grant: Looker, desk: DeskDep) -> RedirectResponse:
    """Hand the play to the BG Stats app, if somebody taps this."""
    data = json.dumps(bgstats_play(table_of(desk)), ensure_ascii=False)
    return RedirectResponse(BGSTATS + quote(data))
