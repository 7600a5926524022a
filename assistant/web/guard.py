"""The door: host and origin, size, rate and headers, before any route is asked."""

import json
import time
from collections import OrderedDict
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from assistant.web.config import WebConfig

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
CLIENTS_REMEMBERED = 2048
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


class Buckets:
    """One leaking bucket per client; forgets the client not seen for longest."""

    def __init__(self, per_s: float, burst: int) -> None:
        self._per_s, self._burst = per_s, burst
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def takes(self, client: str, now_s: float) -> bool:
        level, seen_s = self._levels.pop(client, (0.0, now_s))
        level = max(0.0, level - (now_s - seen_s) * self._per_s)
        fits = level + 1 <= self._burst
        self._levels[client] = (level + 1 if fits else level, now_s)
        if len(self._levels) > CLIENTS_REMEMBERED:
            self._levels.popitem(last=False)
        return fits


def host_name(value: str) -> str:
    """The name in a Host header, without port."""
    return value.rsplit(":", 1)[0].lower() if ":" in value.rsplit("]", 1)[-1] else value.lower()


def same_origin(origin: str, host: str) -> bool:
    """Whether an Origin header names exactly the host that was asked."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


class Guard:
    """ASGI middleware: answers what must not pass, adds the headers to what does."""

    def __init__(self, app: ASGIApp, config: WebConfig) -> None:
        self.app = app
        self._hosts = config.allowed_hosts()
        self._limits = config.limits
        self._buckets = Buckets(config.limits.requests_per_s, config.limits.requests_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal:
            await self._refuse(scope, send, *refusal)
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self._pass(scope, receive, send)

    def _refusal(self, scope: Scope) -> tuple[int, str, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if host_name(host) not in self._hosts:
            return 421, "host", "This page answers only under its own address."
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if changes and origin is not None and not same_origin(origin, host):
            return 403, "origin", "Another page may not speak in your name."
        client = scope["client"][0] if scope.get("client") else "?"
        if not self._buckets.takes(client, time.monotonic()):
            return 429, "rate", "Too many requests at once; wait a second."
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._limits.body_bytes:
            return 413, "size", f"At most {self._limits.body_bytes} bytes."
        return None

    async def _refuse(self, scope: Scope, send: Send, status: int, code: str, message: str) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": code})
            return
        body = json.dumps({"code": code, "message": message, "reasons": [], "revision": None}).encode()
        fields = {"content-type": "application/json", "content-length": str(len(body)), **HEADERS}
        raw = [(name.encode(), value.encode()) for name, value in fields.items()]
        await send({"type": "http.response.start", "status": status, "headers": raw})
        await send({"type": "http.response.body", "body": body})

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=message["headers"])
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, self._counted(receive), send_with_headers)

    def _counted(self, receive: Receive) -> Receive:
        """A body without a length is cut off at the limit too."""
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._limits.body_bytes:
                return {"type": "http.disconnect"}
            return message

        return counted
