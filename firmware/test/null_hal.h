// A machine made of memory, for tests and fuzzing.
#ifndef DURBAR_NULL_HAL_H
#define DURBAR_NULL_HAL_H

#include <stdint.h> // fixed-width types

#include "../src/leds.h" // LEDS_BYTES

#define NULL_HAL_SENT 4096
#define NULL_HAL_PICTURES 8

extern uint8_t null_hal_sent[NULL_HAL_SENT]; // what the board sent since null_hal_clear
extern uint32_t null_hal_sent_count;
extern uint32_t null_hal_shows;            // latches since null_hal_clear
extern uint8_t null_hal_rgb[LEDS_BYTES];   // the last picture latched
extern uint8_t null_hal_pictures[NULL_HAL_PICTURES][LEDS_BYTES]; // the first ones since null_hal_clear

void null_hal_clear(void);

#endif
