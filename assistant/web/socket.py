"""The one websocket: a snapshot on connect, then every change with its number; resume by telling the last number."""

import asyncio
import json
import logging
import time
from contextlib import suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from assistant.web.access import grant_of
from assistant.web.config import Limits
from assistant.web.guard import Buckets
from assistant.web.hub import Hub, Page

log = logging.getLogger(__name__)
router = APIRouter()
SEND_TIMEOUT_S = 10.0
"""A page that takes nothing for this long is let go; it will reconnect and resume."""
HELLO_TIMEOUT_S = 5.0
UNPAIRED, TOO_MANY, BROKEN = 4401, 4429, 4400


@router.websocket("/ws")
async def live(socket: WebSocket) -> None:
    """Serve one page until it leaves."""
    state = socket.app.state
    hub: Hub = state.hub
    limits: Limits = state.config.limits
    grant = grant_of(socket)
    if grant is None or not grant.may("look"):
        await socket.close(UNPAIRED, "unpaired")
        return
    if len(hub) >= limits.sockets:
        await socket.close(TOO_MANY, "full")
        return
    await socket.accept()
    page = hub.join(_last_seen(socket), first=grant.role != "spectator")
    sender = asyncio.create_task(_send_news(socket, hub, page))
    watch = asyncio.create_task(_let_go(socket, page))
    try:
        await _listen(socket, limits)
    except WebSocketDisconnect:
        pass
    finally:
        hub.part(page)
        watch.cancel()
        sender.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await sender


def _last_seen(socket: WebSocket) -> int:
    """The last event number a returning page has seen, from the query; -1 for a new one."""
    word = socket.query_params.get("seq", "")
    return int(word) if word.isdigit() and len(word) < 16 else -1


async def _send_news(socket: WebSocket, hub: Hub, page: Page) -> None:
    try:
        await _send_all_news(socket, hub, page)
    except (RuntimeError, WebSocketDisconnect):
        return  # the page has left meanwhile
    except Exception:
        # A page without news is worse than a page that reconnects.
        log.exception("the page could not be told")
        with suppress(Exception):
            await socket.close(1011, "failed")


async def _send_all_news(socket: WebSocket, hub: Hub, page: Page) -> None:
    clock = asyncio.get_running_loop().time
    while True:
        await page.wake.wait()
        page.wake.clear()
        message = hub.news(page)
        if message is not None:
            page.sending_since_s = clock()
            await socket.send_text(message)
            page.sending_since_s = None


async def _let_go(socket: WebSocket, page: Page) -> None:
    """Close a page that takes nothing for too long. One slow look per page is cheaper than a timer per message."""
    clock = asyncio.get_running_loop().time
    while True:
        await asyncio.sleep(SEND_TIMEOUT_S / 2)
        if page.sending_since_s is not None and clock() - page.sending_since_s > SEND_TIMEOUT_S:
            with suppress(Exception):
                await socket.close(1011, "slow")
            return


async def _listen(socket: WebSocket, limits: Limits) -> None:
    """Pages have little to say: `ping`. Everything else is refused with a code; a flood ends the connection."""
    bucket = Buckets(limits.socket_messages_per_s, int(limits.socket_messages_per_s * 4))
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        if not bucket.takes("page", time.monotonic()):
            await socket.close(1008, "rate")
            return
        text = message.get("text")
        if text is None or len(text) > limits.socket_message_bytes:
            await socket.close(1009 if text else 1003, "size" if text else "bytes")
            return
        await socket.send_text(json.dumps(reply_to(text)))


def reply_to(text: str) -> dict[str, object]:
    """The answer to one message of a page. Never raises."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return {"type": "problem", "code": "json", "message": "Not JSON."}
    kind = message.get("type") if isinstance(message, dict) else None
    if kind == "ping":
        return {"type": "pong"}
    return {"type": "problem", "code": "unknown", "message": "Unknown message; known are: ping."}
