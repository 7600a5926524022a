"""Playing on the page alone, as people do when there is no camera."""

import random

import pytest

from tests.e2e.hand import tap_once

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def test_an_opening_and_some_turns_can_be_played_with_a_finger(serve, open_page):
    """From the first tile turned up: every decision can be answered by tapping."""
    table = serve(players=2)
    page = open_page(table.address).page
    rng = random.Random(4)
    for _ in range(50):
        tap_once(page, table.session, rng)
    assert table.session.state.turn >= 4


def test_a_game_is_played_to_its_end_and_the_winner_shown(serve, open_page):
    """The last stretch of a game by finger, to the ranking."""
    table = serve(players=2, moves=0)
    from tests.e2e.late import late_game

    late_game(table.session)
    page = open_page(table.address).page
    rng = random.Random(7)
    taps = 0
    while not table.session.state.over:
        tap_once(page, table.session, rng)
        taps += 1
        assert taps < 600
    winner = table.session.game.ranking(table.session.state)[0].seat
    page.wait_for_selector(".ending h1")
    name = dict(table.session.snapshot().names)[winner]
    assert name in page.inner_text(".ending h1")


@pytest.mark.soak
def test_a_whole_game_is_played_with_a_finger_from_set_up_to_ranking(serve, open_page):
    """Nothing but taps, from the first tile to the winner."""
    table = serve(players=2)
    page = open_page(table.address).page
    rng = random.Random(11)
    taps = 0
    while not table.session.state.over:
        tap_once(page, table.session, rng)
        taps += 1
        assert taps < 4000
    page.wait_for_selector(".ending h1")
