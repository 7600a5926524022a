"""Whole games at the simulated table: hands play, the camera watches, questions are answered on the page."""

import pytest

from assistant.app.evening import Evening
from assistant.app.sim_eye import SimCamera
from assistant.sim.evening import Clock, still
from assistant.web.camera import EyeCamera
from tests.e2e.finger import FingerSession

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]


def watched_game(serve, open_page, players: int, seed: int, language: str = "en"):
    """Play a game of robots whose taps are all made in the browser; returns evening, finger and page.

    The simulated clock runs as fast as the machine, so a game of an hour takes seconds.
    """
    camera = EyeCamera()
    table = serve(players=players, camera=camera)
    evening = Evening(seed, players, session=table.session)
    drawn = SimCamera(evening.table, seed)
    camera.calibration = drawn.calibration
    evening.table.lay_out(evening.truth)
    camera.see(drawn.picture(next(iter(still(0.1, Clock())))))
    page = open_page(table.address + "/", language=language).page
    page.wait_for_selector(".now h1")
    finger = FingerSession(table.session, page)
    evening.session = finger
    evening.play()
    return evening, finger, page


def shown_scores(page) -> dict[str, tuple[str, ...]]:
    rows = page.query_selector_all(".strip")
    return {row.get_attribute("data-seat"): tuple(b.inner_text() for b in row.query_selector_all(".score b"))
            for row in rows}  # fmt: skip


def check_end(evening, finger, page) -> None:
    """The page shows the true end, and nothing was recorded that did not happen."""
    assert evening.figures.wrong_states == 0, evening.figures.notes
    assert evening.truth.over
    page.wait_for_selector(".ending h1")
    game, state = evening.game, evening.truth
    names = dict(evening.session.snapshot().names)
    assert names[game.ranking(state)[0].seat] in page.inner_text(".ending h1")
    expected = {
        seat: (str(one.fame), str(one.money)) for seat, one in zip(game.setup.seats, state.players, strict=True)
    }
    assert shown_scores(page) == expected
    assert finger.questions
    assert finger.widest <= 5  # four answers and "it was something else"


def test_a_whole_watched_game_is_played_with_questions_answered_on_the_page(serve, open_page):
    """Two players, from the first picture to the ranking; every question is answered by a tap."""
    check_end(*watched_game(serve, open_page, players=2, seed=1))


@pytest.mark.soak
@pytest.mark.parametrize(("players", "seed", "language"), [(2, 2, "de"), (3, 3, "nl"), (4, 4, "en"), (4, 5, "de")])
def test_whole_watched_games_of_two_to_four_in_all_languages(serve, open_page, players, seed, language):
    check_end(*watched_game(serve, open_page, players, seed, language))
