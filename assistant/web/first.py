"""The page as it is sent: the built file with the first moment in it, so that the board is drawn at once."""

import json
from functools import lru_cache
from pathlib import Path

from fastapi import Request, Response
from fastapi.responses import HTMLResponse

from assistant.web import schemas as wire
from assistant.web.access import grant_of
from assistant.web.grants import Grant
from assistant.web.hub import table_of
from assistant.web.view import box_view

END_OF_HEAD = "</head>"


def me_of(request: Request, grant: Grant) -> wire.Me:
    """Who a device is, with the word it has to show with changes."""
    state = request.app.state
    config = state.config
    csrf = state.signer.csrf(grant)
    return wire.Me(
        role=grant.role, seat=grant.seat, csrf=csrf, lan=config.lan, version=config.version, demo=config.demo
    )


def first_moment(request: Request) -> str:
    """Role, box and moment as one JSON document; empty for devices that may not look."""
    grant = grant_of(request)
    if grant is None or not grant.may("look"):
        return ""
    desk = request.app.state.desk
    parts = {"me": me_of(request, grant), "box": box_view(desk.game), "now": table_of(desk)}
    return json.dumps({name: one.model_dump(mode="json") for name, one in parts.items()}, separators=(",", ":"))


@lru_cache(maxsize=2)
def _halves(index: Path, changed_ns: int) -> tuple[str, str]:
    before, _, after = index.read_text(encoding="utf-8").partition(END_OF_HEAD)
    return before, END_OF_HEAD + after


def page_with(index: Path, moment: str) -> Response:
    """The built page, with the moment as a block of data. It is data, not script: the content policy stays strict."""
    before, after = _halves(index, index.stat().st_mtime_ns)
    # A name may hold anything, also the end of a script.
    safe = moment.replace("<", "\\u003c")
    block = f'<script type="application/json" id="first">{safe}</script>' if moment else ""
    return HTMLResponse(before + block + after, headers={"cache-control": "no-store"})
