"""Questions and differences of the camera, as people answer them on the page."""

import pytest

from assistant.engine.core.verdict import because
from assistant.table.commands import SetMode
from assistant.table.events import Choice, Complaint, Difference, Mode, Question
from assistant.table.watch import Finding
from tests.e2e.test_together import to_placement

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


class OneFinding:
    """A watch that has found one thing."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding

    def look(self, *args):
        return self.finding

    def again(self, *args):
        return None

    def as_seen(self, *args):
        return None

    def __getattr__(self, name):
        return lambda *args: None


def found(session, finding: Finding) -> None:
    session.do(SetMode(camera=True))
    session.watch = OneFinding(finding)
    session.observe(object())


def test_a_question_is_asked_once_answered_and_gone(serve, open_page):
    """One sentence, a few large answers; the answer is a recorded move."""
    table = serve(players=2, moves=45)
    session = table.session
    seat = to_placement(session)
    moves = [str(move) for move in session.game.legal_moves(session.state)][:3]
    page = open_page(table.address, language="nl").page
    page.wait_for_selector("[data-decision]")
    choices = tuple(Choice(f"c{i}", (move,), "") for i, move in enumerate(moves))
    question = Question("q1", seat, "no-such-key", (), choices, session.revision)
    before = session.revision
    found(session, Finding(Mode.AMBIGUOUS, "mode-ask", question=question))
    page.wait_for_selector("[data-question=q1]")
    assert len(page.query_selector_all("[data-choice]")) == 4  # three answers and "something else"
    session.watch = OneFinding(Finding(Mode.SYNCED, "mode-agreed"))
    page.click("[data-choice=c1]")
    page.wait_for_selector("[data-question]", state="detached")
    assert session.revision > before
    assert session.line()[-1].move == moves[1]


def test_a_difference_is_shown_with_both_remedies(serve, open_page):
    """Seen against expected; "the table is right" sets the record."""
    table = serve(players=2, moves=45)
    session = table.session
    to_placement(session)
    page = open_page(table.address).page
    page.wait_for_selector("[data-decision]")
    complaint = Complaint(
        "strange", "red", (), (because("B3.3", "owned", dice="b6"),), (Difference("red/dice", "b6 g1", "b1"),)
    )
    found(session, Finding(Mode.DESYNC, "mode-desync", complaint=complaint))
    page.wait_for_selector('[data-place="red/dice"]')
    assert "B3.3" in page.inner_text(".differences")
    session.watch = OneFinding(Finding(Mode.SYNCED, "mode-agreed"))
    page.click('[data-place="red/dice"] button')
    page.wait_for_selector("[data-place]", state="detached")
    page.wait_for_selector('.strip[data-seat=red] [data-die="b6"]')
    shown = page.query_selector_all(".strip[data-seat=red] [data-die]")
    assert [die.get_attribute("data-die") for die in shown] == ["b6", "g1"]
