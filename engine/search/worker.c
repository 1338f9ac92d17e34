#include "search/worker.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum { CHECK_NODES = 1024 };

Worker *worker_new(int index, size_t vcf_table_bytes, size_t vct_table_bytes, size_t eval_bytes) {
    Worker *worker = calloc(1, sizeof *worker);
    if (worker == NULL)
        return NULL;
    worker->vcf = vcf_new(vcf_table_bytes);
    if (worker->vcf != NULL && index == 0)
        worker->vct = vct_new(vct_table_bytes, worker->vcf);
    bool has_memory = eval_bytes == 0 || block_init(&worker->eval_memory, eval_bytes);
    if (worker->vcf == NULL || (index == 0 && worker->vct == NULL) || !has_memory) {
        worker_free(worker);
        return NULL;
    }
    worker->index = index;
    worker->is_fresh = true;
    history_clear(&worker->history);
    return worker;
}

void worker_free(Worker *worker) {
    if (worker == NULL)
        return;
    vct_free(worker->vct);
    vcf_free(worker->vcf);
    block_release(&worker->eval_memory);
    free(worker);
}

size_t worker_fixed_bytes(void) {
    return sizeof(Worker) + vcf_fixed_bytes();
}

void worker_clear(Worker *worker) {
    if (worker->is_fresh)
        return;
    worker->is_fresh = true;
    history_clear(&worker->history);
    vcf_clear(worker->vcf);
    if (worker->vct != NULL)
        vct_clear(worker->vct);
}

void worker_touch(Worker *worker, const atomic_bool *stop) {
    vcf_touch(worker->vcf, stop);
    if (worker->vct != NULL)
        vct_touch(worker->vct, stop);
}

void worker_prepare(Worker *worker, Search *search) {
    worker->search = search;
    worker->is_fresh = false;
    board_copy(&worker->board, search->board);
    assert(worker->eval_memory.bytes >= search->evaluator->state_bytes);
    eval_begin(&worker->eval, search->evaluator, &worker->board, worker->eval_memory.begin);
    history_age(&worker->history);
    worker->nodes = 0;
    atomic_store_explicit(&worker->published_nodes, 0, memory_order_relaxed);
    worker->claimed_nodes = 0;
    worker->next_check = 0;
    worker->aborted = false;
    worker->seldepth = 0;
    worker->best.move = CELL_NONE;
    worker->best.depth = 0;
    worker->told = (Told){.move = CELL_NONE};
    worker->root_count = 0;
}

uint64_t search_nodes(const Search *search) {
    uint64_t nodes = 0;
    for (int i = 0; i < search->worker_count; i++)
        nodes += atomic_load_explicit(&search->workers[i]->published_nodes, memory_order_relaxed);
    return nodes;
}

uint64_t worker_nodes_used(const Worker *worker) {
    return worker->search->worker_count == 1 ? worker->nodes : search_nodes(worker->search);
}

/* Returns how much greater a is than b; 0 if it is not. */
static uint64_t excess(uint64_t a, uint64_t b) {
    return a > b ? a - b : 0;
}

/* Returns the nodes of the limit that no worker has claimed and that this one may claim. One part
 * is worker 0's alone: it gets to an answer of its own however late its thread begins. */
static uint64_t unclaimed_nodes(const Worker *worker) {
    const Search *search = worker->search;
    uint64_t limit = search->limits->max_nodes;
    if (worker->index != 0)
        limit -= limit / (uint64_t)search->worker_count;
    uint64_t claimed = atomic_load_explicit(&search->claimed_nodes, memory_order_relaxed);
    return excess(limit, claimed + excess(worker->nodes, worker->claimed_nodes));
}

uint64_t worker_nodes_left(const Worker *worker) {
    const Search *search = worker->search;
    if (search->limits->max_nodes == 0)
        return UINT64_MAX;
    if (search->worker_count == 1)
        return excess(search->limits->max_nodes, worker->nodes);
    return excess(worker->claimed_nodes, worker->nodes) +
           unclaimed_nodes(worker) / (uint64_t)search->worker_count;
}

/* Claims the nodes that the worker has played unclaimed, as threat searches do, and some more: such
 * a part of the rest that all workers together cannot claim more than there is. */
static void claim_nodes(Worker *worker) {
    Search *search = worker->search;
    uint64_t rest = unclaimed_nodes(worker), part = rest / (2 * (uint64_t)search->worker_count);
    if (part == 0)
        part = rest > 0;
    if (part > CHECK_NODES)
        part = CHECK_NODES;
    uint64_t more = excess(worker->nodes + part, worker->claimed_nodes);
    worker->claimed_nodes += more;
    atomic_fetch_add_explicit(&search->claimed_nodes, more, memory_order_relaxed);
}

/* Returns the nodes that the worker may play before the next check; 0: the limit is reached. */
static uint64_t nodes_to_check(Worker *worker) {
    const Search *search = worker->search;
    if (search->limits->max_nodes > 0 && search->worker_count > 1) {
        claim_nodes(worker);
        return excess(worker->claimed_nodes, worker->nodes);
    }
    uint64_t left = worker_nodes_left(worker);
    return left < CHECK_NODES ? left : CHECK_NODES;
}

static bool is_stopped(const Search *search) {
    return atomic_load_explicit(&search->stop, memory_order_relaxed) ||
           atomic_load_explicit(search->user_stop, memory_order_relaxed);
}

void worker_check(Worker *worker) {
    const Search *search = worker->search;
    atomic_store_explicit(&worker->published_nodes, worker->nodes, memory_order_relaxed);
    uint64_t nodes = nodes_to_check(worker);
    worker->next_check = worker->nodes + nodes;
    if (nodes == 0 || is_stopped(search) ||
        (worker->index == 0 && timeman_is_over(search->timeman, clock_ms())))
        worker->aborted = true;
}

bool worker_vcf_poll(void *context) {
    const Worker *worker = context;
    return is_stopped(worker->search) ||
           (worker->index == 0 && timeman_is_over(worker->search->timeman, clock_ms()));
}

void worker_update_pv(Worker *worker, int ply, Cell move) {
    int count = worker->pv_count[ply + 1];
    if (count > PLY_MAX - 1)
        count = PLY_MAX - 1;
    worker->pv[ply][0] = move;
    memcpy(&worker->pv[ply][1], worker->pv[ply + 1], (size_t)count * sizeof(Cell));
    worker->pv_count[ply] = count + 1;
}
