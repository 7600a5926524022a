"""The Navaratna variant (N): six workers, eight dice, and yield tiles that make up for the weaker province.

`State.extra["open_yields"]` holds the ids of the yield tiles lying face up on the board. `Player.extra["slots"]` holds
triples (yield, tile, live): what lies on which slot, and 1 if it can still pay when linked (A-45).
`Player.extra["comp"]` counts the compensation tiles of this round.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from assistant.engine.core.moves import Move
from assistant.engine.core.verdict import Reason, because
from assistant.engine.rajas.box import Edition, Reward, Tile
from assistant.engine.rajas.choices import DECLINE, no_arguments
from assistant.engine.rajas.gains import advance, gain_per, push_bonuses, push_reward
from assistant.engine.rajas.house import SetupError
from assistant.engine.rajas.modules.counting import buildings, count_tiles, curves
from assistant.engine.rajas.prices import Finding
from assistant.engine.rajas.rules import ChanceDecision, Decision, Rules
from assistant.engine.rajas.state import Player, State, Task, remember

REASONS = ("N1.4-slot", "N1.4-tile", "N2.2-colour", "N2.2-slot", "N2.2-taken", "N1.5", "X.words")
INACTIVE_WORKERS = 3
WEAKER_SIDE = 1
"""Index of the back of province and Kali among the rules' maps."""
SLOTS = ("white", "yellow", "red", "brown")


def tiles(edition: Edition) -> list[Tile]:
    return []


def install(rules: Rules) -> None:
    if rules.setup.mixed:
        raise SetupError("mixed groups replace the Navaratna variant (H1.4): leave out one of the two")
    rules.boards = [WEAKER_SIDE] * rules.count
    rules.worker_limit = rules.edition.workers_active + INACTIVE_WORKERS
    rules.opening.append(("open_yields",))
    rules.steps["open_yields"] = lay_out
    rules.decisions["brown"] = DrawBrown()
    rules.decisions["brown_slot"] = BrownSlot()
    _install_yields(rules)
    rules.steps["white_tile"] = offer_yield_tile
    rules.decisions["yield?"] = TakeYield()
    rules.on_skip.append(compensate)
    rules.before_place.append(compensate)
    rules.on_round_end.append(forget_compensation)
    rules.invariants.append(slot_defects)
    rules.module_views.append(lambda s: {"open_yields": s.extra.get("open_yields", ())})


def _install_yields(rules: Rules) -> None:
    """N2.1, N3: tiles on slots replace the printed yields; brown tiles count something."""
    rewards = {tile.id: tile.reward for tile in rules.edition.yield_tiles}
    printed = rules.yield_reward

    def reward_of(s: State, seat: int, number: int) -> Reward:
        player = s.players[seat]
        name = s.rules.map_of(player).yields[number].id
        for slot, tile, _ in player.extra.get("slots", ()):
            if slot == name:
                return rewards[tile]
        return printed(s, seat, number)

    rules.yield_reward = reward_of
    count_tiles(rules)
    rules.counts |= {
        "building": buildings,
        "linked_yield": linked_tiles,
        "curve": curves,
        "worker": lambda s: s.me.active,
    }
    brown = (
        "fame_per_market_tile",
        "money_per_building",
        "money_per_linked_yield",
        "fame_per_curve",
        "fame_per_worker",
    )
    rules.steps |= dict.fromkeys(brown, gain_per)
    rules.steps["fame_per_river"] = gain_fame_for_river
    rules.loud |= {*brown, "fame_per_river"}


def gain_fame_for_river(s: State, task: Task) -> None:
    """`("fame_per_river", n)`: 1 fame per n river spaces travelled, rounded down (N3.2, A-47)."""
    push_bonuses(s, advance(s, s.seat, "fame", s.me.boat // task[1], task[-1]))


def linked_tiles(s: State) -> int:
    """N3.4, A-46: own yield tiles whose yield was gained by linking; this one counts by house rule."""
    board = s.rules.map_of(s.me)
    gained = {one.id for number, one in enumerate(board.yields) if s.me.yields >> number & 1}
    count = sum(1 for slot, _, live in s.me.extra.get("slots", ()) if live and slot in gained)
    return count if s.rules.house.n34_includes_self else max(0, count - 1)


# Set-up.


def colour_of(rules: Rules, name: str) -> str:
    return next((tile.colour for tile in rules.edition.yield_tiles if tile.id == name), "")


def lay_out(s: State, task: Task) -> None:
    """N1.4, N1.5: everything whose reward is known in this game lies open; before that each player draws a brown."""
    s.pile = ()
    names = [tile.id for tile in s.rules.edition.yield_tiles if all(part[0] in s.rules.steps for part in tile.reward)]
    s.remember("open_yields", tuple(sorted(names)))
    seats = [(s.start + offset) % s.rules.count for offset in range(s.rules.count)]
    s.push(*(("brown", seat) for seat in seats))


class DrawBrown(ChanceDecision):
    """`deal brown-river`: the brown tile a player draws unseen (N1.4). Task: `(_, seat)`."""

    verbs = ("deal",)

    def _names(self, s: State) -> list[str]:
        return [name for name in s.extra["open_yields"] if colour_of(s.rules, name) == "brown"]

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        return [Move("deal", (name,)) for name in self._names(s)]

    def draw(self, s: State, task: Task, below: Callable[[int], int]) -> Move:
        names = self._names(s)
        return Move("deal", (names[below(len(names))],))

    def weight(self, s: State, task: Task, move: Move) -> int:
        return 1

    def check(self, s: State, task: Task, move: Move) -> Finding:
        if move in self.moves(s, task):
            return [], []
        return [because("N1.4", "tile", tile=" ".join(move.args) or "-")], []

    def do(self, s: State, task: Task, move: Move) -> None:
        s.push(("brown_slot", task[1], move.args[0]))


class BrownSlot(Decision):
    """`slot corner-left`: which of the two brown slots the drawn tile covers (N1.4). Task: `(_, seat, tile)`."""

    verbs = ("slot",)

    def actor(self, s: State, task: Task) -> int:
        return int(task[1])

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        return [Move("slot", (name,)) for name in free_slots(s, s.players[task[1]], "brown")]

    def check(self, s: State, task: Task, move: Move) -> Finding:
        if move in self.moves(s, task):
            return [], []
        return [because("N1.4", "slot", slot=" ".join(move.args) or "-")], []

    def do(self, s: State, task: Task, move: Move) -> None:
        lay_yield(s, task[1], task[2], move.args[0])


# Yield tiles on slots.


def free_slots(s: State, player: Player, colour: str) -> list[str]:
    """N2.2: slots of a colour with nothing on them."""
    taken = {slot for slot, _, _ in player.extra.get("slots", ())}
    return sorted(one.id for one in s.rules.map_of(player).yields if one.slot == colour and one.id not in taken)


def lay_yield(s: State, seat: int, tile: str, slot: str) -> None:
    """Put a face-up tile on a slot. One that is linked already pays nothing, or at once by house rule (A-45)."""
    s.remember("open_yields", tuple(name for name in s.extra["open_yields"] if name != tile))
    player = s.edit(seat)
    board = s.rules.map_of(player)
    number = next(index for index, one in enumerate(board.yields) if one.id == slot)
    linked = (board.network(player.laid).linked | player.yields | player.missed) >> number & 1
    at_once = bool(linked) and s.rules.house.linked_slot == "pays_at_once"
    remember(player, "slots", (*player.extra.get("slots", ()), (slot, tile, int(at_once or not linked))))
    if at_once:
        player.yields |= 1 << number
        push_reward(s, s.rules.yield_reward(s, seat, number), tile)


def choices(s: State) -> list[tuple[str, str]]:
    """Tiles with a matching free slot (N2.3)."""
    slots = {colour: free_slots(s, s.me, colour) for colour in SLOTS}
    return [(name, slot) for name in s.extra["open_yields"] for slot in slots[colour_of(s.rules, name)]]


def offer_yield_tile(s: State, task: Task) -> None:
    """N4.1, A-49: the Dancer's tile, if there is one that fits."""
    if choices(s):
        s.push(("yield?", task[-1]))


class TakeYield(Decision):
    """`yield red-1 bottom-1`: take a face-up tile and lay it on a slot; or `decline` (N2.2, N2.3)."""

    verbs = ("decline", "yield")

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        return [DECLINE, *sorted(Move("yield", pair) for pair in choices(s))]

    def check(self, s: State, task: Task, move: Move) -> Finding:
        if move.verb == "decline":
            return no_arguments(move), []
        tile, slot = (*move.args, "-", "-")[:2]
        if len(move.args) > 2:
            return [because("X.words", move=str(move))], []
        return self._reasons(s, tile, slot), []

    @staticmethod
    def _reasons(s: State, tile: str, slot: str) -> list[Reason]:
        reasons = [] if tile in s.extra["open_yields"] else [because("N1.5", tile=tile)]
        colours = {one.id: one.slot for one in s.rules.map_of(s.me).yields}
        if not colours.get(slot):
            return [*reasons, because("N2.2", "slot", slot=slot)]
        if colours[slot] != colour_of(s.rules, tile):
            reasons.append(because("N2.2", "colour", tile=tile, slot=slot, colour=colours[slot]))
        if slot in {taken for taken, _, _ in s.me.extra.get("slots", ())}:
            reasons.append(because("N2.2", "taken", slot=slot))
        return reasons

    def do(self, s: State, task: Task, move: Move) -> None:
        if move.verb == "decline":
            return
        if task[-1] == "compensation":
            player = s.edit(s.seat)
            remember(player, "comp", player.extra.get("comp", 0) + 1)
        lay_yield(s, s.seat, *move.args)


# Compensation.


def is_owed(s: State) -> bool:
    """N4.2-N4.5: fewer tiles taken this round than workers behind; not in the last lap (A-27)."""
    if s.ending >= 0:
        return False
    behind = max(player.active for player in s.players) - s.me.active
    return int(s.me.extra.get("comp", 0)) < min(behind, s.rules.house.comp_max)


def offer_compensation(s: State) -> None:
    if is_owed(s) and choices(s):
        s.push(("yield?", "compensation"))


def compensate(s: State) -> None:
    """N4.2: only a player without an unplaced worker; one whose workers find no space gets nothing (A-44).

    A worker taken back does not count as unplaced here (SH2.2).
    """
    if s.me.idle <= s.me.extra.get("returned", 0):
        offer_compensation(s)


def forget_compensation(s: State) -> None:
    for seat, player in enumerate(s.players):
        if player.extra.get("comp"):
            remember(s.edit(seat), "comp", 0)


def slot_defects(s: State) -> list[str]:
    """Every yield tile is in one place only, and lies on a slot of its colour."""
    found = []
    seen = Counter(s.extra.get("open_yields", ()))
    for seat, player in zip(s.rules.seats, s.players, strict=True):
        slots = {one.id: one.slot for one in s.rules.map_of(player).yields}
        for slot, tile, _ in player.extra.get("slots", ()):
            seen[tile] += 1
            if slots.get(slot) != colour_of(s.rules, tile):
                found.append(f"{seat}: {tile} lies on {slot}")
    return found + [f"{tile} twice" for tile, count in seen.items() if count > 1]
