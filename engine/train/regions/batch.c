#include "train/regions/batch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "train/nats.h"
#include "train/parallel.h"

/* Scratch and sums of one share of the positions. */
typedef struct RegionsHeap {
    RegionsScratch scratch;
    bool is_used[COLORS][REGIONS_ROWS]; /* codes, by role */
    RegionsLosses losses;
} RegionsHeap;

/* A run over some positions. */
typedef struct Run {
    RegionsBatch *batch;
    const PositionPool *pool;
    const uint32_t *positions; /* NULL: all from `first` on */
    size_t first, count;
    bool teaches;
    float (*orders)[CELLS_MAX]; /* of each position; NULL: not wanted */
    RegionsResult *results;     /* likewise */
} Run;

enum { JUDGED_AT_ONCE = 512 };

/* ---- Lifecycle ------------------------------------------------------------------------------- */

static bool reserve_inputs(RegionsBatch *batch, size_t count) {
    if (count <= batch->input_count)
        return true;
    free(batch->inputs);
    batch->inputs = regions_zeros(count * sizeof *batch->inputs);
    batch->input_count = batch->inputs != NULL ? count : 0;
    return batch->inputs != NULL;
}

bool regions_batch_init(RegionsBatch *batch, RegionsModel *model, int threads) {
    *batch = (RegionsBatch){.model = model, .threads = threads, .isa = isa_best()};
    position_rows_init(&batch->rows);
    batch->heaps = regions_zeros(REGIONS_HEAPS * sizeof *batch->heaps);
    batch->codes = regions_zeros((size_t)model->roles * sizeof *batch->codes);
    bool is_made =
        batch->heaps != NULL && batch->codes != NULL && reserve_inputs(batch, REGIONS_BATCH_MAX);
    for (int role = 0; is_made && role < model->roles; role++) {
        batch->codes[role].slopes = regions_zeros(REGIONS_ROWS * sizeof *batch->codes[role].slopes);
        is_made =
            generator_init(&batch->codes[role].generator) && batch->codes[role].slopes != NULL;
    }
    for (int i = 0; i < REGIONS_HEAPS; i++) {
        batch->gradients[i] = regions_zeros((size_t)model->roles * sizeof *batch->gradients[i]);
        is_made &= batch->gradients[i] != NULL;
    }
    return is_made;
}

void regions_batch_release(RegionsBatch *batch) {
    for (int role = 0; batch->codes != NULL && role < batch->model->roles; role++) {
        free(batch->codes[role].slopes);
        generator_release(&batch->codes[role].generator);
    }
    for (int i = 0; i < REGIONS_HEAPS; i++)
        free(batch->gradients[i]);
    free(batch->codes);
    free(batch->heaps);
    free(batch->inputs);
}

/* ---- Losses ---------------------------------------------------------------------------------- */

static void add_sums(RegionsSums *to, const RegionsSums *from) {
    to->value += from->value;
    to->table += from->table;
    to->weight += from->weight;
    to->order += from->order;
    to->table_order += from->table_order;
    to->moves += from->moves;
}

static void add_losses(RegionsLosses *to, const RegionsLosses *from) {
    add_sums(&to->all, &from->all);
    for (int i = 0; i < REGIONS_BUCKETS; i++)
        add_sums(&to->by_stage[i], &from->by_stage[i]);
    to->loss += from->loss;
    to->positions += from->positions;
}

/* Returns the cross-entropy of the searched move under the order of the tables. */
static double table_order_loss(const PositionInput *input) {
    float highest = -HUGE_VALF;
    for (int i = 0; i < input->head.move_count; i++)
        highest = fmaxf(highest, input->moves[i].table);
    double most = (double)highest, sum = 0;
    for (int i = 0; i < input->head.move_count; i++)
        sum += exp((double)input->moves[i].table - most);
    return log(sum) + most - (double)input->moves[input->head.best].table;
}

static void count_losses(RegionsLosses *losses, const PositionInput *input,
                         const RegionsResult *result, bool teaches) {
    const PositionGoal *goal = &input->head.goal;
    double weight = (double)goal->weight;
    bool has_moves = input->head.move_count > 0;
    RegionsSums sums = {.value = weight * result->value_loss,
                        .table =
                            weight * logistic_loss((double)input->head.table, (double)goal->target),
                        .weight = weight,
                        .order = result->order_loss,
                        .table_order = has_moves && !teaches ? table_order_loss(input) : 0,
                        .moves = has_moves};
    add_sums(&losses->all, &sums);
    add_sums(&losses->by_stage[input->stage], &sums);
    losses->loss += weight * result->loss;
    losses->positions++;
}

/* ---- Heaps ----------------------------------------------------------------------------------- */

static size_t first_of(const Run *run, int number) {
    return run->count * (size_t)number / REGIONS_HEAPS;
}

/* Unpacks the positions of a heap and collects their codes. */
static void read_heap(void *context, int number) {
    const Run *run = context;
    RegionsBatch *batch = run->batch;
    RegionsHeap *heap = &batch->heaps[number];
    memset(heap->is_used, 0, sizeof heap->is_used);
    for (size_t i = first_of(run, number); i < first_of(run, number + 1); i++) {
        PositionInput *input = &batch->inputs[i];
        size_t at = run->positions != NULL ? run->positions[i] : run->first + i;
        position_read(run->pool, at, &batch->rows, input);
        bool *is_used = heap->is_used[input->head.role];
        for (int c = 0; run->teaches && c < input->cell_count; c++)
            for (int r = 0; r < input->cells[c].row_count; r++)
                is_used[input->cells[c].row[r]] = true;
    }
}

static void judge_tile(const Run *run, int number, int role, const size_t *indexes, int count) {
    RegionsBatch *batch = run->batch;
    RegionsHeap *heap = &batch->heaps[number];
    const PositionInput *inputs[PASS_TILE];
    RegionsResult results[PASS_TILE];
    for (int i = 0; i < count; i++)
        inputs[i] = &batch->inputs[indexes[i]];
    regions_pass(batch->model, role, inputs, count, batch->isa, &heap->scratch,
                 run->teaches ? &batch->gradients[number][role] : NULL, results);
    for (int i = 0; i < count; i++) {
        count_losses(&heap->losses, inputs[i], &results[i], run->teaches);
        if (run->results == NULL)
            continue;
        run->results[indexes[i]] = results[i];
        memcpy(run->orders[indexes[i]], heap->scratch.order[i],
               inputs[i]->head.move_count * sizeof run->orders[0][0]);
    }
}

/* Evaluates the positions of a heap, one role after the other. */
static void judge_heap(void *context, int number) {
    const Run *run = context;
    const RegionsBatch *batch = run->batch;
    size_t indexes[PASS_TILE];
    batch->heaps[number].losses = (RegionsLosses){0};
    for (int role = 0; role < batch->model->roles; role++) {
        int count = 0;
        for (size_t i = first_of(run, number); i < first_of(run, number + 1); i++) {
            if (batch->inputs[i].head.role != role)
                continue;
            indexes[count++] = i;
            if (count == PASS_TILE) {
                judge_tile(run, number, role, indexes, count);
                count = 0;
            }
        }
        if (count > 0)
            judge_tile(run, number, role, indexes, count);
    }
}

static RegionsLosses sum_heaps(const RegionsBatch *batch) {
    RegionsLosses losses = {0};
    for (int i = 0; i < REGIONS_HEAPS; i++)
        add_losses(&losses, &batch->heaps[i].losses);
    return losses;
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static void list_codes(RegionsBatch *batch, int role) {
    RegionsCodes *codes = &batch->codes[role];
    codes->count = 0;
    for (int row = 1; row < REGIONS_ROWS; row++) {
        bool is_used = false;
        for (int i = 0; i < REGIONS_HEAPS; i++)
            is_used |= batch->heaps[i].is_used[role][row];
        if (is_used)
            codes->codes[codes->count++] = (uint16_t)row;
    }
}

static void make_rows(void *context, int piece) {
    RegionsBatch *batch = context;
    for (int role = 0; role < batch->model->roles; role++) {
        RegionsCodes *codes = &batch->codes[role];
        generator_run(batch->model, role, codes->codes, codes->count * piece / REGIONS_HEAPS,
                      codes->count * (piece + 1) / REGIONS_HEAPS, batch->isa, &codes->generator);
    }
}

RegionsLosses regions_batch_teach(RegionsBatch *batch, const PositionPool *pool,
                                  const uint32_t *positions, size_t count) {
    Run run = {
        .batch = batch, .pool = pool, .positions = positions, .count = count, .teaches = true};
    parallel_run(batch->threads, REGIONS_HEAPS, read_heap, &run);
    for (int role = 0; role < batch->model->roles; role++)
        list_codes(batch, role);
    parallel_run(batch->threads, REGIONS_HEAPS, make_rows, batch);
    parallel_run(batch->threads, REGIONS_HEAPS, judge_heap, &run);
    return sum_heaps(batch);
}

RegionsLosses regions_batch_judge(RegionsBatch *batch, const PositionPool *pool, JudgedFn visit,
                                  void *context) {
    RegionsLosses losses = {0};
    float(*orders)[CELLS_MAX] = NULL;
    RegionsResult *results = NULL;
    if (visit != NULL) {
        orders = malloc(JUDGED_AT_ONCE * sizeof *orders);
        results = malloc(JUDGED_AT_ONCE * sizeof *results);
    }
    if (visit != NULL && (orders == NULL || results == NULL)) {
        free(orders);
        free(results);
        return losses;
    }
    for (int row = 1; row < REGIONS_ROWS; row++)
        batch->codes[0].codes[row - 1] = (uint16_t)row;
    for (int role = 0; role < batch->model->roles; role++) {
        memcpy(batch->codes[role].codes, batch->codes[0].codes, sizeof batch->codes[0].codes);
        batch->codes[role].count = REGIONS_ROWS - 1;
    }
    parallel_run(batch->threads, REGIONS_HEAPS, make_rows, batch);
    for (size_t first = 0; first < pool->count; first += JUDGED_AT_ONCE) {
        size_t left = pool->count - first;
        Run run = {.batch = batch,
                   .pool = pool,
                   .first = first,
                   .count = left < JUDGED_AT_ONCE ? left : JUDGED_AT_ONCE,
                   .orders = orders,
                   .results = results};
        parallel_run(batch->threads, REGIONS_HEAPS, read_heap, &run);
        parallel_run(batch->threads, REGIONS_HEAPS, judge_heap, &run);
        RegionsLosses here = sum_heaps(batch);
        add_losses(&losses, &here);
        for (size_t i = 0; results != NULL && i < run.count; i++)
            visit(context, first + i, &batch->inputs[i], &results[i], orders[i]);
    }
    free(orders);
    free(results);
    return losses;
}
