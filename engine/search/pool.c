#include "search/pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "search/line.h"
#include "search/root.h"
#include "search/root_moves.h"

/* Enough for the recursion of the tree, with a picker per ply, and of threat searches. */
enum { STACK_BYTES = 4 << 20 };

struct Pool {
    Worker **workers;
    pthread_t *threads; /* of workers 1.. */
    int count;          /* of workers */

    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t begin, end;
    unsigned round; /* counts searches: a helper runs each once */
    int running;    /* helpers still searching */
    bool is_closing;
};

typedef struct HelperStart {
    Pool *pool;
    Worker *worker;
} HelperStart;

static void *helper_main(void *context) {
    HelperStart start = *(HelperStart *)context;
    free(context);
    Pool *pool = start.pool;
    unsigned round = 0;
    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        while (pool->round == round && !pool->is_closing)
            pthread_cond_wait(&pool->begin, &pool->mutex);
        if (pool->is_closing)
            break;
        round = pool->round;
        pthread_mutex_unlock(&pool->mutex);
        root_search(start.worker);
        pthread_mutex_lock(&pool->mutex);
        if (--pool->running == 0)
            pthread_cond_signal(&pool->end);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

/* Returns false, and leaves nothing behind, if the system provides no thread or memory. */
static bool add_helper(Pool *pool, size_t vcf_table_bytes, size_t eval_bytes) {
    HelperStart *start = malloc(sizeof *start);
    Worker *worker = worker_new(pool->count, vcf_table_bytes, 0, eval_bytes);
    pthread_attr_t attributes;
    bool has_attributes = pthread_attr_init(&attributes) == 0;
    bool is_made = false;
    if (start != NULL && worker != NULL && has_attributes) {
        *start = (HelperStart){pool, worker};
        pthread_attr_setstacksize(&attributes, STACK_BYTES);
        is_made = pthread_create(&pool->threads[pool->count], &attributes, helper_main, start) == 0;
    }
    if (has_attributes)
        pthread_attr_destroy(&attributes);
    if (!is_made) {
        free(start);
        worker_free(worker);
        return false;
    }
    pool->workers[pool->count++] = worker;
    return true;
}

static void pool_release_memory(Pool *pool) {
    for (int i = 0; i < pool->count; i++)
        worker_free(pool->workers[i]);
    free(pool->workers);
    free(pool->threads);
    free(pool);
}

Pool *pool_new(int threads, size_t vcf_table_bytes, size_t vct_table_bytes, size_t eval_bytes) {
    assert(threads >= 1);
    Pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL)
        return NULL;
    pool->workers = calloc((size_t)threads, sizeof *pool->workers);
    pool->threads = calloc((size_t)threads, sizeof *pool->threads);
    Worker *first = worker_new(0, vcf_table_bytes, vct_table_bytes, eval_bytes);
    if (pool->workers == NULL || pool->threads == NULL || first == NULL) {
        worker_free(first);
        pool_release_memory(pool);
        return NULL;
    }
    pool->workers[pool->count++] = first;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->begin, NULL);
    pthread_cond_init(&pool->end, NULL);
    while (pool->count < threads && add_helper(pool, vcf_table_bytes, eval_bytes))
        ;
    return pool;
}

void pool_free(Pool *pool) {
    if (pool == NULL)
        return;
    pthread_mutex_lock(&pool->mutex);
    pool->is_closing = true;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->mutex);
    for (int i = 1; i < pool->count; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->end);
    pthread_cond_destroy(&pool->begin);
    pthread_mutex_destroy(&pool->mutex);
    pool_release_memory(pool);
}

void pool_clear(Pool *pool) {
    for (int i = 0; i < pool->count; i++)
        worker_clear(pool->workers[i]);
}

void pool_touch(Pool *pool, const atomic_bool *stop) {
    for (int i = 0; i < pool->count; i++)
        worker_touch(pool->workers[i], stop);
}

/* Publishes the nodes of all workers, and gives back what they have claimed and not played. */
static void settle_nodes(const Pool *pool, Search *search) {
    for (int i = 0; i < pool->count; i++) {
        Worker *worker = pool->workers[i];
        worker->claimed_nodes = worker->nodes;
        atomic_store_explicit(&worker->published_nodes, worker->nodes, memory_order_relaxed);
    }
    atomic_store_explicit(&search->claimed_nodes, search_nodes(search), memory_order_relaxed);
}

const RootBest *pool_search(Pool *pool, Search *search, uint64_t *nodes) {
    search->workers = pool->workers;
    search->worker_count = pool->count;
    atomic_init(&search->stop, false);
    atomic_init(&search->claimed_nodes, 0);
    for (int i = 0; i < pool->count; i++)
        worker_prepare(pool->workers[i], search);

    pthread_mutex_lock(&pool->mutex);
    pool->round++;
    pool->running = pool->count - 1;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->mutex);

    bool has_move = root_search(pool->workers[0]);
    atomic_store_explicit(&search->stop, true, memory_order_relaxed);

    pthread_mutex_lock(&pool->mutex);
    while (pool->running > 0)
        pthread_cond_wait(&pool->end, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);

    /* The answer's line may need another search. */
    atomic_store_explicit(&search->stop, false, memory_order_relaxed);
    settle_nodes(pool, search);
    Worker *first = pool->workers[0];
    RootBest *best = &root_best_worker(pool->workers, pool->count, search->limits)->best;
    if (has_move) {
        line_complete(first, best->pv, &best->pv_count, &best->score);
        line_extend(first, best);
        root_tell_answer(first, best);
    }
    settle_nodes(pool, search);
    *nodes = search_nodes(search);
    return has_move ? best : NULL;
}
