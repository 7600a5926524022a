"""Print on an empty board is never a die; a die on print always is one."""

import argparse
import base64
import json
import shutil
from dataclasses import replace

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
from assistant.vision.calibrate import calibrate
from assistant.vision.calibration import CalibrationError
from assistant.vision.dice import DiceLimits, DiceReader
from assistant.vision.pipeline import Eye
from assistant.vision.readings import DieReading, Observation, SeatReading
from assistant.vision.reference import empty_views, same_as_empty, without_print
from assistant.web.camera import EyeCamera

FACES = (("blue", 1), ("orange", 6), ("purple", 3), ("green", 1), ("blue", 5))
OTHER_LIGHT = Conditions(exposure_ev=-0.7, white_balance_bgr=(0.8, 1.0, 1.1), noise=4.0, jpeg_quality=75)
AS_USUAL = Conditions()


class Gullible:
    """Takes every place of a grid over the board for a die: what a network does on print, and worse."""

    def __init__(self, confidence=0.8):
        self.confidence = confidence

    def read_regions(self, regions, die_px, colours=None, turns=None):
        return [[self.die(box) for box in grid(one.shape, die_px)] for one in regions]

    def die(self, box):
        return DieReading("blue", 1, self.confidence, box)


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
    """The statue as it is seen now and as it was when empty, and the pixels of a die."""
    eye = Eye(calibration, None, None)
    (region,) = eye.regions.dice
    views = {region.name: region.view}
    empty = empty_views(eye.camera.empty, eye.camera, views, calibration.die_side_mm)[region.name]
    return region.view.take(image), empty, region.die_px


def on_dice(frame, dice):
    """Which readings lie on a die of the frame, and how many dice have one."""
    middles = [((d.box_xyxy[0] + d.box_xyxy[2]) / 2, (d.box_xyxy[1] + d.box_xyxy[3]) / 2) for d in dice]
    hits = [
        [t.box_xyxy[0] <= x <= t.box_xyxy[2] and t.box_xyxy[1] <= y <= t.box_xyxy[3] for x, y in middles]
        for t in frame.truth.dice
    ]
    return int(np.any(hits, axis=0).sum()) if hits else 0, sum(any(row) for row in hits)


def test_the_empty_board_is_laid_where_the_camera_shows_it(fitted, camera):
    view, empty, die_px = parts(fitted, camera.frame(scene(), AS_USUAL, 1).image)
    rim = round(die_px)
    gap = np.abs(view.astype(float) - empty)[rim:-rim, rim:-rim]
    assert gap.mean() < 4.0
    aside = np.abs(view.astype(float) - np.roll(empty, round(die_px / 4), axis=1))[rim:-rim, rim:-rim]
    assert aside.mean() > 2 * gap.mean()


@pytest.mark.parametrize("light", [AS_USUAL, OTHER_LIGHT], ids=["as usual", "dimmer and warmer"])
def test_bare_print_is_known_again_and_plain_paper_tells_nothing(fitted, camera, light):
    view, empty, die_px = parts(fitted, camera.frame(scene(), light, 2).image)
    boxes = grid(view.shape, die_px)
    patterned = np.array([empty[int(y0) : int(y1), int(x0) : int(x1)].std((0, 1)).mean() for x0, y0, x1, y1 in boxes])
    same = same_as_empty(view, empty, boxes)
    assert (patterned > 15).sum() > 10
    assert same[patterned > 15].mean() > 0.9
    assert not same[patterned < 3].any()


@pytest.mark.parametrize("light", [AS_USUAL, OTHER_LIGHT], ids=["as usual", "dimmer and warmer"])
def test_print_taken_for_a_die_vanishes_and_every_die_on_it_stays(fitted, camera, light):
    frame = camera.frame(scene(*FACES), light, 3)
    before = seen(Eye(unreferenced(fitted), Gullible(), None), frame.image)
    after = seen(Eye(fitted, Gullible(), None), frame.image)
    assert len(after) < 0.7 * len(before)
    assert on_dice(frame, before) == on_dice(frame, after)
    assert on_dice(frame, after)[1] == len(FACES)


def test_the_shipped_reader_finds_the_same_dice_with_the_empty_board_known(fitted, camera, reader):
    frame = camera.frame(scene(*FACES), OTHER_LIGHT, 4)
    dice = seen(Eye(fitted, reader, None), frame.image)
    assert on_dice(frame, dice)[1] == len(FACES)
    assert len(dice) == len(FACES)


def test_dice_forgotten_at_calibration_are_read_all_the_same(forgetful, camera, reader):
    frame = camera.frame(scene(*FACES), AS_USUAL, 5)
    view, empty, _ = parts(forgetful, frame.image)
    found = reader.read_regions([view], Eye(forgetful, None, None).regions.dice[0].die_px)[0]
    assert same_as_empty(view, empty, [die.box_xyxy for die in found]).sum() >= len(FACES)
    assert on_dice(frame, seen(Eye(forgetful, reader, None), frame.image))[1] == len(FACES)


def test_what_was_surely_a_die_on_the_empty_picture_hides_nothing(fitted, camera):
    frame = camera.frame(scene(), AS_USUAL, 6)
    doubtful, sure = (seen(Eye(fitted, Gullible(c), None), frame.image) for c in (0.8, 0.97))
    assert len(doubtful) < len(sure) == len(seen(Eye(unreferenced(fitted), Gullible(), None), frame.image))


def test_the_empty_picture_is_read_only_when_something_is_print():
    picture = np.random.default_rng(1).integers(0, 255, (80, 80, 3), np.uint8)
    die = DieReading("blue", 1, 0.9, (20.0, 20.0, 44.0, 44.0))

    def refuse():
        raise AssertionError("asked without need")

    assert without_print([die], picture, 255 - picture, refuse) == [die]
    assert without_print([], picture, picture, refuse) == []


def test_a_box_at_the_rim_or_of_no_size_is_no_print():
    picture = np.random.default_rng(1).integers(0, 255, (60, 60, 3), np.uint8)
    boxes = [(-5.0, 0.0, 20.0, 20.0), (40.0, 40.0, 70.0, 70.0), (30.0, 30.0, 30.0, 31.0)]
    assert not same_as_empty(picture, picture, boxes).any()


def test_a_die_over_half_of_the_box_is_no_print(fitted, camera):
    view, empty, die_px = parts(fitted, camera.frame(scene(), AS_USUAL, 7).image)
    boxes = grid(view.shape, die_px)
    known = [box for box, same in zip(boxes, same_as_empty(view, empty, boxes).tolist(), strict=True) if same][::4]
    assert len(known) > 5
    covered = view.copy()
    for x0, y0, x1, y1 in known:
        covered[int((y0 + y1) / 2) : int(y1) + 1, int(x0) : int(x1) + 1] = (40, 130, 30)
    assert not same_as_empty(covered, empty, known).any()


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
    doubtful = Gullible()
    doubtful.limits = DiceLimits()
    figures = measure_rendered(argparse.Namespace(rendered=tmp_path, limit=None, no_baseline=True), doubtful)
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
