#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L /* sigwait(), pause() */
#endif
#include "study/serve/signals.h"

#ifndef _WIN32
#include <signal.h>
#include <unistd.h>
#endif

#ifdef _WIN32

void serve_signals_block(ServeSignals *signals) {
    *signals = (ServeSignals){0};
}

void serve_signals_begin(ServeSignals *signals, ServePool *pool) {
    signals->pool = pool;
}

void serve_signals_end(ServeSignals *signals) {
    signals->pool = NULL;
}

#else

/* An ignored signal that is blocked would arrive after all. */
static bool is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static sigset_t waited(const ServeSignals *signals) {
    sigset_t set;
    sigemptyset(&set);
    if (signals->has_interrupt)
        sigaddset(&set, SIGINT);
    if (signals->has_termination)
        sigaddset(&set, SIGTERM);
    return set;
}

void serve_signals_block(ServeSignals *signals) {
    *signals = (ServeSignals){.has_interrupt = !is_ignored(SIGINT),
                              .has_termination = !is_ignored(SIGTERM)};
    sigset_t set = waited(signals);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static void *wait_for_signal(void *context) {
    ServeSignals *signals = context;
    sigset_t set = waited(signals);
    int number, before;
    if (sigwait(&set, &number) != 0)
        return NULL;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL); /* the next one ends the process */
    pool_stop(signals->pool);
    pthread_setcancelstate(before, NULL);
    for (;;)
        pause();
}

void serve_signals_begin(ServeSignals *signals, ServePool *pool) {
    signals->pool = pool;
    signals->has_thread = pthread_create(&signals->thread, NULL, wait_for_signal, signals) == 0;
    sigset_t set = waited(signals);
    if (!signals->has_thread)
        pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

void serve_signals_end(ServeSignals *signals) {
    if (!signals->has_thread)
        return;
    pthread_cancel(signals->thread); /* its waits are points of cancellation */
    pthread_join(signals->thread, NULL);
}

#endif
