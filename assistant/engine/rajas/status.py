"""All defects of a state: what cannot be, whoever made it (INV1-INV6). An empty list is a sound table."""

from collections import Counter

from assistant.engine.core.verdict import Reason, because
from assistant.engine.rajas.box import COLOURS
from assistant.engine.rajas.building import markets_of
from assistant.engine.rajas.codec import tasks
from assistant.engine.rajas.dice import COLOUR_OF
from assistant.engine.rajas.state import WORKER_BRIDGE, WORKER_FAME, WORKER_MONEY, Player, State

ALL_WORKERS = (WORKER_FAME, WORKER_MONEY, WORKER_BRIDGE)


def status(s: State) -> list[Reason]:
    """Every defect, not the first only. Dice being rolled and a tile being laid are counted where they are."""
    defects = dice_defects(s) + boat_defects(s) + tile_defects(s) + worker_defects(s)
    for seat, player in enumerate(s.players):
        defects += player_defects(s, s.rules.seats[seat], player)
    for check in s.rules.invariants:
        defects += [because("INV", what=text) for text in check(s)]
    return defects


def dice_defects(s: State) -> list[Reason]:
    """B4.6, with the dice that are just being rolled."""
    held = Counter(COLOUR_OF[die] for player in s.players for die in player.dice)
    rolling: Counter[int] = Counter()
    for task in tasks(s):
        if task[0] == "roll":
            rolling.update(task[1])
    total = s.rules.edition.dice_per_colour
    return [
        because("B4.6", colour=COLOURS[colour], count=count, total=total)
        for colour in range(4)
        if (count := s.supply[colour] + held[colour] + rolling[colour]) != total or s.supply[colour] < 0
    ]


def boat_defects(s: State) -> list[Reason]:
    """B13.5."""
    places = Counter(player.boat for player in s.players)
    ends = (0, s.rules.river_end)
    return [because("B13.5", space=space, count=n) for space, n in places.items() if n > 1 and space not in ends]


def tile_defects(s: State) -> list[Reason]:
    """INV6: every tile exactly once; the one being bought is still in its stack."""
    seen: Counter[int] = Counter()
    for top, hidden in s.stacks:
        seen.update(hidden)
        if top >= 0:
            seen[top] += 1
    for player in s.players:
        seen.update(code // 4 for code in player.laid if code >= 0)
        seen.update(code // 4 for column in player.under for code in column)
    wrong = [
        because("INV6", "tile", tile=tile.id, count=seen[index])
        for index, tile in enumerate(s.rules.tiles)
        if seen[index] != 1 and tile.id not in s.extra.get("set_aside", ())
    ]
    if sorted((*s.pile, *s.aside)) != list(range(len(s.rules.white))) and "open_yields" not in s.extra:
        wrong.append(because("INV6", "white", count=len(s.pile) + len(s.aside)))
    return wrong


def worker_defects(s: State) -> list[Reason]:
    """INV5: workers on the board and at Kali add up."""
    placed = Counter(seat for seat in s.spaces if seat >= 0)
    return [
        because("INV5", seat=s.rules.seats[seat], placed=placed[seat], idle=player.idle, active=player.active)
        for seat, player in enumerate(s.players)
        if placed[seat] + player.idle > player.active or player.idle < 0
    ]


def player_defects(s: State, seat: str, player: Player) -> list[Reason]:
    rules = s.rules
    found = []
    capacity = rules.capacity(player)
    if len(player.dice) > capacity:
        found.append(because("B4.2", "over", seat=seat, held=len(player.dice), capacity=capacity))
    if not 0 <= player.karma <= rules.tracks.karma_max:
        found.append(because("B15.4", "range", seat=seat, karma=player.karma, most=rules.tracks.karma_max))
    if player.money < 0 or player.fame < 0:
        found.append(because("B3.2", "negative", seat=seat, money=player.money, fame=player.fame))
    if not rules.edition.workers_active <= player.active <= max(rules.worker_limit, rules.edition.workers_active):
        found.append(because("B16.2", seat=seat, active=player.active, most=rules.worker_limit))
    waiting = sum(1 for worker in ALL_WORKERS if player.waiting & worker)
    if waiting + player.active > rules.edition.workers_active + len(ALL_WORKERS):
        found.append(because("B16.2", "waiting", seat=seat, active=player.active, waiting=waiting))
    return found + province_defects(s, seat, player)


def province_defects(s: State, seat: str, player: Player) -> list[Reason]:
    """INV4: every visible tile has a road home; no tower is too high."""
    board = s.rules.map_of(player)
    joined = board.network(player.laid).joined
    found = [
        because("B6.2", "cut", seat=seat, cell=board.cells[cell])
        for cell, code in enumerate(player.laid)
        if code >= 0 and not joined >> cell & 1
    ]
    for cell, column in enumerate(player.under):
        if len(column) + 1 > s.rules.house.overbuild_height or (column and player.laid[cell] < 0):
            found.append(because("B12.7", "tower", seat=seat, cell=board.cells[cell], count=len(column) + 1))
    if player.markets != markets_of(s.rules, player):
        found.append(because("INV6", "markets", seat=seat))
    return found
