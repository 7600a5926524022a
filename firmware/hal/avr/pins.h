// Wiring (docs/led-board.md): strip data on PD6 (Arduino pin 6) through 330 ohm; pin 13's LED shows life.
#ifndef DURBAR_PINS_H
#define DURBAR_PINS_H

#define STRIP_PORT PORTD
#define STRIP_DDR DDRD
#define STRIP_BIT 6

#endif
