"""Several explanations as one question: only what distinguishes them, at most four answers."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from math import exp

from assistant.engine.core.moves import Move
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.state import Player, State
from assistant.table.events import Choice, Facts, Question
from assistant.table.propose import Explanation

MOST_CHOICES = 4
JUDGEMENT = 0.7
"""Fame points by which a turn must be better to be taken about three times as often. Only orders the answers."""
TOIL = 0.4
"""Fame points a turn must be better by for every die turned with karma, beside the karma itself; a refusal counts as
three. Higher: plain turns come first more often."""
SEARCHING = 0.15
"""What it costs, in taps, to find on the board what is not among the answers. Higher: offers more spaces, and of the
likeliest one not all that may have happened there, which is asked about afterwards."""
_numbers = count(1)

KEYS: dict[str, tuple[str, ...]] = {
    "ask-place": ("seat",),
    "ask-turns": ("seat",),
    "ask-upgrade": ("seat",),
    "ask-sail": ("seat",),
    "ask-chamber": ("seat",),
    "ask-draw": ("seat",),
    "ask-roll": ("seat",),
    "ask-pay": ("seat",),
    "ask-first": ("seat",),
    "ask-start": ("seat",),
    "ask-yield": ("seat",),
    "ask-confirm": ("seat",),
    "ask-other": ("seat",),
    "choose-move": ("move", "word", "then"),
    "choose-move-then": ("move", "word", "then"),
    "choose-takeback": ("seat",),
}
"""Every question and answer with its facts. `word` is what the first distinguishing move names (a space, a building, a
distance, dice), `then` the words of the further moves that distinguish, separated by spaces."""

TELLING = ("place", "start", "chamber", "upgrade", "sail", "draw", "swap", "dolphin", "village", "first", "again",
           "take", "pay", "return", "roll", "score", "yield", "use", "free")  # fmt: skip
"""Verbs by how well their words tell one answer from another; those not named here, which follow, come last."""

_OWN_KEYS = {"place", "upgrade", "sail", "chamber", "draw", "roll", "pay", "first", "start", "yield"}


def ask(game: RajasGame, state: State, found: Sequence[Explanation], revision: int, undo: int = 0) -> Question:
    """A question whose answers are full explanations, or the groups they fall into when that spares taps.

    `undo` above 0 adds the answer that the last moves were taken back. The likeliest answers come first; what is not
    among them is said by tapping its space.
    """
    room = MOST_CHOICES - (1 if undo else 0)
    ranked, weights = _by_likelihood(found, state.seat)
    common = _common([one.moves for one in ranked])
    # In the middle of a turn somebody has passed over whole explanations already: now step by step.
    midway = game.pending(state) != "place" and len(ranked) > room
    groups = _groups(ranked, common)[:room] if midway else _cheapest(ranked, weights, common, room)
    parts = _offered(groups)
    choices = [_choice(str(number), moves, words) for number, (moves, words) in enumerate(parts, 1)]
    seat = game.seat_name(state.seat) if state.seat >= 0 else "table"
    if undo:
        choices.append(Choice("back", (), "choose-takeback", (("seat", seat),), undo))
    key = "ask-confirm" if len(choices) == 1 else _key(parts)
    return Question(f"q{next(_numbers)}", seat, key, (("seat", seat),), tuple(choices), revision)


Offer = tuple[tuple[Move, ...], tuple[Move, ...]]
"""What an answer records, and the moves whose words are written on it."""


def _offered(groups: list[list[Explanation]]) -> list[Offer]:
    """The answers with only what distinguishes them; of two that cannot be told apart by words, the likelier."""
    lines = [_shared(group) for group in groups]
    labels: list[tuple[Move, ...]] = [() for _ in lines]
    others = dict.fromkeys(move.verb for line in lines for move in line if move.verb not in TELLING)
    for verb in (*TELLING, *others):
        words = [tuple(move for move in line if move.verb == verb) for line in lines]
        pairs = set(zip(labels, words, strict=True))
        vague = {label for label, times in Counter(label for label, _ in pairs).items() if times > 1}
        labels = [(*own, *w) if own in vague else own for w, own in zip(words, labels, strict=True)]
    first: dict[tuple[Move, ...], tuple[Move, ...]] = {}
    for line, label in zip(lines, labels, strict=True):
        first.setdefault(label or _own_move(line, lines), line)
    return list(zip(first.values(), _without_common(list(first)), strict=True))


def _own_move(line: tuple[Move, ...], lines: list[tuple[Move, ...]]) -> tuple[Move, ...]:
    """The most telling move no other line has, for an answer that lacks what all others add."""
    own = [move for move in line if sum(move in other for other in lines) == 1 and move.verb in TELLING]
    return (min(own, key=lambda move: TELLING.index(move.verb)),) if own else line[:1]


def _shared(group: list[Explanation]) -> tuple[Move, ...]:
    """The moves an answer stands for: all of one explanation, or what several begin with."""
    return group[0].moves if len(group) == 1 else group[0].moves[: _common([one.moves for one in group])]


def _without_common(labels: list[tuple[Move, ...]]) -> list[tuple[Move, ...]]:
    """Labels without what stands on all of them, unless one would be left empty."""
    shorter = [tuple(move for move in label if not all(move in other for other in labels)) for label in labels]
    return shorter if all(shorter) else labels


def _key(parts: list[Offer]) -> str:
    if any(sum(move.verb == "place" for move in label) > 1 for _, label in parts):
        return "ask-turns"
    verbs = {label[0].verb for _, label in parts if label}
    verb = verbs.pop() if len(verbs) == 1 else "place" if "place" in verbs else "other"
    return f"ask-{verb if verb in _OWN_KEYS else 'other'}"


def _standing(player: Player) -> float:
    """How well somebody stands, roughly, in fame points.

    Fitted to what greedy and thoughtful robots chose where a question was asked. The way along the river came out as
    nothing: the ones like it, the others do not.
    """
    held = 0.4 * len(player.dice) + 0.6 * player.karma + 0.5 * sum(player.levels)
    return player.fame + 0.6 * player.money + held + 2.0 * player.active


def _toil(one: Explanation) -> float:
    """What makes a turn less likely beside what it costs. The trader's die is free, once a round."""
    return TOIL * (one.effort - sum("!" in word for move in one.moves if move.verb == "pay" for word in move.args))


def _by_likelihood(found: Sequence[Explanation], seat: int) -> tuple[list[Explanation], list[float]]:
    """Explanations in the order of their likelihood, and their weights: people mostly do what serves them."""
    if seat < 0 or not found:
        return list(found), [1.0] * len(found)
    valued = [(sum(map(_standing, one.state.players)) - _toil(one), one) for one in found]
    valued.sort(key=lambda pair: -pair[0])
    return [one for _, one in valued], [exp((value - valued[0][0]) / JUDGEMENT) for value, _ in valued]


Answers = tuple[list[Explanation], ...]
"""What is offered: each answer an explanation or a group of them."""


def _cheapest(ranked: list[Explanation], weights: list[float], common: int, room: int) -> list[list[Explanation]]:
    """The answers that will need the fewest taps on average: of each group all of it, some one by one, or nothing."""
    if len(ranked) <= room:
        return [[one] for one in ranked]
    groups = _groups(ranked, common)
    shares = _shares(groups, dict(zip(map(id, ranked), weights, strict=True)))
    # A space that is not among the answers can be tapped on the board; anything else costs a tap more.
    at_place = all(len(one.moves) > common and one.moves[common].verb == "place" for one in ranked)
    missing = SEARCHING if at_place else SEARCHING + 1
    best: dict[int, tuple[float, Answers]] = {0: (0.0, ())}
    for group in groups:
        best = _with_group(best, list(_ways(group, [shares[id(one)] for one in group], missing)), room)
    _, answers = min(best.values(), key=lambda plan: plan[0])
    order = {id(one): number for number, one in enumerate(ranked)}
    return sorted(answers, key=lambda answer: order[id(answer[0])])


def _with_group(
    best: dict[int, tuple[float, Answers]], ways: list[tuple[float, Answers]], room: int
) -> dict[int, tuple[float, Answers]]:
    """The cheapest plans by number of answers, with one more group."""
    longer: dict[int, tuple[float, Answers]] = {}
    for cost, answers in best.values():
        for more, added in ways:
            size = len(answers) + len(added)
            if size <= room and (size not in longer or cost + more < longer[size][0]):
                longer[size] = (cost + more, (*answers, *added))
    return longer


def _ways(group: list[Explanation], shares: list[float], missing: float) -> Iterator[tuple[float, Answers]]:
    """What can be offered of a group, and the taps that would cost beyond the first."""
    again = 1 if len(group) > 1 else 0
    yield sum(shares) * (missing + again), ()
    yield sum(shares) * again, (group,)
    for size in range(1, min(len(group), MOST_CHOICES) + 1 if again else 1):
        yield sum(shares[size:]) * (missing + again), tuple([one] for one in group[:size])


def _shares(groups: list[list[Explanation]], weight_of: dict[int, float]) -> dict[int, float]:
    """How likely each explanation is. A space is not likelier because more can follow that nobody sees."""
    tops = [max(weight_of[id(one)] for one in group) for group in groups]
    shares: dict[int, float] = {}
    for top, group in zip(tops, groups, strict=True):
        whole = sum(weight_of[id(one)] for one in group)
        shares |= {id(one): top / sum(tops) * weight_of[id(one)] / whole for one in group}
    return shares


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


def _choice(name: str, moves: tuple[Move, ...], label: tuple[Move, ...]) -> Choice:
    words = [" ".join(move.args) for move in label if move.args]
    facts: Facts = (("move", str(label[0])), ("word", words[0] if words else "-"), ("then", " ".join(words[1:])))
    return Choice(name, tuple(map(str, moves)), "choose-move-then" if words[1:] else "choose-move", facts)
