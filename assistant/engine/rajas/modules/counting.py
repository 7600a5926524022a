"""What modules count in the province of the active player: visible tiles only, unless the table plays otherwise."""

from assistant.engine.rajas.building import visible_tiles
from assistant.engine.rajas.rules import Rules
from assistant.engine.rajas.state import State


def market_tiles(s: State) -> int:
    """Tiles with at least one market (N3.1, TF1.3)."""
    return sum(1 for tile in visible_tiles(s.rules, s.me) if tile.markets)


def building_tiles(s: State) -> int:
    """Tiles with at least one building (TF1.2)."""
    return sum(1 for tile in visible_tiles(s.rules, s.me) if tile.buildings)


def buildings(s: State) -> int:
    """Building symbols (N3.3)."""
    return sum(len(tile.buildings) for tile in visible_tiles(s.rules, s.me))


def curves(s: State) -> int:
    """Tiles whose only road is a curve (N3.5)."""
    known = s.rules.tile_index
    return sum(s.rules.curves[known[tile.id]] for tile in visible_tiles(s.rules, s.me))


def count_tiles(rules: Rules) -> None:
    """Offer the counts under names that other modules may widen; called by every module that needs them."""
    rules.counts.setdefault("market_tile", market_tiles)
    rules.counts.setdefault("building_tile", building_tiles)
