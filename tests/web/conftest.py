"""A table in a throw-away store behind the app, without a port."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from assistant.table.session import Session
from assistant.testing.evening import new_session, play_some
from assistant.web.access import COOKIE
from assistant.web.app import create_app
from assistant.web.config import Limits, WebConfig
from assistant.web.grants import new_grant

QUICK = Limits(requests_per_s=10_000, requests_burst=100_000)


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A two-player game some moves in."""
    table = new_session(tmp_path, 2, seed=3)
    play_some(table, 45)
    return table


@pytest.fixture
def app(session: Session, tmp_path: Path) -> FastAPI:
    config = WebConfig(lan=True, hosts=("testserver",), version="test", limits=QUICK, box_patch=tmp_path / "box.json")
    return create_app(session, config)


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """Somebody at the computer itself: the operator."""
    with TestClient(app) as one:
        one.headers["x-durbar-csrf"] = one.get("/api/me").json()["csrf"]
        yield one


@pytest.fixture
def as_role(app: FastAPI) -> Iterator[Callable[..., TestClient]]:
    """A device on the network with a role, or with none."""
    opened = []

    def join(role: str | None, seat: str | None = None) -> TestClient:
        one = TestClient(app, client=("192.168.1.50", 5000))
        if role:
            grant = new_grant(role, seat)  # type: ignore[arg-type]
            one.cookies.set(COOKIE, app.state.signer.write("cookie", grant))
            one.headers["x-durbar-csrf"] = app.state.signer.csrf(grant)
        opened.append(one)
        return one

    with TestClient(app):
        yield join
    for one in opened:
        one.close()
