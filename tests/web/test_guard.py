"""The door: what never reaches a route."""

import pytest
from fastapi.testclient import TestClient

from assistant.web.app import create_app
from assistant.web.config import Limits, WebConfig
from assistant.web.guard import host_name, same_origin


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:8000", "testserver.evil", ""])
def test_a_strange_host_name_is_refused(client, host):
    """A name that somebody pointed at this computer is not ours (DNS rebinding)."""
    answer = client.get("/api/table", headers={"host": host})
    assert (answer.status_code, answer.json()["code"]) == (421, "host")


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://testserver:99", "https://testserver.evil", "x"]
)
def test_another_pages_origin_may_change_nothing(client, origin, session):
    before = session.revision
    answer = client.post("/api/undo", json={"revision": before}, headers={"origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    assert session.revision == before


def test_the_own_origin_may(client, session):
    answer = client.post("/api/undo", json={"revision": session.revision}, headers={"origin": "http://testserver"})
    assert answer.status_code == 200


def test_a_websocket_from_another_origin_is_refused(client):
    from starlette.websockets import WebSocketDisconnect

    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/ws", headers={"origin": "http://evil.example"}),
    ):
        pass


def test_a_large_body_is_refused_with_and_without_a_length(client):
    body = b'{"move": "' + b"a" * 100_000 + b'"}'
    assert client.post("/api/moves", content=body).status_code == 413

    def pieces():
        for _ in range(100):
            yield b"a" * 1000

    answer = client.post("/api/moves", content=pieces(), headers={"content-type": "application/json"})
    assert answer.status_code >= 400


def test_a_client_in_a_hurry_is_slowed_down_and_others_are_not(session, tmp_path):
    config = WebConfig(hosts=("testserver",), limits=Limits(requests_per_s=1, requests_burst=5))
    app = create_app(session, config)
    hurried, calm = TestClient(app, client=("10.0.0.1", 1)), TestClient(app, client=("10.0.0.2", 1))
    codes = [hurried.get("/healthz").status_code for _ in range(10)]
    assert codes[:5] == [200] * 5
    assert 429 in codes
    assert calm.get("/healthz").status_code == 200


def test_every_answer_carries_the_policy_without_inline_scripts(client):
    for path in ("/api/table", "/healthz", "/api/no-such", "/"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_host_names_are_read_with_and_without_port():
    assert host_name("127.0.0.1:8000") == "127.0.0.1"
    assert host_name("[::1]:8000") == "[::1]"
    assert host_name("[::1]") == "[::1]"
    assert host_name("Durbar.local") == "durbar.local"


def test_origins_are_compared_whole():
    assert same_origin("http://a:8000", "a:8000")
    assert not same_origin("http://a:8001", "a:8000")
    assert not same_origin("file://a:8000", "a:8000")
    assert not same_origin("http://[broken", "a")
