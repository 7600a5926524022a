"""Pictures to the fewest bytes."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.hw.leds import BoardBuffer, Run, fit, flatten, smallest_runs, split_runs, unflatten

COLOURS = (b"\0\0\0", b"\1\2\3", b"\xff\0\x10")
pictures = st.lists(st.sampled_from(COLOURS), min_size=1, max_size=9).map(b"".join)


def apply(runs, picture):
    out = bytearray(picture)
    for run in runs:
        out[3 * run.start : 3 * (run.start + run.count)] = run.colours * (run.count if run.fill else 1)
    return bytes(out)


def cheapest(changed, new):
    """The fewest bytes by trying every way: at each LED skip, start any fill, or start singles of any length."""
    count = len(changed)

    @cache
    def rest(led):
        if led == count:
            return 0
        ways = [] if changed[led] else [rest(led + 1)]
        for end in range(led + 1, count + 1):
            ways.append(2 + 3 * (end - led) + rest(end))
            if len({new[3 * at : 3 * at + 3] for at in range(led, end)}) == 1:
                ways.append(5 + rest(end))
        return min(ways)

    return rest(0)


@given(st.data(), pictures)
def test_runs_turn_the_old_picture_into_the_new_with_the_fewest_bytes(data, new):
    count = len(new) // 3
    old = [data.draw(st.sampled_from((*COLOURS, None))) for _ in range(count)]
    changed = [colour != new[3 * led : 3 * led + 3] for led, colour in enumerate(old)]
    buffer = BoardBuffer(count)
    for led, colour in enumerate(old):
        if colour is not None:
            buffer.confirm(Run(led, 1, colour, fill=False))
    assert buffer.changed(new) == [led for led, flag in enumerate(changed) if flag]
    runs = smallest_runs(buffer.changed(new), new)
    assert apply(runs, b"".join(colour or b"???" for colour in old)) == new
    assert sum(len(run.packed()) for run in runs) == cheapest(changed, new)


@settings(max_examples=50)
@given(st.binary(min_size=3, max_size=765).filter(lambda b: len(b) % 3 == 0), st.integers(5, 249))
def test_split_runs_fit_the_payload_and_still_make_the_picture(new, room):
    groups = split_runs(smallest_runs(list(range(len(new) // 3)), new), room)
    assert all(sum(len(run.packed()) for run in group) <= room for group in groups)
    assert apply([run for group in groups for run in group], bytes(len(new))) == new
    assert all(1 <= run.count <= 127 for group in groups for run in group)


def test_nothing_changed_needs_no_run():
    assert smallest_runs([], bytes(450)) == []


def test_a_dark_strip_is_two_fills_because_a_run_has_at_most_127_leds():
    runs = smallest_runs(list(range(150)), bytes(450))
    assert [(run.start, run.count, run.fill) for run in runs] == [(0, 127, True), (127, 23, True)]


def test_a_fill_bridges_leds_that_already_have_the_colour():
    red = b"\xff\0\0"
    runs = smallest_runs([0, 2, 3], red * 4)
    assert runs == [Run(0, 4, red, fill=True)]


def test_a_payload_without_room_for_a_led_is_refused():
    with pytest.raises(ValueError, match="cannot hold a LED"):
        split_runs([Run(0, 1, b"\1\2\3", fill=False)], 4)


@pytest.mark.parametrize("frame", [[(0, 0)], [(0, 0, 256)], [(0, 0, -1)], [("a", 0, 0)], [None], [(1, 2, 3, 4)]])
def test_a_frame_that_is_no_list_of_colours_is_refused(frame):
    with pytest.raises(ValueError, match="a frame is a list of"):
        flatten(frame)


def test_frames_and_pictures_are_two_ways_to_say_the_same():
    frame = [(1, 2, 3), (4, 5, 6)]
    assert unflatten(flatten(frame)) == frame
    assert fit(flatten(frame), 1) == b"\1\2\3"
    assert fit(flatten(frame), 3) == b"\1\2\3\4\5\6\0\0\0"


def test_a_buffer_knows_what_arrived_doubts_what_is_on_its_way_and_can_forget():
    buffer = BoardBuffer(4)
    assert buffer.changed(bytes(12)) == [0, 1, 2, 3]
    buffer.learn(bytes(12))
    assert buffer.changed(bytes(12)) == []
    fill = Run(1, 2, b"\1\1\1", fill=True)
    buffer.doubt(fill)
    assert buffer.changed(bytes(12)) == [1, 2]
    buffer.confirm(fill)
    assert buffer.changed(bytes(3) + b"\1" * 6 + bytes(3)) == []
    buffer.forget()
    assert buffer.changed(bytes(12)) == [0, 1, 2, 3]
