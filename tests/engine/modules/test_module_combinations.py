"""All combinations of modules can be played: every invariant after every move (INV1-INV6)."""

import random

import pytest

from assistant.engine.rajas.box import SEATS
from assistant.engine.rajas.setup import MODULES
from tests.engine.modules.combinations import cells_of_all, cells_of_pairs, every_combination, line, play

SAMPLE = random.Random(2026).sample([modules for modules in every_combination() if len(modules) > 1], 8)


@pytest.mark.parametrize("modules", [(), *((one,) for one in MODULES), *SAMPLE, MODULES], ids="+".join)
def test_ix11_modules_combine_freely(modules):
    players = 2 + len("".join(modules)) % 3
    cell = play(modules, players, 1, first_seed=len(modules))
    assert cell.problems == ()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ix11_all_modules_at_once(players):
    assert play(MODULES, players, 1, first_seed=players).problems == ()


@pytest.mark.parametrize("modules", [(), ("ganga", "mango"), MODULES[1:]], ids="+".join)
def test_h1_4_mixed_groups_combine_with_every_module_but_navaratna(modules):
    assert play(modules, 3, 1, mixed=SEATS[:2], first_seed=4).problems == ()


def test_every_combination_is_listed_once():
    found = list(every_combination())
    assert len(found) == 2 ** len(MODULES) == len(set(found))


@pytest.mark.soak
@pytest.mark.timeout(6 * 3600)
def test_every_combination_with_every_number_of_players():
    cells = list(cells_of_all(3))
    print(*map(line, cells), sep="\n")
    assert [problem for cell in cells for problem in cell.problems] == []
    assert sum(cell.games for cell in cells) == 3 * 3 * (256 + 128)


@pytest.mark.soak
@pytest.mark.timeout(6 * 3600)
def test_every_pair_of_modules():
    cells = list(cells_of_pairs(200))
    print(*map(line, cells), sep="\n")
    assert [problem for cell in cells for problem in cell.problems] == []
    assert sum(cell.games for cell in cells) == 28 * 200
