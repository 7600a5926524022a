"""The Test of Fate (TF): passing a fate tile costs first and may give a tile for free later.

`Player.extra["fate_fame"]` and `["fate_money"]` are "turned" once the tile was turned over, "gone" when it has left the
game; absent while it lies front up.
"""

from collections import Counter
from collections.abc import Sequence

from assistant.engine.core.moves import Move
from assistant.engine.core.verdict import Reason, because
from assistant.engine.rajas.box import Edition, Tile
from assistant.engine.rajas.building import display, has_open_cell, on_display
from assistant.engine.rajas.choices import DECLINE, Markets, no_arguments
from assistant.engine.rajas.modules.counting import count_tiles
from assistant.engine.rajas.prices import Finding
from assistant.engine.rajas.rules import Decision, Rules
from assistant.engine.rajas.state import Player, State, Task, remember

REASONS = ("B1.4", "TF3.1", "TF4.2", "X.tile", "X.words")
FRONT, TURNED, GONE = "front", "turned", "gone"
COUNTED = {"fame": "building_tile", "money": "market_tile"}
ANIMALS = {"fame": ("tiger", "snake"), "money": ("cow", "snake")}
MARKET_PLACE = ("assorted", "stall")
"""Sources of market actions in which the player chooses freely how many markets to score (TF4.2)."""


def tiles(edition: Edition) -> list[Tile]:
    return []


def install(rules: Rules) -> None:
    count_tiles(rules)
    hooks = rules.on_advance if rules.house.fate_first else rules.after_advance
    hooks.append(meet_fate)
    for track in COUNTED:
        rules.marks[track].append(fate_space(rules, track))
    rules.steps["fate"] = lose
    rules.steps["free_tile"] = offer_tile
    rules.decisions["free?"] = FreeTile()
    rules.loud |= {"fate", "free_tile"}
    if not rules.house.choose_markets_on_river:
        rules.decisions["score"] = FullMarkets()


def fate_space(rules: Rules, track: str) -> int:
    """TF1.1."""
    return rules.tracks.fate_fame if track == "fame" else rules.tracks.fate_money


def side_up(player: Player, track: str) -> str:
    return str(player.extra.get(f"fate_{track}", FRONT))


def turn_to(s: State, seat: int, track: str, side: str) -> None:
    remember(s.edit(seat), f"fate_{track}", side)


def meet_fate(s: State, seat: int, track: str, old: int, new: int) -> tuple[Task, ...]:
    """The marker reached or passed the fate tile: lose now, or build for free (TF1.2, TF1.3, TF2.4)."""
    if not old < fate_space(s.rules, track) <= new:
        return ()
    side = side_up(s.players[seat], track)
    if side == TURNED:
        return (("free_tile", track, f"fate-{track}"),)
    if side == GONE:
        return ()
    if s.rules.house.fate_first:
        return give_back(s, seat, track)
    return (("fate", track, f"fate-{track}"),)


def lose(s: State, task: Task) -> None:
    """The loss after the bonuses, where the table plays it so (A-66)."""
    s.push(*give_back(s, s.seat, task[1]))


def give_back(s: State, seat: int, track: str) -> tuple[Task, ...]:
    """TF1.2-TF1.4, TF2.1-TF2.3: the loss, and what becomes of the fate tile. The loss stops at 0 (A-66)."""
    player = s.edit(seat)
    now: int = getattr(player, track)
    behind = sum(1 for other in s.players if other is not player and getattr(other, track) < now)
    loss = min(now, behind + s.rules.counts[COUNTED[track]](s))
    setattr(player, track, now - loss)
    if loss:
        s.book(seat, track, -loss, f"fate-{track}")
    space = fate_space(s.rules, track)
    turn_to(s, seat, track, TURNED if now - loss < space else GONE)
    return (("free_tile", track, f"fate-{track}"),) if now - loss == space else ()


def fits(tile: Tile, track: str) -> bool:
    """TF3.1: an ordinary building or market, from the right stacks (IX10)."""
    symbols = tile.buildings if track == "fame" else tile.markets
    return bool(symbols) and tile.animal in ANIMALS[track]


def free_tiles(s: State, track: str) -> list[str]:
    return sorted(tile.id for tile in (s.rules.tiles[one] for one in display(s)) if fits(tile, track))


def offer_tile(s: State, task: Task) -> None:
    """The fate tile leaves the game, whether or not a tile can be built (TF2.2, TF2.4, A-67)."""
    _, track, source = task
    possible = has_open_cell(s, s.me) and bool(free_tiles(s, track))
    if possible or not s.rules.house.fate_keep_if_impossible:
        turn_to(s, s.seat, track, GONE)
    else:
        turn_to(s, s.seat, track, TURNED)
    if possible:
        s.push(("free?", track, source))


class FreeTile(Decision):
    """`free blue-cow-2`: that tile from the top of its stack, without any price; or `decline` (TF3)."""

    verbs = ("decline", "free")

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        return [DECLINE, *(Move("free", (name,)) for name in free_tiles(s, task[1]))]

    def check(self, s: State, task: Task, move: Move) -> Finding:
        if move.verb == "decline":
            return no_arguments(move), []
        tile = s.rules.tile_index.get(move.args[0], -1) if len(move.args) == 1 else -1
        if tile < 0:
            return [because("X.tile", word=" ".join(move.args) or "-")], []
        return self._reasons(s, task[1], tile), []

    @staticmethod
    def _reasons(s: State, track: str, tile: int) -> list[Reason]:
        one = s.rules.tiles[tile]
        reasons = [] if on_display(s, tile) else [because("B1.4", tile=one.id)]
        if not fits(one, track):
            reasons.append(because("TF3.1", tile=one.id, track=track))
        return reasons

    def do(self, s: State, task: Task, move: Move) -> None:
        """TF3.2: laid and scored as usual, without edge yields."""
        if move.verb == "decline":
            if s.rules.house.fate_keep_if_impossible:
                turn_to(s, s.seat, task[1], TURNED)
            return
        s.push(("lay", s.rules.tile_index[move.args[0]], "free"))


class FullMarkets(Markets):
    """Away from the market place no market may be left out that could still be scored (TF4.2, A-70)."""

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        found = super().moves(s, task)
        if task[-1] in MARKET_PLACE:
            return found
        sets = [Counter(move.args) for move in found]
        return [move for move, own in zip(found, sets, strict=True) if not any(own < other for other in sets)]

    def check(self, s: State, task: Task, move: Move) -> Finding:
        reasons, warnings = super().check(s, task, move)
        if not reasons and Move("score", tuple(sorted(move.args))) not in self.moves(s, task):
            reasons.append(because("TF4.2", markets=" ".join(move.args) or "-"))
        return reasons, warnings
