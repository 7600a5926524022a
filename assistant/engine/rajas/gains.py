"""What a player can gain (B4, B8.4, B14-B18): each kind of gain is a step or a decision on the agenda."""

from collections.abc import Callable

from assistant.engine.rajas.box import Reward
from assistant.engine.rajas.rules import Step
from assistant.engine.rajas.state import WORKER_BRIDGE, WORKER_FAME, WORKER_MONEY, Player, State, Task

Group = tuple[str, tuple[Task, ...]]
"""Tasks that belong together under a name the player can point at."""

FIXED_ORDER = {"white_tile", "reroll"}
"""Parts that always come last in their reward (A-43: Dancer and forecourt)."""
SILENT = {"mogul"}
"""Parts that touch nothing the other parts of a reward could depend on."""


def activate(s: State, seat: int, worker: int) -> None:
    """Win an inactive worker; with the last one allowed the others leave the game (B16.1, B16.2)."""
    if not s.players[seat].waiting & worker:
        return
    player = s.edit(seat)
    player.waiting &= ~worker
    player.active += 1
    player.idle += 1
    if player.active >= s.rules.worker_limit:
        player.waiting = 0


def advance(s: State, seat: int, track: str, amount: int, source: str) -> tuple[Task, ...]:
    """Move a marker forward its full length, pick up workers, and return the bonuses that are due (B18.3)."""
    if amount <= 0:
        return ()
    player = s.edit(seat)
    tracks = s.rules.tracks
    old: int = getattr(player, track)
    new = old + amount
    if s.rules.house.track_cap == "hard":
        new = min(new, tracks.fame_length if track == "fame" else tracks.money_length)
    setattr(player, track, new)
    s.book(seat, track, new - old, source)
    if s.rules.house.end_check == "at_once" and not player.met and markers_have_met(s, player):
        player.met = s.turn
    first: tuple[Task, ...] = ()
    for hook in s.rules.before_workers:
        first += hook(s, seat, track, old, new)
    worker_space, worker = (tracks.fame_worker, WORKER_FAME) if track == "fame" else (tracks.money_worker, WORKER_MONEY)
    if old < worker_space <= new:
        activate(s, seat, worker)
    for hook in s.rules.on_advance:
        first += hook(s, seat, track, old, new)
    due = _fame_bonuses(s, seat, old, new) if track == "fame" else _money_bonuses(s, seat, new)
    for hook in s.rules.after_advance:
        due += hook(s, seat, track, old, new)
    return first + due


def markers_have_met(s: State, player: Player) -> bool:
    """B20.1, B20.2."""
    return player.fame >= s.rules.tracks.fame_length + 1 - (player.money + 1) // 2


def _fame_bonuses(s: State, seat: int, old: int, new: int) -> tuple[Task, ...]:
    """B17.1-B17.3, each once per game (A-20)."""
    player = s.players[seat]
    due: tuple[Task, ...] = ()
    for number, (space, reward) in enumerate(s.rules.fame_marks):
        if old < space <= new and not (player.fame_marks >> number & 1 and s.rules.house.fame_bonus_once):
            player.fame_marks |= 1 << number
            due += s.rules.gains(reward, f"fame-{space}")
    return due


def _money_bonuses(s: State, seat: int, new: int) -> tuple[Task, ...]:
    """Only the space under the bonus marker pays, then the marker goes on (B17.7, B17.8)."""
    player = s.players[seat]
    due: tuple[Task, ...] = ()
    marks = s.rules.money_marks
    while player.bonus < len(marks) and new >= marks[player.bonus][0]:
        space, reward = marks[player.bonus]
        player.bonus += 1
        due += s.rules.gains(reward, f"money-{space}")
    return due


def push_bonuses(s: State, tasks: tuple[Task, ...]) -> None:
    """Bonuses interrupt what is going on, or wait for its end (A-17); several may be the player's to order (A-16)."""
    if not tasks:
        return
    if s.rules.house.nesting == "breadth_first":
        _queue_before_end(s, tasks)
    elif s.rules.house.bonus_order == "player" and len(tasks) > 1:
        push_in_any_order(s, [(str(task[-1]), (task,)) for task in tasks])
    else:
        s.push(*tasks)


def _queue_before_end(s: State, tasks: tuple[Task, ...]) -> None:
    """Insert tasks right before the end of the turn."""
    waiting: list[Task] = []
    agenda = s.agenda
    while agenda and agenda[0][0] != "end_turn":
        waiting.append(agenda[0])
        agenda = agenda[1]
    s.agenda = agenda
    s.push(*waiting, *tasks)


def is_loud(s: State, task: Task) -> bool:
    """Whether doing this task earlier or later could make a difference to others beside it."""
    if task[0] in ("money", "fame"):
        return _crosses_a_mark(s, task[0], task[1])
    return task[0] in s.rules.loud


def _crosses_a_mark(s: State, track: str, amount: int) -> bool:
    player = s.me
    now: int = getattr(player, track)
    if any(now < space <= now + amount for space in s.rules.marks[track]):
        return True
    if track == "money":
        marks = s.rules.money_marks
        return player.bonus < len(marks) and player.money + amount >= marks[player.bonus][0]
    new = player.fame + amount
    return any(player.fame < space <= new for space, _ in s.rules.fame_marks)


def push_in_any_order(s: State, groups: list[Group]) -> None:
    """Do several things in an order of the player's choice, asking only where the order can matter (A-16)."""
    groups = [group for group in groups if group[1]]
    audible = [group for group in groups if any(task[0] not in SILENT for task in group[1])]
    dice = sum(any(task[0] in ("dice", "dice_of") for task in tasks) for _, tasks in audible)
    ask = len(audible) > 1 and (dice > 1 or any(is_loud(s, task) for _, tasks in audible for task in tasks))
    if ask:
        s.push(("order", tuple(groups)))
    else:
        s.push(*(task for _, tasks in groups for task in tasks))


def push_reward(s: State, reward: Reward, source: str) -> None:
    """Gain the parts of a reward; their order is the player's, with two exceptions (A-43)."""
    tasks = s.rules.gains(reward, source)
    fixed = s.rules.house.reward_order == "printed" or any(task[0] in FIXED_ORDER for task in tasks)
    if len(tasks) < 2 or fixed:
        s.push(*tasks)
    else:
        push_in_any_order(s, [(str(task[0]), (task,)) for task in tasks])


# Steps: gains that need no choice, or that first find out whether there is one.


def gain_money(s: State, task: Task) -> None:
    push_bonuses(s, advance(s, s.seat, "money", task[1], task[-1]))


def gain_fame(s: State, task: Task) -> None:
    push_bonuses(s, advance(s, s.seat, "fame", task[1], task[-1]))


def gain_karma(s: State, task: Task) -> None:
    """B15.4: gains above the maximum are void."""
    amount = min(task[1], s.rules.tracks.karma_max - s.me.karma)
    if amount <= 0:
        return
    if s.rules.house.decline_gains:
        s.push(("karma?", amount, task[-1]))
    else:
        s.edit(s.seat).karma += amount


def gain_upgrades(s: State, task: Task) -> None:
    """B8.4, B8.5: void when every marker is in the last column."""
    last = len(s.rules.columns) - 1
    if any(level < last for level in s.me.levels):
        more = (("upgrade", task[1] - 1, task[-1]),) if task[1] > 1 else ()
        s.push(("upgrade?", task[-1]), *more)


def gain_dice(s: State, task: Task) -> None:
    """`("dice", n)`: n dice of any colours."""
    _want_dice(s, (-1,) * task[1], task[-1])


def gain_dice_of(s: State, task: Task) -> None:
    """`("dice_of", colours)`: one die of each colour named."""
    from_name = {"blue": 0, "green": 1, "orange": 2, "purple": 3, "any": -1}
    _want_dice(s, tuple(from_name[colour] for colour in task[1]), task[-1])


def gain_dice_per_karma(s: State, task: Task) -> None:
    """B14.5, G3.1."""
    if s.me.karma:
        s.push(("dice_of", (task[1],) * s.me.karma, task[-1]))


def _want_dice(s: State, wanted: tuple[int, ...], source: str) -> None:
    """B4.3: find out what is there and what has room, before anything is rolled."""
    if not s.rules.house.dice_batch and len(wanted) > 1:
        s.push(*(("dice_want", (one,), source) for one in wanted))
    else:
        want_dice(s, ("dice_want", wanted, source))


def want_dice(s: State, task: Task) -> None:
    _, wanted, source = task
    due = dice_due(s, wanted)
    player = s.me
    room = s.rules.capacity(player) - len(player.dice)
    if due <= 0:
        return
    if due > room and player.dice:
        s.push(("overflow", min(due - room, len(player.dice)), wanted, source))
    else:
        s.push(("take", wanted, 0, source))


def dice_due(s: State, wanted: tuple[int, ...]) -> int:
    """How many of the wanted dice the supply can give now (B4.4)."""
    supply = s.supply
    free = sum(1 for one in wanted if one < 0)
    fixed = 0
    for colour in range(4):
        asked = wanted.count(colour)
        given = min(asked, supply[colour])
        fixed += given
        if s.rules.house.colour_substitute:
            free += asked - given
    return fixed + min(free, sum(supply) - fixed)


def gain_per(s: State, task: Task) -> None:
    """Rewards that count something now: `(kind, each)`; the kind is `<track>_per_<what>`."""
    track, _, what = str(task[0]).partition("_per_")
    amount = s.rules.counts[what](s) * task[1]
    push_bonuses(s, advance(s, s.seat, track, amount, task[-1]))


def covered_markets(s: State) -> int:
    """Markets under other tiles, for tables that count what was built (A-35)."""
    if not s.rules.house.count_covered:
        return 0
    return sum(len(s.rules.tiles[code // 4].markets) for column in s.me.under for code in column)


COUNTS: dict[str, Callable[[State], int]] = {
    "market": lambda s: len(s.me.markets) + covered_markets(s),
    "upgrade": lambda s: sum(s.me.levels),
    "karma": lambda s: s.me.karma,
}
"""What can be counted in the province or on the markers (B14.8, B14.11-B14.13); modules add their own."""


def become_mogul(s: State, task: Task) -> None:
    """B11.2, A-31: the last user of the round gets the elephant."""
    if s.mogul < 0 or s.rules.house.mogul_last:
        s.mogul = s.seat


def offer_reroll(s: State, task: Task) -> None:
    """B10.1."""
    if s.me.dice:
        s.push(("reroll?", s.rules.house.reroll_times, task[-1]))


def offer_white_tile(s: State, task: Task) -> None:
    """B11.3, B11.5: when the pile is used up, the tiles set aside become the new pile."""
    if not s.pile:
        s.pile, s.aside = s.aside, ()
    if s.pile:
        s.push(("draw", task[-1]))


def cross_bridge(s: State, seat: int, old: int, new: int) -> None:
    """B13.8."""
    if old <= s.rules.bridge_after < new:
        activate(s, seat, WORKER_BRIDGE)


STEPS: dict[str, Step] = {
    "money": gain_money,
    "fame": gain_fame,
    "karma": gain_karma,
    "upgrade": gain_upgrades,
    "dice": gain_dice,
    "dice_of": gain_dice_of,
    "dice_want": want_dice,
    "dice_per_karma": gain_dice_per_karma,
    "money_per_market": gain_per,
    "fame_per_upgrade": gain_per,
    "money_per_upgrade": gain_per,
    "fame_per_karma": gain_per,
    "mogul": become_mogul,
    "reroll": offer_reroll,
    "white_tile": offer_white_tile,
}

LOUD = {
    "boat", "portuguese", "sail_up_to", "chamber", "white_tile", "overbuild", "dice_per_karma", "money_per_market",
    "fame_per_upgrade", "money_per_upgrade", "fame_per_karma", "markets_different", "markets_one", "markets_any",
}  # fmt: skip
"""Gains whose place in an order can matter."""
