"""Options all tests share."""

import pytest


def pytest_addoption(parser):
    parser.addoption("--update-golden", action="store_true", help="write the golden files of the tests that run anew")


@pytest.fixture
def update_golden(request):
    """Whether golden files are to be written instead of compared."""
    return request.config.getoption("--update-golden")
