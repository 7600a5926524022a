// Constant tables live in flash on the AVR and are ordinary memory on the PC.
#ifndef DURBAR_FLASH_MEMORY_H
#define DURBAR_FLASH_MEMORY_H

#ifdef __AVR__
#include <avr/pgmspace.h> // PROGMEM, pgm_read_dword
#define IN_FLASH PROGMEM
#define READ_FLASH_U32(address) pgm_read_dword(address)
#else
#define IN_FLASH
#define READ_FLASH_U32(address) (*(address))
#endif

#endif
