"""What counts as a change, and a hand that reaches in from outside."""

import numpy as np
import pytest

from assistant.vision.change import ChangeWatch, small_frame

SIZE = (400, 600, 3)
BOARD = np.array([[200, 100], [440, 100], [440, 300], [200, 300]], float)
CELLS = {
    "left": np.array([[200, 100], [320, 100], [320, 300], [200, 300]], float),
    "right": np.array([[320, 100], [440, 100], [440, 300], [320, 300]], float),
}


def frame(seed=0, noise=4.0):
    rng = np.random.default_rng(seed)
    return np.clip(rng.normal(110, noise, SIZE), 0, 255).astype(np.uint8)


@pytest.fixture
def watch():
    watch = ChangeWatch(SIZE, CELLS, [BOARD], cell_px=100.0)
    small = small_frame(frame())
    changed, covered = watch.look(small, 0.0)
    assert changed == {"left", "right"}
    assert not covered
    watch.remember(small, changed)
    return watch


def test_noise_alone_changes_nothing(watch):
    for seed in range(1, 6):
        assert watch.look(small_frame(frame(seed)), seed / 10) == (set(), set())


@pytest.mark.parametrize("known", [{"left"}, {"left", "right"}])
def test_only_what_was_read_is_remembered(watch, known):
    image = frame(1)
    image[200:206, 250:256] = image[200:206, 350:356] = 240
    changed, _ = watch.look(small_frame(image), 0.1)
    watch.remember(small_frame(image), known)
    assert watch.look(small_frame(image), 0.2)[0] == changed - known


def test_a_pip_that_appears_changes_its_region_only(watch):
    image = frame(1)
    image[200:206, 250:256] = 240
    assert watch.look(small_frame(image), 0.1) == ({"left"}, set())


def test_a_die_on_the_board_is_a_change_and_no_hand(watch):
    image = frame(1)
    image[150:190, 350:390] = (180, 60, 30)
    changed, covered = watch.look(small_frame(image), 0.1)
    assert changed == {"right"}
    assert not covered


def test_an_arm_from_outside_covers_what_it_touches(watch):
    image = frame(1)
    image[180:230, 0:280] = (120, 150, 200)
    changed, covered = watch.look(small_frame(image), 0.1)
    assert changed == {"left"}
    assert covered == {"left"}


def test_a_sleeve_and_a_pale_wrist_are_one_arm(watch):
    """Skin as pale as the board differs little; the hand's outline and the sleeve belong together all the same."""
    image = frame(1)
    image[180:230, 0:150] = (40, 60, 160)  # the sleeve, beside the board
    image[180:230, 150:250] = (110, 128, 135)  # the wrist
    image[180:230, 250:290] = (70, 110, 200)  # the hand's shaded side, on the board
    changed, covered = watch.look(small_frame(image), 0.1)
    assert (changed, covered) == ({"left"}, {"left"})


def test_when_the_arm_has_gone_only_what_it_left_behind_has_changed(watch):
    arm = frame(1)
    arm[180:230, 0:280] = (120, 150, 200)
    watch.look(small_frame(arm), 0.1)
    after = frame(2)
    after[190:215, 260:285] = (30, 200, 40)
    assert watch.look(small_frame(after), 0.2) == ({"left"}, set())


def with_thing(seed, columns):
    image = frame(seed)
    image[20:130, columns] = (40, 40, 160)
    return small_frame(image)


def test_a_cup_that_stays_beside_the_board_is_furniture_after_a_while(watch):
    beside, reaching = slice(20, 150), slice(100, 230)
    for step in range(1, 8):
        assert watch.look(with_thing(step, beside), float(step)) == (set(), set())
    assert watch.look(with_thing(9, reaching), 9.0)[1] == {"left"}


def test_a_hand_may_rest_over_a_board_for_long_before_what_lies_below_is_looked_at(watch):
    reaching = slice(100, 230)
    limits = watch.limits
    for step in range(1, int(limits.hand_patience_s)):
        assert watch.look(with_thing(step, reaching), float(step))[1] == {"left"}
    late = 2 + limits.hand_patience_s
    watch.look(with_thing(1, reaching), late)
    assert watch.look(with_thing(2, reaching), late + 0.1) == ({"left"}, set())


def test_light_that_creeps_is_followed_beside_the_boards(watch):
    for step in range(1, 12):
        image = np.clip(frame(step).astype(int) + 2 * step, 0, 255).astype(np.uint8)
        changed, covered = watch.look(small_frame(image), step / 10)
        watch.remember(small_frame(image), changed)
        assert not covered
