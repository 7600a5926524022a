"""The moment as wire data, at many points of real games."""

import itertools
import random

import pytest

from assistant.editions import load_edition
from assistant.engine.core.moves import CHANCE
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.setup import MODULES, Setup, seats_for
from assistant.web import schemas as wire
from assistant.web.view import board_view, box_view, ledger_since


def random_game(players: int, modules: tuple[str, ...], seed: int, moves: int):
    game = RajasGame(load_edition(), Setup(seats_for(players), modules))
    rng = random.Random(seed)
    state = game.initial()
    for _ in range(moves):
        yield game, state
        if state.over:
            return
        move = game.draw(state, rng.randrange) if game.actor(state) == CHANCE else rng.choice(game.legal_moves(state))
        state = game.apply(state, move)


def playable(modules: tuple[str, ...]) -> bool:
    try:
        RajasGame(load_edition(), Setup(("red", "yellow"), modules))
    except ModuleNotFoundError:
        return False
    return True


@pytest.mark.parametrize("modules", [(), *((name,) for name in MODULES)], ids=lambda one: "+".join(one) or "base")
def test_any_moment_of_any_game_can_be_shown(modules):
    """The view never fails, and what it offers is legal."""
    if not playable(modules):
        pytest.skip(f"{modules[0]} is not built yet")
    for number, (game, state) in enumerate(random_game(3, modules, 5, 260)):
        if number % 3:
            continue
        view = board_view(game, state, {"red": "Ada"})
        table = wire.Table(
            seq=1, revision=1, game="g", last=[], sync="manual", parts=[], question=None, differences=[],
            can_undo=False, can_redo=False, **view,
        )  # fmt: skip
        assert wire.Table.model_validate_json(table.model_dump_json()) == table
        legal = [str(move) for move in game.legal_moves(state)[:240]]
        assert table.decision.moves == legal
        places = {space.id for space in table.spaces if space.legal}
        assert places == {move.split()[1] for move in legal if move.startswith("place ")}


@pytest.mark.parametrize("modules", [(), MODULES], ids=["base", "all"])
def test_the_box_holds_everything_the_page_draws(modules):
    if not playable(modules):
        pytest.skip("not all modules are built yet")
    game = RajasGame(load_edition(), Setup(("red", "yellow", "white", "black"), modules))
    box = box_view(game)
    assert wire.Box.model_validate_json(box.model_dump_json()) == box
    assert len(box.spaces) == len(game.rules.spaces)
    assert set(box.tiles) == set(game.rules.tile_index)


def test_gains_of_a_move_are_the_new_lines_of_the_ledger():
    states = [state for _, state in random_game(2, (), 8, 120)]
    game = next(random_game(2, (), 8, 1))[0]
    for before, after in itertools.pairwise(states):
        for player, old in zip(after.players, before.players, strict=True):
            seat = after.players.index(player)
            gains = [g for g in ledger_since(game, after.ledger, before.ledger) if g.seat == game.rules.seats[seat]]
            assert sum(g.amount for g in gains if g.track == "money") == player.money - old.money


def test_a_picture_is_offered_only_where_the_camera_can_show_it():
    """A board the camera does not know has no picture: an address that answers 404 would be a broken one."""
    from assistant.web.session_desk import _picture

    class Sees:
        def crop_jpeg(self, region):
            return b"jpeg" if region == "red.dice" else None

    assert _picture(Sees(), "red.dice") == "/api/camera/crop/red.dice"
    assert _picture(Sees(), "main.quarry-2") is None
    assert _picture(Sees(), "") is None
    assert _picture(None, "red.dice") is None
