"""Which camera looks at the table, chosen on the page. For the operator only; nothing outside the house is asked."""

import ipaddress
import re
from typing import Annotated, Protocol, cast
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Request

from assistant.web import schemas_setup as wire
from assistant.web.access import Host, RefusedError
from assistant.web.routes_setup import SetupCamera
from assistant.web.routes_table import REFUSALS
from assistant.web.session_desk import SessionDesk

router = APIRouter(prefix="/api/cameras", tags=["set-up"])
SCHEMES = ("http", "https", "rtsp")
HOUSE = tuple(
    ipaddress.ip_network(one)
    for one in ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16",
                "::1/128", "fc00::/7", "fe80::/10")
)  # fmt: skip
"""Addresses that never leave the house. Listed, not asked of `is_private`, which calls mapped public ones private."""
PLAIN = re.compile(r"[!-\[\]-~]+")
"""Printed ASCII without the backslash, which programs read differently."""
LOCAL_NAME = re.compile(r"([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+local", re.IGNORECASE)
NOT_LOCAL = (
    "This is no camera of this house: type http, https or rtsp with an address such as 192.168.1.20 "
    "or a name that ends in .local."
)


class CameraChoice(Protocol):
    """The cameras there are; `assistant.app.cameras.Cameras` has all of it."""

    @property
    def page(self) -> SetupCamera:
        """The chosen camera as the page sees it."""
        ...

    def offers(self) -> list[wire.CameraOffer]: ...

    def choose(self, source: str) -> str:
        """Look through this camera from now on; returns an empty text, or why the former one stays."""
        ...


def is_local_address(address: str) -> bool:
    """Whether this is the address of a stream that can only be in the own network."""
    if not PLAIN.fullmatch(address):
        return False
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname or "", parts.port  # a port that is none raises as well
    except ValueError:
        return False
    if parts.scheme not in SCHEMES or parts.netloc.count("@") > 1:
        return False
    return bool(LOCAL_NAME.fullmatch(host)) or _is_house_number(host)


def _is_house_number(host: str) -> bool:
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        return False
    return any(number in network for network in HOUSE)


def choice_of(request: Request) -> CameraChoice:
    choice = getattr(request.app.state, "choice", None)
    if choice is None:
        raise RefusedError(409, "none", "The camera of this table cannot be changed.")
    return cast(CameraChoice, choice)


ChoiceDep = Annotated[CameraChoice, Depends(choice_of)]


@router.get("", responses=REFUSALS)
def cameras(grant: Host, request: Request) -> wire.CameraOffers:
    """The cameras that can be chosen; none where the camera is fixed, as in the demo."""
    choice = getattr(request.app.state, "choice", None)
    if choice is None:
        return wire.CameraOffers(choosable=False, cameras=[])
    return wire.CameraOffers(choosable=True, cameras=choice.offers())


@router.post("", responses=REFUSALS)
def choose(grant: Host, body: wire.ChooseCamera, request: Request, choice: ChoiceDep) -> wire.CameraOffers:
    """Look through a camera of the list, or through one in the own network by its address."""
    _check(body.source, choice)
    refusal = choice.choose(body.source)
    if refusal:
        raise RefusedError(409, "camera_closed", refusal)
    request.app.state.camera = choice.page
    if isinstance(request.app.state.desk, SessionDesk):
        request.app.state.desk.camera = choice.page
    return wire.CameraOffers(choosable=True, cameras=choice.offers())


def _check(source: str, choice: CameraChoice) -> None:
    """Raises RefusedError for what is neither offered nor an address in the house: no files, no strangers."""
    if any(one.source == source for one in choice.offers()):
        return
    if source.isdecimal():
        raise RefusedError(404, "camera_unknown", f"This computer has no camera {source:.20}; is it plugged in?")
    if not is_local_address(source):
        raise RefusedError(422, "camera_address", NOT_LOCAL)
