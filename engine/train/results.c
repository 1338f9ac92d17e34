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

typedef struct Position {
    double score, result; /* units; for the side to move */
    uint32_t game;        /* index in the dataset */
    int left;             /* stones up to the end of the game */
} Position;

/* Positions of games, one game after the other. */
typedef struct Positions {
    Position *of; /* owned */
    size_t count, capacity;
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
    bool is_followed; /* the state follows the board */
    Block memory;
    Positions positions;
    bool has_memory;
} Piece;

/* ---- Positions ------------------------------------------------------------------------------ */

static bool reserve(Positions *positions, size_t more) {
    size_t needed = positions->count + more, capacity = positions->capacity;
    if (needed <= capacity)
        return true;
    capacity = 2 * capacity > needed ? 2 * capacity : needed;
    Position *of = realloc(positions->of, capacity * sizeof *of);
    if (of == NULL)
        return false;
    positions->of = of;
    positions->capacity = capacity;
    return true;
}

static void visit(void *context, const Sample *sample) {
    Piece *piece = context;
    Positions *positions = &piece->positions;
    int left = piece->game.move_count - sample->index;
    if (sample->probe != NULL || left < RESULTS_NEAREST || left > RESULTS_FARTHEST)
        return;
    piece->has_memory = piece->has_memory && reserve(positions, 1);
    if (!piece->has_memory)
        return;
    if (!piece->is_followed)
        eval_begin(&piece->state, piece->evaluator, sample->board, piece->memory.begin);
    piece->is_followed = true;
    positions->of[positions->count++] =
        (Position){eval_score(&piece->state), sample->result, piece->number, left};
}

static void judge_piece(void *context, int number) {
    Piece *piece = &((Piece *)context)[number];
    const Evaluator *evaluator = piece->evaluator;
    piece->has_memory =
        evaluator->state_bytes == 0 || block_init(&piece->memory, evaluator->state_bytes);
    for (size_t i = piece->first; i < piece->end && piece->has_memory; i++) {
        piece->number = (uint32_t)i;
        piece->is_followed = false;
        dataset_get(piece->data, i, &piece->game);
        if (piece->game.rule == evaluator->tables->rule)
            game_samples(&piece->game, evaluator->tables, &piece->board, visit, piece);
    }
    block_release(&piece->memory);
}

/* Sets `positions` to those of the games of the evaluator's rule; the caller frees them. Returns
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
            positions->of[positions->count++] = of->of[k];
        free(of->of);
    }
    free(pieces);
    return has_memory;
}

/* ---- Losses --------------------------------------------------------------------------------- */

/* A mean over positions and its error, 95%, with games as the independent draws. */
typedef struct Mean {
    double mean, error;
    size_t games;
} Mean;

static Mean mean_by_games(const double *numbers, const Positions *positions) {
    const Position *of = positions->of;
    size_t count = positions->count;
    double sum = 0, squares = 0;
    Mean found = {0};
    for (size_t i = 0; i < count; i++)
        sum += numbers[i];
    found.mean = sum / (double)count;
    for (size_t i = 0, end; i < count; i = end) {
        double beyond = 0;
        for (end = i; end < count && of[end].game == of[i].game; end++)
            beyond += numbers[end] - found.mean;
        squares += beyond * beyond;
        found.games++;
    }
    found.error = 1.96 * sqrt(squares) / (double)count;
    return found;
}

/* Sets the losses of the odds that fit best, which it returns. */
static Odds set_losses(const Positions *positions, double *losses) {
    const Position *of = positions->of;
    Odds odds = odds_fit(&of->score, &of->result, sizeof *of, positions->count);
    for (size_t i = 0; i < positions->count; i++)
        losses[i] = odds_loss(odds, of[i].score, of[i].result);
    return odds;
}

static void print_distances(const Positions *positions, const double *losses) {
    static const int FROM[] = {RESULTS_NEAREST, 9, 15, 25, RESULTS_FARTHEST + 1};
    for (size_t class_ = 0; class_ + 1 < sizeof FROM / sizeof *FROM; class_++) {
        double sum = 0;
        size_t count = 0;
        for (size_t i = 0; i < positions->count; i++) {
            int left = positions->of[i].left;
            bool is_in = left >= FROM[class_] && left < FROM[class_ + 1];
            sum += is_in ? losses[i] : 0;
            count += is_in;
        }
        printf("  %2d-%-2d stones before the end %8zu  loss %.4f\n", FROM[class_],
               FROM[class_ + 1] - 1, count, count > 0 ? sum / (double)count : 0);
    }
}

static void print_losses(const Evaluator *evaluator, const Positions *positions, Odds odds,
                         const double *losses) {
    Mean mean = mean_by_games(losses, positions);
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
    double *others = calloc(positions->count, sizeof *others);
    bool has_memory = losses != NULL && others != NULL;
    if (has_memory)
        print_losses(evaluator, positions, set_losses(positions, losses), losses);
    if (has_memory && base != NULL) {
        (void)set_losses(base, others);
        double built_in = mean_by_games(others, base).mean;
        for (size_t i = 0; i < positions->count; i++)
            losses[i] -= others[i];
        Mean beyond = mean_by_games(losses, positions);
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
    if (has_memory && positions.count == 0)
        status = fail(rule_name(evaluator->tables->rule), "the games have no position that counts");
    else if (has_memory)
        has_memory = print_all(evaluator, &positions, base != NULL ? &other : NULL);
    free(positions.of);
    free(other.of);
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
    for (int rule = 0; rule < RULES; rule++) {
        if (!is_there[rule])
            continue;
        evaluator = evaluator_embedded((Rule)rule, !options->is_table);
        if (judge_against(options, evaluator, options->is_table, data) != 0)
            status = 1;
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
