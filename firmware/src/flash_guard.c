// A swing is a change of direction of the total light by a tenth of the budget or more; two swings are a flash
// (WCAG 2.3.1 counts pairs of opposing changes of a tenth of the maximum luminance, three a second at most).
// Small steps in one direction are followed by the turning point, so that a slow fade cannot hide a flash.

#include "flash_guard.h"

#include <stdbool.h> // bool

#include "config.h" // FLASH_SWINGS, FLASH_WINDOW_MS, FLASH_TENTHS
#include "leds.h"   // LEDS_LIGHT_BUDGET

#define SWING (LEDS_LIGHT_BUDGET * FLASH_TENTHS / 10)

static uint32_t turning_point; // brightest since it went up, or darkest since it went down
static bool rising;
static uint32_t swing_ms[FLASH_SWINGS]; // ring: when the last swings were
static uint8_t oldest;
static uint8_t known;

void flash_guard_reset(void)
{
    turning_point = 0;
    rising = false;
    oldest = 0;
    known = 0;
}

static uint32_t after_limit(uint32_t light)
{
    return light < LEDS_LIGHT_BUDGET ? light : LEDS_LIGHT_BUDGET;
}

static bool is_swing(uint32_t light)
{
    return rising ? light + SWING <= turning_point : light >= turning_point + SWING;
}

uint16_t flash_guard_wait_ms(uint32_t light, uint32_t now_ms)
{
    if (known < FLASH_SWINGS || !is_swing(after_limit(light)))
        return 0;
    uint32_t age_ms = now_ms - swing_ms[oldest];
    return age_ms >= FLASH_WINDOW_MS ? 0 : (uint16_t)(FLASH_WINDOW_MS - age_ms);
}

static void remember(uint32_t now_ms)
{
    uint8_t at = (uint8_t)(oldest + known);
    if (known < FLASH_SWINGS)
        known++;
    else
        oldest = (uint8_t)((oldest + 1) % FLASH_SWINGS);
    swing_ms[at % FLASH_SWINGS] = now_ms;
}

void flash_guard_shown(uint32_t light, uint32_t now_ms)
{
    light = after_limit(light);
    if (is_swing(light)) {
        remember(now_ms);
        rising = !rising;
        turning_point = light;
    } else if (rising ? light > turning_point : light < turning_point) {
        turning_point = light;
    }
}
