// The board: takes bytes from the line, answers, shows. The same code runs on the chip and on the PC.
#ifndef DURBAR_BOARD_H
#define DURBAR_BOARD_H

#include <stdint.h> // uint8_t, uint32_t

void board_start(uint32_t now_ms);                  // dark LEDs, then HELLO unasked
void board_receive(uint8_t byte, uint32_t now_ms);  // one byte from the line
void board_poll(uint32_t now_ms);                   // from the main loop: the silence time-out

#endif
