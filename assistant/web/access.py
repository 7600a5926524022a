"""Who asks, and may they? Dependencies for the routes; everything not granted here is refused."""

from collections.abc import Callable
from typing import Annotated, cast

from fastapi import Depends, Request
from starlette.datastructures import Address
from starlette.requests import HTTPConnection

from assistant.web.config import WebConfig
from assistant.web.desk import Desk
from assistant.web.grants import Grant, Signer
from assistant.web.guard import SAFE_METHODS

COOKIE = "durbar"
LOOPBACK = frozenset({"127.0.0.1", "::1", "testclient"})


class RefusedError(Exception):
    """A request that gets the one error shape. Status and code are part of the documented answers."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


def desk_of(request: Request) -> Desk:
    return cast(Desk, request.app.state.desk)


def config_of(request: Request) -> WebConfig:
    return cast(WebConfig, request.app.state.config)


def signer_of(request: Request) -> Signer:
    return cast(Signer, request.app.state.signer)


def is_local(client: Address | None) -> bool:
    return client is not None and client.host in LOOPBACK


def grant_of(connection: HTTPConnection) -> Grant | None:
    """The grant of the cookie. Whoever sits at the computer itself is the operator unless he has another role."""
    state = connection.app.state
    grant = cast(Signer, state.signer).read("cookie", connection.cookies.get(COOKIE))
    if grant is None and is_local(connection.client):
        return cast(Grant, state.owner)
    return grant


def require(right: str) -> Callable[[Request], Grant]:
    """A dependency that lets only holders of a right pass, and changes only with the CSRF word."""

    def check(request: Request) -> Grant:
        grant = grant_of(request)
        if grant is None:
            raise RefusedError(401, "unpaired", "Scan the code on the table's page to join.")
        if not grant.may(right):
            raise RefusedError(403, "role", f"A {grant.role} may not do this.")
        if request.method not in SAFE_METHODS and not signer_of(request).csrf_fits(
            grant, request.headers.get("x-durbar-csrf")
        ):
            raise RefusedError(403, "csrf", "The page is out of date; reload it.")
        return grant

    return check


DeskDep = Annotated[Desk, Depends(desk_of)]
ConfigDep = Annotated[WebConfig, Depends(config_of)]
Looker = Annotated[Grant, Depends(require("look"))]
Player = Annotated[Grant, Depends(require("play"))]
Answerer = Annotated[Grant, Depends(require("answer"))]
Undoer = Annotated[Grant, Depends(require("undo"))]
Host = Annotated[Grant, Depends(require("manage"))]
Watcher = Annotated[Grant, Depends(require("camera"))]
Asker = Annotated[Grant, Depends(require("hints"))]
Inviter = Annotated[Grant, Depends(require("invite"))]
