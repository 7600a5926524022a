"""How fast the board takes updates, counted in the simulated chip's cycles."""

import random
from dataclasses import dataclass

from assistant.hw.link import Link
from assistant.sim.chip import CLOCK_HZ, Latch, LockstepChip

BYTE_CYCLES = 320
PULSES = ("zero_high", "zero_low", "one_high", "one_low")


@dataclass(frozen=True, slots=True)
class UpdateSpeed:
    """Mean over the updates: from the burst's first bit on the wire to the last bit of its answer."""

    per_s: float
    bytes_sent: int  # of the longest burst
    stack_bytes: int
    pulses_ns: dict[str, list[float]]  # shortest and longest seen


def update_speed(leds: int, changed: int, updates: int = 20, seed: int = 5) -> UpdateSpeed:
    """Return the speed of updates that change `changed` scattered LEDs to new random colours."""
    chip = LockstepChip(leds)
    link = Link(chip.seconds)
    dice = random.Random(seed)
    picture = bytes(3 * leds)
    cycles, longest, latches = [], 0, []
    link.want(picture)  # so that the board's content is known
    _settle(chip, link)
    for _ in range(updates):
        picture = _recoloured(dice, picture, changed)
        chip.run(1.1)  # longer than the flash limit looks back
        _settle(chip, link)
        link.want(picture)
        burst, took, seen = _one_update(chip, link)
        cycles.append(took)
        longest = max(longest, len(burst))
        latches += seen
    stack_bytes = chip.run(0.001).stack_bytes
    chip.close()
    return UpdateSpeed(CLOCK_HZ * len(cycles) / sum(cycles), longest, stack_bytes, _pulses(latches))


def _settle(chip: LockstepChip, link: Link) -> None:
    """Run greeting and STATE until nothing is due."""
    for _ in range(50):
        chip.write(link.poll(chip.seconds))
        link.receive(chip.run_until_frame(0.01).sent, chip.seconds)
        if link.satisfied() and not link.busy() and link.wake_at() > chip.seconds + 0.05:
            return


def _one_update(chip: LockstepChip, link: Link) -> tuple[bytes, int, list[Latch]]:
    burst = link.poll(chip.seconds)
    started = chip.cycle
    latches: list[Latch] = []
    chip.write(burst)
    while not link.satisfied():
        if chip.cycle - started > CLOCK_HZ:
            raise TimeoutError(f"the board did not show a picture in a second: {link.counts}")
        progress = chip.run_until_frame(0.05)
        latches += progress.latches
        link.receive(progress.sent, chip.seconds)
    # The last byte was just handed to the UART, which may still be sending the one before.
    return burst, progress.sent_cycle + 2 * BYTE_CYCLES - started, latches


def _recoloured(dice: random.Random, picture: bytes, changed: int) -> bytes:
    """Give `changed` LEDs, none next to another if they are few, new colours of about the same light."""
    leds = len(picture) // 3
    places = range(leds) if changed == leds else [leds * n // changed + dice.randrange(2) for n in range(changed)]
    values = bytearray(picture)
    for led in places:
        values[3 * led : 3 * led + 3] = bytes(dice.randrange(1, 100) for _ in range(3))
    return bytes(values)


def _pulses(latches: list[Latch]) -> dict[str, list[float]]:
    ns = 1e9 / CLOCK_HZ
    spans = zip(*(latch.spans_cycles for latch in latches), strict=True)
    return {
        name: [min(low for low, _ in seen) * ns, max(high for _, high in seen) * ns]
        for name, seen in zip(PULSES, spans, strict=True)
    }
