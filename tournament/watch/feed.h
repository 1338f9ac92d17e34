/* feed.h: the data of the live page: read from the database and the file beside it, made anew when
 * either has changed. feed_look() belongs to one thread, the rest to any. */
#ifndef TOURNAMENT_WATCH_FEED_H
#define TOURNAMENT_WATCH_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Feed Feed;

/* run: its number, 0: the newest. NULL: `error` says why. */
Feed *feed_new(const char *database, int64_t run, char *error, size_t size);
void feed_free(Feed *feed);
/* Looks whether there is anything new, and then makes the data. Cheap if there is not. */
void feed_look(Feed *feed);
/* A copy of the data, to be freed; NULL: no memory. */
char *feed_data(Feed *feed, size_t *length);
/* Waits until the data is newer than `seen`, `wait_ms` at most. Returns its number, from 1. */
uint64_t feed_wait(Feed *feed, uint64_t seen, int wait_ms);
/* All waits end, now and later. */
void feed_stop(Feed *feed);
bool feed_is_stopped(Feed *feed);

#endif
