"""What is no picture of a table, through the real commands: one sentence, exit code 1, no crash, no hang."""

import json
import time
import zlib

import cv2
import numpy as np
import pytest

from assistant.cli import main
from assistant.vision import capture
from assistant.vision.calibration import save
from tests.vision.test_capture import ScriptedGrabber

PATIENCE_S = 60.0
"""Generous, for busy machines; a hang takes for ever."""


def furry(height=480, width=640):
    """A cat, as far as code can draw one: strokes of fur, two ears, two eyes with slits."""
    rng = np.random.default_rng(12)
    image = np.full((height, width, 3), (70, 95, 120), np.uint8)
    middle = np.array([width / 2, height / 2])
    for x, y in rng.integers(0, (width, height), (9000, 2)):
        away = (np.array([x, y]) - middle) / 25 + rng.normal(0, 4, 2)
        tone = np.clip(np.array([60, 110, 170]) + rng.normal(0, 25), 0, 255)
        cv2.line(image, (int(x), int(y)), (int(x + away[0]), int(y + away[1])), tuple(map(float, tone)), 1, cv2.LINE_AA)
    for side in (-1, 1):
        ear = np.array([[90, -190], [190, -230], [180, -110]]) * [side, 1] + middle
        cv2.fillPoly(image, [ear.astype(np.int32)], (50, 80, 140))
        eye = (int(middle[0] + side * 80), int(middle[1] - 40))
        cv2.ellipse(image, eye, (42, 30), 0, 0, 360, (80, 200, 190), -1, cv2.LINE_AA)
        cv2.ellipse(image, eye, (7, 27), 0, 0, 360, (10, 10, 10), -1, cv2.LINE_AA)
    return image


def png_of(width, height, pixels):
    """A PNG file of grey pixels by hand: quick to make even when it is huge, or with fewer pixels than it claims."""

    def chunk(kind, data):
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    size = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 0, 0, 0, 0])
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", zlib.compress(pixels, 1)) + chunk(b"IEND", b"")


def bad_file(folder, kind):
    path = folder / f"{kind}.png"
    if kind == "text":
        path.write_text("this is a letter")
    elif kind == "empty":
        path.write_bytes(b"")
    elif kind == "folder":
        path.mkdir()
    elif kind == "pixel":
        cv2.imwrite(str(path), np.zeros((1, 1, 3), np.uint8))
    elif kind == "huge":
        path.write_bytes(png_of(10_000, 10_000, bytes(10_001 * 10_000)))
    elif kind == "claims":
        path.write_bytes(png_of(30_000, 30_000, b""))
    elif kind == "torn":
        cv2.imwrite(str(path), furry())
        path.write_bytes(path.read_bytes()[:200])
    return path


@pytest.fixture
def table(fitted, tmp_path):
    save(fitted, tmp_path / "table.json")
    return tmp_path


def refused(arguments, capsys):
    """Run a command that has to refuse; returns what it said on stderr."""
    started = time.monotonic()
    assert main([str(a) for a in arguments]) == 1
    assert time.monotonic() - started < PATIENCE_S
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    lines = said.err.strip().splitlines()
    assert len(lines) == 1, lines
    return lines[0]


@pytest.mark.parametrize("kind", ["missing", "text", "empty", "folder", "pixel", "huge", "claims", "torn"])
@pytest.mark.parametrize("way", ["loose", "calibration"])
def test_a_file_that_is_no_usable_picture_is_named_and_refused(table, kind, way, capsys):
    path = bad_file(table, kind)
    how = ["--loose"] if way == "loose" else ["--calibration", table / "table.json"]
    assert str(path) in refused(["read", path, *how], capsys)


@pytest.mark.parametrize(
    "command",
    [
        ["read", "cat.png", "--loose"],
        ["tiles", "read", "cat.png", "--gallery", "box.gallery", "--grid", "2x3"],
        ["calibrate", "cat.png", "--out", "new.json"],
    ],
    ids=lambda words: words[0],
)
def test_who_asked_for_json_gets_the_refusal_as_json(table, command, capsys, monkeypatch):
    monkeypatch.chdir(table)
    assert main([*command, "--json"]) == 1
    said = capsys.readouterr()
    document = json.loads(said.out)
    assert document["message"] == said.err.strip()
    assert document["problem"] in ("no_picture", "refused")


def test_a_cat_on_the_table_is_no_table(table, capsys):
    cv2.imwrite(str(table / "cat.png"), furry(1080, 1920))
    said = refused(["read", table / "cat.png", "--calibration", table / "table.json"], capsys)
    assert "marker" in said


def test_a_cat_of_another_size_is_told_apart_from_a_moved_camera(table, capsys):
    cv2.imwrite(str(table / "cat.png"), furry())
    said = refused(["read", table / "cat.png", "--calibration", table / "table.json"], capsys)
    assert "size" in said


@pytest.mark.parametrize("what", ["noise", "ramp", "grey"])
def test_a_picture_without_dice_says_so_and_gives_an_empty_list(tmp_path, what, capsys):
    rng = np.random.default_rng(3)
    ramp = np.repeat(np.linspace(20, 230, 640)[None, :, None], 480, 0).repeat(3, 2)
    picture = {"noise": rng.normal(120, 30, (480, 640, 3)), "ramp": ramp, "grey": np.full((480, 640, 3), 90.0)}[what]
    cv2.imwrite(str(tmp_path / "none.png"), np.clip(picture, 0, 255).astype(np.uint8))
    assert main(["read", str(tmp_path / "none.png"), "--loose", "--json"]) == 1
    said = capsys.readouterr()
    document = json.loads(said.out)
    assert document["dice"] == [] and document["problem"] == "no_dice"
    assert "no dice" in said.err


def test_a_dark_photograph_without_dice_says_that_it_is_dark(tmp_path, capsys):
    picture = np.random.default_rng(3).integers(0, 12, (480, 640, 3)).astype(np.uint8)
    cv2.imwrite(str(tmp_path / "night.png"), picture)
    assert main(["read", str(tmp_path / "night.png"), "--loose", "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["problem"], document["reason"]) == ("no_dice", "too_dark")
    assert "too dark" in document["message"]


def test_a_cat_has_no_dice_anybody_would_trust(tmp_path, capsys):
    from assistant.vision.dice import DiceReader

    cv2.imwrite(str(tmp_path / "cat.png"), furry())
    started = time.monotonic()
    code = main(["read", str(tmp_path / "cat.png"), "--loose", "--json"])
    assert time.monotonic() - started < PATIENCE_S
    dice = json.loads(capsys.readouterr().out)["dice"]
    assert code == (0 if dice else 1)
    assert [die for die in dice if die["confidence"] >= DiceReader.load().limits.value_sure] == []


@pytest.mark.parametrize(
    ("content", "word"),
    [
        ('{"format": "durbar-calibration", "version": 99, "cameras": []}', "version"),
        ('{"format": "something-else"}', "calibration"),
        ("[1, 2]", "calibration"),
        ("not json", "JSON"),
    ],
    ids=["newer", "other", "list", "text"],
)
def test_a_wrong_or_newer_calibration_is_refused(table, content, word, capsys):
    cv2.imwrite(str(table / "cat.png"), furry())
    (table / "other.json").write_text(content)
    said = refused(["read", table / "cat.png", "--calibration", table / "other.json"], capsys)
    assert "other.json" in said and word in said


# --- cameras -------------------------------------------------------------------------------------------------------

GREEN = np.zeros((480, 640, 3), np.uint8) + np.uint8([0, 135, 0])


class Endless(list):
    """A script that always goes on with the same picture."""

    def __init__(self, picture):
        super().__init__([picture])

    def pop(self, _):
        time.sleep(0.002)
        return self[0]


class Settling(Endless):
    """Dark at first, as webcams are."""

    pictures = 0

    def pop(self, _):
        self.pictures += 1
        return super().pop(0) // (30 if self.pictures < 4 else 1)


@pytest.fixture
def camera(monkeypatch):
    """Plug in a scripted camera as device 0."""

    def plug(script):
        quick = capture.CaptureSettings(failures=2, pause_s=0.001)
        grabber = ScriptedGrabber([])
        grabber.script = script
        monkeypatch.setattr(capture, "open_device", lambda source: grabber)
        monkeypatch.setattr(capture.LiveSource.__init__, "__defaults__", (quick,))

    return plug


@pytest.mark.parametrize(
    ("script", "word"),
    [
        (Endless(GREEN), "green"),
        (Endless(GREEN // 40), "dark"),
        ([GREEN, GREEN], "delivers no more"),
        ([], "delivers no more"),
        ([RuntimeError("usb reset")], "usb reset"),
    ],
    ids=["green", "dark", "dies after green", "dead", "breaks"],
)
def test_a_camera_that_delivers_no_picture_is_refused(camera, tmp_path, script, word, capsys):
    camera(script)
    assert word in refused(["calibrate", "--camera", "0", "--out", tmp_path / "t.json"], capsys)
    assert not (tmp_path / "t.json").exists()


def test_a_camera_that_needs_a_moment_is_waited_for(camera, photo, tmp_path, capsys):
    camera(Settling(photo.image))
    assert main(["calibrate", "--camera", "0", "--out", str(tmp_path / "t.json")]) == 0


def test_a_video_that_ends_in_the_middle_is_refused(tmp_path, capsys):
    (tmp_path / "torn.mp4").write_bytes(b"\x00\x00\x00\x18ftypmp42" + bytes(500))
    assert "torn.mp4" in refused(["calibrate", "--camera", tmp_path / "torn.mp4", "--out", tmp_path / "t.json"], capsys)
