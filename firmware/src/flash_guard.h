// Photosensitivity: at most three flashes in any second, whatever the host asks for.
#ifndef DURBAR_FLASH_GUARD_H
#define DURBAR_FLASH_GUARD_H

#include <stdint.h> // uint16_t, uint32_t

void flash_guard_reset(void);

// Milliseconds until a picture of this light may be shown; 0: now.
uint16_t flash_guard_wait_ms(uint32_t light, uint32_t now_ms);

// A picture of this light is shown now, allowed or not.
void flash_guard_shown(uint32_t light, uint32_t now_ms);

#endif
