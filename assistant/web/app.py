"""The web app as a factory: `create_app(session, config)`. No global app, no global state."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path as FilePath
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from assistant import __version__
from assistant.table.session import Session
from assistant.web import (
    routes_cameras,
    routes_docs,
    routes_export,
    routes_lights,
    routes_page,
    routes_setup,
    routes_table,
    socket,
)
from assistant.web.access import RefusedError
from assistant.web.config import WebConfig
from assistant.web.desk import Desk
from assistant.web.figures import Figures
from assistant.web.first import first_moment, page_with
from assistant.web.grants import Signer, new_grant
from assistant.web.guard import Guard
from assistant.web.hub import Hub
from assistant.web.routes_table import AnswerRefusedError
from assistant.web.session_desk import Camera, SessionDesk
from assistant.web.view import reason_wire

VIEWS = ("/", "/seat", "/seat/{name}", "/tv", "/setup", "/camera", "/history", "/pair", "/help", "/join")
"""Addresses of the page's own views; all are the same file."""
SHELL = "/pair"
"""The view that never has a game in it: what devices may keep."""


ROUTERS = (
    routes_table.router, routes_page.router, routes_setup.router, routes_cameras.router, routes_lights.router,
    routes_export.router, routes_docs.router, socket.router,
)  # fmt: skip


def create_app(
    session: Session | Desk,
    config: WebConfig | None = None,
    camera: Camera | None = None,
    lamps: routes_lights.Lamps | None = None,
    choice: routes_cameras.CameraChoice | None = None,
) -> FastAPI:
    """Return the app around one table: its session (with camera and lights, if there are any), or any other desk.

    With a `choice` the page can choose the camera; `camera` is the one chosen already, if any.
    """
    desk = SessionDesk(session, camera) if isinstance(session, Session) else session
    config = config or WebConfig(version=__version__)
    app = FastAPI(
        title="Durbar", version=__version__, openapi_url="/api/openapi.json", docs_url=None, redoc_url=None,
        lifespan=_lifespan,
    )  # fmt: skip
    app.state.desk = desk
    app.state.config = config
    app.state.signer = Signer(config.secret)
    app.state.owner = new_grant("operator")
    app.state.figures = Figures()
    app.state.hub = Hub(desk, config.limits.events_kept)
    app.state.camera = camera
    app.state.lamps = lamps
    app.state.choice = choice
    for router in ROUTERS:
        app.include_router(router)
    _add_problems(app)
    _add_views(app, config)
    app.middleware("http")(_count)
    app.add_middleware(Guard, config=config)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    app.state.hub.start()
    yield
    app.state.hub.stop()


async def _count(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
    response = await call_next(request)
    figures: Figures = request.app.state.figures
    figures.requests.labels(str(response.status_code)).inc()
    figures.pages.set(len(request.app.state.hub))
    return response


def problem(status: int, code: str, message: str, **more: Any) -> JSONResponse:  # noqa: ANN401
    """The one shape of every refusal."""
    return JSONResponse({"code": code, "message": message, "reasons": [], "revision": None, **more}, status)


def _add_problems(app: FastAPI) -> None:
    @app.exception_handler(RefusedError)
    async def refused(request: Request, error: RefusedError) -> JSONResponse:
        more: dict[str, Any] = {}
        if isinstance(error, AnswerRefusedError):
            more["reasons"] = [reason_wire(one).model_dump() for one in error.answer.reasons]
            more["revision"] = error.answer.revision
        return problem(error.status, error.code, error.message, **more)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(one) for one in first["loc"])
        return problem(422, "invalid", f"{where}: {first['msg']}")

    @app.exception_handler(HTTPException)
    async def missing(request: Request, error: HTTPException) -> JSONResponse:
        return problem(error.status_code, "http", str(error.detail))


def _add_views(app: FastAPI, config: WebConfig) -> None:
    index = config.static / "index.html"

    def view(request: Request) -> Response:
        if not index.is_file():
            return problem(503, "unbuilt", "The page is not built; run `make page`.")
        return page_with(index, "" if request.url.path == SHELL else first_moment(request))

    for address in VIEWS:
        app.add_api_route(address, view, methods=["GET"], include_in_schema=False)
    if (config.static / "assets").is_dir():
        app.mount("/assets", HashedFiles(directory=config.static / "assets"), name="assets")
    for name in ("manifest.webmanifest", "icon.svg", "icon-192.png", "icon-512.png", "sw.js"):
        _add_file(app, f"/{name}", config.static / name)
    _add_file(app, "/favicon.ico", config.static / "icon.svg")


class HashedFiles(StaticFiles):
    """Files whose names change with their content: browsers need not ask for them twice."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:  # noqa: ANN401 - as Starlette has it
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


def _add_file(app: FastAPI, address: str, file: FilePath) -> None:
    async def answer() -> Response:
        return FileResponse(file, headers={"cache-control": "no-cache"})

    if file.is_file():
        app.add_api_route(address, answer, include_in_schema=False)
