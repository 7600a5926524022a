"""Every sentence the page asks for is there, in three languages, and none is there for nothing."""

import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast

from assistant.texts import FOLDER, LANGUAGES

SOURCES = Path(__file__).resolve().parents[2] / "frontend" / "src"
WORD = re.compile(r"""["'`](page-[\w-]*(?:\$\{[^}]*\}[\w-]*)*)["'`]""")


def messages(language: str) -> dict[str, ast.Message]:
    tree = FluentParser().parse((FOLDER / language / "page.ftl").read_text(encoding="utf-8"))
    assert not [one for one in tree.body if isinstance(one, ast.Junk)]
    return {one.id.name: one for one in tree.body if isinstance(one, ast.Message)}


def variables(message: ast.Message) -> set[str]:
    found: set[str] = set()

    class Visitor:
        def visit(self, node: object) -> None:
            if isinstance(node, ast.VariableReference):
                found.add(node.id.name)
            if isinstance(node, ast.BaseNode):
                for value in vars(node).values():
                    self.visit(value)
            if isinstance(node, list):
                for one in node:
                    self.visit(one)

    Visitor().visit(message.value)
    return found


def asked() -> set[str]:
    """Message ids in the page's sources; `*` stands for a part that is put in at run time."""
    found = set()
    for file in [*SOURCES.rglob("*.svelte"), *SOURCES.rglob("*.ts")]:
        text = file.read_text(encoding="utf-8")
        found |= {re.sub(r"\$\{[^}]*\}", "*", one) for one in WORD.findall(text)}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_the_page_asks_for_exists(language):
    known = messages(language)
    for wish in asked():
        pattern = re.compile(re.escape(wish).replace(r"\*", r"[\w-]+") + r"\Z")
        assert any(pattern.match(name) for name in known), f"{wish} has no {language} sentence"


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_the_languages_say_the_same_with_the_same_facts(language):
    english, other = messages("en"), messages(language)
    assert english.keys() == other.keys()
    for name, message in english.items():
        assert variables(other[name]) <= variables(message), name


def test_no_sentence_of_the_page_is_left_over():
    wishes = [re.compile(re.escape(wish).replace(r"\*", r"[\w-]+") + r"\Z") for wish in asked()]
    unused = [name for name in messages("en") if not any(wish.match(name) for wish in wishes)]
    assert unused == []
