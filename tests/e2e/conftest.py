"""A real server in a thread and a real browser: what a player has in front of him."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import uvicorn

from assistant.table.session import Session
from assistant.testing.evening import new_session, play_some
from assistant.web.app import create_app
from assistant.web.config import STATIC, Limits, WebConfig

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
]  # fmt: skip
pytestmark = pytest.mark.browser


@dataclass
class Served:
    """A table on its own port."""

    session: Session
    address: str
    config: WebConfig
    app: object


@dataclass
class Watched:
    """A page with everything it complained about or asked for."""

    page: object
    errors: list[str] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)

    def forgive_lost_server(self) -> None:
        """A server that is switched off is the one thing a browser may complain about here."""
        # The last one: the page installs itself a moment after it is shown, and may do so in just that moment.
        words = ("ERR_CONNECTION", "WebSocket", "ERR_FAILED", "Failed to load resource", "when fetching the script")
        self.errors[:] = [one for one in self.errors if not any(word in one for word in words)]


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Start servers; they end with the test."""
    running: list[tuple[uvicorn.Server, threading.Thread]] = []

    def start(players: int = 2, moves: int = 0, camera: object = None, port: int = 0, session: Session | None = None,
              modules: tuple[str, ...] = (), lamps: object = None) -> Served:  # fmt: skip
        if not (STATIC / "index.html").is_file():
            pytest.skip("the page is not built; run `make page`")
        folder = tmp_path / f"table{len(running)}"
        folder.mkdir(exist_ok=True)
        table = session or new_session(folder, players, modules=modules)
        play_some(table, moves)
        port = port or free_port()
        limits = Limits(requests_per_s=1000, requests_burst=5000)
        config = WebConfig(port=port, version="test", limits=limits, box_patch=folder / "my-box.json")
        app = create_app(table, config, camera, lamps)
        server = uvicorn.Server(
            uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error", ws="websockets-sansio")
        )
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        running.append((server, thread))
        for _ in range(400):
            if server.started:
                break
            time.sleep(0.02)
        served = Served(table, f"http://127.0.0.1:{port}", config, app)
        served.stop = lambda: _stop(server, thread)  # type: ignore[attr-defined]
        return served

    yield start
    for server, thread in running:
        _stop(server, thread)


def _stop(server: uvicorn.Server, thread: threading.Thread) -> None:
    server.should_exit = True
    server.force_exit = True
    thread.join(5)


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    playwright = pytest.importorskip("playwright.sync_api")
    if not CHROMIUM.exists():
        pytest.skip("Debian's chromium is not installed")
    with playwright.sync_playwright() as engine:
        running = engine.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def open_page(browser) -> Iterator[Callable[..., Watched]]:
    """Open a page as its own device; at the end none may have complained or asked strangers."""
    contexts, watched = [], []

    def start(
        address: str, *, language: str = "en", theme: str = "dark", size: tuple[int, int] = (1180, 820), **prefs
    ) -> Watched:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
        contexts.append(context)
        wish = {"language": language, "theme": theme, "motion": False, **prefs}
        kept = json.dumps(json.dumps(wish))
        context.add_init_script(f"localStorage.getItem('durbar.prefs') ?? localStorage.setItem('durbar.prefs', {kept})")
        page = context.new_page()
        page.set_default_timeout(30_000)  # patience costs nothing where nothing fails
        one = Watched(page)
        page.on("console", lambda m: one.errors.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda e: one.errors.append(str(e)))
        home = address.split("/")[2]
        page.on(
            "request",
            lambda r: (
                one.strangers.append(r.url)
                if r.url.split(":")[0] in ("http", "https", "ws") and home not in r.url
                else None
            ),
        )
        watched.append(one)
        page.goto(address)
        return one

    yield start
    for context in contexts:
        context.close()
    for one in watched:
        assert one.errors == []
        assert one.strangers == []
