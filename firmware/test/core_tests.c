// Runs the shared byte vectors against the C core, under sanitizers: core-tests FRAMES BROKEN CONVERSATIONS
// Each line that fails is printed; the exit code is 1 if any did. The formats are explained at the top of the files.

#include <stdbool.h> // bool
#include <stdint.h>  // fixed-width types
#include <stdio.h>   // fopen, getline, printf
#include <stdlib.h>  // strtoul, free
#include <string.h>  // memcmp, strtok

#include "../src/board.h" // board_*
#include "../src/frame.h" // frame_*
#include "null_hal.h"     // null_hal_*

static unsigned checks, failures;
static uint32_t now_ms;

static void check(bool good, const char *where, const char *what)
{
    checks++;
    if (good)
        return;
    failures++;
    printf("FAILED %s: %s\n", where, what);
}

static uint32_t from_hex(const char *hex, uint8_t *bytes, uint32_t room)
{
    uint32_t count = 0;
    unsigned value;
    while (count < room && hex[0] && sscanf(hex, "%2x", &value) == 1) {
        bytes[count++] = (uint8_t)value;
        hex += 2;
    }
    return count;
}

static frame_event_t push_all(frame_reader_t *reader, const uint8_t *bytes, uint32_t count)
{
    frame_event_t last = FRAME_NONE;
    while (count--) {
        frame_event_t event = frame_push(reader, *bytes++);
        if (event != FRAME_NONE)
            last = event;
    }
    return last;
}

/****************************************************************
 * frames.txt: name version type sequence payload wire
 ****************************************************************/

static void check_decode(const char *name, const uint8_t *head, const uint8_t *payload, uint32_t length,
                         const uint8_t *wire, uint32_t wire_length)
{
    frame_reader_t reader;
    frame_reader_init(&reader);
    check(push_all(&reader, wire, wire_length) == FRAME_GOOD, name, "is a good frame");
    check(!memcmp(reader.body, head, 3), name, "version, type, sequence");
    check(frame_payload_length(&reader) == length && !memcmp(reader.body + 3, payload, length), name, "payload");
}

static void frame_line(char *line)
{
    uint8_t head[3], payload[256], wire[300], out[300];
    char *name = strtok(line, " \n");
    for (int i = 0; i < 3; i++)
        head[i] = (uint8_t)strtoul(strtok(NULL, " \n"), NULL, 0);
    uint32_t length = from_hex(strtok(NULL, " \n"), payload, sizeof payload);
    uint32_t wire_length = from_hex(strtok(NULL, " \n"), wire, sizeof wire);
    uint32_t made = frame_encode(out, head[0], head[1], head[2], payload, (uint8_t)length);
    check((uint8_t)wire_length == (uint8_t)made && !memcmp(out, wire, wire_length), name, "encodes");
    check_decode(name, head, payload, length, wire, wire_length);
}

/****************************************************************
 * broken.txt: name event wire
 ****************************************************************/

static void broken_line(char *line)
{
    uint8_t wire[600];
    frame_reader_t reader;
    char *name = strtok(line, " \n");
    char *expected = strtok(NULL, " \n");
    uint32_t length = from_hex(strtok(NULL, " \n"), wire, sizeof wire);
    frame_reader_init(&reader);
    frame_event_t event = push_all(&reader, wire, length);
    check(event == (strcmp(expected, "too-long") ? FRAME_DAMAGED : FRAME_TOO_LONG), name, expected);
}

/****************************************************************
 * conversations.txt
 ****************************************************************/

static char conversation[80];

static void expect_sent(const char *hex)
{
    uint8_t expected[600];
    uint32_t count = from_hex(hex, expected, sizeof expected);
    check(count == null_hal_sent_count && !memcmp(expected, null_hal_sent, count), conversation, hex);
    null_hal_sent_count = 0;
}

// "3:ff0000 9:000040": these LEDs, all others dark
static void expect_lit(char *words)
{
    uint8_t expected[LEDS_BYTES] = {0};
    for (char *word = strtok(words, " \n"); word; word = strtok(NULL, " \n"))
        from_hex(strchr(word, ':') + 1, expected + 3 * strtoul(word, NULL, 10), 3);
    check(null_hal_shows == 1 && !memcmp(expected, null_hal_rgb, sizeof expected), conversation, "LEDs latched");
    null_hal_shows = 0;
}

static void begin(const char *name)
{
    snprintf(conversation, sizeof conversation, "%s", name);
    conversation[strcspn(conversation, "\n")] = 0;
    now_ms += 10000;
    board_start(now_ms);
    null_hal_clear();
}

static void say(const char *hex)
{
    uint8_t bytes[600];
    uint32_t count = from_hex(hex, bytes, sizeof bytes);
    for (uint32_t i = 0; i < count; i++)
        board_receive(bytes[i], now_ms);
}

static void wait(const char *words)
{
    uint32_t until = now_ms + (uint32_t)strtoul(words, NULL, 10);
    while (now_ms < until) {
        now_ms += 2;
        board_poll(now_ms);
    }
}

static void conversation_line(char *line)
{
    char *rest = line + 2;
    if (line[0] == '=')
        begin(rest);
    else if (line[0] == '>')
        say(rest);
    else if (line[0] == '.')
        wait(rest);
    else if (line[0] == '<')
        expect_sent(rest);
    else if (line[0] == '*')
        expect_lit(rest);
    else if (line[0] == '-')
        check(!null_hal_shows && !null_hal_sent_count, conversation, "nothing lit, nothing said");
}

static void each_line(const char *path, void (*take)(char *))
{
    char *line = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "r");
    check(file != NULL, path, "can be read");
    while (file && getline(&line, &size, file) > 0)
        if (line[0] != '#' && line[0] != '\n')
            take(line);
    free(line);
    if (file)
        fclose(file);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        printf("usage: core-tests FRAMES BROKEN CONVERSATIONS\n");
        return 2;
    }
    each_line(argv[1], frame_line);
    each_line(argv[2], broken_line);
    each_line(argv[3], conversation_line);
    printf("%u checks, %u failures\n", checks, failures);
    return failures ? 1 : 0;
}
