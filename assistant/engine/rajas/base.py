"""The base game fills the tables of the rules; modules then plug into them."""

from importlib import import_module

from assistant.engine.rajas import building, choices, gains, river, rounds, spaces
from assistant.engine.rajas.box import Edition, Tile
from assistant.engine.rajas.rules import Rules
from assistant.engine.rajas.setup import MODULES, Setup


def compile_rules(edition: Edition, setup: Setup) -> Rules:
    """The rules of one game: base tables first, then each module in the order of `MODULES`."""
    modules = [import_module(f"assistant.engine.rajas.modules.{name}") for name in MODULES if name in setup.modules]
    tiles: list[Tile] = [tile for tile in edition.tiles if tile.kind == "province"]
    for module in modules:
        tiles += module.tiles(edition)
    rules = Rules(edition, setup, tiles)
    install(rules)
    for module in modules:
        module.install(rules)
    if setup.mixed:
        for seat in setup.mixed:
            rules.boards[setup.seats.index(seat)] = 1
    rules.finish()
    return rules


def install(rules: Rules) -> None:
    """Everything of sections B1 to B20."""
    for room in (gains, building, river, spaces, rounds):
        rules.steps.update(room.STEPS)
    for choice in (choices, building, river, spaces, rounds):
        rules.decisions.update(choice.DECISIONS)
    rules.areas.update(spaces.AREAS)
    rules.counts.update(gains.COUNTS)
    rules.loud |= gains.LOUD
    rules.guards["cover"] = building.guard_cover
    rules.tile_price["province"] = building.province_price
    rules.cover_price["province", "province"] = building.province_cover_price
    rules.laying["province"] = building.score_province_tile
    rules.set_spaces(spaces.base_spaces(rules))
