"""Calibration files with one thing wrong: each loads or is refused with a sentence, never anything else."""

import copy
import json
import math
import random
from dataclasses import replace

import pytest

from assistant.vision.calibration import CalibrationError, from_json, load, to_json
from assistant.vision.colour import ColourModel
from assistant.vision.regions import make_regions
from tests.vision.test_calibration_file import LAB

ROUNDS = 1000
LOOKED_THROUGH = 10
"""Every how many rounds the views of a file that loads are made, too; that takes long."""
SEED = 20261118
STRANGE = [
    None, True, False, 0, -1, 1, 0.5, -0.0, 10**400, -(10**400), 1e300, -1e300, 1e-300, math.nan, math.inf, -math.inf,
    "", "1", "red/kali", "\ud800", "\u00b2", [], [[]], [1], [math.nan] * 3, [0, 0, 0, 0], [[0, 0]] * 4, {}, {"": 1},
    {"lab": {}}, {"lab": 3}, {"blue": [1, 2, 3]}, {"\u00b2": [[0, 0]] * 4}, {"99": [[0, 0]] * 4}, "A" * 2000,
]  # fmt: skip


@pytest.fixture(scope="module")
def document(fitted):
    """A valid file with everything in it, two cameras and learned colours; small pictures of few boards."""
    camera = fitted.camera()
    red = tuple(placed for placed in camera.boards if placed.board.seat == "red")
    few = replace(camera, boards=red, empty={"red/kali": camera.empty["red/kali"]})
    both = replace(fitted, cameras=(few, replace(few, name="camera1", boards=red[:1], empty={})))
    return to_json(replace(both, colours=ColourModel(LAB).to_json()))


def places(value, path=()):
    """The path of every value of a document."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield from places(inner, (*path, key))


def even_places(document, rng):
    """Places by kind: the hundreds of numbers of markers and reports do not crowd out the others."""
    kinds = {}
    for path in places(document):
        kinds.setdefault(tuple("#" if isinstance(k, int) or k.isdigit() else k for k in path), []).append(path)
    rows = list(kinds.values())
    while True:
        yield rng.choice(rng.choice(rows))


def mutated(document, path, rng):
    """A copy with one value dropped, doubled, replaced or multiplied."""
    changed = copy.deepcopy(document)
    if not path:
        return rng.choice(STRANGE)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    way, key = rng.choice(["drop", "strange", "strange", "huge", "double"]), path[-1]
    if way == "drop":
        del inner[key]
    elif way == "double" and isinstance(inner, list):
        inner.append(copy.deepcopy(inner[key]))
    elif way == "huge" and isinstance(inner[key], int | float):
        inner[key] *= rng.choice([-1, 1e3, -1e3, 1e9, 1e-9])
    else:
        inner[key] = copy.deepcopy(rng.choice(STRANGE))
    return changed


def said_of(document, look=True):
    """The refusal of a document, or None when it loads; what loads can be looked through."""
    try:
        calibration = from_json(document, "table.json")
    except CalibrationError as error:
        return str(error)
    for camera in calibration.cameras if look else ():
        make_regions(calibration, camera, 64)
    if calibration.colours:
        ColourModel.from_json(calibration.colours)
    json.dumps(to_json(calibration), allow_nan=False)
    return None


def test_a_file_with_anything_wrong_loads_or_is_refused_with_a_sentence(document):
    rng = random.Random(SEED)
    assert said_of(document) is None
    refused, at = 0, even_places(document, rng)
    for number in range(ROUNDS):
        path = next(at)
        said = said_of(mutated(document, path, rng), look=number % LOOKED_THROUGH == 0)
        if said is not None:
            refused += 1
            assert said.startswith("table.json") and "\n" not in said and len(said) < 400, (path, said)
    assert refused > ROUNDS / 3


def changed(document, path, value):
    copied = copy.deepcopy(document)
    inner = copied
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return copied


CAMERA = ("cameras", 0)


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("version",), 0, ".version: "),
        (("version",), 1.5, ".version: "),
        (("colours",), {"blue": [1, 2, 3]}, ".colours: 'lab'"),
        (("colours", "lab", "blue"), 3, ".colours.lab.blue: "),
        (("colours", "lab", "blue"), [1, 2], ".colours.lab.blue: "),
        (("colours", "lab", "blue"), [1, 2, math.nan], ".colours.lab.blue[2]: "),
        (("colours", "lab", "pink"), [1, 2, 3], "unknown colour 'pink'"),
        ((*CAMERA, "lens", "size_px"), [1920.5, 1080], ".lens.size_px[0]: "),
        ((*CAMERA, "lens", "focal_px"), 10**400, ".lens.focal_px: "),
        ((*CAMERA, "lens", "source"), "guessed", ".lens.source: must be one of assumed"),
        ((*CAMERA, "lens", "distortion"), [900] * 5, "outside the picture"),
        ((*CAMERA, "pose", "translation_mm"), [0, 0, 0], "the camera would be on the table"),
        ((*CAMERA, "pose", "translation_mm"), [0, 0, -900], "the camera would be below the table"),
        ((*CAMERA, "boards", 0, "found_by"), "luck", ".boards[0].found_by: must be one of markers, corners"),
        ((*CAMERA, "boards", 0, "error_px"), -1, ".boards[0].error_px: "),
        ((*CAMERA, "boards", 1, "name"), "red/province", ".boards[1].name: red/province is there twice"),
        ((*CAMERA, "boards", 0, "x_mm"), 1e9, ".boards[0].x_mm: "),
        ((*CAMERA, "boards", 0, "x_mm"), 9e3, "red/province: it would lie far outside the picture"),
        ((*CAMERA, "markers_px"), {"\u00b2": []}, ".markers_px: "),
        ((*CAMERA, "quality"), {"blur_px": [math.nan]}, ".quality.blur_px[0]: "),
        ((*CAMERA, "name"), "camera1", "'camera1' is there twice"),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(document, path, value, words):
    with pytest.raises(CalibrationError) as refused:
        from_json(changed(document, path, value), "table.json")
    assert words in str(refused.value) and "calibrate again" in str(refused.value)


def test_a_file_nested_without_end_a_pipe_and_a_huge_file_are_refused(document, tmp_path):
    import os

    deep = []
    for _ in range(400):
        deep = [deep]
    path = tmp_path / "table.json"
    path.write_text(json.dumps(changed(document, (*CAMERA, "quality", "boards"), deep)))
    load(path)
    path.write_text(json.dumps(document).replace('"quality": {', '"quality": {"x": ' + "[" * 990 + "]" * 990 + ", ", 1))
    with pytest.raises(CalibrationError, match="calibrate again"):
        load(path)
    os.mkfifo(tmp_path / "pipe.json")
    with pytest.raises(CalibrationError, match="no ordinary file"):
        load(tmp_path / "pipe.json")
    with path.open("wb") as file:
        file.truncate(70_000_000)
    with pytest.raises(CalibrationError, match="too large"):
        load(path)
