"""Playing over HTTP: moves, refusals with reasons, back and forth, files."""

import json

import pytest

from assistant.engine.core.moves import CHANCE


def revision(session) -> dict:
    return {"revision": session.revision}


def test_a_legal_move_is_made_and_told(client, session):
    move = str(session.game.legal_moves(session.state)[0])
    answer = client.post("/api/moves", json={"move": move, **revision(session)})
    assert answer.status_code == 200
    assert client.get("/api/table").json()["revision"] == answer.json()["revision"] == session.revision


def test_an_illegal_move_is_refused_with_the_rule(client, session):
    while session.game.pending(session.state) != "place":
        client.post("/api/undo", json=revision(session))
    before = session.revision
    answer = client.post("/api/moves", json={"move": "place quarry-5", **revision(session)})
    assert answer.status_code == 409
    assert answer.json()["code"] == "illegal"
    assert "B2.5" in {reason["rule"] for reason in answer.json()["reasons"]}
    assert session.revision == before


def test_a_late_tap_is_refused_as_stale(client, session):
    move = str(session.game.legal_moves(session.state)[0])
    answer = client.post("/api/moves", json={"move": move, "revision": session.revision - 1})
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")


def test_undo_redo_and_going_back_lead_to_the_same_board(client, session):
    def board() -> dict:
        table = client.get("/api/table").json()
        return {key: table[key] for key in ("players", "spaces", "stacks", "supply", "decision", "turn")}

    start = board()
    line = [one.revision for one in session.line()]
    for _ in range(10):
        assert client.post("/api/undo", json=revision(session)).status_code == 200
    middle = board()
    assert middle != start
    assert board() == {key: client.get(f"/api/table/{line[-11]}").json()[key] for key in middle}
    for _ in range(10):
        assert client.post("/api/redo", json=revision(session)).status_code == 200
    assert board() == start
    assert client.post("/api/goto", json={"target": line[-11], **revision(session)}).status_code == 200
    assert board() == middle


def test_the_machine_rolls_only_when_something_is_due(client, session):
    while session.game.actor(session.state) == CHANCE:
        client.post("/api/chance", json=revision(session))
    answer = client.post("/api/chance", json=revision(session))
    assert (answer.status_code, answer.json()["code"]) == (409, "no_chance")


def test_why_not_names_the_rule_and_nothing_for_an_open_space(client, session):
    table = client.get("/api/table").json()
    while table["decision"]["name"] != "place":
        client.post("/api/undo", json=revision(session))
        table = client.get("/api/table").json()
    for space in table["spaces"]:
        reasons = client.get(f"/api/why/{space['id']}").json()["reasons"]
        assert bool(reasons) != space["legal"], space


def test_hints_are_legal_and_the_same_each_time(client, session):
    while session.game.actor(session.state) == CHANCE:
        client.post("/api/chance", json=revision(session))
    hints = client.get("/api/hints").json()["hints"]
    legal = {str(move) for move in session.game.legal_moves(session.state)}
    assert 1 <= len(hints) <= 3
    assert {hint["move"] for hint in hints} <= legal
    assert client.get("/api/hints").json()["hints"] == hints


def test_a_new_game_replaces_the_old_one_and_pages_follow(client):
    before = client.get("/api/table").json()
    wish = {"seats": ["white", "red", "black"], "names": {"white": "Ada"}, "house": {"allow_pass": True}}
    assert client.post("/api/games", json=wish).status_code == 200
    after = client.get("/api/table").json()
    assert after["game"] != before["game"]
    assert after["seq"] > before["seq"]
    assert [player["seat"] for player in after["players"]] == ["white", "red", "black"]
    assert after["players"][0]["name"] == "Ada"


IMPOSSIBLE = [
    {"seats": ["red", "red"]},
    {"seats": ["red", "pink"]},
    {"seats": ["red", "white"], "modules": ["no"]},
    {"seats": ["red", "white"], "house": {"no_such": 1}},
]


@pytest.mark.parametrize("wish", IMPOSSIBLE)
def test_an_impossible_game_is_refused_and_the_old_one_stays(client, wish):
    before = client.get("/api/table").json()
    answer = client.post("/api/games", json=wish)
    assert (answer.status_code, answer.json()["code"]) == (422, "setup")
    assert client.get("/api/table").json() == before


def test_the_record_can_be_corrected_and_the_log_keeps_it(client, session):
    answer = client.post("/api/fix", json={"place": "red/money", "value": "17", **revision(session)})
    assert answer.status_code == 200, answer.text
    assert client.get("/api/table").json()["players"][0]["money"] == 17
    assert client.get("/api/history").json()["moves"][-1]["verb"] == "correct"
    bad = client.post("/api/fix", json={"place": "red/nose", "value": "17", **revision(session)})
    assert (bad.status_code, bad.json()["code"]) == (409, "bad_place")


def test_files_to_keep_are_what_they_say(client, session):
    pdf = client.get("/api/export/score.pdf")
    assert pdf.content.startswith(b"%PDF")
    history = json.loads(client.get("/api/export/history.json").content)
    assert history["moves"]
    assert client.get("/api/export/game.durbar").text == session.export()
    link = client.get("/api/export/bgstats", follow_redirects=False)
    assert link.status_code == 307
    assert link.headers["location"].startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")


def test_the_ledger_adds_up_to_the_markers(client):
    """Every number can be asked where it comes from."""
    history, table = client.get("/api/history").json(), client.get("/api/table").json()
    for player in table["players"]:
        for track in ("fame", "money"):
            total = sum(
                one["amount"] for one in history["ledger"] if (one["seat"], one["track"]) == (player["seat"], track)
            )
            assert total == player[track]


def test_my_box_can_be_corrected_and_passed_on(client):
    entry = next(one for one in client.get("/api/setup/box").json()["entries"] if one["path"].endswith("blue-cow-1"))
    tile = json.loads(entry["value"])
    answer = client.post("/api/setup/box", json={"path": entry["path"], "value": json.dumps({**tile, "price": 5})})
    assert answer.status_code == 200, answer.text
    mine = next(one for one in answer.json()["entries"] if one["path"] == entry["path"])
    assert mine["source"] == "player"
    assert "blue-cow-1" in client.get("/api/setup/box.json").text
    bad = client.post("/api/setup/box", json={"path": entry["path"], "value": '"rubbish"'})
    assert bad.status_code == 422
    assert client.post("/api/setup/box", json={"path": entry["path"], "value": "{"}).status_code == 422


def test_metrics_and_health_speak(client):
    assert client.get("/healthz").json() == {"status": "ok"}
    assert "durbar_requests_total" in client.get("/metrics").text
