"""A player's corrections to an edition: a small file of its own, laid over the box's file, never into it."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from assistant.editions.errors import DefectError, EditionError, Path, shown
from assistant.editions.shapes import ListOf, Record, Text, Word
from assistant.editions.source_text import Json, SourceText

FORMAT = "durbar-corrections/1"
_WITHOUT_FILE = "your corrections"


@dataclass(frozen=True, slots=True)
class Correction:
    """`path` names an entry or a part of its value, e.g. tiles/blue-cow-1/price; None takes a row of a table away."""

    path: str
    value: Json

    @property
    def steps(self) -> Path:
        return tuple(self.path.split("/"))


class _AnyValue:
    def check(self, value: Json, path: Path) -> None:
        """Fits always: the edition it is laid over decides."""


_SHAPE = Record(
    {
        "format": Word((FORMAT,), "a format this version reads"),
        "edition": Text(40),
        "corrections": ListOf(Record({"path": Text(), "value": _AnyValue()}), 0, 1000),
    }
)


@dataclass(frozen=True, slots=True)
class Patch:
    """Corrections to one edition, in order; later ones win."""

    edition_id: str
    corrections: tuple[Correction, ...] = ()
    text: SourceText | None = None

    def to_json(self) -> str:
        """Return the file a player keeps and passes on: one correction a line."""
        rows = [json.dumps({"path": row.path, "value": row.value}, ensure_ascii=False) for row in self.corrections]
        body = "[\n    " + ",\n    ".join(rows) + "\n  ]" if rows else "[]"
        return (
            f'{{\n  "format": "{FORMAT}",\n  "edition": {json.dumps(self.edition_id)},\n  "corrections": {body}\n}}\n'
        )

    def extended(self, corrections: Iterable[Correction]) -> "Patch":
        """Return the corrections with further ones behind them; what they replace is dropped."""
        kept = list(self.corrections)
        for new in corrections:
            kept = [old for old in kept if old.steps[: len(new.steps)] != new.steps] + [new]
        return Patch(self.edition_id, tuple(kept))

    def touching(self, path: Path) -> int | None:
        """Return the index of the last correction at, above or below the path, or None."""
        for index, correction in reversed(list(enumerate(self.corrections))):
            shorter = min(len(correction.steps), len(path))
            if shorter and correction.steps[:shorter] == path[:shorter]:
                return index
        return None

    def place(self, index: int) -> tuple[str, int]:
        """Return file name and line of a correction; line 0 when it was not read from a file."""
        rows = self.text.tree.get("corrections") if self.text and isinstance(self.text.tree, dict) else None
        if self.text is None or not isinstance(rows, list) or index >= len(rows):
            return _WITHOUT_FILE, 0
        return self.text.file, self.text.line_of(("corrections", str(index)))


def patch_of(text: SourceText) -> Patch:
    """Return the corrections of a parsed file; raise `EditionError` when it is not a file of corrections."""
    try:
        _SHAPE.check(text.tree, ())
    except DefectError as defect:
        raise EditionError(
            text.file, defect.problem, defect.remedy, shown(defect.path), text.line_of(defect.path)
        ) from defect
    tree = text.tree if isinstance(text.tree, dict) else {}
    rows = tree["corrections"] if isinstance(tree["corrections"], list) else []
    corrections = tuple(Correction(str(row["path"]), row["value"]) for row in rows if isinstance(row, dict))
    return Patch(str(tree["edition"]), corrections, text)
