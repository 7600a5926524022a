// The fuzz target without a fuzzer: seeded random inputs, for machines whose clang has no fuzzer runtime.
// fuzz-standalone RUNS SEED: exit code 0 and one line if nothing was found; a sanitizer ends it otherwise.

#include <stddef.h> // size_t
#include <stdint.h> // fixed-width types
#include <stdio.h>  // printf
#include <stdlib.h> // strtoul

#define MOST 600

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t state;

static uint32_t draw(uint32_t below)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % below;
}

// Small numbers, LED numbers and run counts turn up more often than chance would have it: they get further.
static uint8_t draw_byte(void)
{
    switch (draw(4)) {
    case 0:
        return (uint8_t)draw(8);
    case 1:
        return (uint8_t)(0x80 | draw(32));
    default:
        return (uint8_t)draw(256);
    }
}

static size_t draw_input(uint8_t *data)
{
    size_t size = 1 + draw(MOST - 1);
    for (size_t i = 0; i < size; i++)
        data[i] = draw_byte();
    return size;
}

int main(int argc, char **argv)
{
    static uint8_t data[MOST];
    unsigned long runs = argc > 1 ? strtoul(argv[1], NULL, 10) : 10000;
    state = (argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1) | 1;
    for (unsigned long run = 0; run < runs; run++)
        LLVMFuzzerTestOneInput(data, draw_input(data));
    printf("%lu runs, nothing found\n", runs);
    return 0;
}
