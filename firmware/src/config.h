// What a builder may change; every value can be given to make (LEDS=60, LIMIT_MA=1500).
#ifndef DURBAR_CONFIG_H
#define DURBAR_CONFIG_H

#ifndef LED_COUNT
#define LED_COUNT 150 // at most 255: a run's start is one byte
#endif
#ifndef LIMIT_MA
#define LIMIT_MA 2000 // what the 5 V supply gives the strip; the firmware dims pictures that need more
#endif
#ifndef BUILD_ID
#define BUILD_ID 0 // checksum of the sources, set by the Makefile
#endif

#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 0
#define FIRMWARE_PATCH 0

#define SILENCE_MS 5000   // host silent this long: idle pattern
#define IDLE_EVERY 10     // one LED in ten ...
#define IDLE_LEVEL 6      // ... at this level of 255
#define FLASH_SWINGS 6    // opposing swings of the light allowed in any window: three flashes
#define FLASH_WINDOW_MS 1000
#define FLASH_TENTHS 1    // a swing is this many tenths of the light budget

#if LED_COUNT < 1 || LED_COUNT > 255
#error "LED_COUNT must be 1 to 255"
#endif
#if LIMIT_MA <= LED_COUNT
#error "LIMIT_MA must leave something beside the LEDs' own 1 mA each"
#endif

#endif
