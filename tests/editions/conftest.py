"""What the tests of the editions share: the shipped box, and a box broken on purpose."""

import copy
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.editions import Document, load_document, load_edition
from assistant.editions.source_text import Json
from assistant.engine.rajas.box import Edition, Tile

Tree = dict[str, Json]


@pytest.fixture(scope="session")
def document() -> Document:
    return load_document()


@pytest.fixture(scope="session")
def edition() -> Edition:
    return load_edition()


@pytest.fixture(scope="session")
def province_tiles(edition: Edition) -> tuple[Tile, ...]:
    return tuple(tile for tile in edition.tiles if tile.kind == "province")


@pytest.fixture
def tree(document: Document) -> Tree:
    """A copy of the shipped file's content, to be damaged."""
    return copy.deepcopy(document.tree)


@pytest.fixture
def box_file(tmp_path: Path) -> Callable[[Json], Path]:
    """Writes a tree as an edition file, two spaces a level, and returns its path."""

    def write(content: Json) -> Path:
        path = tmp_path / "box.json"
        path.write_text(json.dumps(content, indent=2), encoding="utf-8")
        return path

    return write
