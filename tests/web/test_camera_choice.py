"""Choosing the camera on the page: what may be chosen, what is refused, and by whom."""

import pytest

from assistant.web.routes_cameras import is_local_address
from tests.web.choice import Choice


@pytest.fixture
def choice(app):
    app.state.choice = Choice(dead=("2", "http://192.168.1.9/video"))
    return app.state.choice


def test_before_a_camera_is_chosen_there_is_none(client, choice):
    told = client.get("/api/cameras").json()
    assert told["choosable"]
    assert [(one["source"], one["chosen"]) for one in told["cameras"]] == [("0", False), ("2", False)]
    assert client.get("/api/camera").json() == {"camera": False, "ready": False}
    assert client.get("/api/camera/preview.jpg").status_code == 404
    assert client.post("/api/watch", json={"watching": True}).json()["code"] == "none"


def test_the_chosen_camera_is_shown_and_can_watch(client, choice):
    told = client.post("/api/cameras", json={"source": "0"})
    assert told.status_code == 200, told.text
    assert [one["source"] for one in told.json()["cameras"] if one["chosen"]] == ["0"]
    assert client.get("/api/camera").json()["camera"]
    assert client.get("/api/camera/preview.jpg").content.startswith(b"\xff\xd8")
    assert client.get("/api/camera/report").json()["width"] == 60
    assert client.post("/api/watch", json={"watching": True}).status_code == 200


def test_a_phone_is_chosen_by_its_address(client, choice):
    phone = "http://192.168.1.20:8080/video"
    told = client.post("/api/cameras", json={"source": phone}).json()
    assert {"source": phone, "name": "", "chosen": True} in told["cameras"]


@pytest.mark.parametrize(
    ("source", "status", "code"),
    [
        ("1", 404, "camera_unknown"),
        ("2", 409, "camera_closed"),
        ("http://192.168.1.9/video", 409, "camera_closed"),
        ("http://example.com/video", 422, "camera_address"),
        ("/etc/passwd", 422, "camera_address"),
        ("", 422, "invalid"),
        ("x" * 501, 422, "invalid"),
    ],
)
def test_a_refusal_has_a_code_and_a_sentence_and_changes_nothing(client, choice, source, status, code):
    assert client.post("/api/cameras", json={"source": "0"}).status_code == 200
    answer = client.post("/api/cameras", json={"source": source})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"]
    assert choice.chosen == "0"
    assert choice.tried[1:] == ([source] if status == 409 else [])


def test_where_the_camera_is_fixed_none_is_offered(client, app):
    """As in the demo, whose camera is simulated."""
    assert app.state.choice is None
    assert client.get("/api/cameras").json() == {"choosable": False, "cameras": []}
    answer = client.post("/api/cameras", json={"source": "0"})
    assert (answer.status_code, answer.json()["code"]) == (409, "none")


@pytest.mark.parametrize("role", ["seat", "spectator", "display", None])
def test_only_the_operator_chooses(as_role, choice, role):
    client = as_role(role, "red" if role == "seat" else None)
    assert client.get("/api/cameras").status_code in (401, 403)
    assert client.post("/api/cameras", json={"source": "0"}).status_code in (401, 403)
    assert choice.tried == []


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1/video",
        "https://10.1.2.3:8443/",
        "rtsp://user:word@192.168.0.7:554/live?quality=1",
        "http://172.31.0.1/x",
        "http://169.254.1.1/",
        "http://[::1]:8080/",
        "rtsp://[fd00::7]/live",
        "http://phone.local:8080/video",
        "HTTP://My-Phone.Local/",
    ],
)
def test_addresses_in_the_house_are_known(address):
    assert is_local_address(address)


@pytest.mark.parametrize(
    "address",
    [
        "http://8.8.8.8/",
        "http://172.32.0.1/",
        "http://[::ffff:8.8.8.8]/",
        "http://[2001:db8::1]/",
        "http://0.0.0.0/",
        "http://134744072/",
        "http://0x8.8.8.8/",
        "http://example.com/192.168.1.1",
        "http://192.168.1.1@example.com/",
        "http://192.168.1.1:80@example.com@192.168.1.2/",
        "http://example.com\\@192.168.1.2/",
        "http://phone.local.example.com/",
        "http://.local/",
        "http://phone.local./",
        "http://192.168.1.1:99999/",
        "http://192.168.1.1 /",
        "http://192.168.1.1/\n",
        "http:///video",
        "http://[::1/",
        "file:///etc/passwd",
        "file://192.168.1.1/etc/passwd",
        "concat:http://192.168.1.1/",
        "ftp://192.168.1.1/a.mp4",
        "192.168.1.1",
        "/dev/video0",
        "videos/evening.mp4",
        "-1",
    ],
)
def test_everything_else_is_a_stranger_or_a_file(address):
    assert not is_local_address(address)
