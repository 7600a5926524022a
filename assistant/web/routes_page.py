"""What belongs to the page itself: who am I, texts, pairing, health, figures."""

from pathlib import Path as FilePath

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

import assistant.texts
from assistant.web import schemas as wire
from assistant.web.access import COOKIE, ConfigDep, DeskDep, Inviter, Looker, RefusedError, grant_of, signer_of
from assistant.web.first import me_of
from assistant.web.grants import new_grant
from assistant.web.pairing import pairing_link, qr_svg
from assistant.web.routes_table import REFUSALS

router = APIRouter(tags=["page"])
TEXTS = FilePath(assistant.texts.__file__).resolve().parent


def texts_of(language: str) -> str:
    """All messages of a language, one file after the other."""
    files = sorted((TEXTS / language).glob("*.ftl"))
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


@router.get("/api/texts/{language}", response_class=PlainTextResponse, responses=REFUSALS)
def texts(language: wire.Language) -> PlainTextResponse:
    """The sentences of a language as Fluent messages. Open to everybody: the pairing page needs them."""
    return PlainTextResponse(texts_of(language), headers={"cache-control": "no-cache"})


@router.get("/api/me", responses=REFUSALS)
def me(grant: Looker, request: Request) -> wire.Me:
    """Role, seat and the word to show with changes."""
    return me_of(request, grant)


@router.post("/api/pair", responses=REFUSALS)
def pair(body: wire.PairRequest, request: Request, response: Response) -> wire.Me:
    """Trade the word of a pairing link for this device's role."""
    signer = signer_of(request)
    invited = signer.read("invite", body.token)
    if invited is None:
        raise RefusedError(403, "token", "This pairing link is not of this table; scan the code again.")
    grant = new_grant(invited.role, invited.seat)
    response.set_cookie(
        COOKIE, signer.write("cookie", grant), max_age=30 * 24 * 3600, httponly=True, samesite="strict", path="/"
    )
    return me_of(request, grant)


@router.post("/api/invites", responses=REFUSALS)
def invite(grant: Inviter, body: wire.InviteRequest, request: Request, desk: DeskDep) -> wire.Invite:
    """A pairing link and its QR code for a role."""
    if body.role == "seat" and body.seat not in desk.game.rules.seats:
        raise RefusedError(404, "unknown", f"No seat {body.seat} at this table.")
    link = pairing_link(request.app, body.role, body.seat, request.headers["host"])
    return wire.Invite(role=body.role, seat=body.seat, link=link, qr_svg=qr_svg(link))


@router.get("/healthz")
def healthz() -> dict[str, str]:
    """The process lives."""
    return {"status": "ok"}


@router.get("/readyz", responses={503: {"model": wire.Problem}})
def readyz(desk: DeskDep, config: ConfigDep) -> dict[str, str]:
    """The table answers and the page is built."""
    desk.moment()
    if not (config.static / "index.html").is_file():
        raise RefusedError(503, "unbuilt", "The page is not built; run `make page`.")
    return {"status": "ready"}


@router.get("/metrics", response_class=PlainTextResponse, responses=REFUSALS)
def metrics(request: Request) -> Response:
    """Prometheus figures, for the computer itself and the operator."""
    grant = grant_of(request)
    if grant is None or not grant.may("manage"):
        raise RefusedError(403, "role", "Figures are for the operator.")
    registry: CollectorRegistry = request.app.state.figures.registry
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
