"""Every rule, verb, waiting decision, house rule and module is told in three languages; the pages made of them hold.

`python -m tests.texts.test_rules_text` writes docs/rules.md and docs/house-rules.md anew.
"""

import random
import re
from dataclasses import fields
from pathlib import Path

import pytest

from assistant.engine.core.moves import CHANCE
from assistant.engine.rajas.house import RULINGS, HouseRules
from assistant.testing.tables import game_for
from assistant.texts import FOLDER, LANGUAGES, MissingTextError, has_text, text
from assistant.texts.rulebook import (
    TELLERS,
    house_page,
    house_text,
    move_text,
    names_of_tests,
    page,
    pending_text,
    proofs,
    rule_text,
    sections,
    turn_text,
)

ROOT = Path(__file__).resolve().parents[2]
TESTS, DOCS = ROOT / "tests", ROOT / "docs"
COUNTS = {
    "B1": 12, "B2": 11, "B3": 6, "B4": 6, "B5": 8, "B6": 7, "B7": 6, "B8": 8, "B9": 6, "B10": 4, "B11": 9, "B12": 9,
    "B13": 8, "B14": 13, "B15": 4, "B16": 3, "B17": 10, "B18": 5, "B19": 3, "B20": 9,
    "N1": 5, "N2": 4, "N3": 8, "N4": 6, "H1": 5, "G1": 4, "G2": 1, "G3": 7,
    "MV1": 3, "MV2": 7, "MV3": 3, "MV4": 1, "MV5": 2, "SH1": 5, "SH2": 3, "SH3": 2,
    "TG1": 3, "TG2": 2, "TG3": 2, "TG4": 3, "TG5": 2, "TG6": 2, "TF1": 4, "TF2": 4, "TF3": 2, "TF4": 2,
    "GT1": 4, "GT2": 2,
}  # fmt: skip
"""How many rules each section of the rules has."""
RULES = [f"{part}.{number}" for part, count in COUNTS.items() for number in range(1, count + 1)]
RULES += [f"IX{number}" for number in range(1, 12)]
MODULES = "navaratna ganga ganga2 mango shalimar tiger fate trader".split()
TABLES = [(2, ""), (4, " ".join(MODULES)), (3, "ganga2 mango tiger"), (3, "ganga fate")]
KEY = re.compile(r"([a-z][\w-]*) = ?(.*)")
FACT = re.compile(r"\{ \$(\w+)")


def blocks(language, name):
    """Message key -> all of its text, over several lines where it has variants."""
    found, key = {}, ""
    for line in (FOLDER / language / name).read_text(encoding="utf-8").splitlines():
        match = KEY.match(line)
        if match:
            key = match[1]
            assert key not in found, f"{key} stands twice"
            found[key] = match[2]
        elif line.startswith((" ", "}")):
            found[key] += line
    return found


@pytest.mark.parametrize("name", ["rules.ftl", "moves.ftl"])
@pytest.mark.parametrize("language", ["de", "nl"])
def test_german_and_dutch_have_the_messages_of_english_in_its_order_with_the_same_facts(name, language):
    english, other = blocks("en", name), blocks(language, name)
    assert list(other) == list(english)
    assert [key for key in english if set(FACT.findall(english[key])) != set(FACT.findall(other[key]))] == []


@pytest.mark.parametrize("language", ["de", "nl"])
def test_no_rule_was_left_in_english(language):
    english, other = blocks("en", "rules.ftl"), blocks(language, "rules.ftl")
    same = [key for key in english if english[key] == other[key] and not key.startswith(("module-", "house-value-"))]
    assert same == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_a_text_and_every_text_a_rule(language):
    told = [key for key in blocks(language, "rules.ftl") if key.startswith("rule-")]
    assert told == ["rule-" + rule.replace(".", "-") for rule in RULES]
    for rule in RULES:
        assert rule_text(rule, language).endswith((".", "!", "?"))


def test_a_rule_that_does_not_exist_has_no_text():
    with pytest.raises(MissingTextError, match="B99"):
        rule_text("B99.1", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_house_rule_with_its_values_and_every_module_has_a_text(language):
    for key, (_, choices) in RULINGS.items():
        assert house_text(key, language).endswith(".")
        for value in choices:
            assert not isinstance(value, str) or has_text(f"house-value-{value}", language), value
    for name in (*MODULES, "mixed"):
        assert text(f"module-{name}", {}, language)
        assert text(f"module-{name}-about", {}, language).endswith(".")


def test_no_house_rule_text_is_left_over():
    known = {"house-" + key.replace("_", "-") for key in RULINGS}
    known |= {f"house-value-{value}" for _, choices in RULINGS.values() for value in choices}
    assert [key for key in blocks("en", "rules.ftl") if key.startswith("house-") and key not in known] == []


def all_decisions():
    """Name of a waiting decision -> its verbs, over several set-ups and the house rules that add decisions."""
    games = [game_for(players, modules) for players, modules in TABLES]
    games.append(game_for(4, "ganga", river_tile_chamber_free=False))
    return {name: decision.verbs for game in games for name, decision in game.rules.decisions.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_waiting_decision_has_a_question(language):
    for name in all_decisions():
        assert pending_text(name, language).endswith("?"), name
    assert pending_text("", language).endswith(".")


def test_no_question_and_no_verb_is_left_over():
    decisions = all_decisions()
    known = {name.rstrip("?").replace("_", "-") for name in decisions} | {"over"}
    asked = {key.removeprefix("pending-") for key in blocks("en", "moves.ftl") if key.startswith("pending-")}
    assert asked == known
    assert {verb for verbs in decisions.values() for verb in verbs} == set(TELLERS)


def played(players, modules, seed, count=2500):
    """Moves of random games, each with the seat that made it, or None for chance."""
    game, rng = game_for(players, modules), random.Random(seed)
    state = game.initial()
    for _ in range(count):
        if state.over:
            state = game.initial()
        actor, moves = game.actor(state), game.legal_moves(state)
        move = game.draw(state, rng.randrange) if actor == CHANCE else moves[rng.randrange(len(moves))]
        yield str(move), None if actor == CHANCE else game.seat_name(actor)
        state = game.apply(state, move)


RAW = re.compile(r"\b[bgop][1-6]\b|\br\dc\d\b|[a-z]-[a-z0-9]+-\d|\b(quarry|chamber|terrace|left|right)-|\{|_|\$")
"""What a person would not say."""


@pytest.mark.parametrize(("players", "modules"), TABLES)
def test_every_move_of_played_games_is_told_without_ids(players, modules):
    told = dict(played(players, modules, seed=players))
    assert len(told) > 300
    for move, seat in told.items():
        for language in LANGUAGES:
            sentence = move_text(move, seat or "red", language)
            assert sentence != move
            assert not RAW.search(sentence), sentence
            assert not RAW.search(move_text(move, None, language)), move


def test_different_moves_are_told_differently():
    for language in LANGUAGES:
        told = {}
        for move, _ in played(3, "navaratna ganga mango tiger", seed=9):
            told.setdefault(move_text(move, None, language), set()).add(move)
        doubled = {sentence: moves for sentence, moves in told.items() if len(moves) > 1}
        # The two terraces of a colour do the same, so they share their name.
        assert all(len({re.sub(r"(terrace-\w+)-\d", r"\1", one) for one in moves}) == 1 for moves in doubled.values())


@pytest.mark.parametrize(
    ("move", "language", "sentence"),
    [
        ("pay b3 b1>6", "en", "Red pays blue 3 and blue 1 turned to 6"),
        ("pay b3 b1>6", "de", "Rot bezahlt blau 3 und blau 1 gedreht auf 6"),
        ("take", "nl", "Rood neemt geen dobbelstenen"),
        ("lay r1c2 0", "en", "Red lays the tile at row 2, column 3, not turned"),
        ("sail 1", "en", "Red sails one space"),
        ("sail 3", "de", "Rot fährt 3 Felder"),
        ("place chamber-4 trader", "en", "Red places the Gemstone Trader: chamber 4 (Raja Man Singh)"),
        ("reveal blue-cow unknown", "en", "The blue cow stack has a new top tile that nobody has named yet"),
        ("first fame-5", "nl", "Rood begint met: bonus van roem 5"),
        ("river end", "de", "Der Fluss ist voll: keine weiteren Flussplättchen"),
    ],
)
def test_a_move_is_told_like_a_person_would(move, language, sentence):
    assert move_text(move, "red", language) == sentence


@pytest.mark.parametrize("move", ["", "dance", "pay", "lay r1c2", "buy a b", "decline now"])
def test_what_is_no_move_comes_back_unchanged(move):
    assert move_text(move, "red", "en") == move


def test_buying_and_laying_are_told_as_one_building():
    moves = ["place quarry-1", "buy blue-cow-3", "pay b3 b5", "lay r1c2 90"]
    assert turn_text(moves, "red", "en")[-1] == "Red builds blue cow tile 3 at row 2, column 3, turned by 90 degrees"
    assert len(turn_text(moves, "red", "en")) == 3


def without_proofs(document):
    return re.sub(r" <sub>.*</sub>", "", document)


def test_the_page_about_the_rules_is_up_to_date():
    """Which tests prove a rule may lag behind; the rules themselves may not."""
    written = (DOCS / "rules.md").read_text(encoding="utf-8")
    assert without_proofs(written) == without_proofs(page(TESTS)), "run: python -m tests.texts.test_rules_text"


def test_every_rule_on_the_page_cites_tests_that_name_it():
    names = names_of_tests(TESTS)
    written = (DOCS / "rules.md").read_text(encoding="utf-8")
    cited = {
        rule: re.findall(r"`([^`]+)`", files) for rule, files in re.findall(r"\*\*(\S+)\*\*.*<sub>(.*)</sub>", written)
    }
    assert list(cited) == RULES
    for rule, files in cited.items():
        assert set(files) <= set(proofs(rule, names)), rule


def test_all_rules_stand_under_a_heading():
    assert [rule for _, rules in sections() for rule in rules] == RULES


def house_document():
    defaults = {one.name: one.default for one in fields(HouseRules)}
    return house_page({key: (question, defaults[key], choices) for key, (question, choices) in RULINGS.items()})


def test_the_page_about_house_rules_is_up_to_date():
    written = (DOCS / "house-rules.md").read_text(encoding="utf-8")
    assert written == house_document(), "run: python -m tests.texts.test_rules_text"


@pytest.mark.parametrize("name", ["index.md", "playing.md", "rules.md", "house-rules.md"])
def test_links_between_the_pages_for_players_lead_somewhere(name):
    document = (DOCS / name).read_text(encoding="utf-8")
    for file, heading in re.findall(r"\]\(([^)#]+)(?:#([^)]*))?\)", document):
        assert (DOCS / file).exists(), file
        if heading:
            target = (DOCS / file).read_text(encoding="utf-8")
            assert heading in {one.lower().replace(" ", "-") for one in re.findall(r"^#+ (.+)$", target, re.MULTILINE)}


def test_every_button_named_in_the_guide_is_on_the_page():
    """What stands in italics in docs/playing.md is a word of the page, so that players find it."""
    words = set(blocks("en", "page.ftl").values())
    named = set(re.findall(r"(?<!\*)\*([A-Z][^*]+)\*(?!\*)", (DOCS / "playing.md").read_text(encoding="utf-8")))
    assert len(named) > 8
    assert {one for name in named for one in name.split(", ") if one not in words} == set()


if __name__ == "__main__":
    (DOCS / "rules.md").write_text(page(TESTS), encoding="utf-8")
    (DOCS / "house-rules.md").write_text(house_document(), encoding="utf-8")
