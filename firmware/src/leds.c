// WS2812 LEDs take green, red, blue; the buffer is kept in that order so that sending it is a plain copy.
// One buffer is enough: the LEDs themselves remember what was latched.

#include "leds.h"

#include <string.h> // memset

#include "flash_memory.h" // IN_FLASH, READ_FLASH_U32
#include "hash_keys.h"    // hash_keys
#include "multiply.h"     // add_product, subtract_product

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

// Stores the value and returns the hash as it is then.
static inline uint32_t change(uint32_t sum, uint8_t *place, uint8_t value, const uint32_t *key_at)
{
    uint32_t key = READ_FLASH_U32(key_at);
    sum = subtract_product(sum, *place, key);
    *place = value;
    return add_product(sum, value, key);
}

// place and key are those of the LED's first channel.
static inline void put(uint8_t *place, const uint32_t *key, const uint8_t rgb[3])
{
    light += (uint32_t)(int32_t)(int16_t)(rgb[0] + rgb[1] + rgb[2] - place[0] - place[1] - place[2]);
    uint32_t sum = change(hash, place + 1, rgb[0], key);
    sum = change(sum, place, rgb[1], key + 1);
    hash = change(sum, place + 2, rgb[2], key + 2);
}

void leds_put(uint8_t led, const uint8_t rgb[3])
{
    put(&grb[led * 3u], &hash_keys[led * 3u], rgb);
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
        uint8_t *place = &grb[runs[0] * 3u];
        const uint32_t *key = &hash_keys[runs[0] * 3u];
        uint8_t count = runs[1];
        const uint8_t *colour = runs + RUN_HEADER;
        runs = colour + colour_bytes(count);
        for (uint8_t left = count & RUN_COUNT; left; left--) {
            put(place, key, colour);
            place += 3;
            key += 3;
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
        sum = add_product(sum, grb[index + 1], READ_FLASH_U32(&hash_keys[index]));
        sum = add_product(sum, grb[index], READ_FLASH_U32(&hash_keys[index + 1]));
        sum = add_product(sum, grb[index + 2], READ_FLASH_U32(&hash_keys[index + 2]));
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
