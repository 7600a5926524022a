"""Modules plug in by name; the base game never asks which of them play."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

from assistant.engine import rajas
from assistant.engine.rajas.house import SetupError
from assistant.engine.rajas.setup import MODULES, Setup
from tests.engine.modules.module_table import edition, game_with

BASE_FILES = sorted(Path(rajas.__file__).parent.glob("*.py"))
OTHER_NAMES = ("village", "shalimar", "tiger", "trader", "fate", "mango")
"""Words a base file could compare with to find out about a module."""


@pytest.mark.parametrize("name", MODULES)
def test_every_module_offers_the_same_face(name):
    module = import_module(f"assistant.engine.rajas.modules.{name}")
    assert module.__doc__ and module.REASONS
    assert all(tile.kind != "province" for tile in module.tiles(edition()))
    assert callable(module.install)


@pytest.mark.parametrize("path", BASE_FILES, ids=lambda path: path.stem)
def test_no_file_of_the_base_game_asks_for_a_module(path):
    asked = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            words = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}
            asked += [ast.unparse(node) for word in words if word in (*MODULES, *OTHER_NAMES)]
    assert not asked


def test_a_base_game_knows_nothing_of_modules():
    rules = game_with().rules
    assert not rules.opening and not rules.invariants and not rules.on_advance and not rules.on_skip
    assert {tile.kind for tile in rules.tiles} == {"province"}
    assert not [space for space in rules.spaces if space.area == "village"]


def test_modules_may_be_named_in_any_order():
    one = game_with("trader", "mango", "ganga2", "ganga").initial()
    two = game_with("ganga", "ganga2", "mango", "trader").initial()
    assert one == two


@pytest.mark.parametrize("modules", [("mangos",), ("mango", "mango"), ("mixed",), ("",)])
def test_a_module_that_does_not_exist_or_stands_twice_is_refused(modules):
    with pytest.raises(SetupError):
        Setup(("red", "yellow"), modules)
