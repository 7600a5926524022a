// A machine made of memory, for tests and fuzzing.
#ifndef DURBAR_NULL_HAL_H
#define DURBAR_NULL_HAL_H

#include <stdint.h> // fixed-width types

#include "../src/leds.h" // LEDS_BYTES

#define NULL_HAL_SENT 4096

extern uint8_t null_hal_sent[NULL_HAL_SENT]; // what the board sent since null_hal_clear
extern uint32_t null_hal_sent_count;
extern uint32_t null_hal_shows;            // latches since null_hal_clear
extern uint8_t null_hal_rgb[LEDS_BYTES];   // the last picture latched

void null_hal_clear(void);

#endif
