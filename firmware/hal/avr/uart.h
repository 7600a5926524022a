// Serial line: 500,000 baud, 8N1. The interrupts only move a byte between a ring and the UART.
#ifndef DURBAR_UART_H
#define DURBAR_UART_H

#include <stdbool.h> // bool
#include <stdint.h>  // uint8_t, uint16_t

void uart_start(void);
bool uart_waiting(void);  // a byte is there
uint8_t uart_take(void);  // the oldest byte; only when one is waiting
void uart_flush(void);    // until the last byte has left
uint16_t uart_lost(void); // overruns of the UART or the ring, since power-on

#endif
