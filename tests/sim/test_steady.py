"""The camera for long runs shows what the fast camera shows, but for the noise."""

from dataclasses import replace

import numpy as np

from assistant.sim.camera import FastCamera
from assistant.sim.pose import fit_pose
from assistant.sim.scene import DieOnTable, Hand, Lighting, Scene, SeatScene
from assistant.sim.sensor import CLEAN, Conditions
from assistant.sim.steady import EXPOSURES, FRESH_FRAMES, HAND_EXPOSURES, SteadyCamera, changed_boxes
from assistant.vision.layout import standard_table

SEATS = ("red", "yellow")
DIE = DieOnTable("blue", 3, 40.0, 40.0)
SCENE = Scene(seats=(SeatScene("red", (DIE,)), SeatScene("yellow")))
HAND = Hand(200.0, 500.0, 90.0)


def camera(conditions: Conditions | None = None) -> tuple[FastCamera, SteadyCamera]:
    layout = standard_table(SEATS)
    fast = FastCamera(layout, pose=fit_pose(layout, size_wh=(640, 360)), seed=4)
    return fast, SteadyCamera(fast, conditions)


def test_without_a_sensor_both_cameras_show_the_very_same() -> None:
    fast, steady = camera(CLEAN)
    for scene in (SCENE, replace(SCENE, hands=(HAND,)), SCENE):
        assert np.array_equal(steady.picture(scene, 1), fast.frame(scene, CLEAN, 1).image)


def test_with_a_sensor_the_difference_is_noise() -> None:
    fast, steady = camera()
    for index, scene in enumerate((SCENE, replace(SCENE, hands=(HAND,)))):
        gap = np.abs(steady.picture(scene, index).astype(int) - fast.frame(scene, None, index + 50).image)
        assert gap.mean() < 4
        assert np.percentile(gap, 99.9) < 25


def test_an_unchanged_table_is_exposed_a_few_times_only() -> None:
    _, steady = camera()
    frames = [steady.picture(SCENE, index) for index in range(4 * EXPOSURES)]
    assert len({id(frame) for frame in frames}) == EXPOSURES
    assert len({frame.tobytes() for frame in frames}) == EXPOSURES


def test_a_change_on_the_table_or_of_the_light_shows_at_once() -> None:
    _, steady = camera()
    before = steady.picture(SCENE, 0).astype(int)
    moved = replace(SCENE, seats=(SeatScene("red", (replace(DIE, x_mm=60.0),)), SeatScene("yellow")))
    assert np.abs(steady.picture(moved, 1) - before).max() > 60
    dark = replace(SCENE, lighting=replace(Lighting(), lamp=0.03))
    assert steady.picture(dark, 2).mean() < 0.5 * before.mean()


def test_only_what_moved_is_exposed_anew() -> None:
    _, steady = camera()
    before = steady.picture(SCENE, 0)
    moved = replace(SCENE, seats=(SeatScene("red", (replace(DIE, x_mm=60.0),)), SeatScene("yellow")))
    after = steady.picture(moved, EXPOSURES)
    changed = (before != after).any(axis=2)
    assert 0 < changed.mean() < 0.1
    assert after is not before


def test_one_changed_value_is_noticed_wherever_it_lies() -> None:
    before = np.zeros((90, 170, 3), np.uint8)
    for y, x in ((0, 0), (47, 95), (89, 169)):
        now = before.copy()
        now[y, x, 1] = 1
        (box,) = changed_boxes(before, now) or [(0, 0, 0, 0)]
        assert box[0] <= x < box[2] and box[1] <= y < box[3]


def test_noise_is_not_printed_on_the_table_for_ever() -> None:
    _, steady = camera()
    first = steady.picture(SCENE, 0)
    assert steady.picture(SCENE, FRESH_FRAMES // EXPOSURES * EXPOSURES) is first
    assert (steady.picture(SCENE, FRESH_FRAMES + EXPOSURES) != first).mean() > 0.1


def test_a_hand_that_rests_is_exposed_a_few_times_only() -> None:
    _, steady = camera()
    held = replace(SCENE, hands=(HAND,))
    frames = [steady.picture(held, index) for index in range(8)]
    assert len({frame.tobytes() for frame in frames}) == HAND_EXPOSURES
