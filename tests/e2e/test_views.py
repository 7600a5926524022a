"""Every view in a real browser: accessible, in three languages, without clipped text."""

import json
from pathlib import Path

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
AXE = Path(__file__).resolve().parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
VIEWS = ["/", "/seat/red", "/tv", "/history", "/camera", "/setup"]
READY = {
    "/": ".now h1",
    "/seat/red": ".seat h1",
    "/tv": ".tv h1",
    "/history": ".panel",
    "/camera": ".camera h1",
    "/setup": ".setup h1",
}
CLIPPED = """() => {
  const bad = [];
  const told = el => el.tagName + ' ' + el.innerText.slice(0, 60);
  const exempt = '.unseen, .last, nav, dialog:not([open]), .symbols, .away, header .name, .who';
  for (const el of document.querySelectorAll('button, h1, h2, h3, p, li, dt, dd, label, summary, a, th, td, span')) {
    if (!el.innerText?.trim() || !el.offsetWidth || el.closest(exempt)) continue;
    const style = getComputedStyle(el);
    if (style.visibility === 'hidden' || ['none', 'inline'].includes(style.display)) continue;
    const hides = !['visible', 'auto'].includes(style.overflow) || el.tagName === 'BUTTON';
    if (el.scrollWidth > el.clientWidth + 2 && hides) bad.push(told(el));
    if (el.getBoundingClientRect().right > innerWidth + 2 && !el.closest('.shelf, table')) bad.push('out: ' + told(el));
  }
  return bad;
}"""
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
MISSING = "() => (document.body.innerText.match(/\\b(page|reason|word|say)-[a-z][\\w-]+/g) ?? [])"


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_no_view_fails_an_accessibility_check(serve, open_page, theme):
    """axe-core, rules of WCAG 2.2 A and AA, on every view."""
    table = serve(players=3, moves=160)
    watched = open_page(table.address + "/", theme=theme)
    page = watched.page
    for view in VIEWS:
        page.goto(table.address + view)
        page.wait_for_selector(READY[view])
        page.evaluate(AXE.read_text(encoding="utf-8"))  # as a debugger does, past the content policy
        found = page.evaluate("rules => axe.run(document, {runOnly: rules})", RULES)
        problems = [
            (one["id"], one["impact"], [n["html"][:160] for n in one["nodes"][:3]]) for one in found["violations"]
        ]
        assert problems == [], (view, json.dumps(problems, indent=1))


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize("size", [(390, 844), (1180, 820)], ids=["phone", "tablet"])
def test_every_language_fits_every_view(serve, open_page, language, size):
    """No missing sentence, no text cut off or outside."""
    table = serve(players=4, moves=160)
    page = open_page(table.address + "/", language=language, size=size).page
    for view in VIEWS:
        page.goto(table.address + view)
        page.wait_for_selector(READY[view])
        page.wait_for_timeout(150)
        assert page.evaluate(MISSING) == [], view
        assert page.evaluate(CLIPPED) == [], view


def test_the_page_is_useful_within_a_second(serve, open_page):
    """First useful paint on loopback: board and NOW are drawn."""
    table = serve(players=4, moves=60)
    page = open_page(table.address + "/").page
    page.wait_for_selector(".now h1")
    page.goto(table.address + "/")
    page.wait_for_selector(".now h1")
    took_ms = page.evaluate("() => performance.now()")
    assert took_ms < 6000  # the bar is 1000 ms; `durbar` figures are taken on a quiet machine, tests share theirs


def test_the_page_turns_by_quarters_and_keeps_its_theme(serve, open_page):
    table = serve(players=2, moves=40)
    page = open_page(table.address).page
    page.click(".bar button >> nth=0")
    assert page.query_selector(".page.turn1")
    page.click(".bar button >> nth=1")
    page.reload()
    page.wait_for_selector(".page.turn1")
    assert page.evaluate("() => document.documentElement.dataset.theme") == "light"


def test_why_not_is_answered_with_the_rule(serve, open_page):
    table = serve(players=2, moves=45)
    from assistant.table.commands import Undo

    while table.session.game.pending(table.session.state) != "place":
        table.session.do(Undo())
    page = open_page(table.address, language="de").page
    page.click('[data-space="quarry-5"]')
    page.wait_for_selector(".why")
    assert "B2.5" in page.inner_text(".why")
    assert "Steinbruch" in page.inner_text(".why")
