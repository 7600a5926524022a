"""INV1-INV6, and what must hold for every state the engine can reach: seen in random games of all sizes."""

import json
import random

import pytest

from assistant.engine.core.moves import CHANCE
from assistant.engine.rajas.codec import state_from_json, state_to_json
from assistant.engine.rajas.invariants import broken_invariants
from assistant.engine.rajas.notation import parse_position, position_text
from assistant.engine.rajas.status import status
from assistant.players.base import RandomBot, next_move
from assistant.testing.tables import game_for, give, lay, table


def random_states(game, seed):
    """Every state of one random game, with the move that led on from it."""
    rng = random.Random(seed)
    bots = [RandomBot(rng)] * game.rules.count
    state = game.initial()
    while not state.over:
        move = next_move(game, state, bots, rng)
        after = game.apply(state, move)
        yield state, move, after
        state = after


@pytest.mark.parametrize("players", [2, 3, 4])
def test_INV1_to_INV6_hold_after_every_move_of_random_games(players):
    game = game_for(players)
    for before, move, after in random_states(game, players):
        assert game.judge(before, move).ok
        assert broken_invariants(before, after) == []


def test_INV1_too_many_dice_karma_or_workers_are_found():
    _, state = table(3)
    broken = give(state, "red", karma=4, money=-1, active=7, idle=9)
    found = {defect.key for defect in status(broken)}
    assert {"B15.4-range", "B3.2-negative", "B16.2", "INV5"} <= found
    crowded = give(state, "yellow", dice=" ".join(["b1"] * 9 + ["g1"] * 3))
    assert {defect.key for defect in status(crowded)} == {"B4.2-over"}


def test_INV2_fame_and_boats_never_fall():
    _, state = table(2)
    high = give(state, "red", fame=9, boat=5)
    assert {reason.fact("what") for reason in broken_invariants(high, give(high, "red", fame=8, boat=4))} == {
        "fame",
        "boat",
    }


def test_INV3_bonuses_and_yields_are_gained_at_most_once():
    _, state = table(2)
    late = give(state, "red", bonus=2, yields=3, fame_marks=1, waiting=6, active=4, idle=3)
    back = give(late, "red", bonus=1, yields=2, fame_marks=0, waiting=7)
    found = {reason.fact("what") for reason in broken_invariants(late, back) if reason.rule == "INV2"}
    assert found == {"bonus", "yields", "fame bonuses", "waiting workers"}


def test_INV4_a_cut_off_tile_or_a_tower_is_found():
    _, state = table(2)
    assert "B6.2-cut" in {defect.key for defect in status(lay(state, "red", "r2c2", "blue-cow-1", 0))}
    tower = lay(
        lay(lay(state, "red", "r1c2", "blue-cow-1", 0), "red", "r1c2", "blue-cow-2", 0), "red", "r1c2", "blue-cow-3", 0
    )
    assert "B12.7-tower" in {defect.key for defect in status(tower)}


def test_INV5_more_workers_on_the_board_than_active_are_found():
    _, state = table(2)
    state = state.copy()
    state.spaces = (0,) * len(state.spaces)
    assert [defect.rule for defect in status(state)] == ["INV5"]


def test_INV6_a_tile_twice_or_gone_is_found():
    _, state = table(2)
    double = state.copy()
    double.stacks = ((double.stacks[1][0], double.stacks[0][1]), *double.stacks[1:])
    assert {defect.key for defect in status(double)} == {"INV6-tile"}
    short = state.copy()
    short.pile = short.pile[1:]
    assert {defect.key for defect in status(short)} == {"INV6-white"}


@pytest.mark.parametrize("players", [2, 4])
def test_legal_moves_are_sorted_different_and_all_accepted(players):
    game = game_for(players)
    for number, (state, _, _) in enumerate(random_states(game, 10 + players)):
        moves = game.legal_moves(state)
        if number % 7 == 0 and len(moves) < 2000:
            listed = list(moves)
            assert listed == sorted(set(listed))
            assert len(listed) == len(moves)
            assert all(game.judge(state, move).ok for move in listed[:: max(1, len(listed) // 25)])


def test_states_are_never_changed_afterwards():
    """The TAG test: apply many moves to one state; its text form stays the same."""
    game = game_for(3)
    rng = random.Random(8)
    for number, (state, _, _) in enumerate(random_states(game, 3)):
        if number % 11 == 0:
            text = position_text(state)
            moves = game.legal_moves(state)
            for _ in range(4):
                game.apply(state, moves[rng.randrange(len(moves))])
            assert position_text(state) == text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_round_trip_as_text_and_json(players):
    game = game_for(players)
    for number, (state, _, _) in enumerate(random_states(game, 20 + players)):
        if number % 9 == 0:
            assert parse_position(game.rules, position_text(state)) == state
            assert state_from_json(game.rules, json.loads(json.dumps(state_to_json(state)))) == state


def test_chance_outcomes_are_listed_with_true_weights():
    game, state = table(4)
    from assistant.testing.tables import play

    rolling = play(game, give(state, "red", dice="b1 b2 o3"), "place forecourt-1", "reroll b1 b2 o3")
    assert game.actor(rolling) == CHANCE
    assert sum(game.weight(rolling, move) for move in game.legal_moves(rolling)) == 6**3
