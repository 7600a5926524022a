"""Several explanations as one question: only what distinguishes them, at most four answers."""

from collections.abc import Sequence
from itertools import count
from math import exp

from assistant.engine.core.moves import Move
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.state import State
from assistant.table.events import Choice, Facts, Question
from assistant.table.propose import Explanation

MOST_CHOICES = 4
JUDGEMENT = 1.5
"""Fame points by which a turn must be better to be taken about three times as often. Only orders the answers."""
_numbers = count(1)

KEYS: dict[str, tuple[str, ...]] = {
    "ask-place": ("seat",),
    "ask-upgrade": ("seat",),
    "ask-sail": ("seat",),
    "ask-chamber": ("seat",),
    "ask-draw": ("seat",),
    "ask-roll": ("seat",),
    "ask-pay": ("seat",),
    "ask-first": ("seat",),
    "ask-confirm": ("seat",),
    "ask-other": ("seat",),
    "choose-move": ("move", "word", "then"),
    "choose-move-then": ("move", "word", "then"),
    "choose-takeback": ("seat",),
}
"""Every question and answer with its facts. `word` is what the first distinguishing move names (a space, a building, a
distance, dice), `then` the further moves that distinguish, separated by commas, in engine notation."""

_OWN_KEYS = {"place", "upgrade", "sail", "chamber", "draw", "roll", "pay", "first"}


def ask(game: RajasGame, state: State, found: Sequence[Explanation], revision: int, undo: int = 0) -> Question:
    """A question whose answers are full explanations, or the groups they fall into when that spares taps.

    `undo` above 0 adds the answer that the last moves were taken back. The likeliest answers come first; what is not
    among them is said by tapping its space.
    """
    room = MOST_CHOICES - (1 if undo else 0)
    ranked, shares = _by_likelihood(found, state.seat)
    common = _common([one.moves for one in ranked])
    # In the middle of a turn somebody has passed over whole explanations already: now step by step.
    midway = game.pending(state) != "place" and len(ranked) > room
    groups = _groups(ranked, common)[:room] if midway else _cheapest(ranked, shares, common, room)
    choices = [_choice(str(number), group, ranked, common) for number, group in enumerate(groups, 1)]
    seat = game.seat_name(state.seat) if state.seat >= 0 else "table"
    if undo:
        choices.append(Choice("back", (), "choose-takeback", (("seat", seat),), undo))
    key = "ask-confirm" if len(choices) == 1 else _key(groups, common)
    return Question(f"q{next(_numbers)}", seat, key, (("seat", seat),), tuple(choices), revision)


def _key(groups: list[list[Explanation]], common: int) -> str:
    verbs = {group[0].moves[common].verb for group in groups if len(group[0].moves) > common}
    verb = verbs.pop() if len(verbs) == 1 else "place"
    return f"ask-{verb if verb in _OWN_KEYS else 'other'}"


def _standing(state: State, seat: int) -> float:
    """How well a seat stands, roughly, in fame points; two coins are beside one of them on the track."""
    player = state.players[seat]
    held = 0.6 * len(player.dice) + 0.5 * player.karma + 0.9 * sum(player.levels)
    return player.fame + 0.5 * player.money + held + 0.2 * player.boat + 3.0 * player.active


def _by_likelihood(found: Sequence[Explanation], seat: int) -> tuple[list[Explanation], list[float]]:
    """Explanations in the order of their likelihood, and the shares: people mostly do what serves them."""
    if seat < 0:
        return list(found), [1 / len(found)] * len(found)
    valued = [(_standing(one.state, seat) - one.effort, one) for one in found]
    valued.sort(key=lambda pair: -pair[0])
    weights = [exp((value - valued[0][0]) / JUDGEMENT) for value, _ in valued]
    return [one for _, one in valued], [weight / sum(weights) for weight in weights]


def _cheapest(ranked: list[Explanation], shares: list[float], common: int, room: int) -> list[list[Explanation]]:
    """The likeliest explanations one by one, or groups of them: whatever will need fewer taps on average."""
    single = [[one] for one in ranked[:room]]
    if len(ranked) <= room:
        return single
    groups = _groups(ranked, common)
    share_of = {id(one): share for one, share in zip(ranked, shares, strict=True)}
    # A space that is not among the answers can be tapped on the board; anything else costs a tap more.
    at_place = all(len(one.moves) > common and one.moves[common].verb == "place" for one in ranked)
    missing = 0 if at_place else 1
    many = {id(one) for group in groups if len(group) > 1 for one in group}
    of_single = sum(share_of[id(one)] * (missing + (id(one) in many)) for one in ranked[room:])
    of_groups = sum(share_of[key] for key in many)
    of_groups += sum(share_of[id(one)] * missing for group in groups[room:] for one in group)
    return single if of_single <= of_groups else groups[:room]


def _common(lines: Sequence[tuple[Move, ...]]) -> int:
    """How many moves all lines begin with in common."""
    if len(lines) < 2:
        return 0
    for index, moves in enumerate(zip(*lines, strict=False)):
        if len(set(moves)) > 1:
            return index
    return min(len(line) for line in lines)


def _groups(found: Sequence[Explanation], common: int) -> list[list[Explanation]]:
    """Explanations that agree in the first distinguishing move, in the order of the likeliest."""
    groups: dict[str, list[Explanation]] = {}
    for one in found:
        word = str(one.moves[common]) if len(one.moves) > common else ""
        groups.setdefault(word, []).append(one)
    return list(groups.values())


def _choice(name: str, group: list[Explanation], found: Sequence[Explanation], common: int) -> Choice:
    first = group[0]
    length = len(first.moves) if len(group) == 1 else _common([one.moves for one in group])
    telling = first.moves[common] if len(first.moves) > common else first.moves[-1]
    then = _then(first, found, common) if len(group) == 1 else ()
    facts: Facts = (
        ("move", str(telling)),
        ("word", " ".join(telling.args)),
        ("then", ", ".join(str(move) for move in then)),
    )
    key = "choose-move-then" if then else "choose-move"
    return Choice(name, tuple(str(move) for move in first.moves[:length]), key, facts)


def _then(one: Explanation, found: Sequence[Explanation], common: int) -> tuple[Move, ...]:
    """The moves after the first distinguishing one that tell this explanation from those beginning alike."""
    alike = [other for other in found if other is not one and other.moves[: common + 1] == one.moves[: common + 1]]
    shared = {move for other in alike for move in other.moves}
    return tuple(move for move in one.moves[common + 1 :] if alike and move not in shared)
