"""The stand-in answers like the firmware: the same conversations, word for word."""

import pytest

from assistant.sim.board_stand_in import FlashGuard, StandInCore
from tests.hw import vectors


@pytest.mark.parametrize("talk", vectors.conversations(), ids=lambda talk: talk[0])
def test_the_stand_in_holds_the_conversation(talk):
    latched, said, now_ms = [], b"", 100_000
    core = StandInCore(on_latch=latched.append)
    core.start(now_ms)
    latched.clear()
    for mark, rest in talk[1]:
        if mark == ">":
            said += core.receive(bytes.fromhex(rest), now_ms)
        elif mark == ".":
            now_ms += int(rest)
            core.poll(now_ms)
        elif mark == "<":
            assert said.hex() == rest
            said = b""
        elif mark == "*":
            assert latched == [vectors.lit(rest)]
            latched.clear()
        else:
            assert (mark, latched, said) == ("-", [], b"")


def test_the_flash_guard_lets_three_flashes_pass_in_a_second_and_no_more():
    guard, shown = FlashGuard(budget=10_000), []
    for at_ms in range(0, 3000, 50):  # the light wants to turn twenty times a second
        light = 10_000 if at_ms // 50 % 2 == 0 else 0
        if guard.wait_ms(light, at_ms) == 0:
            guard.shown(light, at_ms)
            if not shown or shown[-1][1] != light:
                shown.append((at_ms, light))
    swings = [at_ms for at_ms, _ in shown]
    assert len(swings) >= 12
    assert all(sum(start <= at < start + 1000 for at in swings) <= 6 for start in range(0, 2000, 10))


def test_a_slow_fade_in_small_steps_is_not_a_flash():
    guard = FlashGuard(budget=10_000)
    for step in range(200):
        light = 5000 + (step % 2) * 500  # a flicker of a twentieth of the budget
        assert guard.wait_ms(light, step * 16) == 0
        guard.shown(light, step * 16)
