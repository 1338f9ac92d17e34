#define _POSIX_C_SOURCE 200809L /* clock_gettime() */
#include "study/serve/pool.h"

#include "engines/engines.h"
#include "shared/cli/say.h"
#include "study/serve/answer.h"
#include "study/serve/output.h"
#include "study/serve/queue.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

/* A thread and what it analyzes. */
typedef struct Worker {
    ServePool *pool;
    KanameEngine *engine;
    pthread_t thread;
    QueueItem *at; /* guarded by ServePool.lock; NULL: nothing */
    AnalyzeLines lines;
    Finding finding;
    int64_t told_ms; /* when the last report was written */
} Worker;

struct ServePool {
    pthread_mutex_t lock; /* guards all that follows */
    pthread_cond_t changed;
    RequestQueue *queue;
    int idle; /* threads that no search uses */
    bool is_closing, is_stopped;
    int ended; /* threads */
    /* Constant: */
    KanameTable *table; /* of all workers */
    Worker *workers;
    int threads, started;
    ServeOutput output; /* its lock is taken alone, or after `lock` */
};

/* ---- Writing ------------------------------------------------------------------------------- */

/* Returns whether a request with this id is in flight; only the caller's thread adds requests. */
static bool is_in_flight(ServePool *pool, const char *id) {
    pthread_mutex_lock(&pool->lock);
    bool is_there = queue_has(pool->queue, id);
    pthread_mutex_unlock(&pool->lock);
    return is_there;
}

/* Whoever waits for the answer of a request in flight must not take this one for it. */
void pool_refuse(ServePool *pool, const char *id, const char *error) {
    char named[FAILURE_BYTES + SERVE_ID_MAX];
    bool is_used = id[0] != '\0' && is_in_flight(pool, id);
    snprintf(named, sizeof named, "id %s: %s", id, error);
    FILE *file = serve_output_begin(&pool->output);
    answer_error(file, is_used ? "" : id, is_used ? named : error);
    serve_output_end(&pool->output);
}

/* Answers a request that has left the queue by an answer without lines, and closes it. */
static void close_request(ServePool *pool, QueueItem *item) {
    FILE *file = serve_output_begin(&pool->output);
    answer_end(file, queue_request(item)->id, queue_finished(item), queue_is_cancelled(item));
    serve_output_end(&pool->output);
    queue_close(item);
}

/* ---- Searching ----------------------------------------------------------------------------- */

/* Writes what the worker has found for this request. */
static void answer(const Worker *worker, AnswerType type, const char *id) {
    FILE *file = serve_output_begin(&worker->pool->output);
    answer_finding(file, type, id, worker->engine, &worker->finding);
    serve_output_end(&worker->pool->output);
}

static void on_report(const KanameReport *report, void *context) {
    Worker *worker = context;
    const ServeRequest *request = queue_request(worker->at);
    analyze_add_report(&worker->lines, report);
    if (worker->lines.new_count == worker->lines.wanted)
        analyze_finish_lines(&worker->lines);
    if (request->limits.report_ms == 0 || worker->lines.count == 0 ||
        report->time_ms - worker->told_ms < request->limits.report_ms)
        return;
    worker->told_ms = report->time_ms;
    worker->finding.nodes = report->nodes;
    worker->finding.time_ms = report->time_ms;
    answer(worker, ANSWER_REPORT, request->id);
}

/* A search that was stopped before its first iteration has its move alone. */
static void add_result(AnalyzeLines *lines, const KanameResult *result) {
    analyze_finish_lines(lines);
    if (lines->count == 0)
        lines->lines[lines->count++] = (KanameReport){.depth = result->depth,
                                                      .seldepth = result->depth,
                                                      .score = result->score,
                                                      .nodes = result->nodes,
                                                      .time_ms = result->time_ms,
                                                      .pv_count = 1,
                                                      .pv = {result->best}};
}

static KanameStatus search(Worker *worker, const ServeLimits *asked) {
    KanameLimits limits = kaname_no_limits();
    KanameCallbacks callbacks = {.on_report = on_report, .context = worker};
    KanameResult result;
    limits.turn_ms = asked->time_ms > 0 ? asked->time_ms : -1;
    limits.exact_time = true;
    limits.max_nodes = (uint64_t)asked->nodes;
    limits.max_depth = asked->depth;
    limits.margin_ms = 0; /* the time of the search, not of its delivery */
    limits.lines = asked->lines;
    worker->lines.wanted = asked->lines;
    KanameStatus status = kaname_set_threads(worker->engine, asked->threads);
    if (status == KANAME_OK) /* starts threads and clears tables before the time begins */
        status = kaname_prepare(worker->engine, NULL);
    if (status == KANAME_OK)
        status = kaname_think(worker->engine, &limits, &callbacks, &result);
    if (asked->threads > 1) { /* ends its helpers: the next search may be another worker's */
        (void)kaname_set_threads(worker->engine, 1);
        (void)kaname_prepare(worker->engine, NULL);
    }
    if (status != KANAME_OK)
        return status;
    add_result(&worker->lines, &result);
    worker->finding.nodes = result.nodes;
    worker->finding.time_ms = result.time_ms;
    return status;
}

static void set_root_moves(KanameEngine *engine, const ServeRootMoves *root) {
    int cells = kaname_width(engine) * kaname_height(engine);
    kaname_exclude_clear(engine);
    for (int i = 0; root->is_list && i < cells; i++)
        (void)kaname_exclude(engine, i % kaname_width(engine), i / kaname_width(engine), true);
    for (size_t i = 0; i < root->count; i++)
        (void)kaname_exclude(engine, root->points[i].x, root->points[i].y, !root->is_list);
}

/* Analyzes a position of the worker's case. */
static void analyze(Worker *worker, size_t index) {
    const ServeRequest *request = queue_request(worker->at);
    Finding *finding = &worker->finding;
    *finding = (Finding){.ply = request->plies[index], .lines = &worker->lines};
    worker->lines.count = worker->lines.new_count = 0;
    worker->told_ms = 0;
    finding->status = position_set(worker->engine, &request->game, finding->ply, &finding->end);
    set_root_moves(worker->engine, &request->root_moves);
    if (finding->status == KANAME_OK && finding->end == POSITION_GOES_ON)
        finding->status = search(worker, &request->limits);
}

/* Gives the position back and writes what is still to be answered of its request. Called and left
 * with the lock. */
static void finish(Worker *worker) {
    ServePool *pool = worker->pool;
    QueueItem *item = worker->at;
    const ServeRequest *request = queue_request(item);
    Finding *finding = &worker->finding;
    finding->is_cancelled = queue_is_cancelled(item);
    /* Before the position is given back, so that the final answer comes after it. */
    if (request->is_many) {
        pthread_mutex_unlock(&pool->lock);
        answer(worker, ANSWER_POSITION, request->id);
        pthread_mutex_lock(&pool->lock);
    }
    worker->at = NULL;
    pool->idle += request->limits.threads;
    bool is_finished =
        queue_give_back(pool->queue, item, finding->status == KANAME_OK && !finding->is_cancelled);
    pthread_cond_broadcast(&pool->changed);
    if (!is_finished)
        return;
    pthread_mutex_unlock(&pool->lock);
    if (request->is_many) {
        close_request(pool, item);
    } else {
        answer(worker, ANSWER_FINAL, request->id);
        queue_close(item);
    }
    pthread_mutex_lock(&pool->lock);
}

/* ---- Cancelling ------------------------------------------------------------------------------ */

/* Cancels a request. Returns whether it was in flight. Called with the lock. */
static bool cancel(ServePool *pool, const char *id) {
    bool is_finished = false;
    QueueItem *item = queue_cancel(pool->queue, id, &is_finished);
    if (item == NULL)
        return false;
    for (int i = 0; i < pool->started; i++)
        if (pool->workers[i].at == item)
            kaname_stop(pool->workers[i].engine);
    if (is_finished)
        close_request(pool, item);
    pthread_cond_broadcast(&pool->changed);
    return true;
}

/* Cancels all requests. Returns how many were in flight, those cancelled before included. Called
 * with the lock. */
static size_t cancel_all(ServePool *pool) {
    size_t count = queue_count(pool->queue);
    for (const char *id; (id = queue_any(pool->queue)) != NULL;)
        (void)cancel(pool, id);
    return count;
}

/* ---- The thread ------------------------------------------------------------------------------ */

static void *work(void *context) {
    Worker *worker = context;
    ServePool *pool = worker->pool;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        if (serve_output_is_broken(&pool->output))
            (void)cancel_all(pool);
        size_t index = queue_take(pool->queue, pool->idle, &worker->at);
        if (index != SIZE_MAX) {
            pool->idle -= queue_request(worker->at)->limits.threads;
            kaname_clear_stop(worker->engine);
            pthread_mutex_unlock(&pool->lock);
            analyze(worker, index);
            pthread_mutex_lock(&pool->lock);
            finish(worker);
        } else if (pool->is_closing && !queue_has_waiting(pool->queue)) {
            break;
        } else {
            pthread_cond_wait(&pool->changed, &pool->lock);
        }
    }
    pool->ended++;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* ---- Requests ------------------------------------------------------------------------------ */

static void add_request(ServePool *pool, ServeRequest *request) {
    pthread_mutex_lock(&pool->lock);
    const char *wrong = queue_add(pool->queue, request);
    if (pool->is_stopped)
        (void)cancel_all(pool);
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    if (wrong == NULL)
        return;
    pool_refuse(pool, request->id, wrong);
    serve_request_release(request);
}

static void answer_cancel(ServePool *pool, const ServeRequest *request) {
    pthread_mutex_lock(&pool->lock);
    size_t count =
        request->action == SERVE_CANCEL_ALL ? cancel_all(pool) : cancel(pool, request->target);
    pthread_mutex_unlock(&pool->lock);
    FILE *file = serve_output_begin(&pool->output);
    answer_cancelled(file, request->id, count);
    serve_output_end(&pool->output);
}

void pool_take(ServePool *pool, ServeRequest *request) {
    if (is_in_flight(pool, request->id)) {
        pool_refuse(pool, request->id, "a request with this id is in flight");
        serve_request_release(request);
        return;
    }
    if (request->action == SERVE_ANALYZE) {
        add_request(pool, request);
        return;
    }
    if (request->action == SERVE_VERSION) {
        FILE *file = serve_output_begin(&pool->output);
        answer_version(file, request->id, pool->workers[0].engine, pool->threads);
        serve_output_end(&pool->output);
    } else {
        answer_cancel(pool, request);
    }
    serve_request_release(request);
}

/* Cancels all requests once nobody reads the answers. Called with the lock. */
static void notice_closed_output(ServePool *pool) {
    serve_output_look(&pool->output);
    if (serve_output_is_broken(&pool->output))
        (void)cancel_all(pool);
}

bool pool_is_broken(ServePool *pool) {
    pthread_mutex_lock(&pool->lock);
    notice_closed_output(pool);
    pthread_mutex_unlock(&pool->lock);
    return serve_output_is_broken(&pool->output);
}

void pool_stop(ServePool *pool) {
    pthread_mutex_lock(&pool->lock);
    pool->is_stopped = true;
    (void)cancel_all(pool);
    pthread_mutex_unlock(&pool->lock);
}

bool pool_is_stopped(ServePool *pool) {
    pthread_mutex_lock(&pool->lock);
    bool is_stopped = pool->is_stopped;
    pthread_mutex_unlock(&pool->lock);
    return is_stopped;
}

/* ---- Lifecycle ----------------------------------------------------------------------------- */

static void free_pool(ServePool *pool) {
    for (int i = 0; i < pool->threads; i++)
        kaname_free(pool->workers[i].engine);
    kaname_table_free(pool->table);
    free(pool->workers);
    queue_free(pool->queue);
    serve_output_release(&pool->output);
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

void pool_finish(ServePool *pool) {
    pthread_mutex_lock(&pool->lock);
    pool->is_closing = true;
    pthread_cond_broadcast(&pool->changed);
    while (pool->ended < pool->started) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        (void)pthread_cond_timedwait(&pool->changed, &pool->lock, &until);
        notice_closed_output(pool);
    }
    pthread_mutex_unlock(&pool->lock);
}

bool pool_close(ServePool *pool) {
    pool_finish(pool);
    for (int i = 0; i < pool->started; i++)
        pthread_join(pool->workers[i].thread, NULL);
    bool is_written = !serve_output_is_broken(&pool->output);
    free_pool(pool);
    return is_written;
}

/* Makes a worker's engine and starts its thread. The first worker provides the memory of the table,
 * for which the first searches would wait. Prints the reason if that fails. */
static bool start_worker(Worker *worker, const char *name, const WeightsFiles *weights) {
    worker->engine = engines_new(name, weights);
    if (worker->engine == NULL)
        return false;
    kaname_use_table(worker->engine, worker->pool->table);
    if (worker == worker->pool->workers && kaname_prepare(worker->engine, NULL) == KANAME_OK)
        kaname_warm_up(worker->engine);
    if (pthread_create(&worker->thread, NULL, work, worker) == 0)
        return true;
    say_error("%s: a thread cannot be started", name);
    return false;
}

ServePool *pool_open(const char *name, const WeightsFiles *weights, int threads, int hash_mib) {
    ServePool *pool = calloc(1, sizeof *pool);
    Worker *workers = calloc((size_t)threads, sizeof *workers);
    RequestQueue *queue = queue_new();
    KanameTable *table = kaname_table_new((uint64_t)hash_mib * 1024);
    bool has_output = pool != NULL && serve_output_init(&pool->output);
    if (!has_output || workers == NULL || queue == NULL || table == NULL) {
        say_error("%s: not enough memory", name);
        if (pool != NULL)
            serve_output_release(&pool->output);
        free(pool);
        free(workers);
        queue_free(queue);
        kaname_table_free(table);
        return NULL;
    }
    pool->table = table;
    pool->workers = workers;
    pool->queue = queue;
    pool->threads = pool->idle = threads;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
    for (int i = 0; i < threads; i++) {
        workers[i].pool = pool;
        if (!start_worker(&workers[i], name, weights)) {
            (void)pool_close(pool);
            return NULL;
        }
        pool->started++;
    }
    return pool;
}
