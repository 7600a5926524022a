"""Writing a file whole or not at all, and only where a file belongs: never over a pipe or a device."""

import errno
import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

NEW_FILE_MODE = 0o666
"""Less what the user's mask takes away, as for any new file."""


def writable_place(path: Path) -> Path:
    """Return where writing to `path` ends, links followed; raises OSError when that is there and no ordinary file."""
    try:
        place = path.resolve()
    except RuntimeError:
        raise OSError(errno.ELOOP, "the link leads back to itself", str(path)) from None
    try:
        mode = place.stat().st_mode
    except FileNotFoundError:
        return place
    if not stat.S_ISREG(mode):
        what = "it is a folder" if stat.S_ISDIR(mode) else "it is no ordinary file"
        raise OSError(errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL, what, str(path))
    return place


def write_whole(path: Path, data: bytes) -> None:
    """Write the file so that a reader never sees half of it; an earlier one stays until the new one is safe.

    Raises OSError that names `path`, with nothing changed, when it cannot be written.
    """
    place = writable_place(path)
    try:
        _replace(place, place.with_name(f".{secrets.token_hex(8)}.part"), data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def _replace(place: Path, draft: Path, data: bytes) -> None:
    number = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), NEW_FILE_MODE)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if place.exists():
            draft.chmod(stat.S_IMODE(place.stat().st_mode))
        draft.replace(place)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
