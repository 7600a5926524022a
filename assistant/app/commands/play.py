"""`durbar play --camera SRC`: a real table; without a camera the page alone, until one is chosen there."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant.app.config import AppConfig, ConfigError, data_home

if TYPE_CHECKING:
    from fastapi import FastAPI


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--camera", action="append", default=[], metavar="SRC",
                        help="device number, URL, video file or folder of pictures; repeatable")  # fmt: skip
    parser.add_argument("--calibration", type=Path, metavar="FILE", help="made by `durbar calibrate` or on the page")
    parser.add_argument("--gallery", type=Path, metavar="FILE", help="made by `durbar tiles enrol` or on the page")
    parser.add_argument("--players", type=int, default=4, metavar="N", help="2, 3 or 4")
    parser.add_argument("--modules", default="", metavar="A,B", help="modules, separated by commas")
    parser.add_argument("--game", default=None, metavar="ID", help="go on with this game; `last` for the last played")
    parser.add_argument("--lan", action="store_true", help="let phones in the house join by a QR code")
    parser.add_argument("--port", type=int, default=8000, metavar="P")
    parser.add_argument("--leds", default="none", help="port of an LED board, `auto`, or none")
    parser.add_argument("--home", type=Path, default=None, metavar="DIR", help="where games and calibration are kept")
    parser.add_argument("--record", action="store_true", help="keep the pictures around each decision, for `replay`")
    parser.add_argument("--record-mb", type=float, default=2000.0, metavar="MB", help="the most a recording may take")


def run(args: argparse.Namespace) -> int:
    """Open what there is, say what there is not, serve until interrupted."""
    from assistant.engine.rajas.house import SetupError
    from assistant.table.store import StoreError
    from assistant.vision.calibration import CalibrationError
    from assistant.vision.capture import CameraError
    from assistant.vision.gallery import GalleryError
    from assistant.vision.infer import ModelError

    refusals = (ConfigError, SetupError, StoreError, CameraError, CalibrationError, GalleryError, ModelError)
    try:
        return _serve(args, _config(args))
    except refusals as refusal:
        sys.stderr.write(f"durbar play: {refusal}\n")
        return 1


def _config(args: argparse.Namespace) -> AppConfig:
    modules = tuple(word.strip() for word in args.modules.split(",") if word.strip())
    home = args.home or data_home()
    host = "0.0.0.0" if args.lan else "127.0.0.1"
    return AppConfig(home=home, host=host, port=args.port, players=args.players, modules=modules, leds=args.leds)


def _session(args: argparse.Namespace, config: AppConfig) -> Any:  # noqa: ANN401 - Session
    from assistant.editions import load_edition
    from assistant.engine.rajas.setup import Setup, seats_for
    from assistant.table.session import Session
    from assistant.table.store import Store, StoreError

    store = Store(config.store)
    edition = load_edition(patch=config.box_patch if config.box_patch.is_file() else None)
    if args.game is None:
        return Session.begin(store, Setup(seats_for(config.players), config.modules), edition=edition)
    games = store.games()
    if args.game == "last" and not games:
        raise StoreError(f"there is no game in {config.store} yet; start one without --game")
    return Session.resume(store, games[0].id if args.game == "last" else args.game, edition=edition)


def _serve(args: argparse.Namespace, config: AppConfig) -> int:
    from assistant.app.runtime import lan_address, port_is_free, serve, start_lights
    from assistant.web.app import create_app
    from assistant.web.config import WebConfig

    if not port_is_free(config.host, config.port):
        raise ConfigError(f"port {config.port} is taken; end the other program or choose one with --port")
    session = _session(args, config)
    cameras = _cameras(args, config)
    recorder = _recorder(args, config, session, cameras)
    hosts = (lan_address(),) if args.lan else ()
    web = WebConfig(host=config.host, port=config.port, lan=args.lan, hosts=hosts, box_patch=config.box_patch)
    lamps = start_lights(config, session)
    app = create_app(session, web, cameras.page if cameras.sources else None, lamps.lights, cameras)
    cameras.watch(lambda: app.state.desk.session)
    try:
        serve(app, config, lambda: _hello(app, config, session.game_id, bool(cameras.sources)))
    finally:
        cameras.close()
        if recorder:
            recorder.close()
        lamps.close()
    return 0


def _recorder(args: argparse.Namespace, config: AppConfig, session: Any, cameras: Any) -> Any:  # noqa: ANN401
    """Keeps session and cameras on tape when asked to; None otherwise."""
    if not args.record:
        return None
    from assistant.app.recording import Limits, recording_beside

    kept = (args.calibration or config.calibration, args.gallery or config.gallery, config.box_patch)
    try:
        recorder = recording_beside(config.store, session, Limits(most_mb=args.record_mb), kept)
    except OSError as error:
        raise ConfigError(
            f"--record: the recording cannot be begun ({error}); free some space or leave it out"
        ) from error
    recorder.tape_all(cameras)
    sys.stderr.write(f"Durbar: recording to {recorder.folder}\n")
    return recorder


def _cameras(args: argparse.Namespace, config: AppConfig) -> Any:  # noqa: ANN401 - Cameras
    from assistant.app.cameras import Cameras

    return Cameras(args.camera, args.calibration or config.calibration, args.gallery or config.gallery)


def _hello(app: "FastAPI", config: AppConfig, game_id: str, camera: bool) -> None:
    """Say where the page is; with --lan also the code by which a phone or tablet joins as the operator."""
    how = "watched by the camera" if camera else "played on the page alone"
    lan = config.host == "0.0.0.0"
    address = "127.0.0.1" if lan else config.host
    sys.stderr.write(f"Durbar: game {game_id}, {how}, at http://{address}:{config.port}/ (end with Ctrl+C)\n")
    if lan:
        from assistant.web.pairing import pairing_link, qr_text

        link = pairing_link(app, "operator")
        sys.stderr.write(f"On another device of this network: {link}\n{qr_text(link)}\n")
