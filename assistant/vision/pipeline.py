"""The eye: one frame in, one observation out.

A frame is checked first (light, blur, markers); only then are the regions that changed since their last reading read
again. Everything else keeps its reading, which makes an unchanged frame cheap. The caller gives the time.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from assistant.vision.bare import BareCells
from assistant.vision.calibration import Calibration, CameraCalibration
from assistant.vision.cell_patches import unpatched
from assistant.vision.change import ChangeWatch, small_frame
from assistant.vision.colour import ColourModel
from assistant.vision.drift import DriftWatch, Look, expected_ids, lock_again
from assistant.vision.evidence import EmptyBoard
from assistant.vision.framecheck import (
    Blur,
    FrameLimits,
    Light,
    blur_problem,
    light_problem,
    marker_blur,
    measure_light,
    real_reason,
)
from assistant.vision.gallery import Gallery
from assistant.vision.infer import THREADS
from assistant.vision.landmarks import PrintWatch
from assistant.vision.layout import KALI_DICE_MAX
from assistant.vision.markers import Image, find_markers
from assistant.vision.quality import die_px
from assistant.vision.readings import DieReading, FrameQuality, Observation, Problem, SeatReading, TileReading
from assistant.vision.rectify import ViewPlaces
from assistant.vision.reference import empty_views, eye_over
from assistant.vision.regions import CellRegion, DiceRegion, RegionSettings, make_regions
from assistant.vision.sharing import Team, lend
from assistant.vision.tile_net import TileNet
from assistant.vision.tiles import TileReader

BLUR_LOOKS = 5
"""Markers of a frame at which blur is measured: an odd number has a middle one."""


class DiceReading(Protocol):
    """What the eye needs of a dice reader."""

    def read_regions(
        self,
        regions: Sequence[NDArray[np.uint8]],
        die_px: float,
        colours: ColourModel | None = None,
        turns: Sequence[int] | None = None,
        boards: Sequence[EmptyBoard | None] | None = None,
    ) -> list[list[DieReading]]:
        """The dice of every region, boxes in its pixels; `turns` are quarters that bring away-from-the-camera up.

        `boards` tells how the regions look when nothing lies there.
        """
        ...


@dataclass(frozen=True, slots=True)
class EyeSettings:
    """Behaviour of the eye; limits of its parts live with the parts."""

    limits: FrameLimits = field(default_factory=FrameLimits)
    regions: RegionSettings = field(default_factory=RegionSettings)
    refresh_s: float = 3.0
    """Even without a visible change a region is read again after this time, one board a frame."""
    sure: float = 0.85
    """A cell read at least so surely, also as nothing known, can wait longer; lower lets doubtful readings stand."""
    sure_refresh_s: float = 15.0
    """How long; the same pixels give the same answer, so this only costs time."""
    fewest_alike: int = 3
    """Bare printed cells are known by being alike: one that was read with fewer of its board is read with all."""
    hidden_s: float = 5.0
    """After a lock boards with hidden markers are waited for, so long; then something simply lies on a marker."""
    kali_most: int = KALI_DICE_MAX
    threads: int = 2
    """Two share the reading of a frame; with one, dice and tiles are read one after the other."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What a frame shows by itself, wherever the boards lie and whatever was seen before."""

    light: Light
    small: Image
    """As `change.small_frame` makes it."""


def glance_at(frame_bgr: Image) -> Glance:
    """Return what `Eye.observe` may be handed with every showing of this very picture."""
    return Glance(measure_light(frame_bgr), small_frame(frame_bgr))


class _Stopwatch:
    """Milliseconds per stage."""

    def __init__(self) -> None:
        self.ms: dict[str, float] = {}
        self._start = self._last = time.perf_counter()

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self.ms[stage] = self.ms.get(stage, 0.0) + (now - self._last) * 1000
        self._last = now

    def total(self) -> dict[str, float]:
        self.ms["total"] = (time.perf_counter() - self._start) * 1000
        return {stage: round(value, 3) for stage, value in self.ms.items()}


class Eye:
    """Reads the frames of one camera. Not for several threads at once."""

    def __init__(
        self,
        calibration: Calibration,
        dice_reader: DiceReading | None,
        tile_gallery: Gallery | TileReader | None,
        *,
        camera: str | None = None,
        settings: EyeSettings | None = None,
    ) -> None:
        self.settings = settings or EyeSettings()
        self.calibration = calibration
        self.camera = calibration.camera(camera)
        self.dice_reader = dice_reader
        if isinstance(tile_gallery, Gallery):
            tile_gallery = TileReader(TileNet.load(), tile_gallery)
        self.tile_reader = tile_gallery
        self.colours = ColourModel.from_json(calibration.colours) if calibration.colours else None
        # Threads of numpy and OpenCV wait by spinning: on two cores they would take them from the two readers.
        threadpool_limits(THREADS, "blas")
        cv2.setNumThreads(THREADS)
        self._team = Team(self.settings.threads)
        self._build()

    def _build(self) -> None:
        """Everything that follows from the geometry; done again after a bump."""
        side = self.tile_reader.net.side_px if self.tile_reader else 64
        self.regions = make_regions(self.calibration, self.camera, side, self.settings.regions)
        width, height = self.camera.lens.size_px
        wanted = {d.name for d in self.regions.dice} if self.dice_reader else set()
        wanted |= {c.name for c in self.regions.cells} if self.tile_reader else set()
        outlines = {name: line for name, line in self.regions.outlines_px.items() if name in wanted}
        self._change = ChangeWatch((height, width), outlines, self.regions.boards_px, self.regions.cell_px)
        self._drift = DriftWatch(self.camera, self.calibration.card)
        self._die_px = self._die_px_at_markers()
        prints = None if self._drift.expected else PrintWatch(self.camera, self.calibration.die_side_mm)
        self._prints = prints if prints is not None and prints.known else None
        """Without any marker the boards' own print tells whether the camera has moved."""
        self._dice: dict[str, tuple[DieReading, ...]] = {}
        self._tiles: dict[str, TileReading] = {}
        self._due_s: dict[str, float] = {}
        """When each region is read again at the latest."""
        self._of_board: dict[str, set[str]] = {}
        for cell in self.regions.cells:
            self._of_board.setdefault(cell.name.rpartition("/")[0], set()).add(cell.name)
        self._of_seat: dict[str | None, set[str]] = {}
        owned = [(one.seat, one.name) for one in self.regions.dice] + [(c.seat, c.name) for c in self.regions.cells]
        for seat, name in owned:
            self._of_seat.setdefault(seat, set()).add(name)
        self._told: dict[str, tuple[set[str], SeatReading]] = {}
        """What was said last of each seat, with its regions covered then."""
        self._shown: tuple[set[str], tuple[TileReading, ...] | None] | None = None
        """The same of the display."""
        self._all_due = False
        self._locked_s: float | None = None
        """Of the first frame with this geometry."""
        self._settled = False
        views = {region.name: region.view for region in self.regions.dice}
        self._statues = ViewPlaces(list(views.values()))
        self._empty = empty_views(self.camera.empty, self.camera, views, self.calibration.die_side_mm)
        self._boards = {region.name: self._board(region) for region in self.regions.dice if region.name in self._empty}
        self._in_empty: dict[str, list[DieReading]] = {}
        self._bare = BareCells(self.camera.empty, self.camera.boards)

    def _die_px_at_markers(self) -> dict[int, float]:
        """How large a die would be on the board of every marker; 0 for a camera that looks at no dice."""
        side_mm = self.calibration.die_side_mm if self.regions.dice else 0.0
        return {i: die_px(self.camera, p, side_mm) for p in self.camera.boards for i in p.board.marker_ids}

    def forget(self) -> None:
        """Read every region anew at the next frame, changed or not."""
        self._all_due = True

    # --- one frame ---------------------------------------------------------------------------------------------------

    def observe(self, frame_bgr: Image, seq: int, t_s: float, glance: Glance | None = None) -> Observation:
        """Read a frame, shape (h, w, 3); an observation with a problem has no seats.

        `glance`: what `glance_at` said of this very picture, by those who show it more than once.
        """
        watch = _Stopwatch()
        problem, quality = self._check(frame_bgr, glance, watch)
        if problem is not None:
            return Observation(seq, t_s, (), None, quality, problem.value, watch.total())
        small = small_frame(frame_bgr) if glance is None else glance.small
        hidden = set() if self._settled else self._begin(frame_bgr, t_s)
        changed, touched = self._change.look(small, t_s)
        covered = touched | hidden
        due = (set(self._change.areas) if self._all_due else changed | self._stale(t_s, covered)) - covered
        self._all_due = False
        watch.lap("change")
        self._read(frame_bgr, due, watch)
        self._change.remember(small, due)
        self._due_s.update({name: t_s + self._wait_s(name, due) for name in due})
        seats = tuple(self._seat_now(seat, covered, due) for seat in self._seat_names())
        return Observation(seq, t_s, seats, self._display_now(covered, due), quality, None, watch.total())

    def _seat_names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(p.board.seat for p in self.camera.boards if p.board.seat))

    def _stale(self, t_s: float, covered: set[str]) -> set[str]:
        """The region most overdue of those that can be seen, if there is one, with all cells of its board."""
        overdue = [(due_s, name) for name, due_s in self._due_s.items() if t_s > due_s and name not in covered]
        if not overdue:
            return set()
        name = min(overdue)[1]
        return {name} | self._mates(name)

    def _mates(self, name: str) -> set[str]:
        """All cells of a cell's board."""
        return self._of_board.get(name.rpartition("/")[0], set())

    def _wait_s(self, name: str, due: set[str]) -> float:
        """How long a reading may stand while nothing is seen to change; one that has to be done again goes first."""
        cell = self._tiles.get(name)
        if cell is None or cell.confidence < self.settings.sure:
            return self.settings.refresh_s
        unknown = cell.tile is None and not cell.empty
        alone = unknown and len(self._mates(name) & due) < self.settings.fewest_alike
        return -math.inf if alone else self.settings.sure_refresh_s

    # --- checks ------------------------------------------------------------------------------------------------------

    def _check(
        self, frame: Image, glance: Glance | None, watch: _Stopwatch
    ) -> tuple[Problem | None, FrameQuality | None]:
        width, height = self.camera.lens.size_px
        if frame.ndim != 3 or frame.shape[:2] != (height, width):
            return Problem.WRONG_SIZE, None
        light = measure_light(frame) if glance is None else glance.light
        limits = self.settings.limits
        problem = light_problem(light, limits)
        watch.lap("light")
        if problem is not None:
            return problem, FrameQuality(light.mean, 0.0, light.burnt_share, 0, 0, 0.0)
        problem, look = self._check_markers(frame)
        watch.lap("markers")
        blur = self._blur(frame, look)
        problem = real_reason(problem, frame[..., 1], self.regions.die_px, limits) or blur_problem(blur)
        watch.lap("blur")
        softness = blur.px if blur else 0.0
        quality = FrameQuality(light.mean, softness, light.burnt_share, look.seen, look.looked, look.shift_px)
        return problem, quality

    def _blur(self, frame: Image, look: Look) -> Blur | None:
        places = {i: self._drift.expected[i] for i in list(look.shifts_px)[:BLUR_LOOKS]}
        return marker_blur(frame[..., 1], places, self._die_px, self.settings.limits)

    def _check_markers(self, frame: Image) -> tuple[Problem | None, Look]:
        """Markers in place, or found again elsewhere; else the reason why not."""
        if not self._drift.expected:
            return self._prints.look(frame).problem if self._prints else None, Look(0, {})
        look = self._drift.look(frame)
        if not self._drift.moved(look):
            return None, look
        found = {i: c for i, c in find_markers(frame).items() if i in expected_ids(self.camera)}
        if self._drift.in_place(found):
            return None, look
        moved = lock_again(self.camera, self.calibration.card, found)
        if moved is not None:
            self._move_to(moved)
            return None, self._drift.look(frame)
        return (Problem.DRIFTED if found else Problem.NO_MARKERS), look

    def _move_to(self, camera: CameraCalibration) -> None:
        self.camera = camera
        self._build()

    def _begin(self, frame: Image, t_s: float) -> set[str]:
        """After a lock everything is looked at afresh until no marker is hidden; returns the regions behind those."""
        if self._locked_s is None:
            self._locked_s = t_s
        self._change.begin_again()
        hidden = set() if t_s - self._locked_s > self.settings.hidden_s else self._behind_hidden_markers(frame)
        self._settled = not hidden
        return hidden

    def _behind_hidden_markers(self, frame: Image) -> set[str]:
        """Without an earlier frame a hand shows by the markers it hides: all regions of such a board."""
        hidden = self._drift.in_frame - set(self._drift.look_at_all(frame).shifts_px)
        boards = {p.board.name for p in self.camera.boards if hidden & set(p.board.marker_ids)}
        return {name for name in self._change.areas if name in boards or name.rsplit("/", 1)[0] in boards}

    # --- reading -----------------------------------------------------------------------------------------------------

    def _read(self, frame: Image, due: set[str], watch: _Stopwatch) -> None:
        """Read dice and tiles side by side; the times of both are told, the total is what it took together."""
        cells = [i for i, cell in enumerate(self.regions.cells) if cell.name in due]
        boards = [region for region in self.regions.dice if region.name in due]
        jobs = [partial(self._read_dice, frame, boards)] if boards else []
        # The dice take longer: their finder is begun with both threads, the tiles' network after that.
        jobs += [partial(self._read_tiles, frame, cells, len(boards) > 1)] if cells else []
        for told in self._team.run(jobs):
            watch.ms |= told

    def _read_tiles(self, frame: Image, which: list[int], lend_first: bool) -> dict[str, float]:
        if self.tile_reader is None or not which:
            return {}
        watch = _Stopwatch()
        cells = self.regions.sheet.take_patches(frame, which if len(which) < len(self.regions.cells) else None)
        watch.lap("cut_tiles")
        if lend_first:
            lend()
            watch.lap("lent")
        names = [self.regions.cells[i].name for i in which]
        answers = self.tile_reader.read_patches(
            cells, lambda some: self._bare.same([names[i] for i in some], unpatched(cells[some]))
        )
        for i, answer in zip(which, answers, strict=True):
            region = self.regions.cells[i]
            self._tiles[region.name] = answer.reading(region.cell)
        watch.lap("tiles")
        return watch.ms

    def _read_dice(self, frame: Image, boards: list[DiceRegion]) -> dict[str, float]:
        if self.dice_reader is None or not boards:
            return {}
        watch = _Stopwatch()
        views = [region.view.take(frame) for region in boards]
        watch.lap("cut_dice")
        turns = [region.turns for region in boards]
        known = [self._boards.get(region.name) for region in boards]
        found = self.dice_reader.read_regions(views, boards[0].die_px, self.colours, turns, known)
        self._dice |= self._owned(boards, found)
        watch.lap("dice")
        return watch.ms

    def _board(self, region: DiceRegion) -> EmptyBoard:
        """What is known of a board whose empty picture was kept."""
        eye = eye_over(self.camera, region.placed, region.view, self.calibration.die_side_mm)
        return EmptyBoard(self._empty[region.name], region.die_px, eye, partial(self._read_empty, region))

    def _read_empty(self, region: DiceRegion) -> list[DieReading]:
        """What is read on the board's empty picture, once after every lock."""
        if region.name not in self._in_empty and self.dice_reader is not None:
            empty, turns = self._empty[region.name], [region.turns]
            self._in_empty[region.name] = self.dice_reader.read_regions([empty], region.die_px, self.colours, turns)[0]
        return self._in_empty.get(region.name, [])

    def _owned(
        self, boards: Sequence[DiceRegion], found: Sequence[Sequence[DieReading]]
    ) -> dict[str, tuple[DieReading, ...]]:
        """The dice that lie on the boards, by their names, with boxes in frame pixels."""
        numbers = {region.name: number for number, region in enumerate(self.regions.dice)}
        laid = [(region.name, die) for region, dice in zip(boards, found, strict=True) for die in dice]
        which = np.array([numbers[name] for name, _ in laid], int)
        boxes = np.array([die.box_xyxy for _, die in laid], float).reshape(-1, 4)
        middles = self._statues.to_board_mm(which, (boxes[:, :2] + boxes[:, 2:]) / 2)
        shapes, edge = [region.placed.board.shape for region in self.regions.dice], self.settings.regions.owner_mm
        far_mm = np.array([(shape.width_mm, shape.height_mm) for shape in shapes])[which] + edge
        inside = ((middles >= -edge) & (middles <= far_mm)).all(1)
        shown = self._statues.boxes_in_frame(which, boxes).round(1).tolist()
        owned: dict[str, list[DieReading]] = {region.name: [] for region in boards}
        for (name, die), own, (x0, y0, x1, y1) in zip(laid, inside.tolist(), shown, strict=True):
            if own:
                owned[name].append(DieReading(die.colour, die.value, die.confidence, (x0, y0, x1, y1)))
        return {name: tuple(dice) for name, dice in owned.items()}

    # --- putting it together -----------------------------------------------------------------------------------------

    def _tile(self, region: CellRegion, covered: set[str]) -> TileReading:
        if region.name in covered or region.name not in self._tiles:
            return TileReading(region.cell, None, None, 0.0, False, covered=True)
        return self._tiles[region.name]

    def _seat_now(self, seat: str, covered: set[str], due: set[str]) -> SeatReading:
        """The seat's reading: the very same object while it says the same, which spares whoever follows it a look."""
        own = self._of_seat.get(seat, set())
        known, hidden = self._told.get(seat), covered & own
        if known is None or known[0] != hidden or due & own:
            fresh = self._seat(seat, hidden)
            known = self._told[seat] = hidden, known[1] if known is not None and known[1] == fresh else fresh
        return known[1]

    def _display_now(self, covered: set[str], due: set[str]) -> tuple[TileReading, ...] | None:
        own = self._of_seat.get(None, set())
        known, hidden = self._shown, covered & own
        if known is None or known[0] != hidden or due & own:
            fresh = self._display(hidden)
            known = self._shown = hidden, known[1] if known is not None and known[1] == fresh else fresh
        return known[1]

    def _seat(self, seat: str, covered: set[str]) -> SeatReading:
        tiles: tuple[TileReading, ...] = ()
        if self.tile_reader is not None:
            tiles = tuple(self._tile(cell, covered) for cell in self.regions.cells if cell.seat == seat)
        boards = [region.name for region in self.regions.dice if region.seat == seat and self.dice_reader is not None]
        hidden = any(name in covered or name not in self._dice for name in boards)
        dice = () if hidden else tuple(die for name in boards for die in self._dice[name])
        overfull = len(dice) > self.settings.kali_most
        cut = any(region.cut for region in self.regions.dice if region.name in boards)
        covered_now = cut or hidden or any(tile.covered for tile in tiles)
        return SeatReading(seat, dice, tiles, covered_now, overfull, cut)

    def _display(self, covered: set[str]) -> tuple[TileReading, ...] | None:
        cells = [cell for cell in self.regions.cells if cell.seat is None]
        if self.tile_reader is None or not cells:
            return None
        return tuple(self._tile(cell, covered) for cell in cells)
