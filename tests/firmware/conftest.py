"""The firmware's tests need the packages `make test` installs; without them they say so and are skipped."""

import shutil

import pytest

from assistant.sim.chip import FIRMWARE, LockstepChip, build_host, missing_tools
from tests.hw.vectors import GOLDEN


@pytest.fixture(scope="session")
def tools():
    if missing := missing_tools():
        pytest.skip(f"needs {', '.join(missing)} (Debian: gcc-avr avr-libc simavr libsimavr-dev libelf-dev)")


@pytest.fixture(scope="session")
def host_build():
    if shutil.which("cc") is None or shutil.which("make") is None:
        pytest.skip("needs a C compiler and make")
    build_host()
    return FIRMWARE / "build"


@pytest.fixture
def chip(tools):
    board = LockstepChip()
    yield board
    board.close()


@pytest.fixture(scope="session")
def vector_files():
    return [str(GOLDEN / name) for name in ("frames.txt", "broken.txt", "conversations.txt")]
