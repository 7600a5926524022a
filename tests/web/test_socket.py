"""The websocket: snapshot, numbers, resume, and nonsense that harms nothing."""

import json
import random

import pytest
from starlette.websockets import WebSocketDisconnect

from assistant.testing.evening import play_some
from assistant.web.socket import reply_to


def next_table(socket) -> dict:
    while True:
        message = socket.receive_json()
        if message["type"] == "table":
            return message["table"]


def test_a_page_gets_the_whole_moment_on_connect(client, session):
    with client.websocket_connect("/ws") as socket:
        table = next_table(socket)
    assert table == client.get("/api/table").json()
    assert table["revision"] == session.revision


def test_every_change_arrives_with_a_higher_number(client, session):
    with client.websocket_connect("/ws") as socket:
        seen = next_table(socket)["seq"]
        for _ in range(5):
            play_some(session, 1, seed=session.revision)
            table = next_table(socket)
            assert table["seq"] > seen
            seen = table["seq"]
        assert table["revision"] == session.revision


def test_a_returning_page_hears_what_was_said_meanwhile(client, session):
    """Resume: events after the number the page knows, then the moment."""
    with client.websocket_connect("/ws") as socket:
        seq = next_table(socket)["seq"]
        play_some(session, 12, seed=5)
        while next_table(socket)["revision"] != session.revision:
            pass
    with client.websocket_connect(f"/ws?seq={seq}") as socket:
        message = socket.receive_json()
    numbers = [event["seq"] for event in message["events"]]
    assert numbers == sorted(numbers)
    assert numbers[0] == seq + 1
    assert message["table"]["revision"] == session.revision


def test_a_number_of_an_earlier_run_does_not_silence_a_page(client, session):
    """A page that comes back after the program was started anew tells a number that is not reached yet."""
    with client.websocket_connect("/ws?seq=999999") as socket:
        assert socket.receive_json()["events"] == []
        play_some(session, 1, seed=5)
        assert socket.receive_json()["events"] != []


def test_pages_that_tell_any_numbers_do_not_fill_the_memory(app, client):
    """Messages are kept per number seen; numbers that make no difference share one."""
    hub = app.state.hub
    for seen in range(0, 100_000, 10):
        hub.news(hub.join(seen))
    assert len(hub._messages) <= 258


def test_a_new_page_is_not_told_old_stories(client, session):
    play_some(session, 3, seed=5)
    with client.websocket_connect("/ws") as socket:
        assert socket.receive_json()["events"] == []


def test_two_pages_see_the_same(client, session):
    with client.websocket_connect("/ws") as one, client.websocket_connect("/ws") as two:
        next_table(one), next_table(two)
        play_some(session, 1, seed=9)
        assert next_table(one) == next_table(two)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "1e999", '{"type":"move"}', '{"type":5}', "[" * 900, "\x00", "ü" * 50]
)
def test_nonsense_is_answered_with_a_code_and_changes_nothing(client, session, text):
    before = session.state
    with client.websocket_connect("/ws") as socket:
        next_table(socket)
        socket.send_text(text)
        answer = socket.receive_json()
        assert answer["type"] == "problem"
        assert answer["code"] in ("json", "unknown")
        socket.send_text('{"type":"ping"}')
        assert socket.receive_json() == {"type": "pong"}
    assert session.state == before


def test_too_much_or_too_large_ends_the_connection_cleanly(client):
    with client.websocket_connect("/ws") as socket:
        next_table(socket)
        socket.send_text("x" * 5000)
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == 1009
    with client.websocket_connect("/ws") as socket:
        next_table(socket)
        with pytest.raises(WebSocketDisconnect) as closed:
            for _ in range(200):
                socket.send_text('{"type":"ping"}')
                socket.receive_json()
    assert closed.value.code == 1008
    with client.websocket_connect("/ws") as socket:
        next_table(socket)
        socket.send_bytes(b"\x00\xff")
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == 1003


def test_random_messages_never_raise():
    """Fuzz: whatever comes, a reply with a type."""
    rng = random.Random(2)
    shapes = [
        {},
        [],
        {"type": "ping"},
        {"type": None},
        {"type": {"a": 1}},
        "text",
        5,
        None,
        True,
        {"type": "table", "x": [1] * 20},
    ]
    for _ in range(3000):
        text = json.dumps(rng.choice(shapes))
        cut = rng.randrange(len(text) + 1)
        text = text[:cut] + rng.choice(["", "\\", "\ud800", '"', "}", "9" * 30]) + text[cut:]
        assert reply_to(text)["type"] in ("pong", "problem")
