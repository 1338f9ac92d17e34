#include "session/thinker.h"

#include <assert.h>
#include <stddef.h>

static void *run_jobs(void *context) {
    Thinker *thinker = context;
    pthread_mutex_lock(&thinker->lock);
    for (;;) {
        while (!thinker->is_busy && !thinker->is_ending)
            pthread_cond_wait(&thinker->changed, &thinker->lock);
        if (!thinker->is_busy)
            break;
        pthread_mutex_unlock(&thinker->lock);
        thinker->job(thinker->context);
        pthread_mutex_lock(&thinker->lock);
        thinker->is_busy = thinker->is_behind = false;
        pthread_cond_broadcast(&thinker->changed);
    }
    pthread_mutex_unlock(&thinker->lock);
    return NULL;
}

bool thinker_init(Thinker *thinker) {
    *thinker = (Thinker){.job = NULL};
    if (pthread_mutex_init(&thinker->lock, NULL) != 0)
        return false;
    if (pthread_cond_init(&thinker->changed, NULL) != 0) {
        pthread_mutex_destroy(&thinker->lock);
        return false;
    }
    if (pthread_create(&thinker->thread, NULL, run_jobs, thinker) != 0) {
        pthread_cond_destroy(&thinker->changed);
        pthread_mutex_destroy(&thinker->lock);
        return false;
    }
    return true;
}

void thinker_release(Thinker *thinker) {
    pthread_mutex_lock(&thinker->lock);
    thinker->is_ending = true;
    pthread_cond_broadcast(&thinker->changed);
    pthread_mutex_unlock(&thinker->lock);
    pthread_join(thinker->thread, NULL);
    pthread_cond_destroy(&thinker->changed);
    pthread_mutex_destroy(&thinker->lock);
}

static void begin(Thinker *thinker, void (*job)(void *context), void *context, bool is_behind) {
    pthread_mutex_lock(&thinker->lock);
    assert(!thinker->is_busy);
    thinker->job = job;
    thinker->context = context;
    thinker->is_busy = true;
    thinker->is_behind = is_behind;
    pthread_cond_broadcast(&thinker->changed);
    pthread_mutex_unlock(&thinker->lock);
}

void thinker_start(Thinker *thinker, void (*job)(void *context), void *context) {
    begin(thinker, job, context, false);
}

void thinker_start_behind(Thinker *thinker, void (*job)(void *context), void *context) {
    begin(thinker, job, context, true);
}

void thinker_go_on(Thinker *thinker) {
    pthread_mutex_lock(&thinker->lock);
    thinker->is_behind = true;
    pthread_cond_broadcast(&thinker->changed);
    pthread_mutex_unlock(&thinker->lock);
}

bool thinker_is_busy(Thinker *thinker) {
    pthread_mutex_lock(&thinker->lock);
    bool is_busy = thinker->is_busy && !thinker->is_behind;
    pthread_mutex_unlock(&thinker->lock);
    return is_busy;
}

void thinker_wait(Thinker *thinker) {
    pthread_mutex_lock(&thinker->lock);
    while (thinker->is_busy && !thinker->is_behind)
        pthread_cond_wait(&thinker->changed, &thinker->lock);
    pthread_mutex_unlock(&thinker->lock);
}

bool thinker_is_at_rest(Thinker *thinker) {
    pthread_mutex_lock(&thinker->lock);
    bool is_at_rest = !thinker->is_busy;
    pthread_mutex_unlock(&thinker->lock);
    return is_at_rest;
}

void thinker_wait_for_rest(Thinker *thinker) {
    pthread_mutex_lock(&thinker->lock);
    while (thinker->is_busy)
        pthread_cond_wait(&thinker->changed, &thinker->lock);
    pthread_mutex_unlock(&thinker->lock);
}
