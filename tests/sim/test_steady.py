"""The camera for long runs shows what the fast camera shows, but for the noise."""

from dataclasses import replace

import numpy as np

from assistant.sim.camera import FastCamera
from assistant.sim.pose import fit_pose
from assistant.sim.scene import DieOnTable, Hand, Lighting, Scene, SeatScene
from assistant.sim.sensor import CLEAN, Conditions
from assistant.sim.steady import EXPOSURES, SteadyCamera
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
