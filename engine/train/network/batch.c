#include "train/network/batch.h"

#include <stdlib.h>
#include <string.h>

#include "train/nats.h"
#include "train/parallel.h"

/* Scratch and sums of one share of the games. */
typedef struct BatchHeap {
    PassScratch scratch;
    NetworkInput input;
    Board board;
    Game game;
    double targets[CELLS_MAX + 1]; /* of each position of the game, from Black's view */
    BatchLosses losses;
} BatchHeap;

/* A run over some games. */
typedef struct Run {
    Batch *batch;
    const uint32_t *games;
    size_t count;
    bool teaches;
} Run;

typedef struct Visit {
    const Run *run;
    BatchHeap *heap;
    PassGradient *gradient;
} Visit;

static void *zeros(size_t size) {
    size_t whole = (size + 63) / 64 * 64;
    void *memory = aligned_alloc(64, whole);
    if (memory != NULL)
        memset(memory, 0, whole);
    return memory;
}

bool batch_init(Batch *batch, const Objective *objective, const InputReader *reader,
                const NetworkModel *model, int threads) {
    *batch = (Batch){.objective = objective,
                     .reader = reader,
                     .model = model,
                     .threads = threads,
                     .isa = isa_best(),
                     .heaps = zeros(BATCH_HEAPS * sizeof *batch->heaps)};
    bool is_made = batch->heaps != NULL;
    for (int i = 0; i < BATCH_HEAPS; i++) {
        batch->gradients[i] = zeros((size_t)model->roles * sizeof *batch->gradients[i]);
        is_made &= batch->gradients[i] != NULL;
    }
    return is_made;
}

void batch_release(Batch *batch) {
    for (int i = 0; i < BATCH_HEAPS; i++)
        free(batch->gradients[i]);
    free(batch->heaps);
}

/* `table_order` is the loss of the tables' order. */
static void count_position(BatchBucket *bucket, const NetworkInput *input, const PassResult *result,
                           double table_order) {
    bucket->value += input->weight * result->value_loss;
    bucket->table += input->weight * logistic_loss((double)input->table, input->target);
    bucket->weight += input->weight;
    bucket->order += result->order_loss;
    bucket->table_order += table_order;
    bucket->moves += input->move_count > 0;
}

/* Returns the cross-entropy of the searched move under the order of the tables. */
static double table_order_loss(const NetworkInput *input) {
    double most = -HUGE_VAL, sum = 0;
    for (int i = 0; i < input->move_count; i++)
        most = fmax(most, (double)input->moves[i].table);
    for (int i = 0; i < input->move_count; i++)
        sum += exp((double)input->moves[i].table - most);
    return log(sum) + most - (double)input->moves[input->best].table;
}

static void visit(void *context, const Sample *sample) {
    const Visit *visit_ = context;
    const Batch *batch = visit_->run->batch;
    BatchHeap *heap = visit_->heap;
    NetworkInput *input = &heap->input;
    BatchLosses *losses = &heap->losses;
    input_read(batch->reader, sample, input);
    input->target = objective_target_of(batch->objective, sample, heap->targets);
    input->weight = objective_weight(batch->objective, sample->index);
    PassResult result =
        network_pass(batch->model, input, batch->isa, &heap->scratch, visit_->gradient);
    int bucket = sample->index / BATCH_BUCKET_STONES;
    bool has_table_order = !visit_->run->teaches && input->move_count > 0;
    double table_order = has_table_order ? table_order_loss(input) : 0;
    count_position(&losses->all, input, &result, table_order);
    count_position(&losses->by_stones[bucket < BATCH_BUCKETS ? bucket : BATCH_BUCKETS - 1], input,
                   &result, table_order);
    losses->positions++;
}

static void do_heap(void *context, int number) {
    const Run *run = context;
    const Batch *batch = run->batch;
    BatchHeap *heap = &batch->heaps[number];
    Visit to = {run, heap, run->teaches ? batch->gradients[number] : NULL};
    size_t first = run->count * (size_t)number / BATCH_HEAPS,
           end = run->count * ((size_t)number + 1) / BATCH_HEAPS;
    heap->losses = (BatchLosses){0};
    for (size_t i = first; i < end; i++) {
        dataset_get(batch->objective->data, run->games[i], &heap->game);
        objective_targets(batch->objective, &heap->game, heap->targets);
        game_samples(&heap->game, batch->reader->table->tables, &heap->board, visit, &to);
    }
}

static void add_bucket(BatchBucket *to, const BatchBucket *from) {
    to->value += from->value;
    to->table += from->table;
    to->weight += from->weight;
    to->order += from->order;
    to->table_order += from->table_order;
    to->moves += from->moves;
}

static void add_losses(BatchLosses *to, const BatchLosses *from) {
    add_bucket(&to->all, &from->all);
    for (int i = 0; i < BATCH_BUCKETS; i++)
        add_bucket(&to->by_stones[i], &from->by_stones[i]);
    to->positions += from->positions;
}

BatchLosses batch_run(Batch *batch, const uint32_t *games, size_t count, bool teaches) {
    Run run = {batch, games, count, teaches};
    BatchLosses losses = {0};
    parallel_run(batch->threads, BATCH_HEAPS, do_heap, &run);
    for (int i = 0; i < BATCH_HEAPS; i++)
        add_losses(&losses, &batch->heaps[i].losses);
    return losses;
}
