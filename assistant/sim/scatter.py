"""Worlds by chance: tables, looks, lights, cameras and scenes drawn from a seed, for pictures with their truth."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assistant.sim.art import FAMILIES, SURFACES, example_tiles
from assistant.sim.art.noise import hsv
from assistant.sim.pose import Lens, Pose, fit_pose
from assistant.sim.scene import (
    COLOURS,
    Bgr,
    Clutter,
    DiceLook,
    DieOnTable,
    Hand,
    Light,
    Lighting,
    Look,
    PieceOnBoard,
    Scene,
    SeatScene,
    lay_dice,
    lay_tile,
)
from assistant.sim.sensor import Conditions
from assistant.sim.spots import grid_mm
from assistant.vision.layout import (
    CELL_MM,
    SEATS,
    PlacedBoard,
    TableLayout,
    compact_table,
    display_shape,
    place_seat,
    province_cells,
    standard_table,
)

Rng = np.random.Generator
HUE_RANGES_DEG = {"blue": (205, 232), "green": (105, 158), "orange": (14, 32), "purple": (262, 294)}
SKINS: tuple[Bgr, ...] = ((170, 196, 232), (128, 158, 205), (98, 130, 182), (66, 92, 140), (40, 58, 92))


def seat_table() -> TableLayout:
    """400 x 290 mm: one seat alone, as for a camera of its own or for close pictures of dice."""
    return TableLayout(400.0, 290.0, place_seat("red", 200.0, 145.0, 0.0))


TABLES = {"standard": standard_table, "compact": compact_table, "seat": seat_table}


def nudged(layout: TableLayout, rng: Rng, shift_mm: float = 3.0, turn_deg: float = 2.0) -> TableLayout:
    """Return the table with every board a little out of line, as people put them down."""

    def move(placed: PlacedBoard) -> PlacedBoard:
        dx, dy = rng.uniform(-shift_mm, shift_mm, 2)
        place = placed.placement
        turn = place.turn_deg + float(rng.uniform(-turn_deg, turn_deg))
        return replace(
            placed, placement=replace(place, x_mm=place.x_mm + float(dx), y_mm=place.y_mm + float(dy), turn_deg=turn)
        )

    return replace(layout, boards=tuple(move(placed) for placed in layout.boards))


def random_dice_look(rng: Rng, side_mm: float) -> DiceLook:
    """Dice of some maker: colours within their names, pips white, sometimes black or gold."""
    body = tuple(
        (c, hsv(float(rng.uniform(*HUE_RANGES_DEG[c])), float(rng.uniform(0.7, 1)), _value(c, rng))) for c in COLOURS
    )
    pips: tuple[Bgr, ...] = ((240, 242, 244), (250, 250, 250), (225, 238, 240), (24, 24, 26), (90, 190, 225))
    return DiceLook(
        side_mm=side_mm,
        corner_share=float(rng.uniform(0.07, 0.2)),
        ball_share=float(rng.choice([0.0, rng.uniform(0.2, 0.9)])),
        pip_share=float(rng.uniform(0.075, 0.115)),
        pip_spread=float(rng.uniform(0.24, 0.29)),
        pip_depth=float(rng.uniform(0, 1)),
        pip_bgr=pips[int(rng.choice(5, p=[0.4, 0.25, 0.15, 0.1, 0.1]))],
        body=body,
        gloss=float(rng.uniform(0.1, 1.0)),
        pearl=float(rng.choice([0.0, 0.0, rng.uniform(0.2, 1.0)])),
        turned_pips=bool(rng.random() < 0.3),
    )


def _value(colour: str, rng: Rng) -> float:
    """Orange dice are bright, the others may be dark."""
    return float(rng.uniform(0.85, 1.0) if colour == "orange" else rng.uniform(0.4, 0.85))


def random_look(rng: Rng, family: str | None = None, art_seed: int = 0, side_mm: float = 14.0) -> Look:
    """A copy of the game on some table; the family by chance unless given."""
    return Look(
        family=family or list(FAMILIES)[int(rng.integers(len(FAMILIES)))],
        art_seed=art_seed,
        surface=list(SURFACES)[int(rng.integers(len(SURFACES)))],
        surface_seed=int(rng.integers(1000)),
        dice=random_dice_look(rng, side_mm),
        board_gloss=float(rng.uniform(0, 0.4)),
    )


def random_light(rng: Rng) -> Light:
    """A lamp or window, from warm to cold."""
    warm = float(rng.uniform(-1, 1))
    return Light(
        azimuth_deg=float(rng.uniform(0, 360)),
        elevation_deg=float(rng.uniform(28, 75)),
        softness=float(rng.uniform(0.1, 1.0)),
        strength=float(rng.uniform(0.3, 0.75)),
        tint=(1 - 0.25 * max(warm, 0) + 0.1 * max(-warm, 0), 1 - 0.04 * abs(warm), 1 + 0.06 * warm),
    )


def random_lighting(rng: Rng) -> Lighting:
    """One or two lights that together with the room make a normal exposure."""
    lights = tuple(random_light(rng) for _ in range(int(rng.integers(1, 3))))
    total = float(rng.uniform(0.85, 1.1))
    ambient = float(rng.uniform(0.2, 0.6))
    scale = (total - ambient) / sum(light.strength for light in lights)
    return Lighting(ambient, tuple(replace(light, strength=light.strength * scale) for light in lights))


def random_lens(rng: Rng) -> Lens:
    k1 = float(rng.uniform(-0.16, 0.04))
    k2 = float(rng.uniform(-0.01, 0.04))
    p1, p2 = (float(v) for v in rng.normal(0, 0.0005, 2))
    return Lens(float(rng.uniform(48, 78)), (k1, k2, p1, p2, 0.0))


CONDITIONS = ("plain", "plain", "dim", "warm", "bright", "soft", "shaken", "grainy", "squeezed")


def random_conditions(rng: Rng) -> tuple[str, Conditions]:
    """A name and conditions: mostly plain, else one thing wrong, within what a reader must still cope with."""
    base = Conditions(
        exposure_ev=float(rng.normal(0, 0.15)),
        white_balance_bgr=(float(rng.uniform(0.92, 1.06)), 1.0, float(rng.uniform(0.94, 1.08))),
        noise=float(rng.uniform(1, 4)),
        contrast=float(rng.uniform(0, 0.35)),
        sharpen=float(rng.uniform(0, 0.6)),
        vignette=float(rng.uniform(0, 0.3)),
        jpeg_quality=int(rng.integers(75, 97)),
    )
    changes: dict[str, Conditions] = {
        "plain": base,
        "dim": replace(base, exposure_ev=float(rng.uniform(-1.3, -0.6)), noise=float(rng.uniform(3, 7))),
        "warm": replace(base, white_balance_bgr=(float(rng.uniform(0.6, 0.8)), 0.95, 1.08)),
        "bright": replace(base, exposure_ev=float(rng.uniform(0.3, 0.7))),
        "soft": replace(base, defocus_px=float(rng.uniform(0.6, 1.3))),
        "shaken": replace(base, motion_px=float(rng.uniform(1.5, 3.0)), motion_deg=float(rng.uniform(0, 180))),
        "grainy": replace(base, noise=float(rng.uniform(5, 10))),
        "squeezed": replace(base, jpeg_quality=int(rng.integers(45, 70))),
    }
    name = CONDITIONS[int(rng.integers(len(CONDITIONS)))]
    return name, changes[name]


def random_dice(rng: Rng, count: int) -> tuple[DieOnTable, ...]:
    """Up to ten dice on a statue: in any of its hands, now and then two pushed together or one leaning."""
    faces = [(COLOURS[int(rng.integers(4))], int(rng.integers(1, 7))) for _ in range(10)]
    laid = lay_dice(faces, rng, jitter_mm=float(rng.uniform(1, 4)))
    dice = [laid[int(slot)] for slot in rng.permutation(10)[:count]]
    for index in range(1, len(dice)):
        chance = rng.random()
        if chance < 0.05:
            dice[index] = _pushed(dice[index], dice[index - 1], rng)
        elif chance < 0.07:
            lean = float(rng.uniform(4, 14))
            dice[index] = replace(dice[index], tilt_deg=lean, tilt_towards_deg=float(rng.uniform(0, 360)))
    return tuple(dice)


def _pushed(die: DieOnTable, other: DieOnTable, rng: Rng) -> DieOnTable:
    """The die laid face to face with another."""
    side = np.radians(other.angle_deg + 90.0 * int(rng.integers(4)))
    gap = 14.3
    x, y = other.x_mm + gap * float(np.cos(side)), other.y_mm + gap * float(np.sin(side))
    inside = 8 < x < 102 and 8 < y < 142
    return replace(die, x_mm=x, y_mm=y, angle_deg=other.angle_deg + 90.0 * int(rng.integers(4))) if inside else die


def without_overlaps(dice: tuple[DieOnTable, ...], side_mm: float = 14.0) -> tuple[DieOnTable, ...]:
    """The dice without those that would stand inside an earlier one."""
    kept: list[DieOnTable] = []
    for die in dice:
        near = [float(np.hypot(die.x_mm - k.x_mm, die.y_mm - k.y_mm)) for k in kept]
        if all(gap >= side_mm * 1.42 or (gap >= side_mm and _aligned(die, kept[i])) for i, gap in enumerate(near)):
            kept.append(die)
    return tuple(kept)


def _aligned(a: DieOnTable, b: DieOnTable) -> bool:
    turn = (a.angle_deg - b.angle_deg) % 90
    return min(turn, 90 - turn) < 1 and a.tilt_deg == b.tilt_deg == 0


def random_seat(rng: Rng, seat: str, side_mm: float) -> SeatScene:
    """A seat in the middle of a game."""
    tiles = example_tiles()
    fill = float(rng.uniform(0.1, 0.9))
    names = rng.permutation(len(tiles))
    slack = float(rng.choice([1.2, 0.12 * CELL_MM], p=[0.85, 0.15]))
    laid = tuple(
        lay_tile(cell.name, tiles[int(names[i])], 90 * int(rng.integers(4)), rng, slack_mm=slack)
        for i, cell in enumerate(province_cells())
        if rng.random() < fill
    )
    return SeatScene(seat, without_overlaps(random_dice(rng, int(rng.integers(0, 11))), side_mm), laid)


def random_hand(rng: Rng, layout: TableLayout) -> Hand:
    """A hand reaching in from the side of the table it is nearest to."""
    x, y = float(rng.uniform(0.1, 0.9) * layout.width_mm), float(rng.uniform(0.1, 0.9) * layout.height_mm)
    below = y > layout.height_mm / 2
    return Hand(
        x_mm=x,
        y_mm=y,
        from_deg=float((90 if below else -90) + rng.uniform(-35, 35)),
        height_mm=float(rng.uniform(20, 90)),
        skin=SKINS[int(rng.integers(len(SKINS)))],
        sleeve=hsv(float(rng.uniform(0, 360)), float(rng.uniform(0, 0.9)), float(rng.uniform(0.1, 0.9))),
        scale=float(rng.uniform(0.85, 1.1)),
        blur_mm=float(rng.choice([0.0, rng.uniform(2, 12)])),
    )


def random_loose_dice(rng: Rng, layout: TableLayout) -> tuple[DieOnTable, ...]:
    """Now and then a few dice on the bare table, as after a roll; none near a board."""
    if rng.random() > 0.25:
        return ()
    spots = rng.uniform((20, 20), (layout.width_mm - 20, layout.height_mm - 20), (12, 2))
    free = [spot for spot in spots if all(_clear_of(placed, spot) for placed in layout.boards)]
    return without_overlaps(
        tuple(
            DieOnTable(
                COLOURS[int(rng.integers(4))], int(rng.integers(1, 7)), float(x), float(y), float(rng.uniform(0, 360))
            )
            for x, y in free[:4]
        )
    )


def random_clutter(rng: Rng, layout: TableLayout) -> tuple[Clutter, ...]:
    """Things around the game, up to a hand's breadth beyond the boards, none on them."""
    wide = np.array([layout.width_mm, layout.height_mm])
    spots = rng.uniform(-120, wide + 120, (int(rng.integers(0, 6)), 2))
    kinds = ("phone", "paper", "snack", "cup", "coin", "coin")
    return tuple(
        Clutter(
            kinds[int(rng.integers(len(kinds)))],
            float(x),
            float(y),
            float(rng.uniform(0, 360)),
            hsv(float(rng.uniform(0, 360)), float(rng.uniform(0, 0.7)), float(rng.uniform(0.1, 0.95))),
        )
        for x, y in spots
        if all(_clear_of(placed, np.array([x, y]), gap_mm=190.0) for placed in layout.boards)
    )


def _clear_of(placed: PlacedBoard, spot_mm: NDArray[np.float64], gap_mm: float = 48.0) -> bool:
    """Whether a place is farther from a board than its marker cards reach."""
    turn = np.radians(placed.placement.turn_deg)
    away = spot_mm - (placed.placement.x_mm, placed.placement.y_mm)
    along = np.abs([away[0] * np.cos(turn) + away[1] * np.sin(turn), -away[0] * np.sin(turn) + away[1] * np.cos(turn)])
    half = np.array([placed.board.shape.width_mm, placed.board.shape.height_mm]) / 2
    return bool(np.any(along > half + gap_mm))


def random_pieces(rng: Rng) -> tuple[PieceOnBoard, ...]:
    """Workers, boats and markers on discs of the game board, a little off."""
    owned = [(seat, kind) for seat in SEATS for kind in ("worker", "worker", "worker", "boat", "marker", "marker")]
    discs = grid_mm()
    chosen = rng.permutation(len(discs))[: len(owned)]
    off = rng.uniform(-2, 2, (len(owned), 2))
    return tuple(
        PieceOnBoard(kind, seat, discs[spot][0] + float(dx), discs[spot][1] + float(dy))
        for (seat, kind), spot, (dx, dy) in zip(owned, chosen, off, strict=True)
    )


def random_scene(rng: Rng, layout: TableLayout, look: Look, hands: bool = True) -> Scene:
    """A scene for the boards that lie on this table; a hand in one of eight unless `hands` is False."""
    seats = tuple(dict.fromkeys(placed.board.seat for placed in layout.boards if placed.board.seat))
    display = tuple(
        lay_tile(cell.name, example_tiles()[i + 12 * int(rng.integers(4))], 0, rng)
        for i, cell in enumerate(display_shape().cells)
    )
    return Scene(
        seats=tuple(random_seat(rng, seat, look.dice.side_mm) for seat in seats),
        display=display,
        pieces=random_pieces(rng),
        loose_dice=random_loose_dice(rng, layout),
        clutter=random_clutter(rng, layout),
        hands=(random_hand(rng, layout),) if hands and rng.random() < 0.125 else (),
        lighting=random_lighting(rng),
    )


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a run of random worlds shall look like; None leaves it to chance."""

    family: str | None = None
    size_wh: tuple[int, int] = (1280, 720)
    elevation_deg: tuple[float, float] = (50.0, 90.0)
    table: str = "compact"
    art_seed: int = 0
    hands: bool = True
    clean: bool = False
    """No noise, blur or JPEG: for measuring geometry."""


@dataclass(frozen=True, slots=True)
class World:
    """One drawn world: a table under a camera at one moment."""

    layout: TableLayout
    look: Look
    pose: Pose
    scene: Scene
    condition: str
    conditions: Conditions


def random_world(rng: Rng, wishes: Wishes) -> World:
    """Return a world; raises ValueError when no camera with these wishes sees the table."""
    layout = nudged(TABLES[wishes.table](), rng)
    look = random_look(rng, wishes.family, wishes.art_seed, layout.die_side_mm)
    elevation = float(rng.uniform(*wishes.elevation_deg))
    turns = {"azimuth_deg": float(rng.normal(0, 4)), "roll_deg": float(rng.normal(0, 1.5))}
    pose = fit_pose(layout, wishes.size_wh, elevation, lens=random_lens(rng), **turns)
    scene = random_scene(rng, layout, look, wishes.hands)
    name, conditions = random_conditions(rng)
    if wishes.clean:
        name, conditions = "clean", Conditions(noise=0, contrast=0, sharpen=0, vignette=0, jpeg_quality=None)
    return World(layout, look, pose, scene, name, conditions)
