/* asked.h: the runs that a worker asks the server for tasks of, for fetch.c. The caller guards the
 * list; a run's subscription belongs to the thread that asks. */
#ifndef TOURNAMENT_GRID_WORKER_ASKED_H
#define TOURNAMENT_GRID_WORKER_ASKED_H

#include <nats/nats.h>
#include <stdbool.h>

#include "grid/wire/read.h"

typedef struct AskedRun {
    struct AskedRun *next;
    char key[WIRE_KEY_MAX];
    natsSubscription *subscription;
    bool is_left;   /* to be removed */
    bool is_paused; /* not asked, but its answers are still sent */
} AskedRun;

/* Adds a run, or asks a paused one again. Returns false if out of memory. */
bool asked_join(AskedRun **runs, const char *key);
void asked_pause(AskedRun *runs, const char *key);
/* Marks a run; asked_take_left() removes it. */
void asked_leave(AskedRun *runs, const char *key);
/* Returns whether the run is in the list and not left. */
bool asked_has(const AskedRun *runs, const char *key);
/* Takes the runs that were left out of the list, and returns them. The caller frees them. */
AskedRun *asked_take_left(AskedRun **runs);
/* Returns the number of runs to ask. */
int asked_count(const AskedRun *runs);
/* Returns number `at`, from 0, of the runs to ask; NULL if there are fewer. */
AskedRun *asked_at(AskedRun *runs, int at);

#endif
