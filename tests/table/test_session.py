"""The session without a camera: commands, refusals, undo, branches, events."""

import threading

import pytest

from assistant.table.commands import (
    AcceptAsPlayed,
    Answer,
    BranchFrom,
    FixRecord,
    PlayMove,
    Redo,
    RollFor,
    SetMode,
    Undo,
)
from assistant.table.events import Event, GameOver, LedIntents, Mode, MoveRecorded, TakenBack
from assistant.table.session import Session
from tests.table.conftest import play_some


def test_a_whole_game_is_played_from_the_page(session: Session) -> None:
    """Every move is recorded, told with its revision, and the end comes with a ranking."""
    events: list[Event] = []
    session.subscribe(events.append)
    play_some(session, 5000)
    shot = session.snapshot()
    assert shot.state.over
    assert shot.actor == ""
    recorded = [event for event in events if isinstance(event, MoveRecorded)]
    assert [event.revision for event in recorded] == list(range(1, shot.revision + 1))
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    over = [event for event in events if isinstance(event, GameOver)]
    assert len(over) == 1
    assert {standing.seat for standing in over[0].ranking} == {"red", "yellow", "white"}


def test_a_stale_revision_is_refused_and_changes_nothing(session: Session) -> None:
    play_some(session, 40)
    shot = session.snapshot()
    legal = session.game.legal_moves(shot.state)[0]
    outcome = session.do(PlayMove(str(legal), None, shot.revision - 1))
    assert (outcome.ok, outcome.code, outcome.revision) == (False, "stale_revision", shot.revision)
    assert session.state == shot.state


def at_place(session: Session) -> None:
    """Play until somebody has to place a worker."""
    for _ in range(200):
        if session.snapshot().pending == "place":
            return
        play_some(session, 1)
    raise AssertionError("nobody came to place a worker")


def test_another_seats_move_is_refused_with_the_rule(session: Session) -> None:
    play_some(session, 30)
    at_place(session)
    shot = session.snapshot()
    other = next(seat for seat in session.game.setup.seats if seat != shot.actor)
    outcome = session.do(PlayMove(str(session.game.legal_moves(shot.state)[0]), other, shot.revision))
    assert outcome.code == "illegal_move"
    assert [reason.rule for reason in outcome.reasons] == ["B2.1"]
    assert session.state == shot.state


def test_an_illegal_move_comes_back_with_its_reasons(session: Session) -> None:
    play_some(session, 30)
    at_place(session)
    shot = session.snapshot()
    outcome = session.do(PlayMove("place quarry-6", shot.actor, shot.revision))
    assert outcome.code == "illegal_move"
    assert any(reason.rule == "B2.5" for reason in outcome.reasons)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (PlayMove("", None, 0), "invalid_move"),
        (PlayMove("place \x00", None, 0), "invalid_move"),
        (PlayMove("x" * 100_000, None, 0), "invalid_move"),
        (PlayMove("fly to-the-moon", None, 0), "illegal_move"),
        (PlayMove("reveal blue-cow blue-cow-1", "green", 0), "unknown_seat"),
        (PlayMove(None, None, 0), "invalid_move"),
        (PlayMove("place quarry-1", None, None), "stale_revision"),
        (Answer("q1", "1"), "no_such_question"),
        (Undo(1), "nothing_to_undo"),
        (Undo(-3), "nothing_to_undo"),
        (Undo("many"), "nothing_to_undo"),
        (Redo(1), "nothing_to_redo"),
        (BranchFrom(77), "no_such_revision"),
        (BranchFrom(-1), "no_such_revision"),
        (AcceptAsPlayed(), "nothing_to_accept"),
        (FixRecord("purple/dice", "b3"), "bad_place"),
        (FixRecord("red/nose", "b3"), "bad_place"),
        (FixRecord("red/dice", "b9"), "bad_value"),
        (FixRecord("red/dice", "b3 " * 500), "bad_value"),
        (FixRecord("red/money", "-4"), "bad_value"),
        (FixRecord("red/money", "99999999999999999999"), "bad_value"),
        (FixRecord("red/r1c1", "blue-cow-99 90"), "bad_value"),
        (FixRecord("red/r1c1", "blue-cow-1 45"), "bad_value"),
        (FixRecord("red/levels", "0 0 0 9"), "bad_value"),
        (FixRecord("display/blue-dog", "empty"), "bad_place"),
        (FixRecord("main/moon-1", "red"), "bad_place"),
        (FixRecord("main/quarry-1", "green"), "bad_value"),
        ("place quarry-1", "unknown_command"),
        (None, "unknown_command"),
    ],
)
def test_hostile_input_is_refused_with_a_code(session: Session, command: object, code: str) -> None:
    """Whatever comes in: a code comes out, the state stays."""
    before = session.snapshot()
    outcome = session.do(command)  # type: ignore[arg-type]
    assert (outcome.ok, outcome.code) == (False, code)
    assert session.snapshot() == before


def test_undo_and_redo_walk_the_whole_game(session: Session) -> None:
    play_some(session, 120)
    shot = session.snapshot()
    assert session.do(Undo(120)).ok
    assert session.snapshot().undo_depth == 0
    assert session.do(Redo(120)).ok
    assert session.state == shot.state
    assert session.revision == shot.revision + 2


def test_undo_of_a_turn_goes_back_to_where_it_began(session: Session) -> None:
    play_some(session, 60)
    at_place(session)
    before = session.snapshot()
    play_some(session, 1)
    at_place(session)
    assert session.do(Undo(whole_turn=True)).ok
    assert session.state == before.state


def test_a_branch_leaves_the_other_line_in_the_log(session: Session) -> None:
    events: list[Event] = []
    play_some(session, 80)
    session.subscribe(events.append)
    kept = session.state
    assert session.do(BranchFrom(40)).ok
    assert session.snapshot().undo_depth == 40
    assert TakenBack(events[0].seq, 81, "branch", 40) in events
    assert session.state_after(80) == kept


def test_the_machine_rolls_only_when_chance_is_due(session: Session) -> None:
    play_some(session, 30)
    at_place(session)
    assert session.do(RollFor()).code == "no_chance"


def test_the_record_can_be_set_by_hand_and_taken_back(session: Session) -> None:
    play_some(session, 60)
    at_place(session)
    before = session.state
    assert session.do(FixRecord("red/money", "17")).ok
    assert session.state.players[0].money == 17
    assert session.line()[-1].flag == "irregular"
    assert session.do(FixRecord("red/dice", "b1 b2 p6")).ok
    total = sum(session.state.supply) + sum(len(player.dice) for player in session.state.players)
    assert total == 48
    assert session.do(Undo(2)).ok
    assert session.state == before


def test_switching_the_camera_on_and_off_keeps_the_game(session: Session) -> None:
    play_some(session, 30)
    state = session.state
    assert session.snapshot().mode is Mode.MANUAL
    assert session.do(SetMode(camera=True)).ok
    assert session.snapshot().mode is Mode.SETTLING
    assert session.do(SetMode(camera=False)).ok
    assert session.snapshot().mode is Mode.MANUAL
    assert session.state == state


def test_a_listener_that_fails_does_not_hinder_the_others(session: Session) -> None:
    heard: list[Event] = []

    def broken(event: Event) -> None:
        raise RuntimeError("deaf")

    session.subscribe(broken)
    stop = session.subscribe(heard.append)
    play_some(session, 3)
    assert len([event for event in heard if isinstance(event, MoveRecorded)]) == 3
    stop()
    play_some(session, 1)
    assert len([event for event in heard if isinstance(event, MoveRecorded)]) == 3


def test_a_listener_may_ask_the_session_back(session: Session) -> None:
    """Events come after the lock is free, so that a page can take a snapshot at once, from any thread."""
    seen: list[int] = []

    def ask(event: Event) -> None:
        thread = threading.Thread(target=lambda: seen.append(session.snapshot().revision))
        thread.start()
        thread.join(5)

    session.subscribe(ask)
    play_some(session, 2)
    assert seen
    assert set(seen) <= {1, 2}


def test_two_pages_with_the_same_revision_get_one_move_in(session: Session) -> None:
    play_some(session, 30)
    at_place(session)
    shot = session.snapshot()
    move = str(session.game.legal_moves(shot.state)[0])
    outcomes = []
    threads = [
        threading.Thread(target=lambda: outcomes.append(session.do(PlayMove(move, shot.actor, shot.revision)).code))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["ok"] + ["stale_revision"] * 7


def test_lights_show_the_legal_spaces(session: Session) -> None:
    events: list[Event] = []
    session.subscribe(events.append)
    play_some(session, 30)
    at_place(session)
    shot = session.snapshot()
    legal = {move.args[0] for move in session.game.legal_moves(shot.state) if move.verb == "place"}
    lit = {intent.place for intent in shot.leds if intent.meaning.value == "legal"}
    assert lit == legal
    last = [event for event in events if isinstance(event, LedIntents)][-1]
    assert last.intents == shot.leds
