"""Several devices at one table, broken connections, and going back."""

import time

import pytest

from assistant.engine.core.moves import CHANCE
from assistant.table.commands import PlayMove, RollFor
from assistant.testing.evening import play_some
from assistant.web.access import COOKIE
from assistant.web.grants import new_grant

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


def join(table, open_page, role: str, seat: str | None, path: str, **likes):
    """A device with a role."""
    watched = open_page(table.address + "/api/texts/en", **likes)
    word = table.app.state.signer.write("cookie", new_grant(role, seat))
    watched.page.context.add_cookies([{"name": COOKIE, "value": word, "url": table.address}])
    watched.page.goto(table.address + path)
    return watched.page


def to_placement(session) -> str:
    """Play on until somebody may place a worker; returns the seat."""
    while session.game.pending(session.state) != "place":
        if session.game.actor(session.state) == CHANCE:
            session.do(RollFor())
        else:
            session.do(PlayMove(str(session.game.legal_moves(session.state)[0]), None, session.revision))
    return session.game.seat_name(session.state.seat)


def test_two_seats_and_a_spectator_see_one_game(serve, open_page):
    """The seat whose turn it is plays on its phone; the others follow and cannot interfere."""
    table = serve(players=2, moves=40)
    session = table.session
    actor = to_placement(session)
    other = next(seat for seat in session.game.setup.seats if seat != actor)
    mine = join(table, open_page, "seat", actor, f"/seat/{actor}", size=(390, 844))
    theirs = join(table, open_page, "seat", other, f"/seat/{other}", size=(390, 844))
    watcher = join(table, open_page, "spectator", None, "/")
    mine.wait_for_selector("[data-decision=place]")
    assert theirs.query_selector("[data-decision]") is None
    watcher.wait_for_selector(".now h1")
    assert watcher.query_selector("[data-decision], [data-undo]") is None
    before = session.revision
    mine.click("[data-decision] button.legal >> nth=0")
    watcher.wait_for_function("n => document.querySelectorAll('.last .fresh').length > 0", arg=before)
    for _ in range(100):
        if session.revision > before:
            break
        time.sleep(0.02)
    assert session.revision > before
    name = dict(session.snapshot().names)[actor]
    theirs.wait_for_function(f"() => document.body.innerText.includes({name!r})")


def test_a_page_comes_back_after_the_server_was_away(serve, open_page):
    """The computer restarts in the middle of the game: the page says so, and goes on by itself."""
    table = serve(players=2, moves=40)
    watched = open_page(table.address)
    page = watched.page
    page.wait_for_selector(".now h1")
    table.stop()
    page.wait_for_selector(".lost")
    play_some(table.session, 6, seed=2)
    serve(session=table.session, port=table.config.port)
    page.wait_for_selector(".lost", state="detached", timeout=20_000)
    turn = table.session.state.round
    page.wait_for_function(f"() => document.querySelector('.now header p').innerText.includes('{turn}')")
    watched.forgive_lost_server()


def test_twenty_moves_are_taken_back_and_the_game_branches(serve, open_page):
    """Back by button, then another way forward; the old line is still in the log."""
    table = serve(players=2, moves=60)
    session = table.session
    page = open_page(table.address).page
    page.wait_for_selector("[data-undo]")
    depth, before = session.snapshot().undo_depth, session.revision
    for n in range(20):
        page.click("[data-undo]")
        page.wait_for_selector(f'[data-revision="{before + n + 1}"]')
    assert session.snapshot().undo_depth == depth - 20
    log = session.export()
    play_some(session, 3, seed=77)
    assert session.export().startswith(log.rsplit("\n", 1)[0])
    assert session.snapshot().redo_depth == 0


def test_one_can_look_back_and_play_on_from_there(serve, open_page):
    table = serve(players=2, moves=60)
    page = open_page(table.address + "/history").page
    page.wait_for_selector("ol button")
    page.click("ol button >> nth=20")
    page.wait_for_selector("[data-branch]:not([disabled])")
    page.click("[data-branch]")
    page.wait_for_selector(".now h1")
    assert table.session.snapshot().undo_depth == 21


def scanned(picture: bytes) -> str:
    """What a phone's camera reads on the screen."""
    import cv2
    import numpy as np

    text, _, _ = cv2.QRCodeDetector().detectAndDecode(cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR))
    return text


def test_a_phone_joins_by_the_code_on_the_page(serve, open_page):
    """Settings, a seat's code, and the phone is that seat."""
    table = serve(players=2, moves=40)
    page = open_page(table.address).page
    page.click("[data-settings]")
    page.click("dialog .codes button >> nth=3")
    page.wait_for_function("() => document.querySelector('dialog figure img')?.naturalWidth > 0")
    phone = open_page(scanned(page.locator("dialog figure img").screenshot()), size=(390, 844)).page
    phone.wait_for_selector(".seat[data-seat=yellow]")
    assert phone.url.endswith("/seat/yellow")
