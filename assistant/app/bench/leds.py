"""Figures of the LED board: `durbar bench leds`. A minute by default; options raise the counts to the published."""

import argparse
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from assistant.hw import LedBoard
from assistant.hw.adapters import adalight_frame
from assistant.hw.leds import unflatten
from assistant.hw.lights import Intent, LedMap, Meaning, render
from assistant.sim.board import start_simulated_board
from assistant.sim.board_stand_in import idle_picture
from assistant.sim.chip import (
    ChipBoard,
    ChipUnavailableError,
    LibraryCore,
    LockstepChip,
    build_chip,
    missing_tools,
    program_size,
)
from assistant.sim.fault_matrix import EVERYWHERE, PLACES, run_matrix
from assistant.sim.led_speed import update_speed
from assistant.sim.line import HarmfulLine, LineResult, NoFaults, SteppedStandIn, pictures, soak

LEDS = 150
FAULT_RATE = 0.01
CLEAN, CORE, CHIP, SERIAL = 300, 5000, 300, 150


@dataclass(frozen=True, slots=True)
class TableWork:
    """What one frame cost the table's loop."""

    wall_ms: float
    cpu_ms: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clean-frames", type=int, default=CLEAN, help="random frames in simavr, every pulse timed")
    parser.add_argument("--core-frames", type=int, default=CORE, help="frames on the PC build, 1 %% of bytes damaged")
    parser.add_argument("--chip-frames", type=int, default=CHIP, help="frames in simavr, 1 %% of bytes damaged")
    parser.add_argument("--serial-frames", type=int, default=SERIAL, help="frames in real time through pyserial")
    parser.add_argument("--every-byte", action="store_true", help="the fault matrix strikes more places of a message")


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Return the figures under the keys that stay fixed, and what they are made of."""
    missing = missing_tools()
    if missing:
        _say(f"no simulated chip ({', '.join(missing)} missing): the stand-in is measured, chip figures are null")
    parts = _lines(args, with_chip=not missing)
    parts["serial"], works = _through_serial(args.serial_frames, args.seed)
    matrix = _matrix(args, with_chip=not missing)
    settled = [part["settle_s_max"] for name, part in parts.items() if name not in ("clean", "serial")]
    return {
        "frames": sum(part["frames"] for part in parts.values()),
        "wrong_leds": sum(part["wrong_leds"] for part in parts.values()) + matrix["wrong_leds"],
        "recovery_s_max": round(max([matrix["recovery_s_max"], *settled]), 3),
        **_chip_figures(with_chip=not missing),
        "hw_ms_per_frame_p50": round(_quantile([work.wall_ms for work in works], 0.5), 4),
        "hw_ms_per_frame_p99": round(_quantile([work.wall_ms for work in works], 0.99), 4),
        "hw_cpu_ms_per_frame_p99": round(_quantile([work.cpu_ms for work in works], 0.99), 4),
        "load_1min": round(os.getloadavg()[0], 1),  # other work on the machine lengthens wall times, not CPU times
        "runs": parts,
        "fault_matrix": matrix,
        "seed": args.seed,
    }


def _say(text: str) -> None:
    sys.stderr.write(f"leds: {text}\n")


def _quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def _lines(args: argparse.Namespace, *, with_chip: bool) -> dict[str, dict[str, Any]]:
    """Return the runs in simulated time: undamaged with every pulse timed, and damaged on both builds."""
    if not with_chip:
        return {
            "stand_in": _timed("stand-in, damaged line", lambda: _soak(SteppedStandIn(), args.core_frames, args.seed))
        }
    return {
        "clean": _timed("simavr, clean line", lambda: _clean(args.clean_frames, args.seed)),
        "core": _timed("PC build, damaged line", lambda: _soak(LibraryCore(LEDS), args.core_frames, args.seed)),
        "chip": _timed("simavr, damaged line", lambda: _soak(LockstepChip(LEDS), args.chip_frames, args.seed)),
    }


def _timed(what: str, run: Callable[[], LineResult]) -> dict[str, Any]:
    _say(what)
    started = time.perf_counter()
    result = run()
    return {
        "frames": result.pictures,
        "wrong_leds": result.wrong_leds,
        "latches": result.latches,
        "bad_pulses": result.bad_edges + result.bad_lengths,
        "bytes_damaged": result.faults,
        "bytes_sent": result.bytes_sent,
        "reconnects": result.reconnects,
        "settle_s_max": round(result.settle_s_max, 4),
        "wall_s": round(time.perf_counter() - started, 1),
    }


def _soak(board: SteppedStandIn | LibraryCore | LockstepChip, count: int, seed: int) -> LineResult:
    return soak(board, count, FAULT_RATE, seed, led_count=LEDS)


def _clean(count: int, seed: int) -> LineResult:
    """Frames that are new all over, each bit's pulses timed against the data-sheet windows."""
    chip = LockstepChip(LEDS)
    line = HarmfulLine(chip, NoFaults(), NoFaults(), LEDS)
    source = pictures(seed, LEDS, full_share=1.0)
    for _ in range(count):
        line.show(next(source))
    chip.close()
    return line.finish()


def _matrix(args: argparse.Namespace, *, with_chip: bool) -> dict[str, Any]:
    _say("fault matrix")
    places = EVERYWHERE if args.every_byte else PLACES
    outcomes = run_matrix(LockstepChip if with_chip else SteppedStandIn, places)
    return {
        "cases": len(outcomes),
        "struck": sum(outcome.struck > 0 for outcome in outcomes),
        "wrong_leds": sum(outcome.wrong_leds for outcome in outcomes),
        "recovery_s_max": round(max(outcome.recovery_s for outcome in outcomes), 3),
    }


def _chip_figures(*, with_chip: bool) -> dict[str, Any]:
    """Return speed from cycles, size from the ELF; nulls without the tools."""
    keys = ("full_updates_per_s", "diff_updates_per_s", "flash_bytes", "ram_bytes")
    if not with_chip:
        return dict.fromkeys(keys)
    _say("speed and size")
    full, diff = update_speed(LEDS, changed=LEDS), update_speed(LEDS, changed=10)
    flash_bytes, static_bytes = program_size(build_chip(LEDS)[1])
    adalight_bytes = len(adalight_frame(bytes(3 * LEDS)))
    return {
        "full_updates_per_s": round(full.per_s, 1),
        "diff_updates_per_s": round(diff.per_s, 1),
        "flash_bytes": flash_bytes,
        "ram_bytes": static_bytes + full.stack_bytes,
        "ram_static_bytes": static_bytes,
        "ram_stack_bytes": full.stack_bytes,
        "wire_bytes": {"full": full.bytes_sent, "diff_10": diff.bytes_sent, "adalight": adalight_bytes},
        "wire_ratio_to_adalight": {
            "full": round(full.bytes_sent / adalight_bytes, 3),
            "diff_10": round(diff.bytes_sent / adalight_bytes, 3),
        },
        "pulses_ns": full.pulses_ns,
    }


def _through_serial(count: int, seed: int) -> tuple[dict[str, Any], list[TableWork]]:
    """Show frames in real time by `LedBoard` on a pseudo-terminal; return the run and each frame's time in `hw`."""
    _say("pyserial, real time")
    try:
        simulated: ChipBoard | None = ChipBoard(LEDS)
    except ChipUnavailableError:
        simulated = None
    if simulated is None:
        with start_simulated_board(LEDS, "stand-in") as board:
            return _feed(LedBoard(board.port), board.shown, count, seed)
    simulated.record_latches = True
    try:
        run, works = _feed(LedBoard(simulated.port), lambda: unflatten(simulated.shown_bytes()), count, seed)
    finally:
        simulated.close()
    source = pictures(seed, LEDS, full_share=0.5)
    wanted = {bytes(3 * LEDS), *(next(source) for _ in range(count))}
    latches = simulated.take_latches()
    # On a machine that stalls for seconds the board rightly takes the host for gone and says so with its idle picture.
    idle = sum(latch.picture == idle_picture(LEDS) for latch in latches)
    run["wrong_leds"] += sum(latch.picture not in wanted for latch in latches) - idle
    run |= {"latches": len(latches), "idle_pictures": idle, "bad_pulses": simulated.bad_edges}
    return run, works


def _feed(
    board: LedBoard, shown: Callable[[], list[tuple[int, int, int]]], count: int, seed: int
) -> tuple[dict[str, Any], list[TableWork]]:
    source = pictures(seed, LEDS, full_share=0.5)
    works: list[TableWork] = []
    late = 0
    started = time.perf_counter()
    board.wait_connected(5.0)
    for number in range(count):
        frame = unflatten(next(source))
        works.append(_table_work(board, frame, number / 60))
        late += not _wait(lambda wanted=frame: shown() == wanted, 2.0)  # type: ignore[misc]
    board.close()
    wall_s = time.perf_counter() - started
    return {"frames": count, "wrong_leds": 0, "late_frames": late, "wall_s": round(wall_s, 1)}, works


_MAP = LedMap(LEDS, {f"space-{n}": (3 * n, 3 * n + 1, 3 * n + 2) for n in range(50)})
_INTENTS = [Intent(f"space-{n}", Meaning.LEGAL, "red") for n in range(40)]


def _table_work(board: LedBoard, frame: list[tuple[int, int, int]], t_s: float) -> TableWork:
    """What the table's loop does for the lights in one frame: forty spaces to colours, the frame left in the slot."""
    wall_s, cpu_s = time.perf_counter(), time.thread_time()
    render(_INTENTS, _MAP, 0.5, t_s)
    board.show(frame)
    return TableWork((time.perf_counter() - wall_s) * 1000, (time.thread_time() - cpu_s) * 1000)


def _wait(done: Callable[[], bool], timeout_s: float) -> bool:
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        if done():
            return True
        time.sleep(0.002)
    return False
