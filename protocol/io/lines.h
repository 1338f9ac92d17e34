/* lines.h: reads and writes whole lines.
 *
 * In: a LineReader splits bytes into lines, which end with CR, LF or CR LF. A line longer than
 * LINE_PIECE_MAX arrives in pieces, so memory stays bounded and no part of a long list is lost.
 * Out: a LineWriter sends each line, LF included, in one write(), from any thread.
 *
 * A LineReader belongs to one thread; any number of threads may share a LineWriter. */
#ifndef KANAME_PROTOCOL_IO_LINES_H
#define KANAME_PROTOCOL_IO_LINES_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "shared/status/format.h"

enum {
    LINE_PIECE_MAX = 64 * 1024, /* bytes of one piece of input */
    LINE_OUT_MAX = 4096         /* bytes of a line sent, LF included; the rest is cut */
};

/* ---- In ---------------------------------------------------------------------------------- */

/* Waits for at least one byte and reads up to `capacity` into the buffer. Returns the number of
 * bytes, 0 at the end of the input or on an error. */
typedef size_t (*LineSource)(void *context, char *buffer, size_t capacity);

typedef struct LinePiece {
    const char *text; /* without the line end, no NUL at the end; any byte may occur; valid until
                         the next call */
    size_t length;
    bool continues; /* continues the line of the previous piece */
    bool is_cut;    /* the line continues in the next piece */
} LinePiece;

typedef struct LineReader {
    LineSource source;
    void *context;
    char *buffer; /* LINE_PIECE_MAX bytes */
    size_t start, scanned,
        used;            /* offsets: the line; the part not yet searched for a line end; the end */
    bool is_after_cr;    /* an LF that comes now completes a CR LF */
    bool is_inside_line; /* the caller already has a piece of this line */
    bool is_at_end;
} LineReader;

/* Returns false if out of memory. */
bool line_reader_init(LineReader *reader, LineSource source, void *context);
void line_reader_release(LineReader *reader);
/* Reads the next line or piece. Returns false at the end of the input. The last line may lack a
 * line end. */
bool line_reader_next(LineReader *reader, LinePiece *piece);

/* The LineSource of standard input; context is ignored. */
size_t line_read_stdin(void *context, char *buffer, size_t capacity);

/* ---- Out --------------------------------------------------------------------------------- */

/* Sends the line, LF included, as a whole. Returns false if the other end is closed. */
typedef bool (*LineSink)(void *context, const char *line, size_t length);

typedef struct LineWriter {
    LineSink sink;
    void *context;
    pthread_mutex_t lock;
    atomic_bool is_muted;
    atomic_bool is_broken;
} LineWriter;

/* Returns false if the lock cannot be made. */
bool line_writer_init(LineWriter *writer, LineSink sink, void *context);
void line_writer_release(LineWriter *writer);

/* Sends one line and adds the LF. */
void line_write(LineWriter *writer, const char *format, ...) FORMAT_CHECK(2, 3);
/* Discards all lines from now on. Does not wait for a line that another thread is sending. */
void line_writer_mute(LineWriter *writer);
/* Returns whether sending a line has failed. */
bool line_writer_is_broken(LineWriter *writer);

/* The LineSink of standard output; context is ignored. */
bool line_write_stdout(void *context, const char *line, size_t length);

/* Returns whether nobody reads standard output any more, if the system can tell without a write. */
bool line_stdout_is_closed(void);
/* Waits until standard input has bytes or is at its end, at most `most_ms` milliseconds. Returns
 * false if it has neither then, or earlier if nobody reads standard output any more. Where the
 * system cannot tell, returns true at once. */
bool line_wait_for_stdin(int most_ms);

/* Call once before reading or writing: makes bytes pass unchanged (Windows would convert LF to CR
 * LF), and makes a write to a closed pipe fail instead of raising a signal. */
void line_prepare_process(void);
/* Call this first. If a standard stream is closed, gives its number to a file that cannot be read
 * or written, so that no file opened later takes the number. */
void line_keep_streams(void);

#endif
