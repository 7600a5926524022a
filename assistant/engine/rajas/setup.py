"""What is agreed before the first die is rolled: seats, modules, house rules, handicaps."""

from dataclasses import dataclass, field

from assistant.engine.rajas.box import SEATS
from assistant.engine.rajas.house import HouseRules, SetupError, changed, house_rules

MODULES = ("navaratna", "ganga", "ganga2", "mango", "shalimar", "tiger", "fate", "trader")


@dataclass(frozen=True, slots=True)
class Setup:
    """Seats in clockwise order, by player colour. `mixed` names the advanced seats of a mixed group (H1.1)."""

    seats: tuple[str, ...]
    modules: tuple[str, ...] = ()
    mixed: tuple[str, ...] = ()
    house: HouseRules = field(default_factory=HouseRules)

    def __post_init__(self) -> None:
        _check_seats(self.seats)
        unknown = [name for name in self.modules if name not in MODULES]
        if unknown:
            raise SetupError(f"unknown module {unknown[0]!r}; known are: {', '.join(MODULES)}")
        if len(set(self.modules)) != len(self.modules):
            raise SetupError(f"a module is named twice: {', '.join(self.modules)}")
        strangers = [seat for seat in self.mixed if seat not in self.seats]
        if strangers:
            raise SetupError(f"seat {strangers[0]!r} of the mixed group does not play; seats: {', '.join(self.seats)}")


def _check_seats(seats: tuple[str, ...]) -> None:
    if not 2 <= len(seats) <= 4:
        raise SetupError(f"{len(seats)} players: the game is for 2 to 4 (B1.1)")
    unknown = [seat for seat in seats if seat not in SEATS]
    if unknown:
        raise SetupError(f"unknown seat {unknown[0]!r}; seats are: {', '.join(SEATS)}")
    if len(set(seats)) != len(seats):
        raise SetupError(f"a seat is named twice: {', '.join(seats)}")


def seats_for(players: int) -> tuple[str, ...]:
    """The first seats in order. Raises SetupError for a number the game does not allow."""
    if not 2 <= players <= len(SEATS):
        raise SetupError(f"{players} players: the game is for 2 to 4 (B1.1)")
    return SEATS[:players]


def setup_to_json(setup: Setup) -> dict[str, object]:
    """Plain data for logs; defaults are left out."""
    data: dict[str, object] = {"seats": list(setup.seats)}
    if setup.modules:
        data["modules"] = list(setup.modules)
    if setup.mixed:
        data["mixed"] = list(setup.mixed)
    if changed(setup.house):
        data["house"] = changed(setup.house)
    return data


def setup_from_json(data: object) -> Setup:
    """The set-up again. Raises SetupError naming the entry."""
    if not isinstance(data, dict):
        raise SetupError("the set-up is not an object with seats")
    unknown = set(data) - {"seats", "modules", "mixed", "house"}
    if unknown:
        raise SetupError(f"unknown entry {min(map(str, unknown))!r} in the set-up")
    house = data.get("house", {})
    if not isinstance(house, dict):
        raise SetupError("house rules must be an object of keys and values")
    return Setup(_words(data, "seats"), _words(data, "modules"), _words(data, "mixed"), house_rules(house))


def _words(data: dict[str, object], key: str) -> tuple[str, ...]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise SetupError(f"{key} must be a list of words, not {value!r:.80}")
    return tuple(value)
