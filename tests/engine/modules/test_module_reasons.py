"""Every reason a module can give is declared in its file and has a sentence in all three languages."""

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from assistant.engine.rajas import modules
from assistant.engine.rajas.setup import MODULES
from assistant.texts import LANGUAGES, has_text, reason_key

FOLDER = Path(modules.__file__).parent
BASE_KEYS = re.compile(r"(B|X\.)")


def given_in(name: str) -> set[str]:
    """Keys of the reasons built in a module's file with plain words, and those of the prices it names."""
    tree = ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "because":
            words = [one.value for one in node.args if isinstance(one, ast.Constant)]
            if len(words) == len(node.args):
                found.add("-".join(word for word in words if word))
    return found


@pytest.mark.parametrize("name", MODULES)
def test_what_a_module_gives_as_a_reason_it_declares(name):
    declared = set(import_module(f"assistant.engine.rajas.modules.{name}").REASONS)
    missing = {key for key in given_in(name) - declared if not BASE_KEYS.match(key)}
    assert missing == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MODULES)
def test_every_declared_reason_has_a_sentence(name, language):
    declared = import_module(f"assistant.engine.rajas.modules.{name}").REASONS
    assert [key for key in declared if not has_text(reason_key(key), language)] == []


@pytest.mark.parametrize("name", MODULES)
def test_reasons_are_declared_once_and_in_the_rules_words(name):
    declared = import_module(f"assistant.engine.rajas.modules.{name}").REASONS
    assert len(declared) == len(set(declared))
    assert all(re.fullmatch(r"[A-Z]+\d*(\.\w+)?(-[a-z]+)?", key) for key in declared)
