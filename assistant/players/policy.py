"""Quick, sensible choices for the small decisions of a turn: one rule of thumb per verb."""

from collections.abc import Callable, Sequence

from assistant.engine.core.moves import Move
from assistant.engine.rajas.box import BUILDINGS, Tile
from assistant.engine.rajas.building import building_level, display
from assistant.engine.rajas.dice import CODES, COLOUR_INDEX, COLOUR_OF, VALUE_OF
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.prices import read_token
from assistant.engine.rajas.river import spaces_ahead
from assistant.engine.rajas.state import Player, State

LOW = 2
"""Dice up to this value are worth rolling again."""

Score = Callable[[RajasGame, State, Move], float]


def tile_worth(s: State, player: Player, tile: Tile) -> float:
    """Fame points a tile brings now, with money counted by halves and roads as a little extra."""
    fame = sum(s.rules.columns[building_level(player, BUILDINGS.index(kind))] for kind in tile.buildings)
    money = sum(value for _, value in tile.markets)
    ends = sum(len(segment) for segment in tile.roads)
    return fame + 0.75 * money + 0.3 * ends + reward_worth(s, player, tile.reward)


PART_WORTH = {
    "money": 0.5, "fame": 1.0, "karma": 0.7, "upgrade": 1.6, "dice": 1.1, "boat": 1.2, "white_tile": 1.2,
    "chamber": 2.5, "markets_different": 2.2, "markets_one": 0.9, "markets_any": 1.5, "overbuild": 2.0,
    "portuguese": 1.5, "sail_up_to": 1.5, "dolphin": 2.0, "mogul": 0.6, "reroll": 0.6, "river_again": 1.5,
    "flag": 1.5, "money_per_tile": 1.5,
}  # fmt: skip
"""Rough worth of one unit of each kind of gain, in fame points."""


def reward_worth(s: State, player: Player, reward: Sequence[tuple[object, ...]]) -> float:
    return sum(_part_worth(s, player, part) for part in reward)


def _part_worth(s: State, player: Player, part: tuple[object, ...]) -> float:
    kind, *details = part
    amount = details[0] if details and isinstance(details[0], int) else 1
    name = str(kind)
    if "_per_" in name:
        track, _, what = name.partition("_per_")
        each = {"fame": 1.0, "money": 0.5, "dice": 1.0}[track]
        return (
            each
            * amount
            * {"upgrade": sum(player.levels), "karma": player.karma, "market": len(player.markets)}.get(what, 2)
        )
    if name == "dice_of":
        colours = details[0]
        return 1.0 * (len(colours) if isinstance(colours, tuple) else 1)
    if name == "markets_one":
        return min(amount, len(player.markets)) * 0.9
    if name == "markets_different":
        return min(3, len({market // 10 for market in player.markets})) * 1.1
    if name == "karma":
        amount = min(amount, s.rules.tracks.karma_max - player.karma)
    return PART_WORTH.get(name, 1.0) * (amount if name in ("money", "fame", "karma", "upgrade", "dice") else 1)


def _buy(game: RajasGame, s: State, move: Move) -> float:
    tile = s.rules.tiles[s.rules.tile_index[move.args[0]]]
    return tile_worth(s, s.me, tile) - 0.2 * tile.price


def _cover(game: RajasGame, s: State, move: Move) -> float:
    rules, player = s.rules, s.me
    new = rules.tiles[rules.tile_index[move.args[0]]]
    old = rules.tiles[player.laid[rules.map_of(player).index[move.args[1]]] // 4]
    lost = 0.4 * sum(value for _, value in old.markets)
    return tile_worth(s, player, new) - lost - 0.2 * max(0, new.price - old.price)


def _pay(game: RajasGame, s: State, move: Move) -> float:
    """Give away as little as possible: few pips, little karma, colours one has much of."""
    cost = 0.0
    for word in move.args:
        token = read_token(word)
        if token:
            cost += 1.0 + 0.25 * VALUE_OF[token.die] + 0.8 * token.karma
    return -cost


def _pay_for_value(game: RajasGame, s: State, move: Move) -> float:
    """Where the value paid counts (stall, harbour), every pip is worth something."""
    value = sum(token.value for token in map(read_token, move.args) if token)
    return _pay(game, s, move) + 0.6 * value


def _lay(game: RajasGame, s: State, move: Move) -> float:
    """New yields first, then open roads that lead on."""
    after = game.apply(s, move)
    player = after.players[s.seat]
    network = s.rules.map_of(player).network(player.laid)
    gained = network.linked & ~s.me.yields & ~player.missed
    worth = sum(
        reward_worth(s, player, s.rules.yield_reward(s, s.seat, number))
        for number in range(len(s.rules.map_of(player).yields))
        if gained >> number & 1
    )
    return worth + 0.15 * sum(1 for mask in network.open if mask)


def _take(game: RajasGame, s: State, move: Move) -> float:
    """As many as possible, of colours one can combine with what one has and with what is on display."""
    held = [sum(1 for die in s.me.dice if COLOUR_OF[die] == colour) for colour in range(4)]
    best = [0.0] * 4
    for tile in display(s):
        one = s.rules.tiles[tile]
        if one.colour in COLOUR_INDEX:
            colour = COLOUR_INDEX[one.colour]
            best[colour] = max(best[colour], tile_worth(s, s.me, one))
    return sum(2.0 + 0.1 * best[COLOUR_INDEX[word]] + 0.05 * held[COLOUR_INDEX[word]] for word in move.args)


def _return(game: RajasGame, s: State, move: Move) -> float:
    """Only the lowest dice are worth giving back for new ones."""
    return sum(2.6 - VALUE_OF[CODES[word]] for word in move.args)


def _reroll(game: RajasGame, s: State, move: Move) -> float:
    return sum(3.4 - VALUE_OF[CODES[word]] for word in move.args)


def _score(game: RajasGame, s: State, move: Move) -> float:
    return sum(float(word[-1]) for word in move.args)


def _upgrade(game: RajasGame, s: State, move: Move) -> float:
    """The kind that is most to be had."""
    shown = [kind for tile in display(s) for kind in s.rules.tiles[tile].buildings]
    return 1.0 + 0.3 * shown.count(move.args[0]) + 0.1 * s.me.levels[BUILDINGS.index(move.args[0])]


def _sail(game: RajasGame, s: State, move: Move) -> float:
    ahead = spaces_ahead(s, s.seat)
    distance = int(move.args[0])
    if distance == 0:
        return 0.0
    target = ahead[distance - 1]
    bridge = 4.0 if s.me.boat <= s.rules.bridge_after < target and s.me.waiting & 4 else 0.0
    return reward_worth(s, s.me, s.rules.river_reward(s, target)) + bridge + 0.2 * distance


def _chamber(game: RajasGame, s: State, move: Move) -> float:
    return reward_worth(s, s.me, s.rules.chambers[int(move.args[0])])


THUMB: dict[str, Score] = {
    "buy": _buy,
    "cover": _cover,
    "pay": _pay,
    "lay": _lay,
    "take": _take,
    "return": _return,
    "score": _score,
    "upgrade": _upgrade,
    "karma": lambda game, s, move: float(move.args[0]),
    "sail": _sail,
    "chamber": _chamber,
    "first": lambda game, s, move: 0.0,
    "decline": lambda game, s, move: -0.1,
    "pass": lambda game, s, move: -5.0,
    "flip": lambda game, s, move: -5.0,
}
MANY = 200
"""Longer lists are not looked through one by one."""


def quick_choice(game: RajasGame, s: State) -> Move:
    """The move a rule of thumb prefers; the first of equals."""
    moves = game.legal_moves(s)
    pending = game.pending(s)
    if len(moves) == 1:
        return moves[0]
    if pending == "reroll?":
        return Move("reroll", tuple(word for word in _words(s) if int(word[1]) <= LOW))
    if len(moves) > MANY:
        return moves[len(moves) - 1]
    then = s.agenda[0][2] if pending == "pay" and s.agenda else None
    return max(moves, key=lambda move: thumb(game, s, move, then is not None))


def thumb(game: RajasGame, s: State, move: Move, value_counts: bool = False) -> float:
    if move.verb == "pay" and value_counts:
        return _pay_for_value(game, s, move)
    rule = THUMB.get(move.verb)
    return rule(game, s, move) if rule else 0.0


def _words(s: State) -> list[str]:
    from_code = {code: name for name, code in CODES.items()}
    return [from_code[die] for die in s.me.dice]
