"""Moves as sentences to be said: keys and facts. `assistant.texts` holds the sentences in three languages."""

from collections.abc import Iterator, Sequence

from assistant.engine.core.history import Node
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.state import State
from assistant.table.events import Facts

KEYS: dict[str, tuple[str, ...]] = {
    "say-place": ("seat", "space"),
    "say-build": ("seat", "tile", "cell"),
    "say-cover": ("seat", "tile", "cell"),
    "say-roll": ("seat", "dice"),
    "say-sail": ("seat", "space"),
    "say-gain": ("seat", "money", "fame", "karma"),
    "say-turn": ("seat",),
    "say-round": ("round", "seat"),
    "say-last-lap": ("seat",),
    "say-over": ("seat",),
}
"""Every announcement with the names of its facts. Dice, tiles, spaces are written in engine notation."""

Said = tuple[str, Facts]


def for_moves(game: RajasGame, before: State, nodes: Sequence[Node[State]]) -> Iterator[Said]:
    """What there is to say about moves just recorded, in order."""
    state = before
    for node in nodes:
        yield from _for_move(node, node.state)
        if node.state.turn != state.turn or node.state.seat != state.seat:
            yield from _between_turns(game, state, node.state)
        state = node.state


def _for_move(node: Node[State], after: State) -> Iterator[Said]:
    verb, *args = node.move.split(" ")
    if verb == "place":
        yield "say-place", (("seat", node.by), ("space", args[0]))
    elif verb == "roll" and after.seat >= 0:
        yield "say-roll", (("seat", after.rules.seats[after.seat]), ("dice", " ".join(args)))


def _between_turns(game: RajasGame, before: State, after: State) -> Iterator[Said]:
    if before.seat >= 0:
        yield from _gains(game, before, after)
    if after.over:
        yield "say-over", (("seat", game.ranking(after)[0].seat),)
        return
    if after.ending >= 0 > before.ending:
        yield "say-last-lap", (("seat", game.seat_name(after.ending)),)
    if after.round != before.round:
        yield "say-round", (("round", after.round), ("seat", game.seat_name(after.seat)))
    if after.seat >= 0:
        yield "say-turn", (("seat", game.seat_name(after.seat)),)


def _gains(game: RajasGame, before: State, after: State) -> Iterator[Said]:
    seat = before.seat
    old, new = before.players[seat], after.players[seat]
    money, fame, karma = new.money - old.money, new.fame - old.fame, new.karma - old.karma
    if money or fame or karma:
        facts = (("seat", game.seat_name(seat)), ("money", money), ("fame", fame), ("karma", karma))
        yield "say-gain", facts
