"""The firmware's core built for the PC, with the address and undefined-behaviour sanitizers on."""

import re
import shutil
import subprocess
import sys

import pytest

from assistant.hw.protocol import HASH_KEYS
from assistant.sim.chip import FIRMWARE, LibraryCore, LockstepCore, build
from assistant.sim.fault_matrix import run_matrix
from assistant.sim.line import soak

pytestmark = pytest.mark.firmware


def test_the_core_passes_every_shared_vector_under_sanitizers(host_build, vector_files):
    done = subprocess.run([host_build / "core-tests-150", *vector_files], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(re.match(r"(\d+) checks, 0 failures", done.stdout.splitlines()[-1])[1]) > 300


def test_the_core_tests_fail_when_a_vector_is_wrong(host_build, vector_files, tmp_path):
    frames = tmp_path / "frames.txt"
    frames.write_text("show 1 0x03 9 01020304 0a0103096f8cdf3bb26000\n")
    done = subprocess.run(
        [host_build / "core-tests-150", frames, *vector_files[1:]], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "FAILED show" in done.stdout


def test_the_sanitizers_are_really_on(host_build):
    symbols = subprocess.run(["nm", host_build / "core-tests-150"], capture_output=True, text=True, check=True).stdout
    assert "__asan_init" in symbols
    assert "__ubsan_handle" in symbols


def test_the_keys_in_the_header_are_those_of_the_codec():
    text = (FIRMWARE / "src" / "hash_keys.h").read_text()
    assert tuple(int(key, 16) for key in re.findall(r"0x[0-9A-F]{8}", text)) == tuple(HASH_KEYS.tolist())


def test_the_header_is_what_its_script_writes():
    script = FIRMWARE / "tools" / "make_hash_keys.py"
    code = f"import runpy; print(runpy.run_path({str(script)!r})['header'](), end='')"
    written = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert written == (FIRMWARE / "src" / "hash_keys.h").read_text()


def test_two_thousand_pictures_over_a_bad_line_show_no_wrong_led_under_sanitizers(host_build):
    board = LockstepCore()
    result = soak(board, 2000, rate=0.01, seed=21)
    board.close()
    assert (result.pictures, result.wrong_leds) == (2000, 0)
    assert result.faults > 2000


def test_the_fault_matrix_on_the_core_shows_no_wrong_led_and_recovers_within_a_second(host_build):
    outcomes = run_matrix(LockstepCore)
    assert len(outcomes) > 400
    assert [str(outcome.case) for outcome in outcomes if not outcome.struck or outcome.wrong_leds] == []
    assert max(outcome.recovery_s for outcome in outcomes) < 1.0


def test_the_core_takes_other_strip_lengths(host_build):
    board = LockstepCore(leds=7)
    result = soak(board, 200, rate=0.01, seed=3, led_count=7)
    board.close()
    assert (result.pictures, result.wrong_leds) == (200, 0)


def test_random_inputs_to_the_board_find_nothing(host_build):
    command = [host_build / "fuzz-standalone-150", "20000", "7"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "20000 runs, nothing found\n"), done.stderr[-2000:]


def fuzzer_links(folder):
    """Debian puts the fuzzer's runtime into a package of its own (libclang-rt-14-dev)."""
    source = folder / "empty.c"
    source.write_text("int LLVMFuzzerTestOneInput(const char *d, long n) { return d == 0 && n == -1; }\n")
    command = ["clang", "-fsanitize=fuzzer", source, "-o", folder / "empty"]
    return (
        shutil.which("clang") is not None and subprocess.run(command, capture_output=True, check=False).returncode == 0
    )


def test_a_short_fuzz_finds_nothing(host_build, tmp_path):
    """Ten CPU minutes are run by `make -C firmware fuzz`; here it is seen to build, start and cover."""
    if not fuzzer_links(tmp_path):
        pytest.skip("needs clang with its fuzzer runtime (Debian: clang libclang-rt-14-dev)")
    build("build/fuzz-board-150")
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    command = [host_build / "fuzz-board-150", "-runs=20000", "-max_len=2048", "-seed=1", "-print_final_stats=1"]
    done = subprocess.run([*command, corpus, FIRMWARE / "fuzz" / "corpus"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(re.findall(r"cov: (\d+)", done.stderr)[-1]) > 80
    assert list(corpus.iterdir())


@pytest.mark.soak
def test_a_million_pictures_over_a_bad_line_show_no_wrong_led(host_build):
    result = soak(LibraryCore(), 1_000_000, rate=0.01, seed=1)
    assert (result.pictures, result.wrong_leds) == (1_000_000, 0)
