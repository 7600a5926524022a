"""Every route with every role: who may, who may not. A route that is not listed here fails."""

import pytest

ALL = {"operator", "seat", "spectator", "display"}
PLAYERS = {"operator", "seat"}
HOST = {"operator"}
OPEN = ALL | {None}
ALLOWED: dict[tuple[str, str], set[str | None]] = {
    ("GET", "/api/box"): ALL,
    ("GET", "/api/table"): ALL,
    ("GET", "/api/table/{revision}"): ALL,
    ("GET", "/api/history"): ALL,
    ("GET", "/api/why/{target}"): ALL,
    ("GET", "/api/hints"): PLAYERS,
    ("GET", "/api/me"): ALL,
    ("GET", "/api/texts/{language}"): OPEN,
    ("GET", "/api/export/history.json"): ALL,
    ("GET", "/api/export/game.durbar"): ALL,
    ("GET", "/api/export/score.pdf"): ALL,
    ("GET", "/api/export/bgstats"): ALL,
    ("GET", "/api/setup/house"): HOST,
    ("GET", "/api/setup/box"): HOST,
    ("GET", "/api/setup/box.json"): HOST,
    ("GET", "/api/camera"): HOST,
    ("GET", "/api/camera/frame.jpg"): HOST,
    ("GET", "/api/camera/preview.jpg"): HOST,
    ("GET", "/api/camera/crop/{region}"): PLAYERS,
    ("GET", "/api/camera/readings"): HOST,
    ("GET", "/api/camera/report"): HOST,
    ("GET", "/api/camera/enrol"): HOST,
    ("GET", "/api/camera/enrol.jpg"): HOST,
    ("GET", "/api/camera/enrol/{tile}"): HOST,
    ("GET", "/api/cameras"): HOST,
    ("GET", "/api/lights"): HOST,
    ("GET", "/metrics"): HOST,
    ("GET", "/healthz"): OPEN,
    ("GET", "/readyz"): OPEN,
    ("POST", "/api/moves"): PLAYERS,
    ("POST", "/api/chance"): PLAYERS,
    ("POST", "/api/answer"): PLAYERS,
    ("POST", "/api/undo"): HOST,
    ("POST", "/api/redo"): HOST,
    ("POST", "/api/goto"): HOST,
    ("POST", "/api/fix"): HOST,
    ("POST", "/api/accept"): HOST,
    ("POST", "/api/watch"): HOST,
    ("POST", "/api/games"): HOST,
    ("POST", "/api/setup/box"): HOST,
    ("POST", "/api/camera/calibrate"): HOST,
    ("POST", "/api/camera/enrol"): HOST,
    ("POST", "/api/camera/enrol/begin"): HOST,
    ("POST", "/api/camera/enrol/done"): HOST,
    ("POST", "/api/camera/colours"): HOST,
    ("POST", "/api/cameras"): HOST,
    ("POST", "/api/lights/point"): HOST,
    ("POST", "/api/lights/place"): HOST,
    ("POST", "/api/lights/map"): HOST,
    ("POST", "/api/invites"): HOST,
    ("POST", "/api/pair"): OPEN,
}
BODIES = {
    "/api/moves": {"move": "pass", "revision": 0},
    "/api/goto": {"target": 0, "revision": 99999},
    "/api/answer": {"question": "q", "choice": "c", "revision": 0},
    "/api/fix": {"place": "red/money", "value": "3", "revision": 99999},
    "/api/watch": {"watching": False},
    "/api/games": {"seats": ["red", "red"]},
    "/api/setup/box": {"path": "no/such", "value": "1"},
    "/api/camera/calibrate": {"corners": {}},
    "/api/camera/enrol": {"tile": "no-such"},
    "/api/camera/enrol/begin": {},
    "/api/camera/enrol/done": {},
    "/api/camera/colours": {},
    "/api/cameras": {"source": "0"},
    "/api/lights/point": {"led": 0},
    "/api/lights/place": {"led": 0, "place": "no-such"},
    "/api/lights/map": {"begin": "empty"},
    "/api/invites": {"role": "seat", "seat": "no-such"},
    "/api/pair": {"token": "not-a-real-token"},
}


def address(path: str) -> str:
    for name, value in {"{revision}": "0", "{target}": "quarry-1", "{language}": "en", "{region}": "red",
                        "{tile}": "blue-cow-1"}.items():  # fmt: skip
        path = path.replace(name, value)
    return path


def ask(client, method: str, path: str):
    if method == "GET":
        return client.get(address(path), follow_redirects=False)
    return client.post(path, json=BODIES.get(path, {"revision": 99999}))


FILES = {
    "/api/docs", "/api/docs.css", "/api/openapi.json", "/manifest.webmanifest", "/icon.svg", "/icon-192.png",
    "/icon-512.png", "/sw.js", "/favicon.ico",
}  # fmt: skip
"""What everybody may read and nobody may write: the page itself and the description of the interface."""
OWNED = {("POST", "/api/moves"), ("POST", "/api/chance"), ("GET", "/api/hints"), ("GET", "/api/camera/crop/{region}")}
"""Routes on which a seat acts for itself only; answering has a test of its own, it needs an open question."""


def routes_of(app) -> set[tuple[str, str]]:
    """Everything the app listens to, hidden from its own description or not."""
    found, waiting = set(), list(app.routes)
    while waiting:
        one = waiting.pop()
        inner = getattr(one, "original_router", None)  # FastAPI keeps included routers whole
        if inner is not None:
            waiting += inner.routes
        else:
            found |= {(method, one.path) for method in getattr(one, "methods", None) or {"*"}}
    return found


def test_every_route_is_in_the_table_of_rights(app):
    """A new route must be thought about here, also one that its description leaves out."""
    from assistant.web.app import VIEWS

    paths = app.openapi()["paths"]
    assert {(method.upper(), path) for path, methods in paths.items() for method in methods} == set(ALLOWED)
    left = {(method, path) for method, path in routes_of(app) - set(ALLOWED) if path not in VIEWS}
    assert {path for method, path in left if method in ("GET", "HEAD")} <= FILES
    assert {one for one in left if one[0] not in ("GET", "HEAD")} <= {("*", "/ws"), ("*", "/assets")}


@pytest.mark.parametrize("role", ["operator", "seat", "spectator", "display", None])
def test_every_route_answers_only_the_roles_it_should(as_role, role):
    """Without the right: 401 or 403, before anything else is looked at."""
    client = as_role(role, "red" if role == "seat" else None)
    for (method, path), allowed in ALLOWED.items():
        answer = ask(client, method, path)
        refused = answer.status_code in (401, 403) and answer.json()["code"] in ("unpaired", "role")
        assert refused == (role not in allowed), (method, path, role, answer.status_code, answer.text[:200])


class BlindCamera:
    """A camera that is there and shows nothing."""

    def crop_jpeg(self, region: str) -> None:
        return None


@pytest.mark.parametrize("owner", ["red", "yellow", "white", None])
def test_a_seat_reaches_nothing_that_is_another_seats(app, as_role, session, owner):
    """The seat that is asked, the other one, one that does not sit at this table, and a seat without a name."""
    app.state.camera = BlindCamera()
    client = as_role("seat", owner)
    actor = session.game.seat_name(session.state.seat)
    before = session.state
    for method, path in OWNED:
        mine = "red" if path.endswith("{region}") else actor  # the walk asks for the red seat's picture
        answer = ask(client, method, path)
        refused = answer.status_code == 403 and answer.json()["code"] == "seat"
        assert refused == (owner != mine), (method, path, owner, answer.status_code, answer.text[:200])
    assert owner == actor or session.state == before


def test_no_address_listens_to_a_method_it_has_no_use_for(as_role, app, session):
    """Deny by default: not even the operator gets an answer to PUT, PATCH or DELETE, or POSTs to what is read."""
    client, before = as_role("operator"), session.revision
    known = routes_of(app)
    for path in {path for _, path in known if path not in ("/ws", "/assets")}:
        for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
            if (method, path) not in known:
                answer = client.request(method, address(path).replace("{name}", "red"))
                assert answer.status_code == 405, (method, path, answer.status_code)
    assert session.revision == before


@pytest.mark.parametrize("role", ["operator", "seat", "spectator", "display"])
def test_no_message_of_any_role_moves_the_table(as_role, session, role):
    """The websocket listens to `ping` only: the names of all things the table can do are refused, whoever says them."""
    client, before = as_role(role, "red" if role == "seat" else None), session.state
    kinds = ["ping", *(path.removeprefix("/api/") for method, path in ALLOWED if method == "POST")]
    with client.websocket_connect("/ws") as socket:
        assert socket.receive_json()["type"] == "table"
        for kind in kinds:
            body = BODIES.get(f"/api/{kind}", {"revision": session.revision})
            socket.send_json({"type": kind, **body})
            answer = socket.receive_json()
            assert answer["type"] == ("pong" if kind == "ping" else "problem"), (kind, answer)
    assert session.state == before


def test_a_request_without_the_csrf_word_changes_nothing(as_role, session):
    """A cookie alone is not enough."""
    client = as_role("operator")
    del client.headers["x-durbar-csrf"]
    before = session.revision
    for (method, path), allowed in ALLOWED.items():
        if method == "POST" and path != "/api/pair" and "operator" in allowed:
            answer = ask(client, method, path)
            assert (answer.status_code, answer.json()["code"]) == (403, "csrf"), path
    assert session.revision == before


def test_a_seat_cannot_act_for_another_seat(as_role, session):
    """Whoever is asked now plays; the other seat is refused."""
    actor = session.game.seat_name(session.state.seat)
    other = next(seat for seat in session.game.setup.seats if seat != actor)
    move = str(session.game.legal_moves(session.state)[0])
    before = session.revision
    refused = as_role("seat", other).post("/api/moves", json={"move": move, "revision": before})
    assert (refused.status_code, refused.json()["code"]) == (403, "seat")
    assert session.revision == before
    done = as_role("seat", actor).post("/api/moves", json={"move": move, "revision": before})
    assert done.status_code == 200, done.text


def test_a_forged_or_foreign_cookie_is_nobody(app, as_role):
    """Only words signed by this table count."""
    client = as_role(None)
    for word in ("", "operator.-.abc.def", "a.b.c", "operator.-.x." + "A" * 32, "öperator.-.x.y"):
        client.cookies.clear()
        client.cookies.set("durbar", word.encode("ascii", "replace").decode())
        assert client.get("/api/table").status_code == 401


def test_an_invite_gives_exactly_its_role(client, as_role):
    """Scan, join, be who the host said."""
    link = client.post("/api/invites", json={"role": "seat", "seat": "yellow"}).json()["link"]
    phone = as_role(None)
    joined = phone.post("/api/pair", json={"token": link.split("#")[1]})
    assert (joined.json()["role"], joined.json()["seat"]) == ("seat", "yellow")
    me = phone.get("/api/me").json()
    assert (me["role"], me["seat"]) == ("seat", "yellow")
    assert phone.post("/api/pair", json={"token": link.split("#")[1][:-2] + "xx"}).status_code == 403


def test_the_websocket_is_closed_to_devices_without_a_role(as_role):
    """No cookie, no news."""
    from starlette.websockets import WebSocketDisconnect

    with pytest.raises(WebSocketDisconnect) as closed, as_role(None).websocket_connect("/ws"):
        pass
    assert closed.value.code == 4401
