"""The conversation in simulated time against the stand-in: what goes right, and everything that can go wrong."""

import pytest

from assistant.hw.link import Link, LinkState
from assistant.hw.protocol import Frame, FrameReader, Hello, Mode, Type, encode, pack_hello, picture_hash
from assistant.sim.fault_matrix import EVERYWHERE, TO_BOARD, TO_HOST, cases, run_case
from assistant.sim.line import Fault, HarmfulLine, NoFaults, RandomFaults, SteppedStandIn, pictures, soak

LEDS = 150
RED_3 = bytes(9) + b"\xff\0\0" + bytes(438)


@pytest.fixture
def line():
    return HarmfulLine(SteppedStandIn(), NoFaults(), NoFaults())


def frames_sent(line):
    """Count the frames the driver sends from now on, by type."""
    seen = []
    poll = line.link.poll

    def spy(now):
        burst = poll(now)
        seen.extend(Type(frame.type) for frame in FrameReader().feed(burst))
        return burst

    line.link.poll = spy
    return seen


def test_the_first_picture_follows_hello_and_ping(line):
    sent = frames_sent(line)
    line.show(RED_3)
    assert sent == [Type.HELLO, Type.PING, Type.SET, Type.SHOW]


def test_the_same_picture_again_sends_nothing(line):
    line.show(RED_3)
    sent = frames_sent(line)
    line.show(RED_3)
    assert sent == []


def test_an_idle_driver_asks_for_the_state_twice_a_second(line):
    line.show(RED_3)
    sent = frames_sent(line)
    line.wait(5.0)
    assert set(sent) == {Type.STATE}
    assert 9 <= len(sent) <= 10


def test_an_idle_driver_keeps_the_board_from_its_idle_pattern(line):
    line.show(RED_3)
    line.wait(12.0)
    assert line.finish().wrong_leds == 0
    assert line.link.board_state.mode == Mode.SHOWING


def test_a_board_that_restarts_gets_its_picture_back_within_a_second(line):
    line.show(RED_3)
    line.board.reset()
    line.wait(1.0)
    assert line.link.satisfied()
    assert line.link.counts.restarts_seen == 1
    assert line.board.core._shown_hash == picture_hash(RED_3)


def test_a_board_that_drifts_silently_is_found_and_repaired(line):
    line.show(RED_3)
    line.board.core._buffer[0] ^= 4
    line.wait(1.0)
    assert line.link.counts.drifts_seen == 1
    assert bytes(line.board.core._buffer) == RED_3


def test_the_newest_picture_wins(line):
    source = pictures(1)
    line.show(next(source))
    for _ in range(5):
        line.link.want(next(source))
    newest = next(source)
    line.show(newest)
    assert bytes(line.board.core._buffer) == newest
    assert line.link.counts.pictures_shown == 2


def test_too_fast_is_waited_for_and_not_counted_as_a_fault(line):
    bright, dark = b"\xff" * 60 + bytes(390), bytes(450)
    for number in range(10):
        line.show(bright if number % 2 == 0 else dark)
    assert line.link.counts.held_back >= 1
    assert line.link.counts.misses == 0
    assert line.board.seconds >= 1.0


def test_a_short_picture_is_filled_up_with_dark_and_a_long_one_cut(line):
    line.show(RED_3)
    line.link.want(b"\1\1\1")
    line.allowed.add(b"\1\1\1" + bytes(447))
    line.wait(0.2)
    assert bytes(line.board.core._buffer) == b"\1\1\1" + bytes(447)
    line.link.want(RED_3 + b"\1\1\1")
    line.wait(0.2)
    assert bytes(line.board.core._buffer) == RED_3


def hello_answer(**changes):
    values = {
        "protocol_min": 1,
        "protocol_max": 1,
        "firmware": (9, 8, 7),
        "build": 0,
        "led_count": 150,
        "max_payload": 249,
        "max_current_ma": 2000,
        "silence_ms": 5000,
        "board_id": b"\xff" * 8,
    }
    return encode(Frame(Type.HELLO | 0x80, 1, pack_hello(Hello(**values | changes))))


def test_a_board_of_another_protocol_is_refused_in_words_and_never_sent_a_picture():
    link = Link(0.0)
    link.want(RED_3)
    link.poll(0.0)
    link.receive(hello_answer(protocol_min=2, protocol_max=3), 0.01)
    assert link.state is LinkState.REFUSED
    assert "firmware 9.8.7 speaks protocol 2 to 3, this program 1" in link.reason
    assert [link.poll(t / 10) for t in range(1, 50)] == [b""] * 49


@pytest.mark.parametrize("nonsense", [{"led_count": 0}, {"led_count": 256}, {"max_payload": 3}, {"max_payload": 5000}])
def test_a_board_that_talks_nonsense_about_itself_is_refused(nonsense):
    link = Link(0.0)
    link.poll(0.0)
    link.receive(hello_answer(**nonsense), 0.01)
    assert link.state is LinkState.REFUSED


def test_a_silent_device_is_given_up_after_two_and_a_half_seconds():
    link = Link(0.0)
    sent = [link.poll(step / 100) for step in range(300)]
    assert link.state is LinkState.LOST
    assert "does not answer like a Durbar LED board" in link.reason
    assert 15 <= sum(map(bool, sent)) <= 18


@pytest.mark.parametrize("noise", [b"\x55" * 512, b"OK\r\n" * 128, b"\1\0" * 256, b"\0\x02" * 256], ids=repr)
def test_a_flood_of_noise_is_given_up_at_once(noise):
    link = Link(0.0)
    for _ in range(10):
        link.receive(noise, 0.0)
    assert link.state is LinkState.LOST
    assert "flood" in link.reason


def test_a_flood_of_good_frames_nobody_asked_for_is_given_up():
    link = Link(0.0)
    link.poll(0.0)
    link.receive(hello_answer(), 0.0)
    link.receive(encode(Frame(Type.PING | 0x80, 77)) * 600, 0.0)
    assert link.state is LinkState.LOST
    assert "without being asked" in link.reason


def test_a_board_that_stops_answering_is_lost_within_a_second_and_a_half(line):
    line.show(RED_3)
    link, now = line.link, line.board.seconds
    link.want(bytes(450))
    steps = 0
    while link.state is LinkState.READY:
        steps += 1
        link.poll(now + steps / 100)
    assert link.reason == "it stopped answering"
    assert steps / 100 < 1.5


@pytest.mark.parametrize("message", [*TO_BOARD, *TO_HOST], ids=hex)
def test_no_fault_of_the_line_shows_a_wrong_led_or_costs_a_second(message):
    outcomes = [run_case(case, SteppedStandIn()) for case in cases(EVERYWHERE, times=(1, 3)) if case.message == message]
    assert len(outcomes) >= 6 * len(EVERYWHERE) * 2
    assert [str(outcome.case) for outcome in outcomes if not outcome.struck] == []
    assert [str(outcome.case) for outcome in outcomes if outcome.wrong_leds or outcome.recovery_s >= 1.0] == []


def test_three_thousand_pictures_over_a_bad_line_show_no_wrong_led():
    result = soak(SteppedStandIn(), 3000, rate=0.01, seed=11)
    assert result.pictures == 3000
    assert result.faults > 3000
    assert result.wrong_leds == 0
    assert result.settle_s_max < 1.5


def test_a_burst_that_comes_late_does_not_bring_an_old_picture_back():
    """Found by the million-picture soak: a whole burst, delayed past its repetition, showed the picture before last."""
    faults = RandomFaults(0.02, seed=5, kinds=(Fault.DELAYED,))
    line = HarmfulLine(SteppedStandIn(), faults, NoFaults())
    source = pictures(9, full_share=0.02)
    for _ in range(400):
        line.show(next(source))
    assert line.finish().wrong_leds == 0
    assert faults.struck > 200


def test_a_board_that_counts_pictures_from_another_number_is_asked_for_it(line):
    line.show(RED_3)
    line.board.core._number = 5000
    line.show(bytes(450))
    assert line.board.core._number == 5001
    assert line.link.counts.misses == 0


def test_the_soak_would_notice_a_board_that_shows_without_checking_the_hash():
    board = SteppedStandIn()
    core = board.core
    core._on_show = lambda frame, now_ms: (
        core._show(Mode.SHOWING, now_ms),
        core._answer(frame, frame.payload[:4] + b"\xff"),
    )[1]
    assert soak(board, 300, rate=0.01, seed=11).wrong_leds > 0
