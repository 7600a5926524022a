#include "null_hal.h"

#include <string.h> // memcpy, memset

#include "../src/hal.h" // what is provided here

uint8_t null_hal_sent[NULL_HAL_SENT];
uint32_t null_hal_sent_count;
uint32_t null_hal_shows;
uint8_t null_hal_rgb[LEDS_BYTES];
uint8_t null_hal_pictures[NULL_HAL_PICTURES][LEDS_BYTES];

void null_hal_clear(void)
{
    null_hal_sent_count = 0;
    null_hal_shows = 0;
}

void hal_write(const uint8_t *bytes, uint8_t count)
{
    while (count-- && null_hal_sent_count < NULL_HAL_SENT)
        null_hal_sent[null_hal_sent_count++] = *bytes++;
}

static uint8_t scaled(uint8_t value, uint8_t scale)
{
    return (uint8_t)((value * scale + value) >> 8);
}

void hal_show(const uint8_t *grb, uint16_t count, uint8_t scale)
{
    for (uint16_t i = 0; i < count; i += 3) {
        null_hal_rgb[i] = scaled(grb[i + 1], scale);
        null_hal_rgb[i + 1] = scaled(grb[i], scale);
        null_hal_rgb[i + 2] = scaled(grb[i + 2], scale);
    }
    if (null_hal_shows < NULL_HAL_PICTURES)
        memcpy(null_hal_pictures[null_hal_shows], null_hal_rgb, sizeof null_hal_rgb);
    null_hal_shows++;
}

void hal_wait_latched(void)
{
}

uint16_t hal_lost_bytes(void)
{
    return 0;
}

uint8_t hal_reset_cause(void)
{
    return 0;
}

void hal_board_id(uint8_t id[8])
{
    memset(id, 0xFF, 8);
}
