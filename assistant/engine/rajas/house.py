"""House rules: every ruling of the reference that a table may decide otherwise, with our default."""

from dataclasses import dataclass, field, fields


def ruling(default: bool | int | str, ambiguity: str, *choices: bool | int | str) -> bool | int | str:
    """A field with its ambiguity number and the values it can take."""
    allowed = choices or (True, False)
    return field(default=default, metadata={"ruling": ambiguity, "choices": allowed})


@dataclass(frozen=True, slots=True)
class HouseRules:
    """One field per ruling. The metadata holds the number of the ambiguity and the allowed values."""

    allow_pass: bool = ruling(False, "A-01")  # type: ignore[assignment]
    skip_is_final: bool = ruling(False, "A-02")  # type: ignore[assignment]
    allow_null_action: bool = ruling(True, "A-03")  # type: ignore[assignment]
    decline_gains: bool = ruling(True, "A-05")  # type: ignore[assignment]
    colour_substitute: bool = ruling(False, "A-07")  # type: ignore[assignment]
    dice_batch: bool = ruling(True, "A-09")  # type: ignore[assignment]
    free_discard: bool = ruling(False, "A-10")  # type: ignore[assignment]
    karma_anytime: bool = ruling(False, "A-11")  # type: ignore[assignment]
    reroll_times: int = ruling(1, "A-13", 1, 2, 3)  # type: ignore[assignment]
    superfluous_dice: bool = ruling(True, "A-14")  # type: ignore[assignment]
    fame5_delay: bool = ruling(True, "A-15")  # type: ignore[assignment]
    bonus_order: str = ruling("track", "A-16", "track", "player")  # type: ignore[assignment]
    nesting: str = ruling("depth_first", "A-17", "depth_first", "breadth_first")  # type: ignore[assignment]
    fame_bonus_once: bool = ruling(True, "A-20")  # type: ignore[assignment]
    last_space_repeat: bool = ruling(False, "A-21")  # type: ignore[assignment]
    harbour_zero: bool = ruling(False, "A-22")  # type: ignore[assignment]
    portuguese_partial: bool = ruling(False, "A-23")  # type: ignore[assignment]
    end_check: str = ruling("end_of_turn", "A-26", "end_of_turn", "at_once")  # type: ignore[assignment]
    final_turn_optional: bool = ruling(True, "A-28")  # type: ignore[assignment]
    gap_tie: str = ruling("shared", "A-29", "shared", "turn_order")  # type: ignore[assignment]
    track_cap: str = ruling("soft", "A-30", "soft", "hard")  # type: ignore[assignment]
    mogul_last: bool = ruling(True, "A-31")  # type: ignore[assignment]
    start_tie: str = ruling("ask", "A-32", "ask", "first_seat")  # type: ignore[assignment]
    stall_fixed: bool = ruling(True, "A-33")  # type: ignore[assignment]
    count_covered: bool = ruling(False, "A-35")  # type: ignore[assignment]
    overbuild_height: int = ruling(2, "A-37", 2, 3, 99)  # type: ignore[assignment]
    reward_order: str = ruling("player", "A-43", "player", "printed")  # type: ignore[assignment]
    linked_slot: str = ruling("pays_nothing", "A-45", "pays_nothing", "pays_at_once")  # type: ignore[assignment]
    n34_includes_self: bool = ruling(True, "A-46")  # type: ignore[assignment]
    comp_max: int = ruling(99, "A-48", 99, 2)  # type: ignore[assignment]
    river_tile_chamber_free: bool = ruling(True, "A-51")  # type: ignore[assignment]
    g35_zero: bool = ruling(True, "A-52")  # type: ignore[assignment]
    village_cost: int = ruling(0, "A-55", 0, 1, 2)  # type: ignore[assignment]
    limit_counts_placements: bool = ruling(True, "A-56")  # type: ignore[assignment]
    shalimar_builder: bool = ruling(True, "A-57")  # type: ignore[assignment]
    flag_any_space: bool = ruling(True, "A-58")  # type: ignore[assignment]
    flag_wrap: bool = ruling(True, "A-59")  # type: ignore[assignment]
    akbar_all_moves: bool = ruling(True, "A-60")  # type: ignore[assignment]
    fate_first: bool = ruling(True, "A-66")  # type: ignore[assignment]
    fate_keep_if_impossible: bool = ruling(False, "A-67")  # type: ignore[assignment]
    trader_any_payment: bool = ruling(True, "A-68")  # type: ignore[assignment]
    trader_after_workers: bool = ruling(True, "A-69")  # type: ignore[assignment]
    choose_markets_on_river: bool = ruling(True, "A-70")  # type: ignore[assignment]


RULINGS: dict[str, tuple[str, tuple[bool | int | str, ...]]] = {
    one.name: (one.metadata["ruling"], one.metadata["choices"]) for one in fields(HouseRules)
}
"""Per key: number of the ambiguity and the values it can take, default first among equals."""


class SetupError(ValueError):
    """A set-up that cannot be played. The message names the entry and the remedy."""


def house_rules(changes: dict[str, bool | int | str]) -> HouseRules:
    """The defaults with some rulings changed. Raises SetupError for an unknown key or value."""
    for key, value in changes.items():
        if key not in RULINGS:
            raise SetupError(f"unknown house rule {key!r}; known are: {', '.join(RULINGS)}")
        if value not in RULINGS[key][1]:
            allowed = ", ".join(str(one) for one in RULINGS[key][1])
            raise SetupError(f"house rule {key} cannot be {value!r}; it can be: {allowed}")
    return HouseRules(**changes)  # type: ignore[arg-type]


def changed(house: HouseRules) -> dict[str, bool | int | str]:
    """The rulings that differ from the defaults, for logs and set-up texts."""
    return {one.name: getattr(house, one.name) for one in fields(HouseRules) if getattr(house, one.name) != one.default}
