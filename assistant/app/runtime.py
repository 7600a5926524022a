"""Threads and wires: a table that is watched, lamps that follow, a page that is served."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from assistant.app.config import AppConfig
from assistant.app.lights import Lights, load_map
from assistant.hw import open_board
from assistant.table.session import Session
from assistant.vision.readings import Observation, Problem

log = logging.getLogger(__name__)


@dataclass(slots=True)
class LedParts:
    """The lamps that run, and the simulated board behind them if there is one."""

    lights: Lights | None = None
    board: Any = None

    def close(self) -> None:
        if self.lights:
            self.lights.close()
        if self.board:
            self.board.close()


def start_lights(config: AppConfig, session: Session) -> LedParts:
    """Lamps following the session; whatever goes wrong with a board, the game goes on without."""
    if config.leds == "none":
        return LedParts()
    try:
        simulated = None
        port = config.leds
        if config.leds == "simulated":
            from assistant.sim.board import start_simulated_board

            simulated = start_simulated_board(config.led_count)
            port = simulated.port
        led_map = load_map(config.led_map, session.game, config.led_count)
        lights = Lights(open_board(port), led_map, map_path=config.led_map)
        lights.follow(session)
        return LedParts(lights, simulated)
    except Exception as error:
        log.warning("no LED board: %s", error)
        return LedParts()


REOPEN_AFTER_S = 2.0
"""A camera silent for this long is opened anew, again and again. Lower: cameras that only stutter are torn down."""


class Watching:
    """Reads a camera in its own thread and feeds the session; logs a lost camera once and its return once.

    `reopen` opens the source anew after it died (a cable pulled and plugged in again).
    """

    def __init__(
        self,
        source: Any,  # noqa: ANN401
        eye: Any,  # noqa: ANN401
        session: Callable[[], Any],
        show: Callable[..., None],
        reopen: Callable[[], Any] | None = None,
    ) -> None:
        self.source = source
        self.eye = eye
        self.session = session
        self.show = show
        self.reopen = reopen
        self._stop = threading.Event()
        self._lost = False
        self._tried_s = 0.0
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def _run(self) -> None:
        seq = 0
        while not self._stop.is_set():
            frame = self._next()
            seq += 1
            if frame is None:
                lost = Observation(seq, time.monotonic(), (), None, None, Problem.CAMERA_LOST.value)
                self.session().observe(lost)
                self._open_again()
                continue
            seen = self._read(frame)
            self.show(frame.image, seen)
            if seen is not None:
                self.session().observe(seen)

    def _read(self, frame: Any) -> Observation | None:  # noqa: ANN401 - a vision.capture Frame
        """The reading; None without an eye, or when it stumbles over a picture: the next one comes soon."""
        try:
            return self.eye.observe(frame.image, frame.seq, frame.t_s) if self.eye else None
        except Exception:
            log.exception("picture %s could not be read", frame.seq)
            return None

    def _next(self) -> Any:  # noqa: ANN401 - a vision.capture Frame or None
        try:
            frame = self.source.next(1.0)
        except Exception as error:
            frame = None
            if not self._lost:
                log.warning("the camera is gone: %s", error)
        if frame is None:
            # The end of a video comes at once, again and again.
            self._stop.wait(0.5)
        if (frame is None) != self._lost:
            self._lost = frame is None
            self._tried_s = time.monotonic()
            log.warning("the camera delivers nothing" if self._lost else "the camera is back")
        return frame

    def _open_again(self) -> None:
        if self.reopen is None or time.monotonic() - self._tried_s < REOPEN_AFTER_S or self._stop.is_set():
            return
        self._tried_s = time.monotonic()
        try:
            self.source.close()
            self.source = self.reopen()
        except Exception as error:
            log.debug("the camera cannot be opened again yet: %s", error)

    def close(self) -> None:
        self._stop.set()
        self.source.close()
        self._thread.join(3.0)


def serve(app: Any, config: AppConfig, ready: Callable[[], None] = lambda: None) -> None:  # noqa: ANN401
    """Serve the page until interrupted."""
    import uvicorn

    # Compressing every moment for every page costs the table more than it saves in the house's network. Nobody stands
    # before this server: headers that say where a request comes from are never believed.
    settings = uvicorn.Config(
        app, host=config.host, port=config.port, log_level="warning", ws="websockets-sansio", ws_max_size=65536,
        ws_per_message_deflate=False, proxy_headers=False,
    )  # fmt: skip
    server = uvicorn.Server(settings)
    ready()
    server.run()


def port_is_free(host: str, port: int) -> bool:
    """Whether the page can be served there."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
        return True


def lan_address() -> str:
    """The address other devices in the house reach this one at; loopback when there is no network.

    Nothing is sent: choosing a route for a datagram socket is enough to learn the own address.
    """
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
