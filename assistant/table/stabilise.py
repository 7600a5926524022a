"""Readings of many frames become one calm snapshot: votes per die and per cell, hands and movement waited out.

Dice are followed by where they lie. A die that stays in its place keeps its number, so that the proposer knows which
dice nobody has touched; its colour and value are the majority of the last frames. A die or tile counts as changed only
when several frames agree, and the table is calm only when nothing has changed for a while.
"""

import math
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count

from assistant.engine.rajas.dice import COLOUR_INDEX
from assistant.engine.rajas.rules import Rules
from assistant.engine.rajas.state import NO_TILE
from assistant.table.mapping import DISPLAY_CELLS, ROTATIONS, MainReading
from assistant.table.snapshot import UNSEEN, SeenSeat, TableSnapshot, Vague
from assistant.vision.readings import DieReading, Observation, SeatReading, TileReading


@dataclass(frozen=True, slots=True)
class Thresholds:
    """When the table is calm. All times are in seconds of the frames' own clock."""

    settle_s: float = 0.35
    """Nothing changed for this long. Lower: quicker, but half-finished turns are looked at more often."""
    confirm_frames: int = 3
    """Frames in which a new die or tile must be seen. Lower: a flicker becomes a die; higher: slower."""
    miss_frames: int = 4
    """Frames without a die before it is gone. Lower: a dropout becomes a payment; higher: slower."""
    window: int = 7
    """Frames that vote on a die's colour and value."""
    agree_share: float = 0.7
    """Share of the votes the winner needs. Higher: more dice stay vague."""
    cell_window: int = 5
    cell_votes: int = 3
    """Votes of the last `cell_window` frames a cell's content needs."""
    moved_share: float = 0.15
    """Of the die's side: farther from its place, a die was touched. Lower: camera jitter looks like touching."""
    near_share: float = 0.6
    """Of the die's side: a reading farther away is another die."""
    die_confidence: float = 0.8
    """A reading below this has no vote on colour and value. Higher: dice stay vague longer; lower: false faces."""
    noise_confidence: float = 0.45
    """Below this a reading is not even a die that cannot be read."""


@dataclass(slots=True)
class DieTrack:
    """One die that is followed."""

    id: int
    x: float
    y: float
    side: float
    since_s: float
    votes: deque[tuple[int | None, int | None]]
    coloured: int = 0
    """Frames in which its colour was certain. Ornaments of the statue look like dice without a colour."""
    misses: int = 0
    sure: float = 0.0


@dataclass(slots=True)
class CellVotes:
    """The last readings of one cell and what they agree on."""

    votes: deque[int]
    value: int = UNSEEN

    def add(self, code: int, needed: int, forgetful: bool = False) -> bool:
        """Take in a reading; returns whether what the cell holds has changed.

        A cell that cannot be read any more keeps its content until something else is read there; a `forgetful` one
        only while some of the last readings still say so.
        """
        self.votes.append(code)
        if self.votes.count(code) < needed or code == self.value:
            return False
        if code == UNSEEN and not (forgetful and self._all_unseen()):
            return False
        self.value = code
        return True

    def _all_unseen(self) -> bool:
        return len(self.votes) == self.votes.maxlen and self.votes.count(UNSEEN) == len(self.votes)

    def wavers(self) -> bool:
        """Whether the newest reading contradicts what the cell is believed to hold."""
        return bool(self.votes) and self.votes[-1] not in (UNSEEN, self.value)


@dataclass(slots=True)
class SeatEye:
    """Everything followed before one seat."""

    limits: Thresholds
    cells: list[CellVotes]
    numbers: "count[int]"
    tracks: list[DieTrack] = field(default_factory=list)
    changed_s: float = -math.inf
    covered: bool = False
    agreed: dict[int, int] = field(default_factory=dict)
    """Track number to die, at the time table and record last agreed."""
    last: SeatReading | None = None
    steady: int = 0
    known: SeenSeat | None = None
    """What `seen` said last, while nothing has been taken in since."""
    _before: set[int] = field(default_factory=set)
    _codes: Sequence[int] = ()
    _same_codes: int = 0
    _wavering: bool = False

    def look(self, reading: SeatReading, t_s: float, codes: Sequence[int]) -> None:
        """Take in one frame; `codes` is the content of the cells in order, UNSEEN where not known."""
        self.covered = reading.covered
        if reading.covered:
            self.changed_s = t_s
            self.last, self.steady = None, 0
            # What a hand was over is read afresh: another die may lie in the same place.
            for track in self.tracks:
                track.votes.clear()
            self.known = None
            return
        # The same reading again and again changes nothing once every vote is cast.
        self.steady = self.steady + 1 if reading is self.last else 0
        self.last = reading
        if self.steady > self.limits.window:
            return
        self.known = None
        self._look_at_dice(reading.dice, t_s)
        self._look_at_cells(codes, t_s)

    def _look_at_cells(self, codes: Sequence[int], t_s: float) -> None:
        # Once every vote of every cell says the same, more of them change nothing.
        self._same_codes = self._same_codes + 1 if codes == self._codes else 0
        self._codes = codes
        if self._same_codes > self.limits.cell_window:
            return
        for cell, code in zip(self.cells, codes, strict=True):
            if cell.add(code, self.limits.cell_votes):
                self.changed_s = max(self.changed_s, t_s - self._sight_delay())
        self._wavering = any(cell.wavers() for cell in self.cells)

    def _sight_delay(self) -> float:
        """Votes come late: the change was there a few frames before it is believed."""
        return 0.1

    def _look_at_dice(self, dice: Sequence[DieReading], t_s: float) -> None:
        believed = [die for die in dice if die.confidence >= self.limits.noise_confidence]
        pairs = self._pairs(believed)
        for index, die in enumerate(believed):
            if index in pairs:
                self._follow(pairs[index], die, t_s)
            else:
                self._begin(die, t_s)
        followed = {track.id for track in pairs.values()}
        for track in list(self.tracks):
            if track.id in self._before and track.id not in followed:
                self._miss(track, t_s)

    def _pairs(self, dice: Sequence[DieReading]) -> dict[int, DieTrack]:
        """Which reading continues which track: the nearest pairs first, so that a ghost takes no die's place."""
        self._before = {track.id for track in self.tracks}
        near: list[tuple[float, int, int]] = []
        for index, die in enumerate(dice):
            x, y, side = _place(die)
            for number, track in enumerate(self.tracks):
                distance = math.hypot(track.x - x, track.y - y)
                if distance <= self.limits.near_share * side:
                    near.append((distance, index, number))
        pairs: dict[int, DieTrack] = {}
        taken: set[int] = set()
        for _, index, number in sorted(near):
            if index not in pairs and number not in taken:
                pairs[index] = self.tracks[number]
                taken.add(number)
        return pairs

    def _begin(self, die: DieReading, t_s: float) -> None:
        x, y, side = _place(die)
        votes: deque[tuple[int | None, int | None]] = deque(maxlen=self.limits.window)
        self.tracks.append(DieTrack(next(self.numbers), x, y, side, t_s, votes))
        self._vote(self.tracks[-1], die, t_s)

    def _vote(self, track: DieTrack, die: DieReading, t_s: float) -> None:
        # A whole face read without certainty may be an ornament; a colour without a value is a die hard to read.
        believed = die.confidence >= self.limits.die_confidence or die.value is None
        label = _label(die) if believed else (None, None)
        track.votes.append(label)
        track.sure = die.confidence
        if label[0] is None:
            return
        track.coloured += 1
        if track.coloured == 1:
            track.since_s = t_s
        if track.coloured == self.limits.confirm_frames:
            self.changed_s = max(self.changed_s, track.since_s)

    def _follow(self, track: DieTrack, die: DieReading, t_s: float) -> None:
        x, y, side = _place(die)
        if math.hypot(track.x - x, track.y - y) > self.limits.moved_share * side:
            self.tracks.remove(track)
            self._begin(die, t_s)
            if track.coloured:
                self.changed_s = t_s
            return
        track.misses = 0
        self._vote(track, die, t_s)

    def _miss(self, track: DieTrack, t_s: float) -> None:
        track.misses += 1
        tentative = track.coloured < self.limits.confirm_frames
        if tentative or track.misses >= self.limits.miss_frames:
            self.tracks.remove(track)
            if not tentative:
                self.changed_s = max(self.changed_s, t_s - 0.1 * (self.limits.miss_frames - 1))

    def calm_since(self) -> float:
        """When the last change happened; infinity while something is still undecided."""
        if self.covered or any(self._undecided(track) for track in self.tracks):
            return math.inf
        return math.inf if self._wavering else self.changed_s

    def _undecided(self, track: DieTrack) -> bool:
        if track.coloured < self.limits.confirm_frames:
            return track.coloured > 0 and track.misses == 0
        return track.misses > 1 or len(track.votes) < self.limits.confirm_frames

    def seen(self) -> SeenSeat:
        """The seat as it looks now."""
        if self.known is None:
            self.known = self._seen_now()
        return self.known

    def _seen_now(self) -> SeenSeat:
        certain: list[int] = []
        kept: list[int] = []
        vague: list[Vague] = []
        for track in self.tracks:
            if track.coloured < self.limits.confirm_frames:
                continue
            colour, value = self._agreed_label(track)
            if colour is None or value is None:
                vague.append((colour, value))
                continue
            die = colour * 6 + value - 1
            certain.append(die)
            if self.agreed.get(track.id) == die:
                kept.append(die)
        sure = min((track.sure for track in self.tracks if track.coloured), default=1.0)
        cells = tuple(cell.value for cell in self.cells)
        return SeenSeat(tuple(sorted(certain)), tuple(vague), cells, tuple(sorted(kept)), sure)

    def _agreed_label(self, track: DieTrack) -> Vague:
        votes = track.votes
        if votes and votes.count(votes[0]) == len(votes):
            return votes[0]
        return self._winner([c for c, _ in votes]), self._winner([v for _, v in votes])

    def _winner(self, votes: list[int | None]) -> int | None:
        cast = [one for one in votes if one is not None]
        if not cast:
            return None
        best, times = Counter(cast).most_common(1)[0]
        # A frame without an answer is no vote against, but half of all frames must have one.
        return best if times >= self.limits.agree_share * len(cast) and 2 * times >= len(votes) else None

    def agree(self) -> None:
        """Table and record agree: remember which die lies where."""
        self.known = None
        self.agreed = {}
        for track in self.tracks:
            colour, value = self._agreed_label(track)
            if colour is not None and value is not None:
                self.agreed[track.id] = colour * 6 + value - 1


def _place(die: DieReading) -> tuple[float, float, float]:
    x0, y0, x1, y1 = die.box_xyxy
    return (x0 + x1) / 2, (y0 + y1) / 2, max(1.0, (x1 - x0 + y1 - y0) / 2)


def _label(die: DieReading) -> tuple[int | None, int | None]:
    colour = COLOUR_INDEX.get(die.colour) if die.colour is not None else None
    value = die.value if die.value is not None and 1 <= die.value <= 6 else None
    return colour, value


class Stabiliser:
    """All seats, the display and the game board."""

    def __init__(self, rules: Rules, limits: Thresholds | None = None) -> None:
        self.rules = rules
        self.limits = limits or Thresholds()
        self._cell_names = [rules.maps[board].cells for board in rules.boards]
        self.forget()

    def forget(self) -> None:
        """Start from nothing."""
        numbers = count(1)
        self.seats = [SeatEye(self.limits, [self._new_cell() for _ in cells], numbers) for cells in self._cell_names]
        self.tops = [self._new_cell() for _ in self.rules.stacks]
        self.changed_s = -math.inf
        self.main: MainReading | None = None
        self._main_next: MainReading | None = None
        self._main_times = 0
        self._codes: dict[int, tuple[SeatReading, list[int]]] = {}
        self._display: tuple[object, int] = (None, 0)
        self._tops_waver = False
        self.believed: dict[str, object] = {}

    def _new_cell(self) -> CellVotes:
        return CellVotes(deque(maxlen=self.limits.cell_window))

    def look(self, observation: Observation) -> None:
        """Take in a frame without a problem."""
        for reading in observation.seats:
            if reading.seat in self.rules.seats:
                number = self.rules.seats.index(reading.seat)
                self.seats[number].look(reading, observation.t_s, self._cell_codes(number, reading))
        if observation.display is not None:
            self._look_at_display(observation.display, observation.t_s)

    def _cell_codes(self, number: int, reading: SeatReading) -> list[int]:
        known = self._codes.get(number)
        if known and known[0] is reading:
            return known[1]
        by_cell = {tile.cell: tile for tile in reading.tiles}
        codes = [self._code(by_cell.get(cell)) for cell in self._cell_names[number]]
        self._codes[number] = (reading, codes)
        return codes

    def _code(self, tile: TileReading | None) -> int:
        """A cell's content; anything the box does not have is not known."""
        if tile is None or tile.covered:
            return UNSEEN
        if tile.tile is None:
            return -1 if tile.empty else UNSEEN
        if tile.rotation not in ROTATIONS or tile.tile not in self.rules.tile_index:
            return UNSEEN
        return self.rules.tile_index[tile.tile] * 4 + ROTATIONS.index(tile.rotation)

    def _look_at_display(self, display: Sequence[TileReading], t_s: float) -> None:
        if any(tile.covered for tile in display):
            self.changed_s = t_s
        same, times = self._display
        self._display = (display, times + 1 if display is same else 0)
        if display is same and times > self.limits.window:
            return
        for tile in display:
            stack = self.rules.stack_index.get(DISPLAY_CELLS.get(tile.cell, ""))
            if stack is None or tile.covered:
                continue
            code = NO_TILE if tile.empty else self.rules.tile_index.get(tile.tile or "", UNSEEN)
            # The bare mat under an emptied stack may look like nothing the eye knows: then nothing is known of it.
            if self.tops[stack].add(code, self.limits.cell_votes, forgetful=True):
                self.changed_s = max(self.changed_s, t_s - 0.1)
        self._tops_waver = any(cell.wavers() for cell in self.tops)

    def look_at_main(self, main: MainReading | None, t_s: float) -> None:
        """Take in a reading of the game board: believed when it repeats."""
        if main is None:
            self.main = self._main_next = None
        elif main == self._main_next:
            self._main_times += 1
            if self._main_times == self.limits.confirm_frames and main != self.main:
                self.main = main
                self.changed_s = max(self.changed_s, t_s - 0.1 * (self.limits.confirm_frames - 1))
        else:
            self._main_next, self._main_times = main, 1

    def calm_since(self) -> float:
        """When the table last changed; infinity while hands are over it or something is undecided."""
        if self._main_next is not None and self._main_next != self.main:
            return math.inf
        if self._tops_waver:
            return math.inf
        return max(self.changed_s, *(seat.calm_since() for seat in self.seats))

    def snapshot(self) -> TableSnapshot:
        """The table as it looks now."""
        return TableSnapshot(tuple(eye.seen() for eye in self.seats), tuple(c.value for c in self.tops), self.main)

    def agree(self) -> None:
        """Table and record agree now."""
        for eye in self.seats:
            eye.agree()
