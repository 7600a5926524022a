// The core as a shared library: a program drives it without a pipe between them (the long soak does).

#include <stdint.h> // fixed-width types

#include "../../src/board.h"     // board_receive
#include "../../test/null_hal.h" // the machine made of memory

void library_feed(const uint8_t *bytes, uint32_t count, uint32_t now_ms);

void library_feed(const uint8_t *bytes, uint32_t count, uint32_t now_ms)
{
    while (count--)
        board_receive(*bytes++, now_ms);
}
