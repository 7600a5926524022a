"""A wrong edition file gets one clear message naming file, line, path and remedy; nothing else ever escapes."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from assistant.editions import Document, EditionError, load_document, load_edition
from assistant.editions.document import document_of
from assistant.editions.source_text import Json, SourceText, read_source

Tree = dict[str, Any]
Writer = Callable[[Json], Path]
JUNK: list[Json] = [None, True, -1, 3.5, 10**9, "zzz", [], [["zzz", 1]], {"zzz": 1}]
"""Values that fit no entry of any edition."""

COW = "tiles/blue-cow-1"
LEFT = "provinces/base/yields/left-1"

DAMAGE: list[tuple[str, Callable[[Tree], object], str, str]] = [
    ("wrong key", lambda t: t["tiles"]["blue-cow-1"]["value"].update(prise=3), f"{COW}/prise", 'write "price"'),
    ("wrong top key", lambda t: t.update(tilez={}), "tilez", 'write "tiles"'),
    ("missing key", lambda t: t["tracks"].pop("fate_fame"), "tracks/fate_fame", "is missing"),
    ("63 tiles", lambda t: t["tiles"].pop("blue-cow-1"), "tiles", "there are 63 province tiles, the box has 64"),
    ("too many villages", lambda t: add_tile(t, "village-11", "village-10"), "tiles", "take 1 out"),
    ("price as a word", lambda t: put(t, "blue-cow-1", price="3"), f"{COW}/price", "a whole number from 1"),
    ("price as truth", lambda t: put(t, "blue-cow-1", price=True), f"{COW}/price", "true does not fit"),
    ("no price", lambda t: t["tiles"]["blue-cow-1"]["value"].pop("price"), f"{COW}/price", "is missing"),
    ("id of another tile", lambda t: rename(t, "blue-cow-1", "green-cow-9"), "tiles/green-cow-9", "blue-cow-1"),
    ("id without a number", lambda t: rename(t, "blue-cow-1", "blue-cow-x"), "tiles/blue-cow-x", "does not say"),
    ("other colour", lambda t: put(t, "blue-cow-1", colour="green"), "tiles/blue-cow-1", "green-cow-1"),
    ("misspelt colour", lambda t: put(t, "blue-cow-1", colour="bleu"), f"{COW}/colour", 'write "blue"'),
    ("three symbols", lambda t: put(t, "blue-cow-5", buildings=["mill"]), "tiles/blue-cow-5", "give it one or two"),
    ("no symbol", lambda t: put(t, "blue-cow-1", markets=[]), "tiles/blue-cow-1", "it shows 0"),
    ("market of 4", lambda t: put(t, "blue-cow-1", markets=[["tea", 4]]), f"{COW}/markets/0/1", "1 to 3"),
    ("one road end", lambda t: put(t, "blue-cow-1", roads=["n"]), f"{COW}/roads", "not the roads"),
    ("side twice", lambda t: put(t, "blue-cow-1", roads=["ne", "nw"]), f"{COW}/roads", "not the roads"),
    ("road to nowhere", lambda t: put(t, "blue-cow-1", roads=["nx"]), f"{COW}/roads/0", "n, e, s, w"),
    ("priced village", lambda t: put(t, "village-1", price=3), "tiles/village-1/price", "take it out"),
    ("village, no yield", lambda t: t["tiles"]["village-1"]["value"].pop("reward"), "tiles/village-1/reward", "add"),
    ("village with a cow", lambda t: put(t, "village-1", animal="cow"), "tiles/village-1/animal", 'write "village"'),
    ("shalimar tiger", lambda t: put(t, "blue-shalimar-1", animal="tiger"), "tiles/blue-shalimar-1/animal", "snake"),
    ("unknown reward", lambda t: edge(t, reward=[["mony", 3]]), f"{LEFT}/reward/0", 'write "money"'),
    ("reward out of place", lambda t: edge(t, reward=[["mogul"]]), f"{LEFT}/reward/0", "stand here"),
    ("reward without number", lambda t: edge(t, reward=[["money"]]), f"{LEFT}/reward/0", "give 2"),
    ("bare reward", lambda t: edge(t, reward=["money", 3]), f"{LEFT}/reward/0", '["money", 3]'),
    ("port inside", lambda t: edge(t, ports=[["r0c0", "e"]]), f"{LEFT}/ports/0", "on the border"),
    ("port off the board", lambda t: edge(t, ports=[["r3c0", "w"]]), f"{LEFT}/ports/0", "not a cell"),
    ("port at no cell", lambda t: edge(t, ports=[["a1", "w"]]), f"{LEFT}/ports/0/0", '"r0c2"'),
    ("port of two yields", lambda t: edge(t, ports=[["r1c0", "w"]]), "provinces/base/yields/left-2/ports/0", "left-1"),
    ("brown slot in front", lambda t: edge(t, slot="brown"), "provinces/base/yields", "it must have 0"),
    ("residence on a cell", lambda t: base(t, "residence", "r0c1"), "provinces/base/residence", "take it out"),
    ("residence road off", lambda t: base(t, "residence_roads", "nes"), "provinces/base/residence_roads", "leads off"),
    ("cell apart", lambda t: base(t, "cells", [*cells(t), "r9c9"]), "provinces/base/cells", "r9c9"),
    ("cell twice", lambda t: base(t, "cells", [*cells(t), "r0c0"]), "provinces/base/cells/17", "twice"),
    ("gap in the river", lambda t: t["board"]["two"]["river"].pop("7"), "board/two/river/30", "without a gap"),
    ("boat on the river", lambda t: river(t, "3", [["boat", 1]]), "board/two/river/3/0", "stand here"),
    ("bridge at the end", lambda t: side(t, "bridge_after", 30), "board/two/bridge_after", "use 1 to 29"),
    ("space that is not", lambda t: more(t, {"3": ["quarry-9"]}), "board/more/covered/3/0", "quarry-9"),
    ("cover for nobody", lambda t: more(t, {"5": ["quarry-8"]}), "board/more/covered/5", "do not use this side"),
    ("side for nobody", lambda t: more(t, [4], "players"), "board/more/players", "2, 3 and 4 once"),
    ("no chamber 6", lambda t: t["chambers"].pop("6"), "chambers/6", "is missing"),
    ("bonus off the track", lambda t: bonus(t, "61"), "tracks/fame_bonuses/61", "from 1 to 60"),
    ("bonus at a word", lambda t: bonus(t, "five"), "tracks/fame_bonuses/five", "from 1 to 60"),
    ("worker off the track", lambda t: t["tracks"]["fame_worker"].update(value=61), "tracks/fame_worker", "1 to 60"),
    ("too much karma", lambda t: t["tracks"]["start_karma"].update(value=4), "tracks/start_karma", "karma_max"),
    ("falling columns", lambda t: t["upgrade_columns"].update(value=[3, 2]), "upgrade_columns", "left to right"),
    ("few workers", lambda t: t["workers_limit"].update(value=2), "workers_limit", "raise it"),
    ("balcony twice", lambda t: balcony(t, ["blue", "green"]), "balconies/3", "second"),
    ("balcony in a circle", lambda t: t["balconies"]["value"][0].__setitem__(1, "blue"), "balconies/0", "into itself"),
    ("white yield tile lost", lambda t: t["yield_tiles"].pop("white-1"), "yield_tiles", "there are 7 white"),
    ("no village yield", lambda t: rename(t, "brown-village", "x", "yield_tiles"), "yield_tiles/brown-village", "add"),
    ("river tile lost", lambda t: t["river_tiles"].pop("ganga-1"), "river_tiles", "add the missing 1"),
    ("unknown source", lambda t: t["forecourt"].update(source="hearsay"), "forecourt/source", "rulebook"),
    ("guess without reason", lambda t: t["tiles"]["blue-cow-1"].pop("satisfies"), f"{COW}/satisfies", "K..."),
    ("unknown constraint", lambda t: t["tiles"]["blue-cow-1"].update(satisfies=["K13"]), f"{COW}/satisfies/0", "K1"),
    ("other format", lambda t: t.update(format="durbar-edition/9"), "format", "durbar-edition/1"),
    ("strange id", lambda t: rename(t, "left-1", "L", "provinces", "base", "yields"), "provinces/base/yields/L", "use"),
]  # fmt: skip


def check_tree(content: Json) -> Document:
    """Check a tree without a file behind it."""
    return document_of(SourceText("box.json", content, {}))


def put(tree: Tree, tile: str, **fields: Json) -> None:
    tree["tiles"][tile]["value"].update(fields)


def add_tile(tree: Tree, new: str, like: str) -> None:
    tree["tiles"][new] = copy.deepcopy(tree["tiles"][like])


def rename(tree: Tree, old: str, new: str, *group: str) -> None:
    for step in group or ("tiles",):
        tree = tree[step]
    tree[new] = tree.pop(old)


def edge(tree: Tree, **fields: Json) -> None:
    tree["provinces"]["base"]["yields"]["left-1"]["value"].update(fields)


def base(tree: Tree, key: str, value: Json) -> None:
    tree["provinces"]["base"][key]["value"] = value


def cells(tree: Tree) -> list[str]:
    return list(tree["provinces"]["base"]["cells"]["value"])


def side(tree: Tree, key: str, value: Json) -> None:
    tree["board"]["two"][key]["value"] = value


def river(tree: Tree, space: str, reward: Json) -> None:
    tree["board"]["two"]["river"][space]["value"] = reward


def more(tree: Tree, value: Json, key: str = "covered") -> None:
    tree["board"]["more"][key]["value"] = value


def bonus(tree: Tree, place: str) -> None:
    rename(tree, "31", place, "tracks", "fame_bonuses")


def balcony(tree: Tree, pair: list[str]) -> None:
    tree["balconies"]["value"][3] = pair


@pytest.mark.parametrize(("damage", "path", "words"), [row[1:] for row in DAMAGE], ids=[row[0] for row in DAMAGE])
def test_a_damaged_box_is_refused_with_path_and_remedy(
    tree: Tree, damage: Callable[[Tree], object], path: str, words: str
):
    damage(tree)
    with pytest.raises(EditionError) as caught:
        check_tree(tree)
    message = str(caught.value)
    assert caught.value.path == path
    assert words in message
    assert "\n" not in message


def test_the_message_names_file_line_path_and_remedy(tree: Tree, box_file: Writer):
    put(tree, "blue-cow-1", price="3")
    file = box_file(tree)
    with pytest.raises(EditionError) as caught:
        load_edition(file)
    line = file.read_text().splitlines()[caught.value.line - 1]
    assert line.strip() == '"price": "3",'
    assert str(caught.value) == (
        f"box.json, line {caught.value.line}, tiles/blue-cow-1/price: "
        '"3" does not fit; write a whole number from 1 to 20.'
    )


def test_a_wrong_file_is_never_touched(tree: Tree, box_file: Writer):
    tree["tiles"].pop("blue-cow-1")
    file = box_file(tree)
    before = file.read_bytes()
    with pytest.raises(EditionError, match="63 province tiles"):
        load_edition(file)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b'{"format": "durbar-edition/1",\n "id": }', "line 2: this is not JSON"),
        (b"\xff\xfe", "UTF-8"),
        (b"[]", "not an edition"),
        (b"3", "not an edition"),
        (b"{}", '"format" is missing'),
        (b"[" * 100_000, "start again"),
        (b"[" * 50 + b"]" * 50, "nested too deeply"),
        (b'{"format": ' + b"9" * 5000 + b"}", "start again"),
        (b'{"\\ud800": 1}', "start again"),
        (b'{"a\\nb": 1}', "a\\nb"),
    ],
)
def test_a_file_that_is_no_edition_is_refused(tmp_path: Path, content: bytes, words: str):
    file = tmp_path / "box.json"
    file.write_bytes(content)
    with pytest.raises(EditionError) as caught:
        load_edition(file)
    assert words in str(caught.value)
    assert str(caught.value).startswith("box.json")
    assert "\n" not in str(caught.value)


def test_a_tile_that_stands_there_twice_is_refused_with_its_line(tree: Tree, tmp_path: Path):
    row = json.dumps(tree["tiles"]["blue-cow-1"])
    text = json.dumps(tree).replace('"tiles": {', f'"tiles": {{\n"blue-cow-1": {row},\n')
    file = tmp_path / "box.json"
    file.write_text(text)
    with pytest.raises(EditionError) as caught:
        load_edition(file)
    assert (caught.value.path, caught.value.line) == ("tiles/blue-cow-1", 3)
    assert "twice" in str(caught.value)


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(EditionError, match="use rajas-2017, or the path of a file"):
        load_edition("rajas-1917")


def test_a_missing_file_is_named(tmp_path: Path):
    with pytest.raises(EditionError, match=r"nowhere\.json: no such file or directory; check the path\."):
        load_edition(tmp_path / "nowhere.json")


def test_a_folder_is_not_an_edition(tmp_path: Path):
    with pytest.raises(EditionError, match="is a directory"):
        load_document(tmp_path)


def entry_at(tree: Tree, path: str) -> Tree:
    for step in path.split("/"):
        tree = tree[step]
    return tree


def test_any_single_entry_corrupted_is_refused_at_its_path(document: Document):
    """Every entry of the box, one after the other, with a value that fits nowhere."""
    for index, entry in enumerate(document.entries()):
        tree = copy.deepcopy(document.tree)
        entry_at(tree, entry.path)["value"] = JUNK[index % len(JUNK)]
        with pytest.raises(EditionError) as caught:
            check_tree(tree)
        assert within(caught.value.path, entry.path), entry.path


def within(path: str, entry: str) -> bool:
    return path == entry or path.startswith(entry + "/")


SHIPPED = load_document()
PATHS = [entry.path for entry in SHIPPED.entries()]


@given(st.sampled_from(PATHS), st.sampled_from(JUNK))
@settings(max_examples=150, deadline=None)
def test_any_junk_in_any_entry_is_refused_at_its_path(path: str, junk: Json):
    tree = copy.deepcopy(SHIPPED.tree)
    entry_at(tree, path)["value"] = junk
    with pytest.raises(EditionError) as caught:
        check_tree(tree)
    assert within(caught.value.path, path)


def nodes(node: Json, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    return [path, *(below for key, value in inner for below in nodes(value, (*path, key)))]


NODES = nodes(SHIPPED.tree)[1:]
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["value", "source", "x", ""]), inner),
    max_leaves=6,
)


@given(st.sampled_from(NODES), ANY_JSON)
@example(("tiles",), {"value": SHIPPED.tree["forecourt"]})
@example(("board", "more", "river"), {"value": SHIPPED.tree["forecourt"]})
@settings(max_examples=200, deadline=None)
def test_whatever_stands_anywhere_the_answer_is_an_edition_or_an_edition_error(
    node: tuple[str | int, ...], value: Json
):
    tree: Any = copy.deepcopy(SHIPPED.tree)
    parent = tree
    for step in node[:-1]:
        parent = parent[step]
    parent[node[-1]] = value
    try:
        check_tree(tree).edition()
    except EditionError as error:
        assert "\n" not in str(error)


@given(st.binary(max_size=60) | st.text(alphabet='{}[]:,"\\ x1\n', max_size=40).map(str.encode))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_the_bytes_reading_gives_values_or_an_edition_error(content: bytes):
    try:
        assert read_source("box.json", content).line_of(("tiles",)) >= 1
    except EditionError as error:
        assert str(error).startswith("box.json")
