#include "train/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { THREADS_MAX = 256 };

typedef struct Job {
    PieceFn work;
    void *context;
    int count;
    atomic_int next;
} Job;

static void *do_pieces(void *context) {
    Job *job = context;
    for (int piece; (piece = atomic_fetch_add(&job->next, 1)) < job->count;)
        job->work(job->context, piece);
    return NULL;
}

void parallel_run(int threads, int count, PieceFn work, void *context) {
    Job job = {.work = work, .context = context, .count = count};
    pthread_t others[THREADS_MAX];
    int started = 0;
    atomic_init(&job.next, 0);
    while (started + 1 < threads && started < THREADS_MAX &&
           pthread_create(&others[started], NULL, do_pieces, &job) == 0)
        started++;
    do_pieces(&job);
    for (int i = 0; i < started; i++)
        pthread_join(others[i], NULL);
}
