// The serial line to the chip, as strict as a real one: a byte takes its time, and a chip that does not listen loses bytes.
#ifndef DURBAR_SIM_WIRE_H
#define DURBAR_SIM_WIRE_H

#include <stdint.h> // fixed-width types

#include "sim_avr.h" // avr_t

typedef void (*wire_sent_t)(uint8_t byte);

void wire_attach(avr_t *avr, wire_sent_t on_byte_from_chip);
void wire_send(uint8_t byte);            // to the chip, after those already on their way
uint32_t wire_pending(void);             // bytes not yet at the chip
uint64_t wire_cycles_per_byte(void);
uint32_t wire_overruns(void);            // bytes the chip lost
void wire_clear(void);                   // forget what is under way (reset, unplugged)

#endif
