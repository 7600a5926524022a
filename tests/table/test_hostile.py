"""Readings and commands from a hostile world: refused with a code, the state untouched, nothing raised."""

import math
from dataclasses import replace
from typing import Any

import pytest

from assistant.app.evening import Evening
from assistant.sim.evening import still
from assistant.table.commands import Answer, BranchFrom, FixRecord, PlayMove, Redo, RollFor, SetMode, Undo
from assistant.table.events import Mode
from assistant.table.mapping import MainReading
from assistant.vision.readings import DieReading, Observation, TileReading

BOX = (0.0, 0.0, 20.0, 20.0)


@pytest.fixture(scope="module")
def evening() -> Evening:
    """A game under way; nothing in this file may change it."""
    one = Evening(8, 2)
    one.begin()
    return one


def good(evening: Evening) -> Observation:
    return evening.eye.observe(next(iter(still(0.1, evening.clock))))


def with_die(**fields: Any) -> dict[str, Any]:
    return {"dice": (replace(DieReading("blue", 3, 0.99, BOX), **fields),)}


def with_tile(**fields: Any) -> dict[str, Any]:
    return {"tiles": (replace(TileReading("r0c0", None, None, 0.99, True), **fields),)}


@pytest.mark.parametrize(
    "fields",
    [
        {"seat": None}, {"seat": []}, {"seat": "x" * 10_000}, {"dice": None}, {"dice": [None]}, {"dice": (None,)},
        {"dice": (5,) * 500}, {"tiles": None}, {"tiles": (None,)}, {"tiles": "r0c0"},
        with_die(colour=[]), with_die(colour=7), with_die(value="3"), with_die(value=3.5), with_die(value=10**30),
        with_die(confidence=math.nan), with_die(confidence="sure"), with_die(box_xyxy=(0, 0, 1)),
        with_die(box_xyxy=None), with_die(box_xyxy=(0, 0, math.inf, 1)), with_die(box_xyxy=("a", "b", "c", "d")),
        with_tile(cell=[]), with_tile(tile={}), with_tile(rotation="90"), with_tile(confidence=None),
    ],
)  # fmt: skip
def test_a_seat_that_cannot_be_is_no_reading(evening: Evening, fields: dict[str, Any]) -> None:
    seen = good(evening)
    state = evening.session.state
    hostile = replace(seen, seats=(replace(seen.seats[0], **fields), *seen.seats[1:]))
    assert evening.session.observe(hostile).code == "bad_reading"
    assert evening.session.state is state


@pytest.mark.parametrize(
    "fields",
    [
        {"t_s": "x"}, {"t_s": math.nan}, {"t_s": None}, {"seats": None}, {"seats": (None,)}, {"seats": "abc"},
        {"seats": (5,)}, {"display": 5}, {"display": (None,)}, {"display": [1]}, {"problem": 5},
        {"problem": "x" * 10_000}, {"display": (TileReading("r0c0", [], 0, 1.0, False),)},  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_a_frame_that_cannot_be_is_no_reading(evening: Evening, fields: dict[str, Any]) -> None:
    state = evening.session.state
    assert evening.session.observe(replace(good(evening), **fields)).code == "bad_reading"
    assert evening.session.state is state


def test_a_thousand_seats_are_no_reading(evening: Evening) -> None:
    seen = good(evening)
    assert evening.session.observe(replace(seen, seats=seen.seats * 1000)).code == "bad_reading"


@pytest.mark.parametrize(
    "reading",
    [
        5, "x", MainReading(workers=5), MainReading(workers={"quarry-1": None}), MainReading(workers={None: "red"}),  # type: ignore[arg-type, dict-item]
        MainReading(money={"red": math.nan}), MainReading(levels={"red": None}), MainReading(boats=[]),  # type: ignore[arg-type, dict-item]
        MainReading(karma={"red": "x"}), MainReading(fame={"red": 10**30}),  # type: ignore[dict-item]
    ],
)  # fmt: skip
def test_a_game_board_that_cannot_be_is_not_looked_at(evening: Evening, reading: object) -> None:
    state = evening.session.state
    evening.session.observe_main(reading)
    for _ in range(6):
        assert evening.session.observe(good(evening)).ok
    assert evening.session.state is state
    assert evening.session.snapshot().mode is not Mode.DESYNC
    evening.session.observe_main(None)


@pytest.mark.parametrize(
    "command",
    [
        Answer(None, 3), Answer([], {}), Answer("q1" * 10_000, "x" * 10_000), SetMode("x"), SetMode(None),  # type: ignore[arg-type]
        FixRecord(None, None), FixRecord("red/dice", 5), FixRecord({}, []), FixRecord("red/" * 5000, "1"),  # type: ignore[arg-type]
        FixRecord("red/dice", "b1\x00"), FixRecord("main/", "red"), FixRecord("/", "x"),
        FixRecord("red/r0c0", "\ud800 90"), PlayMove(5, None, 0), PlayMove(b"x", None, 0),  # type: ignore[arg-type]
        PlayMove("roll b1", [], 0), PlayMove("roll b1", None, math.nan), PlayMove("place \ud800", None, 0),  # type: ignore[arg-type]
        PlayMove("roll b1", "\ud800", 0), Undo(True), Undo(10**30), Undo(math.nan), Undo(None), Redo(None),  # type: ignore[arg-type]
        Redo(10**30), BranchFrom("x"), BranchFrom(None), BranchFrom(10**30), BranchFrom(1.5), RollFor, object(),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_a_command_that_cannot_be_is_refused_with_a_code(evening: Evening, command: object) -> None:
    before = evening.session.snapshot()
    outcome = evening.session.do(command)  # type: ignore[arg-type]
    assert not outcome.ok
    assert outcome.code not in ("", "ok")
    after = evening.session.snapshot()
    assert (after.state, after.revision, after.mode) == (before.state, before.revision, before.mode)
