/* lines.h: whole lines in, whole lines out.
 *
 * In: bytes become lines. CR, LF and CR LF end one. A line longer than LINE_PIECE_MAX comes in
 * pieces, so that memory stays bounded while no part of a long list is lost.
 * Out: each line leaves in one write() that ends in LF, whichever thread sends it.
 *
 * A LineReader belongs to one thread. A LineWriter may be used by any number of them. */
#ifndef KANAME_PROTOCOL_IO_LINES_H
#define KANAME_PROTOCOL_IO_LINES_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h> /* MinGW says there which printf it uses */

enum {
    LINE_PIECE_MAX = 64 * 1024, /* bytes of input handed on at once */
    LINE_OUT_MAX = 4096         /* bytes of a line sent, LF included; what is longer is cut */
};

/* ---- In ---------------------------------------------------------------------------------- */

/* Reads at least one byte into the buffer, waiting for it. Returns how many, 0 at the end of the
 * input or when it cannot be read any more. */
typedef size_t (*LineSource)(void *context, char *buffer, size_t capacity);

typedef struct LinePiece {
    const char *text; /* without the line end, not ended by NUL, may hold any byte; valid until
                         the next call */
    size_t length;
    bool continues; /* belongs to the same line as the piece before */
    bool is_cut;    /* the line goes on in the next piece */
} LinePiece;

typedef struct LineReader {
    LineSource source;
    void *context;
    char *buffer;                /* LINE_PIECE_MAX bytes */
    size_t start, scanned, used; /* start of the line; known to hold no line end; end of the data */
    bool is_after_cr;            /* an LF that comes now belongs to the CR before it */
    bool is_inside_line;         /* a piece of this line was handed out */
    bool is_at_end;
} LineReader;

/* False: not enough memory. */
bool line_reader_init(LineReader *reader, LineSource source, void *context);
void line_reader_release(LineReader *reader);
/* The next line or piece of one; false at the end of the input. A last line without an end
 * counts. */
bool line_reader_next(LineReader *reader, LinePiece *piece);

/* The LineSource of the process's input; no context. */
size_t line_read_stdin(void *context, char *buffer, size_t capacity);

/* ---- Out --------------------------------------------------------------------------------- */

/* Takes the line, LF included, as a whole. False: nobody reads it any more. */
typedef bool (*LineSink)(void *context, const char *line, size_t length);

typedef struct LineWriter {
    LineSink sink;
    void *context;
    pthread_mutex_t lock;
    atomic_bool is_muted;
    atomic_bool is_broken;
} LineWriter;

/* False: the lock could not be made. */
bool line_writer_init(LineWriter *writer, LineSink sink, void *context);
void line_writer_release(LineWriter *writer);

/* Lets the compiler check the arguments of line_write(). */
#if defined(__MINGW_PRINTF_FORMAT)
#define LINE_WRITE_CHECK __attribute__((format(__MINGW_PRINTF_FORMAT, 2, 3)))
#elif defined(__GNUC__)
#define LINE_WRITE_CHECK __attribute__((format(printf, 2, 3)))
#else
#define LINE_WRITE_CHECK
#endif

/* Sends one line; the LF is added. */
void line_write(LineWriter *writer, const char *format, ...) LINE_WRITE_CHECK;
/* Nothing is sent from now on. Does not wait for a line that is being sent. */
void line_writer_mute(LineWriter *writer);
/* True once a line could not be sent. */
bool line_writer_is_broken(LineWriter *writer);

/* The LineSink of the process's output; no context. */
bool line_write_stdout(void *context, const char *line, size_t length);

/* To be called once before both: bytes pass unchanged (Windows would turn LF into CR LF), and a
 * client that is gone shows as a failed write and not as a signal. */
void line_prepare_process(void);

#endif
