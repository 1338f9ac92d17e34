/* feed.h: makes the data of the live page from the database and the file beside it, again when
 * either has changed. One thread calls feed_look(), any thread the other functions. */
#ifndef TOURNAMENT_WATCH_FEED_H
#define TOURNAMENT_WATCH_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shared/status/failure.h"

typedef struct Feed Feed;

/* `run` is a number; 0: the newest. On failure returns NULL and writes the reason to `failure`. */
Feed *feed_new(const char *database, int64_t run, Failure *failure);
void feed_free(Feed *feed);
/* Makes the data if anything has changed. Cheap if nothing has. */
void feed_look(Feed *feed);
/* Returns a copy of the data, which the caller frees; NULL if out of memory. */
char *feed_data(Feed *feed, size_t *length);
/* Waits until the data is newer than `seen`, at most `wait_ms`. Returns the number of the data,
 * from 1. */
uint64_t feed_wait(Feed *feed, uint64_t seen, int wait_ms);
/* Ends all waits, present and future. */
void feed_stop(Feed *feed);
bool feed_is_stopped(Feed *feed);

#endif
