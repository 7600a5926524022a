// simavr's UART forgives: it queues 64 bytes for a chip that does not read. A real one holds two and one more in its shift
// register; what comes then is lost. So the queue is kept here and its bytes are handed over one at a time, at the line's speed.
// simavr 1.6 also counts a parity bit in every byte; 8N1 has none, so its 11 bits are corrected to 10.

#include "wire.h"

#include <string.h> // strcmp

#include "avr_uart.h"         // avr_uart_t, UART_IRQ_*
#include "fifo_declare.h"     // DEFINE_FIFO
#include "sim_cycle_timers.h" // avr_cycle_timer_register
#include "sim_io.h"           // avr_io_getirq

DEFINE_FIFO(uint8_t, uart_fifo);

#define QUEUE 65536 // a power of two
#define CHIP_HOLDS 3
#define BITS_PER_BYTE 10
#define UCSR0A_AT 0xC0
#define U2X0_MASK 0x02
#define UBRR0_AT 0xC4

static avr_t *chip;
static avr_uart_t *uart;
static avr_irq_t *input;
static wire_sent_t report;
static uint8_t queue[QUEUE];
static uint32_t head, tail;
static uint32_t overruns;
static int busy;

static avr_cycle_count_t deliver(avr_t *avr, avr_cycle_count_t when, void *param)
{
    if (head == tail) {
        busy = 0;
        return 0;
    }
    uint8_t byte = queue[tail++ % QUEUE];
    if (uart_fifo_get_read_size(&uart->input) >= CHIP_HOLDS)
        overruns++;
    else
        avr_raise_irq(input, byte);
    return when + wire_cycles_per_byte();
}

uint64_t wire_cycles_per_byte(void)
{
    uint32_t divider = (uint32_t)(chip->data[UBRR0_AT] | chip->data[UBRR0_AT + 1] << 8) + 1;
    uint32_t cycles_per_bit = divider * (chip->data[UCSR0A_AT] & U2X0_MASK ? 8 : 16);
    uart->cycles_per_byte = cycles_per_bit * BITS_PER_BYTE;
    return uart->cycles_per_byte;
}

void wire_send(uint8_t byte)
{
    if (head - tail == QUEUE)
        return;
    queue[head++ % QUEUE] = byte;
    if (!busy) {
        busy = 1;
        avr_cycle_timer_register(chip, 1, deliver, NULL);
    }
}

uint32_t wire_pending(void)
{
    return head - tail + (uint32_t)busy;
}

uint32_t wire_overruns(void)
{
    return overruns;
}

void wire_clear(void)
{
    head = tail = 0;
    busy = 0;
    avr_cycle_timer_cancel(chip, deliver, NULL);
}

static void on_output(struct avr_irq_t *irq, uint32_t value, void *param)
{
    wire_cycles_per_byte();
    report((uint8_t)value);
}

static avr_uart_t *find_uart(avr_t *avr)
{
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, "uart"))
            return (avr_uart_t *)io;
    return NULL;
}

void wire_attach(avr_t *avr, wire_sent_t on_byte_from_chip)
{
    uint32_t flags = 0;
    chip = avr;
    report = on_byte_from_chip;
    uart = find_uart(avr);
    input = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_output, NULL);
}
