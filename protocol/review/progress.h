/* progress.h: one line on a terminal that says how far a long command is, and Ctrl-C. */
#ifndef KANAME_PROTOCOL_REVIEW_PROGRESS_H
#define KANAME_PROTOCOL_REVIEW_PROGRESS_H

#include "play/console.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Progress {
    TerminalConsole console;
    const char *what; /* `game` */
    size_t number, count;
    double whole, before, now; /* work in all, of the items before, of the current item */
    int64_t begin_ms;
} Progress;

/* Call this before the engine's threads start, as terminal_console_init(). */
void progress_init(Progress *progress, KanameEngine *engine, const char *what, size_t count,
                   double whole);
void progress_release(Progress *progress);

/* Brackets an item of `work`. The second one returns true if Ctrl-C came in between, and clears the
 * line. */
void progress_begin(Progress *progress, double work);
bool progress_end(Progress *progress);
/* Shows that a part of the item, 0 to 1, is done. Returns false once Ctrl-C came. Nothing is shown
 * if the output is not a terminal with control codes. */
bool progress_show(const Progress *progress, double part);

#endif
