"""The few colours a family prints with: one set per game colour, so that tiles of a colour look alike."""

from dataclasses import dataclass

from assistant.sim.art.noise import Bgr, hsv, mix

HUES_DEG = {
    "blue": 212.0, "green": 120.0, "orange": 28.0, "purple": 282.0,
    "red": 2.0, "yellow": 50.0, "white": 40.0, "black": 230.0, "stone": 38.0,
}  # fmt: skip
GREYISH = {"white": 0.15, "black": 0.2, "stone": 0.35}


@dataclass(frozen=True, slots=True)
class Ink:
    """How a family mixes its colours: strength, brightness, contrast between tones, and its paper and line colours."""

    saturation: float
    value: float
    contrast: float
    paper: Bgr
    line: Bgr
    accent_turn_deg: float = 150.0
    hue_shift_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Palette:
    """Ground and its neighbour, the four tones of emblems, road and paper."""

    ground: Bgr
    second: Bgr
    dark: Bgr
    middle: Bgr
    light: Bgr
    accent: Bgr
    road: Bgr
    paper: Bgr

    def tone(self, index: int) -> Bgr:
        return (self.dark, self.middle, self.light, self.accent)[index % 4]


def palette_of(ink: Ink, colour: str) -> Palette:
    """Return the family's palette for a game colour, a seat's colour or `stone`; unknown names count as stone."""
    hue = HUES_DEG.get(colour, HUES_DEG["stone"]) + ink.hue_shift_deg
    strength = ink.saturation * GREYISH.get(colour, 1.0)
    value = ink.value * (0.5 if colour == "black" else 1.0)
    ground = hsv(hue, strength, value)
    return Palette(
        ground=ground,
        second=hsv(hue + 22, strength * 0.85, min(1.0, value * (1 + 0.35 * ink.contrast))),
        dark=mix(ground, ink.line, min(1.0, 0.55 + 0.45 * ink.contrast)),
        middle=hsv(hue + ink.accent_turn_deg / 3, strength * 0.8, value * (1 - 0.3 * ink.contrast)),
        light=mix(ground, ink.paper, min(1.0, 0.45 + 0.5 * ink.contrast)),
        accent=mix(ground, hsv(hue + ink.accent_turn_deg, max(strength, 0.4), 0.9), 0.4 + 0.6 * ink.contrast),
        road=mix(ink.paper, hsv(36, 0.35, 0.75), 0.5),
        paper=ink.paper,
    )
