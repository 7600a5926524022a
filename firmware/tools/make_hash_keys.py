"""Write src/hash_keys.h: the picture hash's keys (docs/protocol.md). Run by hand; a test checks the header."""

import sys
from pathlib import Path

MAX_LEDS = 255
PER_LINE = 8


def key(index: int) -> int:
    """Return the MurmurHash3 finaliser of index + 1, made odd."""
    x = index + 1
    x ^= x >> 16
    x = x * 0x85EBCA6B & 0xFFFFFFFF
    x ^= x >> 13
    x = x * 0xC2B2AE35 & 0xFFFFFFFF
    return x ^ x >> 16 | 1


def header() -> str:
    """Return the header's text."""
    keys = [f"0x{key(index):08X}," for index in range(3 * MAX_LEDS)]
    rows = [" ".join(keys[at : at + PER_LINE]) for at in range(0, len(keys), PER_LINE)]
    return "\n".join(
        [
            "// Written by tools/make_hash_keys.py. One key for each channel of the longest strip.",
            "#ifndef DURBAR_HASH_KEYS_H",
            "#define DURBAR_HASH_KEYS_H",
            "",
            "#include <stdint.h> // uint32_t",
            "",
            '#include "flash_memory.h" // IN_FLASH',
            "",
            "static const uint32_t hash_keys[] IN_FLASH = {",
            *(f"    {row}" for row in rows),
            "};",
            "",
            "#endif",
            "",
        ]
    )


if __name__ == "__main__":
    target = Path(__file__).parent.parent / "src" / "hash_keys.h"
    target.write_text(header())
    sys.stderr.write(f"{target}\n")
