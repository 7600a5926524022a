"""From the text of a JSON file to plain values, remembering on which line each of them stands."""

import json
import re
from dataclasses import dataclass, field
from typing import TypeAlias

from assistant.editions.errors import EditionError, Path, shown

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
_DEEPEST = 20
"""Lists in lists that no edition needs; stops a hostile file before anything recurses into it."""


@dataclass(frozen=True, slots=True)
class SourceText:
    """A parsed file. `lines` holds the first line (from 1) of every path; the step "value" of an entry is left out."""

    file: str
    tree: Json
    lines: dict[Path, int]

    def line_of(self, path: Path) -> int:
        """Return the line of the path, or of the nearest thing around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


@dataclass(slots=True)
class _Level:
    """An open object or list while the tokens go by."""

    path: Path
    is_object: bool
    key: str = "0"
    wants_key: bool = True
    seen: set[str] = field(default_factory=set)

    def child(self) -> Path:
        return self.path if self.is_object and self.key == "value" else (*self.path, self.key)

    def step(self) -> None:
        self.wants_key = True
        if not self.is_object:
            self.key = str(int(self.key) + 1)


class _Locator:
    """Walks over the tokens of a text that is known to be JSON."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.lines: dict[Path, int] = {}
        self.levels: list[_Level] = []

    def take(self, token: str, line: int) -> None:
        level = self.levels[-1] if self.levels else None
        if token in "}]":
            self.levels.pop()
        elif token == "," and level:
            level.step()
        elif level and level.is_object and level.wants_key:
            self._key(level, json.loads(token), line)
        elif token != ":":
            self._value(level, token, line)

    def _key(self, level: _Level, key: str, line: int) -> None:
        level.key, level.wants_key = key, False
        if key in level.seen:
            raise EditionError(
                self.file, f'"{key}" stands here twice', "keep one of the two", shown((*level.path, key)), line
            )
        level.seen.add(key)

    def _value(self, level: _Level | None, token: str, line: int) -> None:
        path = level.child() if level else ()
        self.lines.setdefault(path, line)
        if len(self.levels) > _DEEPEST:
            raise EditionError(self.file, "this is nested too deeply", "start again from a copy", shown(path[:3]), line)
        if token in "{[":
            self.levels.append(_Level(path, token == "{"))


def read_source(file: str, content: bytes) -> SourceText:
    """Parse the content of `file`; raise `EditionError` when it is not JSON or says one key twice."""
    try:
        text = content.decode("utf-8-sig")
        tree: Json = json.loads(text)
        json.dumps(tree, ensure_ascii=False).encode()  # refuses half characters, which no message could print
    except UnicodeDecodeError as error:
        raise EditionError(file, "this is not a text file in UTF-8", "save it as UTF-8 text") from error
    except json.JSONDecodeError as error:
        raise EditionError(
            file, f"this is not JSON ({error.msg})", "repair the line, or start again from a copy", "", error.lineno
        ) from error
    except (ValueError, RecursionError) as error:
        raise EditionError(file, "this JSON is not that of an edition", "start again from a copy") from error
    return SourceText(file, tree, _locate(file, text))


def _locate(file: str, text: str) -> dict[Path, int]:
    locator = _Locator(file)
    line, done = 1, 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", done, match.start())
        done = match.start()
        locator.take(match.group(), line)
    return locator.lines
