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

uint64_t worker_nodes_left(const Worker *worker) {
    uint64_t limit = worker->search->limits->max_nodes;
    if (limit == 0)
        return UINT64_MAX;
    uint64_t used = worker_nodes_used(worker);
    return used < limit ? limit - used : 0;
}

static bool is_stopped(const Search *search) {
    return atomic_load_explicit(&search->stop, memory_order_relaxed) ||
           atomic_load_explicit(search->user_stop, memory_order_relaxed);
}

void worker_check(Worker *worker) {
    const Search *search = worker->search;
    atomic_store_explicit(&worker->published_nodes, worker->nodes, memory_order_relaxed);
    worker->next_check = worker->nodes + CHECK_NODES;
    if (is_stopped(search))
        worker->aborted = true;
    if (worker->index != 0)
        return;
    uint64_t left = worker_nodes_left(worker);
    if (left == 0 || timeman_is_over(search->timeman, clock_ms()))
        worker->aborted = true;
    if (left < CHECK_NODES)
        worker->next_check = worker->nodes + left;
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
