/* outlet.h: writes text to slow files from a thread of its own.
 *
 * A terminal that is stopped by Ctrl-S, a pipe that nobody reads or a slow disk then delays the
 * thread and not the loop. The text waits in memory, up to OUTLET_MAX bytes. */
#ifndef TOURNAMENT_STORE_OUTLET_H
#define TOURNAMENT_STORE_OUTLET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { OUTLET_MAX = 64 * 1024 * 1024 };

typedef struct Outlet Outlet;

/* Returns NULL if out of memory or without a thread. */
Outlet *outlet_new(void);
/* Returns a stream whose text the thread writes to `to` each time the stream is flushed; NULL if
 * out of memory. Close the stream before outlet_free(), and `to` after it. Use the streams of an
 * outlet on one thread, and `to` on none until outlet_free() returns. Errors of writing are left to
 * ferror(to). */
FILE *outlet_stream(Outlet *outlet, FILE *to);
/* Returns the bytes that wait to be written. */
size_t outlet_waiting(Outlet *outlet);
/* Waits until everything is written and ends the thread. Returns false if text was dropped because
 * more than OUTLET_MAX bytes waited or memory was out. Ignores NULL and returns true. */
bool outlet_free(Outlet *outlet);

#endif
