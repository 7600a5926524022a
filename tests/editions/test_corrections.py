"""A player's corrections: laid over the box, saved as a small file, refused with a clear word when they do not fit."""

import json
from pathlib import Path
from typing import Any

import pytest

from assistant.editions import Correction, Document, EditionError, load_document, load_edition, save_patch
from assistant.editions.source_text import Json
from assistant.engine.rajas.box import Edition, Tile


def tile(edition: Edition, key: str) -> Tile:
    return next(tile for tile in edition.tiles if tile.id == key)


def source(document: Document, path: str) -> str:
    return next(entry.source for entry in document.entries() if entry.path == path)


@pytest.fixture
def corrections() -> list[Correction]:
    return [
        Correction("tiles/blue-cow-1/price", 5),
        Correction("board/more/quarry_fees", [1, 1, 2, 2, 3, 4]),
        Correction("board/more/covered", {"3": ["quarry-6"]}),
        Correction("board/two/river/31", [["fame", 9]]),
        Correction("provinces/base/yields/bottom-2", None),
        Correction("chambers/1/0/1", 3),
    ]


def test_corrections_change_the_edition_and_only_that(document: Document, corrections: list[Correction]):
    changed = document.corrected(corrections).edition()
    assert tile(changed, "blue-cow-1").price == 5
    assert changed.sides[4].quarry_fees == (1, 1, 2, 2, 3, 4)
    assert len(changed.sides[2].river) == 31
    assert "bottom-2" not in [row.id for row in changed.provinces["base"].yields]
    assert changed.chambers[1] == (("fame", 3), ("mogul",))
    assert changed.fingerprint != document.edition().fingerprint
    assert document.edition() == load_edition()


def test_a_corrected_entry_says_that_the_player_said_so(document: Document):
    changed = document.corrected([Correction("tiles/blue-cow-1/price", 5)])
    assert source(changed, "tiles/blue-cow-1") == "player"
    assert source(changed, "tiles/blue-cow-2") == "reconstructed"
    assert source(document, "tiles/blue-cow-1") == "reconstructed"


def test_corrections_survive_the_round_trip_through_a_file(
    document: Document, corrections: list[Correction], tmp_path: Path
):
    file = tmp_path / "my-box.json"
    changed = document.corrected(corrections)
    save_patch(changed, file)
    again = load_document("rajas-2017", file)
    assert again.edition() == load_edition(patch=file) == changed.edition()
    assert again.entries() == changed.entries()
    assert again.patch.to_json() == file.read_text() == changed.patch.to_json()
    assert [path.name for path in tmp_path.iterdir()] == ["my-box.json"]


def test_the_file_of_corrections_is_small_and_readable(document: Document):
    changed = document.corrected([Correction("tiles/blue-cow-1/price", 5), Correction("dice_per_colour", 11)])
    assert changed.patch.to_json() == (
        "{\n"
        '  "format": "durbar-corrections/1",\n'
        '  "edition": "rajas-2017",\n'
        '  "corrections": [\n'
        '    {"path": "tiles/blue-cow-1/price", "value": 5},\n'
        '    {"path": "dice_per_colour", "value": 11}\n'
        "  ]\n"
        "}\n"
    )
    assert json.loads(document.patch.to_json())["corrections"] == []


def test_a_later_correction_replaces_earlier_ones_of_the_same_thing(document: Document):
    whole: Json = {"colour": "blue", "animal": "cow", "price": 7, "roads": ["ns"], "markets": [["tea", 1]]}
    first = document.corrected([Correction("tiles/blue-cow-1/price", 5)])
    second = first.corrected([Correction("tiles/blue-cow-1", whole)])
    third = second.corrected([Correction("tiles/blue-cow-1/price", 6)])
    assert [row.path for row in second.patch.corrections] == ["tiles/blue-cow-1"]
    assert tile(third.edition(), "blue-cow-1").price == 6
    assert tile(third.edition(), "blue-cow-1").roads == ("ns",)


def test_two_corrections_may_be_right_only_together(document: Document):
    with pytest.raises(EditionError, match="there are 63 province tiles"):
        document.corrected([Correction("tiles/blue-cow-1", None)])
    new: Json = {"colour": "blue", "animal": "tiger", "price": 7, "roads": ["ns"], "buildings": ["fort"]}
    changed = document.corrected([Correction("tiles/blue-cow-1", None), Correction("tiles/blue-tiger-7", new)])
    assert tile(changed.edition(), "blue-tiger-7").buildings == ("fort",)


@pytest.mark.parametrize(
    ("path", "value", "named", "words"),
    [
        ("tiles/blue-cow-1/price", "5", "tiles/blue-cow-1/price", "a whole number"),
        ("tiles/blue-cow-9/price", 5, "tiles/blue-cow-9", "is not an entry of this edition"),
        ("tilez/blue-cow-1", 5, "tilez", 'write "tiles"'),
        ("tiles", {}, "tiles", "one by one"),
        ("tiles/zzz", None, "tiles/zzz", "is not an entry"),
        ("tiles/blue-cow-1/markets/7", ["tea", 1], "tiles/blue-cow-1/markets/7", "as a whole"),
        ("tiles/blue-cow-1/markets/0/0/0", "x", "tiles/blue-cow-1/markets/0/0/0", "as a whole"),
        ("dice_per_colour", None, "dice_per_colour", "a whole number"),
        ("id", "other", "id", "is not an entry"),
        ("format", "other", "format", "is not an entry"),
        ("", 1, "", "is not an entry"),
        ("tiles/blue-cow-1/source", "rulebook", "tiles/blue-cow-1/source", "is not a known key"),
        ("board/more/river/32", [["fame", 1]], "board/more/river/32", "without a gap"),
        ("provinces/base/yields/left-1/ports", [["r1c1", "w"]], "provinces/base/yields/left-1/ports/0", "border"),
    ],
)
def test_a_correction_that_does_not_fit_is_refused_at_its_line(
    tmp_path: Path, path: str, value: Json, named: str, words: str
):
    file = tmp_path / "my-box.json"
    rows = [{"path": "workers_limit", "value": 5}, {"path": path, "value": value}]
    write(file, rows)
    before = file.read_bytes()
    with pytest.raises(EditionError) as caught:
        load_edition(patch=file)
    assert caught.value.file == "my-box.json"
    assert caught.value.path == (named or "(top)")
    assert json.loads(before.splitlines()[caught.value.line - 1].strip(b", ")) == rows[1]
    assert words in str(caught.value)
    assert file.read_bytes() == before


def write(file: Path, rows: list[Any], **changes: Json) -> None:
    head = {"format": "durbar-corrections/1", "edition": "rajas-2017", **changes}
    lines = ",\n".join(json.dumps(row) for row in rows)
    file.write_text(json.dumps(head)[:-1] + ', "corrections": [\n' + lines + "\n]}")


def test_corrections_for_another_box_are_refused(tmp_path: Path):
    file = tmp_path / "my-box.json"
    write(file, [], edition="taj-mahal")
    with pytest.raises(EditionError, match='these corrections are for "taj-mahal", the edition is "rajas-2017"'):
        load_edition(patch=file)


@pytest.mark.parametrize(
    ("rows", "path"),
    [
        ([{"path": "dice_per_colour"}], "corrections/0"),
        ([{"path": 3, "value": 3}], "corrections/0/path"),
        ([3], "corrections/0"),
        ([{"path": "a", "value": 1, "valeu": 2}], "corrections/0/valeu"),
    ],
)
def test_a_file_that_is_not_one_of_corrections_is_refused(tmp_path: Path, rows: list[Any], path: str):
    file = tmp_path / "my-box.json"
    write(file, rows)
    with pytest.raises(EditionError) as caught:
        load_document(patch=file)
    assert caught.value.path.startswith(path)


def test_corrections_without_a_file_are_named_as_the_players_own(document: Document):
    with pytest.raises(EditionError, match=r"^your corrections, dice_per_colour: "):
        document.corrected([Correction("dice_per_colour", 0)])


def test_a_defect_of_the_box_itself_is_not_blamed_on_the_corrections(tmp_path: Path, document: Document):
    tree: Any = json.loads(json.dumps(document.tree))
    tree["dice_per_colour"]["value"] = 0
    box, file = tmp_path / "box.json", tmp_path / "my-box.json"
    box.write_text(json.dumps(tree))
    write(file, [{"path": "dice_per_colour", "value": 12}])
    with pytest.raises(EditionError) as caught:
        load_document(box, file)
    assert caught.value.file == "box.json"


def test_corrections_that_cannot_be_saved_are_reported(document: Document, tmp_path: Path):
    with pytest.raises(EditionError, match="choose another place"):
        save_patch(document, tmp_path / "nowhere" / "my-box.json")


def test_an_entry_handed_out_can_be_changed_without_harm(document: Document):
    entry = document.entries()[0]
    before = json.dumps(document.tree)
    for found in document.entries():
        if isinstance(found.value, dict):
            found.value.clear()
    assert json.dumps(document.tree) == before
    assert document.entries()[0] == entry
