"""The two ways an edition can be wrong: a `DefectError` inside the data, and the `EditionError` a player reads."""

Path = tuple[str, ...]
"""Steps from the top of an edition to an entry or into its value, e.g. ("tiles", "blue-cow-1", "price")."""


def printable(word: str) -> str:
    """Return the word fit for a message: one line, not too long."""
    plain = word if word.isprintable() else ascii(word)[1:-1]
    return plain if len(plain) <= 60 else plain[:57] + "..."


def shown(path: Path) -> str:
    """Return the path as it is written in messages and corrections: tiles/blue-cow-1/price."""
    return "/".join(map(printable, path)) or "(top)"


class DefectError(Exception):
    """A defect at a path; becomes an `EditionError` once it is known which file and line it came from."""

    def __init__(self, path: Path, problem: str, remedy: str) -> None:
        super().__init__(f"{shown(path)}: {problem}")
        self.path = path
        self.problem = problem
        self.remedy = remedy


class EditionError(ValueError):
    """An edition or a file of corrections cannot be used: one message naming file, line, path and remedy."""

    def __init__(self, file: str, problem: str, remedy: str, path: str = "", line: int = 0) -> None:
        place = ", ".join([file, *([f"line {line}"] if line else []), *([path] if path else [])])
        super().__init__(f"{place}: {problem}; {remedy}.")
        self.file = file
        self.path = path
        self.line = line
        self.problem = problem
        self.remedy = remedy
