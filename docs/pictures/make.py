"""Makes the pictures of docs/tour.md from the running program: `.venv/bin/python docs/pictures/make.py [NAME ...]`.

Games of the greedy bots are served as `durbar play` would serve them; a browser looks at them. Needs Debian's chromium.
"""

import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import cv2
import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from assistant.app.evening import Evening
from assistant.app.lights import Lights
from assistant.app.sim_eye import SimCamera
from assistant.hw import open_board
from assistant.hw.lights import LedMap
from assistant.players.base import next_move
from assistant.players.search import greedy
from assistant.sim.board import start_simulated_board
from assistant.sim.evening import Clock, Frame, still
from assistant.table.commands import PlayMove
from assistant.table.session import Session
from assistant.testing.evening import new_session
from assistant.web.app import create_app
from assistant.web.camera import EyeCamera
from assistant.web.config import WebConfig

HERE = Path(__file__).resolve().parent
MODULES = ("navaratna", "ganga", "ganga2", "mango", "shalimar", "tiger", "fate", "trader")
Prepare = Callable[[Page], None]
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
PICTURES = [
    ("table", "/", (1440, 900), "dark", "en", "buy"),
    ("table-light", "/", (1180, 820), "light", "de", "place"),
    ("seat", "/seat/{seat}", (390, 844), "dark", "en", "place"),
    ("seat-light", "/seat/{seat}", (390, 844), "light", "nl", "pay"),
    ("tv", "/tv", (1920, 1080), "dark", "en", "place"),
    ("history", "/history", (1440, 900), "dark", "en", "place"),
    ("setup", "/setup", (1180, 820), "light", "en", "place"),
    ("end", "/", (1440, 900), "dark", "en", ""),
]
"""Name, view, size, theme, language, and the decision that should be waiting (empty: the game is over)."""


def play_to(session: Session, decision: str, least: int, rng: random.Random) -> None:
    """Let bots play to a moment with that decision waiting, at least `least` moves in."""
    bots = [greedy(rng) for _ in session.game.setup.seats]
    while not session.state.over and (session.revision < least or session.game.pending(session.state) != decision):
        session.do(PlayMove(str(next_move(session.game, session.state, bots, rng)), None, session.revision))


def shoot(browser: Browser, address: str, picture: tuple, prepare: Prepare = lambda page: None) -> None:
    """Open a view, prepare it, and keep a picture of it."""
    name, _, size, theme, language, _ = picture
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, service_workers="block")
    page = context.new_page()
    page.set_default_timeout(60_000)
    likes = f'{{"theme":"{theme}","language":"{language}","motion":false}}'
    page.add_init_script(f"localStorage.setItem('durbar.prefs', '{likes}')")
    page.goto(address)
    page.wait_for_selector("main h1, main h2", state="attached")
    prepare(page)
    page.wait_for_timeout(1500)
    raw = HERE / f"{name}.png"
    page.screenshot(path=str(raw))
    context.close()
    # JPEG keeps the repository small; the drawings stay crisp at this quality.
    cv2.imwrite(str(HERE / f"{name}.jpg"), cv2.imread(str(raw)), [cv2.IMWRITE_JPEG_QUALITY, 78])
    raw.unlink()


def serve(session: Session, camera: EyeCamera | None = None, lamps: Lights | None = None) -> tuple[uvicorn.Server, str]:
    """A running server and its address."""
    config = uvicorn.Config(create_app(session, WebConfig(port=0), camera, lamps), port=0, log_level="error")
    server = uvicorn.Server(config)
    threading.Thread(target=server.run, daemon=True).start()
    while not server.started:
        time.sleep(0.05)
    return server, f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"


def base_game(browser: Browser, wanted: set[str]) -> None:
    session = new_session(Path(tempfile.mkdtemp()), 4, seed=7)
    rng = random.Random(5)
    play_to(session, "place", 400, rng)
    server, address = serve(session)
    for picture in PICTURES:
        play_to(session, picture[-1], session.revision, rng)
        seat = session.game.seat_name(session.state.seat)
        if picture[0] in wanted:
            shoot(browser, address + picture[1].format(seat=seat), picture)
    server.should_exit = True


def module_game(browser: Browser, wanted: set[str]) -> None:
    """Every module at once; the LED map being made for it; a tile being corrected."""
    session = new_session(Path(tempfile.mkdtemp()), 4, seed=3, modules=MODULES)
    play_to(session, "place", 260, random.Random(5))
    board = start_simulated_board(60, "stand-in")
    lamps = Lights(open_board(board.port), LedMap(60))
    server, address = serve(session, lamps=lamps)

    def name_leds(page: Page) -> None:
        page.click("[data-step=lights]")
        page.click("[data-lights-start]")
        for number, place in enumerate(("quarry-1", "quarry-2", "quarry-3", "stall-silk", "stall-tea")):
            page.wait_for_selector(f'[data-led="{number}"]')
            page.click(f'[data-space="{place}"]')
        page.wait_for_selector('[data-led="5"]')

    def correct_tile(page: Page) -> None:
        page.click("[data-step=box]")
        page.fill("section .row input:not([type=checkbox])", "blue-cow")
        page.click('[data-entry="tiles/blue-cow-3"] [data-edit]')

    if "box" in wanted:
        shoot(browser, address + "/setup", ("box", "/setup", (1180, 820), "light", "en", ""), correct_tile)
    if "modules" in wanted:
        shoot(browser, address, ("modules", "/", (1440, 900), "dark", "en", ""))
    if "lights" in wanted:
        shoot(browser, address + "/setup", ("lights", "/setup", (1180, 820), "dark", "en", ""), name_leds)
    server.should_exit = True
    lamps.close()
    board.close()


class Asked(Exception):  # noqa: N818 - not an error: the moment for the picture
    """A question with several answers is open."""


class UntilAsked(Evening):
    """Robots play until the session asks something with three answers or more."""

    def watch_frames(self, frames: Iterable[Frame]) -> None:
        super().watch_frames(frames)
        question = self.session.snapshot().question
        if question and len(question.choices) > 2 and self.session.state.turn > 14:
            raise Asked


def watched_game(browser: Browser, wanted: set[str]) -> None:
    """A question of the camera, and tiles being learned."""
    camera = EyeCamera()
    session = new_session(Path(tempfile.mkdtemp()), 4, seed=4)
    evening = UntilAsked(4, 4, session=session)
    with suppress(Asked):
        evening.play()
    drawn = SimCamera(evening.table, 4)
    camera.calibration = drawn.calibration
    camera.see(drawn.picture(next(iter(still(0.1, Clock())))))
    server, address = serve(session, camera)
    if "question" in wanted:
        shoot(browser, address, ("question", "/", (1180, 820), "light", "en", ""))
    server.should_exit = True


def main() -> None:
    wanted = set(sys.argv[1:]) or {picture[0] for picture in PICTURES} | {"modules", "lights", "question", "box"}
    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        if wanted & {picture[0] for picture in PICTURES}:
            base_game(browser, wanted)
        if wanted & {"modules", "lights", "box"}:
            module_game(browser, wanted)
        if "question" in wanted:
            watched_game(browser, wanted)
        browser.close()


if __name__ == "__main__":
    main()
