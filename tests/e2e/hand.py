"""A finger that plays the page: looks what is asked and taps something that fits."""

import random

LEGAL = ".slot.legal [data-space]"


def revision(session) -> int:
    return session.revision


def wait_for_change(page, session, before: int) -> None:
    """Until the move of the tap is recorded."""
    for _ in range(2000):
        if session.revision > before:
            break
        page.wait_for_timeout(10)
    assert session.revision > before, (session.game.pending(session.state), page.inner_text(".now")[:400])


def tap_once(page, session, rng: random.Random) -> None:
    """Make one move with the finger."""
    before = session.revision
    # Two placements follow each other: without this the finger would tap what the last player was offered.
    page.wait_for_selector(f'[data-revision="{before}"]')
    # Only now is the server surely done with the last tap; before, its number can be new and its state still old.
    decision = session.game.pending(session.state)
    page.wait_for_selector(f'[data-decision="{decision}"]')
    if page.query_selector("[data-machine]"):
        page.click("[data-machine]")
    else:
        TAPS.get(decision, _first("[data-decision] [data-move]"))(page, rng)
    wait_for_change(page, session, before)


def _first(selector: str):
    def tap(page, rng: random.Random) -> None:
        page.click(f"{selector} >> nth=0")

    return tap


def _place(page, rng: random.Random) -> None:
    spaces = page.query_selector_all(LEGAL)
    # Building ends games; a random hand that never builds would play for ever.
    quarry = [
        one
        for one in spaces
        if (one.get_attribute("data-space") or "").startswith(("quarry", "stall", "assorted", "harbour"))
    ]
    rng.choice(quarry or spaces).click()


def _buy(page, rng: random.Random) -> None:
    rng.choice(page.query_selector_all(".stack.legal [data-stack]")).click()


def _cover(page, rng: random.Random) -> None:
    _buy(page, rng)
    page.click(".strip .cell.open [data-cell] >> nth=0")


def _lay(page, rng: random.Random) -> None:
    if page.is_disabled("[data-lay]"):
        page.click(".strip .cell.open [data-cell] >> nth=0")
    page.click("[data-lay]")


def _take(page, rng: random.Random) -> None:
    if page.query_selector("[data-decision] .main[data-move]"):
        page.click("[data-decision] .main[data-move]")
        return
    for _ in range(4):
        colours = page.query_selector_all("[data-colour]:not([disabled])")
        if not colours:
            return
        rng.choice(colours).click()
        page.wait_for_timeout(40)
        if not page.query_selector('[data-decision="take"]'):
            return


TAPS = {
    "place": _place,
    "buy": _buy,
    "lay": _lay,
    "lay_on": _lay,
    "cover": _cover,
    "take": _take,
    "overflow": _first("[data-confirm]"),
    "reroll?": _first("[data-confirm]"),
}
