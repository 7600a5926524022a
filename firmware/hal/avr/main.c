// The chip: start-up, time, sleep, watchdog. Everything the host can see is in src/.
//
// Time budgets: a byte comes every 20 us; a turn of the main loop may take 2.5 ms before the receive ring overflows; sending 150
// LEDs takes 4.5 ms with interrupts off (the host is silent then, by protocol); 250 ms trips the watchdog.

#include <avr/eeprom.h>    // eeprom_read_block
#include <avr/interrupt.h> // sei, EMPTY_INTERRUPT
#include <avr/io.h>        // registers
#include <avr/sleep.h>     // sleep_cpu
#include <avr/wdt.h>       // wdt_*
#include <util/atomic.h>   // ATOMIC_BLOCK

#include "../../src/board.h" // board_*
#include "../../src/hal.h"   // hal_*
#include "pins.h"            // STRIP_*
#include "uart.h"            // uart_*
#include "ws2812.h"          // ws2812_send

#define LATCH_TICKS 19     // 19 ticks of 16 us: at least 288 us whatever the phase; the newest LEDs want 280
#define TICKS_PER_2_MS 125 // timer 1 runs at 16 MHz / 256: 16 us a tick, round in 1.05 s
#define WAKE_COMPARE 249   // timer 0 at 16 MHz / 256: wakes the main loop every 4 ms

static uint16_t shown_tick; // when the last bit had left
static uint8_t reset_cause __attribute__((section(".noinit")));

// A watchdog reset leaves the watchdog running at its shortest; it is stopped before anything else.
__attribute__((naked, used, section(".init3"))) static void keep_reset_cause(void)
{
    reset_cause = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

EMPTY_INTERRUPT(TIMER0_COMPA_vect)

static void timers_start(void)
{
    TCCR1B = _BV(CS12);
    TCCR0A = _BV(WGM01);
    TCCR0B = _BV(CS02);
    OCR0A = WAKE_COMPARE;
    TIMSK0 = _BV(OCIE0A);
}

// Called at least every 4 ms, so the 16-bit timer never laps us; the LEDs' deaf time is counted like any other.
static uint32_t now_ms(void)
{
    static uint16_t last_tick, ticks;
    static uint32_t ms;
    uint16_t tick = TCNT1;
    ticks += tick - last_tick;
    last_tick = tick;
    while (ticks >= TICKS_PER_2_MS) {
        ticks -= TICKS_PER_2_MS;
        ms += 2;
    }
    return ms;
}

// The timer goes round in a second, so long after a SHOW this may wait up to 0.3 ms for nothing, once in 3,000 times.
void hal_wait_latched(void)
{
    while ((uint16_t)(TCNT1 - shown_tick) < LATCH_TICKS) {
    }
}

void hal_show(const uint8_t *grb, uint16_t count, uint8_t scale)
{
    hal_wait_latched();
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        uint8_t low = STRIP_PORT & (uint8_t)~_BV(STRIP_BIT);
        ws2812_send(grb, count, scale, low, low | _BV(STRIP_BIT));
    }
    shown_tick = TCNT1;
}

uint16_t hal_lost_bytes(void)
{
    return uart_lost();
}

uint8_t hal_reset_cause(void)
{
    return reset_cause;
}

void hal_board_id(uint8_t id[8])
{
    eeprom_read_block(id, (const void *)0, 8);
}

// Sleeps unless a byte is waiting; the instruction after sei is always executed, so no byte can slip in between.
static void sleep_until_byte_or_tick(void)
{
    cli();
    if (!uart_waiting()) {
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

int main(void)
{
    STRIP_DDR |= _BV(STRIP_BIT);
    set_sleep_mode(SLEEP_MODE_IDLE);
    timers_start();
    uart_start();
    wdt_enable(WDTO_250MS);
    sei();
    board_start(now_ms());
    for (;;) {
        wdt_reset();
        uint32_t now = now_ms();
        while (uart_waiting())
            board_receive(uart_take(), now);
        board_poll(now);
        sleep_until_byte_or_tick();
    }
}
