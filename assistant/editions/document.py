"""An edition as a player sees it: every entry with its source, and his own corrections on top."""

import copy
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from assistant.editions.build import Values, edition_of
from assistant.editions.checks import check_together
from assistant.editions.errors import DefectError, EditionError, Path, printable, shown
from assistant.editions.layout import DOCUMENT
from assistant.editions.patches import Correction, Patch
from assistant.editions.shapes import PLAYER, unknown
from assistant.editions.source_text import Json, SourceText
from assistant.engine.rajas.box import Edition

_TABLES = ("tiles", "yield_tiles", "river_tiles", "river", "yields", "fame_bonuses", "money_bonuses")
"""Groups whose rows a player may add or take away."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: `path` as corrections name it, the value, where it comes from."""

    path: str
    value: Json
    source: str
    satisfies: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """An edition with the source of every value. Immutable; always complete and valid."""

    text: SourceText
    tree: dict[str, Json]
    """The file's content with the corrections laid over it."""
    patch: Patch

    @property
    def id(self) -> str:
        return str(self.tree["id"])

    def entries(self) -> tuple[Entry, ...]:
        """Return all entries in the order of the file."""
        return tuple(_entries(self.tree, ()))

    def edition(self) -> Edition:
        """Return what the rules need of it."""
        return edition_of(_values(self.tree))

    def corrected(self, corrections: Iterable[Correction]) -> "Document":
        """Return the document with further corrections; raise `EditionError` when they do not fit together."""
        return document_of(self.text, self.patch.extended(corrections))


def document_of(text: SourceText, patch: Patch | None = None) -> Document:
    """Check an edition's text and the corrections over it; raise `EditionError` naming file, line and remedy."""
    if not isinstance(text.tree, dict):
        raise EditionError(text.file, "this is not an edition", "start again from a copy of rajas-2017.json")
    _check(text.tree, text, Patch(""))
    patch = patch or Patch(str(text.tree["id"]))
    try:
        tree = _overlaid(text.tree, patch)
    except DefectError as defect:
        raise _located(defect, text, patch) from defect
    _check(tree, text, patch)
    return Document(text, tree, patch)


def _check(tree: dict[str, Json], text: SourceText, patch: Patch) -> None:
    try:
        DOCUMENT.check(tree, ())
        check_together(_values(tree))
    except DefectError as defect:
        raise _located(defect, text, patch) from defect


def _located(defect: DefectError, text: SourceText, patch: Patch) -> EditionError:
    guilty = patch.touching(defect.path)
    file, line = patch.place(guilty) if guilty is not None else (text.file, text.line_of(defect.path))
    return EditionError(file, defect.problem, defect.remedy, shown(defect.path), line)


def is_entry(node: Json) -> bool:
    """Tell whether a node of the tree is an entry rather than a group of entries."""
    return isinstance(node, dict) and "value" in node


def _entries(node: Json, path: Path) -> Iterator[Entry]:
    if not isinstance(node, dict):
        return
    for key, inner in node.items():
        here = (*path, key)
        if isinstance(inner, dict) and is_entry(inner):
            satisfies = inner.get("satisfies")
            constraints = tuple(str(name) for name in satisfies) if isinstance(satisfies, list) else ()
            source, note = str(inner["source"]), str(inner.get("note", ""))
            yield Entry(shown(here), copy.deepcopy(inner["value"]), source, constraints, note)
        else:
            yield from _entries(inner, here)


def _values(tree: dict[str, Json]) -> Values:
    return {key: _value(node) for key, node in tree.items()}


def _value(node: Json) -> Json:
    if not isinstance(node, dict):
        return node
    return node["value"] if is_entry(node) else {key: _value(inner) for key, inner in node.items()}


def _overlaid(tree: dict[str, Json], patch: Patch) -> dict[str, Json]:
    result = copy.deepcopy(tree)
    for correction in patch.corrections:
        _lay(result, correction)
    return result


def _lay(tree: dict[str, Json], correction: Correction) -> None:
    """Put one correction into the tree; the entry it touches gets the source "player"."""
    node: dict[str, Json] = tree
    steps = correction.steps
    for depth, key in enumerate(steps):
        inner = node.get(key)
        if is_entry(inner) or (inner is None and correction.value is not None and _is_row(steps, depth)):
            _replace(node, key, correction, steps[depth + 1 :])
            return
        if not isinstance(inner, dict):
            entries = [name for name, below in node.items() if isinstance(below, dict)]
            raise unknown(steps[: depth + 1], key, entries, "an entry of this edition")
        node = inner
    raise DefectError(steps, "this is a group of entries", "correct the entries in it one by one")


def _is_row(steps: Path, depth: int) -> bool:
    """Tell whether the correction is, at this step, about a whole row of a table: rows may come and go."""
    return 0 < depth == len(steps) - 1 and steps[depth - 1] in _TABLES


def _replace(group: dict[str, Json], key: str, correction: Correction, inside: Path) -> None:
    """Replace the entry's value, or what lies `inside` the value; None takes the row away."""
    entry = group.get(key)
    if correction.value is None and _is_row(correction.steps, len(correction.steps) - 1 - len(inside)):
        del group[key]
        return
    old = copy.deepcopy(entry["value"]) if isinstance(entry, dict) else None
    group[key] = {"value": _descend(old, inside, correction), "source": PLAYER}


def _descend(value: Json, inside: Path, correction: Correction) -> Json:
    if not inside:
        return copy.deepcopy(correction.value)
    key, rest = inside[0], inside[1:]
    if isinstance(value, dict) and (key in value or not rest):
        value[key] = _descend(value.get(key), rest, correction)
    elif isinstance(value, list) and key.isascii() and key.isdigit() and int(key) < len(value):
        value[int(key)] = _descend(value[int(key)], rest, correction)
    else:
        raise DefectError(
            correction.steps, f'"{printable(key)}" is not part of this entry', "correct the entry as a whole"
        )
    return value
