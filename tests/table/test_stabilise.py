"""Frame by frame: hands, flicker, dropouts, rolled dice, nudged dice, tiles being laid; and what is no reading."""

import math
from dataclasses import replace

import pytest

from assistant.editions import load_edition
from assistant.engine.rajas.dice import NAMES
from assistant.engine.rajas.game import RajasGame
from assistant.engine.rajas.setup import Setup, seats_for
from assistant.sim.robots import DISPLAY_CELLS as CELL_OF
from assistant.table.snapshot import UNSEEN
from assistant.table.stabilise import Stabiliser
from assistant.table.trust import is_reading
from assistant.vision.readings import DieReading, Observation, SeatReading, TileReading


@pytest.fixture(scope="module")
def game() -> RajasGame:
    return RajasGame(load_edition(), Setup(seats_for(2)))


COLOURS = {"b": "blue", "g": "green", "o": "orange", "p": "purple"}


def die(name: str, x: float, y: float = 50.0, confidence: float = 0.99) -> DieReading:
    value = None if name[1] == "?" else int(name[1])
    return DieReading(COLOURS.get(name[0]), value, confidence, (x - 10, y - 10, x + 10, y + 10))


class Table:
    """Feeds frames of the red seat at ten a second."""

    def __init__(self, game: RajasGame) -> None:
        self.eye = Stabiliser(game.rules)
        self.seq = 0

    def show(self, *dice: DieReading, frames: int = 1, covered: bool = False, tiles: tuple[TileReading, ...] = ()):
        for _ in range(frames):
            self.seq += 1
            red = SeatReading("red", dice, tiles, covered)
            yellow = SeatReading("yellow", (), ())
            self.eye.look(Observation(self.seq, self.seq / 10, (red, yellow), None, None, None))
        return self

    @property
    def calm(self) -> bool:
        return self.seq / 10 - self.eye.calm_since() >= self.eye.limits.settle_s

    def names(self) -> list[str]:
        return [NAMES[code] for code in self.eye.snapshot().seats[0].dice]


def test_dice_count_once_they_have_lain_still(game: RajasGame) -> None:
    table = Table(game).show(die("b3", 10), die("g5", 60), frames=2)
    assert not table.calm
    table.show(die("b3", 10), die("g5", 60), frames=4)
    assert table.calm
    assert table.names() == ["b3", "g5"]


def test_one_dropped_frame_takes_no_die_away(game: RajasGame) -> None:
    table = Table(game).show(die("b3", 10), die("g5", 60), frames=6)
    table.show(die("b3", 10))
    table.show(die("b3", 10), die("g5", 60), frames=2)
    assert table.calm
    assert table.names() == ["b3", "g5"]


def test_one_false_face_changes_nothing(game: RajasGame) -> None:
    table = Table(game).show(die("b3", 10), frames=6)
    table.show(die("b5", 10))
    table.show(die("b3", 10))
    assert table.names() == ["b3"]
    assert table.calm


def test_a_ghost_of_one_frame_is_no_die(game: RajasGame) -> None:
    table = Table(game).show(die("b3", 10), frames=6)
    table.show(die("b3", 10), die("o6", 120))
    table.show(die("b3", 10))
    assert table.names() == ["b3"]


def test_an_ornament_without_a_colour_is_no_die(game: RajasGame) -> None:
    table = Table(game).show(die("b3", 10), die("?1", 120), frames=12)
    assert table.calm
    assert table.names() == ["b3"]
    assert table.eye.snapshot().seats[0].vague == ()


def test_a_die_without_a_value_is_vague(game: RajasGame) -> None:
    table = Table(game).show(die("b3", 10), die("o?", 120, confidence=0.5), frames=8)
    assert table.eye.snapshot().seats[0].vague == ((2, None),)


def test_under_a_hand_nothing_is_calm_and_nothing_is_lost(game: RajasGame) -> None:
    table = Table(game).show(die("b3", 10), die("g5", 60), frames=6)
    table.show(covered=True, frames=20)
    assert not table.calm
    assert table.eye.calm_since() == math.inf
    table.show(die("b3", 10), die("g5", 60), frames=6)
    assert table.calm
    assert table.names() == ["b3", "g5"]


def test_a_die_put_in_the_place_of_another_under_the_hand_is_read_afresh(game: RajasGame) -> None:
    table = Table(game).show(die("b3", 10), frames=10)
    table.show(covered=True, frames=5)
    table.show(die("o6", 10), frames=3)
    assert not table.calm
    table.show(die("o6", 10), frames=3)
    assert table.calm
    assert table.names() == ["o6"]


def test_dice_nobody_touched_are_kept_and_a_nudged_one_is_not(game: RajasGame) -> None:
    table = Table(game).show(die("b3", 10), die("g5", 60), frames=6)
    table.eye.agree()
    table.show(covered=True, frames=4)
    table.show(die("b3", 10), die("g5", 68), frames=6)
    seat = table.eye.snapshot().seats[0]
    assert [NAMES[code] for code in seat.kept] == ["b3"]
    assert [NAMES[code] for code in seat.dice] == ["b3", "g5"]


def test_a_tile_needs_several_frames_and_survives_an_unreadable_one(game: RajasGame) -> None:
    tile = TileReading("r1c2", "blue-cow-3", 90, 0.98, False)
    table = Table(game).show(tiles=(replace(tile, tile=None, empty=True),), frames=5)
    cell = game.rules.maps[0].index["r1c2"]
    assert table.eye.snapshot().seats[0].cells[cell] == -1
    table.show(tiles=(tile,), frames=2)
    assert table.eye.snapshot().seats[0].cells[cell] == -1
    table.show(tiles=(tile,), frames=3)
    code = game.rules.tile_index["blue-cow-3"] * 4 + 1
    assert table.eye.snapshot().seats[0].cells[cell] == code
    table.show(tiles=(replace(tile, tile=None, rotation=None, empty=False),), frames=5)
    assert table.eye.snapshot().seats[0].cells[cell] == code


def test_a_tile_the_box_does_not_have_is_unseen(game: RajasGame) -> None:
    table = Table(game).show(tiles=(TileReading("r1c2", "pink-dragon-1", 0, 0.99, False),), frames=6)
    assert table.eye.snapshot().seats[0].cells[game.rules.maps[0].index["r1c2"]] == UNSEEN


@pytest.mark.parametrize(
    "reading",
    [
        None,
        "a picture",
        Observation(1, math.nan, (), None, None, None),
        Observation(1, 0.1, (SeatReading("red", (die("b3", math.nan),), ()),), None, None, None),
        Observation(1, 0.1, (SeatReading("red", (die("b3", 10, confidence=math.inf),), ()),), None, None, None),
        Observation(1, 0.1, (SeatReading("red", tuple(die("b3", x) for x in range(500)), ()),), None, None, None),
        Observation(1, 0.1, (SeatReading("red", None, ()),), None, None, None),  # type: ignore[arg-type]
        Observation(1, 0.1, None, None, None, None),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_reading_is_refused(reading: object) -> None:
    assert not is_reading(reading, {})


def test_bare_mat_that_looks_like_nothing_known_is_not_the_old_tile(game: RajasGame) -> None:
    """The last tile of a stack is taken: what the eye cannot name is forgotten, but not after a flicker."""
    eye = Stabiliser(game.rules)
    stack = game.rules.stacks.index("blue-cow")
    tile, cell = game.rules.tile_index["blue-cow-1"], CELL_OF["blue-cow"]
    seq = 0
    for reading, frames, believed in (
        (TileReading(cell, "blue-cow-1", 0, 0.98, False), 5, tile),
        (TileReading(cell, None, None, 0.3, False), 3, tile),
        (TileReading(cell, "blue-cow-1", 0, 0.98, False), 2, tile),
        (TileReading(cell, None, None, 0.3, False), 6, UNSEEN),
        (TileReading(cell, None, None, 0.9, True), 4, -1),
    ):
        for _ in range(frames):
            seq += 1
            eye.look(Observation(seq, seq / 10, (), (reading,), None, None))
        assert eye.snapshot().tops[stack] == believed
