"""The rules and moves told to players, and the page about the rules made from them.

`rule_text("B5.3", "de")` is the rule in plain words, `move_text("pay b3 b1>6", "red", "en")` a move as a person would
tell it, `pending_text("buy", "nl")` the question that is waiting. `python -m assistant.texts.rulebook` prints
docs/rules.md.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from assistant.texts import FOLDER, has_text, text, word

_RULE = re.compile(r"rule-([A-Z]+\d+(?:-\d+)?) = ")
_MARK = re.compile(r"(fame|money)-(\d+)\Z")
_CHAMBER = re.compile(r"chamber-([1-6])\Z")

Facts = dict[str, str | int]
Telling = tuple[str, Facts]
"""Ending of the message key, such as `pay` or `take-none`, and the facts of the sentence."""
Teller = Callable[[Sequence[str], str], Telling]


def rule_text(rule: str, language: str) -> str:
    """A numbered rule in a player's words. Raises MissingTextError for a rule that does not exist."""
    return text("rule-" + rule.replace(".", "-"), {}, language)


def house_text(key: str, language: str) -> str:
    """What a house rule decides, in one sentence. Raises MissingTextError."""
    return text("house-" + key.replace("_", "-"), {}, language)


def pending_text(name: str, language: str) -> str:
    """The question to the player for a waiting decision; the empty name says that the game is over."""
    return text("pending-" + (name.rstrip("?").replace("_", "-") or "over"), {}, language)


def move_text(move: str, seat: str | None, language: str, tile: str | None = None) -> str:
    """A move in the engine's notation as a person would tell it; what is no move comes back unchanged.

    With a seat it tells what was done ("Red buys ..."), without one what may be done ("buy ..."). With `tile`, a `lay`
    names the tile that is laid.
    """
    verb, *args = move.split(" ")
    known = TELLERS.get(verb)
    if known is None or not known[0] <= len(args) <= known[1]:
        return move
    ending, facts = known[2](args, language)
    if tile is not None and verb == "lay":
        ending, facts = ending.replace("lay", "build"), {**facts, "tile": _said(tile, language)}
    if seat is None:
        return text(f"choice-{ending}", facts, language)
    return text(f"move-{ending}", {**facts, "seat": _said(seat, language)}, language)


def turn_text(moves: Iterable[str], seat: str, language: str) -> list[str]:
    """The moves of one turn, one sentence each; buying and laying a tile are told as one building."""
    told: list[str] = []
    tile: str | None = None
    for move in moves:
        verb, *args = move.split(" ")
        if verb in ("buy", "free", "cover") and args:
            tile = args[0]
        if verb != "buy":
            told.append(move_text(move, seat, language, tile))
    return told


# How each verb's words become facts.


def _said(one: str, language: str) -> str | int:
    return word(one, language)


def _space(one: str, language: str) -> str | int:
    """A space of the board; a chamber also by the name of who lives there."""
    match = _CHAMBER.match(one)
    return text("chamber-place", _chamber(match[1], language), language) if match else word(one, language)


def _chamber(number: str, language: str) -> Facts:
    key = f"chamber-name-{number}"
    return {"number": number, "name": text(key, {}, language) if has_text(key, language) else number}


def _listed(words: Sequence[str], language: str) -> str:
    """`blue 3, blue 4 and green 1`."""
    said = [str(word(one, language)) for one in words]
    if len(said) < 2:
        return "".join(said)
    return text("list-and", {"most": ", ".join(said[:-1]), "last": said[-1]}, language)


def _label(one: str, language: str) -> str | int:
    """What waits in a choice of order: a part of a reward, a yield at the edge, or a bonus of a track."""
    mark = _MARK.match(one)
    if mark:
        return text(f"label-mark-{mark[1]}", {"number": int(mark[2])}, language)
    key = "label-" + one.replace("_", "-")
    return text(key, {}, language) if has_text(key, language) else word(one, language)


def _plain(verb: str, *names: str) -> Teller:
    """A verb whose words are ids, one fact each."""

    def tell(args: Sequence[str], language: str) -> Telling:
        return verb, {name: _space(one, language) for name, one in zip(names, args, strict=True)}

    return tell


def _list(verb: str, name: str) -> Teller:
    """A verb with any number of words, which has a sentence of its own for none."""

    def tell(args: Sequence[str], language: str) -> Telling:
        return (verb, {name: _listed(args, language)}) if args else (f"{verb}-none", {})

    return tell


def _count(verb: str) -> Teller:
    """A verb with a number, which has a sentence of its own for zero."""

    def tell(args: Sequence[str], language: str) -> Telling:
        if args[0] == "0":
            return f"{verb}-none", {}
        return verb, {"count": int(args[0]) if args[0].isdecimal() else args[0]}

    return tell


def _place(args: Sequence[str], language: str) -> Telling:
    return "place-trader" if args[1:] == ["trader"] else "place", {"space": _space(args[0], language)}


def _lay(args: Sequence[str], language: str) -> Telling:
    facts: Facts = {"cell": word(args[0], language)}
    return ("lay", facts) if args[1] == "0" else ("lay-turned", {**facts, "rotation": args[1]})


def _reveal(args: Sequence[str], language: str) -> Telling:
    facts: Facts = {"stack": word(args[0], language)}
    unknown = args[1] == "unknown"
    return ("reveal-unknown", facts) if unknown else ("reveal", {**facts, "tile": word(args[1], language)})


def _river(args: Sequence[str], language: str) -> Telling:
    if len(args) < 2:
        return "river-end", {}
    return "river", {"space": word(f"river-{args[0]}", language), "tile": word(args[1], language)}


def _dolphin(args: Sequence[str], language: str) -> Telling:
    return "dolphin", {"space": word(f"river-{args[0]}", language)}


def _use(args: Sequence[str], language: str) -> Telling:
    return ("use-money", {}) if args[0] == "money" else ("use", {"tile": word(args[0], language)})


MANY = 48
"""More dice than this are not in the box."""
TELLERS: dict[str, tuple[int, int, Teller]] = {
    "place": (1, 2, _place),
    "pass": (0, 0, _plain("pass")),
    "flip": (1, 1, _plain("flip", "die")),
    "buy": (1, 1, _plain("buy", "tile")),
    "pay": (1, MANY, lambda args, language: ("pay", {"dice": _listed(args, language)})),
    "lay": (2, 2, _lay),
    "cover": (2, 2, _plain("cover", "tile", "cell")),
    "reveal": (2, 2, _reveal),
    "take": (0, MANY, _list("take", "colours")),
    "return": (0, MANY, _list("return", "dice")),
    "roll": (0, MANY, _list("roll", "dice")),
    "reroll": (0, MANY, _list("reroll", "dice")),
    "draw": (1, 1, _plain("draw", "tile")),
    "start": (1, 1, _plain("start", "name")),
    "score": (0, MANY, _list("score", "markets")),
    "upgrade": (1, 1, _plain("upgrade", "kind")),
    "karma": (1, 1, _count("karma")),
    "sail": (1, 1, _count("sail")),
    "chamber": (1, 1, lambda args, language: ("chamber", _chamber(args[0], language))),
    "first": (1, 1, lambda args, language: ("first", {"what": _label(args[0], language)})),
    "decline": (0, 0, _plain("decline")),
    "river": (1, 2, _river),
    "dolphin": (1, 1, _dolphin),
    "back": (1, 1, _plain("back", "space")),
    "deal": (1, 1, _plain("deal", "tile")),
    "slot": (1, 1, _plain("slot", "slot")),
    "yield": (2, 2, _plain("yield", "tile", "slot")),
    "again": (1, 1, _plain("again", "space")),
    "free": (1, 1, _plain("free", "tile")),
    "swap": (1, 1, _plain("swap", "space")),
    "village": (1, 1, _plain("village", "tile")),
    "use": (1, 1, _use),
}
"""Per verb: fewest and most words after it, and how they are told."""


# The page about the rules.


def rule_id(key: str) -> str:
    """Rule number of a message's key part: `B5-3` is B5.3, `IX4` stays."""
    return key.replace("-", ".")


def sections() -> Iterator[tuple[str, list[str]]]:
    """Headings of the English rules with the numbers of their rules, in order."""
    heading, rules = "", list[str]()
    for line in (FOLDER / "en" / "rules.ftl").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            if rules:
                yield heading, rules
            heading, rules = line[3:], []
        elif match := _RULE.match(line):
            rules.append(rule_id(match[1]))
    if rules:
        yield heading, rules


def names_of_tests(tests: Path) -> dict[str, str]:
    """Test function names of every test file below a folder, by the file's path from there."""
    files = sorted(tests.rglob("test_*.py"))
    return {
        file.relative_to(tests).as_posix(): "\n".join(
            re.findall(r"^\s*def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
        )
        for file in files
    }


def proofs(rule: str, names: dict[str, str]) -> list[str]:
    """Test files with a test that names the rule: `test_B5_3_...`, or `..._ix1_...`."""
    wanted = re.compile(rf"_{rule.replace('.', '_')}(?![0-9])", re.IGNORECASE)
    return [file for file, found in names.items() if wanted.search(found)]


HEAD = """# The rules, numbered

The rules of Rajas of the Ganges and its modules in our own words, as Durbar plays them. The numbers are those a refusal
names; on the page, tap a number to read its rule. Behind every rule stand the tests that prove it (below `tests/`).
Where the rulebooks leave something open, a house rule decides: see [house-rules.md](house-rules.md).

Made from `assistant/texts/en/rules.ftl` by `python -m assistant.texts.rulebook > docs/rules.md`; German and Dutch stand
beside it.
"""


def page(tests: Path) -> str:
    """docs/rules.md: all rules in English with the test files that prove them."""
    names = names_of_tests(tests)
    parts = [HEAD]
    for heading, rules in sections():
        parts.append(f"## {heading}\n")
        parts += [_line(rule, names) for rule in rules]
        parts.append("")
    return "\n".join(parts)


def _line(rule: str, names: dict[str, str]) -> str:
    proven = ", ".join(f"`{file}`" for file in proofs(rule, names))
    return f"- **{rule}** {rule_text(rule, 'en')}" + (f" <sub>{proven}</sub>" if proven else "")


HOUSE_HEAD = """# House rules

Where the rulebooks leave something open, Durbar plays the ruling in the column "default". A table that plays it
differently says so before the game: on the page under *Set-up, House rules*, or with `--house KEY=VALUE` (repeatable)
on the command line. The choice is kept in the game's log. The number names the open question.

| key | question | default | choices | what it decides |
|---|---|---|---|---|
"""
Ruling = bool | int | str


def house_page(rulings: Mapping[str, tuple[str, Ruling, Sequence[Ruling]]]) -> str:
    """docs/house-rules.md from key -> (number of the question, default, values it can take)."""
    rows = [
        f"| `{key}` | {question} | `{_value(default)}` | {' '.join(f'`{_value(one)}`' for one in choices)} "
        f"| {house_text(key, 'en')} |"
        for key, (question, default, choices) in rulings.items()
    ]
    return HOUSE_HEAD + "\n".join(rows) + "\n\n`99` means: no limit.\n"


def _value(one: Ruling) -> str:
    """As it is typed on the command line."""
    return str(one).lower() if isinstance(one, bool) else str(one)


if __name__ == "__main__":
    sys.stdout.write(page(Path(__file__).resolve().parents[2] / "tests"))
