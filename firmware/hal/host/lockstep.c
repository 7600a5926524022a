// The core on the PC, driven line by line: the tests play the host, time is theirs, sanitizers watch.
//
//   in   W <hex>     bytes arrive          out  T <hex>            bytes sent
//        M <ms>      time passes                L <scale> <hex>    LEDs latched, red green blue, after scaling
//        X           reset                      D <ms>             the command is done

#include <stdint.h> // fixed-width types
#include <stdio.h>  // getline, printf
#include <stdlib.h> // strtoul, free
#include <string.h> // memset

#include "../../src/board.h" // board_*
#include "../../src/hal.h"   // hal_*
#include "../../src/leds.h"  // LEDS_BYTES

static uint32_t now_ms;
static uint8_t deaf_ms;

static void print_hex(uint8_t byte)
{
    static const char digits[] = "0123456789abcdef";
    putchar(digits[byte >> 4]);
    putchar(digits[byte & 15]);
}

void hal_write(const uint8_t *bytes, uint8_t count)
{
    printf("T ");
    while (count--)
        print_hex(*bytes++);
    putchar('\n');
}

static uint8_t scaled(uint8_t value, uint8_t scale)
{
    return (uint8_t)((value * scale + value) >> 8);
}

void hal_show(const uint8_t *grb, uint16_t count, uint8_t scale)
{
    printf("L %u ", scale);
    for (uint16_t i = 0; i < count; i += 3) {
        print_hex(scaled(grb[i + 1], scale));
        print_hex(scaled(grb[i], scale));
        print_hex(scaled(grb[i + 2], scale));
    }
    putchar('\n');
    deaf_ms = LED_COUNT * 30 / 1000 + 1;
}

void hal_wait_latched(void)
{
}

uint16_t hal_lost_bytes(void)
{
    return 0;
}

uint8_t hal_reset_cause(void)
{
    return 0;
}

void hal_board_id(uint8_t id[8])
{
    memset(id, 0xFF, 8);
}

static uint8_t nibble(char digit)
{
    return (uint8_t)(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

static void receive_hex(const char *hex)
{
    for (; hex[0] > ' ' && hex[1] > ' '; hex += 2) {
        board_receive((uint8_t)(nibble(hex[0]) << 4 | nibble(hex[1])), now_ms);
        now_ms += deaf_ms;
        deaf_ms = 0;
    }
}

static void pass_time(uint32_t ms)
{
    now_ms += ms;
    board_poll(now_ms);
}

static void obey(const char *line)
{
    if (line[0] == 'W')
        receive_hex(line + 2);
    else if (line[0] == 'M')
        pass_time((uint32_t)strtoul(line + 2, NULL, 10));
    else if (line[0] == 'X')
        board_start(now_ms);
    printf("D %lu\n", (unsigned long)now_ms);
    fflush(stdout);
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 1)
        obey(line);
    free(line);
    return 0;
}
