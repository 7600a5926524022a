"""The simulated board's public face, with the stand-in; `tests/firmware` has the chip."""

import pytest

from assistant.hw import open_board
from assistant.sim import board as boards
from assistant.sim.board import start_simulated_board
from assistant.sim.chip import ChipUnavailableError
from tests.hw.test_board import wait_for


def test_the_stand_in_shows_what_the_driver_was_told_and_forgets_it_at_a_reset():
    with start_simulated_board(12, "stand-in") as simulated:
        assert simulated.kind == "stand-in"
        assert simulated.shown() == [(0, 0, 0)] * 12
        driver = open_board(simulated.port)
        driver.show([(7, 8, 9)] * 12)
        assert wait_for(lambda: simulated.shown() == [(7, 8, 9)] * 12)
        driver.close()
        simulated.reset()
        assert wait_for(lambda: simulated.shown() == [(0, 0, 0)] * 12)


def test_without_the_chips_tools_the_stand_in_takes_its_place(monkeypatch):
    def unavailable(leds):
        raise ChipUnavailableError("the simulated chip needs avr-gcc")

    monkeypatch.setattr(boards, "ChipBoard", unavailable)
    with start_simulated_board(12) as simulated:
        assert simulated.kind == "stand-in"
    with pytest.raises(ChipUnavailableError, match="avr-gcc"):
        start_simulated_board(12, "simavr")


def test_an_unknown_kind_is_refused():
    with pytest.raises(ValueError, match="one of auto, simavr, stand-in, not 'arduino'"):
        start_simulated_board(12, "arduino")
