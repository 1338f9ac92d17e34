#include "train/results.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/block.h"
#include "base/rule.h"
#include "train/dataset.h"
#include "train/evaluator_file.h"
#include "train/odds.h"
#include "train/parallel.h"

enum { PIECES = 64 };

/* Positions of games one after the other, each with a score. Owns the arrays. */
typedef struct Positions {
    size_t count, capacity;
    double *scores, *results; /* units; for the side to move */
    uint32_t *games;          /* index in the dataset */
    uint16_t *left;           /* stones up to the end of the game */
} Positions;

/* The positions of the games of a piece. */
typedef struct Piece {
    const Evaluator *evaluator;
    const Dataset *data;
    size_t first, end;
    Game game;
    uint32_t number; /* of that game */
    Board board;
    EvalState state;
    Block memory;
    Positions positions;
    bool has_memory;
} Piece;

/* ---- Positions ------------------------------------------------------------------------------ */

static void release(Positions *positions) {
    free(positions->scores);
    free(positions->results);
    free(positions->games);
    free(positions->left);
    *positions = (Positions){0};
}

static bool grow(void **array, size_t count, size_t size) {
    void *grown = realloc(*array, count * size);
    *array = grown != NULL ? grown : *array;
    return grown != NULL;
}

static bool reserve(Positions *positions, size_t more) {
    size_t needed = positions->count + more, capacity = positions->capacity;
    if (needed <= capacity)
        return true;
    capacity = 2 * capacity > needed ? 2 * capacity : needed;
    if (!grow((void **)&positions->scores, capacity, sizeof *positions->scores) ||
        !grow((void **)&positions->results, capacity, sizeof *positions->results) ||
        !grow((void **)&positions->games, capacity, sizeof *positions->games) ||
        !grow((void **)&positions->left, capacity, sizeof *positions->left))
        return false;
    positions->capacity = capacity;
    return true;
}

static void add(Positions *positions, double score, double result, uint32_t game, int left) {
    size_t at = positions->count++;
    positions->scores[at] = score;
    positions->results[at] = result;
    positions->games[at] = game;
    positions->left[at] = (uint16_t)left;
}

static void visit(void *context, const Sample *sample) {
    Piece *piece = context;
    if (sample->probe != NULL || !piece->has_memory)
        return;
    piece->has_memory = reserve(&piece->positions, 1);
    if (!piece->has_memory)
        return;
    eval_begin(&piece->state, piece->evaluator, sample->board, piece->memory.begin);
    add(&piece->positions, eval_score(&piece->state), sample->result, piece->number,
        piece->game.move_count - sample->index);
}

static void judge_piece(void *context, int number) {
    Piece *piece = &((Piece *)context)[number];
    const Evaluator *evaluator = piece->evaluator;
    piece->has_memory =
        evaluator->state_bytes == 0 || block_init(&piece->memory, evaluator->state_bytes);
    for (size_t i = piece->first; i < piece->end && piece->has_memory; i++) {
        piece->number = (uint32_t)i;
        dataset_get(piece->data, i, &piece->game);
        if (piece->game.rule == evaluator->tables->rule)
            game_samples(&piece->game, evaluator->tables, &piece->board, visit, piece);
    }
    block_release(&piece->memory);
}

/* Sets `positions` to those of the games of the evaluator's rule; the caller releases them. Returns
 * false if out of memory. */
static bool judge(const Evaluator *evaluator, const Dataset *data, int threads,
                  Positions *positions) {
    Piece *pieces = calloc(PIECES, sizeof *pieces);
    bool has_memory = pieces != NULL;
    *positions = (Positions){0};
    for (size_t i = 0; has_memory && i < PIECES; i++) {
        pieces[i].evaluator = evaluator;
        pieces[i].data = data;
        pieces[i].first = data->count * i / PIECES;
        pieces[i].end = data->count * (i + 1) / PIECES;
    }
    if (has_memory)
        parallel_run(threads, PIECES, judge_piece, pieces);
    for (int i = 0; pieces != NULL && i < PIECES; i++) {
        const Positions *of = &pieces[i].positions;
        has_memory = has_memory && pieces[i].has_memory && reserve(positions, of->count);
        for (size_t k = 0; has_memory && k < of->count; k++)
            add(positions, of->scores[k], of->results[k], of->games[k], of->left[k]);
        release(&pieces[i].positions);
    }
    free(pieces);
    return has_memory;
}

/* Keeps the positions that count. */
static void choose(Positions *positions) {
    size_t all = positions->count;
    positions->count = 0;
    for (size_t i = 0; i < all; i++)
        if (positions->left[i] >= RESULTS_NEAREST && positions->left[i] <= RESULTS_FARTHEST)
            add(positions, positions->scores[i], positions->results[i], positions->games[i],
                positions->left[i]);
}

/* ---- Losses --------------------------------------------------------------------------------- */

/* A mean over positions and its error, 95%, with games as the independent draws. */
typedef struct Mean {
    double mean, error;
    size_t games;
} Mean;

static Mean mean_by_games(const double *numbers, const uint32_t *games, size_t count) {
    double sum = 0, squares = 0;
    Mean found = {0};
    for (size_t i = 0; i < count; i++)
        sum += numbers[i];
    found.mean = sum / (double)count;
    for (size_t i = 0, end; i < count; i = end) {
        double beyond = 0;
        for (end = i; end < count && games[end] == games[i]; end++)
            beyond += numbers[end] - found.mean;
        squares += beyond * beyond;
        found.games++;
    }
    found.error = 1.96 * sqrt(squares) / (double)count;
    return found;
}

static void set_losses(const Positions *positions, Odds odds, double *losses) {
    for (size_t i = 0; i < positions->count; i++)
        losses[i] = odds_loss(odds, positions->scores[i], positions->results[i]);
}

static void print_distances(const Positions *positions, const double *losses) {
    static const int FROM[] = {RESULTS_NEAREST, 9, 15, 25, RESULTS_FARTHEST + 1};
    for (size_t class_ = 0; class_ + 1 < sizeof FROM / sizeof *FROM; class_++) {
        double sum = 0;
        size_t count = 0;
        for (size_t i = 0; i < positions->count; i++) {
            bool is_in =
                positions->left[i] >= FROM[class_] && positions->left[i] < FROM[class_ + 1];
            sum += is_in ? losses[i] : 0;
            count += is_in;
        }
        printf("  %2d-%-2d stones before the end %8zu  loss %.4f\n", FROM[class_],
               FROM[class_ + 1] - 1, count, count > 0 ? sum / (double)count : 0);
    }
}

static void print_losses(const Evaluator *evaluator, const Positions *positions, Odds odds,
                         const double *losses) {
    Mean mean = mean_by_games(losses, positions->games, positions->count);
    printf("%s: loss %.4f +-%.4f  %zu positions of %zu games, %s %016" PRIx64
           ", a nat is %.0f units, offset %+.3f nats\n",
           rule_name(evaluator->tables->rule), mean.mean, mean.error, positions->count, mean.games,
           evaluator->kind->name, evaluator->id, odds.slope > 0 ? 1 / odds.slope : 0, odds.offset);
    print_distances(positions, losses);
}

/* Prints the losses of `positions`, and their difference to those of `base` unless it is NULL.
 * Returns false if out of memory. */
static bool print_all(const Evaluator *evaluator, const Positions *positions,
                      const Positions *base) {
    double *losses = malloc(positions->count * sizeof *losses);
    double *others = malloc(positions->count * sizeof *others);
    bool has_memory = losses != NULL && others != NULL;
    if (has_memory) {
        Odds odds = odds_fit(positions->scores, positions->results, positions->count);
        set_losses(positions, odds, losses);
        print_losses(evaluator, positions, odds, losses);
    }
    if (has_memory && base != NULL) {
        set_losses(base, odds_fit(base->scores, base->results, base->count), others);
        double built_in = mean_by_games(others, base->games, base->count).mean;
        for (size_t i = 0; i < positions->count; i++)
            losses[i] -= others[i];
        Mean beyond = mean_by_games(losses, positions->games, positions->count);
        printf("  the built-in one %.4f: %+.4f +-%.4f\n", built_in, beyond.mean, beyond.error);
    }
    free(losses);
    free(others);
    return has_memory;
}

/* ---- The command ---------------------------------------------------------------------------- */

ResultsOptions results_defaults(void) {
    return (ResultsOptions){.threads = 1};
}

static int fail(const char *what, const char *why) {
    fprintf(stderr, "results: %s: %s\n", what, why);
    return 1;
}

/* Judges the evaluator by the games of its rule, and `base`, NULL: no other one. */
static int judge_rule(const ResultsOptions *options, const Evaluator *evaluator,
                      const Evaluator *base, const Dataset *data) {
    Positions positions = {0}, other = {0};
    bool has_memory = judge(evaluator, data, options->threads, &positions) &&
                      (base == NULL || judge(base, data, options->threads, &other));
    int status = 0;
    choose(&positions);
    choose(&other);
    if (has_memory && positions.count == 0)
        status = fail(rule_name(evaluator->tables->rule), "the games have no position that counts");
    else if (has_memory)
        has_memory = print_all(evaluator, &positions, base != NULL ? &other : NULL);
    release(&positions);
    release(&other);
    return has_memory ? status : fail("games", status_text(STATUS_MEMORY));
}

/* `evaluator`: NULL if out of memory. */
static int judge_against(const ResultsOptions *options, const Evaluator *evaluator, bool is_other,
                         const Dataset *data) {
    if (evaluator == NULL)
        return fail("evaluator", status_text(STATUS_MEMORY));
    Evaluator *base = is_other ? evaluator_embedded(evaluator->tables->rule, true) : NULL;
    int status = is_other && base == NULL ? fail("evaluator", status_text(STATUS_MEMORY))
                                          : judge_rule(options, evaluator, base, data);
    evaluator_free(base);
    return status;
}

static void note_rules(const Dataset *data, bool is_there[RULES]) {
    Game game;
    for (size_t i = 0; i < data->count; i++) {
        dataset_get(data, i, &game);
        is_there[game.rule] = true;
    }
}

static int judge_games(const ResultsOptions *options, const Dataset *data) {
    bool is_there[RULES] = {false};
    Evaluator *evaluator = NULL;
    int status = 0;
    note_rules(data, is_there);
    if (options->weights != NULL) {
        const char *wrong = evaluator_read(&evaluator, options->weights);
        status = wrong != NULL ? fail(options->weights, wrong)
                               : judge_against(options, evaluator, true, data);
        evaluator_free(evaluator);
        return status;
    }
    for (int rule = 0; rule < RULES && status == 0; rule++) {
        if (!is_there[rule])
            continue;
        evaluator = evaluator_embedded((Rule)rule, !options->is_table);
        status = judge_against(options, evaluator, options->is_table, data);
        evaluator_free(evaluator);
    }
    return status;
}

int results_run(const ResultsOptions *options) {
    const LoadFilter any = {.rule = -1, .format = GAMEFILE_OWN, .keeps_order = true};
    Dataset data;
    Failure failure = FAILURE_NONE;
    int status = 0;
    dataset_init(&data);
    if (!dataset_load(&data, options->paths, options->path_count, any, &failure)) {
        fprintf(stderr, "results: %s\n", failure.text);
        status = 1;
    } else if (data.count == 0) {
        fprintf(stderr, "results: the files hold no games\n");
        status = 1;
    }
    if (status == 0)
        status = judge_games(options, &data);
    dataset_release(&data);
    return status;
}
