// Message handlers stand next to the format of what they take and give; docs/protocol.md has the whole.

#include "board.h"

#include <stdbool.h> // bool
#include <string.h>  // memcpy

#include "config.h"      // LED_COUNT, versions, times
#include "flash_guard.h" // flash_guard_*
#include "frame.h"       // frame_*
#include "hal.h"         // hal_*
#include "leds.h"        // leds_*

#define PROTOCOL_MIN 1
#define PROTOCOL_MAX 1
#define MAX_PING 32
#define MAX_ANSWER 32 // the longest payload the board sends
#define ANSWER 0x80

enum { HELLO = 0x01, SET = 0x02, SHOW = 0x03, PING = 0x04, STATE = 0x05, NAK = 0xFF };
enum { DAMAGED = 1, TOO_LONG = 2, VERSION = 3, UNKNOWN_TYPE = 4, BAD_PAYLOAD = 5, STALE = 6, TOO_FAST = 7, LATE = 8 };
enum { MODE_DARK = 0, MODE_SHOWING = 1, MODE_IDLE = 2 };

typedef struct {
    uint8_t type;
    uint8_t sequence;
    const uint8_t *payload;
    uint8_t length;
    uint32_t now_ms;
} request_t;

static frame_reader_t reader;
static uint32_t heard_ms; // last good frame
static uint32_t shown_hash;
static uint8_t shown_scale;
static uint8_t mode;
static uint16_t shown_number; // rises with every picture; an older one comes late and is not shown
static uint16_t damaged_frames;

/****************************************************************
 * Sending
 ****************************************************************/

static uint8_t *put_u16(uint8_t *out, uint16_t value)
{
    *out++ = (uint8_t)value;
    *out++ = (uint8_t)(value >> 8);
    return out;
}

static uint8_t *put_u32(uint8_t *out, uint32_t value)
{
    return put_u16(put_u16(out, (uint16_t)value), (uint16_t)(value >> 16));
}

static uint16_t get_u16(const uint8_t *in)
{
    return (uint16_t)(in[0] | (uint16_t)in[1] << 8);
}

static uint32_t get_u32(const uint8_t *in)
{
    return (uint32_t)in[0] | (uint32_t)in[1] << 8 | (uint32_t)in[2] << 16 | (uint32_t)in[3] << 24;
}

// An answer after a SHOW is put together while the LEDs latch, and leaves when they have.
static void send(uint8_t type, uint8_t sequence, const uint8_t *payload, uint8_t length)
{
    uint8_t wire[FRAME_WIRE_BYTES(MAX_ANSWER)];
    uint8_t count = frame_encode(wire, PROTOCOL_MAX, type, sequence, payload, length);
    hal_wait_latched();
    hal_write(wire, count);
}

static void answer(const request_t *request, const uint8_t *payload, uint8_t length)
{
    send(request->type | ANSWER, request->sequence, payload, length);
}

// NAK: reason (1) refused type (1) detail (2)
static void send_nak(uint8_t reason, uint8_t type, uint8_t sequence, uint16_t detail)
{
    uint8_t payload[4] = {reason, type};
    put_u16(payload + 2, detail);
    send(NAK, sequence, payload, sizeof payload);
}

static void refuse(const request_t *request, uint8_t reason, uint16_t detail)
{
    send_nak(reason, request->type, request->sequence, detail);
}

// HELLO answer: protocol min max (2) firmware (3) build (4) LEDs (2) payload (2) mA (2) silence ms (2) id (8) number (2)
static void send_hello(uint8_t sequence)
{
    uint8_t payload[27] = {PROTOCOL_MIN, PROTOCOL_MAX, FIRMWARE_MAJOR, FIRMWARE_MINOR, FIRMWARE_PATCH};
    uint8_t *at = put_u32(payload + 5, BUILD_ID);
    at = put_u16(at, LED_COUNT);
    at = put_u16(at, FRAME_MAX_PAYLOAD);
    at = put_u16(at, LIMIT_MA);
    at = put_u16(at, SILENCE_MS);
    hal_board_id(at);
    put_u16(at + 8, shown_number);
    send(HELLO | ANSWER, sequence, payload, sizeof payload);
}

/****************************************************************
 * Showing
 ****************************************************************/

static void show(uint8_t new_mode, uint32_t now_ms)
{
    shown_scale = leds_scale();
    shown_hash = leds_hash();
    mode = new_mode;
    flash_guard_shown(leds_light(), now_ms);
    hal_show(leds_grb(), LEDS_BYTES, shown_scale);
}

static void show_idle(uint32_t now_ms)
{
    static const uint8_t dim[3] = {IDLE_LEVEL, IDLE_LEVEL, IDLE_LEVEL};
    leds_clear();
    for (uint16_t led = 0; led < LED_COUNT; led += IDLE_EVERY)
        leds_put((uint8_t)led, dim);
    show(MODE_IDLE, now_ms);
}

/****************************************************************
 * Messages
 ****************************************************************/

// HELLO: lowest, highest protocol of the host (2)
static void on_hello(const request_t *request)
{
    if (request->length < 2)
        refuse(request, BAD_PAYLOAD, 0);
    else
        send_hello(request->sequence);
}

// SET: runs
static void on_set(const request_t *request)
{
    if (!leds_runs_fit(request->payload, request->length)) {
        refuse(request, BAD_PAYLOAD, 0);
        return;
    }
    leds_apply_runs(request->payload, request->length);
    answer(request, NULL, 0);
}

// A doubled SHOW may be answered twice; one that was overtaken by a newer may not.
static bool is_late(uint16_t number, uint32_t hash)
{
    int16_t ahead = (int16_t)(uint16_t)(number - shown_number);
    return ahead < 0 || (ahead == 0 && hash != shown_hash);
}

// SHOW: hash (4) number (2); answer, after the LEDs latched: hash (4) scale (1)
static void on_show(const request_t *request)
{
    if (request->length != 6) {
        refuse(request, BAD_PAYLOAD, 0);
        return;
    }
    uint32_t hash = get_u32(request->payload);
    uint16_t number = get_u16(request->payload + 4);
    if (is_late(number, hash)) {
        refuse(request, LATE, shown_number);
        return;
    }
    if (hash != leds_hash()) {
        refuse(request, STALE, 0);
        return;
    }
    uint16_t wait_ms = flash_guard_wait_ms(leds_light(), request->now_ms);
    if (wait_ms) {
        refuse(request, TOO_FAST, wait_ms);
        return;
    }
    shown_number = number;
    show(MODE_SHOWING, request->now_ms);
    uint8_t payload[5];
    *put_u32(payload, shown_hash) = shown_scale;
    answer(request, payload, sizeof payload);
}

// PING: up to 32 bytes, sent back
static void on_ping(const request_t *request)
{
    if (request->length > MAX_PING)
        refuse(request, BAD_PAYLOAD, 0);
    else
        answer(request, request->payload, request->length);
}

// STATE answer: shown hash (4) buffer hash (4) mode (1) scale (1) damaged (2) lost (2) reset cause (1) reserved (1)
static void on_state(const request_t *request)
{
    if (request->length) {
        refuse(request, BAD_PAYLOAD, 0);
        return;
    }
    uint8_t payload[16];
    uint8_t *at = put_u32(payload, shown_hash);
    at = put_u32(at, leds_hash_fresh());
    *at++ = mode;
    *at++ = shown_scale;
    at = put_u16(at, damaged_frames);
    at = put_u16(at, hal_lost_bytes());
    *at++ = hal_reset_cause();
    *at = 0;
    answer(request, payload, sizeof payload);
}

static void dispatch(const request_t *request)
{
    switch (request->type) {
    case HELLO:
        on_hello(request);
        break;
    case SET:
        on_set(request);
        break;
    case SHOW:
        on_show(request);
        break;
    case PING:
        on_ping(request);
        break;
    case STATE:
        on_state(request);
        break;
    default:
        refuse(request, UNKNOWN_TYPE, 0);
    }
}

static void on_frame(uint32_t now_ms)
{
    request_t request = {
        .type = reader.body[FRAME_TYPE_AT],
        .sequence = reader.body[FRAME_SEQUENCE_AT],
        .payload = reader.body + FRAME_PAYLOAD_AT,
        .length = frame_payload_length(&reader),
        .now_ms = now_ms,
    };
    uint8_t version = reader.body[FRAME_VERSION_AT];
    heard_ms = now_ms;
    // HELLO is understood in every version, so that two sides that do not fit can say so.
    if (request.type != HELLO && (version < PROTOCOL_MIN || version > PROTOCOL_MAX))
        refuse(&request, VERSION, PROTOCOL_MAX);
    else
        dispatch(&request);
}

/****************************************************************
 * Life
 ****************************************************************/

void board_start(uint32_t now_ms)
{
    frame_reader_init(&reader);
    flash_guard_reset();
    leds_clear();
    damaged_frames = 0;
    shown_number = 0;
    heard_ms = now_ms;
    show(MODE_DARK, now_ms);
    send_hello(0);
}

void board_receive(uint8_t byte, uint32_t now_ms)
{
    frame_event_t event = frame_push(&reader, byte);
    if (event == FRAME_NONE)
        return;
    if (event == FRAME_GOOD) {
        on_frame(now_ms);
        return;
    }
    damaged_frames++;
    send_nak(event == FRAME_TOO_LONG ? TOO_LONG : DAMAGED, 0, 0, 0);
}

void board_poll(uint32_t now_ms)
{
    if (mode != MODE_IDLE && now_ms - heard_ms >= SILENCE_MS)
        show_idle(now_ms);
}
