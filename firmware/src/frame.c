// The body is decoded and its CRC kept up byte by byte as the line delivers them: when the delimiter comes, all is known.

#include "frame.h"

#define CRC_START 0xFFFF

void frame_reader_init(frame_reader_t *reader)
{
    reader->length = 0;
    reader->left = 0;
    reader->zero_pending = false;
    reader->any = false;
    reader->too_long = false;
    reader->crc = CRC_START;
}

// CRC-16/MCRF4XX without a table: eight shifts folded into a few byte operations.
uint16_t frame_crc(uint16_t crc, uint8_t byte)
{
    byte ^= (uint8_t)crc;
    byte ^= (uint8_t)(byte << 4);
    return (uint16_t)((((uint16_t)byte << 8) | (crc >> 8)) ^ (uint8_t)(byte >> 4) ^ ((uint16_t)byte << 3));
}

static void append(frame_reader_t *reader, uint8_t byte)
{
    if (reader->length == FRAME_MAX_BODY) {
        reader->too_long = true;
        return;
    }
    reader->body[reader->length++] = byte;
    reader->crc = frame_crc(reader->crc, byte);
}

static frame_event_t finish(frame_reader_t *reader)
{
    if (!reader->any)
        return FRAME_NONE;
    if (reader->too_long)
        return FRAME_TOO_LONG;
    // A good body ends on a block boundary and its CRC, CRC bytes included, is 0.
    if (reader->left || reader->length < FRAME_OVERHEAD || reader->crc)
        return FRAME_DAMAGED;
    return FRAME_GOOD;
}

// Forgets the frame but leaves body and length for the reader of a good one.
static void start_over(frame_reader_t *reader)
{
    reader->left = 0;
    reader->zero_pending = false;
    reader->any = false;
    reader->too_long = false;
    reader->crc = CRC_START;
}

frame_event_t frame_push(frame_reader_t *reader, uint8_t byte)
{
    if (byte == 0) {
        frame_event_t event = finish(reader);
        start_over(reader);
        return event;
    }
    if (!reader->any) {
        reader->any = true;
        reader->length = 0;
    }
    if (reader->left) {
        reader->left--;
        append(reader, byte);
        return FRAME_NONE;
    }
    if (reader->zero_pending)
        append(reader, 0);
    reader->left = (uint8_t)(byte - 1);
    reader->zero_pending = byte != 0xFF;
    return FRAME_NONE;
}

uint8_t frame_payload_length(const frame_reader_t *reader)
{
    return (uint8_t)(reader->length - FRAME_OVERHEAD);
}

typedef struct {
    uint8_t *out;
    uint8_t at;      // next free byte
    uint8_t code_at; // where the block's code goes
    uint16_t crc;
} encoder_t;

// Bodies have at most 254 bytes, so a block never reaches the 0xFF code that would need special care.
static void put(encoder_t *encoder, uint8_t byte)
{
    if (byte) {
        encoder->out[encoder->at++] = byte;
        return;
    }
    encoder->out[encoder->code_at] = (uint8_t)(encoder->at - encoder->code_at);
    encoder->code_at = encoder->at++;
}

static void put_counted(encoder_t *encoder, uint8_t byte)
{
    encoder->crc = frame_crc(encoder->crc, byte);
    put(encoder, byte);
}

uint8_t frame_encode(uint8_t *out, uint8_t version, uint8_t type, uint8_t sequence, const uint8_t *payload, uint8_t length)
{
    encoder_t encoder = {.out = out, .at = 1, .code_at = 0, .crc = CRC_START};
    put_counted(&encoder, version);
    put_counted(&encoder, type);
    put_counted(&encoder, sequence);
    for (uint8_t i = 0; i < length; i++)
        put_counted(&encoder, payload[i]);
    uint16_t crc = encoder.crc;
    put(&encoder, (uint8_t)crc);
    put(&encoder, (uint8_t)(crc >> 8));
    out[encoder.code_at] = (uint8_t)(encoder.at - encoder.code_at);
    out[encoder.at++] = 0;
    return encoder.at;
}
