"""The LED map as the page makes it: which LED lies under which space."""

import pytest

from assistant.app.lights import Lights
from assistant.hw.lights import LedMap
from tests.web.lamps import FakeLamps


class DarkBoard:
    """A board that only takes frames."""

    def __init__(self) -> None:
        self.frames: list[list[tuple[int, int, int]]] = []

    def show(self, frame) -> None:
        self.frames.append(list(frame))

    def close(self) -> None:
        pass


@pytest.fixture
def lamps(app) -> FakeLamps:
    app.state.lamps = FakeLamps()
    return app.state.lamps


def test_without_a_board_the_page_is_told_so_and_changes_are_refused(client):
    state = client.get("/api/lights").json()
    assert (state["board"], state["connected"]) == (False, False)
    assert "quarry-1" in state["places"]
    answer = client.post("/api/lights/point", json={"led": 0})
    assert (answer.status_code, answer.json()["code"]) == (404, "none")


def test_one_led_is_lit_named_and_saved(client, lamps):
    assert client.post("/api/lights/point", json={"led": 7}).json()["lit"] == 7
    assert lamps.pointed == 7
    state = client.post("/api/lights/place", json={"led": 7, "place": "quarry-1"}).json()
    assert state["spaces"] == {"quarry-1": [7]}
    assert lamps.kept[-1].leds_of("quarry-1") == (7,)
    client.post("/api/lights/place", json={"led": 8, "place": "quarry-1"})
    moved = client.post("/api/lights/place", json={"led": 7, "place": "seat/red"}).json()
    assert moved["spaces"] == {"quarry-1": [8], "seat/red": [7]}
    assert client.post("/api/lights/place", json={"led": 8, "place": None}).json()["spaces"] == {"seat/red": [7]}
    assert client.post("/api/lights/point", json={"led": None}).json()["lit"] is None


def test_the_map_can_be_begun_anew_or_in_order(client, lamps):
    ordered = client.post("/api/lights/map", json={"begin": "in_order"}).json()
    assert list(ordered["spaces"].values())[:3] == [[0], [1], [2]]
    assert client.post("/api/lights/map", json={"begin": "empty"}).json()["spaces"] == {}


REFUSED = [
    ("/api/lights/point", {"led": 60}, 404),
    ("/api/lights/point", {"led": -1}, 422),
    ("/api/lights/place", {"led": 99, "place": "quarry-1"}, 404),
    ("/api/lights/place", {"led": 3, "place": "no-such"}, 404),
    ("/api/lights/place", {"led": 3, "place": "../etc"}, 422),
    ("/api/lights/map", {"begin": "sideways"}, 422),
]


@pytest.mark.parametrize(("path", "body", "status"), REFUSED)
def test_leds_and_places_that_do_not_exist_are_refused(client, lamps, path, body, status):
    assert client.post(path, json=body).status_code == status
    assert lamps.kept == []


def test_a_map_that_cannot_be_saved_is_not_used(client, lamps):
    lamps.full_disk = True
    answer = client.post("/api/lights/place", json={"led": 3, "place": "quarry-1"})
    assert (answer.status_code, answer.json()["code"]) == (503, "store")
    assert lamps.led_map.spaces == {}


def test_the_running_lights_point_keep_and_go_back_to_the_game(tmp_path):
    """The real lights: one LED alone while pointing, the map in its file, then the game again."""
    lights = Lights(DarkBoard(), LedMap(4), map_path=tmp_path / "kept" / "led-map.json")
    try:
        lights.point(2)
        lit = [number for number, colour in enumerate(lights.picture(0.0)) if colour != (0, 0, 0)]
        assert (lit, lights.pointed) == ([2], 2)
        lights.keep(LedMap(4).with_led(2, "quarry-1"))
        assert LedMap.load(tmp_path / "kept" / "led-map.json").leds_of("quarry-1") == (2,)
        lights.point(None)
        assert lights.pointed is None
        assert set(lights.picture(0.0)) == {(0, 0, 0)}
    finally:
        lights.close()
