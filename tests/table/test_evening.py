"""Whole evenings in small: robots play, the session watches, everything recorded is compared with the truth."""

import math
from dataclasses import replace

import pytest

from assistant.app.bench.table import quantile
from assistant.app.evening import Evening, Eye
from assistant.app.evening_faults import ILLEGAL, KINDS, FaultyEvening
from assistant.sim.evening import Frame, Noise, still, trouble
from assistant.table.commands import AcceptAsPlayed, SetMode, Undo
from assistant.table.events import Mode
from assistant.table.snapshot import differences
from assistant.vision.readings import DieReading, Observation, Problem, SeatReading


def test_an_honest_evening_is_recorded_as_it_was_played() -> None:
    evening = Evening(5, 3)
    figures = evening.play(40)
    assert figures.turns == 40
    assert figures.wrong_states == 0
    assert figures.illegal_proposals == 0
    assert figures.false_alarms == 0
    assert figures.taps < 40
    assert (quantile(figures.settle_s, 0.95) or math.inf) <= 1.0


def test_with_a_camera_over_the_game_board_nobody_has_to_tap() -> None:
    figures = Evening(6, 3, main_camera=True).play(40)
    assert figures.wrong_states == 0
    assert figures.taps <= 1


@pytest.mark.parametrize("seed", [2, 9])
def test_whatever_goes_wrong_nothing_wrong_is_recorded(seed: int) -> None:
    """Faults of all kinds: noticed with the right rule, and the record stays true."""
    figures = FaultyEvening(seed, 4, kinds=KINDS).play(60)
    assert figures.wrong_states == 0
    assert sum(figures.missed.values()) == 0
    assert sum(figures.wrong_rule.values()) == 0
    assert any(figures.faults[kind] for kind in ILLEGAL)
    assert (quantile(figures.notice_s, 0.95) or 0.0) <= 1.5


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_twenty_evenings_with_every_fault(seed: int) -> None:
    figures = FaultyEvening(500 + seed, 4).play()
    assert figures.wrong_states == 0
    assert sum(figures.missed.values()) == 0


@pytest.fixture
def watched() -> Evening:
    evening = Evening(8, 2)
    evening.begin()
    assert evening.key(evening.session.state) == evening.key(evening.truth)
    return evening


def test_the_opening_is_read_from_the_table(watched: Evening) -> None:
    assert watched.session.snapshot().mode is Mode.SYNCED
    assert {move.source for move in watched.session.line()} <= {"camera", "answer"}


def test_hostile_readings_change_nothing(watched: Evening) -> None:
    before = watched.session.snapshot()
    nan = DieReading("blue", 3, 0.9, (math.nan, 0, 1, 1))
    flood = tuple(DieReading("blue", 3, 0.99, (x, 0, x + 20, 20)) for x in range(500))
    hostile = [
        None,
        42,
        Observation(1, math.inf, (), None, None, None),
        Observation(1, 1.0, (SeatReading("red", (nan,), ()),), None, None, None),
        Observation(1, 1.0, (SeatReading("red", flood, ()),), None, None, None),
    ]
    for reading in hostile:
        assert watched.session.observe(reading).code == "bad_reading"
    after = watched.session.snapshot()
    assert (after.state, after.revision) == (before.state, before.revision)


def test_readings_of_a_stranger_are_ignored(watched: Evening) -> None:
    seat = SeatReading("pink", (DieReading("blue", 3, 0.99, (0, 0, 20, 20)),), ())
    revision = watched.session.revision
    for number in range(20):
        watched.session.observe(Observation(number, watched.clock.t_s + number / 10, (seat,), None, None, None))
    assert watched.session.revision == revision


def test_a_lost_camera_means_playing_by_hand_until_it_is_back(watched: Evening) -> None:
    watched.watch_frames(trouble(Problem.CAMERA_LOST, 5.0, watched.clock))
    assert watched.session.snapshot().mode is Mode.MANUAL
    watched.watch_frames(still(1.0, watched.clock))
    assert watched.session.snapshot().mode is Mode.SYNCED


def test_a_complaint_goes_when_the_table_is_put_right(watched: Evening) -> None:
    seat = watched.game.setup.seats[1 - watched.truth.seat]
    kept = watched.table.seats[seat]
    watched.table.put_dice(seat, [0, 7, 14])
    watched.watch_frames(still(2.0, watched.clock))
    shot = watched.session.snapshot()
    assert shot.mode is Mode.DESYNC
    assert [one.place for one in shot.complaint.differences] == [f"{seat}/dice"]
    watched.table.seats[seat] = kept
    watched.watch_frames(still(1.0, watched.clock))
    assert watched.session.snapshot().complaint is None
    assert watched.session.snapshot().mode is Mode.SYNCED


def test_accept_as_played_takes_the_table_over_with_a_flag(watched: Evening) -> None:
    other = 1 - watched.truth.seat
    seat = watched.game.setup.seats[other]
    watched.table.put_dice(seat, [0, 7, 14])
    watched.watch_frames(still(2.0, watched.clock))
    assert watched.session.do(AcceptAsPlayed()).ok
    shot = watched.session.snapshot()
    assert shot.last_moves[-1].flag == "irregular"
    assert len(shot.state.players[other].dice) == 7
    assert shot.mode is Mode.SYNCED
    assert differences(shot.state, watched.watch.stabiliser.snapshot()) == ()
    assert watched.session.do(Undo(1)).ok
    assert len(watched.session.state.players[other].dice) == 4


def test_switching_the_camera_off_in_the_middle_keeps_the_game(watched: Evening) -> None:
    watched.session.do(SetMode(camera=False))
    assert watched.session.observe(Observation(1, 1.0, (), None, None, None)).code == "camera_off"
    watched.session.do(SetMode(camera=True))
    watched.watch_frames(still(1.5, watched.clock))
    assert watched.session.snapshot().mode is Mode.SYNCED


def test_a_die_paid_and_its_like_rolled_again_does_not_count_as_untouched(watched: Evening) -> None:
    """A chamber paid with a two and a two rolled for it once looked like a terrace: the new die seemed never gone."""
    number = watched.truth.seat
    seat, die = watched.game.setup.seats[number], watched.truth.players[number].dice[0]
    assert die in watched.watch.stabiliser.snapshot().seats[number].kept
    watched.table.take_dice(seat, [die])
    watched.watch_frames(still(0.6, watched.clock))
    watched.table.put_dice(seat, [die])
    watched.watch_frames(still(1.5, watched.clock))
    look = watched.watch.stabiliser.snapshot().seats[number]
    assert die in look.dice
    assert die not in look.kept


class Unread:
    """An eye that cannot read the first die of a seat."""

    def __init__(self, inner: Eye, seat: str) -> None:
        self.inner, self.seat = inner, seat

    def observe(self, frame: Frame) -> Observation:
        seen = self.inner.observe(frame)
        seats = tuple(
            replace(one, dice=(replace(one.dice[0], value=None, confidence=0.5), *one.dice[1:]))
            if one.seat == self.seat
            else one
            for one in seen.seats
        )
        return replace(seen, seats=seats)


def test_nobody_is_accused_while_a_die_is_not_read_yet() -> None:
    """Two dice change places: told at once, but a little later where another die cannot be read."""
    told_s = []
    for unread in (False, True):
        evening = FaultyEvening(5, 4)
        evening.eye.noise = Noise(seat_share=0.0)  # type: ignore[attr-defined]
        evening.begin()
        before = {seat: evening.table.dice_of(seat) for seat in evening.table.seats}
        fault = evening.mischief.swapped(evening.truth, evening.table)
        assert fault is not None and fault.wrong[0].change is not None
        fault.wrong[0].change(evening.table)
        if unread:
            seat = next(one for one in before if evening.table.dice_of(one) != before[one])
            evening.eye = Unread(evening.eye, seat)
        began = evening.clock.t_s
        while evening.session.snapshot().complaint is None and evening.clock.t_s - began < 5:
            evening.watch_frames(still(0.1, evening.clock))
        told_s.append(evening.clock.t_s - began)
    assert told_s[0] < 1.0
    assert told_s[0] < told_s[1] < 2.0
