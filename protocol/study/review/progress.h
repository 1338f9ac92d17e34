/* progress.h: shows the progress of a long command in one line of a terminal, and handles Ctrl-C.
 */
#ifndef KANAME_PROTOCOL_STUDY_REVIEW_PROGRESS_H
#define KANAME_PROTOCOL_STUDY_REVIEW_PROGRESS_H

#include "play/console.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Progress {
    TerminalConsole console;
    const char *what; /* `game` */
    size_t number, count;
    double whole, before, now; /* amounts of work: total, of earlier items, of this item */
    int64_t begin_ms;
} Progress;

/* Call this before the engines' threads start, like terminal_console_init(). Ctrl-C stops no
 * engine: the caller does so when progress_show() returns false, so that it knows which searches
 * were cut. */
void progress_init(Progress *progress, const char *what, size_t count, double whole);
void progress_release(Progress *progress);

/* Begin and end an item with this amount of work. The second one clears the line and returns true
 * if Ctrl-C came in between. */
void progress_begin(Progress *progress, double work);
bool progress_end(Progress *progress);
/* Shows which part of the item is done, 0 to 1. Returns false once Ctrl-C came. Shows nothing if
 * the output is not a terminal with control codes. */
bool progress_show(const Progress *progress, double part);

#endif
