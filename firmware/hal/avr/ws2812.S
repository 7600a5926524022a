; WS2812 waveform, cycle counted for 16 MHz (62.5 ns a cycle). Facts, from the data sheets of WS2812 and WS2812B:
;
;             WS2812 (ns)   WS2812B (ns)   both      ours
;   0 high    200..500      250..550       250..500  6 cycles  = 375
;   0 low     650..950      700..1000      700..950  14 cycles = 875
;   1 high    550..850      650..950       650..850  12 cycles = 750
;   1 low     450..750      300..600       450..600  8 cycles  = 500
;   latch     low for 50 us (WS2812), 280 us (newer WS2812B): the caller waits 300 us
;
; Sure: simavr's cycle counts (a test decodes every edge). Not sure: copies of these LEDs; all we know of take this.
;
; A bit is 20 cycles: out high, 4 free, skip-or-out low, 5 free, out low, 7 free. The free cycles of a byte's first bits
; fetch and scale the next byte, so that bytes follow each other without a gap.

#include <avr/io.h>
#include "pins.h"

#define PORT_IO _SFR_IO_ADDR(STRIP_PORT)

#define low    r18
#define high   r20
#define scale  r21
#define now    r22      /* byte on the line */
#define next   r23      /* byte being prepared */
#define zero   r19

.macro idle cycles
  .rept \cycles / 2
    rjmp .+0
  .endr
  .rept \cycles % 2
    nop
  .endr
.endm

; The fixed frame of a bit; the macro arguments are the code for the free cycles (4, 5 and 7 of them).
.macro bit_start position
    out   PORT_IO, high
    idle  4
    sbrs  now, \position
    out   PORT_IO, low
.endm

.macro plain_bit position
    bit_start \position
    idle  5
    out   PORT_IO, low
    idle  7
.endm

.section .text
.global ws2812_send
; r25:r24 bytes, r23:r22 count, r20 scale, r18 port low, r16 port high
ws2812_send:
    movw  r30, r24              ; Z = bytes
    movw  r26, r22              ; X = count
    mov   scale, r20
    mov   high, r16
    clr   zero
    ld    next, Z+
    mul   next, scale
    add   r0, next
    adc   r1, zero
    mov   now, r1
byte_loop:
    bit_start 7
    idle  3
    ld    next, Z+              ; reads one byte past the end after the last: harmless, it is RAM
    out   PORT_IO, low
    idle  7

    bit_start 6
    idle  3
    mul   next, scale
    out   PORT_IO, low
    add   r0, next
    adc   r1, zero              ; r1 = (next * scale + next) >> 8
    idle  5

    plain_bit 5
    plain_bit 4
    plain_bit 3
    plain_bit 2
    plain_bit 1

    bit_start 0
    idle  5
    out   PORT_IO, low
    mov   now, r1               ; 1
    sbiw  r26, 1                ; 2
    breq  done                  ; 1 when not taken
    nop                         ; 1
    rjmp  byte_loop             ; 2: 7 in all

done:
    clr   r1                    ; the compiler's zero register
    ret
