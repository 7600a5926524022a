"""Serial ports: opened for us alone, found by what they are rather than by the number they got today."""

import errno
import os
import select
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import serial
from serial.tools import list_ports

from assistant.hw.protocol import BAUD

READ_MOST = 4096
POLL_S = 0.001
BY_ID = Path("/dev/serial/by-id")

# USB vendors of Arduino-class boards and their serial chips, likeliest first.
LIKELY_VENDORS = (0x2341, 0x2A03, 0x1A86, 0x0403, 0x10C4, 0x067B)


class PortError(OSError):
    """A port that cannot be used; the message names it and says why."""


class Transport(Protocol):
    """A line to a board: never waits longer than told."""

    name: str

    def read(self, timeout_s: float) -> bytes:
        """Return what has arrived, waiting for the first byte; b"" after the time-out. Raises `PortError`."""
        ...

    def write(self, data: bytes) -> None:
        """Send. Raises `PortError` if the line is gone or does not take the bytes in time."""
        ...

    def close(self) -> None: ...


class SerialTransport:
    """A pyserial port, exclusively ours."""

    def __init__(self, port: str, baud: int = BAUD, write_timeout_s: float = 0.5) -> None:
        self.name = port
        try:
            self._serial = serial.Serial(port, baud, timeout=0, write_timeout=write_timeout_s, exclusive=True)
        except (OSError, ValueError) as error:
            raise PortError(_why_not(port, error)) from error

    def read(self, timeout_s: float) -> bytes:
        try:
            if not self._ready(timeout_s):
                return b""
            # Ready without a byte waiting is how a port says that it is gone: reading one byte raises.
            return bytes(self._serial.read(min(self._serial.in_waiting, READ_MOST) or 1))
        except (OSError, TypeError, ValueError) as error:  # pyserial raises the last two when closed under it
            raise PortError(f"{self.name} was lost: {error}") from error

    def _ready(self, timeout_s: float) -> bool:
        """Wait for a byte. (pyserial's own time-out would configure the port anew each time it changes.)"""
        if os.name == "posix":
            return bool(select.select([self._serial.fileno()], [], [], timeout_s)[0])
        deadline = time.monotonic() + timeout_s
        while not self._serial.in_waiting and time.monotonic() < deadline:
            time.sleep(POLL_S)
        return bool(self._serial.in_waiting)

    def write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except (OSError, TypeError, ValueError) as error:
            raise PortError(f"{self.name} was lost: {error}") from error

    def close(self) -> None:
        try:
            self._serial.close()
        except OSError:
            return


def _why_not(port: str, error: Exception) -> str:
    number = getattr(error, "errno", None)
    if number == errno.ENOENT:
        return f"{port} is not there: plug the board in or name another port"
    if number == errno.EACCES:
        return f"{port} may not be opened by this user: join the group that owns it (often `dialout`)"
    if number in (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK) or "lock" in str(error):
        return f"{port} is in use by another program: close that one"
    return f"{port} cannot be opened: {error}"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A port that may have a board: `device` to open, `stable_id` the same after replugging."""

    device: str
    stable_id: str
    likely: int  # smaller is likelier


def candidates(
    remembered_id: str | None = None, ports: Callable[[], Sequence[object]] = list_ports.comports
) -> list[Candidate]:
    """Return the USB serial ports of this machine, the remembered one first, then by likely vendor."""
    found = [_candidate(port) for port in ports() if getattr(port, "vid", None) is not None]
    return sorted(found, key=lambda one: (one.stable_id != remembered_id, one.likely, one.device))


def _candidate(port: object) -> Candidate:
    vendor, product = getattr(port, "vid", 0), getattr(port, "pid", 0)
    # Cheap boards have no serial number; then the socket they are plugged into has to do.
    own = getattr(port, "serial_number", None) or getattr(port, "location", None) or ""
    likely = LIKELY_VENDORS.index(vendor) if vendor in LIKELY_VENDORS else len(LIKELY_VENDORS)
    device = str(getattr(port, "device", ""))
    return Candidate(_stable_path(device), f"{vendor:04x}:{product:04x}:{own}", likely)


def _stable_path(device: str) -> str:
    """Return the by-id link to the device if there is one (Linux), else the device."""
    if BY_ID.is_dir():
        for link in sorted(BY_ID.iterdir()):
            if str(link.resolve()) == device:
                return str(link)
    return device
