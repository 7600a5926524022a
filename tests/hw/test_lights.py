"""Meanings to lights: the table, the map and eyes that see colours differently."""

import itertools
import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.hw.lights import COLOURS, LOOKS, Intent, LedMap, LedMapError, Meaning, render

MAP = LedMap(12, {"quarry-1": (0, 1), "river-3": (5,), "palace": (7, 8, 9)})
SECOND = [step / 50 for step in range(150)]


def lit(frame):
    return {led for led, colour in enumerate(frame) if any(colour)}


def test_nothing_to_say_is_dark():
    assert render([], MAP, 1.0, 0.0) == [(0, 0, 0)] * 12


def test_an_intent_lights_the_leds_of_its_space_only():
    assert lit(render([Intent("palace", Meaning.CHOSEN, "blue")], MAP, 1.0, 0.0)) == {7, 8, 9}


def test_a_space_without_leds_and_a_colour_without_a_name_are_passed_over():
    assert lit(render([Intent("nowhere", Meaning.LEGAL, "red")], MAP, 1.0, 0.0)) == set()
    assert lit(render([Intent("river-3", Meaning.LEGAL, "chartreuse")], MAP, 1.0, 0.0)) == {5}


@pytest.mark.parametrize("order", list(itertools.permutations([Meaning.WRONG, Meaning.LEGAL, Meaning.CHOSEN])))
def test_where_meanings_meet_the_most_important_wins_in_any_order(order):
    together = render([Intent("river-3", meaning, "blue") for meaning in order], MAP, 1.0, 0.1)
    assert together == render([Intent("river-3", Meaning.WRONG, "blue")], MAP, 1.0, 0.1)


@pytest.mark.parametrize("meaning", list(Meaning))
def test_every_meaning_has_a_look_and_is_seen_at_some_time(meaning):
    frames = [render([Intent("palace", meaning, "green")], MAP, 0.5, t_s) for t_s in SECOND]
    assert any(lit(frame) == {7, 8, 9} for frame in frames)


def rhythm(meaning):
    """Return the levels of a meaning over three seconds on two LEDs, as anyone sees them who sees no colour."""
    look = LOOKS[meaning]
    return tuple(round(look.rhythm(t_s, place) * look.level, 2) for t_s in SECOND for place in (0, 1))


def test_no_two_meanings_share_a_rhythm_so_that_colour_is_never_needed():
    shapes = [rhythm(meaning) for meaning in Meaning]
    steady = [meaning for meaning in Meaning if len(set(rhythm(meaning))) == 1]
    assert len(set(shapes)) == len(shapes)
    assert steady == [Meaning.CHOSEN, Meaning.BOAT, Meaning.MARKER]  # told apart by brightness and by place
    assert len({LOOKS[meaning].level for meaning in steady}) == 3


@pytest.mark.parametrize("meaning", list(Meaning))
def test_no_rhythm_flashes_more_than_three_times_a_second(meaning):
    look = LOOKS[meaning]
    for place in range(4):
        turning, rising, swings = 0.0, False, []
        for step in range(3000):
            level = look.rhythm(step / 500, place) * look.level
            if (level <= turning - 0.1) if rising else (level >= turning + 0.1):
                swings.append(step / 500)
                rising, turning = not rising, level
            elif (level > turning) if rising else (level < turning):
                turning = level
        assert all(sum(start <= at < start + 1 for at in swings) <= 6 for start in swings)


# Linear-light simulation of the three dichromacies (after Viénot, Brettel and Mollon): LED values are linear light.
BLIND = {
    "protanopia": ((0.1124, 0.8876, 0.0), (0.1124, 0.8876, 0.0), (0.0040, -0.0040, 1.0)),
    "deuteranopia": ((0.2928, 0.7072, 0.0), (0.2928, 0.7072, 0.0), (-0.0223, 0.0223, 1.0)),
    "tritanopia": ((1.0, 0.1446, -0.1446), (0.0, 0.8592, 0.1408), (0.0, 0.8592, 0.1408)),
}


PLAYERS = ("red", "blue", "green", "yellow", "orange", "purple")


def seen(colour, matrix):
    linear = [channel / 255 for channel in colour]
    simulated = [sum(row[n] * linear[n] for n in range(3)) for row in matrix]
    return lab([min(max(value, 0.0), 1.0) for value in simulated])


def lab(linear):
    red, green, blue = linear
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("blindness", BLIND)
@pytest.mark.parametrize("pair", list(itertools.combinations(PLAYERS, 2)), ids=str)
def test_players_colours_stay_apart_for_colour_blind_eyes(blindness, pair):
    one, other = (seen(COLOURS[name], BLIND[blindness]) for name in pair)
    assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 15  # a just visible step is 2.3


@given(st.floats(0, 1), st.floats(0, 1000), st.sampled_from(list(Meaning)), st.sampled_from(sorted(COLOURS)))
def test_brightness_is_never_exceeded_and_every_colour_is_a_byte(brightness, t_s, meaning, colour):
    frame = render([Intent("palace", meaning, colour)], MAP, brightness, t_s)
    assert all(0 <= channel <= round(255 * brightness) for rgb in frame for channel in rgb)


@pytest.mark.parametrize("brightness", [-1.0, 0.0])
def test_no_brightness_is_dark(brightness):
    assert lit(render([Intent("palace", Meaning.CHOSEN, "red")], MAP, brightness, 0.0)) == set()


def test_a_whole_board_is_rendered_in_under_a_millisecond():
    whole = LedMap(150, {f"s-{n}": (3 * n, 3 * n + 1, 3 * n + 2) for n in range(50)})
    intents = [Intent(f"s-{n}", Meaning.LEGAL, "red") for n in range(50)]
    times = []
    for _ in range(50):
        started = time.thread_time()
        render(intents, whole, 0.7, 1.0)
        times.append(time.thread_time() - started)
    assert sorted(times)[40] < 0.001


# ---- the map


def test_a_map_is_saved_and_loaded_unchanged(tmp_path):
    path = tmp_path / "leds.json"
    MAP.save(path)
    assert LedMap.load(path) == MAP
    assert list(tmp_path.iterdir()) == [path]


def test_the_wizard_moves_a_led_from_one_space_to_another_or_to_none():
    moved = MAP.with_led(1, "river-3")
    assert (moved.leds_of("quarry-1"), moved.leds_of("river-3")) == ((0,), (1, 5))
    assert moved.space_of(1) == "river-3"
    gone = moved.with_led(0, None)
    assert gone.space_of(0) is None
    assert "quarry-1" not in gone.spaces


def test_a_strip_is_shared_out_evenly_and_wholly():
    shared = LedMap.evenly(["a", "b", "c"], 10)
    assert dict(shared.spaces) == {"a": (0, 1, 2), "b": (3, 4, 5), "c": (6, 7, 8, 9)}
    assert LedMap.evenly([], 10) == LedMap(10)
    with pytest.raises(LedMapError, match="2 LEDs are not enough for 3 spaces"):
        LedMap.evenly(["a", "b", "c"], 2)


GOOD = {"format": 1, "led_count": 4, "spaces": {"a": [0], "b": [1, 2]}}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"format": 2}, '"format": 1'),
        ({"led_count": 0}, "1 to 255 LEDs, not 0"),
        ({"led_count": 300}, "1 to 255 LEDs, not 300"),
        ({"led_count": True}, "must be a number"),
        ({"led_count": "4"}, "must be a number"),
        ({"spaces": [1]}, '"spaces" an object'),
        ({"spaces": {"a": 1}}, "'a' must have a list"),
        ({"spaces": {"a": [1.5]}}, "'a' must have a list"),
        ({"spaces": {"a": [4]}}, "'a' has LED 4, but the strip ends at 3"),
        ({"spaces": {"a": [-1]}}, "'a' has LED -1"),
        ({"spaces": {"a": [1], "b": [1]}}, "LED 1 is given to both 'a' and 'b'"),
        ({"more": 1}, "unknown entries more"),
    ],
)
def test_a_wrong_map_is_refused_with_the_reason_and_the_file(tmp_path, change, says):
    path = tmp_path / "leds.json"
    path.write_text(json.dumps(GOOD | change))
    with pytest.raises(LedMapError) as error:
        LedMap.load(path)
    assert says in str(error.value)
    assert str(path) in str(error.value)


def test_a_missing_map_and_one_that_is_no_json_are_refused_in_words(tmp_path):
    with pytest.raises(LedMapError, match="cannot be read"):
        LedMap.load(tmp_path / "none.json")
    (tmp_path / "bad.json").write_bytes(b"\xff\xfe{")
    with pytest.raises(LedMapError, match="cannot be read"):
        LedMap.load(tmp_path / "bad.json")
    with pytest.raises(LedMapError, match="not JSON"):
        LedMap.from_json("{")
