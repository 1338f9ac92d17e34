#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* clock_gettime() */
#endif
#include "study/review/crew.h"

#include "engines/engines.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum {
    HASH_KIB = 16 * 1024, /* of each engine: enough for the node limits of a review */
    WATCH_NS = 200 * 1000 * 1000
};

struct ReviewCrew {
    int count;
    KanameEngine **engines;
    atomic_bool is_stopped;
};

/* A run of tasks. */
typedef struct Shift {
    pthread_mutex_t mutex;
    pthread_cond_t changed; /* a task is done or a thread has ended */
    size_t next, done, count;
    int threads; /* that are still running */
    const ReviewCrew *crew;
    KanameStatus status;
    ReviewTask task;
    void *context;
} Shift;

typedef struct Worker {
    Shift *shift;
    KanameEngine *engine;
    pthread_t thread;
} Worker;

ReviewCrew *review_crew_new(const char *name, const WeightsFiles *weights, int threads) {
    ReviewCrew *crew = calloc(1, sizeof *crew);
    if (crew == NULL)
        return NULL;
    crew->engines = calloc((size_t)threads, sizeof *crew->engines);
    bool is_good = crew->engines != NULL;
    for (int i = 0; i < threads && is_good; i++) {
        crew->engines[i] = engines_new(name, weights);
        is_good = crew->engines[i] != NULL;
        if (is_good)
            crew->count = i + 1;
        is_good = is_good && kaname_set_hash(crew->engines[i], HASH_KIB) == KANAME_OK;
    }
    if (is_good)
        return crew;
    review_crew_free(crew);
    return NULL;
}

void review_crew_free(ReviewCrew *crew) {
    if (crew == NULL)
        return;
    for (int i = 0; i < crew->count; i++)
        kaname_free(crew->engines[i]);
    free(crew->engines);
    free(crew);
}

KanameEngine *review_crew_engine(ReviewCrew *crew) {
    return crew->engines[0];
}

bool review_crew_is_stopped(const ReviewCrew *crew) {
    return atomic_load(&crew->is_stopped);
}

/* Takes the next task. Returns false if none is left or the shift ends early. The caller holds the
 * mutex. */
static bool take_task(Shift *shift, size_t *index) {
    if (review_crew_is_stopped(shift->crew) || shift->status != KANAME_OK ||
        shift->next == shift->count)
        return false;
    *index = shift->next++;
    return true;
}

static void *work(void *context) {
    Worker *worker = context;
    Shift *shift = worker->shift;
    size_t index;
    pthread_mutex_lock(&shift->mutex);
    while (take_task(shift, &index)) {
        pthread_mutex_unlock(&shift->mutex);
        KanameStatus status = shift->task(worker->engine, index, shift->context);
        pthread_mutex_lock(&shift->mutex);
        shift->done++;
        if (status != KANAME_OK)
            shift->status = status;
        pthread_cond_signal(&shift->changed);
    }
    shift->threads--;
    pthread_cond_signal(&shift->changed);
    pthread_mutex_unlock(&shift->mutex);
    return NULL;
}

/* Waits until something changes, at most a fraction of a second. The caller holds the mutex. */
static void wait_a_little(Shift *shift) {
    struct timespec until;
    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += WATCH_NS;
    if (until.tv_nsec >= 1000 * 1000 * 1000) {
        until.tv_nsec -= 1000 * 1000 * 1000;
        until.tv_sec++;
    }
    (void)pthread_cond_timedwait(&shift->changed, &shift->mutex, &until);
}

static void stop(ReviewCrew *crew) {
    atomic_store(&crew->is_stopped, true);
    for (int i = 0; i < crew->count; i++)
        kaname_stop(crew->engines[i]);
}

static void oversee(ReviewCrew *crew, Shift *shift, ReviewWatch watch, void *context) {
    pthread_mutex_lock(&shift->mutex);
    while (shift->threads > 0) {
        wait_a_little(shift);
        size_t done = shift->done;
        pthread_mutex_unlock(&shift->mutex);
        bool goes_on = watch(done, context);
        pthread_mutex_lock(&shift->mutex);
        if (!goes_on)
            stop(crew);
    }
    pthread_mutex_unlock(&shift->mutex);
}

ReviewRun review_crew_run(ReviewCrew *crew, size_t count, ReviewTask task, void *context,
                          ReviewWatch watch, void *watch_context, KanameStatus *status) {
    Shift shift = {.crew = crew, .count = count, .task = task, .context = context};
    Worker *workers = calloc((size_t)crew->count, sizeof *workers);
    int started = 0;
    *status = KANAME_ERR_MEMORY;
    if (workers == NULL)
        return REVIEW_RUN_FAILED;
    atomic_store(&crew->is_stopped, false);
    pthread_mutex_init(&shift.mutex, NULL);
    pthread_cond_init(&shift.changed, NULL);
    pthread_mutex_lock(&shift.mutex);
    for (int i = 0; i < crew->count && (size_t)i < count; i++) {
        workers[i] = (Worker){.shift = &shift, .engine = crew->engines[i]};
        kaname_clear_stop(crew->engines[i]);
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0)
            break;
        shift.threads = ++started;
    }
    pthread_mutex_unlock(&shift.mutex);
    oversee(crew, &shift, watch, watch_context);
    for (int i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    free(workers);
    pthread_cond_destroy(&shift.changed);
    pthread_mutex_destroy(&shift.mutex);
    if (started == 0 && count > 0)
        return REVIEW_RUN_FAILED;
    *status = shift.status;
    return shift.status != KANAME_OK      ? REVIEW_RUN_FAILED
           : review_crew_is_stopped(crew) ? REVIEW_RUN_STOPPED
                                          : REVIEW_RUN_DONE;
}
