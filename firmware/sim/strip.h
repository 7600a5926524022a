// A strip of WS2812 LEDs that is strict: it times every edge of the data pin and reports what the LEDs latched.
#ifndef DURBAR_SIM_STRIP_H
#define DURBAR_SIM_STRIP_H

#include <stdint.h> // fixed-width types

#include "sim_avr.h" // avr_t

#define STRIP_MAX_BITS (255 * 24 + 48)

typedef struct {
    uint64_t shortest, longest; // cycles; shortest > longest: none seen
} strip_span_t;

enum { STRIP_0_HIGH, STRIP_0_LOW, STRIP_1_HIGH, STRIP_1_LOW, STRIP_SPANS };

typedef struct {
    uint64_t cycle;                    // when the LEDs latched: low for 280 us
    uint32_t bits;                     // bits received
    uint32_t bad_edges;                // pulses outside the windows of WS2812 and WS2812B
    strip_span_t spans[STRIP_SPANS];   // of this picture
    uint8_t grb[STRIP_MAX_BITS / 8];   // as received
} strip_picture_t;

typedef void (*strip_latched_t)(const strip_picture_t *picture);

// Watches bit `bit` of port `port`; calls back at every latch.
void strip_watch(avr_t *avr, char port, int bit, strip_latched_t on_latch);

#endif
