"""Engine words as people say them: `b1>6` is "blue 1 turned to 6", `quarry-2` is "quarry, space 2".

The engine names things with ids; this turns ids inside facts into words of a language, with the messages of
words.ftl. What is no id stays as it is.
"""

import re
from collections.abc import Callable

Say = Callable[[str, dict[str, str | int]], str]

COLOUR_OF_LETTER = {"b": "blue", "g": "green", "o": "orange", "p": "purple"}
_DIE = re.compile(r"([bgop])([1-6])(?:([>!])([1-6]))?\Z")
_CELL = re.compile(r"r(\d)c(\d)\Z")
_MARKET = re.compile(r"(silk|tea|spices)(\d)\Z")
_TILE = re.compile(r"(blue|green|orange|purple)-(cow|snake|tiger|shalimar)-(\w+)\Z")
_STACK = re.compile(r"(blue|green|orange|purple)-(cow|snake|tiger)\Z")
_NUMBERED = re.compile(r"(quarry|harbour|assorted|forecourt|chamber|village|river|white|yellow|red|brown)-(\w+)\Z")
_COLOURED = re.compile(r"(terrace|balcony)-(blue|green|orange|purple)(?:-(\d))?\Z")
_STALL = re.compile(r"stall-(silk|tea|spices)\Z")


def spoken(word: str, say: Say) -> str:
    """One engine word in the language of `say`; unknown words unchanged."""
    for pattern, sentence in PATTERNS:
        match = pattern.match(word)
        if match:
            return sentence(match, say)
    return word


def _die(match: re.Match[str], say: Say) -> str:
    colour, value = say(f"word-{COLOUR_OF_LETTER[match[1]]}", {}), match[2]
    if not match[3]:
        return say("word-die", {"colour": colour, "value": value})
    key = "word-die-turned" if match[3] == ">" else "word-die-set"
    return say(key, {"colour": colour, "value": value, "shown": match[4]})


def _cell(match: re.Match[str], say: Say) -> str:
    return say("word-cell", {"row": int(match[1]) + 1, "column": int(match[2]) + 1})


def _market(match: re.Match[str], say: Say) -> str:
    return say("word-market", {"good": say(f"word-{match[1]}", {}), "value": int(match[2])})


def _tile(match: re.Match[str], say: Say) -> str:
    facts = {"colour": say(f"word-{match[1]}", {}), "animal": say(f"word-{match[2]}", {}), "number": match[3]}
    return say("word-tile", {**facts})


def _stack(match: re.Match[str], say: Say) -> str:
    return say("word-stack", {"colour": say(f"word-{match[1]}", {}), "animal": say(f"word-{match[2]}", {})})


def _numbered(match: re.Match[str], say: Say) -> str:
    return say(f"word-{match[1]}-space", {"number": match[2]})


def _coloured(match: re.Match[str], say: Say) -> str:
    return say(f"word-{match[1]}-space", {"colour": say(f"word-{match[2]}", {})})


def _stall(match: re.Match[str], say: Say) -> str:
    return say("word-stall-space", {"good": say(f"word-{match[1]}", {})})


PATTERNS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Say], str]], ...] = (
    (_DIE, _die),
    (_CELL, _cell),
    (_MARKET, _market),
    (_TILE, _tile),
    (_STACK, _stack),
    (_NUMBERED, _numbered),
    (_COLOURED, _coloured),
    (_STALL, _stall),
)
