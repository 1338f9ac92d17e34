#include "train/regions/fit.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/rng.h"
#include "base/rule.h"
#include "eval/table/table.h"
#include "program/input.h"
#include "program/replace.h"
#include "train/plot.h"
#include "train/regions/block.h"
#include "train/regions/checkpoint.h"
#include "train/regions/games.h"
#include "train/regions/step.h"

#define COMMAND "fit-regions"

enum {
    DESCRIPTION_BYTES = 768,
    BUSY_MAX = 5,
    PROGRESS_MS = 1000,
    QUIET_PROGRESS_MS = 60000, /* where lines pile up */
    HELDOUT_MAX = 200000,      /* positions held out that are measured */
    MEAN_STEPS = 8             /* steps between two parameters of the mean */
};

/* Parts of the way: from where the numbers are rounded as in play, and from where the parameters
 * take part in the mean. */
static const double ROUNDED_FROM = 0.9, MEAN_FROM = 0.95;

/* Fields of FilesRules: what may be overwritten. */
typedef struct OutputRules {
    FilesRules out, csv, svg, state;
    const char *busy[BUSY_MAX];
} OutputRules;

typedef struct FitRegions {
    const FitRegionsOptions *options;
    OutputRules rules;
    char description[DESCRIPTION_BYTES];
    WeighedGames games;
    GameParts parts;
    uint32_t *order; /* the games of the epoch, shuffled */
    Weights tables;
    Evaluator *table_evaluator;
    Objective objective;
    PositionReader reader;
    BlockSource source;
    RegionsModel model;
    RegionsBatch batch;
    RegionsStepper stepper;
    PositionPool heldout, block;
    uint32_t *shuffled; /* the positions of the block */
    size_t block_games; /* games of the block; 0: there is none */
    bool is_whole;      /* a block has room for all games */
    RegionsProgress progress;
    double rate; /* of the last step */
    int last_count;
    int64_t start_ms, told_ms, saved_ms;
    double start_way;
    uint64_t positions; /* since the start */
} FitRegions;

FitRegionsOptions fit_regions_defaults(void) {
    return (FitRegionsOptions){.rule = RULE_FREESTYLE,
                               .save_seconds = 60,
                               .lambda = 0.8,
                               .rate = 0.001,
                               .units = 500,
                               .warm_up = 1000,
                               .epochs = 4,
                               .batch = 128,
                               .last_batch = 256,
                               .points = 4,
                               .block = 1000,
                               .nodes = 1000,
                               .heldout_permille = 50,
                               .threads = 1,
                               .seed = 1};
}

static bool complain(const char *path, const char *why) {
    fprintf(stderr, COMMAND ": %s: %s\n", path, why);
    return false;
}

static bool lack_memory(void) {
    fprintf(stderr, COMMAND ": out of memory\n");
    return false;
}

/* ---- Outputs --------------------------------------------------------------------------------- */

static void set_rules(FitRegions *fit) {
    const FitRegionsOptions *options = fit->options;
    OutputRules *rules = &fit->rules;
    const char *const busy[BUSY_MAX] = {options->start, options->out, options->csv, options->svg,
                                        options->state};
    memcpy(rules->busy, busy, sizeof busy);
    rules->out = (FilesRules){.kind = FILES_KIND_OF(REGIONS_MAGIC)};
    rules->csv = (FilesRules){.kind = FILES_KIND_OF(REGIONS_CSV_START)};
    rules->svg = (FilesRules){.kind = FILES_KIND_OF(PLOT_START)};
    rules->state = (FilesRules){.kind = FILES_KIND_OF(REGIONS_STATE_MAGIC)};
}

/* Checks that an output overwrites neither an input nor another output. Accepts a NULL path. */
static bool check_output(const FitRegions *fit, const char *path, const FilesRules *rules) {
    const FitRegionsOptions *options = fit->options;
    if (path == NULL)
        return true;
    FilesStatus status = game_files_include(options->paths, options->path_count, path)
                             ? FILES_IN_USE
                             : files_check(path, rules);
    int same = 0;
    for (int i = 0; i < BUSY_MAX; i++)
        same += files_are_same(path, fit->rules.busy[i]);
    if (same > 1)
        status = FILES_IN_USE;
    return status == FILES_OK || complain(path, files_reason_text(status));
}

static bool check_outputs(FitRegions *fit) {
    const FitRegionsOptions *options = fit->options;
    set_rules(fit);
    return check_output(fit, options->out, &fit->rules.out) &&
           check_output(fit, options->csv, &fit->rules.csv) &&
           check_output(fit, options->svg, &fit->rules.svg) &&
           check_output(fit, options->state, &fit->rules.state);
}

/* Returns how much of the fit is done, 0 to 1. */
static double way_of(const FitRegions *fit) {
    const RegionsProgress *progress = &fit->progress;
    double in_block = fit->block.count > 0 ? (double)fit->block_games * (double)progress->done /
                                                 (double)fit->block.count
                                           : 0;
    double games = (double)progress->block + in_block;
    return ((double)progress->epoch + games / (double)fit->parts.train_count) /
           fit->options->epochs;
}

/* Writes how much is done and how long the rest takes. Returns the text's length. */
static int describe_way(const FitRegions *fit, char *text, size_t size) {
    double seconds = (double)(clock_ms() - fit->start_ms) / 1000 + 1e-3, way = way_of(fit);
    double left = way > fit->start_way ? seconds * (1 - way) / (way - fit->start_way) : 0;
    int64_t left_s = (int64_t)left;
    return snprintf(text, size, "%.1f%%, %.0f positions/s, %" PRId64 ":%02d:%02d left", 100 * way,
                    (double)fit->positions / seconds, left_s / 3600, (int)(left_s / 60 % 60),
                    (int)(left_s % 60));
}

static bool write_curves(const FitRegions *fit) {
    const FitRegionsOptions *options = fit->options;
    const char *const paths[2] = {options->csv, options->svg};
    const FilesRules *const rules[2] = {&fit->rules.csv, &fit->rules.svg};
    char note[128];
    describe_way(fit, note, sizeof note);
    for (int i = 0; i < 2; i++) {
        FilesDraft draft;
        if (paths[i] == NULL)
            continue;
        FilesStatus status = files_draft_begin(&draft, paths[i], rules[i]);
        if (status == FILES_OK) {
            if (i == 0)
                regions_curve_write_csv(&fit->progress.curve, draft.file);
            else
                regions_curve_write_svg(&fit->progress.curve, note, draft.file);
            status = files_draft_finish(&draft, !ferror(draft.file));
        }
        if (status != FILES_OK)
            return complain(paths[i], files_reason_text(status));
    }
    return true;
}

static bool save(FitRegions *fit) {
    const char *path = fit->options->state;
    if (path == NULL)
        return true;
    FilesStatus status =
        regions_state_save(path, &fit->rules.state, fit->description, &fit->model, &fit->progress);
    fit->saved_ms = clock_ms();
    return status == FILES_OK || complain(path, files_reason_text(status));
}

static bool write_network(FitRegions *fit) {
    const FitRegionsOptions *options = fit->options;
    char origin[REGIONS_ORIGIN_BYTES + 1];
    unsigned char *bytes = malloc(regions_bytes_max());
    RegionsNumbers *numbers = calloc(COLORS, sizeof *numbers);
    bool has_memory = bytes != NULL && numbers != NULL;
    FilesStatus status = FILES_NO_MEMORY;
    if (has_memory) {
        for (int role = 0; role < fit->model.roles; role++)
            regions_model_export(&fit->model, role, &numbers[role]);
        snprintf(origin, sizeof origin,
                 "kaname-train fit-regions: %zu games, lambda %.2f, seed %" PRIu64,
                 fit->parts.train_count, options->lambda, options->seed);
        size_t size = regions_write(bytes, &fit->tables, numbers,
                                    (uint32_t)lround(fit->objective.mean_scale), origin);
        status = files_replace(options->out, bytes, size, &fit->rules.out);
    }
    if (status == FILES_OK)
        printf("written %s, hash %016" PRIx64 "\n", options->out, bytes_get(bytes + 16, 8));
    free(numbers);
    free(bytes);
    return status == FILES_OK || complain(options->out, files_reason_text(status));
}

/* ---- Getting ready --------------------------------------------------------------------------- */

static bool load_games(FitRegions *fit) {
    const FitRegionsOptions *options = fit->options;
    char error[512];
    if (!weighed_games_load(&fit->games, options->paths, options->path_count, options->rule,
                            options->nodes, error, sizeof error)) {
        fprintf(stderr, COMMAND ": %s\n", error);
        return false;
    }
    if (!game_parts_init(&fit->parts, &fit->games.data, options->heldout_permille))
        return lack_memory();
    if (fit->parts.train_count == 0 || fit->parts.heldout_count == 0) {
        fprintf(stderr, COMMAND ": too few games of this rule: %zu\n", fit->games.data.count);
        return false;
    }
    return true;
}

static bool make_parts(FitRegions *fit) {
    const FitRegionsOptions *options = fit->options;
    fit->order = malloc(fit->parts.train_count * sizeof *fit->order);
    fit->table_evaluator = table_evaluator_new(&fit->tables);
    if (fit->order == NULL || fit->table_evaluator == NULL ||
        !objective_init(&fit->objective, &fit->games.data, fit->table_evaluator->tables,
                        options->threads) ||
        !regions_model_init(&fit->model, options->rule, options->units, options->seed) ||
        !regions_batch_init(&fit->batch, &fit->model, options->threads) ||
        !regions_stepper_init(&fit->stepper, fit->model.roles))
        return lack_memory();
    fit->objective.lambda = options->lambda;
    fit->reader = (PositionReader){fit->table_evaluator, options->units};
    fit->source =
        (BlockSource){&fit->objective, &fit->reader, fit->games.order_weights, options->threads};
    return objective_measure_scale(&fit->objective, fit->parts.train, fit->parts.train_count) ||
           lack_memory();
}

/* The most positions that a game can give. */
static size_t positions_of(const Game *game) {
    return (size_t)(game_positions(game) + game->probe_count);
}

/* Returns how many of these games make up a block of some positions, at least one; 0: no memory. */
static size_t games_of_block(const FitRegions *fit, const uint32_t *games, size_t count,
                             size_t positions) {
    Game *game = malloc(sizeof *game);
    size_t sum = 0, used = 0;
    while (game != NULL && used < count && sum < positions) {
        dataset_get(&fit->games.data, games[used++], game);
        sum += positions_of(game);
    }
    free(game);
    return used;
}

static bool read_heldout(FitRegions *fit) {
    size_t count = games_of_block(fit, fit->parts.heldout, fit->parts.heldout_count, HELDOUT_MAX);
    return (count > 0 && block_fill(&fit->source, fit->parts.heldout, count, &fit->heldout)) ||
           lack_memory();
}

/* Sets whether one block has room for all games, in whatever order. */
static bool measure_games(FitRegions *fit) {
    size_t room = 1000 * (size_t)fit->options->block, sum = 0;
    Game *game = malloc(sizeof *game);
    for (size_t i = 0; game != NULL && i < fit->parts.train_count; i++) {
        dataset_get(&fit->games.data, fit->parts.train[i], game);
        sum += positions_of(game);
    }
    fit->is_whole = sum <= room;
    bool has_memory = game != NULL;
    free(game);
    return has_memory || lack_memory();
}

/* Describes all that the network depends on. */
static void describe(FitRegions *fit) {
    const FitRegionsOptions *options = fit->options;
    const Dataset *data = &fit->games.data;
    uint64_t games = bytes_sum(BYTES_SUM_START, data->bytes, data->starts[data->count]);
    games = bytes_sum(games, (const unsigned char *)fit->games.order_weights,
                      data->count * sizeof *fit->games.order_weights);
    snprintf(fit->description, sizeof fit->description,
             "rule %s, epochs %d, batch %d to %d, block %d, rate %.17g, warm-up %d, lambda %.17g, "
             "units %.17g, points %d, heldout %d, seed %" PRIu64 ", tables %016" PRIx64
             ", %zu games %016" PRIx64,
             rule_name(options->rule), options->epochs, options->batch, options->last_batch,
             options->block, options->rate, options->warm_up, options->lambda, options->units,
             options->points, options->heldout_permille, options->seed, fit->tables.hash,
             data->count, games);
}

/* Continues an interrupted fit, if there is one. */
static bool load_state(FitRegions *fit) {
    char error[512];
    const char *path = fit->options->state;
    RegionsProgress *progress = &fit->progress;
    RegionsStateOutcome outcome = path == NULL
                                      ? REGIONS_STATE_NONE
                                      : regions_state_load(path, fit->description, &fit->model,
                                                           progress, error, sizeof error);
    if (outcome == REGIONS_STATE_FAILED) {
        fprintf(stderr, COMMAND ": %s\n", error);
        return false;
    }
    if (outcome == REGIONS_STATE_LOADED)
        printf("continues after %" PRIu64 " epochs, %" PRIu64 " games and %" PRIu64 " positions\n",
               progress->epoch, progress->block, progress->done);
    for (size_t i = 0; i < progress->curve.count; i++)
        regions_point_print(&progress->curve.points[i]);
    return true;
}

static bool prepare(FitRegions *fit) {
    const FitRegionsOptions *options = fit->options;
    if (!check_outputs(fit) ||
        !start_weights(&fit->tables, options->start, options->rule, COMMAND) || !load_games(fit) ||
        !make_parts(fit) || !measure_games(fit) || !read_heldout(fit))
        return false;
    printf("%zu games, %zu held out (%zu positions); a score of %.0f is one nat\n",
           fit->games.data.count, fit->parts.heldout_count, fit->heldout.count,
           fit->objective.mean_scale);
    describe(fit);
    return load_state(fit);
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

static int compare_numbers(const void *a, const void *b) {
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return (first > second) - (first < second);
}

/* An epoch's order of games depends on the seed and its number alone; that of a block's positions
 * on the first game's place, too. */
static uint64_t seed_of(const FitRegions *fit, uint64_t block) {
    return rng_mix(rng_mix(fit->options->seed) + fit->progress.epoch) + block;
}

static void shuffle_games(FitRegions *fit) {
    uint64_t rng = seed_of(fit, UINT64_MAX);
    memcpy(fit->order, fit->parts.train, fit->parts.train_count * sizeof *fit->order);
    games_shuffle(fit->order, fit->parts.train_count, &rng);
}

/* Fills the block with the games from progress->block on, in the order of their numbers. */
static bool fill_block(FitRegions *fit) {
    size_t left = fit->parts.train_count - fit->progress.block;
    uint32_t *games = fit->order + fit->progress.block;
    fit->block_games =
        fit->is_whole ? left : games_of_block(fit, games, left, 1000 * (size_t)fit->options->block);
    qsort(games, fit->block_games, sizeof *games, compare_numbers);
    free(fit->shuffled);
    fit->shuffled = NULL;
    if (fit->block_games > 0 && block_fill(&fit->source, games, fit->block_games, &fit->block))
        fit->shuffled = malloc((fit->block.count + 1) * sizeof *fit->shuffled);
    return fit->shuffled != NULL || lack_memory();
}

/* Reads the next block, unless it is there already, and shuffles its positions. */
static bool read_block(FitRegions *fit) {
    if (!(fit->is_whole && fit->block_games > 0) && !fill_block(fit))
        return false;
    uint64_t rng = seed_of(fit, fit->progress.block);
    for (size_t i = 0; i < fit->block.count; i++)
        fit->shuffled[i] = (uint32_t)i;
    games_shuffle(fit->shuffled, fit->block.count, &rng);
    return true;
}

/* ---- Fitting --------------------------------------------------------------------------------- */

static void tell_progress(FitRegions *fit) {
    const RegionsProgress *progress = &fit->progress;
    bool is_terminal = isatty(STDERR_FILENO) != 0;
    char way[128];
    int64_t now_ms = clock_ms();
    if (fit->options->is_quiet ||
        now_ms - fit->told_ms < (is_terminal ? PROGRESS_MS : QUIET_PROGRESS_MS))
        return;
    fit->told_ms = now_ms;
    describe_way(fit, way, sizeof way);
    double weight = progress->train_weight > 0 ? progress->train_weight : 1;
    fprintf(stderr, "%sepoch %" PRIu64 " of %d, loss %.5f, %s  %s", is_terminal ? "\r" : "",
            progress->epoch + 1, fit->options->epochs, progress->train_value / weight, way,
            is_terminal ? "" : "\n");
    fflush(stderr);
}

/* A warm-up, and half a cosine wave from the full rate to a hundredth of it. */
static double rate_at(const FitRegions *fit, double way) {
    double warm_up = (double)(fit->model.steps + 1) / (fit->options->warm_up + 1);
    return fit->options->rate * (0.505 + 0.495 * cos(way * 3.14159265358979)) *
           (warm_up < 1 ? warm_up : 1);
}

static size_t batch_at(const FitRegions *fit, double way) {
    const FitRegionsOptions *options = fit->options;
    return (size_t)lround(options->batch * pow((double)options->last_batch / options->batch, way));
}

static void set_rounded(FitRegions *fit, bool is_rounded) {
    if (fit->model.is_rounded == is_rounded)
        return;
    fit->model.is_rounded = is_rounded;
    regions_model_compose_layers(&fit->model);
}

static void take_step(FitRegions *fit) {
    RegionsProgress *progress = &fit->progress;
    double way = way_of(fit);
    size_t left = fit->block.count - progress->done, count = batch_at(fit, way);
    if (left < count + count / 2)
        count = left;
    set_rounded(fit, way >= ROUNDED_FROM);
    RegionsLosses losses =
        regions_batch_teach(&fit->batch, &fit->block, fit->shuffled + progress->done, count);
    fit->rate = rate_at(fit, way);
    if (losses.all.weight > 0)
        regions_step(&fit->stepper, &fit->batch, losses.all.weight, fit->rate);
    if (way >= MEAN_FROM && fit->model.steps % MEAN_STEPS == 0)
        regions_model_add_to_mean(&fit->model);
    progress->done += count;
    progress->train_value += losses.all.value;
    progress->train_weight += losses.all.weight;
    progress->train_order += losses.all.order;
    progress->train_moves += losses.all.moves;
    fit->last_count = (int)count;
    fit->positions += count;
}

/* Measures the losses at a point of the way. */
static bool measure(FitRegions *fit) {
    RegionsProgress *progress = &fit->progress;
    RegionsPoint point = {
        .epochs = way_of(fit) * fit->options->epochs, .rate = fit->rate, .batch = fit->last_count};
    RegionsLosses heldout = regions_batch_judge(&fit->batch, &fit->heldout, NULL, NULL);
    if (progress->train_weight > 0)
        point.train = progress->train_value / progress->train_weight;
    if (progress->train_moves > 0)
        point.train_order = progress->train_order / progress->train_moves;
    regions_point_set(&point, &heldout);
    regions_point_print(&point);
    progress->train_value = progress->train_weight = 0;
    progress->train_order = progress->train_moves = 0;
    progress->measured++;
    return regions_curve_add(&progress->curve, &point) ? write_curves(fit) : lack_memory();
}

static bool is_point_due(const FitRegions *fit) {
    return way_of(fit) * fit->options->epochs * fit->options->points >=
           (double)(fit->progress.measured + 1) - 1e-9;
}

/* Goes through the rest of a block. */
static bool train_block(FitRegions *fit) {
    RegionsProgress *progress = &fit->progress;
    if (!read_block(fit))
        return false;
    while (progress->done < fit->block.count) {
        take_step(fit);
        tell_progress(fit);
        if (is_point_due(fit) && !measure(fit))
            return false;
        bool is_due = clock_ms() - fit->saved_ms >= 1000 * (int64_t)fit->options->save_seconds;
        if (is_due && progress->done < fit->block.count && !save(fit))
            return false;
    }
    progress->block += fit->block_games;
    progress->done = 0;
    return true;
}

static bool train_epoch(FitRegions *fit) {
    RegionsProgress *progress = &fit->progress;
    shuffle_games(fit);
    while (progress->block < fit->parts.train_count)
        if (!train_block(fit))
            return false;
    progress->epoch++;
    progress->block = 0;
    return save(fit);
}

static bool fit_all(FitRegions *fit) {
    fit->start_ms = fit->told_ms = fit->saved_ms = clock_ms();
    fit->start_way = way_of(fit);
    regions_model_compose_layers(&fit->model);
    while (fit->progress.epoch < (uint64_t)fit->options->epochs)
        if (!train_epoch(fit))
            return false;
    fit->model.is_rounded = true;
    regions_model_take_mean(&fit->model);
    return measure(fit) && write_network(fit);
}

int fit_regions_run(const FitRegionsOptions *options) {
    FitRegions *fit = calloc(1, sizeof *fit);
    if (fit == NULL) {
        lack_memory();
        return 1;
    }
    fit->options = options;
    bool is_done = prepare(fit) && fit_all(fit);
    regions_stepper_release(&fit->stepper);
    regions_batch_release(&fit->batch);
    regions_model_release(&fit->model);
    objective_release(&fit->objective);
    evaluator_free(fit->table_evaluator);
    regions_curve_release(&fit->progress.curve);
    position_pool_release(&fit->heldout);
    position_pool_release(&fit->block);
    game_parts_release(&fit->parts);
    weighed_games_release(&fit->games);
    free(fit->shuffled);
    free(fit->order);
    free(fit);
    return is_done ? 0 : 1;
}
