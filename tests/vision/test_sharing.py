"""Two threads share work: same answers, whoever did it."""

import threading
import time

import numpy as np
import pytest

from assistant.vision.dice import DiceReader
from assistant.vision.infer import in_pieces
from assistant.vision.sharing import Team, each, lend, own_team
from assistant.vision.tile_net import TileNet


def doubled(batch):
    return batch.astype(np.float32) * 2


def test_jobs_run_at_the_same_time_and_are_told_in_order():
    meet = threading.Barrier(2, timeout=10)
    assert Team().run([lambda: (meet.wait(), "dice")[1], lambda: (meet.wait(), "tiles")[1]]) == ["dice", "tiles"]


def test_a_thread_without_a_job_takes_pieces_of_the_other():
    """Both pieces are needed at once, so one thread alone would wait in vain."""
    meet = threading.Barrier(2, timeout=10)

    def piece(number):
        meet.wait()
        return number * 10

    assert Team().run([lambda: own_team().each(piece, [1, 2])]) == [[10, 20]]


def test_a_thread_that_is_done_first_helps_the_other():
    """The second job's pieces are needed at once, and only then does it end: the first job's thread takes one."""
    meet = threading.Barrier(2, timeout=10)
    jobs = [lambda: ["done"], lambda: own_team().each(lambda number: (meet.wait(), number)[1], [1, 2])]
    assert Team().run(jobs) == [["done"], [1, 2]]


def test_a_job_may_help_the_other_before_it_goes_on():
    meet, order = threading.Barrier(2, timeout=10), []

    def longer():
        return own_team().each(lambda number: (meet.wait(), order.append("piece"), number)[2], [1, 2])

    def shorter():
        lend()
        order.append("own")
        return []

    assert Team().run([longer, shorter]) == [[1, 2], []]
    assert sorted(order) == ["own", "piece", "piece"] and order[0] == "piece"


def test_who_would_help_does_not_wait_for_ever():
    ended = threading.Event()
    assert Team().run([lambda: ended.wait(10), lambda: (lend(), ended.set())]) == [True, (None, None)]


def test_alone_pieces_are_done_in_order_and_nobody_is_waited_for():
    lend()
    assert each(lambda number: number + 1, [1, 2, 3]) == [2, 3, 4]
    assert Team(1).run([lambda: each(lambda number: number + 1, [1, 2])]) == [[2, 3]]


def test_a_busy_thread_is_not_waited_for():
    done = threading.Event()

    def other():
        assert done.wait(10)

    def own():
        answers = own_team().each(lambda number: number + 1, range(5))
        done.set()
        return answers

    team = Team()
    assert team.run([own, other])[0] == [1, 2, 3, 4, 5]


def test_a_team_of_one_does_everything_in_the_callers_thread():
    me = threading.get_ident()
    assert Team(1).run([threading.get_ident, threading.get_ident]) == [me, me]


def test_a_job_that_breaks_is_told_after_all_have_ended():
    ended = []

    def breaks():
        raise RuntimeError("the network broke")

    def takes_long():
        time.sleep(0.05)
        ended.append(True)

    team = Team()
    with pytest.raises(RuntimeError, match="broke"):
        team.run([breaks, takes_long])
    assert ended
    assert team.run([lambda: 1]) == [1]


def test_a_piece_that_breaks_breaks_its_job():
    def piece(number):
        if number == 3:
            raise ValueError("piece 3")
        return number

    with pytest.raises(ValueError, match="piece 3"):
        Team().run([lambda: own_team().each(piece, range(6))])


@pytest.mark.parametrize("count", [0, 1, 2, 7])
def test_a_batch_says_the_same_in_pieces_and_at_once(count):
    batch = np.arange(count * 6, dtype=np.uint8).reshape(count, 2, 3)
    [said] = Team().run([lambda: in_pieces(doubled, batch, 7)])
    assert np.array_equal(said, doubled(batch))


def test_a_batch_is_cut_only_for_a_team_and_into_pieces_of_the_size_asked_for():
    sizes = []

    def seen(batch):
        sizes.append(len(batch))
        return doubled(batch)

    batch = np.zeros((8, 10), np.uint8)
    in_pieces(seen, batch, 25)
    assert sizes == [8]
    sizes.clear()
    Team().run([lambda: in_pieces(seen, batch, 25)])
    assert sizes == [2, 2, 2, 2]
    assert own_team() is None


def test_the_shipped_networks_say_the_same_of_a_batch_in_pieces():
    """To the last bit: what is read must not depend on which thread was free."""
    dice, tiles, draw = DiceReader.load(), TileNet.load(), np.random.default_rng(3)
    for run, shape, numbers in (
        (dice.finder, (3, 48, 64, 12), 1),
        (dice.reader, (25, dice.reader.packed_side, dice.reader.packed_side, 12), 1),
        (tiles.marks, (50, 16, 16, 48), 7),
    ):
        batch = draw.integers(0, 256, shape).astype(np.uint8)
        at_once = run(batch)
        singly = np.concatenate([run(part) for part in np.array_split(batch, len(batch) // numbers)])
        assert np.array_equal(at_once, singly)
        assert np.array_equal(at_once, Team().run([lambda run=run, batch=batch: run(batch)])[0])
