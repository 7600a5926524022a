"""Which moves could lead to what is seen: for every decision of the engine the few that fit the goal picture.

The first tier holds what sensible players do: nobody refuses a gain, scores less than possible, or takes a space that
brings nothing. The second tier adds the rest; it is searched only when the first explains nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, product

from assistant.engine.core.moves import CHANCE, Move
from assistant.engine.rajas.choices import DECLINE, MARKET_CODES
from assistant.engine.rajas.dice import CODES, COLOUR_OF, NAMES, Dice, names, sub_multisets
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.prices import read_token
from assistant.engine.rajas.state import State, Task
from assistant.table.mapping import ROTATIONS
from assistant.table.snapshot import UNSEEN, SeenSeat, TableSnapshot

SENSIBLE, ANYTHING = 1, 2
TELL_FROM = 6
"""A decision this module knows nothing about is left to a finger on the page when it has more answers than this."""
GENERIC_LIMIT = 60
"""Moves tried of a decision this module knows nothing about."""

BARREN = {"B9.1-none", "B9.2-none", "B4.4", "MV3.2-none"}
"""Warnings of a placement that brings nothing."""


class Options:
    """Moves that may lead from a state to the goal."""

    def __init__(self, game: RajasGame, goal: TableSnapshot, tier: int) -> None:
        self.game = game
        self.goal = goal
        self.tier = tier
        self._by_name: dict[str, Callable[[State, Task], list[Move]]] = {
            "place": self.place, "buy": self.buy, "pay": self.pay, "lay": self.lay, "lay_on": self.lay,
            "cover": self.cover, "reveal": self.reveal, "take": self.take, "roll": self.roll, "overflow": self.overflow,
            "reroll?": self.reroll, "score": self.score, "upgrade?": self.upgrade, "karma?": self.karma,
            "sail": self.sail, "draw": self.draw,
        }  # fmt: skip

    def at(self, s: State) -> list[Move]:
        """Moves worth trying at the waiting decision, the likeliest first."""
        if s.agenda is None:
            return []
        task = s.agenda[0]
        maker = self._by_name.get(task[0])
        return maker(s, task) if maker else self.anything(s)

    def must_be_told(self, s: State) -> bool:
        """Whether somebody decides something nobody can see, with so many answers that only a finger can give it."""
        if s.agenda is None or s.agenda[0][0] in self._by_name or self.game.actor(s) == CHANCE:
            return False
        legal = self.game.legal_moves(s)
        return len(legal) > TELL_FROM and not any(_tile_of(s, move) is not None for move in legal[:TELL_FROM])

    def anything(self, s: State) -> list[Move]:
        """Moves of a decision without a rule of its own; those that name a tile only when the tile is seen."""
        new: set[int | None] = {None}
        if s.seat >= 0:
            new |= self._tiles_taken(s)
        legal = [move for move in self.game.legal_moves(s) if _tile_of(s, move) in new]
        kept = [move for move in legal if move != DECLINE]
        if self.tier == SENSIBLE and not kept and self.waits_for_tile(s):
            return []
        return (kept if self.tier == SENSIBLE and kept else legal)[:GENERIC_LIMIT]

    def waits_for_tile(self, s: State) -> bool:
        """Whether a tile may be taken here that nobody has laid yet: nobody is believed to refuse it."""
        return s.seat >= 0 and any(_tile_of(s, move) is not None for move in self.game.legal_moves(s))

    def seen(self, s: State) -> SeenSeat:
        return self.goal.seats[s.seat]

    # The worker.

    def place(self, s: State, task: Task) -> list[Move]:
        """One space of each kind; with a camera over the board exactly those where a new worker stands."""
        legal = self.game.legal_moves(s)
        main = self.goal.main
        if main is not None and main.workers is not None:
            me = s.rules.seats[s.seat]
            return [
                move for move in legal if move.args and main.workers.get(move.args[0]) == " ".join((me, *move.args[1:]))
            ]
        kinds: dict[tuple[object, ...], Move] = {}
        barren: dict[tuple[object, ...], Move] = {}
        passing = []
        for move in legal:
            if move.verb != "place":
                passing.append(move)
                continue
            space = s.rules.spaces[s.rules.space_index[move.args[0]]]
            brings = self.tier != SENSIBLE or not self._is_barren(s, space.area, move)
            (kinds if brings else barren).setdefault((space.area, space.detail, space.fee, move.args[1:]), move)
        # Who has nothing better places a worker for nothing.
        return [*(kinds or barren).values(), *passing]

    def _is_barren(self, s: State, area: str, move: Move) -> bool:
        space = s.rules.spaces[s.rules.space_index[move.args[0]]]
        return any(one.key in BARREN for one in s.rules.areas[area].warnings(s, s.me, space))

    # Tiles.

    def _tiles_taken(self, s: State) -> set[int]:
        """Tiles that have appeared in the province; and those gone from the display that may lie under one of them."""
        new = {code // 4 for _, code in self.seen(s).new_tiles(s.me.laid)}
        if not new:
            return new
        shown = zip(self.goal.tops, s.stacks, strict=True)
        return new | {top for now, (top, _) in shown if top >= 0 and now not in (UNSEEN, top)}

    def buy(self, s: State, task: Task) -> list[Move]:
        tiles = self._tiles_taken(s)
        legal = self.game.legal_moves(s)
        return [move for move in legal if s.rules.tile_index[move.args[0]] in tiles]

    def cover(self, s: State, task: Task) -> list[Move]:
        cells = s.rules.map_of(s.me).cells
        wanted = {(s.rules.tiles[code // 4].id, cells[cell]) for cell, code in self.seen(s).new_tiles(s.me.laid)}
        return [move for move in self.game.legal_moves(s) if move.args in wanted]

    def lay(self, s: State, task: Task) -> list[Move]:
        """Where the tile is seen; one that is seen nowhere may have been covered in the same turn."""
        cells, tile = s.rules.map_of(s.me).cells, task[1]
        new = self.seen(s).new_tiles(s.me.laid)
        spots = [Move("lay", (cells[cell], str(code % 4 * 90))) for cell, code in new if code // 4 == tile]
        if not spots:
            spots = [Move("lay", (cells[cell], str(turn))) for cell, _ in new for turn in ROTATIONS]
        return [move for move in spots if self.game.judge(s, move).ok]

    def reveal(self, s: State, task: Task) -> list[Move]:
        """The tile seen on top; `unknown` while nobody sees it."""
        name, top = s.rules.stacks[task[1]], self.goal.tops[task[1]]
        if top == UNSEEN:
            return [Move("reveal", (name, "unknown"))]
        # A tile that was turned up may have been taken again, in the same turn or the next.
        tiles = [top] if top >= 0 else []
        for seat, player in zip(self.goal.seats, s.players, strict=True):
            tiles += [code // 4 for _, code in seat.new_tiles(player.laid)]
        moves = [Move("reveal", (name, s.rules.tiles[tile].id)) for tile in tiles]
        return [move for move in dict.fromkeys(moves) if self.game.judge(s, move).ok]

    # Dice.

    def pay(self, s: State, task: Task) -> list[Move]:
        """Payments, those of dice that are gone first; in the second tier also more than was needed."""
        seen = self.seen(s)
        gone = Counter(seen.lost(s.me.dice))
        free = Counter(s.me.dice) - Counter(seen.kept)
        legal = [move for move in self.game.legal_moves(s) if move.args and not _not_gone(move, free)]
        ranked = sorted(legal, key=lambda move: (_not_gone(move, gone), _turned(move)))
        exact = Move("pay", tuple(NAMES[die] for die in sorted(gone.elements())))
        if self.tier > SENSIBLE and exact.args and exact not in legal and self.game.judge(s, exact).ok:
            ranked.insert(0, exact)
        return ranked

    def overflow(self, s: State, task: Task) -> list[Move]:
        """Make room with dice that are gone; returning none is a choice too."""
        gone = self.seen(s).lost(s.me.dice)
        most = min(task[1], len(gone)) if not s.rules.house.free_discard else len(gone)
        parts = [part for size in range(most, -1, -1) for part in sub_multisets(gone, size)]
        return [Move("return", names(part)) for part in parts]

    def take(self, s: State, task: Task) -> list[Move]:
        """Colours of dice that have appeared; as many as possible first."""
        seen = self.seen(s)
        colours = Counter(COLOUR_OF[die] for die in seen.gained(s.me.dice))
        wild = len(seen.vague)
        legal = sorted(self.game.legal_moves(s), key=lambda move: -len(move.args))
        fitting = [move for move in legal if _missing(move, colours) <= wild]
        if self.tier == SENSIBLE and legal:
            fitting = [move for move in fitting if len(move.args) == len(legal[0].args)]
        return fitting

    def roll(self, s: State, task: Task) -> list[Move]:
        """Values of the new dice of those colours; a die that cannot be read gives every value."""
        seen, held = self.goal.seats[task[2]], s.players[task[2]].dice
        due: Counter[int] = Counter(task[1])
        choices = [_throws(seen, held, colour, count) for colour, count in sorted(due.items())]
        rolled = (tuple(sorted(die for part in parts for die in part)) for parts in product(*choices))
        return [Move("roll", names(dice)) for dice in dict.fromkeys(rolled)]

    def reroll(self, s: State, task: Task) -> list[Move]:
        """Exactly the dice that show something else now; others rolled to their old value make no difference."""
        return [Move("reroll", names(self.seen(s).lost(s.me.dice)))]

    # Choices nobody sees.

    def score(self, s: State, task: Task) -> list[Move]:
        """The most money; equal sums make no difference."""
        legal = self.game.legal_moves(s)
        ranked = sorted(legal, key=lambda move: -sum(MARKET_CODES[word] % 10 for word in move.args))
        return ranked[:1] if self.tier == SENSIBLE else _one_per_sum(ranked)

    def upgrade(self, s: State, task: Task) -> list[Move]:
        moves = self.anything(s)
        main = self.goal.main
        if main is None or main.levels is None:
            return moves
        after = [(move, self.game.apply(s, move).players[s.seat].levels) for move in moves]
        wanted = main.levels.get(s.rules.seats[s.seat])
        if wanted is None:
            return moves
        return [move for move, levels in after if all(a <= b for a, b in zip(levels, wanted, strict=True))]

    def karma(self, s: State, task: Task) -> list[Move]:
        legal = list(self.game.legal_moves(s))
        return legal[-1:] if self.tier == SENSIBLE else legal[::-1]

    def sail(self, s: State, task: Task) -> list[Move]:
        moves = self.anything(s)
        main = self.goal.main
        if main is None or main.boats is None:
            return moves
        target = main.boats.get(s.rules.seats[s.seat])
        if target is None:
            return moves
        return [move for move in moves if self.game.apply(s, move).players[s.seat].boat <= target]

    def draw(self, s: State, task: Task) -> list[Move]:
        """One white tile of each kind of reward."""
        kinds: dict[str, Move] = {}
        rewards = {tile.id: repr(tile.reward) for tile in s.rules.white}
        for move in self.game.legal_moves(s):
            kinds.setdefault(rewards.get(move.args[0], move.args[0]), move)
        return list(kinds.values())


def _tile_of(s: State, move: Move) -> int | None:
    """The tile a move takes from the display, if it names one; a tile that lies in the province already is no news."""
    laid = {code // 4 for code in s.me.laid if code >= 0} if s.seat >= 0 else set()
    named = (s.rules.tile_index[word] for word in move.args if word in s.rules.tile_index)
    return next((tile for tile in named if tile not in laid), None)


def _not_gone(move: Move, gone: Counter[int]) -> int:
    """How many of the dice paid still seem to lie there."""
    paid = Counter(token.die for token in map(read_token, move.args) if token)
    return sum((paid - gone).values())


def _turned(move: Move) -> int:
    return sum(">" in word or "!" in word for word in move.args)


def _missing(move: Move, colours: Counter[int]) -> int:
    """How many of the colours taken have not appeared as certain dice."""
    wanted = Counter(("blue", "green", "orange", "purple").index(word) for word in move.args)
    return sum((wanted - colours).values())


def _throws(seen: SeenSeat, held: Dice, colour: int, count: int) -> list[Dice]:
    """Ways in which `count` dice of a colour could have fallen to look like the goal."""
    certain = [die for die in seen.gained(held) if COLOUR_OF[die] == colour]
    ways = {tuple(sorted(part)) for part in combinations(certain, count)} if count <= len(certain) else set()
    vague = [one for one in seen.vague if one[0] in (None, colour)]
    for unread in range(1, min(count, len(vague)) + 1):
        if count - unread > len(certain):
            continue
        for part in combinations(certain, count - unread):
            for which in combinations(vague, unread):
                ways |= {tuple(sorted((*part, *dice))) for dice in product(*(_faces(colour, one) for one in which))}
    return sorted(ways)


def _faces(colour: int, vague: tuple[int | None, int | None]) -> Iterator[int]:
    for value in range(1, 7):
        if vague[1] in (None, value):
            yield CODES[f"{'bgop'[colour]}{value}"]


def _one_per_sum(ranked: list[Move]) -> list[Move]:
    sums: dict[int, Move] = {}
    for move in ranked:
        sums.setdefault(sum(MARKET_CODES[word] % 10 for word in move.args), move)
    return list(sums.values())
