// The real AVR program in simavr, with a strict strip on its data pin. Two ways to talk to it:
//
//   board-sim pty ELF        a pseudo-terminal (simavr's uart_pty), in real time; stdin: X = reset, end of file = stop
//   board-sim lockstep ELF   line by line, as fast as it goes, time is the tester's
//
//   in   W <hex>      bytes go on the line        out  P <path>           the pseudo-terminal
//        R <cycles>   run that long                    T <cycle> <hex>    byte sent by the chip
//        A <cycles>   run until the chip has           L <cycle> <bits> <bad edges> <8 spans> <hex grb>
//                     sent a delimiter, at most        D <cycle> <lowest stack pointer> <overruns>
//                     that long
//        X            reset
//        H            hang: the program is led into an endless loop, interrupts off
//
// Spans: shortest and longest of 0 high, 0 low, 1 high, 1 low, in cycles.

#include <pthread.h> // pthread_create
#include <stdio.h>   // printf, getline
#include <stdlib.h>  // strtoull
#include <string.h>  // strcmp, memset

#include "avr_uart.h"  // UART_IRQ_INPUT
#include "sim_avr.h"   // avr_*
#include "sim_elf.h"   // elf_read_firmware
#include "sim_io.h"    // avr_io_getirq
#include "strip.h"     // strip_watch
#include "uart_pty.h"  // uart_pty_*
#include "wire.h"      // wire_*

#define STACK_LOW 0x5D
#define STACK_HIGH 0x5E
#define RAM_END 0x8FF

static avr_t *chip;
static uint16_t lowest_stack = RAM_END;
static int delimiter_sent;
static volatile int reset_wanted, stop_wanted;

static void print_hex(const uint8_t *bytes, uint32_t count)
{
    static const char digits[] = "0123456789abcdef";
    while (count--) {
        putchar_unlocked(digits[*bytes >> 4]);
        putchar_unlocked(digits[*bytes++ & 15]);
    }
}

static void on_latch(const strip_picture_t *picture)
{
    printf("L %llu %u %u", (unsigned long long)picture->cycle, picture->bits, picture->bad_edges);
    for (int i = 0; i < STRIP_SPANS; i++)
        printf(" %lld %llu", (long long)picture->spans[i].shortest, (unsigned long long)picture->spans[i].longest);
    putchar(' ');
    print_hex(picture->grb, (picture->bits + 7) / 8);
    putchar('\n');
    fflush(stdout);
}

static void on_sent(uint8_t byte)
{
    if (!byte)
        delimiter_sent = 1;
    printf("T %llu %02x\n", (unsigned long long)chip->cycle, byte);
}

static void ignore_sent(uint8_t byte)
{
}

static void step(void)
{
    avr_run(chip);
    uint16_t stack = (uint16_t)(chip->data[STACK_LOW] | chip->data[STACK_HIGH] << 8);
    if (stack > 0x100 && stack < lowest_stack) // start-up code sets it byte by byte
        lowest_stack = stack;
}

static void reset(void)
{
    wire_clear();
    avr_reset(chip);
}

static avr_t *make_chip(const char *elf_path)
{
    elf_firmware_t firmware;
    memset(&firmware, 0, sizeof firmware);
    if (elf_read_firmware(elf_path, &firmware))
        return NULL;
    avr_t *avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    firmware.frequency = 16000000;
    avr_load_firmware(avr, &firmware);
    avr->frequency = 16000000;
    avr->log = LOG_ERROR;
    return avr;
}

/****************************************************************
 * Lockstep
 ****************************************************************/

static void no_sleep(avr_t *avr, avr_cycle_count_t cycles)
{
}

static uint8_t nibble(char digit)
{
    return (uint8_t)(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

static void put_on_wire(const char *hex)
{
    for (; hex[0] > ' ' && hex[1] > ' '; hex += 2)
        wire_send((uint8_t)(nibble(hex[0]) << 4 | nibble(hex[1])));
}

static void run(uint64_t cycles, int until_delimiter)
{
    uint64_t end = chip->cycle + cycles;
    delimiter_sent = 0;
    while (chip->cycle < end && !(until_delimiter && delimiter_sent))
        step();
}

// avr-libc ends every program in "cli; rjmp .-2": a place where only the watchdog helps.
static void hang(void)
{
    for (uint32_t at = 0; at + 3 < chip->flashend; at += 2)
        if (!memcmp(chip->flash + at, "\xf8\x94\xff\xcf", 4))
            chip->pc = at;
}

static void obey(const char *line)
{
    if (line[0] == 'H')
        hang();
    else if (line[0] == 'W')
        put_on_wire(line + 2);
    else if (line[0] == 'R' || line[0] == 'A')
        run(strtoull(line + 2, NULL, 10), line[0] == 'A');
    else if (line[0] == 'X')
        reset();
    printf("D %llu %u %u\n", (unsigned long long)chip->cycle, lowest_stack, wire_overruns());
    fflush(stdout);
}

static void lockstep(void)
{
    char *line = NULL;
    size_t size = 0;
    chip->sleep = no_sleep;
    wire_attach(chip, on_sent);
    while (getline(&line, &size, stdin) > 1)
        obey(line);
    free(line);
}

/****************************************************************
 * Pseudo-terminal
 ****************************************************************/

static void *watch_stdin(void *unused)
{
    int letter;
    while ((letter = getchar()) != EOF)
        if (letter == 'X')
            reset_wanted = 1;
    stop_wanted = 1;
    return NULL;
}

static void on_pty_byte(struct avr_irq_t *irq, uint32_t value, void *param)
{
    wire_send((uint8_t)value);
}

// uart_pty hands its bytes to our wire instead of straight to simavr's forgiving UART.
static void attach_pty(uart_pty_t *pty)
{
    uart_pty_init(chip, pty);
    uart_pty_connect(pty, '0');
    avr_unconnect_irq(pty->irq + IRQ_UART_PTY_BYTE_OUT,
                      avr_io_getirq(chip, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT));
    avr_irq_register_notify(pty->irq + IRQ_UART_PTY_BYTE_OUT, on_pty_byte, NULL);
}

static void serve_pty(void)
{
    static uart_pty_t pty;
    pthread_t watcher;
    wire_attach(chip, ignore_sent);
    attach_pty(&pty);
    printf("P %s\n", pty.pty.slavename);
    fflush(stdout);
    pthread_create(&watcher, NULL, watch_stdin, NULL);
    while (!stop_wanted) {
        step();
        if (reset_wanted) {
            reset_wanted = 0;
            reset();
        }
    }
    uart_pty_stop(&pty);
}

int main(int argc, char **argv)
{
    int as_pty = argc == 3 && !strcmp(argv[1], "pty");
    if (argc != 3 || !(as_pty || !strcmp(argv[1], "lockstep"))) {
        fprintf(stderr, "usage: board-sim pty|lockstep ELF\n");
        return 2;
    }
    chip = make_chip(argv[2]);
    if (!chip) {
        fprintf(stderr, "board-sim: cannot read %s\n", argv[2]);
        return 1;
    }
    strip_watch(chip, 'D', 6, on_latch);
    if (as_pty)
        serve_pty();
    else
        lockstep();
    return 0;
}
