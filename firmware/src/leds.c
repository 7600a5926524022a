// WS2812 LEDs take green, red, blue; the buffer is kept in that order so that sending it is a plain copy.
// One buffer is enough: the LEDs themselves remember what was latched.

#include "leds.h"

#include <string.h> // memset

#include "flash_memory.h" // IN_FLASH, READ_FLASH_U32
#include "hash_keys.h"    // hash_keys

#define RUN_HEADER 2
#define RUN_FILL 0x80
#define RUN_COUNT 0x7F

static uint8_t grb[LEDS_BYTES];
static uint32_t hash;
static uint32_t light;

void leds_clear(void)
{
    memset(grb, 0, sizeof grb);
    hash = 0;
    light = 0;
}

// 8 x 32 bits from the chip's 8 x 8 multiplier; a plain 32 x 32 would cost three times as much.
static uint32_t times_key(uint8_t value, uint16_t index)
{
    uint32_t key = READ_FLASH_U32(&hash_keys[index]);
    uint32_t product = (uint16_t)(value * (uint8_t)key);
    product += (uint32_t)(uint16_t)(value * (uint8_t)(key >> 8)) << 8;
    product += (uint32_t)(uint16_t)(value * (uint8_t)(key >> 16)) << 16;
    product += (uint32_t)(uint8_t)(value * (uint8_t)(key >> 24)) << 24;
    return product;
}

static void put_channel(uint8_t *place, uint8_t value, uint16_t index)
{
    uint8_t old = *place;
    if (value > old) {
        hash += times_key((uint8_t)(value - old), index);
        light += (uint8_t)(value - old);
    } else if (value < old) {
        hash -= times_key((uint8_t)(old - value), index);
        light -= (uint8_t)(old - value);
    }
    *place = value;
}

void leds_put(uint8_t led, const uint8_t rgb[3])
{
    uint16_t index = (uint16_t)led * 3;
    put_channel(&grb[index + 1], rgb[0], index);
    put_channel(&grb[index], rgb[1], index + 1);
    put_channel(&grb[index + 2], rgb[2], index + 2);
}

static uint16_t colour_bytes(uint8_t count)
{
    return (count & RUN_FILL) ? 3 : (uint16_t)(count & RUN_COUNT) * 3;
}

bool leds_runs_fit(const uint8_t *runs, uint8_t length)
{
    uint16_t at = 0;
    while (at + RUN_HEADER <= length) {
        uint8_t count = runs[at + 1];
        if (!(count & RUN_COUNT) || (uint16_t)runs[at] + (count & RUN_COUNT) > LED_COUNT)
            return false;
        at = (uint16_t)(at + RUN_HEADER + colour_bytes(count));
    }
    return length > 0 && at == length;
}

void leds_apply_runs(const uint8_t *runs, uint8_t length)
{
    const uint8_t *end = runs + length;
    while (runs < end) {
        uint8_t led = runs[0];
        uint8_t count = runs[1];
        const uint8_t *colour = runs + RUN_HEADER;
        runs = colour + colour_bytes(count);
        for (uint8_t left = count & RUN_COUNT; left; left--) {
            leds_put(led++, colour);
            if (!(count & RUN_FILL))
                colour += 3;
        }
    }
}

uint32_t leds_hash(void)
{
    return hash;
}

uint32_t leds_hash_fresh(void)
{
    uint32_t sum = 0;
    for (uint16_t index = 0; index < LEDS_BYTES; index += 3) {
        sum += times_key(grb[index + 1], index);
        sum += times_key(grb[index], index + 1);
        sum += times_key(grb[index + 2], index + 2);
    }
    return sum;
}

uint32_t leds_light(void)
{
    return light;
}

uint8_t leds_scale(void)
{
    if (light <= LEDS_LIGHT_BUDGET)
        return LEDS_FULL;
    return (uint8_t)(LEDS_LIGHT_BUDGET * 256 / light - 1);
}

const uint8_t *leds_grb(void)
{
    return grb;
}
