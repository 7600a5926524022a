"""The Gemstone Trader (GT): fame 10 swaps a worker for a trader, whose turn may set one paid die to any value.

`Player.extra["trader"]` is "kali" while the trader waits, the id of its space once placed; absent before it is won.
`State.extra["gem"]` is 1 while the die of a trader's turn has not been set yet.
"""

from collections.abc import Sequence

from assistant.engine.core.moves import Move
from assistant.engine.core.verdict import because
from assistant.engine.rajas.box import Edition, Tile
from assistant.engine.rajas.prices import WILD, Finding, Token
from assistant.engine.rajas.rules import Decision, Rules
from assistant.engine.rajas.spaces import Place, can_place, legal_spaces
from assistant.engine.rajas.state import Player, State, Task, remember

REASONS = ("GT1.2", "GT1.3", "GT2.2", "SH2.1")
KALI = "kali"
TRADER = "trader"


def tiles(edition: Edition) -> list[Tile]:
    return []


def install(rules: Rules) -> None:
    hooks = rules.on_advance if rules.house.trader_after_workers else rules.before_workers
    hooks.append(win_trader)
    rules.marks["fame"].append(rules.tracks.trader_fame)
    rules.decisions["place"] = TraderPlace()
    rules.decisions["swap?"] = Swap()
    rules.face_policies.append(die_may_be_set)
    rules.on_pay.append(note_payment)
    rules.on_turn.append(put_gem_away)
    rules.on_round_end.append(call_home)
    rules.more_placements.append(trader_can_place)
    rules.loud.add("swap?")


def trader_space(player: Player) -> str:
    """Id of the space on which the player's trader stands; empty when it waits or is not won yet."""
    where: str = player.extra.get("trader", "")
    return where if where != KALI else ""


def has_waiting_trader(player: Player) -> bool:
    return player.extra.get("trader") == KALI


def win_trader(s: State, seat: int, track: str, old: int, new: int) -> tuple[Task, ...]:
    """GT1.1-GT1.3: an unplaced worker leaves the game; without one, a placed worker of choice."""
    player = s.players[seat]
    if track != "fame" or not old < s.rules.tracks.trader_fame <= new or "trader" in player.extra:
        return ()
    if player.idle > 0:
        player = s.edit(seat)
        remember(player, "trader", KALI)
        if player.extra.get("returned", 0) >= player.idle:
            remember(player, "returned", player.idle - 1)
        return ()
    return (("swap?", "trader"),)


class Swap(Decision):
    """`swap quarry-1`: the worker there leaves the game and the trader takes its place (GT1.3, A-69)."""

    verbs = ("swap",)

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        own = (space.id for space, seat in zip(s.rules.spaces, s.spaces, strict=True) if seat == s.seat)
        return [Move("swap", (name,)) for name in own]

    def check(self, s: State, task: Task, move: Move) -> Finding:
        if move in self.moves(s, task):
            return [], []
        return [because("GT1.3", space=" ".join(move.args) or "-")], []

    def do(self, s: State, task: Task, move: Move) -> None:
        remember(s.edit(s.seat), "trader", move.args[0])


def with_gem(s: State) -> State:
    """The same state as it would be in a trader's turn, for looking ahead only."""
    probe = s.copy()
    probe.remember("gem", 1)
    return probe


def trader_can_place(s: State) -> bool:
    """The set die may open spaces that no other worker could pay."""
    return has_waiting_trader(s.me) and not s.extra.get("gem") and can_place(with_gem(s))


class TraderPlace(Place):
    """`place chamber-2 trader`: the trader goes there instead of a plain worker (GT1.4, GT2.1)."""

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        plain = super().moves(s, task)
        if not has_waiting_trader(s.me):
            return plain
        traders = [Move("place", (space.id, TRADER)) for space in legal_spaces(with_gem(s))]
        if plain_workers(s.me) <= 0:
            plain = [move for move in plain if move.verb != "place"]
        return sorted([*plain, *traders])

    def check(self, s: State, task: Task, move: Move) -> Finding:
        if move.verb != "place":
            return super().check(s, task, move)
        plain = Move("place", move.args[:1])
        if move.args[1:] == (TRADER,):
            reasons, warnings = super().check(with_gem(s), task, plain)
            if not has_waiting_trader(s.me):
                reasons.append(because("GT2.2", where=trader_space(s.me) or "-"))
            return reasons, [] if reasons else warnings
        reasons, warnings = super().check(s, task, move)
        if has_waiting_trader(s.me) and plain_workers(s.me) <= 0:
            reasons.append(because("SH2.1" if s.me.extra.get("returned") else "GT1.2"))
        return reasons, [] if reasons else warnings

    def do(self, s: State, task: Task, move: Move) -> None:
        if move.args[1:] == (TRADER,):
            remember(s.edit(s.seat), "trader", move.args[0])
            s.remember("gem", 1)
        super().do(s, task, Move(move.verb, move.args[:1]))


def plain_workers(player: Player) -> int:
    """Unplaced workers that may be placed before the trader: neither the trader nor those lying down (SH2.1)."""
    return player.idle - 1 - int(player.extra.get("returned", 0))


def die_may_be_set(s: State, seat: int) -> int:
    """GT2.1: one die of the trader's turn."""
    return WILD if s.extra.get("gem") and seat == s.seat else 0


def note_payment(s: State, tokens: list[Token]) -> None:
    """One die only; by house rule only in the first payment of the turn (A-68)."""
    if s.extra.get("gem") and (any(token.wild for token in tokens) or not s.rules.house.trader_any_payment):
        s.remember("gem", 0)


def put_gem_away(s: State) -> None:
    if s.extra.get("gem"):
        s.remember("gem", 0)


def call_home(s: State) -> None:
    """GT2.2: once per round."""
    for seat, player in enumerate(s.players):
        if trader_space(player):
            remember(s.edit(seat), "trader", KALI)
