"""The codec on the shared vectors, and its manners with bytes that are not frames."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.hw import protocol
from assistant.hw.protocol import Frame, FrameReader, ProtocolError, Reason, Type, decode, encode
from tests.hw import vectors

DOC = Path(__file__).parents[2] / "docs" / "protocol.md"


@pytest.mark.parametrize("row", vectors.frames(), ids=lambda row: row[0])
def test_a_frame_is_written_and_read_as_in_the_vectors(row):
    _, version, kind, sequence, payload, wire = row
    frame = Frame(kind, sequence, payload, version)
    assert encode(frame) == wire
    assert decode(wire[:-1]) == frame


@pytest.mark.parametrize("row", vectors.broken(), ids=lambda row: row[0])
def test_a_broken_frame_is_counted_and_dropped(row):
    reader = FrameReader()
    assert reader.feed(row[2]) == []
    assert reader.damaged == 1


@given(st.lists(st.tuples(st.integers(0, 255), st.integers(0, 255), st.binary(max_size=249)), max_size=5), st.data())
def test_frames_survive_any_cutting_of_the_stream(contents, data):
    frames = [Frame(*content) for content in contents]
    stream = b"\0" + b"".join(map(encode, frames))
    reader, seen = FrameReader(), []
    while stream:
        cut = data.draw(st.integers(1, len(stream)))
        seen += reader.feed(stream[:cut])
        stream = stream[cut:]
    assert seen == frames


@given(st.binary(max_size=2000))
def test_any_bytes_are_read_without_error_and_the_next_frame_is_understood(garbage):
    reader = FrameReader()
    reader.feed(garbage + b"\0")
    assert reader.feed(encode(Frame(Type.PING, 1))) == [Frame(Type.PING, 1)]


def test_an_endless_stream_without_delimiter_takes_no_memory():
    reader = FrameReader()
    for _ in range(1000):
        reader.feed(b"\x55" * 1000)
    assert len(reader._block) <= protocol.MAX_BODY + 1
    assert reader.bytes_since_frame >= 1_000_000


@given(st.binary(min_size=450, max_size=450), st.integers(0, 449), st.integers(0, 255))
def test_one_changed_channel_always_changes_the_hash(picture, at, value):
    other = picture[:at] + bytes([value]) + picture[at + 1 :]
    same = other == picture
    assert (protocol.picture_hash(other) == protocol.picture_hash(picture)) is same


@given(st.binary(min_size=450, max_size=450), st.integers(0, 149), st.integers(0, 149))
def test_two_swapped_leds_change_the_hash(picture, one, other):
    swapped = bytearray(picture)
    swapped[3 * one : 3 * one + 3] = picture[3 * other : 3 * other + 3]
    swapped[3 * other : 3 * other + 3] = picture[3 * one : 3 * one + 3]
    assert (protocol.picture_hash(swapped) == protocol.picture_hash(picture)) is (bytes(swapped) == picture)


@given(st.integers(1, 255), st.data())
def test_a_dimmed_picture_stays_within_the_current_limit(leds, data):
    limit_ma = data.draw(st.integers(leds + 1, 5000))
    picture = data.draw(st.binary(min_size=3 * leds, max_size=3 * leds))
    budget = protocol.light_budget(leds, limit_ma)
    out = protocol.scaled(picture, protocol.light_scale(sum(picture), budget))
    assert leds + sum(out) * protocol.MA_PER_CHANNEL / 255 <= max(limit_ma, leds)


def test_a_payload_too_long_is_refused_before_it_is_sent():
    with pytest.raises(ProtocolError, match="250 bytes does not fit"):
        encode(Frame(Type.SET, 0, bytes(250)))


@pytest.mark.parametrize(
    "unpack", [protocol.unpack_hello, protocol.unpack_state, protocol.unpack_nak, protocol.unpack_shown]
)
def test_an_answer_of_the_wrong_length_is_refused(unpack):
    with pytest.raises(ProtocolError, match="2 bytes"):
        unpack(b"\0\0")


def test_hello_from_a_later_version_may_be_longer():
    hello = protocol.Hello(1, 3, (2, 0, 1), 7, 60, 249, 900, 5000, b"12345678")
    assert protocol.unpack_hello(protocol.pack_hello(hello) + b"more") == hello
    assert hello.speaks(1)
    assert not hello.speaks(4)


def test_the_document_names_every_type_and_reason_with_its_number():
    text = DOC.read_text()
    for kind in Type:
        assert f"| 0x{kind:02X} | {kind.name} |" in text
    for reason in Reason:
        assert f"| {reason.value} | {reason.name.lower().replace('_', ' ')} |" in text


def test_the_bytes_in_the_document_are_those_of_the_vectors():
    shown = dict(re.findall(r"\(`([a-z-]+)`\) \| `([0-9a-f]+)` \|", DOC.read_text()))
    known = {row[0]: row[5].hex() for row in vectors.frames()}
    assert len(shown) >= 8
    assert shown == {name: known[name] for name in shown}
