"""The byte vectors shared by the Python codec, the C core and the chip."""

from pathlib import Path

GOLDEN = Path(__file__).parent.parent / "golden" / "protocol"


def lines(name):
    return [line for line in (GOLDEN / name).read_text().splitlines() if line and not line.startswith("#")]


def frames():
    """Return (name, version, type, sequence, payload, wire) of every good frame."""
    rows = []
    for line in lines("frames.txt"):
        name, version, kind, sequence, payload, wire = line.split()
        content = b"" if payload == "-" else bytes.fromhex(payload)
        rows.append((name, int(version), int(kind, 0), int(sequence), content, bytes.fromhex(wire)))
    return rows


def broken():
    """Return (name, damaged or too-long, wire) of every broken frame."""
    return [(name, what, bytes.fromhex(wire)) for name, what, wire in (line.split() for line in lines("broken.txt"))]


def conversations():
    """Return (name, steps) of every conversation; a step is (mark, rest of the line)."""
    talks = []
    for line in lines("conversations.txt"):
        if line[0] == "=":
            talks.append((line[2:], []))
        else:
            talks[-1][1].append((line[0], line[2:]))
    return talks


def lit(words, leds=150):
    """Return the picture that "3:ff0000 9:000040" describes."""
    picture = bytearray(3 * leds)
    for word in words.split():
        led, colour = word.split(":")
        picture[3 * int(led) : 3 * int(led) + 3] = bytes.fromhex(colour)
    return bytes(picture)
