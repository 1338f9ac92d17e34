#include "train/objective.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "board/candidates.h"
#include "eval/table/table.h"
#include "search/params.h"
#include "threat/reply.h"
#include "train/nats.h"
#include "train/parallel.h"
#include "train/scale.h"

enum { HEAPS = 16 };

/* Scratch and sums of one share of the games. */
typedef struct Heap {
    Board board;
    Game game;
    double targets[CELLS_MAX + 1]; /* of each position of the game, from Black's view */
    float *gradient;               /* NULL: not computed */
    double loss, weight, hits;     /* weight: divisor of the loss */
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
    objective->mean_scale = 1;
    for (int i = 0; i < STAGES; i++)
        objective->win_scale[i] = objective->probed_scale[i] = 1;
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

static const float *role_of(const Model *model, const float *weights, Color color) {
    return weights + (model->roles == 2 ? (int)color : 0) * model->role_weights;
}

/* ---- Value ---------------------------------------------------------------------------------- */

/* Counts the sets of shapes of a colour on the empty cells, without cells that have no shape. */
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

/* Shares of the early and of the late worth of a term. */
typedef struct Taper {
    double early, late;
} Taper;

static Taper taper_at(int stones) {
    double late = stones < LATE_STONES ? (double)stones / LATE_STONES : 1;
    return (Taper){1 - late, late};
}

static void add_terms(const uint16_t *terms, int count, Taper taper, double slope, float *role) {
    for (int i = 0; i < count; i++) {
        role[AT_TERM + 2 * terms[i]] += (float)(slope * taper.early);
        role[AT_TERM + 2 * terms[i] + 1] += (float)(slope * taper.late);
    }
}

static double sum_terms(const uint16_t *terms, int count, Taper taper, const float *role) {
    double early = 0, late = 0;
    for (int i = 0; i < count; i++) {
        early += (double)role[AT_TERM + 2 * terms[i]];
        late += (double)role[AT_TERM + 2 * terms[i] + 1];
    }
    return taper.early * early + taper.late * late;
}

/* A point between two stages: the first one, and the fraction towards the next, 0 to 1. */
typedef struct StagePlace {
    int stage;
    float beyond;
} StagePlace;

static StagePlace stage_place(int stones) {
    int stage = stones / STAGE_STONES;
    if (stage >= STAGES - 1)
        return (StagePlace){STAGES - 2, 1};
    return (StagePlace){stage, (float)(stones % STAGE_STONES) / STAGE_STONES};
}

static double at_place(StagePlace place, double here, double next) {
    return here + (next - here) * (double)place.beyond;
}

static double scale_at(const double scales[STAGES], int stones) {
    StagePlace place = stage_place(stones);
    return at_place(place, scales[place.stage], scales[place.stage + 1]);
}

double objective_weight(const Objective *objective, int stones) {
    const double WEIGHT_MAX = 1.3;
    double weight = scale_at(objective->win_scale, stones) / objective->mean_scale;
    return weight < WEIGHT_MAX ? weight : WEIGHT_MAX;
}

/* The share of the cells' worth at that point. */
static double share_at(StagePlace place, const float *role) {
    const float *share = role + AT_SHARE + place.stage;
    return 1 + at_place(place, (double)share[0], (double)share[1]);
}

static double sum_values(const float *role, const uint16_t *combos, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += (double)role[AT_VALUE + combos[i]];
    return sum;
}

/* `slope` is that of the loss by the cells' sum times its share. */
static void add_values(StagePlace place, double share, double sum, const uint16_t *combos,
                       int count, float slope, float *role) {
    for (int i = 0; i < count; i++)
        role[AT_VALUE + combos[i]] += slope * (float)share;
    role[AT_SHARE + place.stage] += slope * (float)sum * (1 - place.beyond);
    role[AT_SHARE + place.stage + 1] += slope * (float)sum * place.beyond;
}

/* Runs from the last position to the first. A position without a score takes the next one's target.
 * The trace ends at a random move: the position before it takes the odds of its own score, or even
 * odds. */
void objective_targets(const Objective *objective, const Game *game,
                       double targets[CELLS_MAX + 1]) {
    const double *scales = game->probe_count > 0 ? objective->probed_scale : objective->win_scale;
    const double EVEN = 0.5;
    double next = (double)game->result / 2;
    bool is_cut = false;
    targets[game->move_count] = next;
    for (int i = game->move_count - 1; i >= 0; i--) {
        int score = i < game->opening_count ? SCORE_NONE : game->scores[i];
        if (score == GAME_BY_CHANCE) {
            is_cut = true;
            next = EVEN;
        } else if (score != SCORE_NONE) {
            double odds = sigmoid(score / scale_at(scales, i));
            double lambda = is_cut ? 0 : objective->lambda;
            next = lambda * next + (1 - lambda) * (i % 2 == 0 ? odds : 1 - odds);
            is_cut = false;
        }
        targets[i] = next;
    }
}

void objective_draws(const Objective *objective, const Game *game, double draws[CELLS_MAX + 1]) {
    double next = game->result == GAME_DRAWN ? 1 : 0;
    draws[game->move_count] = next;
    for (int i = game->move_count - 1; i >= 0; i--) {
        int score = i < game->opening_count ? SCORE_NONE : game->scores[i];
        if (score == GAME_BY_CHANCE)
            next = 0; /* the trace ends, as that of the targets */
        else if (score != SCORE_NONE)
            next *= objective->lambda;
        draws[i] = next;
    }
}

double objective_target_of(const Objective *objective, const Sample *sample,
                           const double targets[CELLS_MAX + 1]) {
    if (sample->probe != NULL) {
        double scale = objective->has_probes_by_stage
                           ? scale_at(objective->probed_scale, sample->index)
                           : objective->mean_scale;
        return sigmoid(sample->probe->score / scale);
    }
    double black = targets[sample->index];
    return board_to_move(sample->board) == BLACK ? black : 1 - black;
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
    StagePlace place = stage_place(sample->index);
    Taper taper = taper_at(sample->index);
    uint16_t terms[TABLE_TERMS_MAX];
    int term_count = table_terms(board, terms);
    double own_sum = sum_values(own_role, own, own_count),
           other_sum = sum_values(other_role, other, other_count);
    double own_share = share_at(place, own_role), other_share = share_at(place, other_role);
    double nats = own_share * own_sum - other_share * other_sum +
                  sum_terms(terms, term_count, taper, own_role);

    double target = objective_target_of(objective, sample, heap->targets);
    double weight = objective_weight(objective, sample->index);
    heap->loss += weight * logistic_loss(nats, target);
    heap->weight += weight;
    heap->hits += sample->result == 0.5 ? 0.5 : (nats > 0) == (sample->result > 0.5);
    heap->samples++;
    if (!visit->pass->wants_gradient)
        return;
    float slope = (float)(weight * (sigmoid(nats) - target));
    float *own_slopes = heap->gradient + (own_role - model->weights),
          *other_slopes = heap->gradient + (other_role - model->weights);
    add_terms(terms, term_count, taper, (double)slope, own_slopes);
    add_values(place, own_share, own_sum, own, own_count, slope, own_slopes);
    add_values(place, other_share, other_sum, other, other_count, -slope, other_slopes);
}

/* ---- Order ---------------------------------------------------------------------------------- */

void objective_candidates(Board *board, CellSet *cells) {
    Params params = params_default();
    if (reply_to_open_four(board, cells))
        reply_add_fours(board, board_to_move(board), cells);
    else
        candidates_near(board, params.near_square, params.near_star, cells);
}

static void visit_order(void *context, const Sample *sample) {
    const Visit *visit = context;
    const Objective *objective = visit->pass->objective;
    const Model *model = visit->pass->model;
    Heap *heap = visit->heap;
    Board *board = sample->board;
    Color us = board_to_move(board), them = opponent(us);
    CellSet set;
    Cell cells[CELLS_MAX];
    double odds[CELLS_MAX];
    objective_candidates(board, &set);
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
    heap->weight++;
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
    heap->loss = heap->weight = heap->hits = 0;
    heap->samples = 0;
    if (pass->wants_gradient)
        memset(heap->gradient, 0, (size_t)pass->model->weight_count * sizeof *heap->gradient);
    size_t first = pass->count * (size_t)number / HEAPS,
           end = pass->count * ((size_t)number + 1) / HEAPS;
    for (size_t i = first; i < end; i++) {
        dataset_get(pass->objective->data, pass->games[i], &heap->game);
        objective_targets(pass->objective, &heap->game, heap->targets);
        game_samples(&heap->game, pass->objective->tables, &heap->board,
                     pass->model->kind == MODEL_VALUE ? visit_value : visit_order, &visit);
    }
}

Losses objective_run(Objective *objective, const Model *model, const uint32_t *games, size_t count,
                     float *gradient) {
    Pass pass = {objective, model, games, count, gradient != NULL};
    Losses losses = {0};
    double weight = 0;
    parallel_run(objective->threads, HEAPS, do_heap, &pass);
    for (int i = 0; i < HEAPS; i++) {
        losses.loss += objective->heaps[i].loss;
        weight += objective->heaps[i].weight;
        losses.hits += objective->heaps[i].hits;
        losses.samples += objective->heaps[i].samples;
    }
    losses.weight = weight;
    weight = losses.samples > 0 ? weight : 1;
    losses.loss /= weight;
    losses.hits /= losses.samples > 0 ? (double)losses.samples : 1;
    for (int i = 0; gradient != NULL && i < model->weight_count; i++) {
        float sum = 0;
        for (int heap = 0; heap < HEAPS; heap++)
            sum += objective->heaps[heap].gradient[i];
        gradient[i] = sum / (float)weight;
    }
    return losses;
}

/* ---- The scale of the search's scores ------------------------------------------------------- */

static void count_scores(const Game *game, ScoreCounts counts[STAGES]) {
    for (int move = game_settled_from(game); move < game->move_count; move++) {
        double black = (double)game->result / 2;
        int stage = (move + STAGE_STONES / 2) / STAGE_STONES;
        if (game->scores[move] != SCORE_NONE)
            scale_count(&counts[stage < STAGES ? stage : STAGES - 1], game->scores[move],
                        move % 2 == 0 ? black : 1 - black);
    }
}

enum { FEW = 3000 }; /* positions: too few for a scale of their own */

/* The scores of all games and of those with probes. */
typedef struct AllCounts {
    ScoreCounts all[STAGES], probed[STAGES];
} AllCounts;

static void count_games(const Objective *objective, const uint32_t *games, size_t count, Game *game,
                        AllCounts *counts) {
    memset(counts, 0, sizeof *counts);
    for (size_t i = 0; i < count; i++) {
        dataset_get(objective->data, games[i], game);
        count_scores(game, counts->all);
        if (game->probe_count > 0)
            count_scores(game, counts->probed);
    }
}

/* Returns the number of positions of all stages, and their scale if there are any. */
static double mean_scale_of(const ScoreCounts counts[STAGES], double *mean_scale) {
    ScoreCounts all = {0};
    double sum = 0;
    for (int i = 0; i < STAGES; i++)
        sum += scale_add(&counts[i], &all);
    if (sum > 0)
        *mean_scale = scale_best(&all);
    return sum;
}

/* A stage with few positions is measured together with its neighbours, one more on each side at a
 * time, until they are enough or all. */
static double scale_of_stage(const ScoreCounts counts[STAGES], int stage) {
    ScoreCounts pool = {0};
    double seen = scale_add(&counts[stage], &pool);
    for (int reach = 1; seen < FEW && reach < STAGES; reach++) {
        if (stage - reach >= 0)
            seen += scale_add(&counts[stage - reach], &pool);
        if (stage + reach < STAGES)
            seen += scale_add(&counts[stage + reach], &pool);
    }
    return scale_best(&pool);
}

static void set_scales(const ScoreCounts counts[STAGES], double scales[STAGES]) {
    for (int i = 0; i < STAGES; i++)
        scales[i] = scale_of_stage(counts, i);
}

bool objective_measure_scale(Objective *objective, const uint32_t *games, size_t count) {
    AllCounts *counts = malloc(sizeof *counts);
    Game *game = malloc(sizeof *game);
    bool has_memory = counts != NULL && game != NULL;
    double probed_mean = 1;
    if (has_memory)
        count_games(objective, games, count, game, counts);
    if (has_memory && mean_scale_of(counts->all, &objective->mean_scale) > 0) {
        set_scales(counts->all, objective->win_scale);
        memcpy(objective->probed_scale, objective->win_scale, sizeof objective->probed_scale);
    }
    if (has_memory && mean_scale_of(counts->probed, &probed_mean) >= FEW)
        set_scales(counts->probed, objective->probed_scale);
    free(game);
    free(counts);
    return has_memory;
}
