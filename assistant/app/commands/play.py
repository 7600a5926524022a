"""`durbar play`: a real table, with cameras or by page alone."""

import argparse
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from assistant.app.config import AppConfig, ConfigError
from assistant.app.games import Refusal, add_setup_arguments, game_from


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_setup_arguments(parser)
    sources = "device number, URL, video file or folder of pictures; repeatable; without: by page alone"
    parser.add_argument("--camera", action="append", default=[], metavar="SRC", help=sources)
    parser.add_argument("--name", action="append", default=[], metavar="SEAT=NAME", help="who sits where; repeatable")
    parser.add_argument("--resume", default=None, metavar="GAME", help="go on with this game of the store")
    parser.add_argument("--new", action="store_true", help="begin anew even if a game is unfinished")
    parser.add_argument("--leds", default="auto", help="auto, none, a port, wled:HOST or adalight:PORT")
    parser.add_argument("--port", type=int, default=8000, metavar="P", help="port of the page")
    parser.add_argument("--lan", action="store_true", help="let phones in the house join by a QR code")
    parser.add_argument("--home", type=Path, default=None, help="folder for games and calibration")


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted; 1 with one sentence when something asked for cannot be had."""
    from assistant.table.store import StoreError
    from assistant.vision.calibration import CalibrationError
    from assistant.vision.capture import CameraError

    try:
        return _serve(args, _config(args))
    except (ConfigError, StoreError, Refusal, CameraError, CalibrationError) as refusal:
        sys.stderr.write(f"durbar play: {refusal}\n")
        return 1


def _config(args: argparse.Namespace) -> AppConfig:
    places = {"home": args.home} if args.home else {}
    host = "0.0.0.0" if args.lan else "127.0.0.1"
    return AppConfig(host=host, port=args.port, players=args.players, leds=args.leds, **places)


def _names(pairs: list[str], seats: tuple[str, ...]) -> dict[str, str]:
    names = {}
    for pair in pairs:
        seat, equals, name = pair.partition("=")
        if not equals or seat not in seats:
            raise Refusal(f"--name {pair!r}: write SEAT=NAME with one of the seats {', '.join(seats)}")
        names[seat] = name.strip()
    return names


def _serve(args: argparse.Namespace, config: AppConfig) -> int:
    from assistant.app.real_table import take_up_game
    from assistant.app.runtime import port_is_free, serve, start_lights
    from assistant.table.session import Session
    from assistant.table.store import Store
    from assistant.web.app import create_app

    if config.port and not port_is_free(config.host, config.port):
        raise ConfigError(f"port {config.port} is taken; end the other program or choose one with --port")
    game = game_from(args)
    names = _names(args.name, game.setup.seats)
    config.home.mkdir(parents=True, exist_ok=True)
    with closing(Store(config.store)) as store:
        session = take_up_game(store, lambda: Session.begin(store, game.setup, names=names), args.resume, args.new)
        eyes = Eyes(args.camera, config)
        app = create_app(session, _web_config(args, config), eyes.camera)
        eyes.watch(lambda: app.state.desk.session)
        lamps = start_lights(config, session)
        try:
            serve(app, config, lambda: _hello(config, bool(args.camera)))
        finally:
            eyes.close()
            lamps.close()
    return 0


def _web_config(args: argparse.Namespace, config: AppConfig) -> Any:  # noqa: ANN401 - a WebConfig
    from assistant import __version__
    from assistant.app.real_table import lan_address
    from assistant.web.config import WebConfig

    hosts = (lan_address(),) if args.lan else ()
    return WebConfig(
        host=config.host, port=config.port, lan=args.lan, hosts=hosts, box_patch=config.box_patch, version=__version__
    )


class Eyes:
    """All cameras of the table with their eyes, and what the page sees of the first."""

    def __init__(self, sources: list[str], config: AppConfig) -> None:
        from assistant.app.real_table import EyeDoctor, EyeSocket, Together
        from assistant.vision.capture import open_source
        from assistant.web.camera import EyeCamera

        self.sockets = [EyeSocket(f"camera-{number}") for number in range(1, len(sources) + 1)]
        self.doctor = EyeDoctor(self.sockets, config.calibration, config.gallery)
        stored = self.doctor.stored() if sources else None
        self.camera = EyeCamera(stored, self.doctor.renew, config.gallery) if sources else None
        if stored:
            self.doctor.fit(stored)
        self.together = Together(len(sources))
        self.sources = [open_source(source) for source in sources]
        self.watchers: list[Any] = []

    def watch(self, session: Any) -> None:  # noqa: ANN401 - a function that returns the session
        from assistant.app.runtime import Watching

        for number, (place, source) in enumerate(zip(self.sockets, self.sources, strict=True)):
            watcher = Watching(source, Joined(place, self.together, number), session, self._show(number))
            watcher.start()
            self.watchers.append(watcher)

    def _show(self, number: int) -> Any:  # noqa: ANN401 - a function that takes a frame and its reading
        def show(frame: Any, seen: Any) -> None:  # noqa: ANN401
            if number == 0 and self.camera is not None:
                self.camera.see(frame, seen)

        return show

    def close(self) -> None:
        for watcher in self.watchers:
            watcher.close()


class Joined:
    """An eye whose readings are joined with those of the other cameras."""

    def __init__(self, place: Any, together: Any, number: int) -> None:  # noqa: ANN401
        self.place, self.together, self.number = place, together, number

    def observe(self, frame_bgr: Any, seq: int, t_s: float) -> Any:  # noqa: ANN401 - an Observation or None
        seen = self.place.observe(frame_bgr, seq, t_s)
        return None if seen is None else self.together.with_reading(self.number, seen)


def _hello(config: AppConfig, camera: bool) -> None:
    from assistant.app.real_table import lan_address

    address = lan_address() if config.host == "0.0.0.0" else config.host
    how = "with camera" if camera else "by page alone"
    sys.stderr.write(f"Durbar, {how}: open http://{address}:{config.port}/ (end with Ctrl+C; the game is kept)\n")
