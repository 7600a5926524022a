// Windows in which both WS2812 and WS2812B data sheets agree, in ns. A low of 280 us or more latches; one between the window and
// that is an error (some LEDs latch after 6 us, some after 50).

#include "strip.h"

#include <stdbool.h> // bool
#include <string.h>  // memset

#include "avr_ioport.h"       // AVR_IOCTL_IOPORT_GETIRQ
#include "sim_cycle_timers.h" // avr_cycle_timer_*
#include "sim_io.h"           // avr_io_getirq

#define LATCH_NS 280000
#define ONE_FROM_NS 575 // a high pulse this long is a one: the middle between 500 and 650

static const uint32_t window_ns[STRIP_SPANS][2] = {
    [STRIP_0_HIGH] = {250, 500},
    [STRIP_0_LOW] = {700, 950},
    [STRIP_1_HIGH] = {650, 850},
    [STRIP_1_LOW] = {450, 600},
};

static avr_t *chip;
static strip_latched_t report;
static strip_picture_t picture;
static uint64_t rose_at, fell_at;
static bool level, one;

static uint64_t ns(uint64_t cycles)
{
    return cycles * 1000 / (chip->frequency / 1000000);
}

static void start_picture(void)
{
    memset(&picture, 0, sizeof picture);
    for (int i = 0; i < STRIP_SPANS; i++)
        picture.spans[i].shortest = UINT64_MAX;
}

static void judge(int span, uint64_t cycles)
{
    strip_span_t *seen = &picture.spans[span];
    if (cycles < seen->shortest)
        seen->shortest = cycles;
    if (cycles > seen->longest)
        seen->longest = cycles;
    if (ns(cycles) < window_ns[span][0] || ns(cycles) > window_ns[span][1])
        picture.bad_edges++;
}

static avr_cycle_count_t latch(avr_t *avr, avr_cycle_count_t when, void *param)
{
    picture.cycle = when;
    report(&picture);
    start_picture();
    return 0;
}

static void rise(uint64_t cycle)
{
    if (picture.bits)
        judge(one ? STRIP_1_LOW : STRIP_0_LOW, cycle - fell_at);
    avr_cycle_timer_cancel(chip, latch, NULL);
    rose_at = cycle;
}

static void fall(uint64_t cycle)
{
    one = ns(cycle - rose_at) >= ONE_FROM_NS;
    judge(one ? STRIP_1_HIGH : STRIP_0_HIGH, cycle - rose_at);
    if (picture.bits < STRIP_MAX_BITS) {
        if (one)
            picture.grb[picture.bits / 8] |= (uint8_t)(0x80 >> picture.bits % 8);
        picture.bits++;
    }
    fell_at = cycle;
    avr_cycle_timer_register(chip, (avr_cycle_count_t)LATCH_NS * (chip->frequency / 1000000) / 1000, latch, NULL);
}

static void on_pin(struct avr_irq_t *irq, uint32_t value, void *param)
{
    bool new_level = value != 0;
    if (new_level == level)
        return;
    level = new_level;
    if (level)
        rise(chip->cycle);
    else
        fall(chip->cycle);
}

void strip_watch(avr_t *avr, char port, int bit, strip_latched_t on_latch)
{
    chip = avr;
    report = on_latch;
    start_picture();
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit), on_pin, NULL);
}
