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
#include "shared/status/failure.h"
#include "train/regions/outputs.h"
#include "train/regions/recover.h"

enum {
    PROGRESS_MS = 1000,
    QUIET_PROGRESS_MS = 60000, /* where each line stays */
    HELDOUT_MAX = 200000,      /* positions held out that are measured */
    MEAN_STEPS = 8             /* steps between two parameters of the mean */
};

/* Parts of the fit: where rounding as in play begins, and where averaging of the parameters begins.
 */
static const double ROUNDED_FROM = 0.9, MEAN_FROM = 0.95;

FitRegionsOptions fit_regions_defaults(void) {
    return (FitRegionsOptions){.rule = RULE_FREESTYLE,
                               .save_seconds = 60,
                               .lambda = 0.8,
                               .rate = 0.002,
                               .units = 500,
                               .warm_up = 200,
                               .epochs = 4,
                               .row_epochs = 100,
                               .batch = 128,
                               .last_batch = 256,
                               .points = 4,
                               .block = 1000,
                               .nodes = 1000,
                               .order_nodes = 5000,
                               .heldout_permille = 50,
                               .threads = 1,
                               .seed = 1};
}

/* ---- Getting ready --------------------------------------------------------------------------- */

static bool load_games(FitRegions *fit) {
    const FitRegionsOptions *options = fit->options;
    Failure failure = FAILURE_NONE;
    if (!weighed_games_load(&fit->games, options->paths, options->path_count, options->rule,
                            options->nodes, options->order_nodes, &failure)) {
        fprintf(stderr, REGIONS_COMMAND ": %s\n", failure.text);
        return false;
    }
    if (!game_parts_init(&fit->parts, &fit->games.data, options->heldout_permille))
        return regions_lack_memory();
    return game_parts_check(&fit->parts, REGIONS_COMMAND);
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
        return regions_lack_memory();
    fit->objective.lambda = options->lambda;
    fit->objective.has_probes_by_stage = fit->tables.opening.percent > 0;
    fit->reader = (PositionReader){fit->table_evaluator, options->units};
    fit->source =
        (BlockSource){&fit->objective, &fit->reader, fit->games.order_weights, options->threads};
    return objective_measure_scale(&fit->objective, fit->parts.train, fit->parts.train_count) ||
           regions_lack_memory();
}

/* The most positions that a game can give. */
static size_t positions_of(const Game *game) {
    return (size_t)game_positions(game) + (size_t)game->probe_count;
}

/* Returns how many of these games fill a block, at least one; 0 if out of memory. */
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
           regions_lack_memory();
}

static bool read_yardstick(FitRegions *fit) {
    Failure failure = FAILURE_NONE;
    const char *path = fit->options->yardstick;
    if (path == NULL || deep_read(&fit->deep, path, fit->options->rule, &fit->reader, &failure))
        return true;
    fprintf(stderr, REGIONS_COMMAND ": %s\n", failure.text);
    return false;
}

/* Sets whether one block holds all games, in any order. */
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
    return has_memory || regions_lack_memory();
}

/* Copies the parameters of --from. Sets *hash to that of its file, or 0. */
static bool take_start(FitRegions *fit, uint64_t *hash) {
    Failure failure;
    const char *path = fit->options->from;
    *hash = 0;
    if (path == NULL)
        return true;
    fit->is_from_network = regions_is_network(path);
    if (fit->is_from_network ? regions_network_take(path, &fit->model, hash, &failure)
                             : regions_state_take(path, &fit->model, hash, &failure))
        return true;
    fprintf(stderr, REGIONS_COMMAND ": %s\n", failure.text);
    return false;
}

/* A fit that begins with a network file has its generator learn the rows. */
static bool recover_generator(FitRegions *fit) {
    const FitRegionsOptions *options = fit->options;
    RecoveredRows rows;
    if (!regions_recover_generator(&fit->model, options->row_epochs, options->seed,
                                   options->threads, &rows))
        return regions_lack_memory();
    printf("rows of %s: root mean square %.4f, %.4f of it their own\n", options->from, rows.all,
           rows.left);
    regions_model_compose_layers(&fit->model);
    return true;
}

/* Describes everything the network depends on. */
static void describe(FitRegions *fit, uint64_t from) {
    const FitRegionsOptions *options = fit->options;
    const Dataset *data = &fit->games.data;
    uint64_t games = bytes_sum(BYTES_SUM_START, data->bytes, data->starts[data->count]);
    games = bytes_sum(games, (const unsigned char *)fit->games.order_weights,
                      data->count * sizeof *fit->games.order_weights);
    snprintf(fit->description, sizeof fit->description,
             "rule %s, epochs %d, row epochs %d, batch %d to %d, block %d, rate %.17g, warm-up %d, "
             "lambda %.17g, "
             "units %.17g, points %d, heldout %d, seed %" PRIu64 ", tables %016" PRIx64
             ", from %016" PRIx64 ", %zu games %016" PRIx64,
             rule_name(options->rule), options->epochs, options->row_epochs, options->batch,
             options->last_batch, options->block, options->rate, options->warm_up, options->lambda,
             options->units, options->points, options->heldout_permille, options->seed,
             fit->tables.hash, from, data->count, games);
}

/* Continues an interrupted fit, if there is one; gets ready for a new one. */
static bool load_state(FitRegions *fit) {
    Failure failure = FAILURE_NONE;
    const char *path = fit->options->state;
    RegionsProgress *progress = &fit->progress;
    StateOutcome outcome =
        path == NULL ? STATE_NONE
                     : regions_state_load(path, fit->description, &fit->model, progress, &failure);
    if (outcome == STATE_FAILED) {
        fprintf(stderr, REGIONS_COMMAND ": %s\n", failure.text);
        return false;
    }
    if (outcome == STATE_NONE)
        return !fit->is_from_network || recover_generator(fit);
    printf("continues after %" PRIu64 " epochs, %" PRIu64 " games and %" PRIu64 " positions\n",
           progress->epoch, progress->block, progress->done);
    for (size_t i = 0; i < progress->curve.count; i++)
        regions_point_print(&progress->curve.points[i]);
    return true;
}

/* Checks that the state can hold the curve to its end. */
static bool check_points(const FitRegionsOptions *options) {
    int64_t points = (int64_t)options->epochs * options->points;
    if (options->state == NULL || points <= REGIONS_POINTS_MAX)
        return true;
    fprintf(stderr,
            REGIONS_COMMAND ": %d points in each of %d epochs are %" PRId64
                            ", more than the %d that --state holds\n",
            options->points, options->epochs, points, REGIONS_POINTS_MAX);
    return false;
}

static bool prepare(FitRegions *fit) {
    const FitRegionsOptions *options = fit->options;
    uint64_t from;
    if (!check_points(options) || !regions_check_outputs(fit) ||
        !start_weights(&fit->tables, options->start, options->rule, REGIONS_COMMAND) ||
        !load_games(fit) || !make_parts(fit) || !take_start(fit, &from) || !measure_games(fit) ||
        !read_heldout(fit) || !read_yardstick(fit))
        return false;
    printf("%zu games, %zu held out (%zu positions); a score of %.0f is one nat\n",
           fit->games.data.count, fit->parts.heldout_count, fit->heldout.count,
           fit->objective.mean_scale);
    describe(fit, from);
    return load_state(fit);
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

static int compare_numbers(const void *a, const void *b) {
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return (first > second) - (first < second);
}

/* The order of games in an epoch depends only on the seed and the epoch; the order of positions in
 * a block also on the index of its first game. */
static uint64_t seed_of(const FitRegions *fit, uint64_t block) {
    return rng_mix(rng_mix(fit->options->seed) + fit->progress.epoch) + block;
}

static void shuffle_games(FitRegions *fit) {
    uint64_t rng = seed_of(fit, UINT64_MAX);
    memcpy(fit->order, fit->parts.train, fit->parts.train_count * sizeof *fit->order);
    games_shuffle(fit->order, fit->parts.train_count, &rng);
}

/* Fills the block with the games from progress->block on, in order of number. */
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
    return fit->shuffled != NULL || regions_lack_memory();
}

/* Reads the next block, unless it is loaded, and shuffles its positions. */
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
    regions_describe_way(fit, way, sizeof way);
    double weight = progress->train_weight > 0 ? progress->train_weight : 1;
    fprintf(stderr, "%sepoch %" PRIu64 " of %d, loss %.5f, %s  %s", is_terminal ? "\r" : "",
            progress->epoch + 1, fit->options->epochs, progress->train_value / weight, way,
            is_terminal ? "" : "\n");
    fflush(stderr);
}

/* A linear warm-up, then half a cosine from the full rate to a hundredth of it. */
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
    double way = regions_way_of(fit);
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

/* The last point, of the mean, follows the one before without a step. */
static void repeat_training(RegionsPoint *point, const RegionsPoint *before) {
    point->rate = before->rate;
    point->batch = before->batch;
    point->train = before->train;
    point->train_order = before->train_order;
}

/* Measures the losses for a point of the curve. */
static bool measure(FitRegions *fit) {
    RegionsProgress *progress = &fit->progress;
    RegionsPoint point = {.epochs = regions_way_of(fit) * fit->options->epochs,
                          .rate = fit->rate,
                          .batch = fit->last_count};
    RegionsLosses heldout = regions_batch_judge(&fit->batch, &fit->heldout, NULL, NULL);
    if (progress->train_weight > 0)
        point.train = progress->train_value / progress->train_weight;
    if (progress->train_moves > 0)
        point.train_order = progress->train_order / progress->train_moves;
    if (progress->train_weight == 0 && progress->curve.count > 0)
        repeat_training(&point, &progress->curve.points[progress->curve.count - 1]);
    if (fit->deep.count > 0 && !deep_measure(&fit->batch, &fit->deep, &point.deep))
        return regions_lack_memory();
    regions_point_set(&point, &heldout);
    regions_point_print(&point);
    progress->train_value = progress->train_weight = 0;
    progress->train_order = progress->train_moves = 0;
    progress->measured++;
    return regions_curve_add(&progress->curve, &point) ? regions_write_curves(fit)
                                                       : regions_lack_memory();
}

static bool is_point_due(const FitRegions *fit) {
    return regions_way_of(fit) * fit->options->epochs * fit->options->points >=
           (double)(fit->progress.measured + 1) - 1e-9;
}

/* Trains on the rest of a block. */
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
        if (is_due && progress->done < fit->block.count && !regions_save(fit))
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
    return regions_save(fit);
}

static bool fit_all(FitRegions *fit) {
    fit->start_ms = fit->told_ms = fit->saved_ms = clock_ms();
    fit->start_way = regions_way_of(fit);
    regions_model_compose_layers(&fit->model);
    while (fit->progress.epoch < (uint64_t)fit->options->epochs)
        if (!train_epoch(fit))
            return false;
    fit->model.is_rounded = true;
    regions_model_take_mean(&fit->model);
    return measure(fit) && regions_write_network(fit);
}

int fit_regions_run(const FitRegionsOptions *options) {
    FitRegions *fit = calloc(1, sizeof *fit);
    if (fit == NULL) {
        regions_lack_memory();
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
    position_pool_release(&fit->deep);
    position_pool_release(&fit->block);
    game_parts_release(&fit->parts);
    weighed_games_release(&fit->games);
    free(fit->shuffled);
    free(fit->order);
    free(fit);
    return is_done ? 0 : 1;
}
