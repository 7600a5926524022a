"""Every sentence a player sees or hears, in English, German and Dutch, from the same Fluent files as the page."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource

from assistant.texts.words import spoken

LANGUAGES = ("en", "de", "nl")
FOLDER = Path(__file__).resolve().parent


class MissingTextError(KeyError):
    """No sentence for this key in this language. Tests make sure that this never reaches a player."""


@lru_cache(maxsize=len(LANGUAGES))
def bundle(language: str) -> FluentBundle:
    """All messages of a language. Raises ValueError for a language we do not speak."""
    if language not in LANGUAGES:
        raise ValueError(f"unknown language {language!r}; known are: {', '.join(LANGUAGES)}")
    found = FluentBundle([language], use_isolating=False)
    for file in sorted((FOLDER / language).glob("*.ftl")):
        found.add_resource(FluentResource(file.read_text(encoding="utf-8")))
    return found


def text(key: str, facts: Mapping[str, str | int], language: str) -> str:
    """The sentence for a message key with its facts filled in. Raises MissingTextError."""
    messages = bundle(language)
    if not messages.has_message(key):
        raise MissingTextError(f"{key} ({language})")
    message = messages.get_message(key)
    if message.value is None:
        raise MissingTextError(f"{key} ({language})")
    sentence, _ = messages.format_pattern(message.value, dict(facts))
    return str(sentence)


def has_text(key: str, language: str) -> bool:
    return bool(bundle(language).has_message(key))


def reason_key(key: str) -> str:
    """Message key of a reason: `B5.3-sum` becomes `reason-B5-3-sum`."""
    return "reason-" + key.replace(".", "-")


def reason_text(key: str, facts: Mapping[str, str | int], language: str) -> str:
    """The sentence for a reason of the referee, by the reason's key; words of the game in facts are translated."""
    return text(reason_key(key), {name: word(value, language) for name, value in facts.items()}, language)


def word(value: str | int, language: str) -> str | int:
    """Words of the game inside a fact as the language says them; a list of ids becomes a list of words."""
    if not isinstance(value, str):
        return value

    def say(key: str, facts: dict[str, str | int]) -> str:
        return text(key, facts, language)

    def one(part: str) -> str:
        plain = f"word-{part}"
        return say(plain, {}) if has_text(plain, language) else spoken(part, say)

    whole = one(value)
    if whole != value:
        return whole
    parts = [one(part) for part in value.split(" ")]
    changed = parts != value.split(" ")
    return ", ".join(parts) if changed else value
