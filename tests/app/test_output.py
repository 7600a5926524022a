"""A stdout that is closed, full or read by nobody: one sentence on stderr, exit code 1."""

import errno
import subprocess
import sys

import pytest

from assistant.output import printed


def durbar(*words, **how):
    command = [sys.executable, "-m", "assistant.cli", *words]
    return subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=120, check=False, **how)


class Broken:
    """A stdout that keeps what is printed and fails when it has to give it out."""

    def __init__(self, number):
        self.number = number

    def write(self, text):
        return len(text)

    def flush(self):
        raise OSError(self.number, "No room")


@pytest.mark.parametrize(("number", "words"), [(errno.EPIPE, "nobody reads it"), (errno.ENOSPC, "No room")])
def test_an_output_that_fails_at_the_end_is_one_sentence(number, words, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdout", Broken(number))
    assert printed(lambda: 0) == 1
    said = capsys.readouterr().err
    assert words in said and len(said.splitlines()) == 1


def test_another_failure_is_not_taken_for_one_of_the_output():
    def missing():
        raise FileNotFoundError(errno.ENOENT, "No such file", "x")

    with pytest.raises(FileNotFoundError):
        printed(missing)


def test_a_full_disk_behind_stdout_is_one_sentence():
    with open("/dev/full", "w") as full:  # noqa: PTH123 - a device to write into, never to name as a file
        ended = durbar("doctor", "--json", stdout=full)
    assert ended.returncode == 1
    assert ended.stderr.splitlines() == [
        "durbar: the output cannot be written (No space left on device); send it elsewhere"
    ]


def test_a_pipe_nobody_reads_is_one_sentence():
    import os

    reading, writing = os.pipe()
    os.close(reading)
    ended = durbar("doctor", stdout=writing)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (
        1,
        "durbar: the output cannot be written (nobody reads it); send it elsewhere\n",
    )


def test_a_closed_stdout_is_one_sentence():
    script = f'"{sys.executable}" -m assistant.cli doctor --json >&-'
    ended = subprocess.run(["sh", "-c", script], stderr=subprocess.PIPE, text=True, timeout=120, check=False)
    assert ended.returncode == 1
    assert len(ended.stderr.splitlines()) == 1 and "cannot be written" in ended.stderr
