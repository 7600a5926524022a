"""The rules of one game, compiled from the edition, the set-up and the modules.

`Rules` is a set of tables: what the agenda's tasks do (steps), where somebody decides (decisions), the areas of the
board, the prices, the kinds of tiles, and the hooks at which modules plug in. The base game fills the tables; a
module's `install(rules)` adds to them or wraps what is there. Nothing here asks which modules play.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from assistant.engine.core.moves import CHANCE, Move
from assistant.engine.core.verdict import Reason
from assistant.engine.rajas.box import COLOURS, Edition, Reward, Tile, YieldTile
from assistant.engine.rajas.prices import PRICES, Finding, Price, Purse, Spec, Token
from assistant.engine.rajas.province import ProvinceMap, is_curve, road_masks
from assistant.engine.rajas.setup import Setup
from assistant.engine.rajas.state import Player, State, Task

Step = Callable[[State, Task], None]
"""Carries out a task that needs no decision. The task has already left the agenda."""
Advance = Callable[[State, int, str, int, int], tuple[Task, ...]]
"""Hook (state, seat, track, old, new) after a marker moved forward; returns tasks to do before the bonuses."""


class Decision(ABC):
    """A point at which a player, or chance, has to choose."""

    verbs: tuple[str, ...] = ()

    def actor(self, s: State, task: Task) -> int:
        """Who decides: a seat or CHANCE."""
        return s.seat

    @abstractmethod
    def moves(self, s: State, task: Task) -> Sequence[Move]:
        """All canonical moves, sorted."""

    @abstractmethod
    def check(self, s: State, task: Task, move: Move) -> Finding:
        """All reasons against the move, and warnings. Never raises, whatever the words."""

    @abstractmethod
    def do(self, s: State, task: Task, move: Move) -> None:
        """Carry out a legal move. The task has already left the agenda."""


class ChanceDecision(Decision):
    """A point at which dice or a shuffled pile decide."""

    def actor(self, s: State, task: Task) -> int:
        return CHANCE

    @abstractmethod
    def draw(self, s: State, task: Task, below: Callable[[int], int]) -> Move:
        """One outcome, with its true likelihood, from a source of whole numbers `below(n)` in 0..n-1."""

    @abstractmethod
    def weight(self, s: State, task: Task, move: Move) -> int:
        """How many equally likely cases lead to this outcome."""


@dataclass(frozen=True, slots=True)
class Space:
    """One action space of the board."""

    index: int
    id: str
    area: str
    fee: int
    tasks: tuple[Task, ...]
    place: Move
    detail: str = ""


class Area(ABC):
    """Spaces of one kind: when a worker may stand there (B2.5, B2.6, A-03)."""

    forced = False
    """Whether only the first vacant space can be taken."""

    def always(self, rules: "Rules") -> bool:
        """Whether `possible` is true whatever the state; such spaces are never asked."""
        return False

    def legal(self, s: State, player: Player, vacant: Sequence[Space]) -> list[Space]:
        """Those of the area's vacant spaces that may be taken; of a forced area only the first is looked at."""
        asked = vacant[:1] if self.forced else vacant
        return [space for space in asked if space.fee <= player.money and self.possible(s, player, space)]

    @abstractmethod
    def possible(self, s: State, player: Player, space: Space) -> bool:
        """Whether the price can be paid and the action fits. Vacancy and money fee are checked by the caller."""

    @abstractmethod
    def reasons(self, s: State, player: Player, space: Space) -> list[Reason]:
        """Why not, all of it; empty exactly when `possible`."""

    def warnings(self, s: State, player: Player, space: Space) -> list[Reason]:
        """What the player should know although it is allowed."""
        return []


TilePrice = Callable[["Rules", Tile], Spec]
CoverPrice = Callable[["Rules", Tile, Tile], Spec | None]
Laying = Callable[[State, int, bool], None]
"""(state, tile, covered): push what laying this kind of tile brings."""


class Rules:
    """All tables of one game. Built once, then only read."""

    def __init__(self, edition: Edition, setup: Setup, tiles: Sequence[Tile]) -> None:
        self.edition = edition
        self.setup = setup
        self.house = setup.house
        self.seats = setup.seats
        self.count = len(setup.seats)
        self.side = edition.sides[self.count]
        self.tracks = edition.tracks
        self.columns = edition.upgrade_columns
        self._compile_tiles(tiles)
        boards = [edition.provinces["base"], edition.provinces["navaratna"]]
        self.maps = tuple(ProvinceMap(board, self.segments) for board in boards)
        self.capacities = tuple(board.capacity for board in boards)
        self.boards = [0] * self.count
        self.worker_limit = edition.workers_limit
        self.river: tuple[Reward, ...] = ((), *self.side.river)
        self.river_end = len(self.river) - 1
        self.river_reward: Callable[[State, int], Reward] = lambda s, space: self.river[space]
        self.bridge_after = self.side.bridge_after
        self.yield_reward: Callable[[State, int, int], Reward] = self._printed_yield
        self.white: tuple[YieldTile, ...] = tuple(one for one in edition.yield_tiles if one.colour == "white")
        self.money_marks = edition.tracks.money_bonuses
        self.fame_marks = edition.tracks.fame_bonuses
        self.chambers: dict[int, Reward] = dict(edition.chambers)
        self.spaces: tuple[Space, ...] = ()
        self.space_index: dict[str, int] = {}
        self.price_list: tuple[Spec, ...] = ()
        self.open_spaces: tuple[Space, ...] = ()
        self.asked_areas: tuple[tuple[Area, tuple[Space, ...]], ...] = ()
        self.areas: dict[str, Area] = {}
        self.steps: dict[str, Step] = {}
        self.decisions: dict[str, Decision] = {}
        self.prices: dict[str, Price] = dict(PRICES)
        self.tile_price: dict[str, TilePrice] = {}
        self.cover_price: dict[tuple[str, str], CoverPrice] = {}
        self.laying: dict[str, Laying] = {}
        self._open_hooks()

    def _open_hooks(self) -> None:
        """The places where modules plug in; all empty in the base game."""
        self.loud: set[str] = set()
        self.counts: dict[str, Callable[[State], int]] = {}
        self.opening: list[Task] = []
        self.guards: dict[str, Callable[[State, Purse], list[Reason]]] = {}
        self.on_pay: list[Callable[[State, list[Token]], None]] = []
        self.on_advance: list[Advance] = []
        self.on_turn: list[Callable[[State], None]] = []
        self.on_skip: list[Callable[[State], None]] = []
        self.on_place: list[Callable[[State, Space], None]] = []
        self.on_round_end: list[Callable[[State], None]] = []
        self.may_place: list[Callable[[State, Player, Space], Reason | None]] = []
        self.face_policies: list[Callable[[State, int], int]] = []
        self.boat_reach: list[Callable[[State, int, str], int]] = []
        self.never_covered: dict[str, str] = {}
        """Rule that forbids laying anything on a tile of this kind."""
        self.take_from: Callable[[State, int, int], int] = lambda s, stack, hidden: hidden
        """(state, stack, tiles that may lie below): a top tile leaves; returns how many tiles are left in the stack."""
        self.stack_counts: dict[str, tuple[int, ...]] = {}
        """Names in `State.extra` that hold how many tiles lie in each of these stacks."""
        self.marks: dict[str, list[int]] = {"fame": [], "money": []}
        """Further spaces of the tracks at which something happens."""
        self.before_workers: list[Advance] = []
        self.after_advance: list[Advance] = []
        self.before_place: list[Callable[[State], None]] = []
        self.more_placements: list[Callable[[State], bool]] = []
        self.chamber_values: Callable[[State, int, int], tuple[int, ...]] = lambda s, seat, number: (number,)
        self.invariants: list[Callable[[State], list[str]]] = []
        self.fame_can_fall = False
        self.module_views: list[Callable[[State], dict[str, Any]]] = []

    def _compile_tiles(self, tiles: Sequence[Tile]) -> None:
        self.tiles = tuple(tiles)
        self.tile_index = {tile.id: index for index, tile in enumerate(self.tiles)}
        self.segments = tuple(masks for tile in self.tiles for masks in road_masks(tile.roads))
        self.curves = tuple(is_curve(tile.roads) for tile in self.tiles)
        names = sorted({stack_name(tile) for tile in self.tiles})
        self.stacks = tuple(names)
        self.stack_index = {name: index for index, name in enumerate(names)}
        self.stack_of = tuple(self.stack_index[stack_name(tile)] for tile in self.tiles)
        self.pool_of = list(range(len(names)))
        self.stack_content = tuple(
            tuple(index for index, tile in enumerate(self.tiles) if stack_name(tile) == name) for name in names
        )

    def set_spaces(self, spaces: Sequence[tuple[str, str, int, tuple[Task, ...], str]]) -> None:
        """Number the spaces in the order of their ids. Called by the base game and again by modules that add some."""
        ordered = sorted(spaces)
        self.spaces = tuple(
            Space(index, name, area, fee, tasks, Move("place", (name,)), detail)
            for index, (name, area, fee, tasks, detail) in enumerate(ordered)
        )
        self.space_index = {space.id: space.index for space in self.spaces}

    def add_space(self, name: str, area: str, fee: int, tasks: tuple[Task, ...], detail: str = "") -> None:
        known = [(one.id, one.area, one.fee, one.tasks, one.detail) for one in self.spaces]
        self.set_spaces([*known, (name, area, fee, tasks, detail)])

    def add_stack(self, name: str, pool: int) -> None:
        """A further stack dealt from the tiles of another one."""
        self.stack_index[name] = len(self.stacks)
        self.stacks = (*self.stacks, name)
        self.stack_content = (*self.stack_content, ())
        self.pool_of.append(pool)

    def dealt_from(self, pool: int) -> list[int]:
        """The stacks that share a pool of tiles, usually one."""
        return [number for number, one in enumerate(self.pool_of) if one == pool]

    def _printed_yield(self, s: State, seat: int, number: int) -> Reward:
        return self.map_of(s.players[seat]).yields[number].reward

    def policy(self, s: State, seat: int) -> int:
        """How this player may turn dice while paying now."""
        policy = 0
        for hook in self.face_policies:
            policy |= hook(s, seat)
        return policy

    def purse(self, s: State, seat: int) -> Purse:
        player = s.players[seat]
        return Purse(player.dice, player.karma, self.policy(s, seat) if self.face_policies else 0)

    def affordable(self, purse: Purse, spec: Spec) -> bool:
        return self.prices[spec[0]].affordable(purse, spec)

    def finish(self) -> None:
        """Called once, when base game and modules have filled the tables: look up what never changes."""
        self.price_list = tuple(self.price_of(tile) for tile in self.tiles)
        easy = {name for name, area in self.areas.items() if area.always(self)}
        self.open_spaces = tuple(space for space in self.spaces if space.area in easy)
        asked = dict.fromkeys(space.area for space in self.spaces if space.area not in easy)
        self.asked_areas = tuple(
            (self.areas[name], tuple(space for space in self.spaces if space.area == name)) for name in asked
        )

    def price_of(self, tile: Tile) -> Spec:
        return self.tile_price[tile.kind](self, tile)

    def price_to_cover(self, new: Tile, old: Tile) -> Spec | None:
        """The price of laying `new` on `old`, or None where it is forbidden (B12.2, IX1)."""
        rule = self.cover_price.get((new.kind, old.kind))
        return rule(self, new, old) if rule else None

    def capacity(self, player: Player) -> int:
        return self.capacities[player.board]

    def map_of(self, player: Player) -> ProvinceMap:
        return self.maps[player.board]

    def gains(self, reward: Reward, source: str) -> tuple[Task, ...]:
        """The parts of a reward as tasks that know where they come from."""
        return tuple((*part, source) for part in reward)


def stack_name(tile: Tile) -> str:
    """Stacks are named like the tiles without their number: blue-cow, or village."""
    return f"{tile.colour}-{tile.animal}" if tile.colour in COLOURS else tile.kind
