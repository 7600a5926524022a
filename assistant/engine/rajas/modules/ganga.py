"""The Ganga module (G): river tiles laid by dice replace the printed rewards of the river.

`State.extra["river"]` holds pairs (river space, tile id), in the order in which they were laid.
"""

from collections.abc import Callable, Sequence

from assistant.engine.core.moves import Move
from assistant.engine.core.verdict import because
from assistant.engine.rajas.box import Edition, Reward, Tile
from assistant.engine.rajas.prices import Finding
from assistant.engine.rajas.river import chamber_possible
from assistant.engine.rajas.rules import ChanceDecision, Decision, Rules
from assistant.engine.rajas.spaces import chamber_price
from assistant.engine.rajas.state import State, Task

REASONS = ("B14.4-impossible", "G1.1", "G1.1-drawn", "G1.3")
DIE = 6
END = Move("river", ("end",))
"""The die led to or past the last space: no further tile is laid (G1.3)."""


def tiles(edition: Edition) -> list[Tile]:
    return []


def install(rules: Rules) -> None:
    names = tuple(tile.id for tile in rules.edition.river_tiles if tile.module == "ganga")
    rules.opening.append(("river_tile", 0, names))
    rules.decisions["river_tile"] = RiverTile()
    put_tiles_on_the_river(rules)


def put_tiles_on_the_river(rules: Rules) -> None:
    """River spaces give what lies on them (G1.4). Installed once, whichever module brings river tiles."""
    rewards = {tile.id: tile.reward for tile in rules.edition.river_tiles}
    if not rules.house.river_tile_chamber_free:
        rewards = {name: _with_chamber_die(reward) for name, reward in rewards.items()}
        rules.decisions["chamber_die?"] = PaidChamber()
        rules.steps["chamber_for_die"] = offer_paid_chamber
    printed = rules.river_reward

    def reward_of(s: State, space: int) -> Reward:
        for covered, name in s.extra.get("river", ()):
            if covered == space:
                return rewards[name]
        return printed(s, space)

    rules.river_reward = reward_of
    rules.module_views.append(lambda s: {"river": dict(s.extra.get("river", ()))})


def lay_river_tile(s: State, space: int, name: str) -> None:
    s.remember("river", (*s.extra.get("river", ()), (space, name)))


class RiverTile(ChanceDecision):
    """`river 5 ganga-3`: the die led to space 5, and this tile was drawn (G1.1, G1.2). Task: `(_, last, names)`."""

    verbs = ("river",)

    def _spaces(self, s: State, task: Task) -> range:
        return range(task[1] + 1, min(task[1] + DIE, s.rules.river_end - 1) + 1)

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        spaces = self._spaces(s, task)
        found = [Move("river", (str(space), name)) for space in spaces for name in task[2]]
        return sorted([*found, END] if len(spaces) < DIE else found)

    def draw(self, s: State, task: Task, below: Callable[[int], int]) -> Move:
        space = task[1] + 1 + below(DIE)
        if space >= s.rules.river_end:
            return END
        return Move("river", (str(space), task[2][below(len(task[2]))]))

    def weight(self, s: State, task: Task, move: Move) -> int:
        return (DIE - len(self._spaces(s, task))) * len(task[2]) if move == END else 1

    def check(self, s: State, task: Task, move: Move) -> Finding:
        if move in self.moves(s, task):
            return [], []
        spaces = self._spaces(s, task)
        word, name = (*move.args, "-", "-")[:2]
        if word not in {str(space) for space in spaces}:
            last = s.rules.river_end
            if word in ("end", str(last)):
                return [because("G1.3", space=word, last=last)], []
            return [because("G1.1", space=word, least=task[1] + 1, most=task[1] + DIE)], []
        return [because("G1.1", "drawn", tile=name)], []

    def do(self, s: State, task: Task, move: Move) -> None:
        if move == END:
            return
        space, name = int(move.args[0]), move.args[1]
        lay_river_tile(s, space, name)
        rest = tuple(one for one in task[2] if one != name)
        if rest and space < s.rules.river_end - 1:
            s.push(("river_tile", space, rest))


def _with_chamber_die(reward: Reward) -> Reward:
    return tuple(("chamber_for_die", *part[1:]) if part[0] == "chamber" else part for part in reward)


def can_pay_chamber(s: State, number: int) -> bool:
    affordable = s.rules.affordable(s.rules.purse(s, s.seat), chamber_price(s, s.seat, number))
    return affordable and chamber_possible(s, number)


def offer_paid_chamber(s: State, task: Task) -> None:
    """Tables that want the chamber die for a river tile too (A-51)."""
    if any(can_pay_chamber(s, number) for number in task[1]):
        s.push(("chamber_die?", task[1], task[-1]))


class PaidChamber(Decision):
    """`chamber 4` or `decline`: the chamber of a river tile against its die (A-51)."""

    verbs = ("chamber", "decline")

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        chambers = [Move("chamber", (str(n),)) for n in task[1] if can_pay_chamber(s, n)]
        return [*chambers, Move("decline")]

    def check(self, s: State, task: Task, move: Move) -> Finding:
        if move in self.moves(s, task):
            return [], []
        return [because("B14.4", "impossible", chamber=" ".join(move.args) or "-")], []

    def do(self, s: State, task: Task, move: Move) -> None:
        if move.verb == "chamber":
            s.push(("pay_chamber", int(move.args[0])))
