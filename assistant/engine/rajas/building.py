"""Buying, laying and covering province tiles (B5-B8, B12)."""

from collections.abc import Callable, Iterator, Sequence

from assistant.engine.core.moves import Move
from assistant.engine.core.verdict import Reason, because
from assistant.engine.rajas.box import BUILDINGS, COLOURS, GOODS, Tile
from assistant.engine.rajas.gains import Group, advance, push_bonuses, push_in_any_order
from assistant.engine.rajas.prices import Finding, Purse, Spec, best_sums
from assistant.engine.rajas.rules import ChanceDecision, Decision, Rules, Step
from assistant.engine.rajas.state import NO_TILE, UNKNOWN_TOP, Player, State, Task

ROTATIONS = ("0", "90", "180", "270")


def display(s: State) -> Iterator[int]:
    """Tiles that can be bought: the tops of the stacks; of an unknown top, every tile it may be."""
    for number, (top, _) in enumerate(s.stacks):
        if top >= 0:
            yield top
        elif top == UNKNOWN_TOP:
            yield from hidden_in(s, number)


def hidden_in(s: State, number: int) -> tuple[int, ...]:
    """Tiles that may lie under the top of a stack; stacks dealt from one pool share them."""
    return s.stacks[s.rules.pool_of[number]][1]


def holder(s: State, tile: int) -> int:
    """The stack on top of which a tile lies, or may lie while nobody has said; -1 when it is not on display."""
    for number in s.rules.dealt_from(s.rules.stack_of[tile]):
        top = s.stacks[number][0]
        if top == tile or (top == UNKNOWN_TOP and tile in hidden_in(s, number)):
            return number
    return -1


def on_display(s: State, tile: int) -> bool:
    return holder(s, tile) >= 0


def has_open_cell(s: State, player: Player) -> bool:
    return s.rules.map_of(player).has_open_cell(player.laid)


def can_build(s: State, player: Player, purse: Purse) -> bool:
    """Whether some tile can be paid and laid (B5.7)."""
    rules = s.rules
    if not has_open_cell(s, player):
        return False
    prices, kinds = rules.price_list, rules.prices
    sums = best_sums(purse.dice, purse.karma, purse.policy)
    for tile in display(s):
        spec = prices[tile]
        # The usual price is looked up here once for all tiles; this is the busiest place of the engine.
        if sums[spec[1]] >= spec[2] if spec[0] == "sum" else kinds[spec[0]].affordable(purse, spec):
            return True
    return False


def tile_reasons(s: State, player: Player, purse: Purse, tile: int) -> list[Reason]:
    """Why a tile cannot be bought with these dice now."""
    one = s.rules.tiles[tile]
    reasons = []
    if not on_display(s, tile):
        reasons.append(because("B1.4", tile=one.id))
    if not has_open_cell(s, player):
        reasons.append(because("B5.7", "cell", tile=one.id))
    price = s.rules.price_of(one)
    if not s.rules.affordable(purse, price):
        reasons.append(short_of(purse, one, price))
    return reasons


def short_of(purse: Purse, tile: Tile, price: Spec) -> Reason:
    if price[0] == "sum":
        best = best_sums(purse.dice, purse.karma, purse.policy)[price[1]]
        return because("B5.3", "short", tile=tile.id, colour=COLOURS[price[1]], best=best, need=price[2])
    return because("B3.3", "price", tile=tile.id)


class Buy(Decision):
    """`buy blue-cow-3`: one of the tiles on display (B5.2)."""

    verbs = ("buy",)

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        rules, purse = s.rules, s.rules.purse(s, s.seat)
        fitting = (tile for tile in display(s) if rules.affordable(purse, rules.price_list[tile]))
        return [Move("buy", (name,)) for name in sorted(rules.tiles[tile].id for tile in fitting)]

    def check(self, s: State, task: Task, move: Move) -> Finding:
        tile = s.rules.tile_index.get(move.args[0], -1) if len(move.args) == 1 else -1
        if tile < 0:
            return [because("X.tile", word=" ".join(move.args) or "-")], []
        return tile_reasons(s, s.me, s.rules.purse(s, s.seat), tile), []

    def do(self, s: State, task: Task, move: Move) -> None:
        tile = s.rules.tile_index[move.args[0]]
        price = s.rules.price_of(s.rules.tiles[tile])
        s.push(("pay", price, None, ""), ("lay", tile))


def read_lay(s: State, move: Move) -> tuple[int, int, list[Reason]]:
    """Cell and quarter turns of `lay r1c2 90`, or the reasons why it cannot be read."""
    cells = s.rules.map_of(s.me).index
    cell = cells.get(move.args[0], -1) if move.args else -1
    reasons = []
    if cell < 0:
        reasons.append(because("X.cell", word=move.args[0] if move.args else "-"))
    if len(move.args) != 2 or move.args[1] not in ROTATIONS:
        reasons.append(because("X.rotation", word=" ".join(move.args[1:]) or "-"))
        return cell, -1, reasons
    return cell, ROTATIONS.index(move.args[1]), reasons


def lay_reasons(s: State, player: Player, tile: int, cell: int, quarter: int) -> list[Reason]:
    """Why a tile cannot lie there (B6.1, B6.2)."""
    board = s.rules.map_of(player)
    if player.laid[cell] >= 0:
        return [because("B6.1", cell=board.cells[cell], tile=s.rules.tiles[player.laid[cell] // 4].id)]
    entry = board.network(player.laid).open[cell]
    if not any(segment & entry for segment in s.rules.segments[tile * 4 + quarter]):
        case = "turn" if entry else "far"
        return [because("B6.2", case, cell=board.cells[cell], tile=s.rules.tiles[tile].id)]
    return []


class Lay(Decision):
    """`lay r1c2 90`: cell and rotation of the bought tile (B6)."""

    verbs = ("lay",)

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        player = s.me
        board = s.rules.map_of(player)
        spots = board.lay_options(player.laid, task[1])
        return sorted(Move("lay", (board.cells[cell], ROTATIONS[quarter])) for cell, quarter in spots)

    def check(self, s: State, task: Task, move: Move) -> Finding:
        cell, quarter, reasons = read_lay(s, move)
        return reasons or lay_reasons(s, s.me, task[1], cell, quarter), []

    def do(self, s: State, task: Task, move: Move) -> None:
        cell, quarter, _ = read_lay(s, move)
        player = s.edit(s.seat)
        board = s.rules.map_of(player)
        before = board.network(player.laid).linked
        put_tile(s, player, task[1], cell, quarter)
        edges = () if len(task) > 2 else (("edge", before),)
        if not edges:
            # Laid without edge yields: those first reached now are lost for good.
            player.missed |= board.network(player.laid).linked & ~before & ~player.yields
        s.push(*leave_stack(s, task[1]), ("laid", task[1], False), *edges)


def put_tile(s: State, player: Player, tile: int, cell: int, quarter: int) -> None:
    """Lay a tile on an empty cell or on top of another one."""
    old = player.laid[cell]
    if old >= 0:
        player.under = (*player.under[:cell], (*player.under[cell], old), *player.under[cell + 1 :])
    player.laid = (*player.laid[:cell], tile * 4 + quarter, *player.laid[cell + 1 :])
    player.markets = markets_of(s.rules, player)


def visible_tiles(rules: Rules, player: Player) -> list[Tile]:
    """Tiles that count in the province; covered ones only by house rule (B12.8, A-35)."""
    codes = [code for code in player.laid if code >= 0]
    if rules.house.count_covered:
        codes += [code for column in player.under for code in column]
    return [rules.tiles[code // 4] for code in codes]


def markets_of(rules: Rules, player: Player) -> tuple[int, ...]:
    tiles = [rules.tiles[code // 4] for code in player.laid if code >= 0]
    return tuple(sorted(GOODS.index(good) * 10 + value for tile in tiles for good, value in tile.markets))


def leave_stack(s: State, tile: int) -> tuple[Task, ...]:
    """Take a tile off its stack; the one below is turned up by chance (B5.6)."""
    number = holder(s, tile)
    hidden = tuple(one for one in hidden_in(s, number) if one != tile)
    left = s.rules.take_from(s, number, len(hidden))
    top, hidden = (hidden[0], ()) if left == 1 == len(hidden) else (NO_TILE, hidden)
    set_stack(s, number, top, hidden)
    return (("reveal", number),) if left and hidden else ()


def set_stack(s: State, number: int, top: int, hidden: tuple[int, ...]) -> None:
    """Put a stack's top and what may lie below it."""
    stacks = list(s.stacks)
    stacks[number] = (top, stacks[number][1])
    pool = s.rules.pool_of[number]
    stacks[pool] = (stacks[pool][0], hidden)
    s.stacks = tuple(stacks)


class Reveal(ChanceDecision):
    """`reveal blue-cow blue-cow-3`: the tile that now lies on top; `unknown` while nobody has said which."""

    verbs = ("reveal",)

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        name = s.rules.stacks[task[1]]
        return [Move("reveal", (name, one)) for one in sorted(s.rules.tiles[t].id for t in hidden_in(s, task[1]))]

    def draw(self, s: State, task: Task, below: Callable[[int], int]) -> Move:
        hidden = hidden_in(s, task[1])
        return Move("reveal", (s.rules.stacks[task[1]], s.rules.tiles[hidden[below(len(hidden))]].id))

    def weight(self, s: State, task: Task, move: Move) -> int:
        return 1

    def check(self, s: State, task: Task, move: Move) -> Finding:
        name = s.rules.stacks[task[1]]
        if move.args == (name, "unknown") or move in self.moves(s, task):
            return [], []
        return [because("B1.4", "hidden", tile=" ".join(move.args) or "-", stack=name)], []

    def do(self, s: State, task: Task, move: Move) -> None:
        top = UNKNOWN_TOP if move.args[1] == "unknown" else s.rules.tile_index[move.args[1]]
        set_stack(s, task[1], top, tuple(one for one in hidden_in(s, task[1]) if one != top))


def score_laid(s: State, task: Task) -> None:
    """What laying this kind of tile brings, before the edge yields (B5.8)."""
    _, tile, covered = task
    s.rules.laying[s.rules.tiles[tile].kind](s, tile, covered)


def score_province_tile(s: State, tile: int, covered: bool) -> None:
    """All symbols add up to one fame gain and one money gain (B8.2, B8.3, B18.2)."""
    one, player, columns = s.rules.tiles[tile], s.me, s.rules.columns
    fame = sum(columns[building_level(player, BUILDINGS.index(kind))] for kind in one.buildings)
    money = sum(value for _, value in one.markets)
    fame_due = advance(s, s.seat, "fame", fame, one.id)
    money_due = advance(s, s.seat, "money", money, one.id)
    if s.rules.house.nesting == "breadth_first" or not (fame_due and money_due):
        push_bonuses(s, fame_due + money_due)
    else:
        push_in_any_order(s, [("fame-bonus", fame_due), ("money-bonus", money_due)])


def building_level(player: Player, kind: int) -> int:
    """The column that counts now: the upgrade of fame 5 waits for the next turn (A-15)."""
    return player.levels[kind] - (1 if player.late == kind else 0)


def gain_edge_yields(s: State, task: Task) -> None:
    """Yields a regular build has newly linked (B7)."""
    player = s.me
    board = s.rules.map_of(player)
    new = board.network(player.laid).linked & ~task[1] & ~player.yields & ~player.missed
    if not new:
        return
    s.edit(s.seat).yields |= new
    groups: list[Group] = []
    for number, one in enumerate(board.yields):
        if new >> number & 1:
            reward = s.rules.yield_reward(s, s.seat, number)
            groups.append((one.id, s.rules.gains(reward, one.id)))
    push_in_any_order(s, groups)


# The Master Builder (B12).


def cover_targets(s: State, player: Player, purse: Purse, tile: int) -> Iterator[tuple[int, Spec]]:
    """Cells on which this tile may be laid on top, with the price."""
    rules, board, new = s.rules, s.rules.map_of(player), s.rules.tiles[tile]
    for cell, code in enumerate(player.laid):
        if code < 0 or len(player.under[cell]) + 2 > rules.house.overbuild_height:
            continue
        price = rules.price_to_cover(new, rules.tiles[code // 4])
        if price and rules.affordable(purse, price) and board.covering_rotations(player.laid, cell, tile):
            yield cell, price


def can_cover(s: State, player: Player, purse: Purse) -> bool:
    if not purse.dice or all(code < 0 for code in player.laid):
        return False
    return any(True for tile in display(s) for _ in cover_targets(s, player, purse, tile))


def guard_cover(s: State, purse: Purse) -> list[Reason]:
    """The chamber die may not be one that is needed for the difference (B12.9)."""
    return [] if can_cover(s, s.me, purse) else [because("B12.9")]


def cover_reasons(s: State, player: Player, purse: Purse, tile: int, cell: int) -> list[Reason]:
    """Why this tile cannot cover that cell, all of it."""
    rules, board = s.rules, s.rules.map_of(player)
    new = rules.tiles[tile]
    reasons = [] if on_display(s, tile) else [because("B1.4", tile=new.id)]
    if player.laid[cell] < 0:
        return [*reasons, because("B12.1", cell=board.cells[cell])]
    old = rules.tiles[player.laid[cell] // 4]
    if len(player.under[cell]) + 2 > rules.house.overbuild_height:
        reasons.append(because("B12.7", cell=board.cells[cell]))
    price = rules.price_to_cover(new, old)
    if old.kind in rules.never_covered:
        reasons.append(because(rules.never_covered[old.kind], new=new.id, old=old.id))
    elif price is None:
        reasons.append(because("B12.2", new=new.id, price=new.price, old=old.id, old_price=old.price))
    elif not rules.affordable(purse, price):
        reasons.append(short_of_difference(purse, new, old, price))
    if not board.covering_rotations(player.laid, cell, tile):
        reasons.append(because("B12.4", cell=board.cells[cell], tile=new.id))
    return reasons


def short_of_difference(purse: Purse, new: Tile, old: Tile, price: Spec) -> Reason:
    if price[0] != "sum":
        return because("B3.3", "price", tile=new.id)
    best = best_sums(purse.dice, purse.karma, purse.policy)[price[1]]
    return because("B12.3", "short", tile=new.id, old=old.id, colour=COLOURS[price[1]], best=best, need=price[2])


class Cover(Decision):
    """`cover purple-snake-2 r1c2`: a tile on display and the own tile it is laid upon (B12.1)."""

    verbs = ("cover",)

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        player, purse = s.me, s.rules.purse(s, s.seat)
        cells = s.rules.map_of(player).cells
        return sorted(
            Move("cover", (s.rules.tiles[tile].id, cells[cell]))
            for tile in display(s)
            for cell, _ in cover_targets(s, player, purse, tile)
        )

    def check(self, s: State, task: Task, move: Move) -> Finding:
        tile = s.rules.tile_index.get(move.args[0], -1) if move.args else -1
        cell = s.rules.map_of(s.me).index.get(move.args[1], -1) if len(move.args) == 2 else -1
        reasons = []
        if tile < 0:
            reasons.append(because("X.tile", word=move.args[0] if move.args else "-"))
        if cell < 0:
            reasons.append(because("X.cell", word=" ".join(move.args[1:]) or "-"))
        return reasons or cover_reasons(s, s.me, s.rules.purse(s, s.seat), tile, cell), []

    def do(self, s: State, task: Task, move: Move) -> None:
        tile, cell = s.rules.tile_index[move.args[0]], s.rules.map_of(s.me).index[move.args[1]]
        price = s.rules.price_to_cover(s.rules.tiles[tile], s.rules.tiles[s.me.laid[cell] // 4])
        s.push(("pay", price, None, ""), ("lay_on", tile, cell))


class LayOn(Decision):
    """`lay r1c2 90`: the rotation of the covering tile (B12.4, B12.5)."""

    verbs = ("lay",)

    def moves(self, s: State, task: Task) -> Sequence[Move]:
        _, tile, cell = task
        board = s.rules.map_of(s.me)
        return sorted(
            Move("lay", (board.cells[cell], ROTATIONS[quarter]))
            for quarter in board.covering_rotations(s.me.laid, cell, tile)
        )

    def check(self, s: State, task: Task, move: Move) -> Finding:
        _, tile, target = task
        cell, quarter, reasons = read_lay(s, move)
        if reasons:
            return reasons, []
        board = s.rules.map_of(s.me)
        if cell != target:
            reasons.append(because("B12.1", "other", cell=board.cells[cell], chosen=board.cells[target]))
        elif quarter not in board.covering_rotations(s.me.laid, cell, tile):
            reasons.append(because("B12.4", cell=board.cells[cell], tile=s.rules.tiles[tile].id))
        return reasons, []

    def do(self, s: State, task: Task, move: Move) -> None:
        cell, quarter, _ = read_lay(s, move)
        player = s.edit(s.seat)
        board = s.rules.map_of(player)
        before = board.network(player.laid).linked
        put_tile(s, player, task[1], cell, quarter)
        # A yield first reached by covering is lost for good.
        player.missed |= board.network(player.laid).linked & ~before & ~player.yields
        s.push(*leave_stack(s, task[1]), ("laid", task[1], True))


def offer_cover(s: State, task: Task) -> None:
    if can_cover(s, s.me, s.rules.purse(s, s.seat)):
        s.push(("cover", task[-1]))


def offer_tiles(s: State, task: Task) -> None:
    """A build action without a tile that fits is void; placing there was refused before (B5.7)."""
    if can_build(s, s.me, s.rules.purse(s, s.seat)):
        s.push(("buy", task[-1]))


def province_price(rules: Rules, tile: Tile) -> Spec:
    return ("sum", COLOURS.index(tile.colour), tile.price, "B5.3")


def province_cover_price(rules: Rules, new: Tile, old: Tile) -> Spec | None:
    """B12.2, B12.3."""
    if new.price <= old.price:
        return None
    return ("sum", COLOURS.index(new.colour), new.price - old.price, "B12.3")


STEPS: dict[str, Step] = {
    "build": offer_tiles,
    "laid": score_laid,
    "edge": gain_edge_yields,
    "overbuild": offer_cover,
}
DECISIONS: dict[str, Decision] = {
    "buy": Buy(),
    "lay": Lay(),
    "reveal": Reveal(),
    "cover": Cover(),
    "lay_on": LayOn(),
}
