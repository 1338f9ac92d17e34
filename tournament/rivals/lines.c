#include "rivals/lines.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

void rival_lines_init(RivalLines *lines, int in, int out) {
    lines->in = in;
    lines->out = out;
    lines->at_end = false;
    lines->is_skipping = false;
    lines->start = lines->end = 0;
}

/* Reads once into the free part of the buffer, which must not be full. Waits for input. */
static void read_more(RivalLines *lines) {
    memmove(lines->buffer, lines->buffer + lines->start, lines->end - lines->start);
    lines->end -= lines->start;
    lines->start = 0;
    ssize_t got;
    do
        got = read(lines->in, lines->buffer + lines->end, sizeof lines->buffer - lines->end);
    while (got < 0 && errno == EINTR);
    if (got > 0)
        lines->end += (size_t)got;
    else
        lines->at_end = true;
}

static char *take_line(RivalLines *lines, size_t length, size_t with_end) {
    char *line = lines->buffer + lines->start;
    line[length] = '\0';
    if (length > 0 && line[length - 1] == '\r')
        line[length - 1] = '\0';
    lines->start += with_end;
    return line;
}

char *rival_lines_next(RivalLines *lines) {
    for (;;) {
        size_t length = lines->end - lines->start;
        const char *from = lines->buffer + lines->start;
        const char *newline = memchr(from, '\n', length);
        if (newline) {
            char *line = take_line(lines, (size_t)(newline - from), (size_t)(newline - from) + 1);
            if (!lines->is_skipping)
                return line;
            lines->is_skipping = false;
        } else if (length == sizeof lines->buffer) {
            char *line = take_line(lines, length - 1, length);
            bool was_skipping = lines->is_skipping;
            lines->is_skipping = true;
            if (!was_skipping)
                return line;
        } else if (lines->at_end) {
            return NULL;
        } else {
            read_more(lines);
        }
    }
}

static bool is_stop_line(const char *text, size_t length) {
    while (length > 0 && (text[length - 1] == '\r' || text[length - 1] == ' '))
        length--;
    return (length == 3 && strncasecmp(text, "END", 3) == 0) ||
           (length == 6 && strncasecmp(text, "YXSTOP", 6) == 0);
}

bool rival_lines_stop_waits(RivalLines *lines) {
    struct pollfd poll_in = {.fd = lines->in, .events = POLLIN};
    if (!lines->at_end && lines->end - lines->start < sizeof lines->buffer &&
        poll(&poll_in, 1, 0) > 0)
        read_more(lines);
    const char *from = lines->buffer + lines->start;
    const char *end = lines->buffer + lines->end;
    const char *newline;
    while ((newline = memchr(from, '\n', (size_t)(end - from)))) {
        if (is_stop_line(from, (size_t)(newline - from)))
            return true;
        from = newline + 1;
    }
    return lines->at_end;
}

bool rival_lines_write(RivalLines *lines, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t put = write(lines->out, bytes, length);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0) {
            lines->at_end = true;
            return false;
        }
        bytes += put;
        length -= (size_t)put;
    }
    return true;
}
