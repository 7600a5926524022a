"""An evening at the simulated table: gestures become frames, frames become readings (or pictures).

`SyntheticEye` gives the readings a camera would give, with flicker and dropouts, without drawing a pixel: thousands of
turns in minutes. The same frames can be drawn by the simulated camera and read by the real eye.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from assistant.sim.robots import DISPLAY_CELLS, Gesture, PhysicalTable
from assistant.sim.scene import SeatScene
from assistant.vision.layout import TableLayout, standard_table
from assistant.vision.readings import DieReading, Observation, Problem, SeatReading, TileReading

FPS = 10.0
PX_PER_MM = 1.55
"""A 1920 pixel picture of the standard table."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment: where hands are, whether anything moves, what ails the picture."""

    seq: int
    t_s: float
    over: tuple[str, ...]
    moving: bool
    problem: str | None = None
    edge: tuple[str, ...] = ()
    """Where a hand just comes or goes: it hides a little but is not noticed yet."""


@dataclass(frozen=True, slots=True)
class Noise:
    """How the eye errs, per die or cell and frame."""

    seat_share: float = 0.2
    """Share of frames in which a seat's reading is disturbed at all."""
    unknown: float = 0.03
    """Per die of a disturbed frame: colour or value not certain."""
    wrong: float = 0.003
    """Per die of a disturbed frame: a false value."""
    dropped: float = 0.005
    """Per die of a disturbed frame: not found."""
    invented: float = 0.01
    """Per seat of a disturbed frame: a die that is not there."""
    jitter_px: float = 0.6
    tile_unknown: float = 0.02
    edge_hidden: int = 2
    """Dice hidden by a hand that is not noticed yet, at most."""


class Clock:
    """The table's time: frames at a fixed rate."""

    def __init__(self, fps: float = FPS) -> None:
        self.fps = fps
        self.seq = 0

    @property
    def t_s(self) -> float:
        return self.seq / self.fps

    def tick(self, over: tuple[str, ...] = (), moving: bool = False, **more: object) -> Frame:
        """The next frame."""
        self.seq += 1
        return Frame(self.seq, self.t_s, over, moving, **more)  # type: ignore[arg-type]


UNWATCHED = {"main", "supply"}
"""Places no camera sees unless one hangs over the game board."""


def perform(gestures: Sequence[Gesture], table: PhysicalTable, clock: Clock) -> Iterator[Frame]:
    """Frames of the gestures; the table changes in the middle of each, while the hand is over it."""
    for gesture in gestures:
        count = max(2 if gesture.change else 1, round(gesture.seconds * clock.fps))
        for index in range(count):
            if index == count // 2 and gesture.change:
                gesture.change(table)
            edge = bool(gesture.over) and index in (0, count - 1) and count > 3
            moving = bool(set(gesture.over) - UNWATCHED)
            yield clock.tick(() if edge else gesture.over, moving, edge=gesture.over if edge else ())


def still(seconds: float, clock: Clock) -> Iterator[Frame]:
    """Frames in which nothing happens."""
    for _ in range(max(1, round(seconds * clock.fps))):
        yield clock.tick()


class SyntheticEye:
    """Readings of the physical table, as the camera's eye would give them."""

    def __init__(
        self,
        table: PhysicalTable,
        rng: random.Random,
        noise: Noise | None = None,
        layout: TableLayout | None = None,
    ) -> None:
        self.table = table
        self.rng = rng
        self.noise = noise or Noise()
        self.layout = layout or standard_table(tuple(table.seats))
        self._known: dict[str, tuple[SeatScene, tuple[float, float], SeatReading]] = {}
        self._covered: dict[str, SeatReading] = {seat: SeatReading(seat, (), (), covered=True) for seat in table.seats}
        self._display: tuple[tuple[object, ...], tuple[TileReading, ...]] = ((), ())

    def observe(self, frame: Frame) -> Observation:
        """What the eye says of this frame."""
        if frame.problem:
            return Observation(frame.seq, frame.t_s, (), None, None, frame.problem)
        seats = tuple(self._seat(seat, frame) for seat in self.table.seats)
        return Observation(frame.seq, frame.t_s, seats, self._display_reading(frame), None, None)

    def _seat(self, seat: str, frame: Frame) -> SeatReading:
        if seat in frame.over:
            return self._covered[seat]
        base = self._base(seat)
        if seat in frame.edge:
            keep = len(base.dice) - self.rng.randint(0, self.noise.edge_hidden)
            return replace(base, dice=base.dice[: max(0, keep)])
        if self.rng.random() < self.noise.seat_share:
            return self._disturbed(base)
        return base

    def _base(self, seat: str) -> SeatReading:
        scene, bump = self.table.seats[seat], self.table.bump_px
        known = self._known.get(seat)
        if known and known[0] is scene and known[1] == bump:
            return known[2]
        reading = SeatReading(seat, self._dice(seat, scene, bump), self._tiles(seat, scene))
        self._known[seat] = (scene, bump, reading)
        return reading

    def _dice(self, seat: str, scene: SeatScene, bump: tuple[float, float]) -> tuple[DieReading, ...]:
        if not scene.dice:
            return ()
        placed = self.layout.board(f"{seat}/kali")
        points = placed.to_table_mm(np.array([[die.x_mm, die.y_mm] for die in scene.dice])) * PX_PER_MM
        half = self.layout.die_side_mm * PX_PER_MM / 2
        return tuple(
            DieReading(die.colour, die.value, 0.99, (x - half + bump[0], y - half + bump[1], x + half + bump[0],
                                                     y + half + bump[1]))
            for die, (x, y) in zip(scene.dice, points.tolist(), strict=True)
        )  # fmt: skip

    def _tiles(self, seat: str, scene: SeatScene) -> tuple[TileReading, ...]:
        lying = {tile.cell: tile for tile in scene.tiles}
        cells = tuple(cell.name for cell in self.layout.board(f"{seat}/province").board.shape.cells)
        return tuple(
            TileReading(cell, lying[cell].tile, lying[cell].rotation, 0.98, False)
            if cell in lying
            else TileReading(cell, None, None, 0.99, True)
            for cell in cells
        )

    def _disturbed(self, base: SeatReading) -> SeatReading:
        dice = [self._disturbed_die(die) for die in base.dice if self.rng.random() >= self.noise.dropped]
        if base.dice and self.rng.random() < self.noise.invented:
            x0, y0, x1, y1 = base.dice[0].box_xyxy
            dice.append(DieReading(None, None, 0.4, (x0 + 30, y0 + 30, x1 + 30, y1 + 30)))
        tiles = tuple(
            replace(tile, tile=None, rotation=None, empty=False, confidence=0.4)
            if self.rng.random() < self.noise.tile_unknown
            else tile
            for tile in base.tiles
        )
        return replace(base, dice=tuple(dice), tiles=tiles)

    def _disturbed_die(self, die: DieReading) -> DieReading:
        dx, dy = self.rng.gauss(0, self.noise.jitter_px), self.rng.gauss(0, self.noise.jitter_px)
        x0, y0, x1, y1 = die.box_xyxy
        moved = replace(die, box_xyxy=(x0 + dx, y0 + dy, x1 + dx, y1 + dy))
        draw = self.rng.random()
        if draw < self.noise.wrong:
            return replace(moved, value=self.rng.randint(1, 6), confidence=0.9)
        if draw < self.noise.wrong + self.noise.unknown:
            return replace(moved, value=None, confidence=0.5)
        return moved

    def _display_reading(self, frame: Frame) -> tuple[TileReading, ...]:
        if "display" in frame.over:
            return tuple(TileReading(cell, None, None, 0.0, False, True) for cell in DISPLAY_CELLS.values())
        key = tuple(self.table.display.items())
        if key != self._display[0]:
            tops = tuple(
                TileReading(cell, self.table.display[stack].tile, 0, 0.98, False)
                if stack in self.table.display
                else TileReading(cell, None, None, 0.98, True)
                for stack, cell in DISPLAY_CELLS.items()
            )
            self._display = (key, tops)
        return self._display[1]


TROUBLES = (Problem.TOO_DARK, Problem.DRIFTED, Problem.CAMERA_LOST)


def trouble(problem: Problem, seconds: float, clock: Clock) -> Iterator[Frame]:
    """Frames without a usable picture."""
    for _ in range(max(1, round(seconds * clock.fps))):
        yield clock.tick(problem=problem.value)
