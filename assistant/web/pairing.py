"""Codes by which other devices join: a link with a signed word, drawn for the page or for the terminal."""

import io
from typing import cast

import segno
from fastapi import FastAPI

from assistant.web.config import WebConfig
from assistant.web.grants import Signer, new_grant
from assistant.web.schemas import Role


def pairing_link(app: FastAPI, role: Role, seat: str | None = None, asked_host: str = "") -> str:
    """A link that makes whoever opens it that role. With --lan it names the address other devices can reach."""
    config = cast(WebConfig, app.state.config)
    word = cast(Signer, app.state.signer).write("invite", new_grant(role, seat))
    return f"http://{public_address(config, asked_host)}/pair#{word}"


def public_address(config: WebConfig, asked_host: str = "") -> str:
    """Host and port for other devices: the first named host with --lan, else the one asked, else the one bound to."""
    if config.lan and config.hosts:
        return f"{config.hosts[0]}:{config.port}"
    return asked_host or f"{config.host}:{config.port}"


def qr_svg(link: str) -> str:
    """The code as a picture of its own: with its namespace, or browsers do not show it as one."""
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", xmldecl=False, scale=4, dark="#10212B", light="#FBF6EA", border=2)
    return out.getvalue().decode()


def qr_text(link: str) -> str:
    """The code for a terminal, two lines of it in one line of text."""
    out = io.StringIO()
    segno.make(link, error="l").terminal(out, border=2, compact=True)
    return out.getvalue()
