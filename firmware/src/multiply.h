// Multiply and add, 8 x 32 bits modulo 2^32. The chip has an 8 x 8 multiplier, but avr-gcc 5 makes some 200 cycles of the plain
// C; by hand it is 19.
#ifndef DURBAR_MULTIPLY_H
#define DURBAR_MULTIPLY_H

#include <stdint.h> // uint8_t, uint32_t

#ifdef __AVR__

// One partial product after the other, its carry rippling up to the top byte. The sum is written before the other operands are
// read for the last time, hence the & in its constraint: no two of them may share a register.
#define MULTIPLY_AND(first, carry)          \
    "mul  %1, %A2\n\t" first " %A0, r0\n\t" \
    carry " %B0, r1\n\t"                    \
    carry " %C0, %3\n\t"                    \
    carry " %D0, %3\n\t"                    \
    "mul  %1, %B2\n\t" first " %B0, r0\n\t" \
    carry " %C0, r1\n\t"                    \
    carry " %D0, %3\n\t"                    \
    "mul  %1, %C2\n\t" first " %C0, r0\n\t" \
    carry " %D0, r1\n\t"                    \
    "mul  %1, %D2\n\t" first " %D0, r0\n\t" \
    "clr  __zero_reg__"

static inline uint32_t add_product(uint32_t sum, uint8_t value, uint32_t factor)
{
    __asm__(MULTIPLY_AND("add", "adc") : "+&r"(sum) : "r"(value), "r"(factor), "r"((uint8_t)0) : "r0");
    return sum;
}

static inline uint32_t subtract_product(uint32_t sum, uint8_t value, uint32_t factor)
{
    __asm__(MULTIPLY_AND("sub", "sbc") : "+&r"(sum) : "r"(value), "r"(factor), "r"((uint8_t)0) : "r0");
    return sum;
}

#else

static inline uint32_t add_product(uint32_t sum, uint8_t value, uint32_t factor)
{
    return sum + value * factor;
}

static inline uint32_t subtract_product(uint32_t sum, uint8_t value, uint32_t factor)
{
    return sum - value * factor;
}

#endif

#endif
