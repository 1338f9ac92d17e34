#include "io/lines.h"

#include "shared/cli/say.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#else
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#endif

/* ---- In ---------------------------------------------------------------------------------- */

bool line_reader_init(LineReader *reader, LineSource source, void *context) {
    *reader = (LineReader){.source = source, .context = context};
    reader->buffer = malloc(LINE_PIECE_MAX);
    return reader->buffer != NULL;
}

void line_reader_release(LineReader *reader) {
    free(reader->buffer);
    reader->buffer = NULL;
}

/* Returns the offset of the line end at or after `scanned`; `used` if there is none. */
static size_t find_line_end(const LineReader *reader) {
    size_t at = reader->scanned;
    while (at < reader->used && reader->buffer[at] != '\n' && reader->buffer[at] != '\r')
        at++;
    return at;
}

static LinePiece take_piece(LineReader *reader, size_t end) {
    LinePiece piece = {reader->buffer + reader->start, end - reader->start, reader->is_inside_line,
                       false};
    reader->start = end;
    reader->scanned = end;
    return piece;
}

/* Returns where to cut a line that fills the buffer: after a blank, which keeps words whole, unless
 * a word is longer than half the buffer. */
static size_t find_cut(const LineReader *reader) {
    for (size_t at = reader->used; at > reader->used / 2; at--)
        if (reader->buffer[at - 1] == ' ' || reader->buffer[at - 1] == '\t')
            return at;
    return reader->used;
}

/* Moves the unread bytes to the front of the buffer and reads more after them. */
static void read_more(LineReader *reader) {
    memmove(reader->buffer, reader->buffer + reader->start, reader->used - reader->start);
    reader->used -= reader->start;
    reader->scanned -= reader->start;
    reader->start = 0;
    size_t count = reader->source(reader->context, reader->buffer + reader->used,
                                  LINE_PIECE_MAX - reader->used);
    reader->used += count;
    reader->is_at_end = count == 0;
}

bool line_reader_next(LineReader *reader, LinePiece *piece) {
    for (;;) {
        if (reader->is_after_cr && reader->start < reader->used) {
            reader->start += reader->buffer[reader->start] == '\n';
            reader->scanned = reader->start;
            reader->is_after_cr = false;
        }
        size_t end = find_line_end(reader);
        if (end < reader->used) {
            *piece = take_piece(reader, end);
            reader->is_after_cr = reader->buffer[end] == '\r';
            reader->start++;
            reader->scanned++;
            reader->is_inside_line = false;
            return true;
        }
        reader->scanned = reader->used;
        if (reader->used - reader->start == LINE_PIECE_MAX) {
            *piece = take_piece(reader, find_cut(reader));
            piece->is_cut = true;
            reader->is_inside_line = true;
            return true;
        }
        if (reader->is_at_end) {
            bool has_rest = reader->start < reader->used;
            *piece = take_piece(reader, reader->used);
            return has_rest;
        }
        read_more(reader);
    }
}

size_t line_read_stdin(void *context, char *buffer, size_t capacity) {
    (void)context;
    for (;;) {
#ifdef _WIN32
        int count = _read(0, buffer, (unsigned)capacity);
#else
        ssize_t count = read(STDIN_FILENO, buffer, capacity);
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            /* The client has made the pipe non-blocking: wait here. */
            struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
            poll(&input, 1, -1);
            continue;
        }
#endif
        if (count < 0 && errno == EINTR)
            continue;
        return count > 0 ? (size_t)count : 0;
    }
}

/* ---- Out --------------------------------------------------------------------------------- */

bool line_writer_init(LineWriter *writer, LineSink sink, void *context) {
    writer->sink = sink;
    writer->context = context;
    atomic_init(&writer->is_muted, false);
    atomic_init(&writer->is_broken, false);
    return pthread_mutex_init(&writer->lock, NULL) == 0;
}

void line_writer_release(LineWriter *writer) {
    pthread_mutex_destroy(&writer->lock);
}

void line_write(LineWriter *writer, const char *format, ...) {
    char line[LINE_OUT_MAX];
    va_list arguments;
    va_start(arguments, format);
    int printed = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (printed < 0)
        return;
    (void)say_plain(line); /* parts of it may be anybody's: names of files, SQLite's messages */
    size_t length = (size_t)printed < sizeof line ? (size_t)printed : sizeof line - 1;
    line[length++] = '\n'; /* over the NUL */

    pthread_mutex_lock(&writer->lock);
    if (!atomic_load(&writer->is_muted) && !atomic_load(&writer->is_broken) &&
        !writer->sink(writer->context, line, length))
        atomic_store(&writer->is_broken, true);
    pthread_mutex_unlock(&writer->lock);
}

void line_writer_mute(LineWriter *writer) {
    atomic_store(&writer->is_muted, true);
}

bool line_writer_is_broken(LineWriter *writer) {
    return atomic_load(&writer->is_broken);
}

bool line_write_stdout(void *context, const char *line, size_t length) {
    (void)context;
    while (length > 0) {
#ifdef _WIN32
        int count = _write(1, line, (unsigned)length);
#else
        ssize_t count = write(STDOUT_FILENO, line, length);
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
            poll(&output, 1, -1);
            continue;
        }
#endif
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        line += count;
        length -= (size_t)count;
    }
    return true;
}

bool line_stdout_is_closed(void) {
#ifdef _WIN32
    return false;
#else
    struct pollfd output = {.fd = STDOUT_FILENO, .events = 0};
    return poll(&output, 1, 0) > 0 && (output.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
#endif
}

bool line_wait_for_stdin(int most_ms) {
#ifdef _WIN32
    (void)most_ms;
    return true;
#else
    struct pollfd files[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = STDOUT_FILENO}};
    return poll(files, 2, most_ms) > 0 && files[0].revents != 0;
#endif
}

void line_prepare_process(void) {
#ifdef _WIN32
    _setmode(0, _O_BINARY);
    _setmode(1, _O_BINARY);
#else
    signal(SIGPIPE, SIG_IGN);
#endif
}

void line_keep_streams(void) {
#ifndef _WIN32
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) == -1)
            (void)open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
#endif
}
