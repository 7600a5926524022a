"""From what a space means to what its LEDs do: one table of colours and rhythms, and the map from spaces to LEDs.

Nobody must need to see colours: no two meanings share both colour and rhythm, "wrong" alone blinks, and the players'
colours stay apart in all kinds of colour blindness (a test simulates them). No rhythm flashes over twice a second.
"""

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any

from assistant.hw.leds import Rgb
from assistant.hw.protocol import MAX_LEDS

FORMAT = 1


class Meaning(StrEnum):
    """What a light says, most important first: where two meet on one LED, the first wins."""

    WRONG = "wrong"
    CHOSEN = "chosen"
    CELEBRATE = "celebrate"
    WAITING = "waiting"
    LEGAL = "legal"
    BOAT = "boat"
    MARKER = "marker"


@dataclass(frozen=True, slots=True)
class Intent:
    """Light `space` with `meaning`, in a player's `colour` where the meaning has none of its own."""

    space: str
    meaning: Meaning
    colour: str | None = None


# ---- rhythms: time (s) and the LED's place in its space, modulo PLACES -> level 0..1

PLACES = 4


def _steady(_t_s: float, _place: int) -> float:
    return 1.0


def _blink(t_s: float, _place: int) -> float:
    """On for 0.3 s, off for 0.3 s: 1.7 flashes a second."""
    return 1.0 if t_s % 0.6 < 0.3 else 0.0


def _breathe(t_s: float, _place: int) -> float:
    """A slow swell every 2.4 s, never dark."""
    return 0.45 + 0.55 * (0.5 - 0.5 * math.cos(2 * math.pi * t_s / 2.4))


def _double_beat(t_s: float, _place: int) -> float:
    """Two soft beats, then a pause: a heart that waits."""
    phase = t_s % 2.0
    beat = max(0.0, 1 - abs(phase - 0.25) / 0.25, 1 - abs(phase - 0.75) / 0.25)
    return 0.15 + 0.85 * beat


def _chase(t_s: float, place: int) -> float:
    """A crest that runs through the LEDs of the space."""
    return 0.25 + 0.75 * (0.5 + 0.5 * math.cos(2 * math.pi * (t_s / 1.2 - place / PLACES)))


@dataclass(frozen=True, slots=True)
class Look:
    """One row of the table: a colour of its own or None for the player's, a rhythm, and how bright at most."""

    colour: str | None
    rhythm: Callable[[float, int], float]
    level: float


LOOKS: Mapping[Meaning, Look] = MappingProxyType(
    {
        Meaning.WRONG: Look("vermilion", _blink, 1.0),
        Meaning.CHOSEN: Look(None, _steady, 1.0),
        Meaning.CELEBRATE: Look(None, _chase, 1.0),
        Meaning.WAITING: Look("white", _double_beat, 0.5),
        Meaning.LEGAL: Look(None, _breathe, 0.6),
        Meaning.BOAT: Look("sky", _steady, 0.5),
        Meaning.MARKER: Look(None, _steady, 0.2),
    }
)

# Mixed for light, not for print.
COLOURS: Mapping[str, Rgb] = MappingProxyType(
    {
        "vermilion": (255, 20, 0),
        "red": (255, 20, 0),
        "blue": (0, 10, 255),
        "green": (0, 190, 70),
        "yellow": (255, 190, 0),
        "orange": (255, 100, 0),
        "purple": (170, 90, 220),
        "pink": (255, 60, 120),
        "sky": (30, 160, 255),
        "brown": (120, 50, 0),
        "white": (220, 220, 220),
        "grey": (70, 70, 70),
        "black": (40, 40, 60),
    }
)
FALLBACK_COLOUR = "white"


class LedMapError(ValueError):
    """A map from spaces to LEDs that cannot be used; the message names the file or the space and what to do."""


@dataclass(frozen=True, slots=True)
class LedMap:
    """Which LEDs are under which space. A LED belongs to at most one space; a space may have none."""

    led_count: int
    spaces: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not 1 <= self.led_count <= MAX_LEDS:
            raise LedMapError(f"a strip has 1 to {MAX_LEDS} LEDs, not {self.led_count}")
        owner: dict[int, str] = {}
        for space, leds in self.spaces.items():
            for led in leds:
                self._claim(owner, space, led)

    def _claim(self, owner: dict[int, str], space: str, led: int) -> None:
        if not 0 <= led < self.led_count:
            raise LedMapError(f"space {space!r} has LED {led}, but the strip ends at {self.led_count - 1}")
        if led in owner:
            raise LedMapError(f"LED {led} is given to both {owner[led]!r} and {space!r}: take it from one of them")
        owner[led] = space

    @staticmethod
    def evenly(spaces: Sequence[str], led_count: int) -> "LedMap":
        """Return a map that shares the strip out among the spaces in order (for the demo, or to start the wizard from).

        Raises `LedMapError` if there are more spaces than LEDs.
        """
        if len(spaces) > led_count:
            raise LedMapError(f"{led_count} LEDs are not enough for {len(spaces)} spaces")
        cuts = [led_count * at // len(spaces) for at in range(len(spaces) + 1)] if spaces else []
        return LedMap(led_count, {name: tuple(range(cuts[at], cuts[at + 1])) for at, name in enumerate(spaces)})

    def leds_of(self, space: str) -> tuple[int, ...]:
        """Return the space's LEDs, none if it has none."""
        return self.spaces.get(space, ())

    def space_of(self, led: int) -> str | None:
        """Return the space a LED lies under."""
        return next((space for space, leds in self.spaces.items() if led in leds), None)

    def with_led(self, led: int, space: str | None) -> "LedMap":
        """Return the map after the wizard's answer: this LED lies under that space, or under none."""
        spaces = {name: tuple(other for other in leds if other != led) for name, leds in self.spaces.items()}
        if space is not None:
            spaces[space] = tuple(sorted({*spaces.get(space, ()), led}))
        return LedMap(self.led_count, {name: leds for name, leds in spaces.items() if leds})

    def to_json(self) -> str:
        """Return the map as text; `from_json` reads it back."""
        spaces = {name: list(leds) for name, leds in sorted(self.spaces.items())}
        return json.dumps({"format": FORMAT, "led_count": self.led_count, "spaces": spaces}, indent=1) + "\n"

    @staticmethod
    def from_json(text: str, name: str = "the LED map") -> "LedMap":
        """Raises `LedMapError`, naming `name`, if the text is not a map."""
        try:
            data = json.loads(text)
        except ValueError as error:
            raise LedMapError(f"{name} is not JSON: {error}") from error
        try:
            return _checked(data)
        except LedMapError as error:
            raise LedMapError(f"{name}: {error}") from error

    @staticmethod
    def load(path: Path) -> "LedMap":
        """Raises `LedMapError` if the file is missing or not a map."""
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise LedMapError(f"the LED map {path} cannot be read: {error}") from error
        return LedMap.from_json(text, f"the LED map {path}")

    def save(self, path: Path) -> None:
        """Write the map, whole or not at all."""
        beside = path.with_name(path.name + ".new")
        beside.write_text(self.to_json(), encoding="utf-8")
        beside.replace(path)


def _checked(data: Any) -> LedMap:  # noqa: ANN401 - whatever the file holds
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise LedMapError(f'it must be an object with "format": {FORMAT}')
    unknown = set(data) - {"format", "led_count", "spaces"}
    if unknown:
        raise LedMapError(f"unknown entries {', '.join(sorted(unknown))}")
    spaces = data.get("spaces")
    if not _is_number(data.get("led_count")) or not isinstance(spaces, dict):
        raise LedMapError('"led_count" must be a number and "spaces" an object')
    for name, leds in spaces.items():
        if not isinstance(leds, list) or not all(map(_is_number, leds)):
            raise LedMapError(f"space {name!r} must have a list of LED numbers")
    return LedMap(data["led_count"], {name: tuple(leds) for name, leds in spaces.items()})


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_RANK = {meaning: rank for rank, meaning in enumerate(Meaning)}


def render(intents: Iterable[Intent], led_map: LedMap, brightness: float, t_s: float) -> list[Rgb]:
    """Return one colour per LED of the map at time `t_s`; `brightness` 0..1 dims everything.

    Spaces without LEDs are passed over; where two intents meet on one LED the more important meaning wins.
    """
    frame: list[Rgb] = [(0, 0, 0)] * led_map.led_count
    level = min(max(brightness, 0.0), 1.0)
    shades: dict[tuple[Meaning, str | None], list[Rgb]] = {}
    for intent in sorted(intents, key=_least_important_first):
        kind = (intent.meaning, intent.colour)
        if kind not in shades:
            shades[kind] = _shades(LOOKS[intent.meaning], intent.colour, level, t_s)
        colours = shades[kind]
        for place, led in enumerate(led_map.leds_of(intent.space)):
            frame[led] = colours[place % PLACES]
    return frame


def _least_important_first(intent: Intent) -> int:
    return -_RANK[intent.meaning]


def _shades(look: Look, player_colour: str | None, level: float, t_s: float) -> list[Rgb]:
    """Return the look's colour now at each place of a space."""
    red, green, blue = COLOURS.get(look.colour or player_colour or FALLBACK_COLOUR, COLOURS[FALLBACK_COLOUR])
    levels = [look.rhythm(t_s, place) * look.level * level for place in range(PLACES)]
    return [(round(red * one), round(green * one), round(blue * one)) for one in levels]
