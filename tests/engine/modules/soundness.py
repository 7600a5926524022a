"""What must hold after every move of any game, whatever the modules: the state's own defects and what may not fall."""

from assistant.engine.core.moves import Move
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.notation import parse_position, position_text
from assistant.engine.rajas.state import State
from assistant.engine.rajas.status import status


class Soundness:
    """Checks every move of one game; `problems` collects what is wrong. Counters say what was seen."""

    def __init__(self, game: RajasGame, judge_every: int = 1, notate_every: int = 0) -> None:
        self.game = game
        self.judge_every = judge_every
        self.notate_every = notate_every
        self.problems: list[str] = []
        self.moves = 0

    def __call__(self, before: State, move: Move, after: State) -> None:
        self.moves += 1
        found = [f"{one.key} {dict(one.facts)}" for one in status(after)]
        found += self._falls(before, after)
        if self.judge_every and self.moves % self.judge_every == 0:
            verdict = self.game.judge(before, move)
            found += [f"a listed move is refused: {one.key}" for one in verdict.reasons]
        if self.notate_every and self.moves % self.notate_every == 0:
            text = position_text(after)
            if parse_position(after.rules, text) != after:
                found.append("the notation does not come back")
        if not after.over and not self.game.legal_moves(after):
            found.append(f"nothing can be done at {self.game.pending(after)}")
        self.problems += [f"move {self.moves} '{move}': {one}" for one in found]

    def _falls(self, before: State, after: State) -> list[str]:
        """INV2, INV3, and that nothing won is lost."""
        found = []
        fate = "fate" in after.rules.setup.modules
        for seat, old, new in zip(after.rules.seats, before.players, after.players, strict=True):
            if new.fame < old.fame and not (fate and new.extra.get("fate_fame") != old.extra.get("fate_fame")):
                found.append(f"INV2 {seat}: fame fell")
            if new.boat < old.boat:
                found.append(f"INV2 {seat}: the boat went back")
            if new.bonus < old.bonus or old.yields & ~new.yields or old.fame_marks & ~new.fame_marks:
                found.append(f"INV3 {seat}: a bonus came back")
            if new.active < old.active or new.waiting & ~old.waiting:
                found.append(f"INV3 {seat}: a worker went back")
            if sum(code >= 0 for code in new.laid) < sum(code >= 0 for code in old.laid):
                found.append(f"INV6 {seat}: a tile left the province")
        return found
