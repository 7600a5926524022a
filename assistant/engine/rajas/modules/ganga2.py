"""Ganga module 2 (G2): two more river tiles, "2 upgrades" and the dolphin.

With the Ganga module they are shuffled in with the others; without it the table covers two river spaces of its choice.
"""

from collections.abc import Callable, Sequence

from assistant.engine.core.moves import Move
from assistant.engine.core.verdict import because
from assistant.engine.rajas.box import Edition, Tile
from assistant.engine.rajas.choices import optional, refuse_decline
from assistant.engine.rajas.gains import push_reward
from assistant.engine.rajas.modules.ganga import lay_river_tile, put_tiles_on_the_river
from assistant.engine.rajas.prices import Finding
from assistant.engine.rajas.rules import ChanceDecision, Decision, Rules
from assistant.engine.rajas.state import State, Task

REASONS = ("G2.1-space", "G2.1-tile", "G3.7", "G3.7-boat", "X.decline", "X.words")


def tiles(edition: Edition) -> list[Tile]:
    return []


def install(rules: Rules) -> None:
    names = tuple(tile.id for tile in rules.edition.river_tiles if tile.module == "ganga2")
    rules.steps["dolphin"] = offer_dolphin
    rules.decisions["dolphin?"] = Dolphin()
    rules.loud.add("dolphin")
    shuffled = [number for number, task in enumerate(rules.opening) if task[0] == "river_tile"]
    if shuffled:
        name, last, others = rules.opening[shuffled[0]]
        rules.opening[shuffled[0]] = (name, last, (*others, *names))
    else:
        rules.opening.append(("river_choice", names))
        rules.decisions["river_choice"] = RiverChoice()
        put_tiles_on_the_river(rules)


class RiverChoice(ChanceDecision):
    """`river 7 ganga2-dolphin`: where the table lays a tile (G2.1, A-50). Task: `(_, names)`.

    It is the table's choice and nobody's turn, so it comes in like any other outcome from outside.
    """

    verbs = ("river",)

    def _spaces(self, s: State) -> list[int]:
        covered = {space for space, _ in s.extra.get("river", ())}
        return [space for space in range(1, s.rules.river_end) if space not in covered]

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        return sorted(Move("river", (str(space), name)) for space in self._spaces(s) for name in task[1])

    def draw(self, s: State, task: Task, below: Callable[[int], int]) -> Move:
        spaces = self._spaces(s)
        return Move("river", (str(spaces[below(len(spaces))]), task[1][below(len(task[1]))]))

    def weight(self, s: State, task: Task, move: Move) -> int:
        return 1

    def check(self, s: State, task: Task, move: Move) -> Finding:
        word, name = (*move.args, "-", "-")[:2]
        reasons = []
        if word not in {str(space) for space in self._spaces(s)} or len(move.args) > 2:
            reasons.append(because("G2.1", "space", space=word, last=s.rules.river_end))
        if name not in task[1]:
            reasons.append(because("G2.1", "tile", tile=name))
        return reasons, []

    def do(self, s: State, task: Task, move: Move) -> None:
        lay_river_tile(s, int(move.args[0]), move.args[1])
        rest = tuple(name for name in task[1] if name != move.args[1])
        if rest:
            s.push(("river_choice", rest))


def free_spaces(s: State) -> list[int]:
    """River spaces without a boat, neither the start nor the last space (A-53)."""
    taken = {player.boat for player in s.players}
    return [space for space in range(1, s.rules.river_end) if space not in taken]


def offer_dolphin(s: State, task: Task) -> None:
    s.push(("dolphin?", task[-1]))


class Dolphin(Decision):
    """`dolphin 12`: the reward of a free river space, ahead or behind; the boat stays (G3.7)."""

    verbs = ("decline", "dolphin")

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        return [*optional(s), *sorted(Move("dolphin", (str(space),)) for space in free_spaces(s))]

    def check(self, s: State, task: Task, move: Move) -> Finding:
        if move.verb == "decline":
            return refuse_decline(s, move), []
        if move in self.moves(s, task):
            return [], []
        word = " ".join(move.args) or "-"
        case = "boat" if word in {str(player.boat) for player in s.players if player.boat} else ""
        return [because("G3.7", case, space=word, last=s.rules.river_end)], []

    def do(self, s: State, task: Task, move: Move) -> None:
        if move.verb == "dolphin":
            space = int(move.args[0])
            push_reward(s, s.rules.river_reward(s, space), f"river-{space}")
