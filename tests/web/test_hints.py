"""Hints are three different things to do."""

from assistant.engine.core.moves import parse_move
from assistant.table.commands import PlayMove
from assistant.testing.evening import play_some
from assistant.web.hints import best_moves


def test_equal_spaces_are_one_hint(session):
    """Two terraces of one colour are the same to a player; a hint for each would hide a better idea."""
    spaces = {space.id: (space.area, space.detail, space.fee) for space in session.game.rules.spaces}
    for seed in range(6):
        while session.game.pending(session.state) != "place":
            play_some(session, 1, seed=seed)
        hints = best_moves(session.game, session.state, 3)
        told = [spaces[parse_move(one.move).args[0]] for one in hints if one.move.startswith("place")]
        assert len(told) > 1
        assert len(told) == len(set(told))
        session.do(PlayMove(hints[0].move, None, session.revision))
