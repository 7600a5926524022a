"""`durbar play`: what cannot be had is said in one sentence."""

import pytest

from assistant.app.runtime import lan_address
from assistant.cli import main


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--camera", "nowhere"], "nowhere"),
        (["--players", "5"], "5 players"),
        (["--port", "99999"], "99999"),
        (["--game", "no-such-game"], "no-such-game"),
        (["--game", "last"], "no game"),
        (["--modules", "chess"], "chess"),
    ],
)
def test_a_refusal_is_one_sentence(capsys, tmp_path, words, named):
    assert main(["play", "--home", str(tmp_path), "--port", "0", "--leds", "none", *words]) == 1
    error = capsys.readouterr().err
    assert named in error
    assert len(error.strip().splitlines()) == 1


def test_the_own_address_is_four_numbers():
    assert len(lan_address().split(".")) == 4
