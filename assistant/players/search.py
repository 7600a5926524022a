"""Players that look ahead: to the end of the own turn, and at what they would hold then."""

import random
from dataclasses import dataclass

from assistant.engine.core.moves import CHANCE, Move
from assistant.engine.rajas.building import display
from assistant.engine.rajas.dice import COLOUR_OF, VALUE_OF
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.prices import best_sums
from assistant.engine.rajas.rounds import gap
from assistant.engine.rajas.state import WORKER_BRIDGE, Player, State
from assistant.players.policy import quick_choice, reward_worth, thumb, tile_worth

LONGEST_TURN = 200
"""Decisions after which a turn being finished in thought is cut off."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What things are worth, in fame points. Higher means the bot strives for it more."""

    money: float = 0.5
    """Two money spaces lie beside one fame space, so a coin is half a point by the rules."""
    die: float = 0.0
    pip: float = 0.0
    crowd: float = 0.0
    """Taken off for every die beyond CROWDED: a full statue wastes gains."""
    pair: float = 0.0
    """For every colour with two dice or more: dear tiles need two."""
    karma: float = 0.0
    upgrade: float = 0.0
    worker: float = 0.0
    boat: float = 0.0
    bridge: float = 0.0
    """Taken off for every river space still missing to the bridge while its worker waits."""
    market: float = 0.0
    purchase: float = 0.0
    """Share of the worth of the best tile the dice in hand could buy."""
    roads: float = 0.0
    """How much open road ends matter; without any, nothing can be built."""
    poor: float = 0.0
    """Taken off for every coin missing to POOR: fees must be paid."""
    again: float = 0.0
    """Share of a tile's laying benefit that one hopes to have again."""
    met: float = 0.0
    """Having met is worth something of its own: it ends the game in one's favour."""


CROWDED = 8
POOR = 4
FAR = 45
"""Fame spaces between the markers of the leader from which things of use later count in full."""
KARMA_STEPS = (0.0, 1.0, 1.75, 2.25)
"""The first karma is worth most."""
OPEN_CELLS = (-9.6, -1.6, 1.6, 3.2, 4.0, 4.4, 4.8, 5.0)
"""Worth of so many cells to build on; the last value stands for all more."""

GREEDY = Weights(die=0.6, karma=0.3)
THOUGHTFUL = Weights(
    money=0.5, die=1.25, pip=0.11, crowd=1.0, pair=0.2, karma=1.0, upgrade=1.25, worker=7.0, boat=0.15, bridge=0.2,
    market=0.75, roads=1.0, poor=0.4, again=0.35, met=20.0,
)  # fmt: skip


def time_left(s: State) -> float:
    """How much things of use later still count, 1 at the beginning to 0 at the end.

    Taken where a decision is made and kept for all its branches: else coming nearer to the end would look like a loss.
    """
    return min(1.0, max(0.0, min(gap(s, seat) for seat in range(len(s.players))) / FAR))


def worth(s: State, seat: int, weights: Weights, later: float) -> float:
    """How good a seat stands, in fame points."""
    player = s.players[seat]
    value = player.fame + weights.money * player.money
    value += weights.met if gap(s, seat) <= 0 else 0.0
    return value + later * (dice_worth(player, weights) + progress(s, player, weights))


def dice_worth(player: Player, weights: Weights) -> float:
    dice = player.dice
    value = weights.die * len(dice) + weights.pip * sum(VALUE_OF[die] for die in dice)
    value -= weights.crowd * max(0, len(dice) - CROWDED)
    if weights.pair:
        colours = [COLOUR_OF[die] for die in dice]
        value += weights.pair * sum(1 for colour in set(colours) if colours.count(colour) > 1)
    return value + weights.karma * KARMA_STEPS[min(player.karma, 3)]


def progress(s: State, player: Player, weights: Weights) -> float:
    """What the player has built up for later turns."""
    value = weights.upgrade * sum(player.levels) + weights.worker * (player.active - 3) + weights.boat * player.boat
    value += weights.market * sum(market % 10 for market in player.markets)
    value -= weights.poor * max(0, POOR - player.money)
    if player.waiting & WORKER_BRIDGE:
        value -= weights.bridge * max(0, s.rules.bridge_after - player.boat)
    if weights.roads:
        cells = sum(1 for mask in s.rules.map_of(player).network(player.laid).open if mask)
        value += weights.roads * OPEN_CELLS[min(cells, len(OPEN_CELLS) - 1)]
    if weights.again:
        rewards = [s.rules.tiles[code // 4].reward for code in player.laid if code >= 0]
        value += weights.again * sum(reward_worth(s, player, reward) for reward in rewards if reward)
    return value + (weights.purchase * best_purchase(s, player) if weights.purchase else 0.0)


def best_purchase(s: State, player: Player) -> float:
    """Worth of the best tile on display the dice could pay."""
    sums = best_sums(player.dice, player.karma, 0)
    best = 0.0
    for tile in display(s):
        one = s.rules.tiles[tile]
        spec = s.rules.price_list[tile]
        if spec[0] == "sum" and sums[spec[1]] >= spec[2]:
            best = max(best, tile_worth(s, player, one))
    return best


def finish_turn(game: RajasGame, state: State, seat: int, rng: random.Random) -> State:
    """Play the rest of a seat's turn by rule of thumb, chance by chance."""
    turn = state.turn
    for _ in range(LONGEST_TURN):
        if state.over or state.seat != seat or state.turn != turn:
            return state
        state = game.draw_and_apply(state, rng.randrange) if game.actor(state) == CHANCE else _thumb_step(game, state)
    return state


def _thumb_step(game: RajasGame, state: State) -> State:
    return game.apply(state, quick_choice(game, state))


class SearchBot:
    """Tries every move to the end of the own turn and takes the one after which it stands best."""

    def __init__(self, name: str, weights: Weights, samples: int, widest: int, rng: random.Random) -> None:
        self.name = name
        self.weights = weights
        self.samples = samples
        self.widest = widest
        self.rng = random.Random(rng.random())

    def choose(self, game: RajasGame, state: State) -> Move:
        return self.ranked(game, state)[0][0]

    def ranked(self, game: RajasGame, state: State) -> list[tuple[Move, float]]:
        """Moves looked at, best first, with how well one stands after the turn."""
        moves = self.candidates(game, state)
        if len(moves) == 1:
            return [(moves[0], 0.0)]
        seed = self.rng.random()
        valued = [(move, self.value(game, state, move, seed)) for move in moves]
        return sorted(valued, key=lambda pair: -pair[1])

    def candidates(self, game: RajasGame, state: State) -> list[Move]:
        moves = game.legal_moves(state)
        if len(moves) <= self.widest:
            return list(moves)
        if game.pending(state) == "reroll?" or len(moves) > 500:
            return [quick_choice(game, state)]
        return sorted(moves, key=lambda move: -thumb(game, state, move))[: self.widest]

    def value(self, game: RajasGame, state: State, move: Move, seed: float) -> float:
        """Average standing after the turn; all moves are compared with the same dice."""
        total, seat, later = 0.0, state.seat, time_left(state)
        for sample in range(self.samples):
            rng = random.Random(f"{seed}/{sample}")
            after = finish_turn(game, game.apply(state, move), seat, rng)
            total += worth(after, seat, self.weights, later)
        return total / self.samples


def greedy(rng: random.Random) -> SearchBot:
    """Takes what brings most points and dice in this turn and thinks of nothing else."""
    return SearchBot("greedy", GREEDY, samples=1, widest=40, rng=rng)


def thoughtful(rng: random.Random) -> SearchBot:
    """Looks at what it would hold after the turn: dice, markets, workers, roads, the river."""
    return SearchBot("thoughtful", THOUGHTFUL, samples=2, widest=24, rng=rng)
