"""Every reason, announcement and word has a sentence in all three languages, with no fact left out or unknown."""

import ast
import random
import re
from pathlib import Path

import pytest

import assistant.engine
from assistant.engine.core.moves import CHANCE, Move
from assistant.table.announcements import KEYS as SAID
from assistant.testing.tables import game_for
from assistant.texts import FOLDER, LANGUAGES, bundle, has_text, reason_key, reason_text, text, word

ENGINE = Path(assistant.engine.__file__).parent
PLACE = re.compile(r"\{ \$(\w+)")
ALL_MODULES = "navaratna ganga ganga2 mango shalimar tiger fate trader"


def messages(language):
    """Message key -> text, over all files of a language."""
    found = {}
    for file in sorted((FOLDER / language).glob("*.ftl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            key, equals, value = line.partition(" = ")
            if equals and re.match(r"[a-zA-Z][\w-]*\Z", key):
                assert key not in found, f"{key} stands twice ({language}, {file.name})"
                found[key] = value
    return found


def literal_keys():
    """Keys of all reasons whose rule and case stand as words in the engine's source."""
    for file in sorted(ENGINE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "because":
                words = [one.value for one in node.args if isinstance(one, ast.Constant)]
                if len(words) == len(node.args):
                    yield "-".join(words), {keyword.arg for keyword in node.keywords}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_in_the_engine_has_a_sentence(language):
    missing = sorted({key for key, _ in literal_keys() if not has_text(reason_key(key), language)})
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_names_only_facts_its_reason_has(language):
    known = messages(language)
    wrong = {}
    for key, facts in literal_keys():
        named = set(PLACE.findall(known.get(reason_key(key), "")))
        if named - facts:
            wrong[key] = named - facts
    assert wrong == {}


def test_the_three_languages_have_the_same_messages_and_facts():
    english = messages("en")
    for language in ("de", "nl"):
        other = messages(language)
        assert set(other) == set(english)
        different = [key for key in english if set(PLACE.findall(english[key])) != set(PLACE.findall(other[key]))]
        assert different == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_announcement_has_a_sentence(language):
    for key, facts in SAID.items():
        sentence = text(key, dict.fromkeys(facts, "1"), language)
        assert "{" not in sentence


WORDS = ["place", "buy", "pay", "lay", "take", "return", "score", "sail", "roll", "reveal", "cover", "chamber",
         "upgrade", "karma", "first", "decline", "pass", "flip", "reroll", "draw", "start", "dance"]  # fmt: skip


def wrong_moves(game, state, rng):
    """Moves nobody would generate, and legal ones with a word swapped."""
    odd = "b1 b6>1 g3 o2!5 r1c2 r9c9 0 45 tea2 blue temple 3 99 red white-1 left-1 kali trader".split()
    things = [*game.rules.space_index, *game.rules.tile_index, *odd]
    verb = rng.choice(WORDS)
    yield Move(verb, tuple(rng.choice(things) for _ in range(rng.randrange(4))))
    moves = game.legal_moves(state)
    if len(moves):
        move = moves[rng.randrange(len(moves))]
        yield Move(move.verb, tuple(rng.choice(things) for _ in move.args))
        yield Move(move.verb, move.args[:-1])


@pytest.mark.parametrize(("players", "modules"), [(2, ""), (4, ""), (3, ALL_MODULES)])
def test_every_reason_given_in_play_can_be_said_in_all_languages(players, modules):
    game = game_for(players, modules)
    rng = random.Random(players)
    state, seen = game.initial(), {}
    for _ in range(1500):
        if state.over:
            state = game.initial()
        for move in wrong_moves(game, state, rng):
            for reason in (*game.judge(state, move).reasons, *game.judge(state, move, "green").warnings):
                seen[reason.key] = reason
        moves = game.legal_moves(state)
        move = game.draw(state, rng.randrange) if game.actor(state) == CHANCE else moves[rng.randrange(len(moves))]
        state = game.apply(state, move)
    assert len(seen) > 15
    for reason in seen.values():
        for language in LANGUAGES:
            sentence = reason_text(reason.key, dict(reason.facts), language)
            assert sentence
            assert "$" not in sentence


def test_engine_words_are_spoken():
    assert word("b3 b1>6", "en") == "blue 3, blue 1 turned to 6"
    assert word("quarry-2", "de") == "Steinbruch, Feld 2"
    assert word("stall-tea", "nl") == "kraam voor thee"
    assert word("something else", "en") == "something else"


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match="fr"):
        bundle("fr")
