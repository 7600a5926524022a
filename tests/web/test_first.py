"""The page comes with its first moment inside, for those who may see it."""

import json
import re

import pytest

from assistant.web.app import SHELL, VIEWS
from assistant.web.config import STATIC

pytestmark = pytest.mark.skipif(not (STATIC / "index.html").is_file(), reason="the page is not built; run `make page`")
BLOCK = re.compile(r'<script type="application/json" id="first">(.*?)</script>', re.DOTALL)


def first_of(client, view: str = "/") -> dict | None:
    answer = client.get(view.replace("{name}", "red"))
    assert answer.status_code == 200
    found = BLOCK.search(answer.text)
    return json.loads(found[1]) if found else None


@pytest.mark.parametrize("view", [view for view in VIEWS if view != SHELL])
def test_every_view_comes_with_role_box_and_moment(client, view):
    first = first_of(client, view)
    assert first == {name: client.get(f"/api/{path}").json() for name, path in
                     (("me", "me"), ("box", "box"), ("now", "table"))}  # fmt: skip


@pytest.mark.parametrize("role", ["operator", "seat", "spectator", "display"])
def test_a_device_is_told_its_own_role_and_no_other(as_role, role):
    client = as_role(role, "red" if role == "seat" else None)
    me = first_of(client)["me"]
    assert (me["role"], me["seat"]) == (role, "red" if role == "seat" else None)
    assert me["csrf"] == client.headers["x-durbar-csrf"]


def test_a_device_without_a_role_gets_the_bare_page(as_role):
    for view in VIEWS:
        assert first_of(as_role(None), view) is None


def test_the_page_that_devices_keep_has_no_game_in_it(client):
    assert first_of(client, SHELL) is None
    assert client.get("/").headers["cache-control"] == "no-store"


def test_a_name_cannot_end_the_block_and_become_script(client):
    """Names are typed by people; one of them may know HTML."""
    evil = "</script><script>x"
    names = {"red": evil, "yellow": "<!--"}
    done = client.post("/api/games", json={"seats": ["red", "yellow"], "names": names})
    assert done.status_code == 200, done.text
    text = client.get("/").text
    assert evil not in text
    assert "<!--" not in BLOCK.search(text)[1]
    assert [one["name"] for one in first_of(client)["now"]["players"]] == [evil, "<!--"]
