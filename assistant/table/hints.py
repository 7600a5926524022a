"""State and verdict to LED intents: which places mean something now. No colours, no LED numbers."""

from assistant.engine.core.moves import NOBODY
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.state import State
from assistant.table.events import Complaint, LedIntent, Meaning, Question


def intents(
    game: RajasGame, state: State, question: Question | None, complaint: Complaint | None
) -> tuple[LedIntent, ...]:
    """All lights that mean something, sorted by place; wrong beats ask beats legal."""
    lights: dict[str, Meaning] = {}
    if state.seat >= 0 and not state.over:
        lights[f"seat/{game.seat_name(state.seat)}"] = Meaning.ACTIVE
    if game.actor(state) != NOBODY:
        lights.update(dict.fromkeys(_legal_places(game, state), Meaning.LEGAL))
    if question is not None:
        lights.update(dict.fromkeys(_question_places(question), Meaning.ASK))
    if complaint is not None:
        lights.update(dict.fromkeys(_wrong_places(complaint), Meaning.WRONG))
    return tuple(LedIntent(place, lights[place]) for place in sorted(lights))


def _legal_places(game: RajasGame, state: State) -> list[str]:
    """Spaces a worker may take, stacks a tile may be bought from, the next river spaces."""
    pending = game.pending(state)
    if pending == "place":
        return [move.args[0] for move in game.legal_moves(state) if move.verb == "place"]
    if pending in ("buy", "cover"):
        tiles = {move.args[0] for move in game.legal_moves(state)}
        return sorted({game.rules.stacks[game.rules.stack_of[game.rules.tile_index[tile]]] for tile in tiles})
    if pending == "sail":
        return [f"boat/{game.seat_name(state.seat)}"]
    return []


def _question_places(question: Question) -> list[str]:
    return sorted({word for choice in question.choices for move in choice.moves for word in _spaces_of(move)})


def _spaces_of(move: str) -> list[str]:
    verb, _, rest = move.partition(" ")
    return [rest] if verb == "place" else []


def _wrong_places(complaint: Complaint) -> list[str]:
    places = [one.place for one in complaint.differences if not one.place.startswith("display/")]
    return [place.removeprefix("main/") if place.startswith("main/") else f"seat/{place.split('/')[0]}"
            for place in places]  # fmt: skip
