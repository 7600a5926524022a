"""Writes the vectors beside it from the words of docs/protocol.md, with a codec of its own that shares no code.

Run by hand after a change of the protocol and review the difference: `python tests/golden/protocol/write_vectors.py`.
"""

import random
from pathlib import Path

HERE = Path(__file__).parent
HELLO, SET, SHOW, PING, STATE, NAK = 1, 2, 3, 4, 5, 0xFF
LEDS, LIMIT_MA = 150, 2000


def crc(data):
    """CRC-16/MCRF4XX, bit by bit."""
    value = 0xFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x8408 if value & 1 else 0)
    return value


def cobs(body):
    """COBS by its definition: the body and one imagined zero, cut into blocks that end in a zero or have 254 bytes."""
    out, block = b"", b""
    for at, byte in enumerate(body + b"\0"):
        if byte == 0:
            out += bytes([len(block) + 1]) + block
            block = b""
        else:
            block += bytes([byte])
            if len(block) == 254:
                out += b"\xff" + block
                block = b""
                if at == len(body) - 1:
                    break
    return out


def wire(kind, sequence, payload=b"", version=1):
    body = bytes([version, kind, sequence]) + payload
    return cobs(body + crc(body).to_bytes(2, "little")) + b"\0"


def picture_hash(lit):
    """Hash of {led: (r, g, b)}."""
    total = 0
    for led, colour in lit.items():
        for channel, value in enumerate(colour):
            x = 3 * led + channel + 1
            x ^= x >> 16
            x = x * 0x85EBCA6B % 2**32
            x ^= x >> 13
            x = x * 0xC2B2AE35 % 2**32
            x ^= x >> 16
            total += value * (x | 1)
    return total % 2**32


def u16(value):
    return value.to_bytes(2, "little")


def u32(value):
    return value.to_bytes(4, "little")


def nak(reason, kind, sequence, detail=0):
    return wire(NAK, sequence, bytes([reason, kind]) + u16(detail))


def frames():
    dice = random.Random(7)
    rows = [
        ("ping-empty", PING, 0, b""),
        ("ping-zero", PING, 0, b"\0"),
        ("ping-zeros", PING, 7, bytes(32)),
        ("ping-text", PING, 255, b"123456789"),
        ("hello", HELLO, 1, b"\x01\x01"),
        ("set-one-led", SET, 2, bytes([3, 1, 255, 0, 0])),
        ("set-fill", SET, 3, bytes([0, 0x80 | 127, 0, 0, 64])),
        ("set-two-runs", SET, 4, bytes([0, 2, 1, 2, 3, 4, 5, 6, 149, 1, 255, 255, 255])),
        ("set-longest-no-zero", SET, 5, bytes([1, 0x80 | 1, 9, 9, 9] * 49 + [7, 7, 7, 7])),
        ("set-longest-zeros", SET, 6, bytes(249)),
        ("show-dark", SHOW, 8, u32(0) + u16(1)),
        ("show", SHOW, 9, u32(picture_hash({3: (255, 0, 0)})) + u16(1)),
        ("state", STATE, 10, b""),
        ("set-answer", SET | 0x80, 2, b""),
        ("show-answer", SHOW | 0x80, 9, u32(picture_hash({3: (255, 0, 0)})) + b"\xff"),
        ("nak-stale", NAK, 9, bytes([6, SHOW, 0, 0])),
        ("unknown-type", 0x7E, 11, b"\x2a"),
    ]
    rows += [
        (f"random-{n}", dice.randrange(256), dice.randrange(256), dice.randbytes(dice.randrange(250)))
        for n in range(40)
    ]
    for name, kind, sequence, payload in rows:
        yield f"{name} 1 {kind:#04x} {sequence} {payload.hex() or '-'} {wire(kind, sequence, payload).hex()}"


def broken():
    good = wire(SET, 2, bytes([3, 1, 255, 0, 0]))
    yield f"one-byte damaged {bytes([1, 0]).hex()}"
    yield f"four-bytes damaged {(cobs(b'abcd') + bytes(1)).hex()}"
    yield f"too-long too-long {(cobs(bytes(255)) + bytes(1)).hex()}"
    yield f"much-too-long too-long {(bytes([1]) * 500 + bytes(1)).hex()}"
    yield f"block-beyond-end damaged {(bytes([200]) + good).hex()}"
    yield f"cut damaged {(good[:6] + bytes(1)).hex()}"
    for at in range(len(good) - 1):
        flipped = bytearray(good)
        flipped[at] ^= 0x10
        yield f"flipped-at-{at} damaged {flipped.hex()}"
        yield f"lost-at-{at} damaged {(good[:at] + good[at + 1 :]).hex()}"
        if good[at] != good[at + 1]:
            yield f"swapped-at-{at} damaged {(good[:at] + good[at : at + 2][::-1] + good[at + 2 :]).hex()}"


def lit_line(lit):
    return "* " + " ".join(f"{led}:{bytes(colour).hex()}" for led, colour in sorted(lit.items()))


def show_lines(lit, sequence, runs, scale=255, shown=None):
    """A SET and a SHOW that go well."""
    value = u32(picture_hash(lit))
    yield "> " + (b"\0" + wire(SET, sequence, runs) + wire(SHOW, sequence + 1, value + u16(1))).hex()
    yield "< " + (wire(SET | 0x80, sequence) + wire(SHOW | 0x80, sequence + 1, value + bytes([scale]))).hex()
    yield lit_line(shown or lit)


def refused(name, sent, reason, kind, sequence, detail=0):
    yield f"= {name}"
    yield "> " + sent.hex()
    yield "< " + nak(reason, kind, sequence, detail).hex()
    yield "-"


def conversations():
    red = {3: (255, 0, 0)}
    run = bytes([3, 1, 255, 0, 0])
    yield "= a ping comes back"
    yield "> " + wire(PING, 5, b"hello").hex()
    yield "< " + wire(PING | 0x80, 5, b"hello").hex()
    yield "-"
    yield "= an empty frame is ignored"
    yield "> 000000"
    yield "-"
    yield "= a SET alone lights nothing"
    yield "> " + wire(SET, 1, run).hex()
    yield "< " + wire(SET | 0x80, 1).hex()
    yield "-"
    yield "= SET and SHOW light one LED"
    yield from show_lines(red, 1, run)
    yield "= a doubled SET and a doubled SHOW change nothing"
    yield "> " + (wire(SET, 1, run) * 2).hex()
    yield "< " + (wire(SET | 0x80, 1) * 2).hex()
    for sequence in (2, 2):
        yield "> " + wire(SHOW, sequence, u32(picture_hash(red)) + u16(7)).hex()
        yield "< " + wire(SHOW | 0x80, sequence, u32(picture_hash(red)) + b"\xff").hex()
        yield lit_line(red)
    yield "= a fill and single colours in one SET"
    lit = dict.fromkeys(range(10, 30), (0, 0, 40)) | {149: (1, 2, 3)}
    yield from show_lines(lit, 1, bytes([10, 0x80 | 20, 0, 0, 40, 149, 1, 1, 2, 3]))
    yield "= a picture over the current limit is dimmed"
    white = dict.fromkeys(range(127), (255, 255, 255))
    budget = (LIMIT_MA - LEDS) * 255 // 20
    scale = budget * 256 // (127 * 765) - 1
    dim = (255 * scale + 255) >> 8
    yield from show_lines(white, 1, bytes([0, 0xFF, 255, 255, 255]), scale, dict.fromkeys(white, (dim,) * 3))
    yield from refused("a SHOW of something else is stale", wire(SHOW, 9, u32(77) + u16(1)), 6, SHOW, 9)
    yield from refused("a SHOW after a lost SET is stale", wire(SHOW, 9, u32(picture_hash(red)) + u16(1)), 6, SHOW, 9)
    yield from refused("an unknown type is refused", wire(0x7E, 9, b"?"), 4, 0x7E, 9)
    yield from refused("an answer sent to the board is refused", wire(0x83, 9, bytes(5)), 4, 0x83, 9)
    yield from refused("another version is refused", wire(SET, 9, run, version=2), 3, SET, 9, 1)
    yield from refused("a LED beyond the strip is refused", wire(SET, 9, bytes([150, 1, 1, 1, 1])), 5, SET, 9)
    yield from refused("a run across the end is refused", wire(SET, 9, bytes([149, 0x82, 1, 1, 1])), 5, SET, 9)
    yield from refused("an empty run is refused", wire(SET, 9, bytes([0, 0])), 5, SET, 9)
    yield from refused("a cut run is refused", wire(SET, 9, bytes([0, 2, 1, 1, 1])), 5, SET, 9)
    yield from refused("an empty SET is refused", wire(SET, 9), 5, SET, 9)
    yield from refused("a short SHOW is refused", wire(SHOW, 9, u32(0)), 5, SHOW, 9)
    yield from refused("a long PING is refused", wire(PING, 9, bytes(33)), 5, PING, 9)
    yield from refused("a STATE with a payload is refused", wire(STATE, 9, b"\0"), 5, STATE, 9)
    yield from refused("a damaged frame is refused", b"\x05\x01\x02\x03\x04\0", 1, 0, 0)
    yield from refused("a frame too long is refused", b"\x01" * 300 + b"\0", 2, 0, 0)
    yield "= half a wrong SET changes nothing: one good run and one bad"
    yield "> " + wire(SET, 9, run + bytes([150, 1, 1, 1, 1])).hex()
    yield "< " + nak(5, SET, 9).hex()
    yield "> " + wire(SHOW, 10, u32(0) + u16(1)).hex()
    yield "< " + wire(SHOW | 0x80, 10, u32(0) + b"\xff").hex()
    yield "* "
    yield "= an older picture that comes late is refused, though its hash fits"
    yield from show_lines(red, 1, run)
    yield "> " + (wire(SET, 3, bytes([3, 1, 0, 0, 0])) + wire(SHOW, 4, u32(0) + u16(2))).hex()
    yield "< " + (wire(SET | 0x80, 3) + wire(SHOW | 0x80, 4, u32(0) + b"\xff")).hex()
    yield "* "
    yield "> " + (wire(SET, 1, run) + wire(SHOW, 2, u32(picture_hash(red)) + u16(1))).hex()
    yield "< " + (wire(SET | 0x80, 1) + nak(8, SHOW, 2, 2)).hex()
    yield "-"
    yield "= picture numbers go round"
    yield "> " + wire(SHOW, 1, u32(0) + u16(0x7FFF)).hex()
    yield "< " + wire(SHOW | 0x80, 1, u32(0) + b"\xff").hex()
    yield "* "
    yield "> " + wire(SHOW, 2, u32(0) + u16(0xFFFE)).hex()
    yield "< " + wire(SHOW | 0x80, 2, u32(0) + b"\xff").hex()
    yield "* "
    yield "> " + wire(SHOW, 3, u32(0) + u16(3)).hex()
    yield "< " + wire(SHOW | 0x80, 3, u32(0) + b"\xff").hex()
    yield "* "
    yield "> " + wire(SHOW, 4, u32(0) + u16(0xFFFF)).hex()
    yield "< " + nak(8, SHOW, 4, 3).hex()
    yield "-"
    yield "= after garbage the next frame is understood"
    yield "> " + (b"\x11\x22\x33\0" + wire(PING, 1)).hex()
    yield "< " + (nak(1, 0, 0) + wire(PING | 0x80, 1)).hex()
    yield "-"
    yield "= a silent host gets the idle pattern and finds its picture stale"
    yield from show_lines(red, 1, run)
    yield ". 5010"
    yield lit_line(dict.fromkeys(range(0, 150, 10), (6, 6, 6)))
    yield "> " + wire(SHOW, 9, u32(picture_hash(red)) + u16(2)).hex()
    yield "< " + nak(6, SHOW, 9).hex()
    yield "-"


def main():
    about = "# Written by write_vectors.py; run against the Python codec, the C core and the chip in simavr.\n"
    texts = {
        "frames.txt": ("# name version type sequence payload wire\n", frames()),
        "broken.txt": ("# name damaged|too-long wire\n", broken()),
        "conversations.txt": (
            "# = name (board just started)  > host sends  < board answers  . ms pass  * LEDs latched, others dark"
            "  - nothing (more) lit or said\n",
            conversations(),
        ),
    }
    for name, (legend, lines) in texts.items():
        (HERE / name).write_text(about + legend + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
