"""Pictures that several tests share; painted once."""

import pytest

from assistant.vision.calibrate import calibrate
from assistant.vision.layout import compact_table
from tests.vision.painted import flat_table, photograph


@pytest.fixture(scope="session")
def paper():
    return flat_table(compact_table())


@pytest.fixture(scope="session")
def photo(paper):
    return photograph(compact_table(), paper=paper)


@pytest.fixture(scope="session")
def fitted(photo):
    return calibrate({"camera0": photo.image})
