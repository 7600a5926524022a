"""Loading the shipped box: what comes out, its fingerprint, the cache."""

import copy
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from assistant.editions import Document, known_editions, load_edition
from assistant.editions.checks import space_ids
from assistant.editions.document import document_of
from assistant.editions.source_text import Json, SourceText
from assistant.engine.rajas.box import COLOURS, Edition

Tree = dict[str, Any]


def check_tree(content: Json) -> Document:
    """Check a tree without a file behind it."""
    return document_of(SourceText("box.json", content, {}))


def test_the_default_edition_is_the_box_of_2017(edition: Edition):
    assert edition is load_edition("rajas-2017")
    assert edition.id == "rajas-2017"
    assert known_editions() == ("rajas-2017",)


def test_an_edition_is_read_once_until_its_file_changes(tree: Tree, box_file: Callable[[Json], Path]):
    file = box_file(tree)
    first = load_edition(file)
    assert load_edition(file) is first
    tree["dice_per_colour"]["value"] = 11
    file.write_text(json.dumps(tree))
    assert load_edition(file).dice_per_colour == 11


def test_the_fixed_facts_of_the_rulebooks(edition: Edition):
    tracks = edition.tracks
    assert (edition.dice_per_colour, edition.workers_active, edition.workers_limit) == (12, 3, 5)
    assert edition.upgrade_columns == (2, 3, 4)
    assert (tracks.fame_length, tracks.money_length) == (60, 120)
    assert (tracks.start_money, tracks.start_karma, tracks.karma_max) == (3, 1, 3)
    assert (tracks.fame_worker, tracks.money_worker) == (15, 20)
    assert tracks.fame_bonuses == ((5, (("upgrade", 1),)), (24, (("karma", 2),)), (31, (("boat", 1),)))
    assert [place for place, _ in tracks.money_bonuses] == [12, 33, 44, 55]
    assert (tracks.fate_fame, tracks.fate_money, tracks.trader_fame) == (18, 24, 10)
    assert {name: board.capacity for name, board in edition.provinces.items()} == {"base": 10, "navaratna": 8}
    assert dict(edition.balconies) == {"blue": "orange", "orange": "purple", "purple": "green", "green": "blue"}


def test_the_chambers_and_the_forecourt(edition: Edition):
    assert edition.chambers == {
        1: (("fame", 2), ("mogul",)),
        2: (("dice", 2), ("white_tile",)),
        3: (("karma", 2), ("dice", 1)),
        4: (("money", 3), ("upgrade", 1)),
        5: (("overbuild",),),
        6: (("portuguese", 6),),
    }
    assert edition.forecourt == (("money", 2), ("reroll",))


def test_the_province_of_reading_b_has_17_cells_around_the_residence(edition: Edition):
    for board in edition.provinces.values():
        assert len(board.cells) == 17
        assert board.residence == "r0c2"
        assert board.residence_roads == "esw"
        assert [cell for cell in board.cells if cell.startswith("r3")] == ["r3c1", "r3c2", "r3c3"]


def test_tile_ids_say_colour_animal_and_number(edition: Edition):
    for tile in edition.tiles:
        if tile.kind == "province":
            colour, animal, number = tile.id.split("-")
            assert (colour, animal, number.isdigit()) == (tile.colour, tile.animal, True)


def test_tiles_stand_in_one_order_whatever_the_file_says(tree: Tree, edition: Edition):
    shuffled = copy.deepcopy(tree)
    for table in ("tiles", "yield_tiles", "river_tiles", "chambers"):
        shuffled[table] = dict(reversed(shuffled[table].items()))
    assert check_tree(shuffled).edition() == edition
    assert [tile.id for tile in edition.tiles if tile.kind == "village"][-1] == "village-10"


def test_the_fingerprint_ignores_names_sources_and_notes(tree: Tree, edition: Edition):
    tree.update(id="my-box", name="Our copy")
    tree["tiles"]["blue-cow-1"].update(source="player", note="seen")
    tree["tiles"]["blue-cow-1"]["value"]["buildings"] = []
    assert check_tree(tree).edition().fingerprint == edition.fingerprint


def test_the_fingerprint_changes_with_every_entry(document: Document, edition: Edition):
    """A change of one number in an entry gives a print of its own."""
    prints = {edition.fingerprint}
    changes: list[tuple[str, Json]] = [
        ("tiles/blue-cow-1/price", 5),
        ("tiles/blue-cow-1/roads", ["ns"]),
        ("board/more/river/30", [["fame", 8]]),
        ("board/two/quarry_fees", [1, 2, 3, 4]),
        ("provinces/base/yields/left-1/reward", [["karma", 1]]),
        ("dice_per_colour", 11),
        ("chambers/1", [["fame", 3], ["mogul"]]),
    ]
    for path, value in changes:
        tree: Any = copy.deepcopy(document.tree)
        *steps, last = path.split("/")
        node = tree
        for step in steps:
            node = node[step]
            node = node.get("value", node)
        if isinstance(node[last], dict) and "value" in node[last]:
            node[last]["value"] = value
        else:
            node[last] = value
        prints.add(check_tree(tree).edition().fingerprint)
    assert len(prints) == len(changes) + 1


def test_the_fingerprint_is_a_sha256(edition: Edition):
    assert len(edition.fingerprint) == 64
    assert set(edition.fingerprint) <= set("0123456789abcdef")


def test_the_larger_side_prints_37_spaces_and_two_for_the_village(document: Document):
    side = {key: node["value"] for key, node in document.tree["board"]["more"].items() if key != "river"}
    spaces = space_ids(side)
    assert len(spaces) == 37 + 2
    assert {"stall-tea", "terrace-blue-2", "balcony-green", "chamber-6", "village-2", "forecourt-1"} <= spaces
    assert not [space for space in spaces if space.startswith("terrace") and space.split("-")[1] not in COLOURS]


def test_the_fingerprint_is_the_same_in_another_process(edition: Edition):
    code = "from assistant.editions import load_edition; print(load_edition().fingerprint)"
    command = [sys.executable, "-c", code]
    found = subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": "77"}, capture_output=True, check=True)
    assert found.stdout.decode().strip() == edition.fingerprint
