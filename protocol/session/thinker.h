/* thinker.h: one thread that runs one job at a time, so that the caller's thread stays free.
 *
 * All calls but thinker_go_on() come from one thread, the owner's. What the owner writes before
 * thinker_start() is seen by the job; what the job writes before its end, or before it goes on in
 * the background, is seen by the owner once thinker_is_busy() says no. */
#ifndef KANAME_PROTOCOL_SESSION_THINKER_H
#define KANAME_PROTOCOL_SESSION_THINKER_H

#include <pthread.h>
#include <stdbool.h>

typedef struct Thinker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a job came, a job ended, or the thread is to end */
    void (*job)(void *context);
    void *context;
    bool is_busy;   /* from thinker_start() to the end of the job */
    bool is_behind; /* the job has done its work and goes on in the background */
    bool is_ending;
} Thinker;

/* False: the thread could not be made. */
bool thinker_init(Thinker *thinker);
/* Waits for the end of a running job. */
void thinker_release(Thinker *thinker);

/* Hands a job to the thread, which must be at rest, and returns at once. */
void thinker_start(Thinker *thinker, void (*job)(void *context), void *context);
/* The same with a job that nobody is to wait for: in the background from its start. */
void thinker_start_behind(Thinker *thinker, void (*job)(void *context), void *context);
/* Called by the job: nobody is to wait for the rest of it. */
void thinker_go_on(Thinker *thinker);
/* Is a job running, and not in the background? */
bool thinker_is_busy(Thinker *thinker);
/* Returns when it is not. */
void thinker_wait(Thinker *thinker);
/* Does no job run, not even in the background? */
bool thinker_is_at_rest(Thinker *thinker);
/* Returns when none does. */
void thinker_wait_for_rest(Thinker *thinker);

#endif
