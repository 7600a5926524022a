"""Print on an empty board is never a die; a die on print always is one."""

import argparse
import base64
import json
import shutil
from dataclasses import replace
from typing import ClassVar

import cv2
import numpy as np
import pytest

from assistant.app.bench.eye import measure_rendered
from assistant.app.bench.eye_dice import in_bar
from assistant.resources import resource
from assistant.sim.camera import FastCamera
from assistant.sim.pose import fit_pose
from assistant.sim.scatter import seat_table
from assistant.sim.scene import Look, Scene, SeatScene, lay_dice
from assistant.sim.sensor import Conditions
from assistant.vision import calibration as files
from assistant.vision import evidence
from assistant.vision.calibrate import calibrate
from assistant.vision.calibration import CalibrationError
from assistant.vision.candidates import Candidates
from assistant.vision.dice import DiceReader
from assistant.vision.dice_squares import REGION_EDGE_PX
from assistant.vision.evidence import EmptyBoard, sides_on
from assistant.vision.pipeline import Eye
from assistant.vision.readings import DieReading, Observation, SeatReading
from assistant.vision.reference import empty_views, eye_over
from assistant.web.camera import EyeCamera

FACES = (("blue", 1), ("orange", 6), ("purple", 3), ("green", 1), ("blue", 5))
OTHER_LIGHT = Conditions(exposure_ev=-0.7, white_balance_bgr=(0.8, 1.0, 1.1), noise=4.0, jpeg_quality=75)
AS_USUAL = Conditions()
DOUBTFUL, SURE = 4.0, 8.0
"""Log odds of a face with which a lone reading is confident by about 0.8 and 0.998."""


class SaysOne:
    """Stands in for the close look: a one, with these log odds that there is a face at all."""

    settings: ClassVar = {}
    packed_side = 20

    def __init__(self, face_odds):
        self.said = np.array([0, face_odds, *[-20] * 5, 20, 0, 0, 0, 0], np.float32)

    def __call__(self, pixels):
        return np.repeat(self.said[None], len(pixels), axis=0)


class Gullible(DiceReader):
    """Takes every place of a grid over the board for a die: what a network does on print, and worse."""

    def __init__(self, face_odds=DOUBTFUL):
        super().__init__(None, SaysOne(face_odds), DiceReader.load().limits)

    def find(self, pictures, scale, least_heat=None):
        die_px = REGION_EDGE_PX / scale
        return marked([middles(grid(one.shape, die_px)) for one in pictures], die_px)


def marked(places, die_px):
    """Candidates at places of pictures, each a one in blue."""
    centres = np.concatenate([np.array(one, np.float32).reshape(-1, 2) for one in places])
    count = len(centres)
    one_of = [np.tile(np.array([9, *[0] * (n - 1)], np.float32), (count, 1)) for n in (6, 5)]
    sizes = np.full((count, 3), die_px, np.float32)
    picture = np.repeat(np.arange(len(places)), [len(one) for one in places])
    return Candidates(picture, centres, sizes[:, 0], sizes[:, 1:], np.full(count, 0.6, np.float32), *one_of)


def middles(boxes):
    return [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in boxes]


def grid(shape, die_px):
    """Boxes of a die's size side by side, clear of the view's rim."""
    height, width = shape[:2]
    xs, ys = (np.arange(1.5 * die_px, side - 2.5 * die_px, die_px) for side in (width, height))
    return [(float(x), float(y), float(x + die_px), float(y + die_px)) for y in ys for x in xs]


def scene(*faces):
    return Scene(seats=(SeatScene("red", lay_dice(faces, np.random.default_rng(4))),))


@pytest.fixture(scope="module")
def camera():
    """One seat with painted boards, seen from 65 degrees."""
    layout = seat_table()
    return FastCamera(layout, Look("watercolour", art_seed=2), fit_pose(layout, (1280, 720), 65.0))


@pytest.fixture(scope="module")
def fitted(camera):
    return calibrate({"camera0": camera.frame(scene(), AS_USUAL, 0).image})


@pytest.fixture(scope="module")
def forgetful(camera):
    """Calibrated with dice on the statue."""
    return calibrate({"camera0": camera.frame(scene(*FACES), AS_USUAL, 0).image})


@pytest.fixture(scope="module")
def reader():
    return DiceReader.load()


def unreferenced(calibration):
    return replace(calibration, cameras=tuple(replace(one, empty={}) for one in calibration.cameras))


def seen(eye, image):
    (seat,) = eye.observe(image, 0, 0.0).seats
    return seat.dice


def parts(calibration, image):
    """The statue as it is seen now, what is known of it when it was empty, and the pixels of a die."""
    eye = Eye(calibration, None, None)
    (region,) = eye.regions.dice
    views = {region.name: region.view}
    empty = empty_views(eye.camera.empty, eye.camera, views, calibration.die_side_mm)[region.name]
    over = eye_over(eye.camera, region.placed, region.view, calibration.die_side_mm)
    return region.view.take(image), EmptyBoard(empty, region.die_px, over, list), region.die_px


def called_bare(reader, view, board, boxes):
    """Which boxes are taken for places where nothing lies."""
    return reader.places([view], marked([middles(boxes)], board.die_px), [board]).bare > 0


def on_dice(frame, dice):
    """Which readings lie on a die of the frame, and how many dice have one."""
    middles = [((d.box_xyxy[0] + d.box_xyxy[2]) / 2, (d.box_xyxy[1] + d.box_xyxy[3]) / 2) for d in dice]
    hits = [
        [t.box_xyxy[0] <= x <= t.box_xyxy[2] and t.box_xyxy[1] <= y <= t.box_xyxy[3] for x, y in middles]
        for t in frame.truth.dice
    ]
    return int(np.any(hits, axis=0).sum()) if hits else 0, sum(any(row) for row in hits)


def test_the_empty_board_is_laid_where_the_camera_shows_it(fitted, camera):
    view, board, die_px = parts(fitted, camera.frame(scene(), AS_USUAL, 1).image)
    rim = round(die_px)
    gap = np.abs(view.astype(float) - board.picture)[rim:-rim, rim:-rim]
    assert gap.mean() < 4.0
    aside = np.abs(view.astype(float) - np.roll(board.picture, round(die_px / 4), axis=1))[rim:-rim, rim:-rim]
    assert aside.mean() > 2 * gap.mean()


@pytest.mark.parametrize("light", [AS_USUAL, OTHER_LIGHT], ids=["as usual", "dimmer and warmer"])
def test_bare_print_is_known_again(fitted, camera, reader, light):
    view, board, die_px = parts(fitted, camera.frame(scene(), light, 2).image)
    assert called_bare(reader, view, board, grid(view.shape, die_px)).mean() > 0.95


@pytest.mark.parametrize("light", [AS_USUAL, OTHER_LIGHT], ids=["as usual", "dimmer and warmer"])
def test_print_taken_for_a_die_vanishes_and_every_die_on_it_stays(fitted, camera, light):
    frame = camera.frame(scene(*FACES), light, 3)
    before = seen(Eye(unreferenced(fitted), Gullible(), None), frame.image)
    after = seen(Eye(fitted, Gullible(), None), frame.image)
    assert len(after) < 0.7 * len(before)
    assert on_dice(frame, after)[1] == on_dice(frame, before)[1] == len(FACES)


def test_the_shipped_reader_finds_the_same_dice_with_the_empty_board_known(fitted, camera, reader):
    frame = camera.frame(scene(*FACES), OTHER_LIGHT, 4)
    dice = seen(Eye(fitted, reader, None), frame.image)
    assert on_dice(frame, dice)[1] == len(FACES)
    assert len(dice) == len(FACES)


def test_dice_forgotten_at_calibration_are_read_all_the_same(forgetful, camera, reader):
    frame = camera.frame(scene(*FACES), AS_USUAL, 5)
    view, board, die_px = parts(forgetful, frame.image)
    found = reader.read_regions([view], die_px)[0]
    assert called_bare(reader, view, board, [die.box_xyxy for die in found]).sum() >= len(FACES)
    assert on_dice(frame, seen(Eye(forgetful, reader, None), frame.image))[1] == len(FACES)


def test_what_was_surely_a_die_on_the_empty_picture_hides_nothing(fitted, camera):
    frame = camera.frame(scene(), AS_USUAL, 6)
    doubtful, sure = (seen(Eye(fitted, Gullible(odds), None), frame.image) for odds in (DOUBTFUL, SURE))
    assert len(doubtful) < 0.2 * len(sure)
    assert len(sure) > 0.9 * len(seen(Eye(unreferenced(fitted), Gullible(), None), frame.image))


def test_the_empty_picture_is_read_only_when_it_would_hide_a_die():
    picture = cv2.resize(np.random.default_rng(1).integers(0, 255, (20, 20, 3), np.uint8), (120, 120))
    asked = []
    reader = Gullible()
    for empty, times in ((255 - picture, 0), (picture, 1)):
        board = EmptyBoard(empty, 20.0, (60.0, 60.0, 1000.0), lambda: asked.append(1) or [])
        assert bool(reader.read_regions([picture], 20.0, boards=[board])[0]) == (times == 0)
        assert bool(asked) == (times == 1)


def test_a_die_over_half_of_the_place_is_more_than_print(fitted, camera, reader):
    view, board, die_px = parts(fitted, camera.frame(scene(), AS_USUAL, 7).image)
    boxes = grid(view.shape, die_px)[::4]
    covered = view.copy()
    for x0, y0, x1, y1 in boxes:
        covered[int(y0 + 0.3 * die_px) : int(y1) + 1, int(x0) : int(x1) + 1] = (40, 130, 30)
    places = [reader.places([one], marked([middles(boxes)], die_px), [board]).bare for one in (view, covered)]
    assert (places[1] < places[0] - 3).mean() > 0.95


def test_a_faint_mark_is_looked_at_only_where_something_lies(fitted, camera, reader):
    frame = camera.frame(scene(*FACES), AS_USUAL, 11)
    view, board, die_px = parts(fitted, frame.image)

    class Faint(Gullible):
        def find(self, pictures, scale, least_heat=None):
            found = super().find(pictures, scale, least_heat)
            return found if least_heat else found.only(np.zeros(len(found.heat), bool))

    faint = Faint(SURE)
    assert faint.read_regions([view], die_px) == [[]]
    assert 0 < len(faint.read_regions([view], die_px, boards=[board])[0]) < len(grid(view.shape, die_px))


def sided(reader, offset_edges, height_edges=3.0):
    """How likely a second, weaker mark is a die, beside a sure one in the middle; the camera stands below."""
    edge = 20.0
    empty = np.full((200, 200, 3), 60, np.uint8)
    view = cv2.resize(np.random.default_rng(2).integers(0, 255, (40, 40, 3), np.uint8), (200, 200))
    board = EmptyBoard(empty, edge, (100.0, 100.0 + 3 * edge, height_edges * edge), list)
    spots = np.array([[100, 100], [100 + offset_edges[0] * edge, 100 + offset_edges[1] * edge]])
    found = replace(marked([spots], edge), heat=np.array([0.95, 0.5], np.float32))
    return reader.exists(found.heat, np.array([6, 4.5], np.float32), reader.places([view], found, [board]))[1]


def test_what_lies_where_a_die_shows_its_side_is_hardly_another_die(reader):
    below, above, beside, straight_down = (
        sided(reader, (0, 0.91)),
        sided(reader, (0, -0.91)),
        sided(reader, (1.0, 0)),
        sided(reader, (0, 0.91), height_edges=60.0),
    )
    assert below < 0.6
    assert min(above, beside, straight_down) > 0.95


def test_after_a_bump_print_is_still_print_and_dice_are_dice(fitted, camera):
    eye = Eye(fitted, Gullible(), None)
    eye.observe(camera.frame(scene(), AS_USUAL, 8).image, 0, 0.0)
    knocked = FastCamera(camera.layout, camera.look, camera.pose)
    knocked.bump(np.random.default_rng(5), shift_mm=15.0, turn_deg=2.0)
    frame = knocked.frame(scene(*FACES), AS_USUAL, 9)
    before = eye.camera
    (seat,) = eye.observe(frame.image, 1, 0.1).seats
    assert eye.camera is not before
    bare = seen(Eye(unreferenced(fitted), Gullible(), None), frame.image)
    assert len(seat.dice) < 0.75 * len(bare)
    assert on_dice(frame, seat.dice)[1] == len(FACES)


@pytest.mark.parametrize(
    ("dice", "covered", "problem", "anew"),
    [(0, False, None, True), (2, False, None, False), (0, True, None, False), (0, False, "drifted", False)],
    ids=["bare", "dice on it", "a hand over it", "nothing can be read"],
)
def test_calibrating_again_pictures_only_statues_that_are_seen_bare(fitted, camera, dice, covered, problem, anew):
    page = EyeCamera(fitted)
    seat = SeatReading("red", (DieReading("blue", 1, 0.9, (0.0, 0.0, 9.0, 9.0)),) * dice, (), covered)
    seats = () if problem else (seat,)
    page.see(camera.frame(scene(*FACES), OTHER_LIGHT, 10).image, Observation(0, 0.0, seats, None, None, problem, {}))
    assert page.calibrate({}) == ""
    assert (page.calibration.camera().empty["red/kali"] != fitted.camera().empty["red/kali"]) == anew


def test_the_bench_tells_what_is_read_with_the_empty_table_known_and_what_without(tmp_path):
    source = resource("models") / "dice-sample"
    truth = json.loads((source / "truth.json").read_text())
    names = [name for name, record in truth.items() if in_bar(record)][:2]
    for folder in ("pictures", "empty/pictures"):
        (tmp_path / folder).mkdir(parents=True)
    for name in names:
        shutil.copy(source / "pictures" / name, tmp_path / "pictures")
    shutil.copy(source / "pictures" / names[0], tmp_path / "empty" / "pictures")  # "empty" is what the picture shows
    (tmp_path / "truth.json").write_text(json.dumps({name: truth[name] for name in names}))
    figures = measure_rendered(argparse.Namespace(rendered=tmp_path, limit=None, no_baseline=True), Gullible())
    assert figures["photoreal_empty_boards"] == 1
    assert figures["photoreal"]["pictures"] == figures["photoreal_without_reference"]["pictures"] == 2
    assert figures["photoreal"]["invented"] < figures["photoreal_without_reference"]["invented"]
    assert figures["photoreal_own_view"]["found"] < figures["photoreal_own_view_without_reference"]["found"]


# --- the file -----------------------------------------------------------------------------------------------------


def test_the_empty_boards_are_kept_in_the_file_and_an_older_file_has_none(fitted, tmp_path):
    path = tmp_path / "table.json"
    files.save(fitted, path)
    assert files.load(path).camera().empty == fitted.camera().empty
    assert set(fitted.camera().empty) == {"red/kali", "red/province"}
    assert path.stat().st_size < 200_000
    document = json.loads(path.read_text())
    del document["cameras"][0]["empty"]
    assert files.from_json(document).camera().empty == {}


def png(width, height):
    """A small file that says it is a large picture."""
    data = bytearray(cv2.imencode(".png", np.zeros((16, 16, 3), np.uint8))[1].tobytes())
    data[16:24] = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    return base64.b64encode(bytes(data)).decode()


@pytest.mark.parametrize(
    ("empty", "why"),
    [
        ({"red/kali": "§§§"}, "no picture"),
        ({"red/kali": base64.b64encode(b"not a picture").decode()}, "no picture"),
        ({"red/kali": ""}, "no picture"),
        ({"red/kali": 7}, "must be a text"),
        ({"red/kali": "A" * 600_000}, "too large"),
        ({"red/kali": png(30_000, 30_000)}, "pixels are more"),
        ({"blue/kali": "AAAA"}, "unknown board"),
        ([], "must be an object"),
    ],
)
def test_a_file_whose_empty_boards_are_no_pictures_is_refused_in_one_sentence(fitted, empty, why):
    document = files.to_json(fitted)
    document["cameras"][0]["empty"] = empty
    with pytest.raises(CalibrationError, match=why) as refused:
        files.from_json(document, "table.json")
    assert "\n" not in str(refused.value)
    assert "table.json" in str(refused.value)


def contrasty(shift_xy, dice=()):
    """Print of black and pale squares smaller than a die, moved by a part of a pixel, with bright dice on it."""
    squares = np.random.default_rng(8).integers(0, 2, (40, 40), np.uint8) * 180 + 30
    print_ = cv2.GaussianBlur(np.repeat(np.kron(squares, np.ones((7, 7), np.uint8))[..., None], 3, 2), (0, 0), 1.2)
    x, y = shift_xy
    moved = cv2.warpAffine(print_, np.array([[1, 0, x], [0, 1, y]], float), (280, 280), borderMode=cv2.BORDER_REFLECT)
    for left, top in dice:
        moved[top : top + 24, left : left + 24] = (40, 120, 240)
    return moved


def kept_print():
    return EmptyBoard(contrasty((0, 0)), 24.0, (140.0, 400.0, 600.0), list)


@pytest.mark.parametrize("shift", [(0.0, 0.0), (0.9, -0.6), (-1.0, 1.0)])
def test_how_far_the_print_lies_beside_its_place_is_found_although_dice_lie_on_it(shift):
    board, region = kept_print(), contrasty(shift, dice=[(40, 60), (150, 150), (200, 30)])
    now = evidence.LOGARITHM[evidence._cells(region, 24.0)]
    change = (now - board.light)[evidence.SOME_CELLS]
    down, across = board.aside(change, np.median(change.reshape(-1, 3), axis=0)) * evidence._cell_px(24.0)
    assert (-across, -down) == pytest.approx(shift, abs=0.3)


def test_contrasty_print_a_pixel_beside_its_place_is_still_bare_and_a_die_is_not(reader):
    board, region = kept_print(), contrasty((0.9, -0.8), dice=[(100, 100)])
    places = [(40.0, 40.0), (60.0, 200.0), (200.0, 90.0), (112.0, 112.0)]
    start, *weights = reader.limits.bare
    new = evidence.changes(*board.patches(region, np.array(places, np.float32)))
    assert (start - new @ np.array(weights) > 0).tolist() == [True, True, True, False]


def test_sides_are_looked_for_on_their_own_board_only():
    picture = np.full((90, 90, 3), 90, np.uint8)
    first = EmptyBoard(picture, 20.0, (45.0, 300.0, 900.0), list)
    last = EmptyBoard(picture, 26.0, (-80.0, 40.0, 500.0), list)
    centre_xy = np.random.default_rng(8).uniform(10, 80, (9, 2)).astype(np.float32)
    board = np.array([0, 2, 1, 0, 2, 0, 1, 2, 0])
    sides = sides_on([first, None, last], board, centre_xy)
    for number, one in ((0, first), (2, last)):
        own = np.nonzero(board == number)[0]
        assert (sides[np.ix_(own, own)] == one.sides(centre_xy[own])).all()
        sides[np.ix_(own, own)] = 0
    assert not sides.any()
