"""A cell from which a tile was lifted is bare, whatever its print; a cell with a tile never is."""

from dataclasses import replace

import numpy as np
import pytest

from assistant.sim.camera import FastCamera
from assistant.sim.pose import fit_pose
from assistant.sim.scatter import seat_table
from assistant.sim.scene import Look, Scene, SeatScene, lay_tile
from assistant.vision.bare import BareCells
from assistant.vision.calibrate import calibrate
from assistant.vision.gallery import Gallery, entry_of
from assistant.vision.pipeline import Eye
from assistant.vision.readings import Observation, SeatReading, TileReading
from assistant.vision.reference import with_earlier_empty
from assistant.vision.tile_net import TileNet
from assistant.vision.tiles import TileReader
from tests.vision.test_reference import AS_USUAL, OTHER_LIGHT, unreferenced

LIGHTS = pytest.mark.parametrize("light", [AS_USUAL, OTHER_LIGHT], ids=["as usual", "dimmer and warmer"])
PROVINCE = "red/province"


def scene(*cells):
    """Different tiles on these cells."""
    rng = np.random.default_rng(3)
    tiles = tuple(lay_tile(cell, f"tile-{n}", 90 * (n % 4), rng) for n, cell in enumerate(cells))
    return Scene(seats=(SeatScene("red", (), tiles),))


@pytest.fixture(scope="module", params=["poster", "photograph"])
def camera(request):
    """One seat; rays that meet in one cell, or a ground nearly without a pattern."""
    layout = seat_table()
    return FastCamera(layout, Look(request.param), fit_pose(layout, (1280, 720), 65.0))


@pytest.fixture(scope="module")
def fitted(camera):
    return calibrate({"camera0": camera.frame(scene(), AS_USUAL, 0).image})


@pytest.fixture(scope="module")
def gallery_reader():
    """Knows other tiles than those on the table: coloured squares."""
    rng = np.random.default_rng(8)
    pictures = [np.kron(rng.integers(0, 255, (5, 5, 3)), np.ones((16, 16, 1))).astype(np.uint8) for _ in range(30)]
    return TileReader(TileNet.load(), Gallery(tuple(entry_of(f"other-{n}", one) for n, one in enumerate(pictures))))


def cells_of(calibration):
    return [cell.name for placed in calibration.camera().boards for cell in placed.board.shape.cells]


def bare_in(calibration, image):
    """Cell name to whether it looks as it did when bare."""
    eye = Eye(calibration, None, None)
    names = [region.name for region in eye.regions.cells]
    same = BareCells(eye.camera.empty, eye.camera.boards).same(names, eye.regions.sheet.take(image))
    return dict(zip((region.cell for region in eye.regions.cells), same.tolist(), strict=True))


@LIGHTS
def test_every_bare_cell_is_known_again(camera, fitted, light):
    assert all(bare_in(fitted, camera.frame(scene(), light, 1).image).values())


@LIGHTS
def test_no_cell_with_a_tile_is_bare_and_its_neighbours_still_are(camera, fitted, light):
    laid = cells_of(fitted)[::2]
    bare = bare_in(fitted, camera.frame(scene(*laid), light, 2).image)
    assert {cell for cell, is_bare in bare.items() if not is_bare} == set(laid)


def test_a_board_that_was_not_pictured_tells_nothing(camera, fitted):
    assert not any(bare_in(unreferenced(fitted), camera.frame(scene(), AS_USUAL, 1).image).values())


def test_after_a_bump_bare_cells_are_still_known(camera, fitted, gallery_reader):
    eye = Eye(fitted, None, gallery_reader)
    knocked = FastCamera(camera.layout, camera.look, camera.pose)
    knocked.bump(np.random.default_rng(5), shift_mm=15.0, turn_deg=2.0)
    (seat,) = eye.observe(knocked.frame(scene(), AS_USUAL, 3).image, 0, 0.0).seats
    assert all(tile.empty and tile.confidence >= 0.9 for tile in seat.tiles)


def test_a_single_emptied_cell_is_read_as_empty_for_sure(camera, fitted, gallery_reader):
    """Among strange tiles that resemble nothing: alone, no cell can be told from a tile that is not known."""
    *laid, lifted = cells_of(fitted)
    image = camera.frame(scene(*laid), AS_USUAL, 4).image
    seats = [Eye(one, None, gallery_reader).observe(image, 0, 0.0).seats[0] for one in (fitted, unreferenced(fitted))]
    known, unknown = ({tile.cell: tile for tile in seat.tiles}[lifted] for seat in seats)
    assert known.empty and known.confidence >= 0.9
    assert not unknown.empty or unknown.confidence < 0.9
    assert not any(tile.empty and tile.confidence >= 0.9 for tile in seats[0].tiles if tile.cell != lifted)


@pytest.mark.parametrize(("lying", "kept"), [("tile-1", "earlier"), (None, "fresh")])
def test_calibrating_again_keeps_the_earlier_picture_of_a_province_with_tiles(fitted, lying, kept):
    earlier, fresh = (
        replace(fitted, cameras=(replace(fitted.camera(), empty={PROVINCE: name}),)) for name in (b"earlier", b"fresh")
    )
    cells = tuple(TileReading(cell, lying, 0, 0.99, lying is None) for cell in cells_of(fitted))
    seen = Observation(0, 0.0, (SeatReading("red", (), cells),), None, None, None)
    assert with_earlier_empty(fresh, earlier, seen).camera().empty == {PROVINCE: kept.encode()}
