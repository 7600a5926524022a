"""The real firmware in simavr, and the same core built for the PC: found, built when needed, started, talked to.

Both can be driven in lockstep (the tester owns the time); the chip also serves a pseudo-terminal in real time.
"""

import contextlib
import ctypes
import shutil
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from assistant.resources import PACKAGE

FIRMWARE = PACKAGE.parent / "firmware"
CLOCK_HZ = 16_000_000
RAM_END = 0x8FF
BITS_PER_LED = 24
CHIP_TOOLS = ("make", "cc", "avr-gcc", "avr-objcopy")
SIMAVR_HEADER = Path("/usr/include/simavr/sim_avr.h")


class ChipUnavailableError(RuntimeError):
    """The simulated chip cannot be built or started here; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Latch:
    """What the strip saw: `picture` is red green blue per LED, spans are (shortest, longest) pulses in cycles."""

    cycle: int
    bits: int
    bad_edges: int
    spans_cycles: tuple[tuple[int, int], ...]
    picture: bytes


@dataclass(frozen=True, slots=True)
class Progress:
    """One step in lockstep: what the board sent, when its last byte had left, and what it latched."""

    sent: bytes
    sent_cycle: int
    latches: tuple[Latch, ...]
    cycle: int
    stack_bytes: int = 0
    overruns: int = 0


def missing_tools() -> list[str]:
    """Return what is not here to build and run the simulated chip, in words for a message."""
    missing = [tool for tool in CHIP_TOOLS if shutil.which(tool) is None]
    if not SIMAVR_HEADER.exists():
        missing.append("libsimavr-dev")
    if not (FIRMWARE / "Makefile").exists():
        missing.append("the firmware's sources (they are in the checkout, not in the wheel)")
    return missing


@contextlib.contextmanager
def _build_lock(folder: Path) -> Iterator[None]:
    """Two programs at once must not build at once."""
    import fcntl  # noqa: PLC0415 - POSIX only

    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def build(*targets: str, leds: int = 150) -> None:
    """Run the firmware's Makefile. Raises `ChipUnavailableError` with its last words if it fails."""
    command = ["make", "-s", "-C", str(FIRMWARE), f"LEDS={leds}", *targets]
    try:
        with _build_lock(FIRMWARE / "build"):
            done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise ChipUnavailableError(f"the firmware cannot be built here: {error}") from error
    if done.returncode:
        raise ChipUnavailableError(f"building the firmware failed: {(done.stderr or done.stdout).strip()[-800:]}")


def build_chip(leds: int = 150) -> tuple[Path, Path]:
    """Return (simulator, firmware ELF), built if they are not there. Raises `ChipUnavailableError`."""
    if missing := missing_tools():
        raise ChipUnavailableError(f"the simulated chip needs {', '.join(missing)}")
    build("avr", "sim", leds=leds)
    return FIRMWARE / "build" / "board-sim", FIRMWARE / "build" / f"board-{leds}.elf"


def build_host(leds: int = 150) -> Path:
    """Return the core built for the PC with sanitizers. Raises `ChipUnavailableError`."""
    build("host", leds=leds)
    return FIRMWARE / "build" / f"board-host-{leds}"


def program_size(elf: Path) -> tuple[int, int]:
    """Return (flash bytes, static RAM bytes) of a firmware ELF."""
    done = subprocess.run(["avr-size", "-A", str(elf)], capture_output=True, text=True, check=True)
    rows = [line.split() for line in done.stdout.splitlines() if line.startswith(".")]
    sizes = {row[0]: int(row[1]) for row in rows}
    flash = sizes.get(".text", 0) + sizes.get(".data", 0)
    return flash, sum(sizes.get(section, 0) for section in (".data", ".bss", ".noinit"))


def _swap_red_green(grb: bytes) -> bytes:
    rgb = bytearray(grb)
    rgb[0::3], rgb[1::3] = grb[1::3], grb[0::3]
    return bytes(rgb)


def _parse_latch(line: str) -> Latch:
    words = line.split()
    spans = tuple((int(words[at]), int(words[at + 1])) for at in range(4, 12, 2))
    return Latch(int(words[1]), int(words[2]), int(words[3]), spans, _swap_red_green(bytes.fromhex(words[12])))


class _Process:
    """A child that reads commands and writes lines."""

    def __init__(self, command: list[str]) -> None:
        self._child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1 << 16,
        )
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self.input: IO[str] = self._child.stdin
        self.output: IO[str] = self._child.stdout

    def order(self, line: str) -> Iterator[str]:
        """Send a command; yield the lines up to and including the one that says it is done."""
        self.input.write(line + "\n")
        self.input.flush()
        for answer in self.output:
            yield answer
            if answer.startswith("D "):
                return
        raise ChipUnavailableError(f"the simulated board died (exit code {self._child.wait(5)}) at: {line[:80]}")

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.input.close()
        try:
            self._child.wait(timeout=3)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        self.output.close()


class LockstepChip:
    """The AVR program in simavr, cycle by cycle. Raises `ChipUnavailableError` if it cannot be built."""

    def __init__(self, leds: int = 150) -> None:
        simulator, elf = build_chip(leds)
        self._process = _Process([str(simulator), "lockstep", str(elf)])
        self.cycle = 0

    def write(self, data: bytes) -> None:
        """Put bytes on the line, after those still on their way; they arrive as time passes."""
        if data:
            self._do(f"W {data.hex()}")

    def run(self, seconds: float) -> Progress:
        """Let time pass."""
        return self._do(f"R {max(round(seconds * CLOCK_HZ), 1)}")

    def run_until_frame(self, seconds: float) -> Progress:
        """Let time pass until the board has sent a delimiter, at most so long."""
        return self._do(f"A {max(round(seconds * CLOCK_HZ), 1)}")

    def reset(self) -> None:
        self._do("X")

    def hang(self) -> None:
        """Lead the program into an endless loop with interrupts off, as a bug might."""
        self._do("H")

    def close(self) -> None:
        self._process.close()

    @property
    def seconds(self) -> float:
        return self.cycle / CLOCK_HZ

    def _do(self, order: str) -> Progress:
        sent, sent_cycle, latches, words = bytearray(), 0, [], ["D", "0", "0", "0"]
        for line in self._process.order(order):
            if line.startswith("T "):
                _, cycle, byte = line.split()
                sent.append(int(byte, 16))
                sent_cycle = int(cycle)
            elif line.startswith("L "):
                latches.append(_parse_latch(line))
            elif line.startswith("D "):
                words = line.split()
        self.cycle = int(words[1])
        return Progress(bytes(sent), sent_cycle, tuple(latches), self.cycle, RAM_END + 1 - int(words[2]), int(words[3]))


class LockstepCore:
    """The firmware's core on the PC, sanitizers on: answers at once, time passes when told. Same face as the chip."""

    def __init__(self, leds: int = 150) -> None:
        self._process = _Process([str(build_host(leds))])
        self._leftover_s = 0.0
        self._inbox: list[Progress] = []
        self.ms = 0
        self._inbox.append(self._do("X"))

    def write(self, data: bytes) -> None:
        if data:
            self._inbox.append(self._do(f"W {data.hex()}"))

    def run(self, seconds: float) -> Progress:
        """Let time pass; return that and everything since the last call."""
        self._leftover_s += seconds
        whole_ms = int(self._leftover_s * 1000)
        self._leftover_s -= whole_ms / 1000
        parts = [*self._inbox, self._do(f"M {whole_ms}")] if whole_ms else self._inbox
        self._inbox = []
        latches = tuple(latch for part in parts for latch in part.latches)
        return Progress(b"".join(part.sent for part in parts), 0, latches, self.ms)

    def run_until_frame(self, seconds: float) -> Progress:
        """The board answers at once: if it has, no time passes."""
        return self.run(0.0 if any(part.sent for part in self._inbox) else seconds)

    def reset(self) -> None:
        self._inbox.append(self._do("X"))

    def close(self) -> None:
        self._process.close()

    @property
    def seconds(self) -> float:
        return self.ms / 1000 + self._leftover_s

    def _do(self, order: str) -> Progress:
        sent, latches = bytearray(), []
        for line in self._process.order(order):
            if line.startswith("T "):
                sent += bytes.fromhex(line[2:])
            elif line.startswith("L "):
                latches.append(Latch(0, 0, 0, (), bytes.fromhex(line.split()[2])))
            elif line.startswith("D "):
                self.ms = int(line[2:])
        return Progress(bytes(sent), 0, tuple(latches), self.ms)


class LibraryCore:
    """The firmware's core loaded into this process: the quickest way to a million pictures. Same face as the chip.

    Only one can be used at a time: the core has one board's memory.
    """

    def __init__(self, leds: int = 150) -> None:
        build("host", leds=leds)
        self._core = ctypes.CDLL(str(FIRMWARE / "build" / f"libboard-{leds}.so"))
        self._sent_at = ctypes.addressof((ctypes.c_ubyte * 4096).in_dll(self._core, "null_hal_sent"))
        self._sent_count = ctypes.c_uint32.in_dll(self._core, "null_hal_sent_count")
        self._shows = ctypes.c_uint32.in_dll(self._core, "null_hal_shows")
        self._pictures = (ctypes.c_ubyte * (3 * leds) * 8).in_dll(self._core, "null_hal_pictures")
        self._deaf_s = leds * 30e-6 + 0.0003
        self.seconds = 0.0
        self.reset()

    def write(self, data: bytes) -> None:
        self._core.library_feed(data, len(data), self._now_ms())

    def run_until_frame(self, seconds: float) -> Progress:
        """The board answers at once: if it has, only the time of sending the LEDs passes."""
        if not self._sent_count.value:
            self.seconds += seconds
            self._core.board_poll(self._now_ms())
        if self._shows.value > len(self._pictures):
            raise ChipUnavailableError("more pictures at once than the library keeps")
        latches = tuple(Latch(0, 0, 0, (), bytes(self._pictures[at])) for at in range(self._shows.value))
        sent = ctypes.string_at(self._sent_at, self._sent_count.value)
        self._core.null_hal_clear()
        self.seconds += len(latches) * self._deaf_s
        return Progress(sent, 0, latches, self._now_ms())

    def reset(self) -> None:
        self._core.null_hal_clear()
        self._core.board_start(self._now_ms())

    def close(self) -> None:
        """Nothing to give back."""

    def _now_ms(self) -> int:
        return int(self.seconds * 1000)


class ChipBoard:
    """The AVR program in simavr on a pseudo-terminal, in real time. Raises `ChipUnavailableError`."""

    kind = "simavr"

    def __init__(self, leds: int = 150) -> None:
        simulator, elf = build_chip(leds)
        self._process = _Process([str(simulator), "pty", str(elf)])
        self._latches: list[Latch] = []
        self._picture = bytes(3 * leds)
        self.record_latches = False  # tests keep every picture; a demo needs the last one only
        self.bad_edges = 0
        self.pictures = 0
        self._latched = threading.Condition()
        self.port = self._read_port()
        self._thread = threading.Thread(target=self._follow, name="simulated-chip", daemon=True)
        self._thread.start()

    def shown_bytes(self) -> bytes:
        """Return the picture the LEDs show, decoded from the data pin's pulses."""
        return self._picture

    def take_latches(self) -> list[Latch]:
        """Return the pictures latched since the last call, if they are recorded."""
        with self._latched:
            latches, self._latches = self._latches, []
        return latches

    def reset(self) -> None:
        """Press the reset button."""
        self._process.input.write("X\n")
        self._process.input.flush()

    def close(self) -> None:
        self._process.close()
        self._thread.join(timeout=2)

    def _read_port(self) -> str:
        for line in self._process.output:
            if line.startswith("P "):
                return line[2:].strip()
        raise ChipUnavailableError("the simulated chip did not start")

    def _follow(self) -> None:
        with contextlib.suppress(ValueError, OSError):  # the pipe is closed under us
            for line in self._process.output:
                if line.startswith("L "):
                    self._take(_parse_latch(line))

    def _take(self, latch: Latch) -> None:
        with self._latched:
            self._picture = latch.picture
            self.pictures += 1
            self.bad_edges += latch.bad_edges
            if self.record_latches:
                self._latches.append(latch)
