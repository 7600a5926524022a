"""Many pages in a process of their own, so that their work is not counted as the server's.

`python -m tests.web.crowd PORT PAGES SLEEPERS` prints `ready`, then after a line on standard input one JSON list: for
every moment that arrived at a page its revision and the time (seconds of the machine's monotonic clock, shared by all
processes).
"""

import asyncio
import json
import re
import subprocess
import sys
import time
from contextlib import suppress

import websockets

REVISION = re.compile(r'"revision":(\d+)')
OPTIONS = {"max_size": None, "compression": None, "ping_interval": None, "open_timeout": 60}


async def _page(port: int, found: list[tuple[int, float]], ready: list[int], stop: asyncio.Event) -> None:
    async with websockets.connect(f"ws://127.0.0.1:{port}/ws", **OPTIONS) as socket:
        await socket.recv()
        ready.append(1)
        while not stop.is_set():
            with suppress(TimeoutError):
                message = await asyncio.wait_for(socket.recv(), 0.5)
                if message.startswith('{"type":"table"'):
                    # Only the head is read: 500 whole parsers would be measured instead of the server.
                    found.append((int(REVISION.search(message, 0, 400).group(1)), time.monotonic()))


async def _sleeper(port: int, stop: asyncio.Event) -> None:
    """Connects and never reads a byte."""
    _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
    key = "c2xlZXBzYWxsZGF5bG9uZw=="
    writer.write(
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    writer.transport.pause_reading()
    await stop.wait()
    writer.close()


async def _main(port: int, pages: int, sleepers: int) -> None:
    found: list[tuple[int, float]] = []
    ready: list[int] = []
    stop = asyncio.Event()
    tasks = [asyncio.create_task(_sleeper(port, stop)) for _ in range(sleepers)]
    for number in range(pages):
        tasks.append(asyncio.create_task(_page(port, found, ready, stop)))
        if number % 25 == 24:
            await asyncio.sleep(0.05)
    while len(ready) < pages:
        await asyncio.sleep(0.05)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    stop.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    print(json.dumps(found), flush=True)


class Crowd:
    """The process, from outside: `with Crowd(port, 50) as crowd: ...; crowd.leave()`.

    An `elsewhere` crowd stands for devices with processors of their own: it takes only what this machine has left.
    """

    def __init__(self, port: int, pages: int, sleepers: int = 0, elsewhere: bool = False) -> None:
        command = [
            *(["nice", "-n", "19"] if elsewhere else []),
            sys.executable,
            "-m",
            "tests.web.crowd",
            str(port),
            str(pages),
            str(sleepers),
        ]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> "Crowd":
        assert self._process.stdout.readline().strip() == "ready"
        return self

    def leave(self) -> list[tuple[int, float]]:
        """Let all pages go; returns what arrived where and when."""
        out, _ = self._process.communicate("\n", timeout=120)
        return [(revision, at_s) for revision, at_s in json.loads(out)]

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()


if __name__ == "__main__":
    asyncio.run(_main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
