/* signals.h: Ctrl-C and SIGTERM end `pbrain-kaname serve` in order: they stop the pool. A second
 * signal ends the process at once. On Windows these functions do nothing. */
#ifndef KANAME_PROTOCOL_STUDY_SERVE_SIGNALS_H
#define KANAME_PROTOCOL_STUDY_SERVE_SIGNALS_H

#include "study/serve/pool.h"

#include <pthread.h>
#include <stdbool.h>

typedef struct ServeSignals {
    ServePool *pool;
    pthread_t thread;
    bool has_thread;
    bool has_interrupt, has_termination; /* Ctrl-C and SIGTERM are not ignored */
} ServeSignals;

/* Call this before other threads start, so that they block the signals. */
void serve_signals_block(ServeSignals *signals);
/* Starts the thread that waits for them. If it cannot be started, they end the process at once. */
void serve_signals_begin(ServeSignals *signals, ServePool *pool);
/* Ends the thread. */
void serve_signals_end(ServeSignals *signals);

#endif
