#include "train/objective.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "board/candidates.h"
#include "eval/eval.h"
#include "search/params.h"
#include "threat/reply.h"
#include "train/parallel.h"

enum { HEAPS = 16 };

/* What one share of the games is worked out in. */
typedef struct Heap {
    Board board;
    Game game;
    double targets[CELLS_MAX + 1]; /* of the game: what each position should say, Black's view */
    float *gradient;               /* NULL: not wanted */
    double loss, hits;
    uint64_t samples;
} Heap;

/* A run over some games. */
typedef struct Pass {
    Objective *objective;
    const Model *model;
    const uint32_t *games;
    size_t count;
    bool wants_gradient;
} Pass;

typedef struct Visit {
    const Pass *pass;
    Heap *heap;
} Visit;

bool objective_init(Objective *objective, const Dataset *data, const RuleTables *tables,
                    int threads) {
    *objective = (Objective){.data = data, .tables = tables, .threads = threads, .lambda = 1};
    objective->win_scale = 1;
    objective->heaps = calloc(HEAPS, sizeof *objective->heaps);
    objective->combos = calloc(SHAPE_KEYS, sizeof *objective->combos);
    if (objective->heaps == NULL || objective->combos == NULL)
        return false;
    for (uint32_t key = 0; key < SHAPE_KEYS; key++) {
        bool is_real = true;
        for (int i = 0; i < DIRECTIONS; i++)
            is_real &= (key >> (4 * i) & 15) < SHAPES;
        if (is_real)
            objective->combos[key] = (uint16_t)combo_of_key((ShapeKey)key);
    }
    size_t weights = 2 * (VALUE_WEIGHTS > ORDER_WEIGHTS ? VALUE_WEIGHTS : ORDER_WEIGHTS);
    for (int i = 0; i < HEAPS; i++) {
        objective->heaps[i].gradient = calloc(weights, sizeof(float));
        if (objective->heaps[i].gradient == NULL)
            return false;
    }
    return true;
}

void objective_release(Objective *objective) {
    for (int i = 0; objective->heaps != NULL && i < HEAPS; i++)
        free(objective->heaps[i].gradient);
    free(objective->heaps);
    free(objective->combos);
}

static double sigmoid(double nats) {
    return 1 / (1 + exp(-nats));
}

/* -log(sigmoid(nats)), for any nats. */
static double softplus_of_minus(double nats) {
    return nats > 0 ? log1p(exp(-nats)) : -nats + log1p(exp(nats));
}

static const float *role_of(const Model *model, const float *weights, Color color) {
    return weights + (model->roles == 2 ? (int)color : 0) * model->role_weights;
}

/* ---- Value ---------------------------------------------------------------------------------- */

/* Sets of shapes that the empty cells show to a colour, cells without any left out. */
static int list_combos(const Objective *objective, const Board *board, Color color,
                       uint16_t combos[CELLS_MAX]) {
    int count = 0;
    for (int i = 0; i < SET_WORDS; i++)
        for (uint64_t bits = board->empty.word[i]; bits != 0; bits &= bits - 1) {
            ShapeKey key = board_shapes(board, color, (Cell)(i * 64 + __builtin_ctzll(bits)));
            combos[count] = objective->combos[key];
            count += key != 0;
        }
    return count;
}

/* Adds `slope` times what the weights of the side to move depend on. */
static void add_counts(const Board *board, Color us, float slope, float *role) {
    Color them = opponent(us);
    for (int i = 0; i < CLASSES; i++) {
        role[AT_US + i] += slope * (float)board_count(board, us, (Class)i);
        role[AT_THEM + i] += slope * (float)board_count(board, them, (Class)i);
    }
    role[AT_THREAT + threat_state(board, us)] += slope;
    role[AT_TO_MOVE] += slope;
}

static double sum_counts(const Board *board, Color us, const float *role) {
    Color them = opponent(us);
    double sum = (double)role[AT_THREAT + threat_state(board, us)] + (double)role[AT_TO_MOVE];
    for (int i = 0; i < CLASSES; i++)
        sum += (double)(role[AT_US + i] * (float)board_count(board, us, (Class)i)) +
               (double)(role[AT_THEM + i] * (float)board_count(board, them, (Class)i));
    return sum;
}

/* From the last position to the first. Moves without a score leave it to what came next. */
static void set_targets(const Objective *objective, const Game *game,
                        double targets[CELLS_MAX + 1]) {
    double next = (double)game->result / 2;
    targets[game->move_count] = next;
    for (int i = game->move_count - 1; i >= 0; i--) {
        int score = i < game->opening_count ? SCORE_NONE : game->scores[i];
        if (score != SCORE_NONE && score != GAME_BY_CHANCE) {
            double odds = sigmoid(score / objective->win_scale);
            next =
                objective->lambda * next + (1 - objective->lambda) * (i % 2 == 0 ? odds : 1 - odds);
        }
        targets[i] = next;
    }
}

static void visit_value(void *context, const Sample *sample) {
    const Visit *visit = context;
    const Objective *objective = visit->pass->objective;
    const Model *model = visit->pass->model;
    Heap *heap = visit->heap;
    const Board *board = sample->board;
    Color us = board_to_move(board), them = opponent(us);
    uint16_t own[CELLS_MAX], other[CELLS_MAX];
    int own_count = list_combos(objective, board, us, own);
    int other_count = list_combos(objective, board, them, other);
    const float *own_role = role_of(model, model->weights, us),
                *other_role = role_of(model, model->weights, them);
    double nats = sum_counts(board, us, own_role);
    for (int i = 0; i < own_count; i++)
        nats += (double)own_role[AT_VALUE + own[i]];
    for (int i = 0; i < other_count; i++)
        nats -= (double)other_role[AT_VALUE + other[i]];

    double black = heap->targets[sample->index], target = us == BLACK ? black : 1 - black;
    heap->loss += target * softplus_of_minus(nats) + (1 - target) * softplus_of_minus(-nats);
    heap->hits += sample->result == 0.5 ? 0.5 : (nats > 0) == (sample->result > 0.5);
    heap->samples++;
    if (!visit->pass->wants_gradient)
        return;
    float slope = (float)(sigmoid(nats) - target);
    float *own_slopes = heap->gradient + (own_role - model->weights),
          *other_slopes = heap->gradient + (other_role - model->weights);
    add_counts(board, us, slope, own_slopes);
    for (int i = 0; i < own_count; i++)
        own_slopes[AT_VALUE + own[i]] += slope;
    for (int i = 0; i < other_count; i++)
        other_slopes[AT_VALUE + other[i]] -= slope;
}

/* ---- Order ---------------------------------------------------------------------------------- */

/* The moves that a search would look at: those that meet an open four to come, or all near ones. */
static void list_candidates(Board *board, const Params *params, CellSet *cells) {
    if (replies_to_open_four(board, cells))
        add_fours(board, board_to_move(board), cells);
    else
        candidates_near(board, params->near_square, params->near_star, cells);
}

static void visit_order(void *context, const Sample *sample) {
    const Visit *visit = context;
    const Objective *objective = visit->pass->objective;
    const Model *model = visit->pass->model;
    Heap *heap = visit->heap;
    Board *board = sample->board;
    Color us = board_to_move(board), them = opponent(us);
    Params params = params_default();
    CellSet set;
    Cell cells[CELLS_MAX];
    double odds[CELLS_MAX];
    list_candidates(board, &params, &set);
    int count = cellset_list(&set, cells);
    if (!cellset_has(&set, sample->best) || count < 2)
        return;
    const float *make = role_of(model, model->weights, us) + AT_MAKE,
                *deny = role_of(model, model->weights, them) + AT_DENY;
    int best = 0, first = 0;
    double greatest = -HUGE_VAL, sum = 0;
    for (int i = 0; i < count; i++) {
        odds[i] = (double)make[objective->combos[board_shapes(board, us, cells[i])]] +
                  (double)deny[objective->combos[board_shapes(board, them, cells[i])]];
        if (cells[i] == sample->best)
            best = i;
        if (odds[i] > greatest) {
            greatest = odds[i];
            first = i;
        }
    }
    heap->loss -= odds[best] - greatest;
    for (int i = 0; i < count; i++) {
        odds[i] = exp(odds[i] - greatest);
        sum += odds[i];
    }
    heap->loss += log(sum);
    heap->hits += first == best;
    heap->samples++;
    if (!visit->pass->wants_gradient)
        return;
    float *make_slopes = heap->gradient + (make - model->weights),
          *deny_slopes = heap->gradient + (deny - model->weights);
    for (int i = 0; i < count; i++) {
        float slope = (float)(odds[i] / sum) - (i == best ? 1.0f : 0.0f);
        make_slopes[objective->combos[board_shapes(board, us, cells[i])]] += slope;
        deny_slopes[objective->combos[board_shapes(board, them, cells[i])]] += slope;
    }
}

/* ---- All games ------------------------------------------------------------------------------ */

static void do_heap(void *context, int number) {
    const Pass *pass = context;
    Heap *heap = &pass->objective->heaps[number];
    Visit visit = {pass, heap};
    heap->loss = heap->hits = 0;
    heap->samples = 0;
    if (pass->wants_gradient)
        memset(heap->gradient, 0, (size_t)pass->model->weight_count * sizeof *heap->gradient);
    size_t first = pass->count * (size_t)number / HEAPS,
           end = pass->count * ((size_t)number + 1) / HEAPS;
    for (size_t i = first; i < end; i++) {
        dataset_get(pass->objective->data, pass->games[i], &heap->game);
        set_targets(pass->objective, &heap->game, heap->targets);
        game_samples(&heap->game, pass->objective->tables, &heap->board,
                     pass->model->kind == MODEL_VALUE ? visit_value : visit_order, &visit);
    }
}

Losses objective_run(Objective *objective, const Model *model, const uint32_t *games, size_t count,
                     float *gradient) {
    Pass pass = {objective, model, games, count, gradient != NULL};
    Losses losses = {0, 0, 0};
    parallel_run(objective->threads, HEAPS, do_heap, &pass);
    for (int i = 0; i < HEAPS; i++) {
        losses.loss += objective->heaps[i].loss;
        losses.hits += objective->heaps[i].hits;
        losses.samples += objective->heaps[i].samples;
    }
    double samples = losses.samples > 0 ? (double)losses.samples : 1;
    losses.loss /= samples;
    losses.hits /= samples;
    for (int i = 0; gradient != NULL && i < model->weight_count; i++) {
        float sum = 0;
        for (int heap = 0; heap < HEAPS; heap++)
            sum += objective->heaps[heap].gradient[i];
        gradient[i] = sum / (float)samples;
    }
    return losses;
}

/* ---- The scale of the search's scores ------------------------------------------------------- */

/* Scores from -WIN_SCORES to WIN_SCORES, in steps. */
enum { WIN_STEP = 8, WIN_SCORES = 8000, WIN_SLOTS = 2 * WIN_SCORES / WIN_STEP + 1 };

typedef struct ScoreCounts {
    double count[WIN_SLOTS], won[WIN_SLOTS];
} ScoreCounts;

static double win_loss(const ScoreCounts *counts, double scale) {
    double loss = 0;
    for (int i = 0; i < WIN_SLOTS; i++) {
        double nats = (i * WIN_STEP - WIN_SCORES) / scale;
        loss += counts->won[i] * softplus_of_minus(nats) +
                (counts->count[i] - counts->won[i]) * softplus_of_minus(-nats);
    }
    return loss;
}

double objective_win_scale(const Objective *objective, const uint32_t *games, size_t count) {
    enum { STEPS = 40 };
    const double GOLDEN = 0.6180339887498949;
    ScoreCounts *counts = calloc(1, sizeof *counts);
    Game *game = malloc(sizeof *game);
    double low = log(10), high = log(10000);
    for (size_t i = 0; counts != NULL && game != NULL && i < count; i++) {
        dataset_get(objective->data, games[i], game);
        for (int move = game->opening_count; move < game->move_count; move++) {
            int score = game->scores[move];
            if (score == SCORE_NONE || score < -WIN_SCORES || score > WIN_SCORES)
                continue;
            double black = (double)game->result / 2;
            int slot = (score + WIN_SCORES + WIN_STEP / 2) / WIN_STEP;
            counts->count[slot] += 1;
            counts->won[slot] += move % 2 == 0 ? black : 1 - black;
        }
    }
    for (int step = 0; counts != NULL && step < STEPS; step++) {
        double a = high - GOLDEN * (high - low), b = low + GOLDEN * (high - low);
        if (win_loss(counts, exp(a)) < win_loss(counts, exp(b)))
            high = b;
        else
            low = a;
    }
    free(game);
    free(counts);
    return exp((low + high) / 2);
}
