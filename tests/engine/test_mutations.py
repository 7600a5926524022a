"""Lies about the rules are noticed by the tests of the rules."""

import pytest

from tests.engine.mutations import MUTATIONS, misfits, survivors

TO_BE_CAUGHT = 0.95


def test_every_mutation_still_fits_the_source_in_exactly_one_place():
    assert misfits() == []
    assert len(MUTATIONS) >= 60
    assert len({(one.file, one.snippet, one.lie) for one in MUTATIONS}) == len(MUTATIONS)


@pytest.mark.soak
def test_the_tests_of_the_rules_catch_nearly_every_mutation():
    left = survivors(list(range(len(MUTATIONS))))
    assert len(left) <= (1 - TO_BE_CAUGHT) * len(MUTATIONS), [MUTATIONS[number] for number in left]
