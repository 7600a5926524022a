// The LED buffer: colours, their hash and their light, kept up to date together.
#ifndef DURBAR_LEDS_H
#define DURBAR_LEDS_H

#include <stdbool.h> // bool
#include <stdint.h>  // uint8_t, uint32_t

#include "config.h" // LED_COUNT, LIMIT_MA

#define LEDS_BYTES (LED_COUNT * 3)
#define LEDS_FULL 255
// Sum of all channels that the current limit allows: 20 mA a channel at 255, 1 mA a LED for its own electronics.
#define LEDS_LIGHT_BUDGET ((uint32_t)(LIMIT_MA - LED_COUNT) * 255 / 20)

void leds_clear(void);
void leds_put(uint8_t led, const uint8_t rgb[3]);

// Checks the runs of a SET; true if all of them are whole and within the strip.
bool leds_runs_fit(const uint8_t *runs, uint8_t length);
// Applies runs that fit.
void leds_apply_runs(const uint8_t *runs, uint8_t length);

uint32_t leds_hash(void);       // kept up to date
uint32_t leds_hash_fresh(void); // from the content
uint32_t leds_light(void);      // sum of all channels
uint8_t leds_scale(void);       // what keeps the buffer's picture within the current limit; LEDS_FULL: as it is
const uint8_t *leds_grb(void);  // LEDS_BYTES bytes in the order WS2812 LEDs want them

#endif
