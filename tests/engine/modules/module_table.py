"""A table for the tests of the modules: a game after its opening, easily arranged, played by written moves."""

import random
from functools import lru_cache

from assistant.editions import load_edition
from assistant.engine.core.moves import CHANCE, NOBODY, Move, parse_move
from assistant.engine.core.verdict import Verdict
from assistant.engine.rajas.box import BUILDINGS, Edition
from assistant.engine.rajas.building import put_tile
from assistant.engine.rajas.dice import CODES, COLOUR_OF, names
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.house import house_rules
from assistant.engine.rajas.setup import Setup, seats_for
from assistant.engine.rajas.state import NO_TILE, Player, State, remember
from assistant.engine.rajas.status import status
from assistant.testing.tables import TEST_BOX


@lru_cache(maxsize=1)
def edition() -> Edition:
    """A box whose guessed values never change, so that the rules' tests need not follow a better guess."""
    return load_edition(str(TEST_BOX))


def game_with(
    *modules: str,
    players: int = 2,
    mixed: tuple[str, ...] = (),
    box: Edition | None = None,
    **house: bool | int | str,
) -> RajasGame:
    return RajasGame(box or edition(), Setup(seats_for(players), modules, mixed, house_rules(house)))


class Table:
    """A game in progress. Seats are numbers; the active player is seat `t.s.seat`."""

    def __init__(self, *modules: str, players: int = 2, mixed: tuple[str, ...] = (), open_by: str = "place", **house):
        self.game = game_with(*modules, players=players, mixed=mixed, **house)
        self.s = self.game.initial()
        self.rng = random.Random(7)
        while self.game.pending(self.s) != open_by:
            self.step()

    def step(self) -> Move:
        """One move: chance from the seed, a player's first possibility."""
        if self.game.actor(self.s) == CHANCE:
            move = self.game.draw(self.s, self.rng.randrange)
        else:
            move = self.game.legal_moves(self.s)[0]
        self.s = self.game.play(self.s, move)
        return move

    def roll_on(self) -> None:
        """Let chance do what it has to do."""
        while self.game.actor(self.s) == CHANCE:
            self.step()

    # Arranging.

    def edit(self, seat: int | None = None) -> Player:
        self.s = self.s.copy()
        return self.s.edit(self.s.seat if seat is None else seat)

    def set(self, seat: int | None = None, **fields: object) -> None:
        player = self.edit(seat)
        for name, value in fields.items():
            assert name in Player.__slots__, name
            setattr(player, name, value)

    def dice(self, text: str, seat: int | None = None) -> None:
        """These dice and no others on the statue; the supply makes up for it."""
        player = self.edit(seat)
        supply = list(self.s.supply)
        for die in player.dice:
            supply[COLOUR_OF[die]] += 1
        player.dice = tuple(sorted(CODES[word] for word in text.split()))
        for die in player.dice:
            supply[COLOUR_OF[die]] -= 1
        self.s.supply = tuple(supply)

    def levels(self, seat: int | None = None, **columns: int) -> None:
        player = self.edit(seat)
        player.levels = tuple(columns.get(kind, 2) - 2 for kind in BUILDINGS)

    def remember(self, key: str, value: object, seat: int | None = None) -> None:
        remember(self.edit(seat), key, value)

    def turn_of(self, seat: int) -> None:
        """Give the waiting turn to another seat."""
        self.s = self.s.copy()
        self.s.seat = seat

    def top(self, name: str, stack: str = "") -> None:
        """Bring a tile of a stack to its top."""
        rules = self.game.rules
        self.s = self.s.copy()
        tile = rules.tile_index[name]
        number = rules.stack_index[stack] if stack else rules.stack_of[tile]
        pool = rules.pool_of[number]
        stacks = [list(one) for one in self.s.stacks]
        for one in stacks:
            if one[0] == tile:
                return
        old = stacks[number][0]
        stacks[pool][1] = tuple(sorted(one for one in (*stacks[pool][1], old) if one not in (tile, NO_TILE)))
        stacks[number][0] = tile
        self.s.stacks = tuple((one[0], one[1]) for one in stacks)

    def lay(self, name: str, cell: str, rotation: int = 0, seat: int | None = None) -> None:
        """Put a tile into a province without any gain, with the yields it links already gained."""
        rules = self.game.rules
        tile = rules.tile_index[name]
        player = self.edit(seat)
        pool = rules.stack_of[tile]
        stacks = [list(one) for one in self.s.stacks]
        stacks[pool][1] = tuple(one for one in stacks[pool][1] if one != tile)
        for number in rules.dealt_from(pool):
            if stacks[number][0] == tile:
                stacks[number][0], *rest = (*stacks[pool][1], NO_TILE)[: len(stacks[pool][1]) or 1]
                stacks[pool][1] = tuple(rest)
        self.s.stacks = tuple((one[0], one[1]) for one in stacks)
        board = rules.map_of(player)
        put_tile(self.s, player, tile, board.index[cell], rotation // 90)
        player.yields |= board.network(player.laid).linked

    # Playing.

    def play(self, *moves: str) -> "Table":
        for text in moves:
            self.s = self.game.play(self.s, parse_move(text))
        return self

    def judge(self, text: str) -> Verdict:
        return self.game.judge(self.s, parse_move(text))

    def keys(self, text: str) -> list[str]:
        """Keys of the reasons against a move; the rules and `REASONS` agree on them."""
        return [reason.key for reason in self.judge(text).reasons]

    def moves(self) -> list[str]:
        return [str(move) for move in self.game.legal_moves(self.s)]

    def with_verb(self, verb: str) -> list[str]:
        return [move for move in self.moves() if move.split(" ")[0] == verb]

    @property
    def pending(self) -> str:
        return self.game.pending(self.s)

    @property
    def me(self) -> Player:
        return self.s.me

    def player(self, seat: int) -> Player:
        return self.s.players[seat]

    def dice_of(self, seat: int | None = None) -> str:
        return " ".join(names(self.s.players[self.s.seat if seat is None else seat].dice))

    def sound(self) -> list[str]:
        return [f"{one.key} {dict(one.facts)}" for one in status(self.s)]


def random_game(game: RajasGame, seed: int, check=None, most: int = 60_000) -> tuple[State, list[Move]]:
    """Play a whole game at random; `check(before, move, after)` is called after every move."""
    rng = random.Random(seed)
    s, log = game.initial(), []
    while (actor := game.actor(s)) != NOBODY:
        move = game.draw(s, rng.randrange) if actor == CHANCE else rng.choice(game.legal_moves(s))
        after = game.apply(s, move)
        log.append(move)
        if check:
            check(s, move, after)
        s = after
        assert len(log) < most, f"no end after {most} moves"
    return s, log
