#ifndef DURBAR_WS2812_H
#define DURBAR_WS2812_H

#include <stdint.h> // uint8_t, uint16_t

// Clocks out count bytes, each sent as (value * scale + value) >> 8. Interrupts must be off; count must not be 0.
void ws2812_send(const uint8_t *bytes, uint16_t count, uint8_t scale, uint8_t port_low, uint8_t port_high);

#endif
