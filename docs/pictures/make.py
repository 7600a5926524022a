"""Makes the pictures of docs/tour.md from the running program: `.venv/bin/python docs/pictures/make.py`.

A game of the greedy bots is served as `durbar play` would serve it; a browser looks at it. Needs Debian's chromium.
"""

import random
import tempfile
import threading
import time
from pathlib import Path

import cv2
import uvicorn
from playwright.sync_api import Browser, sync_playwright

from assistant.players.base import next_move
from assistant.players.search import greedy
from assistant.table.commands import PlayMove
from assistant.table.session import Session
from assistant.testing.evening import new_session
from assistant.web.app import create_app
from assistant.web.config import WebConfig

HERE = Path(__file__).resolve().parent
PORT = 8071
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


def take(browser: Browser, session: Session, picture: tuple) -> None:
    name, view, size, theme, language, _ = picture
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    likes = f'{{"theme":"{theme}","language":"{language}","motion":false}}'
    page.add_init_script(f"localStorage.setItem('durbar.prefs', '{likes}')")
    seat = session.game.seat_name(session.state.seat)
    page.goto(f"http://127.0.0.1:{PORT}{view.format(seat=seat)}")
    page.wait_for_timeout(1500)
    raw = HERE / f"{name}.png"
    page.screenshot(path=str(raw))
    page.context.close()
    # JPEG keeps the repository small; the drawings stay crisp at this quality.
    cv2.imwrite(str(HERE / f"{name}.jpg"), cv2.imread(str(raw)), [cv2.IMWRITE_JPEG_QUALITY, 82])
    raw.unlink()


def main() -> None:
    session = new_session(Path(tempfile.mkdtemp()), 4, seed=7)
    rng = random.Random(5)
    play_to(session, "place", 400, rng)
    config = uvicorn.Config(create_app(session, WebConfig(port=PORT)), port=PORT, log_level="error")
    server = uvicorn.Server(config)
    threading.Thread(target=server.run, daemon=True).start()
    time.sleep(2)
    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        for picture in PICTURES:
            play_to(session, picture[-1], session.revision, rng)
            take(browser, session, picture)
        browser.close()
    server.should_exit = True


if __name__ == "__main__":
    main()
