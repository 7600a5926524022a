// What the core needs from the machine it runs on: hal/avr (the chip) and hal/host (the PC) provide it.
#ifndef DURBAR_HAL_H
#define DURBAR_HAL_H

#include <stdint.h> // uint8_t, uint16_t

// Sends bytes to the host; may wait for the line, never for the host.
void hal_write(const uint8_t *bytes, uint8_t count);

// Clocks the colours out, each scaled as (value * scale + value) >> 8.
void hal_show(const uint8_t *grb, uint16_t count, uint8_t scale);

// Waits until the LEDs have latched what was clocked out last.
void hal_wait_latched(void);

// Bytes the UART lost since power-on.
uint16_t hal_lost_bytes(void);

// The chip's MCUSR at the last reset.
uint8_t hal_reset_cause(void);

// Eight bytes that name this board; 0xFF each if none were written.
void hal_board_id(uint8_t id[8]);

#endif
