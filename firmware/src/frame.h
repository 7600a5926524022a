// Frames on the wire: COBS, 0x00 delimiter, CRC-16 (docs/protocol.md). No memory but the caller's.
#ifndef DURBAR_FRAME_H
#define DURBAR_FRAME_H

#include <stdbool.h> // bool
#include <stdint.h>  // uint8_t, uint16_t

#define FRAME_MAX_BODY 254
#define FRAME_OVERHEAD 5
#define FRAME_MAX_PAYLOAD (FRAME_MAX_BODY - FRAME_OVERHEAD)
#define FRAME_WIRE_BYTES(payload) ((payload) + FRAME_OVERHEAD + 2)

enum { FRAME_VERSION_AT = 0, FRAME_TYPE_AT = 1, FRAME_SEQUENCE_AT = 2, FRAME_PAYLOAD_AT = 3 };

typedef enum { FRAME_NONE, FRAME_GOOD, FRAME_DAMAGED, FRAME_TOO_LONG } frame_event_t;

typedef struct {
    uint8_t body[FRAME_MAX_BODY];
    uint8_t length;    // bytes in body
    uint8_t left;      // data bytes left in the COBS block under way
    bool zero_pending; // the block under way ends in a zero, unless the frame ends there
    bool any;          // a byte has come since the last delimiter
    bool too_long;
    uint16_t crc; // over body so far
} frame_reader_t;

void frame_reader_init(frame_reader_t *reader);

// Takes one byte from the line. FRAME_GOOD: reader->body holds a whole frame (valid until the next byte).
frame_event_t frame_push(frame_reader_t *reader, uint8_t byte);

// Payload length of the good frame in the reader.
uint8_t frame_payload_length(const frame_reader_t *reader);

uint16_t frame_crc(uint16_t crc, uint8_t byte);

// Writes the frame as it goes on the wire, delimiter included, into out (FRAME_WIRE_BYTES(length) bytes); returns how many.
uint8_t frame_encode(uint8_t *out, uint8_t version, uint8_t type, uint8_t sequence, const uint8_t *payload, uint8_t length);

#endif
