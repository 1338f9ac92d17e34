/* lines.h: whole lines in from one descriptor, whole lines out to another.
 *
 * One thread. Nothing is printed on failure: a manager may read stderr as protocol. */
#ifndef RIVALS_LINES_H
#define RIVALS_LINES_H

#include <stdbool.h>
#include <stddef.h>

enum { RIVAL_LINE_MAX = 8192 };

typedef struct RivalLines {
    int in, out;
    bool at_end;       /* input has ended, or output can no longer be written */
    bool is_skipping;  /* the rest of a line longer than the buffer is being dropped */
    size_t start, end; /* unread bytes of buffer[] */
    char buffer[RIVAL_LINE_MAX];
} RivalLines;

void rival_lines_init(RivalLines *lines, int in, int out);

/* The next line without its end (LF or CR LF), waiting for it; NULL when there is none. A NUL byte
 * ends the text early, a line longer than the buffer comes cut. The text may be changed by the
 * caller, and lasts until the next call of any function here that reads. */
char *rival_lines_next(RivalLines *lines);

/* Whether an END or YXSTOP line or the end of input has come; never waits. */
bool rival_lines_stop_waits(RivalLines *lines);

/* Writes all bytes, in one piece where the pipe has room. False when the reader has gone. */
bool rival_lines_write(RivalLines *lines, const char *bytes, size_t length);

#endif
