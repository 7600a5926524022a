"""What a command prints: when nobody can take it, one sentence on stderr instead of a traceback."""

import errno
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from io import TextIOBase

UNWRITABLE = (errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""How writing to stdout fails: nobody reads any more, or the disk is full."""


class ClosedOutput(TextIOBase):
    """Stands in for a stdout that was closed from the start: nothing is lost in silence."""

    def write(self, text: str, /) -> int:
        raise BrokenPipeError(errno.EPIPE, "it is closed")


def refused(problem: str, message: str, *, as_json: bool) -> int:
    """Say why a command gives nothing, as a JSON document too where one was asked for; return its exit code."""
    if as_json:
        sys.stdout.write(json.dumps({"problem": problem, "message": message}) + "\n")
    sys.stderr.write(message + "\n")
    return 1


def printed(command: Callable[[], int]) -> int:
    """Run a command until all it prints is out; 1, with one sentence, when that cannot be written."""
    if sys.stdout is None:
        sys.stdout = ClosedOutput()
    try:
        code = command()
        sys.stdout.flush()
    except OSError as error:
        if error.errno not in UNWRITABLE or error.filename is not None:
            raise
        _turn_away_stdout()
        reason = "nobody reads it" if error.errno == errno.EPIPE else error.strerror
        with suppress(OSError, AttributeError):
            sys.stderr.write(f"durbar: the output cannot be written ({reason}); send it elsewhere\n")
        return 1
    return code


def _turn_away_stdout() -> None:
    """Let what is still in the buffer go nowhere: Python would try once more, and complain, when it ends."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
