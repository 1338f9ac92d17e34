#include "train/regions/deep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shared/status/failure.h"
#include "train/labels.h"
#include "train/nats.h"

/* ---- Reading --------------------------------------------------------------------------------- */

static bool add_label(PositionPool *yardstick, const Label *label, const PositionReader *reader,
                      Board *board) {
    board_init(board, reader->table->tables, label->width, label->height, NULL, isa_best());
    for (int i = 0; i < label->count; i++)
        board_play(board, label->moves[i]);
    double target = label->five != 0 ? label->five > 0 : sigmoid(label->score / DEEP_UNITS);
    PositionGoal goal = {.target = (float)target, .weight = 1, .order_weight = 1};
    Sample sample = {.board = board, .index = label->count, .best = label->best};
    return position_add(yardstick, reader, &sample, &goal);
}

bool deep_read(PositionPool *yardstick, const char *path, Rule rule, const PositionReader *reader,
               Failure *failure) {
    LabelSet labels;
    Board *board = malloc(sizeof *board);
    labels_init(&labels);
    bool is_read = labels_read(&labels, path, true, failure), has_memory = board != NULL;
    for (size_t i = 0; is_read && has_memory && i < labels.count; i++)
        if (labels.of[i].rule == rule)
            has_memory = add_label(yardstick, &labels.of[i], reader, board);
    if (is_read && !has_memory)
        is_read = failure_at(failure, STATUS_MEMORY, "%s", path);
    labels_release(&labels);
    free(board);
    return is_read;
}

/* ---- Measuring ------------------------------------------------------------------------------- */

/* Factors that are tried, for leads and for orders. */
enum { FACTORS = 37, UNCHANGED = 16 };

static double factor_of(int number) {
    return 0.2 + 0.05 * number;
}

typedef struct Sums {
    double positions, moves;
    double value[FACTORS], order[FACTORS];
} Sums;

typedef struct Visit {
    Sums of[DEEP_STAGES + 1];
} Visit;

static void add_order(Sums *sums, const PositionInput *input, const float *order) {
    int count = input->head.move_count;
    float most = order[0];
    for (int i = 1; i < count; i++)
        most = order[i] > most ? order[i] : most;
    for (int f = 0; f < FACTORS; f++) {
        double sum = 0;
        for (int i = 0; i < count; i++)
            sum += exp((double)(order[i] - most) * factor_of(f));
        sums->order[f] += log(sum) - (double)(order[input->head.best] - most) * factor_of(f);
    }
    sums->moves++;
}

static void visit(void *context, size_t index, const PositionInput *input,
                  const RegionsResult *result, const float *order) {
    Visit *to = context;
    Sums *sums = &to->of[label_stage(input->head.stones)];
    (void)index;
    sums->positions++;
    for (int f = 0; f < FACTORS; f++)
        sums->value[f] +=
            logistic_loss((double)result->lead * factor_of(f), (double)input->head.goal.target);
    if (input->head.move_count > 0)
        add_order(sums, input, order);
}

static int least_of(const double *sums) {
    int least = 0;
    for (int f = 1; f < FACTORS; f++)
        least = sums[f] < sums[least] ? f : least;
    return least;
}

static DeepStage means_of(const Sums *sums) {
    int value = least_of(sums->value), order = least_of(sums->order);
    double positions = sums->positions > 0 ? sums->positions : 1;
    double moves = sums->moves > 0 ? sums->moves : 1;
    return (DeepStage){.positions = sums->positions,
                       .moves = sums->moves,
                       .value = sums->value[UNCHANGED] / positions,
                       .scale = factor_of(value),
                       .value_scaled = sums->value[value] / positions,
                       .order = sums->order[UNCHANGED] / moves,
                       .warmth = factor_of(order),
                       .order_warmed = sums->order[order] / moves};
}

bool deep_measure(RegionsBatch *batch, const PositionPool *yardstick, DeepLosses *losses) {
    Visit *to = calloc(1, sizeof *to);
    if (to == NULL)
        return false;
    regions_batch_judge(batch, yardstick, visit, to);
    for (int s = 0; s < DEEP_STAGES; s++) {
        Sums *all = &to->of[DEEP_ALL];
        all->positions += to->of[s].positions;
        all->moves += to->of[s].moves;
        for (int f = 0; f < FACTORS; f++) {
            all->value[f] += to->of[s].value[f];
            all->order[f] += to->of[s].order[f];
        }
    }
    for (int s = 0; s <= DEEP_STAGES; s++)
        losses->stage[s] = means_of(&to->of[s]);
    bool is_whole = to->of[DEEP_ALL].positions >= (double)yardstick->count; /* else no memory */
    free(to);
    return is_whole;
}
