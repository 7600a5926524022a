"""Shalimar Gardens, the Snake Expansion (SH): four crossings that bring a placed worker home again.

`Player.extra["returned"]` counts workers that lie on their back at Kali: with Navaratna they are placed last (SH2.1).
"""

from collections.abc import Sequence

from assistant.engine.core.moves import Move
from assistant.engine.core.verdict import because
from assistant.engine.rajas.box import COLOURS, Edition, Tile
from assistant.engine.rajas.choices import DECLINE, no_arguments
from assistant.engine.rajas.modules.pair import PairPrice
from assistant.engine.rajas.modules.trader import trader_space
from assistant.engine.rajas.modules.turn import keep_space_of_turn, space_of_turn
from assistant.engine.rajas.prices import Finding, Spec
from assistant.engine.rajas.rules import Decision, Rules, Space
from assistant.engine.rajas.state import State, Task, remember

REASONS = ("SH1.2-colour", "SH1.2-count", "SH1.3", "SH1.3-builder", "SH1.5", "SH3.1", "SH3.2-colour", "SH3.2-one",
           "X.words")  # fmt: skip


def tiles(edition: Edition) -> list[Tile]:
    return [tile for tile in edition.tiles if tile.kind == "shalimar"]


def install(rules: Rules) -> None:
    rules.prices["pair"] = PairPrice()
    rules.tile_price["shalimar"] = lambda rules, tile: ("pair", COLOURS.index(tile.colour), 1, "SH1.2")
    rules.laying["shalimar"] = offer_worker
    rules.never_covered["shalimar"] = "SH3.1"
    for old in ("province", "tiger"):
        rules.cover_price["shalimar", old] = cover_price
    rules.decisions["back?"] = TakeBack()
    rules.on_round_end.append(stand_up)
    if not rules.house.shalimar_builder:
        keep_space_of_turn(rules)


def cover_price(rules: Rules, new: Tile, old: Tile) -> Spec:
    """SH3.2."""
    return ("one", COLOURS.index(new.colour), (), "SH3.2", "value")


def stand_up(s: State) -> None:
    for seat, player in enumerate(s.players):
        if player.extra.get("returned"):
            remember(s.edit(seat), "returned", 0)


def offer_worker(s: State, tile: int, covered: bool) -> None:
    """SH1.3, also after covering another tile (IX4)."""
    if own_spaces(s):
        s.push(("back?", s.rules.tiles[tile].id))


def own_spaces(s: State) -> list[Space]:
    """Spaces whose worker may come back; never the trader's (SH1.5)."""
    trader = trader_space(s.me)
    just_used = -1 if s.rules.house.shalimar_builder else space_of_turn(s)
    return [
        space
        for space, seat in zip(s.rules.spaces, s.spaces, strict=True)
        if seat == s.seat and space.id != trader and space.index != just_used
    ]


class TakeBack(Decision):
    """`back quarry-1`: take the worker from that space, or `decline` (SH1.3, SH1.4)."""

    verbs = ("back", "decline")

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        return [*(Move("back", (space.id,)) for space in own_spaces(s)), DECLINE]

    def check(self, s: State, task: Task, move: Move) -> Finding:
        if move.verb == "decline":
            return no_arguments(move), []
        if move in self.moves(s, task):
            return [], []
        word = " ".join(move.args) or "-"
        if word == trader_space(s.me):
            return [because("SH1.5", space=word)], []
        case = "builder" if s.rules.space_index.get(word) == space_of_turn(s) else ""
        return [because("SH1.3", case, space=word)], []

    def do(self, s: State, task: Task, move: Move) -> None:
        if move.verb == "decline":
            return
        space = s.rules.spaces[s.rules.space_index[move.args[0]]]
        s.spaces = (*s.spaces[: space.index], -1, *s.spaces[space.index + 1 :])
        player = s.edit(s.seat)
        player.idle += 1
        if "navaratna" in s.rules.setup.modules:
            remember(player, "returned", player.extra.get("returned", 0) + 1)
        if not s.rules.house.limit_counts_placements:
            _forget_placement(s, space)


def _forget_placement(s: State, space: Space) -> None:
    """Tables whose limits count workers, not placements (A-56)."""
    player = s.edit(s.seat)
    if space.area == "assorted":
        player.assorted -= 1
    if space.area == "village":
        remember(player, "village", player.extra["village"] - 1)
