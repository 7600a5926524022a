"""The real AVR program in simavr: every byte, every pulse, every cycle."""

import time

import pytest
import serial

from assistant.hw import LedBoard
from assistant.hw.leds import unflatten
from assistant.hw.protocol import (
    ANSWER,
    BAUD,
    Frame,
    FrameReader,
    Mode,
    Reason,
    Type,
    encode,
    hello_payload,
    light_budget,
    light_scale,
    picture_hash,
    scaled,
    show_payload,
    unpack_hello,
    unpack_nak,
    unpack_shown,
    unpack_state,
)
from assistant.sim.board import start_simulated_board
from assistant.sim.chip import CLOCK_HZ, ChipBoard, LockstepChip, build_chip, program_size
from assistant.sim.fault_matrix import run_matrix
from assistant.sim.led_speed import update_speed
from assistant.sim.line import HarmfulLine, NoFaults, pictures, soak
from tests.hw import vectors
from tests.hw.test_board import wait_for

pytestmark = pytest.mark.firmware

LEDS = 150
RED_3 = bytes(9) + b"\xff\0\0" + bytes(438)
RED_3_RUN = bytes([3, 1, 255, 0, 0])


def say(chip, *frames, seconds=0.03):
    """Send frames and return (answers, latches)."""
    chip.write(b"\0" + b"".join(map(encode, frames)))
    progress = chip.run(seconds)
    return FrameReader().feed(progress.sent), progress.latches


def test_the_leds_are_dark_at_power_on_before_anything_is_said(chip):
    progress = chip.run(0.05)
    (latch,) = progress.latches
    assert latch.picture == bytes(3 * LEDS)
    assert latch.cycle < 0.01 * CLOCK_HZ
    (hello,) = FrameReader().feed(progress.sent)
    assert (hello.type, hello.sequence) == (Type.HELLO | ANSWER, 0)
    told = unpack_hello(hello.payload)
    assert (told.protocol_min, told.protocol_max, told.led_count, told.max_payload) == (1, 1, LEDS, 249)
    assert (told.max_current_ma, told.silence_ms, told.board_id) == (2000, 5000, b"\xff" * 8)
    assert told.build != 0


@pytest.mark.parametrize("talk", vectors.conversations(), ids=lambda talk: talk[0])
def test_the_chip_holds_the_conversation(chip, talk):
    chip.run(0.05)
    said, latched = b"", []
    for mark, rest in talk[1]:
        if mark in ">.":
            chip.write(bytes.fromhex(rest) if mark == ">" else b"")
            progress = chip.run(0.03 if mark == ">" else int(rest) / 1000)
            said += progress.sent
            latched += [latch.picture for latch in progress.latches]
        elif mark == "<":
            assert said.hex() == rest
            said = b""
        elif mark == "*":
            assert latched == [vectors.lit(rest)]
            latched = []
        else:
            assert (mark, said, latched) == ("-", b"", [])


def test_the_answer_to_show_leaves_only_after_the_leds_have_latched(chip):
    chip.run(0.05)
    chip.write(
        encode(Frame(Type.SET, 1, RED_3_RUN)) + encode(Frame(Type.SHOW, 2, show_payload(picture_hash(RED_3), 1)))
    )
    set_answer = chip.run_until_frame(0.05)
    show_answer = chip.run_until_frame(0.05)
    (latch,) = set_answer.latches + show_answer.latches
    first_byte_cycle = show_answer.sent_cycle - len(show_answer.sent) * 320
    assert latch.picture == RED_3
    assert first_byte_cycle >= latch.cycle


def test_what_is_said_while_the_chip_sends_its_leds_is_lost_and_what_follows_is_understood(chip):
    chip.run(0.05)
    show = encode(Frame(Type.SHOW, 2, show_payload(0, 1)))
    chip.write(show + bytes(100) + encode(Frame(Type.PING, 3)))
    answers = FrameReader().feed(chip.run(0.03).sent)
    assert [frame.type for frame in answers] == [Type.SHOW | ANSWER]  # the PING came too early
    (state,), _ = say(chip, Frame(Type.STATE, 4))
    assert unpack_state(state.payload).mode == Mode.SHOWING


def test_three_hundred_random_frames_have_every_pulse_in_the_windows_and_every_colour_right(chip):
    line = HarmfulLine(chip, NoFaults(), NoFaults())
    source = pictures(7, full_share=1.0)
    for _ in range(300):
        line.show(next(source))
    result = line.finish()
    assert (result.latches, result.bad_edges, result.bad_lengths, result.wrong_leds) == (301, 0, 0, 0)
    assert (result.misses, result.stale, result.overruns) == (0, 0, 0)


def test_pictures_over_the_current_limit_are_dimmed_by_the_documented_formula(chip):
    chip.run(0.05)
    white = b"\xff" * 3 * LEDS
    fill = Frame(Type.SET, 1, bytes([0, 0xFF, 255, 255, 255, 127, 0x80 | 23, 255, 255, 255]))
    answers, (latch,) = say(chip, fill, Frame(Type.SHOW, 2, show_payload(picture_hash(white), 1)))
    scale = light_scale(sum(white), light_budget(LEDS, 2000))
    assert unpack_shown(answers[1].payload) == (picture_hash(white), scale)
    assert latch.picture == scaled(white, scale)
    assert LEDS + sum(latch.picture) * 20 / 255 <= 2000


def test_the_chip_lets_three_flashes_pass_in_a_second_and_refuses_the_fourth(chip):
    chip.run(0.05)
    lit = b"\xff" * 120 + bytes(330)
    shown, refused = [], None
    for turn in range(10):
        picture, level = (lit, 255) if turn % 2 == 0 else (bytes(3 * LEDS), 0)
        fill = Frame(Type.SET, 1, bytes([0, 0x80 | 40, level, level, level]))
        answers, latches = say(chip, fill, Frame(Type.SHOW, 2, show_payload(picture_hash(picture), turn + 1)))
        if not latches:
            refused = unpack_nak(answers[-1].payload)
            break
        shown.append(chip.seconds)
    assert len(shown) == 6
    assert refused.reason == Reason.TOO_FAST
    assert 0 < refused.detail <= 1000
    chip.run(refused.detail / 1000)
    _, latches = say(chip, Frame(Type.SHOW, 9, show_payload(picture_hash(lit), 20)))
    assert len(latches) == 1


def test_the_watchdog_brings_a_hung_program_back_dark_within_half_a_second(chip):
    chip.run(0.05)
    say(chip, Frame(Type.SET, 1, RED_3_RUN), Frame(Type.SHOW, 2, show_payload(picture_hash(RED_3), 1)))
    chip.hang()
    progress = chip.run(0.5)
    assert [latch.picture for latch in progress.latches] == [bytes(3 * LEDS)]
    (hello,) = FrameReader().feed(progress.sent)
    assert (hello.type, hello.sequence) == (Type.HELLO | ANSWER, 0)
    (answer,), _ = say(chip, Frame(Type.STATE, 3))
    assert unpack_state(answer.payload).reset_cause & 0x08  # WDRF


def test_state_reads_back_what_is_shown_and_what_was_damaged(chip):
    chip.run(0.05)
    say(chip, Frame(Type.SET, 1, RED_3_RUN), Frame(Type.SHOW, 2, show_payload(picture_hash(RED_3), 1)))
    chip.write(b"garbage\0")
    chip.run(0.01)
    (answer,), _ = say(chip, Frame(Type.SET, 3, bytes([0, 1, 1, 1, 1])))
    (answer,), _ = say(chip, Frame(Type.STATE, 4))
    state = unpack_state(answer.payload)
    assert state.shown_hash == picture_hash(RED_3)
    assert state.buffer_hash == picture_hash(b"\1\1\1" + RED_3[3:])
    assert (state.mode, state.scale, state.damaged_frames) == (Mode.SHOWING, 255, 1)


def test_the_fault_matrix_on_the_chip_shows_no_wrong_led_and_recovers_within_a_second(tools):
    outcomes = run_matrix(LockstepChip, places=(3,))
    assert len(outcomes) > 130
    assert [str(outcome.case) for outcome in outcomes if not outcome.struck or outcome.wrong_leds] == []
    assert max(outcome.recovery_s for outcome in outcomes) < 1.0
    assert sum(outcome.bad_edges for outcome in outcomes) == 0


def test_pictures_over_a_bad_line_show_no_wrong_led(chip):
    result = soak(chip, 200, rate=0.01, seed=5)
    assert (result.pictures, result.wrong_leds, result.bad_edges) == (200, 0, 0)
    assert result.faults > 100


def test_the_program_fits_with_room_to_spare(tools):
    flash_bytes, static_bytes = program_size(build_chip()[1])
    assert flash_bytes <= 16 * 1024
    assert static_bytes + update_speed(LEDS, changed=LEDS, updates=3).stack_bytes <= 1600


def test_updates_are_as_fast_as_promised(tools):
    assert update_speed(LEDS, changed=LEDS, updates=5).per_s >= 60
    assert update_speed(LEDS, changed=10, updates=5).per_s >= 150


# ---- the pseudo-terminal


@pytest.fixture
def board(tools):
    simulated = ChipBoard(LEDS)
    simulated.record_latches = True
    yield simulated
    simulated.close()


def test_every_message_type_is_answered_through_pyserial(board):
    port = serial.Serial(board.port, BAUD, timeout=0.02, exclusive=True)
    reader = FrameReader()

    def ask(frame):
        for _ in range(10):
            port.write(b"\0" + encode(frame))  # again after a second, as every host does: bytes may get lost
            deadline = time.monotonic() + 1
            while time.monotonic() < deadline:
                for answer in reader.feed(port.read(300)):
                    if answer.sequence == frame.sequence:
                        return answer
        raise AssertionError(f"no answer to {frame}")

    assert unpack_hello(ask(Frame(Type.HELLO, 1, hello_payload())).payload).led_count == LEDS
    assert ask(Frame(Type.PING, 2, b"are you there\0?")).payload == b"are you there\0?"
    assert ask(Frame(Type.SET, 3, RED_3_RUN)) == Frame(Type.SET | ANSWER, 3)
    assert unpack_shown(ask(Frame(Type.SHOW, 4, show_payload(picture_hash(RED_3), 1))).payload)[0] == picture_hash(
        RED_3
    )
    assert board.shown_bytes() == RED_3
    assert unpack_state(ask(Frame(Type.STATE, 5)).payload).shown_hash == picture_hash(RED_3)
    nak = ask(Frame(0x66, 6))
    assert (nak.type, unpack_nak(nak.payload).reason) == (Type.NAK, Reason.UNKNOWN_TYPE)
    port.close()


def test_the_driver_shows_random_frames_through_pyserial_with_every_pulse_right(board):
    driver = LedBoard(board.port)
    source = pictures(9, full_share=0.5)
    wanted = [next(source) for _ in range(60)]
    for picture in wanted:
        driver.show(unflatten(picture))
        assert wait_for(lambda picture=picture: board.shown_bytes() == picture)
    driver.close()
    assert {latch.picture for latch in board.take_latches()} <= {bytes(3 * LEDS), *wanted}
    assert board.bad_edges == 0


def test_a_reset_chip_gets_its_picture_back_within_a_second(board):
    driver = LedBoard(board.port)
    driver.show(unflatten(RED_3))
    assert wait_for(lambda: board.shown_bytes() == RED_3)
    board.take_latches()
    board.reset()
    assert wait_for(lambda: any(latch.picture == bytes(3 * LEDS) for latch in board.take_latches()), 10.0)
    assert wait_for(lambda: board.shown_bytes() == RED_3, 1.0)
    driver.close()


def test_the_simulated_board_is_the_chip_where_its_tools_are(tools):
    with start_simulated_board(LEDS) as simulated:
        assert simulated.kind == "simavr"
        assert simulated.shown() == [(0, 0, 0)] * LEDS
        driver = LedBoard(simulated.port)
        driver.show([(1, 2, 3)] * LEDS)
        assert wait_for(lambda: simulated.shown() == [(1, 2, 3)] * LEDS)
        driver.close()


@pytest.mark.soak
def test_ten_thousand_random_frames_have_every_pulse_in_the_windows(chip):
    line = HarmfulLine(chip, NoFaults(), NoFaults())
    source = pictures(1, full_share=1.0)
    for _ in range(10_000):
        line.show(next(source))
    result = line.finish()
    assert (result.bad_edges, result.bad_lengths, result.wrong_leds, result.latches) == (0, 0, 0, 10_001)


@pytest.mark.soak
def test_fifty_thousand_pictures_over_a_bad_line_show_no_wrong_led(chip):
    result = soak(chip, 50_000, rate=0.01, seed=1)
    assert (result.pictures, result.wrong_leds, result.bad_edges) == (50_000, 0, 0)
