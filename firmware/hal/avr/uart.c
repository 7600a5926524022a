// Facts: at 16 MHz with U2X, UBRR = 3 gives exactly 500,000 baud; a byte takes 20 us (320 cycles); the UART holds two bytes.
// The receive ring covers the longest job between two reads: applying a full SET takes about 1 ms, 50 bytes.

#include "uart.h"

#include <avr/interrupt.h> // ISR
#include <avr/io.h>        // UDR0 and friends
#include <util/atomic.h>   // ATOMIC_BLOCK

#include "../../src/hal.h" // hal_write

#define BAUD_DIVIDER 3
#define IN_SIZE 128 // powers of two: the index wraps by a mask
#define OUT_SIZE 64

static volatile uint8_t in_ring[IN_SIZE];
static volatile uint8_t in_head, in_tail;
static volatile uint8_t out_ring[OUT_SIZE];
static volatile uint8_t out_head, out_tail;
static volatile uint16_t lost;

ISR(USART_RX_vect)
{
    uint8_t overrun = UCSR0A & _BV(DOR0);
    uint8_t byte = UDR0;
    uint8_t next = (in_head + 1) & (IN_SIZE - 1);
    if (overrun || next == in_tail)
        lost++;
    if (next != in_tail) {
        in_ring[in_head] = byte;
        in_head = next;
    }
}

ISR(USART_UDRE_vect)
{
    if (out_head == out_tail) {
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
        return;
    }
    UDR0 = out_ring[out_tail];
    out_tail = (out_tail + 1) & (OUT_SIZE - 1);
}

void uart_start(void)
{
    UCSR0A = _BV(U2X0);
    UBRR0 = BAUD_DIVIDER;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

bool uart_waiting(void)
{
    return in_head != in_tail;
}

uint8_t uart_take(void)
{
    uint8_t byte = in_ring[in_tail];
    in_tail = (in_tail + 1) & (IN_SIZE - 1);
    return byte;
}

// A full ring is waited for: the line empties it by itself, 20 us a byte, whatever the host does.
void hal_write(const uint8_t *bytes, uint8_t count)
{
    while (count--) {
        uint8_t next = (out_head + 1) & (OUT_SIZE - 1);
        while (next == out_tail) {
        }
        out_ring[out_head] = *bytes++;
        out_head = next;
        UCSR0B |= _BV(UDRIE0);
    }
}

void uart_flush(void)
{
    while (out_head != out_tail) {
    }
}

uint16_t uart_lost(void)
{
    uint16_t value;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        value = lost;
    }
    return value;
}
