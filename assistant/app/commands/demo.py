"""`durbar demo`: the simulated table, live on a local page."""

import argparse
import sys
import tempfile
from pathlib import Path

from assistant.app.config import AppConfig, ConfigError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=int, default=4, metavar="N", help="2, 3 or 4 robots")
    parser.add_argument("--modules", default="", metavar="A,B", help="modules, separated by commas")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed of dice and robots")
    parser.add_argument("--port", type=int, default=8000, metavar="P", help="port of the page (127.0.0.1)")
    parser.add_argument("--speed", type=float, default=1.0, metavar="X", help="1 as people play, 4 in a hurry")
    parser.add_argument("--leds", default="simulated", help="simulated, none, auto, a port, wled:HOST or adalight:PORT")
    parser.add_argument("--home", type=Path, default=None, help="folder for games (default: a throw-away folder)")
    parser.add_argument("--record", action="store_true", help="keep what is seen, for `durbar replay`; needs --home")


def run(args: argparse.Namespace) -> int:
    """Start everything and serve until interrupted."""
    from assistant.app.games import Refusal
    from assistant.engine.rajas.house import SetupError
    from assistant.table.store import StoreError

    with tempfile.TemporaryDirectory(prefix="durbar-demo-") as folder:
        try:
            if args.record and args.home is None:
                raise ConfigError("--record needs --home DIR: without it everything is thrown away at the end")
            return _serve(_config(args, args.home or Path(folder)), args.record)
        except (ConfigError, SetupError, StoreError, Refusal) as refusal:
            sys.stderr.write(f"durbar demo: {refusal}\n")
            return 1


def _config(args: argparse.Namespace, home: Path) -> AppConfig:
    modules = tuple(word.strip() for word in args.modules.split(",") if word.strip())
    return AppConfig(
        home=home, port=args.port, players=args.players, modules=modules, seed=args.seed, speed=args.speed,
        leds=args.leds,
    )  # fmt: skip


def _serve(config: AppConfig, record: bool = False) -> int:
    from assistant.app.cameras import learn_colours
    from assistant.app.demo import NAMES, DemoTable
    from assistant.app.recording import Limits, recording_beside
    from assistant.app.runtime import port_is_free, serve, start_lights
    from assistant.engine.rajas.setup import Setup, seats_for
    from assistant.table.session import Session
    from assistant.table.store import Store
    from assistant.web.app import create_app
    from assistant.web.camera import EyeCamera
    from assistant.web.config import WebConfig

    if config.port and not port_is_free(config.host, config.port):
        raise ConfigError(f"port {config.port} is taken; end the other program or choose one with --port")
    store = Store(config.store)
    session = Session.begin(store, Setup(seats_for(config.players), config.modules), names=NAMES)
    recorder = recording_beside(config.store, session, Limits()) if record else None
    camera = EyeCamera()
    camera.colour_teacher = learn_colours
    lamps = start_lights(config, session)
    web = WebConfig(port=config.port, demo=True, box_patch=config.box_patch)
    app = create_app(session, web, camera, lamps.lights)

    def show(picture: object, seen: object) -> None:
        if camera.calibration is None and table.evening is not None and table.evening.camera is not None:
            camera.calibration = table.evening.camera.calibration
        camera.see(picture, seen)  # type: ignore[arg-type]

    table = DemoTable(config, app.state.desk, show, lamps.lights.follow if lamps.lights else None)
    try:
        serve(app, config, lambda: _hello(config, table))
    finally:
        table.close()
        if recorder:
            recorder.close()
        lamps.close()
        store.close()
    return 0


def _hello(config: AppConfig, table: "object") -> None:
    table.start()  # type: ignore[attr-defined]
    sys.stderr.write(
        f"Durbar demo: {config.players} robots play at http://{config.host}:{config.port}/ (end with Ctrl+C)\n"
    )
