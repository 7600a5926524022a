"""The kinds of gains a box can print, and where each may stand."""

from dataclasses import dataclass

from assistant.editions.errors import DefectError, Path
from assistant.editions.shapes import ListOf, Row, Shape, Whole, Word, brief, unknown
from assistant.editions.source_text import Json
from assistant.engine.rajas.box import COLOURS, Part, Reward

COLOUR = Word(COLOURS, "a colour of the dice")
_UP_TO_20 = Whole(1, 20)

KINDS: dict[str, tuple[Shape, ...]] = {
    "money": (_UP_TO_20,),
    "fame": (_UP_TO_20,),
    "karma": (Whole(1, 3),),
    "upgrade": (Whole(1, 8),),
    "dice": (Whole(1, 10),),
    "dice_of": (ListOf(COLOUR, 1, 4),),
    "boat": (Whole(1, 1),),
    "chamber": (ListOf(Whole(2, 6), 1, 5, distinct=True),),
    "dice_per_karma": (Word((*COLOURS, "any"), "a colour of the dice"),),
    "money_per_market": (_UP_TO_20,),
    "markets_different": (Whole(1, 3),),
    "markets_one": (_UP_TO_20,),
    "markets_any": (_UP_TO_20,),
    "fame_per_upgrade": (_UP_TO_20,),
    "money_per_upgrade": (_UP_TO_20,),
    "fame_per_karma": (_UP_TO_20,),
    "white_tile": (),
    "mogul": (),
    "overbuild": (),
    "portuguese": (_UP_TO_20,),
    "reroll": (),
    "sail_up_to": (_UP_TO_20,),
    "dolphin": (),
    "fame_per_market_tile": (_UP_TO_20,),
    "fame_per_river": (_UP_TO_20,),
    "money_per_building": (_UP_TO_20,),
    "money_per_linked_yield": (_UP_TO_20,),
    "fame_per_curve": (_UP_TO_20,),
    "fame_per_worker": (_UP_TO_20,),
    "money_per_village": (_UP_TO_20,),
    "money_per_tile": (_UP_TO_20,),
    "river_again": (),
    "flag": (),
}
"""Every kind with the shapes of its details."""

SIMPLE = ("money", "fame", "karma", "upgrade", "dice", "dice_of", "boat")
RIVER = (
    *SIMPLE[:-1],
    "chamber",
    "dice_per_karma",
    "money_per_market",
    "markets_different",
    "markets_one",
    "markets_any",
    "fame_per_upgrade",
    "money_per_upgrade",
    "fame_per_karma",
)
RIVER_TILE = (*RIVER, "sail_up_to", "dolphin")
CHAMBER = (*SIMPLE, "white_tile", "mogul", "overbuild", "portuguese")
FORECOURT = (*SIMPLE, "reroll")
YIELD_TILE = (
    *SIMPLE,
    "money_per_upgrade",
    "fame_per_market_tile",
    "fame_per_river",
    "money_per_building",
    "money_per_linked_yield",
    "fame_per_curve",
    "fame_per_worker",
    "money_per_village",
)
TILE = (*SIMPLE, "white_tile", "markets_any", "money_per_tile", "river_again", "flag")


@dataclass(frozen=True, slots=True)
class RewardShape:
    """A list of parts [kind, detail...], the kinds limited to those that make sense in that place."""

    kinds: tuple[str, ...]

    def check(self, value: Json, path: Path) -> None:
        if not isinstance(value, list) or not 1 <= len(value) <= 4:
            raise DefectError(path, f"{brief(value)} is not a reward", 'write one to four parts, e.g. [["money", 3]]')
        for index, part in enumerate(value):
            self._check_part(part, (*path, str(index)))

    def _check_part(self, part: Json, path: Path) -> None:
        if not isinstance(part, list) or not part or not isinstance(part[0], str):
            raise DefectError(
                path, f"{brief(part)} is not a part of a reward", 'write a kind and its details, e.g. ["money", 3]'
            )
        kind = part[0]
        if kind not in self.kinds:
            what = "a reward that can stand here" if kind in KINDS else "a known reward"
            raise unknown(path, kind, self.kinds, what)
        Row((Word((kind,), "a reward"), *KINDS[kind])).check(part, path)


def reward_of(value: Json) -> Reward:
    """Return a checked reward as the engine's tuples."""
    return tuple(_part(part) for part in value) if isinstance(value, list) else ()


def _part(part: Json) -> Part:
    if not isinstance(part, list):
        raise TypeError(part)
    return tuple(_detail(detail) for detail in part)


def _detail(detail: Json) -> str | int | tuple[str, ...] | tuple[int, ...]:
    if isinstance(detail, list):
        words = tuple(word for word in detail if isinstance(word, str))
        return words or tuple(number for number in detail if isinstance(number, int))
    if isinstance(detail, str | int):
        return detail
    raise TypeError(detail)
