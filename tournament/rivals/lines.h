/* lines.h: reads lines from one descriptor and writes lines to another.
 *
 * One thread. Failures print nothing: a manager may read stderr as protocol. */
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

/* Waits for the next line and returns it without its end (LF or CR LF); NULL at the end of input. A
 * NUL byte ends the text early; a line longer than the buffer is cut. The caller may change the
 * text; it is valid until the next call that reads. */
char *rival_lines_next(RivalLines *lines);

/* Returns whether END, YXSTOP or the end of input is waiting to be read; never blocks. */
bool rival_lines_stop_waits(RivalLines *lines);

/* Writes all bytes, in one piece if the pipe has room. Returns false if the reader has closed it.
 */
bool rival_lines_write(RivalLines *lines, const char *bytes, size_t length);

#endif
