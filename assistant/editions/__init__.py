"""What is in a box: edition files with the source of every printed value, and a player's corrections to them.

edition = load_edition()                              # the box of 2017, as far as it is known
edition = load_edition("rajas-2017", "my-box.json")   # the same with your own corrections
document = load_document()                            # every entry with its source, for an editor
"""

import os
from functools import lru_cache
from pathlib import Path

from assistant.editions.document import Document, Entry, document_of
from assistant.editions.errors import EditionError
from assistant.editions.patches import Correction, Patch, patch_of
from assistant.editions.source_text import SourceText, read_source
from assistant.engine.rajas.box import Edition

__all__ = [
    "Correction",
    "Document",
    "EditionError",
    "Entry",
    "Patch",
    "known_editions",
    "load_document",
    "load_edition",
    "save_patch",
]

DEFAULT = "rajas-2017"
_FOLDER = Path(__file__).resolve().parent


def known_editions() -> tuple[str, ...]:
    """Return the names of the editions that come with the program."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.json")))


def load_edition(name_or_path: str | Path = DEFAULT, patch: str | Path | None = None) -> Edition:
    """Return the edition with the corrections of the file `patch`; raise `EditionError` when one of them is wrong."""
    return _edition(*_key(_find(name_or_path)), *(_key(Path(patch)) if patch is not None else (None, 0, 0)))


def load_document(name_or_path: str | Path = DEFAULT, patch: str | Path | None = None) -> Document:
    """Return every entry with its source, for "check my box"; raise `EditionError` as `load_edition` does."""
    text = _read(_find(name_or_path))
    return document_of(text, _read_patch(Path(patch), text) if patch is not None else None)


def save_patch(document: Document, path: Path) -> None:
    """Write the document's corrections to `path`, whole or not at all; raise `EditionError` when that fails."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8") as file:
            file.write(document.patch.to_json())
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        reason = (error.strerror or "it cannot be written").lower()
        raise EditionError(str(path), reason, "choose another place") from error


def _find(name_or_path: str | Path) -> Path:
    if str(name_or_path) in known_editions():
        return _FOLDER / f"{name_or_path}.json"
    path = Path(name_or_path)
    if not path.exists() and path.suffix != ".json":
        known = ", ".join(known_editions())
        raise EditionError(str(name_or_path), "there is no edition of this name", f"use {known}, or the path of a file")
    return path


def _key(path: Path) -> tuple[str, int, int]:
    """Return what tells whether a file has changed since it was read; zeros when it is not there."""
    try:
        stat = path.stat()
    except OSError:
        return str(path), 0, 0
    return str(path.absolute()), stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=32)
def _edition(file: str, _time: int, _size: int, patch: str | None, _patch_time: int, _patch_size: int) -> Edition:
    return load_document(file, patch).edition()


def _read(path: Path) -> SourceText:
    try:
        return read_source(path.name, path.read_bytes())
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise EditionError(str(path), reason, "check the path") from error


def _read_patch(path: Path, text: SourceText) -> Patch:
    patch = patch_of(_read(path))
    box = text.tree.get("id") if isinstance(text.tree, dict) else None
    if patch.edition_id != box:
        problem = f'these corrections are for "{patch.edition_id}", the edition is "{box}"'
        raise EditionError(path.name, problem, "choose the edition they were made for", "edition")
    return patch
