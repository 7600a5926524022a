"""Players that look ahead: to the end of the own turn, and at what they would hold then."""

import random
from dataclasses import dataclass

from assistant.engine.core.moves import CHANCE, Move
from assistant.engine.rajas.building import display
from assistant.engine.rajas.dice import VALUE_OF
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.prices import best_sums
from assistant.engine.rajas.rounds import gap
from assistant.engine.rajas.state import Player, State
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
    karma: float = 0.0
    upgrade: float = 0.0
    worker: float = 0.0
    boat: float = 0.0
    market: float = 0.0
    purchase: float = 0.0
    """Worth of the best tile the dice in hand could buy."""
    roads: float = 0.0
    again: float = 0.0
    """Share of a tile's laying benefit that one hopes to have again."""
    met: float = 0.0
    """Having met is worth something of its own: it ends the game in one's favour."""


GREEDY = Weights(die=0.6, karma=0.3)
THOUGHTFUL = Weights(
    money=0.5, die=0.55, pip=0.14, karma=0.55, upgrade=0.9, worker=3.2, boat=0.22, market=0.28, purchase=0.3,
    roads=0.12, again=0.35, met=4.0,
)  # fmt: skip


def worth(s: State, seat: int, weights: Weights) -> float:
    """How good a seat stands, in fame points. Things of use later weigh less as the end comes near."""
    player = s.players[seat]
    distance = gap(s, seat)
    later = min(1.0, max(0.0, min(gap(s, one) for one in range(len(s.players))) / 30))
    value = player.fame + weights.money * player.money
    value += weights.met if distance <= 0 else 0.0
    return value + later * potential(s, player, weights)


def potential(s: State, player: Player, weights: Weights) -> float:
    """What the player holds for later turns."""
    dice = player.dice
    value = weights.die * len(dice) + weights.pip * sum(VALUE_OF[die] for die in dice)
    value += weights.karma * player.karma + weights.upgrade * sum(player.levels)
    value += weights.worker * (player.active - 3) + weights.boat * player.boat
    value += weights.market * sum(market % 10 for market in player.markets)
    open_cells = s.rules.map_of(player).network(player.laid).open
    value += weights.roads * min(5, sum(1 for mask in open_cells if mask))
    if weights.again:
        rewards = [s.rules.tiles[code // 4].reward for code in player.laid if code >= 0]
        value += weights.again * sum(reward_worth(s, player, reward) for reward in rewards if reward)
    return value + weights.purchase * best_purchase(s, player)


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
        total, seat = 0.0, state.seat
        for sample in range(self.samples):
            rng = random.Random(f"{seed}/{sample}")
            after = finish_turn(game, game.apply(state, move), seat, rng)
            total += worth(after, seat, self.weights)
        return total / self.samples


def greedy(rng: random.Random) -> SearchBot:
    """Takes what brings most points and dice in this turn and thinks of nothing else."""
    return SearchBot("greedy", GREEDY, samples=1, widest=40, rng=rng)


def thoughtful(rng: random.Random) -> SearchBot:
    """Looks at what it would hold after the turn: dice, markets, workers, roads, the river."""
    return SearchBot("thoughtful", THOUGHTFUL, samples=2, widest=24, rng=rng)
