"""The moment as the page draws it, built from the engine's state piece by piece; nothing is passed on unseen."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from assistant.engine.core.moves import CHANCE, NOBODY, Move
from assistant.engine.core.verdict import Reason
from assistant.engine.rajas.box import COLOURS, GOODS, Reward
from assistant.engine.rajas.choices import Take
from assistant.engine.rajas.dice import COLOUR_OF, NAMES
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.river import spaces_ahead
from assistant.engine.rajas.rounds import gap
from assistant.engine.rajas.state import (
    UNKNOWN_TOP,
    WORKER_BRIDGE,
    WORKER_FAME,
    WORKER_MONEY,
    Ledger,
    Player,
    State,
    Task,
)
from assistant.web import schemas as wire

MOST_MOVES = 240
"""Longer lists are cut: the page then composes the move from its parts and the server judges it."""
WORKERS = {"fame": WORKER_FAME, "money": WORKER_MONEY, "bridge": WORKER_BRIDGE}


def reward_wire(reward: Reward) -> wire.Reward:
    return [[list(word) if isinstance(word, tuple) else word for word in part] for part in reward]  # type: ignore[misc]


def reason_wire(reason: Reason) -> wire.ReasonWire:
    return wire.ReasonWire(key=reason.key, rule=reason.rule, facts=dict(reason.facts))


def box_view(game: RajasGame) -> wire.Box:
    """What is printed, for the set-up in play."""
    rules = game.rules
    return wire.Box(
        edition=game.edition.id,
        name=game.edition.name,
        seats=list(rules.seats),
        modules=list(game.setup.modules),
        tracks=_tracks(game),
        columns=list(rules.columns),
        spaces=[wire.BoardSpace(id=s.id, area=s.area, fee=s.fee, detail=s.detail) for s in rules.spaces],
        chambers={str(number): reward_wire(reward) for number, reward in rules.chambers.items()},
        balconies=list(game.edition.balconies),
        river=[reward_wire(reward) for reward in rules.river],
        bridge_after=rules.bridge_after,
        provinces=[_province(game, index) for index in range(len(rules.maps))],
        tiles={tile.id: _tile(tile) for tile in rules.tiles},
        white={one.id: reward_wire(one.reward) for one in game.edition.yield_tiles},
        river_tiles={one.id: reward_wire(one.reward) for one in game.edition.river_tiles},
    )


def _tracks(game: RajasGame) -> wire.Tracks:
    rules = game.rules
    return wire.Tracks(
        fame_length=rules.tracks.fame_length,
        money_length=rules.tracks.money_length,
        karma_max=rules.tracks.karma_max,
        fame_marks=_marks(rules.fame_marks, rules.tracks.fame_worker),
        money_marks=_marks(rules.money_marks, rules.tracks.money_worker),
        fate=(rules.tracks.fate_fame, rules.tracks.fate_money) if "fate" in game.setup.modules else None,
        trader=rules.tracks.trader_fame if "trader" in game.setup.modules else None,
    )


def _marks(marks: Sequence[tuple[int, Reward]], worker: int) -> list[wire.TrackMark]:
    """Bonus spaces and the worker's space, in order along the track."""
    found = [wire.TrackMark(space=space, reward=reward_wire(reward)) for space, reward in marks]
    return sorted([*found, wire.TrackMark(space=worker, reward=[["worker"]])], key=lambda mark: mark.space)


def _province(game: RajasGame, index: int) -> wire.Province:
    board = (game.edition.provinces["base"], game.edition.provinces["navaratna"])[index]
    return wire.Province(
        cells=list(board.cells),
        residence=board.residence,
        residence_roads=board.residence_roads,
        capacity=board.capacity,
        yields=[
            wire.YieldPort(id=one.id, ports=list(one.ports), reward=reward_wire(one.reward), slot=one.slot)
            for one in board.yields
        ],
    )


def _tile(tile: Any) -> wire.TileFace:  # noqa: ANN401 - Tile and the tiles of modules
    return wire.TileFace(
        id=tile.id,
        kind=tile.kind,
        colour=tile.colour,
        animal=tile.animal,
        price=tile.price,
        roads=list(tile.roads),
        markets=list(tile.markets),
        buildings=list(tile.buildings),
        reward=reward_wire(tile.reward),
    )


def seat_name(game: RajasGame, seat: int) -> str | None:
    return game.rules.seats[seat] if 0 <= seat < game.rules.count else None


def player_view(game: RajasGame, s: State, seat: int, name: str) -> wire.PlayerNow:
    player, rules = s.players[seat], game.rules
    board = rules.map_of(player)
    linked = [one.id for number, one in enumerate(board.yields) if player.yields >> number & 1]
    return wire.PlayerNow(
        seat=rules.seats[seat],
        name=name,
        fame=player.fame,
        money=player.money,
        karma=player.karma,
        boat=player.boat,
        levels=list(player.levels),
        active=player.active,
        idle=player.idle,
        waiting=[where for where, bit in WORKERS.items() if player.waiting & bit],
        bonus=player.bonus,
        fame_marks=[space for number, (space, _) in enumerate(rules.fame_marks) if player.fame_marks >> number & 1],
        dice=[NAMES[die] for die in player.dice],
        capacity=rules.capacity(player),
        board=player.board,
        laid=_laid(game, player),
        markets=[f"{GOODS[one // 10]}{one % 10}" for one in player.markets],
        yields=linked,
        missed=[one.id for number, one in enumerate(board.yields) if player.missed >> number & 1],
        reachable=_reachable(game, player, linked),
        gap=gap(s, seat),
        met=player.met,
        **_module_things(game, player),
    )


def _module_things(game: RajasGame, player: Player) -> dict[str, Any]:
    """What modules let a player own besides."""
    fate = tuple(str(player.extra.get(f"fate_{track}", "front")) for track in ("fame", "money"))
    return {
        "slots": [wire.SlotNow(id=slot, tile=tile) for slot, tile, _ in player.extra.get("slots", ())],
        "trader": player.extra.get("trader"),
        "fate": fate if "fate" in game.setup.modules else None,
        "returned": int(player.extra.get("returned", 0)),
    }


def _laid(game: RajasGame, player: Player) -> list[wire.LaidTile]:
    tiles, cells = game.rules.tiles, game.rules.map_of(player).cells
    return [
        wire.LaidTile(
            cell=cells[cell],
            tile=tiles[code // 4].id,
            rotation=code % 4 * 90,
            under=[tiles[low // 4].id for low in player.under[cell]],
        )
        for cell, code in enumerate(player.laid)
        if code >= 0
    ]


def _reachable(game: RajasGame, player: Player, linked: list[str]) -> list[str]:
    board = game.rules.map_of(player)
    open_cells = {board.cells[i] for i, mask in enumerate(board.network(player.laid).open) if mask}
    return [one.id for one in board.yields if one.id not in linked and any(cell in open_cells for cell, _ in one.ports)]


def decision_view(game: RajasGame, s: State) -> wire.Decision:
    """What is waited for, with everything the page needs to compose the move by tapping."""
    actor = game.actor(s)
    if actor == NOBODY or s.agenda is None:
        return wire.Decision(name="", actor=None, verbs=[], moves=[], count=0, source="")
    task = s.agenda[0]
    moves = game.legal_moves(s)
    decision = wire.Decision(
        name=str(task[0]),
        actor="chance" if actor == CHANCE else game.rules.seats[actor],
        verbs=list(game.rules.decisions[task[0]].verbs),
        moves=[str(move) for move in islice(moves, MOST_MOVES)],
        count=len(moves),
        source=str(task[-1]) if len(task) > 1 and isinstance(task[-1], str) else "",
        for_seat=seat_name(game, s.seat),
    )
    details = _DETAILS.get(decision.name)
    return decision.model_copy(update=details(game, s, task)) if details else decision


def _roll_details(game: RajasGame, s: State, task: Task) -> dict[str, Any]:
    return {"dice": [COLOURS[colour] for colour in task[1]], "for_seat": seat_name(game, task[2])}


def _take_details(game: RajasGame, s: State, task: Task) -> dict[str, Any]:
    _, least, most = Take()._limits(s, task)
    dice = [COLOURS[colour] if colour >= 0 else "any" for colour in task[1]]
    return {"dice": dice, "least": least, "most": most}


def _overflow_details(game: RajasGame, s: State, task: Task) -> dict[str, Any]:
    return {"most": task[1], "dice": [COLOURS[colour] if colour >= 0 else "any" for colour in task[2]]}


def _pay_details(game: RajasGame, s: State, task: Task) -> dict[str, Any]:
    spec = task[1]
    colour = COLOURS[spec[1]] if isinstance(spec[1], int) and spec[1] >= 0 else None
    if spec[0] == "sum":
        return {"mode": "sum", "colour": colour, "need": max(int(spec[2]), 1), "most": 10}
    values = [value for value in spec[2] if isinstance(value, int)] if len(spec) > 2 else []
    return {"mode": str(spec[0]), "colour": colour, "values": values, "most": 1}


def _lay_details(game: RajasGame, s: State, task: Task) -> dict[str, Any]:
    return {"tile": game.rules.tiles[task[1]].id}


def _lay_on_details(game: RajasGame, s: State, task: Task) -> dict[str, Any]:
    return {"tile": game.rules.tiles[task[1]].id, "cell": game.rules.map_of(s.me).cells[task[2]]}


def _sail_details(game: RajasGame, s: State, task: Task) -> dict[str, Any]:
    ahead = spaces_ahead(s, s.seat)
    least, most = task[1], min(task[2], len(ahead))
    sails = [wire.SailTarget(distance=n, space=ahead[n - 1]) for n in range(max(1, least), most + 1)]
    return {"least": least, "most": most, "sails": sails}


def _score_details(game: RajasGame, s: State, task: Task) -> dict[str, Any]:
    _, mode, good, limit, _ = task
    return {"mode": mode, "good": GOODS[good] if good >= 0 else None, "most": limit}


def _reveal_details(game: RajasGame, s: State, task: Task) -> dict[str, Any]:
    return {"source": game.rules.stacks[task[1]]}


def _amount_details(game: RajasGame, s: State, task: Task) -> dict[str, Any]:
    return {"most": task[1]}


_DETAILS = {
    "roll": _roll_details,
    "take": _take_details,
    "overflow": _overflow_details,
    "pay": _pay_details,
    "lay": _lay_details,
    "lay_on": _lay_on_details,
    "sail": _sail_details,
    "score": _score_details,
    "reveal": _reveal_details,
    "karma?": _amount_details,
}


def spaces_view(game: RajasGame, s: State, decision: wire.Decision) -> list[wire.SpaceNow]:
    open_now = {move.split(" ")[1] for move in decision.moves if move.startswith("place ")}
    return [
        wire.SpaceNow(id=one.id, seat=seat_name(game, s.spaces[one.index]), legal=one.id in open_now)
        for one in game.rules.spaces
    ]


def stacks_view(game: RajasGame, s: State, decision: wire.Decision) -> list[wire.StackNow]:
    words = {word for move in decision.moves for word in move.split(" ")[1:2] if decision.name in ("buy", "cover")}
    found = []
    for name, (top, hidden) in zip(game.rules.stacks, s.stacks, strict=True):
        face = game.rules.tiles[top].id if top >= 0 else "unknown" if top == UNKNOWN_TOP else None
        candidates = [game.rules.tiles[one].id for one in hidden] if top == UNKNOWN_TOP else [face]
        left = len(hidden) + (1 if top >= 0 else 0)
        found.append(wire.StackNow(id=name, top=face, left=left, legal=any(one in words for one in candidates)))
    return found


def ledger_since(game: RajasGame, new: Ledger, old: Ledger) -> list[wire.Gain]:
    """What a move wrote into the ledger, oldest first."""
    found = []
    while new is not None and new is not old:
        _, seat, track, amount, source = new[0]
        found.append(wire.Gain(seat=game.rules.seats[seat], track=track, amount=amount, source=source))
        new = new[1]
    return found[::-1]


def played_view(game: RajasGame, number: int, move: Move, before: State, after: State) -> wire.Played:
    """A move of the log with its doer and what it brought."""
    actor = game.actor(before)
    if actor == CHANCE and move.verb == "roll" and before.agenda is not None:
        actor = before.agenda[0][2]
    elif actor == CHANCE and before.seat >= 0:
        actor = before.seat
    return wire.Played(
        number=number,
        seat=seat_name(game, actor),
        verb=move.verb,
        args=list(move.args),
        turn=before.turn,
        round=before.round,
        gains=ledger_since(game, after.ledger, before.ledger),
    )


def phase_of(s: State) -> str:
    if s.over:
        return "over"
    return "opening" if s.seat < 0 else "play"


def board_view(game: RajasGame, s: State, names: dict[str, str]) -> dict[str, Any]:
    """All fields of a `Table` that follow from the state alone."""
    decision = decision_view(game, s)
    standings = game.ranking(s)
    return {
        "phase": phase_of(s),
        "round": s.round,
        "lap": s.lap,
        "turn": s.turn,
        "seat": seat_name(game, s.seat),
        "start": seat_name(game, s.start),
        "mogul": seat_name(game, s.mogul),
        "ending": seat_name(game, s.ending),
        "spaces": spaces_view(game, s, decision),
        "stacks": stacks_view(game, s, decision),
        "supply": dict(zip(COLOURS, s.supply, strict=True)),
        "pile": len(s.pile),
        "river_tiles": [wire.RiverTileNow(space=space, tile=name) for space, name in s.extra.get("river", ())],
        "open_yields": list(s.extra.get("open_yields", ())),
        "players": [
            player_view(game, s, seat, names.get(seat_id, "")) for seat, seat_id in enumerate(game.rules.seats)
        ],
        "decision": decision,
        "ranking": [
            wire.StandingNow(
                seat=one.seat, place=one.place, fame=one.fame, money=one.money, gap=one.gap, met=one.met, rule=one.rule
            )
            for one in standings
        ],
    }


def dice_colours(dice: Sequence[int]) -> list[str]:
    return [COLOURS[COLOUR_OF[die]] for die in dice]
