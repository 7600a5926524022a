"""Every module has a golden game, and it is still played exactly so."""

import pytest

from assistant.engine.rajas.setup import MODULES
from tests.engine.modules.golden import FOLDER, GAMES, game_of, lines_of, moves_in


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_game_is_still_the_same_line_by_line(name):
    expected = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert lines_of(game_of(name), moves_in(expected)) == expected


def test_every_module_and_mixed_groups_have_a_golden_game():
    there = {path.stem for path in FOLDER.glob("*.txt")}
    assert {*MODULES, "mixed", "all"} <= there == set(GAMES)
