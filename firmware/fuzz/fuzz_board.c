// Coverage-guided fuzzing of everything a byte from the line can reach. The first byte picks how the rest is used:
// even: raw bytes on the line; odd: the rest is cut into frames with a right CRC, so that the fuzzer gets behind it.
// Whatever comes, no sanitizer may have anything to say, and the hash kept up must be that of the content.

#include <stddef.h> // size_t
#include <stdint.h> // fixed-width types
#include <stdlib.h> // abort

#include "../src/board.h"       // board_*
#include "../src/frame.h"       // frame_*
#include "../src/leds.h"        // leds_hash*
#include "../test/null_hal.h"   // null_hal_*

static uint32_t now_ms;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void feed(const uint8_t *bytes, size_t count)
{
    while (count--) {
        board_receive(*bytes++, now_ms);
        null_hal_clear();
    }
}

static void feed_frame(const uint8_t *content, uint8_t length)
{
    uint8_t wire[FRAME_WIRE_BYTES(FRAME_MAX_PAYLOAD)];
    feed(wire, frame_encode(wire, 1, content[0], content[1], content + 2, (uint8_t)(length - 2)));
}

static void feed_frames(const uint8_t *data, size_t size)
{
    while (size > 3) {
        uint8_t length = data[0];
        now_ms += data[1];
        board_poll(now_ms);
        data += 2;
        size -= 2;
        if (length < 2)
            length = 2;
        if (length > FRAME_MAX_PAYLOAD)
            length = FRAME_MAX_PAYLOAD;
        if (length > size)
            length = (uint8_t)size;
        feed_frame(data, length);
        data += length;
        size -= length;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    now_ms = 0;
    board_start(now_ms);
    if (size && data[0] & 1)
        feed_frames(data + 1, size - 1);
    else if (size)
        feed(data + 1, size - 1);
    if (leds_hash() != leds_hash_fresh())
        abort();
    return 0;
}
