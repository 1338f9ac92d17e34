/* thinker.h: a thread that runs one job at a time, beside the caller's thread.
 *
 * One thread, the owner, makes all calls except thinker_go_on(). The job sees what the owner wrote
 * before thinker_start(). Once thinker_is_busy() returns false, the owner sees what the job wrote
 * before its end or before thinker_go_on(). */
#ifndef KANAME_PROTOCOL_SESSION_THINKER_H
#define KANAME_PROTOCOL_SESSION_THINKER_H

#include <pthread.h>
#include <stdbool.h>

typedef struct Thinker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t
        changed; /* a job came, moved to the background or ended; or the thread must end */
    void (*job)(void *context);
    void *context;
    bool is_busy;   /* from thinker_start() to the end of the job */
    bool is_behind; /* the job continues in the background */
    bool is_ending;
} Thinker;

/* Returns false if the thread cannot be started. */
bool thinker_init(Thinker *thinker);
/* Waits until a running job has ended. */
void thinker_release(Thinker *thinker);

/* Starts a job on the thread, which must be at rest, and returns at once. */
void thinker_start(Thinker *thinker, void (*job)(void *context), void *context);
/* Does the same in the background from the start. */
void thinker_start_behind(Thinker *thinker, void (*job)(void *context), void *context);
/* Called by the job: moves the job to the background. */
void thinker_go_on(Thinker *thinker);
/* Returns whether a job runs in the foreground. */
bool thinker_is_busy(Thinker *thinker);
/* Waits until no job runs in the foreground. */
void thinker_wait(Thinker *thinker);
/* Returns whether no job runs, not even in the background. */
bool thinker_is_at_rest(Thinker *thinker);
/* Waits until no job runs at all. */
void thinker_wait_for_rest(Thinker *thinker);

#endif
